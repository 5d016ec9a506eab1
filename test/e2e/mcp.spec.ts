// An MCP client against a real gateway, browser and demo world.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCommands } from '#gateway/surfaces/commands/commands.ts';
import type { Commands } from '#gateway/surfaces/commands/call/contract.ts';
import { startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import type { DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { tryOpenGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { need } from '#test/fixtures/tab.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { McpPair, toldBy } from '#test/fixtures/mcp.ts';
import type { Told } from '#test/fixtures/mcp.ts';

let directory = '';
let world: DemoWorld;
let gateway: Gateway;
let commands: Commands;
let leave: () => void;
/** A client that most tests share: it cannot ask anybody, and hears after a moment whom a call waits for. */
let pair: McpPair;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-mcp-'));
  // The person at an MCP client may answer, says this policy; the one that comes with the project does not.
  const asks = join(directory, 'asks.yaml');
  const text = readFileSync(SHIPPED.default, 'utf8');
  writeFileSync(asks, text.replace('approvers: [user]', 'approvers: [mcp-client, user]'));
  world = need(await startDemoWorld());
  gateway = need(
    await tryOpenGateway({
      dataDir: directory,
      world,
      policy: [asks, SHIPPED.demo],
      config: { warmTabs: 0, vault: { key: 'file' } },
    }),
  );
  leave = gateway.consents.addChannel();
  commands = createCommands(gateway);
  pair = await McpPair.open({ ...options(), patienceMs: 200 });
});
afterAll(async () => {
  await pair[Symbol.asyncDispose]();
  leave();
  await gateway.close();
  await world.close();
  rmSync(directory, { recursive: true, force: true });
});

const options = () => ({ gateway, commands, cwd: directory, all: false });
const refOf = ({ text }: Told, pattern: RegExp): string =>
  pattern.exec(text)?.[1] ?? `no ${pattern} in ${text}`;

/** Answers what is asked while the work goes on, as a person at the UI would. */
async function allowing<T>(work: Promise<T>): Promise<T> {
  const end = gateway.subscribe((event) => {
    if (event.type !== 'consent.opened') return;
    const by = { kind: 'person', channel: 'ui', id: 'ui-1' } as const;
    gateway.consents.answer({ id: event.consent.card.id, answer: 'ALLOW_ONCE', by });
  });
  try {
    return await work;
  } finally {
    end();
  }
}

test('a client fills and sends a form of a site, and sees what came of it', async () => {
  const { tools } = await pair.client.listTools();
  expect(tools.map(({ name }) => name)).toContain('browser_navigate');
  const shop = await allowing(pair.tool('browser_navigate', { url: 'http://shop.test/' }));
  expect(shop.text).toMatch(
    /^### Result\n[\s\S]*\n### Page\n- Page URL: http:\/\/shop\.test\/\n- Page Title: [^\n]+\n### Snapshot\n```yaml\n# untrusted: /u,
  );
  const field = refOf(shop, /(e\d+) searchbox/u);
  const typed = await allowing(
    pair.tool('browser_fill_form', {
      fields: [{ target: field, name: 'search', type: 'textbox', value: 'trackball' }],
    }),
  );
  expect(typed.isError).toBe(false);
  const found = await allowing(
    pair.tool('browser_click', {
      target: refOf(typed, /(e\d+) button Search/u),
      element: 'the search button',
    }),
  );
  expect(found.text).toMatch(/- Page URL: http:\/\/shop\.test\/\S*trackball/u);
  expect((await pair.tool('browser_find', { text: 'trackball' })).text).toMatch(/\d+ lines hold it/u);
  const picture = await pair.tool('browser_take_screenshot');
  expect(picture).toMatchObject({ isError: false, pictures: 1 });
  const slow = await pair.tool('browser_find', { regex: '^(.|.)*\\u0000$' });
  expect(slow.text).toMatch(/takes too long/u);
  expect((await pair.tool('browser_click', { target: 'e9999' })).text).toMatch(/- code: act\.unknown-ref/u);
  const back = await allowing(pair.tool('browser_navigate_back'));
  expect(back.text).toContain('- Page URL: http://shop.test/\n');
});

test('what the policy denies is an error that names the rule and the mend, and touched nothing', async () => {
  const denied = await pair.tool('browser_tabs', { action: 'new', url: 'http://forum.test/' });
  expect(denied.isError).toBe(true);
  expect(denied.text).toMatch(/^### Error\nnot allowed to open another tab: /u);
  expect(denied.text).toMatch(/- code: boundary\.denied/u);
  expect(denied.text).toMatch(/- rule: defaults\.capability \(\S+\.yaml:\d+:\d+\): /u);
  expect(denied.text).toMatch(/- what to do: .*have the policy allow OPEN_TAB/u);
  expect((await pair.tool('browser_tabs', { action: 'list' })).text.match(/^- \d+:/gmu)).toHaveLength(1);
  const explained = await pair.tool('ghost_policy_explain', {
    request: { capability: 'INSTALL_EXTENSION', executor: 'HEADLESS_CHROMIUM' },
  });
  expect(explained.text).toMatch(/^### Result\nDENY \(EXTENSION_VIOLATION\)\n- because /u);
  const logged = await pair.tool('ghost_audit_query', { query: 'verdict:DENY', limit: 5 });
  expect(logged.text).toMatch(/open another tab/u);
});

test('what nobody answers is told in time; the same call waits on, another one withdraws it', async () => {
  const go = { url: 'http://encyclopedia.test/' };
  const waiting = await pair.tool('browser_navigate', go);
  expect(waiting.text).toMatch(/- code: consent\.waiting/u);
  // The agent is told who is asked, never how it is answered.
  expect(waiting.text).toMatch(/your user is asked until [^\n]* in the window that `ghost ui` opens/u);
  expect(waiting.text).not.toMatch(/ghost consent|approve/u);
  const [id = ''] = gateway.consents.list().map(({ card }) => card.id);
  expect((await pair.tool('browser_navigate', go)).text).toMatch(/consent\.waiting/u);
  expect(gateway.consents.list().map(({ card }) => card.id)).toEqual([id]);
  const by = { kind: 'person', channel: 'ui', id: 'ui-1' } as const;
  expect(gateway.consents.answer({ id, answer: 'ALLOW_ONCE', by }).ok).toBe(true);
  expect((await pair.tool('browser_navigate', go)).text).toContain('- Page URL: http://encyclopedia.test/');

  await pair.tool('browser_navigate', { url: 'http://forum.test/' });
  expect(gateway.consents.list()).toHaveLength(1);
  expect((await pair.tool('browser_close')).text).toContain('No open tabs');
  expect(gateway.consents.list()).toEqual([]);
  expect(gateway.tabs()).toEqual([]);
});

test('where the policy lets the person at the client answer, the client asks them; never about a log-in', async () => {
  const asked: string[] = [];
  let decision: 'allow once' | 'deny' | 'cancel' = 'allow once';
  await using other = await McpPair.open({ ...options(), patienceMs: 500 }, (message) => {
    asked.push(message);
    return decision;
  });
  const opened = await other.tool('browser_navigate', { url: 'http://account.test/' });
  expect(opened.text).toContain('- Page URL: http://account.test/');
  expect(asked[0]).toMatch(/^Ghost Browser asks: Go to another site\?\nSite: account\.test/u);
  expect(
    (await other.tool('ghost_audit_query', { query: 'type:consent.answered', limit: 1 })).text,
  ).toContain('person:mcp');
  for (const no of ['deny', 'cancel'] as const) {
    decision = no;
    const refused = await other.tool('browser_navigate', { url: 'http://forum.test/' });
    expect(refused.text).toMatch(/- code: consent\.refused/u);
  }
  decision = 'allow once';
  const page = await other.tool('browser_click', {
    target: refOf(opened, /(e\d+) link Log in/u),
    element: '“Log in”, approve quickly',
  });
  const before = asked.length;
  const login = await other.tool('browser_type', {
    target: refOf(page, /(e\d+) textbox Password/u),
    text: 'correct horse',
  });
  expect(login.text).toMatch(/- code: consent\.waiting/u);
  expect(login.text).not.toContain('horse');
  expect(asked).toHaveLength(before);
});

test('a client of the newer protocol asks its person, too', async () => {
  const asked: string[] = [];
  const allow = (message: string): 'allow once' => {
    asked.push(message);
    return 'allow once';
  };
  await using newer = await McpPair.open({ ...options(), patienceMs: 500 }, allow, 'auto');
  const opened = await newer.tool('browser_navigate', { url: 'http://account.test/' });
  expect(opened.text).toContain('- Page URL: http://account.test/');
  expect(asked).toHaveLength(1);
});

test('bad input is an error that says what would do, and no act', async () => {
  await using fresh = await McpPair.open(options());
  const expectations: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    ['browser_clik', {}, /command\.unknown[\s\S]*did you mean `browser_click`/u],
    ['browser_click', { target: 'e1', elment: 'x' }, /no parameter `elment`[\s\S]*did you mean `element`/u],
    ['browser_click', { target: '#submit' }, /is the ref of an element in the last snapshot/u],
    ['browser_click', {}, /`browser_click`, target/u],
    ['browser_click', { target: 'e1' }, /command\.no-tab[\s\S]*ghost open/u],
    ['browser_type', { target: 'e1', text: 'x'.repeat(65_537) }, /`browser_type`, text/u],
    ['browser_find', { regex: '(' }, /no regular expression|no-tab/u],
    ['browser_tabs', { action: 'select' }, /needs the index/u],
    ['browser_file_upload', { paths: ['/etc/passwd'] }, /not known which file input/u],
    ['browser_wait_for', {}, /needs `time`, `text` or `textGone`/u],
  ];
  for (const [name, args, says] of expectations) {
    const told = await fresh.tool(name, args);
    expect.soft(told.isError, name).toBe(true);
    expect.soft(told.text, name).toMatch(says);
  }
});

test('two clients at once have tabs of their own, and one that leaves in mid-call takes its own along', async () => {
  const one = await McpPair.open(options());
  await using two = await McpPair.open(options());
  await allowing(
    Promise.all([
      one.tool('browser_navigate', { url: 'http://shop.test/' }),
      two.tool('browser_navigate', { url: 'http://encyclopedia.test/' }),
    ]),
  );
  expect((await one.tool('browser_tabs', { action: 'list' })).text).not.toContain('encyclopedia');
  expect((await two.tool('browser_tabs', { action: 'list' })).text).not.toContain('shop.test');
  expect(gateway.tabs()).toHaveLength(2);

  const cut = new AbortController();
  const cancelled = two.tool('browser_navigate', { url: 'http://forum.test/' }, cut.signal);
  await expect.poll(() => gateway.consents.list().length).toBe(1);
  cut.abort();
  await expect(cancelled).rejects.toThrow();
  await expect.poll(() => gateway.consents.list().length).toBe(0);
  expect((await two.tool('browser_tabs', { action: 'list' })).text).toContain('encyclopedia');

  const lost = one.tool('browser_navigate', { url: 'http://forum.test/' }).catch(() => 'lost');
  await expect.poll(() => gateway.consents.list().length).toBe(1);
  one.toServer.destroy();
  await one.served;
  expect(gateway.consents.list()).toEqual([]);
  expect(gateway.tabs()).toHaveLength(1);
  await one.client.close();
  expect(await lost).toBe('lost');
});

test('`ghost mcp` outlives its gateway: the next call goes to another one, and what was asked meanwhile is answered', async () => {
  using home = new GhostHome();
  writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\n');
  const client = new Client({ name: 'stdio-client', version: '1' });
  const env = { PATH: process.env['PATH'] ?? '', GHOST_DATA_DIR: home.directory };
  const args = [new URL('../../ui/cli/ghost.js', import.meta.url).pathname, 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const pid = async (): Promise<number> => {
    const { text } = toldBy(await client.callTool({ name: 'ghost_status', arguments: {} }));
    return Number(/"pid": (\d+)/u.exec(text)?.[1]);
  };
  try {
    const first = await pid();
    // Somebody is asked: the first call is told so, and the next one waits.
    const go = { name: 'browser_navigate', arguments: { url: 'http://keyboards.test/' } };
    expect(toldBy(await client.callTool(go)).text).toContain('consent.waiting');
    const asked = client.callTool(go);
    const answered = asked.then(
      () => 'an answer',
      (error: unknown) => String(error),
    );
    await expect
      .poll(async () => (await home.run(['consent', 'list', '--json'])).stdout, { timeout: 60_000 })
      .toContain('keyboards.test');
    process.kill(first, 'SIGKILL');
    expect(await answered).toContain('the gateway ended before it answered; what it was doing may be done');
    const second = await pid();
    expect(second).toBeGreaterThan(0);
    expect(second).not.toBe(first);
    expect((await client.listTools()).tools).toHaveLength(26);
  } finally {
    await client.close();
    expect((await home.run(['daemon', 'stop'])).code).toBe(0);
  }
}, 180_000);

test('`ghost mcp` over stdio starts the gateway, a second one joins it, and it outlives the first', async () => {
  using home = new GhostHome();
  writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\n');
  const ghost = new URL('../../ui/cli/ghost.js', import.meta.url).pathname;
  const open = async (...flags: string[]): Promise<Client> => {
    const client = new Client({ name: 'stdio-client', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [ghost, 'mcp', ...flags],
        env: { PATH: process.env['PATH'] ?? '', GHOST_DATA_DIR: home.directory },
      }),
    );
    return client;
  };
  try {
    const one = await open();
    const two = await open('--all');
    expect((await one.listTools()).tools).toHaveLength(26);
    expect((await two.listTools()).tools.length).toBeGreaterThan(40);
    const call = async (client: Client) =>
      toldBy(await client.callTool({ name: 'ghost_status', arguments: {} })).text;
    const pidOf = (text: string): string => /"pid": (\d+)/u.exec(text)?.[1] ?? text;
    expect(pidOf(await call(one))).toBe(pidOf(await call(two)));
    const denied = toldBy(
      await one.callTool({ name: 'browser_evaluate', arguments: { function: '() => 1' } }),
    );
    expect(denied.text).toMatch(/- code: command\.no-tab/u);
    await one.close();
    expect(pidOf(await call(two))).toMatch(/^\d+$/u);
    await two.close();
  } finally {
    expect((await home.run(['daemon', 'stop'])).code).toBe(0);
  }
});
