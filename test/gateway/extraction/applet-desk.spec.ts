// Applets are made and checked on a thread: what does not come back from it is refused, and the gateway goes on.
import { expect, test } from 'vitest';
import { scriptsIn } from '#engines/maker/scripts.ts';
import { AppletDesk } from '#gateway/extraction/applet-desk.ts';
import { scriptHashes } from '#gateway/extraction/script-hashes.ts';
import { keyboards } from '#test/fixtures/keyboards-table.ts';
import { need } from '#test/fixtures/tab.ts';

const RESULT = { intent: 'compare the keyboards', shows: 'cards', table: keyboards(3) } as const;
const threadOf = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const MESSAGES = "import { parentPort } from 'node:worker_threads';";

test('an applet is made, checked and its scripts named on the desk’s thread, one after another', async () => {
  const desk = new AppletDesk();
  const made = need(await desk.make(RESULT, 'table'));
  expect(made.form).toBe('table');
  expect(made.hashes).toHaveLength(new Set(scriptsIn(made.html)).size);
  expect(made.hashes).toEqual(scriptHashes(made.html));
  expect(need(await desk.recheck(made.html))).toEqual({ html: made.html, hashes: made.hashes });
  expect(need(await desk.recheck('<!doctype html><script>fetch("http://evil.test")</script>'))).toBeNull();
  expect(await desk.make({ intent: 'compare the keyboards' }, null)).toMatchObject({
    error: { code: 'act.no-table' },
  });
});

test.each([
  ['does not answer', 'for (;;);'],
  ['fails', "throw new Error('broken')"],
  ['ends', 'process.exit(0)'],
  ['takes all memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(0).map((_, i) => ({ i })));'],
])(
  'a thread that %s is a refusal with a mend, and the next is asked anew',
  async (_, code) => {
    const desk = new AppletDesk({ thread: threadOf(code), deadlineMs: 3_000, memoryMb: 64 });
    const refused = { ok: false, error: { code: 'maker.refused', help: expect.stringContaining('table') } };
    expect(await desk.make(RESULT, null)).toMatchObject(refused);
    expect(await desk.recheck('x')).toMatchObject(refused);
  },
  60_000,
);

test('two are at work at once, those behind them have their turn, and one too many is refused', async () => {
  const echo = `${MESSAGES} parentPort.on('message', () => parentPort.postMessage({ recheck: null }));`;
  const desk = new AppletDesk({ thread: threadOf(echo), atOnce: 2, waiting: 2 });
  const all = await Promise.all(Array.from({ length: 5 }, () => desk.recheck('x')));
  expect(all.map(({ ok }) => ok)).toEqual([true, true, true, true, false]);
  expect(await desk.recheck('x')).toMatchObject({ ok: true });
});
