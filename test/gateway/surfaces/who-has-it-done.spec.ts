// Who has a task done, as a policy sees it, on each way into the gateway: the connection and the surface say so, no header and no name.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { settingFor } from '#gateway/boundary/task/setting.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { ownAccount } from '#gateway/settings/people.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { serveCdp } from '#gateway/surfaces/cdp/endpoint.ts';
import { createCommands } from '#gateway/surfaces/commands/commands.ts';
import { serveSocket } from '#gateway/surfaces/daemon/socket.ts';
import type { ServingSocket } from '#gateway/surfaces/daemon/socket.ts';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { CHANNELS } from '#policy/language/vocabulary.ts';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { enrol } from '#test/fixtures/enrolled.ts';
import { McpPair } from '#test/fixtures/mcp.ts';
import { need } from '#test/fixtures/tab.ts';

const INTENT = 'open http://shop.test/';
let directory: string;
let gateway: Gateway;
let serving: Serving;
let socket: ServingSocket;

/** Nothing is done for anybody, and the log says as whom they were refused. */
const POLICY = `policy: 1
id: told-apart
revision: 1
extends: { id: phase38-default }
owner: tests
description: Refuses everybody, each by their own rule.

floors:
${CHANNELS.map(
  (channel) => `  - id: from-${channel.toLowerCase()}
    decision: DENY
    when: { principal: '${ownAccount()}', channel: ${channel}, team: treasury, groups: [staff] }
    reason: The account of the gateway, by ${channel}.
`,
).join('')}`;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-who-'));
  const file = join(directory, 'told-apart.yaml');
  writeFileSync(file, POLICY);
  gateway = await openGateway({
    dataDir: join(directory, 'data'),
    policy: [SHIPPED.default, file],
    config: {
      warmTabs: 0,
      people: {
        [ownAccount()]: { team: 'treasury', groups: ['staff'] },
        // What a caller calls itself, and what the log called it: nobody.
        mallory: { team: 'sales', groups: [] },
        'client:mallory': { team: 'sales', groups: [] },
      },
    },
  });
  serving = need(
    await serveGateway(gateway, {
      port: 0,
      assets: join(directory, 'none'),
      runtimeDir: gateway.paths.runtime,
    }),
  );
  socket = need(await serveSocket(gateway));
});
afterAll(async () => {
  await socket.close();
  await serving.close();
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

/** By which rules tasks were refused since. */
function refusedBy(since: number): readonly string[] {
  const entries = gateway.audit.since(since, 1_000).filter(({ verdict }) => verdict === 'DENY');
  const said = entries.flatMap(({ why }) =>
    CHANNELS.filter((one) => why.includes(`from-${one.toLowerCase()} `)),
  );
  return [...new Set(said)];
}

async function overHttp(token: string, client: string): Promise<readonly string[]> {
  const before = gateway.audit.count();
  const response = await fetch(`${serving.rendezvous.url}/api/tasks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-ghost-client': client,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ intent: INTENT }),
  });
  const { taskId } = z.object({ taskId: z.string() }).parse(await response.json());
  await gateway.tasks.find(taskId)?.done;
  return refusedBy(before);
}

async function windowToken(): Promise<string> {
  const { next } = await enrol(serving, serving.url);
  const response = await fetch(`${serving.rendezvous.url}/api/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${new URL(next).hash.replace('#code=', '')}` },
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}

async function overSocket(argv: readonly string[]): Promise<readonly string[]> {
  const before = gateway.audit.count();
  const { key } = z
    .object({ key: z.string() })
    .parse(JSON.parse(readFileSync(join(gateway.paths.runtime, 'daemon.json'), 'utf8')));
  const client = connect(socket.path);
  const lines = createInterface({ input: client })[Symbol.asyncIterator]();
  const ask = async (id: string, method: string, params: unknown): Promise<void> => {
    client.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (let line = await lines.next(); line.done !== true; line = await lines.next())
      if (z.looseObject({ id: z.unknown() }).parse(JSON.parse(line.value)).id === id) return;
  };
  await ask('hello', 'hello', { key, worker: 'mallory' });
  await ask('run', 'run', { argv });
  client.destroy();
  return refusedBy(before);
}

test('a command over HTTP is its account’s by CLI, whatever it calls itself', async () => {
  for (const client of ['cli-1', 'ui', 'mallory', 'mcp-1'])
    // oxlint-disable-next-line no-await-in-loop -- each reads the log of its own task
    expect(await overHttp(serving.rendezvous.token, client), client).toEqual(['CLI']);
});

test('the window is known by the token that a code gave it, not by a header', async () => {
  const token = await windowToken();
  expect(token).not.toBe(serving.rendezvous.token);
  expect(await overHttp(token, 'ui')).toEqual(['UI']);
  expect(await overHttp(token, 'mallory')).toEqual(['UI']);
});

test('the key of a model is tried and kept by the window alone, and a setting is proposed by whoever has the token', async () => {
  const window = await windowToken();
  const command = serving.rendezvous.token;
  const post = (path: string, token: string, body: object, signal?: AbortSignal): Promise<Response> =>
    fetch(`${serving.rendezvous.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'x-ghost-client': 'ui',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  // No key has that form: whoever comes so far is told that, and nothing is sent.
  for (const path of ['/api/model/test', '/api/model/key']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await post(path, command, { key: 'no key' })).status, path).toBe(403);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await (await post(path, window, { key: 'no key' })).text(), path).toContain('no key of a model');
  }
  const shown = await fetch(`${serving.rendezvous.url}/api/settings`, {
    headers: { authorization: `Bearer ${command}` },
  });
  const { base } = z.looseObject({ base: z.string() }).parse(await shown.json());
  const askers: string[] = [];
  for (const token of [command, window]) {
    const before = gateway.audit.count();
    const gone = new AbortController();
    const asked = post('/api/settings', token, { key: 'stepLimit', value: 15, base }, gone.signal).catch(
      () => null,
    );
    const entries = () => gateway.audit.since(before, 100).filter(({ type }) => type === 'consent.asked');
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect.poll(() => entries().length).toBe(1);
    askers.push(...entries().map(({ who }) => who));
    gone.abort();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await asked;
  }
  expect(askers).toEqual(['app:cli', 'app:ui']);
});

test('a browser command over the socket is the account’s by CLI, whatever its worker is called', async () => {
  expect(await overSocket(['open', 'http://shop.test/'])).toEqual(['CLI']);
});

test('an agent by MCP is its account’s by MCP, in its tasks and in its tabs', async () => {
  const commands = createCommands(gateway);
  await using pair = await McpPair.open({ gateway, commands, cwd: null, all: false });
  let before = gateway.audit.count();
  await pair.whole('ghost_run', { intent: INTENT });
  expect(refusedBy(before)).toEqual(['MCP']);
  before = gateway.audit.count();
  await pair.whole('browser_navigate', { url: 'http://shop.test/' });
  expect(refusedBy(before)).toEqual(['MCP']);
});

test('a program that speaks CDP is its account’s by CDP, whatever it is called in the log', async () => {
  const endpoint = need(await serveCdp(gateway, { worker: 'mcp' }));
  const client = await RawCdp.open(endpoint.ws);
  const before = gateway.audit.count();
  const { error } = await client.call('Target.createTarget', { url: 'http://shop.test/' });
  expect(error?.data).toBe('boundary.denied');
  expect(refusedBy(before)).toEqual(['CDP']);
  await endpoint.close();
});

test('a program that opened the gateway is the account’s by LIBRARY', async () => {
  const before = gateway.audit.count();
  await gateway.run(INTENT).result;
  expect(refusedBy(before)).toEqual(['LIBRARY']);
});

test('the connection of another user of the machine has that user’s team, not the owner’s', () => {
  const people = { alice: { team: 'treasury', groups: [] }, bob: { team: 'sales', groups: ['visitors'] } };
  const clock = { account: 'alice', people, timeZone: 'UTC' };
  const client = { kind: 'client', id: 'alice', channel: 'UI' } as const;
  expect(settingFor(clock, { ...client, account: 'bob' }).who).toEqual({
    principal: 'bob',
    channel: 'UI',
    team: 'sales',
    groups: 'visitors',
  });
  expect(settingFor(clock, client).who).toMatchObject({ principal: 'alice', team: 'treasury', groups: '' });
});
