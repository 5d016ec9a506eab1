// A private file that leads the person's browser to the issuer. INVARIANT: the address stands on no command line, where other users of
// this machine read it: its state is what the way back is known by.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from '#executors/system/private-file.ts';
import { makeDirectories } from '#gateway/settings/directories/make-directories.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

export type SignInPage = Disposable & { readonly file: string };

/** Errors: those of `writePrivate`, `directory.*`. */
export function signInPage(url: string, dataDir?: string): Result<SignInPage> {
  const paths = pathsFor(dataDir);
  const made = makeDirectories(paths);
  if (!made.ok) return made;
  const file = join(paths.runtime, `sign-in-${randomBytes(12).toString('hex')}.html`);
  const to = url.replace(/[&<>"']/gu, (one) => `&#${one.codePointAt(0) ?? 0};`);
  const written = writePrivate(
    file,
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">` +
      `<meta http-equiv="refresh" content="0;url=${to}"><title>Sign in</title><a href="${to}">Sign in</a></html>\n`,
  );
  return written.ok ? ok({ file, [Symbol.dispose]: () => rmSync(file, { force: true }) }) : written;
}
