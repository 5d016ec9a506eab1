// The card of a plan: what a person leaves out of it goes with the yes, nothing is allowed of a plan of which nothing is left, and a
// change is read before it is allowed.
import { expect, test } from 'vitest';
import type { ConsentCard, PlanKind } from '#gateway/protocol/views/consent.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { PATIENT, given, openWith, pressRaw, untilSaid } from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();
const [SHOP, MARKET] = ['http://shop.test', 'http://market.test'] as const;
const covers = (site: string, kind: PlanKind, value: string): ConsentCard['details'][number] => ({
  kind: 'COVERS',
  label: 'for this task covers',
  host: site,
  value,
  by: 'GATEWAY',
  masked: false,
  plans: { site, kind },
});
const plan = aCard({
  title: 'Run this plan',
  plan: true,
  site: null,
  from: null,
  shieldMs: 300,
  answers: ['DENY', 'ALLOW_TASK_SITE'],
  leavable: { sites: [SHOP, MARKET], kinds: ['SEND'] },
  details: [
    covers(SHOP, 'GO', 'going to any address of it'),
    covers(SHOP, 'SEND', 'entering text and sending forms without a password'),
    covers(MARKET, 'GO', 'going to any address of it'),
    covers(MARKET, 'SEND', 'entering text and sending forms without a password'),
    {
      kind: 'VALUE',
      label: 'part 1',
      value: 'add the desk mat to the basket in the shop',
      by: 'PERSON',
      masked: false,
    },
    {
      kind: 'FACT',
      label: 'not covered',
      value: 'log-ins, cards, files, and any other site: they go by your policy',
      by: 'GATEWAY',
      masked: false,
    },
  ],
});
const runs = (app: OpenApp) => app.consent.getByRole('button', { name: /^Run/u });
const isOpen = (app: OpenApp, disabled: string): Promise<void> =>
  expect.poll(() => runs(app).getAttribute('aria-disabled'), PATIENT).toBe(disabled);
async function allow(app: OpenApp, name: string): Promise<void> {
  await isOpen(app, 'false');
  // A press that a late move of the frame held back is made again.
  await expect
    .poll(async () => {
      if (given(app).length === 0) await pressRaw(app, name);
      return given(app);
    }, PATIENT)
    .toEqual(['ALLOW_TASK_SITE']);
}
const bodies = ({ gateway }: OpenApp) => gateway.answers().map(({ body }) => body);

test('a plan is allowed whole in one press, and its answer names nothing that is left out', async () => {
  const app = await openWith(ui, [plan]);
  await app.page.screenshot({ path: `${SHOTS}/plan.png` });
  expect(await app.consent.getByRole('checkbox').count()).toBe(0);
  await allow(app, 'Run this plan');
  expect(bodies(app)[0]).not.toHaveProperty('leftOut');
  await untilSaid(app, 'Allowed: the plan runs');
});

test('a site and a kind are left out by the keyboard, stand struck out, and go with the yes', async () => {
  const app = await openWith(ui, [plan]);
  await app.consent.getByRole('button', { name: 'Change', exact: true }).press('Enter');
  const market = app.consent.getByRole('checkbox', { name: MARKET });
  await app.consent.getByRole('checkbox', { name: SHOP, checked: true }).waitFor();
  await market.press('Space');
  await app.consent.getByRole('button', { name: 'Run the rest', exact: true }).waitFor();
  expect(await app.consent.locator('dd.left-out').allTextContents()).toEqual([
    expect.stringContaining(MARKET),
    expect.stringContaining(MARKET),
  ]);
  await app.consent.getByRole('checkbox', { name: 'entering text and sending forms' }).press('Space');
  expect(await app.consent.locator('dd.left-out').count()).toBe(3);
  expect(await axeFindings(app.page)).toEqual([]);
  await app.page.screenshot({ path: `${SHOTS}/plan-change.png` });
  await allow(app, 'Run the rest');
  expect(bodies(app)).toEqual([
    expect.objectContaining({ leftOut: { digest: plan.digest, sites: [MARKET], kinds: ['SEND'] } }),
  ]);
});

test('of a plan of which nothing is left nothing is allowed, and taken back it is whole again', async () => {
  const app = await openWith(ui, [plan]);
  await isOpen(app, 'false');
  await app.consent.getByRole('button', { name: 'Change', exact: true }).press('Enter');
  for (const site of [SHOP, MARKET]) {
    // oxlint-disable-next-line no-await-in-loop -- one box after the other
    await app.consent.getByRole('checkbox', { name: site }).press('Space');
  }
  await app.consent.getByText('all of the plan is left out').waitFor();
  await isOpen(app, 'true');
  await pressRaw(app, 'Run the rest');
  expect(given(app)).toEqual([]);
  for (const site of [SHOP, MARKET]) {
    // oxlint-disable-next-line no-await-in-loop
    await app.consent.getByRole('checkbox', { name: site }).press('Space');
  }
  await allow(app, 'Run this plan');
  expect(bodies(app)[0]).not.toHaveProperty('leftOut');
});

test('what a person leaves out begins the pause before allowing again, and a denial takes no word of it', async () => {
  const app = await openWith(ui, [{ ...plan, shieldMs: 3_000 }]);
  await isOpen(app, 'false');
  await app.consent.getByRole('button', { name: 'Change', exact: true }).press('Enter');
  await isOpen(app, 'false');
  const market = app.consent.getByRole('checkbox', { name: MARKET });
  await runs(app).evaluate((button) => {
    new MutationObserver(() => {
      if (button.getAttribute('aria-disabled') === 'true') button.setAttribute('data-was-off', '');
    }).observe(button, { attributeFilter: ['aria-disabled'] });
  });
  await market.press('Space');
  await runs(app).and(app.consent.locator('[data-was-off]')).waitFor();
  await pressRaw(app, 'Do not run it');
  await untilSaid(app, 'Denied: the plan does not run');
  expect(bodies(app)).toEqual([expect.objectContaining({ answer: 'DENY' })]);
  expect(bodies(app)[0]).not.toHaveProperty('leftOut');
});

test('a change of the plan begins the pause of the keys again as well: two quick presses allow nothing', async () => {
  const app = await openWith(ui, [{ ...plan, shieldMs: 8_000 }]);
  await isOpen(app, 'false');
  await app.consent.getByRole('button', { name: 'Change', exact: true }).press('Enter');
  await isOpen(app, 'false');
  await app.consent.getByRole('checkbox', { name: MARKET }).press('Space');
  await runs(app).press('Enter');
  await app.consent.getByRole('status').getByText('once more to confirm').waitFor();
  await runs(app).press('Enter');
  await pressRaw(app, 'Do not run it');
  await untilSaid(app, 'Denied: the plan does not run');
  expect(given(app)).toEqual(['DENY']);
});

test('where a press of Allow scrolls what is left to read into view, that is announced', async () => {
  const parts = Array.from({ length: 60 }, (_none, at) => ({
    kind: 'VALUE' as const,
    label: `part ${at + 1}`,
    value: 'add the desk mat to the basket in the shop',
    by: 'PERSON' as const,
    masked: false,
  }));
  const app = await openWith(ui, [{ ...plan, details: [...plan.details, ...parts] }]);
  await app.consent.getByText('Allowing is off until you have scrolled to the end').waitFor();
  await runs(app).press('Enter');
  await app.consent.getByRole('status').getByText('was scrolled into view').waitFor({ state: 'attached' });
  expect(given(app)).toEqual([]);
});
