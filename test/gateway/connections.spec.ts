// Connections of a tab as the gateway records them: each before it is made, and how they ended.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConnectionRequest } from '#executors/contract.ts';
import type { AuditEntry, AuditEvent, AuditLog } from '#gateway/audit/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { admitConnection, noteConnectionEnds } from '#gateway/connections.ts';
import { ConsentBroker } from '#gateway/consent/broker.ts';
import type { Consultants } from '#gateway/consult.ts';
import { SHIPPED, readPolicy } from '#gateway/policy-source.ts';
import type { TaskContext } from '#gateway/tasks/context.ts';
import { fail, ok } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';

const read = readPolicy([SHIPPED.default, SHIPPED.demo], '2026-11-22');
if (!read.ok) throw new Error(JSON.stringify(read.error));
const policy = ok(read.value);
const PAGE = 'http://shop.test/';

let directory: string;
let log: AuditLog;
let parts: Consultants;
let task: TaskContext;
/** What stands between an append and its caller: a disk that takes its time, or one that is full. */
let disk: (write: () => Promise<Result<AuditEntry>>) => Promise<Result<AuditEntry>>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-connections-'));
  const opened = await openAuditLog({ directory });
  if (!opened.ok) throw new Error(opened.error.message);
  log = opened.value;
  disk = (write) => write();
  const audit: AuditLog = {
    path: log.path,
    publicKey: log.publicKey,
    append: (event: AuditEvent) => disk(() => log.append(event)),
    count: () => log.count(),
    query: (query) => log.query(query),
    entry: (seq) => log.entry(seq),
    since: (seq, limit) => log.since(seq, limit),
    verify: () => log.verify(),
    subscribe: (listener) => log.subscribe(listener),
    close: () => log.close(),
  };
  parts = { policy: () => policy, audit, consent: new ConsentBroker(), now: Date.now };
  task = aTaskContext({
    namedHosts: new Set(['shop.test']),
    hostMap: { 'shop.test': { address: '127.0.0.11' } },
  });
});
afterEach(async () => {
  await log.close();
  rmSync(directory, { recursive: true, force: true });
});

const request = (path: string, changes: Partial<ConnectionRequest> = {}): ConnectionRequest => ({
  tabId: 'tab-1',
  scheme: 'http',
  host: 'shop.test',
  port: 80,
  url: `http://shop.test${path}`,
  method: 'GET',
  address: '127.0.0.11',
  addressClass: 'LOOPBACK',
  ...changes,
});
const admit = (path: string, changes: Partial<ConnectionRequest> = {}, of = task) =>
  admitConnection(parts, of, PAGE, request(path, changes));
const logged = (type: string): AuditEntry[] => log.since(0, 1000).filter((entry) => entry.type === type);

/** A disk that answers nothing until it is let go. */
function stall(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  disk = async (write) => {
    const written = await write();
    await promise;
    return written;
  };
  return resolve;
}
/** Whether it is answered while the disk stands still. */
async function waits(work: Promise<unknown>): Promise<boolean> {
  let there = false;
  void work.then(() => (there = true));
  // By the time that an entry behind it is written, everything but the disk has had its turn.
  const behind = { taskId: null, requestId: null, who: 'test', what: 'look', where: '', verdict: null };
  await log.append({ ...behind, type: 'audit.read', why: '', outcome: null, details: {} });
  await new Promise((resolve) => setImmediate(resolve));
  return !there;
}

test('every connection waits for its record, an equal one too', async () => {
  for (const path of ['/a', '/a', '/b']) {
    const go = stall();
    const one = admit(path);
    expect(await waits(one)).toBe(true);
    go();
    expect((await one).allow).toBe(true);
  }
  expect(logged('connection')).toHaveLength(3);
});

test('what was refused is refused again, and each refusal is logged', async () => {
  const away = { host: 'collect.test', url: 'http://collect.test/x' };
  expect((await admit('/x', away)).allow).toBe(false);
  expect((await admit('/x', away)).allow).toBe(false);
  expect(logged('connection').map(({ outcome }) => outcome)).toEqual(['REFUSED', 'REFUSED']);
});

test('once the log cannot be written, nothing goes on', async () => {
  await admit('/a');
  disk = () => Promise.resolve(fail('audit.write-failed', 'the disk is full'));
  for (const path of ['/c', '/d', '/a']) expect(await admit(path)).toMatchObject({ allow: false });
});

test('the ends of a batch of connections are one entry, with figures by server', async () => {
  const ends = [
    { scheme: 'http', host: 'shop.test', port: 80, connections: 199, failed: 0, up: 40_000, down: 900_000 },
    { scheme: 'https', host: 'cdn.test', port: 443, connections: 1, failed: 1, up: 517, down: 0 },
  ] as const;
  noteConnectionEnds(parts, task, ends);
  await expect.poll(() => logged('connection.ended'), { timeout: 20_000 }).toHaveLength(1);
  expect(logged('connection.ended')[0]).toMatchObject({
    taskId: 't1',
    what: 'end 200 connections',
    outcome: 'FAILED',
    details: { ends },
  });
});
