// What a look at a page costs and how long its text is: fetching, normalising, the whole, beside two peers on the same pages.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { CDPSession } from 'playwright-core';
import { STYLES } from '#executors/perception/reading/captured.ts';
import { READ_LIVE, type LiveReading } from '#executors/perception/in-page/live.ts';
import { renderOutline } from '#executors/perception/outline/outline.ts';
import { perceive } from '#executors/perception/reading/perceive.ts';
import { REGION_ROLES } from '#executors/perception/reading/roles.ts';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';
import { HUGE, PAGES } from './perception-pages.ts';
import { PEERS, startPeers } from './perception-peers.ts';
import { median } from './report.ts';
import type { BenchRow } from './report.ts';

const ROUNDS = Number(process.env['GHOST_BENCH_ROUNDS'] ?? 9);
const NORMALISE_ROUNDS = 40;

export async function bench(): Promise<{ rows: BenchRow[] }> {
  const server = createServer(({ url = '/' }, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(url === '/huge' ? HUGE : (PAGES[decodeURIComponent(url.slice(1))] ?? '<!doctype html>')),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const at = (page: string): string => `http://127.0.0.1:${port}/${encodeURIComponent(page)}`;
  const tab = await openTestTab();
  const peers = await startPeers();
  if (peers.length === 0)
    process.stderr.write(`peers are not installed in ${PEERS}: this run has our own figures alone\n`);
  const rows: BenchRow[] = [];
  try {
    for (const page of Object.keys(PAGES)) {
      const opened = await tab.act({ type: 'NAVIGATE', url: at(page) });
      if (!opened.ok) {
        process.stderr.write(`${page}: left out, ${opened.error.message}\n`);
        continue;
      }
      for (const peer of peers) await peer.open(at(page));
      const times = new Map<string, number[]>();
      const texts = new Map<string, string>();
      const clock = async (name: string, work: () => Promise<string>): Promise<void> => {
        const from = performance.now();
        texts.set(name, await work());
        times.set(name, [...(times.get(name) ?? []), performance.now() - from]);
      };
      let elements = { all: 0, reached: 0 };
      let held = 0;
      for (let round = 0; round <= ROUNDS; round += 1) {
        // A histogram of its own: one that pauses counts the pause.
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        await clock('ours', async () => {
          const snapshot = await tab.snapshot();
          const outline = renderOutline(snapshot);
          const acting = snapshot.nodes.filter(({ ref, role }) => ref !== null && !REGION_ROLES.has(role));
          elements = { all: acting.length, reached: outline.listed + outline.folded };
          return outline.text;
        });
        delay.disable();
        if (round > 0) held = Math.max(held, delay.max / 1e6);
        // A peer that gives up on a page has no figure there.
        for (const peer of peers)
          await clock(peer.name, peer.snapshot).catch((thrown: unknown) =>
            process.stderr.write(`${page}: ${peer.name} gave up: ${String(thrown)}\n`),
          );
        // The first round warms up.
        if (round === 0) times.clear();
      }
      const p50 = (name: string): number => median(times.get(name) ?? []);
      const told = ['ours', ...peers.map(({ name }) => name)].map(
        (name) => `${name} ${p50(name).toFixed(0)} ms`,
      );
      process.stderr.write(`${page}: ${told.join(', ')}\n`);
      const length = (name: string): number => texts.get(name)?.length ?? Number.NaN;
      rows.push({ name: `${page}: ours, whole`, value: p50('ours'), unit: 'ms' });
      for (const { name } of peers)
        rows.push(
          { name: `${page}: ${name}`, value: p50(name), unit: 'ms' },
          { name: `${page}: ours ÷ ${name}`, value: p50('ours') / p50(name), unit: '×', target: '< 1' },
        );
      rows.push({ name: `${page}: characters, ours`, value: length('ours'), unit: '', target: '< 8,000' });
      for (const { name } of peers)
        rows.push({ name: `${page}: characters, ${name}`, value: length(name), unit: '' });
      rows.push(
        {
          name: `${page}: interactive elements in reach`,
          value: elements.all === 0 ? 100 : (100 * elements.reached) / elements.all,
          unit: `% of ${elements.all}`,
          target: '100',
        },
        {
          name: `${page}: event loop held up at most`,
          value: held,
          unit: 'ms',
          target: '≤ 15',
        },
      );
    }
    rows.push(...(await beside(tab, at('huge'))));
    rows.push(...(await stages(at)));
    return { rows };
  } finally {
    for (const peer of peers) await peer.close();
    await tab.tab.close();
    server.closeAllConnections();
    server.close();
  }
}

/** What else runs in the gateway while a page of 100,000 nodes is looked at: how long a turn of its thread takes at most. */
async function beside(tab: TestTab, url: string): Promise<BenchRow[]> {
  const opened = await tab.act({ type: 'NAVIGATE', url });
  if (!opened.ok) {
    process.stderr.write(`100,000 nodes: left out, ${opened.error.message}\n`);
    return [];
  }
  const held: number[] = [];
  const busy: number[] = [];
  const used = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  for (let round = 0; round < 4; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const turns: number[] = [];
    let goesOn = true;
    let last = used();
    const turn = (): void => {
      const now = used();
      turns.push(now - last);
      last = now;
      if (goesOn) setImmediate(turn);
    };
    delay.enable();
    setImmediate(turn);
    const snapshot = await tab.snapshot();
    goesOn = false;
    delay.disable();
    const from = used();
    renderOutline(snapshot);
    // The first round warms up.
    if (round === 0) continue;
    held.push(delay.max / 1e6);
    busy.push(turns.reduce((longest, turn) => Math.max(longest, turn), 0));
    process.stderr.write(
      `100,000 nodes: its outline takes ${(used() - from).toFixed(1)} ms of the processor\n`,
    );
  }
  return [
    { name: '100,000 nodes: event loop held up at most', value: median(held), unit: 'ms', target: '≤ 15' },
    { name: '100,000 nodes: longest turn, processor', value: median(busy), unit: 'ms', target: '≤ 15' },
  ];
}

/** Fetching and normalising apart, on the pages of up to 4,500 nodes of Chromium's tree, and on the table. */
async function stages(at: (page: string) => string): Promise<BenchRow[]> {
  const browser = await launchTestBrowser({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await browser.context.newPage();
    const session = await browser.context.newCDPSession(page);
    const rows: BenchRow[] = [];
    for (const name of ['form', 'cards', 'table']) {
      await page.goto(at(name));
      rows.push(...(await stagesOf(session, await page.evaluate<LiveReading>(`(${READ_LIVE})()`), name)));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function stagesOf(session: CDPSession, live: LiveReading, name: string): Promise<BenchRow[]> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const frames = [
    {
      frameId: frameTree.frame.id,
      origin: null,
      foreign: false,
      live,
      owner: null,
      window: null,
    },
  ];
  const viewport = { width: 1280, height: 900 };
  const fetched: number[] = [];
  let captured = await capture(session);
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    captured = await capture(session);
    fetched.push(performance.now() - from);
  }
  const normalised: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < NORMALISE_ROUNDS; round += 1) {
    const used = process.cpuUsage();
    const from = performance.now();
    perceive({ captures: [captured], frames, leftOut: [], viewport });
    const { user, system } = process.cpuUsage(used);
    // The first rounds warm up.
    if (round < 5) continue;
    normalised.push(performance.now() - from);
    busy.push((user + system) / 1_000);
  }
  const p95 = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
  const goal = name === 'table' ? {} : { target: '< 15' };
  return [
    { name: `${name}: fetch, p50`, value: median(fetched), unit: 'ms' },
    { name: `${name}: normalise, p50`, value: median(normalised), unit: 'ms' },
    { name: `${name}: normalise, p95`, value: p95(normalised), unit: 'ms', ...goal },
    { name: `${name}: normalise, p95 of the processor's time`, value: p95(busy), unit: 'ms', ...goal },
  ];
}

const capture = (session: CDPSession) =>
  session.send('DOMSnapshot.captureSnapshot', { computedStyles: [...STYLES] });
