// How the person's browser gets to the UI: a single-use code, by a private file that a browser is sent to. INVARIANT: nothing that is
// worth stealing is in a command line; the file is ours alone, new, and gone once it was used or a minute has passed.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from '#executors/system/private-file.ts';
import type { HandOver } from '#gateway/protocol/http.ts';
import type { Invited } from './enrolment.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

const FILE_LIFETIME_MS = 60_000;
/** Of what is printed: nobody else reads it, and a person takes their time. */
const LINK_LIFETIME_MS = 10 * 60_000;

export class HandOvers {
  readonly #runtimeDir: string;
  readonly #link: (lifetimeMs: number, whom?: Invited) => string;
  readonly #files = new Map<string, NodeJS.Timeout>();

  /** `link`: the address with a new code. */
  constructor(runtimeDir: string, link: (lifetimeMs: number, whom?: Invited) => string) {
    this.#runtimeDir = runtimeDir;
    this.#link = link;
  }

  /** To be printed, not passed on a command line. `whom`: another user, whose browser alone gets something for it. */
  link(whom?: Invited): string {
    return this.#link(LINK_LIFETIME_MS, whom);
  }

  /** A file to open in a browser, and a link for where that does not work. Errors: those of `writePrivate`. */
  open(): Result<HandOver> {
    const file = join(this.#runtimeDir, `open-${randomBytes(12).toString('hex')}.html`);
    const written = writePrivate(file, page(this.#link(FILE_LIFETIME_MS)));
    if (!written.ok) return written;
    const timer = setTimeout(() => this.#remove(file), FILE_LIFETIME_MS);
    timer.unref();
    this.#files.set(file, timer);
    return ok({ file, url: this.link() });
  }

  /** A browser came: whatever is left lying about is of no use. */
  clear(): void {
    for (const file of this.#files.keys()) this.#remove(file);
  }

  #remove(file: string): void {
    clearTimeout(this.#files.get(file));
    this.#files.delete(file);
    rmSync(file, { force: true });
  }
}

/** `link` is made of our own address and a base64url code: nothing in it needs escaping. */
const page = (link: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">` +
  `<meta http-equiv="refresh" content="0;url=${link}"><title>Ghost Browser</title>` +
  `<a href="${link}">Open Ghost Browser</a></html>\n`;
