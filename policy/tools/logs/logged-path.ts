// What a log keeps of a URL's path, and what that leaves open: in clear the longest prefix that an entry of the policy names,
// below it a keyed digest of every longer prefix. INVARIANT: what the log does not say is never guessed.
import { pathUnder } from '#policy/requests/paths.ts';

/** What lies below the prefix that is kept. */
export type PathRest = {
  /** Which key made the digests. */
  readonly key: string;
  /** Of the kept prefix and one segment more, two more, …; empty: nothing lies below. */
  readonly digests: readonly string[];
  /** There are more segments than digests. */
  readonly more: boolean;
};

/** Whoever holds the key of a log can tell whether a prefix was that of a path. */
export type PathDigests = { readonly key: string; readonly of: (prefix: string) => string };

/** As many segments have a digest: no policy names longer paths, and a page chooses how long its paths are. */
const MOST = 16;

/** Digests of what is below `kept`, a prefix of `path`. Without a key: that there is more. */
export function restOf(path: string, kept: string, digests: PathDigests | null): PathRest {
  const above = kept === '/' ? '' : kept;
  const below = path === kept || path === '/' ? [] : path.slice(above.length + 1).split('/');
  if (digests === null) return { key: '', digests: [], more: below.length > 0 };
  const prefixes = below.slice(0, MOST).map((_, index) => `${above}/${below.slice(0, index + 1).join('/')}`);
  return { key: digests.key, digests: prefixes.map(digests.of), more: below.length > MOST };
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

const depthOf = (path: string): number => (path === '/' ? 0 : path.split('/').length - 1);
