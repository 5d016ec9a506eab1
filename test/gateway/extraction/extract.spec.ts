// A table from a page and from those behind it: each press is an act, what ends it is said, words that are nowhere do not stay.
import { expect, test } from 'vitest';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { ProposedTable } from '#engines/tables/standing.ts';
import { extractTable } from '#gateway/extraction/extract.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { cell, recordGrid } from '#test/engines/tables/grids.ts';

type Page = {
  readonly names: readonly string[];
  readonly more?: string;
  readonly next?: string;
  /** Where a redirect led. */
  readonly host?: string;
};

/** A site of pages: a press goes to the next one. */
function browser(pages: readonly Page[], refuses = false) {
  const acts: string[] = [];
  let at = 0;
  const act = (action: BrowserAction): Promise<Result<ActOutcome>> => {
    acts.push(action.type);
    const page = pages[at] ?? { names: [] };
    const document = {
      id: `d${at}`,
      url: `https://${page.host ?? 'shop.test'}/?page=${at + 1}`,
      title: 'Shop',
    };
    if (action.type === 'CLICK' || action.type === 'NAVIGATE') {
      if (refuses) return Promise.resolve(fail('boundary.denied', 'the policy denies it'));
      at += 1;
      return Promise.resolve(ok({ kind: 'DONE', document, navigated: true, status: 200, refused: [] }));
    }
    if (action.type === 'EXTRACT') {
      const grid = recordGrid(
        page.names.map((name) => [
          cell(name, { key: 'h3', heading: true, href: `https://shop.test/p/${name}` }),
          cell('€5.00', { key: 'b', hint: 'price' }),
        ]),
      );
      const grids = page.names.length === 0 ? [] : [grid];
      return Promise.resolve(
        ok({
          kind: 'GRIDS',
          page: { language: 'en', currencies: [], grids, next: page.next ?? null, leftOut: [] },
          document,
        }),
      );
    }
    const node = {
      ref: 'e1',
      role: 'link',
      name: page.more ?? '',
      states: [],
      url: `https://shop.test/?page=${at + 2}`,
      depth: 0,
      box: null,
      inView: true,
    };
    const scroll = { y: 0, height: 0, viewportHeight: 0 };
    const nodes = page.more === undefined ? [] : [node];
    return Promise.resolve(
      ok({ kind: 'SNAPSHOT', snapshot: { document, generation: 1, nodes, scroll, status: 200 } }),
    );
  };
  return { act, acts };
}

const THREE: readonly Page[] = [
  { names: ['a', 'b'], more: 'Next' },
  { names: ['b', 'c'], more: 'Load more results' },
  { names: ['d'], more: '›' },
  { names: ['e'] },
];
const namesOf = (read: Awaited<ReturnType<typeof extractTable>>) =>
  read.ok ? read.value.rows.map(([first]) => first?.value) : read.error.code;

test('one page is read without a press, and that the list goes on is said', async () => {
  const { act, acts } = browser(THREE);
  const read = await extractTable(act);
  expect(namesOf(read)).toEqual(['a', 'b']);
  expect(acts).not.toContain('CLICK');
  expect(read.ok && read.value.leftOut.join()).toContain('goes on behind “Next”');
});

test('pages are pressed for up to the limit, each an act, and what stands on two is there once', async () => {
  const { act, acts } = browser(THREE);
  const read = await extractTable(act, { pages: 3 });
  expect(namesOf(read)).toEqual(['a', 'b', 'c', 'd']);
  expect(acts.filter((type) => type === 'CLICK')).toHaveLength(2);
  expect(read.ok && read.value.sources).toHaveLength(3);
  expect(read.ok && read.value.leftOut.join()).toContain('3 pages were read');
});

test('the last page ends it, with nothing said to be left out', async () => {
  const read = await extractTable(browser(THREE).act, { pages: 50 });
  expect(namesOf(read)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(read.ok && read.value.leftOut.join()).not.toContain('goes on');
});

test('a press that is denied ends it: what was read stays, and why is said', async () => {
  const read = await extractTable(browser(THREE, true).act, { pages: 3 });
  expect(namesOf(read)).toEqual(['a', 'b']);
  expect(read.ok && read.value.leftOut.join()).toContain('the policy denies it');
});

test('a press that brings nothing new ends it', async () => {
  const again: readonly Page[] = [
    { names: ['a'], more: 'Next' },
    { names: ['a'], more: 'Next' },
    { names: ['z'] },
  ];
  const { act, acts } = browser(again);
  expect(namesOf(await extractTable(act, { pages: 9 }))).toEqual(['a']);
  expect(acts.filter((type) => type === 'CLICK')).toHaveLength(1);
});

test('a page without anything that repeats is an error with its mend', async () => {
  const read = await extractTable(browser([{ names: [] }]).act);
  expect(read).toMatchObject({ ok: false, error: { code: 'act.no-table' } });
});

test('of what a model proposes only words of the page stay, and their values are read by us', async () => {
  const propose = () =>
    Promise.resolve({
      title: 'x',
      columns: ['Thing', 'Cost'],
      rows: [
        ['a', '€5.00'],
        ['b', '€5.00'],
        ['invented', '€1.00'],
      ],
    });
  const read = await extractTable(browser(THREE).act, { columns: ['Thing', 'Cost'], propose });
  expect(read.ok && read.value.rows.map((row) => row.map(({ value }) => value))).toEqual([
    ['a', 5],
    ['b', 5],
  ]);
  expect(read.ok && read.value.leftOut.join()).toContain('do not stand on the page');
});

test('a model is asked where we find nothing or not all that was asked for, and ours stays where it has fewer rows', async () => {
  let asked = 0;
  const proposing = (answer: ProposedTable | string) => ({
    propose: () => {
      asked += 1;
      return Promise.resolve(answer);
    },
  });
  const none = { title: 'x', columns: ['Thing'], rows: [] };
  const page = [{ names: ['a', 'b'] }];
  expect(await extractTable(browser(page).act, { query: 'things', ...proposing(none) })).toMatchObject({
    ok: true,
  });
  expect(asked).toBe(0);
  const fewer = await extractTable(browser(page).act, { columns: ['Colour'], ...proposing(none) });
  expect(fewer.ok && fewer.value.rows).toHaveLength(2);
  const failed = await extractTable(browser(page).act, {
    columns: ['Colour'],
    ...proposing('it did not answer'),
  });
  expect(failed.ok && failed.value.leftOut).toEqual(['no column “Colour” was found', 'it did not answer']);
  expect(await extractTable(browser([{ names: [] }]).act, proposing('it did not answer'))).toMatchObject({
    error: { code: 'act.no-table' },
  });
  expect(asked).toBe(3);
});

test('where nothing is to be pressed the page’s own word for where it goes on is followed, up to the limit', async () => {
  const pages: readonly Page[] = [
    { names: ['a'], next: 'https://shop.test/?page=2' },
    { names: ['b'], next: 'https://shop.test/?page=3' },
    { names: ['c'], next: 'https://shop.test/?page=4' },
    { names: ['d'] },
  ];
  const { act, acts } = browser(pages);
  const read = await extractTable(act, { pages: 3 });
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.rows.map(([name]) => name?.value)).toEqual(['a', 'b', 'c']);
  expect(read.value.leftOut).toContain('the list goes on behind “/?page=4”: 3 pages were read');
  expect(acts.filter((type) => type === 'NAVIGATE')).toHaveLength(2);
});

test('a page that says it goes on where it has been, or on another site, is not followed', async () => {
  const again = browser([{ names: ['a'], next: 'https://shop.test/?page=1#more' }, { names: ['b'] }]);
  expect(await extractTable(again.act, { pages: 5 })).toMatchObject({ ok: true, value: { leftOut: [] } });
  const away = browser([{ names: ['a'], next: 'https://other.test/2' }, { names: ['b'] }]);
  expect(await extractTable(away.act, { pages: 5 })).toMatchObject({
    value: {
      leftOut: ['the page says that it goes on at other.test, which is another site and was not read'],
    },
  });
  expect([...again.acts, ...away.acts]).not.toContain('NAVIGATE');
});

test.each<Page>([
  { names: ['a'], next: 'https://shop.test/?page=2' },
  { names: ['a'], more: 'Next' },
])('rows of another site that an address of this one led on to are not taken: %j', async (first) => {
  const { act } = browser([first, { names: ['b'], host: 'other.test' }]);
  const read = await extractTable(act, { pages: 5 });
  expect(namesOf(read)).toEqual(['a']);
  expect(read).toMatchObject({
    value: { leftOut: ['the next page was not read: it led to another site, other.test'] },
  });
});
