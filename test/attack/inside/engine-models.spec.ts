// A page that wants the engine's models and offers tools to agents: what it gets, what stands in the log, and that the browser itself
// fetches nothing for it. INVARIANT: the watchers are shown alive by a fetch that is provoked.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commandFlags } from '#executors/browsers/launch/flags.ts';
import { probeNamespace } from '#executors/browsers/processes/namespace.ts';
import { openGateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { DOCUMENT_ACTS } from '#policy/acts/page-acts.ts';
import { namedSite } from '#test/fixtures/one-machine.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';
import { MODELS, wantingPage } from './engine-models/page.ts';
import { openWatchedBrowser, type Seen } from './engine-models/watched-browser.ts';

/** A secure context without TLS. */
const HOST = 'shop.localhost';
const URL_OF_SITE = `http://${HOST}/`;
const ADDRESS = '127.0.0.64';
/** The browser asks for a component within a second of the call, and tries again after that. */
const WATCHED_MS = 4_000;
const RUN_MS = 40_000;

let site: Site;
beforeAll(async () => {
  site = await startSite({ '/': wantingPage(`http://${HOST}`) }, ADDRESS);
});
afterAll(() => site.close());
const hosts = () => ({ [HOST]: { address: ADDRESS, port: site.port } });
const toldIn = (text: string): readonly string[] => z.array(z.string()).parse(JSON.parse(text));

const here = await probeNamespace();

describe.skipIf(!here.ok)('browser: what it fetches by itself for a page', () => {
  async function watched(flags: readonly string[]): Promise<{ told: readonly string[]; seen: Seen }> {
    const browser = await openWatchedBrowser(flags, hosts());
    const told = toldIn(await browser.run(URL_OF_SITE, RUN_MS));
    await wait(WATCHED_MS);
    return { told, seen: await browser.end() };
  }
  const elsewhere = ({ asked, sockets, requests }: Seen) => ({
    asked: asked.filter((one) => !one.includes(` ${URL_OF_SITE}`)),
    sockets,
    // What is no address of a network is asked of none.
    requests: requests.filter((url) => /^(?:https?|wss?):/u.test(url) && !url.startsWith(URL_OF_SITE)),
  });
  const NOTHING = { asked: [], sockets: [], requests: [] };

  test('with its models and tools refused, a page that calls all of them finds none, and nothing is fetched', async () => {
    const { told, seen } = await watched(commandFlags(true, [], new Set(DOCUMENT_ACTS)));
    for (const where of ['page', 'frame', 'worker'])
      for (const name of MODELS) expect(told).toContain(`${where} ${name} missing`);
    expect(told.filter((line) => line.endsWith(' there'))).toEqual([]);
    expect(elsewhere(seen)).toEqual(NOTHING);
  });

  test('with all of it granted, the interfaces are there and are called, and the browser still fetches nothing', async () => {
    const { told, seen } = await watched(commandFlags(true, [], new Set()));
    for (const name of ['LanguageModel', 'Translator', 'LanguageDetector', 'Summarizer'])
      expect(told).toContain(`page ${name} there`);
    expect(told).toContain('page document.modelContext there');
    expect(told).toContain('page document.modelContext.registerTool undefined');
    expect(told.filter((line) => line.includes('PROGRESS'))).toEqual([]);
    expect(elsewhere(seen)).toEqual(NOTHING);
  });

  test('control: where the browser may ask for components, all that is written down tells of it', async () => {
    const flags = commandFlags(true, [], new Set()).map((flag) =>
      flag.startsWith('--component-updater=')
        ? '--component-updater=url-source=http://updates.test/check'
        : flag,
    );
    const { seen } = await watched(flags);
    const found = elsewhere(seen);
    expect(found.asked.filter((one) => one.includes('updates.test')).length).toBeGreaterThan(0);
    expect(found.requests.filter((one) => one.includes('updates.test')).length).toBeGreaterThan(0);
  });

  test('control: a socket past the proxy is seen', async () => {
    const flags = commandFlags(true, [], new Set()).filter(
      (flag) => !flag.startsWith('--host-resolver-rules'),
    );
    const browser = await openWatchedBrowser([...flags, '--no-proxy-server'], {}, { isolated: false });
    site.pages['/past'] =
      '<button id="go" onclick="fetch(`/slow`).then(() => { out.textContent = `[]`; })">Go</button><pre id="out"></pre>';
    site.pages['/slow'] = (_request, response) => void setTimeout(() => response.end('late'), 300);
    await browser.run(`http://${ADDRESS}:${site.port}/past`, RUN_MS);
    const { sockets, asked } = await browser.end();
    expect(asked).toEqual([]);
    expect(sockets).toContain(`tcp 4000007F ${site.port}`);
  });
});

const LAYER = namedSite(HOST);

describe('page: models and tools as acts of the table', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-engine-models-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  async function under(name: string, policy: string) {
    const files = [join(directory, `${name}.yaml`), join(directory, 'layer.yaml')];
    writeFileSync(files[0] ?? '', policy);
    writeFileSync(files[1] ?? '', LAYER);
    const gateway = await openGateway({
      dataDir: join(directory, name),
      policy: files,
      world: { hostMap: hosts(), sites: [], secrets: {} },
      headless: true,
    });
    need(gateway.policy);
    const tab = need(await gateway.openTab({ namedHosts: [HOST] }));
    try {
      need(await tab.act({ type: 'NAVIGATE', url: URL_OF_SITE }));
      const seen = need(await tab.snapshot());
      const nodes = seen.kind === 'SNAPSHOT' ? seen.snapshot.nodes : [];
      const ref = nodes.find(({ name: called, ref: one }) => called === 'Go' && one !== null)?.ref ?? '';
      need(await tab.act({ type: 'CLICK', ref }));
      const text = async (): Promise<string> => {
        const got = need(await tab.act({ type: 'EXTRACT' }));
        return got.kind === 'TEXT' ? got.text : '';
      };
      await expect.poll(text, { timeout: RUN_MS }).toContain('worker document.modelContext.provideContext');
      const shown = await text();
      const entries = gateway.audit.since(0, 100_000);
      const details = z.object({ feature: z.string() });
      return {
        told: toldIn(shown.slice(shown.indexOf('['))),
        refused: entries
          .flatMap(({ type, outcome, details: of }) =>
            type === 'page.act' && outcome === 'REFUSED' && details.safeParse(of).success
              ? [details.parse(of).feature]
              : [],
          )
          .filter((feature) => feature === 'ON_DEVICE_MODEL' || feature === 'AGENT_TOOLS')
          .toSorted(),
        connections: entries.filter(({ type, where }) => type === 'connection' && where !== HOST),
      };
    } finally {
      await tab.close();
      await gateway.close();
    }
  }
  const shipped = readFileSync(SHIPPED.default, 'utf8');

  test('under the shipped default no model and no tool is there, in a page, a frame or a worker, and the log has each attempt once', async () => {
    const { told, refused, connections } = await under('default', shipped);
    expect(told.filter((line) => line.endsWith(' there'))).toEqual([]);
    expect(told.filter((line) => line.endsWith(' missing')).length).toBe(3 * (MODELS.length + 2));
    expect(refused).toEqual(['AGENT_TOOLS', 'ON_DEVICE_MODEL']);
    expect(connections).toEqual([]);
  });

  test('a policy grants one without the other', async () => {
    const models = await under('models', shipped.replace('ON_DEVICE_MODEL: DENY', 'ON_DEVICE_MODEL: ALLOW'));
    expect(models.told).toEqual(
      expect.arrayContaining([
        'page LanguageModel there',
        'page Translator there',
        'page document.modelContext missing',
      ]),
    );
    expect(models.refused).toEqual(['AGENT_TOOLS']);
    expect(models.connections).toEqual([]);
    const tools = await under('tools', shipped.replace('AGENT_TOOLS: DENY', 'AGENT_TOOLS: ALLOW'));
    expect(tools.told).toEqual(
      expect.arrayContaining([
        'page document.modelContext.registerTool undefined',
        'page LanguageModel missing',
      ]),
    );
    expect(tools.refused).toEqual(['ON_DEVICE_MODEL']);
    expect(tools.connections).toEqual([]);
  });
});
