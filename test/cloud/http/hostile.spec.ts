// Callers that send too much, too slowly or half of it; and how much of it is held in memory.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestCloud, reasonOf } from '#test/fixtures/cloud.ts';

let cloud: TestCloud;
let token = '';
beforeAll(async () => {
  cloud = await TestCloud.start();
  token = await cloud.issuer.token();
});
afterAll(() => cloud[Symbol.asyncDispose]());

const PATH = '/v1beta/models/gemini-2.5-flash:generateContent';
const headOf = (length: number, auth = token): string =>
  `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${auth}\r\ncontent-length: ${length}\r\n\r\n`;

function opened(url = cloud.url): Socket {
  const { port } = new URL(url);
  return connect(Number(port), '127.0.0.1').on('error', () => undefined);
}

/** All that comes back until the other side closes. */
function answerTo(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(text));
  });
}

test('a header of a megabyte is refused before anything looks at it', async () => {
  const socket = opened();
  const answer = answerTo(socket);
  socket.write(headOf(2, 'x'.repeat(1_000_000)));
  expect(await answer).toMatch(/^HTTP\/1\.1 431 /u);
});

test('a body of 100 MB is refused by its announcement, unread', async () => {
  const socket = opened();
  const answer = answerTo(socket);
  socket.write(headOf(100_000_000));
  const text = await answer;
  expect(text).toMatch(/^HTTP\/1\.1 413 /u);
  expect(text).toContain('BODY_TOO_LARGE');
});

test('one that announces nothing is refused where it is too large, and lets go of what it held', async () => {
  const chunk = new Uint8Array(1_000_000).fill(32);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      if (sent > 40) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body, duplex: 'half' };
  const status = await fetch(`${cloud.url}${PATH}`, init).then(
    async (response) => `${response.status} ${await reasonOf(response)}`,
    // The connection was closed while it was still being written to.
    () => 'closed',
  );
  expect(['413 BODY_TOO_LARGE', 'closed']).toContain(status);
  await expect.poll(() => cloud.entries().at(-1)).toMatchObject({ reason: 'BODY_TOO_LARGE' });
  await expect.poll(() => cloud.gemini.received.length).toBe(0);
});

test('without a token nothing of a body is read', async () => {
  const socket = opened();
  const answer = answerTo(socket);
  socket.write(headOf(19_000_000, 'a.b.c'));
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /u);
});

test('half a body is none', async () => {
  const socket = opened();
  socket.end(`${headOf(100)}{"contents":`);
  await expect.poll(() => cloud.entries().at(-1)).toMatchObject({ reason: 'BODY_CUT_OFF' });
  socket.destroy();
});

test('a slow loris loses its connection: over its headers, and over its body', async () => {
  await using strict = await TestCloud.start({ outside: { slowMs: { headers: 300, request: 600 } } });
  const slow = opened(strict.url);
  const headers = answerTo(slow);
  slow.write(`POST ${PATH} HTTP/1.1\r\nhost: x\r\n`);
  const trickle = setInterval(() => slow.write('x-slow: 1\r\n'), 50);
  expect(await headers).toMatch(/^HTTP\/1\.1 408 /u);
  clearInterval(trickle);
  const slower = opened(strict.url);
  const body = answerTo(slower);
  slower.write(headOf(1000, await strict.issuer.token()));
  const drip = setInterval(() => slower.write(' '), 50);
  expect(await body).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/u);
  clearInterval(drip);
});

test('one person with many large bodies has room for three, and the others are answered', async () => {
  await using shared = await TestCloud.start();
  shared.gemini.reply({ says: 'ok' });
  const greedy = await shared.issuer.token({ sub: 'greedy' });
  const sockets = Array.from({ length: 12 }, () => opened(shared.url));
  const answers = sockets.map((socket) => answerTo(socket));
  for (const socket of sockets) socket.write(headOf(19_900_000, greedy));
  await expect
    .poll(() => shared.entries().filter(({ reason }) => reason === 'TOO_MUCH_AT_ONCE').length)
    .toBe(9);
  expect((await shared.post()).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await Promise.all(answers);
});

test('many large bodies at once: as many as there is room for, and room again after them', async () => {
  const tokens = await Promise.all(
    Array.from({ length: 12 }, (_, at) => cloud.issuer.token({ sub: `person-${at}` })),
  );
  const sockets = tokens.map(() => opened());
  const answers = sockets.map((socket) => answerTo(socket));
  for (const [at, socket] of sockets.entries()) socket.write(headOf(19_900_000, tokens[at]));
  await expect
    .poll(() => cloud.entries().filter(({ reason }) => reason === 'TOO_MUCH_AT_ONCE').length)
    .toBe(4);
  for (const socket of sockets) socket.destroy();
  await Promise.all(answers);
  cloud.gemini.reply({ says: 'ok' });
  await expect.poll(async () => (await cloud.post()).status).toBe(200);
});
