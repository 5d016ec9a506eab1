// What a person comes here for, in as few acts as it takes: allow, deny, who allowed what by which rule. A rule is changed in
// `presets.spec.ts`, and gone back from in `policy-tabs.spec.ts`; what a page tried and was refused, on its card: `e2e/ui-boundary`.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  PATIENT,
  allowByPointer,
  given,
  openWith,
  untilArmed,
  untilSaid,
} from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aTask, anEntry } from '#test/fixtures/views.ts';

const ui = uiForSpec();

/** Keys and presses that a person makes in the app. */
async function actsIn({ page }: OpenApp): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(window, 'acts', 0);
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(
        type,
        (event) => event.isTrusted && Reflect.set(window, 'acts', Reflect.get(window, 'acts') + 1),
        true,
      );
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'acts')));
}

test('allowing takes one press: a question is on the screen by itself, and one button of it is enough', async () => {
  const app = await openWith(ui, [aCard({ shieldMs: 50 })]);
  const acts = await actsIn(app);
  await allowByPointer(app);
  await untilSaid(app, 'Allowed once');
  expect(given(app)).toEqual(['ALLOW_ONCE']);
  // Of the app around the question nothing had to be pressed.
  expect(await acts()).toBe(0);
});

test('denying takes one key, wherever the question came up', async () => {
  for (const view of ['#/tasks', '#/audit', '#/policy/matrix']) {
    const app = await openWith(ui, []);
    await app.page.evaluate((to) => (location.hash = to), view);
    app.gateway.ask(aCard());
    await app.consent.getByRole('alertdialog').waitFor();
    await app.page.keyboard.press('Escape');
    await expect.poll(() => given(app), PATIENT).toEqual(['DENY']);
  }
});

test('from anywhere it is two acts to who allowed something, and to the text of the rule behind it', async () => {
  const act = {
    requestId: 'r1',
    what: 'enter a password',
    where: 'account.test',
    verdict: 'ESCALATE',
  } as const;
  const app = await ui.open((gateway) => {
    gateway.tasks = [aTask({ status: 'DONE', endedAt: '2026-11-27T08:00:00.000Z' })];
    gateway.audit = [
      anEntry(4, { what: 'look at the page' }),
      anEntry(3, { ...act, type: 'consent.answered', who: 'person:ui', outcome: 'GRANTED', why: 'c-1' }),
      anEntry(2, { ...act, type: 'consent.asked' }),
      anEntry(1, { ...act, why: 'rules.login (/etc/ghost/p.yaml:3:1)' }),
    ];
    gateway.rules = [
      {
        name: 'rules.login',
        file: '/etc/ghost/p.yaml',
        line: 3,
        from: 2,
        lines: ['rules:', '  - id: login'],
      },
    ];
  });
  const { page } = app;
  await page.getByRole('contentinfo').getByText('Navigator').waitFor();
  const acts = await actsIn(app);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('button', { name: /^Entry 1 / }).click();
  const entry = page.getByRole('region', { name: 'Entry 1' });
  await entry.getByText('Answered by person:ui').waitFor();
  await expect
    .poll(
      () => entry.getByRole('region', { name: 'Rule rules.login' }).locator('mark').allTextContents(),
      PATIENT,
    )
    .toEqual(['  - id: login']);
  expect(await acts()).toBe(2);
});

test('by the keyboard alone an intent is started, its question allowed, and the entry of who allowed it read', async () => {
  const app = await openWith(ui, []);
  const { page, gateway } = app;
  /** As somebody does who has no pointer. */
  const tabTo = async (control: Locator): Promise<void> => {
    await control.waitFor();
    await expect
      .poll(async () => {
        if (await control.evaluate((element) => element === document.activeElement)) return true;
        await page.keyboard.press('Tab');
        return false;
      }, PATIENT)
      .toBe(true);
  };
  await page.keyboard.press('Control+l');
  await page.keyboard.type('check my latest order');
  await page.keyboard.press('Enter');
  await expect
    .poll(
      () => gateway.received.some(({ method, path }) => method === 'POST' && path === '/api/tasks'),
      PATIENT,
    )
    .toBe(true);

  gateway.ask(aCard({ shieldMs: 50 }));
  await app.consent.getByRole('alertdialog').waitFor();
  await untilArmed(app);
  await tabTo(app.consent.getByRole('button', { name: 'Allow once' }));
  // The first press shows what is not in view yet, or is confirmed by a second one.
  await expect
    .poll(async () => {
      if (given(app).length > 0) return given(app);
      await page.keyboard.press('Enter');
      return [];
    }, PATIENT)
    .toEqual(['ALLOW_ONCE']);
  await page.locator('iframe').waitFor({ state: 'detached', ...PATIENT });

  gateway.audit = [anEntry(1, { type: 'consent.answered', who: 'person:ui', outcome: 'GRANTED' })];
  await tabTo(page.getByRole('link', { name: 'Audit log' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: /^Entry 1 / }));
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Entry 1' }).waitFor();
});
