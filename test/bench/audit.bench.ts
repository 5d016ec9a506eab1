// The audit log against its lower bound: the same rows through bare better-sqlite3, in groups of the same size, each synced
// (WAL, synchronous=FULL), in the same run and alternating with it. And how fast a log is verified.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { median, type BenchRow } from './report.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';

const VERIFIED = 100_000;
const ROUNDS = 10;
const WARM_UP = 3;

/** Like the boundary's: the ids, the element's name and the digest are other ones each time. */
const anEvent = (index: number): AuditEvent => ({
  type: 'decision',
  taskId: `T-${index % 8}`,
  requestId: `R-${index}`,
  who: 'navigator:offline',
  what: `click link “Order ${index}” at account.test`,
  where: 'https://account.test',
  verdict: 'ALLOW',
  why: 'rules.named-by-user:31',
  outcome: null,
  details: {
    action: 'CLICK',
    capabilities: ['NAVIGATE_SAME_ORIGIN', 'EXECUTE_JAVASCRIPT'],
    policy: `sha256:${'0123456789abcdef'.repeat(4)}`,
    digest: `sha256:${index.toString(16).padStart(64, 'fedcba9876543210')}`,
    facts: { originRelation: 'SAME_ORIGIN', initiator: 'NAVIGATOR', scheme: 'HTTPS', namedByUser: true },
  },
});

export async function bench(): Promise<{ rows: BenchRow[] }> {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-audit-bench-'));
  try {
    const rows: BenchRow[] = [];
    for (const group of [1, 20, 100]) rows.push(...(await appends(directory, group)));
    rows.push(...(await verification(directory)));
    return { rows };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Many callers at once, as with several tabs: the log fills one group while another is written. */
async function appends(directory: string, group: number): Promise<BenchRow[]> {
  const raw = rawInserts(join(directory, `raw-${group}.db`), group);
  const log = await open(join(directory, `log-${group}`), group);
  const ratios: number[] = [];
  const rates = { raw: [] as number[], log: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const events = Array.from({ length: group === 1 ? 400 : 4_000 }, (_, index) =>
      anEvent(round * 4_000 + index),
    );
    const rawRate = await rateOf(events, raw.insert);
    const logRate = await rateOf(events, (all) => appendAll(log, all));
    // The first rounds warm both up.
    if (round < WARM_UP) continue;
    rates.raw.push(rawRate);
    rates.log.push(logRate);
    ratios.push(logRate / rawRate);
  }
  raw.close();
  await log.close();
  const name = `groups of ${group}`;
  return [
    { name: `appends, ${name}`, value: median(rates.log), unit: '/s' },
    { name: `raw SQLite inserts, ${name}`, value: median(rates.raw), unit: '/s' },
    {
      name: `appends to raw inserts, ${name}`,
      value: median(ratios),
      unit: '×',
      ...(group === 20 ? { target: '≥ 0.7' } : {}),
    },
  ];
}

async function rateOf(
  events: readonly AuditEvent[],
  write: (events: readonly AuditEvent[]) => unknown,
): Promise<number> {
  const began = performance.now();
  await write(events);
  return events.length / ((performance.now() - began) / 1000);
}

type Raw = { readonly insert: (events: readonly AuditEvent[]) => void; readonly close: () => void };

function rawInserts(path: string, group: number): Raw {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(
    'CREATE TABLE entry (seq INTEGER PRIMARY KEY, at TEXT, type TEXT, taskId TEXT, requestId TEXT, who TEXT, what TEXT, "where" TEXT, verdict TEXT, why TEXT, outcome TEXT, previous TEXT, hash TEXT, details TEXT) STRICT',
  );
  const statement = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const hash = `sha256:${'0123456789abcdef'.repeat(4)}`;
  const commit = database.transaction((events: readonly AuditEvent[]) => {
    for (const { type, taskId, requestId, who, what, where, verdict, why, outcome, details } of events) {
      const at = new Date().toISOString();
      const json = JSON.stringify(details);
      statement.run(
        null,
        at,
        type,
        taskId,
        requestId,
        who,
        what,
        where,
        verdict,
        why,
        outcome,
        hash,
        hash,
        json,
      );
    }
  });
  return {
    insert: (events) => {
      for (let from = 0; from < events.length; from += group)
        commit.immediate(events.slice(from, from + group));
    },
    close: () => database.close(),
  };
}

async function verification(directory: string): Promise<BenchRow[]> {
  const log = await open(join(directory, 'verified'), 256);
  for (let from = 0; from < VERIFIED; from += 1_000) {
    await appendAll(
      log,
      Array.from({ length: 1_000 }, (_, index) => anEvent(from + index)),
    );
  }
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const began = performance.now();
    const { ok } = await log.verify();
    if (!ok) throw new Error('the log of the bench does not verify');
    times.push((performance.now() - began) / 1000);
  }
  const held = await heldBy(log);
  await log.close();
  const rate = VERIFIED / median(times);
  return [
    { name: 'entries verified per second', value: Math.round(rate), unit: '/s' },
    { name: '1,000,000 entries verified in', value: 1_000_000 / rate, unit: 's', target: '< 10' },
    ...held,
  ];
}

/** How long the gateway's loop waits while queries run, beside the same stretch without them; and what a query takes. */
async function heldBy(log: AuditLog): Promise<BenchRow[]> {
  const p99 = async (work: () => Promise<unknown>): Promise<number> => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await work();
    delay.disable();
    return delay.percentile(99) / 1e6;
  };
  const search = async (text: string): Promise<void> => {
    const found = await log.search({ text });
    if (!found.ok) throw new Error(found.error.message);
  };
  // Starts the thread, which then learns the log.
  const first = await timed(() => search('verdict:DENY'));
  const named = await timed(() => search('task:T-3'));
  const free = await timed(() => search('"nowhere to be found"'));
  const stretch = free * 5;
  const idle = await p99(() => wait(stretch));
  const busy = await p99(async () => {
    for (let at = 0; at < 5; at += 1) await search('"nowhere to be found"');
  });
  return [
    { name: `the first query over ${VERIFIED} entries`, value: first, unit: 'ms' },
    { name: 'a later one by task', value: named, unit: 'ms' },
    { name: 'a later one by words that are nowhere', value: free, unit: 'ms' },
    { name: 'p99 of the loop’s delay, queries under way', value: busy, unit: 'ms' },
    { name: 'the same to a loop without queries', value: busy / idle, unit: '×', target: '≤ 2' },
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function open(directory: string, groupLimit: number): Promise<AuditLog> {
  const opened = await openAuditLog({ directory, groupLimit });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

async function appendAll(log: AuditLog, events: readonly AuditEvent[]): Promise<void> {
  const appended = await Promise.all(events.map((event) => log.append(event)));
  const failed = appended.find((result) => !result.ok);
  if (failed !== undefined && !failed.ok) throw new Error(failed.error.message);
}
