// The attack suite under the shipped default, as ordinary use has it: an approved site, whose pages are still let keep nothing.
// INVARIANT: what counts as harmless is what the policy engine allows; every policy and cell that is attacked really compiles.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPolicy } from '#gateway/settings/policy-source.ts';
import { CELLS, cellPolicy, isLet, POLICY_NAMES, shippedPolicies, type AttackedPolicy } from './policies.ts';
import { runWays } from './run.ts';
import { isClean, score } from './scoreboard.ts';
import { ownPage } from './way.ts';
import { WAYS } from './ways/all.ts';
import { NEEDED_WAYS, needsOf } from './ways/needs.ts';

const LONG_MS = 60_000;
const TODAY = '2026-11-22';
const directory = mkdtempSync(join(tmpdir(), 'ghost-attacked-policies-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const read = (policy: AttackedPolicy) => readPolicy(policy.write(directory), TODAY);

test.each(POLICY_NAMES)(
  '%s can be attacked: it is in force with the site, and asks about what it keeps',
  (name) => {
    for (const policy of shippedPolicies(name)) {
      const made = read(policy);
      if (!made.ok) throw new Error(made.error[0]?.message);
      for (const kind of ['LOCAL_STORAGE', 'INDEXED_DB', 'COOKIES', 'CACHE_API', 'SERVICE_WORKER'] as const)
        expect(isLet(made.value, kind, policy), `${policy.title}: ${kind}`).toBe(false);
    }
  },
);

test('every cell of the storage matrix says of the site’s pages what it is for, or is no policy at all', () => {
  expect(CELLS).toHaveLength(36);
  for (const cell of CELLS) {
    const policy = cellPolicy(cell);
    const made = read(policy);
    const possible = cell.origin === 'SAME_ORIGIN' || cell.decision === 'DENY';
    expect(made.ok, policy.title).toBe(possible);
    if (made.ok && cell.origin === 'SAME_ORIGIN')
      expect(isLet(made.value, cell.storage, policy), policy.title).toBe(cell.decision === 'ALLOW');
  }
});

test('every way to keep something says which row would make it harmless', () => {
  const known = new Set(WAYS.map(({ id }) => id));
  expect(NEEDED_WAYS.filter((id) => !known.has(id))).toEqual([]);
  const elsewhere = ['store-third-party', 'store-storage-access'];
  const silent = WAYS.filter(({ id, family }) => family === 'storage' && needsOf(id).length === 0);
  expect(silent.map(({ id }) => id)).toEqual(elsewhere);
});

test(
  'under the shipped default, a site that the person named keeps nothing but what its session keeps',
  { timeout: LONG_MS },
  async () => {
    const [policy] = shippedPolicies('default');
    if (policy === undefined) throw new Error('the default is not attacked');
    const ways = WAYS.filter((way) => way.family === 'storage' && !ownPage(way));
    const made = score(
      await runWays({ ways, unguarded: false, guarded: true, tabs: 1, windowMs: 400, policy }),
    );
    expect(made.granted).toEqual(['store-session']);
    expect(made.through).toEqual([]);
    expect(isClean(made)).toBe(true);
  },
);
