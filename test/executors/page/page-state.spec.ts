// What is known of a page between the messages of its browser, and what another document does to it.
import { expect, test } from 'vitest';
import { PageState } from '#executors/page/page-state.ts';

const SIGNAL = new AbortController().signal;

test('a page is held until each verdict that it waits for was given back, once', async () => {
  const page = new PageState(false);
  const [first, second] = [page.hold(), page.hold()];
  const free = page.waiter.until(() => page.held === 0, 5_000, SIGNAL);
  first();
  first();
  expect(page.held).toBe(1);
  second();
  expect(await free).toBe(true);
});

test('a document that came in place of a refused one is no site’s, and moves nowhere within itself', () => {
  const page = new PageState(false);
  page.navigationBegan('L1');
  page.block('L1', 'https://evil.test/a', 'the policy says DENY');
  page.committed({ loaderId: 'L1', url: 'https://evil.test/a' });
  page.movedWithin('https://evil.test/b');
  expect([page.url, page.refused, page.refusedUrl]).toEqual(['about:blank', true, 'https://evil.test/a']);
  expect(page.blocked).toEqual({ url: 'https://evil.test/a', reason: 'the policy says DENY' });
  page.committed({ loaderId: 'L2', url: 'https://shop.test/', urlFragment: '#top' });
  page.movedWithin('https://shop.test/#end');
  expect([page.url, page.refused, page.blocked]).toEqual(['https://shop.test/#end', false, null]);
});

test('the browser’s own error page is unreachable and shows no address of a site', () => {
  const page = new PageState(false);
  page.committed({
    loaderId: 'L1',
    url: 'chrome-error://chromewebdata/',
    unreachableUrl: 'https://gone.test/',
  });
  expect([page.unreachable, page.url, page.refusedUrl]).toEqual([true, 'about:blank', 'https://gone.test/']);
});

test('another document is free of what was counted against the one before, and of what was withheld from it', () => {
  const page = new PageState(false);
  page.dialogs.opened();
  page.requests.withhold('R1');
  expect([page.dialogs.count, page.requests.becomesVisual(), page.requests.visual]).toEqual([1, 1, true]);
  page.committed({ loaderId: 'L1', url: 'https://shop.test/' });
  expect([page.dialogs.count, page.requests.becomesVisual()]).toEqual([0, 0]);
  expect(page.navigatedItself()).toBe(1);
  page.committed({ loaderId: 'L2', url: 'https://shop.test/b' });
  // Its way from one address to the next goes on: an act begins that count again, no document does.
  expect(page.navigatedItself()).toBe(2);
  page.forgetOwnNavigations();
  expect(page.ownNavigations).toBe(0);
});

test('a navigation that came to nothing ends its own loading and no other', () => {
  const page = new PageState(false);
  page.navigationBegan('L2');
  page.navigationEnded('L1');
  expect([page.navigating, page.loading]).toEqual(['L2', true]);
  page.navigationEnded('L2');
  expect([page.navigating, page.loading]).toEqual([null, false]);
  page.committed({ loaderId: 'L3', url: 'https://shop.test/' });
  expect([page.domReady, page.loading]).toEqual([false, true]);
  page.domBuilt();
  expect([page.domReady, page.loaded]).toEqual([true, false]);
  page.loadEnded();
  expect(page.loading).toBe(false);
});

test('windows and downloads that were asked for are waited for until they came or nothing opens', () => {
  const { asked } = new PageState(false);
  asked.window('https://shop.test/a');
  asked.download();
  expect([asked.windowCame(), asked.opensWindow, asked.opensSomething]).toEqual([
    'https://shop.test/a',
    false,
    true,
  ]);
  asked.downloadBegan();
  asked.downloadBegan();
  asked.download();
  expect(asked.opensSomething).toBe(true);
  asked.nothingOpens();
  expect([asked.opensSomething, asked.windowCame()]).toEqual([false, undefined]);
});

test('a page without a cache stays without one, whatever rules are in use', () => {
  const [fresh, cached] = [new PageState(true), new PageState(false)];
  for (const { requests } of [fresh, cached]) requests.rulesInUse(true);
  expect([fresh.requests.uncached, cached.requests.uncached]).toEqual([true, true]);
  for (const { requests } of [fresh, cached]) requests.rulesInUse(false);
  expect([fresh.requests.uncached, cached.requests.uncached]).toEqual([true, false]);
});

test('an answer that is told behind its document counts as if it had come before: its status, and that it is no site’s', () => {
  const page = new PageState(false);
  page.committed({ loaderId: 'L1', url: 'http://shop.test/gone' });
  expect([page.isAnswered, page.status, page.url]).toEqual([false, null, 'http://shop.test/gone']);
  page.answered('L1', { status: 404, refused: false });
  expect([page.isAnswered, page.status, page.refused]).toEqual([true, 404, false]);
  page.committed({ loaderId: 'L2', url: 'http://prize.test/' });
  page.answered('L2', { status: 403, refused: true });
  expect([page.refused, page.url, page.refusedUrl]).toEqual([true, 'about:blank', 'http://prize.test/']);
  page.committed({ loaderId: 'L3', url: 'http://shop.test/' });
  expect([page.refused, page.refusedUrl, page.isAnswered]).toEqual([false, null, false]);
});
