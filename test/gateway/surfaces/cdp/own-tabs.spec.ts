// What a client does with several sessions, contexts and tabs at once, and what it is told of its tabs. No browser is started.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { GhostTab } from '#executors/contract/tab.ts';
import { cdpEndpoint } from '#gateway/client/local/library.ts';
import { MOST_SCRIPT } from '#gateway/surfaces/cdp/answers/runtime.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { serveCdp } from '#gateway/surfaces/cdp/endpoint.ts';
import type { CdpEndpoint } from '#gateway/surfaces/cdp/endpoint.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { need } from '#test/fixtures/tab.ts';

/** Those that were opened, the newest last. */
const tabs = vi.hoisted((): GhostTab[] => []);
vi.mock(import('#executors/launcher.ts'), async () => {
  const { createLauncher } = await import('#test/soak/stub-launcher.ts');
  return {
    createLauncher: (...given) => {
      const launcher = createLauncher(...given);
      return {
        ...launcher,
        launch: async (...asked) => {
          const launched = await launcher.launch(...asked);
          if (launched.ok) tabs.push(launched.value);
          return launched;
        },
      };
    },
  };
});

let directory: string;
let gateway: Gateway;
let endpoint: CdpEndpoint;
let client: RawCdp;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-cdp-own-'));
  gateway = await openGateway({
    dataDir: directory,
    policy: [SHIPPED.default, SHIPPED.demo],
    world: { hostMap: { 'shop.test': { address: '127.0.0.1', port: 9 } }, sites: [], secrets: {} },
    config: { warmTabs: 0 },
    consent: () => Promise.resolve('ALLOW_ONCE'),
  });
  endpoint = need(await serveCdp(gateway));
});
afterAll(async () => {
  await endpoint.close();
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

const versioned = z.object({ webSocketDebuggerUrl: z.string() });
beforeEach(async () => {
  const told: unknown = await (await fetch(`${endpoint.http}/json/version`)).json();
  client = await RawCdp.open(versioned.parse(told).webSocketDebuggerUrl);
});
afterEach(() => client[Symbol.asyncDispose]());

const opened = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });
const open = async (): Promise<string> =>
  opened.parse(await client.must('Target.createTarget', { url: 'http://shop.test/' })).targetId;
const attach = async (targetId: string): Promise<string> =>
  attached.parse(await client.must('Target.attachToTarget', { targetId, flatten: true })).sessionId;
const auto = (autoAttach: boolean) =>
  client.must('Target.setAutoAttach', { autoAttach, waitForDebuggerOnStart: false, flatten: true });
/** The newest tab's next act waits until it is let go, or its tab is. */
function held() {
  const tab = tabs.at(-1);
  if (tab === undefined) throw new Error('no tab was opened');
  const [begins, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const perform = tab.perform.bind(tab);
  vi.spyOn(tab, 'perform').mockImplementationOnce(async (...given) => {
    begins.resolve();
    await ends.promise;
    return perform(...given);
  });
  return { begun: begins.promise, done: () => ends.resolve() };
}
const told = (method: string) => client.heard.filter((one) => one.method === method);
const makeContext = async (): Promise<unknown> =>
  (await client.must('Target.createBrowserContext'))['browserContextId'];

describe('sessions that were attached by themselves', () => {
  test('end when that is switched off, and those that were asked for stay', async () => {
    const targetId = await open();
    const asked = await attach(targetId);
    for (let times = 0; times < 400; times += 1) {
      await auto(true);
      await auto(false);
      client.heard.length = 0;
    }
    await auto(true);
    await auto(true);
    expect(told('Target.attachedToTarget')).toHaveLength(1);
    await auto(false);
    expect(told('Target.detachedFromTarget')).toHaveLength(1);
    expect((await client.call('Page.enable', {}, asked)).error).toBeUndefined();
  });

  test('are so many and no more, however they come to be', async () => {
    await open();
    await client.must('Target.attachToBrowserTarget');
    let error: unknown;
    for (let at = 0; at < 300 && error === undefined; at += 1)
      error = (await client.call('Target.attachToBrowserTarget')).error;
    expect(error).toMatchObject({ message: '256 sessions are open: detach from one' });
    const params = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    expect((await client.call('Target.setAutoAttach', params)).error).toEqual(error);
    expect((await client.call('Target.createTarget', { url: 'about:blank' })).error).toBeDefined();
  });
});

describe('the tab that holds a page', () => {
  const ALL = [{}];
  const NO_PAGES = [{ type: 'page', exclude: true }, {}];
  const infoOf = ({ params }: { readonly params?: Readonly<Record<string, unknown>> | undefined }) =>
    z.object({ targetInfo: z.object({ type: z.string(), targetId: z.string() }) }).parse(params).targetInfo;
  const autoOf = (sessionId: string, autoAttach: boolean, filter = ALL) =>
    client.must(
      'Target.setAutoAttach',
      { autoAttach, waitForDebuggerOnStart: true, flatten: true, filter },
      sessionId,
    );
  const sessionsTold = () =>
    told('Target.attachedToTarget').map(({ params }) => attached.parse(params).sessionId);

  test('is told to who asks for tabs alone, and its page is attached below it', async () => {
    await client.must('Target.setDiscoverTargets', { discover: true, filter: ALL });
    await autoOf('', true, NO_PAGES);
    const targetId = await open();
    expect(told('Target.targetCreated').map((one) => infoOf(one).type)).toEqual(['tab', 'page']);
    const [tab] = told('Target.attachedToTarget');
    expect(infoOf(tab ?? {}).type).toBe('tab');
    const [ofTab = ''] = sessionsTold();
    await autoOf(ofTab, true);
    const [, page] = told('Target.attachedToTarget');
    expect(page).toMatchObject({ sessionId: ofTab });
    expect(infoOf(page ?? {})).toEqual(expect.objectContaining({ type: 'page', targetId }));
    const [, ofPage = ''] = sessionsTold();
    expect((await client.call('Page.enable', {}, ofPage)).error).toBeUndefined();
    await autoOf(ofTab, false);
    expect((await client.call('Page.enable', {}, ofPage)).error?.code).toBe(-32_001);
    expect((await client.call('Runtime.runIfWaitingForDebugger', {}, ofTab)).error).toBeUndefined();
  });

  test('is neither a page nor the browser to what is asked of it', async () => {
    const targetId = await open();
    const { targetInfos } = await client.must('Target.getTargets', { filter: [{ type: 'tab' }] });
    const [tab] = z.array(z.object({ targetId: z.string() })).parse(targetInfos);
    const session = await attach(tab?.targetId ?? '');
    for (const method of [
      'Page.navigate',
      'Runtime.evaluate',
      'Target.createTarget',
      'Browser.setDownloadBehavior',
    ])
      expect((await client.call(method, {}, session)).error, method).toMatchObject({ code: -32_601 });
    expect(await client.must('Target.getTargetInfo', {}, session)).toMatchObject({
      targetInfo: { type: 'tab', targetId: tab?.targetId },
    });
    expect(await client.must('Target.getTargets')).toMatchObject({
      targetInfos: [{ targetId, type: 'page' }],
    });
  });

  test('is told of once, and its end to whoever was told of it, whatever it asks for since', async () => {
    const discover = (filter: object[]) =>
      client.must('Target.setDiscoverTargets', { discover: true, filter });
    await discover(ALL);
    const targetId = await open();
    await discover([{ type: 'page' }]);
    await discover(ALL);
    expect(told('Target.targetCreated')).toHaveLength(2);
    await discover([{ type: 'page' }]);
    await client.must('Target.closeTarget', { targetId });
    expect(told('Target.targetDestroyed')).toHaveLength(2);
  });

  test('ends with its page, and takes the sessions below it along', async () => {
    await client.must('Target.setDiscoverTargets', { discover: true, filter: ALL });
    await autoOf('', true, NO_PAGES);
    const targetId = await open();
    const [ofTab = ''] = sessionsTold();
    await autoOf(ofTab, true);
    const [, ofPage = ''] = sessionsTold();
    await client.must('Target.closeTarget', { targetId });
    expect(told('Target.targetDestroyed')).toHaveLength(2);
    expect(told('Target.detachedFromTarget')).toHaveLength(2);
    for (const sessionId of [ofTab, ofPage])
      expect((await client.call('Target.getTargetInfo', {}, sessionId)).error?.code).toBe(-32_001);
  });
});

describe('a context', () => {
  test('is one tab, though two are asked for at once', async () => {
    const browserContextId = await makeContext();
    const params = { url: 'about:blank', browserContextId };
    const both = await Promise.all([
      client.call('Target.createTarget', params),
      client.call('Target.createTarget', params),
    ]);
    expect(both.map(({ error }) => error?.message)).toEqual([
      undefined,
      expect.stringContaining('a context is one Ghost Tab here'),
    ]);
  });

  test('that is disposed of while its tab opens has none afterwards', async () => {
    const browserContextId = await makeContext();
    const before = gateway.tabs().length;
    const opening = client.call('Target.createTarget', { url: 'http://shop.test/', browserContextId });
    await client.must('Target.disposeBrowserContext', { browserContextId });
    await opening;
    expect(await client.must('Target.getTargets')).toEqual({ targetInfos: [] });
    expect(gateway.tabs()).toHaveLength(before);
    expect(await client.must('Target.getBrowserContexts')).toEqual({ browserContextIds: [] });
  });
});

describe('a tab', () => {
  test('that shows an origin which the task may not read is told without its address and title', async () => {
    const targetId = await open();
    const info = async () => (await client.must('Target.getTargetInfo', { targetId }))['targetInfo'];
    expect(await info()).toMatchObject({ url: 'http://shop.test/', title: 'A page' });
    const document = { id: 'other', url: 'http://other.test/?of=theirs', title: 'Theirs' };
    const tab = tabs.at(-1);
    if (tab === undefined) throw new Error('no tab was opened');
    vi.spyOn(tab, 'document').mockReturnValue(document);
    expect(await info()).toMatchObject({ url: '', title: '' });
    expect(await client.must('Target.getTargets')).toMatchObject({ targetInfos: [{ url: '', title: '' }] });
  });

  test('does nothing for a session that ended while its command waited', async () => {
    const targetId = await open();
    const sessionId = await attach(targetId);
    // The first one is under way, and the second one waits for it, when their session ends.
    const [first, second] = await Promise.all([
      client.call('Page.navigate', { url: 'http://shop.test/first' }, sessionId),
      client.call('Page.navigate', { url: 'http://shop.test/second' }, sessionId),
      client.call('Target.detachFromTarget', { sessionId }),
    ]);
    for (const { error } of [first, second])
      expect(error).toMatchObject({ code: -32_001, message: 'Session with given id not found.' });
    expect(await client.must('Target.getTargetInfo', { targetId })).not.toMatchObject({
      targetInfo: { url: 'http://shop.test/second' },
    });
  });

  test('answers what is under way where its session ends, and what is under way on another one as it was', async () => {
    const targetId = await open();
    const [one, other] = [await attach(targetId), await attach(targetId)];
    const { done } = held();
    const navigate = (sessionId: string) =>
      client.call('Page.navigate', { url: 'http://shop.test/held' }, sessionId);
    const [ended, stays] = [navigate(one), navigate(other)];
    await client.must('Target.detachFromTarget', { sessionId: one });
    expect((await ended).error).toMatchObject({ code: -32_001, message: 'Session with given id not found.' });
    done();
    expect((await stays).error).toBeUndefined();
  });

  test('that is closed by somebody else answers what is under way, and is told as gone', async () => {
    const targetId = await open();
    const sessionId = await attach(targetId);
    const { begun, done } = held();
    const under = client.call('Page.navigate', { url: 'http://shop.test/held' }, sessionId);
    await begun;
    await gateway.tabs().at(-1)?.close();
    expect((await under).error).toMatchObject({
      code: -32_000,
      message: 'Inspected target navigated or closed',
    });
    await client.hears(({ method }) => method === 'Target.detachedFromTarget');
    expect(await client.must('Target.getTargets')).toEqual({ targetInfos: [] });
    done();
  });

  test('that its own session closes answers so', async () => {
    const targetId = await open();
    const sessionId = await attach(targetId);
    expect(await client.must('Page.close', {}, sessionId)).toEqual({});
    const again = await open();
    const params = { targetId: again };
    expect(await client.must('Target.closeTarget', params, await attach(again))).toEqual({ success: true });
  });

  test('takes no script that is longer than a script may be', async () => {
    const sessionId = await attach(await open());
    const params = { expression: ' '.repeat(MOST_SCRIPT + 1), returnByValue: true, awaitPromise: true };
    expect((await client.call('Runtime.evaluate', params, sessionId)).error?.data).toMatch(/^expression: /u);
  });
});

test('an endpoint that a gateway was asked for ends with it, and is none once it closes', async () => {
  const own = mkdtempSync(join(tmpdir(), 'ghost-cdp-ends-'));
  const opened = await openGateway({ dataDir: own, config: { warmTabs: 0 } });
  const { http, close } = await cdpEndpoint(opened, { worker: 'robot' });
  expect((await fetch(`${http}/json/version`)).status).toBe(200);
  await expect(cdpEndpoint(opened, { worker: 'no name' })).rejects.toThrow('is no name of a client');
  await opened.close();
  await expect(fetch(`${http}/json/version`)).rejects.toThrow();
  await close();
  const late = await cdpEndpoint(opened);
  await expect(fetch(`${late.http}/json/version`)).rejects.toThrow();
  rmSync(own, { recursive: true, force: true });
});
