// `ghost run` through sign-in, queue and proxy: demo tasks to their end, and the proxy that goes away in the middle of one. What the model
// says was recorded from the offline navigator, so prompts, calls and counts are those of a real run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchTestBrowser, type TestBrowser } from '#test/fixtures/chromium.ts';
import { DEMO_TASKS } from '#test/fixtures/demo-tasks.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { recordAnswers, type Recorded } from '#test/fixtures/recorded-answers.ts';
import { SignedInWorld, personSignsIn } from '#test/fixtures/signed-in.ts';

/** A search with a comparison, and two threads: nothing that a person is asked about. */
const TASKS = [0, 4, 5].flatMap((at) => DEMO_TASKS[at] ?? []);
const LONG = { timeout: 240_000 };

let world: SignedInWorld;
let browser: TestBrowser;
let recorded: Recorded;
beforeAll(async () => {
  [world, browser] = await Promise.all([SignedInWorld.start(), launchTestBrowser()]);
  recorded = await recordAnswers(TASKS);
});
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await world.forget();
  world.cloud.gemini.replyBy(recorded.answer);
  await browser.context.clearCookies();
});

/** A data directory in which a person is signed in. */
async function signedInHome(more: object = {}): Promise<GhostHome> {
  const home = new GhostHome();
  const settings = { warmTabs: 0, navigator: world.settings, vault: { key: 'file' }, ...more };
  writeFileSync(join(home.directory, 'config.yaml'), JSON.stringify(settings));
  const signIn = world.signIn({}, join(home.directory, 'vault'));
  const view = await signIn.begin('BROWSER');
  if (!view.ok || view.value.state !== 'OPEN') throw new Error('the sign-in is not open');
  const page = await browser.context.newPage();
  await personSignsIn(page, view.value.open, 'person');
  await page.close();
  await expect.poll(() => signIn.view().state).toBe('SIGNED_IN');
  await signIn[Symbol.asyncDispose]();
  return home;
}

type Line = {
  readonly type?: string;
  readonly trouble?: unknown;
  readonly status?: string;
  readonly step?: { readonly step: number };
};

/** A step that the model proposed was made. */
const isUnderWay = (lines: readonly Line[]): boolean => lines.some(({ step }) => (step?.step ?? 0) >= 1);

/** A run whose lines are read as they come. */
function started(home: GhostHome, intent: string) {
  const child = home.start(['run', intent, '--demo', '--json', '--approve', 'deny']);
  const seen: { text: string } = { text: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (seen.text += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const lines = (): readonly Line[] =>
    seen.text
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line): Line => JSON.parse(line));
  return { lines, ended };
}

test.each(TASKS)('$intent', async ({ intent, answer }) => {
  using home = await signedInHome();
  const ran = await home.run(['run', intent, '--demo', '--json', '--approve', 'deny']);
  expect([0, 6], ran.stderr + ran.stdout).toContain(ran.code);
  const result = ran.json();
  expect(result).toMatchObject({
    answer: expect.stringMatching(answer),
    usage: [{ model: 'gemini-2.5-flash' }],
  });
  const entries = world.cloud.entries().filter(({ status }) => status === '200');
  expect(entries.length).toBeGreaterThanOrEqual(1);
  const { taskId } = Object(result);
  for (const entry of entries)
    expect(entry).toMatchObject({
      task_id: taskId,
      action_type: 'navigate',
      tier_used: 1,
      user_id: expect.stringMatching(/^[\w-]{22}$/u),
      reason: null,
    });
  // What became of it is told, too; a step that no model was asked for is one of them.
  const told = () => world.cloud.entries('event').filter(({ task_id: id }) => id === taskId);
  await expect.poll(() => told().at(-1)?.['status'], LONG).toBe(Object(result).status);
  expect(told()[0]).toMatchObject({ status: 'STARTED', user_id: entries[0]?.['user_id'] });
  expect(told().filter(({ model_used: model }) => model === 'gemini-2.5-flash').length).toBeGreaterThan(0);
  // Who it is stands in none of the proxy's lines.
  expect(world.cloud.lines.join('')).not.toMatch(/person|shop\.test|keyboard/u);
});

test(
  'a proxy that is killed in the middle is waited for, and the task goes on once it is back',
  LONG,
  async () => {
    const [, task] = TASKS;
    using home = await signedInHome();
    const { lines, ended } = started(home, task?.intent ?? '');
    await expect.poll(() => isUnderWay(lines()), LONG).toBe(true);
    await world.cloud.kill();
    await expect
      .poll(() => lines().some(({ type, trouble }) => type === 'task.trouble' && trouble !== null), LONG)
      .toBe(true);
    await world.cloud.restart();
    expect([0, 6]).toContain(await ended);
    const told = lines().filter(({ type }) => type === 'task.trouble');
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told[0]).toMatchObject({ trouble: { code: 'model.unavailable' } });
    expect(told.at(-1)).toMatchObject({ trouble: null });
    expect(lines().at(-1)).toMatchObject({ answer: expect.stringMatching(task?.answer ?? '') });
    const log = await home.run(['audit', 'query', 'type:task.retried', '--json']);
    expect(log.stdout).toContain('wait for the model');
    expect(log.stdout).toContain('the model answers again');
  },
);

test('one that stays away: the task says so, and keeps what it had come to', LONG, async () => {
  const [task] = TASKS;
  using home = await signedInHome({ timeoutSeconds: 45 });
  const { lines, ended } = started(home, task?.intent ?? '');
  await expect.poll(() => isUnderWay(lines()), LONG).toBe(true);
  await world.cloud.kill();
  expect(await ended).toBe(1);
  await world.cloud.restart();
  const result = lines().at(-1);
  expect(result).toMatchObject({
    status: 'FAILED',
    error: {
      code: 'model.unavailable',
      message: expect.stringMatching(/could not be reached|left alone for a while/u),
      help: expect.any(String),
    },
    plan: { by: 'offline' },
    usage: [{ model: 'gemini-2.5-flash' }],
  });
  const { taskId } = Object(result);
  // Kept, as any result.
  const kept = await home.run(['results', 'show', String(taskId), '--json']);
  expect(kept.json()).toMatchObject({ status: 'FAILED' });
});
