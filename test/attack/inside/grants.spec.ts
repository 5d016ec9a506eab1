// An agent that makes more of an answer than a person gave: another port, another script, a host out of a quotation.
// INVARIANT: written from outside, through `openGateway`; beside each attack its harmless twin goes on.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Gateway } from '#gateway/main.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import { rowsInText } from '#test/fixtures/card-text.ts';
import { openAskedShop, type AskedShop } from '#test/fixtures/asked-shop.ts';
import { need } from '#test/fixtures/tab.ts';

describe('grants: cover what they say', () => {
  let shop: AskedShop;
  let gateway: Gateway;
  let cards: ConsentCard[];
  let answer: ConsentAnswer;
  let worker = 0;

  beforeAll(async () => {
    shop = await openAskedShop('127.0.0.72', '<title>Shop</title><h1>Welcome</h1>', () => answer);
    ({ gateway, cards } = shop);
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    cards.length = 0;
    worker += 1;
    answer = 'DENY';
  });

  const open = async () =>
    need(
      await gateway.openTab({ url: 'http://shop.test/', namedHosts: ['shop.test'], workerId: `w${worker}` }),
    );
  const named = () =>
    gateway.audit
      .since(0, 100_000)
      .flatMap(({ type, details }) => (type === 'decision' ? [JSON.stringify(details)] : []))
      .filter((details) => details.includes('"namedByUser":true') && details.includes(':8080'));

  test('a host that was named is its default ports: another port of it is no named place', async () => {
    await using tab = await open();
    expect(await tab.act({ type: 'NAVIGATE', url: 'http://shop.test/?twin' })).toMatchObject({ ok: true });
    expect(await tab.act({ type: 'NAVIGATE', url: 'http://shop.test:8080/' })).toMatchObject({ ok: false });
    expect(named()).toEqual([]);
  });

  test('"this task, this site" for one script covers that script, and no other', async () => {
    await using tab = await open();
    answer = 'ALLOW_TASK_SITE';
    const run = (expression: string) => tab.act({ type: 'EVALUATE', expression });
    expect(await run('document.title')).toMatchObject({ ok: true });
    expect(rowsInText(cards[0])).toContain('for this task covers: running this very script');
    expect(await run('document.title')).toMatchObject({ ok: true });
    expect(cards).toHaveLength(1);
    answer = 'DENY';
    expect(await run('document.title + "x"')).toMatchObject({ ok: false });
    expect(cards).toHaveLength(2);
  });

  test.each([
    ['“http://shop.test/”'],
    ['"http://shop.test/"'],
    ["'http://shop.test/'"],
    ['«http://shop.test/»'],
    ['`http://shop.test/`'],
    ['‘http://shop.test/’'],
  ])('a host in the quotation %s names no place to go to', async (quoted) => {
    await gateway.run(`open ${quoted}`).result;
    expect(cards.length).toBeGreaterThan(0);
  });

  test('the same host outside a quotation is named, and nobody is asked', async () => {
    const { result } = gateway.run('open shop.test and read “http://elsewhere.test/” nowhere');
    await result;
    expect(cards.filter(({ site: to }) => to?.host === 'shop.test')).toEqual([]);
  });
});
