// A process that holds the app's token, and a script in the app's page: neither shows a question, answers one, or becomes a browser
// that may. INVARIANT: each row stands beside the person's own browser, which goes on to answer.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { openGateway } from '#gateway/main.ts';
import { UI_DIRECTORY } from '#gateway/settings/paths.ts';
import type { Gateway } from '#gateway/main.ts';
import { buildUi } from '#ui/build.ts';
import { need } from '#test/fixtures/tab.ts';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import type { TestBrowser } from '#test/fixtures/chromium.ts';
import { aQuestion } from '#test/fixtures/questions.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

/** An attacker has patience: with less than the card's pause, that would be what refuses it, and nothing else would be tested. */
const PAUSE_MS = 600;
const LONG_PAUSE_MS = 2_600;

let directory: string;
let gateway: Gateway;
let serving: Serving;
let browser: TestBrowser;

beforeAll(async () => {
  await buildUi();
  directory = mkdtempSync(join(tmpdir(), 'ghost-inside-auth-'));
  writeFileSync(join(directory, 'policy.yaml'), DEFAULT_TEXT);
  gateway = await openGateway({ dataDir: directory, policy: [join(directory, 'policy.yaml')] });
  const served = await serveGateway(gateway, {
    port: 0,
    assets: UI_DIRECTORY,
    runtimeDir: gateway.paths.runtime,
  });
  if (!served.ok) throw new Error(served.error.message);
  serving = served.value;
  browser = await launchTestBrowser();
});
afterAll(async () => {
  await browser?.close();
  await serving?.close();
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** All that the attacker has: the app's token and what it is served with. Any header can be written. */
const app = async (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${serving.rendezvous.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${serving.rendezvous.token}`, 'content-type': 'application/json' },
  });
const consentOrigin = async (): Promise<string> =>
  z.object({ consentOrigin: z.string() }).parse(await (await app('/api/status')).json()).consentOrigin;

async function asDocument(path: string, body: unknown, headers: Record<string, string> = {}) {
  const origin = await consentOrigin();
  const response = await fetch(`${serving.rendezvous.consentUrl}${path}`, {
    method: 'POST',
    headers: {
      origin,
      referer: `${origin}/`,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text };
}

/** The whole way of the consent document, written by hand. */
async function forge(id: string, retyped: string, headers: Record<string, string> = {}): Promise<void> {
  const ticket = await app(`/api/consents/${id}/ticket`, { method: 'POST' });
  const { url } = z.object({ url: z.string() }).parse(await ticket.json());
  const opened = await asDocument('/api/open', { ticket: new URL(url).searchParams.get('ticket') }, headers);
  const nonce = /"nonce":"([^"]+)"/u.exec(opened.text)?.[1] ?? 'none';
  await wait(PAUSE_MS);
  await asDocument('/api/answer', { id, nonce, answer: 'ALLOW_ONCE', retyped }, headers);
}
const open = (id: string): boolean => gateway.consents.find(id)?.state === 'OPEN';

describe('consent origin: who may answer', () => {
  test('the app’s token with every header that a browser would send neither opens nor answers a question', async () => {
    const asked = gateway.consents.ask(aQuestion({ shieldMs: 500 }), new AbortController().signal);
    const id = gateway.consents.list()[0]?.card.id ?? '';
    const { token } = serving.rendezvous;
    const port = new URL(await consentOrigin()).port;
    for (const headers of [
      {},
      { authorization: `Bearer ${token}` },
      { cookie: `__Host-ghost-consent-${port}=${token}`, 'x-ghost-consent-key': token },
      { cookie: `__Host-ghost-consent-${port}=`, 'x-ghost-consent-key': '' },
      { cookie: 'ghost-consent=', 'x-forwarded-for': '127.0.0.1' },
    ])
      await forge(id, 'a.example', headers);
    expect(open(id)).toBe(true);
    // The twin: saying no is the app's right.
    await app(`/api/consents/${id}/deny`, { method: 'POST' });
    expect(await asked).toMatchObject({ state: 'REFUSED', proof: { authentication: 'APP_TOKEN' } });
  });

  test('a loosening of the policy that the app proposes is not confirmed with the app’s token', async () => {
    const { text } = edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ALLOW]']);
    writeFileSync(join(directory, 'policy.yaml'), String(text));
    await expect.poll(() => gateway.policyLife.files()[0]?.text, { timeout: 30_000 }).toBe(text);
    await gateway.policyLife.reload({ by: 'person:terminal', trigger: 'asked', acknowledge: null });
    const before = gateway.policy.ok ? gateway.policy.value.semanticHash : '';
    const [file] = gateway.policyLife.files();
    const proposed = app('/api/policy/propose', {
      method: 'POST',
      body: JSON.stringify({
        file: file?.file,
        text: DEFAULT_TEXT,
        base: file?.digest,
        reason: 'more room',
      }),
    });
    await expect.poll(() => gateway.consents.list().length, { timeout: 30_000 }).toBe(1);
    const { id = '', retype = '' } = gateway.consents.list()[0]?.card ?? {};
    expect(retype).toBe('every site');
    await forge(id, retype);
    await wait(LONG_PAUSE_MS);
    await forge(id, retype);
    expect(open(id)).toBe(true);
    expect(gateway.policy.ok && gateway.policy.value.semanticHash).toBe(before);
    gateway.consents.cancel('policy');
    expect((await proposed).status).toBe(409);
  });

  test('nothing that the app’s token is answered with makes a browser of the attacker’s', async () => {
    const secrets = [serving.rendezvous.approverToken];
    for (const path of ['/api/status', '/api/consents', '/api/policy', '/api/tasks']) {
      const text = await (await app(path)).text();
      for (const secret of secrets) expect(text.includes(secret), path).toBe(false);
    }
    for (const code of ['', 'x', serving.rendezvous.token])
      expect((await asDocument('/api/enrol', {}, { authorization: `Bearer ${code}` })).status).toBe(401);
    for (const path of ['/api/hand-over', '/api/terminal-answer', '/api/policy/reload'])
      expect(
        (await asDocument(path, {}, { authorization: `Bearer ${serving.rendezvous.token}` })).status,
        path,
      ).toBe(403);
  });

  test('a script in the app’s own page answers nothing; the consent document beside it does', async () => {
    const page = await browser.context.newPage();
    await page.goto(serving.url);
    await page.getByPlaceholder(/plain words/u).waitFor();
    const asked = gateway.consents.ask(aQuestion({ shieldMs: 500 }), new AbortController().signal);
    const { id = '' } = gateway.consents.list()[0]?.card ?? {};
    const frame = page.frameLocator('iframe');
    await frame.getByRole('alertdialog').waitFor();
    const origin = await consentOrigin();
    const tried = await page.evaluate(
      async ([at, question]) => {
        const token = sessionStorage.getItem('ghost.token') ?? '';
        const ticket = await fetch(`/api/consents/${question}/ticket`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
        });
        const { url } = (await ticket.json()) as { url: string };
        const attempts: string[] = [];
        for (const mode of ['cors', 'no-cors'] as const)
          for (const path of ['open', 'answer', 'enrol'])
            attempts.push(
              await fetch(`${at}/api/${path}`, {
                method: 'POST',
                mode,
                credentials: 'include',
                body: JSON.stringify({
                  ticket: new URL(url).searchParams.get('ticket'),
                  id: question,
                  answer: 'ALLOW_ONCE',
                }),
              }).then(
                (response) => `${response.type} ${response.status}`,
                () => 'refused',
              ),
            );
        const within = document.querySelector('iframe')?.contentDocument ?? null;
        return { attempts, cookies: document.cookie, reached: within !== null };
      },
      [origin, id] as const,
    );
    expect(tried.reached).toBe(false);
    expect(tried.cookies).toBe('');
    expect(tried.attempts.filter((one) => !['refused', 'opaque 0'].includes(one))).toEqual([]);
    expect(open(id)).toBe(true);
    // The twin: a person's press in the document.
    const allow = frame.getByRole('button', { name: 'Allow once' });
    await expect.poll(() => allow.getAttribute('aria-disabled'), { timeout: 30_000 }).toBe('false');
    await allow.click();
    expect(await asked).toMatchObject({ state: 'GRANTED', proof: { authentication: 'CONSENT_SECRET' } });
    const targets = await (await browser.context.newCDPSession(page)).send('Target.getTargets');
    expect(
      targets.targetInfos.some(({ type, url }) => type === 'iframe' && url.startsWith(origin)),
      'the consent document has a process of its own',
    ).toBe(true);
    await page.close();
  });

  test('a link works once, for one browser at a time; who has none is told how to get one and can deny', async () => {
    const page = await browser.context.newPage();
    const link = serving.url;
    await page.goto(link);
    await page.getByPlaceholder(/plain words/u).waitFor();
    const second = await browser.context.newPage();
    await second.goto(link);
    await second.getByText('this link was used or is too old').waitFor();
    await second.close();
    const other = await launchTestBrowser();
    const elsewhere = await other.context.newPage();
    await elsewhere.goto(serving.url);
    await elsewhere.getByPlaceholder(/plain words/u).waitFor();
    // The first one's secret is over; it still shows the app.
    const asked = gateway.consents.ask(aQuestion({ shieldMs: 500 }), new AbortController().signal);
    const frame = page.frameLocator('iframe');
    await frame.getByText('ghost ui').first().waitFor();
    await page.getByRole('button', { name: 'Deny and close' }).click();
    expect(await asked).toMatchObject({ state: 'REFUSED', proof: { authentication: 'APP_TOKEN' } });
    await page.close();
    await other.close();
  });
});

describe('hand-over: what other users see', () => {
  test('opening the UI puts no token and no code into a command line, and its file is private and gone after use', async () => {
    const { file, url } = need(serving.handOver());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/url=http:\/\/consent\.ghost\.localhost:\d+\/#enrol=[\w-]{43}"/u);
    const { rendezvous } = serving;
    for (const secret of [rendezvous.token, rendezvous.approverToken]) expect(text).not.toContain(secret);
    const page = await browser.context.newPage();
    await page.goto(url);
    await page.getByPlaceholder(/plain words/u).waitFor();
    expect(readdirSync(gateway.paths.runtime).filter((name) => name.startsWith('open-'))).toEqual([]);
    await page.close();
  });

  test('`ghost start` starts its opener with a file, not with an address', async () => {
    const home = mkdtempSync(join(tmpdir(), 'ghost-opener-'));
    const told = join(home, 'told');
    // No browser that stands ready: nothing is done in one here.
    mkdirSync(join(home, 'data'), { mode: 0o700 });
    writeFileSync(join(home, 'data', 'config.yaml'), 'warmTabs: 0\n', { mode: 0o600 });
    writeFileSync(
      join(home, 'xdg-open'),
      `#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/cmdline > ${told}.new; mv ${told}.new ${told}\n`,
      {
        mode: 0o755,
      },
    );
    const child = spawn(
      process.execPath,
      [new URL('../../../ui/cli/ghost.js', import.meta.url).pathname, 'start', '--port', '0', '--json'],
      {
        env: {
          ...process.env,
          CI: undefined,
          DISPLAY: ':0',
          PATH: `${home}:${process.env['PATH'] ?? ''}`,
          GHOST_DATA_DIR: join(home, 'data'),
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    try {
      await expect
        .poll(() => readdirSync(home).includes('told'), { timeout: 60_000, interval: 100 })
        .toBe(true);
      const argv = readFileSync(told, 'utf8');
      expect(argv).not.toMatch(/http|token|[#=]/u);
      expect(argv).toMatch(/open-[0-9a-f]+\.html/u);
    } finally {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('close', resolve));
      rmSync(home, { recursive: true, force: true });
    }
  });
});
