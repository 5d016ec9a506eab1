// Where this very program looks for releases, and whose they have to be: built into its archive. INVARIANT: a program that was built
// without both looks for none, and asks no server.
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { publicKeyIn } from './release.ts';

export type Feed = {
  /** https, ends in `/`: the list of releases and the releases lie in it. */
  readonly url: string;
  readonly key: KeyObject;
};

/** In the program's archive, whose integrity a fuse holds. */
export const FEED_FILE = 'updates.json';
const FEED = z.strictObject({ url: z.string(), key: z.string() });

/** As `feedIn`. INVARIANT: a file that is not there is the one way to have no makers; one that cannot be read is said. */
export async function feedBy(read: () => Promise<string>): Promise<Result<Feed | null>> {
  try {
    return feedIn(await read());
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
      ? ok(null)
      : fail('desktop.update-feed', `\`${FEED_FILE}\` cannot be read`, { cause });
  }
}

/** Errors: `desktop.update-feed`, `desktop.update-key`. `null`: there is none. */
export function feedIn(text: string | null): Result<Feed | null> {
  if (text === null) return ok(null);
  const read = FEED.safeParse(json(text));
  return read.success ? feedOf(read.data) : fail('desktop.update-feed', `\`${FEED_FILE}\` is malformed`);
}

/** Errors: `desktop.update-feed`, `desktop.update-key`. */
export function feedOf({ url, key }: z.infer<typeof FEED>): Result<Feed> {
  const at = URL.parse(url);
  const isPlain =
    at?.protocol === 'https:' &&
    at.username === '' &&
    at.password === '' &&
    at.search === '' &&
    at.hash === '';
  if (!isPlain)
    return fail('desktop.update-feed', `\`${url}\` is no place for releases`, {
      help: 'name a folder over https, without a password in it, as https://downloads.example.org/ghost/',
    });
  const read = publicKeyIn(key);
  return read.ok ? ok({ url: at.href.endsWith('/') ? at.href : `${at.href}/`, key: read.value }) : read;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
