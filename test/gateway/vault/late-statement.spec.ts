// A statement that is answered as late and done afterwards: it leaves no transaction behind.
import { closeSync, openSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inTransaction, openCipher, type Cipher } from '#gateway/vault/cipher.ts';
import { home } from '#test/fixtures/backups.ts';

const PAST_THE_DEADLINE_MS = 60_000;

test('a transaction that begins after its deadline is rolled back: others write, and so does the next one', async () => {
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
