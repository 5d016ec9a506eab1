// Programs that speak the DevTools protocol, against a real gateway, browser and demo world: what they do is decided, and each has tabs
// of its own alone.
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import CDP from 'chrome-remote-interface';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Gateway } from '#gateway/main.ts';
import type { CdpEndpoint } from '#gateway/surfaces/cdp/endpoint.ts';
import { attacks, placed } from '#test/fixtures/cdp-attacks.ts';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { startPersonBrowser } from '#test/fixtures/person-browser.ts';

let door: CdpDoor;
let gateway: Gateway;
let endpoint: CdpEndpoint;
/** Whether the person allows what is asked. */
let allows = true;

beforeAll(async () => {
  door = await openCdpDoor({ consent: () => Promise.resolve(allows ? 'ALLOW_ONCE' : 'DENY') });
  ({ gateway, endpoint } = door);
});
afterAll(() => door.close());

const versioned = z.object({ webSocketDebuggerUrl: z.string() });
const fresh = async (): Promise<string> =>
  versioned.parse(await (await fetch(`${endpoint.http}/json/version`)).json()).webSocketDebuggerUrl;
const opened = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });
const BY_VALUE = { returnByValue: true, awaitPromise: true } as const;

/** Acts of clients that were decided on since: what pages start by themselves is not among them. */
const decidedSince = (entry: number): readonly unknown[] =>
  gateway.audit
    .since(entry, 1_000)
    .filter(({ type, who }) => type === 'decision' && who.startsWith('client:robot-'))
    .map(({ details }) => details['action']);

/** A client with one tab. */
async function at(url: string): Promise<{ client: RawCdp; targetId: string; sessionId: string }> {
  const client = await RawCdp.open(await fresh());
  const { targetId } = opened.parse(await client.must('Target.createTarget', { url }));
  const { sessionId } = attached.parse(
    await client.must('Target.attachToTarget', { targetId, flatten: true }),
  );
  return { client, targetId, sessionId };
}
const atShop = () => at('http://shop.test/');

describe('chrome-remote-interface', () => {
  test('does a script of acts, each decided and in the log before it was done', async () => {
    const before = gateway.audit.count();
    const client = await CDP({ target: endpoint.ws });
    try {
      expect((await client.Browser.getVersion()).product).toMatch(/^Chrome\/\d+\./u);
      const { targetId } = await client.Target.createTarget({ url: 'about:blank' });
      const { sessionId } = await client.Target.attachToTarget({ targetId, flatten: true });
      await client.send('Page.enable', undefined, sessionId);
      const loaded = new Promise<void>((resolve) => {
        client.on('event', ({ method, sessionId: of }) => {
          if (method === 'Page.loadEventFired' && of === sessionId) resolve();
        });
      });
      const went = await client.send('Page.navigate', { url: 'http://shop.test/' }, sessionId);
      expect(went).toMatchObject({ frameId: targetId, loaderId: expect.stringMatching(/./u) });
      await loaded;
      const evaluated = (expression: string) =>
        client.send('Runtime.evaluate', { expression, ...BY_VALUE }, sessionId);
      expect((await evaluated('location.href')).result).toEqual({
        type: 'string',
        value: 'http://shop.test/',
      });
      expect((await evaluated('Promise.resolve([1, { two: null }])')).result).toEqual({
        type: 'object',
        value: [1, { two: null }],
      });
      expect((await evaluated('0 / 0')).result).toMatchObject({ type: 'number', unserializableValue: 'NaN' });
      expect((await evaluated('2n ** 70n')).result).toMatchObject({
        unserializableValue: '1180591620717411303424n',
      });
      expect((await evaluated('undefined')).result).toEqual({ type: 'undefined' });
      const thrown = await evaluated('throw new RangeError("too far")');
      expect(thrown.exceptionDetails?.exception).toMatchObject({
        className: 'RangeError',
        description: expect.stringContaining('too far'),
      });
      const { data } = await client.send('Page.captureScreenshot', { format: 'png' }, sessionId);
      expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG');
      await client.send('Page.reload', {}, sessionId);
      const { targetInfo } = await client.Target.getTargetInfo({ targetId });
      expect(targetInfo).toMatchObject({ type: 'page', url: 'http://shop.test/', attached: true });
      expect(await client.Target.closeTarget({ targetId })).toEqual({ success: true });
      expect((await client.Target.getTargets({})).targetInfos).toEqual([]);
    } finally {
      await client.close();
    }
    const entries = gateway.audit.since(before, 1_000).filter(({ who }) => who.startsWith('client:robot-'));
    const acts = entries.flatMap(({ type, details }) => (type === 'decision' ? [details['action']] : []));
    expect(acts).toEqual(
      expect.arrayContaining(['NAVIGATE', 'EVALUATE', 'SCREENSHOT', 'RELOAD', 'CLOSE_TAB']),
    );
    expect(new Set(entries.map(({ who }) => who)).size).toBe(1);
  });
});

describe('keys', () => {
  const typed = z.object({ result: z.object({ value: z.string() }) });

  test('are typed into what has the focus, each decided as that', async () => {
    await using clients = new AsyncDisposableStack();
    const { client, sessionId } = await atShop();
    clients.use(client);
    const value = async (expression: string): Promise<string> =>
      typed.parse(await client.must('Runtime.evaluate', { expression, ...BY_VALUE }, sessionId)).result.value;
    const key = (type: string, name: string, text?: string) =>
      client.call(
        'Input.dispatchKeyEvent',
        { type, key: name, ...(text === undefined ? {} : { text }) },
        sessionId,
      );
    const field = "document.querySelector('input[type=search], input[name=q]')";
    await value(`${field}.focus(); 'focused'`);
    const before = gateway.audit.count();
    for (const letter of 'desk') {
      expect((await key('keyDown', letter, letter)).error).toBeUndefined();
      expect((await key('keyUp', letter)).error).toBeUndefined();
    }
    expect((await key('rawKeyDown', 'Backspace')).error).toBeUndefined();
    expect((await key('keyUp', 'Backspace')).error).toBeUndefined();
    expect(decidedSince(before)).toEqual(Array(5).fill('PRESS'));
    expect(await value(`${field}.value`)).toBe('des');
    // What the event says is not what the key does, and what is not down is not let go of.
    for (const wrong of [
      await key('keyDown', 'a'),
      await key('keyDown', 'a', 'b'),
      await key('char', 'a', 'a'),
      await key('keyDown', 'Shift'),
      await key('keyUp', 'a'),
      await key('keyDown', 'abc', 'abc'),
      await key('rawKeyDown', 'Control+a'),
    ])
      expect(wrong.error).toBeDefined();
    expect(await value(`${field}.value`)).toBe('des');
  });

  test('of a credential are asked about as such, and stay out of the log', async () => {
    await using clients = new AsyncDisposableStack();
    const { client, sessionId } = await at('http://account.test/login');
    clients.use(client);
    const field = "document.querySelector('input[type=password]')";
    await client.must('Runtime.evaluate', { expression: `${field}.focus()`, ...BY_VALUE }, sessionId);
    const before = gateway.audit.count();
    allows = false;
    try {
      const { error } = await client.call(
        'Input.dispatchKeyEvent',
        { type: 'keyDown', key: 'ß', text: 'ß' },
        sessionId,
      );
      expect(error?.data).toMatch(/^(?:boundary|consent)\./u);
    } finally {
      allows = true;
    }
    const entries = gateway.audit.since(before, 1_000);
    expect(entries.some(({ details }) => JSON.stringify(details).includes('FORM_SUBMIT_CREDENTIALS'))).toBe(
      true,
    );
    expect(JSON.stringify(entries)).not.toContain('ß');
    expect(
      await client.must('Runtime.evaluate', { expression: `${field}.value.length`, ...BY_VALUE }, sessionId),
    ).toMatchObject({ result: { value: 0 } });
  });
});

describe('what a client is told of a tab', () => {
  test('has no value of a credential in it, which stands in the title and the address', async () => {
    await using clients = new AsyncDisposableStack();
    const { client, targetId, sessionId } = await at('http://account.test/login');
    clients.use(client);
    const expression = `
      document.querySelector('input[type=password]').value = 'correct-horse-battery';
      document.title = 'logged in with correct-horse-battery';
      history.replaceState(null, '', '/login?with=correct-horse-battery');
    `;
    await client.must('Runtime.evaluate', { expression, ...BY_VALUE }, sessionId);
    await client.must('Runtime.evaluate', { expression: '1', ...BY_VALUE }, sessionId);
    const { targetInfo } = await client.must('Target.getTargetInfo', { targetId });
    expect(targetInfo).toMatchObject({
      title: 'logged in with ***',
      url: 'http://account.test/login?with=***',
    });
    // By whichever way it is asked.
    expect(gateway.tabs().map((tab) => tab.view())).toContainEqual(
      expect.objectContaining({ title: 'logged in with ***', url: 'http://account.test/login?with=***' }),
    );
  });

  test('is that it loaded, where an act of its own brought another document, and nowhere else', async () => {
    await using clients = new AsyncDisposableStack();
    const { client, sessionId } = await atShop();
    clients.use(client);
    await client.must('Page.enable', {}, sessionId);
    const loads = () => client.heard.filter(({ method }) => method === 'Page.loadEventFired').length;
    const within = await client.must('Page.navigate', { url: 'http://shop.test/#within' }, sessionId);
    expect(within).not.toHaveProperty('loaderId');
    await client.must('Browser.getVersion');
    expect(loads()).toBe(0);
    const expression = "location.href = 'http://shop.test/?again'";
    await client.must('Runtime.evaluate', { expression, ...BY_VALUE }, sessionId);
    await client.hears(({ method }) => method === 'Page.loadEventFired');
    expect(loads()).toBe(1);
  });
});

describe('a client that is refused', () => {
  test.each([
    'file:///etc/passwd',
    'chrome://version/',
    'javascript:alert(1)',
    'view-source:http://shop.test/',
  ])('goes nowhere that no page may go: %s', async (url) => {
    await using client = await RawCdp.open(await fresh());
    const { error } = await client.call('Target.createTarget', { url });
    expect(error?.code).toBe(-32000);
    expect(await client.must('Target.getTargets')).toEqual({ targetInfos: [] });
  });

  test('is told the rule and the mend, and nothing was done', async () => {
    const { client, sessionId } = await atShop();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    const { error } = await client.call('Target.createTarget', { url: 'http://forum.test/' });
    expect(error).toMatchObject({ code: -32000, data: 'boundary.denied' });
    expect(error?.message).toMatch(
      /^Ghost Browser did not do `Target\.createTarget`: not allowed to open another tab: .*; .*have the policy allow OPEN_TAB$/u,
    );
    allows = false;
    try {
      const refused = await client.call(
        'Runtime.evaluate',
        { expression: 'document.title = "taken"', ...BY_VALUE },
        sessionId,
      );
      expect(refused.error?.data).toBe('consent.refused');
    } finally {
      allows = true;
    }
    const { targetInfos } = await client.must('Target.getTargets');
    expect(targetInfos).toEqual([expect.objectContaining({ title: expect.not.stringContaining('taken') })]);
  });

  test('has its tabs closed when it leaves', async () => {
    const before = gateway.tabs();
    const { client } = await atShop();
    const own = gateway.tabs().filter((tab) => !before.includes(tab));
    expect(own).toHaveLength(1);
    await client[Symbol.asyncDispose]();
    await vi.waitFor(() => expect(gateway.tabs().filter((tab) => own.includes(tab))).toEqual([]), {
      timeout: 20_000,
    });
  });
});

describe('playwright-core', () => {
  test('connects, and is told by name what its pages need that is not there yet', async () => {
    const browser = await chromium.connectOverCDP(endpoint.http);
    try {
      expect(browser.version()).toMatch(/^\d+\./u);
      const session = await browser.newBrowserCDPSession();
      expect(await session.send('Target.getTargets')).toEqual({ targetInfos: [] });
      await expect(session.send('Browser.close')).rejects.toThrow(
        /Ghost Browser refuses `Browser\.close`, never through this door/u,
      );
      await expect(session.send('DOM.getDocument')).rejects.toThrow(
        /Ghost Browser refuses `DOM\.getDocument`, not for now/u,
      );
    } finally {
      await browser.close();
    }
  });
});

describe('`ghost cdp`', () => {
  const line = z.object({ ws: z.string(), http: z.string() });

  test.each(['its standard input closes', 'SIGTERM'] as const)(
    'says one line where it is, serves a client, and ends when %s',
    async (ends) => {
      using home = new GhostHome();
      writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\n');
      const child = home.start(['cdp', '--json', '--worker', 'robot']);
      const gone = once(child, 'close');
      if (child.stdout === null) throw new Error('it has no standard output');
      const [first] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const { ws, http } = line.parse(JSON.parse(first));
      const client = await RawCdp.open(ws);
      expect(await client.must('Browser.getVersion')).toHaveProperty('product');
      const cut = client.closed();
      if (ends === 'SIGTERM') child.kill('SIGTERM');
      else child.stdin?.end();
      await cut;
      expect(await gone).toEqual([0, null]);
      await expect(fetch(`${http}/json/version`)).rejects.toThrow();
    },
  );

  test('with a program gives it the address, takes its exit code, and ends with it', async () => {
    using home = new GhostHome();
    writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\n');
    const script = `
      const { CDP_URL, PLAYWRIGHT_MCP_CDP_ENDPOINT } = process.env;
      const version = await (await fetch(CDP_URL + '/json/version')).json();
      console.log(JSON.stringify({ same: CDP_URL === PLAYWRIGHT_MCP_CDP_ENDPOINT, CDP_URL, ...version }));
      process.exit(7);`;
    const child = home.start(['cdp', '--', process.execPath, '--input-type=module', '-e', script]);
    const gone = once(child, 'close');
    if (child.stdout === null) throw new Error('it has no standard output');
    const told = z
      .object({ same: z.boolean(), CDP_URL: z.string(), webSocketDebuggerUrl: z.string() })
      .parse(JSON.parse(await text(child.stdout)));
    expect(told.same).toBe(true);
    expect(told.webSocketDebuggerUrl).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/devtools\/browser\/\S+$/u);
    expect(await gone).toEqual([7, null]);
    await expect(fetch(`${told.CDP_URL}/json/version`)).rejects.toThrow();
  });

  test('says on standard error what it refused and what waits for a person, and where', async () => {
    using home = new GhostHome();
    writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\n');
    const child = home.start(['cdp', '--demo', '--json']);
    const gone = once(child, 'close');
    if (child.stdout === null || child.stderr === null) throw new Error('it has no output');
    const news: string[] = [];
    const lines = createInterface({ input: child.stderr });
    const waiting = new Promise<void>((resolve) => {
      lines.on('line', (one) => {
        news.push(one);
        if (one.includes('"asked"')) resolve();
      });
    });
    const [first] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const client = await RawCdp.open(line.parse(JSON.parse(first)).ws);
    for (const method of ['Browser.close', 'Browser.close', 'Storage.trackCacheStorageForOrigin'])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await client.call(method)).error).toBeDefined();
    const opens = client.call('Target.createTarget', { url: 'http://shop.test/' });
    await waiting;
    const told = news
      .filter((one) => one.startsWith('{'))
      .map((one) => z.looseObject({}).parse(JSON.parse(one)));
    const refused = told.flatMap((one) => ('refused' in one ? [one['refused']] : []));
    expect(refused).toEqual([
      {
        client: expect.stringMatching(/^cdp-/u),
        method: 'Browser.close',
        why: expect.stringContaining('never through this door'),
      },
      expect.objectContaining({ method: 'Storage.trackCacheStorageForOrigin' }),
    ]);
    expect(told.flatMap((one) => ('asked' in one ? [one['asked']] : []))).toEqual([
      expect.objectContaining({
        site: 'http://shop.test/',
        where: expect.stringContaining('`ghost consent`'),
      }),
    ]);
    child.stdin?.end();
    await client.closed();
    expect(await gone).toEqual([0, null]);
    void opens;
  });

  test('with a program that does not heed its end ends it', async () => {
    using home = new GhostHome();
    writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\n');
    const script = `
      process.on('SIGTERM', () => console.log('asked to end'));
      setInterval(() => undefined, 1e6);
      console.log('there');`;
    const child = home.start(['cdp', '--', process.execPath, '-e', script]);
    const gone = once(child, 'close');
    if (child.stdout === null) throw new Error('it has no standard output');
    const lines = createInterface({ input: child.stdout });
    expect(await once(lines, 'line')).toEqual(['there']);
    child.kill('SIGTERM');
    expect(await once(lines, 'line')).toEqual(['asked to end']);
    expect(await gone).toEqual([128 + 9, null]);
  });

  test('with a program that cannot be run says so', async () => {
    using home = new GhostHome();
    writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\n');
    const child = home.start(['cdp', '--', './no-such-program']);
    const gone = once(child, 'close');
    if (child.stderr === null) throw new Error('it has no standard error');
    expect(await text(child.stderr)).toContain('`./no-such-program` did not start');
    expect(await gone).toEqual([2, null]);
  });

  test('that cannot begin says why and is gone, though its standard input is open', async () => {
    using home = new GhostHome();
    const child = home.start([
      'cdp',
      '--json',
      '--policy',
      join(home.directory, 'none.yaml'),
      '--worker',
      '../x',
    ]);
    expect(await once(child, 'close')).toEqual([2, null]);
  });
});

describe('attacks by a client', () => {
  test('each is alive on a bare endpoint, and none gets through the door', async () => {
    await using clients = new AsyncDisposableStack();
    const { client: victim, ...foreign } = await atShop();
    clients.use(victim);
    const { client, targetId, sessionId } = await atShop();
    clients.use(client);
    victim.heard.length = 0;
    const before = gateway.audit.count();
    const through: string[] = [];
    const all = attacks(foreign);
    for (const attack of all) {
      const on = attack.on === 'PAGE' ? sessionId : undefined;
      const { error } = await client.call(attack.method, placed(attack, targetId), on);
      if (error === undefined) through.push(`${attack.name}: ${attack.method}`);
    }
    // Whatever a client may do on its own page, it does not do on another's, by its session or its own target.
    for (const method of ['Page.navigate', 'Runtime.evaluate', 'Page.captureScreenshot', 'Page.close'])
      if ((await client.call(method, { url: 'about:blank' }, foreign.sessionId)).error === undefined)
        through.push(`${method} on a foreign session`);
    const detached = await client.call('Target.detachFromTarget', { sessionId: foreign.sessionId });
    if (detached.error === undefined) through.push('Target.detachFromTarget of a foreign session');
    const disposed = await client.call('Target.disposeBrowserContext', { browserContextId: 'A' });
    if (disposed.error === undefined) through.push('Target.disposeBrowserContext of a foreign context');
    // The same at once: none waits for another.
    const atOnce = await Promise.all(
      all.map(async (attack) => {
        const on = attack.on === 'PAGE' ? sessionId : undefined;
        const { error } = await client.call(attack.method, placed(attack, targetId), on);
        return error === undefined ? [`${attack.name}, at once: ${attack.method}`] : [];
      }),
    );
    through.push(...atOnce.flat());
    expect(through).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(120);
    expect(decidedSince(before)).toEqual([]);
    // The other one has what it had.
    const seen = await victim.must(
      'Runtime.evaluate',
      { expression: 'location.href + document.cookie + typeof kept', ...BY_VALUE },
      foreign.sessionId,
    );
    expect(seen).toEqual({ result: { type: 'string', value: 'http://shop.test/undefined' } });
    expect(victim.heard.filter(({ method }) => method !== undefined)).toEqual([]);

    const bare = await startPersonBrowser();
    try {
      await using raw = await RawCdp.open(bare.socket);
      const target = async () =>
        opened.parse(await raw.must('Target.createTarget', { url: 'about:blank' })).targetId;
      const [theirs, own] = [await target(), await target()];
      const session = attached.parse(
        await raw.must('Target.attachToTarget', { targetId: own, flatten: true }),
      );
      const dead: string[] = [];
      for (const attack of attacks({ targetId: theirs })) {
        const on = attack.on === 'PAGE' ? session.sessionId : undefined;
        const { error } = await raw.call(attack.method, placed(attack, own), on);
        if (error !== undefined) dead.push(`${attack.name}: ${attack.method}: ${error.message}`);
      }
      expect(dead).toEqual([]);
    } finally {
      await bare.close();
    }
  });
});

/** Browsers of this gateway, by their main process. */
const browsers = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((pid) => {
      const line = commandLine(pid);
      return line.includes(`--user-data-dir=${gateway.paths.profiles}`) && !line.includes('--type=');
    })
    .map(Number);
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // It ended while it was looked at.
  }
}

// The last: whatever else was open is gone with it.
test('a client whose browser is killed is told so, has no target left, and gets another one', async () => {
  await using clients = new AsyncDisposableStack();
  const { client, sessionId, targetId } = await atShop();
  clients.use(client);
  await client.must('Target.setDiscoverTargets', { discover: true });
  const pids = browsers();
  expect(pids).not.toEqual([]);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  const { error } = await client.call('Runtime.evaluate', { expression: '1', ...BY_VALUE }, sessionId);
  expect(error).toBeDefined();
  await vi.waitFor(async () => expect(await client.must('Target.getTargets')).toEqual({ targetInfos: [] }), {
    timeout: 20_000,
  });
  await client.hears(
    ({ method, params }) => method === 'Target.targetDestroyed' && params?.['targetId'] === targetId,
  );
  expect(
    opened.parse(await client.must('Target.createTarget', { url: 'http://shop.test/' })).targetId,
  ).not.toBe(targetId);
});
