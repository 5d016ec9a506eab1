// What the log keeps of a path, and what a policy can make of it: exact with the log's key, never a guess without it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathDigests } from '#gateway/audit/format/path-digests.ts';
import { PathClasses } from '#policy/engine/classes/open-classes.ts';
import { pathsOf, restOf } from '#policy/tools/logs/logged-path.ts';
import { possibleDecisions, possibleFacts } from '#policy/tools/logs/possible-facts.ts';
import { undecided } from '#policy/tools/logs/replay.ts';
import { edited, facts, policyOf } from '#test/fixtures/policy/policies.ts';

const digests = pathDigests('PRIVATE+KEY+ghost.local/audit/1');
const segment = fc.constantFrom('a', 'b', 'c');
const path = fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
const patterns = fc.uniqueArray(path, { maxLength: 6 });

describe('a path in the log', () => {
  test('with the key, the class of every other policy is found; without it, that class is among those that are named', () => {
    fc.assert(
      fc.property(path, patterns, patterns, (whole, old, renewed) => {
        const was = new PathClasses(old, '/');
        const is = new PathClasses(renewed, '/');
        const named = Array.from({ length: is.count }, (_, index) => is.witness(index));
        const kept = was.witness(was.classOf(whole));
        const rest = restOf(whole, kept, digests);
        const own = is.classOf(whole);
        const known = pathsOf(kept, rest, named, digests).map((one) => is.classOf(one));
        const open = pathsOf(kept, rest, named, null).map((one) => is.classOf(one));
        const alone = pathsOf(kept, restOf(whole, kept, null), named, digests).map((one) => is.classOf(one));
        return known.length === 1 && known[0] === own && open.includes(own) && alone.includes(own);
      }),
      { numRuns: 500 },
    );
  });

  test('a policy that names nothing below what was kept needs no key', () => {
    const rest = restOf('/orders/7/reset', '/orders', digests);
    expect(rest).toMatchObject({ digests: [expect.any(String), expect.any(String)], more: false });
    expect(pathsOf('/orders', rest, ['/', '/orders', '/other/7'], null)).toEqual(['/orders']);
    expect(pathsOf('/orders', rest, ['/orders/7', '/orders/8'], null)).toEqual([
      '/orders',
      '/orders/7',
      '/orders/8',
    ]);
  });

  test('a page that sends long paths fills no entry: sixteen digests, and that there is more', () => {
    const long = `/${Array.from({ length: 400 }, (_, index) => `s${index}`).join('/')}`;
    const rest = restOf(long, '/', digests);
    expect(rest.digests).toHaveLength(16);
    expect(rest.more).toBe(true);
    const deep = `/${Array.from({ length: 20 }, (_, index) => `s${index}`).join('/')}`;
    expect(pathsOf('/', rest, ['/s0', deep], digests)).toEqual(['/s0', deep]);
  });

  test('the digests of another log, and of another key, say nothing', () => {
    const rest = restOf('/a/b', '/', digests);
    const other = pathDigests('PRIVATE+KEY+ghost.local/audit/2');
    expect(other.key).not.toBe(digests.key);
    expect(pathsOf('/', rest, ['/a'], other)).toEqual(['/', '/a']);
    expect(digests.of('/a')).not.toBe(other.of('/a'));
    expect(digests.of('/a')).toMatch(/^[a-p]{24}$/u);
  });
});

describe('what a logged gate may have been', () => {
  const buying = policyOf(
    edited([
      'rules:\n',
      'words: { buying: [buy] }\nrules:\n  - { id: no-buying, decision: DENY, when: { capability: EXECUTE_JAVASCRIPT, elementWords: buying }, violation: CAPABILITY_DENIED }\n',
    ]),
  );
  const gate = (elementName: string) => ({
    place: 'entry 1',
    at: '',
    decision: 'ALLOW' as const,
    facts: facts({ capability: 'EXECUTE_JAVASCRIPT', elementName }),
  });

  test('a name that was masked in the log may be any, and so decides nothing by itself', () => {
    const decide = (one: ReturnType<typeof facts>) => buying.decide(one).decision;
    const plain = possibleDecisions(possibleFacts(buying, gate('buy now'), null), decide);
    expect([...(plain ?? [])]).toEqual(['DENY']);
    const masked = possibleDecisions(possibleFacts(buying, gate('card •••(16)'), null), decide);
    expect(masked?.size).toBeGreaterThan(1);
    expect(undecided(gate('card •••(16)'), [...(masked ?? [])])).toMatchObject({ code: 'policy.undecided' });
  });

  test('a policy that does not look at names is not disturbed', () => {
    const policy = policyOf(edited());
    expect(possibleFacts(policy, gate('card •••(16)'), null)).toHaveLength(1);
  });
});
