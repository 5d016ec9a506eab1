// The page of grants: what answers still allow, and taking it back by pointer and by keyboard.
import { expect, test } from 'vitest';
import type { GrantView } from '#gateway/protocol/views/grant.ts';
import { PATIENT } from '#test/fixtures/consent-page.ts';
import { expectAtEverySize } from '#test/fixtures/every-size.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();

const aGrant = (id: string, change: Partial<GrantView> = {}): GrantView => ({
  id,
  taskId: 't1',
  intent: 'check the status of my latest order',
  kind: 'SITE',
  where: 'https://accounts.shop.example',
  says: 'going to any address of it',
  by: 'person:ui',
  consentId: `c-${id}`,
  grantedAt: new Date(Date.now() - 60_000).toISOString(),
  uses: 0,
  usedAt: null,
  endsAt: null,
  ...change,
});

const rows = ({ page }: OpenApp) => page.getByRole('list', { name: 'What holds' }).getByRole('listitem');
const revoked = ({ gateway }: OpenApp): string[] =>
  gateway.received
    .filter(({ path }) => path.endsWith('/revoke'))
    .map(({ path }) => path.split('/').at(-2) ?? '');

async function open(): Promise<OpenApp> {
  const app = await ui.open((gateway) => {
    gateway.tasks = [aTask()];
    gateway.grants = [
      aGrant('g1', { uses: 3, usedAt: new Date().toISOString() }),
      aGrant('g2', {
        kind: 'LOG_IN',
        says: 'the rest of this log-in',
        endsAt: new Date(Date.now() + 90_000).toISOString(),
      }),
      aGrant('g3', { kind: 'STORAGE', says: 'its own pages keeping cookies', by: 'person:terminal' }),
    ];
  });
  await app.page.getByRole('link', { name: 'Grants' }).click();
  await rows(app).first().waitFor();
  return app;
}

test('a row says who, what, for which task, how often it was used and until when', async () => {
  const app = await open();
  const texts = await rows(app).allInnerTexts();
  expect(texts[0]).toMatch(
    /accounts\.shop\.example: going to any address.*check the status.*you, in this window.*3 times, last at.*with its task/su,
  );
  expect(texts[1]).toMatch(/Used\s+not yet.*Ends\s+in 1:/su);
  expect(texts[2]).toMatch(/person:terminal.*whenever its pages do/su);
  await rows(app).first().getByRole('link', { name: 'in the log' }).click();
  await expect.poll(() => app.page.url(), PATIENT).toContain('#/audit?q=why%3Ac-g1');
});

test('by keyboard alone: each is taken back, and the keyboard goes on with what is left', async () => {
  const app = await open();
  const { page } = app;
  await rows(app).nth(1).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => revoked(app), PATIENT).toEqual(['g2']);
  await page.getByRole('status').getByText('Taken back: the rest of this log-in').waitFor();
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
  await expect.poll(focused, PATIENT).toContain('its own pages keeping cookies');
  await page.keyboard.press('Enter');
  await expect.poll(focused, PATIENT).toContain('going to any address');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing is granted now.').waitFor();
  await expect.poll(focused, PATIENT).toBe('Grants');
});

test('what could not be taken back stands here still, and the page says why', async () => {
  const app = await open();
  await app.page.route('**/revoke', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'audit.unwritable', message: 'the log cannot be written' } },
    }),
  );
  await rows(app).first().getByRole('button').click();
  await app.page.getByRole('alert').getByText('the log cannot be written').waitFor();
  expect(await rows(app).count()).toBe(3);
  ui.expectComplaint(app, /503/u);
});

test('two windows agree, and a gateway that dies takes nothing back that it was not told of', async () => {
  const app = await open();
  const other = await app.page.context().newPage();
  await other.goto(`${app.gateway.appOrigin}/#/grants`);
  const there = other.getByRole('list', { name: 'What holds' }).getByRole('listitem');
  await expect.poll(() => there.count(), PATIENT).toBe(3);
  await there.first().getByRole('button').click();
  await expect.poll(() => rows(app).count(), PATIENT).toBe(2);
  await other.close();
  const port = await app.gateway.stopApp();
  await app.page.getByText('Connection to the gateway lost').waitFor({ state: 'attached' });
  await rows(app).first().getByRole('button').focus();
  await app.page.keyboard.press('Enter');
  expect(await rows(app).count()).toBe(2);
  await app.gateway.start(port);
  await app.page.getByText('Connection to the gateway lost').waitFor({ state: 'detached' });
  expect(revoked(app)).toEqual(['g1']);
  expect(await rows(app).count()).toBe(2);
});

test('at four sizes, in light, dark and forced colours', async () => {
  const app = await open();
  await expectAtEverySize(app.page, 'grants');
}, 120_000);
