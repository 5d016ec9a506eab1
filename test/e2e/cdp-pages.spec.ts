// Pages of a client of the DevTools door: frames, worlds and objects, against a real gateway, browser and demo world. What runs in a
// page is decided by its world, what is told is of origins that the task may read, and an id of somebody else's names nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import type { DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { serveCdp } from '#gateway/surfaces/cdp/endpoint.ts';
import type { CdpEndpoint } from '#gateway/surfaces/cdp/endpoint.ts';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { need } from '#test/fixtures/tab.ts';

let directory: string;
let world: DemoWorld;
let gateway: Gateway;
let endpoint: CdpEndpoint;
/** What the person was asked, and whether scripts are allowed. */
let asked: string[] = [];
let allowsScripts = true;
const SCRIPT = 'Run a script in the page';

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-cdp-pages-'));
  world = need(await startDemoWorld());
  gateway = await openGateway({
    dataDir: directory,
    world,
    policy: [SHIPPED.default, SHIPPED.demo],
    config: { ...SHARED, vault: { key: 'file' } },
    consent: ({ title }) => {
      asked.push(title);
      return Promise.resolve(title === SCRIPT && !allowsScripts ? 'DENY' : 'ALLOW_TASK_SITE');
    },
  });
  await keepBrowser(gateway);
  endpoint = need(await serveCdp(gateway, { worker: 'robot' }));
});
afterAll(async () => {
  await endpoint.close();
  await gateway.close();
  await world.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
  allowsScripts = true;
});

const versioned = z.object({ webSocketDebuggerUrl: z.string() });
const opened = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });
const inWorld = z.object({ executionContextId: z.number() });
const answered = z.object({ result: z.object({ objectId: z.string() }) });
const created = z.object({
  context: z.object({ id: z.number(), auxData: z.object({ isDefault: z.boolean() }) }),
});
const tree = z.object({
  frameTree: z.object({
    frame: z.object({ id: z.string(), url: z.string() }),
    childFrames: z.array(z.object({ frame: z.object({ id: z.string(), url: z.string() }) })).default([]),
  }),
});

/** A client with a page at an address, and a world of its own there. */
async function clientAt(url = 'http://shop.test/') {
  const { webSocketDebuggerUrl } = versioned.parse(
    await (await fetch(`${endpoint.http}/json/version`)).json(),
  );
  const client = await RawCdp.open(webSocketDebuggerUrl);
  const { targetId } = opened.parse(await client.must('Target.createTarget', { url }));
  const attach = async () =>
    attached.parse(await client.must('Target.attachToTarget', { targetId, flatten: true })).sessionId;
  const sessionId = await attach();
  const must = (method: string, params: object = {}) => client.must(method, params, sessionId);
  const refused = async (method: string, params: object = {}, on = sessionId) =>
    (await client.call(method, params, on)).error?.message;
  await must('Runtime.enable');
  const page = created.parse(
    client.heard.find(({ method }) => method === 'Runtime.executionContextCreated')?.params,
  ).context.id;
  const own = inWorld.parse(
    await must('Page.createIsolatedWorld', { frameId: targetId, worldName: 'own' }),
  ).executionContextId;
  const object = async (expression: string, contextId = own) =>
    answered.parse(await must('Runtime.evaluate', { expression, contextId })).result.objectId;
  return { client, targetId, sessionId, attach, must, refused, page, own, object };
}

describe('Playwright', () => {
  test('has pages that come up and are read, for one question about its scripts', async () => {
    const browser = await chromium.connectOverCDP(endpoint.http, { noDefaults: true });
    try {
      const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
      await page.goto('http://shop.test/');
      expect(page.url()).toBe('http://shop.test/');
      expect(await page.title()).toContain('Deskwright');
      expect(await page.locator('h1').textContent()).toBe('Everything for your desk');
      expect(await page.locator('a').count()).toBeGreaterThan(5);
      expect(await page.content()).toContain('<h1');
      expect(asked.filter((title) => title === SCRIPT)).toHaveLength(1);
    } finally {
      await browser.close();
    }
  });

  test('reads nothing of a page whose person does not allow its scripts', async () => {
    allowsScripts = false;
    const browser = await chromium.connectOverCDP(endpoint.http, { noDefaults: true });
    try {
      const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
      await page.goto('http://shop.test/');
      const read = page
        .locator('h1')
        .textContent({ timeout: 120_000 })
        .catch((thrown: unknown) => thrown);
      await expect.poll(() => asked, { timeout: 120_000 }).toContain(SCRIPT);
      await browser.close();
      expect(await read).toBeInstanceOf(Error);
    } finally {
      await browser.close();
    }
  });
});

describe('a world of a client’s own', () => {
  test('is asked for once, without its scripts, and not for what runs among the page’s', async () => {
    const { client, must, own, page } = await clientAt();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    asked = [];
    for (const expression of ['1 + 1', 'document.title', 'location.href'])
      await must('Runtime.evaluate', { expression, contextId: own, returnByValue: true });
    expect(asked).toEqual([SCRIPT]);
    await must('Runtime.evaluate', { expression: '1 + 1', contextId: page, returnByValue: true });
    await must('Runtime.evaluate', { expression: '1 + 2', contextId: page, returnByValue: true });
    expect(asked).toEqual([SCRIPT, SCRIPT, SCRIPT]);
  });

  test('takes as an argument what JSON has no word for, and no script in its place', async () => {
    const { client, must, refused, own } = await clientAt();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    const call = { functionDeclaration: '(one) => typeof one', executionContextId: own, returnByValue: true };
    const given = (unserializableValue: string) => ({ ...call, arguments: [{ unserializableValue }] });
    expect(await must('Runtime.callFunctionOn', given('12n'))).toMatchObject({ result: { value: 'bigint' } });
    expect(await must('Runtime.callFunctionOn', { ...call, arguments: [{}] })).toMatchObject({
      result: { value: 'undefined' },
    });
    for (const script of ['globalThis.ran = 1', '[7,8].map(x => x * 2)', '1n;x', '(1n)', ' 1n'])
      expect(await refused('Runtime.callFunctionOn', given(script)), script).toBeDefined();
    expect(
      await must('Runtime.evaluate', { expression: 'typeof ran', contextId: own, returnByValue: true }),
    ).toMatchObject({ result: { value: 'undefined' } });
  });

  test('goes with its document, and a new one is told', async () => {
    const { client, must, refused, own, object } = await clientAt();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    await must('Page.addScriptToEvaluateOnNewDocument', { source: '//# sourceURL=own', worldName: 'own' });
    const before = await object('document');
    await must('Page.navigate', { url: 'http://shop.test/?again' });
    await client.hears(
      ({ method, params }) =>
        method === 'Runtime.executionContextCreated' &&
        JSON.stringify(params).includes('"isDefault":false') &&
        !JSON.stringify(params).includes(`"id":${own}`),
    );
    expect(await refused('Runtime.evaluate', { expression: '1', contextId: own })).toBe(
      'Cannot find context with specified id',
    );
    expect(await refused('Runtime.getProperties', { objectId: before })).toBe(
      'Could not find object with given id',
    );
  });

  test('a promise that waits holds up nothing else, and is told when it is settled', async () => {
    const { client, must, own } = await clientAt();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    const waits = must('Runtime.evaluate', {
      expression: 'new Promise((resolve) => addEventListener("go", () => resolve("went")))',
      contextId: own,
      returnByValue: true,
      awaitPromise: true,
    });
    await must('Runtime.evaluate', {
      expression: 'dispatchEvent(new Event("go"))',
      contextId: own,
      returnByValue: true,
    });
    expect(await waits).toEqual({ result: { type: 'string', value: 'went' } });
  });
});

describe('what is none of a client’s', () => {
  test('objects, worlds and frames of another client, or of another session, are unknown', async () => {
    await using clients = new AsyncDisposableStack();
    const victim = await clientAt();
    clients.use(victim.client);
    const attacker = await clientAt();
    clients.use(attacker.client);
    const objectId = await victim.object('document');
    const own = await attacker.object('document');
    const other = await attacker.attach();
    const NO_OBJECT = 'Could not find object with given id';
    const NO_WORLD = 'Cannot find context with specified id';
    const call = { functionDeclaration: 'function (given) { return String(given) }' };
    const { refused } = attacker;
    expect(
      await Promise.all([
        refused('Runtime.callFunctionOn', { ...call, objectId }),
        refused('Runtime.callFunctionOn', { ...call, objectId: own, arguments: [{ objectId }] }),
        refused('Runtime.getProperties', { objectId }),
        refused('DOM.describeNode', { objectId }),
        refused('DOM.getContentQuads', { objectId }),
        refused('DOM.scrollIntoViewIfNeeded', { objectId }),
        // Its own, on a session that it was not handed out on.
        refused('Runtime.callFunctionOn', { ...call, objectId: own }, other),
        refused('Runtime.getProperties', { objectId: own }, other),
      ]),
    ).toEqual(Array.from({ length: 8 }, () => NO_OBJECT));
    expect(
      await Promise.all([
        refused('Runtime.evaluate', { expression: '1', contextId: victim.own }),
        refused('Runtime.evaluate', { expression: '1', contextId: victim.page }),
        refused('Runtime.evaluate', { expression: '1', contextId: 1 }),
        refused('Runtime.callFunctionOn', { ...call, executionContextId: victim.own }),
        refused('DOM.resolveNode', { backendNodeId: 1, executionContextId: victim.own }),
      ]),
    ).toEqual(Array.from({ length: 5 }, () => NO_WORLD));
    expect(await refused('DOM.resolveNode', { backendNodeId: 1, executionContextId: attacker.own })).toBe(
      'Could not find node with given id',
    );
    expect(await refused('Page.createIsolatedWorld', { frameId: victim.targetId })).toBe(
      'No frame for given id found',
    );
    // Letting go of another's object does nothing to it.
    await attacker.must('Runtime.releaseObject', { objectId });
    await victim.must('Runtime.callFunctionOn', { ...call, objectId });
  });

  test('a world of the boundary’s name is the client’s own, and reaches neither ours nor the page’s', async () => {
    const { client, must, targetId, page, object } = await clientAt();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    await must('Runtime.evaluate', {
      expression: 'globalThis.secret = "of the page"',
      contextId: page,
      returnByValue: true,
    });
    for (const worldName of ['ghost', 'own', '']) {
      const { executionContextId: contextId } = inWorld.parse(
        await must('Page.createIsolatedWorld', { frameId: targetId, worldName, grantUniveralAccess: true }),
      );
      const expression = 'typeof secret';
      expect(await must('Runtime.evaluate', { expression, contextId, returnByValue: true })).toEqual({
        result: { type: 'string', value: 'undefined' },
      });
    }
    // An object of the page’s world is none in another, as receiver or as argument.
    const ofPage = await object('({ hidden: 1 })', page);
    const own = await object('document');
    const given = { functionDeclaration: '(one, other) => other.hidden', arguments: [{ objectId: ofPage }] };
    const { error } = await client.call(
      'Runtime.callFunctionOn',
      { ...given, objectId: own },
      (await client.must('Target.attachToTarget', { targetId, flatten: true }))['sessionId'] as string,
    );
    expect(error?.message).toBe('Could not find object with given id');
  });

  test('no script stays, no binding is made, and a getter is not run by looking', async () => {
    const { client, must, refused, own } = await clientAt();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    for (const source of ['globalThis.kept = 1', '//\nglobalThis.kept = 1', '//\u2028globalThis.kept = 1'])
      expect(
        await refused('Page.addScriptToEvaluateOnNewDocument', { source, worldName: 'own' }),
        source,
      ).toContain('Ghost Browser refuses');
    expect(await refused('Runtime.addBinding', { name: 'out' })).toContain('Ghost Browser refuses');
    const { result } = answered.parse(
      await must('Runtime.evaluate', {
        expression: '({ get lie() { globalThis.ran = true; return 1 } })',
        contextId: own,
      }),
    );
    await must('Runtime.getProperties', { objectId: result.objectId, ownProperties: true });
    expect(
      await must('Runtime.evaluate', { expression: 'typeof ran', contextId: own, returnByValue: true }),
    ).toEqual({ result: { type: 'string', value: 'undefined' } });
  });

  test('a frame of an origin that the task may not read is not told, nor are its worlds', async () => {
    const { client, must, page } = await clientAt();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    await must('Page.enable');
    await must('Runtime.evaluate', {
      expression: `document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://forum.test/' }))`,
      contextId: page,
      returnByValue: true,
    });
    await client.hears(({ method }) => method === 'Page.frameStoppedLoading');
    const { frameTree } = tree.parse(await must('Page.getFrameTree'));
    for (const { frame } of frameTree.childFrames) expect(frame.url).toBe('about:blank');
    expect(JSON.stringify(client.heard)).not.toContain('http://forum.test');
  });

  test('a credential is in no value, no handle and no property', async () => {
    const { client, must, own } = await clientAt('http://account.test/login');
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    const secret = 'correct-horse-battery';
    await must('Runtime.evaluate', {
      expression: `document.querySelector('input[type=password]').value = '${secret}'`,
      contextId: own,
    });
    const value = "document.querySelector('input[type=password]').value";
    const run = (expression: string, more: object = {}) =>
      must('Runtime.evaluate', { expression, contextId: own, ...more });
    const shown = [
      await run(value, { returnByValue: true }),
      await run(`({ deep: [${value}] })`, { returnByValue: true }),
      await run(`Promise.resolve(${value})`, { awaitPromise: true }),
      await run(`new Promise((resolve) => setTimeout(() => resolve(${value}), 200))`, { awaitPromise: true }),
      await run(`new Error(${value})`),
      await run(`throw ${value}`),
    ];
    const held = answered.parse(await run(`({ one: ${value} })`)).result.objectId;
    shown.push(await must('Runtime.getProperties', { objectId: held, ownProperties: true }));
    expect(shown).toHaveLength(7);
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(JSON.stringify(shown)).toContain('***');
  });
});
