// Who gets which of the browsers that stand ready or are starting, over starts that the test ends itself.
import { expect, test } from 'vitest';
import type { WarmTab } from '#executors/contract/launcher.ts';
import { Pool } from '#gateway/tabs/pool.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';

type Start = { readonly end: (came: Result<WarmTab>) => void; readonly signal: AbortSignal };

/** A pool for at most `size`, the starts that it began, and the browsers that nobody took. */
function poolOf(size: number) {
  const starts: Start[] = [];
  const ended: string[] = [];
  const pool = new Pool({
    size: () => size,
    start: (signal) => {
      const { promise, resolve } = Promise.withResolvers<Result<WarmTab>>();
      starts.push({ end: resolve, signal });
      return promise;
    },
    onEnded: async ({ tabId }) => void ended.push(tabId),
  });
  return { pool, starts, ended };
}

const browser = (tabId: string): WarmTab => ({
  tabId,
  pid: 1,
  alive: true,
  taken: false,
  onGone: () => undefined,
  end: async () => ({ processesGone: true, profileRemoved: true, forced: false }),
});
const named = async (ready: WarmTab | null): Promise<string | null> => ready?.tabId ?? null;
const stays = new AbortController().signal;
/** Whatever has only to wait for promises that are settled has come about. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('whoever needs a browser gets the one that is starting, and none is started beside it', async () => {
  const { pool, starts } = poolOf(1);
  void pool.warmUp();
  const handed = pool.hand(named, stays);
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
  const [first, second] = [pool.hand(named, stays), pool.hand(named, stays)];
  expect(await second).toBeNull();
  starts[0]?.end(ok(browser('first')));
  expect(await first).toBe('first');
});

test('one that could not be started is waited for by nobody', async () => {
  const { pool, starts } = poolOf(1);
  void pool.warmUp();
  const handed = pool.hand(named, stays);
  starts[0]?.end(fail('browser.not-found', 'there is none'));
  expect(await handed).toBeNull();
});

test('whoever gives up meanwhile waits no longer, and the browser stands ready for another', async () => {
  const { pool, starts } = poolOf(1);
  void pool.warmUp();
  const leaver = new AbortController();
  const handed = pool.hand(named, leaver.signal);
  leaver.abort();
  expect(await handed).toBeNull();
  starts[0]?.end(ok(browser('first')));
  await turn();
  expect(pool.ready).toBe(1);
  expect(await pool.hand(named, stays)).toBe('first');
});

test('a browser that is expected starts at once and goes to whoever comes; none follows it', async () => {
  const { pool, starts } = poolOf(2);
  pool.expect();
  pool.expect();
  const handed = pool.hand(named, stays);
  starts[0]?.end(ok(browser('first')));
  expect(await handed).toBe('first');
  await turn();
  expect(starts).toHaveLength(1);
});

test('where none is to stand ready, none is expected', async () => {
  const { pool, starts } = poolOf(0);
  pool.expect();
  expect(await pool.hand(named, stays)).toBeNull();
  expect(starts).toHaveLength(0);
});

test.each(['renew', 'close'] as const)('an expected browser that nobody took ends with `%s`', async (by) => {
  const { pool, starts, ended } = poolOf(1);
  pool.expect();
  starts[0]?.end(ok(browser('first')));
  await turn();
  await pool[by]();
  await turn();
  expect(ended).toEqual(['first']);
  expect(await pool.hand(named, stays)).toBeNull();
});

test('one whose start is called off goes to nobody, and whoever waited for it starts their own', async () => {
  const { pool, starts, ended } = poolOf(1);
  pool.expect();
  const handed = pool.hand(named, stays);
  pool.renew();
  expect(starts[0]?.signal.aborted).toBe(true);
  // However long it takes to end.
  expect(await handed).toBeNull();
  expect(await pool.hand(named, stays)).toBeNull();
  starts[0]?.end(ok(browser('first')));
  await turn();
  expect(ended).toEqual(['first']);
});
