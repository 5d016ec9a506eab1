// The first steps: offered once where nobody has a task yet, never in the demo world; each tells what is there and can be skipped.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { POLICY_PRESETS, type PolicyPreset, type PresetView } from '#gateway/protocol/views/policy.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { presetViews } from '#gateway/surfaces/http/settings/policy-choice.ts';
import { PRESET_SAYS } from '#gateway/surfaces/http/settings/preset-words.ts';
import { ok } from '#policy/language/failure.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { parseRequest, requestFromText } from '#policy/requests/request.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aStatus } from '#test/fixtures/views.ts';

/** The engine's worker is loaded when a view needs it. */
const COMPILED = { timeout: 60_000 };
const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
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

/** As the gateway offers them; `research` holds the text of another one, so that no cell can be known by its name. */
const PRESETS = ((): readonly PresetView[] => {
  const read = presetViews({
    settings: () => ok({ files: ['default'], shadow: [], acknowledged: null }),
    isDemo: false,
  });
  if (!read.ok) throw new Error(read.error.message);
  const other = read.value.find(({ name }) => name === 'locked-down')?.texts ?? [];
  return read.value.map((one) => (one.name === 'research' ? { ...one, texts: other } : one));
})();

function offered(gateway: FakeGateway): void {
  anew(gateway);
  gateway.presets = [...PRESETS];
}

const WORDS = { ALLOW: 'allowed', ESCALATE: 'asked', DENY: 'denied', ABORT: 'aborted' } as const;
const ASKED_FIRST = {
  'look at the page': 'SCREENSHOT',
  'go to the site': 'NAVIGATE_CROSS_ORIGIN',
  'enter and send data': 'FORM_SUBMIT_DATA',
  'enter and send log-ins or cards': 'FORM_SUBMIT_CREDENTIALS',
  'download files': 'FILE_DOWNLOAD',
  'upload files': 'FILE_UPLOAD',
} as const;

/** The engine's own words for the rows of a card: at a site that was named, and at any other. */
function engineSays(name: PolicyPreset): readonly (readonly string[])[] {
  const texts = PRESETS.find((one) => one.name === name)?.texts ?? [];
  const { policy } = checkPolicy(
    texts.map((one) => ({ file: one.name, text: one.text })),
    { today: '2026-11-27' },
  );
  if (policy === null) throw new Error(`${name} does not load`);
  return Object.values(ASKED_FIRST).map((capability) =>
    ['true', 'false'].map((namedByUser) => {
      const facts = parseRequest(
        requestFromText({
          capability,
          executor: 'HEADLESS_CHROMIUM',
          addressClass: 'PUBLIC',
          scheme: 'HTTPS',
          initiator: 'NAVIGATOR',
          namedByUser,
        }),
      );
      if (!facts.ok) throw new Error(facts.error.message);
      return WORDS[policy.decide(facts.value).decision];
    }),
  );
}

test('four policies are offered with a table each, as the engine decides by their texts, and what differs says what holds now', async () => {
  const { page, gateway } = await ui.open(offered);
  await countQuestions(page);
  await page.evaluate(() => (location.hash = '#/settings/start'));
  const cards = page.getByRole('region', { name: '3. What an agent may do' }).getByRole('article');
  await page.getByRole('article', { name: 'Research' }).getByRole('table').waitFor(COMPILED);
  expect(await cards.getByRole('heading').allTextContents()).toEqual([
    'Default',
    'Careful',
    'Read only',
    'Research',
  ]);
  const now = engineSays('default');
  for (const [title, name] of [
    ['Default', 'default'],
    ['Careful', 'careful'],
    ['Read only', 'read-only'],
    ['Research', 'research'],
  ] as const) {
    const card = page.getByRole('article', { name: title });
    await card.getByText(PRESET_SAYS[name]).waitFor();
    const said = await card
      .getByRole('table')
      .getByRole('row')
      .evaluateAll((rows) =>
        rows
          .slice(1)
          .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim())),
      );
    expect(said, name).toEqual(
      engineSays(name).map((then, row) => [
        Object.keys(ASKED_FIRST)[row],
        ...then.map((word, column) => {
          const before = now[row]?.[column];
          return word === before ? word : `${word} now ${before}`;
        }),
      ]),
    );
  }
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: `${SHOTS}/first-run-presets.png`, fullPage: true });

  await page
    .getByRole('article', { name: 'Read only' })
    .getByRole('button', { name: /Take this/u })
    .press('Enter');
  await expect
    .poll(() => gateway.received.find(({ path }) => path === '/api/policy/preset')?.body)
    .toEqual({ preset: 'read-only' });
  const held = await page.getByRole('article', { name: 'Research' }).getByRole('table').elementHandle();
  const before = await asked(page);
  // What is in force, once for its table and once to compare with, and four policies.
  expect(before).toBe(6);
  await page.getByRole('button', { name: 'Show 3 more' }).press('Enter');
  await expect.poll(() => cards.count()).toBe(POLICY_PRESETS.length);
  // What was compared stays, and one place alone says what is still asked.
  const region = page.getByRole('region', { name: '3. What an agent may do' });
  expect(await region.getByRole('status').count()).toBe(1);
  expect(await held?.evaluate((table) => table.isConnected)).toBe(true);
  await expect.poll(() => region.getByRole('status').textContent(), COMPILED).toBe('');
  expect(await region.getByRole('article').getByRole('table').count()).toBe(POLICY_PRESETS.length);
  expect(await held?.evaluate((table) => table.isConnected)).toBe(true);
  // The text of one of the three is that of *Research*, and was answered.
  expect(await asked(page)).toBe(before + 2);
  // Nothing is asked of what was answered: not with fewer cards, and not with all of them again.
  await page.getByRole('button', { name: 'Show fewer policies' }).press('Enter');
  await expect.poll(() => cards.count()).toBe(4);
  await page.getByRole('button', { name: 'Show 3 more' }).press('Enter');
  await expect.poll(() => region.getByRole('article').getByRole('table').count()).toBe(POLICY_PRESETS.length);
  expect(await asked(page)).toBe(before + 2);
});

/** How often the page has a worker compare a policy from here on; the bar above it asks other things. */
const countQuestions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called on its own worker
    const { postMessage } = Worker.prototype;
    let questions = 0;
    Worker.prototype.postMessage = function counted(this: Worker, ...given: unknown[]) {
      if (JSON.stringify(given).includes('"foreseen"')) questions += 1;
      document.documentElement.dataset['questions'] = String(questions);
      return Reflect.apply(postMessage, this, given);
    };
  });
const asked = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset['questions'] ?? '0'));

test('the settings have them too, once they are asked for', async () => {
  const { page, gateway } = await ui.open(offered);
  await page.evaluate(() => (location.hash = '#/settings'));
  await page.getByRole('button', { name: 'Show what is in force, and other policies' }).waitFor();
  expect(gateway.received.filter(({ path }) => path.startsWith('/api/policy/'))).toEqual([]);
  await page.getByRole('button', { name: 'Show what is in force, and other policies' }).press('Enter');
  await page.getByRole('article', { name: 'Careful' }).getByRole('table').waitFor(COMPILED);
  for (const width of [1280, 390, 320]) {
    // oxlint-disable-next-line no-await-in-loop -- one size after the other
    await page.setViewportSize({ width, height: 844 });
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await axeFindings(page), `${width}`).toEqual([]);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await page
      .getByRole('article', { name: 'Read only' })
      .screenshot({ path: `${SHOTS}/settings-preset-${width}.png` });
  }
});

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
