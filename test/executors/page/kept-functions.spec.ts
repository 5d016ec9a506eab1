// What is sent to a page again and again is sent once a document.
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { CdpConnection } from '#executors/cdp/connection.ts';
import { KeptFunctions } from '#executors/page/kept-functions.ts';
import { startSite } from '#test/fixtures/site.ts';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';

const on = tabOnSite();
afterEach(() => vi.restoreAllMocks());

/** How many characters of functions and expressions `work` sends. */
async function sentBy(work: () => Promise<unknown>): Promise<number> {
  const call = vi.spyOn(CdpConnection.prototype, 'call');
  await work();
  const sent = call.mock.calls.map(([, method, params]) =>
    method === 'Runtime.callFunctionOn' || method === 'Runtime.evaluate' ? JSON.stringify(params).length : 0,
  );
  call.mockRestore();
  return sent.reduce((sum, one) => sum + one, 0);
}

test('what looks and clicks run in a document is sent once, while it loads', async () => {
  on.site.pages['/page'] =
    '<!doctype html><title>T</title><button onclick="said.append(1)">Go</button><p id="said"></p><iframe src="/inner"></iframe>';
  on.site.pages['/inner'] = '<button>Inner</button>';
  const open = async (): Promise<void> => {
    await on.t.open(`${on.site.origin}/page`);
    // What is sent for the frame is on its way before the answer to this.
    await on.t.snapshot();
  };
  const opened = await sentBy(open);
  expect(opened).toBeGreaterThan(100_000);
  const ref = await on.t.ref('button', 'Go');
  const clicked = await sentBy(() => on.t.must({ type: 'CLICK', ref }));
  const looked = await sentBy(() => on.t.snapshot());
  expect(clicked).toBeLessThan(10_000);
  expect(looked).toBeLessThan(10_000);
  // Another document has none of them.
  expect(await sentBy(open)).toBeGreaterThan(100_000);
});

test('a frame of another origin is sent nothing ahead', async () => {
  const other = await startSite({ '/': '<button>Other</button>' });
  on.site.pages['/page'] =
    `<!doctype html><iframe src="/inner"></iframe><iframe src="${other.origin}/"></iframe>`;
  on.site.pages['/inner'] = '<button>Inner</button>';
  const call = vi.spyOn(CdpConnection.prototype, 'call');
  await on.t.open(`${on.site.origin}/page`);
  const worlds = (): number =>
    call.mock.calls.filter(([, method]) => method === 'Page.createIsolatedWorld').length;
  await vi.waitFor(() => expect(worlds()).toBe(2));
  const { nodes } = await on.t.snapshot();
  expect(nodes.map(({ name }) => name)).toContain('Inner');
  expect(worlds()).toBe(2);
  await other.close();
});

test('no element of a page stands for what a world keeps', async () => {
  on.site.pages['/page'] =
    '<!doctype html><form id="__ghostKept"><input name="value"><input name="0"></form><a name="__ghostKept">x</a><a id="__ghostWatch">x</a><a id="__ghostClick">x</a><button onclick="this.textContent = `Gone`">Go</button>';
  await on.t.open(`${on.site.origin}/page`);
  await on.t.must({ type: 'CLICK', ref: await on.t.ref('button', 'Go') });
  expect(await on.t.ref('button', 'Gone')).toMatch(/^e/u);
});

function thrownBy(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    return String(thrown);
  }
  return 'nothing';
}

test('a function is whole in the first call in a world, and in one that says that it has it not', () => {
  const kept = new KeptFunctions();
  const text = 'function () { return 7; }';
  expect(kept.declare('f1 s 3', text)).toMatchObject({
    isKept: false,
    declaration: expect.stringContaining(text),
  });
  const { isKept, declaration } = kept.declare('f1 s 3', text);
  expect(isKept).toBe(true);
  expect(declaration).not.toContain(text);
  const thrown = thrownBy(() => runInNewContext(`(${declaration})()`));
  expect(thrown).toMatch(/^Error: ghost: no such function is kept here/u);
  expect(kept.lacks('f1 s 3', text, 'Error: the page said so')).toBe(false);
  // A page may throw what it has read here, or have heard it from another process of this program.
  for (const said of [
    'Error: ghost: no such function is kept here\n    at <anonymous>',
    `Error: x ${thrown}`,
  ])
    expect(kept.lacks('f1 s 3', text, said)).toBe(false);
  expect(kept.lacks('f1 s 3', text, `${thrown}\n    at <anonymous>`)).toBe(true);
  expect(kept.declare('f1 s 3', text).isKept).toBe(false);
  expect(kept.declare('f1 s 4', text).isKept).toBe(false);
  kept.forget('f1');
  expect(kept.declare('f1 s 4', text).isKept).toBe(false);
});
