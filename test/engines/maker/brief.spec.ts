// What a brief may hold, and by which place another one is refused.
import { expect, test } from 'vitest';
import { parseBrief } from '#engines/maker/brief.ts';
import { dataIn, dataScript, literalOf } from '#engines/maker/data.ts';

const brief = (data: unknown, more: object = {}): unknown => ({
  intent: 'compare keyboards',
  dataType: 'products',
  data,
  visualizationHint: 'table',
  constraints: [],
  ...more,
});
const refusal = (given: unknown): unknown => {
  const parsed = parseBrief(given);
  return parsed.ok ? null : { code: parsed.error.code, path: parsed.error.details?.['path'] };
};

test('rows become a table whose columns have the types of their values', () => {
  const parsed = parseBrief(
    brief([{ name: 'A', price: 3, on: '2026-01-02', new: true, at: 'https://a.test/x' }, { name: 'B' }]),
  );
  expect(parsed.ok && parsed.value.data.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'name text',
    'price number',
    'on date',
    'new boolean',
    'at link',
  ]);
  expect(parsed.ok && parsed.value.data.rows[1]?.map(({ value }) => value)).toEqual([
    'B',
    null,
    null,
    null,
    null,
  ]);
});

test.each([
  ['a whole page', brief([{ name: '<!doctype html><html><body>x</body></html>' }]), 'data.0.name'],
  ['a piece of a page', brief([{ name: 'x' }, { name: '<div class="a"><p>Price</p></div>' }]), 'data.1.name'],
  ['markup as data', brief('<table><tr><td>1</td></tr></table>'), 'data'],
  ['markup in the intent', brief([], { intent: '<div>compare</div>' }), 'intent'],
  ['markup in a constraint', brief([], { constraints: ['<ul><li>x</li></ul>'] }), 'constraints.0'],
  [
    'a screenshot by its address',
    brief([{ picture: 'data:image/png;base64,iVBORw0KGgoAAAA' }]),
    'data.0.picture',
  ],
  ['a screenshot in base64', brief([{ picture: `iVBORw0KGgo${'A'.repeat(60)}` }]), 'data.0.picture'],
  ['a JPEG in base64', brief([{ picture: `/9j/4AAQSkZJRg${'A'.repeat(60)}` }]), 'data.0.picture'],
  ['bytes', brief([{ picture: new Uint8Array(4) }]), 'data.0.picture'],
  ['a function', brief([{ price: () => 1 }]), 'data.0.price'],
  [
    'a getter',
    brief([Object.defineProperty({}, 'price', { enumerable: true, get: () => 1 })]),
    'data.0.price',
  ],
  ['a symbol', brief([{ price: Symbol('x') }]), 'data.0.price'],
  ['NaN', brief([{ price: Number.NaN }]), 'data.0.price'],
  ['an infinite number', brief([{ price: Infinity }]), 'data.0.price'],
  ['a key `__proto__`', brief([JSON.parse('{"__proto__": "x"}')]), 'data.0.__proto__'],
  ['a text of five megabytes', brief([{ name: 'x'.repeat(5_000_000) }]), 'data.0.name'],
  ['an object within a row', brief([{ price: { amount: 1 } }]), 'data.0.price'],
  ['a key that there is none of', brief([], { html: 'x' }), ''],
  ['no intent', brief([], { intent: ' ' }), 'intent'],
])('%s is refused by its place', (_, given, path) => {
  expect(refusal(given)).toEqual({ code: 'maker.bad-brief', path });
});

test('a cycle is refused, not walked for ever', () => {
  const row: Record<string, unknown> = {};
  row['self'] = row;
  expect(refusal(brief([row]))).toEqual({ code: 'maker.bad-brief', path: 'data.0.self' });
});

test.each([
  'Product <b>Pro</b>',
  '</script><script>alert(1)</script>',
  'a < b > c',
  '<3',
  'x <!-- y',
  '=HYPERLINK("http://x")',
  '🎉 عربي',
])('a name stays a name: %s', (name) => {
  const parsed = parseBrief(brief([{ name }]));
  expect(parsed.ok && parsed.value.data.rows[0]?.[0]?.value).toBe(name);
});

test('a cell of a table read from a page is text, whatever it looks like', () => {
  const cell = {
    value: '<div><p>x</p></div>',
    unit: null,
    quote: '<div><p>x</p></div>',
    source: 0,
    place: null,
  };
  const table = {
    title: 't',
    columns: [{ name: 'a', type: 'text', unit: null, outOf: null }],
    rows: [[cell]],
    sources: [{ url: 'http://shop.test/', title: 's', readAt: '2026-11-23T00:00:00Z' }],
    leftOut: [],
  };
  expect(parseBrief(brief(table)).ok).toBe(true);
  expect(refusal(brief({ ...table, rows: [[cell, cell]] }))).toMatchObject({ path: 'data.rows.0' });
  expect(refusal(brief({ ...table, rows: [[{ ...cell, source: 1 }]] }))).toMatchObject({
    path: 'data.rows.0.0.source',
  });
});

const cellOf = (quote: string): object => ({ value: quote, unit: null, quote, source: 0, place: null });
const tableOf = (word: string): object => ({
  title: word,
  columns: [{ name: word, type: 'text', unit: null, outOf: null }],
  rows: [[cellOf(word)]],
  sources: [{ url: 'http://shop.test/', title: word, readAt: '2026-11-23T00:00:00Z' }],
  leftOut: [word],
});

test.each([
  'Data: 20 GB',
  'data: 5 GB, calls: 100',
  'data:20GB,sms:100',
  'Blob: a shape without corners',
  'JavaScript: The Good Parts (2008)',
  'javascript:',
  '<body>: The Document Body element',
  'HTML <head> and <body>',
])('%s is a name wherever a page or a caller says it', (word) => {
  expect(refusal(brief(tableOf(word)))).toBeNull();
  expect(refusal(brief([{ [word]: word }], { intent: word, constraints: [word] }))).toBeNull();
});

test.each(['<html><body><div><p>x</p></div></body></html>', '<!doctype html>', '<ul><li>x</li></ul>'])(
  'every text of a table is the text of a page: %s',
  (word) => {
    expect(refusal(brief(tableOf(word)))).toBeNull();
    expect(refusal(brief(tableOf('x'), { intent: word }))).toMatchObject({ path: 'intent' });
  },
);

test.each([
  'data:image/png;base64,iVBORw0KGgoAAAA',
  ' DATA:text/html,<p>x</p>',
  'data:;base64,AAAA',
  'data:text/html;charset=utf-8,x',
  'javascript:alert(1)',
  'JavaScript: void(0)',
  'javascript:%61lert(1)',
  'blob:https://a.test/1',
])('the address %s is refused in a cell of a table as in a row', (address) => {
  expect(refusal(brief({ ...tableOf('x'), rows: [[cellOf(address)]] }))).toMatchObject({
    path: 'data.rows.0.0.value',
  });
  expect(refusal(brief([{ at: address }]))).toMatchObject({ path: 'data.0.at' });
});

test('data in a script ends nothing, opens nothing and is read back as it was', () => {
  const given = {
    a: '</script><!-- <script> & \' " ` \u2028\u2029 \\" \\\\ \\',
    'k"<': [1, null, true, '\u0000'],
  };
  const literal = literalOf(given);
  expect(literal).not.toMatch(/[<>&'`\u2028\u2029]/u);
  expect(JSON.parse(literal)).toEqual(given);
  expect(dataIn(dataScript(given))).toEqual(given);
});

test('a text that names a prototype is data like any other', () => {
  const given = { name: '__proto__', more: ['a __proto__ b'] };
  expect(dataIn(dataScript(given))).toEqual(given);
});

test.each([
  'const DATA = 1; fetch("/");',
  'const DATA = {"__proto__": {"x": 1}};',
  String.raw`const DATA = {"\u005f_proto__": {"x": 1}};`,
  String.raw`const DATA = [{"a": {"_\u005Fpr\u006fto__": null}}];`,
  'let DATA = 1;',
  'const DATA = fetch;',
])('a script that is more than data is not taken for data: %s', (script) => {
  expect(dataIn(script)).toBeUndefined();
});
