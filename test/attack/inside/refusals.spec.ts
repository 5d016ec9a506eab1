// A navigator, a client and a page that wear a person out: asking again and again what was refused, in other words, in other tabs.
// INVARIANT: written from outside, through `openGateway`; what is counted is what a person would have had to answer.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Gateway } from '#gateway/main.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import { openAskedShop, type AskedShop } from '#test/fixtures/asked-shop.ts';
import { need } from '#test/fixtures/tab.ts';

describe('refusals: have a memory', () => {
  let shop: AskedShop;
  let gateway: Gateway;
  let cards: ConsentCard[];
  let answer: (card: ConsentCard) => Promise<ConsentAnswer>;
  let worker = 0;

  beforeAll(async () => {
    shop = await openAskedShop('127.0.0.71', '<title>Shop</title><p>shop</p>', (card) => answer(card));
    ({ gateway, cards } = shop);
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    cards.length = 0;
    worker += 1;
    answer = async () => 'DENY';
  });

  const open = async (workerId = `w${worker}`) =>
    need(await gateway.openTab({ url: 'http://shop.test/', namedHosts: ['shop.test'], workerId }));
  const codeOf = (result: { ok: boolean; error?: { code: string } }) =>
    result.ok ? 'ok' : result.error?.code;
  const entries = (type: string) => gateway.audit.since(0, 100_000).filter((entry) => entry.type === type);

  test('an act that a person refused is refused 100 times more without a question, and the log has it a few times', async () => {
    await using tab = await open();
    const before = entries('decision').length;
    const codes = new Set<string | undefined>();
    for (let i = 0; i <= 100; i += 1)
      codes.add(codeOf(await tab.act({ type: 'EVALUATE', expression: 'document.title' })));
    expect([...codes]).toEqual(['consent.refused']);
    expect(cards).toHaveLength(1);
    expect(entries('decision').length - before).toBeLessThan(15);
    const last = await tab.act({ type: 'EVALUATE', expression: 'document.title' });
    expect(last).toMatchObject({
      ok: false,
      error: { retryable: false, details: { consentId: cards[0]?.id, refused: 1 } },
    });
  });

  test('other words, another tab and another query are no other question', async () => {
    await using tab = await open();
    for (let i = 0; i < 10; i += 1)
      await tab.act({ type: 'EVALUATE', expression: `/* ${i} */ document.title` });
    await using other = await open();
    for (let i = 0; i < 10; i += 1)
      await other.act({ type: 'EVALUATE', expression: `document.title + ${i}` });
    expect(cards).toHaveLength(1);
    for (let i = 0; i < 10; i += 1)
      await other.act({ type: 'NAVIGATE', url: `http://a${i}.elsewhere.test/?q=${i}` });
    expect(cards.map(({ title }) => title)).toEqual(['Run a script in the page', 'Go to another site']);
  });

  test('a different act on the same site is still asked, and what was allowed goes on', async () => {
    await using tab = await open();
    await tab.act({ type: 'EVALUATE', expression: 'document.title' });
    answer = async () => 'ALLOW_ONCE';
    expect(await tab.act({ type: 'STORAGE_READ', storage: 'LOCAL_STORAGE' })).toMatchObject({ ok: true });
    expect(cards).toHaveLength(2);
  });

  test('one site after the other ends after 20 questions', async () => {
    await using tab = await open();
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 40; i += 1)
      codes.push(codeOf(await tab.act({ type: 'NAVIGATE', url: `http://p${i}.test/` })));
    expect(cards).toHaveLength(20);
    expect(new Set(codes.slice(20))).toEqual(new Set(['consent.too-many']));
  });

  test('questions of one asker that stand open are bounded, and those beyond the bound are refused', async () => {
    await using tab = await open();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    answer = async () => {
      await held;
      return 'DENY';
    };
    const asked = Array.from({ length: 30 }, (_, i) =>
      tab.act({ type: 'NAVIGATE', url: `http://p${i}.test/` }),
    );
    // Those beyond the bound are answered while the others wait.
    await expect.poll(() => gateway.consents.list().length, { timeout: 30_000 }).toBeGreaterThan(0);
    await expect.poll(() => cards.length, { timeout: 30_000 }).toBeLessThanOrEqual(8);
    expect(gateway.consents.list().length).toBeLessThanOrEqual(8);
    release();
    const results = await Promise.all(asked);
    expect(results.every(({ ok }) => !ok)).toBe(true);
  });
});
