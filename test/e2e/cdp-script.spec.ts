// What Playwright's own clients do in a day's work, through the DevTools door: against a real gateway, browser and demo world. What works
// is as with a bare browser; what the policy or the door refuses is refused with its reason.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

let door: CdpDoor;
let cards: ConsentCard[] = [];
/** Of these titles the person says no. */
let refuses = /^$/u;

beforeAll(async () => {
  door = await openCdpDoor({
    patience: UNTIRING,
    layers: (directory) => {
      mkdirSync(join(directory, 'papers'));
      writeFileSync(
        join(directory, 'layer.yaml'),
        `policy: 1
id: papers
revision: 1
owner: test
extends: { id: demo-world }
rules:
  - id: papers
    decision: ESCALATE
    when: { capability: FILE_UPLOAD, action: UPLOAD, folder: ${join(directory, 'papers')} }
    reason: Papers may be sent.
`,
      );
      return [join(directory, 'layer.yaml')];
    },
    consent: (card) => {
      cards.push(card);
      if (refuses.test(card.title)) return Promise.resolve('DENY');
      return Promise.resolve(card.answers.includes('ALLOW_TASK_SITE') ? 'ALLOW_TASK_SITE' : 'ALLOW_ONCE');
    },
  });
});
afterAll(() => door.close());
beforeEach(() => {
  cards = [];
  refuses = /^$/u;
});

const versioned = z.object({ webSocketDebuggerUrl: z.string() });
const opened = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });
const remote = z.object({
  result: z.object({ objectId: z.string().optional(), value: z.unknown().optional() }),
});
const described = z.object({ node: z.object({ backendNodeId: z.number() }) });
const past = z.object({
  currentIndex: z.number(),
  entries: z.array(z.object({ id: z.number(), url: z.string() })),
});

/** A client of no library, with a page of the shop. */
async function raw() {
  const { webSocketDebuggerUrl } = versioned.parse(
    await (await fetch(`${door.endpoint.http}/json/version`)).json(),
  );
  const client = await RawCdp.open(webSocketDebuggerUrl);
  const { targetId } = opened.parse(await client.must('Target.createTarget', { url: 'http://shop.test/' }));
  const { sessionId } = attached.parse(
    await client.must('Target.attachToTarget', { targetId, flatten: true }),
  );
  const must = (method: string, params: object = {}) => client.must(method, params, sessionId);
  const refused = async (method: string, params: object = {}) =>
    (await client.call(method, params, sessionId)).error?.message;
  return { client, sessionId, must, refused };
}

/** A page of the shop with a document of the test's own in it. */
async function withPage(html: string, work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.connectOverCDP(door.endpoint.http, {
    timeout: 200_000,
  });
  try {
    const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
    page.setDefaultTimeout(200_000);
    await page.goto('http://shop.test/');
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}`);
    await work(page);
  } finally {
    await browser.close();
  }
}

test('fields are filled, chosen, checked and given files, keys pressed, and the page pictured and read', async () => {
  const file = join(door.directory, 'notes.txt');
  writeFileSync(file, 'three pens');
  const html = `<input id=name><select id=list><option>first<option>second</select>
    <input id=box type=checkbox checked><input id=file type=file>`;
  await withPage(html, async (page) => {
    await page.fill('#name', 'Ada');
    await page.keyboard.press('!');
    expect(await page.inputValue('#name')).toBe('Ada!');
    expect(await page.selectOption('#list', 'second')).toEqual(['second']);
    await page.uncheck('#box');
    expect(await page.isChecked('#box')).toBe(false);
    // By connection it hands over the file’s bytes itself, by its script.
    await page.setInputFiles('#file', file);
    expect(await page.locator('#file').evaluate((field: HTMLInputElement) => field.files?.[0]?.name)).toBe(
      'notes.txt',
    );
    expect(await page.locator('option').count()).toBe(2);
    expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG');
  });
});

test('a file is given by its path where a person says so, and to the node that is meant', async () => {
  const [file, outside] = [join(door.directory, 'papers', 'secret.txt'), join(door.directory, 'outside.txt')];
  writeFileSync(outside, 'kept');
  writeFileSync(file, 'mine');
  const { client, must, refused } = await raw();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  const run = async (expression: string, more: object = {}) =>
    remote.parse(await must('Runtime.evaluate', { expression, ...more })).result;
  await run('document.body.innerHTML = "<input type=file><input id=other>"');
  const { objectId } = await run('document.querySelector("input")');
  const { node } = described.parse(await must('DOM.describeNode', { objectId }));
  const { backendNodeId } = node;
  const given = { files: [file], objectId };
  const names = () =>
    run('document.querySelector("input").files[0]?.name ?? "none"', { returnByValue: true });
  refuses = /./u;
  expect(await refused('DOM.setFileInputFiles', given)).toContain('Ghost Browser did not do');
  refuses = /^$/u;
  cards = [];
  for (const wrong of [
    { files: [], objectId },
    { files: [file], objectId: 'E'.repeat(32) },
    { files: [file], backendNodeId },
    { ...given, backendNodeId: backendNodeId + 1 },
    { files: ['notes.txt'], objectId },
    { files: [outside], objectId },
    { files: [file], objectId: (await run('document.querySelector("#other")')).objectId },
  ])
    expect(await refused('DOM.setFileInputFiles', wrong), JSON.stringify(wrong)).toBeDefined();
  expect((await names()).value).toBe('none');
  await must('DOM.setFileInputFiles', { ...given, backendNodeId });
  expect(cards.map(({ capabilities }) => capabilities)).toContainEqual(['FILE_UPLOAD']);
  expect((await names()).value).toBe('secret.txt');
});

test('a dialog that may not be accepted is dismissed, one that no client hears of too, and none holds a tab up', async () => {
  const { client, sessionId, must, refused } = await raw();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  const TITLE = { expression: 'document.title', returnByValue: true };
  const run = (expression: string) => must('Runtime.evaluate', { expression, returnByValue: true });
  // It may open while the script runs, whose answer then says so.
  const later = (script: string) =>
    refused('Runtime.evaluate', {
      expression: `void setTimeout(() => { document.title = 'said ' + ${script}; }, 0)`,
      returnByValue: true,
    });
  const title = async () => remote.parse(await run('document.title')).result.value;
  expect(await refused('Page.handleJavaScriptDialog', { accept: true })).toBe('No dialog is showing');
  // `Page.enable` was not called: nobody is told.
  await later("confirm('unheard')");
  await expect.poll(title).toBe('said false');
  expect(client.heard.some(({ method }) => method === 'Page.javascriptDialogOpening')).toBe(false);
  await must('Page.enable');
  const opens = async (text: string) =>
    client.hears(
      ({ method, params }) => method === 'Page.javascriptDialogOpening' && params?.['message'] === text,
    );
  await later("confirm('mine')");
  await opens('mine');
  refuses = /./u;
  expect(await refused('Page.handleJavaScriptDialog', { accept: true })).toContain(
    'Ghost Browser did not do',
  );
  refuses = /^$/u;
  expect(await title()).toBe('said false');
  await later("prompt('again', 'given')");
  await opens('again');
  // What comes meanwhile waits for its answer, and does not hold that up, however much of it there is.
  const wait = Array.from({ length: 70 }, () => client.call('Runtime.evaluate', TITLE, sessionId));
  await must('Page.handleJavaScriptDialog', { accept: true, promptText: 'typed' });
  const waited = await Promise.all(wait);
  expect(remote.parse(waited[0]?.result).result.value).toBe('said typed');
  expect(waited.filter(({ error }) => error !== undefined).length).toBeGreaterThan(0);
});

test('a script that awaits nothing is answered once its dialog is, as in a browser', async () => {
  const { client, sessionId, must } = await raw();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  await must('Page.enable');
  await must('Runtime.evaluate', { expression: '1' });
  const asks = client.call(
    'Runtime.evaluate',
    { expression: "prompt('How many?') + ' pens'", returnByValue: true },
    sessionId,
  );
  await client.hears(({ method }) => method === 'Page.javascriptDialogOpening');
  await must('Page.handleJavaScriptDialog', { accept: true, promptText: 'three' });
  expect((await asks).result).toMatchObject({ result: { type: 'string', value: 'three pens' } });
  const sum = await must('Runtime.evaluate', { expression: '1 + 1', returnByValue: true });
  expect(remote.parse(sum).result.value).toBe(2);
});

test('a script that asks by a dialog is answered once the dialog is', async () => {
  await withPage('', async (page) => {
    page.once('dialog', (dialog) => void dialog.accept('three'));
    expect(await page.evaluate(() => `${prompt('How many?') ?? 'none'} pens`)).toBe('three pens');
    page.once('dialog', (dialog) => void dialog.dismiss());
    expect(await page.evaluate(() => confirm('Sure?'))).toBe(false);
  });
});

test('an answer is for the dialog that it was told of, and for none behind it', async () => {
  const { client, sessionId, must } = await raw();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  await must('Page.enable');
  await must('Runtime.enable');
  const said = must('Runtime.evaluate', {
    expression: `confirm('first') + ' ' + confirm('second')`,
    awaitPromise: true,
  });
  const opens = (text: string) =>
    client.hears(
      ({ method, params }) => method === 'Page.javascriptDialogOpening' && params?.['message'] === text,
    );
  await opens('first');
  const yes = () => client.call('Page.handleJavaScriptDialog', { accept: true }, sessionId);
  const [first, again] = await Promise.all([yes(), yes()]);
  expect(first.error).toBeUndefined();
  expect(again.error).toBeDefined();
  await opens('second');
  await must('Page.handleJavaScriptDialog', { accept: false });
  expect(remote.parse(await said).result.value).toBe('true false');
});

test('a page whose script never ends is closed, however many wait for it; a look behind a dialog says why it ended', async () => {
  const { client, sessionId, must, refused } = await raw();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  await must('Page.enable');
  await must('Runtime.enable');
  const asks = { expression: `() => confirm('mine')`, returnByValue: true, awaitPromise: true };
  expect(await refused('Runtime.evaluate', asks)).toBe('a dialog of the page waits for its answer');
  await must('Page.handleJavaScriptDialog', { accept: false });
  const { targetInfo } = await must('Target.getTargetInfo');
  const { targetId } = opened.parse(targetInfo);
  const never = { expression: 'new Promise(() => {})', awaitPromise: true };
  const wait = Array.from({ length: 64 }, () => client.call('Runtime.evaluate', never, sessionId));
  await client.must('Target.closeTarget', { targetId });
  for (const { error } of await Promise.all(wait)) expect(error).toBeDefined();
});

test('an entry of the history is the tab’s own, and one step away', async () => {
  await using clients = new AsyncDisposableStack();
  const [one, other] = [await raw(), await raw()];
  for (const { client } of [one, other]) clients.use(client);
  await one.must('Page.navigate', { url: 'http://shop.test/cart' });
  await one.must('Page.navigate', { url: 'http://shop.test/?third' });
  const { currentIndex, entries } = past.parse(await one.must('Page.getNavigationHistory'));
  expect([currentIndex, entries.map(({ url }) => url)]).toEqual([
    2,
    ['http://shop.test/', 'http://shop.test/cart', 'http://shop.test/?third'],
  ]);
  const theirs = past.parse(await other.must('Page.getNavigationHistory')).entries;
  for (const entryId of [...theirs.map(({ id }) => id), 0, 1, -1, 2 ** 53])
    expect(await one.refused('Page.navigateToHistoryEntry', { entryId }), String(entryId)).toBeDefined();
  for (const entryId of [entries[0]?.id, entries[2]?.id])
    expect(await one.refused('Page.navigateToHistoryEntry', { entryId })).toContain('one step at a time');
  await one.must('Page.navigateToHistoryEntry', { entryId: entries[1]?.id });
  expect(past.parse(await one.must('Page.getNavigationHistory')).currentIndex).toBe(1);
});

test('dialogs are told and answered, and one that nobody may accept is dismissed', async () => {
  const html = `<button id=ask onclick="said.value = confirm('Sure?')">Ask</button>
    <button id=name onclick="said.value = prompt('Name?', 'nobody')">Name</button><output id=said></output>`;
  await withPage(html, async (page) => {
    const said = () => page.locator('#said').evaluate((out: HTMLOutputElement) => out.value);
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(`${dialog.type()} ${dialog.message()}`);
      void dialog.accept();
    });
    await page.click('#ask');
    expect(await said()).toBe('true');
    page.once('dialog', (dialog) => {
      asked.push(`${dialog.type()} ${dialog.message()} ${dialog.defaultValue()}`);
      void dialog.accept('Ada');
    });
    await page.click('#name');
    expect(await said()).toBe('Ada');
    // Playwright dismisses what it has no listener for.
    await page.click('#ask');
    expect(await said()).toBe('false');
    expect(asked).toEqual(['confirm Sure?', 'prompt Name? nobody']);
  });
});

test('a page is gone back to, and forth, as far as the task may read', async () => {
  await withPage('', async (page) => {
    await page.goto('http://shop.test/cart');
    await page.goBack();
    expect(page.url()).toBe('http://shop.test/');
    await page.goForward();
    expect(page.url()).toBe('http://shop.test/cart');
    expect(await page.goForward()).toBeNull();
    await page.reload();
    expect(page.url()).toBe('http://shop.test/cart');
  });
});

test('what the door refuses is refused with its reason, and the page goes on', async () => {
  await withPage('', async (page) => {
    await expect(page.context().grantPermissions(['geolocation'])).rejects.toThrow(
      /Ghost Browser refuses `Browser\.grantPermissions`/u,
    );
    await expect(page.route('**/*.png', (route) => route.abort())).rejects.toThrow(
      /Ghost Browser refuses `(?:Fetch|Network)\./u,
    );
    await expect(page.setExtraHTTPHeaders({ 'x-mine': '1' })).rejects.toThrow(
      /Ghost Browser refuses `Network\./u,
    );
    await expect(page.pdf()).rejects.toThrow(/Ghost Browser refuses `Page\.printToPDF`/u);
    expect(await page.title()).toContain('Deskwright');
  });
});
