// Cookies from a saved session: a JSON file `{ "cookies": [{ name, value, domain, path, expires, httpOnly, secure, sameSite, … }] }`,
// as browsers' drivers save it. INVARIANT: a file that does not fit is an error; no cookie of it is guessed at.
import { readPlainText } from '#executors/system/plain-file.ts';
import { fail } from '#policy/language/failure.ts';
import type { CookieSource } from './source.ts';
import { parseSavedCookies } from '#gateway/vault/saved-cookies.ts';

const MAX_FILE_BYTES = 8 * 1024 * 1024;

export function sessionFile(name: string, file: string): CookieSource {
  return {
    name,
    about: `the saved session \`${file}\``,
    async cookies() {
      try {
        const value: unknown = JSON.parse(readPlainText(file, MAX_FILE_BYTES));
        return parseSavedCookies(value);
      } catch (thrown) {
        const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'not JSON';
        return fail('act.no-source', `the saved session \`${file}\` cannot be read`, { cause: code });
      }
    },
  };
}
