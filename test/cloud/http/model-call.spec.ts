// Google's own SDK with `baseUrl` at the proxy: whole answers, streams, counts, cancellation; what does not pass; what is written down.
import { connect } from 'node:net';
import { ApiError, GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PRICES } from '#engines/model/prices.ts';
import { PRICES as CLOUD_PRICES } from '#cloud/gemini/usage.ts';
import { readingAlong } from '#cloud/gemini/answer.ts';
import { settingsOf } from '#cloud/settings/settings.ts';
import { systemTime, type Time } from '#cloud/system/time.ts';
import { TestCloud, reasonOf } from '#test/fixtures/cloud.ts';
import { GEMINI_KEY } from '#test/fixtures/gemini-server.ts';

let cloud: TestCloud;
let token = '';
beforeAll(async () => {
  cloud = await TestCloud.start();
  token = await cloud.issuer.token();
});
afterAll(() => cloud[Symbol.asyncDispose]());
beforeEach(() => {
  cloud.gemini.forget();
  cloud.lines.length = 0;
});

const sdk = (headers: Readonly<Record<string, string>> = {}) =>
  new GoogleGenAI({
    apiKey: 'none',
    vertexai: false,
    httpOptions: {
      baseUrl: cloud.url,
      timeout: 60_000,
      headers: { authorization: `Bearer ${token}`, ...headers },
    },
  }).models;
const MODEL = 'gemini-2.5-flash';
const STREAM = `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`;

describe('what passes', () => {
  test('a whole answer, with everything that the navigator sends', async () => {
    cloud.gemini.reply({ says: { step: 1 } });
    const answer = await sdk().generateContent({
      model: MODEL,
      contents: [
        {
          role: 'user',
          parts: [{ text: 'look' }, { inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } }],
        },
      ],
      config: {
        systemInstruction: 'be brief',
        temperature: 0,
        candidateCount: 1,
        maxOutputTokens: 100,
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object', properties: { step: { type: 'number' } } },
      },
    });
    expect(answer.text).toBe('{"step":1}');
    expect(cloud.gemini.received).toEqual([
      {
        model: MODEL,
        system: 'be brief',
        turns: [{ role: 'user', text: 'look' }],
        pictures: 1,
        schema: { type: 'object', properties: { step: { type: 'number' } } },
      },
    ]);
  });

  test('a stream, part by part', async () => {
    cloud.gemini.reply({ streams: ['one ', 'two ', 'three'] });
    const parts: string[] = [];
    for await (const { text } of await sdk().generateContentStream({ model: MODEL, contents: 'count' }))
      parts.push(text ?? '');
    expect(parts).toEqual(['one ', 'two ', 'three']);
    await expect.poll(() => cloud.entries()).toMatchObject([{ status: '200', tokens_in: 2 }]);
  });

  test('a count of tokens', async () => {
    expect(await sdk().countTokens({ model: MODEL, contents: 'eight ch' })).toMatchObject({ totalTokens: 2 });
  });
});

describe('what goes away', () => {
  test('a caller that gives a whole answer up ends the call upstream', async () => {
    cloud.gemini.reply({ hangs: true });
    const ending = new AbortController();
    const answer = sdk().generateContent({
      model: MODEL,
      contents: 'x',
      config: { abortSignal: ending.signal },
    });
    await expect.poll(() => cloud.gemini.received.length).toBe(1);
    ending.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => cloud.gemini.abandoned).toBe(1);
    await expect.poll(() => cloud.entries()).toMatchObject([{ reason: 'CALLER_GONE' }]);
  });

  test('a caller that goes in mid-stream ends the stream upstream', async () => {
    cloud.gemini.reply({ streams: ['one'], before: 'hangs' });
    const ending = new AbortController();
    const response = await cloud.post(undefined, { path: STREAM, signal: ending.signal });
    await response.body?.getReader().read();
    ending.abort();
    await expect.poll(() => cloud.gemini.abandoned).toBe(1);
    await expect.poll(() => cloud.entries()).toMatchObject([{ reason: 'CALLER_GONE' }]);
  });

  test('a stream that nobody reads ends with its signal all the same', async () => {
    const ends: boolean[] = [];
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.from('data: {}\n\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    const ending = new AbortController();
    const along = readingAlong(body, ending.signal, ({ isWhole }) => ends.push(isWhole)).getReader();
    await along.read();
    expect(ends).toEqual([]);
    ending.abort();
    expect([ends, isCancelled]).toEqual([[false], true]);
  });

  test('a caller that reads no further ends with its deadline, and its connection with it', async () => {
    let pass = (): void => expect.fail('no deadline was set');
    // Its deadline passes when this test says so.
    const after: Time['after'] = (milliseconds, act) => {
      if (milliseconds !== 77_000) return systemTime.after(milliseconds, act);
      pass = act;
      return () => undefined;
    };
    await using other = await TestCloud.start({ time: { ...systemTime, after } });
    other.gemini.reply({ streams: Array.from({ length: 100 }, () => 'x'.repeat(200_000)), before: 'hangs' });
    const body = JSON.stringify({ contents: [{ parts: [{ text: 'x' }], role: 'user' }] });
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1').on('error', () => undefined);
    const begun = new Promise<void>((resolve) => {
      socket.once('data', () => {
        socket.pause();
        resolve();
      });
    });
    socket.write(
      `POST ${STREAM} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${await other.issuer.token()}\r\n` +
        `x-server-timeout: 77\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await begun;
    expect(other.entries()).toEqual([]);
    pass();
    const ended = [{ status: '504', reason: 'DEADLINE_PASSED' }];
    await expect.poll(() => other.entries(), { timeout: 20_000 }).toMatchObject(ended);
    const isGone = (): boolean => {
      socket.write(' ');
      return socket.destroyed;
    };
    await expect.poll(isGone, { timeout: 20_000 }).toBe(true);
  });

  test('a service that answers nothing ends with the deadline that the caller gave', async () => {
    cloud.gemini.reply({ hangs: true });
    const response = await cloud.post(undefined, { headers: { 'x-server-timeout': '1' } });
    expect([response.status, await reasonOf(response)]).toEqual([504, 'DEADLINE_PASSED']);
    await expect.poll(() => cloud.gemini.abandoned).toBe(1);
  });
});

describe('a service that fails', () => {
  test('half a stream is cut off for the caller, too', async () => {
    cloud.gemini.reply({ streams: ['one'], before: 'cuts' });
    await expect(cloud.post(undefined, { path: STREAM }).then((one) => one.text())).rejects.toThrow();
    await expect.poll(() => cloud.entries()).toMatchObject([{ status: '502', reason: 'MODEL_GARBLED' }]);
  });

  test.each([
    ['half an answer', { cuts: true }],
    ['garbage', { body: '<html>oops' }],
    ['nothing', { body: '' }],
    ['a bare word of JSON', { body: '7' }],
  ] as const)('%s is a typed refusal', async (_, reply) => {
    cloud.gemini.reply(reply);
    const response = await cloud.post();
    expect([response.status, await reasonOf(response)]).toEqual([502, 'MODEL_GARBLED']);
  });

  test('429 and 500 are waited out', async () => {
    cloud.gemini.reply({ status: 429 }, { status: 500 }, { status: 503 }, { says: 'at last' });
    expect((await sdk().generateContent({ model: MODEL, contents: 'x' })).text).toBe('at last');
    expect(cloud.entries('rate-limit')).toHaveLength(1);
    expect(cloud.entries()).toMatchObject([{ tries: 4, status: '200' }]);
  });

  test('a wait beyond the caller’s deadline is told at once, with its length', async () => {
    await using other = await TestCloud.start();
    other.gemini.reply({ status: 429, retrySeconds: 40 });
    const response = await other.post(undefined, { headers: { 'x-server-timeout': '10' } });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '40']);
    expect(await response.json()).toMatchObject({
      error: { status: 'RESOURCE_EXHAUSTED', details: [{ reason: 'RATE_LIMITED' }, { retryDelay: '40s' }] },
    });
  });

  test('one that fails again and again is left alone', async () => {
    await using other = await TestCloud.start({ outside: { random: () => 0 } });
    other.gemini.replyBy(() => ({ status: 500 }));
    const calls = await Promise.all([other.post(), other.post(), other.post()]);
    expect(await Promise.all(calls.map(reasonOf))).toEqual(calls.map(() => 'MODEL_UNAVAILABLE'));
    const before = other.gemini.received.length;
    const later = await other.post();
    expect([later.status, later.headers.get('retry-after')]).toEqual([503, '15']);
    expect(other.gemini.received.length).toBe(before);
  });

  test('a key that it refuses is not repeated to the caller', async () => {
    const message = `API key ${GEMINI_KEY} expired`;
    cloud.gemini.reply({ status: 400, message });
    const response = await cloud.post();
    const text = await response.text();
    expect([response.status, text.includes('KEY_REFUSED'), text.includes(GEMINI_KEY)]).toEqual([
      502,
      true,
      false,
    ]);
  });
});

describe('what does not pass', () => {
  const contents = [{ role: 'user', parts: [{ text: 'x' }] }];
  test.each([
    ['no JSON', '{"contents":', 'BODY_NOT_JSON'],
    ['a field that is not named', { contents, cachedContent: 'cachedContents/1' }, 'FIELD_NOT_ALLOWED'],
    ['tools', { contents, tools: [{ googleSearch: {} }] }, 'FIELD_NOT_ALLOWED'],
    [
      'a file of the service',
      { contents: [{ parts: [{ fileData: { fileUri: 'https://x' } }] }] },
      'FIELD_NOT_ALLOWED',
    ],
    ['more candidates', { contents, generationConfig: { candidateCount: 8 } }, 'FIELD_NOT_ALLOWED'],
    ['too much output', { contents, generationConfig: { maxOutputTokens: 1_000_000 } }, 'FIELD_NOT_ALLOWED'],
    [
      'another kind of picture',
      { contents: [{ parts: [{ inlineData: { mimeType: 'image/svg+xml', data: 'aa' } }] }] },
      'FIELD_NOT_ALLOWED',
    ],
    ['no contents', { contents: [] }, 'FIELD_NOT_ALLOWED'],
  ])('%s', async (_, body, reason) => {
    const response = await cloud.post(body);
    expect([response.status, await reasonOf(response)]).toEqual([400, reason]);
    expect(cloud.gemini.received).toEqual([]);
  });

  test.each([
    ['a model that is not on the list', '/v1beta/models/gemini-9-ultra:generateContent', 'MODEL_NOT_ALLOWED'],
    ['a path in place of a model', '/v1beta/models/..%2f..%2fv1:generateContent', 'MODEL_NOT_ALLOWED'],
    ['another method', `/v1beta/models/${MODEL}:embedContent`, 'NO_SUCH_METHOD'],
    ['another path', '/v1beta/files', 'NO_SUCH_METHOD'],
  ])('%s', async (_, path, reason) => {
    const response = await cloud.post(undefined, { path });
    expect([response.status, await reasonOf(response)]).toEqual([404, reason]);
    expect(cloud.gemini.received).toEqual([]);
  });

  test('of a name that stands twice, what was checked is what is sent', async () => {
    cloud.gemini.reply({ says: 'ok' });
    await cloud.post(
      '{"contents":[{"parts":[{"fileData":{}}]}],"contents":[{"role":"user","parts":[{"text":"second"}]}]}',
    );
    expect(cloud.gemini.received).toMatchObject([{ turns: [{ text: 'second' }] }]);
  });

  test('the SDK reads a refusal as its own', async () => {
    const refusal = await sdk()
      .generateContent({ model: 'gemini-9-ultra', contents: 'x' })
      .catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ status: 404 });
  });
});

describe('what is written down', () => {
  test('an entry a call, by the names of the queries', async () => {
    cloud.gemini.reply({ says: 'four' });
    const headers = { 'x-ghost-task': 'task-7', 'x-ghost-action': 'navigate', 'x-ghost-tier': '1' };
    await sdk(headers).generateContent({ model: MODEL, contents: 'eight ch' });
    expect(cloud.entries()).toEqual([
      {
        severity: 'INFO',
        message: 'call answered',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/u),
        time: expect.stringMatching(/^\d{4}-.*Z$/u),
        task_id: 'task-7',
        user_id: expect.stringMatching(/^[\w-]{22}$/u),
        model_used: MODEL,
        method: 'generateContent',
        action_type: 'navigate',
        tier_used: 1,
        confidence: null,
        status: '200',
        reason: null,
        tokens_in: 2,
        tokens_out: 9,
        cost_usd: (2 * 0.3 + 9 * 2.5) / 1_000_000,
        latency_ms: expect.any(Number),
        queue_wait_ms: expect.any(Number),
        tries: 1,
        'logging.googleapis.com/labels': { kind: 'call', model: MODEL, priority: 'foreground' },
      },
    ]);
  });

  test('nothing of token, key, person, prompt or a header that is no id', async () => {
    cloud.gemini.reply({ says: 'SAID' }, { status: 400, message: `API key ${GEMINI_KEY}` });
    const contents = [{ role: 'user', parts: [{ text: 'PROMPT' }] }];
    const headers = { 'x-ghost-task': 'a b "c', 'x-ghost-action': 'SHOUTED WORDS' };
    await cloud.post({ contents }, { headers, token });
    await cloud.post({ contents }, { headers, token });
    await cloud.post({ contents, 'SECRET FIELD': 1 }, { headers, token });
    await cloud.post({ contents }, { token: `${token}x` });
    expect(cloud.entries()).toHaveLength(3);
    expect(cloud.entries('request')).toMatchObject([
      { severity: 'WARNING', status: '401', model_used: null },
    ]);
    const written = cloud.lines.join('');
    for (const secret of [
      token,
      ...token.split('.'),
      GEMINI_KEY,
      'PROMPT',
      'SAID',
      'person',
      'a b',
      'SHOUTED',
      'SECRET',
    ])
      expect(written, secret).not.toContain(secret);
  });

  test('events of tasks, each an entry, and none that is malformed', async () => {
    const event = {
      id: 'e-1',
      taskId: 't-1',
      at: '2026-01-02T03:04:05.000Z',
      kind: 'step',
      actionType: 'CLICK',
      tier: 1,
      confidence: 0.9,
      model: MODEL,
      status: 'done',
      error: null,
    };
    const failed = { ...event, id: 'e-2', tier: 2, error: 'model.unavailable' };
    const taken = await cloud.post({ events: [event, failed], lost: 3 }, { path: '/v1/events' });
    expect(await taken.json()).toEqual({ taken: 2 });
    expect(cloud.entries('event')).toMatchObject([
      {
        task_id: 't-1',
        action_type: 'CLICK',
        tier_used: 1,
        confidence: 0.9,
        status: 'done',
        error: null,
        severity: 'INFO',
        user_id: expect.any(String),
        'logging.googleapis.com/insertId': expect.stringMatching(/^[\w-]{22}-e-1$/u),
      },
      { tier_used: 2, severity: 'WARNING', error: 'model.unavailable' },
    ]);
    expect(cloud.entries('events-lost')).toMatchObject([{ severity: 'WARNING', lost: 3 }]);
    // Too far from now to be a time of the log: it was that of its arrival.
    expect(cloud.entries('event')[0]?.['timestamp']).not.toBe(event.at);
    const refused = await cloud.post(
      { events: [event, { ...event, page: 'buy a lamp' }] },
      { path: '/v1/events' },
    );
    expect([refused.status, await reasonOf(refused)]).toEqual([400, 'FIELD_NOT_ALLOWED']);
  });

  test('an event that is told twice is the same entry of the log: its id, and when it happened', async () => {
    const minutes = (ago: number): string => new Date(Date.now() - ago * 60_000).toISOString();
    const event = (id: string, at: string) => ({
      id,
      taskId: 't-1',
      at,
      kind: 'step',
      actionType: null,
      tier: null,
      confidence: null,
      model: null,
      status: 'done',
      error: null,
    });
    const past = event('e-1', minutes(90));
    const future = event('e-2', minutes(-3 * 60));
    const ancient = event('e-3', '1970-01-01T00:00:01.000Z');
    for (let time = 0; time < 2; time += 1)
      await cloud.post({ events: [past, future, ancient] }, { path: '/v1/events' });
    const [first, second, third, again] = cloud.entries('event');
    expect(first).toMatchObject({ timestamp: past.at, time: past.at });
    expect(again).toMatchObject({
      timestamp: past.at,
      'logging.googleapis.com/insertId': first?.['logging.googleapis.com/insertId'],
    });
    // A clock that is wrong costs no entry: the log would refuse such a time.
    for (const one of [second, third])
      expect(Math.abs(Date.parse(String(one?.['timestamp'])) - Date.now())).toBeLessThan(3_600_000);
    expect(third).toMatchObject({ event_time: ancient.at });
  });

  test('an event that is older than the log keeps entries has the time at which it came', async () => {
    await using brief = await TestCloud.start({ env: { LOG_RETENTION_DAYS: '7' } });
    const event = (id: string, daysAgo: number) => ({
      id,
      taskId: 't-1',
      at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      kind: 'step',
      actionType: null,
      tier: null,
      confidence: null,
      model: null,
      status: 'done',
      error: null,
    });
    const [kept, old] = [event('e-1', 6), event('e-2', 8)];
    await brief.post({ events: [kept, old] }, { path: '/v1/events' });
    const [first, second] = brief.entries('event');
    expect(first).toMatchObject({ timestamp: kept.at });
    expect(Math.abs(Date.parse(String(second?.['timestamp'])) - Date.now())).toBeLessThan(3_600_000);
    expect(second).toMatchObject({ event_time: old.at });
  });

  test.each(['https://c/?', 'https://c/#', 'https://:@c/', 'https://c/v1?a=1', 'https://a@c/'])(
    'an address is one alone: %s',
    (address) => {
      const parsed = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: address }, systemTime);
      expect(parsed.ok ? [] : parsed.faults).toContainEqual(
        expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT: is an address alone/u),
      );
    },
  );

  test('no number of events keeps a person from signing out, and sign-outs have a pace of their own', async () => {
    const token = await cloud.issuer.token({ sub: 'busy' });
    const others: number[] = [];
    for (let at = 0; at < 121; at += 1)
      others.push((await cloud.post({ events: [] }, { path: '/v1/events', token })).status);
    expect(others.at(-1)).toBe(429);
    const outs: number[] = [];
    for (let at = 0; at < 31; at += 1) {
      const other = await cloud.issuer.token({ sub: 'busy', jti: String(at) });
      outs.push((await cloud.post({}, { path: '/v1/logout', token: other })).status);
    }
    expect(outs).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  });

  test('prompts are in the log only beside intents, since they hold them', async () => {
    const parsed = settingsOf({ LOG_TEXTS: 'pages' }, systemTime);
    expect(parsed.ok ? [] : parsed.faults).toContainEqual(
      expect.stringMatching(/^LOG_TEXTS: `pages` needs/u),
    );
    for (const texts of ['intents', 'intents,pages', 'pages,intents']) {
      await using other = await TestCloud.start({ env: { LOG_TEXTS: texts } });
      other.gemini.reply({ says: 'SAID' });
      await other.post({ contents: [{ role: 'user', parts: [{ text: 'PROMPT' }] }] });
      expect(other.lines.join('').includes('PROMPT'), texts).toBe(texts.includes('pages'));
    }
  });

  test('prompts and answers only where the settings ask for pages, cut and with what looks like a secret left out', async () => {
    await using other = await TestCloud.start({ env: { LOG_TEXTS: 'intents,pages' } });
    other.gemini.reply({ says: 'your password is hunter2' }, { streams: ['your pass', 'word is hunter2'] });
    const turns = ['Mail ana@example.com', 'x '.repeat(5_000)];
    const contents = turns.map((text) => ({ role: 'user', parts: [{ text }] }));
    await other.post({ contents });
    await (await other.post({ contents }, { path: STREAM })).text();
    await other.post({ contents }, { path: `/v1beta/models/${MODEL}:countTokens` });
    const [whole, streamed] = other.entries();
    for (const one of [whole, streamed]) {
      expect(one).toMatchObject({ answer_text: 'your password is [left out]' });
      expect(String(one?.['prompt_text'])).toMatch(/^Mail \[address\]\nx x .{3900,4000}$/u);
    }
    expect(other.lines.join('')).not.toMatch(/ana@|hunter2/u);
    cloud.gemini.reply({ says: 'SAID' });
    await cloud.post({ contents });
    expect(cloud.entries()[0]).not.toHaveProperty('prompt_text');
    expect(cloud.entries()[0]).not.toHaveProperty('answer_text');
  });

  test('the prices are the navigator’s', () => {
    expect(CLOUD_PRICES).toEqual(PRICES);
  });
});
