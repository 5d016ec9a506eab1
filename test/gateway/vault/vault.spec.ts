// Saved sessions: what goes in comes out, encrypted between, for one origin and seven days; what is broken says so.
import { execFile } from 'node:child_process';
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PassedCookie } from '#executors/contract/cookie.ts';
import { FORMAT } from '#gateway/settings/formats.ts';
import type { KeySource, SessionState, SessionStore } from '#gateway/vault/contract.ts';
import { keyFile, osKeyring } from '#gateway/vault/keys.ts';
import type { KeyringEntry } from '#gateway/vault/keys.ts';
import { sessionStore } from '#gateway/vault/session-store.ts';
import { checkName, readSessionText, sessionText } from '#gateway/vault/session-text.ts';
import type { Result } from '#policy/language/failure.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-22T09:00:00Z');
const SECRET = 'tok-4711-very-secret';

let directory = '';
let now = START;
const open: SessionStore[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-vault-'));
  now = START;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store[Symbol.asyncDispose]()));
  rmSync(directory, { recursive: true, force: true });
});

function storeWith(keys: readonly KeySource[] = [keyFile(directory)], ttlDays = 7): SessionStore {
  const store = sessionStore({ directory, keys, ttlDays, now: () => now });
  open.push(store);
  return store;
}

async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((store) => store[Symbol.asyncDispose]()));
}

const cookie = (given: Partial<PassedCookie> = {}): PassedCookie => ({
  name: 'sid',
  value: SECRET,
  host: 'shop.test',
  hostOnly: true,
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Lax',
  expires: 2_000_000_000,
  priority: 'Medium',
  partitionKey: null,
  ...given,
});

const state = (given: Partial<SessionState> = {}): SessionState => ({
  origin: 'https://shop.test',
  cookies: [cookie()],
  localStorage: { cart: SECRET },
  sessionStorage: { step: '2' },
  ...given,
});

function valueOf<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`${result.error.code}: ${result.error.message} ${result.error.cause ?? ''}`);
  return result.value;
}
const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);

describe('sessions', () => {
  test('what was saved is loaded again by another process of the same user, to the last field', async () => {
    const saved = valueOf(await storeWith().save({ name: 'shop', ...state() }));
    expect(saved).toEqual({
      name: 'shop',
      origin: 'https://shop.test',
      savedAt: '2026-11-22T09:00:00.000Z',
      expiresAt: '2026-11-29T09:00:00.000Z',
      cookies: 1,
      localStorage: 1,
      sessionStorage: 1,
      replaced: false,
    });
    await closeAll();
    const loaded = valueOf(await storeWith().load('shop'));
    expect(loaded).toEqual({
      version: 1,
      name: 'shop',
      savedAt: '2026-11-22T09:00:00.000Z',
      expiresAt: '2026-11-29T09:00:00.000Z',
      ...state(),
    });
  });

  test('nothing of it can be read on the disk, and nobody else may open the files', async () => {
    await storeWith().save({ name: 'shop', ...state() });
    await closeAll();
    for (const file of readdirSync(directory)) {
      const path = join(directory, file);
      expect.soft(readFileSync(path).includes(SECRET), file).toBe(false);
      expect.soft(readFileSync(path).includes('shop.test'), file).toBe(false);
      if (file !== 'vault.lock') expect.soft((statSync(path).mode & 0o777).toString(8), file).toBe('600');
    }
    expect(readFileSync(join(directory, 'vault.db')).subarray(0, 15).toString('latin1')).not.toBe(
      'SQLite format 3',
    );
  });

  test('a list shows no value, saving again replaces, deleting deletes', async () => {
    const store = storeWith();
    await store.save({ name: 'b', ...state() });
    await store.save({ name: 'a', ...state({ origin: 'http://127.0.0.1:8080', cookies: [] }) });
    const again = valueOf(await store.save({ name: 'b', ...state({ cookies: [] }) }));
    expect(again.replaced).toBe(true);
    const listed = valueOf(await store.list());
    expect(listed.map(({ name, origin, cookies }) => [name, origin, cookies])).toEqual([
      ['a', 'http://127.0.0.1:8080', 0],
      ['b', 'https://shop.test', 0],
    ]);
    expect(JSON.stringify(listed)).not.toContain(SECRET);
    expect(valueOf(await store.delete('a')).name).toBe('a');
    expect(codeOf(await store.delete('a'))).toBe('session.unknown');
    expect(valueOf(await store.list()).map(({ name }) => name)).toEqual(['b']);
  });

  test('after seven days it is gone: the first that asks is told why, and the disk has it no more', async () => {
    const store = storeWith();
    await store.save({ name: 'old', ...state() });
    now += 7 * DAY - 1;
    expect(codeOf(await store.load('old'))).toBe('ok');
    now += 1;
    expect(codeOf(await store.load('old'))).toBe('session.expired');
    expect(codeOf(await store.load('old'))).toBe('session.unknown');
    await store.save({ name: 'other', ...state() });
    now += 8 * DAY;
    expect(valueOf(await store.list())).toEqual([]);
  });

  test('a clock that was set back by days, at once or bit by bit, gives it no longer life', async () => {
    const store = storeWith();
    await store.save({ name: 'kept', ...state() });
    now = START + 3 * DAY;
    expect(codeOf(await store.load('kept'))).toBe('ok');
    for (const hours of [1, 23]) {
      now = START + 3 * DAY - hours * 3_600_000;
      expect(codeOf(await store.load('kept'))).toBe('ok');
    }
    now = START + 3 * DAY - 25 * 3_600_000;
    expect(await store.load('kept')).toMatchObject({
      error: { code: 'session.expired', help: expect.stringContaining('set the clock') },
    });
    now = START + 3 * DAY;
    expect(codeOf(await store.load('kept'))).toBe('ok');
  });

  test.each([
    ['a parent’s cookie that subdomains get', cookie({ host: 'test-shop.example', hostOnly: false }), true],
    ['another host’s', cookie({ host: 'other.example' }), false],
    ['the parent’s own', cookie({ host: 'test-shop.example', hostOnly: true }), false],
    ['a public suffix’s', cookie({ host: 'example', hostOnly: false }), false],
    ['one that only looks alike', cookie({ host: 'op.example', hostOnly: false }), false],
  ])('of one origin alone: %s', async (_about, given, fits) => {
    const saved = await storeWith().save({
      name: 'x',
      ...state({ origin: 'https://a.test-shop.example', cookies: [given] }),
    });
    expect(codeOf(saved)).toBe(fits ? 'ok' : 'session.bad-state');
  });

  test.each([
    'https://shop.test/',
    'https://shop.test/a',
    'null',
    'file:///etc',
    'shop.test',
    'HTTPS://SHOP.TEST',
  ])('`%s` is no origin', async (origin) => {
    expect(codeOf(await storeWith().save({ name: 'x', ...state({ origin, cookies: [] }) }))).toBe(
      'session.bad-state',
    );
  });

  test('a name can be no path', () => {
    for (const name of ['', '.', '..', '../x', 'a/b', 'a b', '-x', 'é', 'a\0', 'x'.repeat(65)])
      expect.soft(codeOf(checkName(name)), name).toBe('session.bad-name');
    for (const name of ['a', 'shop-1.b_c', 'x'.repeat(64)]) expect.soft(codeOf(checkName(name))).toBe('ok');
  });

  test('what a site keeps beyond eight million characters is not saved in part', async () => {
    const localStorage = { all: 'x'.repeat(8 * 1024 * 1024) };
    const store = storeWith();
    expect(codeOf(await store.save({ name: 'x', ...state({ localStorage }) }))).toBe('session.too-large');
    expect(valueOf(await store.list())).toEqual([]);
  });
});

describe('export and import', () => {
  test('an export names each field and holds no value; it cannot be imported', async () => {
    const store = storeWith();
    await store.save({ name: 'shop', ...state() });
    const text = valueOf(await store.export('shop', { secrets: false }));
    expect(text).not.toContain(SECRET);
    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      name: 'shop',
      saved_at: '2026-11-22T09:00:00.000Z',
      origin: 'https://shop.test',
      redacted: true,
      cookies: [{ name: 'sid', value: '[redacted]', domain: 'shop.test', httpOnly: true, secure: true }],
      localStorage: { cart: '[redacted]' },
    });
    const back = await store.import(text);
    expect(back).toMatchObject({
      error: { code: 'session.bad-state', help: 'export it with `--include-secrets`' },
    });
  });

  test('with the secrets it comes back whole, and its seven days count from when it was saved', async () => {
    const store = storeWith();
    await store.save({ name: 'shop', ...state() });
    const text = valueOf(await store.export('shop', { secrets: true }));
    now += 3 * DAY;
    expect(valueOf(await store.import(text, 'copy'))).toMatchObject({
      name: 'copy',
      expiresAt: '2026-11-29T09:00:00.000Z',
    });
    expect(valueOf(await store.load('copy'))).toMatchObject(state());
    now += 4 * DAY;
    expect(codeOf(await store.import(text))).toBe('session.expired');
    expect(codeOf(await store.import(text.replace('2026-11-22', '2036-11-22'), 'ahead'))).toBe('ok');
    expect(valueOf(await store.list())[0]?.expiresAt).toBe(new Date(now + 7 * DAY).toISOString());
  });

  test.each([
    ['no JSON', () => '{'],
    ['another version', (text: string) => text.replace('"version": 1', '"version": 2')],
    ['a key that is not known', (text: string) => text.replace('{', '{"more": 1,')],
    [
      'another origin’s cookie',
      (text: string) => text.replace('"domain": "shop.test"', '"domain": "bank.test"'),
    ],
    ['a number for a value', (text: string) => text.replace(`"${SECRET}"`, '4711')],
  ])('%s is refused, and the message holds no value', async (_about, change) => {
    const store = storeWith();
    await store.save({ name: 'shop', ...state() });
    const refused = await store.import(change(valueOf(await store.export('shop', { secrets: true }))), 'x');
    expect(codeOf(refused)).toBe('session.bad-state');
    expect(JSON.stringify(refused)).not.toContain(SECRET);
  });

  test('any storage and any cookie values survive the text', () => {
    const keys = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', ''));
    const values = fc.dictionary(keys, fc.string(), { maxKeys: 5 });
    fc.assert(
      fc.property(values, values, fc.string(), (localStorage, sessionStorage, value) => {
        const session = {
          version: 1 as const,
          name: 'p',
          savedAt: '2026-11-22T09:00:00.000Z',
          expiresAt: '2026-11-29T09:00:00.000Z',
          ...state({ localStorage, sessionStorage, cookies: [cookie({ value })] }),
        };
        const read = valueOf(readSessionText(sessionText(session, { secrets: true })));
        expect(Object.entries(read.localStorage)).toEqual(Object.entries(localStorage));
        expect(read).toEqual({
          name: 'p',
          savedAt: session.savedAt,
          origin: session.origin,
          cookies: session.cookies,
          localStorage: { ...localStorage },
          sessionStorage: { ...sessionStorage },
        });
      }),
      { numRuns: 100 },
    );
  });
});

describe('a vault that is not whole', () => {
  beforeEach(async () => {
    await storeWith().save({ name: 'shop', ...state() });
    await closeAll();
  });
  const vault = (): string => join(directory, 'vault.db');

  test('another key is a wrong key, and the vault stays as it was', async () => {
    const before = readFileSync(vault());
    writeFileSync(join(directory, 'vault.key'), `${'ab'.repeat(32)}\n`);
    expect(codeOf(await storeWith().list())).toBe('vault.wrong-key');
    expect(readFileSync(vault()).equals(before)).toBe(true);
  });

  test('without its key it is closed; no new key is made', async () => {
    rmSync(join(directory, 'vault.key'));
    expect(codeOf(await storeWith().list())).toBe('vault.no-key');
    expect(codeOf(await storeWith().save({ name: 'y', ...state() }))).toBe('vault.no-key');
    expect(readdirSync(directory)).not.toContain('vault.key');
  });

  test.each([0, 1, 4095, 4096, 8192])('cut to %i bytes it is damaged, not empty', async (size) => {
    truncateSync(vault(), size);
    expect(codeOf(await storeWith().list())).toBe('vault.damaged');
    expect(codeOf(await storeWith().save({ name: 'y', ...state() }))).toBe('vault.damaged');
  });

  test('one flipped bit, anywhere, is found before anything is read', async () => {
    const whole = readFileSync(vault());
    const positions = [0, 15, 16, 60, 4000, 4095, 4096, 5000, whole.length - 1];
    for (const at of positions) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 0x10;
      writeFileSync(vault(), flipped);
      expect.soft(codeOf(await storeWith().list()), `byte ${at}`).toBe('vault.damaged');
    }
    writeFileSync(vault(), whole);
    expect(valueOf(await storeWith().list())).toHaveLength(1);
  });

  test('a file that is gone is not made anew', async () => {
    rmSync(vault());
    expect(codeOf(await storeWith().list())).toBe('vault.damaged');
    expect(readdirSync(directory)).not.toContain('vault.db');
  });

  test('its description can be lost: it is made again where a key fits, and only there', async () => {
    rmSync(join(directory, 'vault.json'));
    expect(valueOf(await storeWith().list())).toHaveLength(1);
    await closeAll();
    rmSync(join(directory, 'vault.json'));
    writeFileSync(join(directory, 'vault.key'), `${'ab'.repeat(32)}\n`);
    expect(codeOf(await storeWith().list())).toBe('vault.wrong-key');
  });

  test('a later format is named, and left alone', async () => {
    writeFileSync(join(directory, 'vault.json'), JSON.stringify({ format: 2, key: 'X' }));
    expect(codeOf(await storeWith().list())).toBe('vault.newer-format');
  });

  test('after the mend the same store opens it', async () => {
    const key = readFileSync(join(directory, 'vault.key'));
    rmSync(join(directory, 'vault.key'));
    const store = storeWith();
    expect(codeOf(await store.list())).toBe('vault.no-key');
    expect(store.status().key).toBeNull();
    writeFileSync(join(directory, 'vault.key'), key, { mode: 0o600 });
    expect(valueOf(await store.list())).toHaveLength(1);
    expect(store.status()).toEqual({ path: vault(), key: 'KEY_FILE', tables: FORMAT.vaultTables });
  });
});

describe('where the key lies', () => {
  function keyring(entry: Partial<KeyringEntry> = {}): KeySource {
    let kept: string | null = null;
    return osKeyring(directory, () =>
      Promise.resolve({
        getPassword: () => Promise.resolve(kept),
        setPassword: (text) => {
          kept = text;
          return Promise.resolve();
        },
        ...entry,
      }),
    );
  }
  const locked = { getPassword: () => Promise.reject(new Error('locked')) };

  test('in the keyring where there is one, and then in no file', async () => {
    const store = storeWith([keyring(), keyFile(directory)]);
    expect(codeOf(await store.save({ name: 'a', ...state() }))).toBe('ok');
    expect(store.status().key).toBe('OS_KEYRING');
    expect(readdirSync(directory)).not.toContain('vault.key');
  });

  test('in a file where the keyring refuses, and from then on there alone', async () => {
    const refusing = keyring({ setPassword: () => Promise.reject(new Error('AccessDenied')) });
    const store = storeWith([refusing, keyFile(directory)]);
    expect(codeOf(await store.save({ name: 'a', ...state() }))).toBe('ok');
    expect(store.status().key).toBe('KEY_FILE');
    await closeAll();
    expect(valueOf(await storeWith([keyring(), keyFile(directory)]).list())).toHaveLength(1);
  });

  test('a keyring that is locked later closes the vault: no second key, no second vault', async () => {
    expect(codeOf(await storeWith([keyring()]).save({ name: 'a', ...state() }))).toBe('ok');
    await closeAll();
    expect(codeOf(await storeWith([keyring(locked), keyFile(directory)]).list())).toBe('vault.no-key');
    expect(readdirSync(directory)).not.toContain('vault.key');
  });

  test('a keyring that forgets what it was given is not trusted with a key', async () => {
    const forgetful = keyring({ getPassword: () => Promise.resolve(null) });
    expect(codeOf(await storeWith([forgetful]).save({ name: 'a', ...state() }))).toBe('vault.no-key');
    expect(readdirSync(directory)).not.toContain('vault.db');
  });
});

test('two processes make and fill one vault at once, and nothing is lost', async () => {
  const child = (prefix: string): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, ['test/fixtures/vault-child.ts', directory, prefix, '5'], {
      timeout: 60_000,
    });
  const [one, two] = await Promise.all([child('one'), child('two')]);
  expect(`${one.stdout}${two.stdout}`.match(/^saved /gmu)).toHaveLength(10);
  expect(valueOf(await storeWith().list())).toHaveLength(10);
});
