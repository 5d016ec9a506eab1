// A client's MCP stream over gateways that come, go, refuse and fail: every call has an answer, and none is kept for nobody.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { McpRelay, onLine } from '#gateway/client/local/mcp-relay.ts';
import { failure, type Failure } from '#policy/language/failure.ts';

type Message = {
  readonly id?: string | number;
  readonly method?: string;
  readonly error?: { readonly message: string };
};
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A gateway that does with each line what it is told to. */
async function gateway(answer: (message: Message, socket: Socket) => void): Promise<() => Promise<Socket>> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    onLine(socket, (line) => answer(JSON.parse(line) as Message, socket));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens nowhere');
  return async () => {
    const socket = connect(address.port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
}
const replies = ({ id }: Message, socket: Socket): void => {
  if (id !== undefined) socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`);
};
const ends = (_: Message, socket: Socket): void => void socket.destroy();

function client(...gateways: readonly (() => Promise<Socket | Failure>)[]) {
  const told: Message[] = [];
  const waiting: (() => void)[] = [];
  const left = [...gateways];
  const relay = new McpRelay({
    output: {
      write: (text: string) => {
        told.push(JSON.parse(text) as Message);
        for (const wake of waiting.splice(0)) wake();
      },
    },
    connect: () => left.shift()?.() ?? Promise.resolve(failure('daemon.unreachable', 'there is none')),
    say: () => undefined,
  });
  const answerTo = async (id: string | number): Promise<Message> => {
    for (;;) {
      const found = told.find((one) => one.id === id && one.method === undefined);
      if (found !== undefined) return found;
      // oxlint-disable-next-line no-await-in-loop -- until it is there
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const ask = async (id: string | number, method = 'tools/call'): Promise<Message> => {
    await relay.fromClient(JSON.stringify({ jsonrpc: '2.0', id, method }));
    return answerTo(id);
  };
  return { relay, ask };
}

test('a gateway that cannot be reached by any fault is told to who called, and the next call is tried anew', async () => {
  const breaks = () => Promise.reject(new Error('EMFILE'));
  const { relay, ask } = client(breaks, await gateway(replies));
  expect((await ask(1, 'initialize')).error?.message).toContain('EMFILE');
  expect(await ask(2, 'initialize')).toMatchObject({ id: 2, result: {} });
  relay.end();
});

test('a gateway that refuses to take up the session gets none of its calls', async () => {
  const asked: unknown[] = [];
  const refuses = await gateway((message, socket) => {
    asked.push(message.method);
    socket.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: 1, message: 'no' } })}\n`,
    );
  });
  const first = await gateway((message, socket) =>
    (message.method === 'initialize' ? replies : ends)(message, socket),
  );
  const { relay, ask } = client(first, refuses, await gateway(replies));
  await ask(1, 'initialize');
  expect((await ask(2)).error?.message).toContain('ended before it answered');
  expect((await ask(3)).error?.message).toContain('did not take up the session');
  expect(asked).toEqual(['initialize']);
  expect(await ask(4)).toMatchObject({ result: {} });
  relay.end();
});

test('a call that the client took back is owed to nobody, and one by the name of a greeting is a call', async () => {
  const { relay, ask } = client(
    await gateway((message, socket) => {
      if (message.method !== 'slow') replies(message, socket);
    }),
  );
  await ask(1, 'initialize');
  await relay.fromClient(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'slow' }));
  expect(relay.owes).toBe(true);
  await relay.fromClient(
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }),
  );
  expect(relay.owes).toBe(false);
  expect(await ask('ghost-resumed')).toMatchObject({ id: 'ghost-resumed', result: {} });
  relay.end();
});
