// Texts that a request to an exported policy carries beside the facts, for what other languages have no operator for.
// INVARIANT: each follows from one fact; a policy that does not look at it does not ask for it.
import { setsOf, toJsonLogic } from '#policy/engine/documents/condition.ts';
import type { ValueSet, WordFact } from '#policy/engine/documents/condition.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { isWild } from '#policy/requests/url-parts/paths.ts';
import type { Folding } from '#policy/requests/url-parts/path-case.ts';

/** For word lists: ` buy ` is looked for in the name's words, spaced. */
export const SPACED_WORDS = 'elementSpaced';
/** For word lists over what is entered, the same. */
export const SPACED_VALUE = 'valueSpaced';
export const SPACED: Readonly<Record<WordFact, string>> = { elementName: SPACED_WORDS, value: SPACED_VALUE };
/** For what is asked of parts of a text: which of a policy's own conditions hold, each between bars. */
export const CONDITIONS_MET = 'conditionsMet';

/** A set as those conditions name it; `null` for one that other languages can say themselves. */
export const conditionIn = (set: ValueSet): string | null =>
  set.kind === 'keyed' || set.kind === 'networks' || (set.kind === 'paths' && set.patterns.some(isWild))
    ? JSON.stringify(toJsonLogic({ op: 'in', set })).replaceAll('|', '\\u007c')
    : null;

/** Every such condition of some entries, and its set. */
export const conditionsOf = (entries: readonly Entry[]): ReadonlyMap<string, ValueSet> =>
  new Map(
    entries
      .flatMap((entry) => [entry.scope, ...(entry.firm === undefined ? [] : [entry.firm])])
      .flatMap(setsOf)
      .flatMap((set): [string, ValueSet][] => {
        const condition = conditionIn(set);
        return condition === null ? [] : [[condition, set]];
      }),
  );

/** For paths in any case: the path with A to Z folded, or with every letter, as `foldBy` has it. */
export const FOLDED_PATHS = { ASCII: 'pathAsciiFolded', UNICODE: 'pathFolded' } as const;
const FOLDINGS = {
  ASCII: 'path with A to Z in small letters, without its escapes',
  UNICODE:
    'path with its letters folded, without its escapes: İ as i, each character by toLowerCase, toUpperCase, toLowerCase',
} as const;

const speaks = (entry: Entry, test: (set: ValueSet) => boolean): boolean =>
  [entry.scope, ...(entry.firm === undefined ? [] : [entry.firm])].some((one) => setsOf(one).some(test));

const speaksOfWords = (entry: Entry, fact: WordFact): boolean =>
  speaks(entry, (set) => set.kind === 'words' && set.fact === fact);
const folds = (entry: Entry, folding: Folding): boolean =>
  speaks(entry, (set) => set.kind === 'paths' && set.folding === folding);

/** What each holds, for those that some entry looks at. */
export const derivedTexts = (entries: readonly Entry[]): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    (['elementName', 'value'] as const)
      .filter((fact) => entries.some((entry) => speaksOfWords(entry, fact)))
      .map((fact) => [SPACED[fact], `the words of ${fact}, one space before, between and after them`]),
  ),
  ...(conditionsOf(entries).size > 0
    ? {
        [CONDITIONS_MET]:
          'the conditions of this policy that hold, as JSON Logic, a bar before, between and after them',
      }
    : {}),
  ...Object.fromEntries(
    (['ASCII', 'UNICODE'] as const)
      .filter((folding) => entries.some((entry) => folds(entry, folding)))
      .map((folding) => [FOLDED_PATHS[folding], FOLDINGS[folding]]),
  ),
});
