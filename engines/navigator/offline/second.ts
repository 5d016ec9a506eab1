// Which reading of an order is carried out: the grammar's, or one by the names of the page. INVARIANT: the same memory and page give the
// same reading; once a step was made by the page's names, that reading is carried on and no other.
import { coverage } from '#engines/language.ts';
import type { Memory, MemoryEntry, Proposal } from '#engines/navigator/contract.ts';
import { gistOf } from './gist/gist.ts';
import { parseGoals, type Said } from './grammar/grammar.ts';
import type { Outline } from './page/outline.ts';
import { describeGoal, type Goal } from './words/goals.ts';
import { isPlain } from './grounded/said/plainly.ts';
import { isRefused } from './grounded/said/refused.ts';
import { gistBack, isKeptFor, keep, keepGist, readBack, type Kept } from './grounded/kept.ts';
import { readByPage } from './grounded/reading.ts';
import { tokensOf } from './grounded/said/tokens.ts';
import { actOf, isAside, kindOf } from './grounded/said/words.ts';

/** Stands in the reasoning of each step of such a reading, behind its goal. */
const BY_PAGE = ' (by the names on this page)';

export type Reading = {
  readonly said: readonly Said[];
  /** Which goals are read by the page's names. */
  readonly byPage: readonly boolean[];
  /** What the grammar makes clauses of. */
  readonly clauses: readonly string[];
  /** As it is kept with its steps. */
  readonly kept?: string;
  /** No more than the gist of the order: nothing that it comes to is seen to be what was asked for. */
  readonly isGist?: true;
};

const ownSteps = ({ entries }: Memory): readonly MemoryEntry[] =>
  entries.slice(entries.findLastIndex(({ proposal }) => proposal.action === 'DONE') + 1);

/** `null`: what was kept of a reading by the page is none. */
export function chosenReading(
  said: readonly Said[],
  order: string,
  outline: Outline,
  memory: Memory,
): Reading | null {
  const kept = ownSteps(memory)
    .flatMap(({ proposal }) => proposal.reading ?? [])
    .findLast((reading) => isKeptFor(reading, order));
  const gist = kept === undefined ? undefined : gistBack(kept, order);
  if (gist !== undefined) return gist === null ? null : inGist(said, gist, order);
  const back = kept === undefined ? undefined : readBack(kept, order);
  if (back === null || (back !== undefined && isBarred(memory, order))) return null;
  if (back?.whole === true) return carriedOn(said, back, order);
  const doubtful = isDoubtful(said, order);
  if (said.length > 0 && !doubtful && said.every(({ goal }) => goal.kind !== 'NOT_UNDERSTOOD'))
    return { said, byPage: said.map(() => false), clauses: [] };
  const whole = back === undefined ? wholeReading(said, order, outline, memory) : null;
  if (whole !== null) return whole;
  return doubtful
    ? {
        said: [{ goal: { kind: 'NOT_UNDERSTOOD', words: order }, clause: order }],
        byPage: [false],
        clauses: [],
      }
    : singleReading(said, order, isBarred(memory, order) ? null : outline, back?.goals ?? []);
}

/** A quotation with more words behind it is no value, and what goes into both fields does not go into one. */
function isDoubtful(said: readonly Said[], order: string): boolean {
  const fills = said.flatMap(({ goal }) => (goal.kind === 'FILL' ? [goal] : []));
  if (fills.some(({ value }) => QUOTED_AND_MORE.test(value))) return true;
  if (said.some(({ goal }) => goal.kind === 'SEARCH' && QUOTED_AND_MORE.test(goal.query))) return true;
  return fills.length === 1 && fills.every(({ every }) => every !== true) && namesBothFields(order);
}
const QUOTED_AND_MORE = /^(?:"[^"]*"|“[^”]*”)\s*[^\s.!]/u;
const namesBothFields = (order: string): boolean =>
  tokensOf(order).some(
    ({ folded }, at, all) =>
      actOf(folded) === 'BOTH' && all.slice(at + 1, at + 4).some((next) => kindOf(next.folded) === 'FIELD'),
  );

/** Each clause that the grammar does not know by itself, where it comes to one goal. `known`: what was read of them before. */
function singleReading(
  said: readonly Said[],
  order: string,
  outline: Outline | null,
  known: readonly (Goal | null)[],
): Reading {
  const read = said.map(({ goal, clause }, at): Goal | null => {
    if (known[at] != null) return known[at];
    const goals =
      outline !== null && goal.kind === 'NOT_UNDERSTOOD' && isVerbatim(clause, order)
        ? readByPage(clause, outline)
        : null;
    return goals?.length === 1 ? (goals[0] ?? null) : null;
  });
  return {
    said: said.map((one, at) => ({ ...one, goal: read[at] ?? one.goal })),
    byPage: read.map((goal) => goal !== null),
    clauses: said.map(({ clause }) => clause),
    ...(read.some((goal) => goal !== null) ? { kept: keep({ whole: false, goals: read }, order) } : {}),
  };
}

/** A clause in the grammar's own words is no longer what the person said: "aus" may be "from" in it. */
const isVerbatim = (clause: string, order: string): boolean =>
  order.toLowerCase().includes(clause.trim().toLowerCase());

/**
 * All of the order by the page's names, each goal with the clause that it serves; else its gist. `null`: neither, or something was done
 * already but looked for.
 */
export function wholeReading(
  said: readonly Said[],
  order: string,
  outline: Outline,
  memory: Memory,
): Reading | null {
  if (!isUntouched(memory)) return null;
  const read = isBarred(memory, order) ? null : explainedReading(said, order, outline);
  if (read !== null) return read;
  // Of one step of several a word elsewhere may take back what it says.
  const gist = memory.intent !== order && isRefused(memory.intent) ? null : gistOf(order, outline);
  return gist === null ? null : inGist(said, gist, order);
}

const TELLS =
  /(?<!\p{L})(?:i|we|you|it|he|she|they|there|that|this|is|are|was|were|am|has|have|had|will|would|can|could|should|must|ich|wir|ist|sind|bin|habe|hat|wird|soll|yo|es|son|está|hay|tengo|quiero)(?!\p{L})/iu;

/** All of it by the page's names, each goal with the clause that it serves. */
export function explainedReading(said: readonly Said[], order: string, outline: Outline): Reading | null {
  const goals = readByPage(order, outline);
  return goals === null ? null : carriedOn(said, { whole: true, goals }, order);
}

/** Each goal with the clause that it is likeliest for. */
function inGist(said: readonly Said[], orders: readonly string[], order: string): Reading | null {
  const goals = orders.flatMap(parseGoals);
  if (goals.length < orders.length || goals.some(({ kind }) => kind === 'NOT_UNDERSTOOD')) return null;
  const clauses = said.map(({ clause }) => clause);
  const described = goals.map(describeGoal);
  // Beside orders that are understood, one that nothing is made of is not dropped; a sentence that only tells may be.
  const isDropped = ({ goal, clause }: Said): boolean =>
    goal.kind === 'NOT_UNDERSTOOD' &&
    !TELLS.test(clause) &&
    described.every((one) => coverage(one, clause) === 0);
  if (said.length > 1 && said.some(isDropped)) return null;
  return {
    said: goals.map((goal) => ({
      goal,
      clause: servedBy(describeGoal(goal), clauses) ?? clauses[0] ?? order,
    })),
    byPage: goals.map(() => true),
    clauses,
    kept: keepGist(orders, order),
    isGist: true,
  };
}

/** `null`: a clause that no goal serves, or a goal that serves none; what shows the one never shows another. */
function carriedOn(said: readonly Said[], kept: Kept, order: string): Reading | null {
  const { goals } = kept;
  const byPage = goals.map((goal) => goal !== null);
  const clauses = said.map(({ clause }) => clause);
  const served = goals.flatMap((goal): Said[] => {
    const clause = goal === null ? undefined : servedBy(describeGoal(goal), clauses);
    return goal === null || clause === undefined ? [] : [{ goal, clause }];
  });
  const isWhole =
    served.length === goals.length &&
    clauses.every((clause) => isAside(clause) || served.some((one) => one.clause === clause));
  if (!isWhole) return null;
  return {
    said: served,
    byPage,
    clauses,
    kept: keep(kept, order),
  };
}

/** Which of the clauses a reading that was kept holds whole, by this page and the person's words: each of them a plain request. */
export function clausesHeld(
  kept: string,
  said: readonly Said[],
  order: string,
  outline: Outline,
): readonly string[] {
  const back = readBack(kept, order);
  if (back === null || !isPlain(order)) return [];
  const holds = (words: string, goals: readonly (Goal | null)[]): boolean => {
    const read = readByPage(words, outline, true);
    // As it is read back, so that the two are written the same way.
    const again = read === null ? null : readBack(keep({ whole: true, goals: read }), words);
    return again !== null && JSON.stringify(again.goals) === JSON.stringify(goals);
  };
  if (back.whole)
    return holds(order, back.goals) && carriedOn(said, back, order) !== null
      ? said.map(({ clause }) => clause)
      : [];
  return said.flatMap(({ clause }, at) =>
    isVerbatim(clause, order) && isPlain(clause) && holds(clause, [back.goals[at] ?? null]) ? [clause] : [],
  );
}

const servedBy = (goal: string, clauses: readonly string[]): string | undefined =>
  clauses
    .map((clause) => ({ clause, score: coverage(goal, clause) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)[0]?.clause;

/** A word of the whole intent may take back what one step of it says. */
const isBarred = ({ intent }: Memory, order: string): boolean => isRefused(order) || isRefused(intent);

/** Another reading may begin: nothing was done yet but looked for. */
const isUntouched = (memory: Memory): boolean =>
  ownSteps(memory).every(
    ({ proposal, outcome }) =>
      proposal.action === 'WAIT' ||
      proposal.action === 'SCROLL' ||
      outcome === 'failed' ||
      proposal.reasoning.includes(', on the way: '),
  );

export const markOf = ({ byPage }: Reading, at: number): string => (byPage[at] === true ? BY_PAGE : '');

export const keptOf = ({ kept }: Reading): Pick<Proposal, 'reading'> =>
  kept === undefined ? {} : { reading: kept };
