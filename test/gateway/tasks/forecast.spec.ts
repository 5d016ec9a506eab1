// What a task is foreseen to come to, from its words alone.
import { expect, test } from 'vitest';
import { forecastOf, type ForecastParts } from '#gateway/tasks/forecast.ts';

const PARTS: ForecastParts = {
  sites: [
    { name: 'shop', url: 'http://shop.test/', about: ['price', 'prices'] },
    { name: 'encyclopedia', url: 'http://encyclopedia.test/', about: ['articles'] },
    { name: 'account', url: 'http://account.test/', about: ['order', 'orders'] },
  ],
  hostMap: { 'shop.test': { address: '127.0.0.1' }, 'account.test': { address: '127.0.0.1' } },
  executor: 'HEADLESS_CHROMIUM',
  secrets: { password: { origin: 'http://account.test' } },
  sources: [],
};
const foreseen = (intent: string, startUrl: string | null = null, parts = PARTS) =>
  forecastOf({ intent, startUrl }, parts);
const acts = (intent: string, startUrl: string | null = null): readonly string[] =>
  foreseen(intent, startUrl).expected.map(({ does, host }) => `${does} ${host}`);

test('a question about one site opens it, and nothing more', () => {
  const found = foreseen('search the shop for a mechanical keyboard and tell me the cheapest price');
  expect(found.intentClass).toBe('RESEARCH');
  expect(found.sites).toEqual([{ host: 'shop.test', url: 'http://shop.test/' }]);
  expect(found.expected).toEqual([
    {
      does: 'OPEN',
      host: 'shop.test',
      request: {
        capability: 'NAVIGATE_CROSS_ORIGIN',
        executor: 'HEADLESS_CHROMIUM',
        url: 'http://shop.test/',
        namedByUser: 'true',
        addressClass: 'LOOPBACK',
      },
    },
  ]);
});

test('several sites are each opened, in the order of the words', () => {
  expect(acts('look up keyboards in the encyclopedia, then tell me the cheapest price in the shop')).toEqual([
    'OPEN encyclopedia.test',
    'OPEN shop.test',
  ]);
});

test('a log-in is foreseen where one is said, and where one is saved', () => {
  expect(acts('check the status of my latest order')).toEqual(['OPEN account.test', 'LOG_IN account.test']);
  expect(acts('log in to http://bank.example/ and tell me the balance')).toEqual([
    'OPEN bank.example',
    'LOG_IN bank.example',
  ]);
});

test('what is bought, sent, downloaded or uploaded is foreseen at its site', () => {
  expect(acts('buy the cheapest mouse in the shop')).toContain('PAY shop.test');
  expect(acts('download the price list in the shop')).toContain('DOWNLOAD shop.test');
  expect(acts('post a reply in the shop')).toContain('SEND shop.test');
  expect(acts('upload my picture to the shop')).toContain('UPLOAD shop.test');
});

test('words that name no site say so by an empty list, and a start that was given is where it begins', () => {
  expect(foreseen('find the best rated coffee maker').sites).toEqual([]);
  expect(acts('find the best rated coffee maker', 'https://coffee.example/')).toEqual([
    'OPEN coffee.example',
  ]);
  // What is no address begins nowhere: the start of the task itself says why.
  expect(foreseen('find the best rated coffee maker', 'not an address').sites).toEqual([]);
});

test('cookies of the person’s own browsers are offered for the registrable domain of each site', () => {
  const parts = { ...PARTS, sources: ['my firefox'] };
  expect(foreseen('open https://www.mail.example.org/', null, parts).signIns).toEqual([
    { domain: 'example.org', source: 'my firefox' },
  ]);
  expect(foreseen('open https://www.mail.example.org/').signIns).toEqual([]);
});
