// Fragments of URLs that are places of an application: `#/admin/users`, `#!/inbox`, `#inbox`. One canonical form, as paths have it.
// INVARIANT: canonical text is a fixed point; `''` is no fragment; what no page sees of a fragment is no part of it.
import { isPathAmbiguous } from './ambiguous-paths.ts';
import { canonicalPath } from './paths.ts';

export type FragmentFacts = { readonly fragment: string; readonly fragmentAmbiguous: boolean };

export const NO_FRAGMENT: FragmentFacts = { fragment: '', fragmentAmbiguous: false };

/** From here on it is the browser's: text to show, which no page sees. https://wicg.github.io/scroll-to-text-fragment/ */
const DIRECTIVES = ':~:';

/** The fragment of a URL, with or without its `#`. What is behind a `?` in it is not looked at. */
export function fragmentOfUrl(hash: string): FragmentFacts {
  const [raw = ''] = (hash.startsWith('#') ? hash.slice(1) : hash).split(DIRECTIVES, 1);
  if (raw === '') return NO_FRAGMENT;
  const [place = ''] = raw.replace(/^!/u, '').split('?', 1);
  const rooted = place.startsWith('/') ? place : `/${place}`;
  // Whatever no path may hold is encoded, and so read in more than one way.
  const path = rooted.replaceAll(/[\\#\p{Cc}]/gu, encodeURIComponent);
  return {
    fragment: canonicalPath(path) ?? '/',
    // Some applications take one `!` off, some all of them.
    fragmentAmbiguous:
      place.startsWith('!') || isPathAmbiguous(path) || /(?:^|\/)(?:\.{1,2})(?:\/|$)/u.test(path),
  };
}

/** `null` for what is not `''` and no canonical path. */
export const canonicalFragment = (text: string): string | null => (text === '' ? '' : canonicalPath(text));
