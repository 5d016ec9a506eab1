// Whose a connection on this machine is, by the kernel's own table.
import { execFile } from 'node:child_process';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseSockets, peerSocket } from '#executors/system/sockets.ts';

const run = promisify(execFile);
const LINUX = process.platform === 'linux';
const STRANGER = 12_345;

test('the system’s table of sockets', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:2406 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 51234 1 0 100 0 0 10 0
   1: 0100007F:2406 0100007F:9D0C 01 00000000:00000000 00:00000000 00000000  1000        0 51299 1 0 20 4 30 10 -1
   2: 0100007F:9D0C 0100007F:2406 06 00000000:00000000 03:000016C5 00000000     0        0 0 3 0
`;
  expect(parseSockets(table)).toEqual([
    {
      local: '0100007F',
      localPort: 9222,
      remote: '00000000',
      remotePort: 0,
      listens: true,
      inode: '51234',
      uid: 1000,
    },
    {
      local: '0100007F',
      localPort: 9222,
      remote: '0100007F',
      remotePort: 40_204,
      listens: false,
      inode: '51299',
      uid: 1000,
    },
    {
      local: '0100007F',
      localPort: 40_204,
      remote: '0100007F',
      remotePort: 9222,
      listens: false,
      inode: '0',
      uid: 0,
    },
  ]);
});

/** Connects as `uid`, says a byte, and stays until it is answered; `leaves`: closes its end at once. */
async function calledBy(uid: number | null, host: string, leaves = false): Promise<number | null> {
  const { promise: came, resolve } = Promise.withResolvers<Socket>();
  const server = createServer({ allowHalfOpen: true }, resolve);
  await new Promise<void>((listening) => server.listen(0, host, () => listening()));
  const { port } = server.address() as AddressInfo;
  const script = `const s = require('net').connect(${port}, '${host}', () => ${leaves ? 'process.exit(0)' : "s.write('x')"});
    s.on('data', () => process.exit(0)); s.on('error', () => process.exit(0));`;
  const as = uid === null ? {} : { uid, gid: uid };
  const child = run(process.execPath, ['-e', script], { ...as, cwd: '/', env: {} });
  const socket = await came;
  socket.on('error', () => undefined);
  if (leaves) await child;
  else await new Promise((heard) => socket.once('data', heard));
  const found = (await peerSocket(socket))?.uid ?? null;
  socket.end('y');
  await child;
  socket.destroy();
  server.close();
  return found;
}

test.runIf(LINUX)('the other end of a connection has a user: ours, over IPv4 and IPv6', async () => {
  expect(await calledBy(null, '127.0.0.1')).toBe(process.getuid?.());
  expect(await calledBy(null, '::1')).toBe(process.getuid?.());
});

test.runIf(LINUX && process.getuid?.() === 0)('or a stranger', async () => {
  expect(await calledBy(STRANGER, '127.0.0.1')).toBe(STRANGER);
});

test.runIf(LINUX && process.getuid?.() === 0)(
  'one that closed its end and is gone is nobody’s: the kernel says 0 there, and that is not root',
  async () => {
    expect(await calledBy(STRANGER, '127.0.0.1', true)).toBeNull();
  },
);

test('a row that one reading of the table leaves out is found by the next; two owners of one connection are nobody', async () => {
  const row = {
    local: '0100007F',
    localPort: 40_204,
    remote: '0100007F',
    remotePort: 9222,
    listens: false,
    inode: '51299',
    uid: 1000,
  };
  const ends = {
    remoteAddress: '127.0.0.1',
    remotePort: 40_204,
    localAddress: '127.0.0.1',
    localPort: 9222,
  };
  const readings = (...all: readonly (readonly (typeof row)[])[]) => {
    const left = [...all];
    return () => Promise.resolve(left.shift() ?? []);
  };
  expect(await peerSocket(ends, readings([], [row]))).toEqual(row);
  expect(await peerSocket(ends, readings([row, row]))).toEqual(row);
  expect(await peerSocket(ends, readings([row, { ...row, inode: '51300', uid: 0 }], [row]))).toBeNull();
  expect(await peerSocket(ends, readings([], [], [], [row]))).toBeNull();
});
