// A refuted invariant names a request that really breaks it, the entry that decides there and where that entry stands.
import { describe, expect, test } from 'vitest';
import { FACTS, FACT_NAMES } from '#policy/language/fact-table.ts';
import type { Failure } from '#policy/language/failure.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { classPasses } from '#policy/engine/space/class-test.ts';
import { brief } from '#policy/engine/compile/prove.ts';
import { parseRequest } from '#policy/requests/request.ts';
import {
  defaultPolicy,
  edited,
  facts,
  findings,
  layer,
  policyOf,
  shipped,
} from '#test/fixtures/policy/policies.ts';

/** The failures of a layer below the default policy with one invariant. */
const claim = (over: string, atLeast = 'ABORT'): readonly Failure[] =>
  findings(shipped('default'), layer(`invariants: [{ id: claim, at_least: ${atLeast}, over: ${over} }]`));

function witness(over: string, atLeast = 'ABORT'): Readonly<Record<string, unknown>> {
  const [found, ...more] = claim(over, atLeast);
  expect(more).toEqual([]);
  expect(found?.code).toBe('policy.invariant-violated');
  const shown: unknown = found?.details?.['witness'];
  const parsed = parseRequest(shown);
  if (!parsed.ok) throw new Error(parsed.error.message);
  // It is a request that the policy decides below what the invariant claims.
  expect(defaultPolicy().decide(parsed.value).decision).not.toBe(atLeast);
  return { ...parsed.value };
}

describe('a refutation', () => {
  test('on the policy names the cell that decides', () => {
    const text = edited(['ACCESS_PASSWORDS: [NEVER, NEVER]', 'ACCESS_PASSWORDS: [ALLOW, NEVER]']);
    const [found] = findings(text);
    expect(found?.details).toMatchObject({
      invariant: 'INV-1',
      on: 'policy',
      decision: 'ALLOW',
      entry: 'defaults.capability',
      witness: {
        capability: 'ACCESS_PASSWORDS',
        executor: 'HEADED_CHROMIUM',
        sandbox: true,
        scheme: 'HTTPS',
      },
    });
    const line = String(text.text).split('\n')[(found?.span?.line ?? 0) - 1] ?? '';
    expect(line.slice((found?.span?.column ?? 0) - 1)).toBe('ALLOW, NEVER]');
  });

  test('on the envelope names the delegation', () => {
    const text = edited([
      'delegate:\n',
      'delegate:\n  - { id: wide, to: ALLOW, when: { capability: FORM_SUBMIT_CREDENTIALS } }\n',
    ]);
    const found = findings(text).find((one) => one.details?.['on'] === 'envelope');
    expect(found?.details).toMatchObject({ on: 'envelope', decision: 'ALLOW', entry: 'delegate.wide' });
    const line = String(text.text).split('\n')[(found?.span?.line ?? 0) - 1] ?? '';
    expect(line).toContain('wide');
  });

  test('of a duty names the invariant and what is missing', () => {
    const found = findings(
      shipped('default'),
      layer('invariants: [{ id: duties, requires: [AUDIT, MASK_VALUE, SCAN_DOWNLOAD] }]'),
    );
    expect(found.map(({ message }) => message)).toEqual([
      'the invariant `duties` does not hold: not every decision carries SCAN_DOWNLOAD, MASK_VALUE',
    ]);
    expect(found[0]?.details).toEqual({ invariant: 'duties' });
    expect(findings(shipped('default'), layer('invariants: [{ id: duties, requires: [AUDIT] }]'))).toEqual(
      [],
    );
  });
});

describe('a witness', () => {
  test('is in the box, and neutral where the box leaves the choice', () => {
    const found = witness('{ capability: SCREENSHOT, executor: [HEADLESS_CHROMIUM] }', 'ESCALATE');
    expect(found).toMatchObject({ capability: 'SCREENSHOT', executor: 'HEADLESS_CHROMIUM' });
    for (const name of FACT_NAMES)
      if (!['capability', 'executor'].includes(name)) expect(found[name], name).toBe(FACTS[name].neutral);
  });

  test.each([
    ['{ capability: SCREENSHOT, initiator: [PAGE, CLIENT] }', 'initiator', ['PAGE', 'CLIENT']],
    ['{ capability: SCREENSHOT, provenance: [TOOL] }', 'provenance', ['TOOL']],
    ['{ capability: SCREENSHOT, scheme: [HTTP] }', 'scheme', ['HTTP']],
    ['{ capability: SCREENSHOT, namedByUser: true }', 'namedByUser', [true]],
    ['{ capability: SCREENSHOT, downloads: 7 }', 'downloads', [7]],
    ['{ capability: SCREENSHOT, host: ["*.a.test"] }', 'host', ['w.a.test']],
    ['{ capability: SCREENSHOT, host: a.test }', 'host', ['a.test']],
    ['{ capability: SCREENSHOT, initiator: [NAVIGATOR, PAGE] }', 'initiator', ['NAVIGATOR']],
    ['{ capability: SCREENSHOT, action: [EXTRACT, CLICK] }', 'action', ['EXTRACT', 'CLICK']],
    ['{ capability: SCREENSHOT, display: HEADLESS }', 'executor', ['HEADLESS_CHROMIUM']],
  ])('%s has %s of %j', (over, fact, values) => {
    expect(values).toContain(witness(over, 'ESCALATE')[fact]);
  });

  test('two sets of one fact both hold', () => {
    expect(witness('{ executor: [HEADED_EDGE, HEADLESS_EDGE], display: HEADLESS }')).toMatchObject({
      executor: 'HEADLESS_EDGE',
    });
    expect(claim('{ executor: [HEADED_EDGE], display: HEADLESS }')).toEqual([]);
  });

  test('what is always so is proved', () => {
    expect(claim('{ sandbox: false }', 'ABORT')).toEqual([]);
    expect(claim('{ capability: ACCESS_PASSWORDS }', 'DENY')).toEqual([]);
    expect(claim('{ host: ["*.a.test"], capability: ACCESS_PASSWORDS }', 'DENY')).toEqual([]);
  });

  test('of the envelope is a request at which a lower layer could go so low', () => {
    const policy = defaultPolicy();
    const [found] = claim('{ addressClass: LOOPBACK, capability: NAVIGATE_CROSS_ORIGIN }', 'DENY');
    expect(found?.details).toMatchObject({
      on: 'envelope',
      decision: 'ALLOW',
      entry: 'delegate.named-private-sites',
    });
    const parsed = parseRequest(found?.details?.['witness']);
    expect(parsed.ok && interpret(policy.stack, parsed.value).envelope).toBe(0);
    expect(parsed.ok && policy.decide(parsed.value).decision).toBe('DENY');
  });
});

describe('words and single memberships', () => {
  test('a request is told by what is not neutral', () => {
    expect(brief(facts({ capability: 'SCREENSHOT', host: 'a.test', sandbox: false }))).toBe(
      '`host a.test, capability SCREENSHOT, executor HEADED_CHROMIUM, sandbox false`',
    );
  });

  test('a class passes a membership; anything larger is a bug', () => {
    expect(classPasses(true, 5)).toBe(true);
    expect(classPasses(false, 5)).toBe(false);
    const bits = { id: 2, op: 'bits', fact: 1, bits: new Uint8Array([0, 1]) } as const;
    expect([classPasses(bits, 0), classPasses(bits, 1)]).toEqual([false, true]);
    const hosts = { id: 3, op: 'within', fact: 0, intervals: [2, 4] } as const;
    expect([1, 2, 3, 4].map((index) => classPasses(hosts, index))).toEqual([false, true, true, false]);
    expect(() => classPasses({ id: 4, op: 'not', part: bits }, 0)).toThrow('a set is one membership');
  });

  test('several refutations of one policy come together', () => {
    const text = edited(
      ['always: [AUDIT]', 'always: [MASK_VALUE]'],
      ['after: [CLEAR_STORAGE, DELETE_PROFILE]', 'after: [CLEAR_STORAGE]'],
    );
    expect(findings(text).length).toBeGreaterThan(1);
    expect(policyOf(shipped('default')).invariants.length).toBeGreaterThan(5);
  });
});
