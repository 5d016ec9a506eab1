// Holds the policy in force. INVARIANT: what cannot be read, does not parse, does not prove or fails its tests is never in force;
// without a policy everything is denied.
import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compilePolicy } from '#policy/compile.ts';
import type { CompiledPolicy } from '#policy/compile.ts';
import { loadPolicy } from '#policy/load.ts';
import type { PolicyDocument } from '#policy/document.ts';
import { err, failure, ok } from '#policy/failure.ts';
import type { Failure, Result } from '#policy/failure.ts';

/** The policies that come with the project. */
export const SHIPPED = {
  default: fileURLToPath(new URL('../policy/defaults/default.yaml', import.meta.url)),
  demo: fileURLToPath(new URL('../policy/defaults/demo.yaml', import.meta.url)),
} as const;

/** Loads and compiles policy files, the upper layer first. All errors of all files at once. */
export function readPolicy(
  files: readonly string[],
  today: string,
): Result<CompiledPolicy, readonly Failure[]> {
  const documents: PolicyDocument[] = [];
  const failures: Failure[] = [];
  for (const file of files) {
    const text = readText(file);
    const loaded = text.ok ? loadPolicy(text.value, { file: shownPath(file) }) : err([text.error]);
    if (loaded.ok) documents.push(loaded.value);
    else failures.push(...loaded.error);
  }
  return failures.length > 0 ? err(failures) : compilePolicy(documents, { today });
}

/** How a file is named in messages, cards and the log: from the project or the working directory where it lies below one. */
function shownPath(file: string): string {
  const bases = [fileURLToPath(new URL('..', import.meta.url)), process.cwd()];
  const shown = bases
    .map((base) => relative(base, resolve(file)))
    .find((path) => !path.startsWith('..') && !isAbsolute(path));
  return shown ?? file;
}

function readText(file: string): Result<string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)));
  } catch (thrown) {
    return err(
      failure('policy.unreadable', `cannot read the policy \`${file}\``, {
        cause: thrown,
        help: 'check the path and its rights; the text must be UTF-8',
      }),
    );
  }
}

/** The date that `expires` is held against, in UTC. */
export const todayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
