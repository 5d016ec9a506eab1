// Values written another way than they stand: the case, the order, what is left out. Pure; every character that the words do
// not speak of stays as it is.

export type Change =
  | 'UPPER'
  | 'LOWER'
  | 'CAPITALISED'
  | 'REVERSED'
  | 'WORDS_REVERSED'
  | 'NO_SPACES'
  | 'NO_HYPHENS'
  | 'NO_PUNCTUATION';

const CHANGES: readonly (readonly [string, Change])[] = [
  ['uppercased|capitali[sz]ed throughout', 'UPPER'],
  ['lowercased|uncapitali[sz]ed', 'LOWER'],
  ['(?:with (?:a|the first) (?:capital|letter capitali[sz]ed)|in title case|capitali[sz]ed)', 'CAPITALISED'],
  ['with (?:the|its) words (?:reversed|in reversed? order)|word by word backwards', 'WORDS_REVERSED'],
  ['backwards?|reversed|in reversed?(?: order)?|spelled backwards|from back to front', 'REVERSED'],
  ['without (?:the |any )?(?:spaces|blanks|white ?space|gaps)|with no (?:spaces|blanks)', 'NO_SPACES'],
  ['without (?:the |any )?(?:hyphens|dashes)|with no (?:hyphens|dashes)', 'NO_HYPHENS'],
  [
    'without (?:the |any )?(?:punctuation(?: marks)?|full stops?|commas)|with no punctuation',
    'NO_PUNCTUATION',
  ],
];
const ENDS = CHANGES.map(([words, how]) => [new RegExp(`^(.+?),? (?:${words})$`, 'i'), how] as const);
const BEGINS = /^(?:the )?(reverse|upper ?case(?: version)?|lower ?case(?: version)?)(?: of)? (.+)$/i;

/** The words for a value without what is said of its writing; `null` where nothing is. */
export function changeOf(phrase: string): { readonly of: string; readonly how: Change } | null {
  for (const [pattern, how] of ENDS) {
    const of = pattern.exec(phrase)?.[1];
    if (of !== undefined) return { of, how };
  }
  const begins = BEGINS.exec(phrase);
  if (begins === null) return null;
  const how = /^rev/i.test(begins[1] ?? '') ? 'REVERSED' : /^up/i.test(begins[1] ?? '') ? 'UPPER' : 'LOWER';
  return { of: begins[2] ?? '', how };
}

export function changed(value: string, how: Change): string {
  switch (how) {
    case 'UPPER':
      return value.toUpperCase();
    case 'LOWER':
      return value.toLowerCase();
    case 'CAPITALISED':
      return value.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
    case 'REVERSED':
      return Array.from(new Intl.Segmenter().segment(value), ({ segment }) => segment)
        .toReversed()
        .join('');
    case 'WORDS_REVERSED':
      return value.split(' ').toReversed().join(' ');
    case 'NO_SPACES':
      return value.replace(/\s/gu, '');
    case 'NO_HYPHENS':
      return value.replace(/[-‐‑‒–—]/gu, '');
    case 'NO_PUNCTUATION':
      return value.replace(/\p{P}/gu, '');
  }
}
