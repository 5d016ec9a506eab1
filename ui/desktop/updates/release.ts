// What a release's signature stands for: this version for this system, in a file with these bytes. INVARIANT: a file whose statement the
// key of this very program did not sign is no release, whatever the server's list says of it.
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fail, ok, type Result } from '#policy/language/failure.ts';

export type Release = {
  /** As `systemIn` says it. */
  readonly system: string;
  readonly version: string;
  /** As the server's list names it, beside the list. */
  readonly file: string;
  /** Of its bytes, in base64. */
  readonly sha512: string;
};

/** Ed25519 (RFC 8032) has 64 bytes. */
const SIGNATURE = /^[\w+/]{86}==\s*$/u;
const SYSTEM = /^(?:linux|darwin|win32)-\w{1,20}$/u;
const VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/u;
/** A name and no path, so that it is found beside the list and nowhere else. */
const FILE = /^\w[\w. ()-]{0,199}$/u;
const PART_BYTES = 1_048_576;
const SHA512 = /^[\w+/]{86}==$/u;

/** Lines, none of which can hold the end of one. */
const statementOf = ({ system, version, file, sha512 }: Release): Buffer =>
  Buffer.from(`Ghost Browser release, form 2\n${system}\n${version}\n${file}\n${sha512}\n`, 'utf8');

/** Errors: `desktop.release-malformed`. */
export function releaseOf(given: Release): Result<Release> {
  const { system, version, file, sha512 } = given;
  return SYSTEM.test(system) && VERSION.test(version) && FILE.test(file) && SHA512.test(sha512)
    ? ok(given)
    : fail('desktop.release-malformed', `\`${file.slice(0, 80)}\` of ${version.slice(0, 40)} is no release`, {
        help: 'a release has a version of three numbers, the name of a file beside the list, and a SHA-512',
      });
}

/** The stable channel's lists, as electron-builder names them (electron.build/auto-update). */
const LIST_NAME = /^latest(?:-(?<name>linux|mac)(?:-(?<arch>[a-z0-9]{1,20}))?)?\.yml$/u;
const ARCH_IN_FILE = /[-_. ](?<arch>arm64|armv7l|ia32|x64|universal)(?=[-_. ])/u;

/**
 * For what a file is that a list names, as `linux-x64`; `null`: the list is none of the stable channel. A list of Linux is of one
 * architecture; those of macOS and Windows have all of theirs, and the file's name says which: none is `any`.
 */
export function systemIn(list: string, file: string): string | null {
  const groups = LIST_NAME.exec(list)?.groups;
  if (groups === undefined) return null;
  const { name, arch = 'x64' } = groups;
  if (name === 'linux') return `linux-${arch}`;
  const inFile = ARCH_IN_FILE.exec(file)?.groups?.['arch'] ?? 'any';
  return `${name === 'mac' ? 'darwin' : 'win32'}-${inFile === 'universal' ? 'any' : inFile}`;
}

/** The list that a program reads where it runs. `null`: there is none for such a system. */
export function listFor({ platform, arch }: Machine): string | null {
  if (platform === 'linux') return `latest-linux${arch === 'x64' ? '' : `-${arch}`}.yml`;
  return platform === 'darwin' ? 'latest-mac.yml' : platform === 'win32' ? 'latest.yml' : null;
}

/** As Node names them. */
export type Machine = {
  readonly platform: string;
  readonly arch: string;
  /** Beside its own: what a Mac runs whose processor is another than this program's. */
  readonly alsoRuns?: string;
};

/** Whether a file for `system` runs there. */
export const runsOn = ({ platform, arch, alsoRuns = arch }: Machine, system: string): boolean =>
  [arch, alsoRuns, 'any'].some((one) => system === `${platform}-${one}`);

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

/** In base64, in one go: nothing else happens between this and what comes next. Throws what the file system throws. */
export function sha512Now(file: string): string {
  const hash = createHash('sha512');
  const part = Buffer.alloc(PART_BYTES);
  const handle = openSync(file, 'r');
  try {
    for (let count = readSync(handle, part); count > 0; count = readSync(handle, part))
      hash.update(part.subarray(0, count));
  } finally {
    closeSync(handle);
  }
  return hash.digest('base64');
}

/** In base64. Throws what the file system throws. */
export async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}
