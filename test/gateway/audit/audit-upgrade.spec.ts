// Logs of other formats: earlier ones are brought forward with a copy kept, newer ones are left alone.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { noteOf } from '#gateway/audit/read/access.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { FORMAT } from '#gateway/settings/formats.ts';
import { verifyAuditFiles } from '#gateway/client/audit-files.ts';
import { EARLIER, earlierDirectory } from '#test/fixtures/formats.ts';

async function opened(directory: string): Promise<AuditLog> {
  const log = await openAuditLog({ directory });
  if (!log.ok) throw new Error(JSON.stringify(log.error));
  return log.value;
}

const numberOf = (directory: string): unknown => {
  const database = new Database(join(directory, 'audit.db'), { readonly: true });
  try {
    return database.pragma('user_version', { simple: true });
  } finally {
    database.close();
  }
};
const change = (directory: string, sql: string): void => {
  const database = new Database(join(directory, 'audit.db'));
  database.exec(sql);
  database.close();
};
const entriesIn = (directory: string): readonly unknown[] => {
  const database = new Database(join(directory, 'audit.db'), { readonly: true });
  try {
    return database.prepare('SELECT * FROM entry ORDER BY seq').all();
  } finally {
    database.close();
  }
};
const copies = (directory: string): readonly string[] =>
  readdirSync(directory).filter((name) => name.startsWith('format-'));

test.each(EARLIER)('the log of `%s` is brought forward, verifies and goes on', async (name) => {
  const directory = join(earlierDirectory(name), 'audit');
  const before = entriesIn(directory);
  expect(numberOf(directory)).toBe(0);
  const log = await opened(directory);
  expect(log.entry(log.count())).toMatchObject({
    seq: before.length + 1,
    type: 'audit.upgraded',
    details: {
      from: 0,
      to: 1,
      entries: before.length,
      copy: copies(directory)[0],
      root: expect.stringMatching(/^sha256:[\da-f]{64}$/u),
    },
  });
  expect(await noteOf(log, { type: 'gateway.started', who: 'gateway', what: 'go on' })).toMatchObject({
    ok: true,
  });
  expect(await log.verify()).toMatchObject({ ok: true, entries: before.length + 2 });
  await log.close();
  expect(numberOf(directory)).toBe(FORMAT.audit);
  // No earlier entry is another one than it was.
  expect(entriesIn(directory).slice(0, before.length)).toEqual(before);
  // It is not brought forward twice.
  const again = await opened(directory);
  expect(again.count()).toBe(before.length + 2);
  await again.close();
  expect(copies(directory)).toHaveLength(1);
});

test('the copy that is kept is the log as it was: it verifies by itself, and holds no key', async () => {
  const directory = join(earlierDirectory('first-log'), 'audit');
  const before = entriesIn(directory);
  await (await opened(directory)).close();
  const [copy = ''] = copies(directory);
  expect(copy).toMatch(/^format-0\.\d{8}T\d{6}Z$/u);
  const kept = join(directory, copy);
  expect(readdirSync(kept).toSorted()).toEqual(['audit.checkpoint', 'audit.db', 'audit.pub']);
  expect(entriesIn(kept)).toEqual(before);
  expect(numberOf(kept)).toBe(0);
  expect(await verifyAuditFiles(kept)).toMatchObject({
    ok: true,
    value: { ok: true, entries: before.length },
  });
});

test('a new log has a number from its first moment', async () => {
  const directory = join(earlierDirectory('first-log'), 'new');
  await (await opened(directory)).close();
  expect(numberOf(directory)).toBe(FORMAT.audit);
  expect(copies(directory)).toEqual([]);
});

test('a log of an earlier format that is not intact stays what it is, and no copy is made', async () => {
  const directory = join(earlierDirectory('first-log'), 'audit');
  change(directory, "UPDATE entry SET what = 'something else' WHERE seq = 3");
  const refused = await openAuditLog({ directory });
  expect(refused).toMatchObject({ ok: false, error: { code: 'audit.broken-chain' } });
  expect(numberOf(directory)).toBe(0);
  expect(copies(directory)).toEqual([]);
});

const NEWER: readonly [string, string][] = [
  ['with the same tables', 'PRAGMA user_version = 3'],
  ['with another column', 'ALTER TABLE entry ADD COLUMN risk TEXT; PRAGMA user_version = 3'],
  ['with another table', 'CREATE TABLE witness (note TEXT); PRAGMA user_version = 3'],
];
test.each(NEWER)(
  'a log of a newer format %s is left as it is, and the error says what to do',
  async (_, sql) => {
    const directory = join(earlierDirectory('first-log'), 'audit');
    await (await opened(directory)).close();
    change(directory, sql);
    const files = ['audit.db', 'audit.checkpoint', 'audit.pub', 'audit.key'];
    const bytes = (): readonly string[] => files.map((file) => readFileSync(join(directory, file), 'hex'));
    const before = bytes();
    const error = {
      code: 'audit.newer-format',
      message: expect.stringMatching(
        /audit\.db` was written by a newer Ghost Browser: format 3, .* reads up to 1$/u,
      ),
      help: expect.stringMatching(/update Ghost Browser, or restore a backup/u),
      details: { path: join(directory, 'audit.db'), format: 3, reads: FORMAT.audit },
    };
    for (const readOnly of [false, true])
      expect(await openAuditLog({ directory, readOnly })).toMatchObject({ ok: false, error });
    expect(await verifyAuditFiles(directory)).toMatchObject({ ok: false, error });
    expect(bytes()).toEqual(before);
  },
);

test('tables of no format are named as that; nobody is told to move the log out of the way', async () => {
  const directory = join(earlierDirectory('first-log'), 'audit');
  await (await opened(directory)).close();
  change(directory, 'ALTER TABLE entry ADD COLUMN risk TEXT');
  for (const readOnly of [false, true]) {
    const refused = await openAuditLog({ directory, readOnly });
    expect(refused).toMatchObject({
      error: { code: 'audit.unreadable', message: expect.stringContaining('audit log of format 1') },
    });
    expect(JSON.stringify(refused)).not.toMatch(/not an audit log|move the file aside/u);
  }
});

test('what an interrupted upgrade left is used or removed by the next start', async () => {
  const directory = join(earlierDirectory('first-log'), 'audit');
  const whole = join(earlierDirectory('first-log'), 'audit');
  await (await opened(whole)).close();
  const [copy = ''] = copies(whole);
  // Killed between the copy and the step, and in the middle of an earlier copy.
  cpSync(join(whole, copy), join(directory, copy), { recursive: true });
  mkdirSync(join(directory, 'format-0.20260101T000000Z.new'));
  await (await opened(directory)).close();
  expect(copies(directory)).toEqual([copy]);
  expect(await verifyAuditFiles(directory)).toMatchObject({ value: { ok: true, entries: 22 } });
  // Killed between the step and the checkpoint's file, which then says less than the database.
  cpSync(join(directory, copy, 'audit.checkpoint'), join(directory, 'audit.checkpoint'));
  expect(await verifyAuditFiles(directory)).toMatchObject({ value: { ok: true, entries: 22 } });
  await (await opened(directory)).close();
  expect(copies(directory)).toEqual([copy]);
});

test('a kill at any moment of an upgrade leaves the old log or the new one', async () => {
  const base = earlierDirectory('first-log');
  const formats = new Set<unknown>();
  for (let delayMs = 0; delayMs < 30; delayMs += 3) {
    const directory = mkdtempSync(join(base, 'killed-'));
    cpSync(join(base, 'audit'), directory, { recursive: true });
    const child = fork(new URL('../../fixtures/formats-child.ts', import.meta.url), [directory]);
    await once(child, 'message');
    const ended = once(child, 'exit');
    child.send('open');
    // oxlint-disable-next-line no-promise-executor-return -- the moment of the kill is what is varied, not waited for
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    child.kill('SIGKILL');
    await ended;
    const format = numberOf(directory);
    formats.add(format);
    expect(entriesIn(directory)).toHaveLength(format === 0 ? 21 : 22);
    expect(await verifyAuditFiles(directory)).toMatchObject({ value: { ok: true } });
    const log = await opened(directory);
    expect(log.count()).toBe(22);
    expect(await log.verify()).toMatchObject({ ok: true });
    await log.close();
    expect(copies(directory)).toHaveLength(1);
    expect(existsSync(join(directory, `${copies(directory)[0]}.new`))).toBe(false);
    rmSync(directory, { recursive: true });
  }
  expect([0, 1]).toEqual(expect.arrayContaining([...formats]));
}, 120_000);
