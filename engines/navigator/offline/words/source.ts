// Values that an intent does not say but asks to be read or reckoned: "the sum of A and B", "the 2nd word of the text",
// "three days after the invoice date". Pure; what such a phrase means on a page is `evaluate.ts`.
import { changeOf, type Change } from './changes.ts';
import { countOf, ordinalAt } from './numbers.ts';
import { stripArticles } from './selectors.ts';

export type Source =
  /** What stands at a label, in a cell, in a field. */
  | { readonly kind: 'PLACE'; readonly phrase: string }
  | { readonly kind: 'WORD'; readonly nth: number; readonly phrase: string }
  /** The nth of a list, whole. */
  | { readonly kind: 'ENTRY'; readonly nth: number }
  | { readonly kind: 'SUM' | 'DIFFERENCE' | 'PRODUCT' | 'AVERAGE'; readonly phrase: string }
  | { readonly kind: 'COUNT'; readonly phrase: string }
  /** The problem that the page poses. */
  | { readonly kind: 'SOLVE' }
  | { readonly kind: 'DAYS'; readonly days: number; readonly after: string }
  /** A value, written another way: "in upper case", "without the spaces". */
  | { readonly kind: 'CHANGED'; readonly how: Change; readonly of: Source }
  /** What an earlier step read. */
  | { readonly kind: 'REMEMBERED'; readonly phrase: string };

const UNITS: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14 };

/** `null` for a plain value. `reckoned`: the verb before it says that it is one. */
export function parseSource(text: string): Source | null {
  const phrase = text
    .trim()
    .replace(/^(?:the )?(?:result|value|answer) of (?=(?:the )?(?:sum|difference|product)\b)/i, '');
  const changed = changeOf(phrase);
  const before = changed === null ? null : parseSource(changed.of);
  if (/^(?:the )?value of [a-zA-Z]$/.test(phrase)) return { kind: 'SOLVE' };
  if (changed !== null && before !== null) return { kind: 'CHANGED', how: changed.how, of: before };
  const days =
    /^(?:the (?:date|day) )?(\S+) (days?|weeks?|fortnights?) (after|before|from|later than|earlier than) (.+)$/i.exec(
      phrase,
    );
  const many = days === null ? null : countOf(days[1] ?? '');
  if (days !== null && many !== null) {
    const unit = UNITS[(days[2] ?? '').toLowerCase().replace(/s$/, '')] ?? 1;
    const sign = /before|earlier/i.test(days[3] ?? '') ? -1 : 1;
    return { kind: 'DAYS', days: sign * many * unit, after: stripArticles(days[4] ?? '') };
  }
  const word = /^(?:the )?(\S+) word (?:of|in|from) (.+)$/i.exec(phrase);
  const nth = word === null ? null : ordinalAt(word[1] ?? '');
  if (word !== null && nth !== null) return { kind: 'WORD', nth, phrase: stripArticles(word[2] ?? '') };
  const entry = /^(?:the )?(\S+) entry of the list$/i.exec(phrase);
  const place = entry === null ? null : ordinalAt(entry[1] ?? '');
  if (place !== null) return { kind: 'ENTRY', nth: place };
  const sum = /^(?:the )?(sum|total|difference|product|average|mean)(?: (?:of|between)) (.+)$/i.exec(phrase);
  if (sum !== null) return { kind: reckoning(sum[1] ?? ''), phrase: stripArticles(sum[2] ?? '') };
  const count =
    /^(?:the )?(?:number|count) of ((?:\S+ ){0,3}(?:items|rows|entries|circles|squares|rectangles|triangles|links|buttons|results|people|times)\b.*)$/i.exec(
      phrase,
    );
  if (count !== null) return { kind: 'COUNT', phrase: count[1] ?? '' };
  if (
    /^(?:it|them|that|this|those|(?:the|your|its) (?:result|answer|solution|total|sum|value|number|text|word|date))$/i.test(
      phrase,
    )
  )
    return { kind: 'REMEMBERED', phrase: stripArticles(phrase) };
  if (/^(?:the |its |their )/i.test(phrase) || /(?:'s|s') \S/.test(phrase))
    return { kind: 'PLACE', phrase: stripArticles(phrase.replace(/^(?:its|their) /i, '')) };
  return null;
}

function reckoning(word: string): 'SUM' | 'DIFFERENCE' | 'PRODUCT' | 'AVERAGE' {
  switch (word.toLowerCase()) {
    case 'difference':
      return 'DIFFERENCE';
    case 'product':
      return 'PRODUCT';
    case 'average':
    case 'mean':
      return 'AVERAGE';
    default:
      return 'SUM';
  }
}

/** "the value of k", "x": the letter that a problem asks for. */
const UNKNOWN = /^(?:the )?(?:value of )?["“]?[a-zA-Z]["”]?$/;

/** A clause that gets hold of a value which the next clause places: "copy X", "work out the problem", "add up X". */
export function takesValue(clause: string): Source | null {
  if (/^(?:solve|work out|calculate|compute|evaluate)\b/i.test(clause)) {
    const what = clause.replace(/^(?:solve|work out|calculate|compute|evaluate)\s*/i, '');
    const source = parseSource(what);
    return source === null || source.kind === 'PLACE' || source.kind === 'REMEMBERED'
      ? { kind: 'SOLVE' }
      : source;
  }
  const add = /^(?:add up|sum up|total(?: up)?|add together) (.+)$/i.exec(clause);
  if (add !== null) return { kind: 'SUM', phrase: stripArticles(add[1] ?? '') };
  const many = /^(?:how many (.+?)(?: are there| there are)?|count (.+))$/i.exec(clause);
  if (many !== null) return { kind: 'COUNT', phrase: stripArticles(many[1] ?? many[2] ?? '') };
  const take = /^(?:copy|cut|find|read|look up|note(?: down)?|remember|get|take|memori[sz]e) (.+)$/i.exec(
    clause,
  );
  if (take === null) return null;
  if (UNKNOWN.test(take[1] ?? '')) return { kind: 'SOLVE' };
  const source = parseSource(take[1] ?? '');
  return source?.kind === 'REMEMBERED'
    ? null
    : (source ?? { kind: 'PLACE', phrase: stripArticles(take[1] ?? '') });
}

export const describeSource = (source: Source): string => {
  switch (source.kind) {
    case 'PLACE':
    case 'REMEMBERED':
      return source.phrase;
    case 'ENTRY':
      return `entry ${source.nth} of the list`;
    case 'WORD':
      return `word ${source.nth} of ${source.phrase}`;
    case 'COUNT':
      return `number of ${source.phrase}`;
    case 'SOLVE':
      return 'the problem';
    case 'CHANGED':
      return `${describeSource(source.of)}, ${source.how.toLowerCase().replace('_', ' ')}`;
    case 'DAYS':
      return `${source.days} days after ${source.after}`;
    case 'SUM':
    case 'DIFFERENCE':
    case 'PRODUCT':
    case 'AVERAGE':
      return `${source.kind.toLowerCase()} of ${source.phrase}`;
  }
};
