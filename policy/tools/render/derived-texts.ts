// Texts that a request to an exported policy carries beside the facts, for what other languages have no operator for.
// INVARIANT: each follows from one fact; a policy that does not look at it does not ask for it.
import { setsOf } from '#policy/engine/documents/condition.ts';
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import type { Folding } from '#policy/requests/path-case.ts';

/** For word lists: ` buy ` is looked for in the name's words, spaced. */
export const SPACED_WORDS = 'elementSpaced';
/** For paths in any case: the path with A to Z folded, or with every letter, as `foldBy` has it. */
export const FOLDED_PATHS = { ASCII: 'pathAsciiFolded', UNICODE: 'pathFolded' } as const;
const FOLDINGS = {
  ASCII: 'path with A to Z in small letters, without its escapes',
  UNICODE:
    'path with its letters folded, without its escapes: İ as i, each character by toLowerCase, toUpperCase, toLowerCase',
} as const;

const speaks = (entry: Entry, test: (set: ValueSet) => boolean): boolean =>
  [entry.scope, ...(entry.firm === undefined ? [] : [entry.firm])].some((one) => setsOf(one).some(test));

const speaksOfWords = (entry: Entry): boolean => speaks(entry, (set) => set.kind === 'words');
const folds = (entry: Entry, folding: Folding): boolean =>
  speaks(entry, (set) => set.kind === 'paths' && set.folding === folding);

/** What each holds, for those that some entry looks at. */
export const derivedTexts = (entries: readonly Entry[]): Readonly<Record<string, string>> => ({
  ...(entries.some(speaksOfWords)
    ? { [SPACED_WORDS]: 'the words of elementName, one space before, between and after them' }
    : {}),
  ...Object.fromEntries(
    (['ASCII', 'UNICODE'] as const)
      .filter((folding) => entries.some((entry) => folds(entry, folding)))
      .map((folding) => [FOLDED_PATHS[folding], FOLDINGS[folding]]),
  ),
});
