// POLICY.md 6.1 by example: how floors, rules, default tables, layers and delegations come to a decision. Each request is
// decided by the tables and by the interpreter, and both have to say the same.
import { describe, expect, test } from 'vitest';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { stackOf } from '#test/fixtures/policy/stack.ts';
import { TODAY, facts } from '#test/fixtures/policy/policies.ts';
import { below, compiled, decided, documentOf, first, short } from '#test/fixtures/policy/small.ts';

const says = (policy: ReturnType<typeof compiled>, request: Readonly<Record<string, unknown>> = {}): string =>
  short(decided(policy, request));

describe('one layer', () => {
  const policy = compiled(
    first(
      `rules:
  - { id: yes, decision: ALLOW, when: { host: [a.test, both.test] } }
  - { id: ask, decision: ESCALATE, when: { host: both.test } }
  - { id: no, decision: DENY, when: { host: '*.a.test' }, except: [{ capability: OPEN_TAB, namedByUser: true }, { capability: CLOSE_TAB }] }
  - { id: also, decision: DENY, when: { host: x.a.test }, logic: { '>=': [{ var: downloads }, 5] } }
  - { id: late, decision: ALLOW, when: { host: x.a.test, capability: SCREENSHOT } }`,
      `
  - { id: calm, decision: ESCALATE, when: { initiator: PAGE } }`,
    ),
  );

  test.each([
    ['the default table, where no rule speaks', {}, 'ESCALATE base defaults.all'],
    ['another row of it', { namedByUser: true }, 'ALLOW base defaults.all'],
    ['a rule in its place', { host: 'a.test' }, 'ALLOW base rules.yes'],
    ['the severest of two rules', { host: 'both.test' }, 'ESCALATE base rules.ask'],
    [
      'two rules that say the same',
      { host: 'x.a.test', downloads: 5 },
      'DENY base rules.no, base rules.also',
    ],
    ['one of them', { host: 'x.a.test', downloads: 4 }, 'DENY base rules.no'],
    [
      'a rule but for what it excepts',
      { host: 'x.a.test', capability: 'CLOSE_TAB' },
      'ESCALATE base defaults.all',
    ],
    [
      'what is wholly excepted',
      { host: 'x.a.test', capability: 'OPEN_TAB', namedByUser: true },
      'ALLOW base defaults.all',
    ],
    ['what is excepted by half', { host: 'x.a.test', capability: 'OPEN_TAB' }, 'DENY base rules.no'],
    ['a floor over an ALLOW', { host: 'a.test', capability: 'ACCESS_HISTORY' }, 'DENY base floors.closed'],
    ['a floor over a rule', { host: 'a.test', initiator: 'PAGE' }, 'ESCALATE base floors.calm'],
    [
      'a floor beside a rule that says the same',
      { host: 'both.test', initiator: 'PAGE' },
      'ESCALATE base floors.calm, base rules.ask',
    ],
    [
      'the severest floor, wherever it stands',
      { capability: 'ACCESS_HISTORY', initiator: 'PAGE' },
      'DENY base floors.closed',
    ],
    ['a rule over a floor', { host: 'x.a.test', initiator: 'PAGE' }, 'DENY base rules.no'],
    [
      'the severest of two floors',
      { sandbox: false, capability: 'ACCESS_HISTORY' },
      'ABORT base floors.sandbox',
    ],
    [
      'two floors that say the same',
      { launchFlags: 'FORBIDDEN_FLAG', capability: 'ACCESS_HISTORY' },
      'DENY base floors.closed, base floors.flags',
    ],
  ])('%s', (_what, request, expected) => {
    expect(says(policy, request)).toBe(expected);
  });

  test('a decision has its violation, duties and terms', () => {
    expect(decided(policy, { sandbox: false })).toMatchObject({
      violation: 'SANDBOX_FLAG_VIOLATION',
      obligations: ['AUDIT'],
      escalation: null,
    });
    expect(decided(policy, {})).toMatchObject({
      violation: null,
      escalation: { timeoutSeconds: 120, approvers: ['user'] },
    });
    expect(decided(policy, { namedByUser: true })).toMatchObject({ violation: null, escalation: null });
    expect(decided(policy, { launchFlags: 'FORBIDDEN_FLAG', capability: 'ACCESS_HISTORY' }).violation).toBe(
      'SANDBOX_FLAG_VIOLATION',
    );
    expect(decided(policy, { host: 'x.a.test' }).violation).toBe('CAPABILITY_DENIED');
  });
});

describe('a table', () => {
  test('of two facts is read by row and column, and a NEVER cell is a floor too', () => {
    const policy = compiled(
      first(
        'rules: [{ id: all, decision: ALLOW, when: { host: a.test } }]',
        '',
        `defaults:
  - id: all
    by: [origin, display]
    columns: [HEADLESS, HEADED]
    rows: { CROSS_ORIGIN: [NEVER, DENY], SAME_ORIGIN: [ESCALATE, ALLOW] }
    violation: { CROSS_ORIGIN: NAVIGATION_DENIED, HEADLESS: TIMEOUT, '*': CRASH }`,
      ),
    );
    const ask = (origin: string, executor: string, host = '') => decided(policy, { origin, executor, host });
    expect(short(ask('SAME_ORIGIN', 'HEADED_EDGE'))).toBe('ALLOW base defaults.all');
    expect(short(ask('SAME_ORIGIN', 'HEADLESS_EDGE'))).toBe('ESCALATE base defaults.all');
    expect(short(ask('CROSS_ORIGIN', 'HEADED_EDGE'))).toBe('DENY base defaults.all');
    expect(ask('CROSS_ORIGIN', 'HEADED_EDGE').violation).toBe('NAVIGATION_DENIED');
    expect(short(ask('CROSS_ORIGIN', 'HEADLESS_EDGE'))).toBe('DENY base never.all, base defaults.all');
    expect(short(ask('CROSS_ORIGIN', 'HEADLESS_EDGE', 'a.test'))).toBe('DENY base never.all');
    expect(short(ask('CROSS_ORIGIN', 'HEADED_EDGE', 'a.test'))).toBe('ALLOW base rules.all');
  });

  test('of floors: its ALLOW says nothing, and its NEVER is that floor alone', () => {
    const policy = compiled(
      first(
        '',
        `
  - { id: acts, by: [initiator], rows: { NAVIGATOR: ALLOW, CLIENT: ALLOW, USER: ALLOW, PAGE: NEVER }, violation: { PAGE: TIMEOUT, '*': CRASH } }`,
      ),
    );
    expect(short(decided(policy, { initiator: 'PAGE', namedByUser: true }))).toBe('DENY base never.acts');
    expect(decided(policy, { initiator: 'PAGE' }).violation).toBe('TIMEOUT');
    expect(short(decided(policy, { initiator: 'CLIENT', namedByUser: true }))).toBe(
      'ALLOW base defaults.all',
    );
  });

  test('of true and false', () => {
    const policy = compiled(
      first('', '', 'defaults: [{ id: t, by: [targetReadable], rows: { true: ALLOW, false: DENY } }]'),
    );
    expect(short(decided(policy, {}))).toBe('ALLOW base defaults.t');
    expect(short(decided(policy, { targetReadable: false }))).toBe('DENY base defaults.t');
  });
});

describe('layers', () => {
  const base = first(
    `delegate:
  - { id: shots, to: ALLOW, when: { capability: [SCREENSHOT, OPEN_TAB] } }
  - { id: tabs, to: ESCALATE, when: { capability: [OPEN_TAB, CLOSE_TAB] } }
  - { id: free, to: ALLOW, when: { capability: CLOSE_TAB, host: z.test } }
  - { id: ups, to: ESCALATE, when: { capability: FILE_UPLOAD } }
rules:
  - { id: tabs, decision: DENY, when: { capability: [OPEN_TAB, CLOSE_TAB] } }`,
  );
  const policy = compiled(
    base,
    below(
      'mid',
      'base',
      `rules:
  - { id: shot, decision: ALLOW, when: { capability: SCREENSHOT, host: [a.test, c.test] } }
  - { id: asked, decision: ESCALATE, when: { capability: SCREENSHOT, host: b.test } }
  - { id: free, decision: ALLOW, when: { capability: [OPEN_TAB, CLOSE_TAB], host: [a.test, z.test] } }
  - { id: none, decision: DENY, when: { capability: FILE_UPLOAD, host: u.test } }
  - { id: powerless, decision: ALLOW, when: { capability: FILE_DOWNLOAD } }
  - { id: strict, decision: DENY, when: { host: d.test } }
delegate:
  - { id: more, to: ALLOW, when: { capability: [SCREENSHOT, CLOSE_TAB] } }`,
    ),
    below(
      'low',
      'mid',
      `rules:
  - { id: up, decision: ALLOW, when: { capability: FILE_UPLOAD, host: u.test } }
  - { id: shot, decision: ALLOW, when: { capability: [SCREENSHOT, CLOSE_TAB, OPEN_TAB], host: [c.test, e.test, d.test] } }
  - { id: strict, decision: DENY, when: { host: f.test } }`,
    ),
  );

  test.each([
    ['a lower layer that says nothing leaves what holds', {}, 'ESCALATE base defaults.all'],
    ['what is delegated to ALLOW may be allowed', { host: 'a.test' }, 'ALLOW mid rules.shot'],
    ['or be asked for anew', { host: 'b.test' }, 'ESCALATE mid rules.asked'],
    ['what is not delegated stays', { capability: 'FILE_DOWNLOAD' }, 'ESCALATE base defaults.all'],
    [
      'of two delegations the more generous holds',
      { capability: 'OPEN_TAB', host: 'a.test' },
      'ALLOW mid rules.free',
    ],
    [
      'what is delegated to ESCALATE goes no lower',
      { capability: 'CLOSE_TAB', host: 'a.test' },
      'ESCALATE base delegate.tabs',
    ],
    [
      'a lower layer passes on no more than it got',
      { capability: 'CLOSE_TAB', host: 'e.test' },
      'ESCALATE base delegate.tabs, mid delegate.more',
    ],
    [
      'a more generous delegation, though it stands later',
      { capability: 'CLOSE_TAB', host: 'z.test' },
      'ALLOW mid rules.free',
    ],
    [
      'a delegation to ESCALATE is no more where the layer itself allows',
      { capability: 'FILE_UPLOAD', host: 'u.test', namedByUser: true },
      'ESCALATE base delegate.ups',
    ],
    ['a grant reaches the layer after the next', { host: 'e.test' }, 'ALLOW low rules.shot'],
    ['two layers that grant alike', { host: 'c.test' }, 'ALLOW mid rules.shot, low rules.shot'],
    ['a restriction of the middle layer that it delegates', { host: 'd.test' }, 'ALLOW low rules.shot'],
    [
      'one that the first layer delegates',
      { host: 'd.test', capability: 'OPEN_TAB' },
      'ALLOW low rules.shot',
    ],
    ['a restriction of the lowest', { host: 'f.test', namedByUser: true }, 'DENY low rules.strict'],
    [
      'a floor of the first over all of them',
      { host: 'a.test', sandbox: false },
      'ABORT base floors.sandbox',
    ],
  ])('%s', (_what, request, expected) => {
    expect(says(policy, request)).toBe(expected);
  });

  test('a lower layer that says the same is named beside the upper one', () => {
    const both = compiled(
      base,
      below(
        'mid',
        'base',
        'rules: [{ id: same, decision: DENY, when: { capability: OPEN_TAB, host: a.test } }, { id: ask, decision: ESCALATE, when: { capability: FILE_UPLOAD } }]',
      ),
    );
    expect(says(both, { capability: 'OPEN_TAB', host: 'a.test' })).toBe('DENY mid rules.same');
    expect(says(both, { capability: 'FILE_UPLOAD' })).toBe('ESCALATE base defaults.all, mid rules.ask');
  });

  test('floors of all layers hold, whichever wrote them', () => {
    const strict = compiled(
      base,
      below('mid', 'base', 'floors: [{ id: f, decision: DENY, when: { host: a.test } }]'),
      below('low', 'mid', 'floors: [{ id: f, decision: DENY, when: { host: a.test } }]'),
    );
    expect(says(strict, { host: 'a.test', namedByUser: true })).toBe('DENY mid floors.f, low floors.f');
  });

  test('the trace names all that spoke, and what a lower layer could get', () => {
    const at = (request: Readonly<Record<string, unknown>>) => {
      const { voices, envelope, severity } = interpret(
        policy.stack,
        facts({ capability: 'SCREENSHOT', ...request }),
      );
      return {
        voices: voices.map((one) => `${one.entry.layer} ${one.entry.ref} ${one.severity}`),
        envelope,
        severity,
      };
    };
    expect(at({})).toEqual({
      voices: ['base defaults.all 1', 'base delegate.shots 0', 'mid delegate.more 0'],
      envelope: 0,
      severity: 1,
    });
    expect(at({ capability: 'CLOSE_TAB', sandbox: false })).toEqual({
      voices: [
        'base floors.sandbox 3',
        'base rules.tabs 2',
        'base defaults.all 1',
        'base delegate.tabs 1',
        'mid delegate.more 0',
      ],
      envelope: 3,
      severity: 3,
    });
    expect(at({ capability: 'CLOSE_TAB' }).envelope).toBe(1);
    expect(at({ capability: 'FILE_UPLOAD' }).envelope).toBe(1);
  });
});

describe('the terms of an escalation', () => {
  const escalation = (policy: ReturnType<typeof compiled>, request: Readonly<Record<string, unknown>>) => {
    const found = decided(policy, request).escalation;
    return found === null ? 'none' : `${found.timeoutSeconds} ${found.approvers.join(' or ')}`;
  };

  test('are those of the entry, else of its document, else the least of all', () => {
    const policy = compiled(
      first(
        `escalation: { approvers: [user, ana, bob], timeout: 100 }
rules:
  - { id: quick, decision: ESCALATE, when: { host: quick.test }, escalate: { timeout: 7 } }
  - { id: slow, decision: ESCALATE, when: { host: slow.test }, escalate: { timeout: 900 } }
  - { id: ana, decision: ESCALATE, when: { host: [ana.test, both.test] }, escalate: { approvers: [ana, bob] } }
  - { id: bob, decision: ESCALATE, when: { host: [bob.test, both.test] }, escalate: { approvers: [eve, bob], timeout: 50 }, obligations: [MASK_VALUE] }`,
      ),
      below(
        'low',
        'base',
        `escalation: { approvers: [ana, eve] }
rules:
  - { id: late, decision: ESCALATE, when: { host: late.test }, escalate: { timeout: 3000 } }
  - { id: ask, decision: ESCALATE, when: { host: ask.test } }`,
      ),
    );
    expect(escalation(policy, {})).toBe('100 ana or bob or user');
    expect(escalation(policy, { host: 'quick.test' })).toBe('7 ana or bob or user');
    expect(escalation(policy, { host: 'slow.test' })).toBe('900 ana or bob or user');
    expect(escalation(policy, { host: 'ana.test' })).toBe('100 ana or bob');
    expect(escalation(policy, { host: 'both.test' })).toBe('50 bob');
    expect(decided(policy, { host: 'both.test' }).obligations).toContain('MASK_VALUE');
    expect(escalation(policy, { host: 'late.test' })).toBe('100 ana');
    expect(escalation(policy, { host: 'ask.test' })).toBe('100 ana');
    expect(escalation(policy, { namedByUser: true })).toBe('none');
  });

  const stackOn = (today: string, ...documents: readonly PolicyDocument[]) => stackOf(documents, today);

  test('a lower layer brings in nobody, neither by its settings nor by an entry', () => {
    const low = below(
      'low',
      'base',
      `escalation: { approvers: [usr] }
rules: [{ id: r, decision: ESCALATE, when: { host: a.test }, escalate: { approvers: [user, zoe] } }]`,
    );
    const stack = stackOn(TODAY, first(), low);
    expect(
      stack.ok ? [] : stack.error.map((one) => `${one.span?.line} ${one.message} (${one.help})`),
    ).toEqual([
      '4 no layer above knows the approver `usr` (did you mean `user`?)',
      '5 no layer above knows the approver `zoe` (use one of: user)',
    ]);
  });

  test('an ALLOW holds through its last day', () => {
    const rules = (today: string) => {
      const stack = stackOn(
        today,
        first(
          'rules: [{ id: r, decision: ALLOW, when: { host: a.test }, expires: 2026-11-21 }, { id: s, decision: ALLOW, when: { host: b.test } }]',
        ),
      );
      return stack.ok ? stack.value.layers[0]?.rules.map((entry) => entry.id) : [];
    };
    expect(rules('2026-11-20')).toEqual(['r', 's']);
    expect(rules('2026-11-21')).toEqual(['r', 's']);
    expect(rules('2026-11-22')).toEqual(['s']);
    expect(() => stackOn('yesterday', first())).toThrow('not a date: yesterday');
  });

  test('duties of all documents come with every decision, in one order', () => {
    const stack = stackOn(
      TODAY,
      first(),
      below('low', 'base', 'obligations: { always: [MASK_VALUE], after: [DELETE_PROFILE, CLEAR_STORAGE] }'),
    );
    expect(stack.ok && stack.value.duties).toEqual([
      'AUDIT',
      'CLEAR_STORAGE',
      'DELETE_PROFILE',
      'MASK_VALUE',
    ]);
    expect(stack.ok && stack.value.invariants).toEqual([]);
  });
});

test('without a table for every request there is nothing to decide by', () => {
  const low = documentOf('policy: 1\nid: low\nextends: { id: base }\n', 'low.yaml');
  const stack = stackOf([low], TODAY);
  if (!stack.ok) throw new Error('one layer');
  expect(() => interpret(stack.value, facts({ capability: 'SCREENSHOT' }))).toThrow(
    'the first layer has no table for every request',
  );
});
