// Sessions that are lent to a task: each with its tab, none longer, and what was refused is not asked for again.
import { expect, test } from 'vitest';
import { Lendings } from '#gateway/boundary/task/state/lendings.ts';
import { lendable } from '#gateway/boundary/bringing/source.ts';

const shop = { domain: 'shop.test', source: 'window', count: 2 };
const [one, other] = [{}, {}];

test('a lending ends with its own tab, once, and others go on', () => {
  const lendings = new Lendings();
  lendings.endsAt(60_000);
  lendings.lend(shop, one, 1_000);
  lendings.lend({ ...shop, domain: 'account.test' }, other, 2_000);
  expect(lendings.endIn(one, 5_000)).toMatchObject([{ domain: 'shop.test', state: 'ENDED' }]);
  expect(lendings.endIn(one, 6_000)).toEqual([]);
  expect(lendings.views()).toEqual([
    {
      ...shop,
      state: 'ENDED',
      from: '1970-01-01T00:00:01.000Z',
      until: '1970-01-01T00:01:00.000Z',
      endedAt: '1970-01-01T00:00:05.000Z',
    },
    {
      ...shop,
      domain: 'account.test',
      state: 'LENT',
      from: '1970-01-01T00:00:02.000Z',
      until: '1970-01-01T00:01:00.000Z',
      endedAt: null,
    },
  ]);
});

test('nothing is lent any more once the task has ended, also where a profile is still being removed', () => {
  const lendings = new Lendings();
  lendings.lend(shop, one, 1_000);
  expect(lendings.views(9_000)).toMatchObject([{ state: 'ENDED', endedAt: '1970-01-01T00:00:09.000Z' }]);
  // What is logged of it is still to come.
  expect(lendings.endIn(one, 10_000)).toHaveLength(1);
});

test('what was refused, or not there, is known of that source alone', () => {
  const lendings = new Lendings();
  lendings.withhold(shop, 'REFUSED', 1_000);
  expect(lendings.wasWithheld(shop)).toBe(true);
  expect(lendings.wasWithheld({ ...shop, source: 'saved' })).toBe(false);
  expect(lendings.views()).toMatchObject([
    { state: 'REFUSED', count: 0, until: null, endedAt: '1970-01-01T00:00:01.000Z' },
  ]);
});

test.each([
  ['shop.test', 'shop.test'],
  ['http://www.shop.test:8080/cart?x=1', 'shop.test'],
  ['SHOP.Test', 'shop.test'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['mine.github.io', 'mine.github.io'],
])('%s is lent as %s', (domain, found) => {
  expect(lendable([{ domain }])).toEqual({ ok: true, value: [{ domain: found }] });
});

test.each(['', 'co.uk', 'github.io', '127.0.0.1', '[::1]', 'localhost', 'javascript:alert(1)', 'a b'])(
  '`%s` names no site',
  (domain) => {
    expect(lendable([{ domain }])).toMatchObject({ ok: false, error: { code: 'act.bad-domain' } });
  },
);
