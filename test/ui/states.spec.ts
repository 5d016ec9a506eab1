// Each view that no other spec holds to it, at four sizes, in light, dark and forced colours: axe finds nothing, nothing scrolls sideways,
// every target has 24 pixels. It says how many states it looked at.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { expectAtEverySize } from '#test/fixtures/every-size.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { startUi, type OpenApp, type UiUnderTest } from '#test/fixtures/ui.ts';
import { aCard, aPart, aPlan, aResult, aSite, aStep, aTask, anEntry } from '#test/fixtures/views.ts';

const LEAST_STATES = 40;
const ENDED = { status: 'DONE', endedAt: '2026-11-27T08:00:00.000Z' } as const;
const ACT = { requestId: 'r1', what: 'enter a password', where: 'account.test' };

let ui: UiUnderTest;
let app: OpenApp;
let page: Page;
let states = 0;

function filled(gateway: FakeGateway): void {
  gateway.tasks = [
    aTask({
      id: 't1',
      intent: 'done t1',
      ...ENDED,
      plan: aPlan([aPart('s1', { status: 'COMPLETE', verified: true }), aPart('s2')]),
      steps: [
        aStep({ step: 1, page: 'http://shop.test/' }),
        aStep({ step: 2, decision: 'ESCALATE', consent: 'GRANTED', reasoning: 'It looks right.' }),
      ],
      result: aResult(),
    }),
  ];
  gateway.audit = [
    anEntry(4, { ...ACT, type: 'act.outcome', verdict: null, why: '', outcome: 'DONE' }),
    anEntry(3, {
      ...ACT,
      type: 'consent.answered',
      who: 'person:ui',
      verdict: 'ESCALATE',
      outcome: 'GRANTED',
    }),
    anEntry(2, { ...ACT, verdict: 'ESCALATE', why: 'rules.login (/etc/ghost/p.yaml:3:1)' }),
    anEntry(1),
  ];
  gateway.rules = [
    { name: 'rules.login', file: '/etc/ghost/p.yaml', line: 3, from: 2, lines: ['rules:', '  - id: login'] },
  ];
  gateway.results = ['t1', 't2'].map((taskId) => ({
    taskId,
    at: ENDED.endedAt,
    intent: `done ${taskId}`,
    status: 'DONE',
    agent: null,
    sources: ['https://shop.test/keyboards'],
    result: {
      answer: 'three of them',
      facts: [{ label: 'opens', value: 'at nine', quote: 'from 9', url: 'https://shop.test/cafe' }],
      error: null,
    },
  }));
  const text = readFileSync(SHIPPED.default, 'utf8');
  gateway.policyFiles = [
    { file: '/etc/ghost/own.yaml', name: 'own', text, inForce: text, digest: 'sha256:0', readOnly: null },
  ];
}

beforeAll(async () => {
  ui = await startUi();
  app = await ui.open(filled);
  ({ page } = app);
  await page.getByRole('contentinfo').getByText('Navigator').waitFor();
});
afterAll(async () => {
  expect(app.complaints).toEqual([]);
  await app.close();
  await ui.close();
});

const VIEWS: readonly (readonly [name: string, hash: string, stands: () => Promise<unknown>])[] = [
  ['a result on its card', '#/tasks?at=t1', () => page.getByRole('group', { name: 'Result' }).waitFor()],
  ['a run', '#/tasks/t1', () => page.getByRole('region', { name: 'Steps' }).waitFor()],
  ['why', '#/tasks/t1/why', () => page.getByText('It looks right.').waitFor()],
  ['results', '#/results', () => page.getByText('2 results').waitFor()],
  ['one result', '#/results/t1', () => page.getByText('three of them').first().waitFor()],
  ['log', '#/audit', () => page.getByRole('button', { name: /^Entry 1 / }).waitFor()],
  ['entry', '#/audit/2', () => page.getByRole('region', { name: 'Rule rules.login' }).waitFor()],
  ['policy', '#/policy', () => page.getByText('It loads, proves and passes its tests.').waitFor()],
  ['matrix', '#/policy/matrix', () => page.getByRole('table').first().waitFor()],
];

test.each(VIEWS)('%s', async (name, hash, stands) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate((to) => (location.hash = to), hash);
  await stands();
  states += await expectAtEverySize(page, name.replaceAll(' ', '-'));
});

test.each(['dialog', 'isolated'] as const)('a question: %s, with words to the agent', async (look) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  app.gateway.ask(
    aCard({ id: look, look, site: aSite({ warnings: ['punycode', 'not-https'] }), taskId: 't1' }),
  );
  await app.consent.getByRole('button', { name: 'No, and say why…' }).press('Enter');
  await app.consent.getByLabel('To the agent').fill('not this one');
  await app.consent.getByText('Details').press('Enter');
  states += await expectAtEverySize(page, `question-${look}`);
  await app.consent.getByRole('button', { name: 'Deny', exact: true }).press('Enter');
  await page.locator('iframe').waitFor({ state: 'detached' });
});

test('these are at least forty states', ({ annotate }) => {
  expect(states).toBeGreaterThanOrEqual(LEAST_STATES);
  return annotate(`${states} states`);
});
