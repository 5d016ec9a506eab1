// A gateway that is killed and started again while each view is open: nothing traps, nothing lies, and what was typed is there.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { PATIENT } from '#test/fixtures/consent-page.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aResult, aTask, anEntry } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const LOST = 'Connection to the gateway lost';
const NO_KEY = 'This page has no key to the gateway';
const WORDS = 'compare the keyboards';

const ended = { status: 'DONE', endedAt: '2026-11-27T08:00:00.000Z' } as const;

function filled(gateway: FakeGateway): void {
  gateway.tasks = [
    aTask({ id: 'r1', intent: 'running r1' }),
    aTask({ id: 't1', intent: 'done t1', ...ended, result: aResult() }),
  ];
  gateway.audit = [anEntry(3, { where: 'collect.test' }), anEntry(2), anEntry(1)];
  gateway.results = [
    {
      taskId: 't1',
      at: ended.endedAt,
      intent: 'done t1',
      status: 'DONE',
      agent: null,
      sources: [],
      result: { answer: 'three of them', facts: [], error: null },
    },
  ];
  gateway.grants = [];
  const text = readFileSync(SHIPPED.default, 'utf8');
  gateway.policyFiles = [
    { file: '/own.yaml', name: 'own', text, inForce: text, digest: 'sha256:0', readOnly: null },
  ];
  gateway.settings = {
    ...gateway.settings,
    settings: [
      {
        key: 'stepLimit',
        about: 'How many steps.',
        kind: 'WHOLE',
        least: 1,
        most: 20,
        value: 12,
        preset: 20,
        line: 2,
        loosens: [],
      },
    ],
  };
}

/** In a view, by its address: what is typed there, and what stands there as long as it is not lost. */
type Place = {
  readonly hash: string;
  readonly type: (page: Page) => Promise<void>;
  readonly stands: (page: Page) => Promise<unknown>;
  /** What it is that stands there. */
  readonly typed: unknown;
  /** It is there after the link of another start as well. */
  readonly outlivesReload: boolean;
};
const field = (label: string, typed: string, outlivesReload: boolean): Omit<Place, 'hash'> => ({
  type: (page) => page.getByLabel(label).fill(typed),
  stands: (page) => page.getByLabel(label).inputValue(),
  typed,
  outlivesReload,
});
const text = (page: Page) => page.getByRole('textbox', { name: 'Text of own' });
const there = (name: string, words: string): Omit<Place, 'hash'> => ({
  type: (page) => page.getByText(words).first().waitFor(),
  stands: async (page) => (await page.getByRole('heading', { name }).count()) > 0,
  typed: true,
  outlivesReload: true,
});

const PLACES: Readonly<Record<string, Place>> = {
  'the task board': { hash: '#/tasks', ...field('Filter the tasks', 'done', true) },
  'the field at the top': {
    hash: '#/grants',
    ...field('What should be done, in plain words', WORDS, true),
  },
  'a task’s page': { hash: '#/tasks/t1/why', ...there('done t1', 'done t1') },
  'the results': { hash: '#/results?q=keyboards', ...field('Words of the intent', 'keyboards', true) },
  'one result': { hash: '#/results/t1', ...there('done t1', 'three of them') },
  'the log': {
    hash: '#/audit?q=where%3Acollect.test',
    ...field('Filter the log', 'where:collect.test', true),
  },
  'the policy’s text': {
    hash: '#/policy',
    async type(page) {
      await page.getByText('It loads, proves and passes its tests.').waitFor(PATIENT);
      await text(page).focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.insertText('# of mine\n');
      await page.getByRole('button', { name: 'Discard changes' }).waitFor();
    },
    stands: async (page) => (await text(page).innerText()).includes('# of mine'),
    typed: true,
    outlivesReload: true,
  },
  'the policy’s matrix': {
    hash: '#/policy/matrix',
    ...there('Who may do what where', 'Who may do what where'),
  },
  'what if': {
    hash: '#/policy/what-if',
    ...field('At the site or address', 'http://bank.example/', false),
  },
  'the presets': {
    hash: '#/policy/presets',
    ...there('Policies that come with the project', 'Policies that come with the project'),
  },
  'what was in force': {
    hash: '#/policy/history',
    ...there('What was in force here', 'What was in force here'),
  },
  'an entry of the log': { hash: '#/audit/3', ...there('Entry 3', 'Entry 3') },
  'the grants': { hash: '#/grants', ...there('Grants', 'What your answers allow') },
  'the policy’s own tests': {
    hash: '#/policy/tests',
    ...there('The policy’s own tests', 'The policy’s own tests'),
  },
  'the first steps': { hash: '#/settings/start', ...there('First steps', '3. What an agent may do') },
  'what protects the person': { hash: '#/trust', ...there('Trust', 'What holds on this machine now') },
  'the settings': { hash: '#/settings', ...field('Steps of a task', '15', false) },
};

async function openAt({ hash, type }: Place): Promise<OpenApp> {
  const app = await ui.open(filled);
  await app.page.getByRole('contentinfo').getByText('Navigator').waitFor();
  await app.page.evaluate((to) => (location.hash = to), hash);
  await type(app.page);
  return app;
}
const changed = ({ gateway }: OpenApp): readonly string[] =>
  gateway.received.flatMap(({ method, path }) =>
    method === 'POST' && !/forecast|find|export|verify/u.test(path) ? [path] : [],
  );

test.each(Object.entries(PLACES))(
  '%s: what was typed stays while the gateway is away, and after',
  async (_, place) => {
    const app = await openAt(place);
    const { page, gateway } = app;
    const port = await gateway.stopApp();
    await page.getByText(LOST).waitFor({ state: 'attached' });
    // What is known is not called the state of things.
    await page.getByText('What you see is how things stood before').waitFor();
    expect(await page.getByRole('region', { name: 'Running now' }).textContent()).toContain('Not known');
    expect(await place.stands(page)).toEqual(place.typed);
    // No view traps: another one is a press away, and this one is where it was.
    await page.getByRole('link', { name: /^Inbox/u }).click();
    await page.getByText('what waits there is not known').waitFor();
    await page.goBack();
    await gateway.start(port);
    await page.getByText(LOST).waitFor({ state: 'detached', ...PATIENT });
    await expect.poll(() => place.stands(page), PATIENT).toEqual(place.typed);
    // Nothing was done by itself.
    expect(changed(app)).toEqual([]);
  },
);

test.each(Object.entries(PLACES).filter(([, { outlivesReload }]) => outlivesReload))(
  '%s: the link of another start leads back to it, with what was typed',
  async (_, place) => {
    const app = await openAt(place);
    const { page, gateway } = app;
    const port = await gateway.stopApp();
    gateway.token = 'of another start';
    await gateway.start(port);
    await page.getByText(NO_KEY).waitFor(PATIENT);
    expect(await place.stands(page)).toEqual(place.typed);
    await page.getByRole('link', { name: /^Inbox/u }).click();
    await page.goBack();
    await page.goto(gateway.url);
    await page.getByText(NO_KEY).waitFor({ state: 'detached' });
    await expect.poll(() => place.stands(page), PATIENT).toEqual(place.typed);
    expect(new URL(page.url()).hash).toBe(place.hash);
    expect(changed(app)).toEqual([]);
  },
);

test('a question of the start before is none of the next one, and is not asked again by what was kept', async () => {
  const app = await ui.open(filled);
  app.gateway.ask(aCard({ id: 'old' }));
  await app.consent.getByRole('alertdialog').waitFor();
  const port = await app.gateway.stopApp();
  app.gateway.token = 'of another start';
  app.gateway.consents = [];
  await app.gateway.start(port);
  await app.page.getByText(NO_KEY).waitFor(PATIENT);
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  await app.page.goto(app.gateway.url);
  await app.page.getByRole('link', { name: /^Inbox/u }).click();
  await app.page.getByText(/Nothing waits/u).waitFor();
  expect(app.gateway.answers()).toEqual([]);
});
