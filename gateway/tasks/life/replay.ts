// A navigator that proposes what a recording holds on the same pages, and reports where they are no longer the same.
// INVARIANT: it proposes nothing that the recording does not hold; it ends at the first page or element that differs.
import { wordsOfRefusal } from '#engines/navigator/boundary-refusal.ts';
import type { Memory, Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { Planner } from '#engines/planner/contract.ts';
import { classifyIntent } from '#engines/planner/intent.ts';
import type { RecordedStep, Recording } from '#gateway/protocol/recording.ts';
import { holdsDots, isDots, mayBe, mayBeAddress } from './hidden-words.ts';
import { observationDigest } from './recorder.ts';

export type Departure = { readonly step: number; readonly why: string };

/** `drifted`: steps at which a page said something else, and the same element was there all the same. */
export type Replay = Navigator & {
  readonly drifted: readonly Departure[];
  readonly departed: Departure | null;
};

export function replayOf(recording: Recording): Replay {
  return new Replayed(recording);
}

/** Errors: `task.departed`, where it begins at an address that it does not hold. */
export function beginsWhole({ startUrl, plan }: Recording): Result<void> {
  const torn = [startUrl, ...plan.map((part) => part.startUrl)].find((url) => url !== null && holdsDots(url));
  return torn === undefined
    ? ok(undefined)
    : fail('task.departed', `the run began at an address that the recording does not hold: \`${torn}\``, {
        help: 'what an address carries may be a secret, and no recording holds it; run the task anew',
      });
}

/** The plan as it was: what a model once made is not made again. */
export const plannerOf = ({ intent, plan }: Recording): Planner => ({
  id: 'replay',
  async plan(_asked, signal) {
    signal.throwIfAborted();
    return { by: 'replay', intentClass: classifyIntent(intent), subtasks: plan, usage: [], note: null };
  },
});

class Replayed implements Replay {
  readonly id = 'replay';
  readonly seesPictures = false;
  readonly #left: RecordedStep[];
  readonly #drifted: Departure[] = [];
  #departed: Departure | null = null;

  constructor({ steps }: Recording) {
    this.#left = [...steps];
  }

  get drifted(): readonly Departure[] {
    return this.#drifted;
  }
  get departed(): Departure | null {
    return this.#departed;
  }

  async next(observation: Observation, memory: Memory, signal: AbortSignal): Promise<Proposal> {
    signal.throwIfAborted();
    // Parts that run side by side each have their own steps, in their order.
    const at = this.#left.findIndex(({ words }) => words === memory.subtask);
    const [recorded] = at === -1 ? [] : this.#left.splice(at, 1);
    if (recorded === undefined)
      return this.#departs(memory.step, `the recording has no further step for “${memory.subtask}”`);
    if (!mayBeAddress(recorded.url, observation.url))
      return this.#departs(recorded.step, `it was on ${recorded.url}, and this is ${observation.url}`);
    const { refusal } = observation;
    if (refusal !== null && recorded.proposal.action !== 'FAILED')
      return this.#departs(recorded.step, wordsOfRefusal(refusal));
    const { action, text } = recorded.proposal;
    if (action === 'TYPE' && text !== null && holdsDots(text))
      return this.#departs(recorded.step, 'a secret was entered there, which no recording holds');
    const element = recorded.element;
    const ref = element === null ? null : refOf(observation, element);
    if (element !== null && ref === null)
      return this.#departs(recorded.step, `there is no ${element.role} “${element.name}” any more`);
    if (observationDigest(observation) !== recorded.digest)
      this.#drifted.push({ step: recorded.step, why: `the page ${observation.url} says something else` });
    return { ...recorded.proposal, ref };
  }

  #departs(step: number, why: string): Proposal {
    this.#departed ??= { step, why };
    const text = `the replay departs at step ${step}: ${why}`;
    return {
      action: 'FAILED',
      ref: null,
      target: null,
      text,
      confidence: 1,
      reasoning: text.slice(0, 500),
      facts: [],
    };
  }
}

function refOf(
  { nodes }: Observation,
  { role, name, nth }: NonNullable<RecordedStep['element']>,
): string | null {
  // Any element may be one that nothing is known of.
  if (isDots(name)) return null;
  const alike = nodes.filter((node) => node.ref !== null && node.role === role && mayBe(name, node.name));
  return alike[nth]?.ref ?? (alike.length === 1 ? (alike[0]?.ref ?? null) : null);
}
