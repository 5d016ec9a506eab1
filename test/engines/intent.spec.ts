// Intent classes, URLs in intents, bookmarks, and the split into subtasks.
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { classifyIntent, findUrl, matchSite, type Site } from '#engines/planner/intent.ts';
import { planSubtasks } from '#engines/planner/plan.ts';

const SITES: readonly Site[] = [
  { name: 'shop', url: 'http://shop.example/', about: ['products', 'prices', 'basket'] },
  { name: 'encyclopedia', url: 'http://pedia.example/', about: ['articles', 'look up', 'capital'] },
  { name: 'account', url: 'http://account.example/', about: ['orders', 'order status'] },
  { name: 'start', url: 'http://start.example/', about: ['portal'] },
];

describe('classifyIntent', () => {
  test.each([
    ['google.com', 'NAVIGATE'],
    ['open https://example.org/a?b=1', 'NAVIGATE'],
    ['go to localhost:8080', 'NAVIGATE'],
    ['Compare prices for AirPods Pro across Amazon and Best Buy', 'RESEARCH'],
    ['search the shop for a mechanical keyboard and tell me the cheapest price', 'RESEARCH'],
    ['check the status of my latest order', 'RESEARCH'],
    ['find the newest post about mice', 'RESEARCH'],
    ['Fill out this contact form', 'TRANSACT'],
    ['add the cheapest mouse to the basket and tell me the total', 'TRANSACT'],
    ['open the shop and buy a desk mat', 'TRANSACT'],
    ['log in and show me my profile', 'TRANSACT'],
    ['Show me a comparison chart of these products', 'GENERATE'],
    ['make an interactive table of the results', 'GENERATE'],
    ['visualise the prices', 'GENERATE'],
  ])('“%s” is %s', (text, expected) => {
    expect(classifyIntent(text)).toBe(expected);
  });

  test('any text has a class', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) =>
        ['NAVIGATE', 'RESEARCH', 'TRANSACT', 'GENERATE'].includes(classifyIntent(text)),
      ),
      { numRuns: 300 },
    );
  });
});

describe('findUrl', () => {
  test.each<[string, string[]]>([
    ['google.com', ['https://google.com/']],
    ['open start.test', ['http://start.test/']],
    ['read http://a.example/x?y=1#z, then (b.example).', ['http://a.example/x?y=1#z', 'https://b.example/']],
    ['go to localhost:3000/app', ['http://localhost:3000/app']],
    ['ask 127.0.0.1:8080 twice: 127.0.0.1:8080', ['http://127.0.0.1:8080/']],
    ['open bücher.example', ['https://xn--bcher-kva.example/']],
    ['OPEN HTTP://EXAMPLE.ORG', ['http://example.org/']],
    ['mail ana@example.org', []],
    ['the file report.pdf and notes.txt', []],
    ['javascript:alert(1) data:text/html,x file:///etc/passwd', []],
    ['http://user:secret@example.org/', []],
    ['version 3.12.1 costs 4.50', []],
    ['no address here.', []],
  ])('“%s” names %j', (text, expected) => {
    expect(findUrl(text)).toEqual(expected);
  });

  test('whatever is found is a canonical web address', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), fc.lorem(), (url, words) => {
        for (const found of findUrl(`${words} ${url} ${words}`)) {
          expect(found).toMatch(/^https?:\/\//);
          expect(new URL(found).href).toBe(found);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('matchSite', () => {
  test.each<[string, string | null, boolean]>([
    ['search the shop for a lamp', 'shop', true],
    ['what do the Shops say', 'shop', true],
    ['look up tea in the encyclopedia', 'encyclopedia', true],
    ['check my latest order', 'account', false],
    ['the order status, please', 'account', false],
    ['compare prices of products', 'shop', false],
    ['start a thread about lamps', null, false],
    ['open start', 'start', true],
    ['workshop photos', null, false],
    ['say "the shop" aloud', null, false],
    ['orders and prices', null, false],
    ['sing a song', null, false],
  ])('“%s” means %s', (text, name, named) => {
    const match = matchSite(text, SITES);
    expect(match?.site.name ?? null).toBe(name);
    if (match !== null) expect(match.named).toBe(named);
  });
});

describe('planSubtasks', () => {
  const plan = (intent: string): [string, string | null][] =>
    planSubtasks(intent, SITES).map(({ intent: part, startUrl }) => [part, startUrl]);

  test('the same words twice are one part, or one step would serve both; not where one begins elsewhere', () => {
    expect(plan('click Next, then click Next').map(([part]) => part)).toEqual([
      'click Next, then click Next',
    ]);
    expect(plan('click Menu, then click Up, then click Down, then click Up').map(([part]) => part)).toEqual([
      'click Menu',
      'click Up, then click Down, then click Up',
    ]);
    expect(plan('click Next, then click Save').map(([part]) => part)).toEqual(['click Next', 'click Save']);
  });
  test('an intent of one step is one subtask', () => {
    expect(plan('search the shop for a lamp and tell me the cheapest price')).toEqual([
      ['search the shop for a lamp and tell me the cheapest price', 'http://shop.example/'],
    ]);
  });

  test('“then” parts steps; a later one starts anew only where it names a site or a URL', () => {
    expect(
      plan("look up lamps in the encyclopedia, then open the maker's site and tell me when it was founded"),
    ).toEqual([
      ['look up lamps in the encyclopedia', 'http://pedia.example/'],
      ["open the maker's site and tell me when it was founded", null],
    ]);
    expect(plan('open the shop; then open news.example and then tell me the prices')).toEqual([
      ['open the shop', 'http://shop.example/'],
      ['open news.example', 'https://news.example/'],
      ['tell me the prices', null],
    ]);
  });

  test('“after A, B” is A and then B', () => {
    expect(plan('after logging in to my account, open the shop').map(([, url]) => url)).toEqual([
      'http://account.example/',
      'http://shop.example/',
    ]);
  });

  test('“then” inside a quotation parts nothing', () => {
    expect(plan('post "first this, then that; and then more" on the shop')).toHaveLength(1);
  });

  test('ids are in order and no words are lost', () => {
    const subtasks = planSubtasks('open the shop, then read the prices, then log out', SITES);
    expect(subtasks.map(({ id }) => id)).toEqual(['s1', 's2', 's3']);
    expect(subtasks.map(({ intent }) => intent)).toEqual(['open the shop', 'read the prices', 'log out']);
  });

  test('any text gives at most twelve subtasks and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        expect(planSubtasks(text, SITES).length).toBeLessThanOrEqual(12);
      }),
      { numRuns: 300 },
    );
  });
});
