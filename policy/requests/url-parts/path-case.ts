// Paths as servers see them that take letters in any case. INVARIANT: the folded text of a canonical path is canonical and its own;
// folding works within a segment, so that prefixes stay prefixes; and what is one path by ASCII is one by Unicode.

/** Whoever says that a path is meant in any case writes this beside it. */
export const PATH_CASES = ['INSENSITIVE'] as const;

/**
 * Which letters are one letter. `ASCII`: A to Z alone, which every server that folds case folds. `UNICODE`: what some server
 * may fold. A grant holds by the first, a restriction by the second.
 */
export type Folding = 'ASCII' | 'UNICODE';

export const foldBy = (folding: Folding, path: string): string =>
  folding === 'ASCII' ? foldAscii(path) : foldUnicode(path);

/** Escapes stay as they are. */
export function foldAscii(path: string): string {
  if (!path.includes('%')) return path.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return path.replaceAll(/%[0-9A-F]{2}|[A-Z]+/g, (part) =>
    part.startsWith('%') ? part : part.toLowerCase(),
  );
}

/**
 * Letters that some server may take for one another are one letter: whatever upper or lower case makes alike, `ſ` and the
 * Kelvin sign too, and the two kinds of `i` that Turkish tells apart, with a dot of its own behind it or not. Escapes stay as they
 * are.
 */
export function foldUnicode(path: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII is what most paths are
  if (/^[\x00-$&-\x7F]*$/u.test(path)) return path.toLowerCase();
  return path
    .replaceAll(/%[0-9A-F]{2}|./gsu, (part) => (part.length === 3 ? part : foldCharacter(part)))
    .replaceAll(DOTS, 'i');
}

/** Whether other paths may have the same folded text. */
export const hasCase = (folding: Folding, path: string): boolean =>
  // oxlint-disable-next-line no-control-regex
  (folding === 'ASCII' ? /[a-z]/i : /[a-z]|[^\x00-\x7F]/iu).test(path);

/** A pattern in words, which no path begins with. */
export const caseInWords = (folding: Folding, pattern: string): string =>
  `any ${folding === 'ASCII' ? 'ASCII ' : ''}case of ${pattern}`;

/** `İ` in small letters is an `i` with its dot as a second character. */
const DOTS = /i\u0307+/gu;

function foldCharacter(character: string): string {
  // With a dot above, which Turkish has and nobody else: elsewhere it is two characters once it is small.
  if (character === 'İ') return 'i';
  return character.toLowerCase().toUpperCase().toLowerCase();
}
