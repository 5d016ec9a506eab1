// The app asks for a task's rows as an applet, and the applets' own server hands them to its frame, once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { APPLET_FORMS } from '#gateway/protocol/views/applet.ts';
import { FORMS } from '#engines/maker/catalogue.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { ok } from '#policy/language/failure.ts';
import { need } from '#test/fixtures/tab.ts';
import { aResult, aTask } from '#test/fixtures/views.ts';

let directory: string;
let gateway: Gateway;
let serving: Serving;
let taskId: string;
const table: NonNullable<TaskResult['table']> = {
  title: 'Loaves',
  columns: [
    { name: 'Name', type: 'text', unit: null, outOf: null },
    { name: 'Price', type: 'money', unit: 'EUR', outOf: null },
  ],
  rows: [['Rye', 9] as const, ['White', 12] as const].map(([name, price]) => [
    { value: name, unit: null, quote: name, source: 0, place: null },
    { value: price, unit: 'EUR', quote: `€${price}`, source: 0, place: null },
  ]),
  sources: [{ url: 'http://bakery.example/', title: 'Bakery', readAt: '2026-11-23T10:00:00.000Z' }],
  leftOut: [],
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-http-applets-'));
  writeFileSync(join(directory, 'config.yaml'), 'vault: { key: file }\n');
  gateway = await openGateway({ dataDir: directory });
  serving = need(
    await serveGateway(gateway, {
      port: 0,
      assets: join(directory, 'none'),
      runtimeDir: gateway.paths.runtime,
    }),
  );
  const task = need(gateway.tasks.start('compare the loaves in a table'));
  task.cancel();
  taskId = task.id;
  vi.spyOn(task, 'view').mockReturnValue(aTask({ id: task.id, result: aResult({ facts: [], table }) }));
});
afterAll(async () => {
  await serving.close();
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

const ask = async (id: string, body: unknown, token = serving.rendezvous.token): Promise<Response> =>
  post(`/api/tasks/${id}/applet/frame`, body, token);
const post = async (path: string, body: unknown, token = serving.rendezvous.token): Promise<Response> =>
  fetch(`${serving.rendezvous.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

type Answer = {
  readonly status: number;
  readonly policy: string;
  readonly cache: string;
  readonly text: string;
};
/** As a browser's frame asks, or another. */
const shown = (url: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port, pathname, host } = new URL(url);
    request({ host: '127.0.0.1', method, port, path: pathname, headers: { host, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          policy: String(answer.headers['content-security-policy']),
          cache: String(answer.headers['cache-control']),
          text,
        }),
      );
    })
      .on('error', reject)
      .end();
  });

test('each form is made, checked, and handed over once, to a frame of the app’s alone', async () => {
  expect(FORMS.toSorted()).toEqual(APPLET_FORMS.toSorted());
  for (const form of [undefined, 'bar', 'cards'] as const) {
    const answer = await ask(taskId, form === undefined ? {} : { form });
    expect(answer.status).toBe(200);
    const made: unknown = await answer.json();
    expect(made).toEqual({
      form: form ?? expect.any(String),
      credit: null,
      hasModel: false,
      url: expect.stringMatching(/^http:\/\/ghost-applet\.localhost:\d+\/applet\/[\w-]{43}$/u),
    });
    const { url } = made as { readonly url: string };
    expect((await shown(url, { 'sec-fetch-dest': 'document' })).status).toBe(403);
    expect((await shown(url, { 'sec-fetch-dest': 'iframe' }, 'HEAD')).status).toBe(405);
    expect((await shown(url, { 'sec-fetch-dest': 'iframe', host: 'evil.example' })).status).toBe(421);
    const first = await shown(url, { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' });
    expect(first.status).toBe(200);
    expect(checkApplet(first.text).accepted).toBe(true);
    expect(first.policy).toContain('sandbox allow-scripts;');
    expect(first.policy).toContain(`frame-ancestors http://app.ghost.localhost:`);
    expect((await shown(url, { 'sec-fetch-dest': 'iframe' })).status).toBe(404);
  }
});

test('whatever the applets’ origin answers that is no applet draws nothing and is kept nowhere', async () => {
  const { url } = (await (await ask(taskId, {})).json()) as { readonly url: string };
  const { origin } = new URL(url);
  for (const [at, headers, status] of [
    [url, { 'sec-fetch-dest': 'document' }, 403],
    [url, { host: 'evil.example' }, 421],
    [`${origin}/applet/none`, { 'sec-fetch-dest': 'iframe' }, 404],
    [`${origin}/other`, {}, 404],
  ] as const) {
    const answer = await shown(at, headers);
    expect(answer).toMatchObject({ status, cache: 'no-store' });
    expect(answer.policy).toMatch(/^default-src 'none'; sandbox/u);
  }
});

test('a form that the rows cannot carry is a table, and the answer says so', async () => {
  expect(await (await ask(taskId, { form: 'timeline' })).json()).toMatchObject({ form: 'table' });
});

test('without the token, a task or a known form nothing is made', async () => {
  expect((await ask(taskId, {}, serving.rendezvous.approverToken)).status).toBe(401);
  expect((await ask('none', {})).status).toBe(404);
  for (const body of [{ form: 'html' }, { form: 'bar', html: '<script>' }, 'x'])
    expect((await ask(taskId, body)).status).toBe(400);
});

test('the frame has the page as it was seen, and a file of the same has none', async () => {
  need(await gateway.results.keep({ ...aResult({ facts: [], table }), taskId: 'seen-1', status: 'DONE' }));
  const list = vi.spyOn(gateway.pictures, 'list').mockResolvedValue(
    ok({
      pictures: [{ number: 1, at: '', step: 1, page: 'http://bakery.example/', width: 640, height: 400 }],
      acts: [],
      quotes: [
        {
          quote: 'Rye',
          page: 'http://bakery.example/',
          picture: 1,
          box: { x: 1, y: 2, width: 3, height: 4 },
        },
      ],
    }),
  );
  const show = vi.spyOn(gateway.pictures, 'show').mockResolvedValue(ok(Uint8Array.of(0xff, 0xd8)));
  onTestFinished(() => [list, show].forEach((spy) => spy.mockRestore()));
  for (const asking of [
    await ask(taskId, {}),
    await post('/api/results/applet/frame', { tasks: ['seen-1'] }),
    await post('/api/results/applet/frame', { tasks: ['seen-1', 'seen-1'] }),
  ]) {
    const { url } = (await asking.json()) as { readonly url: string };
    const { text } = await shown(url, { 'sec-fetch-dest': 'iframe' });
    expect(text).toContain('"pictures":[{"jpeg":"/9g=","width":640,"height":400}],"seen":[[0,0,0,1,2,3,4]]');
  }
  const file = await (await post('/api/results/applet/file', { tasks: ['seen-1'] })).text();
  expect(file).not.toContain('/9g=');
});

test('a kept result comes to the frame in the same way, and as a file, and the log says which', async () => {
  need(await gateway.results.keep({ ...aResult({ facts: [], table }), taskId: 'kept-1', status: 'DONE' }));
  const answer = await post('/api/results/applet/frame', { tasks: ['kept-1'], form: 'cards' });
  const { url, form } = (await answer.json()) as { readonly url: string; readonly form: string };
  expect(form).toBe('cards');
  const first = await shown(url, { 'sec-fetch-dest': 'iframe' });
  expect(first.policy).toContain('sandbox allow-scripts;');
  expect((await shown(url, { 'sec-fetch-dest': 'iframe' })).status).toBe(404);
  // The form that was opened last, and the document that lies beside the result.
  expect(await (await post('/api/results/applet/file', { tasks: ['kept-1'] })).json()).toEqual({
    form: 'cards',
    html: first.text,
  });
  expect((await post('/api/results/applet/frame', { tasks: ['none'] })).status).toBe(404);
  expect((await post('/api/results/applet/frame', { tasks: ['kept-1'], html: '<script>' })).status).toBe(400);
  expect(
    (await post('/api/results/applet/frame', { tasks: ['kept-1'] }, serving.rendezvous.approverToken)).status,
  ).toBe(401);
  const types = gateway.audit
    .since(0, 1000)
    .filter(({ details }) => details['task'] === 'kept-1')
    .flatMap(({ type }) => (type.startsWith('results.') ? [type] : []));
  expect(types).toEqual(['results.read', 'results.exported']);
});
