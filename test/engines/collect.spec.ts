// An intent that wants things side by side: what is collected where, and what it is shown as.
import { expect, test } from 'vitest';
import { collecting } from '#engines/planner/collect.ts';
import type { Site } from '#engines/planner/intent.ts';

const SITES: readonly Site[] = [
  { name: 'bakery', url: 'http://bakery.example/', about: ['bread'] },
  { name: 'mill', url: 'http://mill.example/', about: ['flour'] },
  { name: 'rail agency', url: 'http://rail.example/', about: ['trains'] },
];

const said = (intent: string, startUrl: string | null = null): unknown => {
  const found = collecting(intent, SITES, startUrl);
  return found === null
    ? null
    : [found.shows, ...found.parts.map(({ intent: own, collects }) => [own, collects.query])];
};

const BOTH = (form: string, thing: string): unknown => [
  form,
  [`search for ${thing}`, thing],
  [`search for ${thing}`, thing],
];

test.each([
  ['compare the rye loaves of the bakery and the ones of the mill in a table', 'table'],
  ['Compare rye loaves on the bakery and the mill as a bar chart.', 'bar chart'],
  ['make a table of the rye loaves in the bakery and those in the mill', 'table'],
  ['could you please show me all rye loaves from the bakery and from the mill as cards', 'cards'],
  [
    'give me a sortable comparison table of rye loaves at the bakery vs the mill',
    'sortable comparison table',
  ],
  ['I want a chart that compares the rye loaves of the bakery with those of the mill', 'chart'],
  ['plot rye loaves of the bakery and the mill', 'plot'],
])('“%s” asks both sites for the same', (intent, form) => {
  expect(said(intent)).toEqual(BOTH(form, 'rye loaves'));
});

test('what is long, or mostly blanks, is looked at once and no more', () => {
  expect(said(`compare the${' '.repeat(9_000)}rye loaves of the bakery and the mill in a table`)).toEqual(
    BOTH('table', 'rye loaves'),
  );
  expect(said(`compare ${'a in a table '.repeat(700)}`)).toBeNull();
});

test('each site may have things of its own', () => {
  expect(said('put the rye loaves of the bakery and the flours of the mill into one table')).toEqual([
    'table',
    ['search for rye loaves', 'rye loaves'],
    ['search for flours', 'flours'],
  ]);
});

test.each([
  'list the trains to Aarhus of the rail agency in a table with price and duration',
  'list the trains to Aarhus of the rail agency with price and duration in a table',
])('“%s” says which columns are wanted', (intent) => {
  expect(said(intent)).toEqual([
    'table',
    ['search for trains to Aarhus', 'trains to Aarhus with price and duration'],
  ]);
});

test.each([
  ['show the prices of the rye loaves of the bakery and the mill as a bar chart', 'bar chart', 'prices'],
  [
    'compare the price and the rating of all rye loaves of the bakery and those of the mill in a table',
    'table',
    'price and the rating',
  ],
  ['make a chart of the prices of rye loaves in the bakery and the mill', 'chart', 'prices'],
])(
  '“%s” says before the things what is to be known of them, and searches for the things',
  (intent, form, known) => {
    const part = ['search for rye loaves', `rye loaves with ${known}`];
    expect(said(intent)).toEqual([form, part, part]);
  },
);

test('what is named like something to be known is a thing where nothing is of it', () => {
  expect(said('list the models of the bakery in a table')).toEqual([
    'table',
    ['search for models', 'models'],
  ]);
});

test('a page that is named by its address is opened; a site by its host is searched', () => {
  expect(said('make a table of the books on https://shelf.example/list/new')).toEqual([
    'table',
    ['open https://shelf.example/list/new', 'books'],
  ]);
  expect(said('make a table of the books on shelf.example')).toEqual([
    'table',
    ['search for books', 'books'],
  ]);
});

test('without a site it is the page that the task begins at, and nothing where there is none', () => {
  expect(said('collect the results in a timeline', 'https://shelf.example/a')).toEqual([
    'timeline',
    ['open https://shelf.example/a', 'results'],
  ]);
  expect(said('collect the results in a timeline')).toBeNull();
});

test.each([
  'compare the price of rye loaves in the bakery and the mill',
  'tell me how many countries are in the table',
  'book a table for two at the bakery',
  'open the table of contents of the bakery',
  'click on the chart in the bakery',
  'reserve a table in the bakery',
  'search the bakery for tables',
  'get me a table for two at the bakery',
  'show me the table of contents of the bakery',
])('“%s” wants nothing drawn', (intent) => {
  expect(said(intent)).toBeNull();
});

test.each(['show the list as cards', 'display the entries in a table', 'create a card with the title Bread'])(
  '“%s” on a page is for its own controls',
  (intent) => {
    expect(said(intent, 'https://shelf.example/a')).toBeNull();
  },
);

test.each([
  'I need a table for Friday evening',
  'i want a table for Anna',
  'get me a table on the terrace',
  'a table for two',
  'make a table for Friday evening',
  'prepare a table for the guests',
])('“%s” reserves one: nothing is drawn of the page that is open', (intent) => {
  expect(said(intent, 'https://inn.example/')).toBeNull();
});

test.each([
  ['make a table for the loaves', 'table'],
  ['I need a chart for the loaves', 'chart'],
  ['I need a table of the loaves', 'table'],
  ['I want a comparison table for the loaves', 'comparison table'],
])('“%s” is drawn all the same', (intent, form) => {
  expect(said(intent, 'https://inn.example/')).toEqual([form, ['open https://inn.example/', 'loaves']]);
});
