// Tabs of workers that nobody speaks for: taken when others wait and the time is over, left alone in every other case.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Orphans } from '#gateway/surfaces/commands/orphans.ts';
import type { Presence } from '#gateway/surfaces/commands/orphans.ts';
import type { GatewayEvent } from '#gateway/protocol/events.ts';
import type { QueueView } from '#gateway/protocol/views/task.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ORPHAN_MS = 60_000;
type Closing = { readonly id: string; readonly why: string };

function world() {
  const closed: Closing[] = [];
  const workers: Presence[] = [];
  let tell: (event: GatewayEvent) => void = () => undefined;
  const orphans = new Orphans({
    workers: () => workers,
    subscribe: (listener) => (tell = listener),
    now: () => performance.now(),
    orphanMs: ORPHAN_MS,
  });
  const add = (id: string, tabs: readonly string[], { kept = false, present = 0 } = {}): Presence => {
    const open = tabs.map((tab) => {
      const close = async (why = ''): Promise<void> => void closed.push({ id: tab, why });
      return [tab, { tab: { id: tab, close }, look: null, acted: false, kept }] as const;
    });
    // Only what is asked of a tab here.
    const worker = { id, tabs: new Map(open), current: tabs[0] ?? null } as unknown as Presence['worker'];
    const presence = { worker, present, since: performance.now() };
    workers.push(presence);
    return presence;
  };
  const waiting = (count: number): void => {
    const queue: Partial<QueueView> = { waiting: count };
    tell({ type: 'queue.changed', queue: queue as QueueView });
  };
  return { closed, add, waiting, orphans };
}

test('after the stated time the tab of a worker that nobody speaks for goes to whoever waits, and the log says why', () => {
  const { closed, add, waiting } = world();
  const gone = add('gone', ['tab-1']);
  waiting(1);
  vi.advanceTimersByTime(ORPHAN_MS - 1);
  expect(closed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(closed).toEqual([{ id: 'tab-1', why: expect.stringContaining('reclaimed') }]);
  expect(gone.worker.tabs.size).toBe(0);
  expect(gone.worker.current).toBeNull();
});

test('nothing is taken while nobody waits, however long; then at once', () => {
  const { closed, add, waiting } = world();
  add('gone', ['tab-1']);
  vi.advanceTimersByTime(100 * ORPHAN_MS);
  expect(closed).toEqual([]);
  waiting(1);
  expect(closed).toHaveLength(1);
});

test('no more are taken than wait, those left longest first', () => {
  const { closed, add, waiting } = world();
  add('first', ['tab-1']);
  vi.advanceTimersByTime(1_000);
  add('second', ['tab-2', 'tab-3']);
  waiting(2);
  vi.advanceTimersByTime(ORPHAN_MS);
  expect(closed.map(({ id }) => id)).toEqual(['tab-1', 'tab-2', 'tab-3'].slice(0, closed.length));
  expect(closed[0]?.id).toBe('tab-1');
  expect(vi.getTimerCount()).toBe(0);
});

test('a worker with a client, or with a command under way, keeps its tabs; so does one that was opened to be kept', () => {
  const { closed, add, waiting, orphans } = world();
  const here = add('here', ['tab-1'], { present: 1 });
  add('kept', ['tab-2'], { kept: true });
  waiting(5);
  vi.advanceTimersByTime(10 * ORPHAN_MS);
  expect(closed).toEqual([]);
  // It leaves: its time begins now.
  here.present = 0;
  here.since = performance.now();
  orphans.look();
  vi.advanceTimersByTime(ORPHAN_MS - 1);
  expect(closed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(closed.map(({ id }) => id)).toEqual(['tab-1']);
});

test('a queue that emptied takes nothing any more, and leaves no timer', () => {
  const { closed, add, waiting } = world();
  add('gone', ['tab-1']);
  waiting(1);
  expect(vi.getTimerCount()).toBe(1);
  waiting(0);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10 * ORPHAN_MS);
  expect(closed).toEqual([]);
});
