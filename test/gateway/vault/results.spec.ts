// What tasks came to, in the vault: found again after a restart, deleted for good, and no secret among it.
import { mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { openCipher } from '#gateway/vault/cipher.ts';
import { keyFile } from '#gateway/vault/keys.ts';
import { resultStore } from '#gateway/vault/results/result-store.ts';
import type { ResultStore } from '#gateway/vault/results/contract.ts';
import type { SessionStore } from '#gateway/vault/contract.ts';
import { sessionStore } from '#gateway/vault/session-store.ts';
import { AuditedResults } from '#gateway/vault/results/audited-results.ts';
import { fail } from '#policy/language/failure.ts';
import { memoryLog } from '#test/fixtures/memory-log.ts';
import { earlierDirectory } from '#test/fixtures/formats.ts';
import { aResult } from '#test/fixtures/views.ts';

const DAY_MS = 86_400_000;
let now = Date.parse('2026-11-23T10:00:00Z');

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-results-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
const storeIn = (directory: string, mostBytes = 1_000_000): ResultStore =>
  resultStore({ directory, keys: [keyFile(directory)], keepDays: 30, mostBytes, now: () => now });

const ofTask = (taskId: string, intent: string, change: Partial<TaskResult> = {}): TaskResult => ({
  ...aResult(),
  taskId,
  intent,
  status: 'DONE',
  facts: [],
  evidence: [],
  answer: `the answer to ${intent}`,
  sources: ['https://shop.test/keyboards'],
  ...change,
});

test('what a task came to is found by beginnings of words, status and time, after a restart too', async () => {
  const directory = temporary();
  {
    await using results = storeIn(directory);
    now = Date.parse('2026-11-20T10:00:00Z');
    expect(await results.keep(ofTask('t-1', 'find the cheapest mechanical keyboard'))).toMatchObject({
      ok: true,
    });
    now = Date.parse('2026-11-23T10:00:00Z');
    expect(await results.keep(ofTask('t-2', 'when does the café open?', { status: 'FAILED' }))).toMatchObject(
      { ok: true },
    );
  }
  await using results = storeIn(directory);
  const ids = async (query: Parameters<ResultStore['find']>[0]): Promise<readonly string[]> => {
    const found = await results.find(query);
    return found.ok ? found.value.map(({ taskId }) => taskId) : [found.error.code];
  };
  expect(await ids({})).toEqual(['t-2', 't-1']);
  expect(await ids({ words: 'KEYB cheap' })).toEqual(['t-1']);
  expect(await ids({ words: 'cafe' })).toEqual(['t-2']);
  expect(await ids({ words: 'keyboard café' })).toEqual([]);
  expect(await ids({ words: 'keyboard" OR intent:* NEAR(' })).toEqual([]);
  expect(await ids({ status: 'failed' })).toEqual(['t-2']);
  expect(await ids({ until: Date.parse('2026-11-21T00:00:00Z') })).toEqual(['t-1']);
  expect(await ids({ since: Date.parse('2026-11-21T00:00:00Z') })).toEqual(['t-2']);
  expect(await results.show('t-1')).toMatchObject({
    value: {
      at: '2026-11-20T10:00:00.000Z',
      sources: ['https://shop.test/keyboards'],
      result: { answer: 'the answer to find the cheapest mechanical keyboard' },
    },
  });
  expect(await results.show('t-3')).toMatchObject({ error: { code: 'result.unknown' } });
});

test('where nothing was kept, nothing is made to look at it', async () => {
  const directory = temporary();
  await using results = storeIn(directory);
  expect(await results.find({})).toEqual({ ok: true, value: [] });
  expect(await results.delete('ALL')).toEqual({ ok: true, value: 0 });
  expect(readdirSync(directory)).toEqual([]);
});

test('what is deleted is in no table, no index and no freed page', async () => {
  const directory = temporary();
  {
    await using results = storeIn(directory);
    for (const name of ['one', 'two', 'three'])
      await results.keep(
        ofTask(name, `the ${name} zanzibar wishes`, { answer: `zanzibar ${name}`.repeat(500) }),
      );
    expect(await results.delete(['two', 'nothing'])).toMatchObject({ error: { code: 'result.unknown' } });
    expect(await results.delete(['one', 'two', 'three'])).toEqual({ ok: true, value: 3 });
  }
  const opened = await openCipher(
    join(directory, 'vault.db'),
    Buffer.from(readFileSync(join(directory, 'vault.key'), 'utf8').trim(), 'hex'),
  );
  if (!opened.ok) throw new Error(opened.error.message);
  const plain = join(directory, 'plain.db');
  writeFileSync(plain, '');
  await opened.value.all(`ATTACH DATABASE '${plain}' AS plain KEY ''`);
  expect(await opened.value.all("SELECT sqlcipher_export('plain')")).toMatchObject({ ok: true });
  expect(await opened.value.all('PRAGMA freelist_count')).toMatchObject({ value: [{ freelist_count: 0 }] });
  await opened.value.close();
  expect(readFileSync(plain).subarray(0, 15).toString()).toBe('SQLite format 3');
  expect(/zanzibar/u.test(readFileSync(plain, 'latin1'))).toBe(false);
});

test('results go after their days, and the oldest first where they are too much', async () => {
  const directory = temporary();
  await using results = storeIn(directory, 3_000);
  now = Date.parse('2026-09-01T10:00:00Z');
  await results.keep(ofTask('old', 'an old wish'));
  now += 31 * DAY_MS;
  expect(await results.find({})).toEqual({ ok: true, value: [] });
  expect(await results.show('old')).toMatchObject({ error: { code: 'result.unknown' } });
  for (const name of ['a', 'b', 'c', 'd']) {
    now += 1_000;
    await results.keep(ofTask(name, `wish ${name}`, { answer: 'x'.repeat(1_000) }));
  }
  const left = await results.find({});
  expect(left.ok && left.value.map(({ taskId }) => taskId)).toEqual(['d', 'c']);
  expect(await results.find({ words: 'old' })).toEqual({ ok: true, value: [] });
});

test('secrets pass the mask of the audit log first', async () => {
  const directory = temporary();
  await using results = storeIn(directory);
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB';
  await results.keep(
    ofTask('t', `use ${secret} to log in`, {
      answer: `it was ${secret}`,
      sources: [`https://a.test/?token=${secret}`],
    }),
  );
  const shown = await results.show('t');
  expect(shown).toMatchObject({ ok: true });
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(await results.find({ words: secret })).toEqual({ ok: true, value: [] });
});

test('a vault whose key is gone or whose file is cut is an error of its own, and stays as it is', async () => {
  const directory = temporary();
  {
    await using results = storeIn(directory);
    await results.keep(ofTask('t', 'a wish'));
  }
  const file = join(directory, 'vault.db');
  const [whole, key] = [readFileSync(file), readFileSync(join(directory, 'vault.key'))];
  rmSync(join(directory, 'vault.key'));
  {
    await using results = storeIn(directory);
    for (const tried of [
      results.keep(ofTask('u', 'a wish')),
      results.find({}),
      results.show('t'),
      results.delete('ALL'),
    ])
      expect(await tried).toMatchObject({ error: { code: 'vault.no-key' } });
  }
  writeFileSync(join(directory, 'vault.key'), key, { mode: 0o600 });
  expect(readFileSync(file).equals(whole)).toBe(true);
  const cut = whole.subarray(0, 4096 * 2);
  writeFileSync(file, cut);
  await using results = storeIn(directory);
  for (const tried of [results.keep(ofTask('u', 'a wish')), results.find({}), results.delete('ALL')])
    expect(await tried).toMatchObject({ error: { code: 'vault.damaged' } });
  expect(readFileSync(file).equals(cut)).toBe(true);
});

test.each(['first-vault', 'before-numbers'] as const)(
  'the vault of `%s` gets its tables, keeps its sessions, and a copy lies beside it that opens with the same key',
  async (name) => {
    const directory = join(earlierDirectory(name), 'vault');
    now = Date.parse('2026-11-23T10:00:00Z');
    {
      await using results = storeIn(directory);
      expect(await results.keep(ofTask('t', 'a wish'))).toMatchObject({ ok: true });
      await using sessions = sessionStore({
        directory,
        keys: [keyFile(directory)],
        ttlDays: 1,
        now: () => now,
      });
      expect(await sessions.load('shop')).toMatchObject({
        value: { localStorage: { basket: 'two keyboards' } },
      });
    }
    const copies = readdirSync(directory).filter((file) => file.startsWith('vault.db.format-1.'));
    expect(copies).toHaveLength(1);
    const key = Buffer.from(readFileSync(join(directory, 'vault.key'), 'utf8').trim(), 'hex');
    const opened = await openCipher(join(directory, copies[0] ?? ''), key);
    if (!opened.ok) throw new Error(opened.error.message);
    expect(await opened.value.all('PRAGMA user_version')).toMatchObject({ value: [{ user_version: 1 }] });
    expect(await opened.value.all('SELECT name FROM kept')).toMatchObject({ value: [{ name: 'shop' }] });
    await opened.value.close();
    // Once.
    await using again = storeIn(directory);
    expect(await again.show('t')).toMatchObject({ ok: true });
    expect(readdirSync(directory).filter((file) => file.includes('.format-'))).toEqual(copies);
  },
);

test('no copy of an earlier format outlives a session that was deleted or replaced, its days, or a crash', async () => {
  const directory = join(earlierDirectory('first-vault'), 'vault');
  const copies = (): string[] => readdirSync(directory).filter((file) => file.includes('.format-'));
  now = Date.parse('2026-11-23T10:00:00Z');
  const store = (): SessionStore =>
    sessionStore({ directory, keys: [keyFile(directory)], ttlDays: 1, now: () => now });
  const upgraded = readFileSync(join(directory, 'vault.db'));
  const fresh = (): void => writeFileSync(join(directory, 'vault.db'), upgraded);
  const state = {
    name: 'shop',
    origin: 'https://shop.test',
    cookies: [],
    localStorage: {},
    sessionStorage: {},
  };
  const left = join(directory, 'vault.db.format-1.20200101T000000Z.new');
  writeFileSync(left, 'half');
  {
    await using sessions = store();
    expect(await sessions.load('shop')).toMatchObject({ ok: true });
    expect(copies()).toHaveLength(1);
    expect(await sessions.save({ ...state, name: 'another' })).toMatchObject({ ok: true });
    expect(copies()).toHaveLength(1);
    expect(await sessions.delete('shop')).toMatchObject({ ok: true });
    expect(copies()).toEqual([]);
  }
  fresh();
  {
    await using sessions = store();
    expect(await sessions.save(state)).toMatchObject({ value: { replaced: true } });
    expect(copies()).toEqual([]);
  }
  fresh();
  {
    await using sessions = store();
    expect(await sessions.load('shop')).toMatchObject({ ok: true });
    const [copy = ''] = copies();
    utimesSync(join(directory, copy), new Date(0), new Date(0));
  }
  await using sessions = store();
  expect(await sessions.load('shop')).toMatchObject({ ok: true });
  expect(copies()).toEqual([]);
});

test('a vault with newer tables is left as it is', async () => {
  const directory = temporary();
  {
    await using results = storeIn(directory);
    await results.keep(ofTask('t', 'a wish'));
  }
  const key = Buffer.from(readFileSync(join(directory, 'vault.key'), 'utf8').trim(), 'hex');
  const opened = await openCipher(join(directory, 'vault.db'), key);
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.all('PRAGMA user_version = 7');
  await opened.value.close();
  const before = readFileSync(join(directory, 'vault.db'));
  await using results = storeIn(directory);
  expect(await results.keep(ofTask('u', 'a wish'))).toMatchObject({
    error: { code: 'vault.newer-format', message: expect.stringContaining('format 7') },
  });
  expect(readFileSync(join(directory, 'vault.db')).equals(before)).toBe(true);
});

test('whoever reads or deletes kept results is in the log, before it happens', async () => {
  const directory = temporary();
  await using store = storeIn(directory);
  const log = memoryLog();
  const results = new AuditedResults(store, log);
  await results.keep(ofTask('t', 'a wish'));
  expect(await results.find({ words: 'wish' })).toMatchObject({ value: [{ taskId: 't' }] });
  expect(await results.show('t')).toMatchObject({ value: { taskId: 't' } });
  expect(await results.delete(['t'])).toEqual({ ok: true, value: 1 });
  // What is not done yet is not said to be.
  expect(log.since(0, 10).map(({ type, outcome }) => [type, outcome])).toEqual([
    ['results.read', 'DONE'],
    ['results.read', 'DONE'],
    ['results.deleted', 'BEGUN'],
  ]);
  await results.keep(ofTask('u', 'a wish'));
  const refused = new AuditedResults(store, {
    ...log,
    append: async () => fail('audit.write-failed', 'no room'),
  });
  expect(await refused.find({})).toMatchObject({ error: { code: 'audit.write-failed' } });
  expect(await refused.delete('ALL')).toMatchObject({ error: { code: 'audit.write-failed' } });
  expect(await store.find({})).toMatchObject({ value: [{ taskId: 'u' }] });
});

test('a call that meets a row that cannot be read, or a key source that throws, ends itself alone', async () => {
  const directory = temporary();
  let broken = true;
  const source = keyFile(directory);
  const keys = [
    {
      ...source,
      find: async (signal: AbortSignal) => {
        if (broken) throw new Error('the keyring went away');
        return source.find(signal);
      },
    },
  ];
  const options = { directory, keepDays: 30, mostBytes: 1_000_000, now: () => now };
  {
    await using results = storeIn(directory);
    for (const id of ['t-1', 't-2'])
      expect(await results.keep(ofTask(id, `find ${id}`))).toMatchObject({ ok: true });
  }
  const opened = await openCipher(
    join(directory, 'vault.db'),
    Buffer.from(readFileSync(join(directory, 'vault.key'), 'utf8').trim(), 'hex'),
  );
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.all("UPDATE tasks SET source_urls = 'torn' WHERE task_id = 't-1'");
  await opened.value.close();
  await using results = resultStore({ ...options, keys });
  expect(await results.find({})).toMatchObject({
    error: { code: 'vault.write-failed', cause: expect.stringContaining('keyring') },
  });
  broken = false;
  expect(await results.find({})).toMatchObject({ error: { code: 'vault.damaged' } });
  expect(await results.show('t-2')).toMatchObject({ ok: true });
  expect(await results.find({ words: 't 2' })).toMatchObject({ value: [{ taskId: 't-2' }] });
});
