// Where the door has a cookie set: at the page that it was meant for, however long a person takes, and as it was asked for. No browser.
import { expect, test } from 'vitest';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { ok } from '#policy/language/failure.ts';
import { COOKIE_METHODS } from '#gateway/surfaces/cdp/answers/cookies.ts';
import type { Asked } from '#gateway/surfaces/cdp/call/contract.ts';
import type { OwnTarget } from '#gateway/surfaces/cdp/call/target.ts';

function page(onAct: (go: (url: string) => void) => void = () => undefined) {
  let url = 'http://shop.test/';
  const acts: BrowserAction[] = [];
  const target = {
    inFront: true,
    open: { tab: { shown: () => ({ id: 'd', url, title: '' }) } },
  } as unknown as OwnTarget;
  // A second tab at the same site.
  const targets = { all: () => [target, target], context: () => null };
  const call = async (method: string, params: Record<string, unknown>) => {
    const act = (_: unknown, action: BrowserAction) => {
      acts.push(action);
      onAct((to) => (url = to));
      return Promise.resolve(ok({}));
    };
    const answer = await COOKIE_METHODS[method]?.answer(
      params,
      { method, act, targets } as unknown as Asked,
      target,
    );
    return answer;
  };
  return { call, acts };
}

test('a page that goes to another site while a person is asked gets no cookie of the first', async () => {
  const { call, acts } = page((go) => go('http://other.test/'));
  const cookies = ['one', 'two'].map((name) => ({ name, value: name, domain: 'shop.test' }));
  expect(await call('Network.setCookies', { cookies })).toMatchObject({ error: { data: 'act.changed' } });
  expect(acts).toEqual([{ type: 'COOKIE_WRITE', cookie: { name: 'one', value: 'one' }, host: 'shop.test' }]);
});

test('all are cleared at the hosts that their tabs were at when it was asked for, and at no other', async () => {
  const stays = page();
  expect(await stays.call('Storage.clearCookies', {})).toEqual({ result: {} });
  expect(stays.acts).toEqual([1, 2].map(() => ({ type: 'COOKIE_CLEAR', host: 'shop.test' })));
  const leaves = page((go) => go('http://other.test/'));
  expect(await leaves.call('Storage.clearCookies', {})).toMatchObject({ error: { data: 'act.changed' } });
  expect(leaves.acts).toEqual([{ type: 'COOKIE_CLEAR', host: 'shop.test' }]);
});

test('a cookie is deleted at the host that it was asked for', async () => {
  const { call, acts } = page();
  expect(await call('Network.deleteCookies', { name: 'one', domain: '.shop.test' })).toEqual({ result: {} });
  expect(acts).toEqual([{ type: 'COOKIE_CLEAR', name: 'one', host: 'shop.test' }]);
});

test.each([
  [{ domain: '.shop.test' }, 'a cookie is of one host'],
  [{ partitionKey: { topLevelSite: 'http://shop.test', hasCrossSiteAncestor: false } }, 'no partition'],
  [{ url: 'https://shop.test/' }, 'by its host and scheme'],
  [{ sourceScheme: 'Secure' }, 'by its host and scheme'],
  [{ sourcePort: 8_080 }, 'by its host and scheme'],
])('what would not be honoured is an error that says why: %j', async (more, why) => {
  const { call, acts } = page();
  const told = await call('Network.setCookie', { name: 'one', value: 'two', ...more });
  expect(JSON.stringify(told)).toContain(why);
  expect(acts).toEqual([]);
});

test('of partitions that of the page itself is deleted from, and no other', async () => {
  const { call, acts } = page();
  const within = (topLevelSite: string) =>
    call('Network.deleteCookies', {
      name: 'one',
      partitionKey: { topLevelSite, hasCrossSiteAncestor: false },
    });
  expect(JSON.stringify(await within('http://other.test'))).toContain('by its host and scheme');
  expect(acts).toEqual([]);
  for (const site of ['http://shop.test', 'http//shop.test'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await within(site)).toEqual({ result: {} });
});
