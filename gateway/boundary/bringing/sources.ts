// Collects the sources of cookies: those that the settings name, and those that the caller who opens the gateway hands over.
import type { CookieSource, CookieSources } from './source.ts';
import { sessionFile } from './session-file.ts';

type Setting = { readonly name: string } & ({ readonly file: string } | { readonly endpoint: string });

/** `running`: makes one of a browser that is open at an endpoint. A source that was handed over goes before one of the settings with the same name. */
export const sourcesOf = (
  settings: readonly Setting[],
  given: readonly CookieSource[],
  running: (name: string, endpoint: string) => CookieSource,
): CookieSources => {
  const named = settings.map((one) =>
    'file' in one ? sessionFile(one.name, one.file) : running(one.name, one.endpoint),
  );
  return new Map([...named, ...given].map((one) => [one.name, one]));
};
