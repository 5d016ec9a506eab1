// Words of a query taken apart and put together again, as the gateway reads them. INVARIANT: what is not touched stays as it was typed.

/** An optional minus, an optional key, a quoted or a bare value; what cannot be read stays a word of its own. */
const WORD = /-?(?:[A-Za-z_]+:)?"(?:[^"\\]|\\[\s\S])*"(?=\s|$)|\S+/gu;

export const wordsOf = (query: string): readonly string[] => query.match(WORD) ?? [];

const quoted = (value: string): string =>
  /^[^\s"\\]+$/u.test(value) ? value : `"${value.replaceAll(/["\\]/gu, String.raw`\$&`)}"`;

export const wordOf = (key: string, value: string): string => `${key}:${quoted(value)}`;

export const hasWord = (query: string, word: string): boolean => wordsOf(query).includes(word);

const isOf = (word: string, keys: readonly string[]): boolean =>
  keys.some((key) => word.toLowerCase().startsWith(`${key}:`));

/** These words in the place of those that their keys had: two values of one key never match together. */
export function withWords(query: string, words: readonly string[], keys: readonly string[]): string {
  return [...wordsOf(query).filter((word) => !isOf(word, keys)), ...words].join(' ');
}

/** Puts the word in, or takes it out again. */
export const toggled = (query: string, key: string, value: string): string =>
  withWords(query, hasWord(query, wordOf(key, value)) ? [] : [wordOf(key, value)], [key]);
