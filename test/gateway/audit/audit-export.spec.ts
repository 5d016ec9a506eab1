// What leaves the log as a file: a spreadsheet computes none of it, a bundle proves each entry and what was asked for, and each export is
// an entry before it leaves. And one entry, whole.
import { readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditFiles } from '#gateway/audit/format/files.ts';
import { checkBundle } from '#gateway/audit/proofs/bundle.ts';
import { checkProofFile } from '#gateway/audit/proofs/proof.ts';
import { exportLog, type ExportedLog } from '#gateway/audit/read/export-log.ts';
import { proveEntry, readEntry } from '#gateway/audit/read/one-entry.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { AuditExport, AuditExportForm } from '#gateway/protocol/views/audit.ts';
import { ok } from '#policy/language/failure.ts';
import { need } from '#test/fixtures/tab.ts';
import { aDirectory, anEvent, open } from './audit-chain.ts';

const WHO = 'person:ui';
let log: AuditLog;
let key = '';

beforeAll(async () => {
  const directory = aDirectory();
  log = await open(directory);
  const act = { requestId: 'R1', details: { '10': 'ten', '9': 'nine', note: 'ü' } };
  await log.append(anEvent({ ...act, what: '=HYPERLINK("http://evil.test")' }));
  await log.append(anEvent({ taskId: 'T2', requestId: 'R2', what: 'click “a, b”;＝1+1' }));
  await log.append(anEvent({ ...act, type: 'act.outcome', who: 'gateway', outcome: 'DONE' }));
  key = readFileSync(auditFiles(directory).publicKey, 'utf8').trim();
});
afterAll(() => log.close());

async function exported(form: AuditExportForm, text = 'task:T1'): Promise<AuditExport> {
  const made = await exportLog(log, { text, form }, WHO);
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

test('a spreadsheet computes nothing of what a page said', async () => {
  const { text, entries, name } = await exported('csv', 'type:decision');
  const [head, first, second] = text.split('\r\n');
  expect(head).toBe('seq,at,type,taskId,requestId,who,what,where,verdict,why,outcome,hash');
  expect(first).toContain(`,"'=HYPERLINK(""http://evil.test"")",`);
  expect(second).toContain(`,"click “a, b”;'＝1+1",`);
  expect(text.split('\r\n')).toHaveLength(entries + 2);
  expect(name).toMatch(/^audit-\d{8}T\d{6}Z\.csv$/u);
});

test('lines of JSON hold what matches, the oldest first', async () => {
  const { text, complete, oldest, newest } = await exported('jsonl');
  const rows: unknown[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toMatchObject([{ seq: 1 }, { seq: 3, outcome: 'DONE' }]);
  expect({ complete, oldest, newest }).toEqual({ complete: true, oldest: 1, newest: 3 });
});

test('an export is an entry of the log, which names the filter, the range, the count and the file', async () => {
  const { seq, text } = await exported('csv');
  expect(log.entry(seq)).toMatchObject({
    type: 'audit.exported',
    who: WHO,
    what: 'export 2 entries of the audit log: task:T1',
    details: { form: 'csv', query: 'task:T1', entries: 2, oldest: 1, newest: 3, complete: true },
  });
  expect(log.entry(seq)?.details['digest']).toBe(`sha256:${hash('sha256', text)}`);
});

test('a bundle is checked with the key alone, and says what was asked for', async () => {
  const { text } = await exported('bundle');
  const checked = checkBundle(text, key);
  expect(checked).toMatchObject({ ok: true, value: { query: 'task:T1', complete: true } });
  expect(checked.ok ? checked.value.entries.map((entry) => JSON.parse(entry)) : []).toMatchObject([
    { seq: 1, details: { note: 'ü' } },
    { seq: 3 },
  ]);
});

test('a bundle with an entry left out, doubled, changed or without its own says that nothing is proved', async () => {
  const { text } = await exported('bundle');
  const bundle = JSON.parse(text) as { entries: { seq: number; text: string; path: number[] }[] };
  const { entries } = bundle;
  const refused = (changed: typeof entries): string => {
    const checked = checkBundle(JSON.stringify({ ...bundle, entries: changed }), key);
    return checked.ok ? 'proved' : checked.error.message;
  };
  expect(refused(entries)).toBe('proved');
  expect(refused(entries.slice(1))).toMatch(/not what the log says was exported/u);
  expect(refused([...entries.slice(0, 1), ...entries])).toMatch(/not what the log says was exported/u);
  expect(refused(entries.slice(0, -1))).toMatch(/does not tell of the export/u);
  expect(refused(entries.map((one) => ({ ...one, text: one.text.replace('DONE', 'FAILED') })))).toMatch(
    /does not fold/u,
  );
  expect(checkBundle('{}', key)).toMatchObject({ ok: false, error: { code: 'audit.bad-proof' } });
});

test('one entry comes with its act, its neighbours in the task and the very text that is hashed, and was read', async () => {
  const read = await readEntry(log, 1, WHO);
  expect(read).toMatchObject({ ok: true, value: { row: { seq: 1 }, before: null, after: 3 } });
  if (!read.ok) return;
  expect(read.value.act.map(({ seq }) => seq)).toEqual([1, 3]);
  expect(`sha256:${hash('sha256', read.value.text)}`).toBe(read.value.row.hash);
  expect(log.entry(log.count())).toMatchObject({ type: 'audit.read', what: 'read entry 1 of the audit log' });
  expect(await readEntry(log, 10_000, WHO)).toMatchObject({ ok: false, error: { code: 'audit.bad-query' } });
});

test('the proof of one entry is given out with its file, once the log says so', async () => {
  const proof = await proveEntry(log, 2, WHO);
  expect(proof.ok ? checkProofFile(proof.value.file, key) : proof).toMatchObject({
    ok: true,
    value: { seq: 2 },
  });
  expect(log.entry(log.count())).toMatchObject({
    type: 'audit.exported',
    what: 'take the proof of entry 2 of the audit log',
  });
});

test('where nobody counted to the end, a file that is full is not called complete', async () => {
  const rows = need(await log.search({ text: 'task:T1', limit: 1 }, undefined, WHO)).rows;
  const [row] = rows;
  if (row === undefined) throw new Error('the log has no row');
  const asked: number[] = [];
  // More match than a file holds, and the search stopped counting long before.
  const endless: ExportedLog = {
    append: (event) => log.append(event),
    prove: (seqs, signal, who) => log.prove(seqs, signal, who),
    search: ({ limit = 0, beforeSeq = 50_000 }) => {
      asked.push(limit);
      const page = Array.from({ length: limit }, (_, at) => ({ ...row, seq: beforeSeq - 1 - at }));
      return Promise.resolve(ok({ rows: page, total: 10_000, atLeast: true, examined: limit }));
    },
  };
  const made = need(await exportLog(endless, { text: 'task:T1', form: 'csv' }, WHO));
  expect(asked.reduce((sum, limit) => sum + limit)).toBe(made.entries);
  expect(made).toMatchObject({ entries: 20_000, complete: false });
  expect(log.entry(made.seq)?.details).toMatchObject({ entries: 20_000, complete: false });
});
