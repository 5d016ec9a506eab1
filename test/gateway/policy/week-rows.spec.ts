// What a confirmation says of the last week: how many requests would have been decided otherwise, what loosens first, and no more rows than
// a person reads.
import { expect, test } from 'vitest';
import { weekRows } from '#gateway/policy/change-rows.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { need } from '#test/fixtures/tab.ts';

type Replayed = NonNullable<Parameters<typeof weekRows>[0]>;
type Group = Replayed['changes'][number];

const group = (change: Partial<Group>): Group => ({
  direction: 'LOOSENED',
  from: 'ESCALATE',
  to: 'ALLOW',
  capability: 'NAVIGATE_CROSS_ORIGIN',
  host: 'account.test',
  times: 1,
  places: [],
  example: need(parseRequest({ capability: 'NAVIGATE_CROSS_ORIGIN', executor: 'HEADLESS_CHROMIUM' })),
  ...change,
});
const said = (replayed: Replayed | null): readonly string[] =>
  weekRows(replayed).map(({ label, value }) => `${label}: ${value}`);

test('a week in which nothing was decided says so', () => {
  expect(said(null)).toEqual(['in the last 7 days: no request was decided here']);
});

test('what loosens stands first, then the most frequent', () => {
  const changes = [
    group({ direction: 'TIGHTENED', from: 'ALLOW', to: 'DENY', capability: 'FILE_DOWNLOAD', times: 9 }),
    group({ times: 1, host: 'shop.test' }),
    group({ times: 12 }),
  ];
  const [all, first, second, third, ...more] = said({ gates: 40, changes, open: 2 });
  expect(all).toBe(
    'in the last 7 days: 22 of 40 requests would have been decided otherwise; 2 more may have been',
  );
  expect(first).toMatch(/^12 times: .+: asked then, allowed with this$/u);
  expect(second).toMatch(/^1 time: .+: asked then, allowed with this$/u);
  expect(third).toMatch(/^9 times: .+: allowed then, refused with this$/u);
  expect(more).toEqual([]);
});

test('beyond six kinds their number is said', () => {
  const changes = Array.from({ length: 9 }, (_, at) => group({ host: `h${at}.test`, times: 9 - at }));
  expect(said({ gates: 100, changes, open: 0 }).at(-1)).toBe('and: 3 more kinds');
});
