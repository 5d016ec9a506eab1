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

  describe('goes with what it guarded', () => {
    const parent = (body: string, marked = false): string =>
      text(marked ? 'whole: true\n' : '', marked ? 'end: parent@2\n' : '', body)
        .replace('id: layer', 'id: parent')
        .replace('owner: web', 'owner: all');
    const OWN = `${RULE}  - { id: stay, decision: DENY, when: { capability: CLOSE_TAB }, reason: it stays }\n`;
    const [BARE, TAKEN, REWORDED] = [
      parent(''),
      parent(OWN),
      parent(RULE.replace('capability: SCREENSHOT', 'capability: [SCREENSHOT, CLOSE_TAB]')),
    ];
    const LOWEST = text('whole: true\n', 'end: layer@2\n', OWN).replace('id: phase38-default', 'id: parent');

    test('copied into a document without a mark in one step, and left behind in the next', () => {
      expect(seen([BARE, LOWEST], [TAKEN, LOWEST], [TAKEN])).toEqual(['2: weakened end']);
    });

    test('copied in other words', () => {
      expect(seen([BARE, LOWEST], [REWORDED, LOWEST], [REWORDED])).toEqual(['2: removed end']);
    });

    test('copied, and a marked document that says something else comes as the other goes', () => {
      const other =
        'rules:\n  - { id: other, decision: DENY, when: { capability: FILE_UPLOAD }, reason: r }\n';
      const decoy = LOWEST.replace(OWN, other)
        .replace('id: layer', 'id: decoy')
        .replace('end: layer', 'end: decoy');
      expect(seen([TAKEN, LOWEST], [TAKEN, decoy])).toEqual(['1: weakened end']);
    });

    test('copied, and taken out of the one that keeps its mark', () => {
      const less = LOWEST.replace(OWN, RULE);
      expect(seen([TAKEN, LOWEST], [TAKEN, less])).toEqual(['1: weakened end']);
    });

    test('its twins: into a document with a mark, in one step and in two; and one without a mark that goes', () => {
      const marked = (body: string): string => parent(body, true);
      expect(seen([marked(''), LOWEST], [marked(OWN)])).toEqual([]);
      expect(seen([marked(''), LOWEST], [marked(OWN), LOWEST], [marked(OWN)])).toEqual([]);
      const unmarked = LOWEST.replace('whole: true\n', '').replace('end: layer@2\n', '');
      expect(seen([BARE, unmarked], [TAKEN, unmarked], [TAKEN])).toEqual([]);
      expect(seen([BARE, LOWEST], [TAKEN, LOWEST], [BARE, LOWEST])).toEqual([]);
    });
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
