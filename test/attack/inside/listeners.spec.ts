// Strangers at the two loopback origins: another user of the machine, and whoever sends without end. INVARIANT: each is turned away
// unread, and the gateway's own user is served beside them.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { enrol } from '#test/fixtures/enrolled.ts';
import { need } from '#test/fixtures/tab.ts';

const STRANGER = 12_345;
const MEBIBYTE = 1024 * 1024;
/** What the two ends of a connection hold for one that is not read. */
const BUFFERS_BYTES = 16 * MEBIBYTE;
const root = process.platform === 'linux' && process.getuid?.() === 0;

let directory: string;
let gateway: Gateway;
let serving: Serving;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-inside-listeners-'));
  gateway = await openGateway({ dataDir: directory });
  const { runtime } = gateway.paths;
  serving = need(
    await serveGateway(gateway, { port: 0, assets: join(directory, 'none'), runtimeDir: runtime }),
  );
});
afterAll(async () => {
  await serving?.close();
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});

const head = (port: string, path: string, token: string, more: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n${more}\r\n`;
const portOf = (url: string): string => new URL(url).port;

/** Sends and sends; resolves when the other end has closed. */
function flood(port: string, first: string): Promise<{ sent: number; answer: string }> {
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  const chunk = `10000\r\n${'x'.repeat(0x1_0000)}\r\n`;
  let answer = '';
  const push = (): void => {
    while (!socket.destroyed && socket.bytesWritten < 256 * MEBIBYTE && socket.write(chunk));
  };
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('drain', push);
  socket.write(first, push);
  return new Promise((resolve) => {
    const over = (): void => {
      socket.destroy();
      resolve({ sent: socket.bytesWritten, answer });
    };
    socket.on('error', over);
    socket.on('end', over);
    socket.on('close', over);
  });
}

describe('listeners: strangers and floods', () => {
  test.skipIf(!root)(
    'a connection of another user is turned away, with the right token too',
    async () => {
      const { url, consentUrl, token, approverToken } = serving.rendezvous;
      for (const [at, path, secret] of [
        [url, '/api/tasks', token],
        [consentUrl, '/api/open', token],
        [consentUrl, '/api/hand-over', approverToken],
      ] as const) {
        const request = head(portOf(at), path, secret, 'Content-Length: 100\r\n');
        const script = `exec 3<>/dev/tcp/127.0.0.1/${portOf(at)}; printf '%s' "$REQUEST" >&3; timeout 8 cat <&3`;
        const { stdout } = await promisify(execFile)(
          'setpriv',
          [`--reuid=${STRANGER}`, `--regid=${STRANGER}`, '--clear-groups', 'bash', '-c', script],
          { env: { PATH: '/usr/bin:/bin', REQUEST: request }, cwd: '/' },
        );
        // Its body never came: it was not waited for.
        expect(stdout, path).toMatch(/^HTTP\/1\.1 403 /u);
        expect(stdout.toLowerCase(), path).toContain('connection: close');
        expect(stdout, path).toContain('not one of the gateway’s own user');
      }
      const own = await fetch(`${url}/api/status`, { headers: { authorization: `Bearer ${token}` } });
      expect(own.status).toBe(200);
    },
    30_000,
  );

  test('a body without end is not read before it is known whose it is', async () => {
    const { url, consentUrl } = serving.rendezvous;
    for (const [at, path] of [
      [consentUrl, '/api/open'],
      [consentUrl, '/api/answer'],
      [consentUrl, '/api/enrol'],
      [consentUrl, '/api/terminal-answer'],
      [url, '/api/tasks'],
    ] as const) {
      const { sent, answer } = await flood(
        portOf(at),
        head(portOf(at), path, 'wrong', 'Transfer-Encoding: chunked\r\n'),
      );
      expect(sent, path).toBeLessThan(BUFFERS_BYTES);
      expect(answer, path).toMatch(/^(?:HTTP\/1\.1 40[13] |$)/u);
    }
  });

  test('an enrolled document’s long body is too large, and a short one is read', async () => {
    const { headers } = await enrol(serving, serving.url);
    const post = (ticket: string): Promise<Response> =>
      fetch(`${serving.rendezvous.consentUrl}/api/open`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ticket }),
      });
    expect((await post('x'.repeat(MEBIBYTE))).status).toBe(413);
    expect((await post('x')).status).toBe(404);
  });

  test('a request that is begun and not ended loses its connection', async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(portOf(serving.rendezvous.consentUrl)) });
    socket.write('POST /api/open HTTP/1.1\r\nHost: ');
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.destroyed).toBe(true);
  });
});
