// What agents were shown and answered, in the vault: found again after a restart, masked, swept by days and bytes, gone with their result,
// each look in the log.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyFile } from '#gateway/vault/keys.ts';
import { AuditedPictures } from '#gateway/vault/pictures/audited-pictures.ts';
import { pictureStore } from '#gateway/vault/pictures/picture-store.ts';
import { resultStore } from '#gateway/vault/results/result-store.ts';
import { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { memoryLog } from '#test/fixtures/memory-log.ts';
import { aThought } from '#test/fixtures/thoughts.ts';
import { aResult } from '#test/fixtures/views.ts';

const DAY_MS = 86_400_000;
const BEGIN_MS = Date.parse('2026-11-27T10:00:00Z');

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-thoughts-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function open(directory: string, mostBytes = 10_000_000) {
  const keys = [keyFile(directory)];
  const vault = new VaultInTurn(directory, keys);
  const clock = { now: BEGIN_MS };
  const now = (): number => clock.now;
  const results = resultStore({ directory, keys, vault, keepDays: 3, mostBytes: 1_000_000, now });
  return Object.assign(clock, {
    store: pictureStore({ vault, keepDays: 7, mostBytes, now }),
    results,
    [Symbol.asyncDispose]: () => results[Symbol.asyncDispose](),
  });
}
const numbersOf = async ({ store }: ReturnType<typeof open>, id: string): Promise<readonly number[]> => {
  const found = await store.thoughts(id);
  if (!found.ok) throw new Error(found.error.message);
  return found.value.map(({ number }) => number);
};

test('steps are there after a restart, in their order, and one that is kept anew takes its own place', async () => {
  const directory = temporary();
  const acted = aThought({ number: 2, step: 2, acts: ['3f2a1c9e-90aa-4c1d-8a1b-0123456789ab'] });
  {
    await using first = open(directory);
    expect(await first.store.thoughts('t')).toEqual(ok([]));
    for (const number of [10, 2, 1])
      expect(await first.store.think('t', aThought({ number, step: number }))).toEqual(ok(undefined));
    await first.store.think('t', acted);
    await first.store.think('t 000001', aThought({ number: 7 }));
  }
  await using again = open(directory);
  expect(await numbersOf(again, 't')).toEqual([1, 2, 10]);
  expect(await again.store.thoughts('t')).toMatchObject({ value: [{}, acted, {}] });
  expect(await numbersOf(again, 't 000001')).toEqual([7]);
});

test('every text passed the mask of the log: what looks like a secret is dots before it is kept', async () => {
  await using kept = open(temporary());
  const key = 'sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789';
  await kept.store.think(
    't',
    aThought({
      saw: { text: `text "Your key is ${key}"`, title: key },
      told: { words: `use ${key}`, clauses: [key] },
      said: { reasoning: key, text: key, facts: [{ label: 'key', value: key, quote: key }] },
    }),
  );
  const found = await kept.store.thoughts('t');
  expect(found).toMatchObject({ ok: true, value: [{ number: 1 }] });
  expect(JSON.stringify(found)).not.toContain('AbCdEfGhIjKl');
});

test('which secret was entered stays readable: it is a name', async () => {
  await using kept = open(temporary());
  const name = 'login:account.test/password';
  for (const [number, secrets] of [[name], []].entries())
    await kept.store.think('t', aThought({ number, told: { secrets }, said: { text: `secret:${name}\n` } }));
  expect(await kept.store.thoughts('t')).toMatchObject({
    value: [{ said: { text: `secret:${name}\n` } }, { said: { text: 'secret:•••(27)\n' } }],
  });
});

test('steps in other words take the place of those that are there, as old as they are; one that is gone stays gone', async () => {
  await using kept = open(temporary());
  await kept.store.think('t', aThought({ saw: { text: 'text "open sesame"' } }));
  kept.now = BEGIN_MS + 6 * DAY_MS;
  const again = [1, 2].map((number) => aThought({ number, saw: { text: 'text "•••(11)"' } }));
  expect(await kept.store.rethink('t', again)).toEqual(ok(undefined));
  expect(await kept.store.thoughts('t')).toMatchObject({
    value: [{ number: 1, saw: { text: 'text "•••(11)"' } }],
  });
  kept.now = BEGIN_MS + 7 * DAY_MS;
  expect(await numbersOf(kept, 't')).toEqual([]);
});

test('a step is given to nobody after its days, and is swept with the next one', async () => {
  await using kept = open(temporary());
  await kept.store.think('old', aThought());
  kept.now = BEGIN_MS + 7 * DAY_MS;
  expect(await numbersOf(kept, 'old')).toEqual([]);
  await kept.store.think('new', aThought());
  kept.now = BEGIN_MS;
  expect(await numbersOf(kept, 'old')).toEqual([]);
  expect(await numbersOf(kept, 'new')).toEqual([1]);
});

test('of what is more than a tenth of what pictures may take the oldest go, whosever they are', async () => {
  const one = JSON.stringify(aThought({ saw: { text: 'y '.repeat(2_000) } })).length;
  await using kept = open(temporary(), one * 25);
  for (const [id, number] of [
    ['first', 1],
    ['second', 1],
    ['second', 2],
  ] as const) {
    kept.now += 1;
    await kept.store.think(id, aThought({ number, saw: { text: 'y '.repeat(2_000) } }));
  }
  expect([await numbersOf(kept, 'first'), await numbersOf(kept, 'second')]).toEqual([[], [1, 2]]);
});

test('they go with the result of their task: deleted by its name, with all, or when it is too old', async () => {
  await using kept = open(temporary());
  for (const id of ['t', 'stays', 'alone']) await kept.store.think(id, aThought());
  for (const id of ['t', 'stays']) await kept.results.keep({ ...aResult(), taskId: id });
  expect(await kept.results.delete(['t'])).toEqual(ok(1));
  expect(await kept.results.delete(['alone'])).toEqual(ok(1));
  expect([await numbersOf(kept, 't'), await numbersOf(kept, 'alone')]).toEqual([[], []]);
  expect(await numbersOf(kept, 'stays')).toEqual([1]);
  kept.now = BEGIN_MS + 4 * DAY_MS;
  await kept.results.keep({ ...aResult(), taskId: 'new' });
  expect(await numbersOf(kept, 'stays')).toEqual([]);
  await kept.store.think('without a result', aThought());
  expect(await kept.results.delete('ALL')).toEqual(ok(1));
  expect(await numbersOf(kept, 'without a result')).toEqual([]);
});

test('none is given out that the log does not know of, and looks at pictures and at steps are told apart', async () => {
  await using kept = open(temporary());
  await kept.store.think('t', aThought());
  const log = memoryLog();
  const audited = new AuditedPictures(kept.store, log, () => 0);
  expect(await audited.thoughts('nothing', 'person:ui')).toEqual(ok({ thoughts: [] }));
  expect(log.count()).toBe(0);
  await audited.thoughts('t', 'person:ui');
  await audited.thoughts('t', 'person:ui');
  expect(log.since(0, 9)).toMatchObject([
    {
      type: 'results.read',
      who: 'person:ui',
      what: 'look at what the agent of a task was shown and answered',
      details: { task: 't' },
    },
  ]);
  log.append = async () => fail('audit.write-failed', 'no room');
  expect(await audited.thoughts('t', 'person:terminal')).toMatchObject({
    error: { code: 'audit.write-failed' },
  });
});
