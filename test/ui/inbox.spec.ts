// The inbox: what waits for a person, oldest first; opened or denied from the keyboard alone, and nothing is allowed from there.
import { expect, test } from 'vitest';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { PATIENT } from '#test/fixtures/consent-page.ts';
import { expectAtEverySize } from '#test/fixtures/every-size.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aQuestion, aSite, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();

const rows = ({ page }: OpenApp) => page.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem');
const denied = ({ gateway }: OpenApp): string[] =>
  gateway.received
    .filter(({ path }) => path.endsWith('/deny'))
    .map(({ path }) => path.split('/').at(-2) ?? '');
const aged = (id: string, secondsAgo: number, change: Partial<ConsentCard> = {}): ConsentCard =>
  aCard({
    id,
    look: 'chip',
    createdAt: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
    ...change,
  });

/** Five questions of three kinds, asked out of order, and one of a task's own. */
async function open(): Promise<OpenApp> {
  const app = await ui.open((gateway) => {
    gateway.tasks = [
      aTask({ id: 't1', status: 'WAITING' }),
      aTask({ id: 't2', status: 'WAITING', intent: 'press Edit', questions: [aQuestion({ taskId: 't2' })] }),
    ];
    for (const card of [
      aged('c1', 60, { title: 'Go to another site' }),
      aged('c2', 40),
      aged('c3', 30, { title: 'Go to another site', count: 2 }),
      aged('c4', 20, { title: 'Go to another site', site: aSite({ registrableDomain: 'other.example' }) }),
    ])
      gateway.ask(card);
  });
  await app.page.getByRole('link', { name: 'Inbox' }).click();
  await rows(app).first().waitFor();
  return app;
}

test('rows stand oldest first, one for a kind and a site of a task, with number in rail and title', async () => {
  const app = await open();
  const texts = await rows(app).allTextContents();
  expect(
    texts.map((text) => /Go to another site at \S+?example|Send this form|Which of these/u.exec(text)?.[0]),
  ).toEqual([
    'Go to another site at shop.example',
    'Send this form',
    'Go to another site at other.example',
    'Which of these',
  ]);
  expect(texts[0]).toContain('3 times');
  await app.page.getByRole('link', { name: 'Inbox 5 waiting' }).waitFor();
  await expect.poll(() => app.page.title()).toBe('(5 asked) Inbox – Ghost Browser');
});

test('by keyboard alone: j goes on, d denies a whole row, the keyboard stays in the list', async () => {
  const app = await open();
  const { page } = app;
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
  await rows(app).first().getByRole('button').first().focus();
  await page.keyboard.press('j');
  expect(await focused()).toContain('Send this form');
  await page.keyboard.press('k');
  await page.keyboard.press('d');
  await expect.poll(() => denied(app), PATIENT).toEqual(['c1', 'c3']);
  await expect.poll(() => rows(app).count(), PATIENT).toBe(3);
  await expect.poll(focused, PATIENT).toContain('Send this form');
});

test('no key allows: every letter and Enter on a row only denies or opens the question in its own document', async () => {
  const app = await open();
  await rows(app).nth(1).getByRole('button').first().focus();
  for (const key of 'abcefghilmnopqrstuvwxyz0123456789') await app.page.keyboard.press(key);
  expect(app.gateway.answers()).toEqual([]);
  expect(denied(app)).toEqual([]);
  await app.page.keyboard.press('Enter');
  await app.consent.getByRole('alertdialog', { name: 'Send this form' }).waitFor();
  expect(app.gateway.answers()).toEqual([]);
});

test('a question of a task leads to its card', async () => {
  const app = await open();
  await rows(app).last().getByRole('link').focus();
  await app.page.keyboard.press('Enter');
  await app.page.getByRole('article', { name: 'press Edit' }).getByText('Which of these is meant').waitFor();
});

test('two windows agree, and a gateway that dies and comes back traps nothing', async () => {
  const app = await open();
  const other = await app.page.context().newPage();
  await other.goto(`${app.gateway.appOrigin}/#/inbox`);
  const there = other.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem');
  await expect.poll(() => there.count(), PATIENT).toBe(4);
  await there.first().getByRole('button', { name: /^Deny/u }).click();
  await expect.poll(() => rows(app).count(), PATIENT).toBe(3);
  await other.close();
  const port = await app.gateway.stopApp();
  await app.page.getByText('Connection to the gateway lost').waitFor({ state: 'attached' });
  await rows(app).first().getByRole('button').first().focus();
  await app.page.keyboard.press('d');
  await app.gateway.start(port);
  await app.page.getByText('Connection to the gateway lost').waitFor({ state: 'detached' });
  expect(denied(app)).toEqual(['c1', 'c3']);
  expect(await rows(app).count()).toBe(3);
  await app.page.getByRole('link', { name: 'Tasks', exact: true }).click();
});

test('at four sizes, in light, dark and forced colours; the inbox is in reach in every view', async () => {
  const app = await open();
  await expectAtEverySize(app.page, 'inbox');
  await app.page.setViewportSize({ width: 320, height: 640 });
  for (const view of ['Tasks', 'Results', 'Audit log']) {
    await app.page.getByRole('link', { name: view, exact: true }).click();
    const box = await app.page.getByRole('link', { name: /^Inbox/u }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), view).toBeLessThanOrEqual(640);
  }
  await app.page.getByRole('button', { name: 'More' }).click();
  await app.page.getByRole('link', { name: 'Policy' }).click();
  await expect.poll(() => app.page.url()).toContain('#/policy');
  expect(await app.page.getByRole('link', { name: 'Policy' }).isVisible()).toBe(false);
}, 120_000);
