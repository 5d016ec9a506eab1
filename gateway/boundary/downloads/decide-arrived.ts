// A download that has arrived, decided once more by what it is: its bytes and its size, which nobody knew when it was let start.
// INVARIANT: nothing that the policy denies by its bytes gets into the folder; a person is asked again only for what they were not asked for.
import type { Failure } from '#policy/language/failure.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import type { FileType } from '#policy/language/vocabulary.ts';
import type { ConsentOutcome } from '#gateway/boundary/consent/contract.ts';
import { ours } from '#gateway/boundary/words/rows.ts';
import { consult } from '#gateway/boundary/steps/consult.ts';
import type { Consultants, Consultation } from '#gateway/boundary/steps/consult.ts';
import { reasonsInWords } from '#gateway/boundary/steps/refusals.ts';
import type { FileKind } from './file-type.ts';

/** How it was let start, by its name and by what was said of it. */
type Started = {
  readonly file: FileKind;
  readonly ruling: Ruling;
  readonly consent: ConsentOutcome | null;
};

/** Of these nobody thinks who was told of another kind. */
const GRAVE: ReadonlySet<FileType> = new Set(['PROGRAM', 'MISMATCH']);

/** Why it may not be delivered; `null`: it may. */
export async function decideArrived(
  parts: Consultants,
  { found, ...about }: Consultation & { readonly found: FileKind },
  started: Started,
  signal: AbortSignal,
): Promise<Failure | null> {
  const isAsSaid = found.type === started.file.type && found.size === started.file.size;
  if (isAsSaid || isAnswered(parts, about, found, started)) return null;
  const consulted = await consult(
    parts,
    { ...about, details: [...about.details, ours('FACT', 'is in fact', `${found.type}, ${found.size}`)] },
    signal,
  );
  if (!consulted.ok) return consulted.error;
  const { recorded, error, ruling } = consulted.value;
  const written = await recorded;
  if (!written.ok) return written.error;
  if (error === null) return null;
  return { ...error, message: `${error.message}: it is ${found.type} (${reasonsInWords(ruling)})` };
}

/** The person answered for the same entries of the same policy, and it is nothing graver than they were told. */
function isAnswered(
  parts: Consultants,
  about: Consultation,
  found: FileKind,
  { file, ruling, consent }: Started,
): boolean {
  const policy = parts.policy();
  if (!policy.ok || consent?.state !== 'GRANTED') return false;
  if (found.type !== file.type && GRAVE.has(found.type)) return false;
  const now = rule(policy.value, about.asked, parts.duties);
  const before = new Set(ruling.because.map(({ entry }) => entry));
  return (
    now.policyHash === ruling.policyHash &&
    now.decision === 'ESCALATE' &&
    now.because.every(({ entry }) => before.has(entry))
  );
}
