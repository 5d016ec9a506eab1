// The sources of cookies that the settings name, and those that whoever opens the gateway hands over.
import type { CookieSource, CookieSources } from './source.ts';
import { sessionFile } from './session-file.ts';

type Setting = { readonly name: string; readonly file: string };

/** A source that was handed over goes before one of the settings with the same name. */
export const sourcesOf = (settings: readonly Setting[], given: readonly CookieSource[]): CookieSources =>
  new Map(
    [...settings.map(({ name, file }) => sessionFile(name, file)), ...given].map((one) => [one.name, one]),
  );
