// Words that nobody understood: named on the card, beside what was done, with a way to say it otherwise that starts nothing.
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aResult, aTask } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const INTENT = 'search the shop for a keyboard, then frobnicate the cheapest one';
const ui = uiForSpec();

const misunderstood = (words: readonly string[], change: Parameters<typeof aTask>[0] = {}) =>
  aTask({
    intent: INTENT,
    status: 'FAILED',
    ...change,
    result: aResult({
      intent: INTENT,
      status: 'FAILED',
      answer: null,
      facts: [],
      notUnderstood: words,
      error: failure(
        'navigator.not-understood',
        'these words were not understood: “frobnicate the cheapest one”',
        {
          help: 'say what is to be pressed, filled in or read',
        },
      ),
    }),
  });

test('each clause is named, and what was done beside it; the intent goes into the field to be changed, and starts nothing', async () => {
  const { page, gateway } = await ui.open((fake) =>
    fake.showTask(misunderstood(['frobnicate the cheapest one', 'wobble it'])),
  );
  const group = page.getByRole('group', { name: 'Not understood' });
  await group.waitFor();
  const text = (await group.textContent()) ?? '';
  expect(text).toContain('Not understood, and not carried out');
  expect(text).toContain('frobnicate the cheapest one');
  expect(text).toContain('wobble it');
  expect(text).toContain('Done beside it:');
  expect(text).toContain('go to http://shop.test/');
  await page.screenshot({ path: `${SHOTS}/not-understood.png` });
  await group.getByRole('button', { name: 'Say it otherwise' }).click();
  const field = page.getByRole('textbox', { name: /in plain words/u });
  expect(await field.inputValue()).toBe(INTENT);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(
    gateway.received.filter(({ method, path }) => method === 'POST' && path === '/api/tasks'),
  ).toHaveLength(0);
  await field.fill(INTENT.replace('frobnicate', 'open'));
  await page.keyboard.press('Enter');
  await expect
    .poll(() =>
      gateway.received
        .filter(({ method, path }) => method === 'POST' && path === '/api/tasks')
        .map(({ body }) => body),
    )
    .toMatchObject([{ intent: INTENT.replace('frobnicate', 'open') }]);
});

test('an agent’s words are named as well, and never come into the person’s field', async () => {
  const { page } = await ui.open((fake) => fake.showTask(misunderstood(['x'], { agent: 'client:mcp-1' })));
  const group = page.getByRole('group', { name: 'Not understood' });
  await group.waitFor();
  expect(await group.getByRole('button').count()).toBe(0);
});

test('the same again works after the field was emptied, and by keyboard', async () => {
  const { page } = await ui.open((fake) => fake.showTask(misunderstood(['x'])));
  const field = page.getByRole('textbox', { name: /in plain words/u });
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Say it otherwise' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe(INTENT);
    await field.fill('');
  }
});

test('a task of an agent’s says so; one that was understood has nothing of either', async () => {
  const { page } = await ui.open((fake) => fake.showTask(misunderstood(['x'], { agent: 'client:mcp-1' })));
  await page.getByText('an agent’s words, not yours').waitFor();
  const other = await ui.open((fake) => fake.showTask(aTask({ status: 'DONE', result: aResult() })));
  await other.page.getByRole('group', { name: 'Result' }).waitFor();
  expect(await other.page.getByRole('group', { name: 'Not understood' }).count()).toBe(0);
  expect(await other.page.getByText('an agent’s words, not yours').count()).toBe(0);
});

test('markup in the words is text, hidden characters show, long ones fit at 320 pixels, and axe finds nothing', async () => {
  const { page } = await ui.open((fake) =>
    fake.showTask(misunderstood(['<img src=x onerror=alert(1)>', 'a\u202Eb', 'W'.repeat(300)])),
  );
  const group = page.getByRole('group', { name: 'Not understood' });
  await group.waitFor();
  expect(await group.locator('img').count()).toBe(0);
  expect(await group.textContent()).toContain('⟨U+202E⟩');
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.screenshot({ path: `${SHOTS}/not-understood-narrow.png`, fullPage: true });
  expect(await axeFindings(page)).toEqual([]);
});
