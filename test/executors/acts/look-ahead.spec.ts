// A look that is taken ahead and dropped begins nothing more on its page, and nobody waits for one that hangs.
import { afterEach, expect, test, vi } from 'vitest';
import { LookAhead } from '#executors/acts/look-ahead.ts';
import type { Page } from '#executors/page/page.ts';

afterEach(() => vi.useRealTimers());

const VIEW = { width: 800, height: 600 };

/** Its worlds are there when `ready` is resolved. */
function pageBefore(): { page: Page; ready: PromiseWithResolvers<number>; runIn: ReturnType<typeof vi.fn> } {
  const ready = Promise.withResolvers<number>();
  const runIn = vi.fn(() => new Promise(() => undefined));
  const given: unknown = {
    id: 'f',
    documentId: 'd',
    url: 'http://site.test/',
    looked: null,
    frameChanges: 0,
    asked: { navigations: 0 },
    looksAnew: () => undefined,
    world: () => ready.promise,
    runIn,
    run: () => new Promise(() => undefined),
    frames: { read: () => new Promise(() => undefined) },
    session: { sendRaw: () => new Promise(() => undefined) },
    history: async () => undefined,
  };
  return { page: given as Page, ready, runIn };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('one that was dropped before it began to count does not begin', async () => {
  const kept = pageBefore();
  const stays = new LookAhead(kept.page, VIEW);
  kept.ready.resolve(1);
  await settled();
  expect(kept.runIn).toHaveBeenCalled();
  stays.drop();

  const { page, ready, runIn } = pageBefore();
  const ahead = new LookAhead(page, VIEW);
  ahead.drop();
  ready.resolve(1);
  await settled();
  expect(runIn).not.toHaveBeenCalled();
  expect(await ahead.stillSo(page, VIEW)).toBeNull();
});

test('one that hangs is given up, and begins nothing more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { page, ready, runIn } = pageBefore();
  const ahead = new LookAhead(page, VIEW);
  const told = ahead.stillSo(page, VIEW);
  await vi.runAllTimersAsync();
  expect(await told).toBeNull();
  ready.resolve(1);
  await settled();
  expect(runIn).not.toHaveBeenCalled();
});
