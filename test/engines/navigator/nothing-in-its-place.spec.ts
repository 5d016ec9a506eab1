// What stands in for nothing else: a button for a name beside it, a search for a letter, a field about something else for a time, one box for
// several that are named without commas, and nobody's yes for the person who is to be waited for.
import { expect, test } from 'vitest';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import type { Proposal } from '#engines/navigator/contract.ts';
import { observe, remember } from '#test/fixtures/observations.ts';

const next = (page: string, order: string): Promise<Proposal> =>
  createOfflineNavigator().next(
    observe('https://page.test/', page),
    remember(order),
    new AbortController().signal,
  );
/** What is clicked or typed into, by its name; `null` where nothing is. */
async function touched(page: string, order: string): Promise<string | null> {
  const { action, ref } = await next(page, order);
  const node = observe('https://page.test/', page).nodes.find((one) => one.ref === ref);
  return ref !== null && ['CLICK', 'TYPE'].includes(action) ? (node?.name ?? '') : null;
}

const BOOK = 'text Mona\nbutton Edit';
test.each(['press Mona', 'click "Mona"', 'find Mona and click on it'])(
  '“%s” does not press the button beside that name, which says what it does',
  async (order) => {
    expect(await touched(BOOK, order)).not.toBe('Edit');
  },
);
test('with its own name, the button of a row is pressed', async () => {
  expect(await touched('text Rice\nbutton Add\ntext Beans\nbutton Add', 'press Add next to Beans')).toBe(
    'Add',
  );
});

test.each(['write the message "hello"', 'enter "hello" as the message', 'enter "hello" as the comment'])(
  '“%s” is never typed into the search',
  async (order) => {
    expect(await touched('searchbox Search\nbutton Go', order)).toBeNull();
    expect(await touched('searchbox Search\ntextbox\nbutton Send', order)).toBe('');
  },
);

test('a field that is about something else answers no question for a time', async () => {
  const page = 'heading Travel\ntextbox Fares by the day to = Oslo';
  const { text, action } = await next(page, 'tell me the day');
  expect(action === 'DONE' && text === 'Oslo').toBe(false);
  const dated = 'heading Travel\ntextbox Day = Thursday';
  expect(await next(dated, 'tell me the day')).toMatchObject({ action: 'DONE', text: 'Thursday' });
});

test('what is asked with a verb is read from its noun', async () => {
  const page = 'heading Ferry\ntext Departure: 14:20\ntext Colour: blue';
  expect(await next(page, 'when does the ferry leave?')).toMatchObject({ action: 'DONE', text: '14:20' });
  // "Departure" is no control called "Leave".
  expect(await touched('button Departure\nbutton Stay', 'press Leave')).toBeNull();
});

const BOXES = 'checkbox Figs\ncheckbox Kale\ncheckbox Sea Salt\ncheckbox Rye';
test.each([
  ['tick figs kale and rye', 'Figs'],
  ['tick kale sea salt and rye', 'Kale'],
  ['i want rye figs ticked', 'Rye'],
])('“%s” begins with the first of all that are named', async (order, first) => {
  expect(await touched(BOXES, order)).toBe(first);
});
test('of names without a comma none is left out', async () => {
  const done = BOXES.replace('checkbox Figs', 'checkbox Figs [checked]').replace(
    'checkbox Rye',
    'checkbox Rye [checked]',
  );
  expect(await touched(done, 'tick figs kale and rye')).toBe('Kale');
  // One box that bears both words is one box.
  expect(await touched('checkbox Sea\ncheckbox Salt\ncheckbox Sea Salt', 'tick sea salt')).toBe('Sea Salt');
});

test.each([
  'before confirming, wait for me',
  'wait for me, then press Confirm',
  'press Confirm but ask me first',
  'before you press Confirm let me check it',
  'fill in Note with "x" and hold on until I say so',
])('“%s” presses and types nothing', async (order) => {
  expect(await touched('textbox Note\nbutton Confirm\nbutton Cancel', order)).toBeNull();
});
