// What the gateways of a run see of the world: the demo shop and a slow site, by names of a name server of the run's own.
// INVARIANT: it is outside every gateway, so that it can be struck, and mended, without them.
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import { startNameServer } from '#test/fixtures/name-server.ts';
import { startSite } from '#test/fixtures/site.ts';

/** So long an answer of `/slow` and the whole of `/file` take: long enough to be struck in the middle. */
const SLOW_MS = 500;
const PARTS = 8;
const PART = 'a report, line by line\n'.repeat(2_000);
const SITE_ADDRESS = '127.0.0.21';

export type World = { readonly part: () => Part; readonly close: () => Promise<void> };

/** Of one gateway: hosts of its own, so that what is struck for one is there for the others, and nobody counts another's requests. */
export type Part = {
  /** A URL below a host that nobody has asked for yet. */
  readonly fresh: (path: string) => string;
  /** The demo shop, for those who are not struck. */
  readonly shop: string;
  /** How often that path was asked for. */
  readonly hits: (path: string) => number;
  /** Nothing is answered any more: no name, no request. */
  readonly silence: (what: 'names' | 'site') => () => void;
};

class Hosts {
  readonly all = new Set<string>();
  readonly hits = new Map<string, number>();
  readonly held = new Set<ServerResponse>();
  isSilent = false;
  hasNoNames = false;
}

/** `resolvConf`: the file by which this mount namespace's processes find their name server. */
export async function openWorld(resolvConf: string): Promise<World> {
  const demo = await startDemoWorld();
  if (!demo.ok) throw new Error(demo.error.message);
  const shopAt = demo.value.hostMap['shop.test'];
  if (shopAt === undefined) throw new Error('the demo world has no shop');
  const parts: Hosts[] = [];
  const partOf = ({ headers }: IncomingMessage): Hosts => {
    const host = headers.host?.split(':')[0] ?? '';
    const found = parts.find(({ all }) => all.has(host));
    if (found === undefined) throw new Error(`nobody has the host ${host}`);
    return found;
  };
  type Answer = (response: ServerResponse, isSilent: () => boolean) => void;
  const page =
    (delayMs: number, answer: Answer) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      const part = partOf(request);
      const path = request.url ?? '';
      part.hits.set(path, (part.hits.get(path) ?? 0) + 1);
      part.held.add(response);
      response.on('close', () => part.held.delete(response));
      setTimeout(() => {
        if (!part.isSilent) answer(response, () => part.isSilent);
      }, delayMs);
    };
  const html = (title: string) => (response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=yes' })
      .end(`<!doctype html><title>${title}</title><h1>${title}</h1><a href="/slow">Slow page</a>`);
  const file = async (response: ServerResponse, isSilent: () => boolean): Promise<void> => {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="report.bin"',
      'content-length': Buffer.byteLength(PART) * PARTS,
    });
    for (let part = 0; part < PARTS && !isSilent() && !response.destroyed; part += 1) {
      response.write(PART);
      await wait(SLOW_MS / PARTS);
    }
    if (!isSilent()) response.end();
  };
  const site = await startSite(
    {
      '/': page(0, html('Quick')),
      '/slow': page(SLOW_MS, html('Slow')),
      '/file': page(0, (response, isSilent) => void file(response, isSilent)),
      '/favicon.ico': { status: 204 },
    },
    SITE_ADDRESS,
  );
  const names = await listenForNames();
  writeFileSync(resolvConf, `nameserver ${names.address}\n`);
  names.server.names.set('shop.test', [shopAt.address]);
  let made = 0;
  const shop = `http://shop.test:${shopAt.port}/`;
  const part = (): Part => {
    const own = new Hosts();
    parts.push(own);
    const name = (host: string): void =>
      void names.server.names.set(host, own.hasNoNames ? null : [SITE_ADDRESS]);
    return {
      shop,
      fresh(path) {
        made += 1;
        const host = `host-${made}.test`;
        own.all.add(host);
        name(host);
        return `http://${host}:${site.port}${path}`;
      },
      hits: (path) => own.hits.get(path) ?? 0,
      silence(what) {
        if (what === 'site') {
          own.isSilent = true;
          return () => {
            own.isSilent = false;
            for (const response of own.held) response.destroy();
          };
        }
        own.hasNoNames = true;
        own.all.forEach(name);
        return () => {
          own.hasNoNames = false;
          own.all.forEach(name);
        };
      },
    };
  };
  return {
    part,
    async close() {
      await names.server.close();
      await site.close();
      await demo.value.close();
    },
  };
}

/** A resolver asks port 53 alone, so several runs at once need an address each. */
async function listenForNames() {
  for (let last = 1; ; last += 1) {
    const address = `127.53.${process.pid % 250}.${last}`;
    try {
      return { address, server: await startNameServer(address, 53) };
    } catch (thrown) {
      if (last === 5) throw thrown;
    }
  }
}
