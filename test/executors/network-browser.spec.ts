// The choke point with a real browser behind it: what Chromium sends through it, and what a page gets when it breaks.
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readTunnelUse } from '#executors/network/first-bytes.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

let t: TestTab;
let site: Site;
let sink: Server;
const hellos: Buffer[] = [];

beforeAll(async () => {
  sink = createServer((socket) =>
    socket
      .on('error', () => socket.destroy())
      .on('data', (chunk) => {
        hellos.push(Buffer.from(chunk));
        socket.destroy();
      }),
  );
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  site = await startSite({ '/': '<title>here</title>' });
  const { port } = z.object({ port: z.number() }).parse(sink.address());
  t = await openTestTab({
    hostMap: {
      'tls.example': { address: '127.0.0.1', port },
      'shop.test': { address: '127.0.0.1', port: site.port },
    },
  });
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
  sink.close();
});

test('Chromium’s own TLS names its host in the clear, and so passes', async () => {
  await t.act({ type: 'NAVIGATE', url: 'https://tls.example/' });
  const uses = hellos.map(readTunnelUse);
  expect(uses[0]).toEqual({ use: 'TLS', serverName: 'tls.example', encryptedHello: false });
});
