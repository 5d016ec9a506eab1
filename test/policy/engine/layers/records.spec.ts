// Interned answers and outcomes: equal ones are one number, joining is by the severer, and joining outcomes says the same as
// joining the entries that they come from.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Severity } from '#policy/engine/documents/document.ts';
import { Outcomes } from '#policy/engine/layers/outcomes.ts';
import { Records } from '#policy/engine/layers/records.ts';
import { stackOf } from '#test/fixtures/policy/stack.ts';
import { decisionFor, joinTerms, outcomeOf, worstViolation } from '#policy/engine/layers/verdict.ts';
import { BROWSER_VIOLATION_TYPES } from '#policy/language/vocabulary.ts';
import { TODAY } from '#test/fixtures/policy/policies.ts';
import { first } from '#test/fixtures/policy/small.ts';

const found = stackOf(
  [
    first(`escalation: { approvers: [user, ana, bob] }
rules:
  - { id: a, decision: ALLOW, when: { host: a.test }, obligations: [MASK_VALUE] }
  - { id: b, decision: ESCALATE, when: { host: b.test }, escalate: { approvers: [ana, bob], timeout: 60 } }
  - { id: c, decision: ESCALATE, when: { host: c.test }, escalate: { approvers: [user, bob], timeout: 90 }, obligations: [AUDIT_FULL] }
  - { id: d, decision: DENY, when: { host: d.test }, violation: TIMEOUT }
  - { id: e, decision: DENY, when: { host: e.test }, violation: CROSS_ORIGIN_VIOLATION, obligations: [MASK_VALUE] }
  - { id: f, decision: ESCALATE, when: { host: f.test } }
  - { id: g, decision: ESCALATE, when: { host: g.test } }
  - { id: h, decision: ESCALATE, when: { host: h.test }, obligations: [MASK_VALUE] }`),
  ],
  TODAY,
);
if (!found.ok) throw new Error('one layer');
const stack = found.value;
const rules = stack.layers[0]?.rules ?? [];

function fresh() {
  const records = new Records(stack);
  const voices = rules.map((entry, index) => {
    const cell = entry.cells[0];
    return records.voice(index, {
      entry,
      severity: cell?.severity ?? 0,
      violation: cell?.violation ?? 'CRASH',
    });
  });
  const alone = (name: string): number => {
    const voice = voices['abcdefgh'.indexOf(name)] ?? -1;
    return records.alone(records.voiceSeverity(voice), voice);
  };
  return { records, voices, alone, outcomes: new Outcomes(stack, records) };
}

describe('records', () => {
  test('the first says nothing', () => {
    const { records } = fresh();
    expect(new Records(stack).size).toBe(1);
    expect([records.severity(0), records.members(0), records.voices(0)]).toEqual([0, [], []]);
    expect(records.decision(0)).toMatchObject({ decision: 'ALLOW', because: [], obligations: ['AUDIT'] });
  });

  test('what says the same is one number, whichever way it is made', () => {
    const { records, voices, alone } = fresh();
    expect(voices).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const [entry] = rules;
    if (entry === undefined) throw new Error('a rule');
    expect(records.voice(0, { entry, severity: 0, violation: 'CAPABILITY_DENIED' })).toBe(0);
    expect(records.voice(0, { entry, severity: 1, violation: 'CAPABILITY_DENIED' })).toBe(8);
    expect(records.voice(0, { entry, severity: 0, violation: 'CRASH' })).toBe(9);
    expect(records.voice(1, { entry, severity: 0, violation: 'CRASH' })).toBe(10);
    expect(alone('a')).toBe(1);
    expect(alone('a')).toBe(1);
    expect(records.intern(0, [0])).toBe(1);
    expect(records.intern(1, [0])).toBe(2);
    expect(records.intern(1, [2, 1, 2])).toBe(3);
    expect(records.intern(1, [1, 2])).toBe(3);
    expect(records.members(3)).toEqual([1, 2]);
    expect(records.size).toBe(4);
  });

  test('the severer of two wins, and those that are equally severe are joined', () => {
    const { records, alone } = fresh();
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(alone);
    if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined)
      throw new Error('five');
    const before = records.size;
    expect([records.join(a, a), records.join(a, 0), records.join(0, a), records.join(0, 0)]).toEqual([
      a,
      a,
      a,
      0,
    ]);
    expect([records.join(a, b), records.join(b, a), records.join(d, b), records.join(b, d)]).toEqual([
      b,
      b,
      d,
      d,
    ]);
    expect(records.size).toBe(before);
    const both = records.join(b, c);
    expect(records.members(both)).toEqual([1, 2]);
    expect(records.severity(both)).toBe(1);
    expect([records.join(c, b), records.join(b, c), records.join(both, c)]).toEqual([both, both, both]);
    expect(records.size).toBe(before + 1);
    expect(records.voices(records.join(d, e)).map((voice) => voice.entry.id)).toEqual(['d', 'e']);
  });

  test('a decision is made once, and frozen', () => {
    const { records, alone } = fresh();
    const decision = records.decision(alone('b'));
    expect(decision).toMatchObject({
      decision: 'ESCALATE',
      because: [{ entry: 'rules.b' }],
      escalation: { timeoutSeconds: 60, approvers: ['ana', 'bob'] },
    });
    expect(records.decision(alone('b'))).toBe(decision);
    expect(
      Object.isFrozen(decision) && Object.isFrozen(decision.because) && Object.isFrozen(decision.escalation),
    ).toBe(true);
    expect(records.decision(alone('d'))).toMatchObject({
      decision: 'DENY',
      violation: 'TIMEOUT',
      escalation: null,
    });
  });

  test('of a number that stands for nothing is a DENY without a reason', () => {
    const { records } = fresh();
    expect(records.decision(99)).toMatchObject({ decision: 'DENY', because: [] });
    expect([
      records.severity(99),
      records.voiceSeverity(99),
      records.members(99),
      records.voices(99),
    ]).toEqual([2, 2, [], []]);
  });
});

describe('outcomes', () => {
  test('of entries that say the same are one, whoever said it', () => {
    const { alone, outcomes } = fresh();
    expect(outcomes.ofRecord(alone('f'))).toBe(outcomes.ofRecord(alone('g')));
    expect(outcomes.ofRecord(alone('f'))).not.toBe(outcomes.ofRecord(alone('h')));
    const all = 'abcdeh'.split('').map((name) => outcomes.ofRecord(alone(name)));
    expect(new Set(all).size).toBe(6);
    expect(all).toEqual('abcdeh'.split('').map((name) => outcomes.ofRecord(alone(name))));
    expect(all.map((id) => outcomes.severity(id))).toEqual([0, 1, 1, 2, 2, 1]);
  });

  test('are told by their text, which names no entry', () => {
    const { records, alone, outcomes } = fresh();
    const text = (record: number): string => outcomes.text(outcomes.ofRecord(record));
    expect(text(0)).toBe('["ALLOW",null,["AUDIT"],null]');
    expect(text(alone('a'))).toBe('["ALLOW",null,["AUDIT","MASK_VALUE"],null]');
    expect(text(alone('b'))).toBe('["ESCALATE",null,["AUDIT"],[60,["ana","bob"]]]');
    expect(text(alone('e'))).toBe('["DENY","CROSS_ORIGIN_VIOLATION",["AUDIT","MASK_VALUE"],null]');
    expect(text(records.join(alone('b'), alone('c')))).toBe(
      '["ESCALATE",null,["AUDIT","AUDIT_FULL"],[60,["bob"]]]',
    );
    expect(text(records.join(alone('d'), alone('e')))).toBe(
      '["DENY","CROSS_ORIGIN_VIOLATION",["AUDIT","MASK_VALUE"],null]',
    );
    expect(outcomes.text(99)).toBe('');
    expect(outcomes.severity(99)).toBe(2);
    expect(() => outcomes.at(99)).toThrow('no outcome 99');
    expect(outcomes.at(outcomes.ofRecord(alone('b')))).toEqual({
      severity: 1,
      violation: null,
      obligations: ['AUDIT'],
      terms: { approvers: ['ana', 'bob'], timeout: 60 },
    });
  });

  test('join as the entries do', () => {
    const names = fc.array(fc.constantFrom(...'abcdefgh'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(names, (list) => {
        const { records, alone, outcomes } = fresh();
        const ids = list.map(alone);
        const joined = ids.reduce((sum, id) => records.join(sum, id));
        const outcome = ids.map((id) => outcomes.ofRecord(id)).reduce((sum, id) => outcomes.join(sum, id));
        expect(outcomes.text(outcome)).toBe(outcomes.text(outcomes.ofRecord(joined)));
        expect(outcome).toBe(outcomes.ofRecord(joined));
      }),
    );
  });
});

describe('what a decision says', () => {
  test('of several violations the most telling one', () => {
    const order = [
      'FORBIDDEN_BROWSER_TYPE',
      'UNKNOWN_BROWSER_TYPE',
      'SANDBOX_FLAG_VIOLATION',
      'CREDENTIAL_ACCESS_ATTEMPT',
      'EXTENSION_VIOLATION',
      'CROSS_ORIGIN_VIOLATION',
      'STORAGE_VIOLATION',
      'TAB_POLICY_VIOLATION',
      'NAVIGATION_DENIED',
      'CRASH',
      'TIMEOUT',
      'CAPABILITY_DENIED',
    ] as const;
    expect([...order].sort()).toEqual([...BROWSER_VIOLATION_TYPES].sort());
    for (const [index, one] of order.entries())
      expect(worstViolation(order.slice(index).toReversed())).toBe(one);
    expect(worstViolation([])).toBe('CAPABILITY_DENIED');
  });

  test('whoever may answer all that ask, in the least of their times', () => {
    expect(joinTerms([])).toEqual({ approvers: [], timeout: 0 });
    expect(joinTerms([{ approvers: ['b', 'a'], timeout: 5 }])).toEqual({ approvers: ['b', 'a'], timeout: 5 });
    expect(
      joinTerms([
        { approvers: ['a', 'b', 'c'], timeout: 9 },
        { approvers: ['c', 'b'], timeout: 3 },
        { approvers: ['b', 'd'], timeout: 7 },
      ]),
    ).toEqual({ approvers: ['b'], timeout: 3 });
  });

  test('an entry without terms asks for nobody in particular', () => {
    const [entry] = rules;
    if (entry === undefined) throw new Error('a rule');
    const stranger = { ...entry };
    const ask = (severity: Severity) =>
      outcomeOf(stack, severity, [{ entry: stranger, severity, violation: 'CRASH' }]);
    expect(ask(1)).toEqual({
      severity: 1,
      violation: null,
      obligations: ['AUDIT', 'MASK_VALUE'],
      terms: { approvers: [], timeout: 0 },
    });
    expect(ask(2)).toMatchObject({ violation: 'CRASH', terms: null });
    expect(decisionFor(stack, 2, [{ entry, severity: 2, violation: 'CRASH' }]).because).toEqual([
      {
        entry: 'rules.a',
        decision: 'DENY',
        layer: 'base',
        at: expect.stringMatching(/^base\.yaml:\d+:\d+$/),
        reason: '',
      },
    ]);
  });
});
