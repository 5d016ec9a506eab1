// Who gets a Ghost Tab next, whatever comes in which order; and what becomes of a tab's states, whatever is tried.
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { memoryLimit } from '#gateway/tabs/queue/memory-limit.ts';
import { MAX_OVERTAKES, Scheduler } from '#gateway/tabs/queue/scheduler.ts';
import type { Priority, Slot } from '#gateway/tabs/queue/scheduler.ts';
import { TAB_STEPS, TabLife } from '#gateway/tabs/tab-state.ts';
import { failure } from '#policy/language/failure.ts';
import { GHOST_TAB_STATES } from '#policy/language/vocabulary.ts';

const NOW = () => Date.now();
const newScheduler = (limit: number): Scheduler =>
  new Scheduler({ limit: () => limit, now: NOW, onChange: () => undefined });

type Step =
  | { readonly kind: 'ASK'; readonly priority: Priority }
  | { readonly kind: 'FREE' | 'GIVE_UP'; readonly which: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('ASK' as const),
    priority: fc.constantFrom<Priority>('FOREGROUND', 'BACKGROUND'),
  }),
  fc.record({ kind: fc.constantFrom('FREE' as const, 'GIVE_UP' as const), which: fc.nat(20) }),
);

type Asked = {
  readonly priority: Priority;
  readonly controller: AbortController;
  slot: Slot | null;
  ended: boolean;
};

test('no schedule runs more than the limit, gives one place twice, leaves a place idle, or starves a task', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 120 }),
      fc.integer({ min: 1, max: 6 }),
      async (steps, limit) => {
        const scheduler = newScheduler(limit);
        const all: Asked[] = [];
        const served: Asked[] = [];
        const ask = (priority: Priority): void => {
          const asked: Asked = { priority, controller: new AbortController(), slot: null, ended: false };
          all.push(asked);
          void scheduler.acquire(priority, asked.controller.signal).then((slot) => {
            asked.slot = slot;
            if (slot === null) asked.ended = true;
            else served.push(asked);
          });
        };
        const running = (): Asked[] => all.filter(({ slot, ended }) => slot !== null && !ended);
        const waiting = (): Asked[] => all.filter(({ slot, ended }) => slot === null && !ended);
        const check = async (): Promise<void> => {
          await new Promise<void>((resolve) => setImmediate(resolve));
          expect(running().length).toBe(Math.min(limit, running().length + waiting().length));
          expect(scheduler.view()).toMatchObject({ running: running().length, waiting: waiting().length });
        };
        for (const one of steps) {
          if (one.kind === 'ASK') ask(one.priority);
          else if (one.kind === 'FREE') {
            const holder = running()[one.which % Math.max(1, running().length)];
            if (holder !== undefined) holder.ended = true;
            holder?.slot?.release();
            holder?.slot?.release();
          } else waiting()[one.which % Math.max(1, waiting().length)]?.controller.abort();
          await check();
        }
        while (running().length > 0) {
          const [holder] = running();
          if (holder !== undefined) holder.ended = true;
          holder?.slot?.release();
          await check();
        }
        expect(waiting()).toEqual([]);
        // Within one priority: in the order of asking.
        for (const priority of ['FOREGROUND', 'BACKGROUND'] as const) {
          const places = served.filter((one) => one.priority === priority).map((one) => all.indexOf(one));
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('the foreground goes first, the background gets its turn all the same, and both are told before', async () => {
  const scheduler = newScheduler(1);
  const order: string[] = [];
  const never = new AbortController().signal;
  const first = await scheduler.acquire('BACKGROUND', never);
  const hold = async (name: string, priority: Priority): Promise<void> => {
    const slot = await scheduler.acquire(priority, never, name);
    order.push(name);
    slot?.release();
  };
  const all = [
    hold('b', 'BACKGROUND'),
    ...Array.from({ length: MAX_OVERTAKES + 2 }, (_, at) => hold(`f${at}`, 'FOREGROUND')),
  ];
  const { next } = scheduler.view();
  expect(next[0]).toEqual({
    taskId: 'f0',
    priority: 'FOREGROUND',
    position: 1,
    waitedMs: expect.any(Number),
  });
  expect(scheduler.placeOf('b')?.position).toBe(MAX_OVERTAKES + 1);
  first?.release();
  await Promise.all(all);
  expect(scheduler.placeOf('b')).toBeNull();
  expect(next.map(({ taskId }) => taskId)).toEqual(order);
  expect(order.slice(0, MAX_OVERTAKES)).toEqual(Array.from({ length: MAX_OVERTAKES }, (_, at) => `f${at}`));
  expect(order[MAX_OVERTAKES]).toBe('b');
});

test('the queue is told at most twice a second, and its last state always', () => {
  vi.useFakeTimers();
  try {
    const told: number[] = [];
    const scheduler = new Scheduler({
      limit: () => 1,
      now: NOW,
      onChange: ({ waiting }) => told.push(waiting),
    });
    const controllers = Array.from({ length: 30 }, () => new AbortController());
    for (const { signal } of controllers) void scheduler.acquire('BACKGROUND', signal);
    for (let at = 0; at < 20; at += 1) {
      vi.advanceTimersByTime(100);
      controllers[at + 1]?.abort();
    }
    vi.advanceTimersByTime(1_000);
    expect(told.length).toBeLessThanOrEqual(7);
    expect(told.at(-1)).toBe(9);
  } finally {
    vi.useRealTimers();
  }
});

test('memory bounds the tabs, and never takes away one that runs', () => {
  const gigabyte = 1024 ** 3;
  expect(memoryLimit(6, 0, 64 * gigabyte)).toBe(6);
  expect(memoryLimit(6, 0, gigabyte)).toBe(3);
  expect(memoryLimit(6, 4, 0)).toBe(4);
});

test('whatever is tried, a Ghost Tab moves along its table, and an illegal step throws and changes nothing', () => {
  const tried = fc.oneof(
    fc.constantFrom(...GHOST_TAB_STATES).map((to) => ({ name: to, run: (life: TabLife) => life.enter(to) })),
    fc.constant({ name: 'look', run: (life: TabLife) => life.look() }),
    fc.constant({ name: 'end', run: (life: TabLife) => life.end(null) }),
    fc.constant({ name: 'fail', run: (life: TabLife) => life.end(failure('browser.crashed', 'gone')) }),
  );
  fc.assert(
    fc.property(fc.array(tried, { maxLength: 60 }), (events) => {
      const life = new TabLife(() => 0);
      for (const { run } of events) {
        const before = life.state;
        try {
          run(life);
        } catch (thrown) {
          expect(String(thrown)).toMatch(/illegal step of a Ghost Tab/u);
          // `look` may have loaded on the way; nothing else moves before it throws.
          expect(life.state).toBe(before);
        }
      }
      const path = life.history.map(({ state }) => state);
      expect(path[0]).toBe('IDLE');
      for (const [at, state] of path.slice(1).entries()) {
        const legal: readonly string[] = TAB_STEPS[path[at] ?? 'FAILED'];
        expect(legal).toContain(state);
      }
      expect(life.ended).toBe(['COMPLETE', 'FAILED'].includes(life.state));
      if (life.error !== null) expect(life.state).toBe('FAILED');
    }),
  );
});

test('a task that is put first goes next, whatever its priority, and nobody who was overtaken too often waits for it', async () => {
  const scheduler = newScheduler(1);
  const signal = new AbortController().signal;
  const order: string[] = [];
  const holder = await scheduler.acquire('FOREGROUND', signal, 'holder');
  const ask = (id: string, priority: Priority): Promise<void> =>
    scheduler.acquire(priority, signal, id).then((slot) => {
      order.push(id);
      slot?.release();
    });
  const all = [
    ask('a', 'FOREGROUND'),
    ask('b', 'FOREGROUND'),
    ask('c', 'BACKGROUND'),
    ask('d', 'BACKGROUND'),
  ];
  expect(scheduler.first('d')).toBe(true);
  expect(scheduler.first('holder')).toBe(false);
  expect(scheduler.first('nobody')).toBe(false);
  expect(scheduler.placeOf('d')).toMatchObject({ position: 1, priority: 'FOREGROUND' });
  expect(scheduler.view().waiting).toBe(4);
  holder?.release();
  await Promise.all(all);
  expect(order).toEqual(['d', 'a', 'b', 'c']);
});

test('one that was put first and gives up leaves the queue', async () => {
  const scheduler = newScheduler(1);
  const gone = new AbortController();
  await scheduler.acquire('FOREGROUND', new AbortController().signal, 'holder');
  const asked = scheduler.acquire('BACKGROUND', gone.signal, 'late');
  scheduler.first('late');
  gone.abort();
  expect(await asked).toBeNull();
  expect(scheduler.view().waiting).toBe(0);
});
