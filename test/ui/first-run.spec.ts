// The first steps: offered once where nobody has a task yet, never in the demo world; each tells what is there and can be skipped.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aStatus } from '#test/fixtures/views.ts';

/** The engine's worker is loaded when a view needs it. */
const COMPILED = { timeout: 60_000 };
const ui = uiForSpec();

function anew(gateway: FakeGateway): void {
  gateway.status = { ...aStatus(), demo: false };
  gateway.doctor = [
    { name: 'node', state: 'ok', detail: '24.21.0, needs 24', help: null },
    { name: 'browser', state: 'bad', detail: 'no browser was found', help: 'install Chromium' },
    { name: 'sandbox', state: 'ok', detail: 'on, by user namespaces', help: null },
  ];
  gateway.settings = {
    ...gateway.settings,
    settings: [
      {
        key: 'navigator.use',
        kind: 'CHOICE',
        choices: ['offline', 'gemini'],
        about: 'Who proposes.',
        value: null,
        preset: 'offline',
        line: null,
        loosens: ['gemini'],
      },
    ],
  };
  const text = readFileSync(SHIPPED.default, 'utf8');
  gateway.policyFiles = [
    { file: '/etc/ghost/own.yaml', name: 'own', text, inForce: text, digest: 'sha256:0', readOnly: null },
  ];
}

test('whoever is new is led through the browser, the model and the policy, by keyboard, and comes out at the tasks', async () => {
  const { page, gateway } = await ui.open(anew);
  await page.getByRole('link', { name: 'Three first steps' }).press('Enter');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  const browser = page.getByRole('region', { name: '1. The browser' });
  await browser.getByText('no browser was found').waitFor();
  await browser.getByText('install Chromium').waitFor();
  gateway.doctor = gateway.doctor.map((check) => ({
    ...check,
    state: 'ok',
    detail: 'it is there',
    help: null,
  }));
  await browser.getByRole('button', { name: 'Look again' }).press('Enter');
  await browser.getByText('found', { exact: true }).waitFor();
  await browser.getByText('well', { exact: true }).waitFor();

  const model = page.getByRole('region', { name: '2. A model, or none' });
  await model.getByLabel('Key for Gemini').waitFor();
  expect(await model.getByLabel('Navigator').inputValue()).toBe('offline');

  const table = page.getByRole('region', { name: 'What an agent may do' }).getByRole('table');
  const row = table.getByRole('row', { name: 'enter and send log-ins or cards' });
  await row.waitFor(COMPILED);
  const cells = await table.getByRole('row', { name: 'go to the site' }).getByRole('cell').allTextContents();
  expect(cells).toEqual(['allowed', 'asked']);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'To the tasks' }).press('Enter');
  await page.getByRole('heading', { name: 'What should be done?' }).waitFor();
  expect(await page.getByText('First time here?').count()).toBe(0);
  await page.reload();
  await page.getByRole('heading', { name: 'What should be done?' }).waitFor();
  expect(await page.getByText('First time here?').count()).toBe(0);
});

test('what another window changed is shown here, and what is typed stays', async () => {
  const { page, gateway } = await ui.open(anew);
  await page.evaluate(() => (location.hash = '#/settings/start'));
  const model = page.getByRole('region', { name: '2. A model, or none' });
  const key = model.getByLabel('Key for Gemini');
  await key.fill('half a key');
  await expect.poll(() => model.getByLabel('Navigator').inputValue()).toBe('offline');
  gateway.settings = {
    ...gateway.settings,
    settings: gateway.settings.settings.map((one) => ({ ...one, value: 'gemini' })),
  };
  gateway.emit({ type: 'settings.changed' });
  await expect.poll(() => model.getByLabel('Navigator').inputValue()).toBe('gemini');
  expect(await key.inputValue()).toBe('half a key');
});

test('one press ends the offer, and the settings lead to the steps again', async () => {
  const { page } = await ui.open((gateway) => {
    anew(gateway);
  });
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => page.getByText('First time here?').count()).toBe(0);
  await page.evaluate(() => (location.hash = '#/settings'));
  await page.getByRole('link', { name: 'The first steps again' }).click();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
});

test('the demo world offers its tasks and no steps', async () => {
  const { page } = await ui.open((gateway) => {
    anew(gateway);
    gateway.status = aStatus();
  });
  await page.getByText('Try one in the demo world').waitFor();
  expect(await page.getByText('First time here?').count()).toBe(0);
});

test('nothing scrolls sideways, from 320 px up', async () => {
  const { page } = await ui.open(anew);
  await page.evaluate(() => (location.hash = '#/settings/start'));
  await page.getByRole('row', { name: 'upload files' }).waitFor(COMPILED);
  for (const width of [1440, 900, 390, 320]) {
    // oxlint-disable-next-line no-await-in-loop -- one size after the other
    await page.setViewportSize({ width, height: 800 });
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
