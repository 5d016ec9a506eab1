// Which control brings more of a list: next, the number behind this one, load more; and which do not.
import { expect, test } from 'vitest';
import { moreOf as moreIn, type PagingNode } from '#engines/tables/paging.ts';

const nodes = (...names: readonly string[]): readonly PagingNode[] =>
  names.map((name, at) => ({
    ref: `e${at}`,
    role: 'link',
    name,
    states: [],
    depth: 0,
    url: `${HERE}?${at}`,
  }));
const HERE = 'https://shop.test/list';
const moreOf = (given: readonly PagingNode[], page: number, listed: readonly string[] = []) =>
  moreIn({ nodes: given, url: HERE, listed: new Set(listed) }, page);

test.each([
  ['Next', 1],
  ['Next page »', 1],
  ['›', 1],
  ['Load more', 1],
  ['Show 20 more results', 1],
  ['Mehr anzeigen', 1],
  ['Nächste Seite', 1],
  ['Siguiente', 1],
])('“%s” does', (name) => {
  expect(moreOf(nodes('Home', name), 1)?.name).toBe(name);
});

test.each([
  'Next slide',
  'Read more',
  'More about us',
  'More filters',
  'Previous',
  'Next-day delivery',
  'Show more options',
])('“%s” does not', (name) => {
  expect(moreOf(nodes('Home', name), 1)).toBeNull();
});

test('a number does where its neighbours stand beside it, and not by itself', () => {
  expect(moreOf(nodes('1', '2', '3'), 1)?.ref).toBe('e1');
  expect(moreOf(nodes('1', '2', '3'), 2)?.ref).toBe('e2');
  expect(moreOf(nodes('Cart', '2', 'Help'), 1)).toBeNull();
});

test('a control that cannot be pressed does not', () => {
  expect(moreOf([{ ref: 'e1', role: 'button', name: 'Next', states: ['disabled'], depth: 0 }], 1)).toBeNull();
  expect(moreOf([{ ref: null, role: 'link', name: 'Next', states: [], depth: 0 }], 1)).toBeNull();
  expect(moreOf([{ ref: 'e1', role: 'heading', name: 'Next', states: [], depth: 0 }], 1)).toBeNull();
});

test.each([
  'Show Plus offer & pay now',
  'Load more — confirm order',
  'ver y comprar plus',
  'Load more orders now',
  'Show more pay',
  'Mehr bestellen',
  'Mehr kaufen anzeigen',
  'Ver más comprar',
  'Next: pay',
])('“%s” is more than a way on, and does not', (name) => {
  expect(moreOf(nodes('Home', name), 1)).toBeNull();
});

const node = (role: string, name: string, more: Partial<PagingNode> = {}): PagingNode => ({
  ref: `${role}-${name}`,
  role,
  name,
  states: [],
  depth: 1,
  ...more,
});

test('a button in a form, and a link that leaves the site, are named and never pressed; their harmless twins are', () => {
  const button = node('button', 'Next', { depth: 2 });
  const away = node('link', 'Next', { url: 'https://evil.test/list?2' });
  expect(moreOf([node('form', ''), button], 1)).toEqual({ ref: null, name: 'Next' });
  expect(moreOf([node('main', ''), button], 1)?.ref).toBe('button-Next');
  expect(moreOf([away], 1)).toEqual({ ref: null, name: 'Next' });
  expect(moreOf([{ ...away, url: `${HERE}?2` }], 1)?.ref).toBe('link-Next');
  expect(moreOf([node('link', 'Next', { url: 'javascript:pay()' })], 1)?.ref).toBeNull();
});

test('what stands before the list, or in a region of its own, is not pressed', () => {
  const before = node('button', 'Load more');
  const list = node('link', 'A mug', { url: `${HERE}/mug`, depth: 2, ref: 'mug' });
  expect(moreOf([before, node('main', ''), list], 1, ['mug'])?.ref).toBeNull();
  expect(moreOf([node('main', ''), list, before], 1, ['mug'])?.ref).toBe('button-Load more');
  const aside = [node('complementary', ''), { ...before, depth: 2 }];
  expect(moreOf([node('main', ''), list, ...aside], 1, ['mug'])?.ref).toBeNull();
});
