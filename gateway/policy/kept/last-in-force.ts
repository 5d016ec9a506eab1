// What was in force last, kept over restarts and signed with the log's key, so that a file that was loosened while nothing ran is
// seen at the next start. INVARIANT: what is gone or altered is `LOST`, never "nothing was in force yet".
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { auditFiles, readText, writeAtomically } from '#gateway/audit/format/files.ts';
import { openNote, parseSecretKey, signNote } from '#gateway/audit/format/signed-note.ts';
import type { SecretNoteKey } from '#gateway/audit/format/signed-note.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

const schema = z.strictObject({
  format: z.literal(1),
  semanticHash: z.string(),
  sourceHash: z.string(),
  /** The day on which it came into force: its tests passed then, and need not once an entry has ended. */
  day: z.exactOptional(z.iso.date()),
  files: z.array(z.string()),
  named: z.enum(['CALLER', 'SETTINGS', 'SHIPPED']),
  /** Of the bundles, as `digestsOf` writes them. */
  bundles: z.string(),
  texts: z.array(z.strictObject({ file: z.string(), base64: z.string() })),
  paths: z.array(z.string().nullable()),
});

export type Kept = Omit<z.infer<typeof schema>, 'format'>;

/** The bytes of what was kept, upper layer first. */
export const textsIn = ({ texts }: Pick<Kept, 'texts'>): readonly PolicyText[] =>
  texts.map(({ file, base64 }) => ({ file, text: Buffer.from(base64, 'base64') }));

export type Last =
  /** Nothing was ever in force here. */
  | { readonly kind: 'FIRST' }
  | { readonly kind: 'KEPT'; readonly kept: Kept }
  /** Something was in force; `semanticHash` is what the log says of it, where it does. */
  | { readonly kind: 'LOST'; readonly semanticHash: string | null; readonly why: string };

export interface LastInForce {
  /** Never throws. */
  read(): Last;
  /** Errors: `policy.last-unknown`. */
  keep(kept: Kept): Result<void>;
}

const HEAD = 'ghost-policy-in-force/1';

/** As far as it is read here; `null`: the log is not open, and whether it is there has to do. */
type Log = Pick<AuditLog, 'query' | 'entry'> | null;

/** `directory`: `<data>/policy`; `auditDirectory` holds the log and its key. */
export function lastInForce(directory: string, auditDirectory: string, audit: Log): LastInForce {
  const file = join(directory, 'in-force.note');
  return {
    read() {
      const lost = (why: string): Last => ({
        kind: 'LOST',
        semanticHash: lastLogged(auditDirectory, audit)?.semanticHash ?? null,
        why,
      });
      try {
        const note = readText(file);
        if (note === null)
          return lastLogged(auditDirectory, audit) === null ? { kind: 'FIRST' } : lost(`\`${file}\` is gone`);
        const key = keyOf(auditDirectory);
        if (key === null) return lost('the key of the log cannot be read');
        const opened = openNote(note, key.public);
        if ('problem' in opened) return lost(`\`${file}\`: ${opened.problem}`);
        const [head, body = ''] = opened.text.split('\n');
        if (head !== HEAD) return lost(`\`${file}\` is of another format`);
        const { format: _format, ...kept } = schema.parse(JSON.parse(body));
        return { kind: 'KEPT', kept };
      } catch (thrown) {
        return lost(`\`${file}\`: ${describe(thrown).split('\n')[0] ?? ''}`);
      }
    },
    keep(kept) {
      try {
        const key = keyOf(auditDirectory);
        if (key === null) throw new Error('the key of the log cannot be read');
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        const body = JSON.stringify({ format: 1, ...kept });
        const note = signNote(`${HEAD}\n${body}\n`, key);
        if (readText(file) !== note) writeAtomically(file, note);
        return ok(undefined);
      } catch (thrown) {
        return fail('policy.last-unknown', 'the policy cannot be kept for the next start to compare with', {
          cause: describe(thrown).split('\n')[0],
          help: `make \`${directory}\` writable`,
        });
      }
    },
  };
}

function keyOf(auditDirectory: string): SecretNoteKey | null {
  const text = readText(auditFiles(auditDirectory).secretKey);
  return text === null ? null : parseSecretKey(text);
}

/** What the log, whose newest rows come first, says came into force last; `null`: it says nothing of any policy. */
function lastLogged(directory: string, audit: Log): { readonly semanticHash: string | null } | null {
  if (audit === null) return existsSync(auditFiles(directory).database) ? { semanticHash: null } : null;
  const found = audit.query({ text: 'type:policy.loaded', limit: 1 });
  if (!found.ok) return { semanticHash: null };
  const row = found.value.rows[0];
  if (row === undefined) return null;
  const semantic = audit.entry(row.seq)?.details['semantic'];
  return { semanticHash: typeof semantic === 'string' ? semantic : null };
}
