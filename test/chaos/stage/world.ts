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

export type World = {
  /** A URL below a host that nobody has asked for yet. */
  readonly fresh: (path: string) => string;
  /** The demo shop, for those who are not struck. */
  readonly shop: string;
  /** How often that path was asked for. */
  readonly hits: (path: string) => number;
  /** Nothing is answered any more: no name, no request. */
  readonly silence: (what: 'names' | 'site') => () => void;
  readonly close: () => Promise<void>;
};

/** `resolvConf`: the file by which this mount namespace's processes find their name server. */
export async function openWorld(resolvConf: string): Promise<World> {
  const demo = await startDemoWorld();
  if (!demo.ok) throw new Error(demo.error.message);
  const shopAt = demo.value.hostMap['shop.test'];
  if (shopAt === undefined) throw new Error('the demo world has no shop');
  const silent = { site: false };
  const held = new Set<ServerResponse>();
  const page =
    (delayMs: number, answer: (response: ServerResponse) => void) =>
    (_request: IncomingMessage, response: ServerResponse): void => {
      held.add(response);
      response.on('close', () => held.delete(response));
      setTimeout(() => {
        if (!silent.site) answer(response);
      }, delayMs);
    };
  const html = (title: string) => (response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=yes' })
      .end(`<!doctype html><title>${title}</title><h1>${title}</h1><a href="/slow">Slow page</a>`);
  const file = async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="report.bin"',
      'content-length': Buffer.byteLength(PART) * PARTS,
    });
    for (let part = 0; part < PARTS && !silent.site && !response.destroyed; part += 1) {
      response.write(PART);
      await wait(SLOW_MS / PARTS);
    }
    if (!silent.site) response.end();
  };
  const site = await startSite(
    {
      '/': page(0, html('Quick')),
      '/slow': page(SLOW_MS, html('Slow')),
      '/file': page(0, (response) => void file(response)),
      '/favicon.ico': { status: 204 },
    },
    SITE_ADDRESS,
  );
  const names = await listenForNames();
  writeFileSync(resolvConf, `nameserver ${names.address}\n`);
  names.server.names.set('shop.test', [shopAt.address]);
  let made = 0;
  return {
    fresh(path) {
      made += 1;
      names.server.names.set(`host-${made}.test`, [SITE_ADDRESS]);
      return `http://host-${made}.test:${site.port}${path}`;
    },
    shop: `http://shop.test:${shopAt.port}/`,
    hits: (path) => site.hits.filter((hit) => hit === `GET ${path}`).length,
    silence(what) {
      if (what === 'site') {
        silent.site = true;
        return () => {
          silent.site = false;
          for (const response of held) response.destroy();
        };
      }
      const kept = new Map(names.server.names);
      for (const name of kept.keys()) names.server.names.set(name, null);
      return () => {
        for (const [name, addresses] of kept) names.server.names.set(name, addresses);
      };
    },
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
