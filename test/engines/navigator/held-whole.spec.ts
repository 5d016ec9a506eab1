// Which orders that only the page's names explain are plain requests, so that nothing is held back for them: each word is the act, the
// thing, its value, or says nothing. Each attack has a twin that is held whole. No browser.
import { expect, test } from 'vitest';
import { clausesAsked, clausesByPage } from '#engines/navigator/offline/checking.ts';
import { chosenReading } from '#engines/navigator/offline/second.ts';
import { parseClauses, withVerb } from '#engines/navigator/offline/grammar/grammar.ts';
import { outlineOf } from '#engines/navigator/offline/page/outline.ts';
import { observe, remember } from '#test/fixtures/observations.ts';

const PAGE = `
  heading Is great
  heading It would be good
  text as soon as Ana is here
  text the boss wants it
  textbox Recipient
  checkbox Samples
  button Delete
  button Pay
  button Löschen
  button Bezahlen
  button Eliminar
  button Gardening
`;

/** What is left unknown of an order where its reading by this page is the one carried out. */
function left(order: string, page = PAGE): readonly string[] {
  const seen = observe('https://page.test/', page);
  const memory = remember(order);
  const said = parseClauses(withVerb(order, order));
  const reading = chosenReading(said, order, outlineOf(seen), memory)?.kept;
  const held = reading === undefined ? [] : clausesByPage(seen, memory, reading);
  return clausesAsked({ intent: order, subtask: order }).flatMap(({ kind, words }) =>
    kind === 'UNKNOWN' && !held.includes(words) ? [words] : [],
  );
}

test.each(['Pay please press', 'my button Pay please press', 'en Eliminar pulsa'])(
  '“%s” is a plain request',
  (order) => {
    expect(left(order, '').length).toBeGreaterThan(0);
    expect(left(order)).toEqual([]);
  },
);

test.each([
  // What tells of a press, or praises it.
  'to press Delete is great',
  'to press Delete, is great',
  'press Delete is great',
  'Delete to press, great',
  'pulsar Eliminar es genial',
  'Löschen zu klicken ist toll',
  // Of whom it is told.
  'you like to press Delete',
  'I can press Pay there',
  'I would press Pay',
  'man klickt Löschen',
  'er klick auf Bezahlen',
  'ella pulsa Eliminar',
  'se pulsa Eliminar',
  'the boss wants it: Pay, press',
  // What was done, what may be done, what hangs on something.
  'Pay pressed',
  'done: Pay, press',
  'Delete is pressed',
  'I wanted Delete, press',
  'you may press Delete',
  'press Pay should it be needed',
  'Pay, press that as soon as Ana is here',
  'drück auf Löschen, sollte Samples angehakt sein',
  'Delete, press, it would be good',
  // What is said not to be.
  'Delete, not to press',
  'please do not have Pay pressed',
  'Löschen bitte nicht drücken',
  'Eliminar, no lo pulses',
  // Questions.
  'do you want to press Delete',
  'do I need to press Delete',
  'want to press Delete',
  'ok to press Delete',
  'Delete, press that?',
  // A name, and no act.
  'the Gardening button',
  'the Delete button please',
])('“%s” is none: its words stay unknown, whatever the page says', (order) => {
  const seen = observe('https://page.test/', PAGE);
  const memory = remember(order);
  for (const name of ['Delete', 'Pay', 'Löschen', 'Bezahlen', 'Eliminar', 'Gardening'])
    for (const goals of [[{ kind: 'PRESS', what: `“${name}” button` }]])
      for (const whole of [true, false])
        expect(clausesByPage(seen, memory, JSON.stringify({ whole, goals }))).toEqual([]);
});

test('what is held is what this page reads: another control, a value more, or another page holds nothing', () => {
  const order = 'Pay please press';
  const seen = observe('https://page.test/', PAGE);
  const read = (page: string, name: string) =>
    clausesByPage(
      observe('https://page.test/', page),
      remember(order),
      JSON.stringify({ whole: true, goals: [{ kind: 'PRESS', what: `“${name}” button` }] }),
    );
  expect(read(PAGE, 'Pay')).toHaveLength(clausesAsked({ intent: order, subtask: order }).length);
  expect(read(PAGE, 'Delete')).toEqual([]);
  expect(read('button Save', 'Pay')).toEqual([]);
  expect(clausesByPage(seen, remember(order), 'no reading')).toEqual([]);
  expect(
    clausesByPage(
      seen,
      { ...remember(order), intent: `${order}, but only if it is green` },
      JSON.stringify({ whole: true, goals: [{ kind: 'PRESS', what: '“Pay” button' }] }),
    ),
  ).toEqual([]);
});

test.each(['text', 'listitem', 'button', 'checkbox', 'radio'])(
  'what a %s of the page repeats of a condition or of hearsay asks for nothing',
  (role) => {
    for (const said of ['pending approval', 'upon approval', 'Bob wrote', 'forbidden', 'hold off', 'I hate'])
      for (const order of [
        `Pay please press, ${said}`,
        `Pay please press ${said}`,
        `${said}, Pay please press`,
        `${said} Pay please press`,
      ])
        expect(left(order, `button Pay\n${role} ${said}`), order).not.toEqual([]);
  },
);

test('what a thing belongs to is named behind a word that says so', () => {
  const page = 'listitem Beans\n  button Delete\nlistitem Corn\n  button Delete';
  expect(left('Delete of Beans please press', page)).toEqual([]);
  expect(left('Beans, Delete please press', page)).not.toEqual([]);
});
