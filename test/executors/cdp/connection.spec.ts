// What is asked of a browser in one turn goes out in one write, in its order.
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { CdpConnection } from '#executors/cdp/connection.ts';

function connected(): { connection: CdpConnection; answers: PassThrough; writes: string[] } {
  const writes: string[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk.toString());
      done();
    },
  });
  const answers = new PassThrough();
  return { connection: new CdpConnection(answers, output), answers, writes };
}

test('calls of one turn are one write, and each has its answer', async () => {
  const { connection, answers, writes } = connected();
  const all = ['DOM.enable', 'Page.enable'].map((method) => connection.call('s', method, {}));
  const behind = Promise.resolve().then(() => connection.call('s', 'Log.enable', {}));
  await new Promise((resolve) => setImmediate(resolve));
  expect(writes).toHaveLength(1);
  expect(writes[0]?.split('\0').map((text) => /"method":"([^"]+)"/u.exec(text)?.[1])).toEqual([
    'DOM.enable',
    'Page.enable',
    'Log.enable',
    undefined,
  ]);
  for (const id of [2, 1, 3]) answers.write(`{"id":${id},"sessionId":"s","result":${id}}\0`);
  expect(await Promise.all([...all, behind])).toEqual([1, 2, 3]);
  const next = connection.call('s', 'DOM.disable', {});
  await new Promise((resolve) => setImmediate(resolve));
  expect(writes).toHaveLength(2);
  answers.write('{"id":4,"sessionId":"s","result":4}\0');
  expect(await next).toBe(4);
});

test('what a connection that closes had not written yet is not written', async () => {
  const { connection, writes } = connected();
  const asked = connection.call('s', 'Page.enable', {});
  connection.close();
  await expect(asked).rejects.toThrow('the browser is gone');
  await new Promise((resolve) => setImmediate(resolve));
  expect(writes).toEqual([]);
});
