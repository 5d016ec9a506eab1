// The socket against what may come by it: garbage, silence, floods, strangers, clients that leave. Nothing here needs a browser.
import { mkdtempSync, readFileSync, rmSync, statSync, chmodSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { dropped, serveConnection } from '#gateway/surfaces/daemon/connection.ts';
import { Places } from '#gateway/surfaces/daemon/places.ts';
import { serveSocket } from '#gateway/surfaces/daemon/socket.ts';
import type { ServingSocket } from '#gateway/surfaces/daemon/socket.ts';
import { openGateway } from '#gateway/main.ts';
import { MCP } from '#gateway/protocol/rpc.ts';
import type { Gateway } from '#gateway/main.ts';
import { ok } from '#policy/language/failure.ts';
import { need } from '#test/fixtures/tab.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const FRAMES = drawn({ quick: 200, long: 500, fuzz: 10_000 });
let directory: string;
let gateway: Gateway;
let serving: ServingSocket;
let key: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-socket-'));
  gateway = await openGateway({ dataDir: directory, config: { warmTabs: 0 } });
  serving = need(await serveSocket(gateway));
  key = z
    .object({ key: z.string() })
    .parse(JSON.parse(readFileSync(join(directory, 'run', 'daemon.json'), 'utf8'))).key;
});
afterAll(async () => {
  await serving.close();
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Whatever comes by a socket of this process has come by then. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('what an MCP client says before anybody reads it is kept for whoever does', async () => {
  const place = join(directory, 'run', 'mcp.sock');
  const ready = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<string>();
  const places = new Places(dropped);
  const server = createServer((socket) => {
    places.arrive(socket);
    serveConnection(socket, {
      commands: serving.commands,
      key,
      places,
      version: '0',
      busy: () => undefined,
      from: () => undefined,
      // Its modules are read meanwhile, which takes seconds on a machine that is busy.
      mcp: async (stream) => {
        await ready.promise;
        stream.on('data', (chunk: Buffer) => heard.resolve(chunk.toString()));
        stream.resume();
        await heard.promise;
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(place, resolve));
  const client = connect(place);
  const said = (): Promise<unknown> => new Promise((resolve) => client.once('data', resolve));
  client.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'hello', params: { key } })}\n`);
  await said();
  client.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: MCP, params: {} })}\n`);
  await said();
  client.write('the first message\n');
  await turns();
  ready.resolve();
  await turns();
  heard.resolve('nothing');
  expect(await heard.promise).toBe('the first message\n');
  client.destroy();
  server.close();
});

type Frame = {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

/** A connection that collects what it is told. */
class Client {
  readonly socket: Socket;
  readonly frames: Frame[] = [];
  closed = false;
  #text = '';

  /** `stays`: it does not leave when the daemon has said its last word. */
  constructor({ stays = false } = {}) {
    this.socket = connect({ path: serving.path, allowHalfOpen: stays });
    this.socket.on('error', () => undefined); // The daemon may close on us: `closed` says so.
    this.socket.on('close', () => (this.closed = true));
    this.socket.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString();
      const lines = this.#text.split('\n');
      this.#text = lines.pop() ?? '';
      for (const line of lines) this.frames.push(JSON.parse(line));
    });
  }

  send(...frames: readonly unknown[]): this {
    this.socket.write(
      frames.map((frame) => `${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n`).join(''),
    );
    return this;
  }

  hello(worker = 'default'): this {
    return this.send({ jsonrpc: '2.0', id: 'hello', method: 'hello', params: { key, worker } });
  }

  async until(count: number): Promise<readonly Frame[]> {
    await expect.poll(() => this.frames.length >= count || this.closed, { timeout: 30_000 }).toBe(true);
    return this.frames;
  }

  async end(): Promise<void> {
    this.socket.destroy();
    await expect.poll(() => this.closed, { timeout: 30_000 }).toBe(true);
  }
}

const call = (id: number | string, method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

async function stillServes(): Promise<void> {
  const client = new Client().hello().send(call(1, 'tabs'));
  expect((await client.until(2))[1]).toMatchObject({ id: 1, result: { ok: true } });
  await client.end();
}

test('a command line is taken for one that a look follows, and a batch, whose next act follows at once, is not', async () => {
  const ran = vi.spyOn(serving.commands, 'runLine').mockImplementation(async () => ok({ ok: true }));
  const client = new Client().hello();
  client.send(call(1, 'run', { argv: ['click', 'e1'] }), call(2, 'run', { argv: ['batch', 'click e1'] }));
  await client.until(3);
  const looks = ran.mock.calls.map(([[name], { looksNext }]) => [name, looksNext]);
  ran.mockRestore();
  expect(looks).toEqual([
    ['click', true],
    ['batch', false],
  ]);
  await client.end();
});

test('what an MCP client’s configuration names stands in the log, as its user’s word, before the client’s first call', async () => {
  const named = () => gateway.audit.since(0, 10_000).filter(({ type }) => type === 'origins.grown');
  const silent = new Client().hello().send(call(1, MCP, {}));
  await silent.until(2);
  expect(named()).toEqual([]);
  const client = new Client().hello().send(call(1, MCP, { allowOrigins: ['shop.test', 'wiki.test'] }));
  await client.until(2);
  await expect.poll(named).toMatchObject([
    {
      who: 'person:configuration',
      what: expect.stringContaining('--allow-origin'),
      where: 'shop.test',
      details: { origins: ['shop.test', 'wiki.test'] },
    },
  ]);
  await Promise.all([silent.end(), client.end()]);
});

test('socket, its file and their directory are this user’s alone', () => {
  for (const path of [serving.path, join(directory, 'run', 'daemon.json')])
    expect(statSync(path).mode & 0o777, path).toBe(0o600);
  expect(statSync(join(directory, 'run')).mode & 0o777).toBe(0o700);
});

test('nothing is done for whoever does not show the key', async () => {
  for (const first of [
    call(1, 'tabs'),
    call(1, 'hello', { key: 'x'.repeat(43) }),
    call(1, 'hello', {}),
    'nonsense',
    call(1, 'hello', { key, protocol: 99 }),
  ]) {
    const client = new Client().send(first, call(2, 'tabs'));
    await expect.poll(() => client.closed, { timeout: 30_000 }).toBe(true);
    expect(client.frames).toHaveLength(1);
    expect(client.frames[0]?.error?.code).toBe(first === 'nonsense' ? -32700 : -32600);
  }
});

test('errors have the seed’s codes, and say what was meant', async () => {
  const client = new Client()
    .hello('coded')
    .send(
      call(1, 'clik', { ref: 'e1' }),
      call(2, 'click', { ref: 'e1', duoble: true }),
      call(3, 'snapshot'),
      call(4, 'focus', { targetId: 'tab-nowhere' }),
      call(5, 'config.set', { key: 'retry-cuont', value: '1' }),
      call(6, 'storage.get', { key: 'k' }),
      '[]',
      '{"jsonrpc":"2.0","method":"tabs"}',
      '{"jsonrpc":"1.0","id":9,"method":"tabs"}',
      '{"half":',
      Buffer.from([0xff, 0xfe]).toString('latin1'),
      call(12, 'run', { argv: ['tabs', '--bogus'] }),
      call(13, 'run', { argv: 'tabs' }),
    );
  const frames = await client.until(14);
  const codes = new Map(frames.map(({ id, error }) => [id, error?.code]));
  expect([1, 2, 3, 4, 5, 6, 9, 12, 13].map((id) => codes.get(id))).toEqual([
    -32601, -32602, -32002, -32002, -32016, -32002, -32600, -32602, -32602,
  ]);
  expect(frames.filter(({ id }) => id === null).map(({ error }) => error?.code)).toEqual([
    -32600, -32600, -32700, -32700,
  ]);
  expect(frames.find(({ id }) => id === 1)?.error?.data).toMatchObject({
    suggestion: expect.stringContaining('did you mean `click`?'),
  });
  expect(frames.find(({ id }) => id === 2)?.error?.data).toMatchObject({
    suggestion: expect.stringContaining('did you mean `double`?'),
  });
  await client.end();
});

test('a frame of more than 4 MB ends its connection and nothing else', async () => {
  const client = new Client().hello();
  await client.until(1);
  client.socket.write('x'.repeat(4 * 1024 * 1024 + 1));
  await expect.poll(() => client.closed, { timeout: 30_000 }).toBe(true);
  expect(client.frames.at(-1)?.error).toMatchObject({ code: -32600, message: 'a frame is 4 MB at most' });
  await stillServes();
});

test('ten thousand requests at once are all answered, each once', async () => {
  const client = new Client().hello('many');
  const count = 10_000;
  client.send(...Array.from({ length: count }, (_, id) => call(id, 'daemon.status')));
  const frames = await client.until(count + 1);
  const ids = new Set(frames.map(({ id }) => id));
  expect([frames.length, ids.size]).toEqual([count + 1, count + 1]);
  expect(frames.every(({ error }) => error === undefined)).toBe(true);
  await client.end();
});

test('half a line and silence keep nobody else waiting, and a client that leaves in the middle is forgotten', async () => {
  const silent = new Client().hello();
  await silent.until(1);
  silent.socket.write('{"jsonrpc":"2.0","id":1,"meth');
  const leaving = new Client().hello().send(call(1, 'config.list'), call(2, 'tabs'));
  leaving.socket.destroySoon();
  await stillServes();
  await silent.end();
});

/** Connections that were made and say nothing, or showed the key and rest. */
async function crowd(count: number, hello: boolean): Promise<readonly Client[]> {
  const clients = Array.from({ length: count }, () => (hello ? new Client().hello() : new Client()));
  if (hello) await Promise.all(clients.map((client) => client.until(1)));
  return clients;
}

test('a hundred and twenty-eight clients that rest keep nobody from looking at the daemon or ending it; others are told', async () => {
  const resting = await crowd(128, true);
  const refused = await new Client()
    .hello()
    .send({ jsonrpc: '2.0', id: 1, method: 'run', params: { argv: ['tabs'] } })
    .until(2);
  expect(refused[1]).toMatchObject({ error: { data: { code: 'daemon.busy', retryable: true } } });
  for (const argv of [
    ['daemon', 'status'],
    ['daemon', 'health'],
  ]) {
    const one = new Client().hello().send({ jsonrpc: '2.0', id: 1, method: 'run', params: { argv } });
    expect((await one.until(2))[1]).toMatchObject({ result: { ok: true } });
    await one.end();
  }
  await resting[0]?.end();
  const free = new Client()
    .hello()
    .send({ jsonrpc: '2.0', id: 1, method: 'run', params: { argv: ['tabs'] } });
  expect((await free.until(2))[1]).toMatchObject({ result: { ok: true } });
  await Promise.all([free, ...resting].map((client) => client.end()));
});

/** Whether somebody who comes now may look at the daemon. */
async function mayLook(): Promise<boolean> {
  const client = new Client().hello().send(call(1, 'daemon.status'));
  const [, answer] = await client.until(2);
  await client.end();
  return answer?.error === undefined && answer?.id === 1;
}

test('the places that are kept are for one question each: whoever rests there, or stays after it was told, loses it', async () => {
  const served = await crowd(128, true);
  expect(await mayLook()).toBe(true);
  const told = Array.from({ length: 16 }, () => new Client({ stays: true }).hello().send(call(1, 'tabs')));
  await Promise.all(told.map((client) => client.until(2)));
  expect(told.every(({ frames }) => JSON.stringify(frames[1]).includes('daemon.busy'))).toBe(true);
  await expect.poll(mayLook, { timeout: 30_000, interval: 250 }).toBe(true);
  const asked = Array.from({ length: 8 }, () =>
    new Client({ stays: true }).hello().send(call(1, 'daemon.status')),
  );
  const resting = [...asked, ...(await crowd(8, true))];
  await Promise.all(asked.map((client) => client.until(2)));
  await expect.poll(mayLook, { timeout: 30_000, interval: 250 }).toBe(true);
  expect(served.some(({ closed }) => closed)).toBe(false);
  await Promise.all([...served, ...told, ...resting].map((client) => client.end()));
});

test('connections that show no key are few: the oldest goes first, and whoever has the key is served beside them', async () => {
  const silent = await crowd(200, false);
  await expect
    .poll(() => silent.filter(({ closed }) => closed).length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(136);
  const client = new Client()
    .hello()
    .send({ jsonrpc: '2.0', id: 1, method: 'run', params: { argv: ['tabs'] } });
  expect((await client.until(2))[1]).toMatchObject({ result: { ok: true } });
  // Nobody waits for those that are left.
  await expect.poll(() => silent.every(({ closed }) => closed), { timeout: 30_000 }).toBe(true);
  await client.end();
});

test('how long nobody asked for anything is not what the clock was set by', async () => {
  const client = new Client().hello();
  await client.until(1);
  await client.end();
  const at = Date.now();
  try {
    for (const hours of [1, -1]) {
      vi.spyOn(Date, 'now').mockReturnValue(at + hours * 3_600_000);
      expect(serving.idleMs()).toBeGreaterThanOrEqual(0);
      expect(serving.idleMs()).toBeLessThan(3_000_000);
    }
  } finally {
    vi.restoreAllMocks();
  }
});

test('a directory that others can enter is no place for a socket', async () => {
  chmodSync(join(directory, 'run'), 0o755);
  expect(await serveSocket(gateway)).toMatchObject({ ok: false, error: { code: 'daemon.unsafe-directory' } });
  chmodSync(join(directory, 'run'), 0o700);
  await stillServes();
});

test(`${FRAMES} random and mutated frames: the daemon answers or closes, and serves the next client`, async () => {
  const method = fc.constantFrom(
    'tabs',
    'daemon.status',
    'config.get',
    'click',
    'snapshot',
    'hello',
    'run',
    'batch',
    'storage.get',
    'toString',
    '__proto__',
  );
  const sound = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.integer(), fc.string({ maxLength: 5 })),
    method,
    params: fc.oneof(
      fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 })),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  });
  const mutated = fc
    .tuple(sound, fc.nat(), fc.string({ maxLength: 3, unit: 'binary' }))
    .map(([frame, at, more]) => {
      const text = JSON.stringify(frame);
      const cut = at % text.length;
      return (text.slice(0, cut) + more + text.slice(cut + 1)).replaceAll('\n', ' ');
    });
  const frame = fc.oneof(
    sound.map((one) => JSON.stringify(one)),
    mutated,
    fc.string({ maxLength: 40, unit: 'binary' }).map((text) => text.replaceAll(/[\n\r]/gu, '')),
    fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.stringify(one)),
  );
  const frames = fc.sample(frame, FRAMES).filter((one) => one.trim() !== '');
  const per = 250;
  for (let from = 0; from < frames.length; from += per) {
    const some = frames.slice(from, from + per);
    const client = new Client().hello('fuzz').send(...some);
    await client.until(some.length + 1);
    expect(client.frames.length, 'an answer for each frame').toBe(some.length + 1);
    await client.end();
  }
  await stillServes();
});
