// Traces by OTLP over HTTP, at a collector of the test: what a request took, and nothing of what it says or who asked.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Metrics } from '#cloud/log/metrics.ts';
import { otlpTracing } from '#cloud/log/otlp.ts';
import type { Tracing } from '#cloud/log/trace.ts';
import { systemTime } from '#cloud/system/time.ts';
import { TestCloud } from '#test/fixtures/cloud.ts';
import { GEMINI_KEY } from '#test/fixtures/gemini-server.ts';

const attribute = z.object({
  key: z.string(),
  value: z.union([
    z.object({ stringValue: z.string() }).transform((one) => one.stringValue),
    z.object({ intValue: z.coerce.number() }).transform((one) => one.intValue),
  ]),
});
const span = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z
    .array(attribute)
    .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, value]))),
  status: z.object({ code: z.number() }),
});
const sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

/** A collector: everything that it was sent, as text. */
let received: { readonly url: string; readonly text: string }[] = [];
let collector: Server;
let endpoint: string;
let status: number;
beforeEach(async () => {
  received = [];
  status = 200;
  collector = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      received.push({ url: request.url ?? '', text });
      // One that never answers.
      if (status === 0) return;
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const address = collector.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
});
afterEach(() => {
  collector.close();
  collector.closeAllConnections();
});

const spans = () =>
  received.flatMap(({ text }) =>
    sent
      .parse(JSON.parse(text))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const tracingCloud = (env = {}) =>
  TestCloud.start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env } });

/** At its end what is left is sent; the service waits for that no longer than half a second. */
async function ended(cloud: TestCloud, requests: number): Promise<void> {
  await cloud.running.stop();
  await expect
    .poll(() => spans().filter(({ name }) => name === 'request').length, { timeout: 20_000 })
    .toBe(requests);
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

test('a call is a request with its wait and its tries, in the trace of whoever began it', async () => {
  await using cloud = await tracingCloud({ GOOGLE_CLOUD_PROJECT: 'project-1' });
  cloud.gemini.reply({ status: 503, message: 'later' }, { says: 'four' });
  await cloud.post(undefined, {
    headers: { traceparent: `00-${TRACE}-${PARENT}-01`, 'x-ghost-task': 'task-7', 'x-ghost-tier': '1' },
  });
  await cloud.post(undefined, { path: '/v1beta/models/gemini-9-ultra:generateContent' });
  await ended(cloud, 2);
  expect(received.map(({ url }) => url)).toContain('/v1/traces');
  const all = spans().filter(({ traceId }) => traceId === TRACE);
  expect(all.map(({ name }) => name).sort()).toEqual(['request', 'try', 'try', 'wait', 'wait']);
  const request = all.find(({ name }) => name === 'request');
  expect(request).toMatchObject({ parentSpanId: PARENT, status: { code: 0 } });
  expect(request?.attributes).toEqual({
    'gen_ai.request.model': 'gemini-2.5-flash',
    'gen_ai.operation.name': 'generateContent',
    'gen_ai.usage.input_tokens': expect.any(Number),
    'gen_ai.usage.output_tokens': 9,
    'http.response.status_code': 200,
    'ghost.priority': 'foreground',
    'ghost.task': 'task-7',
    'ghost.tier': 1,
    'ghost.tries': 2,
  });
  const within = all.filter(({ name }) => name !== 'request');
  expect(within.map(({ parentSpanId }) => parentSpanId)).toEqual(within.map(() => request?.spanId));
  expect(
    all
      .filter(({ name }) => name === 'try')
      .map(({ status, attributes }) => [status.code, attributes['error.type']]),
  ).toEqual([
    [2, 'failed'],
    [0, undefined],
  ]);
  // One of its own, where nobody began one; the entry names the same.
  const [refused] = spans().filter(({ traceId }) => traceId !== TRACE);
  expect(refused?.attributes).toMatchObject({
    'error.type': 'MODEL_NOT_ALLOWED',
    'http.response.status_code': 404,
  });
  expect(cloud.entries().map((entry) => entry['logging.googleapis.com/trace'])).toEqual([
    `projects/project-1/traces/${TRACE}`,
    `projects/project-1/traces/${refused?.traceId}`,
  ]);
});

test('no span holds anything of prompt, answer, token, key, person or a header that is no id', async () => {
  await using cloud = await tracingCloud({ LOG_TEXTS: 'intents,pages' });
  cloud.gemini.reply({ says: 'SAID' }, { status: 400, message: `API key ${GEMINI_KEY} of PROMPT` });
  const token = await cloud.issuer.token();
  const headers = {
    'x-ghost-task': 'a b "c',
    'x-ghost-action': 'SHOUTED',
    traceparent: `00-${TRACE}-${PARENT}-01`,
    tracestate: 'vendor=STATE',
    baggage: 'who=BAGGAGE',
  };
  const contents = [{ role: 'user', parts: [{ text: 'PROMPT' }] }];
  await cloud.post({ contents }, { headers, token });
  await cloud.post({ contents }, { headers, token });
  await cloud.post({ contents }, { headers, token: `${token}x` });
  await cloud.post({ contents }, { headers, token, path: '/v1/PATH' });
  await ended(cloud, 4);
  const text = received.map((one) => one.text).join('');
  for (const secret of [
    ...token.split('.'),
    GEMINI_KEY,
    'PROMPT',
    'SAID',
    'SHOUTED',
    'a b',
    'STATE',
    'BAGGAGE',
    'PATH',
    'person',
  ])
    expect(text, secret).not.toContain(secret);
});

test('a trace that its caller does not record, and one beyond the ratio, are not sent', async () => {
  await using cloud = await tracingCloud({ OTEL_TRACES_SAMPLER_ARG: '0' });
  cloud.gemini.replyBy(() => ({ says: 'four' }));
  await cloud.post(undefined, { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } });
  await cloud.post();
  await cloud.running.stop();
  expect(received).toEqual([]);
});

test('what a stranger says of a trace is taken over by nothing', async () => {
  await using cloud = await tracingCloud({ GOOGLE_CLOUD_PROJECT: 'project-1' });
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, 'x-cloud-trace-context': `${TRACE}/1;o=1` };
  const token = await cloud.issuer.token();
  await cloud.post(undefined, { headers, token: `${token}x` });
  await fetch(`${cloud.url}/v1/whoami`, { headers });
  await ended(cloud, 2);
  expect(spans().map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
    ['request', 'TOKEN_INVALID'],
    ['request', 'TOKEN_MISSING'],
  ]);
  expect(JSON.stringify(received)).not.toContain(TRACE);
  expect(cloud.lines.join('')).not.toContain(TRACE);
  expect(cloud.entries('request').map((entry) => entry['logging.googleapis.com/trace'])).toEqual(
    spans().map(({ traceId }) => `projects/project-1/traces/${traceId}`),
  );
});

test('a stranger makes the service record nothing that its ratio leaves out', async () => {
  await using cloud = await tracingCloud({ OTEL_TRACES_SAMPLER_ARG: '0' });
  await fetch(`${cloud.url}/v1/whoami`, { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
  await cloud.running.stop();
  expect(received).toEqual([]);
});

describe('spans that are lost', () => {
  const parts = () => {
    const metrics = new Metrics();
    const said: string[] = [];
    const tracing = otlpTracing(
      { endpoint, ratio: 1 },
      { metrics, time: systemTime, log: ({ message }) => void said.push(message) },
    );
    return { metrics, said, tracing };
  };
  const end = (tracing: Tracing, spans: number): void => {
    for (let at = 0; at < spans; at += 1) tracing.begin({ agoMs: 0, header: null }).end({ status: 200 });
  };

  test('are counted and said once where too many wait', async () => {
    const { metrics, said, tracing } = parts();
    end(tracing, 3_000);
    expect(metrics.text()).toContain('ghost_spans_total{outcome="lost"} 952\n');
    expect(said).toEqual(['traces are lost: the collector takes them more slowly than they come']);
    await tracing.close(20_000);
    expect(metrics.text()).toContain('ghost_spans_total{outcome="sent"} 2048\n');
    expect(metrics.text()).toContain('ghost_spans_total{outcome="lost"} 952\n');
    expect(spans()).toHaveLength(2_048);
  });

  test('are counted where the service ends before they are sent', async () => {
    status = 0;
    const { metrics, said, tracing } = parts();
    end(tracing, 5);
    await tracing.close(50);
    expect(metrics.text()).toContain('ghost_spans_total{outcome="lost"} 5\n');
    expect(said).toEqual(['traces are lost: the service ended before the collector took them']);
  });
});

test('a collector that refuses them costs no call, and the log says that they are lost', async () => {
  status = 400;
  await using cloud = await tracingCloud();
  cloud.gemini.replyBy(() => ({ says: 'four' }));
  for (let at = 0; at < 3; at += 1) expect((await cloud.post()).status).toBe(200);
  await cloud.running.stop();
  await expect
    .poll(() => cloud.entries('traces'), { timeout: 20_000 })
    .toMatchObject([{ severity: 'WARNING' }]);
  expect(received.length).toBeGreaterThan(0);
});

test('one that is away holds up neither a call nor the end', async () => {
  collector.close();
  await using cloud = await tracingCloud();
  cloud.gemini.replyBy(() => ({ says: 'four' }));
  expect((await cloud.post()).status).toBe(200);
  await cloud.running.stop();
  expect(cloud.lines.at(-1)).toContain('stopped');
});

test('where the settings name no collector, nothing is traced', async () => {
  await using cloud = await TestCloud.start({ env: { GOOGLE_CLOUD_PROJECT: 'project-1' } });
  cloud.gemini.reply({ says: 'four' });
  await cloud.post();
  expect(cloud.entries()[0]).not.toHaveProperty('logging.googleapis.com/trace');
});
