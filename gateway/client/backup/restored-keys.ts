// The keys for a restored directory: out of the backup, where they were wrapped and the passphrase is given, or from the directory
// that it takes the place of. INVARIANT: a key comes to a log or vault that it belongs to, and to no other.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { auditFiles, readText, writeAtomically } from '#gateway/audit/format/files.ts';
import { parseSecretKey } from '#gateway/audit/format/signed-note.ts';
import { keyFileIn } from '#gateway/vault/keys.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { unwrapKeys, type Keys } from './wrapped-keys.ts';

export type KeysFound = {
  /** Whether the log can go on. */
  readonly audit: boolean;
  /** `NEEDS_KEY`: the key has to be brought by hand; `KEYRING`: it is looked for there. */
  readonly vault: 'NONE' | 'OPEN' | 'NEEDS_KEY' | 'KEYRING';
};

type Places = {
  readonly staging: string;
  /** What is replaced, or not there. */
  readonly data: string;
  readonly given: Keys;
};

/** The keys in a backup. Errors: `backup.bad-passphrase`. */
export async function findKeys(wrapped: string | null, passphrase: string | null): Promise<Result<Keys>> {
  if (passphrase === null) return ok({ audit: null, vault: null });
  return wrapped === null
    ? fail('backup.bad-passphrase', 'this backup holds no keys', {
        help: 'leave `--passphrase-file` out; `ghost backup --passphrase-file` puts keys into a backup',
      })
    : unwrapKeys(wrapped, passphrase);
}

/** Throws what the disk throws. */
export const putKeys = ({ staging, data, given }: Places): KeysFound => ({
  audit: putAudit(staging, data, given.audit),
  vault: putVault(staging, data, given.vault),
});

function putAudit(staging: string, data: string, given: string | null): boolean {
  const [to, from] = [auditFiles(join(staging, 'audit')), auditFiles(join(data, 'audit'))];
  const key = given ?? readText(from.secretKey);
  if (key === null || parseSecretKey(key)?.public.text !== readText(to.publicKey)?.trim()) return false;
  writeAtomically(to.secretKey, key);
  return true;
}

function putVault(staging: string, data: string, given: string | null): KeysFound['vault'] {
  const [to, from] = [join(staging, 'vault'), join(data, 'vault')];
  const about = readText(join(to, 'vault.json'));
  if (about === null) return 'NONE';
  // The description names the key by a check value: another vault's key is not this one's.
  const same = readText(join(from, 'vault.json')) === about && existsSync(keyFileIn(from));
  const key = given ?? (same ? readText(keyFileIn(from)) : null);
  if (key !== null) writeAtomically(keyFileIn(to), key);
  if (key !== null) return 'OPEN';
  return about.includes('"KEY_FILE"') ? 'NEEDS_KEY' : 'KEYRING';
}
