// What `ghost run` and HTTP say of a task that nothing shows the effect of, and of words that nobody understands: status, exit code, the
// words by name, on the real Chromium.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { z } from 'zod';
import { serveGateway, type Serving } from '#gateway/surfaces/http/server.ts';
import { AskingGateway, PEOPLE, TELL } from '#test/fixtures/asking-gateway.ts';
import { GhostHome, type Ran } from '#test/fixtures/ghost.ts';

const PAGE = `<!doctype html><title>Account</title><link rel="icon" href="data:,"><h1>Account</h1><script>${TELL}</script>
<button onclick="tell('/pressed?ring')">Ring</button><button onclick="tell('/pressed?delete')">Delete account</button>`;

let home: GhostHome;
let world: AskingGateway;
let serving: Serving;

beforeAll(async () => {
  home = new GhostHome();
  world = await AskingGateway.open('127.0.0.80');
  world.site.pages['/'] = PAGE;
  const { paths } = world.gateway;
  const served = await serveGateway(world.gateway, {
    port: 0,
    assets: join(paths.data, 'none'),
    runtimeDir: paths.runtime,
  });
  if (!served.ok) throw new Error(served.error.message);
  serving = served.value;
});
afterAll(async () => {
  await serving.close();
  await world[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});
beforeEach(() => world.forget());

/** In the gateway that runs already, through its HTTP interface. */
const run = (intent: string, ...flags: string[]): Promise<Ran> =>
  home.run(['run', intent, '--start-url', PEOPLE, '--data-dir', world.gateway.paths.data, ...flags]);

describe('an act that nothing shows the effect of', () => {
  test('exits 6, and its JSON says which clause was not seen', async () => {
    const ran = await run('press Ring', '--json');
    expect(ran.code, ran.stderr).toBe(6);
    expect(ran.json()).toMatchObject({
      status: 'UNCONFIRMED',
      error: null,
      evidence: [{ clause: 'press Ring', outcome: 'UNSEEN' }],
    });
    await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['ring']);
  });
  test('is told in words at a terminal', async () => {
    const ran = await run('press Ring');
    expect(ran.code).toBe(6);
    expect(ran.stderr).toContain('done as far as can be seen');
    expect(ran.stderr).toMatch(/not seen\s+press Ring/u);
  });
});

describe('words that nobody understands', () => {
  test('exit 1, name the words, and do nothing', async () => {
    const ran = await run('frobnicate the account', '--json');
    expect(ran.code, ran.stderr).toBe(1);
    expect(ran.json()).toMatchObject({
      status: 'FAILED',
      notUnderstood: ['frobnicate the account'],
      error: { code: 'navigator.not-understood', details: { words: ['frobnicate the account'] } },
    });
    expect(world.pressed).toEqual([]);
  });
  test('beside an order that cannot be taken back keep it from being carried out', async () => {
    const ran = await run('press Delete account and frobnicate the widget');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/not understood\s+frobnicate the widget/u);
    expect(world.pressed).toEqual([]);
  });
  test('are in the view of the task that HTTP gives', async () => {
    const { url, token } = serving.rendezvous;
    const call = async (path: string, body?: unknown): Promise<unknown> => {
      const answer = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answer.json();
    };
    const begun = z
      .object({ taskId: z.string() })
      .parse(await call('/api/tasks', { intent: 'frobnicate the account', startUrl: PEOPLE }));
    await world.gateway.tasks.find(begun.taskId)?.done;
    expect(await call(`/api/tasks/${begun.taskId}`)).toMatchObject({
      status: 'FAILED',
      result: {
        notUnderstood: ['frobnicate the account'],
        error: { code: 'navigator.not-understood' },
      },
    });
  });
  test('exit 1 in a gateway of the command’s own, on the demo world', async () => {
    const ran = await home.run(['run', 'frobnicate the shop', '--demo', '--json']);
    expect(ran.code, ran.stderr).toBe(1);
    expect(ran.json()).toMatchObject({
      status: 'FAILED',
      notUnderstood: ['frobnicate the shop'],
      error: { code: 'navigator.not-understood' },
    });
  });
});
