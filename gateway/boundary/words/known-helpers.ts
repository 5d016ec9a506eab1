// Scripts that libraries bring along, by their digest: hundreds of lines that nobody would read, and the same for everybody who uses them.
// INVARIANT: a row shortens what is shown of exactly that text, and allows nothing: it is decided and asked for like any other script.
import { digestOfText } from './evidence.ts';

/** By the version that brings it. Of each it was read what it does: it gives back an object, and does nothing to the page. */
const HELPERS: Readonly<Record<string, string>> = {
  'sha256:89b21e9280b568c5a0dedba3aded1e3e367074977033ed743c0589e0d5abdf51': 'playwright-core 1.65.1',
};

/** What a person reads in its place; `null`: it is nobody's helper, or not as it was published. */
export function helperOf(text: string): string | null {
  const library = HELPERS[digestOfText(text)];
  return library === undefined
    ? null
    : `the helper script of ${library}, as it was published: it makes the functions that later scripts are run by`;
}
