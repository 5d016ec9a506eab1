// The browser's own network namespace: what can be reached from inside it, and what the launch says of it.
import { execFile } from 'node:child_process';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { mkdtemp, open, readFile, readdir, readlink, rm, chown } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { probeNamespace } from '#executors/browsers/processes/namespace.ts';
import { listProcesses } from '#executors/browsers/processes/processes.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

const run = promisify(execFile);
const INSIDE = fileURLToPath(new URL('../../fixtures/inside-namespace.ts', import.meta.url));
const UNPRIVILEGED = fileURLToPath(new URL('../../fixtures/unprivileged-launch.ts', import.meta.url));
const here = await probeNamespace();
const root = process.getuid?.() === 0;

describe.skipIf(!here.ok || !root)('a browser in a network namespace of its own', () => {
  let t: TestTab;
  let site: Site;
  const listening: Server[] = [];
  let udp: UdpSocket;
  const heard: string[] = [];
  beforeAll(async () => {
    site = await startSite({
      '/': '<title>start</title><script>fetch("/data").then(async (r) => (document.title = `${await r.text()} ${navigator.onLine}`))</script>',
      '/data': 'loaded',
      '/framed':
        '<iframe src="http://third.test/frame"></iframe><script>onmessage = ({ data }) => (document.title = `top ${navigator.onLine}, frame ${data}`)</script>',
      '/frame': '<script>parent.postMessage(navigator.onLine, "*")</script>',
    });
    udp = createSocket('udp4').on('message', (bytes) => heard.push(`udp ${bytes.toString()}`));
    await new Promise<void>((resolve) => udp.bind(0, resolve));
    const at = { address: '127.0.0.1', port: site.port };
    t = await openTestTab({ hostMap: { 'other.test': at, 'third.test': at } });
    t.rules.pageAct = () => true;
    await t.open(`${site.origin}/`);
  });
  afterAll(async () => {
    await t.tab.close();
    await site.close();
    udp.close();
    for (const server of listening) server.close();
  });

  const canary = async (where: { host: string; port: number } | { path: string }): Promise<Server> => {
    const server = createServer((socket) => {
      heard.push(JSON.stringify(where));
      socket.end('HTTP/1.1 200 OK\r\n\r\n');
    });
    listening.push(server);
    await new Promise<void>((resolve) => server.listen(where, resolve));
    return server;
  };
  const portOf = (server: Server): number => z.object({ port: z.number() }).parse(server.address()).port;

  test('loads pages as before, and says so in its security context', async () => {
    expect(t.tab.security).toMatchObject({ network_isolated: true, sandbox_enabled: true });
    await expect.poll(async () => (await t.snapshot()).document.title).toBe('loaded true');
    expect(site.hits).toEqual(expect.arrayContaining(['GET /', 'GET /data']));
    // In another process, and in a frame of yet another, the page takes itself for connected as well.
    await t.open('http://other.test/framed');
    await expect.poll(async () => (await t.snapshot()).document.title).toBe('top true, frame true');
  });

  test('has one interface, no route, and one listening socket: the proxy’s', async () => {
    const proc = (name: string): Promise<string> => readFile(`/proc/${t.tab.pid}/net/${name}`, 'utf8');
    const rows = async (name: string): Promise<string[][]> =>
      (await proc(name))
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/));
    expect((await rows('dev')).slice(1).map(([name]) => name)).toEqual(['lo:']);
    expect(await rows('route')).toEqual([]);
    const listens = [...(await rows('tcp')), ...(await rows('tcp6'))].filter(
      ([, , , state]) => state === '0A',
    );
    const port = Number(/--proxy-server=http:\/\/127\.0\.0\.1:(\d+)/.exec(t.tab.commandLine.join(' '))?.[1]);
    expect(listens.map(([, local]) => local)).toEqual([
      `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`,
    ]);
    expect([...(await rows('udp')), ...(await rows('udp6'))]).toEqual([]);
  });

  test('nothing but the proxy answers from inside: not loopback, not this machine, not UDP, not an abstract socket', async () => {
    const abstract = `\0ghost-canary-${process.pid}`;
    const [v4, v6] = [await canary({ host: '0.0.0.0', port: 0 }), await canary({ host: '::1', port: 0 })];
    await canary({ path: abstract });
    const own = Object.values(networkInterfaces())
      .flat()
      .flatMap((each) => (each?.family === 'IPv4' && !each.internal ? [each.address] : []));
    const proxy = Number(/--proxy-server=http:\/\/127\.0\.0\.1:(\d+)/.exec(t.tab.commandLine.join(' '))?.[1]);
    const tcp = [
      { host: '127.0.0.1', port: proxy },
      { host: '127.0.0.1', port: site.port },
      ...['127.0.0.1', '127.0.0.11', '0.0.0.0', ...own].map((host) => ({ host, port: portOf(v4) })),
      { host: '::1', port: portOf(v6) },
      { host: '169.254.169.254', port: 80 },
      { host: '93.184.216.34', port: 80 },
    ];
    const targets = ['127.0.0.1', ...own, '93.184.216.34'].map((host) => ({
      host,
      port: udp.address().port,
    }));
    const given = JSON.stringify({ tcp, udp: targets, paths: [abstract] });
    // First from outside: each canary is alive.
    const outside = await run(process.execPath, [
      INSIDE,
      JSON.stringify({ tcp: tcp.slice(2, -2), udp: targets.slice(0, 1), paths: [abstract] }),
    ]);
    expect(outside.stdout).not.toMatch(/ECONN|ENET/);
    await expect.poll(() => heard).toContain('udp out');
    heard.length = 0;
    const hits = site.hits.length;
    const { stdout } = await run('nsenter', [
      `--net=/proc/${t.tab.pid}/ns/net`,
      '--',
      process.execPath,
      INSIDE,
      given,
    ]);
    const answers = z
      .object({ tcp: z.array(z.string()), udp: z.array(z.string()), paths: z.array(z.string()) })
      .parse(JSON.parse(stdout));
    expect(answers.tcp[0]).toBe('HTTP/1.1 407 Proxy Authentication Required');
    expect(
      answers.tcp.slice(1).filter((answer) => !/^E(CONNREFUSED|NETUNREACH|HOSTUNREACH)$/.test(answer)),
    ).toEqual([]);
    expect(answers.paths).toEqual(['ECONNREFUSED']);
    // Datagrams to loopback are the namespace's own; no other address has a way at all.
    expect(answers.udp.slice(1).filter((answer) => answer !== 'ENETUNREACH')).toEqual([]);
    expect(heard).toEqual([]);
    expect(site.hits).toHaveLength(hits);
  });

  test('from outside the proxy’s port is not there', async () => {
    const proxy = Number(/--proxy-server=http:\/\/127\.0\.0\.1:(\d+)/.exec(t.tab.commandLine.join(' '))?.[1]);
    const { stdout } = await run(process.execPath, [
      INSIDE,
      JSON.stringify({ tcp: [{ host: '127.0.0.1', port: proxy }], udp: [], paths: [] }),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ tcp: ['ECONNREFUSED'] });
  });

  test('no helper stays, and the namespace goes with the tab', async () => {
    const second = await openTestTab();
    // Held open, its number is nobody else's: the next namespace of this machine would get it at once.
    await using held = await open(`/proc/${second.tab.pid}/ns/net`);
    const link = `net:[${(await held.stat()).ino}]`;
    expect(await readlink(`/proc/${second.tab.pid}/ns/net`)).toBe(link);
    expect(link).not.toBe(await readlink(`/proc/${t.tab.pid}/ns/net`));
    expect(
      (await listProcesses()).filter(
        ({ args, parent }) => parent === process.pid && args.some((one) => one.includes('namespace-helper')),
      ),
    ).toEqual([]);
    expect(await second.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const links = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/ns/net`).catch(() => '')));
    expect(links).not.toContain(link);
  });
});

test.skipIf(!here.ok || !root)('an ordinary user’s browser gets one too, with its sandbox on', async () => {
  const home = await mkdtemp(join(tmpdir(), 'ghost-unprivileged-'));
  await chown(home, 65_534, 65_534);
  const user = ['--reuid=65534', '--regid=65534', '--clear-groups', '--'];
  const { stdout } = await run('setpriv', [...user, process.execPath, UNPRIVILEGED, home], {
    env: { PATH: process.env['PATH'], HOME: home },
  });
  await rm(home, { recursive: true });
  expect(JSON.parse(stdout)).toMatchObject({
    uid: 65_534,
    security: { sandbox_enabled: true, network_isolated: true },
    report: { processesGone: true, profileRemoved: true },
  });
});

test.skipIf(!here.ok)('a machine that cannot goes on without one, unless it is required', async () => {
  // A user namespace in which no network namespace may be made.
  const program = `import { networkFor } from '#executors/browsers/processes/namespace.ts';
    console.log(JSON.stringify([await networkFor('AUTO'), await networkFor('OFF'), await networkFor('REQUIRED')]))`;
  const shell = ['--user', '--map-root-user', '--', 'sh', '-c'];
  const limit = 'echo 0 > /proc/sys/user/max_net_namespaces; exec "$@"';
  const node = [process.execPath, '--input-type=module-typescript', '--eval', program];
  const { stdout } = await run('unshare', [...shell, limit, 'sh', ...node]);
  expect(JSON.parse(stdout)).toMatchObject([
    { ok: true, value: 'PROXY' },
    { ok: true, value: 'PROXY' },
    { ok: false, error: { code: 'browser.no-namespace', cause: expect.stringContaining('unshare') } },
  ]);
});
