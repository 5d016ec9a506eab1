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
  hasGeminiKey: false,
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
