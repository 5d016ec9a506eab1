// Frames of other sites, each in a process of its own: read where the task may read their origin, acted on where they stand, and
// nothing of them where it may not.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, outline, type TestTab } from '#test/fixtures/tab.ts';

let a: Site;
let b: Site;
let t: TestTab;

beforeAll(async () => {
  [a, b] = await Promise.all([startSite({}, '127.0.0.21'), startSite({}, '127.0.0.22')]);
  t = await openTestTab();
  t.rules.pageAct = () => true;
});
afterAll(async () => {
  await t.tab.close();
  await Promise.all([a.close(), b.close()]);
});
beforeEach(() => {
  t.rules.reads = (url) => url.startsWith(b.origin);
  a.pages['/deep'] =
    `<style>body{margin:0}</style><button onclick="document.title='deep'; this.textContent='Deep pressed'">Deep</button>`;
  b.pages['/'] =
    `<title>B</title><style>body{margin:0}</style><button style="margin:30px" onclick="this.textContent='Pressed'">Press</button><input aria-label="Card" oninput="said.textContent='got '+this.value"><p id="said"></p><iframe src="${a.origin}/deep" style="width:200px;height:60px"></iframe>`;
  a.pages['/'] =
    `<!doctype html><title>A</title><h1>Top</h1><iframe title="Pay" src="${b.origin}/" style="position:absolute;left:100px;top:200px;width:400px;height:250px;border:7px solid;padding:5px"></iframe>`;
});

const read = async (): Promise<string> => outline((await t.snapshot()).nodes).replaceAll(/ \(e\d+\)/g, '');
const TREE = (): string => `heading “Top” [level=1]
frame “Pay of ${b.origin}”
  button “Press”
  textbox “Card”
  frame
    button “Deep”`;

/** Frames of another process are attached when they are there, which the page's load event waits for. */
async function open(path = '/'): Promise<void> {
  await t.open(`${a.origin}${path}`);
}

test('what stands in them is read, in its place, and whose it is', async () => {
  await open();
  expect(await read()).toBe(TREE());
  const { nodes } = await t.snapshot();
  const press = nodes.find(({ name }) => name === 'Press');
  expect(press).toMatchObject({ origin: b.origin, inView: true });
  expect(press?.box).toMatchObject({ x: 100 + 7 + 5 + 30, y: 200 + 7 + 5 + 30 });
  expect(press?.point?.x).toBeGreaterThan(142);
  // A frame of the page's own origin is the page's own again, wherever it stands.
  expect(nodes.find(({ name }) => name === 'Deep')).not.toHaveProperty('origin');
  expect(nodes.find(({ name }) => name === 'Deep')?.point).toMatchObject({ x: expect.any(Number) });
});

test('a click, a text and a key land in them', async () => {
  await open();
  await t.must({ type: 'CLICK', ref: await t.ref('button', 'Press') });
  await t.must({ type: 'FILL', ref: await t.ref('textbox', 'Card'), text: '' }, '4111');
  await t.must({ type: 'PRESS', key: 'End' });
  await t.must({ type: 'TYPE', ref: await t.ref('textbox', 'Card'), text: '' }, '22');
  await t.must({ type: 'CLICK', ref: await t.ref('button', 'Deep') });
  expect(await read()).toBe(
    TREE()
      .replace('“Press”', '“Pressed”')
      .replace('textbox “Card”', 'textbox “Card” = 411122\n  text “got 411122”')
      .replace('“Deep”', '“Deep pressed” [focused]'),
  );
});

test('an act on them is told with the document that it lands in', async () => {
  await open();
  const signal = new AbortController().signal;
  const press = await t.tab.inspect({ type: 'CLICK', ref: await t.ref('button', 'Press') }, signal);
  expect(press).toMatchObject({
    ok: true,
    value: { document: { url: `${a.origin}/` }, frame: { url: `${b.origin}/`, id: expect.any(String) } },
  });
  const deep = await t.tab.inspect({ type: 'CLICK', ref: await t.ref('button', 'Deep') }, signal);
  expect(deep).toMatchObject({ ok: true, value: { element: { name: 'Deep' } } });
  expect(deep.ok && deep.value.frame).toBeUndefined();
  await t.must({ type: 'CLICK', ref: await t.ref('textbox', 'Card') });
  // A key goes to what has the focus, in whosever document that is.
  expect(await t.tab.inspect({ type: 'PRESS', key: 'Enter' }, signal)).toMatchObject({
    ok: true,
    value: { frame: { url: `${b.origin}/` } },
  });
});

test('what was not admitted is not read: neither a frame, nor what stands in it', async () => {
  t.rules.reads = () => false;
  await open();
  expect(await read()).toBe(`heading “Top” [level=1]\nframe “not readable: a frame of ${b.origin}”`);
  // What stands in a sandbox and at no address is nobody's.
  a.pages['/'] = `<!doctype html><title>A</title><iframe sandbox="allow-scripts" srcdoc="<p>x</p>"></iframe>`;
  await open();
  expect(await read()).toMatch(/^frame “not readable: a frame of an origin of its own”$/u);
});

test('a ref is stale once its frame shows another document, or is gone', async () => {
  await open();
  const press = await t.ref('button', 'Press');
  b.pages['/next'] = '<button>Press</button>';
  b.pages['/'] = `<a href="/next">Next</a>`;
  await open();
  const link = await t.ref('link', 'Next');
  expect(await t.act({ type: 'CLICK', ref: press })).toMatchObject({
    ok: false,
    error: { code: 'act.stale-ref' },
  });
  await t.must({ type: 'CLICK', ref: link });
  await expect.poll(read, { timeout: 30_000 }).toContain('button “Press”');
  expect(await t.act({ type: 'CLICK', ref: link })).toMatchObject({
    ok: false,
    error: { code: 'act.stale-ref' },
  });
  expect(await t.tab.staleness()).toMatchObject({ stale: false });
});

test('a frame below the view is brought into it, and one that is covered is not clicked through', async () => {
  b.pages['/'] = `<button style="margin-top:900px" onclick="this.textContent='Found'">Far</button>`;
  a.pages['/'] =
    `<!doctype html><title>A</title><div style="height:2000px"></div><iframe src="${b.origin}/" style="width:300px;height:1200px"></iframe><div style="height:500px"></div>`;
  await open();
  await t.must({ type: 'CLICK', ref: await t.ref('button', 'Far') });
  expect(await read()).toContain('button “Found”');
  b.pages['/'] = `<button onclick="this.textContent='Pressed'">Press</button>`;
  a.pages['/'] =
    `<!doctype html><title>A</title><iframe src="${b.origin}/"></iframe><div id="veil" style="position:fixed;inset:0">Wait</div>`;
  await open();
  const { nodes } = await t.snapshot();
  expect(nodes.find(({ name }) => name === 'Press')).toMatchObject({
    point: null,
    coveredBy: 'div#veil “Wait”',
  });
  expect(await t.act({ type: 'CLICK', ref: await t.ref('button', 'Press') })).toMatchObject({
    ok: false,
    error: { code: 'act.covered' },
  });
});

test('frames that come and go while a look is taken leave it whole', async () => {
  b.pages['/'] = '<button>In</button>';
  a.pages['/'] =
    `<!doctype html><title>A</title><button>Stays</button><script>let on = true; setInterval(() => { document.querySelectorAll('iframe').forEach((one) => one.remove()); if (on) for (let i = 0; i < 2; i += 1) { const f = document.createElement('iframe'); f.src = '${b.origin}/'; document.body.append(f); } on = !on; }, 150)</script>`;
  await open();
  for (let round = 0; round < 8; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- look after look
    const looked = await t.act({ type: 'SNAPSHOT' });
    expect(looked).toMatchObject({ ok: true, value: { kind: 'SNAPSHOT' } });
    if (looked.ok && looked.value.kind === 'SNAPSHOT')
      expect(looked.value.snapshot.nodes.some(({ name }) => name === 'Stays')).toBe(true);
  }
});

test('a frame that hangs is named, and does not hold the look up for long', async () => {
  b.pages['/'] = '<button>In</button><script>addEventListener("message", () => { for (;;); })</script>';
  a.pages['/'] =
    `<!doctype html><title>A</title><button>Stays</button><iframe src="${b.origin}/"></iframe><script>onload = () => frames[0].postMessage(1, '*')</script>`;
  await open();
  await expect
    .poll(read, { timeout: 60_000 })
    .toBe(`button “Stays”\nframe “not readable: a frame of ${b.origin} that does not answer”`);
  await open('/deep');
});
