// Applets beside their results: kept, checked again when they are opened, few, and gone with their task.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { documentIn } from '#engines/maker/credited.ts';
import { fileOf } from '#gateway/extraction/handed-over.ts';
import { openApplet } from '#gateway/extraction/kept-applets.ts';
import { partsOf } from '#gateway/extraction/kept-parts.ts';
import { AuditedResults } from '#gateway/vault/results/audited-results.ts';
import { keyFile } from '#gateway/vault/keys.ts';
import { resultStore } from '#gateway/vault/results/result-store.ts';
import type { ResultStore } from '#gateway/vault/results/contract.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { keyboards } from '#test/fixtures/keyboards-table.ts';
import { memoryLog } from '#test/fixtures/memory-log.ts';
import { need } from '#test/fixtures/tab.ts';
import { aResult } from '#test/fixtures/views.ts';

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-applets-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
/** The clock stands: what was used last is known all the same. */
const storeIn = (directory: string, mostBytes = 100_000_000): ResultStore =>
  resultStore({ directory, keys: [keyFile(directory)], keepDays: 30, mostBytes, now: () => 1_000_000 });
const withRows = async (results: ResultStore, taskId: string): Promise<void> =>
  need(
    await results.keep({
      ...aResult(),
      taskId,
      intent: 'compare the keyboards',
      status: 'DONE',
      error: null,
      table: keyboards(3),
      shows: 'cards',
    }),
  );
/** Whether it is kept: looking makes nothing. */
const isKept = async (results: ResultStore, taskId: string): Promise<boolean> =>
  need(await results.applet(taskId, null)).applet !== null;

test('a result is opened in the form that its task was asked for, and after a restart as it was opened last', async () => {
  const directory = temporary();
  {
    await using results = storeIn(directory);
    await withRows(results, 't-1');
    expect(need(await openApplet(results, 't-1', null)).form).toBe('cards');
    expect(need(await openApplet(results, 't-1', 'table')).form).toBe('table');
  }
  await using results = storeIn(directory);
  const { applet } = need(await results.applet('t-1', null));
  const opened = need(await openApplet(results, 't-1', null));
  expect(opened).toMatchObject(applet ?? { applet: 'none is kept' });
  expect(opened.form).toBe('table');
  expect(checkApplet(opened.html)).toMatchObject({ accepted: true });
  expect(opened.html).toContain('Content-Security-Policy');
  expect(opened.html).toContain(keyboards(3).sources[0]?.url ?? 'no source');
});

test('one that could not be kept is shown all the same, and made anew the next time', async () => {
  await using results = storeIn(temporary());
  await withRows(results, 't-1');
  const shelf: Pick<ResultStore, 'applet' | 'keepApplet'> = {
    applet: (id, form) => results.applet(id, form),
    keepApplet: async () => fail('vault.write-failed', 'the disk is full'),
  };
  const first = need(await openApplet(shelf, 't-1', null));
  expect(checkApplet(first.html)).toMatchObject({ accepted: true });
  expect(await isKept(results, 't-1')).toBe(false);
  expect(need(await openApplet(shelf, 't-1', null))).toEqual(first);
});

test('what is kept is checked again when it is opened: what the check refuses is made anew, and never shown', async () => {
  await using results = storeIn(temporary());
  await withRows(results, 't-1');
  const bad = { form: 'table', html: '<!doctype html><script>fetch("http://evil.test")</script>' } as const;
  need(await results.keepApplet('t-1', bad));
  const opened = need(await openApplet(results, 't-1', null));
  expect(opened.html).not.toContain('evil.test');
  expect(JSON.stringify(need(await results.applet('t-1', 'table')).applet)).not.toContain('evil.test');
});

test('a result that is kept in another shape is a failure with a mend, as an applet and as its parts', async () => {
  const stored = { taskId: 't-1', at: '', status: 'DONE', agent: null, intent: 'compare', sources: [] };
  const result = { ...stored, result: { table: 'three keyboards' } };
  const store = {
    applet: async () => ok({ result, applet: null, hasModel: false }),
    keepApplet: async () => ok(undefined),
  };
  for (const read of [await openApplet(store, 't-1', null), partsOf(result)]) {
    expect(read).toMatchObject({ ok: false, error: { code: 'vault.damaged' } });
    expect(read.ok ? '' : read.error.help).toContain('ghost results delete t-1');
  }
});

const ANSWER = `<!doctype html><html lang="en"><head><title>t</title></head><body><main id="app"></main><script>
document.getElementById('app').textContent = String(DATA.rows.length);
</script></body></html>`;
const MODELS = { form: 'model', answer: ANSWER, model: 'gemini-2.5-pro', retries: 1 } as const;

test('what a model wrote is opened with the kept rows in it, after a restart too, and says who drew it', async () => {
  const directory = temporary();
  {
    await using results = storeIn(directory);
    await withRows(results, 't-1');
    need(await results.keepApplet('t-1', MODELS));
  }
  await using results = storeIn(directory);
  const opened = need(await openApplet(results, 't-1', null));
  expect(opened).toMatchObject({
    form: 'model',
    hasModel: true,
    credit: { model: 'gemini-2.5-pro', retries: 1 },
  });
  expect(opened.html).toContain('Keyboard 2');
  expect(checkApplet(opened.html).findings).toEqual([]);
  expect(opened.hashes.length).toBeGreaterThanOrEqual(3);
  // Another form lies beside it, and it is found again by its own.
  expect(need(await openApplet(results, 't-1', 'table'))).toMatchObject({ form: 'table', hasModel: true });
  expect(need(await openApplet(results, 't-1', null)).form).toBe('table');
  expect(need(await openApplet(results, 't-1', 'model'))).toEqual(opened);
  const file = fileOf(opened);
  expect(documentIn(file.html)).toBe(opened.html);
  expect(checkApplet(file.html).findings).toEqual([]);
});

test('a model’s is checked again when it is opened: what the check refuses is the catalogue’s, which says so', async () => {
  await using results = storeIn(temporary());
  await withRows(results, 't-1');
  need(await results.keepApplet('t-1', { ...MODELS, answer: ANSWER.replace('String(', 'fetch(') }));
  const opened = need(await openApplet(results, 't-1', 'model'));
  expect(opened).toMatchObject({ form: 'cards', credit: null, hasModel: false });
  expect(opened.html).toContain('The model’s applet is not shown');
  expect(opened.html).not.toContain('fetch(DATA');
});

test('a model’s that is not there is no other one', async () => {
  await using results = storeIn(temporary());
  await withRows(results, 't-1');
  expect(await openApplet(results, 't-1', 'model')).toMatchObject({ error: { code: 'applet.unknown' } });
});

test('fifty are kept, and what was opened longest ago goes first', async () => {
  await using results = storeIn(temporary());
  const ids = Array.from({ length: 51 }, (_, at) => `t-${at}`);
  for (const id of ids) await withRows(results, id);
  for (const id of ids.slice(0, 50)) need(await results.keepApplet(id, { form: 'table', html: id }));
  // The oldest is used once more.
  expect(await isKept(results, 't-0')).toBe(true);
  need(await results.keepApplet('t-50', { form: 'table', html: 't-50' }));
  const kept: string[] = [];
  for (const id of ids) if (await isKept(results, id)) kept.push(id);
  expect(kept).toEqual(ids.filter((id) => id !== 't-1'));
});

test('applets take no more room than results may, and the one that was opened last stays', async () => {
  await using results = storeIn(temporary(), 40_000);
  await withRows(results, 't-1');
  await withRows(results, 't-2');
  need(await results.keepApplet('t-1', { form: 'table', html: 'x'.repeat(30_000) }));
  need(await results.keepApplet('t-2', { form: 'table', html: 'y'.repeat(30_000) }));
  expect([await isKept(results, 't-1'), await isKept(results, 't-2')]).toEqual([false, true]);
});

test('an applet goes with its task, and none is kept of a task that is not', async () => {
  const directory = temporary();
  await using results = storeIn(directory);
  await withRows(results, 't-1');
  need(await openApplet(results, 't-1', null));
  expect(need(await results.delete(['t-1']))).toBe(1);
  need(await results.keepApplet('t-1', { form: 'table', html: 'x' }));
  expect(await openApplet(results, 't-1', null)).toMatchObject({ error: { code: 'result.unknown' } });
  await withRows(results, 't-1');
  expect(await isKept(results, 't-1')).toBe(false);
  expect(readFileSync(join(directory, 'vault.db')).includes('keyboard')).toBe(false);
});

test('a result without rows says so, and nothing is kept of it', async () => {
  await using results = storeIn(temporary());
  need(await results.keep({ ...aResult(), taskId: 't-1', status: 'DONE', error: null }));
  expect(await openApplet(results, 't-1', null)).toMatchObject({ error: { code: 'act.no-table' } });
  expect(await isKept(results, 't-1')).toBe(false);
});

test('each opening is in the log before the applet is given out, and none is given out where it cannot be', async () => {
  await using store = storeIn(temporary());
  await withRows(store, 't-1');
  const log = memoryLog();
  const shelf = (results: AuditedResults): Pick<ResultStore, 'applet' | 'keepApplet'> => ({
    applet: (id, form) => results.applet(id, form, 'FILE', 'person:terminal'),
    keepApplet: results.keepApplet,
  });
  need(await openApplet(shelf(new AuditedResults(store, log)), 't-1', null));
  expect(log.since(0, 10)).toMatchObject([
    { type: 'results.exported', outcome: 'BEGUN', details: { task: 't-1', form: 'html' } },
  ]);
  const full = { ...log, append: async () => fail('audit.write-failed', 'the disk is full') };
  expect(await openApplet(shelf(new AuditedResults(store, full)), 't-1', null)).toMatchObject({ ok: false });
});
