// What a warm command costs: `ghost` beside agent-browser's command line (a native binary with a daemon of its own), and the
// tools of Playwright's MCP server, which need no process a call. One page, one run, all sandboxes on.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveSocket } from '#gateway/surfaces/daemon/socket.ts';
import { findTestBrowser, launcherScript } from '#test/fixtures/chromium.ts';
import { KITCHEN, openKitchen } from '#test/fixtures/kitchen.ts';
import { PEERS, startPeers } from './perception-peers.ts';
import { median } from './report.ts';
import type { Bench, BenchRow } from './report.ts';

const ROUNDS = 15;
const GHOST = fileURLToPath(new URL('../../ui/cli/ghost.js', import.meta.url));

type Run = (...args: readonly string[]) => Promise<string>;
type Contender = {
  readonly name: string;
  readonly navigate: () => Promise<string>;
  readonly snapshot: () => Promise<string>;
  readonly click: (snapshot: string) => Promise<string>;
  readonly close: () => Promise<unknown>;
};

/** A command to its end; throws where it fails, so that no failure counts as fast. */
const runner =
  (command: string, first: readonly string[], env: NodeJS.ProcessEnv): Run =>
  (...args) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const child = spawn(command, [...first, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${command} ${args.join(' ')}: ${text}`)),
    );
    return promise;
  };

const refIn = (snapshot: string, pattern: RegExp): string => {
  const found = pattern.exec(snapshot)?.[1];
  if (found === undefined) throw new Error(`no ref of the button in: ${snapshot.slice(0, 500)}`);
  return found;
};

async function agentBrowser(url: string): Promise<Contender | null> {
  const binary = join(PEERS, `node_modules/agent-browser/bin/agent-browser-linux-${process.arch}`);
  if (!existsSync(binary)) return null;
  const home = mkdtempSync(join(tmpdir(), 'ghost-cli-peer-'));
  chmodSync(home, 0o777);
  const browser = join(home, 'browser');
  writeFileSync(browser, launcherScript(findTestBrowser()), { mode: 0o755 });
  const run = runner(binary, [], {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    AGENT_BROWSER_EXECUTABLE_PATH: browser,
    AGENT_BROWSER_SESSION: 'cli-bench',
    AGENT_BROWSER_NO_VERSION_CHECK: '1',
    AGENT_BROWSER_SOCKET_DIR: home,
  });
  return {
    name: 'agent-browser',
    navigate: () => run('open', url),
    snapshot: () => run('snapshot', '-i'),
    click: (snapshot) => run('click', `@${refIn(snapshot, /button "Plain button" \[ref=(e\d+)/u)}`),
    close: async () => {
      await run('close').catch(String);
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function playwright(url: string): Promise<Contender | null> {
  const [first, ...others] = await startPeers();
  if (first === undefined) return null;
  return {
    name: 'playwright-mcp (no process a call)',
    navigate: () => first.open(url),
    snapshot: () => first.snapshot(),
    click: (snapshot) => first.click(refIn(snapshot, /button "Plain button" \[ref=(\w+)\]/u)),
    close: () => Promise.all([first, ...others].map((peer) => peer.close())),
  };
}

export const bench: Bench = async () => {
  const kitchen = await openKitchen('127.0.0.66');
  const serving = await serveSocket(kitchen.gateway);
  if (!serving.ok) throw new Error(serving.error.message);
  const direct = `${kitchen.site.origin}/`;
  const ghost = runner(process.execPath, [GHOST], {
    ...process.env,
    GHOST_DATA_DIR: join(kitchen.directory, 'data'),
  });
  const ours: Contender = {
    name: 'ghost',
    navigate: () => ghost('navigate', `${KITCHEN}/`),
    snapshot: () => ghost('snapshot', '--interactive'),
    click: (snapshot) => ghost('click', refIn(snapshot, /(e\d+) button \\"Plain button\\"/u)),
    close: async () => {
      await serving.value.close();
      await kitchen.close();
    },
  };
  const contenders = [ours, await agentBrowser(direct), await playwright(direct)].filter(
    (one) => one !== null,
  );
  const node = runner(process.execPath, ['-e', '0'], process.env);
  const times = new Map<string, number[]>();
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const value = await work();
    times.set(name, [...(times.get(name) ?? []), performance.now() - from]);
    return value;
  };
  for (let round = -2; round < ROUNDS; round += 1) {
    if (round === 0) times.clear();
    await timed('Node alone', () => node());
    await timed('ghost tabs', () => ghost('tabs'));
    for (const { name, navigate, snapshot, click } of contenders) {
      await timed(`${name} navigate`, navigate);
      const seen = await timed(`${name} snapshot`, snapshot);
      await timed(`${name} click`, () => click(seen));
    }
  }
  for (const { close } of contenders) await close();
  const of = (name: string): number => median(times.get(name) ?? []);
  const rows: BenchRow[] = [
    {
      name: 'a warm command over Node alone',
      value: of('ghost tabs') - of('Node alone'),
      unit: 'ms',
      target: '≤ 60',
    },
    ...[...times.keys()].map((name): BenchRow => ({ name, value: of(name), unit: 'ms' })),
    ...['navigate', 'snapshot', 'click'].flatMap((command): BenchRow[] =>
      contenders.slice(1).map(({ name }) => ({
        name: `${command}: ghost / ${name}`,
        value: of(`ghost ${command}`) / of(`${name} ${command}`),
        unit: '×',
        ...(name === 'agent-browser' ? { target: '≤ 1' } : {}),
      })),
    ),
  ];
  return { rows };
};
