// What the entries of a query have in common: each count is what the query with that value finds, the bars hold every entry, and a
// key that the query narrows still tells what else there is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReader } from '#gateway/audit/format/schema.ts';
import { MAX_FACETED } from '#gateway/audit/read/facets.ts';
import { Search } from '#gateway/audit/read/search.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { FACET_KEYS, type AuditFacets } from '#gateway/protocol/views/audit.ts';
import { aDirectory, anEvent, open } from './audit-chain.ts';

const EVENTS: readonly Partial<AuditEvent>[] = [
  { type: 'decision', why: 'rules.demo-login (policy/demo.yaml:66:9)', verdict: 'ESCALATE' },
  { type: 'consent.asked', why: 'rules.demo-login (policy/demo.yaml:66:9)', verdict: 'ESCALATE' },
  { type: 'consent.answered', why: 'c-1', who: 'person:ui', verdict: 'ESCALATE', outcome: 'GRANTED' },
  { type: 'connection', who: 'page', where: 'https://shop.test', why: '', verdict: 'ALLOW' },
  { type: 'connection.ended', who: 'gateway', where: 'shop.test', why: '', verdict: null, outcome: 'DONE' },
  {
    type: 'page.act',
    who: 'page',
    where: 'img.shop.test',
    verdict: 'DENY',
    outcome: 'REFUSED',
    taskId: 'T2',
  },
  {
    type: 'page.act',
    who: 'page:worker',
    where: 'notshop.test',
    verdict: 'DENY',
    taskId: null,
    why: 'rules.demo-login-2 (policy/demo.yaml:70:9), floors.writes (policy/default.yaml:2:9)',
  },
];

let log: AuditLog;
beforeAll(async () => {
  let at = 0;
  log = await open(aDirectory(), { clock: () => new Date(Date.UTC(2026, 10, 21, 14, 0, at)) });
  for (const event of EVENTS) {
    at += 1;
    await log.append(anEvent(event));
  }
});
afterAll(() => log.close());

async function facetsOf(text: string): Promise<AuditFacets> {
  const found = await log.search({ text, facets: true });
  if (!found.ok || found.value.facets === undefined) throw new Error('no facets');
  return found.value.facets;
}

test.each(['', 'who:page', 'is:stopped where:shop.test', 'type:decision', '-type:connection'])(
  'each count for `%s` is what the query with that value finds',
  async (text) => {
    const { values } = await facetsOf(text);
    let held = 0;
    for (const key of FACET_KEYS)
      for (const { value, count } of values[key]) {
        const without = text.replaceAll(new RegExp(`(?<=^| )${key}:\\S+`, 'gu'), '');
        const found = await log.search({ text: `${without} ${key}:"${value}"` });
        expect(found, `${key}:${value}`).toMatchObject({ ok: true, value: { total: count } });
        held += 1;
      }
    expect(held).toBeGreaterThan(4);
  },
);

test('a value is a rule without its place, a host without its scheme, a word of the boundary', async () => {
  const { values } = await facetsOf('');
  expect(values.why.map(({ value }) => value)).toEqual([
    'rules.demo-login',
    'floors.writes',
    'rules.demo-login-2',
  ]);
  expect(values.where.map(({ value }) => value)).toContain('shop.test');
  expect(values.is).toContainEqual({ value: 'you-allowed', count: 1 });
});

test('a key that the query narrows tells its other values, and the rest is narrowed', async () => {
  const { values, entries } = await facetsOf('who:page');
  expect(values.who.map(({ value }) => value)).toContain('navigator:offline');
  expect(values.type.map(({ value }) => value)).not.toContain('decision');
  expect(entries).toBe(3);
});

test('the bars hold each entry once, and those that were stopped', async () => {
  const { times, entries } = await facetsOf('');
  expect(times).toMatchObject({ from: '2026-11-21T14:00:01.000Z', barMs: 1_000 });
  expect(times.bars.map(({ entries: count }) => count)).toEqual(EVENTS.map(() => 1));
  expect(times.bars.map(({ stopped }) => stopped)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  expect(entries).toBe(EVENTS.length);
});

test('nothing matches: no value, no bar', async () => {
  expect(await facetsOf('nowhere')).toMatchObject({ entries: 0, times: { from: null, bars: [] } });
});

test('a query that wants none has none, and one pass looks at no more than a bound', async () => {
  expect(await log.search({ text: '' })).not.toHaveProperty('value.facets');
  expect(MAX_FACETED).toBe(100_000);
  const database = openReader(log.path);
  const turns = { given: 0 };
  await new Search(database).run({ text: 'who:page', facets: true }, new Date(), async () => {
    turns.given += 1;
  });
  database.close();
  expect(turns.given).toBeGreaterThan(2);
});
