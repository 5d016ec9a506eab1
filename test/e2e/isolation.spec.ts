// Two tasks on one site with two log-ins: neither sees the other's cookies, storage, cache or connections, and afterwards
// nothing on the disk holds what the pages stored. So with a browser for each tab, and with one that both share.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Config } from '#gateway/settings/config.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { keepingPolicy } from '#test/fixtures/keeping-layer.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

type Seen = { readonly path: string; readonly cookie: string; readonly socket: string };

let site: Site;
let directory: string;
let gateway: Gateway;
const seen: Seen[] = [];
const MARKERS = ['a', 'b'].map((name) => `mark${name}${randomBytes(8).toString('hex')}`);
const started = Date.now();

/** Stores the marker in every place that it is let, and then says what it finds in each. */
const storing = (
  marker: string,
): string => `<!doctype html><title>In</title><p id="out"></p><script src="/asset.js"></script><script>
  const found = [];
  const attempt = async (what, work) => { try { found.push(what + '=' + await work()); } catch (e) { found.push(what + '!' + e.name); } };
  (async () => {
    await attempt('cookie', () => { document.cookie = 'page=${marker}'; return document.cookie; });
    await attempt('local', () => { const had = localStorage.getItem('m'); localStorage.setItem('m', '${marker}'); return had + '>' + localStorage.getItem('m'); });
    await attempt('session', () => { const had = sessionStorage.getItem('m'); sessionStorage.setItem('m', '${marker}'); return had + '>' + sessionStorage.getItem('m'); });
    await attempt('cache', async () => { const c = await caches.open('m'); const had = (await c.keys()).length; await c.put('/kept', new Response('${marker}')); return had; });
    await attempt('db', () => new Promise((done, failed) => {
      const open = indexedDB.open('m', 1); open.onerror = () => failed(open.error);
      open.onupgradeneeded = () => open.result.createObjectStore('s');
      open.onsuccess = () => { const t = open.result.transaction('s', 'readwrite'); t.objectStore('s').put('${marker}', 'k'); t.oncomplete = () => done('${marker}'); };
    }));
    out.textContent = 'DONE ' + found.join(' | ');
  })();
</script>`;

beforeAll(async () => {
  site = await startSite({}, '127.0.0.43');
  const note = (
    handler: (marker: string) => { headers: Record<string, string>; body: string },
    marker = '',
  ) =>
    ((request, response) => {
      seen.push({
        path: request.url ?? '',
        cookie: request.headers.cookie ?? '',
        socket: `${request.socket.remoteAddress}:${request.socket.remotePort}`,
      });
      const made = handler(marker);
      response.writeHead(200, { 'content-type': 'text/html', ...made.headers });
      response.end(made.body);
    }) satisfies Site['pages'][string];
  for (const [at, marker] of MARKERS.entries()) {
    site.pages[`/login/${at}`] = note(
      (mine) => ({
        headers: {
          'set-cookie': `sid=${mine}; Max-Age=86400; Path=/; HttpOnly`,
          'cache-control': 'no-store',
        },
        body: storing(mine),
      }),
      marker,
    );
    site.pages[`/home/${at}`] = note(() => ({ headers: {}, body: '<title>Home</title><p>home</p>' }));
  }
  site.pages['/asset.js'] = note(() => ({
    headers: { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=86400' },
    body: '/* kept */',
  }));
});
afterAll(() => site.close());
beforeEach(() => {
  seen.length = 0;
  directory = mkdtempSync(join(tmpdir(), 'ghost-isolation-'));
});
afterEach(async () => {
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

async function open(isolation: Config['isolation']): Promise<void> {
  gateway = await openGateway({
    dataDir: directory,
    policy: keepingPolicy(directory),
    world: { hostMap: { 'shop.test': { address: '127.0.0.43', port: site.port } }, sites: [], secrets: {} },
    config: { isolation },
  });
}

async function text(tab: GovernedTab): Promise<string> {
  const done = await tab.act({ type: 'EXTRACT' });
  return done.ok && done.value.kind === 'TEXT' ? done.value.text : '';
}

/** One task's whole visit; what its page found in its storage. */
async function visit(at: number): Promise<{ tab: GovernedTab; found: string }> {
  const tab = need(await gateway.openTab({ url: `http://shop.test/login/${at}`, workerId: `worker-${at}` }));
  await expect.poll(() => text(tab), { timeout: 20_000 }).toContain('DONE');
  const found = await text(tab);
  need(await tab.act({ type: 'NAVIGATE', url: `http://shop.test/home/${at}` }));
  return { tab, found };
}

/** Files below a directory, without following links; what vanishes meanwhile is gone. */
function files(root: string): string[] {
  try {
    return readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(root, entry.name)) : entry.isFile() ? [join(root, entry.name)] : [],
    );
  } catch {
    return [];
  }
}
const holding = (paths: readonly string[], marker: string): string[] =>
  paths.filter((path) => {
    try {
      const bytes = readFileSync(path);
      return bytes.includes(marker) || bytes.includes(Buffer.from(marker, 'utf16le'));
    } catch {
      return false;
    }
  });

const browsers = (): ReadonlySet<number> =>
  new Set(
    gateway.audit
      .since(0, 1_000)
      .filter(({ type }) => type === 'tab.launched')
      .map(({ details }) => Number(details['pid'])),
  );

test.each([
  ['a browser for each tab', 'process', 2],
  ['one browser that both tabs share', 'context', 1],
] as const)(
  'with %s neither sees anything of the other, and nothing is left behind',
  async (_name, isolation, count) => {
    await open(isolation);
    const [a, b] = await Promise.all([visit(0), visit(1)]);
    expect(browsers().size).toBe(count);
    const [markA = '', markB = ''] = MARKERS;
    for (const [{ found }, mine, other] of [
      [a, markA, markB],
      [b, markB, markA],
    ] as const) {
      expect(found).toContain(`page=${mine}`);
      expect(found).toContain(`session=null>${mine}`);
      expect(found).not.toContain(other);
    }
    const homes = [0, 1].map((at) => seen.find(({ path }) => path === `/home/${at}`)?.cookie ?? '');
    expect(homes[0]).toContain(`sid=${markA}`);
    expect(homes[0]).not.toContain(markB);
    expect(homes[1]).toContain(`sid=${markB}`);
    expect(homes[1]).not.toContain(markA);
    // Each fetched for itself what may be cached by anybody, over connections of its own.
    expect(seen.filter(({ path }) => path === '/asset.js')).toHaveLength(2);
    const sockets = (marker: string): Set<string> =>
      new Set(seen.filter(({ cookie }) => cookie.includes(marker)).map(({ socket }) => socket));
    expect(sockets(markA).intersection(sockets(markB)).size).toBe(0);
    const profiles = gateway.paths.profiles;
    const before = MARKERS.flatMap((marker) => holding(files(profiles), marker));
    if (isolation === 'process') {
      // What is searched is known to hold the markers while the tasks run: their profiles.
      expect(readdirSync(profiles)).toHaveLength(2);
      expect(before.length).toBeGreaterThan(0);
    } else {
      // A context writes nothing down, not even while it lives; what the browser has of its own is one directory more.
      expect(readdirSync(profiles)).toHaveLength(3);
      expect(before).toEqual([]);
    }
    await Promise.all([a.tab.close(), b.tab.close()]);
    expect(readdirSync(profiles)).toEqual([]);
    const ours = readdirSync(tmpdir()).flatMap((name) => {
      const path = join(tmpdir(), name);
      const fresh = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      return /^(?:ghost-|\.?org\.chromium|scoped_dir|\.com\.google)/u.test(name) && fresh >= started
        ? files(path)
        : [];
    });
    for (const marker of MARKERS) {
      expect(holding(files(directory), marker)).toEqual([]);
      expect(holding(ours, marker)).toEqual([]);
    }
  },
);
