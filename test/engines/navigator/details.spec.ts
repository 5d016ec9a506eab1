// Details of one sentence to fields: each where its label, type or options say so; and fields known by what they take.
import { expect, test } from 'vitest';
import { fieldsByType } from '#engines/navigator/offline/page/by-type.ts';
import { outlineOf } from '#engines/navigator/offline/page/outline.ts';
import { rowsOf } from '#engines/navigator/offline/page/rows.ts';
import { assign } from '#engines/navigator/offline/tactics/assign.ts';
import { observe } from '#test/fixtures/observations.ts';

const outline = (lines: string) => outlineOf(observe('https://page.test/', lines));

test.each([
  ['Author', 'Kind', 'Year'],
  ['Kind', 'Year', 'Author'],
  ['Year', 'Author', 'Kind'],
])(
  'details go to the fields that their words name, in whatever order these stand: %s, %s, %s',
  (...labels) => {
    const page = outline(labels.map((label) => `textbox ${label}`).join('\n'));
    const found = assign(page, [
      { cue: '', value: 'historical novels' },
      { cue: 'authored by', value: 'Okafor' },
      { cue: 'from year', value: '1987' },
    ]);
    expect(found.map(({ field, value }) => [field?.node.name, value])).toEqual([
      ['Kind', 'historical'],
      ['Author', 'Okafor'],
      ['Year', '1987'],
    ]);
  },
);

test('a detail that no field takes has none, and a list takes only what it offers', () => {
  const page = outline('combobox Room = Blue {Blue|Green}\ntextbox Guest\ntextbox Note');
  const found = assign(page, [
    { cue: 'room', value: 'Red' },
    { cue: 'guest', value: 'Ana' },
  ]);
  expect(found.map(({ field }) => field?.node.name ?? null)).toEqual([null, 'Guest']);
});

test('a field without a name is known by its type, and never where the words are of something else', () => {
  const page = outline('textbox  [type=time]\ntextbox  [password]\nspinbutton ');
  expect(fieldsByType(page, 'time').map(({ index }) => index)).toEqual([0]);
  expect(fieldsByType(page, 'number').map(({ index }) => index)).toEqual([2]);
  expect(fieldsByType(page, 'street')).toEqual([]);
});

test('equal controls belong to the words before them where no structure sets the rows off', () => {
  const page = outline('text Pears\nbutton Take\ntext Plums\nbutton Take\ntext Figs\nbutton Take');
  const controls = page.items.filter(({ node }) => node.role === 'button');
  const rows = rowsOf(page, controls);
  expect(rows.map(({ span }) => span.map(({ node }) => node.name))).toEqual([['Pears'], ['Plums'], ['Figs']]);
});
