// The client of somebody who approves from elsewhere: a gateway that is late is told apart from one that is gone.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { approverClient } from '#gateway/client/approver.ts';
import { need } from '#test/fixtures/tab.ts';

test('a gateway that does not answer in time is late, and one that nobody serves is gone', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it listens on a port
  const { port } = silent.address() as AddressInfo;
  const client = need(await approverClient(`http://127.0.0.1:${port}`, 100));
  expect(await client.consents()).toMatchObject({ ok: false, error: { code: 'daemon.unresponsive' } });
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
  expect(await client.consents()).toMatchObject({ ok: false, error: { code: 'gateway.unreachable' } });
});
