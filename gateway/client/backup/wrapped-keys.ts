// The keys of a data directory, wrapped under a passphrase for a backup: scrypt, then AES-256-GCM.
// INVARIANT: no key is written anywhere in the clear but into its own place at a restore; a wrong passphrase gives nothing.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { fail, ok, type Result } from '#policy/language/failure.ts';

/** Texts as they stand in their files. */
export type Keys = { readonly audit: string | null; readonly vault: string | null };

const LEAST_CHARACTERS = 12;
// OWASP’s first choice for scrypt: 128 MiB, about half a second.
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;
const ALGORITHM = 'scrypt-131072-8-1+aes-256-gcm';
const ABOUT = Buffer.from('ghost-browser backup keys 1');

const base64 = z.base64();
const schema = z.strictObject({
  algorithm: z.literal(ALGORITHM),
  salt: base64,
  nonce: base64,
  tag: base64,
  sealed: base64,
});
const keysSchema = z.strictObject({ audit: z.string().nullable(), vault: z.string().nullable() });

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Errors: `backup.bad-passphrase`. */
export async function wrapKeys(keys: Keys, passphrase: string): Promise<Result<string>> {
  if (passphrase.length < LEAST_CHARACTERS)
    return fail('backup.bad-passphrase', `the passphrase has fewer than ${LEAST_CHARACTERS} characters`, {
      help: 'give a longer one: whoever has it and the backup has the keys',
    });
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, 32, COST), nonce);
  cipher.setAAD(ABOUT);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(keys)), cipher.final()]);
  const text = (bytes: Buffer): string => bytes.toString('base64');
  return ok(
    JSON.stringify({
      algorithm: ALGORITHM,
      salt: text(salt),
      nonce: text(nonce),
      tag: text(cipher.getAuthTag()),
      sealed: text(sealed),
    }),
  );
}

/** Errors: `backup.bad-passphrase`. */
export async function unwrapKeys(wrapped: string, passphrase: string): Promise<Result<Keys>> {
  try {
    const { salt, nonce, tag, sealed } = schema.parse(JSON.parse(wrapped));
    const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
    const key = await derive(passphrase, bytes(salt), 32, COST);
    const cipher = createDecipheriv('aes-256-gcm', key, bytes(nonce), { authTagLength: 16 });
    cipher.setAAD(ABOUT);
    cipher.setAuthTag(bytes(tag));
    const opened = Buffer.concat([cipher.update(bytes(sealed)), cipher.final()]).toString();
    return ok(keysSchema.parse(JSON.parse(opened)));
  } catch {
    return fail('backup.bad-passphrase', 'the passphrase does not open the keys in the backup', {
      help: 'give the one that the backup was made with; without it, restore without `--passphrase-file`: then the sessions stay closed and the log begins anew',
    });
  }
}
