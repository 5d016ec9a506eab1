// Whose a token is: everything that may be wrong with one, keys that change, people who are not on the list.
import { createHmac } from 'node:crypto';
import { UnsecuredJWT, exportSPKI, importJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IssuerKeys } from '#cloud/auth/keys.ts';
import { SignedOut } from '#cloud/auth/signed-out.ts';
import { TokenVerifier } from '#cloud/auth/verify.ts';
import { systemTime } from '#cloud/system/time.ts';
import { AUDIENCE, TestCloud, reasonOf } from '#test/fixtures/cloud.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await TestCloud.start({
    env: {
      ALLOWED_DOMAINS: 'example.com,Other.example'.toLowerCase(),
      ALLOWED_SUBJECTS: 'robot-1',
      OIDC_AUTHORIZED_PARTIES: `${AUDIENCE},cli`,
    },
  });
});
afterAll(() => cloud[Symbol.asyncDispose]());
beforeEach(() => {
  cloud.gemini.forget();
  cloud.lines.length = 0;
});

const now = (): number => Math.floor(Date.now() / 1000);
const whoAmI = (authorization?: string): Promise<Response> =>
  fetch(`${cloud.url}/v1/whoami`, { headers: authorization === undefined ? {} : { authorization } });
const as = async (token: string | Promise<string>): Promise<Response> => whoAmI(`Bearer ${await token}`);

test('a good token, and who it is', async () => {
  const response = await as(cloud.issuer.token({ email: 'Person@Example.com' }));
  expect(await response.json()).toEqual({
    subject: 'person-1',
    email: 'person@example.com',
    expiresAt: expect.any(Number),
  });
});

test.each([
  ['expired', { exp: now() - 600 }, 'TOKEN_EXPIRED'],
  ['of a clock ten minutes ahead', { iat: now() + 600, exp: now() + 4200 }, 'TOKEN_NOT_YET_VALID'],
  ['not yet valid', { nbf: now() + 600 }, 'TOKEN_NOT_YET_VALID'],
  ['as old as a clock ten minutes behind makes it', { iat: now() - 4200, exp: now() - 600 }, 'TOKEN_EXPIRED'],
  ['two days old, whatever it says of its end', { iat: now() - 172_800 }, 'TOKEN_EXPIRED'],
  ['without an end', { exp: undefined }, 'TOKEN_INVALID'],
  ['without a beginning', { iat: undefined }, 'TOKEN_NOT_YET_VALID'],
  ['without a subject', { sub: undefined }, 'TOKEN_INVALID'],
  ['of another issuer', { iss: 'https://accounts.example' }, 'TOKEN_INVALID'],
  ['for somebody else', { aud: 'another' }, 'TOKEN_INVALID'],
  ['of another client', { azp: 'another' }, 'TOKEN_INVALID'],
  ['for several, of none of them', { aud: [AUDIENCE, 'another'], azp: undefined }, 'TOKEN_INVALID'],
  ['with a claim of another kind', { email_verified: 'true' }, 'TOKEN_INVALID'],
])('%s: 401', async (_, claims, reason) => {
  const response = await as(cloud.issuer.token(claims));
  expect([response.status, await reasonOf(response)]).toEqual([401, reason]);
  expect(response.headers.get('www-authenticate')).toMatch(
    /^Bearer realm="ghost-browser", error="invalid_token", error_description="[^"]+"$/u,
  );
});

test.each([
  ['a clock half a minute off', { iat: now() + 30, exp: now() + 3630 }],
  ['one that says nothing of its client', { azp: undefined }],
  ['another client on the list', { azp: 'cli' }],
  [
    'a subject on the list, without an address',
    { sub: 'robot-1', email: undefined, email_verified: undefined },
  ],
  ['another domain on the list', { email: 'x@other.example' }],
])('%s passes', async (_, claims) => {
  expect((await as(cloud.issuer.token(claims))).status).toBe(200);
});

test.each([
  ['of another domain', { email: 'person@evil.example' }],
  ['of a domain that ends like it', { email: 'person@notexample.com' }],
  ['of a domain below it', { email: 'person@sub.example.com' }],
  ['with two of them', { email: 'a@example.com@evil.example' }],
  ['with two of them, the second allowed', { email: 'a@evil.example@example.com' }],
  ['without a name', { email: '@example.com' }],
  ['that is no address', { email: 'example.com' }],
  ['whose address nobody verified', { email_verified: false }],
  ['of whose address nothing is said', { email_verified: undefined }],
])('a person %s is not allowed', async (_, claims) => {
  const response = await as(cloud.issuer.token(claims));
  expect([response.status, await reasonOf(response)]).toEqual([403, 'NOT_ALLOWED']);
});

describe('algorithms are pinned', () => {
  const claims = () => ({
    iss: cloud.issuer.issuer,
    aud: AUDIENCE,
    sub: 'person-1',
    email: 'a@example.com',
    email_verified: true,
    iat: now(),
    exp: now() + 60,
  });

  test('`none`', async () => {
    const response = await as(new UnsecuredJWT(claims()).encode());
    expect([response.status, await reasonOf(response)]).toEqual([401, 'TOKEN_INVALID']);
    const [, payload = ''] = new UnsecuredJWT(claims()).encode().split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(await reasonOf(await as(`${header}.${payload}.AA`))).toBe('TOKEN_INVALID');
  });

  test('HS256 with the public key as its secret', async () => {
    const key = await importJWK({ ...cloud.issuer.current.publicJwk, ext: true }, 'RS256');
    if (key instanceof Uint8Array) throw new Error('a public key is none of bytes');
    const secret = await exportSPKI(key);
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'HS256', kid: 'first' })}.${part(claims())}`;
    const response = await as(`${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`);
    expect([response.status, await reasonOf(response)]).toEqual([401, 'TOKEN_INVALID']);
  });
});

test.each([
  ['no header', undefined, 'TOKEN_MISSING'],
  ['an empty one', '', 'TOKEN_MISSING'],
  ['another scheme', 'Basic dXNlcjpwYXNz', 'TOKEN_INVALID'],
  ['no token', 'Bearer', 'TOKEN_INVALID'],
  ['no such token', 'Bearer a.b.c', 'TOKEN_INVALID'],
  ['a token of 9 kB', `Bearer a.b.${'c'.repeat(9000)}`, 'TOKEN_INVALID'],
])('%s: 401', async (_, header, reason) => {
  const response = await whoAmI(header);
  expect([response.status, await reasonOf(response)]).toEqual([401, reason]);
});

test('who asks for health, or without a token, keeps no connection', async () => {
  const answers = await Promise.all(
    ['/livez', '/readyz', '/v1/whoami'].map((path) => fetch(`${cloud.url}${path}`)),
  );
  expect(answers.map(({ status, headers }) => [status, headers.get('connection')])).toEqual([
    [200, 'close'],
    [200, 'close'],
    [401, 'close'],
  ]);
});

test('without a token nothing is answered but health', async () => {
  const statuses = await Promise.all(
    ['/livez', '/readyz', '/', '/metrics', '/v1/whoami'].map(
      async (path) => (await fetch(`${cloud.url}${path}`)).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 401, 401, 401]);
});

test('a token that was changed in one place', async () => {
  const [header = '', payload = '', signature = ''] = (await cloud.issuer.token()).split('.');
  const other = Buffer.from(payload, 'base64url').toString().replace('person-1', 'person-2');
  expect((await as(`${header}.${Buffer.from(other).toString('base64url')}.${signature}`)).status).toBe(401);
});

test('signed out, a token is over', async () => {
  const token = await cloud.issuer.token({ jti: 'to-sign-out' });
  expect((await cloud.post('', { path: '/v1/logout', token })).status).toBe(200);
  const response = await as(token);
  expect([response.status, await reasonOf(response)]).toEqual([401, 'TOKEN_SIGNED_OUT']);
});

test('signed out, a token is over in every spelling of its signature', async () => {
  const token = await cloud.issuer.token({ jti: 'respelled' });
  // The last character of 256 bytes holds two bits of them: sixteen spellings, one signature.
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = token.slice(0, -1) + (ALPHABET[ALPHABET.indexOf(token.slice(-1)) ^ 1] ?? '');
  expect(other).not.toBe(token);
  expect((await cloud.post('', { path: '/v1/logout', token })).status).toBe(200);
  expect((await as(other)).status).toBe(401);
});

test('Google vouches for the addresses of an organisation that it hosts, and for its own', async () => {
  const issuer = 'https://accounts.google.com';
  const keys = new IssuerKeys(issuer, {
    fetch: (input, init) =>
      input === `${issuer}/.well-known/openid-configuration`
        ? Promise.resolve(Response.json({ issuer, jwks_uri: `${cloud.issuer.issuer}/jwks` }))
        : fetch(input, init),
  });
  const rules = {
    issuer,
    audiences: [AUDIENCE],
    authorizedParties: [AUDIENCE],
    algorithms: ['RS256' as const],
    domains: ['example.com', 'gmail.com'],
    subjects: [],
  };
  const verifier = new TokenVerifier(rules, keys, new SignedOut(systemTime), systemTime);
  const passes = async (claims: Readonly<Record<string, string>>): Promise<boolean> =>
    (await verifier.verify(`Bearer ${await cloud.issuer.token({ iss: issuer, ...claims })}`)).ok;
  expect(await passes({ hd: 'example.com' })).toBe(true);
  expect(await passes({ email: 'person@gmail.com' })).toBe(true);
  // An account of somebody's own, made while the address was still theirs.
  expect(await passes({})).toBe(false);
  expect(await passes({ hd: 'evil.example' })).toBe(false);
});

describe('the issuer’s keys', () => {
  test('are fetched once for many tokens, and once more for a key that is not known', async () => {
    await as(cloud.issuer.token());
    const before = cloud.issuer.fetched;
    await Promise.all(Array.from({ length: 20 }, () => as(cloud.issuer.token())));
    expect(cloud.issuer.fetched).toBe(before);
    await cloud.issuer.rotate('second');
    expect((await as(cloud.issuer.token())).status).toBe(200);
    expect(cloud.issuer.fetched).toBe(before + 1);
  });

  test('do not have a key that somebody made up, and are not fetched for each', async () => {
    await using other = await TestCloud.start({ outside: { keyCooldownMs: 60_000 } });
    const ask = async (kid: string) =>
      fetch(`${other.url}/v1/whoami`, {
        headers: { authorization: `Bearer ${await other.issuer.token({}, kid)}` },
      });
    expect((await ask(other.issuer.current.kid)).status).toBe(200);
    for (const kid of ['x', 'y', 'z']) expect(await reasonOf(await ask(kid))).toBe('TOKEN_INVALID');
    expect(other.issuer.fetched).toBe(1);
  });

  test('cannot be fetched: 503, and it goes on when the issuer is back', async () => {
    await using other = await TestCloud.start();
    other.issuer.isAway = true;
    const response = await other.post('', { path: '/v1/logout' });
    expect([response.status, await reasonOf(response)]).toEqual([503, 'ISSUER_UNREACHABLE']);
    other.issuer.isAway = false;
    expect((await other.post('', { path: '/v1/logout' })).status).toBe(200);
  });
});
