// One text of a kind that the vault keeps by itself, as a key or a sign-in: there is one at most, and it has no end of its own.
import { ok, type Result } from '#policy/language/failure.ts';
import type { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';

/** Errors of all: `vault.*`. */
export type KeptText = AsyncDisposable & {
  /** `null`: none is kept. */
  readonly load: () => Promise<Result<string | null>>;
  readonly save: (text: {
    readonly about: string;
    readonly body: string;
    /** Milliseconds since 1970, read when its turn has come. */
    readonly at: () => number;
  }) => Promise<Result<void>>;
  readonly delete: () => Promise<Result<void>>;
};

export function keptText(
  vault: VaultInTurn,
  { kind, name }: { readonly kind: string; readonly name: string },
): KeptText {
  return {
    load: () =>
      vault.withIfThere(null, async (cipher) => {
        const found = await cipher.all('SELECT body FROM kept WHERE kind = ? AND name = ?', [kind, name]);
        if (!found.ok) return found;
        const body = found.value[0]?.['body'];
        return ok(typeof body === 'string' && body !== '' ? body : null);
      }),
    save: ({ about, body, at }) =>
      vault.with(async (cipher) => {
        const now = at();
        const put = await cipher.all(
          'INSERT OR REPLACE INTO kept (kind, name, saved_at, used_at, expires_at, about, body) VALUES (?, ?, ?, ?, NULL, ?, ?)',
          [kind, name, now, now, about, body],
        );
        return put.ok ? ok(undefined) : put;
      }),
    delete: () =>
      vault.withIfThere(undefined, async (cipher) => {
        const gone = await cipher.all('DELETE FROM kept WHERE kind = ?', [kind]);
        return gone.ok ? ok(undefined) : gone;
      }),
    [Symbol.asyncDispose]: () => vault[Symbol.asyncDispose](),
  };
}
