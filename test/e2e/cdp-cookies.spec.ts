// Cookies of clients' own tabs through the DevTools door: read, set and deleted by acts, at the page's own site and nowhere else.
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const MOST_MS = 200_000;
let door: CdpDoor;
/** Of questions about cookies the person says no. */
let refuses = false;
beforeAll(async () => {
  door = await openCdpDoor({
    patience: UNTIRING,
    shop: { '/': '<title>Shop</title>' },
    consent: ({ answers, capabilities }) =>
      Promise.resolve(
        refuses && capabilities.includes('ACCESS_COOKIES')
          ? 'DENY'
          : answers.includes('ALLOW_TASK_SITE')
            ? 'ALLOW_TASK_SITE'
            : 'ALLOW_ONCE',
      ),
  });
});
afterAll(() => door.close());
beforeEach(() => {
  refuses = false;
});

test('Playwright reads, adds and clears the cookies of its page', async () => {
  const browser = await chromium.connectOverCDP(door.endpoint.http, { timeout: MOST_MS });
  try {
    const context = browser.contexts()[0] ?? (await browser.newContext());
    const page = await context.newPage();
    page.setDefaultTimeout(MOST_MS);
    expect(await context.cookies()).toEqual([]);
    // Nobody is there yet: a cookie is set at its own site.
    const mine = { name: 'mine', value: 'yes', url: 'http://shop.test/' };
    await expect(context.addCookies([mine])).rejects.toThrow('go to that site first');
    await page.goto('http://shop.test/');
    await context.addCookies([mine]);
    const kept = { name: 'mine', value: 'yes', domain: 'shop.test', path: '/', expires: -1, httpOnly: false };
    expect(await context.cookies()).toEqual([expect.objectContaining(kept)]);
    await context.addCookies([{ ...mine, name: 'other', httpOnly: true, sameSite: 'Strict' }]);
    expect(
      (await context.cookies('http://shop.test/')).map(({ name, sameSite }) => [name, sameSite]),
    ).toEqual(expect.arrayContaining([['other', 'Strict']]));
    await expect(context.addCookies([{ ...mine, url: 'http://account.test/' }])).rejects.toThrow(
      'go to that site first',
    );
    await context.clearCookies();
    expect(await context.cookies()).toEqual([]);
    const acts = door.gateway.audit
      .since(0, 10_000)
      .filter(({ type, who }) => type === 'decision' && who.startsWith('client:robot-'))
      .map(({ details }) => details['action']);
    expect(acts).toEqual(expect.arrayContaining(['COOKIE_READ', 'COOKIE_WRITE', 'COOKIE_CLEAR']));
  } finally {
    await browser.close();
  }
});

test('Puppeteer does too; what the policy or a person refuses is not read', async () => {
  const browser = await puppeteer.connect({ browserURL: door.endpoint.http, protocolTimeout: MOST_MS });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(MOST_MS);
    await page.goto('http://shop.test/');
    await page.setCookie({ name: 'mine', value: 'yes' }, { name: 'other', value: 'no' });
    expect((await page.cookies()).map(({ name }) => name).toSorted()).toEqual(['mine', 'other']);
    await page.deleteCookie({ name: 'mine' });
    expect((await page.cookies()).map(({ name }) => name)).toEqual(['other']);
    // Of another site they are nobody's here.
    await expect(page.cookies('http://account.test/')).rejects.toThrow('Ghost Browser did not do');
    await page.close();
  } finally {
    await browser.disconnect();
  }
  refuses = true;
  const other = await chromium.connectOverCDP(door.endpoint.http, { timeout: MOST_MS });
  try {
    const context = other.contexts()[0] ?? (await other.newContext());
    const page = await context.newPage();
    page.setDefaultTimeout(MOST_MS);
    await page.goto('http://shop.test/');
    await expect(context.cookies()).rejects.toThrow('Ghost Browser did not do `Storage.getCookies`');
  } finally {
    await other.close();
  }
});
