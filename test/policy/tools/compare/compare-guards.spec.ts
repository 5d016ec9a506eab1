// What guards a policy and decides nothing today: taken out or made weaker it is a loosening, reworded or moved it is not.
import { describe, expect, test } from 'vitest';
import { diffExit, diffPolicies } from '#policy/tools/compare/diff.ts';
import { diffData, diffSarif, renderDiffMarkdown, renderDiffText } from '#policy/tools/render/render-diff.ts';
import { compareDecisions, needsAcknowledgement } from '#policy/tools/gate/compare-decisions.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { defaultPolicy, edited, layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';

const old = defaultPolicy();

function compared(text: PolicyText, before = old) {
  const renewed = text.file === 'layer.yaml' ? policyOf(shipped('default'), text) : policyOf(text);
  const diff = diffPolicies(before, renewed);
  if (!diff.ok) throw new Error(diff.error.message);
  return { diff: diff.value, exit: diffExit(diff.value), compared: compareDecisions(before, renewed) };
}

/** From one key to the next one of its section, or its end. */
const entry = (id: string, section: string): string => {
  const text = String(shipped('default').text);
  const from = text.indexOf(`  - id: ${id}\n`, text.indexOf(`\n${section}:`));
  const rest = text.slice(from + 1);
  return text.slice(from, from + 1 + rest.search(/\n(?: {2}- id:|\n)/u) + 1);
};
const testCase = (name: string): string => {
  const text = String(shipped('default').text);
  const from = text.indexOf(`    - name: ${name}\n`);
  return text.slice(from, from + 1 + text.slice(from + 1).search(/\n {4}- name:/u) + 1);
};
const REDUNDANT = `floors:
  - { id: no-history, decision: DENY, when: { capability: ACCESS_HISTORY }, reason: never }
`;

describe('a guard that went', () => {
  test.each([
    ['an invariant', edited([entry('INV-8b', 'invariants'), '']), 'REMOVED invariants.INV-8b'],
    [
      'an invariant that is built in as well',
      edited([entry('INV-1', 'invariants'), '']),
      'REMOVED invariants.INV-1',
    ],
    ['a duty that was proved', edited([entry('INV-9', 'invariants'), '']), 'REMOVED invariants.INV-9'],
    [
      'an invariant that speaks of less',
      edited([
        'over: { executor: [HEADED_EDGE, HEADLESS_EDGE] }\n    reason: Edge',
        'over: { executor: [HEADED_EDGE] }\n    reason: Edge',
      ]),
      'WEAKENED invariants.INV-8b',
    ],
    [
      'an invariant that asks for less',
      edited([
        'at_least: DENY\n    over: { pageAct: [DEVICE',
        'at_least: ESCALATE\n    over: { pageAct: [DEVICE',
      ]),
      'WEAKENED invariants.INV-11',
    ],
    ['a test', edited([testCase('headless logs in nowhere'), '']), 'REMOVED tests.headless logs in nowhere'],
    [
      'what a test wants to decide',
      edited(['expect: DENY\n      by: popups', 'expect: DENY']),
      'WEAKENED tests.a page opens no tab',
    ],
    [
      'a NEVER that is a DENY now',
      edited(['ACCESS_HISTORY: [NEVER, NEVER]', 'ACCESS_HISTORY: [DENY, DENY]']),
      'WEAKENED never.capability',
    ],
  ])('%s: exit 3, an acknowledgement, and its place', (_what, text, words) => {
    const { diff, exit, compared: decisions } = compared(text);
    expect(exit).toBe(3);
    expect(needsAcknowledgement(decisions)).toBe(true);
    expect(renderDiffText(diff)).toContain(`GUARD ${words}`);
    expect(renderDiffMarkdown(diff)).toContain(`GUARD ${words}`);
    expect(JSON.stringify(diffSarif(diff))).toContain(`GUARD ${words}`);
    expect(diffData(diff)).toMatchObject({
      exit: 3,
      guards: [{ at: expect.stringMatching(/yaml:\d+:\d+$/u) }],
    });
  });

  test('a floor that decides nothing, since others hold the same', () => {
    const before = policyOf(shipped('default'), layer(REDUNDANT));
    const without = compared(layer(''), before);
    expect(without.diff.rows).toEqual([]);
    expect(without.exit).toBe(3);
    expect(renderDiffText(without.diff)).toContain('GUARD REMOVED floors.no-history of layer');
    const weaker = compared(layer(REDUNDANT.replace('DENY', 'ESCALATE')), before);
    expect(renderDiffText(weaker.diff)).toContain('GUARD WEAKENED floors.no-history of layer');
    const duty = REDUNDANT.replace('reason', 'obligations: [SCREENSHOT_BEFORE], reason');
    const dutiful = policyOf(shipped('default'), layer(duty));
    expect(compared(layer(REDUNDANT), dutiful).exit).toBe(3);
  });

  test('a duty and approvers that an upper layer says as well, and a revision', () => {
    const head = 'obligations: { always: [AUDIT] }\nescalation: { approvers: [user] }\nrevision: 7\n';
    const before = policyOf(shipped('default'), layer(head));
    const gone = (part: string, instead = ''): readonly string[] =>
      (compared(layer(head.replace(part, instead)), before).diff.guards ?? []).map(
        ({ guard, how }) => `${how} ${guard}`,
      );
    expect(gone('obligations: { always: [AUDIT] }\n')).toEqual(['removed obligations.always AUDIT']);
    expect(gone('escalation: { approvers: [user] }\n')).toEqual(['removed escalation.approvers']);
    expect(gone('revision: 7', 'revision: 6')).toEqual(['weakened revision']);
    expect(gone('revision: 7', 'revision: 8')).toEqual([]);
  });
});

describe('a layer under another id', () => {
  const marked = (body: string): PolicyText => ({
    file: 'layer.yaml',
    text: `policy: 1\nid: layer\nrevision: 2\nwhole: true\nextends: { id: phase38-default }\n${body}`,
  });
  const MARKED = `rules:
  - { id: blocked, decision: DENY, when: { capability: SCREENSHOT }, reason: nobody looks }
tests:
  given: { executor: HEADLESS_CHROMIUM }
  cases:
    - { name: nobody looks, with: { capability: SCREENSHOT }, expect: DENY }
end: layer@2
`;
  const before = policyOf(shipped('default'), marked(MARKED));
  const guardsOf = (text: string): readonly string[] => {
    const renamed = { file: 'layer.yaml', text: text.replace('id: layer\n', 'id: other\n') };
    return (compared(renamed, before).diff.guards ?? []).map(({ guard, how }) => `${how} ${guard}`);
  };
  const renamed = String(marked(MARKED).text).replace('end: layer@2', 'end: other@2');

  test('takes none of its tests away, and not its end mark', () => {
    expect(guardsOf(renamed.replace(/tests:[^]*?(?=end:)/u, ''))).toEqual(['removed tests.nobody looks']);
    expect(guardsOf(renamed.replace('whole: true\n', '').replace(/end: .*\n/u, ''))).toEqual(['removed end']);
  });
  test('that still says all of it passes, whatever its revision', () => {
    expect(guardsOf(renamed)).toEqual([]);
    expect(guardsOf(renamed.replace('revision: 2', 'revision: 1').replace('other@2', 'other@1'))).toEqual([]);
  });
  test('gone altogether takes the tests along that would still pass', () => {
    const idle = policyOf(
      shipped('default'),
      layer(
        MARKED.replace('{ capability: SCREENSHOT }', '{ capability: ACCESS_PASSWORDS }').replace(
          'with: { capability: SCREENSHOT }',
          'with: { capability: ACCESS_PASSWORDS }',
        ),
      ),
    );
    expect((compared(shipped('default'), idle).diff.guards ?? []).map(({ guard }) => guard)).toContain(
      'tests.nobody looks',
    );
  });
});

describe('what is kept', () => {
  test.each([
    ['an invariant under another name, in another place', edited(['id: INV-8b', 'id: EDGE'])],
    [
      'an invariant in two',
      edited([
        entry('INV-8b', 'invariants'),
        `  - { id: E1, at_least: ESCALATE, over: { executor: HEADED_EDGE } }
  - { id: E2, at_least: DENY, over: { executor: HEADLESS_EDGE, capability: ACCESS_PASSWORDS } }
  - { id: E3, at_least: ESCALATE, over: { executor: HEADLESS_EDGE } }
`,
      ]),
    ],
    ['a test under another name', edited(['name: another site asks', 'name: other sites ask'])],
    ['a floor under another name', edited(['- id: sandbox-lost', '- id: sandbox'])],
    [
      'another name of a violation',
      edited([
        'violation: TAB_POLICY_VIOLATION\n    reason: A page',
        'violation: NAVIGATION_DENIED\n    reason: A page',
      ]),
    ],
    ['a reason', edited(['reason: Edge always escalates.', 'reason: Edge asks.'])],
    [
      'a test of what is refused now',
      edited(
        ['SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [DENY, DENY]'],
        [testCase('a named site opens'), ''],
        ['id: named-by-user\n    decision: ALLOW', 'id: named-by-user\n    decision: ESCALATE'],
      ),
    ],
  ])('%s', (_what, text) => {
    expect(compared(text).diff.guards ?? []).toEqual([]);
  });

  test('a floor in two, or in a table', () => {
    const two = `floors:
  - { id: a, decision: DENY, when: { capability: ACCESS_HISTORY, executor: HEADED_CHROMIUM }, reason: never }
  - { id: b, decision: DENY, when: { capability: ACCESS_HISTORY }, except: [{ executor: HEADED_CHROMIUM }], reason: never }
`;
    const before = policyOf(shipped('default'), layer(REDUNDANT));
    expect(compared(layer(two), before).diff.guards ?? []).toEqual([]);
    expect(compared(layer(two.replace('HEADED_CHROMIUM }]', 'HEADED_EDGE }]')), before).exit).toBe(3);
  });

  test('hundreds of floors that are all other ones are looked at together', () => {
    const many = (decision: string, count: number): PolicyText =>
      layer(
        `floors:\n${Array.from(
          { length: count },
          (_, index) =>
            `  - { id: f${index}, decision: ${decision}, when: { capability: FILE_UPLOAD, host: h${index}.test }, reason: r${decision} }`,
        ).join('\n')}`,
      );
    const before = policyOf(shipped('default'), many('ESCALATE', 200));
    expect(compared(many('DENY', 200), before).diff.guards ?? []).toEqual([]);
    const fewer = compared(many('DENY', 199), before);
    expect(fewer.diff.guards).toMatchObject([{ guard: 'floors', how: 'removed' }]);
  });
});
