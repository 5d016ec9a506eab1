// Orders of other kinds than pressing and filling, names against kinds, and words that no rule knows.
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';
import { holds } from '#engines/navigator/offline/words/condition.ts';
import { parseCondition } from '#engines/navigator/offline/words/conditions.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { parseTarget } from '#engines/navigator/offline/words/target.ts';

const press = (what: string): Goal => ({ kind: 'PRESS', what });

describe('a verb has its goal', () => {
  test.each<[string, readonly Goal[]]>([
    ['put the cursor in the comment box', [{ kind: 'FOCUS', what: 'comment box' }]],
    ['highlight the sentence "Rain is near"', [{ kind: 'MARK_TEXT', what: '"Rain is near"' }]],
    ['highlight the text in the last paragraph', [{ kind: 'MARK_TEXT', what: 'last paragraph' }]],
    ['make the word "Rain" italic', [{ kind: 'FORMAT', what: '"Rain"', style: 'italic' }]],
    ['colour the text "Rain" blue', [{ kind: 'FORMAT', what: '"Rain"', style: 'blue' }]],
    [
      'drag the boat 40 pixels to the left',
      [{ kind: 'DRAG_BY', what: 'boat', toward: 'LEFT', amount: 40, unit: 'pixels' }],
    ],
    [
      'move the boat up by two cells',
      [{ kind: 'DRAG_BY', what: 'boat', toward: 'UP', amount: 2, unit: 'cells' }],
    ],
    ['draw an arrow from Oslo to Rome', [{ kind: 'DRAW', shape: 'arrow', from: 'Oslo', to: 'Rome' }]],
    ['make the picture wider', [{ kind: 'RESIZE', what: 'picture', axis: 'WIDTH', grow: true, to: null }]],
    ['shrink the picture', [{ kind: 'RESIZE', what: 'picture', axis: 'BOTH', grow: false, to: null }]],
    [
      'guess a number from 1 to 50 and press Check',
      [{ kind: 'GUESS', what: 'number', low: 1, high: 50, press: 'Check' }],
    ],
    ['click Older twice', [{ kind: 'REPEAT', act: press('Older'), times: 2 }]],
    [
      'keep clicking Older until "Ines" appears',
      [{ kind: 'UNTIL', act: press('Older'), until: { kind: 'SHOWN', what: 'Ines', not: false } }],
    ],
    [
      'roll a number that is even',
      [{ kind: 'UNTIL', act: press('roll'), until: { kind: 'PARITY', of: '', is: 'EVEN' } }],
    ],
    [
      'spin an odd number',
      [{ kind: 'UNTIL', act: press('spin'), until: { kind: 'PARITY', of: '', is: 'ODD' } }],
    ],
    ['scroll down to the very end of the log', [{ kind: 'SCROLL', what: 'log', to: 'BOTTOM' }]],
    [
      'press Sell once the rate is above 3.5',
      [{ kind: 'AWAIT', until: { kind: 'NUMBER', of: 'rate', is: 'MORE', than: 3.5 } }, press('Sell')],
    ],
    [
      'scroll the log until you see "ready"',
      [{ kind: 'SCROLL_UNTIL', what: 'log', until: { kind: 'SHOWN', what: 'ready', not: false } }],
    ],
    [
      'take two of each: Soup, Bread and Butter',
      [{ kind: 'QUANTITY', of: 'Soup, Bread and Butter', count: 2 }],
    ],
    ['dismiss the cookie banner', [{ kind: 'DISMISS', what: 'cookie banner' }]],
    [
      'press Like on every post by Ines',
      [{ kind: 'PRESS_EACH', what: 'Like of the post by Ines', order: 'GIVEN' }],
    ],
    [
      'press Like on 3 posts by Ines',
      [{ kind: 'PRESS_EACH', what: 'Like of the posts by Ines', order: 'GIVEN', count: 3 }],
    ],
    [
      'reserve a room for Ines, on 4 May 2027, in Turin',
      [
        {
          kind: 'FORM',
          verb: 'reserve',
          what: 'room',
          details: [
            { cue: 'for', value: 'Ines' },
            { cue: 'on', value: '4 May 2027' },
            { cue: 'in', value: 'Turin' },
          ],
        },
      ],
    ],
    [
      'enter "a" in the first field and "b" in the second field',
      [
        { kind: 'FILL', field: 'first field', value: 'a' },
        { kind: 'FILL', field: 'second field', value: 'b' },
      ],
    ],
    ['enter the number "-7" into the third field', [{ kind: 'FILL', field: 'third field', value: '-7' }]],
    ['choose -7 with the dial', [{ kind: 'FILL', field: 'dial', value: '-7' }]],
    [
      'press Harvest after ticking Cocoa',
      [{ kind: 'CHECK', what: 'Cocoa', on: true, apply: false }, press('Harvest')],
    ],
    [
      'before pressing Harvest, tick Cocoa',
      [{ kind: 'CHECK', what: 'Cocoa', on: true, apply: false }, press('Harvest')],
    ],
  ])('“%s”', (said, goals) => {
    expect(parseGoals(said)).toEqual(goals);
  });
});

describe('a verb that no rule knows is named, and never read as a question', () => {
  test.each(['frobnicate the sofa', 'Wiggle three of the boxes', 'please defenestrate it', 'flumox'])(
    '“%s”',
    (said) => {
      expect(parseGoals(said)).toMatchObject([{ kind: 'NOT_UNDERSTOOD' }]);
    },
  );

  test('it does not swallow the order beside it, nor is it left out', () => {
    expect(parseGoals('press Harvest and wiggle the sofa, then press Done')).toEqual([
      press('Harvest'),
      { kind: 'NOT_UNDERSTOOD', words: 'wiggle the sofa' },
      press('Done'),
    ]);
  });

  test('made-up verbs before a thing are never read, whatever they are', () => {
    const syllable = fc.constantFrom('zib', 'quon', 'dral', 'vex', 'mop', 'lurt');
    fc.assert(
      fc.property(
        fc.array(syllable, { minLength: 2, maxLength: 3 }),
        fc.constantFrom('the sofa', 'a lamp', 'it', 'all of the boxes'),
        (parts, thing) => {
          expect(parseGoals(`${parts.join('')} ${thing}`).map(({ kind }) => kind)).toEqual([
            'NOT_UNDERSTOOD',
          ]);
        },
      ),
    );
  });

  test('what asks for a fact without a verb is still read', () => {
    for (const said of [
      'the price of the lamp',
      'price of the lamp',
      "Ines' age",
      'what is the total?',
      'cheapest lamp',
    ])
      expect(parseGoals(said).map(({ kind }) => kind)).toEqual(['READ']);
  });
});

describe('names against kinds', () => {
  test.each<[string, Partial<ReturnType<typeof parseTarget>>]>([
    ['button NINE', { name: 'NINE', kind: 'BUTTON' }],
    ['the button in the dialog labelled "Leave"', { name: 'Leave', kind: 'BUTTON' }],
    ['the link with the text Harvest', { name: 'Harvest', kind: 'LINK' }],
    ['the checkbox called "Box"', { name: 'Box', kind: 'BOX' }],
    ['the tile with the lowest number', { extreme: 'SMALLEST' }],
    ['the section below', { name: '', kind: 'SECTION' }],
  ])('“%s”', (phrase, target) => {
    expect(parseTarget(phrase)).toMatchObject(target);
  });
});

describe('conditions', () => {
  test.each<[string, number, boolean]>([
    ['less than 5', 5, false],
    ['less than 5', 4, true],
    ['at least 5', 5, true],
    ['the price is under $1,200.50', 1200, true],
    ['the rate drops below -3', -4, true],
    ['between 2 and 4', 4, true],
    ['an odd number', 4, false],
    ['the count reaches 7', 7, true],
  ])('“%s” of %s', (said, value, expected) => {
    const condition = parseCondition(said);
    expect(condition === null ? null : holds(condition, value)).toBe(expected);
  });

  test('numbers compare as numbers do', () => {
    const number = fc.integer({ min: -999, max: 999 });
    fc.assert(
      fc.property(number, number, (bound, value) => {
        const than = (words: string): boolean | null => {
          const condition = parseCondition(`${words} ${bound}`);
          return condition === null ? null : holds(condition, value);
        };
        expect([than('less than'), than('more than'), than('at most'), than('at least')]).toEqual([
          value < bound,
          value > bound,
          value <= bound,
          value >= bound,
        ]);
      }),
    );
  });
});
