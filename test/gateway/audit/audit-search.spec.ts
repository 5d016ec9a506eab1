// Queries on the thread that searches: the same rows as a plain scan, whatever the log and the words; how much is looked at for
// them; what becomes of many at once, of late ones and of those that nobody waits for.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReader } from '#gateway/audit/format/schema.ts';
import { MAX_COUNTED, Search, type SearchAnswer } from '#gateway/audit/read/search.ts';
import { SearchDesk } from '#gateway/audit/read/search-desk.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { aDirectory, anEvent, open } from './audit-chain.ts';

const soon = async (): Promise<void> => undefined;

async function filled(log: AuditLog, events: readonly Partial<AuditEvent>[]): Promise<void> {
  const appended = await Promise.all(events.map((event) => log.append(anEvent(event))));
  expect(appended.every(({ ok }) => ok)).toBe(true);
}

describe('whatever the log and the query', () => {
  const one = fc.record<Partial<AuditEvent>>({
    type: fc.constantFrom('decision', 'consent.asked', 'consent.answered', 'page.act', 'act.outcome'),
    taskId: fc.constantFrom('T1', 'T2', 't1', null),
    requestId: fc.constantFrom('R1', 'R2', null),
    verdict: fc.constantFrom('ALLOW', 'DENY', null),
    outcome: fc.constantFrom('DONE', 'done', 'ÄRGER', 'ärger', null),
    what: fc.constantFrom('open popup', 'click 100% “sure”'),
  });
  const TERMS =
    'type:decision type:consent type:consent.asked verdict:DENY verdict:none task:T1 task:t1 task:none task:T9 ' +
    'request:R1 request:R9 outcome:DONE outcome:ärger outcome:none seq:5..20 seq:..3 seq:30.. popup where:shop.test ' +
    'since:1h until:2020-01-01';
  const term = fc.constantFrom(...TERMS.split(' '));
  const query = fc
    .array(fc.tuple(fc.boolean(), term), { maxLength: 3 })
    .map((terms) => terms.map(([not, text]) => (not ? `-${text}` : text)).join(' '));

  test('the rows and the count are those of a plain scan', async () => {
    const log = await open(aDirectory());
    await filled(log, fc.sample(one, { numRuns: 60, seed: 7 }));
    const database = openReader(log.path);
    const search = new Search(database);
    await fc.assert(
      fc.asyncProperty(
        query,
        fc.integer({ min: 1, max: 70 }),
        fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined }),
        async (text, limit, beforeSeq) => {
          const asked = { text, limit, ...(beforeSeq === undefined ? {} : { beforeSeq }) };
          const [plain, found] = [log.query(asked), await search.run(asked, new Date(), soon)];
          if (!plain.ok || !found.ok) throw new Error('a query was not understood');
          expect(found.value.rows).toEqual(plain.value.rows);
          expect(found.value.total).toBe(plain.value.total);
        },
      ),
      { numRuns: 400 },
    );
    database.close();
    await log.close();
  });
});

describe('a log that grew eightfold', () => {
  const entries = (count: number): Partial<AuditEvent>[] =>
    Array.from({ length: count }, (_, at) => ({
      taskId: at % 1_000 === 500 && at < 2_000 ? 'T-rare' : `T-${at % 7}`,
      requestId: `R-${at}`,
      verdict: at % 1_000 === 0 && at < 2_000 ? 'DENY' : 'ALLOW',
    }));
  let log: AuditLog;
  const examined = new Map<string, number[]>();
  const queries = [
    'task:T-rare',
    'verdict:DENY',
    'request:R-77',
    'task:T-rare verdict:ALLOW popup',
    'seq:100..200',
  ];

  beforeAll(async () => {
    log = await open(aDirectory());
    const database = openReader(log.path);
    for (const [from, to] of [
      [0, 4_000],
      [4_000, 32_000],
    ] as const) {
      await filled(log, entries(32_000).slice(from, to));
      const search = new Search(database);
      for (const text of queries) {
        const found = await search.run({ text }, new Date(), soon);
        if (!found.ok) throw new Error(found.error.message);
        examined.set(text, [...(examined.get(text) ?? []), found.value.examined]);
      }
    }
    database.close();
  });
  afterAll(() => log.close());

  test.each(queries)('is looked at no more for `%s`', (text) => {
    const [before = 0, after = 0] = examined.get(text) ?? [];
    expect(after).toBe(before);
    expect(after).toBeLessThan(1_000);
  });

  test('has its matches counted up to a bound, which is said; the twin below it is exact', async () => {
    const [many, few] = await Promise.all(
      ['verdict:ALLOW', 'verdict:DENY'].map((text) => log.search({ text, limit: 5 })),
    );
    expect(many).toMatchObject({ ok: true, value: { total: MAX_COUNTED, atLeast: true } });
    expect(many?.ok === true ? many.value.rows : []).toHaveLength(5);
    expect(few).toMatchObject({ ok: true, value: { total: 2 } });
    expect(few?.ok === true ? few.value.atLeast : 'failed').toBeUndefined();
  });

  test('has no more of it looked at than is counted', async () => {
    const database = openReader(log.path);
    const found = await new Search(database).run({ text: 'verdict:ALLOW', limit: 5 }, new Date(), soon);
    database.close();
    expect(found.ok ? found.value.examined : Number.NaN).toBeLessThan(2 * MAX_COUNTED);
  });

  test('is paged to its first entry beyond what is counted', async () => {
    const last = await log.search({ text: 'verdict:ALLOW', limit: 1_000, beforeSeq: 4 });
    expect(last.ok ? last.value.rows.map(({ seq }) => seq) : []).toEqual([3, 2]);
  });

  test('leaves the process free while a query runs: turns are given meanwhile', async () => {
    const searching = log.search({ text: '"nowhere to be found"' });
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await searching;
    clearInterval(counting);
    expect(await searching).toMatchObject({ ok: true, value: { total: 0, rows: [] } });
    // A query in this process would have been answered within one.
    expect(turns).toBeGreaterThan(10);
  });

  test('more queries at once than there are places are refused, the others are answered, and then there is room', async () => {
    const desk = new SearchDesk(log.path, { atOnce: 3, atOnceEach: 3, deadlineMs: 60_000, idleMs: 60_000 });
    const all = await Promise.all(
      Array.from({ length: 5 }, (_, at) => desk.search({ text: 'popup' }, undefined, `client:${at}`)),
    );
    expect(all.map((one) => (one.ok ? 'answered' : one.error.code))).toEqual([
      ...Array.from({ length: 3 }, () => 'answered'),
      ...Array.from({ length: 2 }, () => 'audit.too-many-queries'),
    ]);
    expect(await desk.search({ text: 'verdict:DENY' })).toMatchObject({ ok: true, value: { total: 2 } });
    await desk.close();
  });

  test('whoever asks for more than a share is refused, and somebody else is answered beside them', async () => {
    const desk = new SearchDesk(log.path, { atOnce: 4, atOnceEach: 2, deadlineMs: 60_000, idleMs: 60_000 });
    const asked = ['client:1', 'client:1', 'client:1', 'person:ui'];
    const all = await Promise.all(asked.map((who) => desk.search({ text: 'popup' }, undefined, who)));
    expect(all.map((one) => (one.ok ? 'answered' : one.error.message))).toEqual([
      'answered',
      'answered',
      '2 queries of the same asker are under way',
      'answered',
    ]);
    await desk.close();
  });

  test('a late query is an error with a mend, one that is given up makes room, and a short one does not wait for them', async () => {
    const desk = new SearchDesk(log.path, { atOnce: 3, atOnceEach: 3, deadlineMs: 0, idleMs: 60_000 });
    expect(await desk.search({ text: 'popup' })).toMatchObject({
      ok: false,
      error: { code: 'audit.query-late', retryable: true, help: expect.stringContaining('task:') },
    });
    await desk.close();
    const patient = new SearchDesk(log.path, {
      atOnce: 1,
      atOnceEach: 1,
      deadlineMs: 60_000,
      idleMs: 60_000,
    });
    const controller = new AbortController();
    const gone = patient.search({ text: 'popup' }, controller.signal);
    controller.abort();
    expect(await gone).toMatchObject({ ok: false, error: { code: 'task.cancelled' } });
    expect(await patient.search({ text: 'verdict:DENY' })).toMatchObject({ ok: true, value: { total: 2 } });
    await patient.close();
  });

  test('a thread that is lost is an error, and the next query has another one', async () => {
    const desk = new SearchDesk(`${log.path}.gone`);
    expect(await desk.search({ text: '' })).toMatchObject({ ok: false, error: { code: 'audit.unreadable' } });
    await desk.close();
  });
});

test('what was appended a moment ago is found, and a query that cannot be read says where', async () => {
  const log = await open(aDirectory());
  for (let at = 1; at <= 3; at += 1) {
    await filled(log, [{ taskId: 'T1' }]);
    const found: { ok: boolean; value?: Partial<SearchAnswer> } = await log.search({ text: 'task:T1' });
    expect(found).toMatchObject({ ok: true, value: { total: at } });
  }
  expect(await log.search({ text: 'verdict:MAYBE' })).toMatchObject({
    ok: false,
    error: { code: 'audit.bad-query' },
  });
  await log.close();
});
