// The planner that asks Gemini, against a recorded server: what it is told, what it may answer, and that the offline planner is there.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PLAN_PROMPT_VERSION } from '#engines/planner/by-model/prompt.ts';
import { GEMINI_KEY, GeminiServer, type Reply } from '#test/fixtures/gemini-server.ts';
import { golden } from '#test/golden/golden.ts';
import { createGeminiPlanner } from '#test/fixtures/models.ts';

const SITES = [{ name: 'store', url: 'http://store.example/', about: [] }];
const INTENT = 'open the store, search for a lamp, add it to the basket, then pay at pay.example';
const signal = new AbortController().signal;

let server: GeminiServer;
beforeAll(async () => {
  server = await GeminiServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.forget());

const plan = (intent = INTENT, apiKey = GEMINI_KEY) =>
  createGeminiPlanner({ apiKey, baseUrl: server.url, backoffMs: 1 }).plan(
    { intent, sites: SITES, startUrl: null },
    signal,
  );
const subtask = (more: object = {}): object => ({
  intent: 'search for a lamp',
  startUrl: null,
  verification: { type: 'TEXT', condition: 'lamp' },
  group: null,
  commits: false,
  ...more,
});
const FIRST = subtask({ intent: 'open the store', startUrl: 'http://store.example/' });

test('the instruction and the turn are the recorded ones, and no page stands in them', async () => {
  server.reply({ says: { subtasks: [FIRST, subtask()] } });
  await plan();
  const [{ system, turns } = { system: '', turns: [] }] = server.received;
  golden(
    `gemini-plan-${PLAN_PROMPT_VERSION.replace('/', '-')}.txt`,
    `${system}\n\n────\n\n${turns[0]?.text}\n`,
  );
});

test('a plan that fits is the model’s, in order, with what it cost', async () => {
  const pays = subtask({ intent: 'pay', startUrl: 'https://pay.example/', commits: true });
  server.reply({ says: { subtasks: [FIRST, subtask(), pays] } });
  const made = await plan();
  expect(made).toMatchObject({ by: 'gemini', intentClass: 'TRANSACT', note: null });
  expect(made.subtasks.map(({ id, intent, commits }) => [id, intent, commits])).toEqual([
    ['s1', 'open the store', false],
    ['s2', 'search for a lamp', false],
    ['s3', 'pay', true],
  ]);
  expect(made.usage).toMatchObject([{ tier: 'plan', model: 'gemini-2.5-flash', requests: 1 }]);
});

test('an intent of two steps or less asks no model', async () => {
  const made = await plan('open the store and tell me the cheapest lamp');
  expect(made.by).toBe('offline');
  expect(server.received).toEqual([]);
});

test.each<[string, Reply]>([
  ['prose', { says: 'First I would open the store, and then …' }],
  ['no subtask', { says: { subtasks: [] } }],
  ['thirteen subtasks', { says: { subtasks: [FIRST, ...Array(12).fill(subtask())] } }],
  [
    'a start that the person did not name',
    { says: { subtasks: [subtask({ startUrl: 'http://evil.example/' })] } },
  ],
  ['no start at all', { says: { subtasks: [subtask()] } }],
  [
    'another type of verification',
    { says: { subtasks: [{ ...FIRST, verification: { type: 'TRUST', condition: 'me' } }] } },
  ],
  [
    'a verification that says nothing',
    { says: { subtasks: [{ ...FIRST, verification: { type: 'TEXT', condition: ' ' } }] } },
  ],
  ['a field of its own', { says: { subtasks: [{ ...FIRST, approved: true }] } }],
  ['a group that changes something', { says: { subtasks: [{ ...FIRST, group: 'g1', commits: true }] } }],
  ['a tool that nobody offered', { calls: 'approve_policy' }],
])('%s is no plan: asked once more, then the offline planner’s', async (_what, reply) => {
  server.reply(reply, reply);
  const made = await plan();
  expect(made.by).toBe('offline');
  expect(made.note).toContain('no usable plan twice');
  expect(made.subtasks.map(({ intent }) => intent)).toEqual([
    'open the store, search for a lamp, add it to the basket',
    'pay at pay.example',
  ]);
  expect(server.received).toHaveLength(2);
  expect(server.received[1]?.turns.at(-1)?.text).toContain('cannot be used');
});

test('a second answer that fits counts, and both are paid for', async () => {
  server.reply({ says: 'well' }, { says: { subtasks: [FIRST, subtask()] } });
  const made = await plan();
  expect([made.by, made.usage.length]).toEqual(['gemini', 2]);
});

test.each<[string, Reply]>([
  ['a server that is down', { status: 500 }],
  ['filters', { blocks: 'PROHIBITED_CONTENT' }],
  ['a request that is refused', { status: 400 }],
])('%s leaves the offline plan, and says why', async (_what, reply) => {
  server.replyBy(() => reply);
  const made = await plan();
  expect(made.by).toBe('offline');
  expect(made.note).not.toBeNull();
  expect(made.subtasks).toHaveLength(2);
});

test('a key that is refused leaves the offline plan', async () => {
  expect(await plan(INTENT, 'wrong')).toMatchObject({ by: 'offline', note: expect.stringMatching(/key/u) });
});

test('cancelling ends the request', async () => {
  server.replyBy(() => ({ hangs: true }));
  const cancelled = new AbortController();
  const made = createGeminiPlanner({ apiKey: GEMINI_KEY, baseUrl: server.url }).plan(
    { intent: INTENT, sites: SITES, startUrl: null },
    cancelled.signal,
  );
  await expect.poll(() => server.received.length).toBe(1);
  const reason = new Error('by the person');
  cancelled.abort(reason);
  await expect(made).rejects.toBe(reason);
  await expect.poll(() => server.abandoned).toBe(1);
});

test('what is to be shown as rows is planned by us: no model is asked, and each site is read for rows', async () => {
  const asked = await plan(
    'show the lamps of the store and the ones of http://pay.example/ as an infographic',
  );
  expect(asked.subtasks.map(({ collects }) => collects !== undefined)).toEqual([true, true]);
  expect(server.received).toEqual([]);
});
