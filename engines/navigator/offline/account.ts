// Accounts for the clauses of an intent: what each came to, and where that was seen. INVARIANT: a clause that nothing shows is accounted
// for as unseen; none is left out.
import type {
  ExtractedFact,
  Memory,
  MemoryEntry,
  Observation,
  Proposal,
} from '#engines/navigator/contract.ts';
import type { Evidence } from '#engines/navigator/evidence.ts';
import { asksForMore } from '#engines/navigator/refusal.ts';
import { holds } from '#engines/navigator/verify.ts';
import { describeGoal, type Goal } from './words/goals.ts';
import type { Said } from './grammar/grammar.ts';
import { CHECKABLE, MIN_SURE } from './page/ground.ts';
import { isSearching, type Tried } from './page/progress.ts';
import { seenOfStep, type Seen } from './page/seen.ts';

/** Steps for one goal whose effect is seen not to have come: after so many it is not done. */
const MAX_UNDONE = 2;

/** Whether the step was made and the element is seen not to be as the goal wants it: a box that turned back, a value that is gone. */
export const isUndone =
  (goals: readonly Goal[]) =>
  (at: number, { proposal, outcome, element, change }: MemoryEntry): boolean => {
    const goal = goals[at];
    const after = change?.element?.after ?? null;
    if (goal === undefined || after === null || outcome !== 'done') return false;
    if (goal.kind === 'FILL' && proposal.action === 'TYPE') {
      const put = proposal.text ?? '';
      return put !== '' && !put.startsWith('key:') && !put.endsWith('\n') && (after.value ?? '') === '';
    }
    if (goal.kind === 'EXPAND' && proposal.action === 'CLICK')
      return after.states.includes(goal.open ? 'collapsed' : 'expanded');
    if (proposal.action !== 'CLICK' || proposal.text !== null || !CHECKABLE.includes(element?.role ?? ''))
      return false;
    const on = goal.kind === 'CHECK' || goal.kind === 'CHECK_ALL' ? goal.on : goal.kind === 'CHOOSE';
    const wanted = goal.kind === 'CHECK' || goal.kind === 'CHECK_ALL' || goal.kind === 'CHOOSE';
    return wanted && holds({ effect: 'STATE', quote: 'not checked' }, after) === on;
  };

export class Account {
  readonly #said: readonly Said[];
  readonly #memory: Memory;
  readonly #observation: Observation;
  readonly #steps: readonly Tried[];
  readonly #seen = new Map<number, Seen | null>();

  constructor(said: readonly Said[], memory: Memory, observation: Observation, steps: readonly Tried[]) {
    this.#said = said;
    this.#memory = memory;
    this.#observation = observation;
    this.#steps = steps;
  }

  /** Why the task is not done, where steps were made again and again and their effect did not stay. */
  undone(): string | null {
    const isGone = isUndone(this.#said.map(({ goal }) => goal));
    for (const [at, { goal }] of this.#said.entries()) {
      const gone = this.#steps.filter((step) => step.goal === at && isGone(at, step.entry));
      const last = gone.at(-1)?.entry;
      if (gone.length >= MAX_UNDONE && last !== undefined)
        return `${describeGoal(goal)}: not done: “${last.element?.name ?? ''}” does not stay as it was set`;
    }
    return null;
  }

  reached(at: number, seen: Seen | null): void {
    this.#seen.set(at, seen);
  }

  /** What is seen on this page to be reached already, for a proposal that leads on from it. */
  soFar(): Pick<Proposal, 'evidence'> {
    const evidence = [...this.#seen].flatMap(([at, seen]) =>
      seen === null ? [] : [this.#evidence(at, seen, null, this.#observation.url)],
    );
    return evidence.length === 0 ? {} : { evidence };
  }

  answered(at: number, facts: readonly ExtractedFact[]): readonly Evidence[] {
    const fact = facts[0];
    this.#seen.set(
      at,
      fact === undefined
        ? null
        : { effect: 'TEXT', ref: null, role: '', name: fact.label, quote: fact.quote },
    );
    return this.all().map((one, index) =>
      index === at && fact !== undefined ? { ...one, url: fact.url } : one,
    );
  }

  /** One a clause, in their order. */
  all(): readonly Evidence[] {
    return this.#said.flatMap(({ goal }, at) => (goal.kind === 'NOTHING' ? [] : [this.#of(at)]));
  }

  #of(at: number): Evidence {
    const clause = this.#said[at]?.clause ?? '';
    const now = this.#seen.get(at) ?? null;
    const step = this.#telling(at);
    const entry = step === null ? null : this.#memory.entries.indexOf(step);
    // Where something stands is seen better by how it came there.
    if (now !== null)
      return this.#evidence(
        at,
        now,
        ['POSITION', 'SELECTION'].includes(now.effect) ? entry : null,
        this.#observation.url,
      );
    if (step !== null) {
      const seen = seenOfStep(step);
      const astray =
        isGuess(step) ||
        isAstray(step, this.#observation) ||
        staysThere(clause, step) ||
        (step.proposal.action === 'CLICK' && step.change !== undefined && asksForMore(step.change));
      return this.#evidence(at, astray ? { ...seen, effect: 'NONE', quote: '' } : seen, entry, step.url);
    }
    const earlier = this.#memory.entries
      .flatMap(({ proposal }) => proposal.evidence ?? [])
      .findLast((one) => one.clause === clause);
    return (
      earlier ??
      this.#evidence(
        at,
        { effect: 'NONE', ref: null, role: '', name: '', quote: '' },
        null,
        this.#observation.url,
      )
    );
  }

  /**
   * The step that reached the goal, else the last one for it. What came a moment later belongs to the act that was waited for.
   */
  #telling(at: number): MemoryEntry | null {
    const own = this.#steps.filter(
      ({ goal, entry }) =>
        goal === at && worked(entry) && (entry.proposal.action === 'WAIT' || !isSearching(entry)),
    );
    const acts = own.filter(({ entry }) => entry.proposal.action !== 'WAIT');
    const last = (acts.findLast(({ onTheWay }) => !onTheWay) ?? acts.at(-1))?.entry ?? null;
    if (last === null || seenOfStep(last).effect !== 'NONE') return last;
    const { entries } = this.#memory;
    const next = entries[entries.indexOf(last) + 1];
    return next?.proposal.action === 'WAIT' && seenOfStep(next).effect !== 'NONE' ? next : last;
  }

  #evidence(at: number, seen: Seen, entry: number | null, url: string): Evidence {
    return { clause: this.#said[at]?.clause ?? '', ...seen, entry, url };
  }
}

/** A step that was no more than a guess shows nothing of what was asked for, whatever came of it. */
const isGuess = ({ proposal }: MemoryEntry): boolean =>
  proposal.confidence < MIN_SURE && ['CLICK', 'TYPE'].includes(proposal.action);

const worked = ({ outcome }: MemoryEntry): boolean => outcome === 'done' || outcome === 'unchanged';

const TAKES_AWAY = /^(?:please )?(?:remove|delete|discard|dismiss|close)\b/i;
/** What was to be taken away: nothing went. */
const staysThere = (clause: string, { change, url }: MemoryEntry): boolean =>
  TAKES_AWAY.test(clause) &&
  change !== undefined &&
  (change.address === null || change.address.split('#')[0] === url.split('#')[0]) &&
  change.gone.length + change.changed.length === 0;

/** Dragged onto something, and it lies elsewhere: something moved, and it is not where it was to go. */
function isAstray({ proposal, element }: MemoryEntry, { nodes }: Observation): boolean {
  const onto = /^drag:(e\d+)$/u.exec(proposal.text ?? '')?.[1];
  if (onto === undefined) return false;
  const item = nodes.find((node) => node.ref === proposal.ref && node.name === element?.name);
  const place = nodes.find(({ ref }) => ref === onto);
  // In a list it takes the other one's place.
  if (item?.box == null || place?.box == null || item.role === place.role) return false;
  const [x, y] = [item.box.x + item.box.width / 2, item.box.y + item.box.height / 2];
  const { box } = place;
  return x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height;
}
