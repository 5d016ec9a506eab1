// Where the task stands, read from its memory. INVARIANT: the navigator keeps no state of its own; the same observation and
// memory give the same proposal. Each proposal's reasoning begins with the step that it is for, and that is read back here.
import type { Memory, MemoryEntry, Proposal } from '#engines/navigator/contract.ts';

const TAG = /^step (\d+) of (\d+)(, on the way)?: /;

export type Tried = {
  readonly entry: MemoryEntry;
  /** Index of the goal that the step was for. */
  readonly goal: number;
  /** A step towards the goal that does not reach it by itself, or one whose effect is seen not to have come. */
  readonly onTheWay: boolean;
};

export const tag = (goal: number, goals: number, onTheWay: boolean): string =>
  `step ${goal + 1} of ${goals}${onTheWay ? ', on the way' : ''}: `;

export const isTaggedOnTheWay = (reasoning: string): boolean => TAG.exec(reasoning)?.[3] !== undefined;

/**
 * The steps of the subtask at hand: those behind the last DONE whose words name one of its goals (a gateway may keep the
 * steps of earlier subtasks without their DONE).
 */
export function triedSteps(
  memory: Memory,
  goals: readonly string[],
  isUndone: (goal: number, entry: MemoryEntry) => boolean = () => false,
): readonly Tried[] {
  const start = memory.entries.findLastIndex((entry) => entry.proposal.action === 'DONE') + 1;
  return memory.entries.slice(start).flatMap((entry) => {
    const match = TAG.exec(entry.proposal.reasoning);
    if (match === null) return [];
    const at = Number(match[1]) - 1;
    const words = goals[at];
    const ours =
      Number(match[2]) === goals.length &&
      words !== undefined &&
      entry.proposal.reasoning.slice(match[0].length).startsWith(words);
    return ours ? [{ entry, goal: at, onTheWay: match[3] !== undefined || isUndone(at, entry) }] : [];
  });
}

/** The first goal that is not reached: behind every goal whose last step worked. */
export function currentGoal(tried: readonly Tried[]): number {
  return tried.reduce(
    (at, step) => Math.max(at, !step.onTheWay && worked(step.entry) ? step.goal + 1 : step.goal),
    0,
  );
}

/** A step that only looks for the thing, or clears the way to it: what came of it shows nothing of the goal. */
export const isSearching = ({ proposal }: MemoryEntry): boolean => SEARCHING.test(proposal.reasoning);
const SEARCHING =
  /: (?:it may (?:stand|need)|such things usually stand|more of the page lies)|may stand (?:behind|further on|on the next page|in )|lies? in the way|what lies over it|opens (?:its (?:list|calendar)|the menu)/;

/** Reading changes nothing on a page: it has worked all the same. */
const worked = (entry: MemoryEntry): boolean =>
  entry.outcome === 'done' || (entry.outcome === 'unchanged' && entry.proposal.action === 'EXTRACT');

/** Whether this very step was made before without moving anything: it is not made again. */
export function isSpent(
  tried: readonly Tried[],
  url: string,
  action: Proposal['action'],
  role: string,
  name: string,
): boolean {
  return tried.some(
    ({ entry }) =>
      entry.proposal.action === action &&
      entry.element?.role === role &&
      entry.element.name === name &&
      (entry.outcome !== 'done' || entry.url === url),
  );
}
