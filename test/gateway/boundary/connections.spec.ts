// Connections of a tab as the gateway records them: each before it is made, and how they ended.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionRequest } from '#executors/contract/connection.ts';
import type { AuditEntry, AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { decideConnection, noteConnectionEnds } from '#gateway/boundary/page/connections.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import type { Consultants } from '#gateway/boundary/steps/consult.ts';
import { SHIPPED, readPolicy } from '#gateway/settings/policy-source.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { NOBODY_NAMED, aTaskContext } from '#test/fixtures/task-context.ts';

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
  // A burst ends by the clock, and a loaded machine takes longer than that for two requests: it passes when a test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  directory = mkdtempSync(join(tmpdir(), 'ghost-connections-'));
  const opened = await openAuditLog({ directory });
  if (!opened.ok) throw new Error(opened.error.message);
  // What a test before counts a moment later goes to its own log.
  const own = opened.value;
  log = own;
  disk = (write) => write();
  const audit: AuditLog = {
    path: log.path,
    publicKey: log.publicKey,
    append: (event: AuditEvent) => (log === own ? disk(() => own.append(event)) : own.append(event)),
    trouble: () => log.trouble(),
    unwritten: () => log.unwritten(),
    refuseAct: () => log.refuseAct(),
    onTrouble: (listener) => log.onTrouble(listener),
    count: () => log.count(),
    query: (query) => log.query(query),
    search: (query, given) => log.search(query, given),
    prove: (seqs) => log.prove(seqs),
    entry: (seq) => log.entry(seq),
    since: (seq, limit) => log.since(seq, limit),
    verify: () => log.verify(),
    subscribe: (listener) => log.subscribe(listener),
    close: () => log.close(),
  };
  parts = {
    policy: () => policy,
    audit,
    consent: new ConsentBroker(),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
  };
  task = aTaskContext({
    namedHosts: new Set(['shop.test']),
    hostMap: { 'shop.test': { address: '127.0.0.11' } },
  });
});
afterEach(async () => {
  vi.useRealTimers();
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
  decideConnection(parts, of, PAGE, request(path, changes));
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
/** A burst is over, and what it counted is in the log. */
async function aMoment(): Promise<void> {
  vi.advanceTimersByTime(5_000);
  await behindAll();
}

/** By the time that an entry behind it is written, everything before it is. */
async function behindAll(): Promise<void> {
  const behind = { taskId: null, requestId: null, who: 'test', what: 'look', where: '', verdict: null };
  await log.append({ ...behind, type: 'audit.read', why: '', outcome: null, details: {} });
}

/** Whether it is answered while the disk stands still. */
async function waits(work: Promise<unknown>): Promise<boolean> {
  let there = false;
  void work.then(() => (there = true));
  // Everything but the disk has had its turn.
  await behindAll();
  await new Promise((resolve) => setImmediate(resolve));
  return !there;
}

test('the first of a kind waits for its record, and those that come meanwhile wait with it', async () => {
  const go = stall();
  const some = ['/a', '/b', '/a'].map((path) => admit(path));
  expect(await waits(Promise.race(some))).toBe(true);
  go();
  expect(await Promise.all(some)).toMatchObject([{ allow: true }, { allow: true }, { allow: true }]);
  expect((await admit('/c')).allow).toBe(true);
  expect(logged('connection')).toHaveLength(1);
  // How many went under it is told a moment later.
  await aMoment();
  expect(logged('connection')).toHaveLength(2);
  expect(logged('connection')[1]).toMatchObject({
    what: 'make 3 more requests like this one',
    requestId: logged('connection')[0]?.requestId,
    outcome: 'DONE',
    details: { count: 3 },
  });
  // And then the next one is the first again.
  await admit('/a');
  expect(logged('connection')).toHaveLength(3);
});

test('another method, port, address, page or task is another kind, and what sends something is like nothing', async () => {
  await admit('/a');
  await admit('/a', { method: 'HEAD' });
  await admit('/a', { address: '127.0.0.12' });
  await admit('/a', { port: 8080, url: 'http://shop.test:8080/a' });
  await decideConnection(parts, task, 'http://shop.test:8080/', request('/a'));
  await admit('/a', {}, aTaskContext({ namedHosts: task.namedHosts, hostMap: task.hostMap }));
  expect(logged('connection')).toHaveLength(6);
  for (const method of ['POST', 'POST', 'DELETE']) await admit('/a', { method });
  expect(logged('connection')).toHaveLength(9);
});

test('what goes along with a request that nobody looked into is of no known kind and size, unless a guard decided on it', async () => {
  const file = join(directory, 'unseen.yaml');
  writeFileSync(
    file,
    `policy: 1
id: unseen
revision: 1
vocabulary: phase38/1
extends: { id: demo-world }
owner: tests
description: What nobody looked into is not sent.
rules:
  - { id: unseen, decision: DENY, when: { host: shop.test, contentType: OTHER, sentSize: UNKNOWN }, reason: Unseen. }
`,
  );
  const read = readPolicy([SHIPPED.default, SHIPPED.demo, file], '2026-11-22');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const strict = { ...parts, policy: () => read };
  const ask = async (changes: Partial<ConnectionRequest>): Promise<boolean> =>
    (await decideConnection(strict, task, PAGE, request('/a', changes))).allow;
  expect(await ask({ method: 'POST' })).toBe(false);
  expect(await ask({ method: 'DELETE' })).toBe(false);
  expect(await ask({ method: 'POST', decided: true })).toBe(true);
  expect([await ask({}), await ask({ method: 'HEAD' })]).toEqual([true, true]);
});

test('where the policy looks at paths, what it tells apart is of two kinds', async () => {
  const own = `policy: 1
id: paths
revision: 1
vocabulary: phase38/1
extends: { id: demo-world }
owner: tests
description: One folder of a site is closed.
rules:
  - { id: closed, decision: DENY, when: { host: shop.test, path: /closed }, reason: Closed. }
`;
  const file = join(directory, 'paths.yaml');
  writeFileSync(file, own);
  const paths = readPolicy([SHIPPED.default, SHIPPED.demo, file], '2026-11-22');
  if (!paths.ok) throw new Error(JSON.stringify(paths.error));
  const strict = { ...parts, policy: () => paths };
  const ask = (path: string) => decideConnection(strict, task, PAGE, request(path));
  expect((await ask('/open/a')).allow).toBe(true);
  expect((await ask('/open/b')).allow).toBe(true);
  for (const path of ['/closed/a', '/closed/../closed/b', '/%63losed/c'])
    expect((await ask(path)).allow, path).toBe(false);
  expect(logged('connection').map(({ outcome }) => outcome)).toEqual([null, 'REFUSED']);
  await aMoment();
  expect(logged('connection').at(-1)).toMatchObject({ outcome: 'REFUSED', details: { count: 2 } });
});

test('what was refused is refused again: the first has its entry at once, those alike are counted', async () => {
  const away = { host: 'collect.test', url: 'http://collect.test/x' };
  expect((await admit('/x', away)).allow).toBe(false);
  expect(logged('connection').map(({ outcome }) => outcome)).toEqual(['REFUSED']);
  expect((await admit('/x', away)).allow).toBe(false);
  expect(logged('connection').map(({ outcome }) => outcome)).toEqual(['REFUSED']);
  await aMoment();
  expect(logged('connection').at(-1)).toMatchObject({
    where: 'collect.test',
    outcome: 'REFUSED',
    details: { count: 1 },
  });
});

test('once the log cannot be written, nothing goes on', async () => {
  await admit('/a');
  disk = () => Promise.resolve(fail('audit.write-failed', 'the disk is full'));
  const other = await admit('/c', { method: 'HEAD' });
  expect(other).toMatchObject({ allow: false });
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
