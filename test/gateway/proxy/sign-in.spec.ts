// Signing in with the proxy, at a real OIDC provider in a real browser: by code and by device, kept, refreshed, revoked and ended; and
// everything that may come between.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GeminiModel } from '#engines/model/gemini.ts';
import type { IdentityView } from '#gateway/protocol/views/identity.ts';
import type { SignIn } from '#gateway/proxy/sign-in/sign-in.ts';
import { SETTINGS } from '#gateway/settings/schema.ts';
import { fail } from '#policy/language/failure.ts';
import { launchTestBrowser, type TestBrowser } from '#test/fixtures/chromium.ts';
import { reasonOf } from '#test/fixtures/cloud.ts';
import { SignedInWorld, personSignsIn } from '#test/fixtures/signed-in.ts';
import { need } from '#test/fixtures/tab.ts';

const signal = new AbortController().signal;
const HOUR_MS = 3_600_000;
const WAITING = { timeout: 30_000 };

let world: SignedInWorld;
let browser: TestBrowser;
beforeAll(async () => {
  [world, browser] = await Promise.all([SignedInWorld.start(), launchTestBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});
beforeEach(() => world.forget());

/** A window of its own, in which nobody is signed in at the provider. */
async function inWindow<T>(work: (page: Page) => Promise<T>): Promise<T> {
  await browser.context.clearCookies();
  const page = await browser.context.newPage();
  try {
    return await work(page);
  } finally {
    await page.close();
  }
}

const openIn = (view: IdentityView) => {
  if (view.state !== 'OPEN') throw new Error(`nothing is open: ${view.state}`);
  return view.open;
};

/** Returns what the window says at its end. */
async function signedInBy(signIn: SignIn, way: 'BROWSER' | 'DEVICE', person = 'person'): Promise<string> {
  const open = openIn(need(await signIn.begin(way)));
  const said = await inWindow(async (page) => {
    await personSignsIn(page, open, person);
    return (await page.textContent('body')) ?? '';
  });
  await expect.poll(() => signIn.view().state, WAITING).not.toBe('OPEN');
  return said;
}

const askProxy = async (token: string): Promise<string> => {
  world.cloud.gemini.replyBy(() => ({ says: 'ok' }));
  const response = await world.cloud.post(undefined, { token });
  return response.ok ? 'answered' : reasonOf(response);
};

describe('in a browser of this machine', () => {
  test('a person signs in at the issuer, is led back, and the proxy takes the token', async () => {
    const signIn = world.signIn();
    expect(await signIn.look()).toEqual({ state: 'SIGNED_OUT', issuer: world.provider.issuer, why: null });
    const said = await signedInBy(signIn, 'BROWSER');
    expect(said).toContain('You are signed in');
    expect(signIn.view()).toMatchObject({
      state: 'SIGNED_IN',
      person: { subject: 'person', email: 'person@example.com', kept: 'VAULT' },
    });
    expect(await askProxy(need(await signIn.bearer(signal)))).toBe('answered');
    expect(await signIn.check(signal)).toMatchObject({ refused: null, identity: { state: 'SIGNED_IN' } });
    expect(world.noted).toMatchObject([
      { type: 'identity.signed-in', who: 'person:person@example.com', outcome: 'DONE' },
    ]);
    expect(world.changes).toBeGreaterThanOrEqual(2);
  });

  test('who is not on the proxy’s list is signed in, and told that the proxy does not let them', async () => {
    const signIn = world.signIn();
    await signedInBy(signIn, 'BROWSER', 'unverified');
    expect(await signIn.check(signal)).toMatchObject({
      identity: { state: 'SIGNED_IN' },
      refused: { code: 'identity.not-allowed', help: expect.stringContaining('ALLOWED_DOMAINS') },
    });
  });

  test('who refuses at the issuer is not signed in, here and in the window', async () => {
    const signIn = world.signIn();
    const open = openIn(need(await signIn.begin('BROWSER')));
    const said = await inWindow(async (page) => {
      await page.goto(open.url);
      await page.getByText('[ Cancel ]').click();
      return page.textContent('body');
    });
    expect(said).toContain('You are not signed in');
    await expect
      .poll(() => signIn.view())
      .toMatchObject({ state: 'SIGNED_OUT', why: { code: 'identity.refused' } });
    expect(world.noted).toMatchObject([{ type: 'identity.signed-in', outcome: 'FAILED' }]);
  });

  test('whoever comes to the way back without the state ends nothing, and nothing else is served there', async () => {
    const signIn = world.signIn();
    const open = openIn(need(await signIn.begin('BROWSER')));
    const back = new URL(open.url).searchParams.get('redirect_uri') ?? '';
    expect(back).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/signed-in$/u);
    const statuses = await Promise.all(
      ['?code=x&state=y', '?error=access_denied', `?code=x&state=${'y'.repeat(9_000)}`, '/../etc', ''].map(
        async (rest) => (await fetch(`${back}${rest}`)).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(signIn.view().state).toBe('OPEN');
    // Of the right state a code that is none: the issuer says so, and the attempt is over.
    const state = new URL(open.url).searchParams.get('state') ?? '';
    const page = await fetch(`${back}?code=made-up&state=${state}&iss=${world.provider.issuer}`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('You are not signed in');
    await expect.poll(() => signIn.view().state).toBe('SIGNED_OUT');
    await expect(fetch(back)).rejects.toThrow();
  });

  test('one that is given up, or begun anew, comes to nothing', async () => {
    const signIn = world.signIn();
    const first = openIn(need(await signIn.begin('BROWSER')));
    const second = openIn(need(await signIn.begin('BROWSER')));
    const back = (url: string): string => new URL(url).searchParams.get('redirect_uri') ?? '';
    await expect(fetch(back(first.url))).rejects.toThrow();
    signIn.cancel();
    await expect(fetch(back(second.url))).rejects.toThrow();
    expect(signIn.view()).toMatchObject({ state: 'SIGNED_OUT', why: null });
  });

  test('nobody is signed in where the log cannot say so', async () => {
    const signIn = world.signIn();
    world.log = fail('audit.write-failed', 'the disk is full');
    expect(await signedInBy(signIn, 'BROWSER')).toContain('You are not signed in');
    expect(signIn.view()).toMatchObject({ state: 'SIGNED_OUT', why: { code: 'audit.write-failed' } });
  });
});

test('with a code, in a browser anywhere', async () => {
  const signIn = world.signIn();
  await signedInBy(signIn, 'DEVICE');
  expect(signIn.view()).toMatchObject({ state: 'SIGNED_IN', person: { email: 'person@example.com' } });
  expect(await askProxy(need(await signIn.bearer(signal)))).toBe('answered');
});

test('a restart finds it again: in the vault, and nowhere in the clear', async () => {
  await signedInBy(world.signIn(), 'BROWSER');
  const again = world.signIn();
  expect(await again.look()).toMatchObject({ state: 'SIGNED_IN', person: { kept: 'VAULT' } });
  expect(await askProxy(need(await again.bearer(signal)))).toBe('answered');
  expect(world.provider.granted).toEqual(['authorization_code', 'refresh_token']);
  // Of another issuer's settings it is none.
  const elsewhere = world.signIn({ signIn: { issuer: 'https://other.example', clientId: 'x' } });
  expect((await elsewhere.look()).state).toBe('SIGNED_OUT');
});

describe('the token', () => {
  test('is refreshed ahead of its end, by one request for all who wait', async () => {
    const signIn = world.signIn();
    await signedInBy(signIn, 'BROWSER');
    const first = need(await signIn.bearer(signal));
    world.aheadMs = 0.95 * HOUR_MS;
    // Good for a while yet: nobody waits for the new one.
    expect(need(await signIn.bearer(signal))).toBe(first);
    await expect.poll(async () => need(await signIn.bearer(signal)), WAITING).not.toBe(first);
    world.aheadMs += 2 * HOUR_MS;
    world.provider.granted.length = 0;
    const tokens = await Promise.all(Array.from({ length: 25 }, () => signIn.bearer(signal)));
    expect(new Set(tokens.map((one) => need(one))).size).toBe(1);
    expect(world.provider.granted).toEqual(['refresh_token']);
  });

  test('that the proxy refuses is replaced once, in the middle of a call, whatever this machine’s clock says', async () => {
    const signIn = world.signIn();
    await signedInBy(signIn, 'BROWSER');
    const first = need(await signIn.bearer(signal));
    await world.cloud.post('', { path: '/v1/logout', token: first });
    world.cloud.gemini.reply({ says: 'four' });
    const model = new GeminiModel({ apiKey: '', baseUrl: world.cloud.url, bearer: signIn.bearer });
    const call = {
      model: 'gemini-2.5-flash',
      tier: 1,
      system: 's',
      turns: [{ role: 'user', text: 'x' }],
      maxOutputTokens: 10,
      of: { taskId: 'task-9', priority: 'background' },
    } as const;
    expect(need(await model.say(call, signal)).text).toBe('four');
    expect(world.cloud.entries('request').map(({ reason }) => reason)).toEqual([null, 'TOKEN_SIGNED_OUT']);
    expect(world.cloud.entries()).toMatchObject([
      { reason: null, task_id: 'task-9', action_type: 'navigate' },
    ]);
  });

  test('is asked for by many at once after a refusal, and still refreshed once', async () => {
    const signIn = world.signIn();
    await signedInBy(signIn, 'BROWSER');
    const first = need(await signIn.bearer(signal));
    world.provider.granted.length = 0;
    const tokens = await Promise.all(Array.from({ length: 12 }, () => signIn.bearer(signal, first)));
    expect(new Set(tokens.map((one) => need(one))).size).toBe(1);
    expect(world.provider.granted).toEqual(['refresh_token']);
  });

  test('outlasts an issuer that is away as long as it is good, and comes back with it', async () => {
    const signIn = world.signIn();
    await signedInBy(signIn, 'BROWSER');
    const first = need(await signIn.bearer(signal));
    world.provider.isAway = true;
    world.aheadMs = 0.95 * HOUR_MS;
    expect(need(await signIn.bearer(signal))).toBe(first);
    world.aheadMs = 2 * HOUR_MS;
    expect(await signIn.bearer(signal)).toMatchObject({
      ok: false,
      error: { code: 'identity.issuer-unreachable', retryable: true },
    });
    expect(signIn.view().state).toBe('SIGNED_IN');
    world.provider.isAway = false;
    expect(need(await signIn.bearer(signal))).not.toBe(first);
  });

  test('is waited for no longer than the caller waits', async () => {
    const signIn = world.signIn();
    await signedInBy(signIn, 'BROWSER');
    world.aheadMs = 2 * HOUR_MS;
    const reason = new Error('cancelled');
    const gone = new AbortController();
    const asked = signIn.bearer(gone.signal);
    gone.abort(reason);
    await expect(asked).rejects.toBe(reason);
    // The refresh itself went on, for the next one.
    expect((await signIn.bearer(signal)).ok).toBe(true);
  });
});

describe('an end', () => {
  test('by whoever runs the issuer: the next refresh finds it, and the vault forgets it', async () => {
    const signIn = world.signIn();
    await signedInBy(signIn, 'BROWSER');
    await world.provider.revoke('person');
    world.aheadMs = 2 * HOUR_MS;
    expect(await signIn.bearer(signal)).toMatchObject({ ok: false, error: { code: 'identity.signed-out' } });
    expect(signIn.view()).toMatchObject({
      state: 'SIGNED_OUT',
      why: { message: expect.stringContaining('ended the sign-in'), help: expect.stringContaining('login') },
    });
    expect(world.noted.at(-1)).toMatchObject({ type: 'identity.signed-out', who: 'issuer' });
    expect((await world.signIn().look()).state).toBe('SIGNED_OUT');
  });

  test('by the person: at the issuer, at the proxy and here', async () => {
    const signIn = world.signIn();
    await signedInBy(signIn, 'BROWSER');
    const token = need(await signIn.bearer(signal));
    expect(await askProxy(token)).toBe('answered');
    expect(need(await signIn.end('person:terminal', signal))).toMatchObject({
      state: 'SIGNED_OUT',
      why: null,
    });
    expect(await askProxy(token)).toBe('TOKEN_SIGNED_OUT');
    expect(await signIn.bearer(signal)).toMatchObject({ ok: false, error: { code: 'identity.signed-out' } });
    expect((await world.signIn().look()).state).toBe('SIGNED_OUT');
    expect(world.noted.at(-1)).toMatchObject({
      type: 'identity.signed-out',
      who: 'person:terminal',
      details: { issuer: 'REVOKED', proxy: 'DONE' },
    });
  });

  test('by the person while issuer and proxy are away ends it here, and the log says what was not reached', async () => {
    const signIn = world.signIn();
    await signedInBy(signIn, 'BROWSER');
    world.provider.isAway = true;
    expect(need(await signIn.end('person:terminal', signal)).state).toBe('SIGNED_OUT');
    expect(world.noted.at(-1)).toMatchObject({ details: { issuer: 'identity.issuer-unreachable' } });
    expect((await world.signIn().look()).state).toBe('SIGNED_OUT');
  });
});

test('where no vault can be had, it lasts as long as the gateway', async () => {
  const signIn = world.signIn({}, '/dev/null/vault');
  await signedInBy(signIn, 'BROWSER');
  expect(signIn.view()).toMatchObject({ state: 'SIGNED_IN', person: { kept: 'MEMORY' } });
  expect(await askProxy(need(await signIn.bearer(signal)))).toBe('answered');
});

test('an issuer that is away, or is another one, is said with its mend', async () => {
  world.provider.isAway = true;
  const away = await world.signIn().begin('BROWSER');
  expect(away).toMatchObject({ ok: false, error: { code: 'identity.issuer-unreachable' } });
  world.provider.isAway = false;
  const other = world.provider.issuer.replace('127.0.0.1', 'localhost');
  const wrong = await world.signIn({ signIn: { issuer: other, clientId: 'x' } }).begin('BROWSER');
  expect(wrong).toMatchObject({ ok: false, error: { code: 'identity.bad-answer' } });
});

test('the settings name one way to a token, and an issuer over TLS or on this machine', () => {
  const parses = (more: object): boolean =>
    SETTINGS.safeParse({ navigator: { use: 'proxy', baseUrl: 'https://proxy.example', ...more } }).success;
  const signIn = { issuer: 'https://accounts.example', clientId: 'desktop' };
  expect(parses({ signIn })).toBe(true);
  expect(parses({ signIn, tokenFile: '/token' })).toBe(false);
  expect(parses({ signIn: { ...signIn, issuer: 'http://accounts.example' } })).toBe(false);
  expect(parses({ signIn: { issuer: signIn.issuer } })).toBe(false);
});
