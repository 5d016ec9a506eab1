// Keys of policy bundles: made, read, trusted. Texts are those of signed notes (`<name>+<id>+<base64>`), as for the audit log.
// INVARIANT: a key is trusted only by a line in the data directory's own file; a line that is no key is an error, not a gap.
import { sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { readPlainText } from '#executors/system/plain-file.ts';
import { readText, writeAtomically } from '#gateway/audit/format/files.ts';
import { MAX_KEY_BYTES, parsePublicKey, parseSecretKey } from '#gateway/audit/format/signed-note.ts';
import type { PublicNoteKey, SecretNoteKey } from '#gateway/audit/format/signed-note.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** `directory`: `<data>/policy`. */
export const trustFile = (directory: string): string => join(directory, 'trusted-keys');

export const keyIdOf = ({ name, id }: PublicNoteKey): string => `${name}+${id.toString('hex')}`;

export function signBytes(bytes: Uint8Array, secret: SecretNoteKey): string {
  return sign(null, bytes, secret.key).toString('base64');
}

/** For `openBundle`: `null` where no trusted key has the id. */
export function verifierFor(trusted: readonly PublicNoteKey[]) {
  return (keyId: string, bytes: Uint8Array, signature: string): boolean | null => {
    const key = trusted.find((one) => keyIdOf(one) === keyId);
    if (key === undefined) return null;
    const raw = Buffer.from(signature, 'base64');
    return raw.toString('base64') === signature && verify(null, bytes, key.key, raw);
  };
}

/** The signing key in a file. Errors: `policy.bad-key`. */
export function readSecretKey(file: string): Result<SecretNoteKey> {
  const text = readKeyFile(file);
  if (!text.ok) return text;
  const key = parseSecretKey(text.value);
  return key === null
    ? fail('policy.bad-key', `\`${file}\` does not hold a signing key`, {
        help: 'make one with `ghost policy keygen`; the public half cannot sign',
      })
    : ok(key);
}

/** A public key: the text itself, or a file that holds it. Errors: `policy.bad-key`. */
export function readPublicKey(given: string): Result<PublicNoteKey> {
  const own = parsePublicKey(given);
  if (own !== null) return ok(own);
  const text = readKeyFile(given);
  if (!text.ok) return text;
  if (parseSecretKey(text.value) !== null)
    return fail('policy.bad-key', `\`${given}\` holds a signing key`, {
      help: 'give its public half (`.pub`), and keep the signing key where only the signer is',
    });
  const key = parsePublicKey(text.value);
  return key === null
    ? fail('policy.bad-key', `\`${given}\` is neither a public key nor a file with one`, {
        help: 'give the `.pub` file that `ghost policy keygen` wrote',
      })
    : ok(key);
}

function readKeyFile(file: string): Result<string> {
  try {
    return ok(readPlainText(file, MAX_KEY_BYTES));
  } catch (cause) {
    return fail('policy.bad-key', `the key \`${file}\` cannot be read`, {
      cause,
      help: 'check the path and its rights',
    });
  }
}

/** Every trusted key. No file: none. Errors: `policy.bad-key`. */
export function readTrusted(directory: string): Result<readonly PublicNoteKey[]> {
  const file = trustFile(directory);
  let text: string;
  try {
    text = readText(file) ?? '';
  } catch (cause) {
    return fail('policy.bad-key', `the trusted keys \`${file}\` cannot be read (${errorCode(cause)})`, {
      cause,
    });
  }
  const keys: PublicNoteKey[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const key = parsePublicKey(line);
    if (key === null)
      return fail('policy.bad-key', 'a line of the trusted keys is not a public key', {
        span: { file, line: index + 1, column: 1 },
        help: 'remove the line, and run `ghost policy trust PUBKEY`',
      });
    keys.push(key);
  }
  return ok(keys);
}

/** Adds a key. `false`: it was trusted before. Errors: `directory.*`, those of reading. */
export function trustKey(directory: string, key: PublicNoteKey): Result<boolean> {
  const trusted = readTrusted(directory);
  if (!trusted.ok) return trusted;
  if (trusted.value.some(({ text }) => text === key.text)) return ok(false);
  const own = ownDirectory(directory, 0o700);
  if (!own.ok) return own;
  writeAtomically(trustFile(directory), `${[...trusted.value, key].map(({ text }) => text).join('\n')}\n`);
  return ok(true);
}

/** Takes a key away, by its id or its text. The one that was taken; `null`: it was not trusted. */
export function untrustKey(directory: string, given: string): Result<PublicNoteKey | null> {
  const trusted = readTrusted(directory);
  if (!trusted.ok) return trusted;
  const gone = trusted.value.find((key) => keyIdOf(key) === given || key.text === given);
  if (gone === undefined) return ok(null);
  const left = trusted.value.filter((key) => key !== gone);
  writeAtomically(trustFile(directory), left.map(({ text }) => `${text}\n`).join(''));
  return ok(gone);
}
