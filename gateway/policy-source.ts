// Holds the policy in force. INVARIANT: what cannot be read, does not parse, does not prove or fails its tests is never in force;
// without a policy everything is denied.
import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPolicy } from '#policy/check.ts';
import type { PolicyText } from '#policy/check.ts';
import type { CompiledPolicy } from '#policy/compile.ts';
import { err, fail, ok } from '#policy/failure.ts';
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
  const texts: PolicyText[] = [];
  const failures: Failure[] = [];
  for (const file of files) {
    const text = readPolicyText(file);
    if (text.ok) texts.push(text.value);
    else failures.push(text.error);
  }
  if (failures.length > 0) return err(failures);
  const { findings, policy } = checkPolicy(texts, { today });
  return policy === null ? err(findings) : ok(policy);
}

/** How a file is named in messages, cards and the log: from the project or the working directory where it lies below one. */
function shownPath(file: string): string {
  const bases = [fileURLToPath(new URL('..', import.meta.url)), process.cwd()];
  const shown = bases
    .map((base) => relative(base, resolve(file)))
    .find((path) => !path.startsWith('..') && !isAbsolute(path));
  return shown ?? file;
}

/** A policy's bytes: the loader says itself what is wrong with them. Errors: `policy.unreadable`. */
export function readPolicyText(file: string): Result<PolicyText> {
  try {
    return ok({ file: shownPath(file), text: readFileSync(file) });
  } catch (thrown) {
    return fail('policy.unreadable', `cannot read the policy \`${file}\``, {
      cause: thrown,
      help: 'check the path and its rights',
    });
  }
}

/** The date that `expires` is held against, in UTC. */
export const todayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
