// Which decisions of the log belong to the last hours or days: read from the end, noted in the log, and said where there are more than are
// decided at once.
import { expect, test } from 'vitest';
import type { AuditEntry, AuditEvent } from '#gateway/audit/format/contract.ts';
import { gatesOfRange, gatesOfTheWeek } from '#gateway/policy/logged-decisions.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';
import { replay } from '#policy/tools/logs/replay.ts';
import { memoryLog } from '#test/fixtures/memory-log.ts';
import { need } from '#test/fixtures/tab.ts';

const NOW_MS = Date.parse('2026-11-27T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const FACTS = need(parseRequest({ capability: 'SCREENSHOT', executor: 'HEADLESS_CHROMIUM' }));

/** A log whose entries are so many hours old, oldest first; each holds one decision. */
function aLog(ages: readonly number[], more: readonly Partial<AuditEntry>[] = []) {
  const entries = ages.map((age, index): AuditEntry => ({
    seq: index + 1,
    at: new Date(NOW_MS - age * HOUR_MS).toISOString(),
    type: 'decision',
    taskId: 't1',
    requestId: `r${index + 1}`,
    who: 'navigator:offline',
    what: 'look at the page',
    where: '',
    verdict: 'ALLOW',
    why: '',
    outcome: null,
    details: { vocabulary: VOCABULARY_ID, gates: [{ facts: FACTS, decision: 'ALLOW' }] },
    previous: '',
    hash: '',
    ...more[index],
  }));
  const noted: AuditEvent[] = [];
  const own = memoryLog();
  const audit = {
    count: () => entries.length,
    since: (seq: number, limit: number) => entries.slice(seq, seq + limit),
    append: (event: AuditEvent) => {
      noted.push(event);
      return own.append(event);
    },
  };
  return { audit, noted };
}

async function rangeOf(
  ages: readonly number[],
  range: '24h' | '7d',
  more: readonly Partial<AuditEntry>[] = [],
) {
  const { audit, noted } = aLog(ages, more);
  const parts = { audit, nowMs: NOW_MS, signal: new AbortController().signal };
  return { ...need(await gatesOfRange(parts, range, 'person:ui')), noted };
}

test('a range has what was decided in it and nothing from before, in the order of the log', async () => {
  const day = await rangeOf([200, 100, 23, 2, 1], '24h');
  expect(day.gates.map(({ place }) => place)).toEqual(['entry 3', 'entry 4', 'entry 5']);
  expect([day.unread, day.isCut]).toEqual([0, false]);
  const week = await rangeOf([200, 100, 23, 2, 1], '7d');
  expect(week.gates.map(({ place }) => place)).toEqual(['entry 2', 'entry 3', 'entry 4', 'entry 5']);
});

test('entries of a clock that was wrong for a while do not end the range', async () => {
  const week = await rangeOf([...Array.from({ length: 4_000 }, () => 20), 300, 300, 2], '7d');
  expect([week.gates.length, week.isCut]).toEqual([4_001, false]);
});

test('that it was read is an entry, which names who and how far back', async () => {
  const { noted } = await rangeOf([1], '7d');
  expect(noted).toMatchObject([{ type: 'audit.read', who: 'person:ui', details: { range: '7d' } }]);
});

test('an empty log, and one without a decision of the time, have none and are whole', async () => {
  expect(await rangeOf([], '24h')).toMatchObject({ gates: [], unread: 0, isCut: false });
  expect(await rangeOf([300], '24h')).toMatchObject({ gates: [], unread: 0, isCut: false });
});

test('of more than are decided at once there are the newest, and it is said that there are more', async () => {
  const ages = Array.from({ length: 7_000 }, () => 1);
  const { gates, isCut } = await rangeOf(ages, '24h');
  expect([gates.length, gates.at(-1)?.place, isCut]).toEqual([5_000, 'entry 7000', true]);
});

test('a range whose end lies in an earlier part of the log is read to its end', async () => {
  const ages = [100, ...Array.from({ length: 4_100 }, () => 1)];
  const { gates, isCut } = await rangeOf(ages, '24h');
  expect([gates.length, gates[0]?.place, isCut]).toEqual([4_100, 'entry 2', false]);
});

const more = (requestId: string, count: number): Partial<AuditEntry> => ({
  type: 'connection',
  requestId,
  details: { count },
});

test('requests that have no entry of their own count where the entry stands that they are like', async () => {
  const entries = [{}, more('r1', 40), {}, more('r1', 2)];
  const { gates, unread } = await rangeOf([4, 3, 2, 1], '24h', entries);
  expect(gates.map(({ place, times }) => [place, times])).toEqual([
    ['entry 1', 43],
    ['entry 3', undefined],
  ]);
  expect(unread).toBe(0);
  const week = gatesOfTheWeek(aLog([4, 3, 2, 1], entries).audit, NOW_MS);
  expect(week.map(({ times }) => times)).toEqual([43, undefined]);
  const again = replay([{ gates, problems: [] }], () => 'DENY');
  expect([again.gates, again.changes.map(({ times }) => times)]).toEqual([44, [44]]);
});

test('requests like one from before the range are told of, since nothing of them can be decided again', async () => {
  const { gates, unread, unreadWhy } = await rangeOf([30, 3, 2], '24h', [{}, more('r1', 40), {}]);
  expect(gates.map(({ place, times }) => [place, times])).toEqual([['entry 3', undefined]]);
  expect([unread, unreadWhy]).toEqual([1, ['40 requests are like one from before what was read']]);
});
