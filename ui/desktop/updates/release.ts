// What a release's signature stands for: this version, in a file with these bytes. INVARIANT: a file whose statement the key of this very
// program did not sign is no release, whatever the server's list says of it.
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fail, ok, type Result } from '#policy/language/failure.ts';

export type Release = {
  readonly version: string;
  /** As the server's list names it, beside the list. */
  readonly file: string;
  /** Of its bytes, in base64. */
  readonly sha512: string;
};

/** Ed25519 (RFC 8032) has 64 bytes. */
const SIGNATURE = /^[\w+/]{86}==\s*$/u;
const VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/u;
/** A name and no path, so that it is found beside the list and nowhere else. */
const FILE = /^\w[\w. ()-]{0,199}$/u;
const SHA512 = /^[\w+/]{86}==$/u;

/** Lines, none of which can hold the end of one. */
const statementOf = ({ version, file, sha512 }: Release): Buffer =>
  Buffer.from(`Ghost Browser release, form 1\n${version}\n${file}\n${sha512}\n`, 'utf8');

/** Errors: `desktop.release-malformed`. */
export function releaseOf(given: Release): Result<Release> {
  const { version, file, sha512 } = given;
  return VERSION.test(version) && FILE.test(file) && SHA512.test(sha512)
    ? ok(given)
    : fail('desktop.release-malformed', `\`${file.slice(0, 80)}\` of ${version.slice(0, 40)} is no release`, {
        help: 'a release has a version of three numbers, the name of a file beside the list, and a SHA-512',
      });
}

/** What lies beside the file as `FILE.sig`. `key`: Ed25519, private. */
export const signatureOf = (release: Release, key: KeyObject): string =>
  `${sign(null, statementOf(release), key).toString('base64')}\n`;

export const isSignedBy = (key: KeyObject, release: Release, signature: string): boolean =>
  SIGNATURE.test(signature) && verify(null, statementOf(release), key, Buffer.from(signature, 'base64'));

/** Errors: `desktop.update-key`. `pem`: a public key of Ed25519 (SPKI). */
export function publicKeyIn(pem: string): Result<KeyObject> {
  const help = 'make a pair with `openssl genpkey -algorithm ed25519`, and give its public half';
  try {
    const key = createPublicKey(pem);
    if (pem.includes('PUBLIC KEY') && key.asymmetricKeyType === 'ed25519') return ok(key);
    return fail('desktop.update-key', 'it is no public key of Ed25519', { help });
  } catch (cause) {
    return fail('desktop.update-key', 'it is no key', { help, cause });
  }
}

/** In base64. Throws what the file system throws. */
export async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}
