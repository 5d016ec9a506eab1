// From the files that a person names to the texts of a policy: plain documents as they are, bundles opened and checked.
// INVARIANT: all errors of all files at once, and with one error there are no texts.
import { basename, dirname } from 'node:path';
import { readPlainText, UnfitFile } from '#executors/system/plain-file.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { compileInTurns } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { hashOfBytes } from '#policy/engine/reading/source.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import { isListsFile, listsNamedIn } from '#policy/engine/documents/included.ts';
import type { Included } from '#policy/engine/documents/included.ts';
import { err, fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { MAX_BUNDLE_BYTES, manifestDigest, openBundle } from '#policy/tools/gate/bundle.ts';
import type { Bundle, Manifest } from '#policy/tools/gate/bundle.ts';
import { policyFilesOf, policyTextAt, readPolicyText, todayOf } from '#gateway/settings/policy-source.ts';
import type { ListTexts } from '#gateway/settings/policy-source.ts';
import type { Checked } from '#gateway/policy/checking/check-thread.ts';
import { inTurns } from '#gateway/policy/checking/in-turns.ts';
import { readTrusted, verifierFor } from './keys.ts';
import { readInPieces } from '#gateway/policy/checking/chunked-message.ts';
import { checkRevision, keptBundle, lowered, readRevisions } from './revisions.ts';

export type OpenedBundle = {
  readonly file: string;
  readonly text: string;
  readonly manifest: Manifest;
  readonly keyId: string;
  readonly digest: string;
  /** A revert put this one in the place of the one that is configured. */
  readonly reverted: boolean;
};

export type Sources = {
  readonly texts: readonly PolicyText[];
  /** Where each text lies; `null`: in a bundle. */
  readonly paths: readonly (string | null)[];
  readonly bundles: readonly OpenedBundle[];
};

/** `directory`: `<data>/policy`, with trusted keys and revisions. `now`: milliseconds. */
export type Place = {
  readonly directory: string;
  readonly now: number;
  /** The day that is compiled for, `YYYY-MM-DD`; without it, that of `now`. */
  readonly day?: string;
  /** A text that is taken for that of a file, without being written, and files of lists for what lies in its folder. */
  readonly instead?: { readonly file: string; readonly text: string; readonly lists?: ListTexts };
  /** An earlier bundle that is taken for the one of its id, as once a person has gone back to it. */
  readonly back?: OpenedBundleFile;
};

export const isBundle = (file: string): boolean => file.endsWith('.gpb');

/** Reads policy files and bundles, the upper layer first. */
export function readSources(files: readonly string[], place: Place): Result<Sources, readonly Failure[]> {
  const texts: PolicyText[] = [];
  const paths: (string | null)[] = [];
  const bundles: OpenedBundle[] = [];
  const failures: Failure[] = [];
  for (const file of policyFilesOf(files)) {
    if (isBundle(file)) {
      const opened = currentBundle(file, place);
      if (opened.ok) {
        bundles.push(opened.value.opened);
        const packed = textsOfBundle(file, opened.value.bundle);
        if (packed.ok)
          for (const text of packed.value) {
            texts.push(text);
            paths.push(null);
          }
        else failures.push(packed.error);
      } else failures.push(opened.error);
      continue;
    }
    const text = readPolicyText(file);
    if (text.ok) {
      texts.push(withInstead(file, text.value, place.instead));
      paths.push(file);
    } else failures.push(text.error);
  }
  return failures.length > 0 ? err(failures) : ok({ texts, paths, bundles });
}

/** Other documents of the folder are read with the lists as they would be there, too. */
function withInstead(file: string, read: PolicyText, instead: Place['instead']): PolicyText {
  if (instead === undefined) return read;
  const { lists = [] } = instead;
  if (instead.file === file) return policyTextAt(file, instead.text, lists);
  return lists.length > 0 && dirname(file) === dirname(instead.file)
    ? policyTextAt(file, read.text, lists)
    : read;
}

/** INVARIANT: every file is read: as a document, or as the lists of one. */
export function textsOfBundle(file: string, { files }: Bundle): Result<readonly PolicyText[]> {
  const lists = files.filter(({ name }) => isListsFile(name));
  const documents = files.filter(({ name }) => !isListsFile(name));
  const unread = lists.find(
    ({ name, text: held }) =>
      !documents.some(({ text }) => listsNamedIn(text).includes(name) && text.includes(hashOfBytes(held))),
  );
  if (unread !== undefined)
    return fail(
      'policy.bundle-unreadable',
      `\`${file}\` holds \`${unread.name}\`, which no document in it includes by its hash`,
      {
        help: 'a file of that name is read for its lists alone: include it, leave it out, or name it otherwise',
      },
    );
  return ok(
    documents.map(({ name, text }) => {
      const packed = { file: `${basename(file)}/${name}`, text };
      const included = listsNamedIn(text).flatMap((one) => lists.find((list) => list.name === one) ?? []);
      return included.length === 0 ? packed : { ...packed, included };
    }),
  );
}

export type Candidate = { readonly policy: CompiledPolicy; readonly sources: Sources };

export const dayAt = ({ day, now }: Pick<Place, 'day' | 'now'>): string => day ?? todayOf(now);

/** Reads, loads, proves and tests. */
export function readCandidate(files: readonly string[], place: Place): Result<Candidate, readonly Failure[]> {
  const sources = readSources(files, place);
  return sources.ok ? candidateOf(sources.value, dayAt(place)) : sources;
}

/**
 * Compiles and proves what the checking thread has read. Errors: those of the policy, `policy.not-checked` where it is not what was
 * checked there.
 */
export async function candidateInTurns(
  sources: Sources,
  { documents: port, policy: checked }: Pick<Checked, 'documents' | 'policy'>,
  today: string,
  signal: AbortSignal,
): Promise<Result<Candidate, readonly Failure[]>> {
  try {
    const documents = await inTurns(readInPieces<readonly PolicyDocument[]>(port), signal);
    if (documents === null) return err([notTheSame('a part of it was lost on the way')]);
    const compiled = await inTurns(compileInTurns(documents, { today }), signal);
    if (!compiled.ok) return compiled;
    const { semanticHash, sourceHash } = compiled.value;
    return semanticHash === checked.semanticHash && sourceHash === checked.sourceHash
      ? ok({ policy: compiled.value, sources })
      : err([notTheSame('it was another one once it was compiled here')]);
  } finally {
    port.close();
  }
}

const notTheSame = (why: string): Failure =>
  failure('policy.not-checked', `the policy is not the one that was checked: ${why}`, {
    help: 'the one in force stays; run `ghost policy reload` again',
  });

export function candidateOf(sources: Sources, today: string): Result<Candidate, readonly Failure[]> {
  const { policy, findings } = checkPolicy(sources.texts, { today });
  return policy === null ? err(findings) : ok({ policy, sources });
}

export type OpenedBundleFile = { readonly bundle: Bundle; readonly opened: OpenedBundle };
type Opened = OpenedBundleFile;

/** Opens a bundle that is trusted and valid now, whatever its revision. Errors: `policy.unreadable`, `policy.bundle-*`. */
export function openBundleFile(file: string, place: Place): Result<Opened> {
  const trusted = readTrusted(place.directory);
  if (!trusted.ok) return trusted;
  const text = readBundleText(file);
  if (!text.ok) return text;
  const bundle = openBundle(text.value, {
    file,
    now: new Date(place.now).toISOString(),
    verify: verifierFor(trusted.value),
  });
  if (!bundle.ok) return bundle;
  const { manifest, signature } = bundle.value;
  const digest = manifestDigest(manifest);
  return ok({
    bundle: bundle.value,
    opened: { file, text: text.value, manifest, keyId: signature.keyId, digest, reverted: false },
  });
}

function currentBundle(file: string, place: Place): Result<Opened> {
  const opened = openBundleFile(file, place);
  if (!opened.ok) return opened;
  const revisions = readRevisions(place.directory);
  if (!revisions.ok) return revisions;
  const { manifest } = opened.value.bundle;
  const { back } = place;
  const floors = back === undefined ? revisions.value : lowered(revisions.value, back.opened.manifest);
  const checked = checkRevision(manifest, file, floors);
  if (!checked.ok) return checked;
  const { insteadDigest } = checked.value;
  if (insteadDigest === null) return opened;
  if (back?.opened.digest === insteadDigest)
    return ok({ ...back, opened: { ...back.opened, file, reverted: true } });
  const kept = openBundleFile(keptBundle(place.directory, insteadDigest), place);
  if (!kept.ok) return kept;
  if (kept.value.opened.digest !== insteadDigest)
    return fail(
      'policy.bundle-altered',
      `the kept bundle behind \`${file}\` is not the one that was reverted to`,
      {
        help: 'run `ghost policy revert` again with the bundle itself',
      },
    );
  return ok({ ...kept.value, opened: { ...kept.value.opened, file, reverted: true } });
}

/** Errors: `policy.unreadable`, `policy.bundle-unreadable`. */
export function readBundleText(file: string): Result<string> {
  try {
    return ok(readPlainText(file, MAX_BUNDLE_BYTES));
  } catch (cause) {
    if (cause instanceof UnfitFile)
      return fail('policy.bundle-unreadable', cause.message, {
        help: 'give the bundle itself, which is small',
      });
    return fail('policy.unreadable', `cannot read the bundle \`${file}\``, {
      cause,
      help: 'check the path and its rights',
    });
  }
}

/** Whether what was read is what is in force: the same bytes in the same order, and the same bundles. */
export const sameTexts = (
  one: Pick<Sources, 'texts' | 'bundles'>,
  other: Pick<Sources, 'texts' | 'bundles'>,
): boolean => {
  const digests = ({ bundles }: Pick<Sources, 'bundles'>): string =>
    bundles.map(({ digest }) => digest).join();
  return (
    one.texts.length === other.texts.length &&
    digests(one) === digests(other) &&
    one.texts.every((text, index) => {
      const second = other.texts[index];
      return second !== undefined && sameText(text, second);
    })
  );
};

/** The same bytes under the same name, with the lists that `held` includes. */
export const sameText = (held: PolicyText, read: PolicyText): boolean =>
  read.file === held.file &&
  Buffer.from(held.text).equals(Buffer.from(read.text)) &&
  sameIncluded(held.included ?? [], read.included ?? []);

/** What is in force includes `held` and nothing else, and so does the same text: whatever else it names was read in vain. */
const sameIncluded = (held: readonly Included[], read: readonly Included[]): boolean =>
  held.every((file) => {
    const second = read.find(({ name }) => name === file.name);
    return (
      second !== undefined &&
      'text' in file &&
      'text' in second &&
      Buffer.from(file.text).equals(Buffer.from(second.text))
    );
  });
