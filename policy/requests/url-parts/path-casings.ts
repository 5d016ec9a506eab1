// One of the casings of a path that is in none of some narrower patterns. INVARIANT: exact, one is found where there is one; and the
// work is at most the length of those patterns times one another, whatever casings there are.
import { hasLetterSign } from './ambiguous-paths.ts';
import { foldAscii, foldUnicode } from './path-case.ts';

/** Text whose letters may be taken in other cases: first what only A to Z is folded in, then what every letter is. */
export type Casings = { readonly ascii: string; readonly unicode: string };
/** What is not to be met, nor anything below it: texts as they are written, and texts folded by A to Z. */
export type Taken = { readonly exact: readonly string[]; readonly ascii: readonly string[] };

/**
 * `null` where all casings are taken. One with letters that have another form (`isLetterInOtherForm`), and so an ambiguous one, is
 * given only where there is no other.
 */
export function otherCasing(text: Casings, taken: Taken): string | null {
  const dots = Math.max(0, ...[...taken.exact, ...taken.ascii].map(longestDots));
  const withDots = (folded: string, at: number): readonly Option[] => [
    ...every(folded, at),
    ...(folded[at] === 'i' ? dottedTo(dots + 1) : []),
  ];
  const plain = (folded: string, at: number): readonly Option[] =>
    withDots(folded, at).filter(([written]) => !isLetterInOtherForm(written));
  for (const options of [simple, plain, withDots]) {
    const found = new Search(text, options).from(0, '', taken);
    if (found !== null) return found;
  }
  return null;
}

/** Whether a casing has a letter in it that no composed path has: a sign, or an `I` with a dot of its own. */
export const isLetterInOtherForm = (text: string): boolean => hasLetterSign(text) || text.includes('I\u0307');

/** The most dots above one letter. */
const longestDots = (text: string): number =>
  Math.max(0, ...(text.match(/\u0307+/gu) ?? []).map((run) => run.length));

/** An `i` of each kind with dots of its own behind it, which are the letter's. One more than any taken text has is taken by none. */
const dottedTo = (most: number): readonly Option[] =>
  Array.from({ length: most }, (_, index) => '\u0307'.repeat(index + 1)).flatMap((dots) =>
    ['i', 'I', 'ı', 'İ'].map((letter): Option => [letter + dots, 'i']),
  );

/** What may be written for the folded text that begins at a place. */
type Option = readonly [written: string, folded: string];

class Search {
  readonly #text: string;
  /** Where what Unicode folds begins. */
  readonly #middle: number;
  readonly #options: (text: string, at: number) => readonly Option[];
  /** What is met again has been in vain before. */
  readonly #met = new Set<string>();

  constructor({ ascii, unicode }: Casings, options: (text: string, at: number) => readonly Option[]) {
    this.#text = ascii + unicode;
    this.#middle = ascii.length;
    this.#options = options;
  }

  /** `taken`: those that begin with what is written. */
  from(at: number, written: string, taken: Taken): string | null {
    const rest = this.#text.slice(at);
    if (taken.exact.length === 0 && taken.ascii.length === 0) return written + rest;
    const folded = foldAscii(written);
    const key = `${at}\n${taken.exact.length > 0 ? written : ''}\n${taken.ascii.length > 0 ? folded : ''}`;
    if (this.#met.has(key)) return null;
    this.#met.add(key);
    const isSegment = rest === '' || rest.startsWith('/');
    if (isSegment && (taken.exact.includes(written) || taken.ascii.includes(folded))) return null;
    if (rest === '') return written;
    for (const [text, of] of at < this.#middle ? narrow(this.#text, at) : this.#options(this.#text, at)) {
      const next = written + text;
      const nextFolded = foldAscii(next);
      const found = this.from(at + of.length, next, {
        exact: taken.exact.filter((one) => one.startsWith(next)),
        ascii: taken.ascii.filter((one) => one.startsWith(nextFolded)),
      });
      if (found !== null) return found;
    }
    return null;
  }
}

const characterAt = (text: string, at: number): string =>
  text[at] === '%' ? text.slice(at, at + 3) : String.fromCodePoint(text.codePointAt(at) ?? 0);

/** Itself and its capital, of A to Z. */
function narrow(text: string, at: number): readonly Option[] {
  const own = characterAt(text, at);
  const option: Option = [own, own];
  return /^[a-z]$/.test(own) ? [option, [own.toUpperCase(), own]] : [option];
}

/** Itself and its capital. */
function simple(text: string, at: number): readonly Option[] {
  const own = characterAt(text, at);
  const upper = own.toUpperCase();
  const option: Option = [own, own];
  return own.length < 3 && upper !== own && foldUnicode(upper) === own ? [option, [upper, own]] : [option];
}

/** Whatever folds to what is there. */
function every(text: string, at: number): readonly Option[] {
  const own = characterAt(text, at);
  if (own.length === 3) return [[own, own]];
  const others = (foldings()[own] ?? []).filter(([, folded]) => text.startsWith(folded, at));
  return foldUnicode(own) === own ? [[own, own], ...others] : others;
}

let known: Readonly<Record<string, readonly Option[]>> | null = null;
/** Behind them no plane has letters. */
const LAST_LETTER_CODE_POINT = 0x1ffff;

/** Characters that fold to something else, by the first character of what they fold to. */
function foldings(): Readonly<Record<string, readonly Option[]>> {
  if (known !== null) return known;
  const made: Record<string, Option[]> = {};
  for (let code = 0x41; code <= LAST_LETTER_CODE_POINT; code++) {
    const character = String.fromCodePoint(code);
    const folded = foldUnicode(character);
    if (folded !== character) (made[characterAt(folded, 0)] ??= []).push([character, folded]);
  }
  known = made;
  return made;
}
