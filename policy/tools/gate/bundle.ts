// A signed bundle: policy files, a manifest in RFC 8785 form that names each by digest, and an Ed25519 signature over it.
// INVARIANT: nothing of a file is read before signature, list, sizes and digests hold. No clock, no keys, no files here.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';

export const MAX_BUNDLE_BYTES = 16 * 1024 * 1024;
export const MAX_BUNDLE_FILES = 32;
export const MAX_BUNDLED_FILE_BYTES = 1024 * 1024;
/** Signed before the manifest, so that a signature of ours over anything else is none over a bundle. */
const CONTEXT = 'ghost-policy-bundle/1\n';

export type BundledFile = { readonly name: string; readonly text: string };

export type Manifest = {
  readonly id: string;
  readonly revision: number;
  readonly vocabulary: string;
  /** RFC 3339, UTC. */
  readonly notBefore: string;
  readonly notAfter: string;
  /** Upper layer first. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
};

export type Bundle = {
  readonly manifest: Manifest;
  readonly files: readonly BundledFile[];
  readonly signature: { readonly keyId: string; readonly value: string };
};

/** What a signature covers. */
export const signedBytes = (manifest: Manifest): Uint8Array =>
  utf8ToBytes(`${CONTEXT}${canonicalize(manifest) ?? ''}`);

/** `sha256:…` of the manifest: the bundle's own name. */
export const manifestDigest = (manifest: Manifest): string =>
  `sha256:${bytesToHex(sha256(signedBytes(manifest)))}`;

export function makeManifest(head: Omit<Manifest, 'files'>, files: readonly BundledFile[]): Manifest {
  return {
    ...head,
    files: files.map(({ name, text }) => {
      const bytes = utf8ToBytes(text);
      return { name, bytes: bytes.length, sha256: bytesToHex(sha256(bytes)) };
    }),
  };
}

/** Whether a name may be in a bundle: one plain file name, no path. */
export const isBundledName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/u.test(name);

/**
 * Opens a bundle. `verify` says whether a trusted key of that id made the signature over the bytes; `null`: no such key.
 * Errors: `policy.bundle-unreadable`, `.bundle-untrusted`, `.bundle-altered`, `.bundle-not-yet-valid`, `.bundle-expired`,
 * `policy.other-vocabulary`.
 */
export function openBundle(
  text: string,
  options: {
    readonly file: string;
    /** RFC 3339, UTC, milliseconds. */
    readonly now: string;
    readonly verify: (keyId: string, bytes: Uint8Array, signature: string) => boolean | null;
  },
): Result<Bundle> {
  const { file, now, verify } = options;
  const shape = readShape(text, file);
  if (!shape.ok) return shape;
  const { manifest, files, signature } = shape.value;
  const trusted = verify(signature.keyId, signedBytes(manifest), signature.value);
  if (trusted === null)
    return fail(
      'policy.bundle-untrusted',
      `\`${file}\` is signed with the key \`${signature.keyId}\`, which is not trusted`,
      {
        help: 'if the key is your own, run `ghost policy trust PUBKEY`',
        details: { keyId: signature.keyId },
      },
    );
  if (!trusted)
    return fail('policy.bundle-altered', `the signature of \`${file}\` does not fit its manifest`, {
      help: 'get the bundle again from whoever signed it',
    });
  const altered = alteredFile(manifest, files);
  if (altered !== null)
    return fail('policy.bundle-altered', `\`${file}\`: ${altered}`, {
      help: 'get the bundle again from whoever signed it',
    });
  if (manifest.vocabulary !== VOCABULARY_ID)
    return fail(
      'policy.other-vocabulary',
      `\`${file}\` speaks \`${manifest.vocabulary}\`, not \`${VOCABULARY_ID}\``,
      {
        help: 'sign it again with this version',
      },
    );
  if (now < manifest.notBefore)
    return fail('policy.bundle-not-yet-valid', `\`${file}\` is valid from ${manifest.notBefore}`, {
      help: 'wait, check the clock, or sign one that is valid now',
    });
  if (now > manifest.notAfter)
    return fail('policy.bundle-expired', `\`${file}\` was valid until ${manifest.notAfter}`, {
      help: 'check the clock, or get a bundle that is valid now',
    });
  return ok(shape.value);
}

/** What is wrong with the files, in words; `null` where they are exactly those that the manifest names. */
function alteredFile(manifest: Manifest, files: readonly BundledFile[]): string | null {
  const listed = new Set(manifest.files.map(({ name }) => name));
  const stranger = files.find(({ name }) => !listed.has(name));
  if (stranger !== undefined) return `\`${stranger.name}\` is not in the manifest`;
  for (const [index, { name, bytes, sha256: digest }] of manifest.files.entries()) {
    const found = files[index];
    if (found?.name !== name) return `\`${name}\` is missing, or not in its place`;
    const raw = utf8ToBytes(found.text);
    if (raw.length !== bytes || bytesToHex(sha256(raw)) !== digest)
      return `\`${name}\` is not the file that was signed`;
  }
  return null;
}

function readShape(text: string, file: string): Result<Bundle> {
  const bad = (message: string): Result<never> =>
    fail('policy.bundle-unreadable', `\`${file}\` is not a bundle: ${message}`, {
      help: 'make one with `ghost policy sign`',
    });
  if (text.length > MAX_BUNDLE_BYTES) return bad(`it is larger than ${MAX_BUNDLE_BYTES} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad('it is not JSON');
  }
  const top = closed(value, ['bundle', 'manifest', 'files', 'signature']);
  const manifest = closed(top?.['manifest'], [
    'id',
    'revision',
    'vocabulary',
    'notBefore',
    'notAfter',
    'files',
  ]);
  const signature = closed(top?.['signature'], ['keyId', 'value']);
  if (top?.['bundle'] !== 1 || manifest === null || signature === null)
    return bad('its members are not those of `bundle: 1`');
  const { id, revision, vocabulary, notBefore, notAfter } = manifest;
  const { keyId, value: signed } = signature;
  if (typeof id !== 'string' || id === '' || typeof vocabulary !== 'string') return bad('it has no id');
  if (typeof revision !== 'number' || !Number.isSafeInteger(revision) || revision < 0)
    return bad('its revision is not a whole number');
  if (!isInstant(notBefore) || !isInstant(notAfter) || notAfter < notBefore)
    return bad('its times are not `notBefore` and a later `notAfter` in UTC');
  if (typeof keyId !== 'string' || typeof signed !== 'string') return bad('it has no signature');
  const listed = listOf(manifest['files'], ['name', 'bytes', 'sha256']);
  const packed = listOf(top['files'], ['name', 'text']);
  if (listed === null || packed === null) return bad('its files are not a list of files');
  if (listed.length === 0 || listed.length > MAX_BUNDLE_FILES || packed.length > MAX_BUNDLE_FILES)
    return bad(`it has no files, or more than ${MAX_BUNDLE_FILES}`);
  const files: BundledFile[] = [];
  for (const { name, text: content } of packed) {
    if (typeof name !== 'string' || !isBundledName(name) || typeof content !== 'string')
      return bad('a file has no plain name, or no text');
    if (content.length > MAX_BUNDLED_FILE_BYTES || utf8ToBytes(content).length > MAX_BUNDLED_FILE_BYTES)
      return bad(`\`${name}\` is larger than ${MAX_BUNDLED_FILE_BYTES} bytes`);
    files.push({ name, text: content });
  }
  const names: Manifest['files'][number][] = [];
  for (const { name, bytes, sha256: digest } of listed) {
    if (typeof name !== 'string' || typeof bytes !== 'number' || typeof digest !== 'string')
      return bad('its manifest lists a file without name, size or digest');
    names.push({ name, bytes, sha256: digest });
  }
  const twice = [names, files].some((list) => new Set(list.map(({ name }) => name)).size < list.length);
  if (twice) return bad('two files have one name');
  return ok({
    manifest: { id, revision, vocabulary, notBefore, notAfter, files: names },
    files,
    signature: { keyId, value: signed },
  });
}

/** An object with exactly these members. */
function closed(value: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const own = Object.keys(value);
  return own.length === keys.length && keys.every((key) => Object.hasOwn(value, key)) ? { ...value } : null;
}

function listOf(
  value: unknown,
  keys: readonly string[],
): readonly Readonly<Record<string, unknown>>[] | null {
  if (!Array.isArray(value)) return null;
  const list = value.map((one: unknown) => closed(one, keys));
  return list.every((one) => one !== null) ? list : null;
}

/** The one form in which instants compare as text. */
const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u.test(value);
