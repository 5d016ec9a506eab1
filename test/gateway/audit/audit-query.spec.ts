// The query language of the audit log: the same string in the CLI, in the URL and in the export.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseQuery } from '#gateway/audit/read/query-parse.ts';
import { aDirectory, anEvent, open } from './audit-chain.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';

const EVENTS: readonly Partial<AuditEvent>[] = [
  {
    type: 'task.started',
    taskId: 'T1',
    who: 'person:ui',
    what: 'start “check my order”',
    where: '',
    verdict: null,
    why: '',
    details: {},
  },
  {
    type: 'decision',
    taskId: 'T1',
    where: 'https://shop.test',
    verdict: 'ALLOW',
    why: 'rules.named-by-user:31',
  },
  {
    type: 'decision',
    taskId: 'T1',
    where: 'https://accounts.shop.test:8443',
    verdict: 'ESCALATE',
    why: 'rules.credentials-ask:31',
  },
  {
    type: 'consent.asked',
    taskId: 'T1',
    who: 'gateway',
    what: 'ask 100% “sure_”',
    where: 'accounts.shop.test',
    verdict: null,
    why: 'C1',
  },
  {
    type: 'consent.answered',
    taskId: 'T1',
    who: 'person:ui',
    where: 'accounts.shop.test',
    verdict: null,
    why: 'C1',
    outcome: 'GRANTED',
  },
  {
    type: 'page.act',
    taskId: 'T2',
    who: 'page',
    what: 'open popup',
    where: 'https://notshop.test',
    verdict: 'DENY',
    why: 'rules.foreign:40',
  },
  {
    type: 'connection',
    taskId: 'T2',
    who: 'page',
    what: 'connect',
    where: 'evil.test:443',
    verdict: 'DENY',
    why: 'floor',
    details: { host: 'evil.test', port: 443 },
  },
  { type: 'act.outcome', taskId: 'T2', verdict: 'ALLOW', where: 'http://127.0.0.1:8080', outcome: 'DONE' },
];

let log: AuditLog;
beforeAll(async () => {
  let minute = 0;
  log = await open(aDirectory(), { clock: () => new Date(Date.UTC(2026, 0, 1, 12, minute)) });
  for (const event of EVENTS) {
    minute += 1;
    await log.append(anEvent(event));
  }
});
afterAll(() => log.close());

function found(text: string, options: { limit?: number; beforeSeq?: number } = {}): number[] {
  const answer = log.query({ text, ...options });
  if (!answer.ok) throw new Error(`${answer.error.message}: ${answer.error.help}`);
  return answer.value.rows.map(({ seq }) => seq);
}

test.for<[query: string, rows: number[]]>([
  ['', [8, 7, 6, 5, 4, 3, 2, 1]],
  ['type:decision', [3, 2]],
  ['type:consent', [5, 4]],
  ['verdict:DENY', [7, 6]],
  ['verdict:deny', [7, 6]],
  ['verdict:none', [5, 4, 1]],
  ['task:T1 verdict:ALLOW', [2]],
  ['who:page', [7, 6]],
  ['who:person', [5, 1]],
  ['who:navigator:offline', [8, 3, 2]],
  ['where:shop.test', [5, 4, 3, 2]],
  ['where:*.shop.test', [5, 4, 3]],
  ['where:https://shop.test', [2]],
  ['where:127.0.0.1', [8]],
  ['where:hop.test', []],
  ['why:named', [8, 2]],
  ['outcome:DONE', [8]],
  ['outcome:done', [8]],
  ['outcome:none -type:decision', [7, 6, 4, 1]],
  ['-type:decision -type:consent', [8, 7, 6, 1]],
  ['-outcome:DONE type:act', []],
  ['-outcome:GRANTED', [8, 7, 6, 4, 3, 2, 1]],
  ['seq:3', [3]],
  ['seq:2..4', [4, 3, 2]],
  ['seq:6..', [8, 7, 6]],
  ['seq:..2', [2, 1]],
  ['since:2026-01-01', [8, 7, 6, 5, 4, 3, 2, 1]],
  ['since:2026-01-02', []],
  ['until:2026-01-01', [8, 7, 6, 5, 4, 3, 2, 1]],
  ['since:2026-01-01T12:07Z', [8, 7]],
  ['since:2026-01-01T13:07+01:00', [8, 7]],
  ['until:2026-01-01T12:02', [2, 1]],
  ['popup', [6]],
  ['POPUP', [6]],
  ['"check my order"', [1]],
  ['what:"check my"', [1]],
  ['text:popup', [6]],
  ['443', [7, 3]],
  ['"100%"', [4]],
  ['%', [4]],
  ['sure_', [4]],
  ['_', [8, 6, 5, 4, 3, 2]],
  ['-popup who:page', [7]],
  ["'; DROP TABLE entry; --", []],
  ['"type:decision"', []],
])('`%s` finds %j', ([query, rows]) => {
  expect(found(query)).toEqual(rows);
});

test('rows come newest first in pages, and the total counts all that match', () => {
  expect(found('', { limit: 3 })).toEqual([8, 7, 6]);
  expect(found('', { limit: 3, beforeSeq: 6 })).toEqual([5, 4, 3]);
  expect(log.query({ text: 'where:shop.test', limit: 1, beforeSeq: 5 })).toMatchObject({
    ok: true,
    value: {
      total: 4,
      rows: [{ seq: 4, type: 'consent.asked', taskId: 'T1', who: 'gateway', verdict: null, why: 'C1' }],
    },
  });
});

test('a row shows its columns, its act and its hash, and nothing of the details', () => {
  const answer = log.query({ text: 'seq:2' });
  const { details: _, previous: __, ...row } = { ...log.entry(2) };
  expect(answer).toEqual({ ok: true, value: { rows: [row], total: 1 } });
});

describe('what is not understood is refused with its mend', () => {
  test.for<[query: string, message: string, help: string]>([
    ['typ:decision', '`typ` is not a key of a query', 'did you mean `type:`?'],
    ['verdikt:DENY', '`verdikt` is not a key of a query', 'did you mean `verdict:`?'],
    ['colour:red', '`colour` is not a key of a query', 'the keys are type'],
    ['constructor:x', '`constructor` is not a key of a query', 'the keys are'],
    ['type:desision', '`desision` is not a type', 'did you mean `decision`?'],
    ['verdict:DNEY', '`DNEY` is not a verdict', 'did you mean `DENY`?'],
    ['since:yesterday', '`yesterday` is not a time', 'since:2026-01-01'],
    ['since:2026-02-30', '`2026-02-30` is not a time', 'since:2026-01-01'],
    ['until:2026-13-01', '`2026-13-01` is not a time', 'a date counts to its end'],
    ['seq:ten', '`ten` is not a range', 'seq:10..20'],
    ['seq:20..10', 'the range `20..10` is empty', 'did you mean `10..20`?'],
    ['type:', '`type:` has no value', 'without a space'],
    ['"unclosed', 'cannot be read from `"unclosed`', 'close every quotation mark'],
    ['why:"a"b', 'cannot be read from', 'put a space after it'],
    ['""', 'a term is empty', 'remove'],
    ['x'.repeat(5_000), 'longer than', 'shorten it'],
    [Array.from({ length: 80 }, () => 'x').join(' '), 'more than 64 terms', 'shorten it'],
  ])('`%s`', ([query, message, help]) => {
    expect(log.query({ text: query })).toMatchObject({
      ok: false,
      error: {
        code: 'audit.bad-query',
        message: expect.stringContaining(message),
        help: expect.stringContaining(help),
      },
    });
  });

  test.for([{ limit: 0 }, { limit: -1 }, { limit: 1.5 }, { limit: Number.NaN }, { beforeSeq: Number.NaN }])(
    '%j',
    (options) => {
      expect(log.query({ text: '', ...options })).toMatchObject({
        ok: false,
        error: { code: 'audit.bad-query' },
      });
    },
  );
});

test('an age counts back from now, and a date of `until` reaches to its end', () => {
  const now = new Date('2026-03-10T12:00:00.000Z');
  const time = (text: string): unknown => {
    const terms = parseQuery(text, now);
    return terms.ok ? terms.value[0] : terms.error;
  };
  expect(time('since:2h')).toMatchObject({ value: '2026-03-10T10:00:00.000Z' });
  expect(time('since:7d')).toMatchObject({ value: '2026-03-03T12:00:00.000Z' });
  expect(time('until:2026-03-09')).toMatchObject({ value: '2026-03-09T23:59:59.999Z' });
  expect(time('-until:30m')).toMatchObject({ value: '2026-03-10T11:30:00.000Z', negated: true });
});
