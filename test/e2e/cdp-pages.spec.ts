// Pages of a client of the DevTools door: frames, worlds and objects, against a real gateway, browser and demo world. What runs in a
// page is decided by its world, what is told is of origins that the task may read, and an id of somebody else's names nothing.
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';

let door: CdpDoor;
/** What the person was asked, and whether scripts are allowed. */
let asked: string[] = [];
let cards: ConsentCard[] = [];
let allowsScripts = true;
const SCRIPT = 'Run a script in the page';

beforeAll(async () => {
  door = await openCdpDoor({
    consent: (card) => {
      const { title } = card;
      asked.push(title);
      cards.push(card);
      if (!card.answers.includes('ALLOW_TASK_SITE')) return Promise.resolve('ALLOW_ONCE');
      return Promise.resolve(title === SCRIPT && !allowsScripts ? 'DENY' : 'ALLOW_TASK_SITE');
    },
  });
});
afterAll(() => door.close());
beforeEach(() => {
  asked = [];
  cards = [];
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
    await (await fetch(`${door.endpoint.http}/json/version`)).json(),
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
    const browser = await chromium.connectOverCDP(door.endpoint.http);
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

  test('goes from site to site, and is read on each', async () => {
    const browser = await chromium.connectOverCDP(door.endpoint.http);
    try {
      const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
      for (const [url, title] of [
        ['http://shop.test/', 'Everything for your desk'],
        ['http://encyclopedia.test/', 'Welcome to Openpedia'],
        ['http://shop.test/?again', 'Everything for your desk'],
      ] as const) {
        await page.goto(url);
        expect(page.url()).toBe(url);
        expect(await page.locator('h1').first().textContent()).toBe(title);
      }
      await page.reload();
      expect(await page.locator('h1').first().textContent()).toBe('Everything for your desk');
      expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG');
      await expect(page.screenshot({ clip: { x: 0, y: 0, width: 10, height: 10 } })).rejects.toThrow(
        'Invalid parameters',
      );
    } finally {
      await browser.close();
    }
  });

  test('runs a function in the page: its own text is shown, and its helper by name', async () => {
    const browser = await chromium.connectOverCDP(door.endpoint.http);
    try {
      const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
      await page.goto('http://shop.test/');
      cards = [];
      const text = '(given) => {\n  return `${given.a} of "${document.title}"`;\n}';
      const ran = await page.evaluate(`(${text})({ a: 'one' })`);
      expect(ran).toBe('one of "Everything for your desk – Deskwright"');
      const rows = cards.map(({ details }) => details.map(({ label, value, by }) => [label, value, by]));
      expect(rows[0]).toContainEqual([
        'script',
        expect.stringContaining('helper script of playwright-core 1.65.1'),
        'GATEWAY',
      ]);
      expect(rows[1]).toContainEqual(['argument 4', `(${text})({ a: 'one' })`, 'AGENT']);
      // Each is asked for: that a helper is known allows nothing.
      expect(cards.map(({ title }) => title)).toEqual([SCRIPT, SCRIPT]);
      allowsScripts = false;
      await expect(page.evaluate('1 + 1')).rejects.toThrow();
    } finally {
      await browser.close();
    }
  });

  test('fills fields: what was there is replaced, and a password is asked for as one', async () => {
    const browser = await chromium.connectOverCDP(door.endpoint.http);
    try {
      const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
      await page.goto('http://account.test/login');
      const [name, password] = [page.locator('[name=username]'), page.locator('[name=password]')];
      await name.fill('first');
      await name.fill('second');
      expect(await name.inputValue()).toBe('second');
      cards = [];
      await password.fill('correct-horse-battery');
      expect(cards.map(({ capabilities }) => capabilities)).toContainEqual(['FORM_SUBMIT_CREDENTIALS']);
      expect(JSON.stringify(cards)).not.toContain('correct-horse-battery');
      expect(await password.evaluate((field: HTMLInputElement) => field.value.length)).toBe(21);
      expect(JSON.stringify(door.gateway.audit.since(0, 10_000))).not.toContain('correct-horse-battery');
    } finally {
      await browser.close();
    }
  });

  test('reads nothing of a page whose person does not allow its scripts', async () => {
    allowsScripts = false;
    const browser = await chromium.connectOverCDP(door.endpoint.http);
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
    const { client, must, refused, targetId, page, object } = await clientAt();
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
    // An object of the page’s world is no argument in another, and is one in its own.
    const [ofPage, inPage, own] = [
      await object('({ hidden: 1 })', page),
      await object('document', page),
      await object('document'),
    ];
    const give = (objectId: string) => ({
      functionDeclaration: '(other) => other.hidden',
      arguments: [{ objectId: ofPage }],
      objectId,
      returnByValue: true,
    });
    expect(await must('Runtime.callFunctionOn', give(inPage))).toEqual({
      result: { type: 'number', value: 1, description: '1' },
    });
    expect(await refused('Runtime.callFunctionOn', give(own))).toBe(
      'Argument should belong to the same JavaScript world as target object',
    );
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
    // Both are in the page’s own process, and have loaded: one is of its origin, the other of none.
    const frame = (attributes: string) => `new Promise((loaded) => {
      const frame = Object.assign(document.createElement('iframe'), ${attributes});
      addEventListener('message', ({ data }) => loaded(data), { once: true });
      document.body.append(frame);
    })`;
    const html = (name: string) => `<script>parent.postMessage('${name}', '*')</script>`;
    const load = async (attributes: string) => {
      const params = {
        expression: frame(attributes),
        contextId: page,
        awaitPromise: true,
        returnByValue: true,
      };
      return must('Runtime.evaluate', params);
    };
    expect(await load(JSON.stringify({ name: 'written', srcdoc: html('written') }))).toMatchObject({
      result: { value: 'written' },
    });
    expect(
      await load(JSON.stringify({ name: 'opaque', src: `data:text/html,${html('opaque')}` })),
    ).toMatchObject({ result: { value: 'opaque' } });
    const { frameTree } = tree.parse(await must('Page.getFrameTree'));
    expect(frameTree.childFrames.map(({ frame: { url } }) => url)).toEqual(['about:srcdoc']);
    const heard = client.heard.filter(({ id }) => id === undefined);
    expect(JSON.stringify(heard)).toContain('about:srcdoc');
    expect(JSON.stringify(heard)).not.toContain('data:text/html');
    const worlds = heard.flatMap(({ method, params }) =>
      method === 'Runtime.executionContextCreated' ? [created.parse(params).context.auxData.isDefault] : [],
    );
    // The page’s, the client’s own, and the one of the frame that is told.
    expect(worlds.filter(Boolean)).toHaveLength(2);
  });

  test('a world is named by the name that it was told by, and by no other one', async () => {
    const { client, must, refused } = await clientAt();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    const named = z.object({ context: z.object({ id: z.number(), uniqueId: z.string() }) });
    const [first] = client.heard.flatMap(({ method, params }) =>
      method === 'Runtime.executionContextCreated' ? [named.parse(params).context] : [],
    );
    const { id: contextId, uniqueId: uniqueContextId = '' } = first ?? {};
    const script = { expression: 'location.href', returnByValue: true };
    expect(await must('Runtime.evaluate', { ...script, uniqueContextId })).toMatchObject({
      result: { value: 'http://shop.test/' },
    });
    const call = { functionDeclaration: '() => 1 + 1', returnByValue: true };
    expect(await must('Runtime.callFunctionOn', { ...call, uniqueContextId })).toMatchObject({
      result: { value: 2 },
    });
    for (const other of ['', `${uniqueContextId}1`, String(contextId), '1.1'])
      expect(await refused('Runtime.evaluate', { ...script, uniqueContextId: other }), other).toBe(
        'Cannot find context with specified id',
      );
    expect(await refused('Runtime.evaluate', { ...script, uniqueContextId, contextId })).toBe(
      'contextId and uniqueContextId are mutually exclusive',
    );
  });

  test('what a script gives back has its bounds, also where it comes late', async () => {
    const { client, must, own, sessionId } = await clientAt();
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    const run = (expression: string) =>
      client.call(
        'Runtime.evaluate',
        { expression, contextId: own, returnByValue: true, awaitPromise: true },
        sessionId,
      );
    for (const expression of [
      '"x".repeat(3e6)',
      'Array.from({ length: 3e6 }, () => 1)',
      'new Promise((resolve) => setTimeout(() => resolve("x".repeat(3e6)), 300))',
    ])
      expect((await run(expression)).error, expression).toMatchObject({
        code: -32_000,
        data: 'act.too-large',
      });
    const deep = await run('Array.from({ length: 2e3 }).reduce((inner) => [inner], 1)');
    expect(deep.error?.message).toBe('Object reference chain is too long');
    expect((await run('"x".repeat(1e6).length')).result).toMatchObject({ result: { value: 1e6 } });
    const { result } = answered.parse(
      await must('Runtime.evaluate', { expression: 'Array.from({ length: 6e3 }, () => 1)', contextId: own }),
    );
    const { error } = await client.call('Runtime.getProperties', { objectId: result.objectId }, sessionId);
    expect(error).toMatchObject({ data: 'act.too-large' });
  });

  test('a credential is in no value of a frame, no number and no letters of one', async () => {
    const { client, must, own } = await clientAt('http://account.test/login');
    await using clients = new AsyncDisposableStack();
    clients.use(client);
    const run = (expression: string, more: object = {}) =>
      must('Runtime.evaluate', { expression, contextId: own, awaitPromise: true, ...more });
    const byValue = { returnByValue: true };
    await run(`new Promise((loaded) => {
      const frame = Object.assign(document.createElement('iframe'), { srcdoc: '<input type=password name=pin>' });
      frame.addEventListener('load', () => {
        frame.contentDocument.querySelector('input').value = '83920147';
        loaded();
      });
      document.body.append(frame);
    })`);
    const pin = 'frames[0].document.querySelector("input").value';
    const shown = [
      await run(pin, byValue),
      await run(`Number(${pin})`, byValue),
      await run(`Number(${pin})`),
      await run(`BigInt(${pin})`),
      await run(`[...${pin}]`, byValue),
      await run(`({ half: ${pin}.slice(0, 4), rest: ${pin}.slice(4) })`, byValue),
      await run(`[...${pin}].map((one) => one.codePointAt(0))`, byValue),
    ];
    const letters = answered.parse(await run(`[...${pin}]`)).result.objectId;
    shown.push(await must('Runtime.getProperties', { objectId: letters, ownProperties: true }));
    for (const one of shown) {
      const text = JSON.stringify(one);
      expect(text).toContain('***');
      expect(text).not.toMatch(/83920147|"8392"|"8","3"|"value":"8"|56,51/u);
    }
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
