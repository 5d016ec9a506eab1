// C2SP signed notes with Ed25519 keys: making keys, signing, and opening with a known public key.
// INVARIANT: `openNote` gives a text only when the named key's signature over exactly that text verifies.
// https://c2sp.org/signed-note
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

const ED25519_KEY_TYPE = 0x01;
const KEY_BYTES = 32;
const SECRET_PREFIX = 'PRIVATE+KEY+';

/** `text` is the verifier key `<name>+<id>+<base64>` that everyone may know. */
/** Far over what a key has. */
export const MAX_KEY_BYTES = 64 * 1024;

export type PublicNoteKey = {
  readonly name: string;
  readonly text: string;
  readonly id: Buffer;
  readonly key: KeyObject;
};
/** `text` is the signer key `PRIVATE+KEY+<name>+<id>+<base64>`. */
export type SecretNoteKey = {
  readonly text: string;
  readonly key: KeyObject;
  readonly public: PublicNoteKey;
};

export function generateNoteKey(name: string): SecretNoteKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const publicBytes = Buffer.from(x, 'base64url');
  const id = keyId(name, publicBytes);
  const text = `${SECRET_PREFIX}${name}+${id.toString('hex')}+${typed(Buffer.from(d, 'base64url'))}`;
  return { text, key: privateKey, public: publicNoteKey(name, publicBytes) };
}

/** `null` when the text is not an Ed25519 verifier key whose id fits its name and bytes. */
export function parsePublicKey(text: string): PublicNoteKey | null {
  const parts = splitKey(text.trim());
  if (parts === null) return null;
  const key = publicNoteKey(parts.name, parts.bytes);
  return key.id.toString('hex') === parts.id ? key : null;
}

/** `null` when the text is not an Ed25519 signer key. */
export function parseSecretKey(text: string): SecretNoteKey | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith(SECRET_PREFIX)) return null;
  const parts = splitKey(trimmed.slice(SECRET_PREFIX.length));
  if (parts === null) return null;
  // RFC 8410: the PKCS #8 wrapping of a raw Ed25519 seed is a fixed prefix.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), parts.bytes]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const known = publicNoteKey(parts.name, Buffer.from(x, 'base64url'));
  return known.id.toString('hex') === parts.id ? { text: trimmed, key, public: known } : null;
}

/** `text` ends with a newline and holds no empty line at its end. */
export function signNote(text: string, secret: SecretNoteKey): string {
  const signature = sign(null, Buffer.from(text), secret.key);
  const { name, id } = secret.public;
  return `${text}\n— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`;
}

/** The note's text, or what is wrong with it. Signatures by other keys are allowed and ignored. */
export function openNote(
  note: string,
  key: PublicNoteKey,
): { readonly text: string } | { readonly problem: string } {
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) return { problem: 'it is not a signed note' };
  const text = note.slice(0, split + 1);
  const lines = note.slice(split + 2, -1).split('\n');
  let signedBy = false;
  for (const line of lines) {
    const match = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line);
    const bytes = Buffer.from(match?.[2] ?? '', 'base64');
    // One spelling only: a base64 text with other spare bits would be another file with the same meaning.
    if (match === null || bytes.toString('base64') !== match[2])
      return { problem: 'its signature line is malformed' };
    if (match[1] !== key.name || !bytes.subarray(0, 4).equals(key.id)) continue;
    if (!verify(null, Buffer.from(text), key.key, bytes.subarray(4)))
      return { problem: 'its signature does not verify' };
    signedBy = true;
  }
  return signedBy ? { text } : { problem: `it is not signed by \`${key.name}\`` };
}

function publicNoteKey(name: string, bytes: Buffer): PublicNoteKey {
  const id = keyId(name, bytes);
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') },
    format: 'jwk',
  });
  return { name, text: `${name}+${id.toString('hex')}+${typed(bytes)}`, id, key };
}

function keyId(name: string, bytes: Buffer): Buffer {
  const digest = createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([ED25519_KEY_TYPE]))
    .update(bytes)
    .digest();
  return digest.subarray(0, 4);
}

const typed = (bytes: Buffer): string =>
  Buffer.concat([Buffer.from([ED25519_KEY_TYPE]), bytes]).toString('base64');

function splitKey(text: string): { name: string; id: string; bytes: Buffer } | null {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text);
  const bytes = Buffer.from(match?.[3] ?? '', 'base64');
  const [, name, id] = match ?? [];
  if (
    name === undefined ||
    id === undefined ||
    bytes[0] !== ED25519_KEY_TYPE ||
    bytes.length !== 1 + KEY_BYTES
  )
    return null;
  return { name, id, bytes: bytes.subarray(1) };
}
