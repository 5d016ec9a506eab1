// What counts as a page's refusal: words that came with the act and deny it; never what stood there, nor what was asked for.
import { describe, expect, test } from 'vitest';
import { still } from '#test/fixtures/observations.ts';
import { asksForMore, lastRefusal, refusalIn } from '#engines/navigator/refusal.ts';
import type { MemoryEntry } from '#engines/navigator/contract.ts';
import type { PageChange } from '#engines/navigator/evidence.ts';

const spoken = (role: string, words: string): PageChange => ({
  ...still,
  appeared: [words],
  said: [{ role, words }],
});

describe('words of an alert', () => {
  test.each([
    'There is a problem Enter a real date',
    'We are closed. Nothing was booked.',
    'The code QX is not valid.',
    'Incorrect username or password.',
    'This name is already taken.',
    'Please enter a postcode.',
    'Ein Fehler ist aufgetreten.',
    'La sesión ha caducado: error',
  ])('“%s” denies what was asked for', (words) => {
    expect(refusalIn(spoken('alert', words), 'press Continue')).toBe(words);
  });

  test.each([
    ['Item added to your cart', 'add it to the cart'],
    ['Saved. 0 errors were found.', 'press Save'],
    ['The ticket is closed.', 'close the ticket'],
    ['Cookies were rejected.', 'reject the cookies'],
    ['Your message was sent.', 'send the message'],
    ['Done: no problems.', 'press Check'],
  ])('“%s” is none to “%s”', (words, asked) => {
    expect(refusalIn(spoken('alert', words), asked)).toBeNull();
  });
});

describe('what the person said', () => {
  test.each([
    ['There was an error.', 'choose the other option'],
    ['This is not valid.', 'enter this name'],
    ['Error 500', 'report the error'],
    ['The report could not be closed.', 'close the report'],
    ['Closed: an error came up.', 'close the ticket'],
  ])('“%s” stays a refusal to “%s”', (words, asked) => {
    expect(refusalIn(spoken('alert', words), asked)).toBe(words);
  });

  test.each([
    ['The account is locked.', 'lock the account'],
    ['Title: could not be saved', 'enter "could not be saved" as the title'],
  ])('“%s” is none to “%s”', (words, asked) => {
    expect(refusalIn(spoken('alert', words), asked)).toBeNull();
  });
});

describe('words elsewhere', () => {
  test.each(['The message could not be sent.', 'Publishing failed.', 'Das konnte nicht gespeichert werden.'])(
    '“%s” denies it wherever it stands',
    (words) => {
      expect(refusalIn({ ...still, appeared: [words] }, 'press Go')).toBe(words);
    },
  );

  test.each(['This cannot be undone. Delete it?', 'Problem 3: draw a triangle', 'Required fields', 'Closed'])(
    '“%s” does not',
    (words) => {
      expect(refusalIn({ ...still, appeared: [words] }, 'press Go')).toBeNull();
    },
  );

  test.each([
    'Please pick a plant from the list.',
    'Please enter your name',
    'Your name is required',
    'Bitte wählen Sie einen Tag.',
    'Por favor, introduzca su nombre.',
  ])('“%s” is no refusal, and where it is all that a press brought, more is asked for', (words) => {
    const alone = { ...still, appeared: [words] };
    expect(refusalIn(alone, 'press Order')).toBeNull();
    expect(asksForMore(alone)).toBe(true);
    expect(asksForMore({ ...alone, appeared: [words, 'Postcode', 'Town'] })).toBe(false);
    expect(asksForMore({ ...alone, gone: ['Step 1'] })).toBe(false);
    expect(asksForMore({ ...alone, address: 'https://a.test/done' })).toBe(false);
  });

  test.each([
    'Please check your mail.',
    'Please choose',
    'Please select a seat?',
    'Required fields are marked',
    'No further action is required.',
    'Saved. Nothing else is required.',
    '0 fields are missing.',
    'Please accept cookies to continue.',
    'Please complete your purchase within 15 minutes.',
  ])('“%s” asks for nothing that is missing', (words) => {
    expect(asksForMore({ ...still, appeared: [words] })).toBe(false);
    expect(refusalIn({ ...still, appeared: [words] }, 'press Order')).toBeNull();
  });

  test('an article that opens may speak of what could not be done', () => {
    const appeared = ['The bridge could not be built in 1820.'];
    expect(refusalIn({ ...still, address: 'http://a.test/2', appeared }, 'open Bridges')).toBeNull();
    const many = [...appeared, 'a', 'b', 'c', 'd', 'e'];
    expect(refusalIn({ ...still, appeared: many }, 'open the Bridges tab')).toBeNull();
  });
});

const step = (action: 'CLICK' | 'WAIT', change: PageChange): MemoryEntry => ({
  url: 'http://a.test/',
  proposal: { action, ref: 'e1', target: null, text: null, confidence: 0.9, reasoning: '' },
  outcome: 'done',
  note: '',
  element: null,
  change,
});

test('the last act counts, with what came while it was waited for', () => {
  const no = spoken('alert', 'There is a problem');
  const yes = spoken('status', 'Saved');
  expect(lastRefusal([step('CLICK', yes), step('CLICK', no)], '')?.entry).toBe(1);
  expect(lastRefusal([step('CLICK', still), step('WAIT', no)], '')?.entry).toBe(0);
  expect(lastRefusal([step('CLICK', no), step('CLICK', yes)], '')).toBeNull();
  expect(lastRefusal([], '')).toBeNull();
});
