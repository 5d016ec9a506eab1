// What the audit log does with files that it cannot use or must not trust: a typed error with its mend, never a guess.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { aDirectory, aLog, anEvent, firstBad, open, SpoiltLog } from './audit-chain.ts';
import { auditFiles } from '#gateway/audit/format/files.ts';
import type { ErrorCode } from '#policy/language/failure.ts';

async function refuses(directory: string, code: ErrorCode): Promise<void> {
  const opened = await openAuditLog({ directory });
  expect(opened).toMatchObject({ ok: false, error: { code, help: expect.any(String) } });
}

/** Root may write everywhere: the act is done as somebody else. */
async function asNobody<T>(act: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return act();
  process.seteuid?.(65_534);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}

function handOver(directory: string): void {
  if (process.geteuid?.() !== 0) return;
  chmodSync(dirname(directory), 0o755);
  spawnSync('chown', ['-R', '65534', directory]);
}

test('a directory that cannot be written is refused with its mend', async () => {
  const parent = dirname(aDirectory());
  handOver(join(parent, 'audit'));
  chmodSync(parent, 0o555);
  await asNobody(() => refuses(join(parent, 'audit'), 'audit.read-only'));
});

test('a log whose directory or file is read-only is refused for writing, and still verifies', async () => {
  const log = await aLog(9);
  handOver(log.files.directory);
  for (const [path, mode] of [
    [log.files.database, 0o400],
    [log.files.directory, 0o500],
  ] as const) {
    chmodSync(path, mode);
    await refuses(log.files.directory, 'audit.read-only');
    await asNobody(async () => {
      expect(await firstBad(log)).toBeNull();
    });
  }
  chmodSync(log.files.directory, 0o700);
});

test('a path that is a file is refused', async () => {
  const directory = aDirectory();
  writeFileSync(directory, 'a file');
  await refuses(directory, 'audit.unreadable');
});

test('a file that is not a database is refused and left as it is', async () => {
  const directory = aDirectory();
  mkdirSync(directory);
  const path = auditFiles(directory).database;
  writeFileSync(path, 'These are the minutes of the meeting of last week. '.repeat(100));
  await refuses(directory, 'audit.unreadable');
  expect(readFileSync(path, 'utf8')).toContain('minutes');
  const reader = await openAuditLog({ directory, readOnly: true });
  expect(reader).toMatchObject({ ok: false, error: { code: 'audit.unreadable' } });
});

test('a database of something else is refused', async () => {
  const directory = aDirectory();
  mkdirSync(directory);
  const database = new Database(auditFiles(directory).database);
  database.exec('CREATE TABLE shopping (item TEXT)');
  database.close();
  const before = readFileSync(auditFiles(directory).database);
  await refuses(directory, 'audit.unreadable');
  expect(readFileSync(auditFiles(directory).database)).toEqual(before);
});

test('looking into a directory without a log makes nothing and says so', async () => {
  const directory = aDirectory();
  expect(await openAuditLog({ directory, readOnly: true })).toMatchObject({
    ok: false,
    error: { code: 'audit.unreadable' },
  });
  expect(existsSync(directory)).toBe(false);
});

test('a database that another program holds for writing is refused', async () => {
  const log = await aLog(9);
  const holder = new Database(log.files.database);
  onTestFinished(() => {
    holder.close();
  });
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE entry SET seq = seq');
  await refuses(log.files.directory, 'audit.locked');
});

describe('a log is not continued', () => {
  const spoils: Record<string, (log: SpoiltLog) => unknown> = {
    'when an entry was altered': (log) => log.change(9, 'what', 'nothing'),
    'when the last entry was removed': (log) => log.remove(9),
    'when all entries were removed': (log) => log.sql('DELETE FROM entry'),
    'when an entry was added': (log) =>
      log.sql(
        'INSERT INTO entry SELECT 10, at, type, taskId, requestId, who, what, "where", verdict, why, outcome, previous, hash, details FROM entry WHERE seq = 9',
      ),
    'when its checkpoint was altered': (log) =>
      log.sql("UPDATE checkpoint SET note = replace(note, 'at 2', 'at 3')"),
    'when its tree was altered': (log) => log.sql('UPDATE checkpoint SET frontier = zeroblob(64)'),
    'when its checkpoint is missing': (log) => log.sql('DELETE FROM checkpoint'),
    'when its checkpoint file is missing': (log) => rmSync(log.files.checkpoint),
    'when its checkpoint file was altered': (log) =>
      log.checkpointFile((text) => text.replace('\n9\n', '\n8\n')),
    'when its database is missing': (log) => rmSync(log.files.database),
    'when its database is empty': (log) => log.bytes(() => Buffer.alloc(0)),
    'when its database was cut short': (log) => log.bytes((bytes) => bytes.subarray(0, 8_192)),
    'when its private key is missing': (log) => rmSync(log.files.secretKey),
    'when its public key is missing': (log) => rmSync(log.files.publicKey),
  };
  test.for(Object.entries(spoils))('%s', async ([, spoil]) => {
    const log = await aLog(9);
    spoil(log);
    await refuses(log.files.directory, 'audit.broken-chain');
  });

  test('when its key is not one, and the lock is free again afterwards', async () => {
    const log = await aLog(9);
    const key = readFileSync(log.files.secretKey);
    writeFileSync(log.files.secretKey, 'PRIVATE+KEY+broken');
    await refuses(log.files.directory, 'audit.unreadable');
    writeFileSync(log.files.secretKey, key);
    await (await open(log.files.directory)).close();
  });

  test('when it went back to an earlier day and its checkpoint file did not', async () => {
    const [earlier, log] = [await aLog(9), await aLog(9)];
    const grown = await open(log.files.directory);
    await grown.append(anEvent());
    await grown.close();
    copyFileSync(earlier.files.database, log.files.database);
    await refuses(log.files.directory, 'audit.broken-chain');
  });

  test('but can be opened for reading, so that it can be looked at and verified', async () => {
    const log = (await aLog(9)).change(5, 'what', 'nothing');
    const reader = await openAuditLog({ directory: log.files.directory, readOnly: true });
    if (!reader.ok) throw new Error(reader.error.message);
    onTestFinished(() => reader.value.close());
    expect(await reader.value.verify()).toMatchObject({ ok: false, firstBad: { seq: 5 } });
    expect(reader.value.count()).toBe(9);
  });
});

describe('after a crash', () => {
  test('between the commit and the checkpoint file the log is continued', async () => {
    const log = await aLog(9);
    const older = readFileSync(log.files.checkpoint, 'utf8');
    const grown = await open(log.files.directory);
    await Promise.all([grown.append(anEvent()), grown.append(anEvent())]);
    await grown.close();
    writeFileSync(log.files.checkpoint, older);
    expect(await firstBad(log)).toBeNull();
    const again = await open(log.files.directory);
    expect(again.count()).toBe(11);
    await again.append(anEvent());
    await again.close();
    expect(await firstBad(log)).toBeNull();
    expect(readFileSync(log.files.checkpoint, 'utf8').split('\n')[1]).toBe('12');
  });

  test('a database ahead of the file is not continued when its own checkpoint does not cover it', async () => {
    const log = await aLog(9);
    const older = readFileSync(log.files.checkpoint, 'utf8');
    const grown = await open(log.files.directory);
    await grown.append(anEvent());
    await grown.close();
    writeFileSync(log.files.checkpoint, older);
    log.sql('UPDATE checkpoint SET note = ?', older);
    await refuses(log.files.directory, 'audit.broken-chain');
    expect(await firstBad(log)).not.toBeNull();
  });

  test('during the very first start, wherever it struck, the log begins anew', async () => {
    const directory = aDirectory();
    await (await open(directory)).close();
    const files = auditFiles(directory);
    for (const lost of [[files.secretKey], [files.publicKey], [files.checkpoint], [files.database]]) {
      for (const path of [files.secretKey, ...lost]) rmSync(path, { force: true });
      const log = await open(directory);
      expect(await log.append(anEvent())).toMatchObject({ ok: true, value: { seq: 1 } });
      await log.close();
      expect(await firstBad(new SpoiltLog(files))).toBeNull();
      rmSync(directory, { recursive: true });
      await (await open(directory)).close();
    }
  });
});

describe('when the disk fails', () => {
  test('an append fails, later ones fail with it, and the log goes on by itself when it can write again', async () => {
    const directory = aDirectory();
    const log = await open(directory);
    onTestFinished(() => log.close());
    await log.append(anEvent());
    const other = new Database(log.path);
    other.exec('BEGIN IMMEDIATE');
    const both = await Promise.all([log.append(anEvent()), log.append(anEvent())]);
    for (const result of both)
      expect(result).toMatchObject({ ok: false, error: { code: 'audit.write-failed' } });
    expect(await log.append(anEvent())).toMatchObject({ ok: false, error: { code: 'audit.write-failed' } });
    expect(log.trouble()).toMatchObject({ reason: 'LOCKED', refusedActs: 3 });
    expect(log.count()).toBe(1);
    other.exec('COMMIT');
    other.close();
    await expect.poll(() => log.trouble(), { timeout: 30_000 }).toBeNull();
    expect(log.entry(2)).toMatchObject({ type: 'audit.resumed', details: { notWritten: { decision: 3 } } });
    expect(await log.append(anEvent())).toMatchObject({ ok: true, value: { seq: 3 } });
    expect(await log.verify()).toMatchObject({ ok: true, entries: 3 });
  });

  test('or its tables are other ones than before, it stays refused, and says so', async () => {
    const directory = aDirectory();
    const log = await open(directory);
    onTestFinished(() => log.close());
    await log.append(anEvent());
    const other = new Database(log.path);
    other.exec('ALTER TABLE entry RENAME TO elsewhere');
    expect(await log.append(anEvent())).toMatchObject({ ok: false, error: { code: 'audit.write-failed' } });
    await expect.poll(() => log.trouble()?.reason, { timeout: 30_000 }).toBe('NOT_INTACT');
    other.close();
    expect(await log.append(anEvent())).toMatchObject({ ok: false, error: { code: 'audit.write-failed' } });
  });

  test('at its limit, no confirmed entry is lost and the log verifies', () => {
    const directory = aDirectory();
    const program = `
      import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
      const { value: log } = await openAuditLog({ directory: process.argv[1] });
      let confirmed = 0;
      const codes = new Set();
      for (let i = 0; i < 400; i += 1) {
        const result = await log.append({ ...${JSON.stringify(anEvent())}, what: 'x'.repeat(4000) });
        if (result.ok) { confirmed += 1; if (codes.size > 0) codes.add('CONFIRMED AFTER A FAILURE'); } else codes.add(result.error.code);
      }
      await log.close();
      const reader = await openAuditLog({ directory: process.argv[1], readOnly: true });
      const { ok, entries } = await reader.value.verify();
      console.log(JSON.stringify({ confirmed, codes: [...codes], ok, entries }));`;
    // A file that may not grow beyond 400 KB: SQLite's own writes fail.
    const script = `trap '' XFSZ; ulimit -f 400; exec "$0" --input-type=module -e "$1" "$2"`;
    const child = spawnSync('bash', ['-c', script, process.execPath, program, directory], {
      encoding: 'utf8',
    });
    const said = JSON.parse(child.stdout);
    expect(said).toMatchObject({ codes: ['audit.write-failed'], ok: true });
    expect(said.confirmed).toBeGreaterThan(10);
    expect(said.entries).toBeGreaterThanOrEqual(said.confirmed);
  });

  test('or the checkpoint file cannot be replaced, nothing is appended until it can', async () => {
    const directory = aDirectory();
    const { checkpoint } = auditFiles(directory);
    await (await open(directory)).close();
    mkdirSync(`${checkpoint}.new`);
    expect(await openAuditLog({ directory })).toMatchObject({
      ok: false,
      error: { code: 'audit.unreadable', message: expect.stringContaining('checkpoint') },
    });
    rmSync(`${checkpoint}.new`, { recursive: true });
    const again = await open(directory);
    onTestFinished(() => again.close());
    rmSync(`${checkpoint}.new`);
    mkdirSync(`${checkpoint}.new`);
    await expect
      .poll(() => again.append(anEvent()), { timeout: 30_000 })
      .toMatchObject({
        ok: false,
        error: { code: 'audit.write-failed', message: expect.stringContaining('checkpoint') },
      });
    rmSync(`${checkpoint}.new`, { recursive: true });
    await expect.poll(() => again.append(anEvent()), { timeout: 30_000 }).toMatchObject({ ok: true });
    expect(await again.verify()).toMatchObject({ ok: true });
  });
});
