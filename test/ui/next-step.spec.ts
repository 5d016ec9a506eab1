// Where a failure leads to: to the rule that decided, to what this machine lacks, to the settings; and nowhere where words alone help.
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import { nextStepOf } from '#ui/app/parts/next-step.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aResult, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const DENIED = failure('boundary.denied', 'not allowed to go to collect.test', {
  details: {
    because: [
      { entry: 'floors.writes-elsewhere', at: 'demo.yaml:235:5', layer: 'demo', reason: '' },
      { entry: 'rules.demo-strangers', at: 'demo.yaml:61:5', layer: 'demo', reason: '' },
    ],
  },
});

test('each kind of failure leads to one place', () => {
  expect(nextStepOf(DENIED)).toEqual({ words: 'See the rule', address: '#/policy/rule/demo-strangers' });
  expect(nextStepOf(failure('boundary.denied', 'x'))?.address).toBe('#/policy');
  expect(nextStepOf(failure('browser.not-found', 'x'))?.words).toBe('See what this machine lacks');
  for (const code of ['navigator.no-key', 'navigator.not-set-up'] as const)
    expect(nextStepOf(failure(code, 'x'))?.address).toBe('#/settings');
  // Words alone help.
  for (const code of ['audit.bad-query', 'browser.crashed', 'boundary.changed'] as const)
    expect(nextStepOf(failure(code, 'x')), code).toBe(null);
  expect(nextStepOf(failure('result.unknown', 'x'))?.address).toBe('#/results');
  expect(nextStepOf(failure('task.step-limit', 'x'))).toBe(null);
});

test('a task that a rule stopped has the way to that rule on its card, by keyboard too', async () => {
  const result = aResult({ status: 'DENIED', answer: null, facts: [], sources: [], error: DENIED });
  const { page } = await ui.open((fake) => {
    fake.tasks = [aTask({ status: 'DENIED', endedAt: new Date().toISOString(), result })];
  });
  const link = page.getByRole('link', { name: 'See the rule' });
  await link.waitFor();
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  expect(await axeFindings(page)).toEqual([]);
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#/policy/rule/demo-strangers');
});
