// The key of Gemini that a person gave to the app, in the vault. INVARIANT: it is nowhere else on disk, and no view, log or error holds it.
import { ok, type Result } from '#policy/language/failure.ts';
import type { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';

export interface ModelKeyStore extends AsyncDisposable {
  /** `null`: none is kept. Errors of all: `vault.*`. */
  load(): Promise<Result<string | null>>;
  save(key: string): Promise<Result<void>>;
  delete(): Promise<Result<void>>;
}

const KIND = 'model-key';
const NAME = 'gemini';

export function modelKeyStore(vault: VaultInTurn, wallMs: () => number): ModelKeyStore {
  return {
    load: () =>
      vault.withIfThere(null, async (cipher) => {
        const found = await cipher.all('SELECT body FROM kept WHERE kind = ? AND name = ?', [KIND, NAME]);
        if (!found.ok) return found;
        const body = found.value[0]?.['body'];
        return ok(typeof body === 'string' && body !== '' ? body : null);
      }),
    save: (key) =>
      vault.with(async (cipher) => {
        const now = wallMs();
        const put = await cipher.all(
          'INSERT OR REPLACE INTO kept (kind, name, saved_at, used_at, expires_at, about, body) VALUES (?, ?, ?, ?, NULL, ?, ?)',
          [KIND, NAME, now, now, 'the key for Gemini', key],
        );
        return put.ok ? ok(undefined) : put;
      }),
    delete: () =>
      vault.withIfThere(undefined, async (cipher) => {
        const gone = await cipher.all('DELETE FROM kept WHERE kind = ?', [KIND]);
        return gone.ok ? ok(undefined) : gone;
      }),
    [Symbol.asyncDispose]: () => vault[Symbol.asyncDispose](),
  };
}
