// The attack suite under every shipped policy and under cells of the storage matrix: a sample of all families and of all tricks.
// `npm run attack -- --policy all` and `--policy cells` run every way. INVARIANT: nothing through, and nothing that did not run.
import { expect, test, vi } from 'vitest';
import { makeAuthority, type Authority } from '#test/fixtures/certificate.ts';
import { always, sampled } from '#test/fixtures/how-much.ts';
import { obeyUnder } from './obey.ts';
import { CELLS, cellPolicy, POLICY_NAMES, shippedPolicies, type AttackedPolicy } from './policies.ts';
import { TRICKS } from './prompts.ts';
import { runWays } from './run.ts';
import { score } from './scoreboard.ts';
import { FAMILIES } from './way.ts';
import { WAYS } from './ways/all.ts';
import { needsOf } from './ways/needs.ts';

const trusted = vi.hoisted((): { der: Buffer } => ({ der: Buffer.alloc(0) }));
vi.mock(import('#executors/browsers/processes/profile.ts'), async (load) => {
  const { trusting } = await import('#test/fixtures/trust.ts');
  return trusting(await load(), trusted);
});
const authority: Authority = makeAuthority();
trusted.der = authority.der;

const LONG_MS = 120_000;
const STORED = ['LOCAL_STORAGE', 'SESSION_STORAGE', 'INDEXED_DB', 'COOKIES', 'CACHE_API'] as const;

const POLICIES = POLICY_NAMES.flatMap(shippedPolicies).map((policy, at) => ({
  title: policy.title,
  policy,
  at,
}));
/** `npm test` takes one of every third. */
const ATTACKED = sampled(4, always(3, POLICIES));
/** One of each family; another one under each policy. */
const sample = (turn: number) =>
  FAMILIES.flatMap((family) => {
    // What comes back later wants a browser of its own: the command runs it.
    const ways = WAYS.filter((way) => way.family === family && way.later === undefined);
    return ways.slice(turn % Math.max(1, ways.length), (turn % Math.max(1, ways.length)) + 1);
  });

async function attacked(policy: AttackedPolicy, ways: typeof WAYS) {
  const made = score(
    // A few pages each: a second browser would take more than to visit them one after the other.
    await runWays({ ways, unguarded: false, guarded: true, tabs: 1, windowMs: 200, policy, authority }),
  );
  const { through, strays, idle, tried } = made;
  expect({ through, strays, idle }, policy.title).toEqual({ through: [], strays: [], idle: [] });
  expect(tried).toBe(ways.length);
  return made;
}

test('the samples are of every family that has ways of one visit, and differ from policy to policy', () => {
  expect(POLICIES.length).toBeGreaterThanOrEqual(POLICY_NAMES.length);
  const families = new Set(sample(0).map(({ family }) => family));
  expect(FAMILIES.filter((family) => !families.has(family))).toEqual(['persistence']);
  expect(new Set(POLICIES.flatMap(({ at }) => sample(at).map(({ id }) => id))).size).toBeGreaterThan(100);
});

test.each(ATTACKED)(
  'nothing gets through under $title, and every page runs',
  { timeout: LONG_MS },
  async ({ policy, at }) => {
    await attacked(policy, sample(at));
  },
);

test.each(ATTACKED.filter(({ policy }) => policy.noAgent === ''))(
  'an agent that obeys pages gets nothing through under $title',
  { timeout: LONG_MS },
  async ({ policy, at }) => {
    const tricks = TRICKS.filter((_trick, one) => one % 6 === at % 6);
    const obeyed = await obeyUnder(policy, authority, tricks);
    expect(obeyed).toMatchObject({ ran: true, contacts: [], allowed: [] });
    expect(obeyed.tried).toBeGreaterThanOrEqual(tricks.length);
    // Its tries stand in the log; what was refused before is not asked again.
    expect(obeyed.told).toBeGreaterThan(0);
  },
);

test.each(
  sampled(2, STORED).flatMap((storage) => {
    const decision = (['ALLOW', 'ESCALATE', 'DENY'] as const)[STORED.indexOf(storage) % 3];
    return CELLS.filter(
      (cell) => cell.storage === storage && cell.origin === 'SAME_ORIGIN' && cell.decision === decision,
    );
  }),
)(
  'a cell $storage $decision lets pages have that storage exactly if it allows it',
  { timeout: LONG_MS },
  async (cell) => {
    const ways = WAYS.filter(
      ({ id, later }) => later === undefined && needsOf(id).join() === cell.storage,
    ).slice(0, 3);
    const { granted } = await attacked(cellPolicy(cell), [...ways, ...sample(3).slice(0, 2)]);
    expect(granted.length > 0).toBe(cell.decision === 'ALLOW');
  },
);
