// What Puppeteer's own client does in a day's work, through the DevTools door: it comes to a page by the tab that holds it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import type { Dialog, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

let door: CdpDoor;
beforeAll(async () => {
  door = await openCdpDoor({
    patience: UNTIRING,
    consent: ({ answers }) =>
      Promise.resolve(answers.includes('ALLOW_TASK_SITE') ? 'ALLOW_TASK_SITE' : 'ALLOW_ONCE'),
  });
});
afterAll(() => door.close());

const MOST_MS = 200_000;
async function withPage(html: string, work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await puppeteer.connect({
    browserURL: door.endpoint.http,
    protocolTimeout: MOST_MS,
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(MOST_MS);
    await page.goto('http://shop.test/');
    await page.evaluate((text) => {
      document.body.innerHTML = text;
    }, html);
    await work(page);
    await page.close();
  } finally {
    await browser.disconnect();
  }
}

const decided = (): readonly unknown[] =>
  door.gateway.audit
    .since(0, 10_000)
    .filter(({ type, who }) => type === 'decision' && who.startsWith('client:robot-'))
    .map(({ details }) => details['action']);

test('a page is opened, read, filled, chosen, pressed and pictured, each as the act that it is', async () => {
  const html = `<input id=name><select id=list><option>first<option>second</select>
    <input id=box type=checkbox><button id=go onclick="document.title = 'gone'">Go</button>`;
  await withPage(html, async (page) => {
    expect((await page.$$('option')).length).toBe(2);
    await page.type('#name', 'Ada');
    await page.keyboard.press('!');
    expect(await page.$eval('#name', (field) => Reflect.get(field, 'value'))).toBe('Ada!');
    expect(await page.select('#list', 'second')).toEqual(['second']);
    await page.click('#box');
    expect(await page.$eval('#box', (field) => Reflect.get(field, 'checked'))).toBe(true);
    await page.locator('#go').click();
    await page.waitForFunction(() => document.title === 'gone');
    expect(
      Buffer.from(await page.screenshot())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(await page.content()).toContain('id="name"');
  });
  expect(decided()).toEqual(
    expect.arrayContaining(['NAVIGATE', 'CLICK', 'PRESS', 'EVALUATE', 'SCREENSHOT', 'CLOSE_TAB']),
  );
});

test('a dialog is answered, history is gone through, and a file is given to its field where the policy lets it', async () => {
  const file = join(door.directory, 'notes.txt');
  writeFileSync(file, 'three pens');
  await withPage('<a href="/cart">Cart</a><input type=file>', async (page) => {
    const heard = Promise.withResolvers<Dialog>();
    page.once('dialog', heard.resolve);
    const answered = page.evaluate(() => confirm('Delete everything?'));
    const dialog = await heard.promise;
    expect(dialog.message()).toBe('Delete everything?');
    await dialog.dismiss();
    expect(await answered).toBe(false);
    const field = await page.$('input[type=file]');
    await expect(field?.uploadFile(file)).rejects.toThrow('Ghost Browser did not do');
    await Promise.all([page.waitForNavigation(), page.click('a')]);
    expect(new URL(page.url()).pathname).toBe('/cart');
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
