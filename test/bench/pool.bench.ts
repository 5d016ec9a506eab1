// How fast a Ghost Tab is there, what it weighs, and what pictures left out and connections opened ahead save.
// The link is drawn by the servers themselves: a round trip before a new connection is read from, and one before each answer.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createFront, type AddressInfo, type Server as Front } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageMeter } from '#executors/browsers/processes/usage.ts';
import type { Config } from '#gateway/settings/config.ts';
import { openGateway, type Gateway, type GatewayOptions } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { median, type Bench, type BenchRow } from './report.ts';

const WARM = 10;
const SETTLE_MS = 300;
const LOADS = 4;
const PREFETCHES = 6;
const PICTURES = 60;
const PICTURE_BYTES = 60_000;
/** A round trip of the media page's link, and of the one that is prefetched over. */
const MEDIA_MS = 50;
const AHEAD_MS = 200;
/** What each picture's server sends per millisecond: 20 Mbit/s. */
const BYTES_PER_MS = 2_500;

type Isolation = Config['isolation'];
type Tab = Extract<Awaited<ReturnType<Gateway['openTab']>>, { ok: true }>['value'];

export const bench: Bench = async () => {
  const rows: BenchRow[] = [];
  rows.push(...(await warmRows('process')));
  rows.push(...(await warmRows('context')));
  rows.push(...(await mediaRows()));
  rows.push(...(await prefetchRows()));
  return { rows };
};

async function within<T>(options: GatewayOptions, work: (gateway: Gateway) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-bench-pool-'));
  const gateway = await openGateway({
    dataDir: directory,
    consent: async () => 'ALLOW_TASK_SITE',
    ...options,
  });
  try {
    return await work(gateway);
  } finally {
    await gateway.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function openTab(gateway: Gateway, url?: string): Promise<Tab> {
  const opened = await gateway.openTab(url === undefined ? {} : { url });
  if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`);
  return opened.value;
}

/** From asking for a tab to having it, its decision on disk. */
async function warmRows(isolation: Isolation): Promise<BenchRow[]> {
  return within({ config: { warmTabs: 1, maxTabs: 3, isolation } }, async (gateway) => {
    const cold: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      const from = performance.now();
      const tab = await openTab(gateway);
      cold.push(performance.now() - from);
      await tab.close();
    }
    const warm: number[] = [];
    const own: number[] = [];
    for (let at = 0; at < WARM; at += 1) {
      await gateway.warmUp();
      // What a start leaves behind (a process that settles down) is not the tab's that is taken next.
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const from = performance.now();
      const tab = await openTab(gateway);
      warm.push(performance.now() - from);
      own.push(((await tab.usage())?.memoryBytes ?? Number.NaN) / 1024 ** 2);
      await tab.close();
    }
    const whole = await wholeOf(gateway, 3);
    return [
      { name: `${isolation}: a tab, started for it`, value: median(cold), unit: 'ms' },
      { name: `${isolation}: a tab that stood ready`, value: median(warm), unit: 'ms', target: '< 10' },
      { name: `${isolation}: the slowest of ${WARM}`, value: Math.max(...warm), unit: 'ms' },
      { name: `${isolation}: memory of a tab's own processes`, value: median(own), unit: 'MB' },
      { name: `${isolation}: memory of three tabs with all that they need`, value: whole, unit: 'MB' },
    ];
  });
}

/** Of all browsers that so many open tabs have, shared pages once a browser; nothing stands ready beside them. */
async function wholeOf(gateway: Gateway, count: number): Promise<number> {
  const tabs = await Promise.all(Array.from({ length: count }, () => openTab(gateway)));
  const pids = new Set(
    gateway.audit
      .since(0, 100_000)
      .filter(({ type }) => type === 'tab.launched')
      .map(({ details }) => Number(details['pid'])),
  );
  const used = await Promise.all([...pids].map((pid) => new UsageMeter(pid).sample()));
  await Promise.all(tabs.map((tab) => tab.close()));
  return used.reduce((sum, usage) => sum + (usage?.memoryBytes ?? 0), 0) / 1024 ** 2;
}

type Link = { readonly front: Front; readonly server: Server };

/** Answers come one round trip after they were asked for, and as slowly as the link carries them. */
function serve(roundTripMs: number, answer: (path: string) => { type: string; body: Buffer }): Promise<Link> {
  const server = createServer((request, response) => {
    const { type, body } = answer(request.url ?? '/');
    setTimeout(
      () => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
      roundTripMs + body.length / BYTES_PER_MS,
    );
  });
  // The handshake: what is sent on a new connection is read one round trip later. Node's HTTP server reads past `pause`.
  const front = createFront((socket) => {
    socket.pause();
    setTimeout(() => server.emit('connection', socket.resume()), roundTripMs);
  });
  return new Promise((resolve) => front.listen(0, '127.0.0.1', () => resolve({ front, server })));
}

const portOf = ({ front }: Link): number => (front.address() as AddressInfo).port;

function end({ front, server }: Link): void {
  server.closeAllConnections();
  front.close();
}

async function mediaRows(): Promise<BenchRow[]> {
  const page = Buffer.from(
    `<title>Media</title><link rel="icon" href="data:,"><h1>Media</h1>${Array.from(
      { length: PICTURES },
      (_, at) => `<p>Item ${at} <img src="/${at}.jpg" width="200" height="150"></p>`,
    ).join('')}`,
  );
  const picture = Buffer.alloc(PICTURE_BYTES, 7);
  const server = await serve(MEDIA_MS, (path) =>
    path.endsWith('.jpg') ? { type: 'image/jpeg', body: picture } : { type: 'text/html', body: page },
  );
  const world = {
    hostMap: { 'shop.test': { address: '127.0.0.1', port: portOf(server) } },
    sites: [],
    secrets: {},
  };
  const load = (withhold: ('IMAGE' | 'FONT' | 'MEDIA')[]): Promise<number> =>
    within({ world, config: { withhold } }, async (gateway) => {
      const tab = await openTab(gateway, 'http://shop.test/');
      const times: number[] = [];
      for (let at = 0; at < LOADS; at += 1) {
        const from = performance.now();
        const went = await tab.act({ type: 'NAVIGATE', url: `http://shop.test/?${at}` });
        if (!went.ok) throw new Error(went.error.message);
        times.push(performance.now() - from);
      }
      await tab.close();
      return median(times);
    });
  try {
    const whole = await load([]);
    const light = await load(['IMAGE', 'FONT', 'MEDIA']);
    return [
      { name: `load of ${PICTURES} pictures at ${MEDIA_MS} ms, all of it`, value: whole, unit: 'ms' },
      { name: 'the same page, pictures left out', value: light, unit: 'ms' },
      { name: 'less load time', value: 100 * (1 - light / whole), unit: '%', target: '≥ 40' },
    ];
  } finally {
    end(server);
  }
}

/** Going to a small page on another server, with and without a guess before: they differ by the wait for the first byte. */
async function prefetchRows(): Promise<BenchRow[]> {
  const html = {
    type: 'text/html',
    body: Buffer.from('<title>T</title><link rel="icon" href="data:,"><h1>T</h1>'),
  };
  const times: Record<'cold' | 'ahead', number[]> = { cold: [], ahead: [] };
  const servers = await Promise.all(
    Array.from({ length: 2 * PREFETCHES }, () => serve(AHEAD_MS, () => html)),
  );
  const named = servers.map((_link, at) => `s${at}.shop.test`);
  const hosts = servers.map((link, at) => [named[at], { address: '127.0.0.1', port: portOf(link) }]);
  const directory = mkdtempSync(join(tmpdir(), 'ghost-bench-policy-'));
  const file = join(directory, 'policy.yaml');
  // The demo world's policy, with the bench's servers beside its shop.
  const demo = readFileSync(SHIPPED.demo, 'utf8');
  const widened = demo.replaceAll(/^( +)- shop\.test$/gmu, (line, indent: string) =>
    [line, ...named.map((host) => `${indent}- ${host}`)].join('\n'),
  );
  if (widened === demo) throw new Error(`no rule of ${SHIPPED.demo} lists its shop on a line of its own`);
  writeFileSync(file, widened);
  const options = {
    world: { hostMap: Object.fromEntries(hosts), sites: [], secrets: {} },
    policy: [SHIPPED.default, file],
  };
  try {
    await within(options, async (gateway) => {
      const opened = await gateway.openTab({ namedHosts: named });
      if (!opened.ok) throw new Error(opened.error.message);
      const tab = opened.value;
      for (const [at, host] of named.entries()) {
        const ahead = at % 2 === 1;
        if (ahead) {
          const begun = await tab.prefetch(`http://${host}/`);
          if (!begun.ok) throw new Error(`${begun.error.code}: ${begun.error.message}`);
          // As long as a navigator thinks.
          await new Promise((resolve) => setTimeout(resolve, 1_000));
        }
        const from = performance.now();
        const went = await tab.act({ type: 'NAVIGATE', url: `http://${host}/` });
        if (!went.ok) throw new Error(`${went.error.code}: ${went.error.message}`);
        times[ahead ? 'ahead' : 'cold'].push(performance.now() - from);
      }
      await tab.close();
    });
    const [cold, ahead] = [median(times.cold), median(times.ahead)];
    return [
      { name: `a page on another server behind ${AHEAD_MS} ms`, value: cold, unit: 'ms' },
      { name: 'the same, connected ahead', value: ahead, unit: 'ms' },
      { name: 'less wait for the first byte', value: cold - ahead, unit: 'ms', target: '150–300' },
    ];
  } finally {
    servers.forEach(end);
    rmSync(directory, { recursive: true, force: true });
  }
}
