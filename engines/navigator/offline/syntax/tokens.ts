// An order as tokens: words, set-aside quotations and stops; "I'd" in full, so that one way of writing it is enough. Pure.
// INVARIANT: a quotation is one token and is never looked into.

export type Token = { readonly text: string; readonly low: string };
export type Tokens = readonly Token[];

const IN_FULL: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}\p{N}])(i)['’]d(?! better)(?![\p{L}])/giu, '$1 would'],
  [/(?<![\p{L}\p{N}])(we|you|it|that|he|she|they|there|what)['’]d(?![\p{L}])/giu, '$1 would'],
  [/(?<![\p{L}\p{N}])(i|we|you|it|that|he|she|they|there)['’]ll(?![\p{L}])/giu, '$1 will'],
  [/(?<![\p{L}\p{N}])(i)['’]m(?![\p{L}])/giu, '$1 am'],
  [/(?<![\p{L}\p{N}])(we|you|they)['’]re(?![\p{L}])/giu, '$1 are'],
  [/(?<![\p{L}\p{N}])(i|we|you|they)['’]ve(?![\p{L}])/giu, '$1 have'],
  [/(?<![\p{L}\p{N}])(let)['’]s(?![\p{L}])/giu, '$1 us'],
  [
    /(?<![\p{L}\p{N}])(it|that|there|what|which|who|where|here|everything|nothing)['’]s(?![\p{L}])/giu,
    '$1 is',
  ],
  [/(?<![\p{L}\p{N}])(?:can['’]t|cannot)(?![\p{L}])/giu, 'can not'],
  [/(?<![\p{L}\p{N}])won['’]t(?![\p{L}])/giu, 'will not'],
  [/(?<![\p{L}\p{N}])(do|does|did|is|are|was|should|must|need|would|has|have)n['’]t(?![\p{L}])/giu, '$1 not'],
];
const TOKEN =
  /\uE000\d+\uE001|['’]s(?![\p{L}])|[\p{L}\p{N}@#$€£%°+_−](?:[\p{L}\p{N}@#$€£%°+_]|(?!['’]s(?!\p{L}))[./:&'’×-](?=[\p{L}\p{N}@#$€£%°+_]))*%?|-?\d[\d.,:/]*|->|=>|[,;:!?.()=→<>/&]|–|—|-|\S/gu;

export function tokensOf(text: string): Tokens {
  const full = IN_FULL.reduce((rest, [pattern, to]) => rest.replace(pattern, to), text);
  return [...full.matchAll(TOKEN)].map(([word]) => ({
    text: word,
    low: word.toLowerCase().replace('’', "'"),
  }));
}

/** In small letters, a blank between each two. */
export const lowsOf = (tokens: Tokens): string => tokens.map(({ low }) => low).join(' ');

/** The words again, as a person writes them. */
export const textOf = (tokens: Tokens): string =>
  tokens
    .map(({ text }) => text)
    .join(' ')
    .replace(/ (?=[,;:!?.)]|['’]s(?![\p{L}]))/gu, '')
    .replace(/\( /g, '(');

export const isQuote = ({ text }: Token): boolean => text.startsWith('\uE000');
/** "I" is nobody's name. */
export const isCapital = ({ text }: Token): boolean => text !== 'I' && /^[\p{Lu}@]/u.test(text);
export const isNumber = ({ text }: Token): boolean => /^[-−+$€£#]?\d/u.test(text);
/** What is surely a name or a value, whatever stands around it. */
export const isName = (token: Token): boolean => isQuote(token) || isCapital(token) || isNumber(token);
