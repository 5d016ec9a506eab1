// What somebody meets who types for the first time: mistakes are said in a sentence, with what to do, before anybody is asked.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCommands } from '#gateway/surfaces/commands/commands.ts';
import type { Commands } from '#gateway/surfaces/commands/call/contract.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { VERSION } from '#gateway/settings/version.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { need } from '#test/fixtures/tab.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';

const ADDRESS = '127.0.0.62';
let site: Site;
let directory: string;
let gateway: Gateway;
let commands: Commands;
const home = new GhostHome();
const signal = new AbortController().signal;

beforeAll(async () => {
  site = await startSite(
    {
      '/': '<title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>',
      '/painted':
        '<title>Painted</title><link rel="icon" href="data:,"><style>h1 { background: url(/wall.png) }</style><h1>Painted</h1><button>Buy</button>',
      '/wall.png': { headers: { 'content-type': 'image/png' }, body: 'x' },
    },
    ADDRESS,
  );
  directory = mkdtempSync(join(tmpdir(), 'ghost-hour-'));
  const at = (port: number) => ({ address: ADDRESS, port });
  gateway = await openGateway({
    dataDir: directory,
    config: { warmTabs: 0, vault: { key: 'file' } },
    world: {
      hostMap: { 'shop.test': at(site.port), 'travel.test': at(site.port), 'market.test': at(1) },
      sites: [],
      secrets: {},
    },
  });
  commands = createCommands(gateway);
});
afterAll(async () => {
  home[Symbol.dispose]();
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
afterEach(() => expect(gateway.consents.list()).toEqual([]));

const caller = { worker: 'hour', channel: 'cli', cwd: null } as const;
const run = (name: string, params: Record<string, unknown>) => commands.run(name, params, caller, signal);

test('an address without a scheme is completed', async () => {
  expect(await run('open', { url: 'shop.test' })).toMatchObject({
    ok: true,
    value: { url: 'http://shop.test/', status: 200 },
  });
});

test('`navigate` without a tab counts as named by whoever types it, as `open` does; an agent’s over MCP is asked for', async () => {
  const typed = { worker: 'typed', channel: 'cli', cwd: null } as const;
  expect(await commands.run('navigate', { url: 'shop.test' }, typed, signal)).toMatchObject({
    ok: true,
    value: { url: 'http://shop.test/', status: 200 },
  });
  // Nobody sits at this gateway who could be.
  const agents = { worker: 'agents', channel: 'mcp', cwd: null } as const;
  expect(await commands.run('navigate', { url: 'http://shop.test/' }, agents, signal)).toMatchObject({
    ok: false,
    error: { code: 'consent.nobody', details: { because: [{ entry: 'rules.demo-unnamed' }] } },
  });
  for (const worker of ['typed', 'agents']) await commands.release(worker);
});

test('in an open tab what its user types is named by them, and the log says so; where the tab does not get there, and over MCP, it is not', async () => {
  const typed = { worker: 'typed', channel: 'cli', cwd: null } as const;
  const agents = { ...typed, channel: 'mcp' } as const;
  const go = (host: string, caller: typeof typed | typeof agents) =>
    commands.run('navigate', { url: `http://${host}/` }, caller, signal);
  const asked = { ok: false, error: { code: 'consent.nobody' } };
  need(await go('shop.test', typed));
  expect(await go('travel.test', agents)).toMatchObject(asked);
  expect(await go('travel.test', typed)).toMatchObject({ ok: true, value: { url: 'http://travel.test/' } });
  const names = gateway.audit
    .since(0, 10_000)
    .filter(({ what }) => what === 'name a site by its address on a command line');
  expect(names).toMatchObject([
    { type: 'origins.grown', who: 'client:typed', where: 'travel.test', outcome: 'DONE' },
  ]);
  // It is named for this tab from now on, as with `open`.
  need(await go('shop.test', typed));
  expect(await go('travel.test', agents)).toMatchObject({ ok: true });
  expect(await go('market.test', typed)).toMatchObject({ error: { code: 'act.navigation-failed' } });
  expect(await go('market.test', agents)).toMatchObject(asked);
  await commands.release('typed');
});

test('nobody is asked to let a tab go back to where it began empty, and where there is nothing it says so', async () => {
  const refused = (error: string) => ({
    ok: false,
    error: { code: 'act.not-actionable', message: error, help: expect.stringContaining('go to an address') },
  });
  expect(await run('back', {})).toMatchObject(refused('there is nothing to go back to'));
  expect(await run('forward', {})).toMatchObject(refused('there is nothing to go forward to'));
  need(await run('navigate', { url: 'shop.test/painted' }));
  expect(await run('back', {})).toMatchObject({ ok: true, value: { url: 'http://shop.test/' } });
});

test('what is no address is refused before anybody is asked, on every surface', async () => {
  const refused = { ok: false, error: { code: 'act.bad-url', help: expect.stringContaining('https://') } };
  expect(await run('navigate', { url: 'hello' })).toMatchObject(refused);
  expect(await gateway.openTab({ url: 'hello there' })).toMatchObject(refused);
});

test.each([
  ['http://market.test/', /nothing listens there|server may be down/u],
  ['http://shop.test:6666/', /another port/u],
])('`%s` that cannot be loaded says why, and what to do', async (url, mend) => {
  expect(await gateway.openTab({ url })).toMatchObject({
    ok: false,
    error: { code: 'act.navigation-failed', cause: expect.anything(), help: expect.stringMatching(mend) },
  });
});

test('the program says its version, and a port that is none is an error of one sentence', async () => {
  for (const option of ['--version', '-V'])
    expect(await home.run([option])).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
  const { code, stderr } = await home.run(['start', '--port', '99999']);
  expect([code, stderr.split('\n')[0]]).toEqual([
    2,
    'command.bad-params: `--port` needs a port from 0 to 65535, not `99999`',
  ]);
  expect(stderr).not.toContain('    at ');
});

test('a picture that nobody looks at is no failure: not in the requests, not in the console, not beside an act', async () => {
  const gone = await run('navigate', { url: 'http://shop.test/painted' });
  expect(gone).toMatchObject({ ok: true, value: { title: 'Painted' } });
  expect(gone.ok && gone.value).not.toHaveProperty('consoleErrors');
  expect(site.hits).not.toContain('GET /wall.png');
  expect(await run('requests', {})).toMatchObject({ value: { summary: { failed: 0, pending: 0 } } });
  expect(await run('console', {})).toMatchObject({ value: { messages: [] } });
});

test('what the policy on disk is, is told where no gateway runs, and that none does', async () => {
  const { code, stdout } = await home.run(['policy', 'status']);
  expect([code, stdout.split('\n').slice(0, 2)]).toEqual([
    0,
    [
      'no gateway is running; one that a command starts now would hold:',
      'policy    phase38-default@1 > demo-world@1',
    ],
  ]);
});

test('a ref that no element has is answered with refs of this page', async () => {
  await run('snapshot', {});
  expect(await run('click', { ref: 'e4711' })).toMatchObject({
    ok: false,
    error: { code: 'act.unknown-ref', help: 'use a ref of the latest snapshot, such as e1' },
  });
});

test('whoever has configured no site finds the demo world, also where a command starts the gateway by itself; the folder where one stands stays as it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ghost-standing-'));
  chmodSync(folder, 0o555);
  using standing = new GhostHome({ cwd: folder });
  try {
    expect((await standing.run(['open', 'shop.test'])).json()).toMatchObject({
      ok: true,
      url: 'http://shop.test/',
      status: 200,
    });
    for (const line of [['snapshot'], ['screenshot'], ['policy', 'verify'], ['audit', 'verify'], ['status']])
      expect(await standing.run(line), line.join(' ')).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    await standing.run(['daemon', 'stop']);
    rmSync(folder, { recursive: true });
  }
});
