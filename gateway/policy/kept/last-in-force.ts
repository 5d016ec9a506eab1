// What was in force last, kept over restarts and signed with the log's key, so that a file that was loosened while nothing ran is
// seen at the next start. INVARIANT: what is gone or altered is `LOST`, never "nothing was in force yet".
import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as aTurn } from 'node:timers/promises';
import { z } from 'zod';
import { errorCode } from '#executors/system/error-code.ts';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { readPlainHead } from '#executors/system/plain-file.ts';
import { auditFiles, readText, writeAtomicallyApart } from '#gateway/audit/format/files.ts';
import { openNote, parseSecretKey, signNote } from '#gateway/audit/format/signed-note.ts';
import type { SecretNoteKey } from '#gateway/audit/format/signed-note.ts';
import { lastLogged } from './last-logged.ts';
import type { Log, Logged } from './last-logged.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { FORMAT, newerFormat } from '#gateway/settings/formats.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';

const plainText = z.strictObject({ file: z.string(), base64: z.string() });
const listsText = plainText.extend({
  included: z.exactOptional(z.array(z.strictObject({ name: z.string(), hash: z.string() }))),
});
/** The texts of a policy, and once each what they include: only what they include by its hash. */
export const KEPT_TEXTS = {
  plain: { texts: z.array(plainText) },
  withLists: {
    texts: z.array(listsText),
    lists: z.array(z.strictObject({ hash: z.string(), base64: z.string() })),
  },
} as const;

/** What is kept of a policy at most, in base64: documents and lists of some fifty megabytes. */
export const MAX_KEPT_BYTES = 64 * 1024 * 1024;

const about = {
  semanticHash: z.string(),
  sourceHash: z.string(),
  /** The day on which it came into force: its tests passed then, and need not once an entry has ended. */
  day: z.exactOptional(z.iso.date()),
  files: z.array(z.string()),
  named: z.enum(['CALLER', 'SETTINGS', 'SHIPPED']),
  /** Of the bundles, as `digestsOf` writes them. */
  bundles: z.string(),
  paths: z.array(z.string().nullable()),
};
const plain = z.strictObject({ format: z.literal(FORMAT.inForce), ...about, ...KEPT_TEXTS.plain });
const withLists = z.strictObject({
  format: z.literal(FORMAT.inForceWithLists),
  ...about,
  ...KEPT_TEXTS.withLists,
});

/** `lists`: not there where nothing is included. */
export type Kept = Omit<z.infer<typeof withLists>, 'format' | 'lists'> & {
  readonly lists?: z.infer<typeof withLists>['lists'];
};

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

/** The bytes of what was kept, upper layer first. */
export const textsIn = ({ texts, lists = [] }: Pick<Kept, 'texts' | 'lists'>): readonly PolicyText[] =>
  texts.map(({ file, base64, included }) => {
    const text = { file, text: bytesOf(base64) };
    if (included === undefined) return text;
    const found = included.flatMap(({ name, hash }) => {
      const list = lists.find((one) => one.hash === hash);
      return list === undefined ? [] : [{ name, text: bytesOf(list.base64) }];
    });
    return { ...text, included: found };
  });

/** Errors: `policy.too-large`. */
export function fits(text: string): Result<void> {
  const size = Buffer.byteLength(text);
  return size <= MAX_KEPT_BYTES
    ? ok(undefined)
    : fail(
        'policy.too-large',
        `the policy with its lists takes ${size} bytes to be kept for the next start, more than ${MAX_KEPT_BYTES}`,
        { help: 'include only the lists that rules name, or make them shorter' },
      );
}

export type Last =
  /** Nothing was ever in force here. */
  | { readonly kind: 'FIRST' }
  | { readonly kind: 'KEPT'; readonly kept: Kept }
  /** Something was in force. */
  | ({ readonly kind: 'LOST'; readonly why: string } & LostIdentity);

/** What is left of a policy whose texts are not at hand: what the log says of it, where it does. */
export type LostIdentity = { readonly semanticHash: string | null; readonly sourceHash: string | null };

export interface LastInForce {
  /** Never throws. */
  read(): Last;
  /** Writes it beside the one that holds, and gives the digest by which the log's entry has to name it. Errors: `policy.last-unknown`, `policy.too-large`, `policy.newer-format`, `directory.*`. */
  prepare(kept: Kept): Promise<Result<string>>;
  /** Once the log names it: it takes the place of the one before. */
  settle(digest: string): void;
}

const headOf = (format: number): string => `ghost-policy-in-force/${format}`;

/** Of what was kept. The day is left out: the same policy under the same names needs no entry each day. */
function digestOf({ day: _day, ...kept }: Kept): string {
  const { semanticHash, sourceHash, files, named, bundles, texts, paths } = kept;
  const said = [semanticHash, sourceHash, files, named, bundles, texts, paths];
  return `sha256:${createHash('sha256').update(JSON.stringify(said)).digest('hex')}`;
}

/**
 * `directory`: `<data>/policy`; `auditDirectory` holds the log and its key. INVARIANT: what holds is the one that the log's last
 * entry names, whichever of the two files it lies in: whoever stops between entry and file leaves both readable, and an older one
 * that is put back is none.
 */
export function lastInForce(directory: string, auditDirectory: string, audit: Log): LastInForce {
  const file = join(directory, 'in-force.note');
  const next = join(directory, 'in-force.next');
  const opened = (path: string): Opened => {
    try {
      return openKept(path, auditDirectory);
    } catch (thrown) {
      return { problem: `\`${path}\`: ${describe(thrown).split('\n')[0] ?? ''}` };
    }
  };
  const settle = (digest: string): void => {
    const found = opened(next);
    if (found !== null && 'kept' in found && digestOf(found.kept) === digest) renameSync(next, file);
  };
  return {
    read() {
      const logged = lastLogged(auditDirectory, audit);
      if (logged !== null && 'problem' in logged)
        return {
          kind: 'LOST',
          semanticHash: null,
          sourceHash: null,
          why: `the log cannot be read: ${logged.problem}`,
        };
      const lost = (why: string): Last => ({
        kind: 'LOST',
        semanticHash: logged?.semanticHash ?? null,
        sourceHash: logged?.sourceHash ?? null,
        why,
      });
      const [held, beside] = [opened(file), opened(next)];
      if (logged === null)
        return held === null ? { kind: 'FIRST' } : lost(`the log knows nothing of \`${file}\``);
      for (const one of [held, beside])
        if (one !== null && 'kept' in one && isNamed(one.kept, logged))
          return { kind: 'KEPT', kept: one.kept };
      if (held === null) return lost(`\`${file}\` is gone`);
      return lost(
        'problem' in held ? held.problem : `\`${file}\` is an older one than the log's last entry names`,
      );
    },
    async prepare(kept) {
      try {
        const digest = digestOf(kept);
        await aTurn();
        const key = keyOf(auditDirectory);
        if (key === null) throw new Error('the key of the log cannot be read');
        const held = opened(file);
        await aTurn();
        for (const one of [held, opened(next)])
          if (one !== null && 'problem' in one && one.newer !== undefined)
            return { ok: false, error: one.newer };
        const format = kept.lists === undefined ? FORMAT.inForce : FORMAT.inForceWithLists;
        const note = signNote(`${headOf(format)}\n${JSON.stringify({ format, ...kept })}\n`, key);
        const fitting = fits(note);
        if (!fitting.ok) return fitting;
        if (held !== null && 'kept' in held && digestOf(held.kept) === digest) return ok(digest);
        const own = ownDirectory(directory, 0o700);
        if (!own.ok) return own;
        // The one that holds may still lie where the next one is put.
        const logged = lastLogged(auditDirectory, audit);
        if (logged !== null && 'digest' in logged && logged.digest !== null) settle(logged.digest);
        await aTurn();
        await writeAtomicallyApart(next, note);
        return ok(digest);
      } catch (thrown) {
        return fail('policy.last-unknown', 'the policy cannot be kept for the next start to compare with', {
          cause: describe(thrown).split('\n')[0],
          help: `make \`${directory}\` writable`,
        });
      }
    },
    settle(digest) {
      try {
        settle(digest);
      } catch {
        // It stays beside it, and the log names it: the next start reads it there, and the next change moves it first or fails.
      }
    },
  };
}

const formatIn = (head: string | undefined): number =>
  Number(/^ghost-policy-in-force\/(\d{1,9})$/u.exec(head ?? '')?.[1]);

/** As its first line says, whoever signed it; `null`: there is none, or it says none. Throws what reading throws. */
export function inForceFormatIn(directory: string): number | null {
  const note = headAt(join(directory, 'in-force.note')) ?? headAt(join(directory, 'in-force.next'));
  const format = formatIn(note?.split('\n', 1)[0]);
  return Number.isNaN(format) ? null : format;
}

/** It is asked for once a second, and the whole of it may be long. */
function headAt(path: string): string | null {
  try {
    return readPlainHead(path, MAX_HEAD_BYTES);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const MAX_HEAD_BYTES = 64;

type Opened = { readonly kept: Kept } | { readonly problem: string; readonly newer?: Failure } | null;

/** `null`: there is none. Throws what reading and parsing throws. */
function openKept(path: string, auditDirectory: string): Opened {
  const note = readText(path, MAX_KEPT_BYTES);
  if (note === null) return null;
  const key = keyOf(auditDirectory);
  if (key === null) return { problem: 'the key of the log cannot be read' };
  const opened = openNote(note, key.public);
  if ('problem' in opened) return { problem: `\`${path}\`: ${opened.problem}` };
  const [head, body = ''] = opened.text.split('\n');
  const format = formatIn(head);
  if (format > FORMAT.inForceWithLists) {
    const { error } = newerFormat('policy.newer-format', path, { format, known: FORMAT.inForceWithLists });
    return { problem: error.message, newer: error };
  }
  if (head !== headOf(format)) return { problem: `\`${path}\` is of another format` };
  const read: unknown = JSON.parse(body);
  const { format: _format, ...kept } =
    format === FORMAT.inForceWithLists ? withLists.parse(read) : plain.parse(read);
  return { kept };
}

function keyOf(auditDirectory: string): SecretNoteKey | null {
  const text = readText(auditFiles(auditDirectory).secretKey);
  return text === null ? null : parseSecretKey(text);
}

/** Whether the log's last entry speaks of exactly this. One of an earlier version says less. */
function isNamed(kept: Kept, { digest, sourceHash }: Logged): boolean {
  if (digest !== null) return digest === digestOf(kept);
  return sourceHash === null || sourceHash === kept.sourceHash;
}
