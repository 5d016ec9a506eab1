// Orders that the grammar does not know, read by the names of the page: every word is accounted for, or nothing is done. No browser.
import { expect, test } from 'vitest';
import type { Memory, Proposal } from '#engines/navigator/contract.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { readBack } from '#engines/navigator/offline/grounded/kept.ts';
import { readByPage } from '#engines/navigator/offline/grounded/reading.ts';
import { namedWithin } from '#engines/navigator/offline/grounded/within.ts';
import { outlineOf } from '#engines/navigator/offline/page/outline.ts';
import { entryOf, observe, remember, still } from '#test/fixtures/observations.ts';

const at = (lines: string) => observe('https://page.test/', lines);
const next = (lines: string, memory: Memory | string): Promise<Proposal> =>
  createOfflineNavigator().next(
    at(lines),
    typeof memory === 'string' ? remember(memory) : memory,
    new AbortController().signal,
  );
const named = (lines: string, { action, ref, text }: Proposal) => ({
  action,
  name: at(lines).nodes.find((node) => node.ref !== null && node.ref === ref)?.name ?? null,
  text,
});

const FORM = `
  textbox First name
  textbox City
  checkbox Newsletter [checked]
  checkbox Samples
  button Submit
  link Gardening -> /gardening
`;

test.each([
  ['gardening link pls', 'CLICK', 'Gardening', null],
  ['den Link Gardening hätte ich gern angeklickt', 'CLICK', 'Gardening', null],
  ['mi first name es Yusuf y pulsa Submit', 'TYPE', 'First name', 'Yusuf'],
  ['quítale la marca a "Newsletter" y luego Submit', 'CLICK', 'Newsletter', null],
  ['Für Samples hätte ich gern ein Häkchen, danach Submit', 'CLICK', 'Samples', null],
])('“%s” is done by the control that it names', async (order, action, name, text) => {
  expect(named(FORM, await next(FORM, order))).toEqual({ action, name, text });
});

test.each([
  'gardening link maybe tomorrow pls',
  'not the gardening link pls',
  'gardening link or Submit pls',
])('“%s” has a word that nothing explains: nothing is pressed', async (order) => {
  expect(await next(FORM, order)).toMatchObject({ action: 'FAILED' });
});

test('what is said not to be meant is left alone, and the rest is no more than the gist', async () => {
  const order = 'Samples instead of Newsletter, tick please yes';
  const first = await next(FORM, order);
  expect(named(FORM, first)).toMatchObject({ action: 'CLICK', name: 'Samples' });
  const ticked = FORM.replace('checkbox Samples', 'checkbox Samples [checked]');
  const done = await next(ticked, remember(order, { entries: [entryOf(at(FORM), first)] }));
  expect(done).toMatchObject({ action: 'DONE', evidence: [{}, { effect: 'NONE' }] });
});

test('what is dragged goes to what the words lead to, whichever comes first', async () => {
  const page = 'button Pillow\nbutton Basket';
  const first = await next(page, 'In Basket gehört Pillow, bitte dorthin ziehen');
  const second = await next(page, 'arrastra "Pillow" hasta Basket');
  for (const one of [first, second]) expect(one).not.toMatchObject({ ref: 'e2', action: 'CLICK' });
});

test('what something lies in already is no place to drag it to, though it has the words of that place', async () => {
  const board = `
    article Backlog Mend the needle Doing
      link Mend the needle [draggable]
      text Doing
  `;
  expect(await next(board, 'drag "Mend the needle" to Doing')).not.toMatchObject({ action: 'CLICK' });
});

test.each([
  ['button 9:00 Mirror review', 'open the Mirror review and answer Yes to going'],
  ['textbox Add title', 'add the tag "knitting"'],
  ['button Going', 'choose Going: yes'],
])('on “%s” not a part of “%s” is taken for the whole', (page, order) => {
  expect(readByPage(order, outlineOf(at(page)))).toBeNull();
});

test('a press that brought no more than a sentence asking for what is missing shows nothing of what it was for', async () => {
  const page = 'button Order\ntext Please pick a plant from the list.';
  const first = await next(page, 'press Order');
  const entry = {
    ...entryOf(at(page), first),
    change: { ...still, appeared: ['Please pick a plant from the list.'] },
  };
  expect(await next(page, remember('press Order', { entries: [entry] }))).toMatchObject({
    action: 'DONE',
    evidence: [{ effect: 'NONE' }],
  });
});

test('a box that is to be off is never ticked by its name alone', async () => {
  expect(await next(FORM, 'Samples bitte aus, danach Submit')).not.toMatchObject({
    ref: 'e4',
    action: 'CLICK',
  });
  expect(await next(FORM, 'the tick should come out of Samples please')).not.toMatchObject({
    action: 'CLICK',
  });
});

test('one of several that are called the same is told by what it belongs to, and not guessed without', async () => {
  const page = 'text Rice\nbutton Add\ntext Beans\nbutton Add';
  expect(await next(page, 'Neben Beans ist ein Knopf Add, den bitte drücken')).toMatchObject({ ref: 'e4' });
  expect(await next(page, 'ich hätte gern den Add Knopf hier')).toMatchObject({ action: 'FAILED' });
});

test('a value goes into both fields where the words say both, and a quotation ends where its quotes do', async () => {
  const page = 'textbox Password\ntextbox Verify password\nbutton Submit';
  const order = 'Das Passwort "6bd" muss in beide Felder eingegeben werden, dann Submit';
  const first = await next(page, order);
  expect(named(page, first)).toEqual({ action: 'TYPE', name: 'Password', text: '6bd' });
  const filled = 'textbox Password = 6bd\ntextbox Verify password\nbutton Submit';
  const memory = remember(order, { entries: [entryOf(at(page), first)] });
  expect(named(filled, await next(filled, memory))).toMatchObject({ name: 'Verify password', text: '6bd' });
  const box = 'textbox Message\nbutton Send';
  const said = 'my message is "See you." - put it in the message field and press Send';
  expect(named(box, await next(box, said))).toEqual({ action: 'TYPE', name: 'Message', text: 'See you.' });
});

test('a reading stays the same when its names are gone', async () => {
  const plain = 'ich entscheide mich für Samples, dann Submit';
  const first = await next(FORM, plain);
  expect(named(FORM, first)).toMatchObject({ name: 'Samples' });
  const later = 'checkbox Samples [checked]\nbutton Submit\nbutton Samples help';
  const memory = remember(plain, { entries: [entryOf(at(FORM), first)] });
  expect(named(later, await next(later, memory))).toMatchObject({ action: 'CLICK', name: 'Submit' });
});

test('a reading that is kept with a step holds only the words of the order', () => {
  const kept = JSON.stringify({ whole: true, goals: [{ kind: 'PRESS', what: '“Pay” button' }] });
  expect(readBack(kept, 'the button Pay')?.goals).toHaveLength(1);
  expect(readBack(kept, 'the button Cancel')).toBeNull();
  expect(readBack('{"whole":true,"goals":[{"kind":"OPEN"}]}', 'open')).toBeNull();
});

test('what was kept of one part of an order does not hold for the next', async () => {
  const intent = 'gardening link pls; press Submit';
  const first = await next(FORM, remember(intent, { subtask: 'gardening link pls' }));
  expect(named(FORM, first)).toMatchObject({ action: 'CLICK', name: 'Gardening' });
  const entries = [entryOf(at(FORM), first)];
  const then = await next(FORM, remember(intent, { subtask: 'press Submit', entries }));
  expect(named(FORM, then)).toMatchObject({ action: 'CLICK', name: 'Submit' });
});

test('a control whose whole name stands in a longer phrase is pressed, where every other word is an everyday one', async () => {
  const page = outlineOf(at('button Submit\nbutton Back'));
  const name = (phrase: string): string | undefined => namedWithin(page, phrase)?.node.name;
  expect(name('submit the thing')).toBe('Submit');
  expect(name('that Back button there')).toBe('Back');
  for (const phrase of [
    'submit the invoices',
    'back submit the thing',
    'submit nothing',
    '"submit the thing"',
    'Submit',
  ])
    expect(name(phrase)).toBeUndefined();
});

test('a key of the keyboard is never left out of what is read by the page', () => {
  const page = outlineOf(at('textbox New item\nbutton Add'));
  expect(readByPage('"Lantern" in "New item"', page)).toMatchObject([{ kind: 'FILL', value: 'Lantern' }]);
  for (const order of [
    '"Lantern" in "New item", then the enter key',
    '"Lantern" in "New item", hit enter',
    '"Lantern" in "New item", danach die Enter-Taste',
  ])
    expect(readByPage(order, page)).toBeNull();
});
