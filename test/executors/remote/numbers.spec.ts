// By which numbers a program names worlds, objects and nodes of a tab's pages, and by which the browser is told of a world. No browser.
import { expect, test } from 'vitest';
import type { CdpSession } from '#executors/cdp/connection.ts';
import { RemoteClients } from '#executors/page/remote/remote-clients.ts';
import { hidingOf } from '#executors/acts/hidden-values.ts';
import { runRemote } from '#executors/remote/script.ts';
import { need } from '#test/fixtures/tab.ts';

const world = (session: CdpSession, contextId: number, uniqueId: string) => ({
  session,
  contextId,
  uniqueId,
  frameId: 'main',
  origin: 'http://shop.test',
  name: 'own',
  isDefault: false,
});

/** Answers everything by `1`, and keeps what it was sent. */
function recordingSession() {
  const sent: [string, unknown][] = [];
  const send = (method: string, params: unknown): Promise<unknown> => {
    sent.push([method, params]);
    return Promise.resolve({ result: { type: 'number', value: 1 } });
  };
  return { sent, session: { id: 's', send } as unknown as CdpSession };
}

function begun() {
  const clients = new RemoteClients<object>();
  clients.listen('robot', () => undefined);
  const begin = () => {
    const client = clients.begin({}, 'robot');
    if (client === null) throw new Error('it listens');
    return client;
  };
  return { clients, begin };
}

test('no number of one page names anything of another', () => {
  const { begin } = begun();
  const { session } = recordingSession();
  const [one, other] = [begin(), begin()];
  const given = [one, other].flatMap((client) => [
    client.addWorld(world(session, 1, 'w')).id,
    Number(client.hold({ session, objectId: 'o', world: 1 })),
    client.numberOf({ session, backendNodeId: 1 }),
    client.wait(),
  ]);
  expect(new Set(given).size).toBe(8);
  expect(other.object(String(given[1]))).toBeNull();
  expect(other.node(Number(given[2]))).toBeNull();
});

test('a script runs in the world that it was decided for, by a name that no other process has', async () => {
  const { begin } = begun();
  const { session, sent } = recordingSession();
  const client = begin();
  const held = client.addWorld(world(session, 7, '-123.456'));
  held.told = true;
  const run = (call?: { arguments: string }) =>
    runRemote(
      {
        client: 'robot',
        world: 'ISOLATED',
        context: held.id,
        byValue: true,
        awaits: false,
        ...(call === undefined ? {} : { call }),
      },
      {
        client,
        text: '() => 1',
        hide: () => Promise.resolve(hidingOf({ values: [] })),
        fromOf: () => 'http://shop.test/',
        onRunning: () => undefined,
      },
    );
  need(await run());
  need(await run({ arguments: '[]' }));
  expect(sent.map(([method]) => method)).toEqual(['Runtime.evaluate', 'Runtime.callFunctionOn']);
  for (const [, params] of sent) {
    expect(params).toMatchObject({ uniqueContextId: '-123.456' });
    expect(params).not.toHaveProperty('contextId');
    expect(params).not.toHaveProperty('executionContextId');
  }
});

test('a world of another process that has the number of one that is gone is another one', () => {
  const { begin } = begun();
  const { session } = recordingSession();
  const client = begin();
  const before = client.addWorld(world(session, 1, 'before'));
  const after = client.addWorld(world(session, 1, 'after'));
  expect(after.id).not.toBe(before.id);
  expect(client.numbered(session, 1)).toBe(after);
  expect(client.removeWorld(session, 'after')).toBeNull();
  expect(client.numbered(session, 1)).toBe(before);
});
