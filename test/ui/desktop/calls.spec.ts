// Calls of the desktop's pages: their own alone, from where they belong, in the form of the table. What is not is refused and told.
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { Refusals, WINDOW_MS } from '#ui/desktop/ipc/refusals.ts';
import { serveCalls, type Answers, type Refusal } from '#ui/desktop/ipc/serve.ts';
import { CALLS, callsOf, SHOW_CHANNEL, type CallName } from '#ui/desktop/ipc/table.ts';
import { bridgeFor } from '#ui/desktop/preload/bridge.ts';
import { mayBeAt } from '#ui/desktop/shell/pinned.ts';
import { ROLES, WINDOWS, type Role } from '#ui/desktop/tables/windows.ts';
import { shellUrl } from '#ui/desktop/tables/shell-pages.ts';
import { FakeContents } from '#test/fixtures/electron/contents.ts';
import { asElectron, FakeElectron } from '#test/fixtures/electron/electron.ts';

const ORIGINS = { app: 'http://app.ghost.localhost:7717', consent: 'http://consent.ghost.localhost:7718' };
const HOMES: Readonly<Record<Role, string>> = {
  FRAME: shellUrl('FRAME'),
  QUICK: shellUrl('QUICK'),
  TRAY: shellUrl('TRAY'),
  PICTURE: shellUrl('PICTURE'),
  APP: `${ORIGINS.app}/#/tasks`,
  CONSENT: `${ORIGINS.consent}/?waiting`,
  PAGE: 'https://shop.example/',
};
/** One call of each row that fits. */
const FITS: Readonly<Record<CallName, unknown>> = {
  go: { text: 'shop.example' },
  newTab: {},
  select: { tab: null },
  closeTab: { tab: 'tab-1' },
  move: { to: 'BACK' },
  find: { text: 'x', forward: true },
  endFind: {},
  zoom: { by: 'IN' },
  doHere: {},
  unfold: { open: true },
  showQuestions: {},
  openAddress: { url: 'https://shop.example/' },
  openQuestion: { id: null },
  openPicture: { taskId: 't-1' },
  read: { text: 'x' },
  submit: { text: 'x', here: false, lend: false },
  hide: {},
  choose: { item: 'quit' },
  picture: {},
  stopTask: {},
  openTask: {},
  fit: { height: 300 },
};

let fake: FakeElectron;
let pages: Map<Role, FakeContents>;
let ran: { readonly name: string; readonly params: unknown }[];
let refused: Refusal[];

beforeEach(async () => {
  fake = new FakeElectron();
  ran = [];
  refused = [];
  pages = new Map(ROLES.map((role) => [role, new FakeContents()]));
  for (const [role, page] of pages) await page.loadURL(HOMES[role]);
  const answers = Object.fromEntries(
    Object.keys(CALLS).map((name) => [
      name,
      async (params: unknown) => {
        ran.push({ name, params });
        if (name === 'picture' || name === 'read') return null;
        return name.startsWith('open') && name !== 'openTask' ? true : { ok: true };
      },
    ]),
  ) as unknown as Answers;
  serveCalls({
    ipc: asElectron(fake).ipcMain,
    callerOf: (id) => {
      const role = [...pages].find(([, page]) => page.id === id)?.[0];
      return role === undefined || role === 'PAGE'
        ? null
        : { role, mayBeAt: (url) => mayBeAt(WINDOWS[role].goes, url, ORIGINS) };
    },
    answers,
    onRefused: (refusal) => refused.push(refusal),
  });
});
const page = (role: Role): FakeContents => pages.get(role) ?? new FakeContents();
const call = (role: Role, name: unknown, params: unknown, frame?: Parameters<FakeElectron['call']>[3]) =>
  fake.call(page(role), name, params, frame);

test('each page may make its own calls, and no other one’s', async () => {
  for (const role of ROLES) {
    const own = new Set<string>(callsOf(role));
    for (const name of Object.keys(CALLS) as CallName[]) {
      const may = own.has(name) && role !== 'PAGE';
      const before = refused.length;
      expect(await call(role, name, FITS[name]), `${role} ${name}`).toMatchObject({ ok: may });
      expect(refused.length - before, `${role} ${name}`).toBe(may ? 0 : 1);
    }
  }
  expect(callsOf('PAGE')).toEqual([]);
});

test('no row answers a question, takes a path, or names a command', () => {
  const rows = JSON.stringify(Object.keys(CALLS));
  expect(rows).not.toMatch(/answer|allow|approve|exec|eval|path|file|send/iu);
});

test.each([
  ['a call that there is not', 'launchMissiles', {}],
  ['a name of every object', 'constructor', {}],
  ['a prototype', '__proto__', {}],
  ['no name', undefined, {}],
  ['an object for a name', { toString: 'go' }, {}],
  ['a missing field', 'go', {}],
  ['one field more', 'newTab', { tab: 'x' }],
  ['another type', 'go', { text: 7 }],
  ['null', 'go', null],
  ['a number for a list', 'select', 3],
  ['a text that is far too long', 'go', { text: 'x'.repeat(1_000_000) }],
])('%s is refused and told', async (_, name, params) => {
  expect(await call('FRAME', name, params)).toEqual({ ok: false });
  expect(ran).toEqual([]);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.what.length).toBeLessThan(200);
});

test('a frame within a page, a frame that is gone, and a page that went elsewhere may call nothing', async () => {
  expect(await call('FRAME', 'newTab', {}, { parent: {} })).toEqual({ ok: false });
  expect(await call('FRAME', 'newTab', {}, { detached: true })).toEqual({ ok: false });
  expect(await call('FRAME', 'newTab', {}, null)).toEqual({ ok: false });
  expect(await call('FRAME', 'newTab', {}, { url: 'https://evil.test/' })).toEqual({ ok: false });
  expect(await call('APP', 'openQuestion', { id: null }, { url: `${ORIGINS.consent}/` })).toEqual({
    ok: false,
  });
  expect(
    await call('CONSENT', 'fit', { height: 9 }, { url: 'http://consent.ghost.localhost:9999/' }),
  ).toEqual({ ok: false });
  expect(ran).toEqual([]);
  expect(refused.map(({ from }) => from)).toContain('FRAME https://evil.test');
});

test('a page of the web has no call, whatever it sends', async () => {
  for (const name of Object.keys(CALLS) as CallName[])
    expect(await call('PAGE', name, FITS[name])).toEqual({ ok: false });
  expect(ran).toEqual([]);
});

test('what is told of a refusal holds nothing of an address but its scheme and host', async () => {
  await call('FRAME', 'newTab', {}, { url: 'https://evil.test/secret?token=s3cret' });
  expect(JSON.stringify(refused)).not.toContain('s3cret');
});

test('whatever is sent, nothing throws, and only what fits its row runs', async () => {
  const names = fc.oneof(fc.constantFrom(...Object.keys(CALLS)), fc.string(), fc.anything());
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ROLES), names, fc.anything(), async (role, name, params) => {
      const before = ran.length;
      const reply = await call(role, name, params);
      const did = ran.length > before;
      expect(reply).toMatchObject({ ok: did });
      if (did)
        expect(
          CALLS[name as CallName].params.safeParse(params).success &&
            callsOf(role).includes(name as CallName),
        ).toBe(true);
    }),
  );
});

test('an answer that fails is a refusal without its reason', async () => {
  const broken = new FakeElectron();
  const told: Refusal[] = [];
  serveCalls({
    ipc: asElectron(broken).ipcMain,
    callerOf: () => ({ role: 'TRAY', mayBeAt: () => true }),
    answers: { hide: async () => Promise.reject(new Error('at /home/me/secret')) } as unknown as Answers,
    onRefused: (refusal) => told.push(refusal),
  });
  expect(await broken.call(page('TRAY'), 'hide', {})).toEqual({ ok: false });
  expect(told).toEqual([{ what: 'a call that failed: hide', from: 'Error' }]);
});

test('refusals alike are told at once and then as a number, and a flood costs one entry a kind in its window', () => {
  let now = 0;
  const told: { what: string; count: number }[] = [];
  const refusals = new Refusals(
    ({ what, count }) => told.push({ what, count }),
    () => now,
  );
  for (let at = 0; at < 1_000; at += 1) refusals.note({ what: 'a', from: 'FRAME' });
  expect(told).toEqual([{ what: 'a', count: 1 }]);
  now = WINDOW_MS;
  refusals.note({ what: 'a', from: 'FRAME' });
  expect(told).toEqual([
    { what: 'a', count: 1 },
    { what: 'a', count: 999 },
    { what: 'a', count: 1 },
  ]);
  for (let at = 0; at < 5_000; at += 1) refusals.note({ what: `kind ${at}`, from: 'FRAME' });
  expect(told.length).toBeLessThan(60);
  refusals.flush();
  expect(told.length).toBeLessThan(62);
});

test('a bridge makes its own calls alone, and hands on only what fits the table', async () => {
  const invoked: unknown[][] = [];
  let reply: unknown = { ok: true, value: { ok: true } };
  let tell: (event: unknown, ...given: unknown[]) => void = () => undefined;
  const bridge = bridgeFor('TRAY', {
    ipcRenderer: {
      invoke: async (channel, ...given) => {
        invoked.push([channel, ...given]);
        return reply;
      },
      on: (channel, listener) => {
        if (channel === SHOW_CHANNEL) tell = listener;
      },
    },
  });
  expect(await bridge.call('choose', { item: 'quit' })).toEqual({ ok: true });
  expect(await bridge.call('go', { text: 'x' })).toBeNull();
  expect(await bridge.call('choose', { item: 7 } as never)).toBeNull();
  expect(invoked).toHaveLength(1);
  for (const wrong of [null, 'no', { ok: true }, { ok: true, value: 7 }, { ok: false }]) {
    reply = wrong;
    expect(await bridge.call('choose', { item: 'quit' })).toBeNull();
  }
  const seen: unknown[] = [];
  tell({}, 'tray', { state: 'IDLE', words: 'nothing runs', items: [] });
  bridge.onShown('tray', (value) => seen.push(value));
  tell({}, 'tray', { state: 'BROKEN', words: '', items: [] });
  tell({}, 'frame', {});
  tell({}, '__proto__', {});
  expect(seen).toEqual([{ state: 'IDLE', words: 'nothing runs', items: [] }]);
});
