// The whole main process, on an Electron that is checked against the real one's declarations and a gateway that speaks the real channel.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Desktop, QUICK_KEYS } from '#ui/desktop/desktop.ts';
import { shellUrl } from '#ui/desktop/tables/shell-pages.ts';
import { WINDOWS } from '#ui/desktop/tables/windows.ts';
import type { FrameState, QuickState } from '#ui/desktop/ipc/table.ts';
import type { LentView } from '#gateway/protocol/views/task.ts';
import type { FakeContents } from '#test/fixtures/electron/contents.ts';
import { asElectron, FakeElectron } from '#test/fixtures/electron/electron.ts';
import { aBrief, aQuestion, ScriptedGateway } from '#test/fixtures/electron/scripted-gateway.ts';
import { ScriptedReleases } from '#test/fixtures/electron/scripted-releases.ts';

const APP = 'http://app.ghost.localhost:7717';
const LENT: LentView = {
  domain: 'account.test',
  source: 'window',
  state: 'LENT',
  count: 2,
  from: '2026-11-26T12:00:00.000Z',
  until: '2026-11-26T12:05:00.000Z',
  endedAt: null,
};

let fake: FakeElectron;
let gateways: ScriptedGateway[];
let kills: number;
let desktop: Desktop;
let logged: string[];
let quits: number;
let releases: ScriptedReleases;

beforeEach(() => {
  fake = new FakeElectron();
  gateways = [];
  logged = [];
  kills = 0;
  quits = 0;
  releases = new ScriptedReleases();
  desktop = new Desktop({
    electron: asElectron(fake),
    startGateway: () => {
      const gateway = new ScriptedGateway();
      gateways.push(gateway);
      return { port: gateway.port, kill: () => (kills += 1) };
    },
    preloads: '/app/desktop/preload',
    servePages: (session) => session.protocol.handle('ghost-shell', async () => new Response()),
    now: () => performance.now(),
    clock: (at) => at.slice(11, 16),
    log: (line) => logged.push(line),
    quit: (leave) => {
      quits += 1;
      leave?.();
    },
    updates: (onChange) => releases.updates(onChange),
  });
});
afterEach(() => desktop.close());

const gateway = (): ScriptedGateway => {
  const last = gateways.at(-1);
  if (last === undefined) throw new Error('no gateway was started');
  return last;
};
const tray = () => {
  const [one] = fake.trays;
  if (one === undefined) throw new Error('no tray');
  return one;
};
const labels = (): string[] => tray().menu.map(({ label }) => label ?? '');
const viewOf = (role: 'FRAME' | 'APP' | 'PAGE') =>
  fake.views.filter(({ options }) => options.webPreferences?.partition === WINDOWS[role].partition);
const windowOf = (role: 'CONSENT' | 'QUICK' | 'TRAY' | 'PICTURE') =>
  fake.windows.find(
    ({ options, isGone }) => !isGone && options.webPreferences?.partition === WINDOWS[role].partition,
  );
const frame = (): FakeContents => viewOf('FRAME')[0]?.webContents ?? (undefined as never);
const frameState = (): FrameState =>
  frame().sent.findLast(({ name }) => name === 'frame')?.value as FrameState;
const until = (what: () => void) =>
  expect.poll(() => (what(), true), { timeout: 10_000, interval: 5 }).toBe(true);
const see = (read: () => unknown, wanted: unknown) =>
  expect.poll(read, { timeout: 10_000, interval: 5 }).toEqual(wanted);

async function begun(
  options: Parameters<Desktop['begin']>[0] = { hidden: false, link: null },
): Promise<void> {
  desktop.begin(options);
  gateway().ready();
  await see(() => viewOf('APP')[0]?.webContents.went.at(-1), `${APP}/#code=a`);
}
/** The window of questions takes its link, and then its document goes to the list of what waits. */
async function letConsentIn(): Promise<NonNullable<ReturnType<typeof windowOf>>> {
  await expect
    .poll(() => windowOf('CONSENT')?.webContents.went.at(-1), { interval: 5 })
    .toMatch(/#enrol=c$/u);
  const window = windowOf('CONSENT');
  if (window === undefined) throw new Error('no window of questions');
  await window.webContents.loadURL('http://consent.ghost.localhost:7718/?waiting');
  return window;
}

test('every page that is opened has its own session, none of Node’s powers, and its own script', async () => {
  await begun();
  gateway().stand([], [aQuestion()]);
  await letConsentIn();
  fake.shortcuts.get(QUICK_KEYS)?.();
  tray().emit('click');
  await fake.call(viewOf('APP')[0]?.webContents as FakeContents, 'openPicture', { taskId: 't-1' });
  desktop.openAddress('https://shop.example/');
  await until(() => expect(fake.windows).toHaveLength(4));
  const all = [...fake.windows, ...fake.views].map(({ options }) => options.webPreferences);
  for (const preferences of all)
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
    });
  expect(new Set(all.map((one) => one?.partition)).size).toBe(7);
  expect(viewOf('PAGE')[0]?.options.webPreferences?.preload).toBeUndefined();
  // What is no page of the web may ask the system for nothing.
  for (const [partition, session] of fake.sessions)
    if (partition !== '' && partition !== WINDOWS.PAGE.partition) {
      expect(await session.ask({ id: 1 }, 'notifications'), partition).toBe(false);
      expect(session.check({ id: 1 }, 'clipboard-read', APP), partition).toBe(false);
    }
});

test('our own pages stay where they belong, open nothing, and an app’s link to the web goes to the person’s own page', async () => {
  await begun();
  const app = viewOf('APP')[0]?.webContents as FakeContents;
  expect(await app.leads('https://evil.test/')).toBe(false);
  expect(await app.leads(`${APP}/#/audit`)).toBe(true);
  expect(app.opens('https://shop.example/')).toBe('deny');
  await see(() => viewOf('PAGE')[0]?.webContents.went, ['https://shop.example/']);
  expect(app.opens('file:///etc/passwd')).toBe('deny');
  expect(await frame().leads('https://evil.test/')).toBe(false);
  expect(frame().opens('https://evil.test/')).toBe('deny');
  expect(viewOf('PAGE')).toHaveLength(1);
  const attach = { isPrevented: false, preventDefault: () => void (attach.isPrevented = true) };
  app.emit('will-attach-webview', attach);
  expect(attach.isPrevented).toBe(true);
});

test('an address goes to the person’s own page, and words to a task', async () => {
  await begun();
  expect(await fake.call(frame(), 'go', { text: 'shop.example' })).toMatchObject({
    ok: true,
    value: { ok: true },
  });
  await see(() => viewOf('PAGE')[0]?.webContents.went, ['https://shop.example/']);
  expect(gateway().calls('run')).toEqual([]);
  expect(await fake.call(frame(), 'go', { text: 'find the cheapest keyboard' })).toMatchObject({ ok: true });
  expect(gateway().calls('run')).toEqual([{ intent: 'find the cheapest keyboard', lend: [] }]);
  await see(() => viewOf('APP')[0]?.webContents.went.at(-1), `${APP}/#/task/t-1`);
  expect(frameState().active).toBeNull();
});

test('“Do this here” hands the page’s address to the bar, and nothing else of it; the session goes along only if it is asked for', async () => {
  await begun();
  desktop.openAddress('https://www.shop.example/cart?id=7');
  await until(() => expect(frameState().active).not.toBeNull());
  await fake.call(frame(), 'doHere', {});
  await until(() => expect(windowOf('QUICK')?.isShown).toBe(true));
  const bar = windowOf('QUICK')?.webContents as FakeContents;
  const state = bar.sent.findLast(({ name }) => name === 'quick')?.value as QuickState;
  expect(state).toEqual({
    here: 'https://www.shop.example/cart?id=7',
    site: 'shop.example',
    gateway: 'READY',
  });
  await fake.call(bar, 'submit', { text: 'empty it', here: true, lend: false });
  await fake.call(bar, 'submit', { text: 'shop.example', here: true, lend: true });
  await fake.call(bar, 'submit', { text: 'and elsewhere', here: false, lend: true });
  expect(gateway().calls('run')).toEqual([
    { intent: 'empty it', startUrl: 'https://www.shop.example/cart?id=7', lend: [] },
    { intent: 'shop.example', startUrl: 'https://www.shop.example/cart?id=7', lend: ['shop.example'] },
    { intent: 'and elsewhere', lend: [] },
  ]);
  expect(windowOf('QUICK')?.isShown).toBe(false);
});

test('the bar opens by its keys, where it can be seen, and goes when it loses the keyboard', async () => {
  await begun();
  fake.shortcuts.get(QUICK_KEYS)?.();
  await until(() => expect(windowOf('QUICK')?.isShown).toBe(true));
  const window = windowOf('QUICK');
  expect(window?.options).toMatchObject({ width: 720, height: 64, frame: false });
  expect(window?.calls).toContain('at 600,257');
  window?.emit('blur');
  expect(window?.isShown).toBe(false);
});

test('keys that belong to another program are told, and the program begins all the same', async () => {
  fake.takesShortcuts = false;
  await begun();
  expect(logged.join()).toContain(QUICK_KEYS);
});

test('a question opens a window of its own without taking the keyboard, is never navigated away from, and the next one follows', async () => {
  await begun();
  gateway().stand([], [aQuestion({ id: 'c-1' }), aQuestion({ id: 'c-2', title: 'Send this form' })]);
  const window = await letConsentIn();
  await until(() => expect(window.webContents.went.at(-1)).toMatch(/\?ticket=1$/u));
  expect(gateway().calls('question')).toEqual([{ id: 'c-1' }]);
  expect(window.calls).toEqual(
    expect.arrayContaining(['on top true screen-saver', 'protected true', 'showInactive']),
  );
  expect(window.calls).not.toContain('focus');
  // Another one that is wanted waits until this one is closed.
  desktop.show({ kind: 'QUESTION', id: 'c-2' });
  gateway().stand([], [aQuestion({ id: 'c-1' }), aQuestion({ id: 'c-2' }), aQuestion({ id: 'c-3' })]);
  await delay(50);
  expect(gateway().calls('question')).toEqual([{ id: 'c-1' }]);
  gateway().stand([], [aQuestion({ id: 'c-2' }), aQuestion({ id: 'c-3' })]);
  await until(() => expect(gateway().calls('question')).toEqual([{ id: 'c-1' }, { id: 'c-2' }]));
  gateway().stand([], []);
  await until(() => expect(window.isShown).toBe(false));
  expect(gateway().calls('deny')).toEqual([]);
});

test('the window of questions is as high as its card, and no higher than a screen', async () => {
  await begun();
  gateway().stand([], [aQuestion()]);
  const window = await letConsentIn();
  await until(() => expect(window.webContents.went.at(-1)).toMatch(/ticket/u));
  await fake.call(window.webContents, 'fit', { height: 420 });
  await fake.call(window.webContents, 'fit', { height: 4_000 });
  expect(window.calls).toEqual(expect.arrayContaining(['size 560x420', 'size 560x900']));
});

test('the tray shows three states, opens the oldest question, and stops everything', async () => {
  await begun();
  expect(tray().toolTip).toBe('Ghost Browser: nothing runs');
  const idle = tray().images;
  gateway().stand([aBrief()], []);
  await see(() => tray().toolTip, 'Ghost Browser: 1 running');
  expect(labels()).toEqual(expect.arrayContaining(['check my latest order', 'Stop all 1']));
  gateway().stand([aBrief()], [aQuestion(), aQuestion({ id: 'c-2' })]);
  await see(() => tray().toolTip, 'Ghost Browser: 2 asked, 1 running');
  expect(tray().images).toBe(idle + 2);
  expect(labels()[0]).toBe('Use the site’s cookies at account.test? (and 1 more)');
  const window = await letConsentIn();
  tray().press(/^Use the site/u);
  await until(() => expect(window.calls).toContain('focus'));
  tray().press('Stop all 1');
  await see(() => gateway().calls('stop'), [{ taskId: null }]);
  expect(gateway().calls('deny')).toEqual([]);
});

test('which site is lent, to which task and until when, stands in tray and frame, and goes with the task', async () => {
  await begun();
  gateway().stand([aBrief({ lent: [LENT, { ...LENT, domain: 'forum.test', state: 'REFUSED' }] })], []);
  const words =
    'signed in as you at account.test (from `window`) until the task ends, at 12:05 at the latest';
  await until(() => expect(labels()).toContain(`${words}: check my latest order`));
  expect(frameState().lent).toEqual([
    { domain: 'account.test', words, taskId: 't-1', intent: 'check my latest order' },
  ]);
  expect(tray().toolTip).toContain('signed in as you at account.test');
  expect(JSON.stringify(labels())).not.toContain('forum.test');
  gateway().stand([aBrief({ status: 'DONE', lent: [{ ...LENT, state: 'ENDED' }] })], []);
  await see(() => frameState().lent, []);
  expect(JSON.stringify(labels())).not.toContain('account.test');
});

test('a notification tells of a question and opens it, has no button, and answers nothing', async () => {
  await begun();
  gateway().stand([], [aQuestion()]);
  await letConsentIn();
  gateway().channel.tell('happened', {
    kind: 'ASKED',
    id: 'c-1',
    title: 'Use the site’s cookies',
    site: 'account.test',
  });
  await until(() => expect(fake.notifications).toHaveLength(1));
  const [notice] = fake.notifications;
  expect(notice?.options).toEqual({
    title: 'Use the site’s cookies at account.test?',
    body: 'It waits for your answer. Without one it is denied.',
    silent: false,
  });
  notice?.emit('click');
  await until(() => expect(windowOf('CONSENT')?.calls).toContain('focus'));
  expect(gateway().asked.map(({ method }) => method)).not.toContain('deny');
});

test('the gateway survives a crash of every window; the app and the frame are there again', async () => {
  await begun();
  const app = viewOf('APP')[0]?.webContents as FakeContents;
  const before = app.went.length;
  app.crash();
  frame().crash();
  await see(() => app.went.length, before + 1);
  expect(kills).toBe(0);
  expect(gateways).toHaveLength(1);
  expect(await fake.call(frame(), 'newTab', {})).toMatchObject({ ok: true });
});

test('a gateway that dies is begun anew; meanwhile nothing is asked, nothing is lent, and the person’s own pages go nowhere', async () => {
  await begun();
  gateway().stand([aBrief({ lent: [LENT] })], [aQuestion()]);
  await letConsentIn();
  desktop.openAddress('https://shop.example/');
  await until(() => expect(viewOf('PAGE')).toHaveLength(1));
  gateway().die();
  await see(() => frameState().gateway, 'STARTING');
  expect(frameState()).toMatchObject({ questions: 0, running: 0, lent: [] });
  expect(labels()).toContain('Start the gateway now');
  expect(windowOf('CONSENT')).toBeUndefined();
  const page = viewOf('PAGE')[0]?.webContents as FakeContents;
  expect(await page.leads('https://shop.example/2')).toBe(false);
  tray().press('Start the gateway now');
  await see(() => gateways.length, 2);
  gateway().ready();
  await see(() => frameState().gateway, 'READY');
  expect(await page.leads('https://shop.example/2')).toBe(true);
});

test('a gateway that says why it cannot begin is not begun again and again; the tray says so', async () => {
  desktop.begin({ hidden: true, link: null });
  gateway().channel.tell('failed', {
    code: 'config.unknown-key',
    message: 'the settings name a key that there is not',
  });
  await until(() => expect(labels()[0]).toContain('does not start'));
  await delay(700);
  expect(gateways).toHaveLength(1);
  expect(fake.bases[0]?.isShown).toBe(false);
});

test('a link shows a task once the app is there, and starts nothing', async () => {
  desktop.begin({ hidden: false, link: { kind: 'TASK', id: 't-7' } });
  gateway().ready();
  await see(() => viewOf('APP')[0]?.webContents.went.at(-1), `${APP}/#/task/t-7`);
  expect(gateway().calls('run')).toEqual([]);
});

test('closing the window keeps the program in the tray; quitting ends everything in order', async () => {
  await begun();
  expect(fake.bases[0]?.pressClose()).toBe(false);
  expect(fake.bases[0]?.isShown).toBe(false);
  desktop.openAddress('https://shop.example/');
  tray().press('Quit');
  await see(() => quits, 1);
  expect(gateway().calls('close')).toEqual([{}]);
  expect(kills).toBe(1);
  expect(fake.shortcuts.size).toBe(0);
  expect(tray().isGone).toBe(true);
  expect(fake.bases[0]?.isGone).toBe(true);
});

test('a call that is refused reaches the log of the gateway', async () => {
  await begun();
  expect(await fake.call(viewOf('APP')[0]?.webContents as FakeContents, 'go', { text: 'x' })).toEqual({
    ok: false,
  });
  await until(() => expect(gateway().told).toHaveLength(1));
  expect(gateway().told).toEqual([{ what: expect.stringContaining('"go"'), from: `APP ${APP}`, count: 1 }]);
});

test('cookies of the one site leave for the gateway, whatever the filter gives; the key goes to a safe storage that is one', async () => {
  await begun();
  const cookie = (domain: string) => ({
    name: 'sid',
    value: `of ${domain}`,
    domain,
    sameSite: 'lax' as const,
  });
  fake.session(WINDOWS.PAGE.partition).jar = [
    'account.test',
    '.account.test',
    'www.account.test',
    'notaccount.test',
    'forum.test',
    '.test',
  ].map(cookie);
  const { channel } = gateway();
  const read = await channel.call('readCookies', { domain: 'account.test' });
  expect(read.ok && read.value.map(({ domain }) => domain)).toEqual([
    'account.test',
    '.account.test',
    'www.account.test',
  ]);
  for (const domain of ['test', 'www.account.test', 'co.uk', '127.0.0.1'])
    expect(await channel.call('readCookies', { domain })).toMatchObject({
      ok: false,
      error: { code: 'act.bad-domain' },
    });
  const key = 'ab'.repeat(32);
  const sealed = await channel.call('seal', { text: key });
  expect(sealed).toMatchObject({
    ok: true,
    value: { sealed: Buffer.from(`sealed:${key}`).toString('base64') },
  });
  expect(await channel.call('unseal', { sealed: sealed.ok ? (sealed.value.sealed ?? '') : '' })).toEqual({
    ok: true,
    value: { text: key },
  });
  expect(await channel.call('unseal', { sealed: Buffer.from('of another user').toString('base64') })).toEqual(
    { ok: true, value: { text: null } },
  );
  for (const backend of ['basic_text', null] as const) {
    fake.backend = backend;
    expect(await channel.call('seal', { text: key })).toEqual({ ok: true, value: { sealed: null } });
  }
});

test('a small window shows a task’s page and stops the task; what it cannot do is type into the page', async () => {
  await begun();
  gateway().picture = {
    jpeg: Buffer.from('jpeg').toString('base64'),
    page: 'http://shop.test/',
    intent: 'x',
    status: 'RUNNING',
  };
  const app = viewOf('APP')[0]?.webContents as FakeContents;
  expect(await fake.call(app, 'openPicture', { taskId: 't-1' })).toEqual({ ok: true, value: true });
  const window = windowOf('PICTURE');
  expect(window?.webContents.getURL()).toBe(shellUrl('PICTURE'));
  expect(window?.calls).toContain('showInactive');
  expect(await fake.call(window?.webContents as FakeContents, 'picture', {})).toMatchObject({
    ok: true,
    value: { page: 'http://shop.test/' },
  });
  await fake.call(window?.webContents as FakeContents, 'stopTask', {});
  expect(gateway().calls('stop')).toEqual([{ taskId: 't-1' }]);
  await fake.call(window?.webContents as FakeContents, 'hide', {});
  expect(window?.isGone).toBe(true);
});

test('the frame is over the page always: what is added later lies beneath it', async () => {
  await begun();
  desktop.openAddress('https://a.example/');
  desktop.openAddress('https://b.example/');
  const [base] = fake.bases;
  expect(base?.children.at(-1)).toBe(viewOf('FRAME')[0]);
  expect(base?.children).toContain(viewOf('PAGE')[1]);
  expect(base?.children).not.toContain(viewOf('PAGE')[0]);
  const page = viewOf('PAGE')[1];
  expect(page?.bounds.y).toBe(viewOf('FRAME')[0]?.bounds.height);
  await fake.call(frame(), 'unfold', { open: true });
  expect(viewOf('FRAME')[0]?.bounds.height).toBeGreaterThan(page?.bounds.y ?? 0);
});

test('a newer version is looked for at the start, fetched and installed at the person’s word alone, in order', async () => {
  releases.newest = '0.2.0';
  await begun();
  await until(() => expect(labels()).toContain('Fetch version 0.2.0'));
  expect(releases.done).toEqual(['look']);
  tray().press('Fetch version 0.2.0');
  await until(() => expect(labels()).toContain('Restart as version 0.2.0'));
  gateway().stand([aBrief()], []);
  await until(() => expect(labels()).toContain('Restart as version 0.2.0, and stop all 1'));
  expect(releases.done).toEqual(['look', 'fetch']);
  tray().press('Restart as version 0.2.0, and stop all 1');
  await until(() => expect(releases.done).toEqual(['look', 'fetch', 'install']));
  expect(quits).toBe(1);
  expect(fake.trays[0]?.isGone).toBe(true);
});

test('a version that cannot be installed once everything is closed has the program begin anew', async () => {
  Object.assign(releases, { newest: '0.2.0', fails: true });
  await begun();
  await until(() => expect(labels()).toContain('Fetch version 0.2.0'));
  tray().press('Fetch version 0.2.0');
  await until(() => expect(labels()).toContain('Restart as version 0.2.0'));
  tray().press('Restart as version 0.2.0');
  await see(() => releases.begunAnew, ['the newer version could not be installed']);
  expect(quits).toBe(1);
});

test('a version that is not signed is said, and the program stays as it is', async () => {
  releases.newest = '0.2.0';
  releases.isSigned = false;
  await begun();
  await until(() => expect(labels()).toContain('Fetch version 0.2.0'));
  tray().press('Fetch version 0.2.0');
  await until(() => expect(labels().join()).toContain('version 0.2.0 is not signed by'));
  expect(quits).toBe(0);
});
