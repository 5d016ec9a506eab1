// A gated click (decide, authorise, durable audit, act) beside playwright-core's own click on the same page, in turns.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { createAuthority } from '#gateway/boundary/steps/authorise.ts';
import { Boundary } from '#gateway/boundary.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { SHIPPED, readPolicy } from '#gateway/settings/policy-source.ts';
import { createLauncher } from '#executors/launcher.ts';
import type { GhostTab } from '#executors/contract/tab.ts';
import { GhostError, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import { median } from './report.ts';
import type { BenchRow } from './report.ts';
import { aTaskContext, NOBODY_NAMED } from '#test/fixtures/task-context.ts';

const ROUNDS = 60;
const PAGE =
  '<!doctype html><title>count</title><button onclick="o.textContent = ++n">Count up</button><output id="o">0</output><script>let n = 0</script>';

export async function bench(): Promise<{ rows: BenchRow[] }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const directory = mkdtempSync(join(tmpdir(), 'ghost-bench-'));
  const gated = await openGated(directory, port);
  const plain = await launchTestBrowser({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await plain.context.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    const button = page.getByRole('button', { name: 'Count up' });
    const times = { plain: [] as number[], gated: [] as number[], executor: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.plain.push(await clock(() => button.click()));
      gated.spent.ms = 0;
      times.gated.push(await clock(gated.click));
      times.executor.push(gated.spent.ms);
    }
    const own = median(times.plain);
    const gate = median(times.gated.map((whole, at) => whole - (times.executor[at] ?? 0)));
    return {
      rows: [
        { name: 'playwright-core click', value: own, unit: 'ms' },
        { name: 'gated click, whole', value: median(times.gated), unit: 'ms' },
        { name: 'gated click ÷ playwright-core click', value: median(times.gated) / own, unit: '×' },
        { name: 'gate alone (decide, authorise, durable audit)', value: gate, unit: 'ms' },
        { name: 'gate ÷ playwright-core click', value: gate / own, unit: '×', target: '≤ 0.10' },
      ],
    };
  } finally {
    await gated.close();
    await plain.close();
    server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function openGated(directory: string, port: number) {
  const audit = need(await openAuditLog({ directory: join(directory, 'audit') }));
  const read = readPolicy([SHIPPED.default, SHIPPED.demo], '2026-11-21');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const authority = createAuthority();
  const launcher = createLauncher(authority.verify);
  const consent = new ConsentBroker();
  const boundary = new Boundary({
    policy: () => read,
    audit,
    consent,
    authority,
    launcher,
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
  });
  const plan = need(await launcher.plan({ headless: true }));
  const hostMap = { 'shop.test': { address: '127.0.0.1', port } };
  const signal = new AbortController().signal;
  const task = aTaskContext({
    id: 'bench',
    intent: 'bench',
    requestedBy: { kind: 'client', id: 'bench', channel: 'CLI' },
    executor: plan.executor,
    namedHosts: new Set(['shop.test']),
    hostMap,
    approve: 'deny',
    signal,
  });
  const by = { kind: 'navigator', id: 'bench' } as const;
  const tab = need(
    await boundary.launch(
      task,
      by,
      {
        tabId: randomUUID(),
        plan,
        viewport: { width: 1280, height: 900 },
        profileRoot: directory,
        hostMap,
        deadlineMs: 30_000,
      },
      signal,
    ),
  );
  const spent = { ms: 0 };
  const timed = timedTab(tab, spent);
  const act = async (action: Parameters<typeof boundary.perform>[0]['action']) =>
    need(
      (await boundary.perform({ task, by, initiator: 'NAVIGATOR', action, says: null }, timed, signal))
        .result,
    );
  await act({ type: 'NAVIGATE', url: 'http://shop.test/' });
  const seen = await act({ type: 'SNAPSHOT' });
  const ref =
    seen.kind === 'SNAPSHOT' ? seen.snapshot.nodes.find(({ role }) => role === 'button')?.ref : null;
  if (ref === null || ref === undefined) throw new Error('the button is not in the snapshot');
  return {
    spent,
    click: () => act({ type: 'CLICK', ref }),
    async close() {
      await tab.close();
      await audit.close();
    },
  };
}

/** The same tab, with the time spent in the executor added up: the rest is the gate's. */
function timedTab(tab: GhostTab, spent: { ms: number }): GhostTab {
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const from = performance.now();
    try {
      return await work;
    } finally {
      spent.ms += performance.now() - from;
    }
  };
  return {
    id: tab.id,
    security: tab.security,
    pid: tab.pid,
    commandLine: tab.commandLine,
    document: () => tab.document(),
    shown: () => tab.shown(),
    inspect: (...given) => timed(tab.inspect(...given)),
    perform: (...given) => timed(tab.perform(...given)),
    holdDialogs: () => tab.holdDialogs(),
    frontPage: () => tab.frontPage(),
    listenRemote: (...given) => tab.listenRemote(...given),
    releaseRemote: (...given) => tab.releaseRemote(...given),
    prefetch: () => Promise.resolve(ok(undefined)),
    kill: () => tab.kill(),
    staleness: () => tab.staleness(),
    usage: () => Promise.resolve(null),
    close: () => tab.close(),
  };
}

async function clock(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function need<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new GhostError(result.error);
}
