// Who may change the policy in force over HTTP: whoever has the approver's token, and widen it at a terminal alone. And what the terminal's client makes of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findGateway } from '#gateway/client/remote.ts';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway, GatewayEvent } from '#gateway/main.ts';
import { atTerminal } from '#test/fixtures/terminal.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

let directory: string;
let gateway: Gateway;
let serving: Serving;
const events: GatewayEvent[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-policy-http-'));
  writeFileSync(join(directory, 'policy.yaml'), DEFAULT_TEXT);
  gateway = await openGateway({ dataDir: directory, policy: [join(directory, 'policy.yaml')] });
  gateway.subscribe((event) => events.push(event));
  const served = await serveGateway(gateway, {
    port: 0,
    assets: join(directory, 'none'),
    runtimeDir: gateway.paths.runtime,
  });
  if (!served.ok) throw new Error(served.error.message);
  serving = served.value;
});
afterAll(async () => {
  await serving.close();
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

async function post(base: string, path: string, token: string | null, body: unknown): Promise<number> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

test('neither the app, a consent document nor a stranger changes the policy', async () => {
  const { url, consentUrl, token } = serving.rendezvous;
  for (const [path, body] of [
    ['/api/policy/reload', { acknowledge: 'mine' }],
    ['/api/policy/revert', { file: '/x', reason: 'mine' }],
    ['/api/policy/shadow', { files: [] }],
  ] as const) {
    for (const given of [token, null, 'x']) expect(await post(consentUrl, path, given, body), path).toBe(403);
    expect(await post(url, path, token, body), path).toBe(404);
  }
});

test('a bad call is a 400, and a refused policy a 409', async () => {
  const { consentUrl, approverToken } = serving.rendezvous;
  for (const body of [{}, { acknowledge: '  ' }, { acknowledge: null, more: 1 }, null])
    expect(await post(consentUrl, '/api/policy/reload', approverToken, body)).toBe(400);
  expect(
    await post(consentUrl, '/api/policy/revert', approverToken, { file: '/nothing.gpb', reason: 'x' }),
  ).toBe(409);
});

test.runIf(process.platform === 'linux')(
  'a terminal of an agent that is connected loosens nothing; what tightens it may read again',
  async () => {
    const client = await findGateway(directory);
    if (client === null) throw new Error('no gateway');
    const leave = gateway.askers.noteAgent('mcp-1', process.pid);
    try {
      const acknowledged = ['policy', 'reload', '--acknowledge-loosening', '--reason', 'mine'];
      const ran = await atTerminal(acknowledged, directory, [[/type every site/u, 'every site']]);
      expect(ran.code, ran.text).not.toBe(0);
      expect(ran.text).toContain('belongs to whoever asks');
      expect((await client.reloadPolicy(null)).ok).toBe(true);
    } finally {
      leave();
    }
  },
);

test('the terminal waits for longer than a policy may be checked for', async () => {
  const client = await findGateway(directory);
  if (client === null) throw new Error('no gateway');
  const deadlines = vi.spyOn(AbortSignal, 'timeout');
  try {
    for (const call of [
      () => client.reloadPolicy(null),
      () => client.revertPolicy('/nothing.gpb', 'x'),
      () => client.promotePolicy(null),
      () => client.shadowPolicy([]),
    ]) {
      deadlines.mockClear();
      await call();
      expect(deadlines.mock.calls[0]?.[0]).toBeGreaterThan(120_000);
    }
  } finally {
    deadlines.mockRestore();
  }
});

test('the terminal reloads, and everybody who listens is told', async () => {
  const client = await findGateway(directory);
  if (client === null) throw new Error('no gateway');
  const before = gateway.policy;
  const { text } = edited(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]']);
  writeFileSync(join(directory, 'policy.yaml'), text);
  expect(await client.reloadPolicy(null)).toMatchObject({ ok: false, error: { code: 'policy.loosens' } });
  expect(events.some(({ type }) => type === 'policy.refused')).toBe(true);
  expect(await client.status()).toMatchObject({
    value: { policy: { loaded: true }, policyRefused: { failures: [{ code: 'policy.loosens' }] } },
  });
  expect(gateway.policy).toEqual(before);
  // The token alone takes no loosening upon anybody.
  expect(await client.reloadPolicy('ticket 7')).toMatchObject({ error: { code: 'consent.not-shown' } });
  expect(gateway.policy).toEqual(before);
  const acknowledged = ['policy', 'reload', '--acknowledge-loosening', '--reason', 'ticket 7'];
  const ran = await atTerminal(acknowledged, directory, [[/type every site/u, 'every site']]);
  expect(ran.code, ran.text).toBe(0);
  expect(events.some(({ type }) => type === 'policy.changed')).toBe(true);
  expect(await client.policy()).toMatchObject({
    value: { refused: null, acknowledged: { by: 'person:terminal', reason: 'ticket 7' } },
  });
  expect(await client.status()).toMatchObject({ value: { policyRefused: null } });
});
