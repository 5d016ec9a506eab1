// A statement that is answered as late and done afterwards: it leaves no transaction behind.
import { closeSync, openSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inTransaction, openCipher, type Cipher } from '#gateway/vault/cipher.ts';
import { home } from '#test/fixtures/backups.ts';

const PAST_THE_DEADLINE_MS = 60_000;

async function twoOnOneFile(): Promise<readonly [late: Cipher, other: Cipher]> {
  const file = home().at('vault.db');
  closeSync(openSync(file, 'wx', 0o600));
  const opened = async (): Promise<Cipher> => {
    const cipher = await openCipher(file, Buffer.alloc(32, 7));
    if (!cipher.ok) throw new Error(cipher.error.message);
    onTestFinished(() => cipher.value.close());
    return cipher.value;
  };
  const [late, other] = [await opened(), await opened()];
  expect(await other.all('CREATE TABLE t (a INTEGER)')).toMatchObject({ ok: true });
  return [late, other];
}

test('a transaction that begins after its deadline is rolled back: others write, and so does the next one', async () => {
  const [late, other] = await twoOnOneFile();
  expect(await other.all('BEGIN IMMEDIATE')).toMatchObject({ ok: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = inTransaction(late, [['INSERT INTO t VALUES (1)', []]]);
  await vi.advanceTimersByTimeAsync(PAST_THE_DEADLINE_MS);
  expect(await asked).toMatchObject({ error: { code: 'vault.busy' } });
  vi.useRealTimers();
  // From here on the late one is done.
  expect(await other.all('COMMIT')).toMatchObject({ ok: true });
  expect(await late.all('SELECT a FROM t')).toEqual({ ok: true, value: [] });
  expect(await inTransaction(other, [['INSERT INTO t VALUES (2)', []]])).toMatchObject({ ok: true });
  expect(await inTransaction(late, [['INSERT INTO t VALUES (3)', []]])).toMatchObject({ ok: true });
  expect(await other.all('SELECT a FROM t ORDER BY a')).toEqual({ ok: true, value: [{ a: 2 }, { a: 3 }] });
}, 60_000);

/** What `asked` comes to at its deadline, while the other one holds the file. */
async function pastDeadline<T>(asked: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const answer = asked();
    await vi.advanceTimersByTimeAsync(PAST_THE_DEADLINE_MS);
    return await answer;
  } finally {
    vi.useRealTimers();
  }
}

test('a commit that is late may be done all the same, and is answered as not known: never as to be done again', async () => {
  const [late, other] = await twoOnOneFile();
  expect(await late.all('BEGIN IMMEDIATE')).toMatchObject({ ok: true });
  expect(await late.all('INSERT INTO t VALUES (1)')).toMatchObject({ ok: true });
  // Whoever reads holds up a commit and nothing before it.
  for (const sql of ['BEGIN', 'SELECT a FROM t']) expect(await other.all(sql)).toMatchObject({ ok: true });
  expect(await pastDeadline(() => late.all('COMMIT'))).toMatchObject({
    error: { code: 'vault.uncertain', retryable: false, help: expect.stringContaining('look') },
  });
  expect(await other.all('COMMIT')).toMatchObject({ ok: true });
  expect(await late.all('SELECT a FROM t')).toEqual({ ok: true, value: [{ a: 1 }] });
});

test('a change outside of a transaction that is late is not known either; a look that is late may be repeated', async () => {
  const [late, other] = await twoOnOneFile();
  expect(await other.all('BEGIN IMMEDIATE')).toMatchObject({ ok: true });
  expect(await pastDeadline(() => late.all('INSERT INTO t VALUES (1)'))).toMatchObject({
    error: { code: 'vault.uncertain' },
  });
  expect(await pastDeadline(() => late.all('SELECT a FROM t'))).toMatchObject({
    error: { code: 'vault.busy', retryable: true },
  });
  expect(await other.all('COMMIT')).toMatchObject({ ok: true });
  expect(await late.all('SELECT a FROM t')).toEqual({ ok: true, value: [{ a: 1 }] });
});
