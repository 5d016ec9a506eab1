// Orders over a whole sentence, as goals: mail in other words, things judged one by one, rows copied, quantities, lines to a terminal.
import { expect, test } from 'vitest';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';
import { planSubtasks } from '#engines/planner/plan.ts';

test.each([
  ['Send Moreau the email that you got from Rosa.', 'Rosa', 'Moreau'],
  ['Pass Rosa’s message on to Moreau.', 'Rosa', 'Moreau'],
  ['Moreau wants to read the mail Rosa sent you: forward it.', 'Rosa', 'Moreau'],
])('“%s” forwards the email of the one to the other', (intent, of, to) => {
  expect(parseGoals(intent)).toMatchObject([
    { kind: 'PRESS', what: 'forward', of },
    { kind: 'FILL', field: 'to', value: to },
    { kind: 'PRESS', what: 'send', implied: true },
  ]);
});

test.each(['Find Kira’s message and put it in the bin.', 'Delete the email that came from Kira.'])(
  '“%s” deletes that one',
  (intent) => {
    expect(parseGoals(intent)).toMatchObject([{ kind: 'PRESS', what: 'delete', of: 'Kira' }]);
  },
);

test('passing a message on cannot be taken back, as forwarding it cannot', () => {
  expect(planSubtasks('Pass Rosa’s message on to Moreau.', [])[0]?.commits).toBe(true);
});

test('“odd or even” is judged for each; a plain "mark" is not', () => {
  expect(parseGoals('Mark every number in the list as even or odd')).toEqual([
    { kind: 'JUDGE', what: 'number', as: ['even', 'odd'] },
  ]);
  expect(parseGoals('mark every number in the list')[0]?.kind).not.toBe('JUDGE');
});

test('who orders wants it ordered; who only adds does not', () => {
  expect(parseGoals('Order 2 Grapes and 1 Kale').map(({ kind }) => kind)).toEqual([
    'QUANTITY',
    'QUANTITY',
    'PRESS',
  ]);
  expect(parseGoals('add 2 Grapes and 1 Kale').map(({ kind }) => kind)).toEqual(['QUANTITY', 'QUANTITY']);
});

test('the cheapest of what a form brings forth is chosen after it', () => {
  expect(
    parseGoals('Book the cheapest flight from Turin to Quito on 2026-10-19').map(({ kind }) => kind),
  ).toEqual(['FORM', 'PRESS']);
});

test('the value of a letter is what the problem on the page gives', () => {
  expect(parseGoals('Find the value of n, type it into the field')).toMatchObject([
    { kind: 'FILL', from: { kind: 'SOLVE' } },
  ]);
});

test('what the page will say is no order, and the order behind it is one still', () => {
  const kinds = (intent: string): readonly string[] => parseGoals(intent).map(({ kind }) => kind);
  expect(kinds('Guess a number from 0 to 20; the page says whether it is higher or lower.')).toEqual([
    'GUESS',
  ]);
  expect(
    kinds('Guess a number from 0 to 20; the page says whether it is higher or lower, then press Continue'),
  ).toEqual(['GUESS', 'PRESS']);
  expect(kinds('The page will tell you whether you won.')).toEqual(['NOTHING']);
  expect(kinds('The page shows how to delete the account, so delete it')).not.toContain('NOTHING');
  expect(kinds('The page shows how to delete the account; delete it')).toEqual(['NOTHING', 'PRESS']);
});
