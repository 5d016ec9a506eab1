// Whose an OIDC ID token is. INVARIANT: a token that fails anything is refused, by a word that says what failed and nothing that it holds.
import { createHash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import { passed, refused, type Outcome } from '../wire/refusal.ts';
import type { Time } from '../system/time.ts';
import type { IssuerKeys } from './keys.ts';
import type { SignedOut } from './signed-out.ts';

/** Asymmetric ones alone: a secret that both sides know could be the public key. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

export type TokenRules = {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** Clients that may have asked for the token, where it says which (`azp`). */
  readonly authorizedParties: readonly string[];
  readonly algorithms: readonly (typeof ALGORITHMS)[number][];
  /** Of verified e-mail addresses. */
  readonly domains: readonly string[];
  readonly subjects: readonly string[];
};

export type Person = {
  readonly subject: string;
  readonly email: string | null;
  readonly expiresAt: number;
  /** A hash of what is signed: the token itself is not kept, and a signature is spelled in many ways. */
  readonly tokenId: string;
};

/** Seconds that two clocks may differ by. */
const TOLERANCE_S = 60;
const MAX_AGE_S = 86_400;
const MAX_TOKEN_CHARACTERS = 8_192;
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/iu;

/** It vouches for an address only where it hosts the mailbox: anybody may have an account by another one, and keeps it on leaving. */
const GOOGLE = 'https://accounts.google.com';
const HOSTED = ['gmail.com', 'googlemail.com'];

const claims = z.looseObject({
  sub: z.string().min(1).max(256),
  exp: z.number(),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  email: z.string().max(320).optional(),
  email_verified: z.boolean().optional(),
  /** Google's: the organisation that the account belongs to. */
  hd: z.string().max(256).optional(),
});

export class TokenVerifier {
  readonly #rules: TokenRules;
  readonly #keys: IssuerKeys;
  readonly #signedOut: SignedOut;
  readonly #time: Time;

  constructor(rules: TokenRules, keys: IssuerKeys, signedOut: SignedOut, time: Time) {
    this.#rules = rules;
    this.#keys = keys;
    this.#signedOut = signedOut;
    this.#time = time;
  }

  /** Refusals: `TOKEN_…`, `NOT_ALLOWED`, `ISSUER_UNREACHABLE`. */
  async verify(authorization: string | undefined): Promise<Outcome<Person>> {
    if (authorization === undefined || authorization === '')
      return refused('TOKEN_MISSING', 'the request carries no ID token');
    const token = authorization.length > MAX_TOKEN_CHARACTERS ? undefined : BEARER.exec(authorization)?.[1];
    if (token === undefined) return refused('TOKEN_INVALID', 'the header is not `Bearer` and an ID token');
    const payload = await this.#payload(token);
    if (!payload.ok) return payload;
    const parsed = claims.safeParse(payload.value);
    if (!parsed.success) return refused('TOKEN_INVALID', 'a claim of the token is malformed');
    const { sub, exp, aud, azp, email, email_verified: isVerified, hd } = parsed.data;
    if (azp === undefined ? [aud].flat().length > 1 : !this.#rules.authorizedParties.includes(azp))
      return refused('TOKEN_INVALID', 'the token was made for another client');
    const tokenId = createHash('sha256')
      .update(token.slice(0, token.lastIndexOf('.')))
      .digest('base64url');
    if (this.#signedOut.has(tokenId)) return refused('TOKEN_SIGNED_OUT', 'the token was signed out');
    const verified = isVerified === true && email !== undefined ? email.toLowerCase() : null;
    const domain = /^[^@]+@([^@]+)$/u.exec(verified ?? '')?.[1] ?? '';
    const isVouched =
      this.#rules.issuer !== GOOGLE || hd?.toLowerCase() === domain || HOSTED.includes(domain);
    if (!this.#rules.subjects.includes(sub) && !(isVouched && this.#rules.domains.includes(domain)))
      return refused('NOT_ALLOWED', 'this person is not on the list of those who may call');
    return passed({ subject: sub, email: verified, expiresAt: exp, tokenId });
  }

  async #payload(token: string): Promise<Outcome<JWTPayload>> {
    const { issuer, audiences, algorithms } = this.#rules;
    try {
      const { payload } = await jwtVerify(token, await this.#keys.get(), {
        issuer,
        audience: [...audiences],
        algorithms: [...algorithms],
        clockTolerance: TOLERANCE_S,
        // Demands `iat`, too, and one that is not to come.
        maxTokenAge: MAX_AGE_S,
        requiredClaims: ['sub', 'exp', 'iat', 'aud', 'iss'],
        currentDate: new Date(this.#time.wallMs()),
      });
      return passed(payload);
    } catch (thrown) {
      return whyNot(thrown);
    }
  }
}

/** What the library says of it holds values of the token: our words instead. */
function whyNot(thrown: unknown): Outcome<never> {
  if (thrown instanceof errors.JWTExpired) return refused('TOKEN_EXPIRED', 'the token has expired');
  if (thrown instanceof errors.JWTClaimValidationFailed) {
    if (thrown.claim === 'nbf' || thrown.claim === 'iat')
      return refused('TOKEN_NOT_YET_VALID', 'the token is of a time to come: one of the clocks is wrong');
    const claim = ['iss', 'aud', 'sub', 'exp'].find((one) => one === thrown.claim);
    return refused('TOKEN_INVALID', `the token’s claim \`${claim ?? 'other'}\` is not as it must be`);
  }
  if (thrown instanceof errors.JOSEAlgNotAllowed)
    return refused('TOKEN_INVALID', 'the token is signed by an algorithm that is not allowed');
  const isFetch = thrown instanceof errors.JWKSTimeout || thrown instanceof errors.JWKSInvalid;
  if (isFetch || !(thrown instanceof errors.JOSEError) || thrown.code === errors.JOSEError.code)
    return refused('ISSUER_UNREACHABLE', 'the issuer’s keys could not be fetched', 5);
  return refused('TOKEN_INVALID', 'the token’s signature does not hold');
}
