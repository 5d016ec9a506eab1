// What a log keeps of a URL's path, and what that leaves open: in clear the longest prefix that an entry of the policy names,
// below it a keyed digest of every longer prefix. INVARIANT: what the log does not say is never guessed.
import { foldAscii, foldBy, foldUnicode } from '#policy/requests/url-parts/path-case.ts';
import type { Folding } from '#policy/requests/url-parts/path-case.ts';
import { pathUnder } from '#policy/requests/url-parts/paths.ts';

/** What lies below the prefix that is kept. */
export type PathRest = {
  /** Which key made the digests. */
  readonly key: string;
  /** Of the kept prefix and one segment more, two more, …; empty: nothing lies below. */
  readonly digests: readonly string[];
  /** The same of the folded path. Entries of before do not have it. */
  readonly folded?: FoldedDigests;
  /** There are more segments than digests. */
  readonly more: boolean;
};

/** By A to Z, empty where that is the path itself; by every letter, empty where that is the path by A to Z. */
export type FoldedDigests = { readonly ascii: readonly string[]; readonly unicode: readonly string[] };

/** Whoever holds the key of a log can tell whether a prefix was that of a path. */
export type PathDigests = { readonly key: string; readonly of: (prefix: string) => string };

/** As many segments have a digest: no policy names longer paths, and a page chooses how long its paths are. */
const MAX_PREFIXES = 16;

/** Digests of what is below `kept`, a prefix of `path`. Without a key: that there is more. */
export function restOf(path: string, kept: string, digests: PathDigests | null): PathRest {
  const above = kept === '/' ? '' : kept;
  const below = path === kept || path === '/' ? [] : path.slice(above.length + 1).split('/');
  if (digests === null) return { key: '', digests: [], more: below.length > 0 };
  const prefixes = below
    .slice(0, MAX_PREFIXES)
    .map((_, index) => `${above}/${below.slice(0, index + 1).join('/')}`);
  const ascii = prefixes.map(foldAscii);
  const unicode = prefixes.map(foldUnicode);
  const unless = (list: readonly string[], known: readonly string[]): readonly string[] =>
    list.every((one, index) => one === known[index]) ? [] : list.map(digests.of);
  return {
    key: digests.key,
    digests: prefixes.map(digests.of),
    folded: { ascii: unless(ascii, prefixes), unicode: unless(unicode, ascii) },
    more: below.length > MAX_PREFIXES,
  };
}

/**
 * The paths that the logged one may have been, one for each class that `patterns` make: one where it is certain, and always
 * so for a policy that names nothing below what was kept. `digests`: of this machine's key, which need not be the log's.
 */
export function pathsOf(
  kept: string,
  rest: PathRest | null,
  patterns: readonly string[],
  digests: PathDigests | null,
): readonly string[] {
  if (rest === null || (rest.digests.length === 0 && !rest.more)) return [kept];
  let certain = kept;
  const open: string[] = [];
  for (const pattern of patterns) {
    if (pattern === kept || !pathUnder(kept, pattern)) continue;
    const digest = rest.digests[depthOf(pattern) - depthOf(kept) - 1];
    if (digest === undefined ? rest.more : digests === null || digests.key !== rest.key) open.push(pattern);
    else if (digest !== undefined && digests?.of(pattern) === digest && pattern.length > certain.length)
      certain = pattern;
  }
  return [certain, ...open.filter((pattern) => pathUnder(certain, pattern))];
}

/** The same of the folded path, by patterns that hold in any case. */
export function foldedPathsOf(
  kept: string,
  rest: PathRest | null,
  folding: Folding,
  patterns: readonly string[],
  digests: PathDigests | null,
): readonly string[] {
  const prefix = foldBy(folding, kept);
  if (rest === null) return [prefix];
  const { key, digests: exact, folded, more } = rest;
  // Without them nothing is certain, and how many segments there are is.
  if (folded === undefined) return pathsOf(prefix, { key: NO_KEY, digests: exact, more }, patterns, null);
  const lists = folding === 'ASCII' ? [folded.ascii] : [folded.unicode, folded.ascii];
  const own = lists.find((list) => list.length > 0) ?? exact;
  return pathsOf(prefix, { key, digests: own, more }, patterns, digests);
}

const NO_KEY = '';
const depthOf = (path: string): number => (path === '/' ? 0 : path.split('/').length - 1);
