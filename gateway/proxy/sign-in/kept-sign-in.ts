// The sign-in that outlives the gateway: its refresh token, in the vault. INVARIANT: it is nowhere else on disk; one of another issuer or
// client than the settings' is none.
import { z } from 'zod';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';
import type { Client } from './issuer.ts';

export type KeptSignIn = {
  readonly issuer: string;
  readonly client: Client;
  readonly clientId: string;
  readonly subject: string;
  readonly email: string | null;
  /** ISO 8601. */
  readonly since: string;
  readonly refreshToken: string;
};

export interface SignInStore extends AsyncDisposable {
  /** Errors of all: `vault.*`. */
  load(issuer: string): Promise<Result<KeptSignIn | null>>;
  save(signIn: KeptSignIn): Promise<Result<void>>;
  delete(): Promise<Result<void>>;
}

const KIND = 'sign-in';
const NAME = 'proxy';
const schema = z.strictObject({
  issuer: z.string(),
  client: z.enum(['BROWSER', 'DEVICE']),
  clientId: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  since: z.string(),
  refreshToken: z.string().min(1),
});

export function signInStore(vault: VaultInTurn, wallMs: () => number): SignInStore {
  return {
    load: (issuer) =>
      vault.withIfThere(null, async (cipher) => {
        const found = await cipher.all('SELECT body FROM kept WHERE kind = ? AND name = ?', [KIND, NAME]);
        if (!found.ok) return found;
        const kept = read(found.value[0]?.['body']);
        return ok(kept?.issuer === issuer ? kept : null);
      }),
    save: (signIn) =>
      vault.with(async (cipher) => {
        const now = wallMs();
        const put = await cipher.all(
          'INSERT OR REPLACE INTO kept (kind, name, saved_at, used_at, expires_at, about, body) VALUES (?, ?, ?, ?, NULL, ?, ?)',
          [KIND, NAME, now, now, signIn.issuer, JSON.stringify(signIn)],
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

function read(body: unknown): KeptSignIn | null {
  try {
    return schema.parse(JSON.parse(String(body)));
  } catch {
    return null;
  }
}
