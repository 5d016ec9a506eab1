// Each task's result is kept when it ends: its whole table, no secret, and nothing of the task waits for it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { DEFAULT_CONFIG } from '#gateway/settings/config.ts';
import { keptForm } from '#gateway/vault/results/kept-form.ts';
import { keyFile } from '#gateway/vault/keys.ts';
import { ResultKeeper } from '#gateway/vault/results/result-keeper.ts';
import { resultStore } from '#gateway/vault/results/result-store.ts';
import type { ResultStore } from '#gateway/vault/results/contract.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { runDocument } from '#ui/app/feed/run/saved/run-document.ts';
import { keyboards } from '#test/fixtures/keyboards-table.ts';
import { aResult } from '#test/fixtures/views.ts';

const MOST_BYTES = 100 * 1024 * 1024;

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-keeping-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
const storeIn = (directory: string): ResultStore =>
  resultStore({
    directory,
    keys: [keyFile(directory)],
    keepDays: 30,
    mostBytes: MOST_BYTES,
    now: () => Date.now(),
  });
/** Without a browser: what is run in it fails at once. */
const gatewayIn = (dataDir: string): Promise<Gateway> =>
  openGateway({
    dataDir,
    config: { browser: '/nowhere/chromium', vault: { key: 'file' }, warmTabs: 0 },
  });

test('a table of ten thousand rows is kept whole, and is the same after a restart', async () => {
  const directory = temporary();
  const table = keyboards(10_000);
  {
    await using results = storeIn(directory);
    expect(await results.keep({ ...aResult(), taskId: 't', table })).toEqual({ ok: true, value: undefined });
  }
  await using results = storeIn(directory);
  const shown = await results.show('t');
  expect(shown.ok && shown.value.result).toMatchObject({ answer: aResult().answer });
  expect(shown.ok && (shown.value.result as { table: unknown }).table).toEqual(table);
});

test('what is too much of a table is left out and said, and takes nothing else along', async () => {
  const table = keyboards(2_000);
  const kept: unknown = JSON.parse(await keptForm({ ...aResult(), table, answer: 'forty' }, null, 200_000));
  const { rows, leftOut } = (kept as { table: typeof table }).table;
  expect(kept).toMatchObject({ answer: 'forty' });
  expect(rows.length).toBeGreaterThan(100);
  expect(rows).toEqual(table.rows.slice(0, rows.length));
  expect(leftOut).toEqual([`${2_000 - rows.length} of 2000 rows were too much to be kept`]);
  const long = await keptForm({ ...aResult(), table: keyboards(10_001), facts: [] }, null, MOST_BYTES);
  expect(JSON.parse(long)).toMatchObject({
    table: { leftOut: ['1 of 10001 rows were too much to be kept'] },
  });
});

test('cells pass the mask of the log, and a column of passwords is masked whatever stands in it', async () => {
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB';
  const [name, price] = keyboards(1).columns;
  if (name === undefined || price === undefined) throw new Error('no columns');
  const cells = keyboards(1).rows[0] ?? [];
  const table = {
    ...keyboards(0),
    title: `Keys ${secret}`,
    columns: [name, { ...name, name: 'Password' }, { ...price, name: 'PIN' }, price],
    rows: [
      [
        { ...cells[0], value: secret, quote: `it is ${secret}` },
        { ...cells[0], value: 'hunter two', quote: 'hunter two' },
        { ...cells[1], value: 4711, quote: '4711' },
        cells[1],
      ],
    ] as ReturnType<typeof keyboards>['rows'],
  };
  const text = await keptForm({ ...aResult(), table }, null, MOST_BYTES);
  for (const word of [secret, 'hunter', '4711']) expect(text).not.toContain(word);
  // The harmless neighbour stays as it is, and can be checked against its page.
  expect(JSON.parse(text)).toMatchObject({ table: { rows: [[{}, {}, {}, cells[1]]] } });
});

test('what is saved for a task is hidden in every part of its table: heads, units, sources, numbers and what was left out', async () => {
  const [column] = keyboards(1).columns;
  const [cells] = keyboards(1).rows;
  const [source] = keyboards(1).sources;
  const cell = cells?.[0];
  if (column === undefined || cell === undefined || source === undefined) throw new Error('no table');
  const table = {
    ...keyboards(0),
    columns: [{ ...column, name: 'of 482913', unit: '482913' }],
    sources: [{ ...source, url: 'https://shop.test/482913', title: 'Keys of 482913' }],
    leftOut: ['482913 was left out'],
    rows: [[{ ...cell, value: 482_913, quote: 'x', unit: '482913', place: { ref: '482913', box: null } }]],
  };
  const hide = (text: string): string => text.replaceAll('482913', '•••(6)');
  const kept = await keptForm({ ...aResult(), table, shows: 'chart of 482913' }, null, MOST_BYTES, hide);
  expect(kept).not.toContain('482913');
  expect(JSON.parse(kept)).toMatchObject({ table: { rows: [[{ value: '•••(6)' }]] } });
});

test('that results are not kept is said once, until one is kept again', async () => {
  const answers = [fail('vault.write-failed', 'no room'), fail('vault.busy', 'late'), ok(undefined)];
  const said: (string | null)[] = [];
  const keeper: ResultKeeper = new ResultKeeper({
    store: { keep: async () => answers.shift() ?? Promise.reject(new Error('the store broke')) },
    keep: true,
    now: () => 0,
    onChange: () => said.push(keeper.trouble?.message ?? null),
  });
  for (let at = 0; at < 4; at += 1) {
    keeper.keep(aResult(), null);
    await keeper.settled();
  }
  expect(said).toEqual([
    'results of tasks are not kept: no room',
    null,
    'results of tasks are not kept: a result could not be brought into the form that is kept',
  ]);
  expect(keeper.trouble).toMatchObject({ state: 'degraded', code: 'results.not-kept' });
});

test('a disk that never answers holds up no end, and only so many results', async () => {
  let asked = 0;
  const keeper = new ResultKeeper({
    store: {
      keep: () => {
        asked += 1;
        return new Promise(() => undefined);
      },
    },
    keep: true,
    now: () => 0,
    onChange: () => undefined,
    endMs: 1,
  });
  for (let at = 0; at < 60; at += 1) keeper.keep(aResult(), null);
  expect(asked).toBe(50);
  expect(keeper.trouble).toMatchObject({ code: 'results.not-kept' });
  await keeper.settled();
});

test('a gateway keeps what its tasks came to, says whose they were, and a new one finds them', async () => {
  const dataDir = temporary();
  {
    await using gateway = await gatewayIn(dataDir);
    const own = gateway.run('open https://shop.test/ and find the cheapest keyboard');
    const agents = gateway.tasks.start('read the keyboards', {
      startUrl: 'https://shop.test/',
      author: 'AGENT',
      by: { kind: 'client', id: 'mcp-7', channel: 'MCP' },
    });
    expect(await own.result).toMatchObject({ status: 'FAILED' });
    expect(agents.ok && (await agents.value.done)).toMatchObject({ status: 'FAILED' });
  }
  await using gateway = await gatewayIn(dataDir);
  const found = await gateway.results.find({ words: 'keyboard' });
  expect(new Set(found.ok ? found.value.map(({ agent }) => agent) : [])).toEqual(
    new Set(['client:mcp-7', null]),
  );
  expect(gateway.status().health).toEqual({ state: 'ok', causes: [] });
});

test('what is kept of a task, its page’s file and its log hold no secret of its order and none that is saved', async () => {
  const secrets = ['sunshine', 'saved-8-words', '4111 1111 1111 1111', 'zu7-q9abc'];
  const [said, saved, card, token] = secrets;
  const dataDir = temporary();
  await using gateway = await openGateway({
    dataDir,
    config: { browser: '/nowhere/chromium', vault: { key: 'file' }, warmTabs: 0 },
    world: {
      hostMap: {},
      sites: [],
      secrets: { 'account.test/password': { origin: 'http://account.test', value: saved ?? '' } },
    },
  });
  const intent = `log in as ana with the password ${said}, not ${saved}, and enter ${card} as the number`;
  const startUrl = `http://account.test/login?token=${token}`;
  const running = gateway.run(intent, { startUrl });
  const { taskId } = await running.result;
  await expect.poll(async () => (await gateway.results.show(taskId)).ok).toBe(true);
  const exported = await gateway.results.export(taskId, 'html');
  if (!exported.ok) throw new Error(exported.error.message);
  const log = gateway.audit.query({ text: `task:${taskId}` });
  if (!log.ok) throw new Error(log.error.message);
  const page = runDocument({
    id: taskId,
    intent: exported.value.intent,
    status: exported.value.status,
    answer: null,
    facts: [],
    acts: [],
    images: new Map(),
    log: null,
    savedAt: exported.value.at,
  });
  for (const kept of [JSON.stringify(exported.value), page, JSON.stringify(log.value)]) {
    expect(kept).toContain('log in as ana with the password');
    for (const secret of secrets) expect(kept).not.toContain(secret);
  }
});

test('where the setting says so, nothing is kept', async () => {
  const dataDir = temporary();
  await using gateway = await openGateway({
    dataDir,
    config: { browser: '/nowhere/chromium', results: { ...DEFAULT_CONFIG.results, keep: false } },
  });
  await gateway.run('open https://shop.test/').result;
  await gateway.close();
  await using again = await gatewayIn(dataDir);
  expect(await again.results.find({})).toEqual({ ok: true, value: [] });
});

test('a vault that cannot be written is in the health, and the task ends as it would have', async () => {
  const dataDir = temporary();
  mkdirSync(join(dataDir, 'vault'), { mode: 0o700, recursive: true });
  for (const [name, text] of [
    ['vault.db', 'cut'],
    ['vault.json', '{'],
  ] as const)
    writeFileSync(join(dataDir, 'vault', name), text);
  await using gateway = await gatewayIn(dataDir);
  const told = Promise.withResolvers<unknown>();
  let times = 0;
  gateway.subscribe((event) => {
    if (event.type !== 'health.changed') return;
    times += 1;
    told.resolve(event.health);
  });
  for (let at = 0; at < 2; at += 1)
    expect(await gateway.run('open https://shop.test/').result).toMatchObject({
      status: 'FAILED',
      error: { code: 'browser.not-found' },
    });
  expect(await told.promise).toMatchObject({
    state: 'degraded',
    causes: [{ code: 'results.not-kept', message: expect.stringContaining('vault.json') }],
  });
  await gateway.close();
  expect(times).toBe(1);
});
