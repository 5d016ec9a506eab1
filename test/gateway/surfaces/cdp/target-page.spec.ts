// A target's page while others come into its place: what was begun in one page is answered, and is of that page alone. No browser.
import { expect, test } from 'vitest';
import type { RemoteEvent, RemoteTold } from '#executors/contract/remote.ts';
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import { PageView } from '#gateway/surfaces/cdp/page/page-view.ts';
import { TargetPage } from '#gateway/surfaces/cdp/page/target-page.ts';
import type { Act } from '#gateway/surfaces/cdp/page/target-page.ts';
import { fail, ok } from '#policy/language/failure.ts';

const DOCUMENT = { id: 'd', url: 'http://shop.test/', title: '' };
const frame = (id: string) => ({
  id,
  parentId: null,
  loaderId: id,
  name: '',
  url: `http://shop.test/${id}`,
  mimeType: 'text/html',
});
const world = (id: number, frameId: string) => ({ id, frameId, origin: '', name: '', isDefault: true });
const page = (id: string, context: number): RemoteTold => ({
  for: 'PAGE',
  frames: [frame(id)],
  contexts: [world(context, id)],
});

function targetPage() {
  let hear: (event: RemoteEvent) => void = () => undefined;
  const heard: string[] = [];
  let lookedAgain = 0;
  const tab = {
    listenRemote: (_: string, listener: typeof hear) => {
      hear = listener;
      return () => undefined;
    },
  } as unknown as OpenTab['tab'];
  const target = new TargetPage({
    id: 'TARGET',
    tab,
    tell: (_, method) => heard.push(method),
    isHeard: () => true,
    onHappened: () => (lookedAgain += 1),
    onPages: () => target.replaced(),
    isOwn: () => true,
  });
  return { target, heard, hears: (event: RemoteEvent) => hear(event), again: () => lookedAgain };
}

const sees =
  (...looks: readonly (() => RemoteTold)[]): Act =>
  () => {
    const look = looks[at] ?? looks.at(-1);
    at += 1;
    if (look === undefined) throw new Error('nothing is seen');
    return Promise.resolve(
      ok({
        outcome: {
          kind: 'OBSERVED',
          observed: { what: 'REMOTE', told: look(), from: '' },
          document: DOCUMENT,
        },
      }),
    );
  };
let at = 0;
const another = (): RemoteEvent => ({
  kind: 'ANOTHER_PAGE',
  page: 'empty',
  opener: null,
  instead: 'first',
});

test('a page that comes into its place during the first look is the one that the client is told of', async () => {
  at = 0;
  const { target, hears } = targetPage();
  const begun = await target.begin(
    sees(
      () => {
        hears(another());
        return page('first', 1);
      },
      () => page('empty', 2),
    ),
  );
  expect(begun.ok).toBe(true);
  expect(target.view.frames().map(({ id }) => id)).toEqual(['empty']);
  expect(target.view.mainContext()?.id).toBe(2);
});

test('pages without end leave the look undone', async () => {
  at = 0;
  const { target, hears } = targetPage();
  const begun = await target.begin(
    sees(() => {
      hears(another());
      return page('one', 1);
    }),
  );
  expect(begun).toMatchObject({ ok: false, error: { code: 'act.changed' } });
  expect(target.view.frames()).toEqual([]);
});

const asked = (id: number): RemoteEvent => ({ kind: 'REQUEST_ENDED', id: String(id), at: 1, bytes: 0 });
const loading = (): RemoteEvent => ({ kind: 'LOADING', frameId: 'one' });
const many = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

test('of what comes without end while it is looked at, requests are left out and the rest is told', async () => {
  at = 0;
  const { target, hears, heard } = targetPage();
  await target.begin(
    sees(() => {
      hears(loading());
      for (const event of many(5_000, asked)) hears(event);
      hears(loading());
      return page('one', 1);
    }),
  );
  expect(heard).toEqual(['Page.frameStartedLoading', 'Page.frameStartedLoading']);
});

test('a page whose frames come and go without end is looked at once more, and given up', async () => {
  at = 0;
  const { target, hears } = targetPage();
  const look = () => {
    for (const event of many(5_000, loading)) hears(event);
    return page('one', 1);
  };
  expect(await target.begin(sees(look))).toMatchObject({ ok: false, error: { code: 'act.changed' } });
  at = 0;
  expect((await target.begin(sees(look, () => page('one', 1)))).ok).toBe(true);
});

test('nothing is kept of a look that failed, nor of what comes before the next one', async () => {
  at = 0;
  const { target, hears, heard } = targetPage();
  await target.begin(() => {
    hears(loading());
    return Promise.resolve(fail('boundary.denied', 'no'));
  });
  hears(loading());
  await target.begin(sees(() => page('one', 1)));
  expect(heard).toEqual([]);
});

test('one that comes later is told, and looked at', async () => {
  at = 0;
  const { target, hears, heard, again } = targetPage();
  await target.begin(sees(() => page('first', 1)));
  hears(another());
  expect(heard).toEqual(['Runtime.executionContextsCleared']);
  expect(again()).toBe(1);
  expect(target.view.mainContext()).toBeNull();
});

test('that another document has loaded is told behind the answer to what brought it', async () => {
  at = 0;
  const { target, hears, heard } = targetPage();
  await target.begin(sees(() => page('one', 1)));
  await target.bringing(() => {
    hears({ kind: 'BUILT', at: 1 });
    hears(loading());
    hears({ kind: 'LOADED', at: 2 });
    return Promise.resolve();
  });
  expect(heard).toEqual(['Page.frameStartedLoading']);
  await new Promise(setImmediate);
  expect(heard.slice(1)).toEqual(['Page.domContentEventFired', 'Page.loadEventFired']);
  hears({ kind: 'LOADED', at: 3 });
  expect(heard.at(-1)).toBe('Page.loadEventFired');
  expect(heard).toHaveLength(4);
});

test('a promise of a page that is gone is answered, though it is asked for late', async () => {
  const view = new PageView('TARGET');
  const { generation } = view;
  view.clear();
  expect(await view.untilSettled(7, generation)).toEqual({ failed: 'Inspected target navigated or closed' });
});

test('what a session held is given back when it ends, and what another one held stays', () => {
  const view = new PageView('TARGET');
  const told = (handle: string, sessionId: string) =>
    String(view.told({ type: 'object', handle }, 1, sessionId)['objectId']);
  const [mine, theirs] = [told('h1', 'mine'), told('h2', 'theirs')];
  expect(view.releaseAll('mine')).toEqual(['h1']);
  expect(view.object(mine, 'mine')).toBeNull();
  expect(view.object(theirs, 'theirs')?.handle).toBe('h2');
  expect(view.releaseAll('mine')).toEqual([]);
});

test('a world is found by its own name, which is none of another page', () => {
  const [one, other] = [new PageView('ONE'), new PageView('OTHER')];
  for (const view of [one, other]) {
    view.setFrame(frame('main'));
    view.addContext(world(1, 'main'));
  }
  expect(one.contextNamed(one.uniqueIdOf(1))?.id).toBe(1);
  expect(other.contextNamed(one.uniqueIdOf(1))).toBeNull();
});
