// Servers that begin and do not end: what came is shown, looked at and acted on, and the outcome says that there is more to come.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Result } from '#policy/language/failure.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';
import { always } from '#test/fixtures/how-much.ts';

/** An answer within eight seconds, on a loaded machine twice that (executors/cdp/budget.ts); no stall of the machine passes this. */
const ANSWER_MS = 60_000;
const HEAD =
  '<!doctype html><title>Begun</title><h1>Begun</h1><button onclick="document.title=\'went\'">Go</button>';

const trickle =
  (type: string, begin: string, more: () => string, ms: number) =>
  (_request: unknown, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': type });
    response.write(begin);
    const timer = setInterval(() => response.write(more()), ms);
    response.on('close', () => clearInterval(timer));
  };

describe('denial of service: documents without an end', () => {
  let site: Site;
  let t: TestTab;
  beforeAll(async () => {
    const slow = trickle('text/css', '/* ', () => ' ', 200);
    site = await startSite({
      '/home': '<title>Home</title><h1>Home</h1>',
      '/drip': trickle('text/html', HEAD, () => ' ', 400),
      '/fast': trickle('text/html', HEAD, () => '<p>more</p>'.repeat(20), 20),
      '/lone': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write(HEAD);
      },
      '/slow': slow,
      '/style': `<link rel=stylesheet href=/slow>${HEAD}`,
      '/script': `${HEAD}<script src=/slow></script>`,
      '/image': `${HEAD}<img src=/slow>`,
      '/frame': `${HEAD}<iframe src=/slow></iframe>`,
      '/late': (_request, response) => {
        setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(HEAD), 2_500);
      },
      '/silent': () => undefined,
    });
    t = await openTestTab();
    t.rules.pageAct = () => true;
  });
  afterAll(async () => {
    await t.tab.close();
    await site.close();
  });

  /** As the boundary does it: what changed under way is decided anew. */
  const act = async (action: BrowserAction): Promise<Result<ActOutcome>> => {
    const done = await t.act(action);
    return done.ok || done.error.code !== 'act.changed' ? done : t.act(action);
  };
  const go = async (path: string): Promise<{ result: Result<ActOutcome>; ms: number }> => {
    const began = performance.now();
    const result = await act({ type: 'NAVIGATE', url: `${site.origin}${path}` });
    const ms = Math.round(performance.now() - began);
    console.error(`trickle ${path}: ${result.ok ? 'shown' : result.error.code} after ${ms} ms`);
    return { result, ms };
  };

  for (const path of always(3, ['/drip', '/fast', '/lone', '/script']))
    test(
      `what came of ${path} is shown before its end, and can be looked at and pressed`,
      { timeout: 120_000 },
      async () => {
        const { result, ms } = await go(path);
        expect(result).toMatchObject({ ok: true, value: { kind: 'DONE', loading: true } });
        expect(ms).toBeLessThan(ANSWER_MS);
        const { nodes } = await t.snapshot();
        expect(nodes.map(({ name }) => name)).toContain('Begun');
        const ref = nodes.find(({ role, name }) => role === 'button' && name === 'Go')?.ref ?? '';
        expect(await act({ type: 'CLICK', ref })).toMatchObject({ ok: true });
        await expect.poll(async () => (await t.snapshot()).document.title).toBe('went');
        expect(await act({ type: 'NAVIGATE', url: `${site.origin}/home` })).toMatchObject({ ok: true });
      },
    );

  for (const path of always(3, ['/style', '/image', '/frame']))
    test(
      `a part that does not end keeps nobody from the page around it (${path})`,
      { timeout: 120_000 },
      async () => {
        const { result, ms } = await go(path);
        expect(result).toMatchObject({ ok: true, value: { kind: 'DONE' } });
        expect(ms).toBeLessThan(ANSWER_MS);
        expect((await t.snapshot()).document.title).toBe('Begun');
      },
    );

  test(
    'a server that says nothing is told of in time, and the page before it stands',
    { timeout: 120_000 },
    async () => {
      await go('/home');
      const { result, ms } = await go('/silent');
      expect(result).toMatchObject({ ok: false, error: { code: 'act.timed-out' } });
      expect(ms).toBeLessThan(ANSWER_MS);
      expect((await t.snapshot()).document.title).toBe('Home');
    },
  );

  test(
    'a page that is only slow comes whole, and is not called unfinished',
    { timeout: 120_000 },
    async () => {
      const { result } = await go('/late');
      expect(result).toMatchObject({ ok: true, value: { kind: 'DONE', status: 200 } });
      expect(result.ok && 'loading' in result.value).toBe(false);
    },
  );
});
