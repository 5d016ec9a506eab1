// The key for Gemini that is given to the app: one call says whether it works, a person confirms that it is kept, and nothing ever says it.
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ConsentOutcome, Question } from '#gateway/boundary/consent/contract.ts';
import { readConfig } from '#gateway/settings/config.ts';
import type { Config } from '#gateway/settings/config.ts';
import {
  keepModelKey,
  modelKeyView,
  modelTester,
  navigatorWatch,
  testedModel,
} from '#gateway/surfaces/http/settings/model-key.ts';
import { enginesByTask, enginesFor } from '#gateway/tasks/life/navigators.ts';
import { keyFile } from '#gateway/vault/keys.ts';
import { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';
import { modelKeyStore, type ModelKeyStore } from '#gateway/vault/stores/model-key.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { GeminiServer } from '#test/fixtures/gemini-server.ts';
import { memoryLog } from '#test/fixtures/memory-log.ts';
import { observe, remember } from '#test/fixtures/observations.ts';
import { need } from '#test/fixtures/tab.ts';

/** Of a form that a key has; nobody’s. */
const KEY = 'AIza-a-key-of-somebody-0123456789';
const OTHER = 'AIza-another-key-0123456789';
const PAGE = observe('http://site.example/', 'button Buy');
const NEVER = new AbortController().signal;
let server: GeminiServer;
const open: ModelKeyStore[] = [];
beforeAll(async () => {
  server = await GeminiServer.start();
  server.key = KEY;
});
/** Whatever is sent to Google comes to the server of these tests; nothing else is led there. */
const GOOGLE = 'https://generativelanguage.googleapis.com';
beforeEach(() => {
  const { fetch: real } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return real(url.startsWith(`${GOOGLE}/`) ? `${server.url}${url.slice(GOOGLE.length)}` : url, init);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  server.forget();
  await Promise.all(open.splice(0).map((store) => store[Symbol.asyncDispose]()));
});
afterAll(() => server[Symbol.asyncDispose]());

const aPlace = (): string => join(mkdtempSync(join(tmpdir(), 'ghost-model-key-')), 'vault');
function aStore(place = aPlace()): ModelKeyStore {
  const store = modelKeyStore(new VaultInTurn(place, [keyFile(place)]), () => 1);
  open.push(store);
  return store;
}
const presets = need(readConfig(join(tmpdir(), 'ghost-no-such-settings', 'config.yaml'))).navigator;
const navigator = (more: Partial<Config['navigator']> = {}): Config['navigator'] => ({
  ...presets,
  ...more,
});
const parts = (keys: ModelKeyStore, more: Partial<Parameters<typeof testedModel>[0]> = {}) => ({
  navigator: navigator(),
  signedIn: null,
  keys,
  env: {},
  audit: memoryLog(),
  by: 'app:ui',
  ...more,
});
const tried = async (key: string | null, keys: ModelKeyStore, given = navigator(), env = {}) =>
  need(await testedModel(parts(keys, { navigator: given, env }), key, NEVER));

const GRANTED: ConsentOutcome = {
  state: 'GRANTED',
  consentId: 'c-1',
  scope: 'ONCE',
  by: 'person:ui',
  proof: { authentication: 'CONSENT_SECRET' },
};
const REFUSED: ConsentOutcome = {
  state: 'REFUSED',
  consentId: 'c-1',
  by: 'person:ui',
  proof: null,
  stopTask: false,
};

async function kept(
  key: string | null,
  keys: Pick<ModelKeyStore, 'load' | 'save' | 'delete'>,
  outcome = GRANTED,
  { given = navigator(), env = {} }: { given?: Config['navigator']; env?: NodeJS.ProcessEnv } = {},
) {
  const audit = memoryLog();
  const asked: Question[] = [];
  const consents = {
    ask: async (question: Question): Promise<ConsentOutcome> => {
      asked.push(question);
      return outcome;
    },
  };
  const life = { inForce: () => fail('policy.unreadable', 'no policy here') };
  const parts = { navigator: given, env, signedIn: null, keys, life, consents, audit };
  const done = await keepModelKey(parts, key, 'app:ui', NEVER);
  return { done, asked, entries: audit.since(0, 100) };
}

test('a key that the service takes works, by one call that says what it cost', async () => {
  server.reply({ says: 'ready' });
  expect(await tried(KEY, aStore())).toMatchObject({
    state: 'WORKS',
    model: 'gemini-2.5-flash',
    failure: null,
    costUsd: expect.any(Number),
  });
  expect(server.received.map(({ turns }) => turns)).toEqual([[{ role: 'user', text: 'Say: ready' }]]);
});

test('a model that was cut off while it thought has answered', async () => {
  server.reply({ says: '', finishReason: 'MAX_TOKENS' });
  expect(await tried(KEY, aStore())).toMatchObject({ state: 'WORKS', failure: null });
});

test('a key that the service refuses is told, and no word of the answer is', async () => {
  const test = await tried(OTHER, aStore());
  expect(test).toMatchObject({ state: 'REFUSED', failure: { code: 'model.refused' } });
  server.reply({ status: 403, message: `the key ${KEY} has expired` });
  const expired = await tried(KEY, aStore());
  expect(expired.state).toBe('REFUSED');
  expect(JSON.stringify([test, expired])).not.toMatch(/AIza/u);
});

test('a model that is not known there is told as refused, with its settings as the mend', async () => {
  expect(await tried(KEY, aStore(), navigator({ flash: 'no-such-model' }))).toMatchObject({
    state: 'REFUSED',
    failure: { help: expect.stringContaining('model ids') },
  });
});

test('a service that cannot be reached is no refusal', async () => {
  const nobody = navigator({ baseUrl: 'http://127.0.0.1:1' });
  const env = { GEMINI_API_KEY: KEY };
  expect(await tried(null, aStore(), nobody, env)).toMatchObject({ state: 'UNREACHABLE' });
});

test('a service that takes no more calls is told as that, by its first answer', async () => {
  server.replyBy(() => ({ status: 429, retrySeconds: 600 }));
  expect(await tried(KEY, aStore())).toMatchObject({
    state: 'OVER_QUOTA',
    failure: { code: 'model.unavailable' },
  });
  server.replyBy(() => ({ status: 503 }));
  expect(await tried(KEY, aStore())).toMatchObject({ state: 'NO_ANSWER' });
  expect(server.received).toHaveLength(2);
});

test('a second test is refused while one is under way', async () => {
  server.reply({ hangs: true });
  const gone = new AbortController();
  const testing = modelTester(parts(aStore()));
  const first = testing(KEY, gone.signal);
  await expect.poll(() => server.received.length).toBe(1);
  expect(await testing(KEY, NEVER)).toMatchObject({ ok: false, error: { code: 'model.unavailable' } });
  gone.abort();
  await first;
  server.reply({ says: 'ready' });
  expect(await testing(KEY, NEVER)).toMatchObject({ ok: true, value: { state: 'WORKS' } });
});

test('no variable of the environment leads the key elsewhere', async () => {
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', 'http://127.0.0.1:1');
  server.reply({ says: 'ready' });
  expect(await tried(KEY, aStore())).toMatchObject({ state: 'WORKS' });
});

test('a service that hangs is given up when the one who asked goes away', async () => {
  server.reply({ hangs: true });
  const gone = new AbortController();
  const waits = testedModel(parts(aStore()), KEY, gone.signal);
  await expect.poll(() => server.received.length).toBe(1);
  gone.abort();
  expect(await waits).toMatchObject({ ok: true, value: { state: 'UNREACHABLE' } });
});

test('that a model is tried is in the log before anything is sent, and what came of it after; the key is in neither', async () => {
  const audit = memoryLog();
  server.reply({ hangs: true });
  const gone = new AbortController();
  const waits = testedModel(parts(aStore(), { audit }), KEY, gone.signal);
  await expect.poll(() => server.received.length).toBe(1);
  const before = audit.since(0, 100);
  gone.abort();
  await waits;
  const entries = audit.since(0, 100);
  expect(before).toMatchObject([
    {
      type: 'model.tried',
      who: 'app:ui',
      where: 'generativelanguage.googleapis.com',
      outcome: null,
      details: { key: 'as it was typed' },
    },
  ]);
  expect(entries.slice(1)).toMatchObject([
    { type: 'model.tried', outcome: 'FAILED', details: { state: 'UNREACHABLE' } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(KEY);
});

test('where the log takes nothing, no model is called', async () => {
  const closed = fail('audit.write-failed', 'the disk is full');
  const audit = { append: () => Promise.resolve(closed) };
  expect(await testedModel(parts(aStore(), { audit }), KEY, NEVER)).toEqual(closed);
  expect(server.received).toEqual([]);
});

test.each([
  '',
  'short',
  `${KEY} and more`,
  `AIza\u200Bkey-with-zero-width`,
  'АIza-looks-alike-0123',
  'x'.repeat(201),
])('what is no key is sent nowhere and said nowhere: %j', async (typed) => {
  const test = await tried(typed, aStore());
  expect(test).toMatchObject({ state: 'NOT_SET_UP', failure: { code: 'config.bad-value' } });
  const { done, asked } = await kept(typed, aStore());
  expect([done.ok, asked, server.received]).toEqual([false, [], []]);
  expect(typed === '' ? '' : JSON.stringify([test, done])).not.toContain(typed || '-');
});

test('with a proxy or another endpoint in the settings no key goes there', async () => {
  for (const given of [
    navigator({ use: 'proxy', tokenFile: '/no/such/token', baseUrl: server.url }),
    navigator({ use: 'openai-compatible', model: 'llama', baseUrl: server.url }),
    navigator({ use: 'offline', baseUrl: server.url }),
    navigator({ use: 'gemini', baseUrl: server.url }),
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await tried(KEY, aStore(), given)).toMatchObject({ state: 'NOT_SET_UP' });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await modelKeyView({ navigator: given, keys: aStore() }, {})).toMatchObject({ key: 'NOT_USED' });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await kept(KEY, aStore(), GRANTED, { given })).done).toMatchObject({
      error: { code: 'navigator.not-set-up' },
    });
  }
  const keys = aStore();
  await keys.save(KEY);
  for (const use of ['offline', 'gemini'] as const) {
    const given = navigator({ use, baseUrl: server.url });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await tried(null, keys, given)).toMatchObject({
      state: 'NOT_SET_UP',
      failure: { code: 'navigator.no-key', help: expect.stringContaining('navigator.baseUrl') },
    });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await modelKeyView({ navigator: given, keys }, {})).toMatchObject({ isKept: true });
  }
  expect(server.received).toEqual([]);
});

test('without a key there is nothing to try', async () => {
  expect(await tried(null, aStore())).toMatchObject({
    state: 'NOT_SET_UP',
    failure: { code: 'navigator.no-key' },
  });
});

test('a confirmed key is in the vault alone: no card, entry or file says it, and the next start uses it', async () => {
  const place = aPlace();
  const keys = aStore(place);
  const { done, asked, entries } = await kept(` ${KEY}\n`, keys);
  expect(done).toEqual(ok(undefined));
  expect(await keys.load()).toEqual(ok(KEY));
  expect(asked[0]).toMatchObject({ title: 'Keep a key for Gemini', look: 'dialog' });
  expect(entries.map(({ type }) => type)).toEqual(['consent.asked', 'consent.answered', 'settings.edited']);
  expect(JSON.stringify([asked, entries])).not.toContain(KEY.slice(0, 10));
  expect(JSON.stringify(asked[0]?.details)).not.toContain(String(KEY.length));
  const files = readdirSync(place).map((name) => readFileSync(join(place, name)));
  expect(files.length).toBeGreaterThan(1);
  expect(files.some((bytes) => bytes.includes(KEY))).toBe(false);

  expect(await modelKeyView({ navigator: navigator(), keys }, {})).toMatchObject({ key: 'KEPT' });
  const again = aStore(place);
  const next = await enginesFor({ navigator: navigator({ use: 'gemini' }) }, null, {}, () => again.load());
  expect(next).toMatchObject({ ok: true, value: { access: { by: 'KEY' } } });
  server.reply({ says: 'ready' });
  expect(await tried(null, again)).toMatchObject({ state: 'WORKS' });
});

test('the key of the environment goes before the kept one', async () => {
  const keys = aStore();
  await kept(OTHER, keys);
  server.reply({ says: 'ready' });
  expect(await tried(null, keys, navigator(), { GEMINI_API_KEY: KEY })).toMatchObject({ state: 'WORKS' });
  expect(await modelKeyView({ navigator: navigator(), keys }, { GEMINI_API_KEY: KEY })).toMatchObject({
    key: 'ENVIRONMENT',
  });
});

test('a key that nobody confirmed is not kept, and makes no vault', async () => {
  const place = aPlace();
  const { done, entries } = await kept(KEY, aStore(place), REFUSED);
  expect(done).toMatchObject({ ok: false, error: { code: 'consent.refused' } });
  expect(entries.map(({ type }) => type)).toEqual(['consent.asked', 'consent.answered']);
  expect(existsSync(place)).toBe(false);
});

test('a key that was taken out is gone, also from the next start', async () => {
  const place = aPlace();
  const keys = aStore(place);
  await kept(KEY, keys);
  expect((await kept(null, keys)).asked[0]).toMatchObject({ title: 'Take out the key for Gemini' });
  expect(await aStore(place).load()).toEqual(ok(null));
});

test('a vault that takes nothing says so, and the log does', async () => {
  const full = fail('vault.write-failed', 'the disk is full');
  const keys = { load: async () => ok(null), save: async () => full, delete: async () => full };
  const { done, entries } = await kept(KEY, keys);
  expect(done).toEqual(full);
  expect(entries.at(-1)).toMatchObject({ type: 'settings.edited', outcome: 'FAILED' });
});

test('a vault that does not open is told beside the key, and a task without a key says why', async () => {
  const locked = fail('vault.no-key', 'the keyring of this user does not answer');
  const keys = { load: async () => locked, save: async () => locked, delete: async () => locked };
  expect(await modelKeyView({ navigator: navigator(), keys }, {})).toMatchObject({
    key: 'NONE',
    trouble: { code: 'vault.no-key' },
  });
  const made = need(await enginesFor({ navigator: navigator({ use: 'gemini' }) }, null, {}, keys.load));
  expect(await made.ready?.()).toMatchObject({
    error: { code: 'navigator.no-key', cause: locked.error.message },
  });
});

test('a gateway whose navigator is Gemini opens without a key, and each task says what is missing until there is one', async () => {
  const keys = aStore();
  const config = { navigator: navigator({ use: 'gemini' }) };
  const load = () => keys.load();
  const standard = need(await enginesFor(config, null, {}, load));
  const byTask = enginesByTask(standard, config, null, load);
  const missing = { error: { code: 'navigator.no-key', help: expect.stringContaining('app') } };
  expect(await byTask({})).toMatchObject(missing);
  await keys.save(KEY);
  expect(await byTask({})).toMatchObject({ ok: true });
  await keys.delete();
  expect(await byTask({})).toMatchObject(missing);
});

test('a key that was taken out is not called with any more, by what was made while it was there', async () => {
  vi.stubEnv('GEMINI_API_KEY', '');
  const keys = aStore();
  await keys.save(KEY);
  const config = { navigator: navigator() };
  const load = () => keys.load();
  const byTask = enginesByTask(need(await enginesFor(config, null, {}, load)), config, null, load);
  const asked = { navigator: 'gemini' } as const;
  const { navigator: one } = need(await byTask(asked));
  await keys.delete();
  const step = await one.next(PAGE, remember('press Buy'), NEVER);
  expect(step).toMatchObject({ action: 'FAILED', trouble: { code: 'navigator.no-key' } });
  expect(server.received).toEqual([]);
  expect(await byTask(asked)).toMatchObject({ ok: false, error: { code: 'navigator.no-key' } });
});

test('the card of a key that is taken out says what becomes of tasks', async () => {
  const rows = async (use: 'offline' | 'gemini', env = {}): Promise<string> => {
    const { asked } = await kept(null, aStore(), REFUSED, { given: navigator({ use }), env });
    return JSON.stringify(asked[0]?.details);
  };
  const [offline, gemini, started] = [
    await rows('offline'),
    await rows('gemini'),
    await rows('gemini', { GEMINI_API_KEY: KEY }),
  ];
  expect(offline).toContain('taken out of the vault');
  expect(offline).not.toContain('no task runs');
  expect(gemini).toContain('no task runs until there is a key');
  expect(started).toContain('started with, as before');
});

test('settings that name another model since the start are seen', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'ghost-model-watch-')), 'config.yaml');
  const hasChanged = navigatorWatch(file);
  writeFileSync(file, 'headless: true\n');
  expect(hasChanged()).toBe(false);
  writeFileSync(file, 'navigator: { use: gemini }\n');
  expect(hasChanged()).toBe(true);
});

test('a price that is not known is not guessed', async () => {
  const view = await modelKeyView({ navigator: navigator({ pro: 'gemini-9-pro' }), keys: aStore() }, {});
  expect(view.models).toEqual([
    { model: 'gemini-2.5-flash', price: { input: 0.3, output: 2.5 } },
    { model: 'gemini-9-pro', price: null },
  ]);
});
