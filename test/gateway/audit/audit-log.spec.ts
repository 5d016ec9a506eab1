// The audit log's life: append, group commit, reading, one writer, rights of its files.
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { hash } from 'node:crypto';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { canonicalText, NO_ENTRY } from '#gateway/audit/format/entry.ts';
import { openCheckpoint } from '#gateway/audit/format/checkpoint.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { parsePublicKey } from '#gateway/audit/format/signed-note.ts';
import { aDirectory, aLog, anEvent, firstBad, open, SpoiltLog } from './audit-chain.ts';
import { auditFiles } from '#gateway/audit/format/files.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';

async function anOpenLog(
  options: Parameters<typeof open>[1] = {},
): Promise<AuditLog & { readonly directory: string }> {
  const directory = aDirectory();
  const log = await open(directory, options);
  onTestFinished(() => log.close());
  return Object.assign(log, { directory });
}

test('an appended event comes back sealed, numbered from 1 and chained', async () => {
  const log = await anOpenLog();
  const [first, second] = [await log.append(anEvent()), await log.append(anEvent({ verdict: 'DENY' }))];
  if (!first.ok || !second.ok) throw new Error('not appended');
  expect(first.value).toMatchObject({ ...anEvent(), seq: 1, previous: NO_ENTRY });
  expect(second.value).toMatchObject({ verdict: 'DENY', seq: 2, previous: first.value.hash });
  const { hash: sealed, ...rest } = second.value;
  const text = canonicalText({
    ...rest,
    details: '{"capability":"NAVIGATE_CROSS_ORIGIN","host":"account.test"}',
  });
  expect(sealed).toBe(`sha256:${hash('sha256', text)}`);
  expect(log.count()).toBe(2);
  expect(log.entry(2)).toEqual(second.value);
  expect(log.entry(3)).toBeNull();
  expect(log.entry(Number.NaN)).toBeNull();
  expect(log.since(0, 10).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(log.since(1, 10)).toEqual([second.value]);
});

test('when an append resolves, its entry and a signed checkpoint over it are in the database for everybody to read', async () => {
  const log = await anOpenLog();
  const appended = await log.append(anEvent());
  if (!appended.ok) throw new Error('not appended');
  const database = new Database(log.path, { readonly: true });
  expect(database.prepare('SELECT hash FROM entry').pluck().all()).toEqual([appended.value.hash]);
  const note: unknown = database.prepare('SELECT note FROM checkpoint WHERE slot = 0').pluck().get();
  database.close();
  const key = parsePublicKey(log.publicKey);
  if (key === null) throw new Error('no key');
  expect(openCheckpoint(String(note), key)).toMatchObject({ size: 1, last: appended.value.hash });
});

test('appends of one turn share one commit, and come out in the order in which they went in', async () => {
  const log = await anOpenLog();
  const commits: number[] = [];
  log.subscribe((seq) => commits.push(seq));
  const whats = Array.from({ length: 40 }, (_, index) => `act ${index}`);
  const results = await Promise.all(whats.map((what) => log.append(anEvent({ what }))));
  expect(results.map((result) => (result.ok ? result.value.what : null))).toEqual(whats);
  expect(commits).toEqual([40]);
});

test('a listener is told which entries only say that the log was read', async () => {
  const log = await anOpenLog();
  const told: [number, readonly number[]][] = [];
  log.subscribe((seq, reads) => told.push([seq, reads]));
  await Promise.all([
    log.append(anEvent()),
    log.append(anEvent({ type: 'audit.read' })),
    log.append(anEvent()),
    log.append(anEvent({ type: 'audit.read' })),
  ]);
  await log.append(anEvent());
  expect(told).toEqual([
    [4, [2, 4]],
    [5, []],
  ]);
});

test('appends made while a commit runs are committed after it, together', async () => {
  const log = await anOpenLog();
  const commits: number[] = [];
  let more: Promise<unknown> = Promise.resolve();
  const unsubscribe = log.subscribe((seq) => {
    commits.push(seq);
    if (seq === 1) more = Promise.all([log.append(anEvent()), log.append(anEvent())]);
  });
  await log.append(anEvent());
  await more;
  expect(commits).toEqual([1, 3]);
  unsubscribe();
  await log.append(anEvent());
  expect(commits).toEqual([1, 3]);
  expect(log.count()).toBe(4);
});

test('a log goes on where it was left', async () => {
  const directory = aDirectory();
  for (const size of [3, 6]) {
    const log = await open(directory);
    await Promise.all([log.append(anEvent()), log.append(anEvent()), log.append(anEvent())]);
    expect(await log.verify()).toMatchObject({ ok: true, entries: size });
    await log.close();
  }
  expect(await firstBad(new SpoiltLog(auditFiles(directory)))).toBeNull();
});

test('a log of more than two milestones goes on where it was left', async () => {
  const copy = await aLog(2_100, 50);
  const log = await open(copy.files.directory);
  expect(log.count()).toBe(2_100);
  await log.append(anEvent());
  await log.close();
  expect(await firstBad(copy)).toBeNull();
});

test('closing writes what was appended, leaves one whole file, and refuses more', async () => {
  const log = await anOpenLog();
  const appended = log.append(anEvent());
  await log.close();
  expect(await appended).toMatchObject({ ok: true, value: { seq: 1 } });
  expect(readdirSync(log.directory).sort()).toEqual([
    'audit.checkpoint',
    'audit.db',
    'audit.key',
    'audit.lock',
    'audit.pub',
  ]);
  expect(readFileSync(join(log.directory, 'audit.checkpoint'), 'utf8').split('\n')[1]).toBe('1');
  expect(await log.append(anEvent())).toMatchObject({ ok: false, error: { code: 'audit.write-failed' } });
  await log.close();
});

test('a clock that goes backwards is recorded as it is', async () => {
  const times = ['2026-11-21T12:00:00.000Z', '2026-11-21T11:00:00.000Z'];
  let calls = 0;
  const clock = (): Date => {
    calls += 1;
    return new Date((calls <= 3 ? times[0] : times[1]) ?? '');
  };
  const log = await anOpenLog({ clock });
  await log.append(anEvent());
  await log.append(anEvent());
  await log.append(anEvent());
  const at = log.since(0, 10).map((entry) => entry.at);
  expect(at[0]).toBe(times[0]);
  expect(at.at(-1)).toBe(times[1]);
  expect(await log.verify()).toMatchObject({ ok: true });
});

test('a clock that fails, or a value outside the vocabulary, refuses the one event and no other', async () => {
  let broken = false;
  const log = await anOpenLog({ clock: () => new Date(broken ? Number.NaN : 0) });
  broken = true;
  expect(await log.append(anEvent())).toMatchObject({ ok: false, error: { code: 'audit.bad-event' } });
  broken = false;
  const strange: AuditEvent = JSON.parse(JSON.stringify({ ...anEvent(), type: 'something.else' }));
  expect(await log.append(strange)).toMatchObject({ ok: false, error: { code: 'audit.bad-event' } });
  expect(await log.append(anEvent())).toMatchObject({ ok: true, value: { seq: 1 } });
});

test('the directory is 0700 and its files 0600, also where they were wider', async () => {
  const directory = aDirectory();
  mkdirSync(directory, { mode: 0o755 });
  const log = await open(directory);
  await log.append(anEvent());
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  for (const name of readdirSync(directory)) expect(mode(join(directory, name)), name).toBe('600');
  expect(readdirSync(directory)).toContain('audit.db-wal');
  await log.close();
  chmodSync(directory, 0o755);
  chmodSync(join(directory, 'audit.db'), 0o644);
  await (await open(directory)).close();
  expect([mode(directory), mode(join(directory, 'audit.db'))]).toEqual(['700', '600']);
});

test('a second writer is refused with the pid of the first, in this process too', async () => {
  const log = await anOpenLog();
  const second = await openAuditLog({ directory: log.directory });
  expect(second).toMatchObject({
    ok: false,
    error: {
      code: 'audit.locked',
      retryable: true,
      details: { pid: process.pid },
      help: expect.stringContaining(`${process.pid}`),
    },
  });
  expect(await log.append(anEvent())).toMatchObject({ ok: true });
  await log.close();
  await (await open(log.directory)).close();
});

test('a writer that was killed leaves no lock behind, and loses no entry that it had confirmed', async () => {
  const directory = aDirectory();
  const program = `
    import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
    const opened = await openAuditLog({ directory: process.argv[1] });
    const event = ${JSON.stringify(anEvent())};
    for (;;) { const { value } = await opened.value.append(event); process.stdout.write(value.seq + '\\n'); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let confirmed = 0;
  for await (const chunk of child.stdout) {
    confirmed = Number(String(chunk).trim().split('\n').at(-1));
    if (confirmed < 50) continue;
    expect(await openAuditLog({ directory })).toMatchObject({
      ok: false,
      error: { details: { pid: child.pid } },
    });
    break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const log = await open(directory);
  onTestFinished(() => log.close());
  expect(log.count()).toBeGreaterThanOrEqual(confirmed);
  expect(await log.verify()).toMatchObject({ ok: true, entries: log.count() });
  expect(await log.append(anEvent())).toMatchObject({ ok: true });
});

test('a reader sees what a writer commits, and appends nothing', async () => {
  const log = await anOpenLog();
  const reader = await openAuditLog({ directory: log.directory, readOnly: true });
  if (!reader.ok) throw new Error(reader.error.message);
  onTestFinished(() => reader.value.close());
  await log.append(anEvent());
  expect(reader.value.count()).toBe(1);
  expect(reader.value.query({ text: 'verdict:ALLOW' })).toMatchObject({ ok: true, value: { total: 1 } });
  expect(await reader.value.verify()).toMatchObject({ ok: true, entries: 1 });
  expect(await reader.value.append(anEvent())).toMatchObject({
    ok: false,
    error: { code: 'audit.read-only' },
  });
});

test('verifying while others append finds nothing wrong', async () => {
  const log = await anOpenLog({ groupLimit: 10 });
  const appending = Array.from({ length: 2_000 }, () => log.append(anEvent()));
  const during = [await log.verify(), await log.verify(), await log.verify()];
  await Promise.all(appending);
  for (const found of [...during, await log.verify()])
    expect(found).toMatchObject({ ok: true, firstBad: null });
});
