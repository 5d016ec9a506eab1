// A real OIDC provider in place of one of ours: what it issues passes, refreshed and until it expires, and for nobody else.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AUDIENCE, TestCloud, reasonOf } from '#test/fixtures/cloud.ts';
import { OidcProvider, type Tokens } from '#test/fixtures/oidc.ts';
import { systemTime } from '#cloud/system/time.ts';

let provider: OidcProvider;
let cloud: TestCloud;
let signedIn: Tokens;
/** By how much the proxy's clock is wrong. */
let aheadMs = 0;
beforeAll(async () => {
  provider = await OidcProvider.start(AUDIENCE);
  const time = { ...systemTime, wallMs: () => Date.now() + aheadMs };
  cloud = await TestCloud.start({ env: { OIDC_ISSUER: provider.issuer }, time });
  signedIn = await provider.signIn('person');
});
afterAll(async () => {
  await cloud[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
beforeEach(() => {
  aheadMs = 0;
  cloud.gemini.forget();
  cloud.gemini.replyBy(() => ({ says: 'ok' }));
});

const call = async (token: string): Promise<string> => {
  const response = await cloud.post(undefined, { token });
  return response.ok ? 'answered' : reasonOf(response);
};

test('a person who signed in is answered, and so is the token that a refresh brings', async () => {
  expect(await call(signedIn.id_token)).toBe('answered');
  signedIn = await provider.refresh(signedIn);
  expect(await call(signedIn.id_token)).toBe('answered');
});

test('an hour later the token is over; with a clock ten minutes behind it is not yet valid', async () => {
  aheadMs = 3_700_000;
  expect(await call(signedIn.id_token)).toBe('TOKEN_EXPIRED');
  aheadMs = -600_000;
  expect(await call(signedIn.id_token)).toBe('TOKEN_NOT_YET_VALID');
});

test('somebody whose address was not verified signed in for nothing', async () => {
  expect(await call((await provider.signIn('unverified')).id_token)).toBe('NOT_ALLOWED');
});

test('a token for another client of the same provider', async () => {
  await using other = await TestCloud.start({
    env: { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCES: 'another-client' },
  });
  expect(await reasonOf(await other.post(undefined, { token: signedIn.id_token }))).toBe('TOKEN_INVALID');
});

test('an issuer that calls itself by another name than the settings is none', async () => {
  await using other = await TestCloud.start({
    env: { OIDC_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') },
  });
  expect(await reasonOf(await other.post(undefined, { token: signedIn.id_token }))).toBe(
    'ISSUER_UNREACHABLE',
  );
});
