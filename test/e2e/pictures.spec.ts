// The pictures of a task's run: taken by its looks, black where a secret was entered, given out over HTTP while it runs, after its end and
// after a restart, and gone with its result.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import { DEMO_LOGIN } from '#gateway/client/demo/sites/account.ts';
import type { DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway, GatewayOptions } from '#gateway/main.ts';
import type { RequestsView } from '#gateway/protocol/requests.ts';
import type { ThoughtsView } from '#gateway/protocol/views/thoughts.ts';
import type { PicturesView } from '#gateway/protocol/views/pictures.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { pixelsOf } from '#test/fixtures/jpeg.ts';
import { need } from '#test/fixtures/tab.ts';

const SHOTS = process.env['GHOST_SHOTS'];
let world: DemoWorld;
let directory: string;
let gateway: Gateway;
let serving: Serving;

async function open(config: GatewayOptions['config'] = {}): Promise<void> {
  gateway = await openGateway({ dataDir: directory, world, consent: async () => 'ALLOW_ONCE', config });
  serving = need(
    await serveGateway(gateway, {
      port: 0,
      assets: join(directory, 'none'),
      runtimeDir: gateway.paths.runtime,
    }),
  );
}
async function close(): Promise<void> {
  await serving.close();
  await gateway.close();
}

beforeAll(async () => {
  world = need(await startDemoWorld());
  directory = mkdtempSync(join(tmpdir(), 'ghost-pictures-'));
  writeFileSync(join(directory, 'config.yaml'), 'vault: { key: file }\n');
  await open();
});
afterAll(async () => {
  await close();
  await world.close();
  rmSync(directory, { recursive: true, force: true });
});

const get = (path: string, token = serving.rendezvous.token): Promise<Response> =>
  fetch(`${serving.rendezvous.url}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'x-ghost-client': 'ui' },
  });

const filmOf = async (id: string): Promise<PicturesView> =>
  // What the gateway itself made.
  (await (await get(`/api/tasks/${id}/pictures`)).json()) as PicturesView;

const jpegOf = async (id: string, number: number): Promise<Uint8Array> => {
  const answer = await get(`/api/tasks/${id}/pictures/${number}`);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
};

async function run(intent: string): Promise<TaskView> {
  const task = need(gateway.tasks.start(intent));
  await task.done;
  return task.view();
}

let loggedIn: TaskView;
let film: PicturesView;

test('each act of a log-in has a picture before and after it, with its element where it stood', async () => {
  loggedIn = await run('check the status of my latest order');
  expect(loggedIn.status).toBe('DONE');
  film = await filmOf(loggedIn.id);
  const entered = film.acts.filter(({ at }) =>
    loggedIn.steps.some((step) => step.at === at && step.action === 'FILL'),
  );
  expect(film.acts.map(({ at }) => at)).toEqual(loggedIn.steps.map(({ at }) => at));
  expect(entered.length).toBeGreaterThanOrEqual(2);
  for (const act of entered) {
    expect(act).toMatchObject({ before: expect.any(Number), after: expect.any(Number) });
    expect(act.after).toBeGreaterThan(act.before ?? 0);
    expect(act.box?.width).toBeGreaterThan(20);
  }
  expect(film.pictures.map(({ number }) => number)).toEqual(film.pictures.map((_one, at) => at + 1));
});

test('what was entered is black on every picture behind it, and words of the answer are where they stand', async () => {
  if (SHOTS !== undefined) {
    mkdirSync(SHOTS, { recursive: true });
    for (const { number } of film.pictures)
      writeFileSync(join(SHOTS, `picture-${number}.jpg`), await jpegOf(loggedIn.id, number));
  }
  const entered = film.acts.filter(({ at }) =>
    loggedIn.steps.some((step) => step.at === at && step.action === 'FILL'),
  );
  const [name, password] = entered;
  const ofLogIn = film.pictures.filter(({ page }) => page.includes('/login'));
  expect(ofLogIn.length).toBeGreaterThanOrEqual(2);
  for (const { number } of ofLogIn) {
    if (!name?.box || !password?.box || name.after === null) throw new Error('an act has its place');
    const jpeg = await jpegOf(loggedIn.id, number);
    expect(pixelsOf(jpeg).brightest(password.box), `password on ${number}`).toBe(0);
    const shown = pixelsOf(jpeg).brightest(name.box);
    if (number >= name.after) expect(shown, `name on ${number}`).toBe(0);
    else expect(shown).toBeGreaterThan(200);
    expect(jpeg.byteLength).toBeLessThan(60_000);
  }
  expect(film.quotes.length).toBeGreaterThan(0);
  for (const { quote } of film.quotes)
    expect(
      [...(loggedIn.result?.facts ?? []), ...(loggedIn.result?.evidence ?? [])].map((one) => one.quote),
    ).toContain(quote);
});

const thoughtsOf = async (id: string): Promise<ThoughtsView> =>
  // What the gateway itself made.
  (await (await get(`/api/tasks/${id}/thoughts`)).json()) as ThoughtsView;

test('what the agent was shown and answered at each step is kept, with the acts that came of it and no secret', async () => {
  const { thoughts } = await thoughtsOf(loggedIn.id);
  const acts = thoughts.flatMap((one) => one.acts.map((act) => [act, one.step]));
  // Those of the agent: where the task began, nobody asked it.
  expect(acts).toEqual(
    film.acts.filter(({ step }) => step > 0).map(({ requestId, step }) => [requestId, step]),
  );
  expect(thoughts.at(-1)).toMatchObject({ said: { navigator: 'offline', action: 'DONE' }, acts: [] });
  for (const { saw, told } of thoughts) {
    expect(saw.text).not.toBe('');
    expect(told.words).not.toBe('');
  }
  expect(thoughts.some(({ said }) => said.text?.startsWith('secret:') === true)).toBe(true);
  expect(JSON.stringify(thoughts)).not.toContain(DEMO_LOGIN.password);
  expect((await get(`/api/tasks/${loggedIn.id}/thoughts`, 'x'.repeat(43))).status).toBe(401);
});

test('what a task sent out is told from its log: by whom, where, what became of it, after which act', async () => {
  const { requests, ended, complete } = (await (
    await get(`/api/tasks/${loggedIn.id}/requests`)
  ).json()) as RequestsView;
  expect(complete).toBe(true);
  const ids = new Set(film.acts.map(({ requestId }) => requestId));
  expect(requests.every(({ after }) => after === null || ids.has(after))).toBe(true);
  expect(requests).toContainEqual(
    expect.objectContaining({ source: 'AGENT', what: 'go to http://account.test/', word: 'allowed' }),
  );
  expect(
    requests.filter(({ source, method }) => source === 'PAGE' && method === 'GET').length,
  ).toBeGreaterThan(0);
  expect(requests.some(({ source, method }) => source === 'PAGE' && method === 'POST')).toBe(true);
  expect(ended.some(({ site, down }) => site.startsWith('account.test:') && down > 0)).toBe(true);
  expect((await get('/api/tasks/x%20type:decision/requests')).status).toBe(400);
});

test('pictures need the token, are pictures and nothing else, and those that are not there are said to be', async () => {
  const { id } = loggedIn;
  expect((await get(`/api/tasks/${id}/pictures`, 'x'.repeat(43))).status).toBe(401);
  expect((await get(`/api/tasks/${id}/pictures/1`, 'x'.repeat(43))).status).toBe(401);
  const answer = await get(`/api/tasks/${id}/pictures/1`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect((await get(`/api/tasks/${id}/pictures/999`)).status).toBe(404);
  expect((await get(`/api/tasks/${id}/pictures/x`)).status).toBe(400);
  expect(await filmOf('t-none')).toEqual({ pictures: [], acts: [], quotes: [] });
});

test('they are there after a restart, and the log has one entry a look of it', async () => {
  await close();
  await open();
  expect(await filmOf(loggedIn.id)).toEqual(film);
  expect((await jpegOf(loggedIn.id, 1)).byteLength).toBeGreaterThan(1_000);
  expect((await thoughtsOf(loggedIn.id)).thoughts.length).toBeGreaterThan(2);
  const looks = gateway.audit
    .since(0, 10_000)
    .filter(({ what }) => what === 'look at the pictures of a task');
  expect(looks).toHaveLength(2);
  expect(looks[0]).toMatchObject({ type: 'results.read', who: 'person:ui' });
});

test('with its result a task’s film is deleted, and with the setting off none is taken', async () => {
  expect(await gateway.results.delete([loggedIn.id])).toMatchObject({ ok: true });
  expect(await filmOf(loggedIn.id)).toEqual({ pictures: [], acts: [], quotes: [] });
  expect((await get(`/api/tasks/${loggedIn.id}/pictures/1`)).status).toBe(404);
  expect(await thoughtsOf(loggedIn.id)).toEqual({ thoughts: [] });
  await close();
  await open({ pictures: { keep: false, keepDays: 7, mostBytes: 1_048_576 } });
  const task = await run('search the shop for a mechanical keyboard');
  expect(await filmOf(task.id)).toEqual({ pictures: [], acts: [], quotes: [] });
  expect(await thoughtsOf(task.id)).toEqual({ thoughts: [] });
});
