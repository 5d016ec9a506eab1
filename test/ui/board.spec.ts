// The task board: groups by how tasks stand, one card beside them, everything by keyboard, and three hundred of them at once.
import { expect, test } from 'vitest';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import type { KeptResult } from '#gateway/vault/results/contract.ts';
import { PATIENT } from '#test/fixtures/consent-page.ts';
import { expectAtEverySize } from '#test/fixtures/every-size.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aResult, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();

const queued = (id: string, position: number): TaskView =>
  aTask({
    id,
    intent: `queued ${id}`,
    status: 'QUEUED',
    tabState: 'IDLE',
    steps: [],
    url: null,
    queued: { taskId: id, priority: 'FOREGROUND', position, waitedMs: 400 },
  });
const done = (id: string, change: Partial<TaskView> = {}): TaskView =>
  aTask({
    id,
    intent: `done ${id}`,
    status: 'DONE',
    endedAt: '2026-11-23T12:00:00.000Z',
    startedAt: '2026-11-23T11:59:20.000Z',
    result: aResult({ taskId: id }),
    ...change,
  });

const mixed = (gateway: FakeGateway): void => {
  gateway.tasks = [
    queued('q2', 2),
    queued('q1', 1),
    done('d1'),
    done('d2', { url: 'http://forum.test/1' }),
    aTask({ id: 'r1', intent: 'running r1' }),
    aTask({ id: 'w1', intent: 'waiting w1', status: 'WAITING' }),
  ];
};
const list = ({ page }: OpenApp) => page.getByRole('list', { name: 'Tasks, by how they stand' });
const rows = (app: OpenApp) => list(app).locator('[data-row]');
const intents = async (app: OpenApp): Promise<string[]> =>
  (await rows(app).allTextContents()).map(
    (text) => /(?:waiting|running|queued|done) [a-z]\d/u.exec(text)?.[0] ?? '',
  );
const calls = ({ gateway }: OpenApp, end: string): string[] =>
  gateway.received
    .filter(({ method, path }) => method === 'POST' && path.endsWith(end))
    .map(({ path }) => path);
const focused = ({ page }: OpenApp): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

async function open(prepare: (gateway: FakeGateway) => void = mixed): Promise<OpenApp> {
  const app = await ui.open(prepare);
  await rows(app).first().waitFor();
  return app;
}

test('what waits for the person stands first, then what runs, then the queue in its order, then what is done', async () => {
  const app = await open();
  expect(await intents(app)).toEqual([
    'waiting w1',
    'running r1',
    'queued q1',
    'queued q2',
    'done d1',
    'done d2',
  ]);
  expect(await list(app).getByRole('heading').allTextContents()).toEqual([
    'Waiting for you 1',
    'Running 1',
    'Queued 2',
    'Done 2',
  ]);
  await app.page.getByRole('article', { name: 'waiting w1' }).waitFor();
});

test('the queue: one is put first, one is cancelled; by pointer and by keyboard', async () => {
  const app = await open();
  await app.page.getByRole('button', { name: 'First: queued q2' }).click();
  await expect.poll(() => calls(app, '/first'), PATIENT).toEqual(['/api/tasks/q2/first']);
  await app.page.getByRole('button', { name: 'Cancel: queued q1' }).click();
  await rows(app).nth(3).focus();
  await app.page.keyboard.press('c');
  await expect
    .poll(() => calls(app, '/cancel'), PATIENT)
    .toEqual(['/api/tasks/q1/cancel', '/api/tasks/q2/cancel']);
});

test('by keyboard alone: one stop, j and k, Enter opens a card at an address, x dismisses and u brings back', async () => {
  const app = await open();
  const { page } = app;
  await rows(app).first().focus();
  for (let at = 0; at < 4; at += 1) await page.keyboard.press('j');
  await expect.poll(() => focused(app), PATIENT).toContain('done d1');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'done d1' }).waitFor();
  expect(page.url()).toContain('#/tasks?at=d1');
  await page.keyboard.press('x');
  await expect.poll(() => intents(app), PATIENT).not.toContain('done d1');
  await expect.poll(() => focused(app), PATIENT).toContain('done d2');
  await page.keyboard.press('u');
  await expect.poll(() => intents(app), PATIENT).toContain('done d1');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await page.keyboard.press('/');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('task-filter');
  expect(calls(app, '/cancel')).toEqual([]);
});

test('a key right after a move means the row that it moved to, and no focus is taken back later', async () => {
  const app = await open();
  await rows(app).first().focus();
  // No frame lies between the keys.
  const isInFilter = await app.page.evaluate(async () => {
    for (const key of ['j', 'c', 'j', '/']) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
      await Promise.resolve();
    }
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    return document.activeElement?.id === 'task-filter';
  });
  expect(isInFilter).toBe(true);
  await expect.poll(() => calls(app, '/cancel'), PATIENT).toEqual(['/api/tasks/r1/cancel']);
});

test('the keyboard stays with its task while the list moves: a letter never means the one that took its place', async () => {
  const app = await open();
  const running = rows(app).filter({ hasText: 'running r1' });
  await running.focus();
  for (const id of ['w2', 'w3'])
    app.gateway.showTask(aTask({ id, intent: `waiting ${id}`, status: 'WAITING' }));
  await list(app).getByRole('heading', { name: 'Waiting for you 3' }).waitFor();
  await app.page.keyboard.press('c');
  await expect.poll(() => calls(app, '/cancel'), PATIENT).toEqual(['/api/tasks/r1/cancel']);
  // It ends, and is in another group: the keyboard is on it there.
  app.gateway.showTask(done('r1', { intent: 'running r1', endedAt: '2026-11-23T11:59:50.000Z' }));
  await list(app).getByRole('heading', { name: 'Done 3' }).waitFor();
  await expect.poll(() => focused(app), PATIENT).toContain('running r1');
  await app.page.keyboard.press('k');
  await expect.poll(() => focused(app), PATIENT).toContain('done d2');
});

test('a letter outside the list does nothing, and one in it starts nothing that an agent asked for', async () => {
  const app = await open((gateway) => {
    gateway.tasks = [done('d1', { agent: 'client:mcp-1' })];
  });
  await app.page.getByRole('button', { name: 'Dismiss' }).focus();
  await app.page.keyboard.press('x');
  await rows(app).first().focus();
  await app.page.keyboard.press('r');
  await app.page.keyboard.press('c');
  expect(calls(app, '/api/tasks')).toEqual([]);
  expect(calls(app, '/cancel')).toEqual([]);
  expect(await rows(app).count()).toBe(1);
});

test('the filter takes the log’s words, and Enter finds what an earlier start left', async () => {
  const kept: KeptResult = {
    taskId: 't-old',
    at: '2026-11-01T10:00:00.000Z',
    intent: 'an old one about keyboards',
    status: 'DONE',
    agent: null,
    sources: [],
    result: {},
  };
  const app = await open((gateway) => {
    mixed(gateway);
    gateway.results = [kept];
  });
  const filter = app.page.getByLabel('Filter the tasks');
  await filter.fill('is:done where:forum.test');
  await expect.poll(() => intents(app), PATIENT).toEqual(['done d2']);
  await filter.fill('-is:done -is:queued');
  await expect.poll(() => intents(app), PATIENT).toEqual(['waiting w1', 'running r1']);
  expect(calls(app, '/results/find')).toEqual([]);
  await filter.fill('keyboards');
  await filter.press('Enter');
  await list(app).getByRole('heading', { name: 'Earlier 1' }).waitFor();
  await list(app).getByRole('link', { name: 'an old one about keyboards' }).click();
  await expect.poll(() => app.page.url()).toContain('#/results/t-old');
  // What was filtered is filtered still.
  await app.page.goBack();
  expect(await filter.inputValue()).toBe('keyboards');
});

test('the wall shows at most six of what runs, and none while a question is open', async () => {
  const app = await open((gateway) => {
    gateway.tasks = Array.from({ length: 8 }, (_, at) => aTask({ id: `r${at}`, intent: `running r${at}` }));
  });
  app.gateway.picture = await app.page.screenshot({ type: 'jpeg' });
  await app.page.getByRole('button', { name: 'Wall' }).click();
  const tiles = app.page.getByRole('list', { name: 'Pictures of what runs' }).getByRole('listitem');
  await expect.poll(() => tiles.locator('img').count(), PATIENT).toBe(6);
  const shots = (): number => app.gateway.received.filter(({ path }) => path.endsWith('/screenshot')).length;
  const before = shots();
  await expect.poll(shots, PATIENT).toBeGreaterThan(before + 6);
  await expectAtEverySize(app.page, 'wall');
  app.gateway.ask(aCard({ taskId: 'r0' }));
  await app.page.getByText('Put away while a question is open.').first().waitFor();
  expect(await app.page.locator('main img').count()).toBe(0);
}, 120_000);

test('two windows agree, and a gateway that dies and comes back traps nothing and keeps what was typed', async () => {
  const app = await open();
  const other = await app.page.context().newPage();
  await other.goto(`${app.gateway.appOrigin}/#/tasks?at=d2`);
  await other.getByRole('article', { name: 'done d2' }).waitFor();
  app.gateway.showTask(aTask({ id: 'r1', intent: 'running r1', status: 'WAITING' }));
  await other.getByRole('heading', { name: 'Waiting for you 2' }).waitFor();
  await list(app).getByRole('heading', { name: 'Waiting for you 2' }).waitFor();
  await other.close();
  await app.page.getByLabel('Filter the tasks').fill('done');
  const port = await app.gateway.stopApp();
  await app.page.getByText('Connection to the gateway lost').waitFor({ state: 'attached' });
  await rows(app).first().focus();
  for (const key of ['j', 'c', 'p', 'x', 'u', 'Enter']) await app.page.keyboard.press(key);
  await app.page.getByRole('link', { name: /^Inbox/u }).click();
  await app.page.getByText('what waits there is not known').waitFor();
  await app.page.getByRole('link', { name: 'Results' }).click();
  await app.page.getByText('This view cannot be opened while the gateway is away').waitFor();
  await app.gateway.start(port);
  await app.page.getByText('Connection to the gateway lost').waitFor({ state: 'detached' });
  await app.page.getByRole('heading', { name: 'Results' }).waitFor();
  await app.page.getByRole('link', { name: 'Tasks', exact: true }).click();
  expect(await app.page.getByLabel('Filter the tasks').inputValue()).toBe('done');
});

test('at four sizes, in light, dark and forced colours', async () => {
  const app = await open();
  app.gateway.picture = await app.page.screenshot({ type: 'jpeg' });
  await expectAtEverySize(app.page, 'board');
}, 120_000);

test('three hundred tasks are under three thousand nodes, and the keyboard gets to both ends', async () => {
  const app = await open((gateway) => {
    gateway.tasks = Array.from({ length: 300 }, (_, at) =>
      at < 6
        ? aTask({ id: `r${at}`, intent: `running r${at}` })
        : at < 100
          ? queued(`q${at}`, at - 5)
          : done(`d${at}`),
    );
  });
  const { page } = app;
  const nodes = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);
  expect(await nodes()).toBeLessThan(3_000);
  await rows(app).first().focus();
  await page.keyboard.press('End');
  await expect.poll(() => focused(app), PATIENT).toContain('done d299');
  expect(await nodes()).toBeLessThan(3_000);
  await page.keyboard.press('Home');
  await expect.poll(() => focused(app), PATIENT).toContain('running r');
});
