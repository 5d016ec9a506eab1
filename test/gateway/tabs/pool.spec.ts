// Who gets which of the browsers that stand ready or are starting, over starts that the test ends itself.
import { afterEach, expect, test, vi } from 'vitest';
import type { WarmTab } from '#executors/contract/launcher.ts';
import { Pool } from '#gateway/tabs/pool.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';

type Start = {
  readonly end: (came: Result<WarmTab>) => void;
  readonly spawned: () => void;
  readonly signal: AbortSignal;
};

/** A pool for at most `size`, the starts that it began, and the browsers that nobody took. */
function poolOf(size: number) {
  const starts: Start[] = [];
  const ended: string[] = [];
  const pool = new Pool({
    size: () => size,
    start: (signal, spawned) => {
      const { promise, resolve } = Promise.withResolvers<Result<WarmTab>>();
      starts.push({ end: resolve, spawned, signal });
      return promise;
    },
    onEnded: async ({ tabId }, { processesGone }) =>
      void ended.push(processesGone ? tabId : `${tabId}, not seen gone`),
  });
  return { pool, starts, ended };
}

const taken = new WeakSet<WarmTab>();
const browser = (tabId: string, more: Partial<Pick<WarmTab, 'alive' | 'end' | 'onGone'>> = {}): WarmTab => ({
  tabId,
  pid: 1,
  alive: true,
  get taken() {
    return taken.has(this);
  },
  onGone: () => undefined,
  end: async () => GONE,
  ...more,
});
const GONE = { processesGone: true, profileRemoved: true, forced: false } as const;
const stays = new AbortController().signal;

/** A launch that takes what it is handed: the browser's name, `null` where it has to start its own, or why there is none. */
async function launchIn(pool: Pool, signal = stays): Promise<string | null> {
  const handed = await pool.hand(async (ready) => {
    if (ready !== null) taken.add(ready);
    return ok(ready?.tabId ?? null);
  }, signal);
  return handed.ok ? handed.value : handed.error.code;
}
/** Whatever has only to wait for promises that are settled has come about. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => vi.useRealTimers());

test('whoever needs a browser gets the one that is starting, and none is started beside it', async () => {
  const { pool, starts } = poolOf(1);
  void pool.warmUp();
  const handed = launchIn(pool);
  await turn();
  expect(starts).toHaveLength(1);
  starts[0]?.end(ok(browser('first')));
  expect(await handed).toBe('first');
  // The next one is started once that one is launched.
  expect(starts).toHaveLength(2);
});

test('each that is starting goes to one: whoever comes when all are spoken for starts their own', async () => {
  const { pool, starts } = poolOf(1);
  void pool.warmUp();
  const [first, second] = [launchIn(pool), launchIn(pool)];
  expect(await second).toBeNull();
  starts[0]?.end(ok(browser('first')));
  expect(await first).toBe('first');
});

test('one that could not be started is waited for by nobody', async () => {
  const { pool, starts } = poolOf(1);
  void pool.warmUp();
  const handed = launchIn(pool);
  starts[0]?.end(fail('browser.not-found', 'there is none'));
  expect(await handed).toBeNull();
});

test('whoever gives up meanwhile waits no longer, and the browser stands ready for another', async () => {
  const { pool, starts } = poolOf(1);
  void pool.warmUp();
  const leaver = new AbortController();
  const handed = launchIn(pool, leaver.signal);
  leaver.abort();
  expect(await handed).toBeNull();
  starts[0]?.end(ok(browser('first')));
  await turn();
  expect(pool.ready).toBe(1);
  expect(await launchIn(pool)).toBe('first');
});

test('a browser that is expected starts at once and goes to whoever comes; none follows it', async () => {
  const { pool, starts } = poolOf(2);
  pool.expect();
  pool.expect();
  const handed = launchIn(pool);
  starts[0]?.end(ok(browser('first')));
  expect(await handed).toBe('first');
  await turn();
  expect(starts).toHaveLength(1);
});

test('whoever expects one hears when its process runs, and at once where none will', async () => {
  const { pool, starts } = poolOf(1);
  const heard: string[] = [];
  pool.expect(() => heard.push('runs'));
  await turn();
  expect(heard).toEqual([]);
  starts[0]?.spawned();
  expect(heard).toEqual(['runs']);
  pool.expect(() => heard.push('one comes already'));
  poolOf(0).pool.expect(() => heard.push('none is wanted'));
  expect(heard).toEqual(['runs', 'one comes already', 'none is wanted']);
  const failing = poolOf(1);
  failing.pool.expect(() => heard.push('it failed'));
  failing.starts[0]?.end(fail('browser.launch-failed', 'no'));
  await expect.poll(() => heard).toContain('it failed');
});

test('where none is to stand ready, none is expected', async () => {
  const { pool, starts } = poolOf(0);
  pool.expect();
  expect(await launchIn(pool)).toBeNull();
  expect(starts).toHaveLength(0);
});

test.each([
  ['renew', null],
  ['close', 'task.cancelled'],
] as const)('an expected browser that nobody took ends with `%s`', async (by, next) => {
  const { pool, starts, ended } = poolOf(1);
  pool.expect();
  starts[0]?.end(ok(browser('first')));
  await turn();
  await pool[by]();
  await turn();
  expect(ended).toEqual(['first']);
  expect(await launchIn(pool)).toBe(next);
});

test('one whose start is called off goes to nobody, and whoever waited for it starts their own', async () => {
  const { pool, starts, ended } = poolOf(1);
  pool.expect();
  const handed = launchIn(pool);
  pool.renew();
  expect(starts[0]?.signal.aborted).toBe(true);
  // However long it takes to end.
  expect(await handed).toBeNull();
  expect(await launchIn(pool)).toBeNull();
  starts[0]?.end(ok(browser('first')));
  await turn();
  expect(ended).toEqual(['first']);
});

test('whoever waits for longer than a start takes starts their own, and what comes late stands ready', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { pool, starts, ended } = poolOf(1);
  void pool.warmUp();
  const handed = launchIn(pool);
  vi.advanceTimersByTime(3_000);
  expect(await handed).toBeNull();
  starts[0]?.end(ok(browser('late')));
  await turn();
  expect([pool.ready, starts.length, ended]).toEqual([1, 1, []]);
  expect(await launchIn(pool)).toBe('late');
  expect(vi.getTimerCount()).toBe(0);
});

test('a pool that closes hands nothing to whoever waits, also where the browser still comes, and begins nothing any more', async () => {
  const { pool, starts, ended } = poolOf(2);
  void pool.warmUp();
  let isLaunching = false;
  const waits = pool.hand(async () => {
    isLaunching = true;
    return ok(null);
  }, stays);
  const closing = pool.close();
  expect(await waits).toMatchObject({ ok: false, error: { code: 'task.cancelled' } });
  for (const [at, start] of starts.entries()) start.end(ok(browser(`${at}`)));
  await closing;
  pool.expect();
  await pool.warmUp();
  pool.renew();
  expect(await launchIn(pool)).toBe('task.cancelled');
  expect([isLaunching, pool.ready, starts.length, ended]).toEqual([false, 0, 2, ['0', '1']]);
});

test.each([
  ['is refused', async () => fail('boundary.denied', 'no')],
  ['starts another one', async () => ok('another')],
  ['throws', () => Promise.reject(new Error('a bug'))],
] as const)('a browser that is handed to a launch that %s is ended, and told of', async (_how, launch) => {
  const { pool, starts, ended } = poolOf(1);
  pool.expect();
  starts[0]?.end(ok(browser('first')));
  await turn();
  const handed = pool.hand(launch, stays);
  await handed.catch(() => undefined);
  expect(ended).toEqual(['first']);
});

test('one that died as it started is ended, and whoever waited for it starts their own', async () => {
  const { pool, starts, ended } = poolOf(1);
  void pool.warmUp();
  const handed = launchIn(pool);
  starts[0]?.end(ok(browser('dead', { alive: false })));
  expect(await handed).toBeNull();
  await turn();
  expect([pool.ready, ended]).toEqual([0, ['dead']]);
  // None is started in its place until somebody takes a tab: it would die as well.
  expect(starts).toHaveLength(1);
  await launchIn(pool);
  expect(starts).toHaveLength(2);
});

test('after another policy others are started at once, however long those that were called off take to end', async () => {
  const { pool, starts, ended } = poolOf(2);
  void pool.warmUp();
  pool.renew();
  expect(starts.map(({ signal }) => signal.aborted)).toEqual([true, true, false, false]);
  for (const [at, start] of starts.entries()) start.end(ok(browser(`${at}`)));
  await turn();
  expect([pool.ready, ended]).toEqual([2, ['0', '1']]);
});

test('one is expected while another one that was called off still starts', async () => {
  const { pool, starts } = poolOf(1);
  pool.expect();
  pool.renew();
  pool.expect();
  expect(starts.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

test('an end that throws is told of as one that nobody saw, and stops neither the next browsers nor the warm-up', async () => {
  const { pool, starts, ended } = poolOf(1);
  pool.expect();
  starts[0]?.end(ok(browser('stuck', { end: () => Promise.reject(new Error('a bug')) })));
  await turn();
  pool.renew();
  const warm = pool.warmUp();
  starts[1]?.end(ok(browser('next')));
  await warm;
  expect([pool.ready, ended]).toEqual([1, ['stuck, not seen gone']]);
});
