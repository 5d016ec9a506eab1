// A page whose scripts were ended for what it asks for: the document after it runs, by whomever it came.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_WAITING_REQUESTS } from '#executors/page/pace.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { decidedAnew, openTestTab, outline, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let t: TestTab;
const FLOOD = `setTimeout(() => { for (let i = 0; i < ${MAX_WAITING_REQUESTS * 3}; i++) fetch('/x' + i).catch(() => {}); }, 200);`;
const NEXT = `<title>Next</title><p id=a>its script is off</p><script>a.textContent = 'its script ran'</script>
  <img src=/none onerror="document.body.append('its requests went')">`;

/** After that no further attempt begins. */
const MOST_MS = 120_000;
const GIVEN_UP = 'an empty page in its place';
const NEVER_CAME = 'the flood, and nothing after it';
const ARRIVED = /its script (?:is off|ran)|an empty page in its place/u;

/** What is said of an act that met a flood, before the flood was stopped or while another page takes its place. */
const BUSY = ['act.changed', 'act.timed-out', 'page.unresponsive', 'page.flood'];

/** The document that is slow comes when the flood before it was stopped; anew for each attempt. */
let stopped = Promise.withResolvers<void>();

beforeAll(async () => {
  site = await startSite({
    '/stays': `<title>Stays</title><h1>Flood</h1><script>${FLOOD}</script>`,
    '/leads-on': `<title>Flood</title><script>setTimeout(() => { location = '/slow'; ${FLOOD} }, 200)</script>`,
    '/news': `<title>News</title><button onclick="this.textContent = 'read'; fetch('/counted')">Read on</button>
      <iframe src="http://ads.test/ad" title="ad"></iframe><iframe src="/own-frame"></iframe>`,
    '/ad': `<title>Ad</title><button>Buy</button><script>${FLOOD}</script>`,
    '/own-frame': '<p>own</p>',
    '/own-floods': `<title>News</title><h1>Own</h1><iframe src="/stays"></iframe>`,
    '/next': NEXT,
    '/slow': (_request, response) =>
      void stopped.promise.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(NEXT)),
  });
  const address = { address: '127.0.0.1', port: site.port };
  t = await openTestTab({ hostMap: { 'news.test': address, 'ads.test': address } });
  t.rules.pageAct = () => true;
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});

/** An attempt: on a busy machine a flood may be over before it is noticed, and nothing is stopped any more. */
const ATTEMPT_MS = 25_000;

/** Until an act that would start something is told that the scripts were ended; false where the page was given up, or the flood is over. */
async function isBraked(): Promise<boolean> {
  const begun = performance.now();
  while (performance.now() - begun < ATTEMPT_MS) {
    // oxlint-disable-next-line no-await-in-loop -- asked again until it is so
    const scrolled = await t.act({ type: 'SCROLL', dx: 0, dy: 1 });
    if (!scrolled.ok && scrolled.error.code === 'page.flood') return true;
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (scrolled.ok && (await stands()) === GIVEN_UP) return false;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(100);
  }
  return false;
}

/** Goes there, as whoever is told that the page before kept the browser busy would: again. */
async function go(url: string): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const gone = await t.act({ type: 'NAVIGATE', url });
    if (gone.ok) return;
    expect(BUSY).toContain(gone.error.code);
    signal.throwIfAborted();
  }
}

/** Goes there until its flood is stopped; anew where a busy machine gave the page up before. */
async function untilBraked(url: string): Promise<void> {
  const signal = AbortSignal.timeout(MOST_MS);
  do {
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    await go(url);
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- as above
  } while (!(await isBraked()));
}

test('a page that floods stands there without its scripts, and the tab goes elsewhere', async () => {
  await untilBraked(`${site.origin}/stays`);
  expect(outline((await t.snapshot()).nodes)).toContain('Flood');
  // An empty page takes its place first, and what was decided for the one before is decided anew.
  const left = await t.act({ type: 'NAVIGATE', url: `${site.origin}/next` });
  expect(left.ok ? 'ok' : left.error.code).toBe('act.changed');
  await go(`${site.origin}/next`);
  expect(outline((await t.snapshot()).nodes)).toContain('its script ran');
});

/** What stands there, or the error of the look; an empty page took the place of one that did not answer in time. */
async function stands(): Promise<string> {
  const looked = await t.act({ type: 'SNAPSHOT' });
  if (!looked.ok) return `${looked.error.code}: ${looked.error.message}`;
  if (looked.value.kind !== 'SNAPSHOT') return looked.value.kind;
  const { document, nodes } = looked.value.snapshot;
  return document.url === 'about:blank' ? GIVEN_UP : outline(nodes);
}

async function ledOn(): Promise<string> {
  stopped = Promise.withResolvers();
  const led = (): number => site.hits.filter((hit) => hit === 'GET /slow').length;
  const before = led();
  await go(`${site.origin}/leads-on`);
  await expect.poll(led, { timeout: 60_000 }).toBeGreaterThan(before);
  const isStopped = await isBraked();
  stopped.resolve();
  if (!isStopped) return GIVEN_UP;
  // A browser that is busy with its flood may lose the document that it was led to: then nothing was shown, and it begins anew.
  const signal = AbortSignal.timeout(ATTEMPT_MS);
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- asked again until it is there
    const seen = await stands();
    if (ARRIVED.test(seen)) return seen;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(200);
  }
  return NEVER_CAME;
}

test('a document that the page itself led to before it was stopped runs from its first line', async () => {
  // On a busy machine the page may be silent twice before its flood is stopped, and is given up: then nothing was led to.
  const begun = performance.now();
  let seen = GIVEN_UP;
  let attempts = 0;
  for (; [GIVEN_UP, NEVER_CAME].includes(seen) && performance.now() - begun < MOST_MS; attempts += 1)
    // oxlint-disable-next-line no-await-in-loop -- the next one only where the page was given up
    seen = await ledOn();
  expect(seen, `after ${attempts} attempts`).toContain('its script ran');
});

test('a frame of another site that floods is stopped alone: its page runs on, asks for what it likes, and is left as ever', async () => {
  t.rules.reads = () => true;
  await go('http://news.test/news');
  // Until the frame itself is told to have been stopped.
  const signal = AbortSignal.timeout(60_000);
  let said = '';
  while (said !== 'page.flood') {
    // oxlint-disable-next-line no-await-in-loop -- asked again until it is so
    await wait(100, undefined, { signal });
    // oxlint-disable-next-line no-await-in-loop -- as above
    const looked = await t.act({ type: 'SNAPSHOT' });
    // As long as the frame floods the browser, its page may be looked at in vain.
    if (!looked.ok) expect(BUSY).toContain(looked.error.code);
    if (!looked.ok || looked.value.kind !== 'SNAPSHOT') continue;
    const ref =
      looked.value.snapshot.nodes.find(({ role, name }) => role === 'button' && name === 'Buy')?.ref ?? null;
    if (ref === null) continue;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const tried = await t.act({ type: 'CLICK', ref });
    said = tried.ok ? '' : tried.error.code;
  }
  const pressed = await decidedAnew(async () =>
    t.act({ type: 'CLICK', ref: await t.ref('button', 'Read on') }),
  );
  expect(pressed.ok ? '' : pressed.error).toBe('');
  expect(outline((await t.snapshot()).nodes)).toContain('read');
  await expect.poll(() => site.hits.some((hit) => hit.includes('/counted'))).toBe(true);
  await go('http://news.test/next');
  expect(outline((await t.snapshot()).nodes)).toContain('its requests went');
});

test('a frame of the page’s own process that floods stops its page, as the page itself would', async () => {
  await untilBraked('http://news.test/own-floods');
  expect(outline((await t.snapshot()).nodes)).toContain('Own');
});
