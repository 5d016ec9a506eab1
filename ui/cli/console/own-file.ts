// Writes a file for whoever sits at the terminal. INVARIANT: what a page showed is in it, so it is the user's alone.
import { writeFileSync } from 'node:fs';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** `wx`: a new file, which is no link, and nobody's is taken for it. Errors: `command.bad-file`. */
export function writeOwn(file: string, text: string, flag: 'w' | 'wx'): Result<void> {
  try {
    writeFileSync(file, text, { mode: 0o600, flag });
    return ok(undefined);
  } catch (cause) {
    return fail('command.bad-file', `cannot write \`${file}\``, {
      cause,
      help:
        flag === 'wx'
          ? 'name a file that is not there yet, in a folder that is and that you may write to'
          : 'name a file in a folder that is there and that you may write to',
    });
  }
}
