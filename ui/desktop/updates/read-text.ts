// Reads a short text of the feed's server. INVARIANT: it follows no redirect, sends no cookie, and takes no more than it was told.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { ElectronPort } from '../ports/electron.ts';

const DEADLINE_MS = 20_000;

/** Errors: `desktop.update-failed`. */
export async function readText(
  net: ElectronPort['net'],
  url: string,
  mostBytes: number,
): Promise<Result<string>> {
  const failed = (why: string, cause?: unknown): Result<never> =>
    fail('desktop.update-failed', `\`${url}\` ${why}`, cause === undefined ? {} : { cause });
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const answer = await net.fetch(url, {
      signal,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    });
    if (answer.status !== 200) return failed(`is answered with ${answer.status}`);
    const bytes: Uint8Array[] = [];
    let count = 0;
    for await (const part of answer.body ?? []) {
      count += part.byteLength;
      if (count > mostBytes) return failed(`has more than ${mostBytes} bytes`);
      bytes.push(part);
    }
    return ok(Buffer.concat(bytes).toString('utf8'));
  } catch (cause) {
    return failed('could not be read', cause);
  }
}
