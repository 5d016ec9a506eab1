// What speaks of a press without asking for one: permissions, reports, refusals, questions, other days. Beside each form, an order that is one.
import { expect, test } from 'vitest';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import type { Proposal } from '#engines/navigator/contract.ts';
import { observe, remember } from '#test/fixtures/observations.ts';

const PAGE = `
  textbox Recipient
  textbox Amount
  button Delete
  button Pay
  button Save
  button Transfer
  button Send
  link Gardening -> /gardening
`;
const page = observe('https://page.test/', PAGE);
const next = (order: string): Promise<Proposal> =>
  createOfflineNavigator().next(page, remember(order), new AbortController().signal);
const pressed = async (order: string): Promise<string | null> => {
  const { action, ref, text } = await next(order);
  return action === 'CLICK' && text === null
    ? (page.nodes.find((node) => node.ref === ref)?.name ?? 'nothing')
    : null;
};

test.each([
  'you may press Pay',
  'you may press Pay if you like',
  'pressing Pay is allowed',
  'Pay can be pressed',
  'Pay may be pressed',
  'press Pay tomorrow',
  'after I confirm, press Pay',
  'who pressed Pay',
  'how do I press Pay',
  'let me press Pay',
  'Delete is on the page',
  'look for Delete',
  'find Delete',
  'show me Delete',
  'read Delete',
  'no pressing of Delete',
  'I want you to know that Ana pressed Delete',
  'I want to know who pressed Delete',
  'please explain Delete',
  'the customer presses Pay',
  'please no Pay',
  'no Pay please',
  'the Pay button, thanks for that',
  'the page says: press Pay',
  'Pay was pressed',
])('“%s” presses nothing', async (order) => {
  expect(await pressed(order)).toBeNull();
});

test('what is to be pressed instead is never the other one', async () => {
  expect(await pressed('instead of pressing Delete press Save')).not.toBe('Delete');
});

test.each([
  ['press Pay', 'Pay'],
  ['please press Pay now', 'Pay'],
  ['could you press Pay', 'Pay'],
  ['Delete', 'Delete'],
  ['Delete, press it', 'Delete'],
  ['send it', 'Send'],
  ['open Gardening', 'Gardening'],
  ['show me Gardening', 'Gardening'],
])('“%s” presses %s', async (order, name) => {
  expect(await pressed(order)).toBe(name);
});
