// Frames that acts look into: of the page's own origin, and of another one that the task may read.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FrameTree } from '#executors/page/frame-tree.ts';
import type { FrameView } from '#executors/contract/tool-outcome.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, SIGNAL, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let t: TestTab;
const HOME = 'http://shop.test';
const AWAY = 'http://pay.test';

beforeAll(async () => {
  site = await startSite({
    '/': `<title>Shop</title><button>Basket</button>
      <iframe name="own" src="/own"></iframe>
      <iframe id="pay" title="Payment" src="${AWAY}/pay"></iframe>`,
    '/own':
      '<title>Own</title><button>Inside</button><iframe src="/deep"></iframe><script>globalThis.mine = "own"</script>',
    '/deep': '<button>Deep</button>',
    '/pay':
      '<title>Pay</title><button>Pay now</button><script>globalThis.mine = "pay"; console.log("paid words")</script>',
    '/two': '<title>Two</title><p>two</p>',
  });
  const address = { address: '127.0.0.1', port: site.port };
  t = await openTestTab({
    hostMap: { 'shop.test': address, 'pay.test': address, 'pay.shop.test': address },
  });
  t.rules.pageAct = () => true;
  await t.open(`${HOME}/`);
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});

async function frames(): Promise<readonly FrameView[]> {
  const outcome = await t.must({ type: 'OBSERVE', what: 'FRAMES' });
  if (outcome.kind !== 'OBSERVED' || outcome.observed.what !== 'FRAMES') throw new Error(outcome.kind);
  return outcome.observed.frames;
}
const run = async (expression: string): Promise<unknown> => {
  const outcome = await t.must({ type: 'EVALUATE', expression: '' }, expression);
  return outcome.kind === 'VALUE' ? outcome.value : outcome.kind;
};
const buttons = async (): Promise<readonly string[]> =>
  (await t.snapshot()).nodes.filter(({ role }) => role === 'button').map(({ name }) => name);
const into = (frame: string | null) => t.act({ type: 'FRAME_SWITCH', frame });

test('frames are listed with name, address and which one is looked into; of a foreign one no more than whose it is', async () => {
  await expect.poll(async () => (await frames()).length, { timeout: 20_000 }).toBe(4);
  const all = await frames();
  expect(all[0]).toEqual({ name: 'main', url: `${HOME}/`, current: true, foreign: false, readable: true });
  expect(all.find(({ name }) => name === 'own')).toMatchObject({ url: `${HOME}/own`, foreign: false });
  expect(all.find(({ name }) => name === 'pay')).toMatchObject({
    url: `${AWAY}/`,
    foreign: true,
    readable: false,
  });
});

test('acts look into the frame that was switched to, until they look at the page again', async () => {
  expect(await into('own')).toMatchObject({ ok: true });
  expect((await frames()).find(({ current }) => current)?.name).toBe('own');
  expect(await run('globalThis.mine')).toBe('own');
  expect(await buttons()).toEqual(['Inside', 'Deep']);
  expect((await t.snapshot()).nodes[0]?.depth).toBe(0);
  expect(await t.must({ type: 'EXTRACT' })).toMatchObject({ text: expect.stringContaining('Inside') });
  await t.must({ type: 'WAIT', script: '' }, 'mine === "own"');
  expect(await into(null)).toMatchObject({ ok: true });
  expect(await buttons()).toEqual(['Basket', 'Inside', 'Deep']);
  expect(await into('#2')).toMatchObject({ ok: true });
  expect(await run('document.title')).not.toBe('Shop');
});

test('another site’s frame is decided like going there, and looked into only while it may be read', async () => {
  const inspected = await t.tab.inspect({ type: 'FRAME_SWITCH', frame: 'pay' }, SIGNAL);
  expect(inspected).toMatchObject({ value: { historyUrl: `${AWAY}/`, document: { url: `${HOME}/` } } });
  expect(await into('pay')).toMatchObject({ ok: false, error: { code: 'act.no-frame' } });
  t.rules.reads = (url) => url.startsWith(AWAY);
  expect(await into('pay')).toMatchObject({ ok: true });
  expect(await t.tab.inspect({ type: 'EVALUATE', expression: '' }, SIGNAL)).toMatchObject({
    value: { frame: { url: `${AWAY}/pay` } },
  });
  expect(await run('globalThis.mine + location.host')).toBe('paypay.test');
  expect(await buttons()).toEqual(['Pay now']);
  expect(await t.must({ type: 'OBSERVE', what: 'CONSOLE' })).toMatchObject({
    observed: {
      entries: expect.arrayContaining([expect.objectContaining({ text: 'paid words', from: `${AWAY}/pay` })]),
    },
  });
  t.rules.reads = () => false;
  expect(await t.act({ type: 'SNAPSHOT' })).toMatchObject({ error: { code: 'act.no-frame' } });
  expect(await into(null)).toMatchObject({ ok: true });
});

test('no script in a readable frame of another site is told a credential of it or of its open shadow root', async () => {
  const field = (value: string): string => `<input type="password" name="pass" value="${value}">`;
  site.pages['/form'] = `<title>Form</title>${field('hunter22-of-pay')}<div id="host"></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '${field('shadow-of-pay')}';
  </script>`;
  site.pages['/around'] = `<title>Around</title><iframe name="form" src="${AWAY}/form"></iframe>`;
  await t.open(`${HOME}/around`);
  t.rules.reads = (url) => url.startsWith(AWAY);
  await expect.poll(async () => (await into('form')).ok, { timeout: 20_000 }).toBe(true);
  const value = 'document.querySelector("input").value';
  expect(await run(value)).toBe('***');
  expect(await run('host.shadowRoot.querySelector("input").value')).toBe('***');
  t.rules.reads = () => false;
  await t.open(`${HOME}/`);
  await expect.poll(async () => (await frames()).length, { timeout: 20_000 }).toBe(4);
});

test('what is no frame says which there are; another document ends the look', async () => {
  expect(await into('nowhere')).toMatchObject({
    error: { code: 'act.no-frame', help: expect.stringContaining('`own`') },
  });
  expect(await into('**')).toMatchObject({ error: { code: 'act.ambiguous' } });
  expect(await into('own')).toMatchObject({ ok: true });
  await run('parent.document.querySelector("[name=own]").remove()');
  expect(await t.act({ type: 'EXTRACT' })).toMatchObject({ error: { code: 'act.no-frame' } });
  await t.open(`${HOME}/two`);
  expect(await t.must({ type: 'EXTRACT' })).toMatchObject({ text: 'two' });
});

test('EXTRACT reads a long page piece by piece, its main content first of all, and frames of its own origin', async () => {
  const words = Array.from({ length: 30_000 }, (_, at) => `w${at}`).join(' ');
  site.pages['/long'] =
    `<!doctype html><meta charset="utf-8"><title>T</title><nav>Menu</nav><main>${words}</main>`;
  await t.open(`${site.origin}/long`);
  let all = '';
  for (let from: number | undefined = 0; from !== undefined;) {
    const read = await t.must({ type: 'EXTRACT', from });
    if (read.kind !== 'TEXT') throw new Error('no text');
    expect(read.text.length).toBeLessThanOrEqual(100_000);
    all += read.text;
    from = read.next;
  }
  expect(all).toBe(words);
  site.pages['/inner'] = '<!doctype html><meta charset="utf-8"><p>Within';
  site.pages['/short'] =
    '<!doctype html><meta charset="utf-8"><title>T</title><nav>Menu</nav><main>Little</main><iframe src="/inner"></iframe>';
  await t.open(`${site.origin}/short`);
  expect(await t.must({ type: 'EXTRACT' })).toMatchObject({ text: 'Menu\nLittle\nWithin' });
});

test.each([
  ['of the same process', 'http://pay.shop.test'],
  ['of another process', AWAY],
])(
  'EXTRACT reads nothing of a frame that leads to another origin, %s, once it was found to be the page’s own',
  async (_, away) => {
    site.pages['/leaving'] = '<title>T</title><p>Around</p><iframe id="leaves" src="/two"></iframe>';
    const address = `${HOME}/leaving`;
    await t.open(address);
    expect(await t.must({ type: 'EXTRACT' })).toMatchObject({ text: 'Around\ntwo' });
    const spy = vi.spyOn(FrameTree.prototype, 'read').mockImplementationOnce(async function (
      this: FrameTree,
      reads,
    ) {
      const found = await this.read(reads);
      const frame = found.readable.find(({ url }) => url.endsWith('/two'));
      if (frame === undefined) throw new Error('the frame was not found');
      const expression = `document.querySelector('#leaves').src = '${away}/pay'`;
      await this.sessions()[0]?.send('Runtime.evaluate', { expression });
      await expect.poll(() => this.documentOf(frame.id), { timeout: 20_000 }).not.toBe(frame.documentId);
      // The other document is there, with its words.
      await expect
        .poll(
          async () => {
            const answer = await this.sessionOf(frame.id).send('Page.getFrameTree');
            return JSON.stringify(answer);
          },
          { timeout: 20_000 },
        )
        .toContain(`${away}/pay`);
      return found;
    });
    const extracted = await t.must({ type: 'EXTRACT' });
    expect(spy).toHaveBeenCalled();
    spy.mockRestore();
    expect(extracted).toMatchObject({ kind: 'TEXT', text: 'Around' });
  },
);
