// The issuer as an OpenID client sees it: authorisation code with PKCE, device code, refresh, revocation. INVARIANT: an ID token that is
// handed out was issued by the issuer of the settings, for our client, to the very request that asked for it, and its signature holds.
import type * as OpenId from 'openid-client';
import { z } from 'zod';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { codeOf, endedByIssuer, issuerFailure } from './failures.ts';

export type IssuerSettings = {
  readonly issuer: string;
  readonly clientId: string;
  /** Some issuers give a native client one, which is no secret. */
  readonly clientSecret?: string;
  /** For issuers where devices have a client of their own. */
  readonly deviceClientId?: string;
  readonly deviceClientSecret?: string;
};

/** `DEVICE`: the client for devices, where that is another one. */
export type Client = 'BROWSER' | 'DEVICE';

export type Granted = {
  readonly idToken: string;
  readonly refreshToken: string | null;
  readonly subject: string;
  readonly email: string | null;
  /** Milliseconds that the ID token lives, by the issuer's own clock. */
  readonly livesMs: number;
};

export type CodeRequest = {
  readonly url: string;
  /** For the address that the browser was led back to. Errors: `identity.*`. */
  readonly exchange: (returned: URL) => Promise<Result<Granted>>;
};

export type DeviceRequest = {
  readonly url: string;
  readonly wholeUrl: string | null;
  readonly code: string;
  readonly livesMs: number;
  /** Resolves once somebody has entered the code. Rejects with the signal's reason. Errors: `identity.*`. */
  readonly granted: (signal: AbortSignal) => Promise<Result<Granted>>;
};

const TIMEOUT_S = 10;
/** Seconds that the clocks of this machine and the issuer may differ by. */
const TOLERANCE_S = 120;
/** It keeps sign-ins alive by a parameter of its own, and knows no scope for that. */
const GOOGLE = 'https://accounts.google.com';
const HALF_AN_HOUR_S = 1_800;

const claimsOf = z.looseObject({
  sub: z.string().min(1).max(256),
  exp: z.number(),
  iat: z.number(),
  email: z.string().max(320).optional(),
});

export class Issuer {
  readonly #settings: IssuerSettings;
  readonly #found = new Map<Client, Promise<OpenId.Configuration>>();

  constructor(settings: IssuerSettings) {
    this.#settings = settings;
  }

  get name(): string {
    return this.#settings.issuer;
  }

  clientId(client: Client): string {
    const { clientId, deviceClientId } = this.#settings;
    return client === 'DEVICE' ? (deviceClientId ?? clientId) : clientId;
  }

  /** Errors: `identity.*`. */
  codeRequest(redirectUri: string): Promise<Result<CodeRequest>> {
    return this.#with('BROWSER', async (library, config) => {
      const [state, nonce, verifier] = [
        library.randomState(),
        library.randomNonce(),
        library.randomPKCECodeVerifier(),
      ];
      const url = library.buildAuthorizationUrl(config, {
        ...this.#asking(),
        redirect_uri: redirectUri,
        prompt: 'consent',
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const exchange = (returned: URL): Promise<Result<Granted>> =>
        this.#with('BROWSER', async () =>
          granted(
            await library.authorizationCodeGrant(config, returned, {
              pkceCodeVerifier: verifier,
              expectedState: state,
              expectedNonce: nonce,
            }),
          ),
        );
      return ok({ url: url.href, exchange });
    });
  }

  /** Errors: `identity.*`, `identity.no-device-flow`. */
  deviceRequest(): Promise<Result<DeviceRequest>> {
    return this.#with('DEVICE', async (library, config) => {
      if (config.serverMetadata().device_authorization_endpoint === undefined)
        return fail('identity.no-device-flow', 'the issuer knows no sign-in by a code', {
          help: 'sign in with `ghost login --browser`',
        });
      const { scope } = this.#asking();
      const answer = await library.initiateDeviceAuthorization(config, { scope });
      const url = webUrl(answer.verification_uri);
      if (url === null) return fail('identity.bad-answer', 'the issuer names no page for the code');
      return ok({
        url,
        wholeUrl: webUrl(answer.verification_uri_complete ?? ''),
        code: answer.user_code,
        livesMs: (answer.expires_in ?? HALF_AN_HOUR_S) * 1000,
        granted: (signal) =>
          this.#with('DEVICE', async () => {
            const tokens = await library
              .pollDeviceAuthorizationGrant(config, answer, undefined, { signal })
              .catch((thrown: unknown) => {
                signal.throwIfAborted();
                throw thrown;
              });
            return granted(tokens);
          }),
      });
    });
  }

  /** The refresh token may be another one afterwards. Errors: `identity.*`; `identity.signed-out` where it is good no more. */
  refresh(client: Client, refreshToken: string): Promise<Result<Granted>> {
    return this.#with(client, async (library, config) => {
      try {
        return granted(await library.refreshTokenGrant(config, refreshToken));
      } catch (thrown) {
        if (codeOf(thrown) === 'invalid_grant') return { ok: false, error: endedByIssuer() };
        throw thrown;
      }
    });
  }

  /** So that nobody gets an ID token for it any more. An issuer that revokes nothing is left as it is. Errors: `identity.*`. */
  revoke(client: Client, refreshToken: string): Promise<Result<boolean>> {
    return this.#with(client, async (library, config) => {
      if (config.serverMetadata().revocation_endpoint === undefined) return ok(false);
      await library.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' });
      return ok(true);
    });
  }

  #asking(): { scope: string } & Record<string, string> {
    return this.#settings.issuer === GOOGLE
      ? { scope: 'openid email', access_type: 'offline' }
      : { scope: 'openid email offline_access' };
  }

  async #with<T>(
    client: Client,
    work: (library: typeof OpenId, config: OpenId.Configuration) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    try {
      // Some thirty milliseconds: only where somebody signs in.
      const library = await import('openid-client');
      return await work(library, await this.#discovered(client, library));
    } catch (thrown) {
      // Whoever waits for a person is told that they went, not that the issuer failed.
      if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown;
      return { ok: false, error: issuerFailure(thrown) };
    }
  }

  /** Found once; where that failed, anew at the next call. */
  #discovered(client: Client, library: typeof OpenId): Promise<OpenId.Configuration> {
    const known = this.#found.get(client);
    if (known !== undefined) return known;
    const { issuer, clientSecret, deviceClientId, deviceClientSecret } = this.#settings;
    const secret = client === 'DEVICE' && deviceClientId !== undefined ? deviceClientSecret : clientSecret;
    const url = new URL(issuer);
    const finding = library.discovery(
      url,
      this.clientId(client),
      { [library.clockTolerance]: TOLERANCE_S },
      secret === undefined ? library.None() : library.ClientSecretPost(secret),
      {
        timeout: TIMEOUT_S,
        // Of this machine: the settings take no other address without TLS.
        execute: [
          library.enableNonRepudiationChecks,
          ...(url.protocol === 'http:' ? [library.allowInsecureRequests] : []),
        ],
      },
    );
    const kept = finding.catch((thrown: unknown) => {
      this.#found.delete(client);
      throw thrown;
    });
    this.#found.set(client, kept);
    return kept;
  }
}

/** A person opens it: nothing but a page of the web. */
const webUrl = (text: string): string | null =>
  /^https?:$/u.test(URL.parse(text)?.protocol ?? '') ? text : null;

function granted(
  tokens: OpenId.TokenEndpointResponse & OpenId.TokenEndpointResponseHelpers,
): Result<Granted> {
  const claims = claimsOf.safeParse(tokens.claims());
  if (tokens.id_token === undefined || !claims.success)
    return fail('identity.bad-answer', 'the issuer gave no ID token', {
      help: 'its client must be allowed the scope `openid`',
    });
  const { sub, exp, iat, email } = claims.data;
  return ok({
    idToken: tokens.id_token,
    refreshToken: tokens.refresh_token ?? null,
    subject: sub,
    email: email ?? null,
    livesMs: Math.max(0, exp - iat) * 1000,
  });
}
