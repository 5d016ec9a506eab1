// What can be done where a task came to nothing: buttons on its card, of which none starts what the person has not said.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { failure } from '#policy/language/failure.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { PATIENT } from '#test/fixtures/consent-page.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aResult, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const INTENT = 'order the cheapest mouse';

const failed = (code: 'task.no-start' | 'navigator.stuck', change: Partial<TaskView> = {}): TaskView =>
  aTask({
    intent: INTENT,
    status: 'FAILED',
    endedAt: new Date().toISOString(),
    ...change,
    result: aResult({
      intent: INTENT,
      status: 'FAILED',
      answer: null,
      facts: [],
      error: failure(code, 'it came to nothing'),
    }),
  });
const open = (task: TaskView) =>
  ui.open((fake) => {
    fake.tasks = [task];
  });
const next = (page: Page) => page.getByRole('group', { name: 'What next' });
const started = (gateway: FakeGateway): readonly unknown[] =>
  gateway.received
    .filter(({ method, path }) => method === 'POST' && path === '/api/tasks')
    .map(({ body }) => body);

test('a task that failed may be said otherwise or run again, and running it again sends its words once', async () => {
  const { page, gateway } = await open(failed('navigator.stuck'));
  await next(page).getByRole('button', { name: 'Say it otherwise' }).click();
  const field = page.getByRole('textbox', { name: /in plain words/u });
  await expect.poll(() => field.inputValue(), PATIENT).toBe(INTENT);
  expect(started(gateway)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await next(page).getByRole('button', { name: 'Run again' }).dblclick();
  await expect.poll(() => started(gateway), PATIENT).toMatchObject([{ intent: INTENT }]);
});

test('one that did not know where to begin asks for a site, and the field has the sites', async () => {
  const { page } = await ui.open((fake) => {
    const text = readFileSync(SHIPPED.default, 'utf8');
    fake.policyFiles = [
      { file: 'default', name: 'default', text, inForce: text, digest: 'default', readOnly: null },
    ];
    fake.tasks = [failed('task.no-start', { intent: 'find the best rated coffee maker' })];
  });
  await next(page).getByRole('button', { name: 'Name a site' }).click();
  await page.getByRole('option', { name: /Begin at shop/u }).waitFor();
  expect(await next(page).getByRole('button', { name: 'Say it otherwise' }).count()).toBe(0);
});

test('what the person refused says that it will be asked again', async () => {
  const { page } = await open(failed('navigator.stuck', { status: 'CONSENT_REFUSED' }));
  await next(page).getByRole('button', { name: 'Run again, and be asked again' }).waitFor();
});

test('an agent’s words are not sent again in the person’s name, and what is done needs nothing', async () => {
  const { page, gateway } = await open(failed('navigator.stuck', { agent: 'client:mcp-1' }));
  await next(page).getByText('The last page it was on').waitFor();
  expect(await next(page).getByRole('button').count()).toBe(0);
  gateway.showTask(aTask({ status: 'DONE', endedAt: new Date().toISOString(), result: aResult() }));
  await next(page).waitFor({ state: 'detached' });
});
