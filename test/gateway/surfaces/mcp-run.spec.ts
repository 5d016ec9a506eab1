// An MCP client has an intent carried out, in the real Chromium: what it hears, what it is asked, what ends it, and that its words and
// its answers allow nothing.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createCommands } from '#gateway/surfaces/commands/commands.ts';
import type { McpOptions } from '#gateway/surfaces/mcp/attach.ts';
import { AskingGateway, PEOPLE, peoplePage } from '#test/fixtures/asking-gateway.ts';
import { McpPair, toldBy } from '#test/fixtures/mcp.ts';

let world: AskingGateway;
let options: McpOptions;
let leave: () => void;
let ignore: () => void;

beforeAll(async () => {
  world = await AskingGateway.open('127.0.0.74');
  options = { gateway: world.gateway, commands: createCommands(world.gateway), cwd: null, all: false };
  leave = world.gateway.consents.addChannel();
});
afterAll(async () => {
  leave();
  await world[Symbol.asyncDispose]();
});
beforeEach(() => {
  world.forget();
  world.site.pages['/'] = peoplePage();
  ignore = allowing();
});
afterEach(() => ignore());

/** Answers leave as a person at the UI would, from now on. */
const allowing = (): (() => void) =>
  world.gateway.subscribe((event) => {
    if (event.type !== 'consent.opened') return;
    const by = { kind: 'person', channel: 'ui', id: 'ui-1' } as const;
    world.gateway.consents.answer({ id: event.consent.card.id, answer: 'ALLOW_ONCE', by });
  });

const fields = z.looseObject({
  status: z.string(),
  task: z.string(),
  evidence: z.array(z.looseObject({ clause: z.string(), outcome: z.string() })),
  notUnderstood: z.array(z.string()),
  question: z
    .looseObject({
      id: z.string(),
      title: z.string(),
      choices: z.array(z.looseObject({ id: z.string(), near: z.string() })),
    })
    .nullable(),
  error: z.looseObject({ code: z.string() }).nullable(),
});
const schema = z.looseObject({
  properties: z.looseObject({ choice: z.looseObject({ enum: z.array(z.string()) }) }),
});

async function once(pair: McpPair, args: Record<string, unknown>, how: Parameters<McpPair['whole']>[2] = {}) {
  const result = await pair.whole('ghost_run', args, how);
  return {
    ...fields.parse(result.structuredContent),
    text: toldBy(result).text,
    isError: result.isError === true,
  };
}

/** As long as it goes on, it is waited for: on a busy machine that is more than one call. */
async function run(...[pair, args, how]: Parameters<typeof once>): ReturnType<typeof once> {
  for (let ran = await once(pair, args, how); ; ran = await once(pair, { task: ran.task }, how))
    if (ran.status !== 'RUNNING') return ran;
}
const edit = { intent: 'press Edit', startUrl: PEOPLE };

test('an intent is carried out, with evidence for each clause, its steps told while it goes on', async () => {
  await using pair = await McpPair.open(options);
  const { tools } = await pair.client.listTools();
  const listed = tools.find(({ name }) => name === 'ghost_run');
  expect(listed?.outputSchema?.['properties']).toMatchObject({
    status: {},
    evidence: {},
    notUnderstood: {},
    task: {},
  });
  expect(listed?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  const told: string[] = [];
  const ran = await run(
    pair,
    { intent: 'type Monday into the Departure day field', startUrl: PEOPLE },
    { onprogress: ({ message = '' }) => told.push(message) },
  );
  expect(ran).toMatchObject({ status: 'DONE', isError: false, evidence: [{ outcome: 'SEEN' }], error: null });
  expect(ran.text).toMatch(/^### Result\nDONE: /u);
  expect(told.join('\n')).toContain('Departure day');
  await expect.poll(() => world.told('/day?'), { timeout: 30_000 }).toEqual(['Monday']);
});

test('words that nobody understands are named, and it is an error', async () => {
  await using pair = await McpPair.open(options);
  const { task, status } = await run(pair, { intent: 'frobnicate the gizmo of Bob', startUrl: PEOPLE });
  expect(status).toBe('ASKING');
  const ran = await run(pair, { task, answer: 'skip' });
  expect(ran).toMatchObject({ status: 'FAILED', isError: true });
  expect(ran.notUnderstood.join()).toContain('frobnicate');
  expect(ran.text).toMatch(/^### Error\n/u);
});

for (const mode of ['legacy', 'auto'] as const)
  test(`what the navigator does not know the person at the client is asked, by a form of the candidates (${mode})`, async () => {
    const asked: { message: string; choices: readonly string[] }[] = [];
    const elicit = async (message: string, given: unknown) => {
      const choices = schema.parse(given).properties.choice.enum;
      asked.push({ message, choices });
      return {
        action: 'accept' as const,
        content: { choice: choices.find((one) => one.includes('Bob Stone')) ?? 'x' },
      };
    };
    await using pair = await McpPair.open(options, elicit, mode);
    const ran = await run(pair, edit);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toContain('Which of these is meant by “Edit”?');
    expect(asked[0]?.choices).toEqual([
      '1. button “Edit”, near “Ana Miller” (1 of 3)',
      '2. button “Edit”, near “Bob Stone” (2 of 3)',
      '3. button “Edit”, near “Cy Young” (3 of 3)',
      'none of these',
      'go on without an answer',
    ]);
    expect(ran.status).toBe('DONE');
    await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['Bob Stone']);
    const question = world.gateway.tasks.find(ran.task)?.view().questions[0];
    expect(question).toMatchObject({ state: 'ANSWERED', answer: { choice: 'c2' }, answeredBy: 'person:mcp' });
  });

test('an answer that is none of the candidates answers nothing: what takes away is not done', async () => {
  world.site.pages['/'] = peoplePage('Delete');
  for (const content of [{ choice: 'button “Delete”' }, { choice: 'c2' }, { other: 'x' }, {}]) {
    await using pair = await McpPair.open(options, async () => ({ action: 'accept', content }));
    const ran = await run(pair, { intent: 'press Delete', startUrl: PEOPLE });
    expect
      .soft(ran, JSON.stringify(content))
      .toMatchObject({ status: 'FAILED', error: { code: 'task.not-done' } });
  }
  for (const action of ['decline', 'cancel'] as const) {
    await using pair = await McpPair.open(options, async () => ({ action }));
    expect
      .soft((await run(pair, { intent: 'press Delete', startUrl: PEOPLE })).status, action)
      .toBe('FAILED');
  }
  expect(world.pressed).toEqual([]);
});

test('a client that cannot ask is told the question and how to answer it; a bad answer is told, a good one goes on', async () => {
  await using pair = await McpPair.open(options);
  const asking = await run(pair, edit);
  expect(asking).toMatchObject({ status: 'ASKING', isError: false });
  expect(asking.text).toContain(`{"task": "${asking.task}", "answer": …}`);
  const bob = asking.question?.choices.find(({ near }) => near === 'Bob Stone')?.id;
  const { task } = asking;
  const bad = toldBy(await pair.whole('ghost_run', { task, answer: 'c9' }));
  expect(bad.text).toMatch(/- code: question\.bad-answer/u);
  expect(world.pressed).toEqual([]);
  const ran = await run(pair, { task, answer: bob });
  expect(ran).toMatchObject({ status: 'DONE', task });
  await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['Bob Stone']);
  const view = world.gateway.tasks.find(task)?.view();
  expect(view?.questions[0]?.answeredBy).toMatch(/^client:mcp-/u);
  expect(view?.agent).toBe(view?.questions[0]?.answeredBy);
  const late = toldBy(await pair.whole('ghost_run', { task, answer: bob }));
  expect(late.text).toMatch(/- code: task\.unknown/u);
});

test('a question that is answered in the window is withdrawn from the client', async () => {
  await using pair = await McpPair.open(options, () => {
    const open = world.gateway.tasks.list()[0]?.questions.at(-1);
    queueMicrotask(() => {
      const task = world.gateway.tasks.find(open?.taskId ?? '');
      expect(task?.questions.answer(open?.id ?? '', { choice: 'c3' }, 'person:ui').ok).toBe(true);
    });
    return new Promise(() => undefined);
  });
  const ran = await run(pair, edit);
  expect(ran.status).toBe('DONE');
  await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['Cy Young']);
});

test('a client names no site and allows none: going there waits for a person elsewhere, whatever it answers', async () => {
  ignore();
  const asked: string[] = [];
  await using pair = await McpPair.open({ ...options, patienceMs: 1_000 }, (message) => {
    asked.push(message);
    return 'allow once';
  });
  const waiting = await run(pair, { ...edit, intent: 'go to http://shop.test/ and press Edit' });
  expect(waiting).toMatchObject({ status: 'WAITING', isError: false });
  expect(waiting.text).toMatch(/a person is asked in Ghost Browser’s window/u);
  expect(waiting.text).not.toMatch(/ghost consent|approve/u);
  expect(asked).toEqual([]);
  const [open] = world.gateway.consents.list();
  expect(open?.card).toMatchObject({ taskId: waiting.task, startedBy: 'NAVIGATOR' });
  expect(open?.card.intent).toMatch(/^a task of an agent’s \(mcp-/u);
  const waits = await run(pair, { task: waiting.task, answer: 'c1' });
  expect(waits.status).toBe('WAITING');
  expect(world.site.hits).toEqual([]);
  const by = { kind: 'person', channel: 'ui', id: 'ui-1' } as const;
  expect(world.gateway.consents.answer({ id: open?.card.id ?? '', answer: 'DENY', by }).ok).toBe(true);
  const refused = await run(pair, { task: waiting.task });
  expect(refused).toMatchObject({ status: 'CONSENT_REFUSED', isError: true });
  expect(world.site.hits).toEqual([]);
});

test('what a person refused to one task of a client no other task of it asks about again', async () => {
  ignore();
  const cards: string[] = [];
  ignore = world.gateway.subscribe((event) => {
    if (event.type !== 'consent.opened') return;
    cards.push(event.consent.card.id);
    const by = { kind: 'person', channel: 'ui', id: 'ui-1' } as const;
    world.gateway.consents.answer({ id: event.consent.card.id, answer: 'DENY', by });
  });
  await using pair = await McpPair.open(options);
  for (const intent of ['press Edit', 'press Edit of Bob Stone'])
    expect((await run(pair, { ...edit, intent })).status).toBe('CONSENT_REFUSED');
  expect(cards).toHaveLength(1);
});

test('the same words of a person’s name the site: nothing is asked', async () => {
  const { result } = await world.run('go to http://shop.test/ and press Edit', {
    onQuestion: async () => ({ choice: 'c1' }),
  });
  expect(result).toMatchObject({ status: 'DONE', counts: { asked: 0 } });
});

test('a cancelled call ends its task, also while its question is open at the client', async () => {
  const cut = new AbortController();
  await using pair = await McpPair.open(options, () => {
    cut.abort();
    return new Promise(() => undefined);
  });
  await expect(pair.whole('ghost_run', edit, { signal: cut.signal })).rejects.toThrow();
  const task = world.gateway.tasks.find(world.gateway.tasks.list()[0]?.id ?? '');
  expect((await task?.done)?.status).toBe('CANCELLED');
  expect(task?.view().questions[0]?.state).toBe('CANCELLED');
  expect(world.pressed).toEqual([]);
});

test('what a client leaves behind ends: by another call, and by its going', async () => {
  const pair = await McpPair.open(options);
  const first = await run(pair, edit);
  expect(first.status).toBe('ASKING');
  const second = await run(pair, { ...edit, intent: 'press Edit now' });
  const task = world.gateway.tasks.find(first.task);
  expect((await task?.done)?.status).toBe('CANCELLED');
  await pair[Symbol.asyncDispose]();
  const other = world.gateway.tasks.find(second.task);
  expect((await other?.done)?.status).toBe('CANCELLED');
  expect(world.pressed).toEqual([]);
});

test('a task that takes long is told as running, and waiting on does nothing twice', async () => {
  await using pair = await McpPair.open({ ...options, patienceMs: 1 });
  const asked = { intent: 'type Monday into the Departure day field', startUrl: PEOPLE };
  const first = await once(pair, asked);
  expect(first).toMatchObject({ status: 'RUNNING', isError: false });
  expect(first.text).toContain(`{"task": "${first.task}"}`);
  // The same arguments are the same call.
  expect((await once(pair, asked)).task).toBe(first.task);
  expect(await run(pair, { task: first.task })).toMatchObject({ status: 'DONE', task: first.task });
  expect(world.told('/day?')).toEqual(['Monday']);
});

test('the log says whose words a task began with', async () => {
  await using pair = await McpPair.open(options);
  const { task } = await run(pair, { intent: 'type Monday into the Departure day field', startUrl: PEOPLE });
  const read = world.gateway.audit.query({ text: `task:${task} type:task.started`, limit: 5 });
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.rows[0]?.who).toMatch(/^client:mcp-/u);
  const decided = world.gateway.audit.query({ text: `task:${task} type:decision`, limit: 100 });
  if (!decided.ok) throw new Error(decided.error.message);
  const details = decided.value.rows.map(({ seq }) =>
    JSON.stringify(world.gateway.audit.entry(seq)?.details),
  );
  expect(details.length).toBeGreaterThan(3);
  // Not one of its acts is the person's word.
  expect(details.filter((one) => one.includes('"provenance":"USER"') && !one.includes('"PAGE"'))).toEqual([]);
  expect(details.some((one) => one.includes('"provenance":"TOOL"'))).toBe(true);
});

test('the same intent twice at once is two tasks, and each goes on by its own answer', async () => {
  await using pair = await McpPair.open(options);
  const both = await Promise.all([run(pair, edit), run(pair, edit)]);
  expect(both.map(({ status }) => status)).toEqual(['ASKING', 'ASKING']);
  expect(new Set(both.map(({ task }) => task)).size).toBe(2);
  for (const [at, answer] of ['c2', 'c3'].entries()) {
    const ran = await run(pair, { task: both[at]?.task, answer });
    expect(ran).toMatchObject({ task: both[at]?.task, status: 'DONE' });
  }
  await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['Bob Stone', 'Cy Young']);
});

test('arguments that do not go together are told apart', async () => {
  await using pair = await McpPair.open(options);
  for (const args of [
    {},
    { intent: 'x', task: 't-1' },
    { answer: 'c1' },
    { task: 't-1', startUrl: PEOPLE },
    { task: 't-1' },
  ])
    expect
      .soft(toldBy(await pair.whole('ghost_run', args)).text, JSON.stringify(args))
      .toMatch(/command\.bad-params|task\.unknown/u);
});
