// Accessible names and endpoints: one canonical form each, and the words of a name. INVARIANT: canonical text is a fixed
// point; two names that read the same to a person who does not look at case and spaces are one name.
import { decodedWhole } from './url-parts/parameter-names.ts';

/**
 * NFKC, case-folded, without characters that are not seen, white space collapsed: a page that writes `Bu\u200By  NOW`
 * gets no further than one that writes `buy now`.
 */
export function canonicalName(text: string): string {
  // Most texts are plain, and long ones are many times as fast this way: of these letters the same comes out.
  if (PLAIN.test(text))
    return text
      .toLowerCase()
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim();
  let name = folded(text);
  // Folding may make what normalises once more; it settles at the second round.
  for (let round = 0; round < 4; round++) {
    const again = folded(name);
    if (again === name) return name;
    name = again;
  }
  return name;
}

/** ASCII. */
const PLAIN = /^[\0-\x7f]*$/u;

function folded(text: string): string {
  const normal = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Character by character: in a word the small sigma would depend on its place.
  const lower = Array.from(normal.toUpperCase(), (character) => character.toLowerCase()).join('');
  return lower.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/**
 * What stands for a value and all that some server or its database takes for the same: in any case, in other forms of a
 * letter, with spaces around or with accents, or decoded once more.
 */
export const foldedValue = (value: string): string =>
  canonicalName(
    canonicalName(decodedWhole(value))
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036F]/gu, ''),
  );

/** The words of a canonical name: runs of letters, marks and digits. */
export function wordsOf(name: string): readonly string[] {
  return name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The words of a list's entry, with one space between: what is looked for in a name. `''` where it has none. */
export const phraseOf = (text: string): string => wordsOf(canonicalName(text)).join(' ');

/** Whether a canonical name contains one of the phrases, by whole words. */
export function hasPhrase(phrases: readonly string[], name: string): boolean {
  const spaced = ` ${wordsOf(name).join(' ')} `;
  return phrases.some((phrase) => spaced.includes(` ${phrase} `));
}

/** The endpoint of a debugged browser in its canonical form; `null` for what is no http or ws address. */
export function canonicalEndpoint(text: string): string | null {
  if (/[\s\p{Cc}\\]/u.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || !/^(?:https?|wss?):$/.test(url.protocol)) return null;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  return url.pathname === '/' && url.search === '' ? `${url.protocol}//${url.host}` : url.href;
}

/** An identifier or a name of an account, as it is written; `null` for what holds spaces at its ends or a control character. */
export function canonicalPlain(text: string): string | null {
  return text.trim() === text && !/\p{Cc}/u.test(text) && text.isWellFormed() ? text : null;
}

/** Names, sorted and each once, with commas between; `null` for what is no list of names. */
export function canonicalSet(text: string): string | null {
  if (text === '') return '';
  const names = text.split(',');
  return names.every((name) => name !== '' && canonicalPlain(name) === name) ? setOf(names) : null;
}

/** A list of names in its canonical form. Those that no list can hold are left out. */
export const setOf = (names: readonly string[]): string =>
  [...new Set(names.filter((name) => name !== '' && !name.includes(',') && canonicalPlain(name) === name))]
    .sort()
    .join(',');
