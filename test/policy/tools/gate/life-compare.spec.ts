// The exact comparison, the floors of a candidate, replay, shadow reports and suggestions.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import { changeInWords } from '#policy/engine/layers/changes.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { compareDecisions, needsAcknowledgement } from '#policy/tools/gate/compare-decisions.ts';
import { withFloorsOf } from '#policy/tools/logs/layer-zero-floors.ts';
import { readLogged, readLoggedLine } from '#policy/tools/logs/logged-gate.ts';
import { replay } from '#policy/tools/logs/replay.ts';
import { shadowReport } from '#policy/tools/logs/shadow-report.ts';
import { suggestFor } from '#policy/tools/suggest/suggest.ts';
import { rawValues } from '#policy/engine/space/space.ts';
import { BROWSER_DECISIONS, VOCABULARY_ID } from '#policy/language/vocabulary.ts';
import {
  TODAY,
  defaultPolicy,
  edited,
  facts,
  layer,
  policyOf,
  shipped,
} from '#test/fixtures/policy/policies.ts';

const active = defaultPolicy();
const asks = policyOf(edited(['SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ESCALATE, ALLOW]']));
const headedShot = facts({ capability: 'SCREENSHOT' });

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  path: ['/', '/a', '/a/b'],
  folder: ['', '/srv/in'],
  endpoint: ['', 'http://127.0.0.1:9222'],
  port: ['', '443', '8443'],
  elementName: ['', 'buy now'],
  value: ['', 'buy now'],
  query: ['', 'a=1'],
  groups: ['', 'staff'],
  address: ['', '10.0.0.1'],
};

/** Any request at all, with hosts that the policies below tell apart. */
const anyRequest = fc.record(
  Object.fromEntries(
    FACT_NAMES.map((name) => {
      const spec = factSpec(name);
      if (name === 'host')
        return [name, fc.constantFrom('', 'a.example', 'b.a.example', 'shop.test', 'other.test')];
      if (spec.kind === 'path' || spec.kind === 'text' || spec.kind === 'keyed')
        return [
          name,
          fc.constantFrom(
            ...(TEXTS[name] ?? ['', '/x'].filter((text) => name === 'fragment' || text === '')),
          ),
        ];
      return [name, spec.kind === 'integer' ? fc.integer(spec) : fc.constantFrom(...rawValues(name))];
    }),
  ),
) as fc.Arbitrary<unknown> as fc.Arbitrary<PolicyFacts>;

const severity = (decision: (typeof BROWSER_DECISIONS)[number]): number =>
  BROWSER_DECISIONS.indexOf(decision);

/** Whether a request lies in a region, by its words: hosts by hand, every other closed fact by membership. */
function holds(region: Readonly<Record<string, readonly unknown[]>>, request: PolicyFacts): boolean {
  return Object.entries(region).every(([fact, values]) => {
    if (fact === 'host') return values.some((word) => isOf(String(word), request.host));
    const name = FACT_NAMES.find((one) => one === fact);
    const kind = name === undefined ? '' : factSpec(name).kind;
    return (
      ['path', 'text', 'keyed', 'integer'].includes(kind) ||
      name === undefined ||
      values.includes(request[name])
    );
  });
}
const isOf = (word: string, host: string): boolean =>
  word === 'any' || (word.startsWith('below ') ? host.endsWith(`.${word.slice(6)}`) : host === word);

describe('compare', () => {
  test('a policy differs from itself, and from itself in another layout, in nothing', () => {
    expect(compareDecisions(active, active)).toEqual({
      proven: true,
      changes: [],
      loosened: 0n,
      tightened: 0n,
    });
    const reformatted = policyOf(edited(['rules:\n', 'rules:   # the rules\n']));
    expect(compareDecisions(active, reformatted)).toMatchObject({ loosened: 0n, tightened: 0n });
  });

  test('one cell is one change, with its number of requests and a request that shows it', () => {
    const compared = compareDecisions(active, asks);
    if (!compared.proven) throw new Error('unproven');
    expect(compared).toMatchObject({ loosened: 0n });
    const [change] = compared.changes;
    expect(compared.changes).toHaveLength(1);
    expect(change).toMatchObject({
      from: 'ALLOW',
      to: 'ESCALATE',
      direction: 'TIGHTENED',
      capabilities: ['SCREENSHOT'],
    });
    if (change === undefined) throw new Error('no change');
    expect(change.requests).toBe(compared.tightened);
    expect(active.decide(change.witness).decision).toBe('ALLOW');
    expect(asks.decide(change.witness).decision).toBe('ESCALATE');
  });

  test('the other way round, the same requests are loosened', () => {
    const there = compareDecisions(active, asks);
    const back = compareDecisions(asks, active);
    if (!there.proven || !back.proven) throw new Error('unproven');
    expect(back.loosened).toBe(there.tightened);
    expect(back.tightened).toBe(0n);
  });

  test('what does not fit the budget is unproven, never the same', () => {
    expect(compareDecisions(active, asks, 10)).toMatchObject({ proven: false });
  });

  test('a request of a changed class is found, and one of an unchanged class is not', () => {
    const layered = policyOf(
      shipped('default'),
      layer(
        'rules:\n  - { id: no-shots, decision: DENY, when: { capability: SCREENSHOT, host: "*.a.example" } }\n  - { id: ask-forms, decision: ESCALATE, when: { capability: FORM_SUBMIT_DATA, initiator: PAGE } }',
      ),
    );
    const compared = compareDecisions(active, layered);
    if (!compared.proven) throw new Error('unproven');
    const known = new Set(
      compared.changes.flatMap(({ from, to, capabilities }) =>
        capabilities.map((one) => `${from} ${to} ${one}`),
      ),
    );
    fc.assert(
      fc.property(anyRequest, (request) => {
        const [from, to] = [active.decide(request).decision, layered.decide(request).decision];
        return (
          from === to ||
          (known.has(`${from} ${to} ${request.capability}`) &&
            compared.changes.some(
              (change) =>
                change.from === from &&
                change.to === to &&
                change.capabilities.includes(request.capability) &&
                holds(change.region, request),
            ))
        );
      }),
      { numRuns: 3000 },
    );
    for (const { witness, from, to } of compared.changes) {
      expect(active.decide(witness).decision).toBe(from);
      expect(layered.decide(witness).decision).toBe(to);
    }
  });
});

describe('what needs an acknowledgement', () => {
  const changed = (from: string, to: string) => compareDecisions(active, policyOf(edited([from, to])));
  const told = (from: string, to: string): readonly string[] => {
    const compared = changed(from, to);
    if (!compared.proven) throw new Error('unproven');
    return [
      ...new Set(compared.changes.map((one) => `${one.direction} ${changeInWords(one)}`)),
      needsAcknowledgement(compared) ? 'acknowledge' : 'no question',
    ];
  };

  test.each([
    [
      'a less severe decision',
      'FILE_DOWNLOAD: [ESCALATE, DENY]',
      'FILE_DOWNLOAD: [ALLOW, DENY]',
      ['LOOSENED ESCALATE -> ALLOW', 'acknowledge'],
    ],
    [
      'a longer time to answer',
      'timeout: 120',
      'timeout: 300',
      ['LOOSENED ESCALATE 120 s to answer become 300 s', 'acknowledge'],
    ],
    [
      'a further approver',
      'approvers: [user]',
      'approvers: [user, admin]',
      ['LOOSENED ESCALATE admin may approve', 'acknowledge'],
    ],
    [
      'a new delegation',
      'delegate:\n',
      'delegate:\n  - id: downloads\n    to: ALLOW\n    when: { capability: FILE_DOWNLOAD }\n    reason: Below.\n',
      [
        'LOOSENED DENY -> ALLOW for a lower layer',
        'LOOSENED DENY -> ESCALATE for a lower layer',
        'LOOSENED ESCALATE -> ALLOW for a lower layer',
        'acknowledge',
      ],
    ],
    [
      'a shorter time',
      'timeout: 120',
      'timeout: 60',
      ['TIGHTENED ESCALATE 120 s to answer become 60 s', 'no question'],
    ],
  ])('%s', (_, from, to, expected) => {
    expect([...told(from, to)].toSorted()).toEqual([...expected].toSorted());
  });

  test('a duty less at every decision, and the way back is a tightening', () => {
    const more = policyOf(edited(['always: [AUDIT]', 'always: [AUDIT, SCREENSHOT_AFTER]']));
    const [there, back] = [compareDecisions(more, active), compareDecisions(active, more)];
    expect([needsAcknowledgement(there), needsAcknowledgement(back)]).toEqual([true, false]);
    if (!there.proven || !back.proven) throw new Error('unproven');
    expect(there.changes.map((one) => changeInWords(one))).toContain('ALLOW without SCREENSHOT_AFTER');
    expect(there.loosened).toBe(back.tightened);
  });

  test('a renamed violation is told, and asks nothing', () => {
    const compared = changed(
      "      OPEN_TAB: TAB_POLICY_VIOLATION\n      '*': CAPABILITY_DENIED",
      "      OPEN_TAB: TAB_POLICY_VIOLATION\n      FILE_DOWNLOAD: NAVIGATION_DENIED\n      '*': CAPABILITY_DENIED",
    );
    if (!compared.proven) throw new Error('unproven');
    expect(new Set(compared.changes.map(({ direction }) => direction))).toEqual(new Set(['CHANGED']));
    expect([compared.loosened, compared.tightened, needsAcknowledgement(compared)]).toEqual([0n, 0n, false]);
  });

  test('what could not be proved does', () => {
    expect(needsAcknowledgement(compareDecisions(active, asks, 10))).toBe(true);
  });

  test('of a request that is loosened and tightened at once the loosening counts', () => {
    const compared = compareDecisions(
      active,
      policyOf(
        edited(
          ['FILE_DOWNLOAD: [ESCALATE, DENY]', 'FILE_DOWNLOAD: [DENY, DENY]'],
          [
            'delegate:\n',
            'delegate:\n  - id: downloads\n    to: ALLOW\n    when: { capability: FILE_DOWNLOAD }\n    reason: Below.\n',
          ],
        ),
      ),
    );
    if (!compared.proven) throw new Error('unproven');
    const tightened = compared.changes
      .filter(({ direction }) => direction === 'TIGHTENED')
      .reduce((sum, { requests }) => sum + requests, 0n);
    expect(compared.loosened).toBeGreaterThan(0n);
    expect(compared.tightened).toBeLessThan(tightened);
  });
});

describe('floors of a candidate', () => {
  const strict = policyOf(
    edited([
      '  # 11.7\n',
      '  - { id: no-shots, decision: DENY, when: { capability: SCREENSHOT, executor: HEADLESS_CHROMIUM }, violation: CAPABILITY_DENIED, reason: No pictures. }\n',
    ]),
  );

  test('hold over the active policy, and name themselves', () => {
    const held = withFloorsOf(active, strict);
    const shot = facts({ capability: 'SCREENSHOT', executor: 'HEADLESS_CHROMIUM' });
    expect(active.decide(shot).decision).toBe('ALLOW');
    expect(held.decide(shot)).toMatchObject({
      decision: 'DENY',
      because: [{ entry: 'floors.no-shots', layer: 'phase38-default (shadow)', reason: 'No pictures.' }],
    });
    expect(held.semanticHash).toBe(active.semanticHash);
  });

  test('only ever tighten, and nothing but floors is enforced', () => {
    const held = withFloorsOf(
      active,
      policyOf(edited(['SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [DENY, DENY]'])),
    );
    expect(held.decide(headedShot).decision).toBe('ALLOW');
    const both = withFloorsOf(active, strict);
    fc.assert(
      fc.property(
        anyRequest,
        (request) => severity(both.decide(request).decision) >= severity(active.decide(request).decision),
      ),
      { numRuns: 2000 },
    );
    expect(withFloorsOf(active, null)).toBe(active);
  });
});

const entry = (seq: number, gates: readonly unknown[], type = 'decision', more: object = {}): object => ({
  seq,
  at: `2026-11-2${seq}T00:00:00.000Z`,
  type,
  details: { gates, vocabulary: VOCABULARY_ID, ...more },
});

describe('replay', () => {
  const lines = [
    entry(1, [{ url: null, decision: 'ALLOW', facts: headedShot }]),
    entry(2, [
      { url: null, decision: 'ALLOW', facts: headedShot },
      { url: null, decision: 'DENY', facts: facts({ capability: 'ACCESS_PASSWORDS' }) },
    ]),
    entry(3, [{ url: null, decision: 'ALLOW', facts: headedShot }], 'consent.asked'),
    entry(4, [], 'gateway.started'),
  ].map((one, index) => readLogged(one, `entry ${index + 1}`));

  test('the same policy changes nothing; every gate is decided once, questions do not count again', () => {
    const report = replay(lines, (one) => active.decide(one).decision);
    expect(report).toEqual({ gates: 3, same: 3, changes: [], problems: [] });
  });

  test('changes are grouped, with their places and direction', () => {
    const report = replay(lines, (one) => asks.decide(one).decision);
    expect(report.changes).toMatchObject([
      {
        from: 'ALLOW',
        to: 'ESCALATE',
        direction: 'TIGHTENED',
        capability: 'SCREENSHOT',
        times: 2,
        places: ['entry 1', 'entry 2'],
      },
    ]);
    const loosened = replay([readLogged({ facts: headedShot, decision: 'DENY' }, 'x')], () => 'ALLOW');
    expect(loosened.changes).toMatchObject([{ direction: 'LOOSENED', times: 1 }]);
  });

  test('a line that cannot be decided exactly is named, each with its reason', () => {
    const { host: _host, ...short } = headedShot;
    const bad: readonly [unknown, string][] = [
      [
        entry(1, [{ decision: 'ALLOW', facts: headedShot }], 'decision', { vocabulary: 'phase38/0' }),
        'policy.other-vocabulary',
      ],
      [entry(1, [{ decision: 'ALLOW', facts: short }]), 'policy.other-vocabulary'],
      [entry(1, [{ decision: 'ALLOW', facts: { ...headedShot, mood: 'good' } }]), 'policy.other-vocabulary'],
      [
        entry(1, [{ decision: 'ALLOW', facts: { ...headedShot, capability: 'FLY' } }]),
        'policy.other-vocabulary',
      ],
      [entry(1, [{ decision: 'ALLOW', facts: { ...headedShot, host: 'a b' } }]), 'policy.other-vocabulary'],
      [entry(1, [{ decision: 'PERHAPS', facts: headedShot }]), 'policy.bad-log'],
      [entry(1, [{ decision: 'ALLOW' }]), 'policy.bad-log'],
      [entry(1, ['gate']), 'policy.bad-log'],
      [{ seq: 1, type: 'decision', details: { omitted: { characters: 1 } } }, 'policy.bad-log'],
      [{ seq: 1 }, 'policy.bad-log'],
      [[], 'policy.bad-log'],
      ['decision', 'policy.bad-log'],
      [null, 'policy.bad-log'],
    ];
    for (const [value, code] of bad) {
      const { gates, problems } = readLogged(value, 'line 1');
      expect(gates, JSON.stringify(value)).toEqual([]);
      expect(problems, JSON.stringify(value)).toMatchObject([{ code }]);
    }
    expect(readLoggedLine('{', 'log:1').problems).toMatchObject([{ code: 'policy.bad-log' }]);
    expect(readLoggedLine('{"facts":{},"decision":"ALLOW"}', 'log:1').problems).toMatchObject([
      { code: 'policy.other-vocabulary' },
    ]);
  });

  test('a denial for want of a policy was decided on no facts', () => {
    expect(readLogged({ type: 'decision', details: { error: { code: 'policy.unreadable' } } }, 'x')).toEqual({
      gates: [],
      problems: [],
    });
  });
});

test('a shadow report groups what was logged by pair of policies, and names what it cannot read', () => {
  const difference = (seq: number, enforced: boolean) => ({
    seq,
    details: {
      id: 'phase38-default',
      active: 'sha256:a',
      candidate: 'sha256:b',
      enforced,
      gates: [{ url: null, facts: headedShot, decision: 'ALLOW', candidate: 'DENY' }],
      vocabulary: VOCABULARY_ID,
    },
  });
  const report = shadowReport([
    { seq: 1, details: { files: ['x.yaml'], candidate: 'sha256:b' } },
    difference(2, true),
    difference(3, false),
    { seq: 4, details: { gates: 'none' } },
    {
      seq: 5,
      details: { ...difference(5, false).details, gates: [{ facts: headedShot, decision: 'ALLOW' }] },
    },
  ]);
  expect(report.candidates).toMatchObject([
    {
      id: 'phase38-default',
      entries: 3,
      enforced: 1,
      changes: [{ from: 'ALLOW', to: 'DENY', times: 2, places: ['entry 2', 'entry 3'] }],
    },
  ]);
  expect(report.problems.map(({ code }) => code)).toEqual(['policy.bad-log', 'policy.bad-log']);
});

describe('suggest', () => {
  const gate = (request: Readonly<Record<string, unknown>>) =>
    ({
      gates: [{ place: 'entry 1', at: '', facts: facts(request), decision: 'DENY' }],
      problems: [],
    }) as const;
  const options = { today: TODAY, limit: 5 };

  test('the narrowest rule: one host, one capability, and every fact that would let in more', () => {
    const request = { capability: 'NAVIGATE_CROSS_ORIGIN', host: 'a.example' };
    const { suggestions } = suggestFor(active, [gate(request), gate(request)], options);
    const [one] = suggestions;
    expect(one).toMatchObject({
      times: 2,
      decision: 'ESCALATE',
      found: { place: 'rule', document: 'phase38-default', excepts: [] },
    });
    if (one === undefined || one.found.place === 'none') throw new Error('nothing was suggested');
    expect(one.found.rule).toContain('host: a.example');
    expect(one.found.rule).toContain('initiator: NAVIGATOR');
    // The counters, the day and the hour are the facts left open, and each counter has 1,001 values. Of a navigation to another origin the origin is not told apart.
    expect(one.found.loosened).toBe(2n * 1001n ** 7n * 24n * 7n);
    const renewed = policyOf(edited(['rules:\n', `rules:\n${one.found.rule}`]));
    expect(renewed.decide(facts(request)).decision).toBe('ALLOW');
    for (const other of [
      { host: 'b.example' },
      { initiator: 'PAGE' },
      { provenance: 'PAGE' },
      { scheme: 'HTTP' },
    ])
      expect(renewed.decide(facts({ ...request, ...other })).decision, JSON.stringify(other)).not.toBe(
        'ALLOW',
      );
  });

  test('inside a delegation, a layer below is suggested', () => {
    const printer = { capability: 'NAVIGATE_SAME_ORIGIN', host: 'printer.test', addressClass: 'PRIVATE' };
    const { suggestions } = suggestFor(active, [gate(printer)], options);
    expect(suggestions).toMatchObject([{ found: { place: 'lower-layer', document: 'phase38-default' } }]);
    const [one] = suggestions;
    if (one === undefined || one.found.place === 'none') throw new Error('nothing was suggested');
    const below = policyOf(shipped('default'), layer(`rules:\n${one.found.rule}`));
    expect(below.decide(facts(printer)).decision).toBe('ALLOW');
  });

  test('a rule of the document that stands against it gets an exception', () => {
    const own = policyOf(
      edited([
        'rules:\n',
        'rules:\n  - { id: no-shop, decision: DENY, when: { capability: NAVIGATE_CROSS_ORIGIN, host: shop.test }, violation: NAVIGATION_DENIED }\n',
      ]),
    );
    const { suggestions } = suggestFor(
      own,
      [gate({ capability: 'NAVIGATE_CROSS_ORIGIN', host: 'shop.test' })],
      options,
    );
    expect(suggestions).toMatchObject([
      { decision: 'DENY', found: { place: 'rule', excepts: ['rules.no-shop'] } },
    ]);
  });

  test.each([
    ['a NEVER cell', { capability: 'ACCESS_PASSWORDS' }, 'never.capability'],
    ['an invariant', { capability: 'FILE_UPLOAD', host: 'a.example' }, 'invariants.INV-8'],
    ['a floor', { capability: 'SCREENSHOT', sandbox: false }, 'floors.sandbox-lost'],
  ])('what %s forbids is never suggested', (_, request, by) => {
    const [one] = suggestFor(active, [gate(request)], options).suggestions;
    if (one?.found.place !== 'none') throw new Error('a suggestion against a floor');
    expect(one.found.forbiddenBy).toContain(by);
  });

  test('what an upper layer decides is not for a lower document to allow', () => {
    const layered = policyOf(shipped('default'), layer('rules: []'));
    const [one] = suggestFor(
      layered,
      [gate({ capability: 'NAVIGATE_CROSS_ORIGIN', host: 'a.example' })],
      options,
    ).suggestions;
    expect(one?.found).toMatchObject({ place: 'none', forbiddenBy: ['defaults.capability'] });
  });

  test('what is allowed meanwhile needs nothing, and a limit says how much it left out', () => {
    expect(suggestFor(active, [gate({ capability: 'SCREENSHOT' })], options).suggestions).toEqual([]);
    const many = (['ACCESS_PASSWORDS', 'ACCESS_COOKIES', 'FILE_UPLOAD'] as const).map((capability) =>
      gate({ capability, host: 'a.example' }),
    );
    expect(suggestFor(active, many, { today: TODAY, limit: 1 })).toMatchObject({ leftOut: 2 });
  });
});
