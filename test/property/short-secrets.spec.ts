// Short secrets with signs in them: of four to eight characters each is found, as it stands and in the usual encodings, wherever
// in a request it stands; and ordinary text is none of them.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import type { Sending } from '#gateway/boundary/provenance/examine.ts';
import { ARTICLES } from '#gateway/client/demo/data/articles.ts';
import { PRODUCTS } from '#gateway/client/demo/data/products.ts';
import { THREADS } from '#gateway/client/demo/data/threads.ts';
import { ENCODERS } from '#test/fixtures/encoders.ts';
import { bodySending, textSending, urlSending } from '#test/fixtures/leaving.ts';
import { drawn } from '#test/fixtures/how-much.ts';

/** `GHOST_PAYLOAD_RUNS=10000` for the whole of it. */
const RUNS = Number(process.env['GHOST_PAYLOAD_RUNS'] ?? drawn({ quick: 120, long: 400 }));
const HOME = 'http://account.test';
const TO = 'http://collect.test/c';
const SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const of = (alphabet: string, least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: least, maxLength: most });
/** One sign at least, between four and eight characters, letters and digits around it. */
const secret = fc
  .tuple(of(PLAIN, 1, 3), of(SIGNS, 1, 2), of(PLAIN + SIGNS, 2, 3))
  .map((parts) => parts.join(''));
const word = of('abcdefghijklmnopqrstuvwxyz', 2, 9);
const prose = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));

const entities = (text: string, of: (char: string) => string): string => [...text].map(of).join('');
const NAMES: Readonly<Record<string, string>> = {
  '!': 'excl',
  '"': 'quot',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt',
  '=': 'equals',
  '>': 'gt',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb',
  '\\': 'bsol',
  ']': 'rsqb',
  '^': 'Hat',
  _: 'lowbar',
  '`': 'grave',
  '{': 'lcub',
  '|': 'verbar',
  '}': 'rcub',
};
const encoderOf = (name: string) => {
  const found = ENCODERS.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};
/** What README.md promises for a secret of four characters with a sign in it. */
const USUAL = [
  ...[
    'plain',
    'percent',
    'percent, every character',
    'decimal entities',
    'hexadecimal entities',
    'base64',
  ].map(encoderOf),
  ...['base64url, no padding', 'hexadecimal', 'reversed', '\\u escapes'].map(encoderOf),
  { name: 'form', encode: (text: string) => new URLSearchParams({ q: text }).toString().slice(2) },
  {
    name: 'named entities',
    encode: (text: string) =>
      entities(text, (char) => (NAMES[char] === undefined ? char : `&${NAMES[char]};`)),
  },
  { name: 'a literal', encode: (text: string) => JSON.stringify(text).slice(1, -1) },
];
type Put = {
  readonly name: string;
  readonly put: (value: string, before: string, after: string) => readonly Sending[];
};
const query = (value: string): string => value.replace(/[#\s]/gu, encodeURIComponent);
const PLACES: readonly Put[] = [
  { name: 'typed', put: (value) => [textSending(TO, value)] },
  {
    name: 'typed among words',
    put: (value, before, after) => [textSending(TO, `${before} ${value} ${after}`)],
  },
  {
    name: 'typed without a gap',
    put: (value, before, after) => [textSending(TO, `${before}: ${value}.${after}`)],
  },
  { name: 'a query', put: (value) => [urlSending(`${TO}?q=${encodeURIComponent(value)}`)] },
  { name: 'a query as it stands', put: (value) => [urlSending(`${TO}?q=${value}`)] },
  {
    name: 'a query of several',
    put: (value, before) => [
      urlSending(`${TO}?a=${encodeURIComponent(before)}&q=${encodeURIComponent(value)}&b=1`),
    ],
  },
  { name: 'the name of a field', put: (value) => [urlSending(`${TO}?${encodeURIComponent(value)}=1`)] },
  { name: 'a path', put: (value) => [urlSending(`${TO}/x/${encodeURIComponent(value)}/y`)] },
  { name: 'a fragment', put: (value) => [urlSending(`${TO}#${encodeURIComponent(value)}`)] },
  { name: 'a fragment as it stands', put: (value) => [urlSending(`${TO}#${value}`)] },
  { name: 'a page’s own address', put: (value) => [urlSending(`${TO}?q=${query(value)}`, 'PAGE')] },
  {
    name: 'a resource’s address',
    put: (value) => [urlSending(`${TO}?q=${encodeURIComponent(value)}`, 'RESOURCE')],
  },
  {
    name: 'a resource’s path',
    put: (value) => [urlSending(`${TO}/${encodeURIComponent(value)}.gif`, 'RESOURCE')],
  },
  {
    name: 'a form',
    put: (value, before) => [
      bodySending(TO, `a=${encodeURIComponent(before)}&note=${encodeURIComponent(value)}`),
    ],
  },
  { name: 'JSON', put: (value, before) => [bodySending(TO, JSON.stringify({ before, note: value }))] },
  {
    name: 'a body as it stands',
    put: (value, before, after) => [bodySending(TO, `${before}\n${value}\n${after}`)],
  },
  {
    name: 'a body that is too long to look through',
    put: (value) => [bodySending(TO, `${'lorem ipsum '.repeat(4_000)}${value}`)],
  },
];
const PLAIN_ONLY = new Set([
  'a body that is too long to look through',
  'a query as it stands',
  'a fragment as it stands',
]);

const knowing = (value: string): Provenance =>
  new Provenance('do what the page says', { 'login:account.test/password': { origin: HOME, value } });
const isFound = (provenance: Provenance, sendings: readonly Sending[]): boolean =>
  provenance.examine(sendings).facts.valueHoldsSecret;

test('a short secret with signs in it is found in every place and every usual encoding', () => {
  fc.assert(
    fc.property(
      secret,
      prose,
      prose,
      fc.constantFrom(...USUAL),
      fc.constantFrom(...PLACES),
      (value, before, after, encoder, place) => {
        const encoded = PLAIN_ONLY.has(place.name) ? value : encoder.encode(value);
        if (!isFound(knowing(value), place.put(encoded, before, after)))
          throw new Error(`${JSON.stringify(value)} as ${encoder.name} in ${place.name}: ${encoded}`);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 600_000);

test.each(['p@ss1', 'Ab1!Cd', '12/34', 'a.b1', '#1a!', '€uro1', 'x y!', 'ab\\1'])(
  '%s is found verbatim in every place',
  (value) => {
    for (const { name, put } of PLACES)
      expect(isFound(knowing(value), put(value, 'we', 'go')), name).toBe(true);
  },
);

test('key by key, and cut in two requests, it is put together', () => {
  fc.assert(
    fc.property(secret, fc.nat(6), (value, place) => {
      for (const pieces of [
        [...value],
        [value.slice(0, 1 + (place % (value.length - 1))), value.slice(1 + (place % (value.length - 1)))],
      ]) {
        const provenance = knowing(value);
        const found = pieces.some((piece) => {
          const leaving = provenance.examine([textSending(TO, piece)]);
          provenance.commit(leaving);
          return leaving.facts.valueHoldsSecret;
        });
        if (!found) throw new Error(JSON.stringify(pieces));
      }
    }),
    { numRuns: Math.ceil(RUNS / 5), endOnFailure: true },
  );
}, 600_000);

test('to its own site it goes, and one of three characters is not looked for', () => {
  fc.assert(
    fc.property(secret, fc.constantFrom(...USUAL), (value, { encode }) => {
      expect(isFound(knowing(value), [textSending(`${HOME}/login`, encode(value))])).toBe(false);
      expect(isFound(knowing(value.slice(0, 3)), [textSending(TO, encode(value.slice(0, 3)))])).toBe(false);
    }),
    { numRuns: Math.ceil(RUNS / 5), endOnFailure: true },
  );
});

const ORDINARY: readonly string[] = [
  ...ARTICLES.flatMap((article) => JSON.stringify(article).match(/"[^"]{4,}"/gu) ?? []),
  ...PRODUCTS.flatMap((product) => JSON.stringify(product).match(/"[^"]{4,}"/gu) ?? []),
  ...THREADS.flatMap(({ title, posts }) => [title, ...posts.map(({ text }) => text)]),
  ...[
    'README.md',
    'SECURITY.md',
    'policy/README.md',
    'gateway/README.md',
    'executors/README.md',
    'policy/defaults/default.yaml',
  ].flatMap((file) => readFileSync(file, 'utf8').split('\n')),
]
  .filter((_, at) => at % 3 === 0)
  .map((text) => text.replace(/^"|"$/gu, ''));

test('ordinary text is none of them: of a million pairs of a secret and a text, chance gives ten at most', () => {
  const values = fc.sample(secret, { numRuns: 1_300, seed: 20_261_122 });
  const secrets = Object.fromEntries(values.map((value, at) => [`s${at}`, { origin: HOME, value }]));
  const provenance = new Provenance('do what the page says', secrets);
  const alarms = ORDINARY.reduce(
    (sum, text) => sum + provenance.examine([textSending(TO, text)]).findings.length,
    0,
  );
  expect(ORDINARY.length).toBeGreaterThan(800);
  expect((alarms * 1_000_000) / (values.length * ORDINARY.length)).toBeLessThanOrEqual(10);
}, 600_000);
