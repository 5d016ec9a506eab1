// Who is signed in with the proxy of the settings. Plain JSON. INVARIANT: no token stands in it.
import type { Failure } from '#policy/language/failure.ts';

/** `BROWSER`: at the issuer's page, which leads back to this machine. `DEVICE`: with a code, in a browser anywhere. */
export const SIGN_IN_WAYS = ['BROWSER', 'DEVICE'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export type SignedInPerson = {
  readonly subject: string;
  /** As the issuer says; `null`: it says none. */
  readonly email: string | null;
  /** ISO 8601. */
  readonly since: string;
  /** `VAULT`: encrypted, and there again after a restart. `MEMORY`: no vault takes it, so it ends with the gateway. */
  readonly kept: 'VAULT' | 'MEMORY';
};

/** What a person is to do now. */
export type OpenSignIn =
  | { readonly way: 'BROWSER'; readonly url: string; readonly until: string }
  | {
      readonly way: 'DEVICE';
      readonly url: string;
      /** The same with the code in it; `null`: the issuer has none. */
      readonly wholeUrl: string | null;
      readonly code: string;
      readonly until: string;
    };

export type IdentityView =
  /** The settings name no issuer: there is nothing to sign in to. */
  | { readonly state: 'NONE' }
  /** `why`: what ended the last sign-in, or the last attempt. */
  | { readonly state: 'SIGNED_OUT'; readonly issuer: string; readonly why: Failure | null }
  | { readonly state: 'OPEN'; readonly issuer: string; readonly open: OpenSignIn }
  | { readonly state: 'SIGNED_IN'; readonly issuer: string; readonly person: SignedInPerson };

/** Whether the proxy takes whoever is signed in, asked just now; `null`: it does. */
export type CheckedIdentity = { readonly identity: IdentityView; readonly refused: Failure | null };
