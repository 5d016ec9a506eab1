// The two loopback origins, spoken to directly: who may call, who may answer, what a bad call gets.
import { mkdtempSync, readFileSync, rmSync, statSync, existsSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Question } from '#gateway/boundary/consent/contract.ts';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { findGateway } from '#gateway/client/remote.ts';
import { documentHeaders, enrol } from '#test/fixtures/enrolled.ts';
import type { EnrolledHeaders } from '#test/fixtures/enrolled.ts';
import { ours } from '#gateway/boundary/words/rows.ts';
import { aQuestion } from '#test/fixtures/questions.ts';

let directory: string;
let gateway: Gateway;
let serving: Serving;
/** Of the browser that was let in. */
let document: EnrolledHeaders;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-http-'));
  gateway = await openGateway({ dataDir: directory });
  const served = await serveGateway(gateway, {
    port: 0,
    assets: join(directory, 'none'),
    runtimeDir: gateway.paths.runtime,
  });
  if (!served.ok) throw new Error(served.error.message);
  serving = served.value;
  document = (await enrol(serving, serving.url)).headers;
});
afterAll(async () => {
  await serving.close();
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

type Answer = { status: number; body: unknown; headers: Headers };
async function call(
  url: string,
  options: { method?: string; token?: string | null; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { method = 'GET', token = serving.rendezvous.token, body, headers = {} } = options;
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    headers: response.headers,
  };
}
const app = (path: string, options?: Parameters<typeof call>[1]): Promise<Answer> =>
  call(`${serving.rendezvous.url}${path}`, options);
const consent = (path: string, options?: Parameters<typeof call>[1]): Promise<Answer> =>
  call(`${serving.rendezvous.consentUrl}${path}`, { token: null, ...options });
const codeOf = (answer: Answer): string =>
  z.object({ error: z.object({ code: z.string() }) }).parse(answer.body).error.code;

/** Asks, and opens the question as the UI does: ticket from the app, nonce for the document. */
async function openQuestion(changes: Partial<Question> = {}) {
  const asked = gateway.consents.ask(aQuestion(changes), new AbortController().signal);
  const id = gateway.consents.list().at(-1)?.card.id ?? '';
  const { url } = z
    .object({ url: z.string() })
    .parse((await app(`/api/consents/${id}/ticket`, { method: 'POST' })).body);
  const ticket = new URL(url).searchParams.get('ticket');
  const opened = await consent('/api/open', {
    method: 'POST',
    body: { ticket },
    headers: document,
  });
  const { nonce } = z.object({ nonce: z.string() }).parse(opened.body);
  return { asked, id, nonce, ticket };
}
const answer = (body: Record<string, unknown>, headers: Record<string, string> = document): Promise<Answer> =>
  consent('/api/answer', { method: 'POST', body, headers });

test('every call needs the token of this start', async () => {
  for (const token of [null, 'wrong', `${serving.rendezvous.token}x`]) {
    for (const path of ['/api/status', '/api/tasks', '/api/audit', '/api/events', '/api/consents']) {
      const answered = await app(path, { token });
      expect(answered.status, path).toBe(401);
      expect(codeOf(answered)).toBe('http.unauthorized');
    }
  }
  expect((await app('/api/status')).status).toBe(200);
});

test('the app’s token answers no question, and the approver’s token runs no task', async () => {
  const { id, asked } = await openQuestion();
  const tried = await consent('/api/terminal-answer', {
    method: 'POST',
    token: serving.rendezvous.token,
    body: { id, answer: 'ALLOW_ONCE', client: 'x' },
  });
  expect(tried.status).toBe(403);
  expect(
    (
      await app('/api/tasks', {
        method: 'POST',
        token: serving.rendezvous.approverToken,
        body: { intent: 'x' },
      })
    ).status,
  ).toBe(401);
  gateway.consents.cancel('t1');
  expect((await asked).state).toBe('VOID');
});

test('another host name in the request is refused: DNS rebinding', async () => {
  const { port } = new URL(serving.rendezvous.url);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/', headers: { host: `evil.example:${port}` } }, (response) =>
      resolve(response.statusCode),
    )
      .on('error', reject)
      .end();
  });
  expect(status).toBe(421);
});

test('answers carry a strict policy, and only the app may frame the consent document', async () => {
  const appPolicy = (await app('/')).headers.get('content-security-policy') ?? '';
  expect(appPolicy).toContain("default-src 'none'");
  // Of applets, too: nowhere else can a frame of the app's be led.
  expect(/frame-src ([^;]+);/u.exec(appPolicy)?.[1]?.split(' ')).toEqual([
    new URL(serving.url).origin,
    expect.stringMatching(/^http:\/\/ghost-applet\.localhost:\d+$/u),
  ]);
  expect(appPolicy).not.toContain('unsafe');
  const consentPolicy = (await consent('/')).headers.get('content-security-policy') ?? '';
  expect(consentPolicy).toContain(
    `frame-ancestors ${serving.rendezvous.url.replace('127.0.0.1', 'app.ghost.localhost')};`,
  );
  for (const { headers } of [await app('/'), await consent('/')])
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect((await consent('/')).headers.get('access-control-allow-origin')).toBeNull();
});

test('a ticket opens once; a document of another origin cannot open or answer', async () => {
  const { ticket, id, nonce } = await openQuestion();
  expect(
    (
      await consent('/api/open', {
        method: 'POST',
        body: { ticket },
        headers: document,
      })
    ).status,
  ).toBe(404);
  const body = { id, nonce, answer: 'ALLOW_ONCE' };
  for (const site of ['cross-site', 'same-site', 'none'])
    expect((await answer(body, { ...document, 'sec-fetch-site': site })).status, site).toBe(403);
  for (const origin of ['null', serving.rendezvous.consentUrl, serving.rendezvous.url])
    expect((await answer(body, { ...document, origin })).status, origin).toBe(403);
  expect((await answer(body, {})).status).toBe(403);
  expect(codeOf(await answer(body, documentHeaders(serving.url)))).toBe('consent.not-enrolled');
  gateway.consents.cancel('t1');
});

test('an answer: right nonce once; another nonce, another id, twice are errors', async () => {
  const { asked, id, nonce } = await openQuestion();
  expect((await answer({ id, nonce: 'wrong', answer: 'ALLOW_ONCE' })).status).toBe(404);
  expect((await answer({ id: 'c-other', nonce, answer: 'ALLOW_ONCE' })).status).toBe(404);
  expect((await answer({ id, nonce, answer: 'PERHAPS' })).status).toBe(400);
  expect((await answer({ id, nonce, answer: 'ALLOW_ONCE' })).status).toBe(200);
  expect(await asked).toMatchObject({ state: 'GRANTED', by: 'person:ui' });
  expect((await answer({ id, nonce, answer: 'ALLOW_ONCE' })).status).toBe(404);
});

test('before the shield is over nothing is allowed, and denying always works', async () => {
  const { asked, id, nonce } = await openQuestion({ shieldMs: 60_000 });
  expect(codeOf(await answer({ id, nonce, answer: 'ALLOW_ONCE' }))).toBe('consent.too-soon');
  expect((await answer({ id, nonce, answer: 'DENY' })).status).toBe(200);
  expect((await asked).state).toBe('REFUSED');
});

test('what must be read is allowed only by an answer that saw its end, and denied at once', async () => {
  const script = {
    ...ours('FACT', 'script', 'fetch("/a")\n'.repeat(100)),
    kind: 'SCRIPT',
    by: 'AGENT',
    mustRead: true,
  } as const;
  const { asked, id, nonce } = await openQuestion({ details: [script] });
  for (const said of [{}, { sawEnd: false }])
    for (const given of ['ALLOW_ONCE', 'ALLOW_TASK_SITE'])
      expect(codeOf(await answer({ id, nonce, answer: given, ...said }))).toBe('consent.not-read');
  // Nothing that only looks like the word counts.
  for (const sawEnd of ['true', 1, {}])
    expect((await answer({ id, nonce, answer: 'ALLOW_ONCE', sawEnd })).status).toBe(400);
  expect(gateway.consents.find(id)?.state).toBe('OPEN');
  expect((await answer({ id, nonce, answer: 'ALLOW_ONCE', sawEnd: true })).status).toBe(200);
  expect((await asked).state).toBe('GRANTED');

  const other = await openQuestion({ details: [script] });
  expect((await answer({ id: other.id, nonce: other.nonce, answer: 'DENY' })).status).toBe(200);
  expect((await other.asked).state).toBe('REFUSED');
  // Without such a row nobody is kept.
  const plain = await openQuestion();
  expect((await answer({ id: plain.id, nonce: plain.nonce, answer: 'ALLOW_ONCE' })).status).toBe(200);
});

test('the gravest questions want the site retyped', async () => {
  const { asked, id, nonce } = await openQuestion({ look: 'isolated' });
  expect(codeOf(await answer({ id, nonce, answer: 'ALLOW_ONCE' }))).toBe('consent.bad-answer');
  expect(codeOf(await answer({ id, nonce, answer: 'ALLOW_ONCE', retyped: 'b.example' }))).toBe(
    'consent.bad-answer',
  );
  expect((await answer({ id, nonce, answer: 'ALLOW_ONCE', retyped: ' A.example ' })).status).toBe(200);
  expect((await asked).state).toBe('GRANTED');
});

test('bad bodies are typed errors', async () => {
  for (const body of ['{', '[]', '{"intent":1}', '{"intent":"x","extra":true}', '"x"']) {
    const answered = await app('/api/tasks', { method: 'POST', body });
    expect(answered.status, body).toBe(400);
    expect(codeOf(answered)).toBe('http.bad-request');
  }
  const replayed = { intent: 'open a page', replay: { version: 1, steps: 'all of them' } };
  expect(codeOf(await app('/api/tasks', { method: 'POST', body: replayed }))).toBe('task.bad-recording');
  const foreign = { intent: 'open a page', navigator: 'mine' };
  expect(codeOf(await app('/api/tasks', { method: 'POST', body: foreign }))).toBe('http.bad-request');
  expect(codeOf(await app('/api/tasks/t-none/recording'))).toBe('task.unknown');
  expect(codeOf(await app('/api/tasks', { method: 'POST', body: { intent: '   ' } }))).toBe(
    'task.bad-intent',
  );
  expect(
    codeOf(
      await app('/api/tasks', { method: 'POST', body: { intent: 'x', startUrl: 'javascript:alert(1)' } }),
    ),
  ).toBe('act.bad-url');
  expect((await app('/api/tasks/t-none')).status).toBe(404);
  expect(codeOf(await app('/api/audit?q=colour:red'))).toBe('audit.bad-query');
});

test('no path leaves the UI’s directory', async () => {
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '//etc/passwd']) {
    expect((await app(path)).status, path).toBe(404);
  }
});

test('clients of the same user find the gateway by a private file, and a port in use is an error with a mend', async () => {
  const file = join(gateway.paths.runtime, 'gateway.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  const client = await findGateway(directory);
  expect(client?.kind).toBe('remote');
  const port = Number(new URL(serving.rendezvous.url).port);
  const second = await serveGateway(gateway, { port, assets: directory, runtimeDir: gateway.paths.runtime });
  expect(second).toMatchObject({
    ok: false,
    error: { code: 'http.port-in-use', help: expect.stringContaining('--port') },
  });
  expect(existsSync(file)).toBe(true);
});

test('the approver’s token alone denies and allows nothing, least of all its own task’s question', async () => {
  const client = await findGateway(directory);
  const asked = gateway.consents.ask(aQuestion(), new AbortController().signal);
  const id = gateway.consents.list().at(-1)?.card.id ?? '';
  // This process has no terminal that is its own, or came from whoever asks: `test/attack/inside/terminal.spec.ts`.
  expect(await client?.answer(id, 'ALLOW_ONCE')).toMatchObject({ ok: false });
  expect(await client?.answer(id, 'DENY')).toMatchObject({
    ok: true,
    value: { state: 'REFUSED', answeredBy: 'person:terminal' },
  });
  expect(await asked).toMatchObject({ proof: { authentication: 'APPROVER_TOKEN' } });
  const own = gateway.consents.ask(
    aQuestion({ askers: ['offline', 'agent-7'] }),
    new AbortController().signal,
  );
  const ownId = gateway.consents.list().at(-1)?.card.id ?? '';
  const tried = await consent('/api/terminal-answer', {
    method: 'POST',
    token: serving.rendezvous.approverToken,
    body: { id: ownId, answer: 'DENY', client: 'agent-7' },
  });
  expect(codeOf(tried)).toBe('consent.own-request');
  gateway.consents.cancel('t1');
  await own;
});

test('a second gateway on the same directory cannot write the log', async () => {
  await expect(openGateway({ dataDir: directory })).rejects.toMatchObject({
    failure: { code: 'audit.locked' },
  });
});

test('fifty clients that listen cost no timer each, and hear what happens', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const controller = new AbortController();
  const before = timers();
  const streams = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const { body } = await fetch(`${serving.rendezvous.url}/api/events`, {
        headers: { authorization: `Bearer ${serving.rendezvous.token}` },
        signal: controller.signal,
      });
      if (body === null) throw new Error('no stream');
      return body.pipeThrough(new TextDecoderStream()).getReader();
    }),
  );
  for (const stream of streams) expect((await stream.read()).value).toContain(': alive');
  expect(timers() - before).toBeLessThan(25);
  await gateway.verifyAudit('person:test');
  for (const stream of streams) {
    const { value = '' } = await stream.read();
    expect(value).toMatch(
      /^event: audit\.appended\ndata: \{"type":"audit\.appended","seq":\d+,"reads":\[\]\}\nid: \d+\n\n/u,
    );
  }
  controller.abort();
});
