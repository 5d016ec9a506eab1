// Pages, downloads and WebSockets through the choke point (verdict and durable log included) beside the same without it.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { ConnectionRequest, ConnectionVerdict } from '#executors/contract/connection.ts';
import { startBrowser, type RunningBrowser } from '#executors/browsers/launch/browser-process.ts';
import { discoverBrowser } from '#executors/browsers/launch/discover.ts';
import { commandFlags } from '#executors/browsers/launch/flags.ts';
import { openNamespace } from '#executors/browsers/processes/namespace.ts';
import { GREETING_URL, startProxy, type TabProxy } from '#executors/network/proxy.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { decideConnection } from '#gateway/boundary/page/connections.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { SHIPPED, readPolicy } from '#gateway/settings/policy-source.ts';
import { need } from '#test/fixtures/tab.ts';
import { median } from './report.ts';
import type { BenchRow } from './report.ts';
import { aTaskContext, NOBODY_NAMED } from '#test/fixtures/task-context.ts';

const ROUNDS = 15;
const SIGNAL = new AbortController().signal;
const PAGE = 'http://shop.test/';
type Verdict = (request: ConnectionRequest) => Promise<ConnectionVerdict>;

export async function bench(): Promise<{ rows: BenchRow[] }> {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-bench-'));
  const server = fork(fileURLToPath(new URL('page-server.ts', import.meta.url)));
  const port = await new Promise<number>((resolve) => {
    server.once('message', (sent: unknown) => resolve(z.object({ port: z.number() }).parse(sent).port));
  });
  const audit = need(await openAuditLog({ directory: join(directory, 'audit') }));
  const world = { path: need(await discoverBrowser()).path, port, profiles: directory };
  const open: Opened[] = [];
  try {
    const direct = await openDirect(world);
    const bare = await openProxied(world, () => Promise.resolve({ allow: true, reason: 'bench' }));
    const gated = await openProxied(world, gateOf(audit, port));
    open.push(direct, bare, gated);
    const all = { direct, bare, gated };
    const loads = await inTurns(all, ROUNDS, ({ load }) => load());
    const sockets = await inTurns(all, 5, ({ messages }) => messages());
    const files = await inTurns(all, 3, ({ download }) => download(100, 1));
    const bareLarge = await inTurns({ bare }, 1, ({ download }) => download(1, 1024));
    const from = process.memoryUsage.rss();
    const large = await inTurns({ direct, gated }, 1, ({ download }) => download(1, 1024));
    const grown = (process.memoryUsage.rss() - from) / 1_048_576;
    const starts = await launches(world);
    return {
      rows: [
        { name: 'page with 40 subresources, direct', value: loads.direct, unit: 'ms' },
        { name: 'the same through a proxy that allows all', value: loads.bare / loads.direct, unit: '×' },
        {
          name: 'the same through the choke point',
          value: loads.gated / loads.direct,
          unit: '×',
          target: '≤ 1.10',
        },
        {
          name: 'the choke point ÷ the proxy that allows all: a page',
          value: loads.gated / loads.bare,
          unit: '×',
          target: '≤ 1.03',
        },
        { name: '1,000 WebSocket messages, direct', value: sockets.direct, unit: 'ms' },
        { name: 'the same through the choke point', value: sockets.gated / sockets.direct, unit: '×' },
        { name: '100 parallel downloads of 1 MB, direct', value: files.direct, unit: 'ms' },
        { name: 'the same through the choke point', value: files.gated / files.direct, unit: '×' },
        {
          name: 'the choke point ÷ the proxy that allows all: 100 downloads',
          value: files.gated / files.bare,
          unit: '×',
          target: '≤ 1.1',
        },
        { name: 'a download of 1 GB through the choke point', value: large.gated / large.direct, unit: '×' },
        {
          name: 'the choke point ÷ the proxy that allows all: a download of 1 GB',
          value: large.gated / bareLarge.bare,
          unit: '×',
          target: '≤ 1.1',
        },
        { name: 'memory that it took in the gateway', value: grown, unit: 'MB' },
        { name: 'launch to first answer, no namespace', value: starts.plain, unit: 'ms' },
        { name: 'the same with a network namespace', value: starts.inside, unit: 'ms' },
      ],
    };
  } finally {
    for (const one of open) await one.close();
    server.disconnect();
    await audit.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

type World = { readonly path: string; readonly port: number; readonly profiles: string };
type Opened = {
  readonly load: () => Promise<number>;
  readonly messages: () => Promise<number>;
  readonly download: (count: number, megabytes: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** The medians of each, measured in turns. */
async function inTurns<Name extends string>(
  all: Readonly<Record<Name, Opened>>,
  rounds: number,
  work: (opened: Opened) => Promise<number>,
): Promise<Record<Name, number>> {
  const entries = Object.entries<Opened>(all);
  const times = new Map(entries.map(([name]) => [name, [] as number[]]));
  // The first round warms up, unless it is the only one.
  for (let round = rounds === 1 ? 1 : 0; round <= rounds; round += 1) {
    for (const [name, opened] of entries) {
      const took = await work(opened);
      if (round > 0) times.get(name)?.push(took);
    }
  }
  return Object.fromEntries([...times].map(([name, of]) => [name, median(of)])) as Record<Name, number>;
}

/** The gateway's own verdict: policy, facts, durable entry. */
function gateOf(audit: Parameters<typeof decideConnection>[0]['audit'], port: number): Verdict {
  const read = readPolicy([SHIPPED.default, SHIPPED.demo], '2026-11-22');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const parts = {
    policy: () => read,
    audit,
    consent: new ConsentBroker(),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
  };
  const task = aTaskContext({
    id: 'bench',
    intent: 'bench',
    requestedBy: { kind: 'client', id: 'bench', channel: 'CLI' },
    namedHosts: new Set(['shop.test']),
    hostMap: { 'shop.test': { address: '127.0.0.1', port } },
    approve: 'deny',
    signal: SIGNAL,
  });
  return (request) => decideConnection(parts, task, PAGE, request);
}

async function openDirect({ path, port, profiles }: World): Promise<Opened> {
  const flags = commandFlags(true)
    .filter((flag) => !/^--(proxy-bypass-list|host-resolver-rules)=/.test(flag))
    .concat('--proxy-bypass-list=*', `--host-resolver-rules=MAP shop.test:80 127.0.0.1:${port}`);
  const start = { path, flags, profileRoot: profiles, proxyPort: 9, deadlineMs: 30_000 };
  const browser = need(await startBrowser(start, SIGNAL));
  return opened(browser, await pageOf(browser), (url) => ({ port, path: url }));
}

async function openProxied({ path, port, profiles }: World, onConnection: Verdict): Promise<Opened> {
  const hostMap = { 'shop.test': { address: '127.0.0.1', port } };
  const proxy = await startProxy({ tabId: 'bench', hostMap, onConnection });
  const start = {
    path,
    flags: commandFlags(true),
    profileRoot: profiles,
    proxyPort: proxy.port,
    deadlineMs: 30_000,
  };
  const browser = need(await startBrowser(start, SIGNAL));
  const page = await pageOf(browser);
  await greet(page, proxy);
  const given = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
  const headers = { host: 'shop.test', 'proxy-authorization': `Basic ${given}` };
  const to = (url: string) => ({ port: proxy.port, path: `http://shop.test${url}`, headers });
  return opened(browser, page, to, proxy);
}

async function pageOf(browser: RunningBrowser): Promise<CdpSession> {
  const root = browser.connection.browser;
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const session = browser.connection.session(sessionId);
  await session.send('Page.enable');
  return session;
}

/** The browser learns the proxy's credentials by one request, as in a tab; nothing is intercepted after it. */
async function greet(session: CdpSession, { username, password }: TabProxy): Promise<void> {
  const answered = new Promise<void>((resolve, reject) => {
    session.on('Fetch.requestPaused', ({ requestId }) => {
      session.send('Fetch.continueRequest', { requestId }).catch(reject);
    });
    session.on('Fetch.authRequired', ({ requestId }) => {
      const authChallengeResponse = { response: 'ProvideCredentials', username, password } as const;
      session
        .send('Fetch.continueWithAuth', { requestId, authChallengeResponse })
        .then(() => resolve(), reject);
    });
  });
  await session.send('Fetch.enable', { handleAuthRequests: true });
  await Promise.all([session.send('Page.navigate', { url: GREETING_URL }), answered]);
  await session.send('Fetch.disable');
}

function opened(
  browser: RunningBrowser,
  session: CdpSession,
  to: (path: string) => { port: number; path: string; headers?: Record<string, string> },
  proxy?: TabProxy,
): Opened {
  const evaluate = async (expression: string): Promise<number> => {
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true });
    return z.number().parse(result.value);
  };
  const whole = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', agent: false, ...to(path) }, (answer) => {
        answer.on('end', resolve).on('error', reject).resume();
      }).on('error', reject);
    });
  return {
    async load() {
      await session.send('Page.navigate', { url: PAGE });
      return evaluate(
        `new Promise((done) => { const look = () => { const [one] = performance.getEntriesByType('navigation'); if (one.loadEventEnd > 0) done(one.loadEventEnd); else setTimeout(look, 5); }; look(); })`,
      );
    },
    messages: () =>
      evaluate(
        `new Promise((done, failed) => { const socket = new WebSocket('ws://shop.test/ws'); let from = 0; let back = 0; socket.onerror = failed; socket.onopen = () => { from = performance.now(); for (let at = 0; at < 1000; at += 1) socket.send('message ' + at); }; socket.onmessage = () => { back += 1; if (back === 1000) { done(performance.now() - from); socket.close(); } }; })`,
      ),
    async download(count, megabytes) {
      const from = performance.now();
      await Promise.all(Array.from({ length: count }, () => whole(`/file/${megabytes}`)));
      return performance.now() - from;
    },
    async close() {
      await browser.end();
      await proxy?.close();
    },
  };
}

async function launches({ path, profiles }: World): Promise<{ plain: number; inside: number }> {
  const times = { plain: [] as number[], inside: [] as number[] };
  const flags = commandFlags(true);
  for (let round = 0; round < 3; round += 1) {
    for (const which of ['plain', 'inside'] as const) {
      const from = performance.now();
      const namespace = which === 'inside' ? need(await openNamespace()) : null;
      const start = { path, flags, profileRoot: profiles, proxyPort: 9, deadlineMs: 30_000, namespace };
      const browser = need(await startBrowser(start, SIGNAL));
      times[which].push(performance.now() - from);
      namespace?.listener.close();
      await namespace?.release();
      await browser.end();
    }
  }
  return { plain: median(times.plain), inside: median(times.inside) };
}
