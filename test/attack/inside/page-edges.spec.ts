// What a page takes its tab to, what it finds in its engine, and what it makes of pictures that were not fetched.
// INVARIANT: what the page got is told by itself, from a real browser behind a real gateway under the default policy.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { namedSite } from '#test/fixtures/one-machine.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

const LAYER = namedSite('shop.localhost');

let site: Site;
let directory: string;
let gateway: Gateway;
let tab: GovernedTab;

beforeAll(async () => {
  site = await startSite({}, '127.0.0.62');
  directory = mkdtempSync(join(tmpdir(), 'ghost-page-edges-'));
  writeFileSync(join(directory, 'layer.yaml'), LAYER);
  gateway = await openGateway({
    dataDir: join(directory, 'data'),
    policy: [SHIPPED.default, join(directory, 'layer.yaml')],
    world: {
      hostMap: { 'shop.localhost': { address: '127.0.0.62', port: site.port } },
      sites: [],
      secrets: {},
    },
    config: { withhold: ['IMAGE', 'FONT', 'MEDIA'] },
  });
  need(gateway.policy);
  tab = need(await gateway.openTab({ namedHosts: ['shop.localhost'] }));
});
afterAll(async () => {
  await tab.close();
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});

async function show(body: string): Promise<void> {
  site.pages['/'] = `<!doctype html><title>Page</title>${body}`;
  need(await tab.act({ type: 'NAVIGATE', url: 'http://shop.localhost/' }));
}
async function text(): Promise<string> {
  const outcome = await tab.act({ type: 'EXTRACT' });
  return outcome.ok && outcome.value.kind === 'TEXT' ? outcome.value.text : '';
}
async function press(): Promise<void> {
  const seen = need(await tab.snapshot());
  if (seen.kind !== 'SNAPSHOT') throw new Error(seen.kind);
  const ref = seen.snapshot.nodes.find(({ name, ref: one }) => name === 'Go' && one !== null)?.ref ?? '';
  await tab.act({ type: 'CLICK', ref });
}
const refusedBlobs = () =>
  gateway.audit
    .since(0, 100_000)
    .filter(
      ({ type, verdict, details }) =>
        type === 'page.act' && verdict === 'DENY' && JSON.stringify(details).includes('blob:'),
    );

const BLOB = `const u = URL.createObjectURL(new Blob(['<title>Taken</title><p>TAKEN</p><script>setInterval(() => fetch("http://shop.localhost/still-there"), 200)<\\/script>'], { type: 'text/html' }));`;

describe('page: documents that no request brings', () => {
  test.each([
    ['by its address', `location.href = u`],
    ['by replacing it', `location.replace(u)`],
    [
      'by a link to the top',
      `const a = document.createElement('a'); a.href = u; a.target = '_top'; document.body.append(a); a.click()`,
    ],
    [
      'by a form',
      `const f = document.createElement('form'); f.action = u; f.method = 'post'; document.body.append(f); f.submit()`,
    ],
    ['by opening itself', `window.open(u, '_self')`],
    [
      'from a frame',
      `const f = document.createElement('iframe'); f.srcdoc = '<a id=a target=_top>x</a>'; f.onload = () => { const a = f.contentDocument.getElementById('a'); a.href = u; a.click(); }; document.body.append(f)`,
    ],
  ])('a tab is not taken to a blob %s, and the log says so', async (_how, code) => {
    await show(`<button onclick="go()">Go</button><script>function go() { ${BLOB} ${code} }</script>`);
    await press();
    // The page is gone, and what stands there instead is nobody's.
    await expect.poll(() => text(), { timeout: 30_000 }).not.toContain('Go');
    expect(await text()).not.toContain('TAKEN');
    expect(refusedBlobs().length).toBeGreaterThan(0);
    const seen = site.hits.filter((hit) => hit.includes('still-there')).length;
    await show('<p>back</p>');
    expect(await text()).toContain('back');
    expect(site.hits.filter((hit) => hit.includes('still-there')).length - seen).toBeLessThanOrEqual(1);
  });

  test('a blob in a frame, and one that is fetched, go on working', async () => {
    await show(`<p id="p"></p><iframe id="f"></iframe><script>${BLOB.replace('TAKEN</p>', 'inner</p>')}
      f.onload = () => { p.textContent += ' framed'; }; f.src = u; fetch(u).then((r) => r.text()).then((t) => { p.textContent += ' fetched' + t.length; });</script>`);
    await expect.poll(text).toMatch(/fetched\d/u);
  });
});

describe('page: models and tools of the engine', () => {
  test('no interface of a built-in model or of an agent’s tools is there, in a page, a frame or a worker', async () => {
    const names = [
      'LanguageModel',
      'Translator',
      'LanguageDetector',
      'Summarizer',
      'Writer',
      'Rewriter',
      'Proofreader',
      'ai',
    ];
    const look = `[...${JSON.stringify(names)}.filter((n) => typeof globalThis[n] !== 'undefined'), ...['ml', 'modelContext'].filter((n) => navigator[n] !== undefined), ...(typeof document !== 'undefined' && document.modelContext !== undefined ? ['document.modelContext'] : [])].join()`;
    await show(`<p id="p"></p><script>
      const frame = document.createElement('iframe'); document.body.append(frame);
      if (!isSecureContext) p.textContent = 'insecure';
      const inner = frame.contentWindow.eval(${JSON.stringify(look)});
      new Worker(URL.createObjectURL(new Blob([${JSON.stringify(`postMessage(${look})`)}]))).onmessage = (e) => { p.textContent = 'there:' + (${look}) + '/' + inner + '/' + e.data + ':end'; };
    </script>`);
    await expect.poll(text).toContain(':end');
    expect(await text()).toContain('there://:end');
  });
});

describe('page: pictures that are not fetched', () => {
  test('their events, decoders and promises come as for pictures that were, and nobody is asked for them', async () => {
    site.hits.length = 0;
    await show(`<p id="p"></p><img id="i" src="/a.png"><picture><source srcset="/b.webp"><img id="j" src="/c.png"></picture><img id="l" loading="lazy" src="/d.svg">
      <audio id="m" src="/e.mp3"></audio><style>@font-face { font-family: F; src: url(/f.woff2); } p { font-family: F, sans-serif; background: url(/g.png); }</style><script>
      const once = (el, type) => new Promise((done, failed) => { el.addEventListener(type, done); el.addEventListener('error', failed); });
      const own = new Image(); own.src = '/h.png';
      Promise.all([once(i, 'load'), once(j, 'load'), once(l, 'load'), own.decode(), once(m, 'loadedmetadata'), document.fonts.ready, once(window, 'load')])
        .then(() => { p.textContent = 'all came ' + i.naturalWidth; }, (e) => { p.textContent = 'failed ' + (e.target?.id ?? e); });
    </script>`);
    await expect.poll(text).toMatch(/all came|failed/u);
    expect(await text()).toContain('all came 1');
    expect(site.hits.filter((hit) => /\.(?:png|webp|svg|mp3|woff2)/u.test(hit))).toEqual([]);
  });

  test('a picture that is wanted later is the real one', async () => {
    const real =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';
    site.pages['/real.svg'] = { headers: { 'content-type': 'image/svg+xml' }, body: real };
    await show(
      `<p id="p"></p><img id="i" src="/real.svg"><script>i.onload = () => { p.textContent += ' ' + i.naturalWidth; }</script>`,
    );
    await expect.poll(text).toContain('1');
    need(await tab.act({ type: 'SCREENSHOT' }));
    expect(site.hits).toContain('GET /real.svg');
    await expect.poll(text).toContain('40');
  });
});
