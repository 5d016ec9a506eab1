// "the cheapest mouse", "my latest order", "the second result", "the thread about X": noun phrases to selectors. Pure.

export type OrderingKey = 'PRICE' | 'RATING' | 'DATE' | 'NUMBER';

export type Ordering = {
  readonly key: OrderingKey;
  readonly direction: 'MIN' | 'MAX';
  /** NUMBER: the column or label that is compared. */
  readonly field: string | null;
  /** The word of the intent, for the answer. */
  readonly word: string;
};

/** Which thing: "the cheapest mouse", "the second result", "the thread about wrist rests". */
export type Selector = {
  /** `''`: what the goals before were about. */
  readonly noun: string;
  readonly by: Ordering | null;
  /** From 1; -1 is the last. */
  readonly nth: number | null;
  readonly about: string | null;
};

/** "my last order" is the newest, "the last result" the one at the end. */
const LAST_OF_TIME =
  /\b(?:my\s+)?last(?=\s+(?:order|post|message|comment|purchase|delivery|invoice|payment|reply|visit|entry|update|article|news)\b)/;
const ORDERINGS: readonly (readonly [RegExp, Omit<Ordering, 'word'>])[] = [
  [
    /\b(cheapest|least expensive|most affordable|lowest[- ]priced?|lowest(?= price| cost))\b/,
    { key: 'PRICE', direction: 'MIN', field: null },
  ],
  [
    /\b(most expensive|dearest|priciest|highest[- ]priced|highest(?= price| cost))\b/,
    { key: 'PRICE', direction: 'MAX', field: null },
  ],
  [
    /\b(best[- ]rated|highest[- ]rated|top[- ]rated|best[- ]reviewed|highest(?= rating)|best(?= rating))\b/,
    { key: 'RATING', direction: 'MAX', field: null },
  ],
  [
    /\b(worst[- ]rated|lowest[- ]rated|lowest(?= rating)|worst)\b/,
    { key: 'RATING', direction: 'MIN', field: null },
  ],
  [/\b(newest|latest|most recent|most recently \w+)\b/, { key: 'DATE', direction: 'MAX', field: null }],
  [LAST_OF_TIME, { key: 'DATE', direction: 'MAX', field: null }],
  [/\b(oldest|earliest|least recent)\b/, { key: 'DATE', direction: 'MIN', field: null }],
];
const SUPERLATIVE_FIELD =
  /\b(highest|largest|biggest|greatest|most|longest|lowest|smallest|least|fewest|shortest)\s+(\w+)/;
const BY_FIELD = /\b(largest|biggest|smallest|highest|lowest)\b(.*?)\s+by\s+(\w+(?: \w+)?)$/;
const MIN_WORDS = new Set(['lowest', 'smallest', 'least', 'fewest', 'shortest']);

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** Words that stand for whatever was found before. */
const GENERIC =
  /^(it|them|that|this|those|these|ones?|(?:search )?results?|items?|entry|entries|hits?|things?|options?|match(es)?)$/;
/** Nouns that name the value which is compared, not the thing. */
const FIELD_NOUNS = /^(price|cost|rating|date|price tag)$/;

export const stripArticles = (text: string): string =>
  text
    .trim()
    .replace(/^(?:(?:the|a|an|some|any|my|your|our|all|this|that)\s+)+/i, '')
    .trim();

export function parseSelector(phrase: string): Selector {
  let rest = stripArticles(phrase);
  let about: string | null = null;
  const aboutMatch =
    /^(.*?)\s+(?:about|on the (?:topic|subject) of|concerning|regarding|called|named|titled|entitled)\s+(.+)$/i.exec(
      rest,
    );
  if (aboutMatch !== null) {
    about = stripArticles(unquote(aboutMatch[2] ?? ''));
    rest = aboutMatch[1] ?? '';
  }
  const { by, without } = takeOrdering(rest);
  rest = stripArticles(without);
  let nth: number | null = null;
  const ordinal = /^(?:(\p{L}+)\s+|(\d+)(?:st|nd|rd|th)\s+)/iu.exec(`${rest} `);
  const word = (ordinal?.[1] ?? '').toLowerCase();
  if (by === null && (ORDINALS.includes(word) || word === 'last' || word === 'next' || word === 'top')) {
    nth = word === 'last' ? -1 : word === 'next' || word === 'top' ? 1 : ORDINALS.indexOf(word) + 1;
    if (word === 'next') nth = null;
    else rest = rest.slice(word.length).trim();
  } else if (ordinal?.[2] !== undefined) {
    nth = Number(ordinal[2]);
    rest = rest.replace(/^\d+(?:st|nd|rd|th)\s*/i, '');
  }
  const noun = unquote(stripArticles(rest));
  const empty = GENERIC.test(noun.toLowerCase()) || (by !== null && FIELD_NOUNS.test(noun.toLowerCase()));
  return { noun: empty ? '' : noun, by, nth, about };
}

function takeOrdering(phrase: string): { by: Ordering | null; without: string } {
  const lower = phrase.toLowerCase();
  for (const [pattern, ordering] of ORDERINGS) {
    const match = pattern.exec(lower);
    if (match === null) continue;
    const without = `${phrase.slice(0, match.index)} ${phrase.slice(match.index + match[0].length)}`;
    return { by: { ...ordering, word: match[0] }, without: without.replace(/\s+/g, ' ') };
  }
  const byField = BY_FIELD.exec(lower);
  if (byField !== null) {
    const word = byField[1] ?? '';
    return {
      by: { key: 'NUMBER', direction: MIN_WORDS.has(word) ? 'MIN' : 'MAX', field: byField[3] ?? '', word },
      without: phrase.slice(0, byField.index) + (byField[2] ?? ''),
    };
  }
  const field = SUPERLATIVE_FIELD.exec(lower);
  if (field !== null) {
    const word = field[1] ?? '';
    const tail = phrase.slice(field.index + field[0].length).trim();
    return {
      by: {
        key: 'NUMBER',
        direction: MIN_WORDS.has(word) ? 'MIN' : 'MAX',
        field: field[2] ?? '',
        word: field[0],
      },
      without:
        `${phrase.slice(0, field.index).replace(/\b(with|having|that has|which has|has)\s*(the\s*)?$/i, '')} ${tail}`.trim(),
    };
  }
  return { by: null, without: phrase };
}

export const unquote = (text: string): string => text.trim().replace(/^["'“”‘’](.*)["'“”‘’]$/s, '$1');

/** "… in the shop", "… on this page": where, which the start of the task has settled already. */
const PLACE =
  /\s+(?:in|on|at|from|using|with|via|according to|by means of)\s+(?:the|my|this|your)\s+\p{L}[\p{L}-]*(?:\s+(?:site|page|website|agency|portal|store|archive|platform))?$/iu;
export const withoutPlace = (text: string): string => text.replace(PLACE, '');
