// The card of a held navigation: where from, where to, how it began, what goes along, and what the task may reach so far.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ours as row } from '#gateway/boundary/words/rows.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { openWith } from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aCard, aSite, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();

const ours = (label: string, value: string) => row('FACT', label, value);

const HELD = aCard({
  title: 'The page wants to go to another site',
  look: 'isolated',
  startedBy: 'PAGE',
  agentSays: null,
  capabilities: ['NAVIGATE_CROSS_ORIGIN', 'FORM_SUBMIT_CREDENTIALS'],
  site: aSite({
    url: 'http://pay.collect.example/take',
    host: 'pay.collect.example',
    registrableDomain: 'collect.example',
    warnings: ['not-https'],
  }),
  details: [
    {
      kind: 'ADDRESS',
      label: 'address',
      value: 'http://pay.collect.example/take',
      host: 'pay.collect.example',
      by: 'PAGE',
      masked: false,
    },
    ours('started by', 'a form of the page'),
    ours('method', 'POST'),
    ours('sends', '1,204 bytes, application/x-www-form-urlencoded'),
    { kind: 'FIELD', label: 'field', name: 'email', value: 'ana@example.com', by: 'PAGE', masked: false },
    { kind: 'FIELD', label: 'field', name: 'pw', value: '•••(8)', by: 'PAGE', masked: true },
    ours('holds', 'a password, a code or card data'),
  ],
  origins: {
    readable: ['http://shop.example', 'http://accounts.shop.example'],
    writable: ['http://shop.example'],
  },
});

/** Set to keep pictures of what is tested. */
const PICTURES = process.env['GHOST_PICTURES'];

test.each([
  { name: 'light', width: 1100, height: 900, dark: false },
  { name: 'dark', width: 1100, height: 900, dark: true },
  { name: '320', width: 320, height: 720, dark: false },
])('a held navigation’s card says what would leave, and axe finds nothing ($name)', async (look) => {
  const app = await ui.open((gateway) => {
    gateway.tasks = [aTask({ status: 'WAITING' })];
  }, look);
  await app.page.getByRole('article').waitFor();
  app.gateway.ask(HELD);
  const dialog = app.consent.getByRole('alertdialog', { name: 'The page wants to go to another site' });
  await dialog.waitFor();
  const found = await axeFindings(app.page, { framed: true });
  if (PICTURES !== undefined) {
    await mkdir(PICTURES, { recursive: true });
    await app.page.screenshot({ path: join(PICTURES, `held-${look.name}.png`) });
  }
  expect(found).toEqual([]);
  const text = await dialog.innerText();
  for (const part of [
    'Started by the page itself, not by the agent',
    'pay.collect.example',
    'a form of the page',
    '1,204 bytes',
    'ana@example.com',
    '•••(8)',
    'This task may read: http://shop.example, http://accounts.shop.example',
    'act on: http://shop.example',
  ]) {
    expect(text).toContain(part);
  }
  expect(await dialog.locator('strong').allInnerTexts()).toEqual(['collect.example', 'shop.example']);
});

test('a question of the agent’s does not claim to be the page’s, and one without a task names no origins', async () => {
  const app = await openWith(ui, [aCard()]);
  const text = await app.consent.getByRole('alertdialog').innerText();
  expect(text).not.toContain('Started by the page itself');
  expect(text).not.toContain('This task may read');
});

test('the feed shows what a task may read and act on', async () => {
  const readable = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `http://${name}.example`);
  const app = await ui.open((gateway) => {
    gateway.tasks = [aTask({ origins: { readable, writable: [] } })];
  });
  const line = app.page.getByText('may read:');
  await line.waitFor();
  expect(await line.innerText()).toBe(
    'may read: a.example, b.example, c.example, d.example and 2 more · act on: nothing so far',
  );
});
