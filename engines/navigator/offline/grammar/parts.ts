// What the rules of the grammar share: a rule's shape, phrases and values of a clause, a field with its value.
// INVARIANT: only the person's words become goals; what is in quotes is never grammar.
import type { Unmask } from '#engines/navigator/offline/words/clauses.ts';
import { parseDay, parseTime } from '#engines/navigator/offline/words/dates.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { changed, changeOf } from '#engines/navigator/offline/words/changes.ts';
import { countOf } from '#engines/navigator/offline/words/numbers.ts';
import { parseSource, type Source } from '#engines/navigator/offline/words/source.ts';
import { stripArticles, unquote } from '#engines/navigator/offline/words/selectors.ts';

export type Rule = readonly [RegExp, (groups: readonly string[], unmask: Unmask) => readonly Goal[] | null];

export const Q = '\uE000\\d+\uE001';
export const isQuoted = (text: string): boolean => new RegExp(`^${Q}$`).test(text.trim());
export const literal = (text: string, unmask: Unmask): string => unquote(unmask(text.trim()));
/** A phrase for an element: quotes stay where they are part of a longer one. */
export const phrase = (text: string, unmask: Unmask): string =>
  isQuoted(text) ? literal(text, unmask) : unmask(stripArticles(text)).trim();

const FIELD_WORD =
  /\s*\b(?:text ?|input ?|number ?|date ?|time ?|password ?)?(?:fields?|box(?:es)?|inputs?|text ?box(?:es)?)$/i;
export const fieldPhrase = (text: string, unmask: Unmask): string => {
  const bare = phrase(text, unmask).replace(/^(?:number|amount|value|count) of (?:the )?/i, '');
  const related =
    /\b(?:in|under|next to|beside|below|above|of|for|labelled|labeled|called|named)\b|^\S*(?:st|nd|rd|th|first|second|third|last)\b/i.test(
      bare,
    );
  return related
    ? bare
    : bare
        .replace(FIELD_WORD, '')
        .replace(/^(?:field|box|text ?box|input)\s+(?=\S)/i, '')
        .trim();
};

/** A value that is said, written as the words behind it say: `"Ana" in upper case`. */
function saidValue(text: string, unmask: Unmask): string | null {
  if (isQuoted(text)) return literal(text, unmask);
  const change = changeOf(text);
  return change !== null && (isQuoted(change.of) || /^[^\s]+$/.test(change.of))
    ? changed(literal(change.of, unmask), change.how)
    : null;
}

/** "set the dropdown to X": the only one there is has no name of its own. */
const A_LIST = /^(?:the |this )?(?:drop-?down|select|combo ?box|list ?box)(?: list| menu| box)?$/i;

export function fillOf(field: string, text: string, unmask: Unmask): Goal {
  if (A_LIST.test(field.trim())) return { kind: 'CHOOSE', option: unmask(text), field: null, apply: false };
  const said = saidValue(text, unmask);
  const source: Source | null = said === null ? parseSource(unmask(text)) : null;
  const every = /^(?:both|all|each|every)\b/i.test(field.trim());
  const where = fieldPhrase(
    every ? field.trim().replace(/^(?:both|all|each|every)\s+(?:of\s+)?(?:the\s+)?/i, '') : field,
    unmask,
  );
  return {
    kind: 'FILL',
    field: /^(?:fields?|form|text|it|editor)$/i.test(where) && !/^editor$/i.test(where) ? '' : where,
    value: said ?? (source === null ? inDigits(literal(text, unmask)) : ''),
    ...(source === null ? {} : { from: source }),
    ...(every ? { every: true as const } : {}),
  };
}

/** "seven" where nothing is quoted is a number. */
const inDigits = (value: string): string => {
  const count = /^\p{Ll}{3,}(?:[- ]\p{Ll}+)?$/u.test(value) ? countOf(value) : null;
  return count === null ? value : String(count);
};

export const press = (what: string, more: Partial<Extract<Goal, { kind: 'PRESS' }>> = {}): Goal => ({
  kind: 'PRESS',
  what,
  ...more,
});
/** Who says "order" wants it ordered: the control that does so is pressed last. */
export const ordered = (verb: string, goals: readonly Goal[]): readonly Goal[] =>
  /^order$/i.test(verb) ? [...goals, press('order', { implied: true })] : goals;
export const check = (what: string, on: boolean): Goal => ({ kind: 'CHECK', what, on, apply: false });

/** `A as x, B as y and C as z`, `x to A, y to B`: pairs, the last with its tail. */
export function pairs(text: string, joint: RegExp): readonly (readonly [string, string])[] | null {
  const parts = text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i);
  const split = parts.map((part) => part.split(joint));
  return parts.length > 1 && split.every((two) => two.length === 2)
    ? split.map(([a = '', b = '']) => [a, b] as const)
    : null;
}

/** One value without quotes: a word, a number, a date, a time, a colour. */
export const isValue = (text: string): boolean =>
  isQuoted(text) ||
  /^\S+$/.test(changeOf(text)?.of ?? '') ||
  /^\S+$/.test(text.trim()) ||
  parseDay(text) !== null ||
  parseTime(text) !== null ||
  countOf(text) !== null;

export const ENTER = '(?:enter|type|write|put|input|insert|paste)';

/** After "check": something to be found out, and no box. */
export const isQuestion = (what: string): boolean =>
  /^(?:whether|if|what|how|when|out)\b|\bof (?:my|the)\b|'s\b|\b(?:status|price|balance|total|stock|availability)\b/i.test(
    what,
  );
