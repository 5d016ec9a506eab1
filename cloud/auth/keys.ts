// The issuer's public keys: found by its discovery document, cached, and fetched once more where a token names one that is not known.
// INVARIANT: the document that says where the keys lie is that of the issuer in the settings, or there are no keys.
import { createRemoteJWKSet, customFetch } from 'jose';
import { z } from 'zod';

const TIMEOUT_MS = 5_000;
/** Between two fetches for keys that are not known: whoever makes up key ids makes no more. */
const COOLDOWN_MS = 30_000;
const MAX_AGE_MS = 600_000;

export type Keys = ReturnType<typeof createRemoteJWKSet>;

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

export class IssuerKeys {
  readonly #issuer: string;
  readonly #fetch: typeof fetch;
  readonly #cooldownMs: number;
  #keys: Promise<Keys> | null = null;

  constructor(issuer: string, { fetch: fetching = fetch, cooldownMs = COOLDOWN_MS } = {}) {
    this.#issuer = issuer;
    this.#fetch = fetching;
    this.#cooldownMs = cooldownMs;
  }

  /** Rejects where the issuer cannot be reached, or is another one; the next call asks again. */
  get(): Promise<Keys> {
    this.#keys ??= this.#discover().catch((thrown: unknown) => {
      this.#keys = null;
      throw thrown;
    });
    return this.#keys;
  }

  async #discover(): Promise<Keys> {
    const base = this.#issuer.replace(/\/$/u, '');
    const response = await this.#fetch(`${base}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`discovery answered with status ${response.status}`);
    const { issuer, jwks_uri: uri } = discovery.parse(await response.json());
    if (issuer !== this.#issuer) throw new Error('the discovery document is another issuer’s');
    return createRemoteJWKSet(new URL(uri), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: this.#cooldownMs,
      cacheMaxAge: MAX_AGE_MS,
      [customFetch]: this.#fetch,
    });
  }
}
