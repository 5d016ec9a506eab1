// Waiting for a tab: the place that is told, the deadline, the bound of the queue, and how much is computed for it.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WAIT_SECONDS, waitForPlace } from '#gateway/tabs/queue/place.ts';
import { MAX_QUEUED, Scheduler } from '#gateway/tabs/queue/scheduler.ts';
import type { Priority } from '#gateway/tabs/queue/scheduler.ts';
import { placeInWords } from '#gateway/protocol/place.ts';
import type { Place } from '#gateway/protocol/place.ts';

const never = new AbortController().signal;
const ofOne = (): Scheduler =>
  new Scheduler({ limit: () => 1, now: () => performance.now(), onChange: () => undefined });

describe('with a clock that the test moves', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('who waits is told its place when it waits and whenever that changes, and nothing when nothing does', async () => {
    const scheduler = ofOne();
    const first = await scheduler.acquire('FOREGROUND', never);
    const told: string[][] = [[], [], []];
    const waits = told.map((lines, at) =>
      waitForPlace(
        scheduler,
        { priority: 'FOREGROUND', taskId: `w-${at}`, onPlace: (place) => lines.push(placeInWords(place)) },
        never,
      ),
    );
    await vi.advanceTimersByTimeAsync(600);
    expect(told.map((lines) => lines.at(-1))).toEqual([
      'waiting for a tab: place 1 of 3',
      'waiting for a tab: place 2 of 3',
      'waiting for a tab: place 3 of 3',
    ]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told.map((lines) => lines.length)).toEqual([1, 1, 1]);
    first?.release();
    await vi.advanceTimersByTimeAsync(600);
    expect(told.map((lines) => lines.length)).toEqual([1, 2, 2]);
    expect(told[2]?.at(-1)).toBe('waiting for a tab: place 2 of 2');
    expect(await waits[0]).toMatchObject({ ok: true });
    await vi.advanceTimersByTimeAsync(WAIT_SECONDS * 1_000);
    await Promise.all(waits);
    scheduler.end();
  });

  test('whose tab does not come in time is told so, where it stood and what to do; its place is free for others', async () => {
    const scheduler = ofOne();
    const first = await scheduler.acquire('FOREGROUND', never);
    const late = waitForPlace(scheduler, { priority: 'FOREGROUND', taskId: 'w-1', seconds: 30 }, never);
    const patient = waitForPlace(scheduler, { priority: 'FOREGROUND', taskId: 'w-2', seconds: 60 }, never);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await late).toMatchObject({
      ok: false,
      error: {
        code: 'tab.none-free',
        retryable: true,
        help: expect.stringContaining('ghost tabs'),
        details: { place: { place: 1, of: 2 } },
      },
    });
    first?.release();
    expect(await patient).toMatchObject({ ok: true });
    expect(scheduler.view()).toMatchObject({ running: 1, waiting: 0 });
    scheduler.end();
  });

  test('whoever leaves is no longer in the queue, and is not told that none was free', async () => {
    const scheduler = ofOne();
    await scheduler.acquire('FOREGROUND', never);
    const controller = new AbortController();
    const gone = waitForPlace(scheduler, { priority: 'FOREGROUND', taskId: 'w-1' }, controller.signal);
    controller.abort();
    expect(await gone).toMatchObject({ ok: false, error: { code: 'task.cancelled' } });
    expect(scheduler.view().waiting).toBe(0);
    scheduler.end();
  });
});

test('a full queue refuses one more at once, and takes it when there is room again', async () => {
  const scheduler = ofOne();
  const first = await scheduler.acquire('BACKGROUND', never);
  const waiting = Array.from({ length: MAX_QUEUED }, (_, at) =>
    scheduler.acquire('BACKGROUND', never, `t-${at}`),
  );
  const wait = { priority: 'FOREGROUND', taskId: 'w-1' } as const;
  expect(await waitForPlace(scheduler, wait, never)).toMatchObject({
    ok: false,
    error: { code: 'tab.queue-full', retryable: true, help: expect.stringContaining('wait') },
  });
  expect(scheduler.view().waiting).toBe(MAX_QUEUED);
  first?.release();
  const next = await waiting[0];
  const taken = waitForPlace(scheduler, wait, never);
  next?.release();
  expect(await taken).toMatchObject({ ok: true });
  scheduler.end();
});

test('the places that are told are the order in which turns come, whoever waits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Priority>('FOREGROUND', 'BACKGROUND'), { maxLength: 40 }),
      fc.integer({ min: 0, max: 12 }),
      async (priorities, before) => {
        const scheduler = ofOne();
        let slot = await scheduler.acquire('FOREGROUND', never);
        const turns: string[] = [];
        const waiting = priorities.map((priority, at) =>
          scheduler.acquire(priority, never, `t-${at}`).then((own) => {
            turns.push(`t-${at}`);
            return own;
          }),
        );
        // Some turns pass first, so that the count of overtakes is any.
        const told: string[] = [];
        for (let served = 0; served < priorities.length; served += 1) {
          if (served === Math.min(before, priorities.length - 1))
            told.push(
              ...priorities
                .flatMap((_, at) => scheduler.placeOf(`t-${at}`) ?? [])
                .toSorted((a, b) => a.position - b.position)
                .map(({ taskId }) => taskId ?? ''),
            );
          const came = turns.length;
          slot?.release();
          await vi.waitUntil(() => turns.length > came, { interval: 1 });
          slot = (await waiting[Number(turns.at(-1)?.slice(2))]) ?? null;
        }
        expect(turns.slice(turns.length - told.length)).toEqual(told);
        scheduler.end();
      },
    ),
    { numRuns: 40 },
  );
});

test('three thousand places are told after the order was computed once', async () => {
  const scheduler = ofOne();
  const controller = new AbortController();
  const ids = Array.from({ length: 3_001 }, (_, at) => `t-${at}`);
  const waiting = ids.map((id, at) =>
    scheduler.acquire(at % 5 === 0 ? 'FOREGROUND' : 'BACKGROUND', controller.signal, id),
  );
  const walks = vi.spyOn(Set.prototype, 'values');
  try {
    for (const id of ids) scheduler.placeOf(id);
    scheduler.view();
    // Each of the two queues once; the view looks at the first of each.
    expect(walks.mock.calls.length).toBeLessThanOrEqual(4);
  } finally {
    walks.mockRestore();
  }
  const places = ids.flatMap((id) => scheduler.placeOf(id)?.position ?? []).toSorted((a, b) => a - b);
  expect(places).toEqual(Array.from({ length: 3_000 }, (_, at) => at + 1));
  controller.abort();
  await Promise.all(waiting);
  scheduler.end();
});

test('a place is a place of so many', () => {
  const place: Place = { place: 3, of: 5 };
  expect(placeInWords(place)).toBe('waiting for a tab: place 3 of 5');
});
