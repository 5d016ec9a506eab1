// What counts as a page's refusal: words that came with the act and deny it; never what stood there, nor what was asked for.
import { describe, expect, test } from 'vitest';
import { still } from '#test/fixtures/observations.ts';
import { lastRefusal, refusalIn } from '#engines/navigator/refusal.ts';
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
    'Name is required',
    'Bitte wählen Sie einen Tag.',
    'Por favor, introduzca su nombre.',
  ])('“%s” is all that a press brought: what it asks for is missing', (words) => {
    expect(refusalIn({ ...still, appeared: [words] }, 'press Order')).toBe(words);
    const next = { ...still, appeared: [words, 'Postcode', 'Town'] };
    expect(refusalIn(next, 'press Order')).toBeNull();
    expect(refusalIn({ ...still, appeared: [words], gone: ['Step 1'] }, 'press Order')).toBeNull();
  });

  test.each([
    'Please check your mail.',
    'Please choose',
    'Please select a seat?',
    'Required fields are marked',
  ])('“%s” asks for nothing that is missing', (words) => {
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
