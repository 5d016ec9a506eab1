// The sign-in that outlives the gateway: its refresh token, in the vault. INVARIANT: it is nowhere else on disk; one of another issuer or
// client than the settings' is none.
import { z } from 'zod';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';
import { keptText } from '#gateway/vault/stores/kept-text.ts';
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
  const text = keptText(vault, { kind: KIND, name: NAME });
  return {
    ...text,
    load: async (issuer) => {
      const found = await text.load();
      if (!found.ok) return found;
      const kept = read(found.value);
      return ok(kept?.issuer === issuer ? kept : null);
    },
    save: (signIn) => text.save({ about: signIn.issuer, body: JSON.stringify(signIn), at: wallMs }),
  };
}

function read(body: unknown): KeptSignIn | null {
  try {
    return schema.parse(JSON.parse(String(body)));
  } catch {
    return null;
  }
}
