// Whether a file can be made where a person named it: asked before any work is done for it, or anything of it stands in the log.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** Errors: `command.bad-file`. */
export function canBeMade(file: string): Result<void> {
  if (existsSync(file))
    return fail('command.bad-file', `\`${file}\` is there already`, {
      help: 'name another one: nothing that is there is overwritten',
    });
  return existsSync(dirname(resolve(file)))
    ? ok(undefined)
    : fail('command.bad-file', `the folder of \`${file}\` is not there`, {
        help: 'make it, or name another one',
      });
}
