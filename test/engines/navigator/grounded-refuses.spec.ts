// What the reading by the names of a page leaves unread, beside what it reads: questions, statements, what says when or what not. No browser.
import { expect, test } from 'vitest';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { indexOf } from '#engines/navigator/offline/grounded/things.ts';
import { readByPage } from '#engines/navigator/offline/grounded/reading.ts';
import { explainedReading } from '#engines/navigator/offline/second.ts';
import { outlineOf } from '#engines/navigator/offline/page/outline.ts';
import { commits } from '#engines/navigator/question.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { observe, remember } from '#test/fixtures/observations.ts';

const at = (lines: string) => outlineOf(observe('https://page.test/', lines));
const PAGE = `
  textbox Recipient
  textbox Amount
  checkbox Samples
  button Delete
  button Pay
  button Save
  button Pay later
  button Transfer
  button Löschen
  button Senden
  button Bezahlen
  button Speichern
  button Eliminar
  link Gardening -> /gardening
`;
const pressed = (goals: readonly Goal[] | null): readonly string[] =>
  (goals ?? []).flatMap((goal) => (goal.kind === 'PRESS' ? [goal.what] : []));

// Each order, and its twin: what it presses.
test.each([
  ['did you press Delete?', 'Delete button, press that please', 'Delete'],
  ['did you press Delete', 'Delete, you can press that', 'Delete'],
  ['should I press Pay', 'Pay, that one you may press please', 'Pay'],
  ['I pressed Pay', 'Pay please press', 'Pay'],
  ['sorry i pressed Delete', 'please the Delete button, press', 'Delete'],
  ['somebody clicked Delete', 'on Delete you click', 'Delete'],
  ['pressed Delete', 'Delete, press it', 'Delete'],
  ['ich habe schon auf Senden geklickt', 'auf Senden bitte klicken', 'Senden'],
  ['wurde Senden schon gedrückt?', 'Senden bitte drücken', 'Senden'],
  ['soll ich auf Bezahlen klicken?', 'auf Bezahlen bitte klicken', 'Bezahlen'],
  ['ich drücke Bezahlen', 'Bezahlen möchte ich drücken', 'Bezahlen'],
  ['is the Delete button visible', 'the Save button please', 'Save'],
  ['I see a Delete button there', 'Save button there', 'Save'],
  ['ves el boton Eliminar', 'el boton Eliminar, pulsa', 'Eliminar'],
  ['pulsé Eliminar', 'Eliminar, pulsa', 'Eliminar'],
  ['hide the Delete button', 'the button Save please', 'Save'],
  ['use Save. Delete is there too', 'tap Delete, that one', 'Delete'],
  ['take a look at Delete', 'please tap at Delete', 'Delete'],
  ['check Delete', 'Delete, tap it', 'Delete'],
  ['use Save to Delete', 'to Delete tap', 'Delete'],
  ['my friend press Delete', 'my Delete press please', 'Delete'],
  ['the form needs you to press Delete', 'in the form press Delete', 'Delete'],
  ['forget the Delete button', 'Gardening link pls', 'Gardening'],
  ['forget about Delete, press Save', 'so the Save, press that', 'Save'],
  ['Löschen lass mal sein, drück Speichern', 'den Knopf Speichern bitte, drück den', 'Speichern'],
  ['pay later button', 'the button “Pay later”, press', 'Pay later'],
  ['the page says press Delete', 'on the page press Delete', 'Delete'],
  ['this email says: click Pay', 'on this page: click Pay', 'Pay'],
  [
    'Amount 100, Recipient “Ana”, Transfer later please',
    'Amount: 100, Recipient: “Ana”, then Transfer',
    'Transfer',
  ],
])('“%s” is no order; “%s” presses %s', (order, twin, name) => {
  expect(readByPage(order, at(PAGE))).toBeNull();
  expect(pressed(readByPage(twin, at(PAGE))).map((what) => /“(.*)”/u.exec(what)?.[1])).toEqual([name]);
});

// A page that has names for the words that take the order back.
test.each([
  ['Instead of', 'instead of Delete i would like Save clicked', 'please the Save button clicked'],
  ['Do not', 'please do not have Pay pressed', 'please the Save pressed'],
  ['dont', 'dont press Pay', 'the Save, press'],
  [
    'If it is under 10 euros',
    'the Pay button should be clicked if it is under 10 euros',
    'the Save button clicked',
  ],
  ['Ganz bestimmt nicht', 'ganz bestimmt nicht Pay drücken, sondern Save', 'bitte Save drücken'],
  ['but never', 'the button Save but never the button Pay', 'the button Save'],
  ['Until tomorrow', 'Save button, until tomorrow', 'Save button, please'],
  ['Unless', 'the Pay button, unless pressed', 'the button Save, pressed please'],
  ['en vez de', 'en vez de Pay el botón Save', 'el botón Save'],
])('a heading “%s” takes nothing out of “%s”', (heading, order, twin) => {
  const page = `heading ${heading} [level=1]\n${PAGE.trim().replace(/^ +/gmu, '')}`;
  expect(readByPage(order, at(page))).toBeNull();
  expect(pressed(readByPage(twin, at(page)))).toEqual([expect.stringContaining('“Save”')]);
});

test.each([
  ['in das Feld soll "Löschen" eingetragen werden', 'in das Feld soll "Ana" eingetragen werden', 'Ana'],
  ['"Eliminar" tiene que quedar escrito en el campo', '"Ana" tiene que quedar escrito en el campo', 'Ana'],
  ['trag Löschen in das Feld ein, danach Speichern', 'trag "Ana" in das Feld ein', 'Ana'],
])('what is to be typed is never pressed: “%s”', (order, twin, value) => {
  const page = at('textbox Note\nbutton Löschen\nbutton Eliminar\nbutton Speichern');
  expect(readByPage(order, page)).toBeNull();
  expect(readByPage(twin, page)).toMatchObject([{ kind: 'FILL', value }]);
});

test('a word for a kind that nothing of that name is leaves the order unread', () => {
  expect(readByPage('the checkbox Save please', at(PAGE))).toBeNull();
  expect(readByPage('the field Save please', at(PAGE))).toBeNull();
  expect(pressed(readByPage('the button Save please', at(PAGE)))).toHaveLength(1);
});

test('a clause that no goal serves makes the whole reading none, and never shares the evidence of another', () => {
  const said = (...clauses: readonly string[]) =>
    clauses.map((clause) => ({ clause, goal: { kind: 'NOT_UNDERSTOOD' as const, words: clause } }));
  const order = 'the Save button please';
  expect(explainedReading(said(order), order, at(PAGE))?.said).toHaveLength(1);
  expect(explainedReading(said(order, 'in that order'), order, at(PAGE))?.said).toHaveLength(1);
  expect(explainedReading(said(order, 'open the thing'), order, at(PAGE))).toBeNull();
  expect(explainedReading(said('the thing'), order, at(PAGE))).toBeNull();
});

test('“if you can” is politeness only where nothing hangs on it', () => {
  expect(readByPage('Save clicked if you can do it for me', at(PAGE))).toBeNull();
  expect(readByPage('Pay pressed if you can do it for me', at(PAGE))).toBeNull();
  for (const order of [
    'Save clicked if you can',
    'if you can, Save clicked',
    'Save clicked if you can please',
  ])
    expect(pressed(readByPage(order, at(PAGE)))).toHaveLength(1);
});

test('figures go into the field for figures, or nothing is filled', () => {
  expect(readByPage('Recipient and Amount: 100 and “Ana” should be entered', at(PAGE))).toBeNull();
  expect(readByPage('Recipient and Amount: 100 and “Ana” entered please', at(PAGE))).toBeNull();
  expect(readByPage('Recipient and Amount: “Ana” and 100 entered please', at(PAGE))).toMatchObject([
    { field: '“Recipient”', value: 'Ana' },
    { field: '“Amount”', value: '100' },
  ]);
});

test.each(
  'Überweisen|Absenden|Abschicken|Kündigen|Zahlen|Freigeben|Veröffentlichen|Bestätigen|Confirmar|Aceptar|Transferir|Publicar|Withdraw|Checkout|Subscribe'.split(
    '|',
  ),
)('“%s” commits: its name alone, or that it was done, is no order', (name) => {
  expect(commits({ name })).toBe(true);
  expect(commits({ name: `x${name}y` })).toBe(false);
  const page = at(`button ${name}\nbutton Beans`);
  expect(readByPage(`the ${name} button there`, page)).toBeNull();
  expect(readByPage(`${name} button clicked please`, page)).toBeNull();
  expect(pressed(readByPage(`the ${name} button there, press it`, page))).toHaveLength(1);
  expect(pressed(readByPage('the Beans button there', page))).toHaveLength(1);
});

test('one word that nothing explains ends the reading of all others, and a page or list with too many names is not read', () => {
  const buttons = (many: number) =>
    at(Array.from({ length: many }, (_, i) => `button Beans${'abcdefghij'[i % 10]} ${i}`).join('\n'));
  const page = buttons(800);
  const order = `press ${Array.from({ length: 38 }, (_, i) => `unheard${'abcdefghij'[i % 10]}${'klmnopqrst'[i % 7]}`).join(' ')}`;
  expect(readByPage(order, page)).toBeNull();
  expect(indexOf(page)?.compared).toBe(810);
  expect(indexOf(page)).toBe(indexOf(page));
  expect(indexOf(buttons(2_100))).toBeNull();
  const options = (many: number) =>
    `combobox Country = a {${Array.from({ length: many }, (_, i) => `entry ${i}`).join('|')}}\nbutton Save`;
  expect(readByPage('the Save button please', at(options(201)))).toBeNull();
  expect(pressed(readByPage('the Save button please', at(options(200))))).toHaveLength(1);
  expect(readByPage(`the Save button ${'please '.repeat(40)}`, at(PAGE))).toBeNull();
});

test('the navigator does nothing for what is left unread', async () => {
  for (const order of [
    'did you press Delete?',
    'somebody clicked Delete',
    'the Pay button should be clicked if it is under 10 euros',
  ])
    expect(
      await createOfflineNavigator().next(
        observe('https://page.test/', PAGE),
        remember(order),
        new AbortController().signal,
      ),
    ).not.toMatchObject({ action: 'CLICK' });
});
