// Tells a signed bundle from a text that can be read and mended, before anything is said of what is in it.
import { existsSync } from 'node:fs';
import { isBundle } from '#gateway/policy/kept/sources.ts';
import { readPolicyText } from '#gateway/settings/policy-source.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { err, failure } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';

/** What is wrong with a file that is a bundle; `null` for every other one, and for none: whoever reads it says that it is not there. */
export function signedAt(file: string): Failure | null {
  if (!isBundle(file) || !existsSync(file)) return null;
  return failure('policy.unreadable', `\`${file}\` is a signed bundle, which nobody can mend`, {
    span: { file, line: 1, column: 1 },
    help: 'its documents were checked when it was signed; `ghost policy gate` says whether it may go in, `ghost policy verify` proves it again',
  });
}

/** A policy, or a file of tests or lists, as it stands; fails where it is a bundle or cannot be read (`policy.unreadable`). */
export function unsignedText(file: string): Result<PolicyText> {
  const signed = signedAt(file);
  return signed === null ? readPolicyText(file) : err(signed);
}
