// Pictures of tasks in the vault: found again after a restart, swept by days and bytes, gone with their result, each look in the log.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PictureNotes } from '#gateway/protocol/views/pictures.ts';
import { openCipher } from '#gateway/vault/cipher.ts';
import { keyFile } from '#gateway/vault/keys.ts';
import { DailySweep } from '#gateway/vault/daily-sweep.ts';
import { AuditedPictures } from '#gateway/vault/pictures/audited-pictures.ts';
import type { KeptPicture, PictureStore } from '#gateway/vault/pictures/contract.ts';
import { PictureKeeper } from '#gateway/vault/pictures/picture-keeper.ts';
import { pictureStore } from '#gateway/vault/pictures/picture-store.ts';
import type { ResultStore } from '#gateway/vault/results/contract.ts';
import { resultStore } from '#gateway/vault/results/result-store.ts';
import { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { memoryLog } from '#test/fixtures/memory-log.ts';
import { aResult } from '#test/fixtures/views.ts';

const DAY_MS = 86_400_000;
const BEGIN_MS = Date.parse('2026-11-23T10:00:00Z');
const NONE: PictureNotes = { acts: [], quotes: [] };

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-pictures-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

type Opened = AsyncDisposable & {
  readonly vault: VaultInTurn;
  readonly pictures: PictureStore;
  readonly results: ResultStore;
  now: number;
};

function open(directory: string, mostBytes = 10_000_000): Opened {
  const keys = [keyFile(directory)];
  const vault = new VaultInTurn(directory, keys);
  const clock = { now: BEGIN_MS };
  const now = (): number => clock.now;
  const results = resultStore({ directory, keys, vault, keepDays: 90, mostBytes: 1_000_000, now });
  return Object.assign(clock, {
    vault,
    pictures: pictureStore({ vault, keepDays: 7, mostBytes, now }),
    results,
    [Symbol.asyncDispose]: () => results[Symbol.asyncDispose](),
  });
}

const picture = (number: number, change: Partial<KeptPicture> = {}): KeptPicture => ({
  number,
  at: new Date(BEGIN_MS + number * 1_000).toISOString(),
  step: number - 1,
  page: 'https://shop.test/keyboards',
  width: 640,
  height: 450,
  jpeg: Uint8Array.of(0xff, 0xd8, number, 0xff, 0xd9),
  ...change,
});

const notes: PictureNotes = {
  acts: [
    {
      requestId: 'r-1',
      step: 1,
      at: '2026-11-23T10:00:01.500Z',
      before: 1,
      after: 2,
      box: { x: 4, y: 5, width: 60, height: 20 },
    },
  ],
  quotes: [
    {
      quote: 'Quiet keyboard',
      page: 'https://shop.test/keyboards',
      picture: 2,
      box: { x: 1, y: 2, width: 3, height: 4 },
    },
  ],
};

test('pictures and what is known of them are there after a restart, in their order', async () => {
  const directory = temporary();
  {
    await using first = open(directory);
    expect(await first.pictures.list('t')).toEqual(ok({ pictures: [], ...NONE }));
    expect(readdirSync(directory)).toEqual([]);
    expect(await first.pictures.keep('t', picture(1), NONE)).toEqual(ok(undefined));
    expect(await first.pictures.keep('t', picture(2), notes)).toEqual(ok(undefined));
    expect(await first.pictures.keep('another', picture(1), NONE)).toEqual(ok(undefined));
  }
  await using again = open(directory);
  const { jpeg: _one, ...first } = picture(1);
  const { jpeg: two, ...second } = picture(2);
  expect(await again.pictures.list('t')).toEqual(ok({ pictures: [first, second], ...notes }));
  const shown = await again.pictures.show('t', 2);
  expect(shown.ok && shown.value !== null ? Uint8Array.from(shown.value) : null).toEqual(two);
  expect(await again.pictures.show('t', 3)).toEqual(ok(null));
});

test('a picture is given to nobody after its days, and is swept with the next one', async () => {
  await using kept = open(temporary());
  await kept.pictures.keep('old', picture(1), notes);
  kept.now = BEGIN_MS + 7 * DAY_MS + 2_000;
  expect(await kept.pictures.list('old')).toEqual(ok({ pictures: [], ...closed(notes) }));
  expect(await kept.pictures.show('old', 1)).toEqual(ok(null));
  await kept.pictures.keep('new', picture(1, { at: new Date(kept.now).toISOString() }), NONE);
  kept.now = BEGIN_MS;
  expect(await kept.pictures.list('old')).toEqual(ok({ pictures: [], ...NONE }));
});

const closed = ({ acts }: PictureNotes): PictureNotes => ({
  acts: acts.map((act) => ({ ...act, before: null, after: null })),
  quotes: [],
});

test('of what is too much the oldest go, whosever they are', async () => {
  await using kept = open(temporary(), 2_500);
  const large = (number: number): KeptPicture => picture(number, { jpeg: new Uint8Array(1_000) });
  await kept.pictures.keep('first', large(1), NONE);
  await kept.pictures.keep('second', large(2), NONE);
  await kept.pictures.keep('second', large(3), NONE);
  const numbers = async (id: string): Promise<readonly number[]> => {
    const found = await kept.pictures.list(id);
    return found.ok ? found.value.pictures.map(({ number }) => number) : [];
  };
  expect([await numbers('first'), await numbers('second')]).toEqual([[], [2, 3]]);
});

test('a result that is deleted takes its pictures along, and nothing of them stays in the file', async () => {
  const directory = temporary();
  const sign = Buffer.from('a picture of the page that was deleted');
  const key = (): Buffer => Buffer.from(readFileSync(join(directory, 'vault.key'), 'utf8').trim(), 'hex');
  {
    await using kept = open(directory);
    for (const id of ['t', 'stays']) {
      await kept.pictures.keep(id, picture(1, { jpeg: sign }), notes);
      await kept.results.keep({ ...aResult(), taskId: id });
    }
    await kept.pictures.keep('without a result', picture(1), notes);
    expect(await kept.results.delete(['t'])).toEqual(ok(1));
    expect(await kept.pictures.list('t')).toEqual(ok({ pictures: [], ...NONE }));
    expect(await kept.pictures.list('stays')).toMatchObject({ value: { pictures: [{ number: 1 }] } });
    expect(await kept.pictures.show('t', 1)).toEqual(ok(null));
    expect(await kept.results.delete('ALL')).toEqual(ok(1));
  }
  const opened = await openCipher(join(directory, 'vault.db'), key());
  if (!opened.ok) throw new Error(opened.error.message);
  expect(await opened.value.all('SELECT * FROM pictures')).toEqual(ok([]));
  expect(await opened.value.all('SELECT * FROM pictured')).toEqual(ok([]));
  expect(await opened.value.all('PRAGMA freelist_count')).toEqual(ok([{ freelist_count: 0 }]));
  await opened.value.close();
});

test('tables of the format before are brought forward, and a copy of them does not outlive a result that is deleted', async () => {
  const directory = temporary();
  {
    await using kept = open(directory);
    await kept.results.keep({ ...aResult(), taskId: 't' });
  }
  const key = Buffer.from(readFileSync(join(directory, 'vault.key'), 'utf8').trim(), 'hex');
  const opened = await openCipher(join(directory, 'vault.db'), key);
  if (!opened.ok) throw new Error(opened.error.message);
  for (const sql of ['DROP TABLE pictures', 'DROP TABLE pictured', 'PRAGMA user_version = 2'])
    expect(await opened.value.all(sql)).toMatchObject({ ok: true });
  await opened.value.close();
  await using again = open(directory);
  expect(await again.pictures.keep('t', picture(1), notes)).toEqual(ok(undefined));
  expect(await again.results.show('t')).toMatchObject({ ok: true });
  const copies = (): string[] => readdirSync(directory).filter((file) => file.includes('.format-2.'));
  expect(copies()).toHaveLength(1);
  expect(await again.results.delete(['t'])).toEqual(ok(1));
  expect(copies()).toEqual([]);
});

test('no picture is given out that the log does not know of, and one look through a film is one entry', async () => {
  await using kept = open(temporary());
  await kept.pictures.keep('t', picture(1), notes);
  const log = memoryLog();
  let nowMs = 0;
  const audited = new AuditedPictures(kept.pictures, log, () => nowMs);
  expect(await audited.list('nothing', 'person:ui')).toMatchObject({ ok: true });
  expect(log.count()).toBe(0);
  expect(await audited.list('t', 'person:ui')).toMatchObject({ ok: true });
  expect(await audited.show('t', 1, 'person:ui')).toMatchObject({ ok: true });
  expect(await audited.show('t', 9, 'person:ui')).toMatchObject({ error: { code: 'result.unknown' } });
  expect(log.since(0, 9)).toMatchObject([
    { type: 'results.read', who: 'person:ui', what: 'look at the pictures of a task' },
  ]);
  await audited.show('t', 1, 'person:terminal');
  nowMs = 600_000;
  await audited.list('t', 'person:ui');
  expect(log.count()).toBe(3);
  log.append = async () => fail('audit.write-failed', 'no room');
  nowMs = 1_200_000;
  expect(await audited.show('t', 1, 'person:ui')).toMatchObject({ error: { code: 'audit.write-failed' } });
  expect(await audited.list('t', 'person:ui')).toMatchObject({ error: { code: 'audit.write-failed' } });
});

test('a vault that takes none ends the taking for a while, and a task never hears of it', async () => {
  let nowMs = 0;
  let answer: Awaited<ReturnType<PictureStore['keep']>> = fail('vault.busy', 'the disk does not answer');
  const asked: number[] = [];
  const store = {
    keep: async (_id: string, { number }: KeptPicture) => {
      asked.push(number);
      return answer;
    },
    note: async () => answer,
    think: async () => answer,
    rethink: async () => answer,
  };
  const keeper = new PictureKeeper({ store, keep: true, monotonicMs: () => nowMs });
  expect(keeper.wants).toBe(true);
  keeper.keep('t', picture(1), NONE);
  await keeper.settled();
  expect(keeper.wants).toBe(false);
  keeper.keep('t', picture(2), NONE);
  nowMs = 60_000;
  expect(keeper.wants).toBe(true);
  answer = ok(undefined);
  keeper.keep('t', picture(3), NONE);
  await keeper.settled();
  expect([keeper.wants, asked]).toEqual([true, [1, 3]]);
  expect(new PictureKeeper({ store, keep: false, monotonicMs: () => nowMs }).wants).toBe(false);
});

/** What lies in the vault, whatever its age. */
async function lies(directory: string): Promise<readonly number[]> {
  const counts: number[] = [];
  await using there = open(directory);
  await there.vault.with(async (cipher) => {
    for (const table of ['pictures', 'pictured', 'tasks']) {
      // oxlint-disable-next-line no-await-in-loop -- a connection answers one after the other
      const rows = await cipher.all(`SELECT COUNT(*) AS n FROM ${table}`);
      counts.push(rows.ok ? Number(rows.value[0]?.['n']) : Number.NaN);
    }
    return ok(undefined);
  });
  return counts;
}

test('what is too old goes when the vault is opened, though nothing is kept any more', async () => {
  const directory = temporary();
  {
    await using kept = open(directory);
    await kept.results.keep(aResult({ taskId: 't-1' }));
    await kept.pictures.keep('t-1', picture(1), notes);
  }
  expect(await lies(directory)).toEqual([1, 1, 1]);
  {
    await using later = open(directory);
    later.now = BEGIN_MS + 8 * DAY_MS;
    // Somebody looks for something else.
    expect(await later.pictures.list('t-2')).toEqual(ok({ pictures: [], ...NONE }));
  }
  expect(await lies(directory)).toEqual([0, 0, 1]);
  {
    await using muchLater = open(directory);
    muchLater.now = BEGIN_MS + 91 * DAY_MS;
    expect(await muchLater.vault.sweep()).toEqual(ok(undefined));
  }
  expect(await lies(directory)).toEqual([0, 0, 0]);
});

test('a result that is swept takes its pictures along, and those of a task without a result are deleted by its id', async () => {
  const directory = temporary();
  {
    await using kept = open(directory);
    await kept.results.keep(aResult({ taskId: 't-1' }));
    await kept.pictures.keep(
      't-1',
      picture(1, { at: new Date(BEGIN_MS + 90 * DAY_MS).toISOString() }),
      notes,
    );
    await kept.pictures.keep(
      't-2',
      picture(1, { at: new Date(BEGIN_MS + 90 * DAY_MS).toISOString() }),
      notes,
    );
    kept.now = BEGIN_MS + 91 * DAY_MS;
    expect(await kept.vault.sweep()).toEqual(ok(undefined));
    expect(await kept.results.delete(['t-3'])).toMatchObject({ error: { code: 'result.unknown' } });
  }
  expect(await lies(directory)).toEqual([1, 1, 0]);
  {
    await using kept = open(directory);
    expect(await kept.results.delete(['t-2'])).toEqual(ok(1));
  }
  expect(await lies(directory)).toEqual([0, 0, 0]);
});

test('while a gateway runs it is swept a while after the start and each day, until its end', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let sweeps = 0;
  const daily = new DailySweep(async () => (sweeps += 1));
  daily.begin();
  expect(sweeps).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(sweeps).toBe(1);
  vi.advanceTimersByTime(2 * DAY_MS);
  expect(sweeps).toBe(3);
  daily.end();
  vi.advanceTimersByTime(2 * DAY_MS);
  expect(sweeps).toBe(3);
});
