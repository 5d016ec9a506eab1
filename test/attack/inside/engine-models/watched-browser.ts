// A browser as the project starts it, every door of which is watched: what its proxy is asked for, every socket of its processes, and
// what its own network log says. INVARIANT: a watcher that could not look is an error, never an empty list.
import { mkdtemp, readFile, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { startBrowser } from '#executors/browsers/launch/browser-process.ts';
import { discoverBrowser } from '#executors/browsers/launch/discover.ts';
import { openNamespace } from '#executors/browsers/processes/namespace.ts';
import { need, newProfileRoot } from '#test/fixtures/tab.ts';
import { startRecordingProxy } from './recording-proxy.ts';

export type Seen = {
  /** `METHOD target` of everything that the proxy was asked for. */
  readonly asked: readonly string[];
  /** Remote ends of the browser's sockets that are not the proxy. */
  readonly sockets: readonly string[];
  /** Addresses of the requests in the browser's own log, whoever made them. */
  readonly requests: readonly string[];
};

export type WatchedBrowser = {
  /** Shows the page, presses `#go` with a person's gesture, and gives the text of `#out` once there is some. */
  readonly run: (url: string, deadlineMs: number) => Promise<string>;
  /** Ends the browser, and says what was seen. */
  readonly end: () => Promise<Seen>;
};

const SAMPLE_MS = 10;
const END_MS = 10_000;

export async function openWatchedBrowser(
  flags: readonly string[],
  hostMap: Readonly<Record<string, { readonly address: string; readonly port: number }>>,
  { isolated = true } = {},
): Promise<WatchedBrowser> {
  const namespace = isolated ? need(await openNamespace()) : null;
  const proxy = await startRecordingProxy(hostMap, namespace);
  const logs = await mkdtemp(join(tmpdir(), 'ghost-net-log-'));
  // The browser is another user.
  await chmod(logs, 0o1777);
  const log = join(logs, 'net.json');
  const browser = need(
    await startBrowser(
      {
        path: need(await discoverBrowser()).path,
        flags: [...flags, `--log-net-log=${log}`],
        profileRoot: await newProfileRoot(),
        proxyPort: proxy.port,
        deadlineMs: 20_000,
        namespace,
      },
      new AbortController().signal,
    ),
  );
  await namespace?.release();
  const sockets = watchSockets(browser.pid, proxy.port, isolated);
  const { connection } = browser;
  return {
    run: async (url, deadlineMs) => {
      const { targetId } = await connection.browser.send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await connection.browser.send('Target.attachToTarget', {
        targetId,
        flatten: true,
      });
      const page = connection.session(sessionId);
      await page.send('Page.enable');
      const loaded = new Promise<void>((resolve) => page.on('Page.loadEventFired', () => resolve()));
      await page.send('Page.navigate', { url });
      await loaded;
      await page.send('Runtime.evaluate', {
        expression: `document.getElementById('go').click()`,
        userGesture: true,
      });
      const { result } = await page.send(
        'Runtime.evaluate',
        {
          expression: `new Promise((done) => { const out = document.getElementById('out'); const look = () => { if (out.textContent !== '') done(out.textContent); };
            new MutationObserver(look).observe(out, { childList: true }); look(); })`,
          awaitPromise: true,
          returnByValue: true,
        },
        { deadlineMs },
      );
      return z.string().parse(result.value);
    },
    end: async () => {
      // Its log is whole only if it ends by itself.
      const gone = new Promise<void>((resolve) => connection.onClose(() => resolve()));
      await Promise.all([connection.browser.send('Browser.close', {}, { deadlineMs: END_MS }), gone]);
      for (const until = Date.now() + END_MS; (await uidOf(browser.pid)) !== null;) {
        if (Date.now() > until) throw new Error('the browser does not end');
        await wait(SAMPLE_MS);
      }
      const found = await sockets.stop();
      await browser.end();
      await proxy.close();
      const requests = requestsIn(await readFile(log, 'utf8'));
      await rm(logs, { recursive: true, force: true });
      return { asked: proxy.asked, sockets: found, requests };
    },
  };
}

/**
 * Every socket of the browser’s network, a hundred times a second (an ended one stands there for a minute); in the machine’s own network,
 * those of the browser’s user.
 */
function watchSockets(
  pid: number,
  proxyPort: number,
  alone: boolean,
): { readonly stop: () => Promise<readonly string[]> } {
  const found = new Set<string>();
  let looked = 0;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const uid = await uidOf(pid);
      for (const table of uid === null ? [] : ['tcp', 'tcp6', 'udp', 'udp6']) {
        const text = await readFile(`/proc/${pid}/net/${table}`, 'utf8').catch(() => null);
        if (text === null) continue;
        looked += 1;
        for (const line of text.split('\n').slice(1)) {
          const [, local = '', remote = '', , , , , owner = ''] = line.trim().split(/\s+/u);
          const [address = ''] = remote.split(':');
          // Nothing at the other end: it listens, or was never connected. The proxy's own ends are in the same table.
          if (remote === '' || portIn(remote) === 0 || portIn(local) === proxyPort) continue;
          if (!alone && Number(owner) !== uid) continue;
          found.add(`${table} ${address} ${portIn(remote)}`);
        }
      }
      await wait(SAMPLE_MS);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await watching;
      if (looked === 0) throw new Error('no socket table of the browser could be read');
      return [...found].filter((one) => !one.endsWith(` 0100007F ${proxyPort}`)).toSorted();
    },
  };
}

/** `0100007F:1F90`, as the kernel writes it. */
const portIn = (end: string): number => Number.parseInt(end.split(':')[1] ?? '0', 16);

async function uidOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const uid = /^Uid:\s+(\d+)/mu.exec(status)?.[1];
  return uid === undefined ? null : Number(uid);
}

const netLog = z.object({
  constants: z.object({ logEventTypes: z.record(z.string(), z.number()) }),
  events: z.array(z.object({ type: z.number(), params: z.record(z.string(), z.unknown()).optional() })),
});

/** Throws where the log is not whole. */
function requestsIn(text: string): Seen['requests'] {
  const { constants, events } = netLog.parse(JSON.parse(text));
  const start = constants.logEventTypes['URL_REQUEST_START_JOB'];
  if (start === undefined) throw new Error('the network log has no requests');
  return events.flatMap(({ type, params }) => {
    const url = params?.['url'];
    return type === start && typeof url === 'string' ? [url] : [];
  });
}
