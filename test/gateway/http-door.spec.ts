// What a page of another origin has a browser send to the three loopback origins reaches no call of them. INVARIANT: the routes are
// those that the servers have, read from them: one that is added is tested by being there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { appletOrigin } from '#gateway/surfaces/http/routes/applet-origin.ts';
import { appOrigin } from '#gateway/surfaces/http/routes/app-origin.ts';
import { consentOrigin } from '#gateway/surfaces/http/routes/consent-origin.ts';
import { Enrolment } from '#gateway/surfaces/http/identity/enrolment.ts';
import { HandOvers } from '#gateway/surfaces/http/identity/hand-over.ts';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { listenOnLoopback } from '#gateway/surfaces/http/wire/listening.ts';
import { SingleUse } from '#gateway/surfaces/http/identity/single-use.ts';
import { Tickets } from '#gateway/surfaces/http/identity/tickets.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { enrol } from '#test/fixtures/enrolled.ts';
import { aQuestion } from '#test/fixtures/questions.ts';
import { need } from '#test/fixtures/tab.ts';
import { IS_LONG, partOf, TURN } from '#test/fixtures/how-much.ts';

let directory: string;
let gateway: Gateway;
let serving: Serving;
/** By origin: where it listens, with what its own documents call, with what commands call. */
let ways: Record<'app' | 'consent', { at: string; page: Headers; command: Headers }>;
type Headers = Record<string, string>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-door-'));
  gateway = await openGateway({ dataDir: directory });
  const served = await serveGateway(gateway, {
    port: 0,
    assets: join(directory, 'none'),
    runtimeDir: gateway.paths.runtime,
  });
  if (!served.ok) throw new Error(served.error.message);
  serving = served.value;
  const { url, token, consentUrl, approverToken } = serving.rendezvous;
  const command = { authorization: `Bearer ${token}` };
  const { headers, next } = await enrol(serving, serving.url);
  // The window has a token of its own, for which it gives the code of its address.
  const session = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${new URL(next).hash.replace('#code=', '')}` },
  });
  const window = z.object({ token: z.string() }).parse(await session.json()).token;
  ways = {
    app: {
      at: url,
      command,
      page: { authorization: `Bearer ${window}`, origin: url, 'sec-fetch-site': 'same-origin' },
    },
    consent: { at: consentUrl, command: { authorization: `Bearer ${approverToken}` }, page: headers },
  };
});
afterAll(async () => {
  await serving.close();
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

type Route = { readonly origin: 'app' | 'consent'; readonly method: string; readonly path: string };

/** As the servers have them, whatever their files are. */
function routes(): readonly Route[] {
  const tickets = new Tickets();
  const [at, hosts] = [() => 'http://x.localhost:1', () => []];
  const common = { gateway, tickets, assets: new Map(), origin: at, hosts };
  const app = appOrigin({
    ...common,
    token: 'x',
    windowToken: 'y',
    codes: new SingleUse(),
    admits: () => false,
    consentOrigin: at,
    applets: appletOrigin({ hosts, origin: at, appOrigin: at, admits: () => false, now: () => 0 }),
  });
  const consent = consentOrigin({
    ...common,
    approverToken: 'x',
    enrolment: new Enrolment(),
    appCodes: new SingleUse(),
    handOvers: new HandOvers(directory, () => ''),
    appOrigin: at,
  });
  return [...ofServer('app', app.routes), ...ofServer('consent', consent.routes)];
}
const ofServer = (
  origin: 'app' | 'consent',
  all: readonly { method: string; path: string }[],
): readonly Route[] =>
  all.flatMap(({ method, path }) => (method === 'ALL' || path === '/*' ? [] : [{ origin, method, path }]));

async function call({ origin, method, path }: Route, headers: Headers): Promise<Response> {
  const ended = new AbortController();
  const response = await fetch(`${ways[origin].at}${path.replace(':id', 'none')}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: '{}' }),
    signal: ended.signal,
  });
  const { status } = response;
  const text = path === '/api/events' ? '' : await response.text();
  ended.abort();
  return new Response(status === 204 ? null : text, { status });
}

const FOREIGN: readonly Headers[] = [
  { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
  // Another of the three origins, and another server of this machine.
  { origin: 'http://other.ghost.localhost:9', 'sec-fetch-site': 'same-site' },
  { origin: 'http://127.0.0.1:9', 'sec-fetch-site': 'cross-site' },
  // A frame without an origin; a browser that lacks the one header or the other.
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://shop.example' },
  { 'sec-fetch-site': 'cross-site' },
];

describe('a page of another origin', () => {
  test('reaches no route of either server, with every secret that the route asks for', async () => {
    const all = routes();
    const changing = all.filter(({ method }) => method !== 'GET').map(({ path }) => path);
    expect(changing).toEqual(
      expect.arrayContaining(['/api/tasks', '/api/answer', '/api/terminal-answer', '/api/hand-over']),
    );
    const reached: string[] = [];
    for (const [at, route] of all.entries())
      for (const secret of [ways[route.origin].command, ways[route.origin].page])
        // Each way is tried on some routes each day, and each route in some ways.
        for (const from of IS_LONG ? FOREIGN : partOf(3, FOREIGN, TURN + at)) {
          // A browser that tells neither by a header is told apart by nothing; none sends its own page's beside it.
          const { 'sec-fetch-site': _site, origin: _origin, ...rest } = secret;
          const { status } = await call(route, { ...rest, ...from });
          if (status !== 403)
            reached.push(`${route.origin} ${route.method} ${route.path} ${JSON.stringify(from)}`);
        }
    expect(reached).toEqual([]);
  });

  test('is not told apart from anybody where a command or a page of ours calls: each route answers one of them', async () => {
    const closed: string[] = [];
    for (const route of routes()) {
      const { command, page } = ways[route.origin];
      const { 'sec-fetch-site': _site, origin: _origin, ...unmarked } = command;
      const said = [await call(route, unmarked), await call(route, page)].map(({ status }) => status);
      if (said.every((status) => status === 403)) closed.push(`${route.origin} ${route.path} ${said.join()}`);
    }
    expect(closed).toEqual([]);
  });
});

test('a page denies nothing by the terminal’s calls, not even our own, and a command does', async () => {
  const asked = gateway.consents.ask(aQuestion(), new AbortController().signal);
  const id = gateway.consents.list().at(-1)?.card.id ?? '';
  const { at, command, page } = ways.consent;
  const deny = (headers: Headers): Promise<Response> =>
    fetch(`${at}/api/terminal-answer`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id, answer: 'DENY', client: 'x' }),
    });
  // What a form or `fetch` without a preflight sends.
  const simple = { ...command, 'content-type': 'text/plain' };
  for (const from of FOREIGN) expect((await deny({ ...simple, ...from })).status).toBe(403);
  expect((await deny({ ...page, ...simple })).status).toBe(403);
  expect(gateway.consents.find(id)?.state).toBe('OPEN');
  expect((await deny(simple)).status).toBe(200);
  expect(await asked).toMatchObject({ state: 'REFUSED' });
});

test('an applet’s document, the one route of its origin, takes a frame and a code: what a page sends without them uses up nothing', async () => {
  const ports = { applets: 0 };
  const host = (): string => `127.0.0.1:${ports.applets}`;
  const applets = appletOrigin({
    hosts: () => [host()],
    origin: () => `http://${host()}`,
    appOrigin: () => 'http://app.test',
    admits: () => false,
    now: () => 0,
  });
  expect(
    applets.routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [`${method} ${path}`])),
  ).toEqual(['GET /applet/:code']);
  const listening = need(await listenOnLoopback(applets.fetch, 0));
  onTestFinished(() => listening.close());
  ports.applets = listening.port;
  const address = applets.addressOf({ html: '<!doctype html><title>rows</title>', hashes: [] });
  const asked = (url: string, headers: Headers): Promise<Response> => fetch(url, { headers });
  for (const from of FOREIGN) {
    for (const dest of ['document', 'empty', 'script', 'image'])
      expect((await asked(address, { ...from, 'sec-fetch-dest': dest })).status).toBe(403);
    expect((await asked(address, from)).status).toBe(403);
    const guessed = await asked(`http://${host()}/applet/guessed`, { ...from, 'sec-fetch-dest': 'iframe' });
    expect(guessed.status).toBe(404);
    expect(await guessed.text()).toContain('works once, within a minute');
  }
  const framed = await asked(address, { 'sec-fetch-dest': 'iframe' });
  expect([framed.status, await framed.text()]).toEqual([200, '<!doctype html><title>rows</title>']);
  expect(framed.headers.get('content-security-policy')).toContain('frame-ancestors http://app.test');
  expect((await asked(address, { 'sec-fetch-dest': 'iframe' })).status).toBe(404);
});

test('a document may be asked for from anywhere: links lead there', async () => {
  for (const { at } of Object.values(ways)) {
    const { status } = await fetch(`${at}/`, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
    expect(status).not.toBe(403);
  }
});
