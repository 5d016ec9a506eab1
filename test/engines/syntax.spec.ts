// An order by its phrases and frames: whatever it is wrapped in, however its things are described, in whatever order it is said, the
// clauses are those that are meant, in the order in which they are done; or it is not read at all.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';
import { inFrames } from '#engines/navigator/offline/syntax/orders.ts';

const clauses = (said: string): readonly string[] | null => inFrames(said)?.split('; ') ?? null;

describe('a clause', () => {
  test.each([
    ["I'd like the box next to Juniper ticked", 'tick the box next to Juniper'],
    ['would you mind pressing whichever button is at the end', 'press the last button'],
    ['it would be great if you could click the one that says Fjord', 'click Fjord'],
    ['the circle that is the biggest needs a click', 'click the largest circle'],
    ['key "x7" in as the phone', 'enter "x7" as the phone'],
    ['Ember should no longer be ticked', 'untick Ember'],
    ['everything apart from Ember should be ticked', 'tick all boxes except Ember'],
    ['press the Edit button on the line of Ana', 'press the Edit button in the row of Ana'],
  ])('%s', (said, plain) => {
    expect(clauses(said)).toEqual([plain]);
  });

  test.each([
    'frobnicate the Amber button',
    'could you frobnicate Amber?',
    'assign the ticket to Pavel',
    'rename saddle.pdf to lantern.pdf',
    'Amber needs frobnicating',
    'press Amber, then frobnicate Beacon',
    'subscribe to Beacon',
  ])('with a verb that is in no table is not read: %s', (said) => {
    expect(clauses(said)).toBeNull();
  });

  test('that must stay undone is left to those who look for it in the whole order', () => {
    expect(clauses('tick Amber without pressing Submit')).toBeNull();
    expect(clauses('press Amber but do not press Beacon')).toBeNull();
    expect(clauses('press Amber and Beacon')).toEqual(['press Amber', 'press Beacon']);
  });
});

describe('several clauses', () => {
  test('"it" is what the clause before introduced', () => {
    expect(clauses('there is a button called Amber; press it')).toEqual(['press the button labelled Amber']);
    expect(clauses('find Lantern and press the Quarry button on its right')).toEqual([
      'press the Quarry button next to Lantern',
    ]);
    // Nothing was introduced.
    expect(clauses('press Amber, then tick it')).toBeNull();
  });

  test('"before", "after", "once" and "to" say their order', () => {
    const both = ['tick Ember', 'press Submit'];
    expect(clauses('before you press Submit, tick Ember')).toEqual(both);
    expect(clauses('press Submit after ticking Ember')).toEqual(both);
    expect(clauses('once Ember is ticked, press Submit')).toEqual(both);
    expect(clauses('to submit the form, tick Ember and then press Submit')).toEqual(both);
    expect(clauses('type "a" as the city. Press Submit once Ember is ticked')).toEqual([
      'enter "a" as the city',
      ...both,
    ]);
  });

  const NAMES = ['Almanac', 'Beacon', 'Compass', 'Dynamo', 'Ember'];
  const name = fc.constantFrom(...NAMES);
  /** What is said, and the goals of what is meant: written without the tables. */
  const act = fc.oneof(
    fc
      .tuple(
        name,
        fc.constantFrom('press X', 'X should be pressed', "I'd like X to be clicked", 'please hit X'),
      )
      .map(([of, frame]) => [frame.replace('X', of), `click ${of}`] as const),
    fc
      .tuple(
        name,
        fc.constantFrom('tick X', 'X has to be ticked', 'make sure X is ticked', 'put a tick next to X'),
      )
      .map(([of, frame]) => [frame.replace('X', of), `tick ${of}`] as const),
    fc
      .tuple(
        name,
        fc.constantFrom('enter "X" as the city', 'the city should be "X"', 'put "X" in the city field'),
      )
      .map(([of, frame]) => [frame.replace('X', of), `enter "${of}" as the city`] as const),
  );
  const joint = fc.constantFrom('; ', '. ', ', then ', ' and then ', '. After that, ', ', and finally ');

  test('none is dropped, and none changes its place, however they are said and joined', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(act, joint), { minLength: 1, maxLength: 4 }), (parts) => {
        const said = parts.map(([[text], joins], at) => (at === 0 ? text : `${joins}${text}`)).join('');
        // The joint of a part stands before it.
        const meant = parts.flatMap(([[, plain]]) => parseGoals(plain));
        expect(parseGoals(said), said).toEqual(meant);
      }),
      { numRuns: 300 },
    );
  });

  test('words that have no place in it leave it unread', () => {
    fc.assert(
      fc.property(act, fc.constantFrom('zorbing', 'wibbly the wobble', 'frobnicate Amber'), ([text], odd) => {
        expect(inFrames(`${text}, ${odd}`)).toBeNull();
      }),
    );
  });
});
