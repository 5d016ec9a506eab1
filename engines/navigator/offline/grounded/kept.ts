// A reading by the page's names as it is kept with the steps that it makes, so that it stays the same while the page changes.
// INVARIANT: what is read back is the person's words: a name or value that does not stand in the order makes it no reading.
import { parseDay } from '#engines/navigator/offline/words/dates.ts';
import type { Goal, GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { fold } from './said/words.ts';

export type Kept = { readonly whole: boolean; readonly goals: readonly (Goal | null)[] };

/** Whether it was kept for this order: the steps of another part of the same task are in the memory as well. */
export const isKeptFor = (text: string, order: string): boolean => {
  const of = part(parsedJson(text), 'of');
  return of === undefined || of === order;
};

export const keep = (kept: Kept, of?: string): string => JSON.stringify({ ...kept, of });

/** A reading by the gist alone: orders in the grammar's own words. */
export const keepGist = (orders: readonly string[], of: string): string =>
  JSON.stringify({ gist: orders, of });

/** No more than the gist of an order is carried out: whatever binds waits for a person's own words. */
export const isOnlyGist = (text: string): boolean => part(parsedJson(text), 'gist') !== undefined;

/** `undefined`: it is none; `null`: a name in it does not stand in the order. */
export function gistBack(text: string, order: string): readonly string[] | null | undefined {
  const gist: unknown = part(parsedJson(text), 'gist');
  if (gist === undefined) return undefined;
  if (!Array.isArray(gist)) return null;
  const said = squeezed(order);
  const orders: string[] = [];
  for (const one of gist) {
    if (typeof one !== 'string' || !quotedIn(one).every((words) => isSaid(words, said))) return null;
    orders.push(one);
  }
  return orders;
}

export function readBack(text: string, order: string): Kept | null {
  const kept = parsedJson(text);
  const given: unknown = part(kept, 'goals');
  const whole: unknown = part(kept, 'whole');
  if (!Array.isArray(given) || typeof whole !== 'boolean') return null;
  const said = squeezed(order);
  const goals: (Goal | null)[] = [];
  for (const one of given) {
    const goal = one === null ? null : goalOf(one);
    if (one !== null && (goal === null || !wordsOf(goal).every((words) => isSaid(words, said)))) return null;
    goals.push(goal);
  }
  return { whole, goals };
}

const part = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;

/** Of the kinds that a reading by the page makes; `null` for anything else. */
function goalOf(given: unknown): Made | null {
  const text = (name: string): string => {
    const value = part(given, name);
    return typeof value === 'string' ? value : '';
  };
  const orNull = (name: string): string | null => (part(given, name) === null ? null : text(name));
  const on = part(given, 'on') === true;
  switch (text('kind')) {
    case 'PRESS':
      return {
        kind: 'PRESS',
        what: text('what'),
        ...(text('of') === '' ? {} : { of: text('of') }),
        ...(text('how') === 'DOUBLE' ? { how: 'DOUBLE' } : {}),
      };
    case 'FILL':
      return {
        kind: 'FILL',
        field: text('field'),
        value: text('value'),
        ...(part(given, 'every') === true ? { every: true } : {}),
      };
    case 'CHECK':
      return { kind: 'CHECK', what: text('what'), on, apply: false };
    case 'CHECK_ALL':
      return { kind: 'CHECK_ALL', on, except: orNull('except'), what: '' };
    case 'CHOOSE':
      return { kind: 'CHOOSE', option: text('option'), field: orNull('field'), apply: false };
    case 'DRAG':
      return { kind: 'DRAG', what: text('what'), to: text('to') };
    default:
      return null;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Names stand in quotes, and the rest of such a phrase is the grammar's own. */
type Made = GoalOf<'PRESS' | 'FILL' | 'CHECK' | 'CHECK_ALL' | 'CHOOSE' | 'DRAG'>;
function wordsOf(goal: Made): readonly string[] {
  switch (goal.kind) {
    case 'PRESS':
      return [...named(goal.what), goal.of ?? ''];
    case 'FILL':
      return [...named(goal.field), goal.value];
    case 'CHECK':
      return named(goal.what);
    case 'CHECK_ALL':
      return named(goal.except ?? '');
    case 'CHOOSE':
      return [...named(goal.option), ...named(goal.field ?? '')];
    case 'DRAG':
      return [...named(goal.what), goal.to];
  }
}
const quotedIn = (phrase: string): readonly string[] =>
  [...phrase.matchAll(/“([^”]*)”/gu)].map((match) => match[1] ?? '');
const named = (phrase: string): readonly string[] => {
  const quoted = quotedIn(phrase);
  return quoted.length > 0 ? quoted : [phrase];
};
const squeezed = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');
/** A day is written anew in the field's own way. */
const isSaid = (words: string, said: string): boolean =>
  said.includes(squeezed(words)) ||
  (parseDay(words) !== null && (words.match(/\d+/gu) ?? []).every((figure) => said.includes(figure)));
