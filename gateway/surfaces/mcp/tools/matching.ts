// Patterns that a client gives, held against texts. INVARIANT: one that takes too long is ended, whatever it does.
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { oneLine } from './format.ts';

const PATTERN_MS = 200;

/** Which of the texts fit. `/…/i` for flags. Errors: `command.bad-params`. */
export function matching(pattern: string, texts: readonly string[]): Result<readonly boolean[]> {
  const [, body = pattern, flags = ''] = /^\/(.+)\/([dgimsuvy]*)$/su.exec(pattern) ?? [];
  try {
    const found: unknown = runInNewContext(
      'const one = new RegExp(body, flags.replaceAll(/[gy]/g, "")); JSON.stringify(JSON.parse(texts).map((text) => one.test(text)))',
      { body, flags, texts: JSON.stringify(texts) },
      { timeout: PATTERN_MS },
    );
    return ok(z.array(z.boolean()).parse(JSON.parse(String(found))));
  } catch (thrown) {
    // It comes from the context's own realm: no `instanceof` holds.
    const slow =
      typeof thrown === 'object' &&
      thrown !== null &&
      'code' in thrown &&
      thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    return fail(
      'command.bad-params',
      slow
        ? 'the regular expression takes too long'
        : `\`${oneLine(pattern, 100)}\` is no regular expression`,
      { help: 'use plain text' },
    );
  }
}
