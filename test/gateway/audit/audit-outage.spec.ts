// A log whose disk fails for a while: nothing is appended meanwhile, and it goes on by itself with an entry that says what is missing.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { Faults, faultLibrary } from '#test/fixtures/faults/preload.ts';
import type { FaultRule } from '#test/fixtures/faults/preload.ts';
import { needed } from '#test/fixtures/faults/needed.ts';
import { SmallDisk } from '#test/fixtures/faults/small-disk.ts';
import { aDirectory, anEvent, open } from './audit-chain.ts';

const wellAgain = (log: AuditLog) => expect.poll(() => log.trouble(), { timeout: 30_000 }).toBeNull();
const BIG = { ...anEvent(), what: 'x'.repeat(2_000), details: { text: 'y '.repeat(20_000) } };

test('a full disk refuses appends with the reason and the mend; with room again the log goes on, and names the gap', async ({
  skip,
}) => {
  using disk = needed(SmallDisk.mount(2), skip);
  const directory = join(disk.path, 'audit');
  const log = await open(directory);
  const told: (string | null)[] = [];
  log.onTrouble(() => told.push(log.trouble()?.reason ?? null));
  const before = await log.append(anEvent());
  disk.fill();
  let refused = await log.append(BIG);
  for (let tries = 0; tries < 50 && refused.ok; tries += 1) refused = await log.append(BIG);
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'audit.write-failed',
      retryable: true,
      help: expect.stringMatching(/make room on the disk of .*; it goes on by itself/u),
      details: { reason: 'ENOSPC' },
    },
  });
  expect(log.refuseAct()?.code).toBe('audit.write-failed');
  expect(log.trouble()).toMatchObject({ state: 'failed', reason: 'ENOSPC', refusedActs: 2 });
  const last = log.count();
  expect(log.entry(last)).not.toBeNull();
  disk.empty();
  await wellAgain(log);
  expect(log.entry(log.count())).toMatchObject({
    type: 'audit.resumed',
    why: 'ENOSPC',
    details: { refusedActs: 2, notWritten: { decision: 1 }, reason: 'ENOSPC' },
  });
  expect(told).toEqual(['ENOSPC', null]);
  expect(await log.append(anEvent())).toMatchObject({ ok: true });
  expect(await log.verify()).toMatchObject({ ok: true, entries: log.count() });
  expect(before.ok && log.entry(1)?.hash).toBe(before.ok && before.value.hash);
  await log.close();
  const reopened = await open(directory);
  expect(await reopened.verify()).toMatchObject({ ok: true });
  await reopened.close();
});

test('a log that another one was put in the place of meanwhile is not continued; the right one is', async () => {
  const directory = aDirectory();
  const log = await open(directory);
  onTestFinished(() => log.close());
  await log.append(anEvent());
  const older = `${directory}-older`;
  cpSync(directory, older, { recursive: true });
  onTestFinished(() => rmSync(older, { recursive: true }));
  for (let one = 0; one < 3; one += 1) await log.append(anEvent());
  await expect.poll(() => readFileSync(join(directory, 'audit.checkpoint'), 'utf8').split('\n')[1]).toBe('4');
  renameSync(directory, `${directory}-right`);
  // The checkpoint's file is missed first.
  await expect.poll(async () => (await log.append(anEvent())).ok, { timeout: 30_000 }).toBe(false);
  cpSync(older, directory, { recursive: true });
  await expect.poll(() => log.trouble()?.reason, { timeout: 30_000 }).toBe('NOT_INTACT');
  expect(existsSync(join(directory, 'audit.key'))).toBe(true);
  rmSync(directory, { recursive: true });
  renameSync(`${directory}-right`, directory);
  await wellAgain(log);
  expect(log.entry(log.count())).toMatchObject({ type: 'audit.resumed' });
  expect(await log.verify()).toMatchObject({ ok: true, entries: log.count() });
});

test('a log whose files were replaced by older ones while it runs is written no more, and not continued there', async () => {
  for (const names of [['audit.db'], ['audit.db', 'audit.checkpoint', 'audit.checkpoint.new']]) {
    const directory = aDirectory();
    const log = await open(directory);
    await log.append(anEvent());
    const older = `${directory}-older`;
    cpSync(directory, older, { recursive: true });
    await log.append(anEvent());
    await expect
      .poll(() => readFileSync(join(directory, 'audit.checkpoint'), 'utf8').split('\n')[1])
      .toBe('2');
    for (const name of names) renameSync(join(older, name), join(directory, name));
    rmSync(older, { recursive: true });
    // One may be on its way to the file that was there; from then on it is known.
    await log.append(anEvent());
    await expect
      .poll(() => log.trouble(), { timeout: 30_000 })
      .toMatchObject({ state: 'failed', reason: 'NOT_INTACT' });
    expect(await log.append(anEvent()), names.join()).toMatchObject({
      ok: false,
      error: { code: 'audit.write-failed' },
    });
    await log.close();
  }
});

test('closing while the disk is full does not wait for room', async ({ skip }) => {
  using disk = needed(SmallDisk.mount(2), skip);
  const log = await open(join(disk.path, 'audit'));
  disk.fill();
  for (let tries = 0; tries < 50 && log.trouble() === null; tries += 1) await log.append(BIG);
  expect(log.trouble()).not.toBeNull();
  await log.close();
  disk.empty();
  const reopened = await openAuditLog({ directory: join(disk.path, 'audit') });
  expect(reopened.ok && (await reopened.value.verify())).toMatchObject({ ok: true });
  if (reopened.ok) await reopened.value.close();
});

/** A process with a log of its own that appends again and again, and says what comes of it. */
const PROGRAM = `
  import { setTimeout as pause } from 'node:timers/promises';
  import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
  const { value: log } = await openAuditLog({ directory: process.argv[1] });
  const event = ${JSON.stringify(anEvent())};
  for (;;) {
    const { ok, error } = await log.append(event);
    process.stdout.write(JSON.stringify({ ok, ...error?.details, trouble: log.trouble()?.code ?? null }) + '\\n');
    await pause(20);
  }`;

describe('in a process of its own', () => {
  const cases: readonly (readonly [string, FaultRule['call'], 'EIO' | 'EROFS' | 'EMFILE'])[] = [
    ['a sync that fails', 'sync', 'EIO'],
    ['a write that fails', 'write', 'EIO'],
    ['a file system that became read-only', 'write', 'EROFS'],
  ];
  for (const [what, call, fault] of cases)
    test(`${what} (${fault}) stops appends, and no longer than it lasts`, async ({ skip }) => {
      const child = await faulty(skip);
      child.faults.set({ call, prefix: child.directory, fault });
      expect(await child.until(({ ok }) => !ok)).toMatchObject({ reason: fault });
      child.faults.clear();
      await child.until(({ ok }) => ok);
      await child.endsWell(fault);
    });

  test('without descriptors for new files it goes on as if nothing were', async ({ skip }) => {
    const child = await faulty(skip);
    child.faults.set({ call: 'open', fault: 'EMFILE' });
    const seen = child.said.length;
    await child.until(() => child.said.length > seen + 20);
    expect(child.said.slice(seen).every(({ ok }) => ok)).toBe(true);
    child.faults.clear();
    await child.endsWell(null);
  });

  test('a disk that takes seconds for a sync is told as slow while it does', async ({ skip }) => {
    const child = await faulty(skip);
    child.faults.set({ call: 'sync', prefix: child.directory, fault: 3_000 });
    expect(await child.until(({ trouble }) => trouble !== null)).toMatchObject({
      ok: true,
      trouble: 'audit.slow-disk',
    });
    child.faults.clear();
    await child.until(({ trouble }) => trouble === null);
    await child.endsWell(null);
  });
});

type Said = { readonly ok: boolean; readonly reason?: string; readonly trouble: string | null };

async function faulty(skip: (why: string) => void) {
  const { path } = needed(faultLibrary(), skip);
  const faults = new Faults(path);
  const directory = aDirectory();
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, directory], {
    env: { ...process.env, ...faults.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    faults[Symbol.dispose]();
  });
  const said: Said[] = [];
  let heard = (): void => undefined;
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) said.push(JSON.parse(line));
    heard();
  });
  /** The first thing that is said from now on and that is so. */
  const until = (is: (one: Said) => boolean): Promise<Said> => {
    let from = said.length;
    return new Promise((resolve) => {
      heard = () => {
        for (; from < said.length; from += 1) {
          const one = said[from];
          if (one !== undefined && is(one)) return resolve(one);
        }
      };
    });
  };
  await until(({ ok }) => ok);
  return {
    directory,
    faults,
    said,
    until,
    async endsWell(reason: string | null): Promise<void> {
      const confirmed = said.filter(({ ok }) => ok).length;
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      const log = await open(directory);
      const types = log.since(0, 10_000).map(({ type, why }) => (type === 'audit.resumed' ? why : null));
      expect(types.filter((why) => why !== null)).toEqual(reason === null ? [] : [reason]);
      expect(log.count()).toBeGreaterThanOrEqual(confirmed);
      expect(await log.verify()).toMatchObject({ ok: true });
      await log.close();
    },
  };
}
