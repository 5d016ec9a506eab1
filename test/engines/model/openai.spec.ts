// A model at an OpenAI-compatible endpoint, against a recorded server: the navigator's conformance, the dialects of such servers, and how it
// fails. What the navigator itself does with an answer is held in `gemini.spec.ts`: both have the one of `by-model`.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createModelMaker } from '#engines/maker/by-model/maker.ts';
import { parseBrief } from '#engines/maker/brief.ts';
import { checkApplet } from '#engines/maker/check/check.ts';
import { OpenAiModel, type OpenAiOptions } from '#engines/model/openai/openai.ts';
import { strictly } from '#engines/model/openai/strict-schema.ts';
import { ANSWER_SCHEMA } from '#engines/navigator/by-model/answer.ts';
import { createModelPlanner } from '#engines/planner/by-model/planner.ts';
import { ok } from '#policy/language/failure.ts';
import { navigatorConformance } from '#test/conformance/navigator.ts';
import type { ReceivedPrompt, Reply } from '#test/fixtures/gemini-server.ts';
import { createOwnNavigator } from '#test/fixtures/models.ts';
import { observe, remember } from '#test/fixtures/observations.ts';
import { LOCAL_MODEL, OpenAiServer, type Knows } from '#test/fixtures/openai-server.ts';
import { need } from '#test/fixtures/tab.ts';

const signal = new AbortController().signal;
const PAGE = observe('http://site.example/lamps', '  link Blue lamp -> /2\n  button Buy');
const STEP = {
  action: 'CLICK',
  ref: 'e1',
  target: null,
  text: null,
  confidence: 0.9,
  reasoning: 'it is the lamp',
};

let server: OpenAiServer;
beforeAll(async () => {
  server = await OpenAiServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.forget());

const navigator = (more: Partial<OpenAiOptions> = {}) =>
  createOwnNavigator({ baseUrl: server.url, backoffMs: 1, ...more });
const ask = (more: Partial<OpenAiOptions> = {}, observation = PAGE) =>
  navigator(more).next(observation, remember('open the blue lamp'), signal);

test('it is asked in the form of a schema, without a key, and what it says is a step', async () => {
  server.reply({ says: STEP });
  const proposal = await ask();
  expect(proposal).toMatchObject({ action: 'CLICK', ref: 'e1' });
  expect(server.forms).toEqual(['schema']);
  expect(server.received).toMatchObject([{ model: LOCAL_MODEL, pictures: 0, turns: [{ role: 'user' }] }]);
  expect(proposal.usage).toMatchObject([{ tier: 1, model: LOCAL_MODEL, requests: 1, costUsd: null }]);
  expect(proposal.usage?.[0]?.inputTokens).toBeGreaterThan(300);
});

test('a picture goes along where a model for pictures is named, and else none does', async () => {
  const seen = { ...PAGE, picture: { jpegBase64: '/9j/4AAQ' } };
  server.replyBy(() => ({ says: STEP }));
  expect((await ask({}, seen)).usage).toMatchObject([{ tier: 2 }]);
  const blind = createOwnNavigator({ baseUrl: server.url }, { 1: LOCAL_MODEL });
  expect(blind.seesPictures).toBe(false);
  expect((await blind.next(seen, remember('open the blue lamp'), signal)).usage).toMatchObject([{ tier: 1 }]);
  expect(server.received.map(({ pictures }) => pictures)).toEqual([1, 0]);
});

describe('a server that does not know what it is asked for', () => {
  test.each<{ name: string; knows: Partial<Knows>; form: string; requests: number }>([
    { name: 'a schema: the tool', knows: { schema: false }, form: 'tool', requests: 2 },
    {
      name: 'neither schema nor tool: the instruction',
      knows: { schema: false, tools: false },
      form: 'words',
      requests: 3,
    },
    {
      name: 'the old name of the limit',
      knows: { limit: 'max_completion_tokens' },
      form: 'schema',
      requests: 2,
    },
    { name: 'a temperature', knows: { temperature: false }, form: 'schema', requests: 2 },
    {
      name: 'any of it',
      knows: { schema: false, tools: false, limit: 'max_completion_tokens', temperature: false },
      form: 'words',
      requests: 5,
    },
  ])('$name; the next call begins with what it took', async ({ knows, form, requests }) => {
    server.knows = { ...server.knows, ...knows };
    server.replyBy(() => ({ says: STEP }));
    const own = navigator();
    expect(await own.next(PAGE, remember('open the blue lamp'), signal)).toMatchObject({ ref: 'e1' });
    expect([server.forms, server.requests]).toEqual([[form], requests]);
    await own.next(PAGE, remember('open the blue lamp'), signal);
    expect([server.forms, server.requests]).toEqual([[form, form], requests + 1]);
  });

  test('a form that the settings name is the only one that is asked for', async () => {
    server.replyBy(() => ({ says: STEP }));
    await ask({ output: 'tool' });
    expect(server.forms).toEqual(['tool']);
    server.forget();
    server.knows = { ...server.knows, schema: false };
    expect(await ask({ output: 'schema' })).toMatchObject({
      action: 'FAILED',
      text: expect.stringMatching(/refused the request \(status 400\).*navigator\.output/u),
    });
    expect(server.requests).toBe(1);
  });

  test('a complaint about something else is no reason to ask otherwise', async () => {
    server.replyBy(() => ({ status: 400, message: 'the prompt is longer than the context of this model' }));
    expect((await ask()).action).toBe('FAILED');
    expect(server.requests).toBe(1);
  });
});

test.each([
  ['in a fence', `\`\`\`json\n${JSON.stringify(STEP)}\n\`\`\``],
  ['after thinking aloud', `<think>\nIt could be {"a": 1}.\n</think>\n\n${JSON.stringify(STEP)}`],
  ['with nothing where there is nothing', { ...STEP, facts: null, evidence: null, question: null }],
])('an answer %s is read', async (_, says) => {
  server.reply({ says });
  expect(await ask()).toMatchObject({ action: 'CLICK', ref: 'e1' });
  expect(server.received).toHaveLength(1);
});

test('the strict form requires every property, and lets be null what may be missing', () => {
  const strict = strictly(ANSWER_SCHEMA);
  expect(strict).toMatchObject({
    required: Object.keys(ANSWER_SCHEMA.properties),
    additionalProperties: false,
    properties: {
      action: { type: 'string' },
      confidence: { type: 'number' },
      facts: { type: ['array', 'null'] },
      question: { type: ['object', 'null'], required: ['clause', 'words', 'wants', 'refs'] },
    },
  });
  expect(
    strictly({
      type: 'object',
      properties: { a: { enum: ['x'] }, b: { type: 'array', items: { type: 'object', properties: {} } } },
      required: ['b'],
    }),
  ).toEqual({
    type: 'object',
    properties: {
      a: { anyOf: [{ enum: ['x'] }, { type: 'null' }] },
      b: {
        type: 'array',
        items: { type: 'object', properties: {}, required: [], additionalProperties: false },
      },
    },
    required: ['a', 'b'],
    additionalProperties: false,
  });
});

describe('a server in trouble', () => {
  test.each<{ name: string; replies: readonly Reply[] }>([
    { name: 'too many requests', replies: [{ status: 429 }, { status: 429, retrySeconds: 0 }] },
    { name: 'its own faults', replies: [{ status: 503 }, { status: 500 }] },
    { name: 'a cut connection', replies: [{ cuts: true }] },
    { name: 'half an answer', replies: [{ body: '{"choices":' }] },
    { name: 'no answer', replies: [{ body: '{"choices":[]}' }] },
    { name: 'a page in place of an answer', replies: [{ body: '<html>' }] },
    { name: 'an answer without an end', replies: [{ body: 'x'.repeat(5_000_000) }] },
  ])('$name: it is asked again', async ({ replies }) => {
    server.reply(...replies, { says: STEP });
    expect(await ask()).toMatchObject({ action: 'CLICK', usage: [{ requests: replies.length + 1 }] });
  });

  test.each<{ name: string; reply: Reply; says: RegExp; more?: Partial<OpenAiOptions> }>([
    { name: 'an answer cut off', reply: { says: '{', finishReason: 'MAX_TOKENS' }, says: /longer than/u },
    { name: 'an answer withheld', reply: { says: '', finishReason: 'SAFETY' }, says: /content_filter/u },
    { name: 'a refusal', reply: { blocks: 'I cannot help with that' }, says: /refused to answer/u },
  ])('$name ends in a clear FAILED', async ({ reply, says }) => {
    server.replyBy(() => reply);
    expect(await ask()).toMatchObject({ action: 'FAILED', text: expect.stringMatching(says) });
  });

  test('a key that it needs, and a model that it has not, are said with their mend', async () => {
    server.knows = { ...server.knows, key: 'secret-key' };
    server.replyBy(() => ({ says: STEP }));
    expect((await ask()).text).toMatch(/refused the key.*GHOST_MODEL_KEY/u);
    expect((await ask({ apiKey: 'secret-key' })).action).toBe('CLICK');
    server.knows = { ...server.knows, key: null };
    const other = createOwnNavigator({ baseUrl: server.url }, { 1: 'llama' });
    expect((await other.next(PAGE, remember('x'), signal)).text).toMatch(/does not know this model/u);
    const wrong = createOwnNavigator({ baseUrl: server.url.replace(/\/v1$/u, '') });
    expect((await wrong.next(PAGE, remember('x'), signal)).text).toMatch(/ends as its server says/u);
  });

  test('no redirect takes the key elsewhere', async () => {
    const asked: (string | undefined)[] = [];
    const away = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: `${server.url}/chat/completions` }).end();
    }).listen(0, '127.0.0.1');
    await once(away, 'listening');
    const address = away.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    expect((await ask({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'secret-key' })).action).toBe('FAILED');
    away.close();
    away.closeAllConnections();
    expect(new Set(asked)).toEqual(new Set(['/chat/completions']));
    expect(server.requests).toBe(0);
  });

  test('cancelling ends the request itself', async () => {
    server.replyBy(() => ({ hangs: true }));
    const cancelled = new AbortController();
    const reason = new Error('cancelled');
    const asked = navigator().next(PAGE, remember('go on'), cancelled.signal);
    await expect.poll(() => server.received.length).toBe(1);
    cancelled.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect.poll(() => server.abandoned).toBe(1);
  });
});

test('the planner and the maker ask it, too, and name it', async () => {
  const model = new OpenAiModel({ baseUrl: server.url, backoffMs: 1 });
  const subtask = (intent: string, startUrl: string | null): object => ({
    intent,
    startUrl,
    verification: { type: 'NONE', condition: '' },
    group: null,
    commits: false,
  });
  const START = 'http://store.example/';
  server.reply({
    says: { subtasks: [subtask('open the store', START), subtask('search for a lamp', null)] },
  });
  const intent = `open ${START}, search for a lamp, add it to the basket, then pay`;
  const plan = await createModelPlanner({ model, name: LOCAL_MODEL }).plan(
    { intent, sites: [], startUrl: START },
    signal,
  );
  expect(plan).toMatchObject({ by: 'openai-compatible', note: null, usage: [{ tier: 'plan' }] });
  const brief = need(
    parseBrief({
      intent: 'show the lamps as an infographic',
      dataType: 'lamps',
      visualizationHint: 'infographic',
      data: [{ name: 'Aster', price: 12 }],
    }),
  );
  server.reply({
    says: `<!doctype html>
<html lang="en"><head><title>Lamps</title></head><body><main id="app"></main><script>
document.getElementById('app').textContent = String(DATA.rows.length);
</script></body></html>`,
  });
  const maker = createModelMaker({ model, name: LOCAL_MODEL });
  const { made } = await maker.make(brief, async (html) => ok(checkApplet(html)), signal);
  expect(made).toMatchObject({ ok: true, value: { model: LOCAL_MODEL, retries: 0 } });
  // A document is no JSON: no form is asked for.
  expect(server.forms).toEqual(['schema', 'none']);
});

describe('with a server that answers', () => {
  const answered = (prompt: ReceivedPrompt): Reply => {
    const ref = /\[(e\d+)\] (?:link|button)/u.exec(prompt.turns[0]?.text ?? '')?.[1];
    return {
      says:
        ref === undefined
          ? { ...STEP, action: 'FAILED', ref: null, text: 'there is nothing to press' }
          : { ...STEP, ref },
    };
  };
  beforeEach(() => server.replyBy(answered));
  navigatorConformance('openai-compatible, by a schema', navigator, { deterministic: false });
  navigatorConformance('openai-compatible, by a tool', () => navigator({ output: 'tool' }), {
    deterministic: false,
  });
});
