// What is read of policies beside decisions: checked and compared by the thread, and compiled in turns where that is needed.
// INVARIANT: nothing that decides is changed here.
import { err, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { compareDecisions } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';
import type { LoggedGate } from '#policy/tools/logs/logged-gate.ts';
import { candidateInTurns, dayAt, readSources } from '#gateway/policy/kept/sources.ts';
import type { Candidate, Place, Sources } from '#gateway/policy/kept/sources.ts';
import type { Active } from '#gateway/policy/state/in-force.ts';
import type { CheckQuestion, Checked, Replayed } from './checking/check-thread.ts';
import type { PolicyChecking } from './checking/checking.ts';

/** `compared`: `null` where nothing is in force that it could be compared with. */
export type WouldChange = {
  readonly compared: Comparison | null;
  readonly sourceHash: string;
  /** Of gates that were brought along. */
  readonly replayed: Replayed | null;
};

type Asking = {
  readonly checking: PolicyChecking;
  readonly place: Place;
  /** What is in force, whenever it is asked. */
  readonly active: () => Active | null;
  readonly signal: AbortSignal;
  /** What was really decided, to be decided again. */
  readonly gates?: readonly LoggedGate[];
};
type Found<T> = Result<T, readonly Failure[]>;

/** What these files would change, in the place of what is in force. */
export async function wouldChange(files: readonly string[], asking: Asking): Promise<Found<WouldChange>> {
  const before = asking.active();
  const read = await checked(files, 'POLICY', asking);
  if (!read.ok) return read;
  const { sources, found } = read.value;
  const { sourceHash } = found.policy;
  const { replayed = null } = found;
  if (before === null || (found.compared !== null && before === asking.active())) {
    found.documents.close();
    return ok({ compared: before === null ? null : found.compared, sourceHash, replayed });
  }
  // The thread could not compare it with what is in force now: that is done here.
  const made = await candidateInTurns(sources, found, dayAt(asking.place), asking.signal);
  if (!made.ok) return made;
  const { policy } = asking.active() ?? before;
  return ok({ compared: compareDecisions(policy, made.value.policy), sourceHash, replayed });
}

/** A candidate of shadow mode, compiled. */
export async function candidateApart(files: readonly string[], asking: Asking): Promise<Found<Candidate>> {
  const read = await checked(files, 'CANDIDATE', asking);
  if (!read.ok) return read;
  const { sources, found } = read.value;
  return candidateInTurns(sources, found, dayAt(asking.place), asking.signal);
}

async function checked(
  files: readonly string[],
  as: CheckQuestion['as'],
  { checking, place, active, gates = [] }: Asking,
): Promise<Found<{ readonly sources: Sources; readonly found: Checked }>> {
  const sources = readSources(files, place);
  if (!sources.ok) return sources;
  const { texts } = sources.value;
  const found = await checking.check({
    before: active()?.texts ?? [],
    texts,
    as,
    today: dayAt(place),
    gates,
  });
  return found.ok ? ok({ sources: sources.value, found: found.value }) : err(found.error);
}
