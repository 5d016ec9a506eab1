// Orders for several things, in several sentences, as people say them: the same goals as the plain order, and no name lost. No browser.
// INVARIANT: none of these is a wording of a set that the navigator is measured by.
import { describe, expect, test } from 'vitest';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';

type Pair = readonly [said: string, plain: string];
function rule(title: string, pairs: readonly Pair[]): void {
  describe(title, () => {
    test.each(pairs)('“%s” is “%s”', (said, plain) => {
      expect(parseGoals(said)).toEqual(parseGoals(plain));
    });
  });
}

rule('it is X that should be, and all of several', [
  ["it's Harvest that wants pressing", 'press Harvest'],
  ['it is Cocoa that should be ticked', 'tick Cocoa'],
  ['it is Cocoa which I want ticked', 'tick Cocoa'],
  ['Harvest: give it a push', 'click Harvest'],
  ['both Cocoa and Amber need a tick', 'tick Cocoa and Amber'],
  ['only Cocoa and Amber should be ticked', 'tick Cocoa and Amber'],
  ['Cocoa and Amber but no others should be ticked', 'tick Cocoa and Amber'],
  ['my picks are Cocoa and Amber; tick both', 'tick Cocoa and Amber'],
  ['there are boxes for Cocoa and Amber, mark them', 'tick Cocoa and Amber'],
]);

rule('several clicks, and the key at the end', [
  ['three clicks: Cocoa, then Amber, then Harvest', 'click Cocoa, then Amber, then Harvest'],
  [
    'begin with Cocoa, go on with Amber and conclude with Harvest',
    'click Cocoa, then click Amber, then click Harvest',
  ],
  [
    'start with "Cocoa", carry on with "Amber", end with "Harvest" (clicks)',
    'click "Cocoa", then click "Amber", then click "Harvest"',
  ],
  ['click every number from the highest down to the lowest', 'press the numbers in descending order'],
  ['all the numbers get clicked, from the lowest up to the highest', 'press the numbers in ascending order'],
  ['type "Ines" into Alias, finishing with the enter key', 'type "Ines" into Alias, then press Enter'],
  ['type "Ines" into Alias, then Enter', 'type "Ines" into Alias, then press Enter'],
]);

rule('what may lie in the way is no order', [
  ['close whatever pops up and click Harvest', 'click Harvest'],
  ['press Harvest, even if there is a dialog in front of it', 'press Harvest'],
  [
    'alias: Ines, town: Porto. If a pop-up comes, close it. Then Harvest',
    'alias: Ines, town: Porto. Then Harvest',
  ],
  ['dismiss anything that appears, then press Harvest', 'press Harvest'],
  ['tick Cocoa. When a dialog appears, just ignore it. Then press Harvest', 'tick Cocoa. Then press Harvest'],
  ['get rid of everything that gets in the way and tick Cocoa', 'tick Cocoa'],
]);

rule('a text that goes somewhere else', [
  [
    "the same text that's in the textarea must be in the textbox",
    'the text of the textarea must be in the textbox',
  ],
  ['fill the textbox with what the textarea says', 'enter the text of the textarea into the textbox'],
  [
    "take what's in the text area, put it in the text input",
    'copy the text from the text area into the text input',
  ],
  [
    'grab the text of the second text area and paste it into the text input',
    'copy the text from the second text area into the text input',
  ],
  [
    'take the text out of the textarea and put the same into the textbox',
    'copy the text from the textarea into the textbox',
  ],
  ['whatever Weight says goes into the answer field', 'the value of Weight goes into the answer field'],
]);

rule('the password again', [
  ['password and its confirmation: "Cocoa12"', 'type "Cocoa12" into both password fields'],
  ['fill both with "Cocoa12"', 'type "Cocoa12" into both password fields'],
  ['fill both fields with "Cocoa12"', 'type "Cocoa12" into both password fields'],
  [
    'enter "Cocoa12" as the password, then once more to confirm it',
    'type "Cocoa12" into both password fields',
  ],
  ['enter "Cocoa12" as the password, and again for confirmation', 'type "Cocoa12" into both password fields'],
  ['the password is "Cocoa12", retype it', 'type "Cocoa12" into both password fields'],
]);

rule('days that are reckoned, and times in words', [
  ['4 days past 3 May 2031 is the return date', '4 days after 3 May 2031 is the return date'],
  [
    'set the reminder date 9 days later than the invoice date',
    'set the reminder date to 9 days after the invoice date',
  ],
  ['the reminder date = invoice date + 9 days', 'the reminder date is 9 days after the invoice date'],
  [
    'take the invoice date, add 9 days, and put that as the reminder date',
    'enter 9 days after the invoice date as the reminder date',
  ],
  ['half past seven in the morning is the time', '7:30 am is the time'],
  ['set the time to quarter to one in the afternoon', 'set the time to 12:45 pm'],
  ['twenty-three minutes to three in the morning is the time', '2:37 am is the time'],
]);

rule('lists: their order, their place, what they hold', [
  ['arrange these from small to big', 'Sort the numbers in increasing order'],
  ['sort them so that the highest is at the top', 'Sort the numbers in decreasing order'],
  ['Cocoa to the very top of the list', 'drag Cocoa to the top of the list'],
  ['Cocoa should lead the list', 'drag Cocoa to the top of the list'],
  ['put Cocoa among the chosen', 'drag Cocoa to the chosen list'],
  [
    "Who's number 4 on the list? Fill the name in",
    'enter the name of the 4th entry of the list into the field',
  ],
  ['give me the count of the items in the list', 'how many items are in the list'],
  ['keep scrolling until there is a Cocoa and click it', 'click Cocoa'],
  ["Ines's post has a menu, choose Hide there", 'click Hide on the post by Ines'],
  ["open the menu of Ines's post and hit Hide", 'click Hide on the post by Ines'],
]);

rule('what is set before the form goes out, said behind it', [
  ['submit once the volume is at 13', 'set the volume to 13, then submit'],
  ['Save when my town is Porto', 'set my town to Porto, then Save'],
  ['send it as soon as the alias reads "Ines"', 'set the alias to "Ines", then send'],
  ['before registering, tick Cocoa', 'tick Cocoa, then press register'],
  ['register me: name Ines, city Porto', 'name Ines, city Porto, then press Register'],
  [
    'use the filter so that only Cocoa is left, then click Cocoa',
    'type Cocoa into the filter, then click Cocoa',
  ],
]);

test.each([
  'submit when you think that it is right',
  'press Harvest unless the page is red',
  'send with no name at all',
  'press Harvest me: alias Ines, town Porto',
  'click Harvest while it is green',
  'save after my lunch',
])('“%s” names no control with all of its words', (order) => {
  const pressed = parseGoals(order).flatMap((goal) => (goal.kind === 'PRESS' ? [goal.what] : []));
  expect(pressed.filter((what) => what.split(' ').length > 2)).toEqual([]);
});

test.each([
  'choose Porto for the origin, Bergen for the destination, and search',
  'press Cocoa among the Ferrets',
  'on the Orchard page there is a word. Read it, come back and enter it as the word',
])('“%s” is not understood where one of its names is in no goal', (order) => {
  const goals = parseGoals(order);
  const held = JSON.stringify(goals.filter(({ kind }) => kind !== 'NOT_UNDERSTOOD'));
  const names = (order.match(/(?<=[\p{Ll},] )\p{Lu}\p{L}+/gu) ?? []).filter((name) => !held.includes(name));
  expect(names.length === 0 || goals.some(({ kind }) => kind === 'NOT_UNDERSTOOD')).toBe(true);
});

test.each([
  'enter "Lisbon" as the city, but do not press Save',
  'enter "Lisbon" as the city without pressing Save',
  'put "Lisbon" into the city and never touch Delete',
])('“%s”: what is only not to be done is no lost name', (order) => {
  expect(parseGoals(order)).toEqual([expect.objectContaining({ kind: 'FILL', value: 'Lisbon' })]);
});
