// A look at the vault for `ghost doctor`. INVARIANT: it makes nothing and writes nothing: no vault, no key, no session goes.
import { existsSync } from 'node:fs';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { KeySource, KeySourceKind } from './contract.ts';
import { isThere, openVault } from './open-vault.ts';
import { damaged } from './cipher.ts';

export type VaultFound = {
  readonly key: KeySourceKind;
  /** The format of its tables, as they stand. */
  readonly tables: number;
};

/** `null`: there is none yet. Errors: `vault.*`. */
export async function inspectVault(
  directory: string,
  sources: readonly KeySource[],
  signal: AbortSignal,
): Promise<Result<VaultFound> | null> {
  const there = existsSync(directory) ? isThere(directory) : 'NO';
  if (there === 'NO') return null;
  if (there === 'HALF') return damaged('`vault.db` or `vault.json` is missing');
  const opened = await openVault(directory, sources, signal, false);
  if (!opened.ok) return opened;
  const { cipher, key, tables } = opened.value;
  await cipher.close();
  return ok({ key, tables });
}
