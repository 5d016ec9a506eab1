// The command line on the demo world, as a new user runs it: the real Chromium, no key, no network.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { GhostHome } from '#test/fixtures/ghost.ts';

let home: GhostHome;
beforeAll(() => {
  home = new GhostHome();
});
afterAll(() => home[Symbol.dispose]());

const RUN = (): string => `${home.directory}/run.json`;

const resultShape = z.object({
  status: z.string(),
  answer: z.string().nullable(),
  sources: z.array(z.string()),
  facts: z.array(z.object({ label: z.string(), value: z.string(), quote: z.string(), url: z.string() })),
  counts: z.object({ allowed: z.number(), asked: z.number(), denied: z.number() }),
  error: z
    .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() })
    .nullable(),
  execution: z.object({ final_state: z.string(), decision: z.string() }).nullable(),
});

test('a search at the shop answers with the right price and its source, and asks nobody', async () => {
  const ran = await home.run([
    'run',
    'search the shop for a mechanical keyboard and tell me the cheapest price',
    '--json',
    '--export',
    RUN(),
  ]);
  expect(ran.code, ran.stderr).toBe(0);
  const lines = ran.stdout.trimEnd().split('\n');
  const types = lines.slice(0, -1).map((line) => z.object({ type: z.string() }).parse(JSON.parse(line)).type);
  expect(types[0]).toBe('task.started');
  expect(new Set(types)).toEqual(new Set(['task.started', 'task.subtask', 'task.step']));
  const result = resultShape.parse(ran.json());
  expect(result.status).toBe('DONE');
  expect(result.sources[0]).toMatch(/^http:\/\/shop\.test\//u);
  expect(result.counts).toMatchObject({ asked: 0, denied: 0 });
  expect(result.execution).toMatchObject({ final_state: 'COMPLETED' });
  const elsewhere = await home.run(['audit', 'query', 'type:connection', '-where:shop.test', '--json']);
  expect(elsewhere.json()).toMatchObject({ total: 0 });
  const { DEMO_TASKS } = await import('#test/fixtures/demo-tasks.ts');
  const known = DEMO_TASKS.find(({ intent }) =>
    intent.startsWith('search the shop for a mechanical keyboard'),
  );
  expect(known).toBeDefined();
  expect(result.answer).toMatch(known?.answer ?? /^$/u);
});

test('a run that was written down is replayed, and a file that is none says how to make one', async () => {
  const again = await home.run(['replay', RUN(), '--json']);
  expect(again.code, again.stderr).toBe(0);
  expect(again.json()).toMatchObject({ status: 'DONE', replay: { drifted: [], departed: null } });
  const none = await home.run(['replay', `${home.directory}/config.yaml`, '--json']);
  expect(none.code).not.toBe(0);
  expect(none.json()).toMatchObject({ error: { code: 'task.bad-recording', help: expect.any(String) } });
});

test('a navigator that needs a key says so, and where it goes', async () => {
  const ran = await home.run(['run', 'open http://shop.test/', '--navigator', 'gemini', '--json']);
  expect(ran.code).not.toBe(0);
  expect(ran.json()).toMatchObject({
    error: { code: 'navigator.no-key', help: expect.stringContaining('GEMINI_API_KEY') },
  });
});

test('with --approve deny the latest order ends in 4, names the rule, and nothing of the log-in was entered', async () => {
  const ran = await home.run(['run', 'check the status of my latest order', '--approve', 'deny', '--json']);
  expect(ran.code, ran.stderr).toBe(4);
  const { error } = resultShape.parse(ran.json());
  expect(error?.code).toBe('consent.refused');
  expect(JSON.stringify(error?.details?.['because'])).toContain('rules.demo-login');
  const entered = await home.run(['audit', 'query', 'type:act.outcome', 'saved', 'secret', '--json']);
  expect(entered.json()).toMatchObject({ total: 0 });
  const asked = await home.run(['audit', 'query', 'type:consent.answered', 'outcome:REFUSED', '--json']);
  expect(asked.json()).toMatchObject({ total: 1 });
});

test('what escalates without anybody to ask is denied at once, and the message says how to be asked', async () => {
  const ran = await home.run(['run', 'open http://start.test/ then open the maker of keyboards', '--json']);
  expect([1, 4]).toContain(ran.code);
  const again = await home.run(['run', 'check the status of my latest order', '--json']);
  expect(again.code).toBe(4);
  expect(again.json()).toMatchObject({ status: 'CONSENT_REFUSED', error: { code: 'consent.nobody' } });
});

test('the log verifies after all that, and one more run does not break it', async () => {
  const verified = await home.run(['audit', 'verify', '--json']);
  expect(verified.code, verified.stdout).toBe(0);
  expect(verified.json()).toMatchObject({ ok: true, firstBad: null });
});

test('words that say nothing are a usage error', async () => {
  expect((await home.run(['run', '  ', '--json'])).code).toBe(2);
  expect((await home.run(['run'])).code).toBe(2);
  expect((await home.run(['fly'])).code).toBe(2);
  expect((await home.run(['run', 'x', '--start-url', 'javascript:alert(1)', '--json'])).code).toBe(2);
});

test('a policy that does not load denies every act, and status, check and audit still work', async () => {
  const { writeFileSync } = await import('node:fs');
  const file = `${home.directory}/broken.yaml`;
  writeFileSync(file, 'policy: 1\nid: broken\nrevision: 1\nvocabulary: phase38/1\nrulez: []\n');
  const ran = await home.run(['run', 'open http://shop.test/', '--policy', file, '--json']);
  expect(ran.code, ran.stdout).toBe(3);
  expect(ran.json()).toMatchObject({ status: 'DENIED', error: { code: 'policy.not-loaded' } });
  const checked = await home.run(['policy', 'check', file]);
  expect(checked.code).toBe(1);
  expect(checked.stdout + checked.stderr).toMatch(/broken\.yaml:5:1: policy\.unknown-key/u);
  expect((await home.run(['status', '--json'])).code).toBe(0);
  expect((await home.run(['audit', 'verify'])).code).toBe(0);
});

test('no browser is exit 5 with a mend', async () => {
  const { writeFileSync, rmSync } = await import('node:fs');
  const file = `${home.directory}/config.yaml`;
  writeFileSync(file, 'browser: /nowhere/chromium\n');
  const ran = await home.run(['run', 'open http://shop.test/', '--json']);
  rmSync(file);
  expect(ran.code, ran.stdout).toBe(5);
  expect(ran.json()).toMatchObject({ error: { code: 'browser.not-found', help: expect.any(String) } });
});
