// The sign-in that the settings ask for, composed; nothing is read or asked yet.
import type { Clock } from '#executors/system/clock.ts';
import type { Config } from '#gateway/settings/config.ts';
import { keySources } from '#gateway/vault/keys.ts';
import { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';
import { Issuer } from './issuer.ts';
import { signInStore } from './kept-sign-in.ts';
import { proxyAt } from '#gateway/proxy/persons.ts';
import { SignIn } from './sign-in.ts';

/** `null`: the settings have no proxy with an issuer. `vault`: its directory. */
export function signInBySettings(
  { navigator: { use, signIn, baseUrl }, vault: { key } }: Pick<Config, 'navigator' | 'vault'>,
  vault: string,
  clock: Clock,
): SignIn | null {
  if (use !== 'proxy' || signIn === undefined || baseUrl === undefined) return null;
  const { clientSecret, deviceClientId, deviceClientSecret, ...rest } = signIn;
  return new SignIn({
    issuer: new Issuer({
      ...rest,
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(deviceClientId === undefined ? {} : { deviceClientId }),
      ...(deviceClientSecret === undefined ? {} : { deviceClientSecret }),
    }),
    store: signInStore(new VaultInTurn(vault, keySources(key, vault)), clock.wallMs),
    proxy: proxyAt(baseUrl),
    clock,
  });
}
