// What a call of an MCP client costs, without a process start: `ghost mcp` over its standard streams, beside Playwright's server and
// agent-browser's on the same page where they are installed, and beside the same acts in the gateway itself, without any way to it. Under
// the preset for sites under construction, with the site named in the client's configuration.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveSocket } from '#gateway/surfaces/daemon/socket.ts';
import { GhostError, type Result } from '#policy/language/failure.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { KITCHEN, openKitchen } from '#test/fixtures/kitchen.ts';
import { connectMcp } from './mcp-connection.ts';
import { PEERS, startPeers } from './perception-peers.ts';
import { median } from './report.ts';
import type { Bench, BenchRow } from './report.ts';

/** Of who answers an act without the page, that and a look: what an agent needs before it goes on. */
const ARRIVED = 'navigate, and the page as it is then';
const SEEN = 'click, and the page as it is then';
const ROUNDS = Number(process.env['GHOST_BENCH_ROUNDS'] ?? 15);
const GHOST = fileURLToPath(new URL('../../ui/cli/ghost.js', import.meta.url));
const CALLS = ['navigate', ARRIVED, 'snapshot', 'click', SEEN] as const;
const ADDRESS = '127.0.0.67';
const PRESET = fileURLToPath(new URL('../../policy/presets/developer.yaml', import.meta.url));
const BOUND = 'the act in the gateway itself';

type Contender = {
  readonly name: string;
  readonly navigate: () => Promise<unknown>;
  readonly snapshot: () => Promise<string>;
  readonly click: (ref: string) => Promise<unknown>;
  /** Whether the answer to an act has the page in it. */
  readonly shows: boolean;
  readonly refs: RegExp;
};

const OUR_REFS = /\b(e\d+) button Plain button/u;
const THEIR_REFS = /button "Plain button" \[(?:\w+, )?ref=(\w+)/u;

/** Each of these has a tab of its own in one gateway. */
async function oursIn(gateway: Gateway, directory: string) {
  const env = { ...process.env, GHOST_DATA_DIR: join(directory, 'shipped') };
  const named = ['--allow-origin', new URL(KITCHEN).host];
  const [own, dialect] = await Promise.all(
    [[], ['--dialect', 'playwright']].map((more) =>
      connectMcp(process.execPath, [GHOST, 'mcp', ...named, ...more], env, directory),
    ),
  );
  if (own === undefined || dialect === undefined) throw new Error('no connection was made');
  const over = (name: string, { call }: typeof own, refs: RegExp): Contender => ({
    name,
    navigate: () => call('browser_navigate', { url: `${KITCHEN}/` }),
    snapshot: () => call('browser_snapshot', {}),
    click: (target) => call('browser_click', { element: 'the button', target }),
    shows: true,
    refs,
  });
  const tab = need(await gateway.openTab({ namedHosts: [KITCHEN] }));
  const bound: Contender = {
    name: BOUND,
    navigate: async () => need(await tab.act({ type: 'NAVIGATE', url: `${KITCHEN}/` })),
    snapshot: async () => need(await tab.snapshot()).text,
    click: async (ref) => need(await tab.act({ type: 'CLICK', ref })),
    shows: false,
    refs: OUR_REFS,
  };
  return {
    contenders: [
      bound,
      over('ghost mcp', own, OUR_REFS),
      over('ghost mcp --dialect playwright', dialect, THEIR_REFS),
    ],
    ping: () => own.ping(),
    close() {
      own.end();
      dialect.end();
    },
  };
}

export const bench: Bench = async () => {
  const kitchen = await openKitchen(ADDRESS);
  const gateway = await openGateway({
    dataDir: join(kitchen.directory, 'shipped'),
    policy: [PRESET],
    config: { warmTabs: 0 },
    world: {
      hostMap: { [new URL(KITCHEN).host]: { address: ADDRESS, port: kitchen.site.port } },
      sites: [],
      secrets: {},
    },
  });
  const serving = need(await serveSocket(gateway));
  const ours = await oursIn(gateway, kitchen.directory);
  const installed = await startPeers();
  if (installed.length === 0)
    process.stderr.write(
      `peers are not installed in ${PEERS}: beside the acts in the gateway itself alone\n`,
    );
  const peers = installed.map(({ name, open, snapshot, click }): Contender => ({
    name: `${name}, its MCP server`,
    navigate: () => open(`${kitchen.site.origin}/`),
    snapshot,
    click,
    shows: name.startsWith('playwright'),
    refs: THEIR_REFS,
  }));
  const contenders = [...ours.contenders, ...peers];
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number): void => {
    times.set(name, [...(times.get(name) ?? []), ms]);
  };
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const value = await work();
    note(name, performance.now() - from);
    return value;
  };
  for (let round = -2; round < ROUNDS; round += 1) {
    // The first two warm up.
    if (round === 0) times.clear();
    await timed('ghost mcp: a ping, for the way alone', ours.ping);
    for (const { name, navigate, snapshot, click, shows, refs } of contenders) {
      const began = performance.now();
      await timed(`${name}: navigate`, navigate);
      if (!shows) await snapshot();
      note(`${name}: ${ARRIVED}`, performance.now() - began);
      // The second look at a document, of all of them: the first one also makes what it looks with.
      const seen = await timed(`${name}: snapshot`, snapshot);
      const ref = refs.exec(seen)?.[1];
      if (ref === undefined) throw new Error(`${name}: no ref of the button in ${seen.slice(0, 500)}`);
      const from = performance.now();
      await timed(`${name}: click`, () => click(ref));
      if (!shows) await snapshot();
      note(`${name}: ${SEEN}`, performance.now() - from);
    }
  }
  ours.close();
  for (const { close } of installed) await close();
  await serving.close();
  await gateway.close();
  await kitchen.close();
  const of = (name: string): number => median(times.get(name) ?? []);
  const against = [BOUND, ...peers.map(({ name }) => name)];
  const rows: BenchRow[] = [
    ...[...times.keys()].map((name): BenchRow => ({ name, value: of(name), unit: 'ms' })),
    ...CALLS.flatMap((call) => [
      ...against.map((name): BenchRow => ({
        name: `${call}: ghost mcp ÷ ${name}`,
        value: of(`ghost mcp: ${call}`) / of(`${name}: ${call}`),
        unit: '×',
      })),
      ...(peers.length === 0
        ? []
        : [
            {
              name: `${call}: ghost mcp ÷ the faster peer`,
              value: of(`ghost mcp: ${call}`) / Math.min(...peers.map(({ name }) => of(`${name}: ${call}`))),
              unit: '×',
              target: '≤ 1',
            },
          ]),
    ]),
  ];
  return { rows };
};

function need<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new GhostError(result.error);
}
