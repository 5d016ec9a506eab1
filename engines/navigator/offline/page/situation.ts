// What the pursuit of a goal gets to see, and the few things that it may answer.
import { coverage, normalise, similarity } from '#engines/language.ts';
import type { NavigatorActionType } from '#policy/language/vocabulary.ts';
import type { ExtractedFact, Memory, Observation } from '#engines/navigator/contract.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';
import { handleOf, inFrame, type Item, type Outline } from './outline.ts';
import { isSpent, type Tried } from './progress.ts';
import { recordsOf, type PageRecord } from './records.ts';
import type { Seen } from './seen.ts';

export type Situation = {
  readonly observation: Observation;
  readonly outline: Outline;
  readonly memory: Memory;
  readonly goals: readonly Goal[];
  readonly index: number;
  /** Steps made for the goal at hand. */
  readonly tried: readonly Tried[];
};

export type Move =
  | {
      readonly kind: 'ACT';
      readonly action: Extract<NavigatorActionType, 'CLICK' | 'TYPE' | 'SCROLL' | 'WAIT' | 'EXTRACT'>;
      readonly item: Item | null;
      readonly text: string | null;
      readonly confidence: number;
      readonly why: string;
      readonly onTheWay: boolean;
      readonly facts?: readonly ExtractedFact[];
    }
  /** The goal is reached; nothing to do. Without `seen`, what its own steps came to speaks for it. */
  | { readonly kind: 'REACHED'; readonly confidence: number; readonly seen?: Seen }
  | {
      readonly kind: 'ANSWER';
      readonly answer: string;
      readonly facts: readonly ExtractedFact[];
      readonly confidence: number;
      readonly why: string;
    }
  /** No way on: what help is needed. */
  | { readonly kind: 'STUCK'; readonly need: string };

/** Nothing that this navigator knows helps; `need` says what would. */
export const stuck = (need: string): Move => ({ kind: 'STUCK', need });
/**
 * The goal is reached, seen by this. Without it the steps made for the goal have to show it: where none was made or none had
 * an effect, the task does not end as done.
 */
export const reached = (confidence: number, seen?: Seen): Move =>
  seen === undefined ? { kind: 'REACHED', confidence } : { kind: 'REACHED', confidence, seen };

export const click = (item: Item, confidence: number, why: string, onTheWay: boolean): Move => ({
  kind: 'ACT',
  action: 'CLICK',
  item,
  text: null,
  confidence,
  why,
  onTheWay,
});

export const type = (item: Item, text: string, confidence: number, why: string, onTheWay: boolean): Move => ({
  kind: 'ACT',
  action: 'TYPE',
  item,
  text,
  confidence,
  why,
  onTheWay,
});

/** A step with a manner (`hover`, `key:Enter`, …) or without. */
export const act = (
  action: Extract<Move, { kind: 'ACT' }>['action'],
  item: Item | null,
  text: string | null,
  confidence: number,
  why: string,
  onTheWay: boolean,
): Move => ({ kind: 'ACT', action, item, text, confidence, why, onTheWay });

export const spent = (situation: Situation, action: 'CLICK' | 'TYPE', item: Item): boolean =>
  [item, handleOf(item)].some(({ node }) =>
    isSpent(situation.tried, situation.observation.url, action, node.role, node.name),
  );

/** This very element was pressed for the goal at hand and moved nothing: it is not pressed again. */
export const failedOn = (situation: Situation, item: Item): boolean =>
  situation.tried.some(
    ({ entry }, at) =>
      entry.outcome !== 'done' &&
      // What lay over it may be gone since.
      !(
        /covered/.test(entry.note) &&
        situation.tried.slice(at + 1).some(({ entry: later }) => later.outcome === 'done')
      ) &&
      [item, handleOf(item)].some(
        ({ node }) => entry.proposal.ref === node.ref && entry.element?.name === node.name,
      ),
  );

const SEARCHED = /\b(search|results?|find|query)\b/;

/** The page is about this one thing: its heading says so and says little else, and it is no list of search results. */
export function isAbout(outline: Outline, phrase: string): boolean {
  const { subject } = outline;
  if (SEARCHED.test(normalise(subject)) && !SEARCHED.test(normalise(phrase))) return false;
  return similarity(phrase, subject) >= 0.85;
}

/** The words of the address: path and query, for pages whose heading says little. */
export function addressWords(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null
    ? ''
    : `${parsed.pathname} ${[...parsed.searchParams.values()].join(' ')}`.replace(/[/_.-]+/g, ' ');
}

/** The page lists such things: its heading, or what was searched for. */
export const lists = (situation: Situation, phrase: string): boolean =>
  phrase === '' ||
  coverage(phrase, `${situation.outline.subject} ${addressWords(situation.observation.url)}`) >= 0.85;

export const mainRecords = (outline: Outline): readonly PageRecord[] =>
  recordsOf(outline).filter((record) => !inFrame(record.item));

/** The noun that the goals before were about: "search for X and tell me the cheapest". */
export function inheritedNoun(situation: Situation): string {
  const own = nounBefore(situation.goals, situation.index);
  if (own !== '') return own;
  const { intent, subtask } = situation.memory;
  const before = intent.slice(0, Math.max(0, intent.indexOf(subtask)));
  const goals =
    before === '' ? [] : parseGoals(before.replace(/[\s,;]*(?:\band\b\s*)?\bthen\s*$|[\s,;]+$/i, ''));
  return nounBefore(goals, goals.length);
}

function nounBefore(goals: readonly Goal[], index: number): string {
  for (let i = index - 1; i >= 0; i--) {
    const goal = goals[i];
    if (goal?.kind === 'SEARCH') return goal.query;
    if (goal?.kind === 'OPEN' && goal.what.noun !== '' && goal.what.by === null) return goal.what.noun;
  }
  return '';
}

export const hostWords = (url: string): string => (URL.parse(url)?.hostname ?? '').replace(/[.-]/g, ' ');
