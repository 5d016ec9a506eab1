// Reads another navigator's work clause by clause, for whoever checks its DONE: what the person asked for, which step served which part
// of it, and what would show it on the page at hand. Pure. INVARIANT: it proposes nothing and trusts no claim; a clause that it does not
// understand, or that nothing shows, is said to be so.
import { similarity } from '#engines/language.ts';
import type { Memory, MemoryEntry, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Evidence } from '#engines/navigator/evidence.ts';
import { Account, isUndone } from './account.ts';
import { parseClauses, withVerb, type Said } from './grammar/grammar.ts';
import { isRefused } from './grounded/said/refused.ts';
import { isOnlyGist } from './grounded/kept.ts';
import { clausesHeld } from './second.ts';
import { handleOf, outlineOf, type Item } from './page/outline.ts';
import { currentGoal, isTaggedOnTheWay, type Tried } from './page/progress.ts';
import type { Situation } from './page/situation.ts';
import { pursue } from './pursue/pursue.ts';
import { prohibitionsOf } from './words/clauses.ts';
import type { Goal, Wanted } from './words/goals.ts';
import type { Source } from './words/source.ts';

export type Asked = Pick<Memory, 'intent' | 'subtask'>;

/** `READ`: something is to be told; `ACT`: something is to be done; `UNKNOWN`: no rule knows its words. */
export type Clause = {
  readonly words: string;
  readonly kind: 'READ' | 'ACT' | 'UNKNOWN';
  /** Said so often in the same words: so many effects. */
  readonly times?: number;
  /** Of what kind an answer has to be, where the grammar knows; of any kind where it is left out. */
  readonly wants?: Exclude<Wanted, 'ANY'>;
};

/** A step, and the part of the task that it was for: its number among the goals. */
export type Served = { readonly entry: number; readonly goal: number };

const READING: readonly Goal['kind'][] = ['READ', 'SUMMARISE', 'RECKON'];

/** Every clause once, in their order, in the person's own words; never empty for words that ask for something. */
export function clausesAsked(asked: Asked): readonly Clause[] {
  const said = saidIn(asked);
  if (said.length === 0) return [{ words: asked.subtask, kind: 'UNKNOWN' }];
  const kinds = new Map<string, Clause['kind']>();
  for (const { goal, clause } of said) {
    if (goal.kind === 'NOTHING') continue;
    const kind =
      goal.kind === 'NOT_UNDERSTOOD' ? 'UNKNOWN' : READING.includes(goal.kind) ? 'READ' : ('ACT' as const);
    const before = kinds.get(clause);
    // What is unknown of a clause makes all of it so, and what acts outweighs what reads.
    kinds.set(clause, before === undefined || kind === 'UNKNOWN' || before === 'READ' ? kind : before);
  }
  return [...kinds].map(([words, kind]) => {
    const times = kind === 'ACT' ? timesSaid(said, words) : 1;
    const wants = kind === 'READ' ? wantedIn(said, words) : 'ANY';
    return { words, kind, ...(times > 1 ? { times } : {}), ...(wants === 'ANY' ? {} : { wants }) };
  });
}

/** Every goal of the clause wants an answer of one kind, or nothing is known of it. */
function wantedIn(said: readonly Said[], words: string): Wanted {
  const kinds = new Set(said.flatMap(({ goal, clause }) => (clause === words ? [wantedBy(goal)] : [])));
  const [only = 'ANY', ...others] = kinds;
  return others.length === 0 ? only : 'ANY';
}

function wantedBy(goal: Goal): Wanted {
  if (goal.kind === 'READ') return goal.names === true ? 'ANY' : goal.wants;
  return goal.kind === 'RECKON' && RECKONED.has(goal.source.kind) ? 'NUMBER' : 'ANY';
}
const RECKONED: ReadonlySet<Source['kind']> = new Set(['COUNT', 'SUM', 'DIFFERENCE', 'PRODUCT', 'AVERAGE']);

/** One clause makes several goals, but never the same one twice. */
function timesSaid(said: readonly Said[], words: string): number {
  const goals = said.flatMap(({ goal, clause }) => (clause === words ? [JSON.stringify(goal)] : []));
  return Math.max(1, ...goals.map((goal) => goals.filter((one) => one === goal).length));
}

/** Whether the person said that what is called so must not be pressed. */
export function forbiddenBy(intent: string): (name: string) => boolean {
  const names = prohibitionsOf(intent);
  return (name) => names.some((forbidden) => similarity(forbidden, name) >= SAME_NAME);
}
const SAME_NAME = 0.85;

/** Which part of the task this step is for: the first, not served yet, that this page would be acted on for in the very same way. */
export function servedBy(
  observation: Observation,
  memory: Memory,
  served: readonly Served[],
  proposal: Proposal,
): number | null {
  if (proposal.ref === null) return null;
  const said = saidIn(memory);
  const steps = triedBy(served, memory.entries);
  const outline = outlineOf(observation);
  const first = currentGoal(steps);
  const order = said.map((_, at) => at).toSorted((a, b) => Number(a < first) - Number(b < first) || a - b);
  for (const index of order) {
    const goal = said[index]?.goal;
    if (goal === undefined) continue;
    const move = pursue(situation({ observation, outline, memory }, said, steps, index), goal);
    if (
      move.kind === 'ACT' &&
      !move.onTheWay &&
      move.action === proposal.action &&
      (move.text ?? '') === (proposal.text ?? '') &&
      isOn(move.item, proposal.ref)
    )
      return index;
  }
  return null;
}

/** Whether a step is made by no more than the gist of what the person said. */
export const isGuessed = ({ reading }: Pick<Proposal, 'reading'>): boolean =>
  reading !== undefined && isOnlyGist(reading);

/** Whether a step only leads on to what the person asked for. */
export const isOnTheWay = ({ reasoning }: Pick<Proposal, 'reasoning'>): boolean =>
  isTaggedOnTheWay(reasoning);

/**
 * The clauses that the page's names account for, word by word, where the offline navigator reads them so: looked at anew on the page
 * that it was read from. Empty where the order, or all that the person said, takes a word of it back.
 */
export function clausesByPage(observation: Observation, memory: Memory, reading: string): readonly string[] {
  if (isRefused(memory.intent)) return [];
  const order = withVerb(memory.intent, memory.subtask);
  return clausesHeld(reading, parseClauses(order), order, outlineOf(observation, memory.answered));
}

export type Reading = {
  /** What shows each clause, on this page or by the steps that served it: claims like any other, for `verify.ts`. */
  readonly evidence: readonly Evidence[];
  /** The elements of this page that are seen not to be as a clause wants them. */
  readonly left: readonly { readonly clause: string; readonly ref: string }[];
};

/** Goals that say how something is to stand: where a page would still be acted on for one, it does not. */
const STANDING: readonly Goal['kind'][] = [
  'FILL',
  'CHECK',
  'CHECK_ALL',
  'CHOOSE',
  'EXPAND',
  'QUANTITY',
  'FOCUS',
];

export function readingOf(observation: Observation, memory: Memory, served: readonly Served[]): Reading {
  const said = saidIn(memory);
  const steps = triedBy(served, memory.entries);
  const outline = outlineOf(observation);
  const isGone = isUndone(said.map(({ goal }) => goal));
  const lasting = steps.filter(({ goal, entry }) => !isGone(goal, entry));
  const account = new Account(said, memory, observation, lasting);
  const left: { clause: string; ref: string }[] = [];
  for (const [index, { goal, clause }] of said.entries()) {
    const move = pursue(situation({ observation, outline, memory }, said, lasting, index), goal);
    if (move.kind === 'REACHED') account.reached(index, move.seen ?? null);
    else if (move.kind === 'ANSWER') account.answered(index, move.facts);
    else if (move.kind === 'ACT' && !move.onTheWay && move.item !== null && STANDING.includes(goal.kind))
      for (const { node } of [move.item, handleOf(move.item)])
        if (node.ref !== null) left.push({ clause, ref: node.ref });
  }
  return { evidence: account.all(), left };
}

const saidIn = ({ intent, subtask }: Asked): readonly Said[] => parseClauses(withVerb(intent, subtask));

const triedBy = (served: readonly Served[], entries: readonly MemoryEntry[]): readonly Tried[] =>
  served.flatMap(({ entry: at, goal }) => {
    const entry = entries[at];
    return entry === undefined ? [] : [{ entry, goal, onTheWay: false }];
  });

const situation = (
  seen: Pick<Situation, 'observation' | 'outline' | 'memory'>,
  said: readonly Said[],
  steps: readonly Tried[],
  index: number,
): Situation => ({
  ...seen,
  goals: said.map(({ goal }) => goal),
  index,
  tried: steps.filter(({ goal }) => goal === index),
});

const isOn = (item: Item | null, ref: string): boolean =>
  item !== null && (item.node.ref === ref || handleOf(item).node.ref === ref);
