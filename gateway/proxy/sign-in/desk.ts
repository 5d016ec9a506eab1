// Signing in as the app and the command line ask for it, also where the settings have nothing to sign in to.
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { CheckedIdentity, IdentityView, SignInWay } from '#gateway/protocol/views/identity.ts';
import type { SignIn } from './sign-in.ts';

/** Errors of all but `view` and `look`: `identity.*`. */
export interface IdentityDesk {
  view(): IdentityView;
  look(): Promise<IdentityView>;
  check(signal: AbortSignal): Promise<Result<CheckedIdentity>>;
  begin(way: SignInWay): Promise<Result<IdentityView>>;
  cancel(): Promise<Result<IdentityView>>;
  end(by: string, signal: AbortSignal): Promise<Result<IdentityView>>;
}

const NONE: IdentityView = { state: 'NONE' };

export function identityDesk(signIn: SignIn | null): IdentityDesk {
  if (signIn === null)
    return {
      view: () => NONE,
      look: async () => NONE,
      check: async () => notSetUp(),
      begin: async () => notSetUp(),
      cancel: async () => ok(NONE),
      end: async () => ok(NONE),
    };
  return {
    view: () => signIn.view(),
    look: () => signIn.look(),
    check: async (signal) => ok(await signIn.check(signal)),
    begin: (way) => signIn.begin(way),
    cancel: async () => {
      signIn.cancel();
      return ok(signIn.view());
    },
    end: (by, signal) => signIn.end(by, signal),
  };
}

const notSetUp = (): Result<never> =>
  fail('identity.not-set-up', 'the settings have no proxy that one signs in with', {
    help: 'set `navigator` in config.yaml: `use: proxy`, `baseUrl`, and `signIn` with `issuer` and `clientId`',
  });
