// `ghost results …` as it is typed: what tasks came to is found, shown, exported and deleted, with a gateway and without one.
import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyFile } from '#gateway/vault/keys.ts';
import { resultStore } from '#gateway/vault/results/result-store.ts';
import { FROM_SOURCES, GhostHome } from '#test/fixtures/ghost.ts';
import type { Ran } from '#test/fixtures/ghost.ts';
import { keyboards } from '#test/fixtures/keyboards-table.ts';
import { loadedModules } from '#test/fixtures/loaded-modules.ts';
import { program } from '#test/fixtures/program.ts';
import { atTerminal, inShell } from '#test/fixtures/terminal.ts';
import { aResult } from '#test/fixtures/views.ts';

const FACT = {
  label: 'price',
  value: '=HYPERLINK("https://evil.test")',
  quote: 'from € 89',
  url: 'https://shop.test/1',
};

/** With two results, as tasks left them; its browser writes down that it was started, and so does each process what it loaded. */
async function homeWithResults(): Promise<{
  readonly home: GhostHome;
  readonly starts: () => number;
  readonly loaded: () => readonly string[];
  /** The verbs in this process: what they answer is the subject, and that the command leads to them is `e2e/cli`'s. */
  readonly here: (args: readonly string[]) => Promise<Ran>;
}> {
  const own = new GhostHome();
  onTestFinished(() => own[Symbol.dispose]());
  const { directory } = own;
  const [browser, started] = [`${directory}-browser`, `${directory}-started`];
  onTestFinished(() => [browser, started].forEach((file) => rmSync(file, { force: true })));
  writeFileSync(browser, `#!/bin/sh\necho started >> ${started}\nexit 1\n`);
  chmodSync(browser, 0o755);
  const modules = loadedModules();
  writeFileSync(join(directory, 'config.yaml'), `vault: { key: file }\nwarmTabs: 0\nbrowser: ${browser}\n`);
  const vault = join(directory, 'vault');
  await using results = resultStore({
    directory: vault,
    keys: [keyFile(vault)],
    keepDays: 90,
    mostBytes: 100 * 1024 * 1024,
    now: () => Date.now(),
  });
  const kept = [
    { taskId: 't-1', intent: 'compare the keyboards of the shop', table: keyboards(3), facts: [FACT] },
    {
      taskId: 't-2',
      intent: 'when does the café open?',
      facts: [FACT],
      answer: 'at nine\u001B]0;owned\u0007',
    },
  ];
  for (const one of kept)
    expect(await results.keep({ ...aResult(), status: 'DONE', error: null, ...one })).toMatchObject({
      ok: true,
    });
  const home = new GhostHome({ directory, env: modules.environment, program: FROM_SOURCES });
  onTestFinished(() => home[Symbol.dispose]());
  return {
    home,
    starts: () => (existsSync(started) ? readFileSync(started, 'utf8').trim().split('\n').length : 0),
    loaded: modules.urls,
    here: (args) => program(args, directory),
  };
}
const ENGINES =
  /\/engines\/(?:navigator|planner|maker)\/(?!contract\.ts)|\/executors\/(?:launcher|browsers\/launch)/u;
const types = async (home: GhostHome): Promise<readonly string[]> => {
  const ran = await home.run(['audit', 'query', 'type:results', '--json']);
  return (ran.json() as { rows: { type: string }[] }).rows.map(({ type }) => type).toReversed();
};

test('a result and its table are found in the data directory, and no browser and no engine was started for it', async () => {
  const { home, starts, loaded } = await homeWithResults();
  const found = await home.run(['results', 'search', 'keyb', '--json']);
  expect(found.code, found.stderr).toBe(0);
  expect(found.json()).toMatchObject([{ taskId: 't-1', status: 'DONE', agent: null }]);
  const shown = await home.run(['results', 'show', 't-1', '--json']);
  expect(shown.json()).toMatchObject({ taskId: 't-1', result: { table: keyboards(3) } });
  expect(starts()).toBe(0);
  expect(loaded().some((url) => url.endsWith('/gateway/vault/results/result-store.ts'))).toBe(true);
  expect(loaded().filter((url) => ENGINES.test(url))).toEqual([]);
  expect(await types(home)).toEqual(['results.read', 'results.read']);
  // What counts here does count: a task looks for its browser, with an engine.
  await home.run(['run', 'open https://shop.test/', '--no-demo', '--json']);
  expect(loaded().some((url) => ENGINES.test(url))).toBe(true);
  expect(starts()).toBeGreaterThan(0);
});

test('a gateway that runs answers the same, starts nothing for it, and its log says who asked', async () => {
  const { home, starts } = await homeWithResults();
  const { stop } = await home.serve();
  const before = starts();
  const found = await home.run(['results', 'search', 'cafe', '--status', 'done', '--json']);
  expect(found.json()).toMatchObject([{ taskId: 't-2' }]);
  expect((await home.run(['results', 'show', 't-1', '--json'])).json()).toMatchObject({
    result: { table: keyboards(3) },
  });
  const file = join(home.directory, 'rows.csv');
  expect((await home.run(['results', 'export', 't-1', file])).code).toBe(0);
  const applet = join(home.directory, 'rows.html');
  expect((await home.run(['results', 'show', 't-1', '--applet', applet, '--json'])).json()).toMatchObject({
    task: 't-1',
  });
  expect((await home.run(['results', 'delete', 't-1', '--yes', '--json'])).json()).toEqual({ deleted: 1 });
  const gone = await home.run(['results', 'show', 't-1', '--json']);
  expect(gone.code).toBe(1);
  expect(gone.json()).toMatchObject({ error: { code: 'result.unknown' } });
  expect(starts()).toBe(before);
  expect(await types(home)).toEqual([
    'results.read',
    'results.read',
    'results.exported',
    'results.exported',
    'results.deleted',
  ]);
  await stop();
});

test('an applet is reopened after a restart without engine, maker and browser, and lies in one file with its policy and sources', async () => {
  const { home, starts, loaded } = await homeWithResults();
  const [first, again] = ['first.html', 'again.html'].map((name) => join(home.directory, name));
  if (first === undefined || again === undefined) throw new Error('no names');
  const made = await home.run(['results', 'show', 't-1', '--applet', first, '--form', 'cards', '--json']);
  expect(made.json(), made.stderr).toEqual({ task: 't-1', form: 'cards', file: first });
  const before = loaded().length;
  const opened = await home.run(['results', 'show', 't-1', '--applet', again, '--json']);
  expect(opened.json(), opened.stderr).toEqual({ task: 't-1', form: 'cards', file: again });
  expect(readFileSync(again, 'utf8')).toBe(readFileSync(first, 'utf8'));
  expect(statSync(again).mode & 0o777).toBe(0o600);
  expect(readFileSync(again, 'utf8')).toContain('Content-Security-Policy');
  expect(readFileSync(again, 'utf8')).toContain(keyboards(3).sources[0]?.url ?? 'no source');
  // It was checked again, and that is all of the engines that was loaded.
  const engines = loaded()
    .slice(before)
    .filter((url) => ENGINES.test(url));
  expect(engines.some((url) => url.includes('/engines/maker/check/'))).toBe(true);
  expect(engines.filter((url) => /navigator|planner|maker\/offline|launch/u.test(url))).toEqual([]);
  expect(starts()).toBe(0);
  expect(await types(home)).toEqual(['results.exported', 'results.exported']);
  const taken = await home.run(['results', 'show', 't-1', '--applet', again, '--json']);
  expect(taken.json()).toMatchObject({ error: { code: 'command.bad-file' } });
  // Nothing left the store for a file that could not be made: the log has no third one, and no other form is kept.
  expect(await types(home)).toEqual(['results.exported', 'results.exported']);
  expect(
    (await home.run(['results', 'show', 't-2', '--applet', `${again}2`, '--json'])).json(),
  ).toMatchObject({ error: { code: 'act.no-table' } });
});

test('a person reads lines, in which nothing of a page reaches the terminal unseen', async () => {
  const { here } = await homeWithResults();
  const listed = await here(['results', 'list', '--since', '2026-01-01']);
  const ids = listed.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' | ')[0]);
  expect(new Set(ids)).toEqual(new Set(['t-1', 't-2']));
  const shown = await here(['results', 'show', 't-2']);
  expect(shown.stdout).toContain('at nine');
  expect(shown.stdout).toContain('“from € 89” https://shop.test/1');
  // eslint-disable-next-line no-control-regex
  expect(/[\u0000-\u0009\u000B-\u001F\u007F]/u.test(shown.stdout)).toBe(false);
  expect((await here(['results', 'show', 't-1'])).stdout).toContain('Keyboard 2');
  expect((await here(['results', 'list', '--since', 'whenever'])).code).toBe(2);
});

test('an export is a new file for its owner alone, without a formula, and writes over nothing', async () => {
  const { home, here } = await homeWithResults();
  const file = (name: string): string => join(home.directory, name);
  const exported = async (...args: string[]): Promise<number | null> =>
    (await here(['results', 'export', ...args])).code;
  expect(await exported('t-1', file('a.csv'))).toBe(0);
  expect(readFileSync(file('a.csv'), 'utf8').split('\r\n')[0]).toContain('Price (EUR)');
  expect(statSync(file('a.csv')).mode & 0o777).toBe(0o600);
  expect(await exported('t-1', file('a.json'))).toBe(0);
  expect(JSON.parse(readFileSync(file('a.json'), 'utf8'))).toEqual(keyboards(3));
  expect(await exported('t-1', file('facts.csv'), '--part', 'facts')).toBe(0);
  expect(/^(?:[^\r]*,)?"?=HYPERLINK/mu.test(readFileSync(file('facts.csv'), 'utf8'))).toBe(false);
  expect(await exported('t-2', file('b'), '--format', 'md')).toBe(0);
  expect(readFileSync(file('b'), 'utf8')).toContain('from € 89');
  expect(await exported('t-2', file('c.csv'), '--part', 'table')).toBe(1);
  expect(await exported('t-1', file('c.txt'))).toBe(2);
  expect(existsSync(file('c.txt')) || existsSync(file('c.csv'))).toBe(false);
  writeFileSync(file('mine.csv'), 'mine');
  const before = await types(home);
  expect(await exported('t-1', file('mine.csv'))).toBe(2);
  expect(await types(home)).toEqual(before);
  expect(readFileSync(file('mine.csv'), 'utf8')).toBe('mine');
});

test('what is to be deleted is named, and where nobody can be asked it is said with --yes', async () => {
  const { home, here } = await homeWithResults();
  for (const args of [['--yes'], ['t-1', '--all', '--yes']])
    expect((await here(['results', 'delete', ...args])).code, args.join(' ')).toBe(2);
  const unasked = await inShell(`${process.execPath} ui/cli/ghost.js results delete t-1`, home.directory);
  expect(unasked).toMatchObject({ code: 2, text: expect.stringContaining('--yes') });
  expect((await here(['results', 'delete', 't-9', '--yes'])).code).toBe(1);
  expect((await here(['results', 'list', '--json'])).json()).toHaveLength(2);
  expect((await here(['results', 'delete', '--all', '--yes', '--json'])).json()).toEqual({ deleted: 2 });
  expect((await here(['results', 'list', '--json'])).json()).toEqual([]);
});

test('a vault whose key is gone, or whose file is cut, is named, and stays as it is', async () => {
  const { home, here } = await homeWithResults();
  const file = (name: string): string => join(home.directory, 'vault', name);
  const [whole, key] = [readFileSync(file('vault.db')), readFileSync(file('vault.key'))];
  const codes = async (): Promise<readonly unknown[]> => {
    const answers = [];
    for (const args of [
      ['search', 'keyboard'],
      ['delete', '--all', '--yes'],
    ]) {
      const ran = await here(['results', ...args, '--json']);
      answers.push(ran.code, (ran.json() as { error: { code: string } }).error.code);
    }
    return answers;
  };
  rmSync(file('vault.key'));
  expect(await codes()).toEqual([1, 'vault.no-key', 1, 'vault.no-key']);
  expect(existsSync(file('vault.key'))).toBe(false);
  expect(readFileSync(file('vault.db')).equals(whole)).toBe(true);
  writeFileSync(file('vault.key'), key, { mode: 0o600 });
  const cut = whole.subarray(0, 4096 * 2);
  writeFileSync(file('vault.db'), cut);
  expect(await codes()).toEqual([1, 'vault.damaged', 1, 'vault.damaged']);
  expect(readFileSync(file('vault.db')).equals(cut)).toBe(true);
});

test('where nothing was kept there are no results, and nothing is made to say so', async () => {
  using home = new GhostHome();
  expect((await program(['results', 'list', '--json'], home.directory)).json()).toEqual([]);
  expect((await program(['results', 'show', 't', '--json'], home.directory)).json()).toMatchObject({
    error: { code: 'result.unknown' },
  });
  expect(readdirSync(home.directory).filter((name) => name === 'vault' || name === 'audit')).toEqual([]);
});

test('several results are shown as one: their rows in one file or applet, what has none named, each in the log', async () => {
  const { home, here } = await homeWithResults();
  const file = join(home.directory, 'both.md');
  const wrote = await here(['results', 'show', 't-1', 't-2', 't-1', '--table', file, '--json']);
  expect(wrote.json()).toEqual({ tasks: ['t-1', 't-2'], file });
  const text = readFileSync(file, 'utf8');
  expect(keyboards(3).rows.every(([name]) => text.includes(String(name?.value)))).toBe(true);
  expect(text).toContain('has no rows');
  const applet = join(home.directory, 'both.html');
  expect((await here(['results', 'show', 't-1', 't-2', '--applet', applet, '--json'])).json()).toMatchObject({
    tasks: ['t-1', 't-2'],
    file: applet,
  });
  expect(readFileSync(applet, 'utf8')).toContain(String(keyboards(3).rows[0]?.[0]?.value));
  expect((await here(['results', 'show', 't-1', 't-2', '--json'])).json()).toMatchObject({
    taskIds: ['t-1', 't-2'],
    table: { columns: keyboards(3).columns },
  });
  expect((await here(['results', 'show', 't-1', 't-9', '--json'])).json()).toMatchObject({
    error: { code: 'result.unknown' },
  });
  expect((await types(home)).filter((type) => type === 'results.exported')).toHaveLength(4);
});

test('rows stand under each other for a person at a terminal, of one result and of several, and are Markdown elsewhere', async () => {
  const { home, here } = await homeWithResults();
  const one = await atTerminal(['results', 'show', 't-1'], home.directory);
  const both = await atTerminal(['results', 'show', 't-1', 't-2'], home.directory);
  for (const { code, text } of [one, both]) {
    expect(code, text).toBe(0);
    const lines = text.split(/\r?\n/u);
    const head = lines.findIndex((line) => /^Name +Price/u.test(line));
    expect(lines[head + 1]).toMatch(/^-+$/u);
    expect(lines[head + 2]).toMatch(/^Keyboard 0 +0\.5/u);
    expect(text).not.toContain('| Name');
  }
  expect((await here(['results', 'show', 't-1'])).stdout).toContain('| Name');
  expect((await here(['results', 'show', 't-1', 't-2'])).stdout).toContain('| Name');
});
