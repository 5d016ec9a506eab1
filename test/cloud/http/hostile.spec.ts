// Callers that send too much, too slowly or half of it; and how much of it is held in memory.
import { IncomingMessage } from 'node:http';
import { Socket, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { checkBody } from '#cloud/gemini/request.ts';
import { BodyRoom } from '#cloud/http/body.ts';
import { listOf } from '#cloud/system/list-of.ts';
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

const many = (turns: number, parts: number, part: unknown): object => ({
  contents: Array.from({ length: turns }, () => ({ parts: Array.from({ length: parts }, () => part) })),
});
const nested = (deep: number): string =>
  `{"contents":[{"parts":[{"text":"x"}]}],"generationConfig":{"responseSchema":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}}`;

test.each([
  ['more values than a prompt has', JSON.stringify(many(500, 200, { x: 1 })), 'at most 20000 values'],
  ['a schema that is nested 5,000 deep', nested(5_000), '40 deep'],
  ['a schema that is nested 34 deep', nested(34), '`generationConfig.responseSchema`: is nested less'],
  ['too many parts together', JSON.stringify(many(100, 25, { text: 'x' })), 'at most 2000 parts'],
  ['no end of opening marks', '['.repeat(1_000_000), '40 deep'],
])('%s: refused before it is read', (_, text, words) => {
  const checked = checkBody('generateContent', text);
  expect(checked).toMatchObject({ ok: false, refusal: { reason: 'FIELD_NOT_ALLOWED' } });
  expect(checked.ok ? '' : checked.refusal.message).toContain(words);
});

test('marks within a text are none: of a long prompt and of a picture everything passes', () => {
  const text = `{"[,]}\\"'${'[{,'.repeat(50_000)}`;
  const picture = { inlineData: { mimeType: 'image/png', data: `${'aGVs'.repeat(50_000)}bA==` } };
  const body = { contents: [{ parts: [{ text }, picture] }] };
  const checked = checkBody('generateContent', JSON.stringify(body));
  expect(checked.ok ? JSON.parse(checked.value.body.toString()) : checked).toEqual(body);
});

test('of what is wrong the first is named, and nothing behind it is read', () => {
  let read = 0;
  const counted = z.unknown().transform((value, context) => {
    read += 1;
    if (value !== 'good') context.addIssue('is not good');
    return value;
  });
  const all = z.strictObject({ all: listOf(counted, 1_000) });
  const failed = all.safeParse({ all: ['good', 'good', ...Array.from({ length: 900 }, () => 'bad')] });
  expect([read, failed.error?.issues[0]?.path]).toEqual([3, ['all', 2]]);
  read = 0;
  expect(all.safeParse({ all: Array.from({ length: 1_001 }, () => 'good') }).success).toBe(false);
  expect(read).toBe(0);
});

test.each(['a', '=', 'aGVsbG8===', 'aGVs bG8=', 'aGVs=bG8', ''])('`%s` as a picture', (data) => {
  const parts = [{ inlineData: { mimeType: 'image/png', data } }];
  expect(checkBody('generateContent', JSON.stringify({ contents: [{ parts }] })).ok).toBe(data === 'a');
});

test('a batch of events has a size of its own', async () => {
  const path = '/v1/events';
  const large = await cloud.post(`{"events":["${'x'.repeat(300_000)}"]}`, { path });
  expect([large.status, await reasonOf(large)]).toEqual([413, 'BODY_TOO_LARGE']);
  const many = await cloud.post({ events: Array.from({ length: 20_000 }, () => 1) }, { path });
  expect([many.status, await reasonOf(many)]).toEqual([400, 'FIELD_NOT_ALLOWED']);
});

test('whoever sends events again and again is told to wait, and nobody else', async () => {
  const often = await cloud.issuer.token({ sub: 'often' });
  const statuses = await Promise.all(
    Array.from(
      { length: 125 },
      async () => (await cloud.post('{}', { path: '/v1/events', token: often })).status,
    ),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await cloud.post('{}', { path: '/v1/events' })).status).toBe(400);
});

test('what waits for its turn is counted as large as it goes on, and not at all once it went', async () => {
  const room = new BodyRoom();
  const request = new IncomingMessage(new Socket());
  request.push(Buffer.alloc(1_000, 32));
  request.push(null);
  const body = await room.read(request, 'person');
  if (!body.ok) throw new Error(body.refusal.message);
  expect(room.heldBytes).toBe(1_000);
  body.value.keep(20);
  expect(room.heldBytes).toBe(20);
  body.value.release();
  expect(room.heldBytes).toBe(0);
});
