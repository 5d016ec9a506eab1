// A look-up against a name server of ours, one that is silent for some names: what is asked, what ends it, what the machine's
// own files say.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLookUp, type ResolveName } from '#executors/network/names/look-up.ts';
import { hostsIn, sourcesIn } from '#executors/network/names/machine.ts';
import { startNameServer, type NameServer } from '#test/fixtures/name-server.ts';

const DEAD_NAMES = fileURLToPath(new URL('../../../fixtures/dead-names.ts', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'ghost-names-'));
const files = {
  nsswitch: join(directory, 'nsswitch.conf'),
  resolv: join(directory, 'resolv.conf'),
  hosts: join(directory, 'hosts'),
};
const bySystem: string[] = [];
let server: NameServer;
let lookUp: ResolveName;
const never = new AbortController().signal;
const addressesOf = async (host: string, signal = never): Promise<readonly string[]> =>
  (await lookUp(host, signal)).map(({ address }) => address);

beforeAll(async () => {
  server = await startNameServer();
  lookUp = createLookUp({
    files,
    servers: [`127.0.0.1:${server.port}`],
    platform: 'linux',
    system: async (host) => {
      bySystem.push(host);
      return [{ address: '192.0.2.9', family: 4 }];
    },
  });
});
beforeEach(() => {
  writeFileSync(files.nsswitch, 'passwd: files\nhosts: files dns # as Debian has it\n');
  writeFileSync(files.resolv, 'nameserver 127.0.0.1\nsearch .\n');
  writeFileSync(files.hosts, '127.0.0.1 localhost\n');
  bySystem.length = 0;
  server.names.clear();
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

test('all addresses of a name come back, of both families', async () => {
  server.names.set('shop.test', ['203.0.113.5', '203.0.113.6', '2001:0db8:0:0:0:0:0:1']);
  const found = await addressesOf('shop.test');
  expect([...found].toSorted()).toEqual(['2001:db8::1', '203.0.113.5', '203.0.113.6']);
});

test('a name whose servers are silent is given up by whoever waits for it, and others are answered meanwhile', async () => {
  for (let at = 0; at < 40; at += 1) server.names.set(`dead-${at}.test`, null);
  server.names.set('live.test', ['203.0.113.5']);
  const controller = new AbortController();
  const dead = Array.from({ length: 40 }, (_, at) => addressesOf(`dead-${at}.test`, controller.signal));
  const settled = Promise.allSettled(dead);
  await expect.poll(() => new Set(server.asked.filter((line) => line.includes('dead-'))).size).toBe(80);
  expect(await addressesOf('live.test')).toEqual(['203.0.113.5']);
  controller.abort(new Error('the tab is gone'));
  for (const one of await settled) expect(one).toMatchObject({ reason: { message: 'the tab is gone' } });
});

test('a name that does not exist is an error, and asked of nobody else', async () => {
  await expect(addressesOf('nowhere.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(bySystem).toEqual([]);
});

test('the hosts file comes before the servers, and an edit counts at once', async () => {
  server.names.set('shop.test', ['203.0.113.5']);
  writeFileSync(files.hosts, '10.1.2.3 Shop.test alias.test # ours\n::7 shop.test\n10.9.9.9 shop.test\n');
  expect(await addressesOf('shop.test')).toEqual(['10.1.2.3', '::7']);
  expect(await addressesOf('alias.test')).toEqual(['10.1.2.3']);
  writeFileSync(files.hosts, '');
  expect(await addressesOf('shop.test')).toEqual(['203.0.113.5']);
});

describe('what the machine’s resolver knows more of is left to it', () => {
  test.each<[string, string, string, string]>([
    ['a short name', 'intranet', 'hosts: files dns', 'nameserver 127.0.0.1'],
    [
      'a printer',
      'printer.local',
      'hosts: files mdns4_minimal [NOTFOUND=return] dns',
      'nameserver 127.0.0.1',
    ],
    ['a name below localhost', 'app.localhost', 'hosts: files dns', 'nameserver 127.0.0.1'],
    ['a directory service', 'shop.test', 'hosts: files ldap dns', 'nameserver 127.0.0.1'],
    ['servers before the hosts file', 'shop.test', 'hosts: dns files', 'nameserver 127.0.0.1'],
    [
      'an action behind the hosts file',
      'shop.test',
      'hosts: files [NOTFOUND=return] dns',
      'nameserver 127.0.0.1',
    ],
    ['resolved beside other servers', 'shop.test', 'hosts: files resolve', 'nameserver 127.0.0.1'],
    [
      'a name with too few dots',
      'web.default',
      'hosts: files dns',
      'search svc.test\noptions timeout:1 ndots:5',
    ],
    [
      'a name that needs completing',
      'missing.test',
      'hosts: files dns',
      'search corp.test\nnameserver 127.0.0.1',
    ],
  ])('%s', async (_name, host, nsswitch, resolv) => {
    writeFileSync(files.nsswitch, `${nsswitch}\n`);
    writeFileSync(files.resolv, `${resolv}\n`);
    server.names.set('shop.test', ['203.0.113.5']);
    expect(await addressesOf(host)).toEqual(['192.0.2.9']);
    expect(bySystem).toEqual([host]);
  });

  test.each([
    ['files dns', 'nameserver 127.0.0.1'],
    ['files mdns4_minimal [NOTFOUND=return] dns myhostname', 'nameserver 127.0.0.1'],
    ['mymachines resolve [!UNAVAIL=return] files myhostname dns', 'nameserver 127.0.0.53'],
  ])('its twin: under `%s` an ordinary name is not', async (sources, resolv) => {
    writeFileSync(files.nsswitch, `hosts: ${sources}\n`);
    writeFileSync(files.resolv, `${resolv}\n`);
    server.names.set('shop.test', ['203.0.113.5']);
    expect(await addressesOf('shop.test')).toEqual(['203.0.113.5']);
    expect(bySystem).toEqual([]);
  });

  test('elsewhere than on Linux every name', async () => {
    const elsewhere = createLookUp({
      platform: 'darwin',
      system: async () => [{ address: '192.0.2.1', family: 4 }],
    });
    expect(await elsewhere('shop.test', never)).toEqual([{ address: '192.0.2.1', family: 4 }]);
  });
});

test('no settings at all read as `files dns`, and odd lines of a hosts file are passed over', () => {
  expect(sourcesIn('', '')).toEqual(new Set(['files', 'dns']));
  const odd = ['# nothing', '', 'x y', '1.2.3.4', '1.2.3.4 a.test.', '1.2.3 b.test'].join('\n');
  expect(hostsIn(odd)).toEqual(new Map([['a.test', ['1.2.3.4']]]));
});

// A mount of our own in the place of `resolv.conf` takes root.
test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'twelve dead names of one tab hold up neither another tab nor its own live one, with the machine’s own settings',
  async () => {
    writeFileSync(files.resolv, 'nameserver 127.0.0.99\n');
    const mounted = 'mount --bind "$1" /etc/resolv.conf && exec "$2" "$3"';
    const words = ['--mount', '--', 'sh', '-c', mounted, 'sh', files.resolv, process.execPath, DEAD_NAMES];
    const { stdout } = await promisify(execFile)('unshare', words, {
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    expect(stdout.trim().split('\n')).toEqual(['live.test 200', 'live.test 200']);
  },
  60_000,
);
