// An order that binds is done by an act that binds: a page that was opened, or a basket that was filled, is no purchase.
import { expect, test } from 'vitest';
import { clausesAsked } from '#engines/navigator/offline/checking.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import type { Memory, MemoryEntry, Observation } from '#engines/navigator/contract.ts';
import { Checker } from '#gateway/tasks/judging/checker.ts';
import { judge, type Judged } from '#gateway/tasks/judging/verdict.ts';
import { still } from '#test/fixtures/observations.ts';
import { says } from '#test/fixtures/proposals.ts';

const HERE = 'http://shop.test/c/mice';
const THERE = 'http://shop.test/p/tarn';

/** What was pressed, and where that led. */
const pressed = (role: string, name: string, address: string | null = THERE): MemoryEntry => ({
  url: HERE,
  proposal: says('CLICK', { ref: 'e1' }),
  outcome: 'done',
  note: '',
  element: { role, name },
  change: { ...still, address, appeared: [address === null ? 'Changed' : 'Tarn'] },
});

function judged(order: string, entries: readonly MemoryEntry[]): Judged {
  const observation: Observation = {
    url: entries.at(-1)?.change?.address ?? HERE,
    origin: 'http://shop.test',
    title: 'Shop',
    generation: 2,
    nodes: [],
    scroll: { y: 0, height: 600, viewportHeight: 600 },
    structuredError: null,
    refusal: null,
  };
  const memory: Memory = {
    intent: order,
    subtask: order,
    entries,
    facts: [],
    secrets: [],
    step: 2,
    stepLimit: 20,
  };
  const clause = clausesAsked(memory)[0]?.words ?? order;
  const evidence = entries.map((entry, at) => ({
    clause,
    effect: 'CHANGE' as const,
    entry: at,
    ref: null,
    role: entry.element?.role ?? '',
    name: entry.element?.name ?? '',
    url: observation.url,
    quote: entry.change?.address ?? 'Changed',
  }));
  const witness = { observation, entries, stood: () => true, heldBefore: () => false };
  return judge(
    { intent: order },
    says('DONE', { text: 'it is done', evidence }),
    witness,
    new Checker(createOfflineNavigator()).check(observation, memory),
  );
}
const told = ({ clauses, failure }: Judged): string =>
  failure !== null ? 'NOT DONE' : clauses.every(({ outcome }) => outcome === 'SEEN') ? 'DONE' : 'UNCONFIRMED';

const link = pressed('link', 'Tarn Click Mouse');
const basket = pressed('button', 'Add to basket', 'http://shop.test/basket');

test.each([
  ['order the cheapest mouse', [link]],
  ['buy the cheapest mouse', [link, basket]],
  ['please purchase the cheapest mouse', [link, basket]],
  ['kaufe die billigste Maus', [link, pressed('button', 'In den Warenkorb')]],
  ['compra el ratón más barato', [link, pressed('button', 'Añadir a la cesta')]],
  ['reserve the cheapest fare to Oslo', [pressed('link', 'Oslo'), pressed('link', 'Wayward Travel')]],
  ['book the cheapest one', [pressed('link', 'Room 12')]],
])('“%s” is not done by pages that were opened and baskets that were filled', (order, entries) => {
  const { clauses, failure } = judged(order, entries);
  expect(failure).toMatchObject({
    code: 'task.not-done',
    message: expect.stringContaining(`“${entries.at(-1)?.element?.name}”`),
  });
  // What was seen on the way stays in the result.
  expect(clauses.filter(({ outcome }) => outcome === 'SEEN').length).toBe(entries.length);
});

test.each([
  ['order the cheapest mouse', [link, pressed('button', 'Place order')]],
  ['buy the cheapest mouse', [link, basket, pressed('button', 'Buy now')]],
  ['buy the cheapest mouse', [link, pressed('link', 'Buy')]],
  ['kaufe die billigste Maus', [pressed('button', 'Jetzt kaufen', null)]],
  ['book the cheapest one', [pressed('button', 'Book', null)]],
  ['reserve the cheapest fare to Oslo', [pressed('button', 'Reserve', null)]],
  ['add the cheapest mouse to the basket', [link, basket]],
  ['open the cheapest mouse', [link]],
  ['cancel my latest order', [pressed('link', 'D-20411'), pressed('button', 'Cancel order')]],
  ['unsubscribe from the newsletter', [pressed('link', 'Unsubscribe')]],
  ['delete the draft', [pressed('button', '×', null)]],
])('“%s” is done by an act that is called by it', (order, entries) => {
  expect(told(judged(order, entries))).toBe('DONE');
});

test.each([
  // Nobody can say what an unnamed button did.
  ['buy the cheapest mouse', [link, pressed('button', 'Go', null)]],
  ['cancel my latest order', [pressed('link', 'D-20411')]],
  ['unsubscribe from the newsletter', [pressed('link', 'Newsletter')]],
])('“%s” stays unconfirmed where nothing shows it', (order, entries) => {
  expect(told(judged(order, entries))).toBe('UNCONFIRMED');
});

test('putting things into an order orders nothing', () => {
  expect(told(judged('order the list from A to Z', [pressed('button', 'A–Z', null)]))).toBe('DONE');
});
