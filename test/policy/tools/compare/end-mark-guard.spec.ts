// The end mark goes in no number of steps unseen: each step down that says nothing by itself is a guard that went.
import { describe, expect, test } from 'vitest';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { compareDecisions, guardsIn, needsAcknowledgement } from '#policy/tools/gate/compare-decisions.ts';
import { policyOf, shipped } from '#test/fixtures/policy/policies.ts';

const RULE =
  'rules:\n  - { id: closed, decision: DENY, when: { capability: SCREENSHOT }, reason: nobody looks }\n';
const text = (head: string, end: string, body = RULE): string =>
  `policy: 1\nid: layer\nrevision: 2\n${head}extends: { id: phase38-default }\nowner: web\n${body}${end}`;
const WHOLE = text('whole: true\n', 'end: layer@2\n');
const NONE = text('', '');

const layers = (...texts: readonly string[]) =>
  policyOf(
    shipped('default'),
    ...texts.map((one, index): PolicyText => ({ file: `${index}.yaml`, text: one })),
  );
const seen = (...steps: readonly (readonly string[])[]): readonly string[] =>
  steps.slice(1).flatMap((step, index) => {
    const compared = compareDecisions(layers(...(steps[index] ?? [])), layers(...step));
    const guards = guardsIn(compared).map(({ guard, how }) => `${index + 1}: ${how} ${guard}`);
    expect(needsAcknowledgement(compared)).toBe(guards.length > 0);
    return guards;
  });

const WEAKER: readonly (readonly [string, string])[] = [
  ['an end that is another one’s', text('whole: true\n', 'end: layer@1\n')],
  ['an end without its promise', text('', 'end: layer@2\n')],
  ['a promise behind what may be lost', text('', 'whole: true\nend: layer@2\n')],
  [
    'an end that something stands behind',
    text('whole: true\n', 'end: layer@2\nobligations: { always: [AUDIT] }\n'),
  ],
];

describe('an end mark', () => {
  test.each(WEAKER)('%s: it is weaker, which is seen; gone after that, it is seen again', (_what, weak) => {
    expect(seen([WHOLE], [weak])).toEqual(['1: weakened end']);
    expect(seen([weak], [NONE]).filter((one) => one.endsWith(' end'))).toEqual(['1: removed end']);
  });

  test('a promise that was never kept does not go unseen either', () => {
    expect(seen([text('whole: true\n', '')], [NONE])).toEqual(['1: removed end']);
  });

  test('what a layer said that goes into one without a mark has lost it', () => {
    const other = (parent: string, body: string): string =>
      text('', '', body).replace('id: layer', 'id: other').replace('id: phase38-default', `id: ${parent}`);
    const FLOOR =
      'floors:\n  - { id: f, decision: DENY, when: { capability: FILE_UPLOAD }, reason: nothing goes out }\n';
    expect(seen([WHOLE, other('layer', FLOOR)], [other('phase38-default', FLOOR + RULE)])).toEqual([
      '1: removed end',
    ]);
  });

  test.each([
    ['a revision that both name', [WHOLE], [WHOLE.replace('revision: 2', 'revision: 3').replace('@2', '@3')]],
    ['a fault that is mended', [WEAKER[0]?.[1] ?? ''], [WHOLE]],
    ['a fault instead of another', [WEAKER[0]?.[1] ?? ''], [WEAKER[1]?.[1] ?? '']],
    ['a mark that is put on', [NONE], [WHOLE]],
    ['a layer without one', [NONE], [NONE.replace('nobody looks', 'nobody looks at it')]],
    ['another name', [WHOLE], [WHOLE.replace('id: layer', 'id: other').replace('layer@2', 'other@2')]],
  ])('its twin, %s: nothing is said', (_what, before, after) => {
    expect(seen(before, after)).toEqual([]);
  });
});
