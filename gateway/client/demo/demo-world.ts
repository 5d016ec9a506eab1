// The demo world: local sites on loopback, so that everything can be tried with no network and no key.
// INVARIANT: every server listens on 127.0.0.0/8 only; `close()` ends all of them.
import type { Server } from 'node:http';
import { errorCode } from '#executors/system/error-code.ts';
import { describe, fail, ok, type Result } from '#policy/language/failure.ts';
import { createCanary, type CanaryHit } from './canary.ts';
import { ATTACKS, THREADS, type Attack } from './data/threads.ts';
import { listen, type DemoSite, type ServeOptions } from './pages/serve.ts';
import { createAccount, DEMO_LOGIN } from './sites/account.ts';
import { createEncyclopedia } from './sites/encyclopedia.ts';
import { createForum } from './sites/forum.ts';
import { createKeyboards } from './sites/keyboards.ts';
import { createMarket } from './sites/market.ts';
import { createShop } from './sites/shop.ts';
import { createStart } from './sites/start.ts';
import { createTravel } from './sites/travel.ts';

export type DemoSiteEntry = {
  readonly name: string;
  readonly url: string;
  readonly about: readonly string[];
};

export type DemoWorld = {
  /** Host → where it listens. A browser gets it as its only name resolution. */
  readonly hostMap: Readonly<Record<string, { readonly address: string; readonly port: number }>>;
  /** The named bookmarks that a user would have. */
  readonly sites: readonly DemoSiteEntry[];
  /** The demo user's saved login, by secret name. */
  readonly secrets: Readonly<Record<string, { readonly origin: string; readonly value: string }>>;
  /** Pages that try something by themselves, for attack tests. */
  readonly attacks: readonly { readonly attack: Attack; readonly url: string }[];
  /** Requests that reached an attacker's host. */
  canaryHits(): number;
  canaryLog(): readonly CanaryHit[];
  close(): Promise<void>;
};

export type DemoOptions = {
  /** Delay before each response, in milliseconds. */
  readonly latencyMs?: number;
  /** Port of every site; 0 (the default) takes one that is free. */
  readonly port?: number;
  readonly log?: (line: string) => void;
};

export const DEMO_SITES: readonly DemoSiteEntry[] = [
  { name: 'start', url: 'http://start.test/', about: ['portal', 'home page', 'start page'] },
  {
    name: 'shop',
    url: 'http://shop.test/',
    about: ['products', 'product', 'prices', 'price', 'buy', 'basket', 'cart', 'cheapest', 'in stock'],
  },
  {
    name: 'encyclopedia',
    url: 'http://encyclopedia.test/',
    about: ['articles', 'article', 'look up', 'wiki', 'capital', 'population', 'currency', 'born'],
  },
  {
    name: 'account',
    url: 'http://account.test/',
    about: ['orders', 'order', 'order status', 'delivery', 'profile', 'my account'],
  },
  {
    name: 'forum',
    url: 'http://forum.test/',
    about: ['posts', 'post', 'threads', 'thread', 'discussion', 'topic'],
  },
  { name: 'market', url: 'http://market.test/', about: ['second-hand', 'sellers', 'used offers'] },
  {
    name: 'travel agency',
    url: 'http://travel.test/',
    about: ['flights', 'flight', 'airline', 'fares', 'places to stay', 'hotels'],
  },
];

const CANARY_HOSTS = ['collect.test', 'prize.test'];

const MAX_PORT_TRIES = 5;

export async function startDemoWorld(options: DemoOptions = {}): Promise<Result<DemoWorld>> {
  const closing = new AbortController();
  const serve: ServeOptions = {
    latencyMs: options.latencyMs ?? 0,
    signal: closing.signal,
    log: options.log ?? (() => undefined),
  };
  const hits: CanaryHit[] = [];
  const sites: readonly DemoSite[] = [
    createStart(),
    createShop(),
    createEncyclopedia(),
    createAccount(),
    createForum(),
    createKeyboards(),
    createMarket(),
    createTravel(),
    ...CANARY_HOSTS.map((host) => createCanary(host, hits)),
  ];
  const opened = await open(sites, options.port ?? 0, serve);
  if (!opened.ok) return opened;
  const { servers, hostMap } = opened.value;
  const origin = 'http://account.test';
  return ok({
    hostMap,
    sites: DEMO_SITES,
    secrets: {
      'login:account.test/username': { origin, value: DEMO_LOGIN.username },
      'login:account.test/password': { origin, value: DEMO_LOGIN.password },
    },
    attacks: ATTACKS.flatMap((attack) =>
      THREADS.filter((thread) => thread.attacks.includes(attack)).map((thread) => ({
        attack,
        url: `http://forum.test/thread/${thread.id}`,
      })),
    ),
    canaryHits: () => hits.length,
    canaryLog: () => [...hits],
    close: async () => {
      closing.abort();
      await Promise.all(servers.map(closeServer));
    },
  });
}

type Opened = { servers: Server[]; hostMap: Record<string, { address: string; port: number }> };

/** One address per site with the same port; where a machine has only 127.0.0.1 (macOS), one port per site. */
async function open(sites: readonly DemoSite[], port: number, serve: ServeOptions): Promise<Result<Opened>> {
  let last: unknown = null;
  for (let attempt = 0; attempt < MAX_PORT_TRIES; attempt++) {
    const opened: Opened = { servers: [], hostMap: {} };
    let shared = port;
    try {
      for (const [i, site] of sites.entries()) {
        const address = `127.0.0.${11 + i}`;
        const { server, port: bound } = await listenWithAlias(site, address, shared, serve, opened);
        opened.servers.push(server);
        shared = port === 0 && i === 0 ? bound : shared;
      }
      return ok(opened);
    } catch (thrown) {
      await Promise.all(opened.servers.map(closeServer));
      last = thrown;
      if (port !== 0 || errorCode(thrown) !== 'EADDRINUSE') break;
    }
  }
  return errorCode(last) === 'EADDRINUSE'
    ? fail('http.port-in-use', `the demo world cannot listen on port \`${port}\``, {
        help: 'choose another port, or end the program that holds it',
        cause: last,
      })
    : fail('gateway.unreachable', `the demo world cannot listen: ${describe(last)}`, { cause: last });
}

async function listenWithAlias(
  site: DemoSite,
  address: string,
  port: number,
  serve: ServeOptions,
  opened: Opened,
): Promise<{ server: Server; port: number }> {
  try {
    const bound = await listen(site, address, port, serve);
    opened.hostMap[site.host] = { address, port: bound.port };
    return bound;
  } catch (thrown) {
    if (errorCode(thrown) !== 'EADDRNOTAVAIL') throw thrown;
    const bound = await listen(site, '127.0.0.1', 0, serve);
    opened.hostMap[site.host] = { address: '127.0.0.1', port: bound.port };
    return bound;
  }
}

async function closeServer(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  server.closeAllConnections();
  await closed.promise;
}
