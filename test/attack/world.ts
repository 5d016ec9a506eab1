// The attacked site, the attacker's canaries and everything that records a contact, on this machine alone.
// INVARIANT: what reaches anything but the allowed site is in `contacts`; `close` ends every server.
import { networkInterfaces } from 'node:os';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { makeCertificate, type Authority } from '#test/fixtures/certificate.ts';
import { Contacts } from './canaries/contacts.ts';
import { openDns } from './canaries/dns.ts';
import { openDoor } from './canaries/tcp.ts';
import { openUdp } from './canaries/udp.ts';
import { answerOfCanary } from './canaries/answers.ts';
import { aimOf, EVIL, NAMES, PRELUDE, SITE, type Aim, type Answer, type Way } from './way.ts';

export type AttackPage = {
  readonly path: string;
  readonly url: string;
  readonly ways: readonly Way[];
  readonly click: boolean;
};

export type World = {
  readonly contacts: Contacts;
  /** For a gateway: every host of the site and of the attacker. `apart`: the attacker at this machine's address in its network. */
  readonly hostMap: (
    apart: boolean,
  ) => Readonly<Record<string, { readonly address: string; readonly port: number }>>;
  /** For an unguarded browser: `--host-resolver-rules`. */
  readonly resolverRules: string;
  readonly spki: string;
  /** Address of the name server; `null` where this process may not listen on port 53. */
  readonly dns: string | null;
  readonly aim: (way: Way) => Aim;
  /** Puts ways on one page of the site. */
  readonly page: (ways: readonly Way[], which?: 'page' | 'later') => AttackPage;
  /** Whether the page was fetched, and its scripts ran. */
  readonly ran: (page: AttackPage) => boolean;
  /** `GET /path` of everything that reached the allowed site. */
  readonly visits: readonly string[];
  readonly close: () => Promise<void>;
};

const LOOPBACK = '127.0.0.1';
const DNS_ADDRESS = '127.0.0.83';

/**
 * `authority`: its certificates are trusted, and every address of the pages is one of TLS. `apart`: loopback stands for the web, so pages
 * that would reach this machine aim at its address in its network.
 */
export async function openWorld(
  ways: readonly Way[],
  {
    authority = null,
    apart = false,
  }: { readonly authority?: Authority | null; readonly apart?: boolean } = {},
): Promise<World> {
  const contacts = new Contacts();
  const names = [SITE, EVIL, `*.${EVIL}`, 'localhost'];
  const certificate =
    authority === null
      ? makeCertificate(names)
      : authority.issue([...names, ...ways.flatMap((way) => way.hosts ?? [])]);
  const wayOf = new Map<string, string>();
  const hosts: string[] = [];
  for (const way of ways) {
    for (const host of [`${way.id}.${EVIL}`, ...(way.hosts ?? [])]) {
      wayOf.set(host, way.id);
      hosts.push(host);
    }
  }
  const markOf = (request: IncomingMessage): string | null => {
    const host = (request.headers.host ?? '').replace(/:\d+$/u, '').toLowerCase().replace(/\.$/u, '');
    return wayOf.get(host) ?? /\bway=([a-z0-9-]+)/u.exec(request.url ?? '')?.[1] ?? null;
  };
  const machine = ownAddress();
  const addressed = (text: string): string => {
    const aimed = apart ? text.replaceAll(LOOPBACK, machine) : text;
    return authority === null ? aimed : overTls(aimed);
  };
  const evil = await openDoor([LOOPBACK, machine], {
    certificate,
    onRequest: (request, response) => {
      const by = 'encrypted' in request.socket ? 'https' : 'http';
      contacts.add({
        way: markOf(request),
        by,
        detail: `${request.method} ${request.headers.host}${request.url}`,
      });
      answerOfCanary(request, response);
    },
    onUpgrade: (request) =>
      contacts.add({ way: markOf(request), by: 'ws', detail: `${request.headers.host}${request.url}` }),
    onBare: (detail) => contacts.add({ way: null, by: 'tcp', detail }),
  });

  const closing: (() => Promise<void>)[] = [evil.close];
  const ports = new Map<string, number>();
  for (const { id, port } of ways) {
    if (port === 'udp') {
      const door = await openUdp('0.0.0.0', (by, bytes) =>
        contacts.add({ way: id, by, detail: `${bytes} bytes` }),
      );
      ports.set(id, door.port);
      closing.push(door.close);
    } else if (port === 'tcp') {
      const noted = (detail: string): void => contacts.add({ way: id, by: 'tcp', detail });
      const door = await openDoor([LOOPBACK, '::1', machine], {
        certificate,
        onRequest: (request, response) => {
          contacts.add({
            way: id,
            by: 'http',
            detail: `${request.method} ${request.headers.host}${request.url}`,
          });
          answerOfCanary(request, response);
        },
        onUpgrade: ({ url }) => noted(`upgrade ${url}`),
        onBare: noted,
      });
      ports.set(id, door.port);
      closing.push(door.close);
    }
  }
  const dns = await openDns(DNS_ADDRESS, (name) => {
    const way = new RegExp(`([a-z0-9-]+)\\.${NAMES}$`, 'u').exec(name)?.[1];
    if (way !== undefined) contacts.add({ way, by: 'dns', detail: name });
  });
  if (dns !== null) closing.push(dns.close);

  const aims = new Map(ways.map((way) => [way.id, aimOf(way, ports.get(way.id) ?? 0, machine)]));
  const aim = (way: Way): Aim => {
    const found = aims.get(way.id);
    if (found === undefined) throw new Error(`\`${way.id}\` is no way of this world`);
    return found;
  };
  const pages = new Map<string, Answer>();
  const routes = new Map<string, Answer>();
  for (const way of ways) {
    for (const [path, answer] of Object.entries(way.routes?.(aim(way)) ?? {}))
      routes.set(`/r/${way.id}/${path}`, answerBy(answer, addressed));
  }
  const visits: string[] = [];
  const ran = new Set<string>();
  const site = await openDoor([LOOPBACK], {
    certificate,
    onRequest: (request, response) => {
      const path = (request.url ?? '/').replace(/[?#].*$/u, '');
      visits.push(`${request.method} ${path}`);
      const told = /^\/(report|ran)\/(.+)$/u.exec(path);
      if (told === null) {
        send(response, pages.get(path) ?? routes.get(path) ?? { status: 404, body: 'not here' });
        return;
      }
      const [, kind = '', id = ''] = told;
      readBody(request, (sent) => {
        const body =
          sent === ''
            ? decodeURIComponent(URL.parse(request.url ?? '', 'http://x')?.search.slice(1) ?? '')
            : sent;
        if (kind === 'ran') {
          ran.add(id);
          contacts.changed();
        } else contacts.add({ way: id, by: 'report', detail: body.slice(0, 200) });
        send(response, { headers: { 'access-control-allow-origin': '*' }, body: '' });
      });
    },
    onUpgrade: () => undefined,
    onBare: () => undefined,
  });
  closing.push(site.close);

  let pageCount = 0;
  return {
    contacts,
    spki: certificate.spki,
    dns: dns?.address ?? null,
    hostMap: (apart) => {
      if (apart && machine === LOOPBACK) throw new Error('this machine has no address beside its loopback');
      const address = apart ? machine : LOOPBACK;
      return Object.fromEntries([
        [SITE, { address: LOOPBACK, port: site.port }],
        ...hosts.map((host) => [host, { address, port: evil.port }] as const),
      ]);
    },
    resolverRules: [
      `MAP ${SITE} ${LOOPBACK}:${site.port}`,
      `MAP *.${EVIL} ${LOOPBACK}:${evil.port}`,
      ...hosts
        .filter((host) => !host.endsWith(`.${EVIL}`))
        .map((host) => `MAP ${host} ${LOOPBACK}:${evil.port}`),
    ].join(', '),
    aim,
    page: (together, which = 'page') => {
      pageCount += 1;
      const name = together.length === 1 ? `${together[0]?.id}-${pageCount}` : `batch-${pageCount}`;
      const path = `/w/${name}`;
      const parts = together.map((way) => (which === 'later' ? (way.later ?? way.page) : way.page)(aim(way)));
      const headers = Object.assign(
        {},
        ...together.map((way) => (which === 'later' ? {} : (way.headers?.(aim(way)) ?? {}))),
      );
      const answer = {
        headers: { 'cache-control': 'no-store', ...headers },
        body: `<!doctype html><meta charset="utf-8"><title>${name}</title>${PRELUDE}<script>tell('ran/${name}', '')</script><body>\n${parts.join('\n')}\n`,
      };
      pages.set(path, answerBy(answer, addressed));
      return {
        path: name,
        url: addressed(`http://${SITE}${path}`),
        ways: together,
        click: together.some(({ click }) => click === true),
      };
    },
    ran: ({ path }) => ran.has(path),
    visits,
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
}

/** Names of XML are no addresses. */
const overTls = (text: string): string =>
  text.replaceAll(/\b(http|ws):\/\/(?!www\.w3\.org\/)/gu, (_all, scheme: string) => `${scheme}s://`);

function answerBy(answer: Answer, addressed: (text: string) => string): Answer {
  const { body, headers } = answer;
  const values = Object.entries(headers ?? {}).map(([name, value]): [string, string | readonly string[]] => [
    name,
    typeof value === 'string' ? addressed(value) : value.map(addressed),
  ]);
  return {
    ...answer,
    ...(typeof body === 'string' ? { body: addressed(body) } : {}),
    headers: Object.fromEntries(values),
  };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const all = Object.entries({ 'content-type': 'text/html; charset=utf-8', ...headers });
  response.writeHead(
    status ?? 200,
    Object.fromEntries(all.map(([name, value]) => [name, typeof value === 'string' ? value : [...value]])),
  );
  response.end(body ?? '');
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => {
    if (body.length < 10_000) body += chunk;
  });
  request.on('end', () => done(body));
}

/** The machine's own address in its network; loopback where it has none. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? LOOPBACK;
}
