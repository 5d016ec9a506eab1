// Gemini behind the proxy: the token of a file in place of a key, nobody's way past it, and a task that meets a proxy which is gone.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NavigatorName } from '#gateway/protocol/views/task.ts';
import { SETTINGS } from '#gateway/settings/schema.ts';
import { navigatorChosen } from '#gateway/tasks/life/model-for.ts';
import { enginesFor } from '#gateway/tasks/life/navigators.ts';
import { TestCloud } from '#test/fixtures/cloud.ts';
import { observe, remember } from '#test/fixtures/observations.ts';

const folder = mkdtempSync(join(tmpdir(), 'through-proxy-'));
const tokenFile = join(folder, 'token');
const signal = new AbortController().signal;
const STEP = { action: 'CLICK', ref: 'e1', target: null, text: null, confidence: 0.9, reasoning: 'as asked' };
const PAGE = observe('http://site.example/', 'button Buy');

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await TestCloud.start();
});
afterAll(async () => {
  await cloud[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  cloud.gemini.forget();
  cloud.lines.length = 0;
  writeFileSync(tokenFile, `${await cloud.issuer.token()}\n`);
});
afterEach(() => rmSync(tokenFile, { force: true }));

const navigator = (more: object = {}) =>
  SETTINGS.parse({ navigator: { use: 'proxy', baseUrl: cloud.url, tokenFile, ...more } }).navigator;
async function engines(env: NodeJS.ProcessEnv = {}) {
  const made = await enginesFor({ navigator: navigator() }, null, env);
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}
const next = async (env?: NodeJS.ProcessEnv) =>
  (await engines(env)).navigator.next(PAGE, remember('press Buy'), signal);

test('a step is proposed with the token of the file and without a key; the proxy writes it down', async () => {
  cloud.gemini.reply({ says: STEP });
  expect(await next()).toMatchObject({ action: 'CLICK', ref: 'e1' });
  expect(cloud.entries()).toMatchObject([{ status: '200', tier_used: 1, model_used: 'gemini-2.5-flash' }]);
  expect((await engines()).access).toEqual({ by: 'PROXY', at: cloud.url });
});

test('a key of this machine does not go to the proxy', async () => {
  const sent: (string | undefined)[] = [];
  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    sent.push(JSON.stringify(request.headers));
    response.writeHead(400).end('{}');
  };
  const server = createServer(refuse).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const baseUrl = `http://127.0.0.1:${port}`;
  const made = await enginesFor({ navigator: navigator({ baseUrl }) }, null, {
    GEMINI_API_KEY: 'very-secret',
  });
  if (made.ok) await made.value.navigator.next(PAGE, remember('press Buy'), signal);
  server.close();
  server.closeAllConnections();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('"authorization":"Bearer ');
  expect(sent[0]).not.toContain('very-secret');
});

test('a token that is renewed in its file is used by the next call', async () => {
  const { navigator: one } = await engines();
  writeFileSync(tokenFile, await cloud.issuer.token({ exp: 1_000 }));
  expect(await one.next(PAGE, remember('press Buy'), signal)).toMatchObject({
    action: 'FAILED',
    reasoning: expect.stringContaining('the proxy refused the ID token'),
  });
  writeFileSync(tokenFile, await cloud.issuer.token());
  cloud.gemini.reply({ says: STEP });
  expect(await one.next(PAGE, remember('press Buy'), signal)).toMatchObject({ action: 'CLICK' });
});

test('without a token nothing starts, and nothing is sent', async () => {
  const { navigator: one } = await engines();
  rmSync(tokenFile);
  expect(await enginesFor({ navigator: navigator() }, null, { GEMINI_API_KEY: 'x' })).toMatchObject({
    ok: false,
    error: { code: 'navigator.no-token' },
  });
  expect(await one.next(PAGE, remember('press Buy'), signal)).toMatchObject({ action: 'FAILED' });
  writeFileSync(tokenFile, 'two\nlines');
  expect(await enginesFor({ navigator: navigator() }, null)).toMatchObject({ ok: false });
  expect(cloud.lines).toEqual([]);
});

test('whoever asks for Gemini where there is a proxy gets the proxy', () => {
  const uses = (of: ReturnType<typeof navigator>, name: NavigatorName) => {
    const chosen = navigatorChosen(of, name);
    return chosen.ok ? chosen.value.use : chosen.error.code;
  };
  const own = navigator({ use: 'openai-compatible', model: 'm' });
  expect(uses(navigator(), 'gemini')).toBe('proxy');
  expect(uses(navigator(), 'offline')).toBe('offline');
  expect(uses(navigator({ use: 'offline' }), 'gemini')).toBe('gemini');
  expect(uses(navigator(), 'openai-compatible')).toBe('navigator.not-set-up');
  expect(uses(own, 'gemini')).toBe('navigator.not-set-up');
  expect(uses(own, 'openai-compatible')).toBe('openai-compatible');
});

test('a proxy that is named by half is an error', () => {
  const parse = (more: object) => SETTINGS.safeParse({ navigator: { use: 'proxy', ...more } }).success;
  expect([parse({}), parse({ baseUrl: cloud.url }), parse({ tokenFile })]).toEqual([false, false, false]);
  expect(parse({ baseUrl: 'http://proxy.example', tokenFile })).toBe(false);
  expect(parse({ baseUrl: 'http://localhost:80@proxy.example', tokenFile })).toBe(false);
  expect(parse({ baseUrl: 'https://proxy.example', tokenFile: 'token' })).toBe(false);
  expect(parse({ baseUrl: 'https://proxy.example', tokenFile })).toBe(true);
});

test('a proxy that is gone is a step that failed', async () => {
  await using other = await TestCloud.start();
  writeFileSync(tokenFile, await other.issuer.token());
  const made = await enginesFor({ navigator: navigator({ baseUrl: other.url }) }, null);
  if (!made.ok) throw new Error(made.error.message);
  await other.running.stop(0);
  const failed = await made.value.navigator.next(PAGE, remember('press Buy'), signal);
  expect(failed).toMatchObject({
    action: 'FAILED',
    reasoning: expect.stringContaining('could not be reached'),
  });
});
