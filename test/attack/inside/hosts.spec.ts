// An address that is spelt so that one part of the boundary reads another host than the next; a rule that names everybody's
// hosts; a rule for one port that opens another. INVARIANT: `ghost policy explain` answers for the tab and the proxy.
import { connect } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ConnectionRequest } from '#executors/contract/connection.ts';
import { startProxy, type TabProxy } from '#executors/network/proxy.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { lintFiles } from '#gateway/client/policy/check.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';
import { defaultPolicy } from '#test/fixtures/policy/policies.ts';
import { URLS } from '../urls.ts';

const EXPLANATION = z.object({
  decision: z.string(),
  facts: z.object({ host: z.string(), port: z.string().optional(), addressClass: z.string() }).nullable(),
});
const FINDINGS = z.object({ findings: z.array(z.object({ id: z.string(), level: z.string() })) });
const home = new GhostHome();
afterAll(() => home[Symbol.dispose]());

async function explained(
  requests: readonly Readonly<Record<string, unknown>>[],
  ...more: readonly string[]
): Promise<readonly z.infer<typeof EXPLANATION>[]> {
  const input = requests.map((one) => JSON.stringify(one)).join('\n');
  const { stdout } = await home.run(['policy', 'explain', '--stdin', '--json', ...more], { input });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => EXPLANATION.parse(JSON.parse(line)));
}

/** A layer of its own below the shipped policy. */
function layer(name: string, rules: readonly string[]): string {
  const file = join(home.directory, `${name}.yaml`);
  const body = rules.map((one) => `  - ${one}\n`).join('');
  writeFileSync(
    file,
    `policy: 1\nid: ${name}\nextends: { id: phase38-default }\nowner: web\nrules:\n${body}`,
  );
  return file;
}

/** What `policy check` finds wrong with it, asked of the function that the command asks. */
const errorsIn = (file: string): readonly string[] =>
  lintFiles([file], { fix: false }).findings.flatMap(({ level, id }) => (level === 'error' ? [id] : []));

describe('hosts: one canonical form', () => {
  const task = aTaskContext({
    namedHosts: new Set(URLS.flatMap(([, host]) => (host === null ? [] : [host]))),
  });
  let proxy: TabProxy;
  let asked: ConnectionRequest[] = [];

  beforeAll(async () => {
    proxy = await startProxy({
      tabId: 'mine',
      hostMap: {},
      onConnection: async (request) => {
        asked.push(request);
        return { allow: false, reason: 'the test only looks' };
      },
      resolve: async () => [],
    });
  });
  afterAll(() => proxy.close());

  test('`policy explain` and the boundary of a tab decide alike on every odd spelling, of the same host', async () => {
    const base = {
      capability: 'NAVIGATE_CROSS_ORIGIN',
      executor: 'HEADLESS_CHROMIUM',
      initiator: 'NAVIGATOR',
    };
    const factsOf = (url: string) =>
      factsFor(
        { capability: 'NAVIGATE_CROSS_ORIGIN', url },
        { task, action: 'NONE', initiator: 'NAVIGATOR', documentUrl: 'https://start.test/' },
      );
    // Which ports a name stands for is the boundary's to say: `explain` is told.
    const answers = await explained(
      URLS.map(([url]) => ({ ...base, url, namedByUser: factsOf(url).namedByUser })),
    );
    const differ = URLS.flatMap(([url, host], at) => {
      const answer = answers[at];
      const facts = factsOf(url);
      const { decision } = defaultPolicy().decide(facts);
      const same =
        decision === answer?.decision &&
        (host === null
          ? decision === 'DENY'
          : facts.host === answer.facts?.host && facts.addressClass === answer.facts.addressClass);
      return same ? [] : [{ url, tab: [decision, facts.host], explain: answer }];
    });
    expect(differ).toEqual([]);
  });

  test('the proxy asks for that host and no other, or refuses the request', async () => {
    const pass = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
    const send = (url: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const host = URL.parse(url)?.host ?? '';
        const socket = connect(proxy.port, '127.0.0.1', () => {
          socket.write(
            `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nProxy-Authorization: Basic ${pass}\r\nConnection: close\r\n\r\n`,
          );
        });
        socket.once('data', () => socket.destroy());
        socket.on('close', () => resolve()).on('error', reject);
      });
    // A request line has no spaces, no letters beyond ASCII and no fragment.
    for (const [url, host] of URLS.filter(([one]) => /^http:[!"$-~]+$/u.test(one))) {
      asked = [];
      await send(url);
      const bare = host?.replace(/^\[(.*)\]$/u, '$1');
      expect([url, asked.map((one) => one.host)]).toEqual([url, bare === undefined ? [] : [bare]]);
    }
  });
});

describe('hosts: rules that name everybody', () => {
  const allow = (host: string, more = ''): string =>
    `{ id: r, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: '${host}' }, reason: r${more} }`;
  /** Errors of its check, by id. */
  const errorsOf = (name: string, rule: string): readonly string[] => errorsIn(layer(name, [rule]));

  test('an ALLOW on a public suffix, or on a shared host, does not load', () => {
    const hosts = [
      '*.com',
      '*.co.uk',
      '*.github.io',
      'github.io',
      'co.uk',
      '*.kawasaki.jp',
      '*.ck',
      '*.xn--p1ai',
    ];
    const found = hosts.map((host, at) => errorsOf(`suffix-${at}`, allow(host)));
    expect(found).toEqual(hosts.map(() => ['public-suffix']));
    const said = `{ id: r, decision: ALLOW, when: { capability: FILE_DOWNLOAD }, logic: { host_in: [{ var: host }, ['*.com']] }, reason: r }`;
    expect(errorsOf('suffix-logic', said)).toEqual(['public-suffix']);
  });

  test('twin: an ALLOW on a site, a DENY on a suffix, and an ALLOW that says so in a word load', () => {
    const rules = [
      allow('*.example.com'),
      allow('*.example.github.io'),
      allow('*.test'),
      `{ id: r, decision: DENY, when: { capability: FILE_DOWNLOAD, host: '*.zip' }, reason: r }`,
      allow('*.com', ', publicSuffix: true'),
    ];
    const found = rules.map((rule, at) => errorsOf(`site-${at}`, rule));
    expect(found.flat()).toEqual([]);
  });
});

describe('hosts: exact ports', () => {
  const at = (url: string) => ({
    capability: 'NAVIGATE_CROSS_ORIGIN',
    executor: 'HEADLESS_CHROMIUM',
    initiator: 'NAVIGATOR',
    namedByUser: true,
    url,
  });
  const urls = [
    'https://shop.test:8443/',
    'https://shop.test:8080/',
    'https://shop.test:9999/',
    'https://shop.test/',
    'https://shop.test:443/',
    'http://shop.test/',
    'https://other.test:8080/',
  ];

  test('a rule that names a port is for that port and no other of its class', async () => {
    const file = layer('ports', [
      `{ id: closed, decision: DENY, when: { capability: NAVIGATE_CROSS_ORIGIN, host: shop.test }, except: [{ port: [8443, 443] }], reason: r }`,
    ]);
    const answers = await explained(urls.map(at), '--policy', 'default', '--policy', file);
    expect(urls.map((url, index) => [url, answers[index]?.decision])).toEqual([
      ['https://shop.test:8443/', 'ALLOW'],
      ['https://shop.test:8080/', 'DENY'],
      ['https://shop.test:9999/', 'DENY'],
      ['https://shop.test/', 'ALLOW'],
      ['https://shop.test:443/', 'ALLOW'],
      ['http://shop.test/', 'DENY'],
      ['https://other.test:8080/', 'ALLOW'],
    ]);
  });

  test('`policy explain` says the port, that of the scheme where the address names none', async () => {
    const answers = await explained(urls.map(at));
    expect(answers.map(({ facts }) => facts?.port)).toEqual([
      '8443',
      '8080',
      '9999',
      '443',
      '443',
      '80',
      '8080',
    ]);
    const [other] = await explained([{ ...at('https://shop.test:8443/'), port: 443 }]);
    expect(other).toMatchObject({ decision: 'DENY', facts: null });
  });

  test('a port is a whole number that exists, or the policy does not load', async () => {
    const files = ['0', '65536', '"08"', 'https', '[]', '8443.5', '-1', '443'].map(
      (port, index) =>
        [
          port,
          layer(`port-${index}`, [
            `{ id: r, decision: DENY, when: { host: shop.test, port: ${port} }, reason: r }`,
          ]),
        ] as const,
    );
    const refused = files.filter(([, file]) => errorsIn(file).length > 0);
    expect(refused.map(([port]) => port)).toEqual(['0', '65536', '"08"', 'https', '[]', '8443.5', '-1']);
    const ran = await home.run(['policy', 'check', refused[0]?.[1] ?? '', '--json']);
    expect(ran.code).toBe(1);
    const said = FINDINGS.parse(ran.json()).findings.filter(({ level }) => level === 'error');
    expect(said.map(({ id }) => id)).toEqual(errorsIn(refused[0]?.[1] ?? ''));
  });
});
