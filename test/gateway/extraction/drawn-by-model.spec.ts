// Who draws a result's rows: the catalogue or a model, what the log says of it, and what is left where the model fails.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tableOfRows } from '#engines/maker/rows.ts';
import type { AuditEvent } from '#gateway/audit/format/contract.ts';
import { drawnApplet, MOST_DRAWINGS } from '#gateway/extraction/drawn-by-model.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { GEMINI_KEY, GeminiServer } from '#test/fixtures/gemini-server.ts';
import { need } from '#test/fixtures/tab.ts';
import { createGeminiMaker } from '#test/fixtures/models.ts';

const GOOD = `<!doctype html>
<html lang="en"><head><title>t</title></head><body><main id="app"></main><script>
document.getElementById('app').textContent = String(DATA.rows.length);
</script></body></html>`;
const BAD = GOOD.replace('String(DATA.rows.length)', 'document.cookie');
const RESULT = {
  taskId: 't-1',
  intent: 'show the lamps as an infographic',
  shows: 'infographic',
  table: tableOfRows('lamps', [
    { name: 'Aster', price: 12 },
    { name: 'Birch', price: 7 },
  ]),
};
const { signal } = new AbortController();
const log: AuditEvent[] = [];
const kept: [string, unknown][] = [];
const keep = async (taskId: string, applet: unknown) => kept.push([taskId, applet]);
const audit = {
  append: async (event: AuditEvent) => {
    log.push(event);
    return ok({ ...event, seq: log.length, at: '', previous: '', hash: '' });
  },
};

let server: GeminiServer;
beforeAll(async () => {
  server = await GeminiServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.forget();
  log.length = 0;
  kept.length = 0;
});
const OF = { taskId: 't-drawn', priority: 'background' } as const;
const maker = () =>
  createGeminiMaker({ apiKey: GEMINI_KEY, baseUrl: server.url, backoffMs: 1, model: 'gemini-2.5-pro' });
const draw = (result: Parameters<typeof drawnApplet>[0] = RESULT, withModel = true) =>
  drawnApplet(
    result,
    { maker: withModel ? maker() : null, of: OF, audit, who: 'person:terminal', keep },
    signal,
  );

test('a form of the catalogue asks no model', async () => {
  const made = need(await draw({ ...RESULT, shows: 'table' }));
  expect(made).toMatchObject({ by: 'catalogue', model: null, note: null });
  expect(server.received).toEqual([]);
  expect(log).toMatchObject([{ type: 'applet.made', outcome: 'DONE', details: { by: 'catalogue' } }]);
});

test('without a model a free form is drawn from the catalogue', async () => {
  expect(need(await draw(RESULT, false))).toMatchObject({ by: 'catalogue', note: null });
});

test('a free form is the model’s, and log and document say so', async () => {
  server.reply({ says: BAD }, { says: GOOD });
  const made = need(await draw());
  expect(made).toMatchObject({ by: 'gemini', model: 'gemini-2.5-pro', retries: 1, note: null });
  expect(made.html).toContain('Drawn by the model gemini-2.5-pro after 1 retry');
  expect(log).toMatchObject([
    { outcome: 'BEGUN', taskId: 't-1', details: { by: 'gemini', rows: 2 } },
    { outcome: 'DONE', details: { by: 'gemini', model: 'gemini-2.5-pro', retries: 1 } },
  ]);
});

test('what the model wrote is kept without the rows, and nothing where the mask would change it', async () => {
  server.reply({ says: GOOD });
  need(await draw());
  expect(kept).toEqual([['t-1', { form: 'model', answer: GOOD, model: 'gemini-2.5-pro', retries: 0 }]]);
  const telling = GOOD.replace('<main', '<p>password: hunter2hunter2</p><main');
  server.reply({ says: telling });
  expect(need(await draw()).by).toBe('gemini');
  expect(kept).toHaveLength(1);
});

test('a catalogue’s applet, and one that the check refused, are kept by nobody here', async () => {
  need(await draw({ ...RESULT, shows: 'table' }));
  server.reply({ says: BAD }, { says: BAD }, { says: BAD });
  need(await draw());
  expect(kept).toEqual([]);
});

test('a few are drawn by models at once, and the next is refused until one of them is there', async () => {
  const all = Promise.withResolvers<void>();
  const waits = {
    id: 'gemini' as const,
    model: 'gemini-2.5-pro',
    make: async () => {
      await all.promise;
      return { made: fail('model.unavailable', 'late'), usage: [] };
    },
  };
  const parts = { maker: waits, of: OF, audit, who: 'x', keep };
  const begun = Array.from({ length: MOST_DRAWINGS }, () => drawnApplet(RESULT, parts, signal));
  const noted = log.length;
  expect(await drawnApplet(RESULT, parts, signal)).toMatchObject({
    ok: false,
    error: { code: 'maker.busy', retryable: true, help: expect.stringContaining('table') },
  });
  // Nothing of it begins; what needs no model is drawn all the same.
  expect(log.slice(noted).filter(({ outcome }) => outcome === 'FAILED')).toEqual([]);
  expect(need(await drawnApplet({ ...RESULT, shows: 'table' }, parts, signal)).by).toBe('catalogue');
  all.resolve();
  await Promise.all(begun);
  expect(await drawnApplet(RESULT, parts, signal)).toMatchObject({ ok: true });
});

test('where the model’s answers are refused the catalogue draws, and says why on its face', async () => {
  server.reply({ says: BAD }, { says: BAD }, { says: BAD });
  const made = need(await draw());
  expect(made).toMatchObject({ by: 'catalogue', model: null });
  expect(made.note).toMatch(/refused 3 times: code code\./u);
  expect(made.html).toContain('The model’s applet is not used');
  expect(log.at(-1)).toMatchObject({
    outcome: 'FAILED',
    details: { error: 'maker.refused', by: 'catalogue' },
  });
});

test('no rows go to a model that the log cannot name', async () => {
  const failing = { append: async () => fail('audit.unreadable', 'full') };
  const made = await drawnApplet(RESULT, { maker: maker(), of: OF, audit: failing, who: 'x', keep }, signal);
  expect(made).toMatchObject({ ok: false, error: { code: 'audit.unreadable' } });
  expect(server.received).toEqual([]);
});

test('a drawing that is cancelled has an end in the log', async () => {
  const gone = new AbortController();
  let told: unknown = null;
  const waits = {
    id: 'gemini' as const,
    model: 'gemini-2.5-pro',
    make: async (_brief: unknown, _check: unknown, _signal: unknown, of: unknown) => {
      told = of;
      gone.abort();
      return Promise.reject(gone.signal.reason);
    },
  };
  await expect(
    drawnApplet(RESULT, { maker: waits, of: OF, audit, who: 'x', keep }, gone.signal),
  ).rejects.toMatchObject({
    name: 'AbortError',
  });
  // The proxy is told whose call it is, at the priority of its task.
  expect(told).toEqual(OF);
  expect(log).toMatchObject([
    { outcome: 'BEGUN' },
    { outcome: 'FAILED', details: { error: 'task.cancelled', rows: 2 } },
  ]);
});
