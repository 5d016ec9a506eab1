// The settings page: what a self-check found with its mends, each setting with its value and line, a change that is proposed and
// confirmed elsewhere, and no key of a model anywhere.
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import type { SettingsView } from '#gateway/protocol/views/settings.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';

const PATIENT = { timeout: 30_000 };
const ui = uiForSpec();

const setting = { about: 'What it means, with `code`.', value: null, line: null, loosens: [] } as const;
const VIEW: SettingsView = {
  file: '/home/ana/.config/ghost/config.yaml',
  base: 'sha256:1',
  settings: [
    {
      ...setting,
      key: 'navigator.use',
      kind: 'CHOICE',
      choices: ['offline', 'gemini'],
      preset: 'offline',
      loosens: ['gemini'],
    },
    {
      ...setting,
      key: 'sites',
      kind: 'SITES',
      value: [{ name: 'shop', url: 'https://shop.example/' }],
      preset: [],
      line: 7,
    },
    { ...setting, key: 'stepLimit', kind: 'WHOLE', least: 1, most: 20, value: 12, preset: 20, line: 2 },
    { ...setting, key: 'results.keep', kind: 'FLAG', preset: true },
    { ...setting, key: 'policy', kind: 'SHOWN', preset: null },
  ],
};

function prepared(gateway: FakeGateway): void {
  gateway.settings = VIEW;
  gateway.doctor = [
    { name: 'node', state: 'ok', detail: '24.21.0, needs 24', help: null },
    {
      name: 'sandbox',
      state: 'bad',
      detail: 'user namespaces are off',
      help: 'set kernel.unprivileged_userns_clone=1',
    },
  ];
}

async function openSettings(prepare: (gateway: FakeGateway) => void = prepared): Promise<OpenApp> {
  const app = await ui.open(prepare, { width: 1440, height: 900 });
  await app.page.evaluate(() => (location.hash = '#/settings'));
  await app.page.getByRole('region', { name: 'Limits' }).waitFor();
  return app;
}

const proposals = ({ gateway }: OpenApp): readonly unknown[] =>
  gateway.received.flatMap(({ method, path, body }) =>
    method === 'POST' && path === '/api/settings' ? [body] : [],
  );

test('what is wrong with the machine stands first, with its mend', async () => {
  const { page } = await openSettings();
  const check = page.getByRole('region', { name: 'Self-check' });
  await check.getByText('1 thing to look at, of 2 checks').waitFor();
  expect(await check.getByRole('listitem').first().textContent()).toBe(
    'sandboxmend thisuser namespaces are offset kernel.unprivileged_userns_clone=1',
  );
});

test('a setting says its line in the file, and that the preset holds where it is not there', async () => {
  const { page } = await openSettings();
  await page.getByText('stepLimit, line 2').waitFor();
  await page.getByText('results.keep, not in the file: the preset holds').waitFor();
  expect(await page.getByLabel('Steps of a task').inputValue()).toBe('12');
  expect(await page.getByLabel('Keep results').inputValue()).toBe('true');
});

test('a change is proposed with what it was made from, by keyboard alone, and it is said when it holds', async () => {
  const app = await openSettings();
  await app.page.getByLabel('Steps of a task').fill('15');
  expect(proposals(app)).toEqual([]);
  await app.page.keyboard.press('Enter');
  await app.page
    .getByText('Written: Steps of a task. It holds from the next start of the gateway on.')
    .waitFor();
  expect(proposals(app)).toEqual([{ key: 'stepLimit', value: 15, base: 'sha256:1' }]);
});

test('a choice that holds less back says so before it is proposed', async () => {
  const app = await openSettings();
  await app.page.getByLabel('Navigator').selectOption('gemini');
  await app.page
    .getByText('Less is held back with this: you are asked to type the setting’s name.')
    .waitFor();
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => app.page.getByLabel('Navigator').inputValue(), PATIENT).toBe('offline');
});

test('what was not confirmed says so, and the page shows what the file has', async () => {
  const app = await openSettings();
  app.gateway.refusals.set(
    '/api/settings',
    failure('consent.refused', 'the change of the settings was not confirmed'),
  );
  await app.page.getByLabel('Steps of a task').fill('15');
  await app.page.getByRole('button', { name: 'Change…' }).click();
  await app.page.getByText('The change of the settings was not confirmed.').waitFor();
  await expect.poll(() => app.page.getByText('Written:').count(), PATIENT).toBe(0);
});

test('a site is added by its name and address, and only a web address is one', async () => {
  const app = await openSettings();
  const sites = app.page.getByRole('region', { name: 'Sites that words stand for' });
  await sites.getByLabel('Name').fill('forum');
  await sites.getByLabel('Address').fill('https://forum.example/');
  await app.page.keyboard.press('Enter');
  await expect.poll(() => proposals(app).length, PATIENT).toBe(1);
  expect(proposals(app)).toMatchObject([
    { key: 'sites', value: [{ name: 'shop' }, { name: 'forum', url: 'https://forum.example/' }] },
  ]);
});

const KEY = 'AIza-a-key-of-somebody-0123';
const PRICES = [
  { model: 'gemini-2.5-flash', price: { input: 0.3, output: 2.5 } },
  { model: 'gemini-9-pro', price: null },
];
const ofModel = ({ gateway }: OpenApp, path: string): readonly unknown[] =>
  gateway.received.flatMap((call) => (call.path === path ? [call.body] : []));

test('a key is tried by one call before it is kept, and what is typed is shown nowhere', async () => {
  const app = await openSettings();
  const { page, gateway } = app;
  const model = page.getByRole('region', { name: 'Who proposes the steps' });
  await model.getByText('There is no key for Gemini.').waitFor();
  const field = model.getByLabel('Key for Gemini');
  expect(await field.getAttribute('type')).toBe('password');
  await field.fill(` ${KEY} `);
  await field.press('Enter');
  await model.getByText('gemini-2.5-flash answered in 0.8 s.').waitFor();
  expect(ofModel(app, '/api/model/test')).toEqual([{ key: KEY }]);
  expect(ofModel(app, '/api/model/key')).toEqual([]);

  await model.getByRole('button', { name: 'Keep it…' }).click();
  await model.getByText('The key is kept.', { exact: false }).waitFor();
  await model.getByText('A key for Gemini is kept in the vault').waitFor();
  expect(ofModel(app, '/api/model/key')).toEqual([{ key: KEY }]);
  expect(await field.inputValue()).toBe('');
  const left = await page.evaluate(
    () => document.body.innerHTML + JSON.stringify({ ...sessionStorage, ...localStorage }) + location.href,
  );
  expect(left).not.toContain(KEY);

  await model.getByRole('button', { name: 'Take it out…' }).click();
  await model.getByText('There is no key for Gemini.').waitFor();
  expect(ofModel(app, '/api/model/key').at(-1)).toEqual({ key: null });
  expect(gateway.modelKey.key).toBe('NONE');
});

test('a refused key and a service that is not reached are told apart', async () => {
  const { page, gateway } = await openSettings((fake) => {
    prepared(fake);
    fake.modelKey = { ...fake.modelKey, key: 'KEPT', isKept: true, models: PRICES };
    fake.modelTest = {
      state: 'REFUSED',
      model: 'gemini-2.5-flash',
      failure: failure('model.refused', "the model's service refused the key (status 400)"),
      milliseconds: 90,
      costUsd: null,
    };
  });
  const model = page.getByRole('region', { name: 'Who proposes the steps' });
  await model.getByText('gemini-2.5-flash: $0.30 for a million tokens read, $2.50 written').waitFor();
  await model.getByText('gemini-9-pro: its price is not known here').waitFor();
  await model.getByRole('button', { name: 'Test' }).click();
  await model.getByText('refused', { exact: true }).waitFor();
  await model.getByText('refused the key (status 400)').waitFor();
  gateway.modelTest = {
    ...gateway.modelTest,
    state: 'UNREACHABLE',
    failure: failure('model.unavailable', "the model's service could not be reached, 4 times"),
  };
  await model.getByRole('button', { name: 'Test' }).click();
  await model.getByText('not reached', { exact: true }).waitFor();
  expect(await model.getByText('refused', { exact: true }).count()).toBe(0);
  gateway.modelTest = { ...gateway.modelTest, state: 'OVER_QUOTA' };
  await model.getByRole('button', { name: 'Test' }).click();
  await model.getByText('over its quota', { exact: true }).waitFor();
});

test('“gemini” without a key, and settings that have changed since the start, are said beside the key', async () => {
  const { page } = await openSettings((fake) => {
    prepared(fake);
    fake.modelKey = { ...fake.modelKey, restart: true };
    fake.settings = {
      ...fake.settings,
      settings: fake.settings.settings.map((one) =>
        one.key === 'navigator.use' ? { ...one, value: 'gemini' } : one,
      ),
    };
  });
  const model = page.getByRole('region', { name: 'Who proposes the steps' });
  await model.getByText('no task of it runs until there is a key').waitFor();
  await model.getByText('until the gateway starts anew').waitFor();
});

test('a key that nobody confirmed stays typed, and it is said', async () => {
  const { page, gateway } = await openSettings();
  const model = page.getByRole('region', { name: 'Who proposes the steps' });
  await model.getByLabel('Key for Gemini').fill(KEY);
  gateway.refusals.set(
    '/api/model/key',
    failure('consent.refused', 'the change of the settings was not confirmed'),
  );
  await model.getByRole('button', { name: 'Keep it…' }).click();
  await model.getByText('The change of the settings was not confirmed.').waitFor();
  expect(await model.getByLabel('Key for Gemini').inputValue()).toBe(KEY);
});

test('with a proxy there is no field for a key, and what is behind it can be tried', async () => {
  const { page } = await openSettings((fake) => {
    prepared(fake);
    fake.modelKey = { ...fake.modelKey, key: 'NOT_USED' };
  });
  const model = page.getByRole('region', { name: 'Who proposes the steps' });
  await model.getByRole('button', { name: 'Test' }).click();
  await model.getByText('gemini-2.5-flash answered in 0.8 s.').waitFor();
  expect(await model.getByLabel('Key for Gemini').count()).toBe(0);
});

test('light or dark is kept by this browser, and comes back with the page', async () => {
  const { page } = await openSettings();
  await page.getByLabel('Light or dark').selectOption('dark');
  const scheme = (): Promise<string> => page.evaluate(() => document.documentElement.style.colorScheme);
  expect(await scheme()).toBe('dark');
  await page.reload();
  await expect.poll(scheme, PATIENT).toBe('dark');
  await page.getByLabel('Light or dark').selectOption('system');
  expect(await scheme()).toBe('');
});

test('axe finds nothing, and nothing scrolls sideways, in four sizes, dark and in forced colours', async () => {
  const { page } = await openSettings();
  for (const [width, height, colorScheme, forcedColors] of [
    [1440, 900, 'light', 'none'],
    [900, 700, 'dark', 'none'],
    [390, 844, 'light', 'none'],
    [320, 700, 'dark', 'active'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, forcedColors });
    expect(await axeFindings(page), `${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
