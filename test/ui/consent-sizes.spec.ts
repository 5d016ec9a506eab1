// A question on every screen: a denial is in view without scrolling, and nothing is allowed whose reach was not in view.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  PATIENT,
  allowByPointer,
  allowOnce,
  given,
  pressRaw,
  openWith,
  untilSaid,
} from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aSite, aTask } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();

const COVERS = {
  kind: 'COVERS',
  label: 'also allows',
  value: 'the rest of this log-in: the saved password into this form, and sending it',
  by: 'GATEWAY',
  masked: false,
} as const;
const fields = ['user', 'email', 'street', 'town', 'country', 'phone'].map((name) => ({
  kind: 'FIELD' as const,
  label: 'field',
  name,
  value: `what is entered as ${name}`,
  by: 'PAGE' as const,
  masked: false,
}));
const grave = aCard({ look: 'isolated', shieldMs: 50, details: [...fields, COVERS] });

async function openAt(width: number, height: number, dark = false, card = grave): Promise<OpenApp> {
  const app = await ui.open((gateway) => void (gateway.tasks = [aTask({ status: 'WAITING' })]), {
    width,
    height,
    dark,
  });
  app.gateway.ask(card);
  await app.consent.getByRole('alertdialog').waitFor();
  const frame = app.page.locator('iframe');
  await expect.poll(() => frame.evaluate((element) => element.style.height), PATIENT).not.toBe('');
  return app;
}
/** Two frames of the browser have been drawn: whatever it would send it has sent. */
const drawn = ({ page }: OpenApp): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const end = ({ consent }: OpenApp) => consent.getByText('and sending it');

for (const [width, height] of [
  [1440, 900],
  [900, 700],
  [390, 844],
  [320, 700],
  [844, 390],
] as const)
  test(`every answer is in view at ${width} by ${height}, and Deny takes one press`, async () => {
    const app = await openAt(width, height, width === 390);
    await app.page.screenshot({ path: `${SHOTS}/consent-${width}.png` });
    for (const name of ['Deny', 'More ways to deny', 'Allow once']) {
      const box = await app.consent.getByRole('button', { name, exact: true }).boundingBox();
      expect.soft(box === null ? Infinity : box.y + box.height, name).toBeLessThanOrEqual(height);
    }
    await pressRaw(app, 'Deny');
    await expect.poll(() => given(app), PATIENT).toEqual(['DENY']);
  });

test('what it also allows has to come into view before it can be allowed, and pressing Allow brings it there', async () => {
  const app = await openAt(900, 700);
  await app.consent.getByLabel(/To allow this/u).fill('shop.example');
  await app.consent.getByText('scrolled to the end of what is asked').waitFor();
  expect(await allowOnce(app).getAttribute('aria-disabled')).toBe('true');
  await pressRaw(app, 'Allow once');
  await expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('false');
  const [scope, foot] = [await end(app).boundingBox(), await allowOnce(app).boundingBox()];
  if (scope === null || foot === null) throw new Error('the card is not there');
  expect(scope.y + scope.height).toBeLessThanOrEqual(foot.y);
  expect(given(app)).toEqual([]);
  await allowByPointer(app);
  await untilSaid(app, 'Allowed once');
});

for (const how of ['the pointer', 'Enter', 'Space'] as const)
  test(`whoever presses Allow three times with ${how} allows nothing that the first press brought into view`, async () => {
    const app = await openAt(900, 700, false, { ...grave, shieldMs: 10_000 });
    const body = app.consent.locator('body');
    /** As long as any shield holds. */
    const later = () =>
      body.evaluate(() => {
        const now = performance.now.bind(performance);
        performance.now = () => now() + 11_000;
      });
    await app.consent.getByLabel(/To allow this/u).fill('shop.example');
    await app.consent.getByText('scrolled to the end of what is asked').waitFor();
    await later();
    if (how !== 'the pointer') await allowOnce(app).focus();
    const press = () => (how === 'the pointer' ? pressRaw(app, 'Allow once') : app.page.keyboard.press(how));
    await press();
    await app.consent.getByText('Allowing is off for a moment').waitFor();
    await press();
    await press();
    await drawn(app);
    expect(given(app)).toEqual([]);
    // What is visible for a while is allowed as ever, by a press that begins then.
    await later();
    await press();
    await expect.poll(() => given(app), PATIENT).toEqual(['ALLOW_ONCE']);
  });

test('where all of it is in view from the beginning, nothing has to be scrolled', async () => {
  const app = await openWith(ui, [aCard({ shieldMs: 50, details: [COVERS] })]);
  await expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('false');
  await allowByPointer(app);
  await untilSaid(app, 'Allowed once');
});

test('by the keyboard it comes into view wherever its end falls between two pixels', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({ ...COVERS, value: `kind ${at}: ${COVERS.value}` }));
  const app = await openWith(ui, [aCard({ shieldMs: 50, details: rows })]);
  await app.consent.getByText('scrolled to the end of what is asked').waitFor();
  // Scrolling stops at whole pixels: this is where least of the mark would be in view.
  await app.consent.locator('.scroll').evaluate((scroll) => {
    const [list, mark] = [scroll.querySelector('dl'), scroll.querySelector('.scope-end')];
    if (list === null || mark === null) throw new Error('the card is not there');
    const over = (mark.getBoundingClientRect().bottom - scroll.getBoundingClientRect().bottom) % 1;
    list.style.marginTop = `${15.4 - over}px`;
  });
  await expect
    .poll(async () => {
      if (given(app).length === 0) await allowOnce(app).press('Enter');
      return given(app);
    }, PATIENT)
    .toEqual(['ALLOW_ONCE']);
});

/** As the demo world asks it. */
const plain = aCard({
  intent:
    'look up mechanical keyboards in the encyclopedia, then open the maker’s site and tell me when it was founded',
  title: 'Go to another site',
  site: {
    url: 'http://keyboards.test/',
    host: 'keyboards.test',
    registrableDomain: 'keyboards.test',
    warnings: ['not-https'],
  },
  capabilities: ['NAVIGATE_CROSS_ORIGIN'],
  origins: { readable: ['http://encyclopedia.test'], writable: ['http://encyclopedia.test'] },
  details: [
    {
      kind: 'COVERS',
      label: 'for this task covers',
      host: 'http://keyboards.test',
      value: 'going to any address of it',
      by: 'GATEWAY',
      masked: false,
    },
    { kind: 'ACT', label: 'what', value: 'click', by: 'GATEWAY', masked: false },
    {
      kind: 'ELEMENT',
      label: 'link',
      value: 'Official site of the maker Halden Keyboard Works',
      by: 'PAGE',
      masked: false,
    },
    {
      kind: 'ADDRESS',
      label: 'address',
      value: 'http://keyboards.test/',
      host: 'keyboards.test',
      by: 'PAGE',
      masked: false,
    },
    {
      kind: 'FINDING',
      label: 'not your words',
      value: 'http://keyboards.test/',
      note: 'stands on http://encyclopedia.test, in its content',
      by: 'PAGE',
      masked: false,
    },
  ],
  because: [
    {
      entry: 'rules.demo-unnamed',
      decision: 'ESCALATE',
      layer: 'demo-world',
      at: 'policy/defaults/demo.yaml:47:5',
      reason: 'The person did not name this demo site.',
    },
  ],
  shieldMs: 50,
});
const bottomOf = async (locator: Locator): Promise<number> => {
  const box = await locator.boundingBox();
  return box === null ? Infinity : box.y + box.height;
};

for (const [width, height] of [
  [1280, 900],
  [1280, 700],
  [520, 900],
  [460, 900],
  [360, 800],
] as const)
  test(`a plain question is allowed without scrolling at ${width} by ${height}, its reach first, in a foot of few rows`, async () => {
    const app = await openAt(width, height, false, plain);
    await app.page.screenshot({ path: `${SHOTS}/plain-${width}-${height}.png` });
    await expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('false');
    const answers = app.consent.getByRole('group', { name: 'Your answer' }).getByRole('button');
    const tops = (await Promise.all((await answers.all()).map((one) => one.boundingBox()))).map(
      (box) => box?.y ?? NaN,
    );
    expect(new Set(tops).size).toBeLessThanOrEqual(width >= 460 ? 2 : 3);
    // The foot: one row of denial and time, and the answers that allow.
    expect((await bottomOf(app.consent.getByRole('timer'))) - Math.min(...tops)).toBeLessThanOrEqual(44);
    expect(await bottomOf(app.consent.getByText('going to any address of it'))).toBeLessThan(
      (await app.consent.getByText('Official site of the maker').boundingBox())?.y ?? 0,
    );
    const text = await app.consent.getByRole('alertdialog').innerText();
    expect(text.split('http://keyboards.test').length - 1, 'the address is said once').toBe(1);
    await app.consent.getByText(/not your words:\s+stands on http:\/\/encyclopedia\.test/u).waitFor();
    await allowByPointer(app);
    await untilSaid(app, 'Allowed once');
  });

test('an address that is not the site’s own, and a reach that is not the site’s, stand whole on the card', async () => {
  const app = await openWith(ui, [
    aCard({
      site: aSite(),
      details: [
        { ...COVERS, label: 'for this task covers', host: 'http://accounts.shop.example', value: 'going' },
        {
          kind: 'ADDRESS',
          label: 'address',
          value: 'http://other.example/',
          host: 'other.example',
          by: 'PAGE',
          masked: false,
        },
        {
          kind: 'FINDING',
          label: 'not your words',
          value: 'a word of the form',
          note: 'stands on http://forum.example',
          by: 'PAGE',
          masked: false,
        },
      ],
    }),
  ]);
  const text = await app.consent.getByRole('alertdialog').innerText();
  for (const part of [
    'accounts.shop.example\n',
    'http://accounts.shop.example',
    'http://other.example/',
    'a word of the form',
    'stands on http://forum.example',
  ])
    expect(text).toContain(part);
});

test('a long question keeps Allow off until its last row was in view, its reach at the top or not', async () => {
  const app = await openWith(ui, [
    aCard({
      shieldMs: 50,
      details: [
        COVERS,
        ...Array.from({ length: 40 }, (_none, at) => ({
          kind: 'FIELD' as const,
          label: 'field',
          name: `f${at}`,
          value: `value ${at}`,
          by: 'PAGE' as const,
          masked: false,
        })),
      ],
    }),
  ]);
  await app.consent.getByText('scrolled to the end of what is asked').waitFor();
  expect(await end(app).isVisible()).toBe(true);
  await pressRaw(app, 'Allow once');
  await expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('false');
  expect(given(app)).toEqual([]);
});
