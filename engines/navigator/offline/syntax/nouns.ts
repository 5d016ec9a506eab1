// Words that noun phrases are made of: kinds of things, colours, extremes, and the small words that belong to clauses. Pure.
// INVARIANT: a table of everyday English; nothing here names a site, a product or a task.
import { ordinalAt } from '#engines/navigator/offline/words/numbers.ts';
import { isCapital, isName, isNumber, isQuote, lowsOf, type Tokens } from './tokens.ts';

export type NounKind = 'PRESSED' | 'TAB' | 'BOX' | 'LIST' | 'FIELD' | 'GROUP' | 'SLIDER' | 'MAIL' | 'OTHER';
const KINDS: Readonly<Record<NounKind, string>> = {
  PRESSED:
    'button|link|hyperlink|text link|icon|symbol|push button|circle|square|triangle|rectangle|shape|result|search result|hit|entry|item|card|element|picture|image',
  TAB: 'tab',
  BOX: 'checkbox|check box|tick box|tickbox|switch|toggle',
  LIST: 'list|dropdown|drop-down|drop down|dropdown list|drop-down list|drop-down menu|dropdown menu|list box|listbox|select|select box|combo box|combobox|scroll list|options|choices',
  FIELD:
    'field|text field|text box|textbox|input|input field|text input|text area|textarea|input box|password field|box|editor|search field|search box|area',
  GROUP: 'section|group|panel|dialog|dialog box|pop-up|popup|row|line|table|column|menu|post|form|tree',
  SLIDER: 'slider|calendar|colour picker|color picker|date picker|spinner|wheel|picker',
  MAIL: 'email|e-mail|mail|message',
  OTHER:
    'file|page|number|option|radio button|radio|choice|word|one|thing|paragraph|person|product|user|contact',
};
const plural = (words: string): string =>
  /(?:x|s|sh|ch)$/.test(words)
    ? `${words}es`
    : /[^aeiou]y$/.test(words)
      ? `${words.slice(0, -1)}ies`
      : `${words}s`;
const KIND_OF: ReadonlyMap<string, { readonly kind: NounKind; readonly one: string }> = new Map(
  Object.keys(KINDS).flatMap((key) => {
    const kind = (
      ['PRESSED', 'TAB', 'BOX', 'LIST', 'FIELD', 'GROUP', 'SLIDER', 'MAIL', 'OTHER'] as const
    ).find((one) => one === key);
    return kind === undefined
      ? []
      : KINDS[kind]
          .split('|')
          .flatMap((one) => [[one, { kind, one }] as const, [plural(one), { kind, one }] as const]);
  }),
);
export const kindOf = (tokens: Tokens): NounKind | null => KIND_OF.get(lowsOf(tokens))?.kind ?? null;
export const isKind = (tokens: Tokens): boolean => kindOf(tokens) !== null && !tokens.some(isCapital);
/** "boxes": box. */
export const singular = (words: string): string => KIND_OF.get(words.toLowerCase())?.one ?? words;

/** The kind that a phrase is of: by its last words, or its first ("button Save"). */
export function headKind(tokens: Tokens): NounKind | null {
  for (const size of [3, 2, 1]) {
    if (tokens.length < size) continue;
    const last = tokens.slice(-size);
    if (!last.some(isCapital) && kindOf(last) !== null) return kindOf(last);
  }
  for (const size of [3, 2, 1]) {
    if (tokens.length <= size) continue;
    const first = tokens.slice(0, size);
    if (!first.some(isCapital) && kindOf(first) !== null) return kindOf(first);
  }
  return null;
}

export const COLOURS: ReadonlySet<string> = new Set(
  'red orange yellow green blue purple violet pink black white grey gray brown cyan magenta turquoise'.split(
    ' ',
  ),
);
const EXTREMES: Readonly<Record<string, string>> = {
  largest: 'largest',
  biggest: 'largest',
  greatest: 'largest',
  larger: 'largest',
  bigger: 'largest',
  greater: 'largest',
  highest: 'largest',
  higher: 'largest',
  smallest: 'smallest',
  smaller: 'smallest',
  tiniest: 'smallest',
  lowest: 'smallest',
  lower: 'smallest',
  lesser: 'smallest',
  cheapest: 'cheapest',
  'least expensive': 'cheapest',
  cheaper: 'cheapest',
  dearest: 'most expensive',
  priciest: 'most expensive',
  'most expensive': 'most expensive',
  newest: 'newest',
  latest: 'newest',
  'most recent': 'newest',
  oldest: 'oldest',
  heaviest: 'heaviest',
  shortest: 'shortest',
  longest: 'longest',
};
export const extremeOf = (tokens: Tokens): string | null => EXTREMES[lowsOf(tokens)] ?? null;
const LAST: ReadonlySet<string> = new Set(['final', 'bottommost', 'very last', 'very final', 'rearmost']);
export const ordinalOf = (tokens: Tokens): string | null => {
  const said = lowsOf(tokens).replace(/^very /, '');
  if (LAST.has(said)) return 'last';
  return ordinalAt(said) === null ? null : said;
};

/** Words of a clause: a phrase for a thing has none of them in small letters. */
const OF_CLAUSES: ReadonlySet<string> = new Set(
  'should must shall ought is are was were be been being am will would can could may might do does did has had have please then i we you me us he she they if when once until till so also afterwards finally want wants need needs whether what who whom how why because while than not it that which whose where there thanks just only instead anyway still already hit press click tick untick choose select enter type put let get gets goes go belongs without lastly secondly firstly before after off to into onto as those via upon across nothing none everything twice thrice times'.split(
    ' ',
  ),
);
export const isOfClause = (low: string): boolean => OF_CLAUSES.has(low);

/** What something is called: quotations, capitals, numbers, and small words between capitals. */
export function isNameSpan(tokens: Tokens): boolean {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined || tokens.length > 6) return false;
  if (tokens.length > 1 && tokens.some(isQuote)) return false;
  return (
    isName(first) &&
    (isName(last) || tokens.some((token, i) => i > 0 && !/^\p{Ll}+$/u.test(token.text))) &&
    tokens.every(
      (token) => isName(token) || /^(?:of|the|and|for|to|a|in|on|&|de|du|la|['’]s)$/.test(token.low),
    )
  );
}
/** A name, or up to three small words that are one. */
export const isLooseName = (tokens: Tokens): boolean =>
  isNameSpan(tokens) ||
  (tokens.length <= 3 &&
    !tokens.some(({ text }) => text === 'and' || text === 'or') &&
    tokens.every(
      ({ text, low }) => (/^[\p{L}][\p{L}'-]*$/u.test(text) && !isOfClause(low)) || isNumber({ text, low }),
    ) &&
    !/^(?:the|a|an|my|and|of|in|on|for|to|with|by|from)$/.test(tokens.at(-1)?.low ?? '') &&
    !/^(?:the|my|of|in|on|for|to|with|by|from)$/.test(tokens[0]?.low ?? ''));
