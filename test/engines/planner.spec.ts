// The offline planner beyond "then": several sites, how a part is looked at afterwards, what cannot be taken back, merging.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExtractedFact } from '#engines/navigator/contract.ts';
import { VERIFICATION_TYPES } from '#engines/planner/contract.ts';
import { fanOut } from '#engines/planner/fan-out.ts';
import { mergeAnswers } from '#engines/planner/merge.ts';
import { createOfflinePlanner, planSubtasks } from '#engines/planner/plan.ts';
import { impliedSteps } from '#engines/planner/steps.ts';

const SITES = [
  { name: 'store', url: 'http://store.example/', about: ['prices'] },
  { name: 'market', url: 'http://market.example/', about: [] },
  { name: 'almanac', url: 'http://almanac.example/', about: [] },
  { name: 'account', url: 'http://account.example/', about: ['orders'] },
];
const branches = (intent: string): readonly string[] | null =>
  fanOut(intent, SITES)?.map((branch) => `${branch.intent} @ ${URL.parse(branch.startUrl)?.hostname}`) ??
  null;

describe('one intent for several sites', () => {
  test.each([
    [
      'compare the price of a desk lamp in the store and the market',
      ['tell me the price of a desk lamp in the store', 'tell me the price of a desk lamp in the market'],
    ],
    [
      'is the desk lamp cheaper in the store or the market?',
      ['tell me the price of the desk lamp in the store', 'tell me the price of the desk lamp in the market'],
    ],
    [
      'which of the store and the market has the cheapest mouse?',
      ['tell me the cheapest mouse in the store', 'tell me the cheapest mouse in the market'],
    ],
    [
      'find the height of Mount Example on a.test, b.test and c.test and tell me which is highest',
      [
        'find the height of Mount Example on a.test',
        'find the height of Mount Example on b.test',
        'find the height of Mount Example on c.test',
      ],
    ],
    [
      'Compare prices for earbuds across one.example and two.example',
      ['tell me prices for earbuds on one.example', 'tell me prices for earbuds on two.example'],
    ],
    [
      'tell me the price of a mat in the store and the capital of Iceland in the almanac',
      ['tell me the price of a mat in the store', 'tell me the capital of Iceland in the almanac'],
    ],
  ])('“%s” is one subtask a site', (intent, expected) => {
    expect(branches(intent)?.map((branch) => branch.split(' @ ')[0])).toEqual(expected);
  });

  test.each([
    'tell me the price of a mat in the store',
    'buy a mouse in the store and the market',
    'look up mice in the almanac and read its price in the store',
    'search the store for "the market and the almanac"',
    'open the store',
    'log in to the account and read my orders in the store',
    'compare the store with the store',
    'sing a song',
    '',
  ])('“%s” is for one site, or changes something', (intent) => {
    expect(branches(intent)).toBeNull();
  });

  test('every start is one that the person named, whatever is written', () => {
    const words = fc.constantFrom(
      ...'compare tell me the price in on of store market almanac and or , which is cheaper a.test "x y" then'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (text) => {
        const known = new Set([...SITES.map(({ url }) => url), 'http://a.test/']);
        for (const { startUrl, intent } of fanOut(text.join(' '), SITES) ?? []) {
          expect(known).toContain(startUrl);
          expect(intent.trim()).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a plan', () => {
  test('parts of a group stand between parts in order, each with an id and a way to see what it came to', async () => {
    const plan = await createOfflinePlanner().plan(
      {
        intent:
          'open the almanac, then compare the price of a lamp in the store and the market, then log in to the account',
        sites: SITES,
        startUrl: null,
      },
      new AbortController().signal,
    );
    expect(plan).toMatchObject({ by: 'offline', usage: [], note: null });
    expect(plan.subtasks.map(({ id, group, verification: { type } }) => [id, group, type])).toEqual([
      ['s1', null, 'URL'],
      ['s2', 'g2', 'FACT'],
      ['s3', 'g2', 'FACT'],
      ['s4', null, 'NONE'],
    ]);
  });

  test('a check of what the page says belongs to the part before', () => {
    expect(planSubtasks('open the store, then check that it says "Welcome back"', SITES)).toMatchObject([
      { intent: 'open the store', verification: { type: 'TEXT', condition: 'Welcome back' } },
    ]);
  });

  test('an intent of one part is not looked at: its answer speaks for itself', () => {
    for (const intent of ['open the store', 'tell me the price of a mat in the store'])
      expect(planSubtasks(intent, SITES).map(({ verification }) => verification.type)).toEqual(['NONE']);
  });

  test.each([
    ['buy the lamp in the store', true],
    ['open the store, add a lamp to the basket and place the order', true],
    ['log in and delete my oldest message in the account', true],
    ['tell me the price of a mat in the store', false],
    ['search the store for a book about orders', false],
  ])('“%s”: something in it cannot be taken back: %s', (intent, expected) => {
    expect(planSubtasks(intent, SITES).some(({ commits }) => commits)).toBe(expected);
  });

  test('rejects with the reason of its signal', async () => {
    const reason = new Error('cancelled');
    const asked = { intent: 'open the store', sites: SITES, startUrl: null };
    await expect(createOfflinePlanner().plan(asked, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('any text gives parts of the closed schema', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        for (const { id, verification } of planSubtasks(text, SITES)) {
          expect(id).toMatch(/^s\d+$/u);
          expect(VERIFICATION_TYPES).toContain(verification.type);
        }
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['open the store', 1],
    ['search the store for a lamp and tell me the cheapest price', 2],
    ['open the store, search for a lamp, add the cheapest to the basket and read the total', 4],
    ['post "open, read and then close" on the market', 1],
  ])('“%s” implies %i steps', (intent, steps) => {
    expect(impliedSteps(intent)).toBe(steps);
  });
});

describe('what several sites answered', () => {
  const fact = (value: string): ExtractedFact => ({
    label: 'price',
    value,
    quote: value,
    url: 'http://x.example/',
  });
  const of = (site: string, value: string | null) => ({
    site,
    answer: value,
    facts: value === null ? [] : [fact(value)],
  });

  test.each([
    ['compare', ['€49.00', '€45.50'], 'Lowest: €45.50 at b (€49.00 at a)'],
    [
      'where is it cheapest',
      ['1,299.00 EUR', '1,099.00 EUR'],
      'Lowest: 1,099.00 EUR at b (1,299.00 EUR at a)',
    ],
    ['which is the highest', ['4 810 m', '8 849 m'], 'Highest: 8 849 m at b (4 810 m at a)'],
    ['compare', ['12,50 €', '12,50 €'], 'Lowest: 12,50 €, the same at a and b'],
  ])('“%s” compares %j', (intent, [a, b], first) => {
    const merged = mergeAnswers(intent, [of('a', a ?? ''), of('b', b ?? '')]);
    expect(merged?.split('\n')).toEqual([first, `a: ${a}`, `b: ${b}`]);
  });

  test.each([
    ['other units', 'compare', ['€49.00', '$45.50']],
    ['no number', 'compare', ['sold out', '€45.50']],
    ['nothing to compare by', 'tell me the price', ['€49.00', '€45.50']],
  ])('%s: nothing is compared', (_why, intent, [a, b]) => {
    expect(mergeAnswers(intent, [of('a', a ?? ''), of('b', b ?? '')])).toBe(`a: ${a}\nb: ${b}`);
  });

  test('a site without an answer says so, and nothing is compared with it', () => {
    expect(mergeAnswers('compare', [of('a', '€49.00'), of('b', null)])).toBe('a: €49.00\nb: not found');
    expect(mergeAnswers('compare', [of('a', null), of('b', null)])).toBeNull();
  });
});
