// What was taken away from a document stays away: in frames that have no answer of their own, in workers, for cookies,
// windows and dialogs, and however often the page tries.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAGE_ACTS, type PageActKind } from '#policy/language/vocabulary.ts';
import { see as seeOn } from '#test/fixtures/see.ts';
import { startSite, type Answer, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let foreign: Site;
let t: TestTab;

beforeAll(async () => {
  site = await startSite({});
  foreign = await startSite({}, '127.0.0.2');
  t = await openTestTab();
});
afterAll(async () => {
  await t.tab.close();
  await Promise.all([site.close(), foreign.close()]);
});
beforeEach(() => {
  t.rules.pageAct = () => false;
  t.rules.connection = () => true;
  t.rules.document = () => PAGE_ACTS;
  t.acts.length = 0;
  site.hits.length = 0;
  foreign.hits.length = 0;
});

const without = (...kinds: PageActKind[]): PageActKind[] => PAGE_ACTS.filter((kind) => !kinds.includes(kind));
async function show(answer: Answer, path = '/page'): Promise<void> {
  site.pages[path] = typeof answer === 'string' ? `<!doctype html><p id="p"></p>${answer}` : answer;
  await t.open(site.origin + path);
}
async function text(): Promise<string> {
  const outcome = await t.must({ type: 'EXTRACT' });
  return outcome.kind === 'TEXT' ? outcome.text : '';
}
const see = (words: string): Promise<void> => seeOn(t, words);
const click = async (name: string) => t.act({ type: 'CLICK', ref: await t.ref('button', name) });
const SAY = `<script>var say = (x) => { p.textContent += x + ' '; };</script>`;

describe('frames and workers', () => {
  test('a frame that is looked into at once has lost it as well, whatever its document is', async () => {
    t.rules.document = () => without('BROADCAST_CHANNEL', 'LOCAL_STORAGE');
    t.rules.pageAct = (act) => act.kind === 'FRAME';
    site.pages['/in'] = 'in';
    await show(`${SAY}<script>
      var look = (w) => { let s; try { s = typeof w.localStorage; } catch (e) { s = e.name; } return typeof w.BroadcastChannel + '/' + s; };
      const frame = (set) => { const f = document.createElement('iframe'); set(f); document.body.append(f); return f; };
      say('blank ' + look(frame(() => 0).contentWindow));
      say('early ' + look(frame((f) => { f.src = '/in'; }).contentWindow));
      const d = frame(() => 0).contentDocument; d.open(); d.write('<script>parent.say("written " + parent.look(window))<\\/script>'); d.close();
      frame((f) => { f.srcdoc = '<script>parent.say("inline " + parent.look(window))<\\/script>'; });
      frame((f) => { f.src = 'javascript:parent.say("script " + parent.look(window))'; });
      const late = frame((f) => { f.src = '/in'; }); late.onload = () => say('loaded ' + look(late.contentWindow));
      const proto = Object.getOwnPropertyDescriptor(Window.prototype, 'localStorage'); say('proto ' + typeof proto);
    </script>`);
    for (const kind of ['blank', 'early', 'written', 'inline', 'script', 'loaded'])
      await see(`${kind} undefined/SecurityError`);
    expect(await text()).toContain('proto undefined');
  });

  test('a worker, one within it and one by blob have lost it as well', async () => {
    t.rules.document = () => without('BROADCAST_CHANNEL', 'INDEXED_DB', 'CACHE_API');
    await show(`${SAY}<script>
      const look = 'typeof BroadcastChannel + typeof indexedDB + typeof caches';
      const start = (code) => new Worker(URL.createObjectURL(new Blob([code])));
      start('postMessage("outer " + ' + look + ')').onmessage = (e) => say(e.data);
      start('new Worker(URL.createObjectURL(new Blob([\\'postMessage("inner " + ' + look + ')\\']))).onmessage = (e) => postMessage(e.data)').onmessage = (e) => say(e.data);
    </script>`);
    await see('outer undefinedundefinedundefined');
    await see('inner undefinedundefinedundefined');
  });

  test('a drawing with a script is a document like any other, and a frame of another site has an origin of its own', async () => {
    t.rules.document = () => [];
    t.rules.pageAct = (act) => act.kind === 'FRAME';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>fetch('/said-' + origin)</script></svg>`;
    await show({ headers: { 'content-type': 'image/svg+xml' }, body: svg }, '/drawing');
    t.rules.document = () => PAGE_ACTS;
    foreign.pages['/frame'] =
      `<script>let c; try { c = document.cookie + localStorage.length; } catch (e) { c = e.name; } parent.postMessage(origin + ' ' + c, '*')</script>`;
    await show(
      `${SAY}<script>onmessage = (e) => say(e.data + ' to ' + origin)</script><iframe src="${foreign.origin}/frame"></iframe>`,
    );
    await see(`null SecurityError to ${site.origin}`);
    expect(site.hits).toContain('GET /said-null');
    expect(t.documents.at(-1)).toEqual({
      tabId: t.tab.id,
      url: `${foreign.origin}/frame`,
      topUrl: `${site.origin}/page`,
      mainFrame: false,
    });
  });

  test('what loads ahead, reports and announces itself by header or element reaches nobody', async () => {
    t.rules.document = () => without('PREFETCH', 'REPORTING');
    const to = foreign.origin;
    await show({
      headers: {
        link: `<${to}/pre>; rel=preload; as=image, <${to}>; rel="preconnect", <${to}/x>; rel="prefetch", </own.css>; rel=stylesheet`,
        'speculation-rules': `"${to}/rules"`,
        'report-to': `{"group":"g","max_age":9,"endpoints":[{"url":"${to}/report"}]}`,
        'reporting-endpoints': `g="${to}/report"`,
        nel: '{"report_to":"g","max_age":9,"success_fraction":1}',
        'content-security-policy': `img-src 'none'; report-uri ${to}/csp; report-to g`,
      },
      body: `<p id="p">there</p><img src="/no.png"><link rel="prefetch" href="${to}/el"><link rel="dns-prefetch" href="${to}"><link rel="preconnect" href="${to}">
        <script type="speculationrules">{"prefetch":[{"urls":["${to}/spec"],"eagerness":"immediate"}],"prerender":[{"urls":["/spec"],"eagerness":"immediate"}]}</script>`,
    });
    await t.must({ type: 'WAIT', milliseconds: 500 });
    expect(foreign.hits).toEqual([]);
    expect(site.hits.filter((hit) => hit.includes('/spec'))).toEqual([]);
  });
});

test('cookies of a document without them are neither kept nor sent, nor those of what it loads', async () => {
  t.rules.document = () => without('COOKIES');
  const cookies: string[] = [];
  const answer: Answer = (request, response) => {
    cookies.push(request.headers.cookie ?? '');
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'id=1; HttpOnly' });
    response.end(
      `<p id="p"></p><script>document.cookie = 'own=1'; fetch('/data').then(() => fetch('/data')).then(() => { p.textContent = 'done ' + document.cookie; })</script>`,
    );
  };
  site.pages['/data'] = answer;
  await show(answer, '/cookies');
  await see('done');
  await t.open(`${site.origin}/cookies`);
  await see('done');
  expect(await text()).toBe('done');
  const documents = cookies.filter((_cookie, at) => at % 3 === 0);
  expect(documents).toEqual(['', '']);
});

describe('windows and dialogs', () => {
  test('a window that was let in has no opener and no name, and its opener no hold of it', async () => {
    t.rules.document = () => without('WINDOW_MESSAGE');
    t.rules.pageAct = () => true;
    site.pages['/popup'] =
      `<title>Popup</title><script>document.write('opener ' + opener + ' name [' + name + ']')</script>`;
    await show(`${SAY}<button onclick="say('got ' + window.open('/popup', 'found'))">Open</button>`);
    await click('Open');
    await see('opener null name []');
    await t.must({ type: 'CLOSE_TAB' });
    expect(await text()).toContain('got null');
  });

  test('a thousand windows with a gesture and a thousand without are bounded, and the tab lives', async () => {
    await show(`${SAY}<button onclick="for (let i = 0; i < 1000; i++) window.open('${foreign.origin}/' + i, '_blank', 'noopener')">Many</button>
      <script>for (let i = 0; i < 1000; i++) window.open('${foreign.origin}/n' + i)</script>`);
    await click('Many');
    await click('Many');
    expect(t.acts.filter(({ kind }) => kind === 'OPEN_WINDOW').length).toBeLessThanOrEqual(20);
    expect(foreign.hits).toEqual([]);
    expect(t.tab.document().url).toBe(`${site.origin}/page`);
    expect(t.crashes).toEqual([]);
  });

  test('two hundred dialogs are dismissed, and twenty told', async () => {
    await show(
      `${SAY}<button onclick="let n = 0; for (let i = 0; i < 200; i++) n += confirm('again?') ? 1 : 0; say('accepted ' + n)">Nag</button>`,
    );
    await click('Nag');
    await see('accepted 0');
    expect(t.acts.filter(({ kind }) => kind === 'DIALOG')).toHaveLength(20);
  });

  test('another program is not opened, it is told, and none can be found', async () => {
    const told = (): string[] => t.acts.flatMap((act) => (act.kind === 'EXTERNAL_PROTOCOL' ? [act.url] : []));
    await show('<a href="mailto:a@b.test?body=secret">Mail</a>');
    await t.act({ type: 'CLICK', ref: await t.ref('link', 'Mail') });
    await expect.poll(told).toEqual(['mailto:a@b.test?body=secret']);
    expect(t.tab.document().url).toBe(`${site.origin}/page`);
    const [profile] = readdirSync(t.profileRoot);
    expect(readFileSync(join(t.profileRoot, profile ?? '', 'programs', 'xdg-email'), 'utf8')).toContain(
      'exit 1',
    );
  });
});
