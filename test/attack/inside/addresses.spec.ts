// A page, or a name server, that wants the tab at an address of this machine, its network or its cloud.
// INVARIANT: written from outside: the command as a person runs it, and the choke point over sockets.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ConnectionRequest } from '#executors/contract/connection.ts';
import { startProxy, type TabProxy } from '#executors/network/proxy.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';

const ANSWER = z.object({
  decision: z.string(),
  facts: z.object({ addressClass: z.string(), host: z.string() }).nullable(),
});

describe('addresses: what is not the public net', () => {
  const home = new GhostHome();
  afterAll(() => home[Symbol.dispose]());

  /** What `ghost policy explain` says of each, in one process. */
  async function explained(urls: readonly string[]) {
    const lines = urls.map((url) =>
      JSON.stringify({
        capability: 'NAVIGATE_CROSS_ORIGIN',
        executor: 'HEADLESS_CHROMIUM',
        namedByUser: true,
        url,
      }),
    );
    const { stdout } = await home.run(['policy', 'explain', '--stdin', '--json'], {
      input: lines.join('\n'),
    });
    const answers = stdout.trimEnd().split('\n');
    return urls.map((url, at) => [url, ANSWER.parse(JSON.parse(answers[at] ?? ''))] as const);
  }

  test('an IPv6 address is judged by the IPv4 address that it carries', async () => {
    const inside = ['127.0.0.1', '169.254.169.254', '10.1.2.3', '168.63.129.16'];
    const hex = (quad: string): string => {
      const [a = 0, b = 0, c = 0, d = 0] = quad.split('.').map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    };
    const turned = (quad: string): string =>
      hex(
        quad
          .split('.')
          .map((one) => Number(one) ^ 0xff)
          .join('.'),
      );
    const urls = inside.flatMap((quad) =>
      [
        `::${quad}`,
        `::${hex(quad)}`,
        `::ffff:${quad}`,
        `::ffff:0:${hex(quad)}`,
        `64:ff9b::${quad}`,
        `64:ff9b:1::${quad}`,
        `2002:${hex(quad)}::1`,
        `2001:0:${hex(quad)}::1`,
        `2001:0:5db8:d822:0:0:${turned(quad)}`,
        `2a00:1450::5efe:${quad}`,
        `2a00:1450::200:5efe:${quad}`,
      ].map((address) => `http://[${address}]/`),
    );
    for (const [url, { decision, facts }] of await explained(urls)) {
      expect([url, facts?.addressClass], url).not.toEqual([url, 'PUBLIC']);
      expect([url, decision]).toEqual([url, 'DENY']);
    }
  });

  test('every cloud’s metadata service counts as one, by address and by name', async () => {
    const hosts = [
      '169.254.169.254',
      '169.254.170.2',
      '169.254.170.23',
      '168.63.129.16',
      '0xA83F8110',
      '100.100.100.200',
      '192.0.0.192',
      '[fd00:ec2::254]',
      '[fd00:ec2::23]',
      '[::ffff:a83f:8110]',
      'metadata.google.internal',
      'METADATA.google.internal.',
      'metadata.goog',
      'metadata',
      'instance-data',
      'instance-data.ec2.internal',
    ];
    for (const [url, { decision, facts }] of await explained(hosts.map((host) => `http://${host}/latest`)))
      expect([url, decision, facts?.addressClass]).toEqual([url, 'DENY', 'METADATA']);
  });

  test('names that only a network of one’s own answers are not public, in any spelling', async () => {
    const hosts = [
      'printer.local',
      'PRINTER.Local.',
      'printer。local',
      'db.internal',
      'vault.corp',
      'nas.lan',
      'nas.home.arpa',
      'mail.intranet',
      'router',
      'a.b.localhost',
      'localhost.localdomain',
    ];
    for (const [url, { decision, facts }] of await explained(hosts.map((host) => `https://${host}/`))) {
      expect([url, facts?.addressClass]).not.toEqual([url, 'PUBLIC']);
      expect([url, decision]).toEqual([url, 'DENY']);
    }
  });

  test('twin: public addresses and names, however alike, are open to whoever named them', async () => {
    const hosts = [
      'example.com',
      'local.example.com',
      'internal.example.com',
      'mylocal.dev',
      'metadata.example.com',
      'localhost.example.com',
      '93.184.216.34',
      '[2606:2800:220:1::1]',
      '[64:ff9b::93.184.216.34]',
    ];
    for (const [url, { decision, facts }] of await explained(hosts.map((host) => `https://${host}/`)))
      expect([url, decision, facts?.addressClass]).toEqual([url, 'ALLOW', 'PUBLIC']);
  });
});

describe('addresses: names with several of them', () => {
  let site: Site;
  let proxy: TabProxy;
  let asked: ConnectionRequest[] = [];
  let names: Record<string, string[]> = {};
  let lookups: string[] = [];
  let rule: (request: ConnectionRequest) => boolean = () => true;

  beforeAll(async () => {
    site = await startSite({ '/': 'hello' });
    proxy = await startProxy({
      tabId: 'mine',
      hostMap: {},
      onConnection: async (request) => {
        asked.push(request);
        return { allow: rule(request), reason: 'the test says so' };
      },
      resolve: async (host) => {
        lookups.push(host);
        return (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
    });
  });
  afterAll(() => Promise.all([proxy.close(), site.close()]));

  const status = (host: string, connected = false): Promise<number> =>
    new Promise((resolve, reject) => {
      const at = `${host}:${site.port}`;
      const pass = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
      const socket = connect(proxy.port, '127.0.0.1', () => {
        socket.write(
          `${connected ? `CONNECT ${at}` : `GET http://${at}/`} HTTP/1.1\r\nHost: ${at}\r\nProxy-Authorization: Basic ${pass}\r\n\r\n`,
        );
      });
      socket.once('data', (chunk) => {
        socket.destroy();
        resolve(Number(chunk.toString().split(' ')[1]));
      });
      socket.on('error', reject);
    });

  test('a name is judged by every address, wherever the private one stands and however it is written', async () => {
    rule = ({ addressClass }) => addressClass === 'PUBLIC';
    const inside = [
      '127.0.0.1',
      '10.0.0.7',
      '::1',
      '::7f00:1',
      '64:ff9b::a9fe:a9fe',
      '2002:7f00:1::1',
      '168.63.129.16',
    ];
    const places = inside.flatMap((address) => [
      [address, '93.184.216.34', '2606:2800::1'],
      ['93.184.216.34', address, '2606:2800::1'],
      ['93.184.216.34', '2606:2800::1', address],
    ]);
    names = Object.fromEntries(places.map((addresses, at) => [`mixed-${at}.example`, addresses]));
    const before = site.hits.length;
    for (const [at, addresses] of places.entries())
      for (const connected of [false, true])
        expect([addresses, await status(`mixed-${at}.example`, connected)]).toEqual([addresses, 403]);
    expect(site.hits).toHaveLength(before);
  });

  test('what is asked about, when a name turns out less public, is the address that makes it so', async () => {
    asked = [];
    rule = ({ addressClass }) => addressClass === 'PUBLIC';
    names = { 'shown.example': ['93.184.216.34', '169.254.169.254'] };
    await status('shown.example');
    expect(asked.map(({ address, addressClass }) => [address, addressClass])).toEqual([
      [null, 'PUBLIC'],
      ['169.254.169.254', 'METADATA'],
    ]);
  });

  test('a name is looked up once: what it leads to later, after the decision, is not where it goes', async () => {
    lookups = [];
    rule = () => true;
    names = { 'rebind.example': ['127.0.0.1'] };
    expect(await status('rebind.example')).toBe(200);
    names = { 'rebind.example': ['169.254.169.254', '127.0.0.9'] };
    expect([await status('rebind.example'), await status('rebind.example', true)]).toEqual([200, 200]);
    expect(lookups).toEqual(['rebind.example']);
  });

  test('twin: a name with addresses of both families is reached by the one that answers', async () => {
    rule = ({ addressClass }) => ['PUBLIC', 'LOOPBACK'].includes(addressClass);
    names = { 'both.example': ['::1', '127.0.0.1'] };
    expect(await status('both.example')).toBe(200);
  });
});
