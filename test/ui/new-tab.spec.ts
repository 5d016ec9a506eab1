// A view in another tab: it has the key of one that is open. INVARIANT: no other origin, no page that opened the window, no address and
// no history learns the key, and a key that the gateway does not take is passed to nobody.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { anEntry } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const NO_KEY = 'This page has no key to the gateway';

const openLive = async (): Promise<OpenApp> => {
  const app = await ui.open((gateway) => {
    gateway.audit = [anEntry(2, { where: 'collect.test' }), anEntry(1)];
  });
  await app.page.getByRole('contentinfo').getByText('Navigator').waitFor();
  return app;
};

/** A tab of its own, as from a bookmark or a middle click. */
async function another(app: OpenApp, hash: string): Promise<Page> {
  const page = await app.page.context().newPage();
  await page.goto(`${app.gateway.appOrigin}/${hash}`);
  return page;
}

/** Another origin; its tab was never this one's. */
async function foreign(app: OpenApp): Promise<Page> {
  const page = await app.page.context().newPage();
  await page.goto(`${app.gateway.consentOrigin}/`);
  return page;
}

test('an address of a view opens in a new tab, and neither its address nor its history says the key', async () => {
  const app = await openLive();
  const page = await another(app, '#/audit?q=where%3Acollect.test');
  await page.getByText('1 entry match').waitFor();
  expect(await page.getByLabel('Filter the log').inputValue()).toBe('where:collect.test');
  expect(page.url()).toBe(`${app.gateway.appOrigin}/#/audit?q=where%3Acollect.test`);
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  await page.reload();
  await page.getByText('1 entry match').waitFor();
  // It passes it on itself when the first is closed.
  await app.page.goto('about:blank');
  const third = await another(app, '#/policy');
  await third.getByRole('contentinfo').getByText('Navigator').waitFor();
  await Promise.all([page.close(), third.close()]);
});

test('a link is opened in a new tab by a click with Control', async () => {
  const { page } = await openLive();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Audit log' }).click({ modifiers: ['Control'] });
  const tab = await opened;
  await tab.getByText('2 entries').waitFor();
  await tab.close();
});

test('a page of another origin that asks the same way is told nothing, while a tab of this one is', async () => {
  const app = await openLive();
  const stranger = await foreign(app);
  await stranger.evaluate(() => {
    const heard: string[] = [];
    Reflect.set(window, 'heard', heard);
    const channel = new BroadcastChannel('ghost.key');
    channel.addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
    channel.postMessage({ type: 'ask', nonce: 'n' });
    window.addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
  });
  const own = await another(app, '#/audit');
  await own.getByText('2 entries').waitFor();
  expect(await stranger.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
  await Promise.all([stranger.close(), own.close()]);
});

test.each(['held from the start', 'let go of before it is led here'] as const)(
  'a page that opened a window of ours holds it no longer: %s',
  async (how) => {
    const app = await openLive();
    const stranger = await foreign(app);
    const opened = stranger.context().waitForEvent('page');
    await stranger.evaluate(
      ([url, first]) => {
        const held = window.open(first === 'held from the start' ? url : 'about:blank');
        Reflect.set(window, 'held', held);
        if (held === null || first === 'held from the start') return;
        Reflect.set(held, 'opener', null);
        held.location.href = url;
      },
      [`${app.gateway.appOrigin}/#/audit`, how] as const,
    );
    const popup = await opened;
    await popup.getByText('2 entries').waitFor();
    expect(await stranger.evaluate(() => Reflect.get(window, 'held').closed)).toBe(true);
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    await Promise.all([popup.close(), stranger.close()]);
  },
);

test('where no tab has a key that the gateway takes, the page says so, and does not say that it is reaching it', async () => {
  const app = await openLive();
  await app.page.evaluate(() => sessionStorage.setItem('ghost.token', 'of another start'));
  await app.page.reload();
  await app.page.getByText(NO_KEY).waitFor();
  const page = await another(app, '#/tasks');
  await page.getByText(NO_KEY).waitFor();
  expect(await page.getByText('Reaching the gateway').count()).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem('ghost.token'))).toBeNull();
  expect(await page.evaluate(() => Object.values(sessionStorage))).not.toContain('of another start');
  await page.close();
});
