// A Ghost Tab as a guest in a browser that a person has started: in a context of its own, behind the proxy, gone without a trace.
import { chown, mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attachBrowser } from '#executors/browsers/attach/attached-browser.ts';
import { findEndpoint } from '#executors/browsers/attach/find.ts';
import { classifyAttached } from '#executors/browsers/attach/flags.ts';
import { parseEndpoint } from '#executors/browsers/attach/endpoint.ts';
import { openSocket } from '#executors/browsers/attach/socket.ts';
import { CdpConnection } from '#executors/cdp/connection.ts';
import { createLauncher } from '#executors/launcher.ts';
import type { ProcessEntry } from '#executors/browsers/processes/processes.ts';
import { see } from '#test/fixtures/see.ts';
import { testAuthority } from '#test/fixtures/authority.ts';
import { PERSON_USERS } from '#test/fixtures/person.ts';
import { startPersonBrowser, type PersonBrowser } from '#test/fixtures/person-browser.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { bindLaunch, need, newProfileRoot, openTestTab, SIGNAL, type TestTab } from '#test/fixtures/tab.ts';

const ADDRESS = '127.0.0.46';
const launcher = createLauncher(testAuthority().verify, PERSON_USERS);
let person: PersonBrowser;
let site: Site;

beforeAll(async () => {
  [person, site] = await Promise.all([startPersonBrowser(), startSite({}, ADDRESS)]);
  await person.call('Target.createTarget', { url: 'data:text/html,<title>private</title>the person reads' });
  await person.call('Storage.setCookies', {
    cookies: [{ name: 'login', value: 'person', domain: 'shop.test', path: '/' }],
  });
});
afterAll(async () => {
  await Promise.all([person.close(), site.close()]);
});

const hostMap = () => ({ 'shop.test': { address: ADDRESS, port: site.port } });
const attach = (): Promise<TestTab> => openTestTab({ hostMap: hostMap(), attach: person.endpoint });
const targets = async (): Promise<readonly { url: string; targetId: string; browserContextId: string }[]> => {
  const { targetInfos } = await person.call('Target.getTargets', { filter: [{ type: 'page' }] });
  return targetInfos as { url: string; targetId: string; browserContextId: string }[];
};
const contexts = async (): Promise<unknown> =>
  (await person.call('Target.getBrowserContexts'))['browserContextIds'];

describe('what is seen before anybody speaks to it', () => {
  test('is the process that listens, its binary by its own words, and its flags', async () => {
    const plan = need(await launcher.planAttach(`ws://localhost:${person.port}/devtools/browser/abc`));
    expect(plan).toMatchObject({
      build: { product: 'CHROMIUM', path: expect.stringMatching(/chromium$/u) },
      executor: 'HEADLESS_CHROMIUM',
      flagClass: 'CLEAN',
      flagFindings: [],
      network: 'PROXY',
      isolation: 'CONTEXT',
      attach: { endpoint: person.endpoint, path: '/devtools/browser/abc', process: { pid: person.pid } },
    });
    expect(plan.attach?.lacks).toContain('the required flag `--disable-extensions`');
  });

  test('what listens and is no browser is UNKNOWN, whatever it would say', async () => {
    const plan = need(await launcher.planAttach(`http://${ADDRESS}:${site.port}`));
    expect(plan).toMatchObject({ executor: 'HEADED_UNKNOWN', build: { product: 'UNKNOWN' } });
    expect(site.hits).toEqual([]);
  });

  test('where nobody listens, nothing is known', async () => {
    const plan = need(await launcher.planAttach('http://127.0.0.1:1'));
    expect(plan).toMatchObject({ executor: 'HEADED_UNKNOWN', flagClass: 'UNKNOWN_FLAG' });
    expect(plan.attach?.process).toBeNull();
  });

  test.each([
    ['http://192.168.1.5:9222', 'not on this machine'],
    ['http://shop.test:9222', 'not on this machine'],
    ['http://127.0.0.1.evil.test:9222', 'not on this machine'],
    ['https://127.0.0.1:9222', 'no http or ws'],
    ['http://user:secret@127.0.0.1:9222', 'no http or ws'],
    ['ws://127.0.0.1:9222/devtools/page/AB12', 'no browser'],
    ['http://127.0.0.1:9222/json/../devtools?x', 'no browser'],
    ['9222', 'no http or ws'],
  ])('`%s` is no endpoint: %s', async (text, why) => {
    const planned = await launcher.planAttach(text);
    expect(planned).toMatchObject({ ok: false, error: { code: 'attach.bad-endpoint' } });
    expect(planned.ok ? '' : planned.error.message).toContain(why);
  });

  test('an endpoint has one form', () => {
    for (const text of [
      'http://localhost:9222/',
      'ws://127.0.0.1:9222/devtools/browser/1-a',
      'HTTP://127.1:9222',
    ])
      expect(need(parseEndpoint(text)).url).toBe('http://127.0.0.1:9222');
    expect(need(parseEndpoint('http://[::1]:9222')).host).toBe('[::1]:9222');
  });

  test('forbidden flags are forbidden; that it can be debugged is not among them', () => {
    const plain = ['--remote-debugging-port=9222', '--user-data-dir=/home/p/debug', '--no-first-run'];
    expect(classifyAttached(plain)).toMatchObject({ class: 'CLEAN', findings: [] });
    for (const flag of [
      '--no-sandbox',
      '--disable-web-security',
      '--remote-allow-origins=*',
      '--remote-debugging-address=0.0.0.0',
      '--load-extension=/tmp/x',
    ]) {
      const judged = classifyAttached([...plain, flag]);
      expect(judged.class, flag).toBe('FORBIDDEN_FLAG');
      expect(judged.findings.join(), flag).toContain(flag);
    }
    expect(classifyAttached([...plain, '--some-switch']).class).toBe('UNKNOWN_FLAG');
  });
});

describe('a tab in it', () => {
  let t: TestTab;
  beforeAll(async () => {
    t = await attach();
  });
  beforeEach(() => {
    site.hits.length = 0;
    t.rules.connection = () => true;
    t.rules.pageAct = () => false;
  });
  afterAll(async () => {
    await t.tab.close();
  });

  test('says whose guest it is, and that its browser is the weaker one', async () => {
    expect(t.tab.attachedTo).toBe(person.endpoint);
    expect(t.tab.pid).toBe(person.pid);
    expect(t.tab.security).toEqual({
      sandbox_enabled: true,
      site_isolation_enabled: false,
      extensions_disabled: false,
      remote_debugging_disabled: false,
      profile_isolated: false,
      storage_cleared: true,
      network_isolated: false,
    });
  });

  test('has a context of its own: no cookie of the person’s goes along, and none of its own stays', async () => {
    const asked: (string | undefined)[] = [];
    site.pages['/cookies'] = ({ headers }, response) => {
      asked.push(headers.cookie);
      response.setHeader('set-cookie', 'mine=1').setHeader('content-type', 'text/html').end('<h1>Shop</h1>');
    };
    await t.open('http://shop.test/cookies');
    await t.must({ type: 'RELOAD' });
    expect(asked).toEqual([undefined, 'mine=1']);
    const { cookies } = await person.call('Storage.getCookies');
    expect(JSON.stringify(cookies)).not.toContain('mine');
    const { nodes } = await t.snapshot();
    expect(nodes.map(({ name }) => name)).toContain('Shop');
  });

  test('every connection goes through our proxy, and what is refused there is not reached', async () => {
    t.rules.connection = ({ host }) => host === 'shop.test';
    site.pages['/reach'] =
      `<img src="http://elsewhere.test/x.png"><script>fetch('http://${ADDRESS}:${site.port}/canary')
        .catch(() => document.body.append('refused'))</script>`;
    await t.open('http://shop.test/reach');
    await see(t, 'refused');
    expect(t.connections.map(({ host }) => host)).toEqual(
      expect.arrayContaining(['shop.test', 'elsewhere.test', ADDRESS]),
    );
    expect(site.hits).toEqual(['GET /reach']);
  });

  test('a window that its page opens is never there: not by script, not by a link, with every act allowed', async () => {
    t.rules.pageAct = () => true;
    site.pages['/windows'] = `<a href="/linked" target="_blank">Linked</a>
      <button onclick="document.title = String(window.open('/popup')); document.querySelector('a').click()">Open</button>`;
    await t.open('http://shop.test/windows');
    const before = (await targets()).length;
    await t.must({ type: 'CLICK', ref: await t.ref('button', 'Open') });
    expect((await t.snapshot()).document.title).toBe('null');
    expect(await targets()).toHaveLength(before);
    expect(site.hits).toEqual(['GET /windows']);
  });

  test('a second page of ours opens beside the first, in the same context', async () => {
    site.pages['/two'] = '<h1>Two</h1>';
    await t.must({ type: 'OPEN_TAB', url: 'http://shop.test/two' });
    const own = new Set((await contexts()) as string[]);
    expect((await targets()).filter(({ browserContextId }) => own.has(browserContextId))).toHaveLength(2);
    await t.must({ type: 'CLOSE_TAB' });
    expect((await targets()).filter(({ browserContextId }) => own.has(browserContextId))).toHaveLength(1);
  });

  test('what cannot be held there is withheld, whatever is granted', async () => {
    site.pages['/abilities'] = `<p id="p"></p><script>
      p.textContent = [typeof RTCPeerConnection, typeof SharedWorker, typeof localStorage].join()</script>`;
    await t.open('http://shop.test/abilities');
    const read = await t.must({ type: 'EXTRACT' });
    expect(read).toMatchObject({ text: 'undefined,undefined,object' });
  });
});

test('the person’s own download goes on, and the task hears nothing of it; its own is denied, and told once', async () => {
  const downloads = await mkdtemp(join(person.profile, 'taken-'));
  const { uid, gid } = await stat(person.profile);
  await chown(downloads, uid, gid);
  const opened = need(await openSocket(person.socket, 20_000, SIGNAL));
  const { browser } = new CdpConnection(opened.input, opened.output);
  const told: string[] = [];
  browser.on('Browser.downloadWillBegin', ({ suggestedFilename }) => told.push(suggestedFilename));
  browser.on('Browser.downloadProgress', ({ state }) => told.push(state));
  const behavior = { behavior: 'allow', downloadPath: downloads, eventsEnabled: true } as const;
  await browser.send('Browser.setDownloadBehavior', behavior);
  const t = await attach();
  t.rules.pageAct = () => true;
  site.pages['/saves'] = '<h1>Shop</h1><a href="data:text/plain,own" download="own.txt">Own</a>';
  await t.open('http://shop.test/saves');
  let rest: () => void = () => undefined;
  site.pages['/private'] = (_request, response) => {
    const head = {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename=private.zip',
    };
    response.writeHead(200, { ...head, 'content-length': '8' }).write('priv');
    rest = () => response.end('ate!');
  };
  const { targetId } = await browser.send('Target.createTarget', {
    url: `http://${ADDRESS}:${site.port}/private`,
  });
  await expect.poll(() => told[0], { timeout: 20_000 }).toBe('private.zip');
  // Whatever the guest had to do about it is done before it answers.
  await t.snapshot();
  rest();
  await expect.poll(() => told.at(-1), { timeout: 20_000 }).toMatch(/completed|canceled/u);
  expect(told.at(-1)).toBe('completed');
  expect(await readFile(join(downloads, 'private.zip'), 'utf8')).toBe('private!');
  const asked = () => t.acts.flatMap((act) => (act.kind === 'DOWNLOAD' ? [act.filename] : []));
  expect(asked()).toEqual([]);
  await t.act({ type: 'CLICK', ref: await t.ref('link', 'Own') });
  await expect.poll(asked, { timeout: 20_000 }).toEqual(['own.txt']);
  expect(await readdir(downloads)).toEqual(['private.zip']);
  await browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
  browser.connection.close();
  expect(await t.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
});

test('the person’s tabs are not touched, and closing leaves the browser as it was', async () => {
  const [before, own] = [await targets(), await contexts()];
  const t = await attach();
  await t.open('about:blank').catch(() => undefined);
  const during = await targets();
  expect(during.filter(({ targetId }) => before.some((one) => one.targetId === targetId))).toEqual(before);
  expect(await t.tab.close()).toEqual({ processesGone: true, profileRemoved: true, forced: false });
  expect(await targets()).toEqual(before);
  expect(await contexts()).toEqual(own);
  expect(person.alive()).toBe(true);
  expect(await readdir(t.profileRoot)).toEqual([]);
});

test('a connection that breaks takes the context with it; the tab is closed, and says so', async () => {
  const t = await attach();
  const own = (await contexts()) as string[];
  await person.call('Target.disposeBrowserContext', { browserContextId: own[0] });
  const after = await t.act({ type: 'SNAPSHOT' });
  expect(after).toMatchObject({ ok: false, error: { code: 'browser.crashed' } });
  expect(t.crashes).toHaveLength(1);
  expect((await t.tab.close()).processesGone).toBe(true);
  expect(person.alive()).toBe(true);
});

test('a connection that is lost while the browser lives takes the context with it, and that is looked at', async () => {
  const plan = need(await launcher.planAttach(person.endpoint));
  const profileRoot = await newProfileRoot();
  const { attach: point } = plan;
  if (point === undefined) throw new Error('no attach point');
  const start = { plan, attach: point, profileRoot, proxyPort: 9, deadlineMs: 20_000 };
  const running = need(await attachBrowser(start, SIGNAL));
  expect(await contexts()).toEqual([running.guest?.contextId]);
  running.connection.close();
  expect(await running.end()).toEqual({ processesGone: true, profileRemoved: true, forced: false });
  expect(await contexts()).toEqual([]);
  expect(await readdir(profileRoot)).toEqual([]);
});

test('the only browser with a debugging port is found; of none and of several nothing is chosen', async () => {
  const entry = (...args: string[]): ProcessEntry => ({ pid: 1, parent: 0, session: 0, zombie: false, args });
  const among = (...entries: ProcessEntry[]) => findEndpoint([], () => Promise.resolve(entries));
  const named = entry('/opt/chrome', '--remote-debugging-port=9222', '--user-data-dir=/home/p');
  const helper = entry('/opt/chrome', '--type=renderer', '--remote-debugging-port=9223');
  const written = entry('/opt/chrome', '--remote-debugging-port=0', `--user-data-dir=${person.profile}`);
  expect(await among(named, helper)).toEqual({ ok: true, value: 'http://127.0.0.1:9222' });
  expect(await among(written)).toEqual({ ok: true, value: person.endpoint });
  expect(await among(helper)).toMatchObject({ ok: false, error: { code: 'attach.none-found' } });
  expect(await among(named, written)).toMatchObject({
    ok: false,
    error: { code: 'attach.none-found', help: expect.stringContaining(person.endpoint) },
  });
});

test('an authorisation for one browser is none for another at the same port, nor for a start', async () => {
  const authority = testAuthority();
  const own = createLauncher(authority.verify, PERSON_USERS);
  const plan = need(await own.planAttach(person.endpoint));
  const bound = bindLaunch(plan, 'tab-1');
  const options = {
    tabId: 'tab-1',
    plan,
    viewport: { width: 800, height: 600 },
    profileRoot: await newProfileRoot(),
    hostMap: {},
    deadlineMs: 5_000,
  };
  const hooks = {
    onConnection: async () => ({ allow: false, reason: 'test' }),
    onPageAct: async () => ({ allow: false, reason: 'test' }),
    onDocument: async () => new Set<never>(),
    onCrash: () => undefined,
  };
  const { attach: point, ...start } = plan;
  const altered = await own.launch(
    authority.authorise(bound),
    bound,
    { ...options, plan: start },
    hooks,
    SIGNAL,
  );
  expect(altered).toMatchObject({ ok: false, error: { code: 'authorization.altered' } });
  const restarted = {
    ...plan,
    attach: {
      endpoint: person.endpoint,
      path: null,
      lacks: [],
      process: { pid: person.pid, startTime: '1' },
    },
  };
  const other = bindLaunch(restarted, 'tab-1');
  expect(
    await own.launch(authority.authorise(other), other, { ...options, plan: restarted }, hooks, SIGNAL),
  ).toMatchObject({ ok: false, error: { code: 'attach.other-browser' } });
  expect(point?.process?.pid).toBe(person.pid);
  expect(await readdir(options.profileRoot)).toEqual([]);
});

test('a browser that is killed in mid-act ends the act with an error, and nothing of ours is left', async () => {
  const other = await startPersonBrowser();
  const t = await openTestTab({ hostMap: hostMap(), attach: other.endpoint });
  site.pages['/slow'] = () => other.kill('SIGKILL');
  const went = await t.act({ type: 'NAVIGATE', url: 'http://shop.test/slow' });
  expect(went).toMatchObject({ ok: false, error: { code: 'browser.crashed' } });
  expect(t.crashes).toHaveLength(1);
  expect(await t.tab.close()).toEqual({ processesGone: true, profileRemoved: true, forced: false });
  expect(await readdir(t.profileRoot)).toEqual([]);
  await other.close();
});
