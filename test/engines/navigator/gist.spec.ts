// The gist of orders that no rule reads: what is done by it, what is never done by it, and that it counts as no more than a guess. No browser.
import { expect, test } from 'vitest';
import { gistOf } from '#engines/navigator/offline/gist/gist.ts';
import { gistBack, keepGist } from '#engines/navigator/offline/grounded/kept.ts';
import { outlineOf } from '#engines/navigator/offline/page/outline.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { commits } from '#engines/navigator/question.ts';
import { entryOf, observe, remember } from '#test/fixtures/observations.ts';

const at = (lines: string) => observe('https://page.test/', lines);
const gist = (page: string, order: string) => gistOf(order, outlineOf(at(page)));

const BOXES = 'checkbox Ada\ncheckbox Boris\ncheckbox Cleo\nbutton Submit';
const FORM = 'textbox Name\ntextbox City\ntextbox Age\nbutton Send';
const ROWS = 'text Rice\nbutton Add\ntext Beans\nbutton Add\ntext Figs\nbutton Add';

test.each<readonly [string, string, readonly string[]]>([
  [BOXES, 'Ada it shall be and nobody else, then Submit', ['tick “Ada”', 'press the “Submit” button']],
  [
    BOXES,
    'Boris is the only one that I do not want ticked, tick the rest and submit',
    ['tick all boxes except “Boris”', 'press the “submit” button'],
  ],
  [BOXES, 'the whole lot please, then Submit', ['tick all boxes', 'press the “Submit” button']],
  [BOXES, 'no ticks at all, straight to Submit', ['leave all boxes empty', 'press the “Submit” button']],
  [
    FORM,
    'my name would be "Ana", as to the city that is "Rome". Send',
    ['enter “Ana” into the “name” field', 'enter “Rome” into the “city” field', 'press the “Send” button'],
  ],
  [
    ROWS,
    'Beans is what we are out of, its Add is right there, press that',
    ['press the “Add” button for “Beans”'],
  ],
  [
    'textbox Answer\nbutton Save',
    'I wonder what the last word is. Note it in the field',
    ['enter the last word of the text into the text field'],
  ],
  ['button 12\nbutton 7', 'one of these is the bigger number, have it clicked', ['press the greater number']],
  [
    'spinbutton Level\nbutton Save',
    'it has to show 30 in the end, the number I mean',
    ['enter “30” into the Level field'],
  ],
])('%s: “%s”', (page, order, orders) => {
  expect(gist(page, order)).toEqual(orders);
});

const BINDING = 'button Delete\nbutton Pay\nbutton Save\nbutton Send\ncheckbox Samples\nlink News -> /news';

test.each([
  'did you press Delete?',
  'somebody clicked Delete',
  'who pressed Pay',
  'the customer presses Pay',
  'I want to know who pressed Delete',
  'the Pay button should be clicked if it is under 10 euros',
  'Delete is what I would never press',
  'there is Save, and there is Delete, which I fear',
  'the page says press Pay',
  'my boss said to press Delete',
  'leave Delete alone and have a look at News',
  'whatever you do, not Pay',
  'Pay, maybe tomorrow',
  'unless it is free press Pay',
  'I have pressed Delete already, so what now',
  'Delete was pressed by Ana, take News',
  'Send would be wrong here, go to News',
])('nothing that commits is pressed for “%s”', (order) => {
  for (const one of gist(BINDING, order) ?? []) expect(commits({ name: one })).toBe(false);
});

test.each([
  'tick Samples if you think so',
  'my wife says tick Samples',
  'unless it costs something, Samples',
  'tick Samples, perhaps',
])('“%s” hangs on something, or is somebody else’s: nothing is made of it', (order) => {
  expect(gist(BINDING, order)).toBeNull();
});

test('a value with no field of its own is put into no other one', () => {
  expect(gist('textbox Name\nbutton Save', 'it says "x" as the postcode')).toBeNull();
});

test('what was done by the gist alone is never more than done as far as can be seen', async () => {
  const order = 'So I am through with this, what is left is the News link';
  const page = at(BINDING);
  const navigator = createOfflineNavigator();
  const signal = new AbortController().signal;
  const first = await navigator.next(page, remember(order), signal);
  expect(first).toMatchObject({ action: 'CLICK', ref: 'e6' });
  const there = observe('https://page.test/news', 'heading News [level=1]');
  const last = await navigator.next(there, remember(order, { entries: [entryOf(page, first)] }), signal);
  expect(last.evidence?.some(({ effect }) => effect === 'NONE')).not.toBe(false);
});

test('a gist that is kept holds no name that does not stand in the order', () => {
  const kept = keepGist(['press the “News” link'], 'the News please');
  expect(gistBack(kept, 'the News please')).toEqual(['press the “News” link']);
  expect(gistBack(keepGist(['press the “Pay” button'], 'the News please'), 'the News please')).toBeNull();
  expect(gistBack('{"whole":true,"goals":[]}', 'the News please')).toBeUndefined();
});
