// A navigator's proposal becomes acts: what is typed, chosen and sent, and how a secret is named.
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { actsOf, parseProposal } from '#gateway/tasks/loop/proposal.ts';
import type { ObservedNode, Proposal } from '#engines/navigator/contract.ts';

const node = (ref: string | null, changes: Partial<ObservedNode> = {}): ObservedNode => ({
  ref,
  role: 'textbox',
  name: 'Search',
  states: [],
  depth: 1,
  box: { x: 0, y: 0, width: 100, height: 20 },
  inView: true,
  ...changes,
});
const proposal = (changes: Partial<Proposal>): Proposal => ({
  action: 'CLICK',
  ref: 'e1',
  target: null,
  text: null,
  confidence: 0.9,
  reasoning: 'x',
  ...changes,
});

test('text that ends in a line break is entered and sent with Enter', () => {
  const acts = actsOf(proposal({ action: 'TYPE', text: 'keyboard\n' }), [node('e1')]);
  expect(acts).toEqual({
    ok: true,
    value: [
      { type: 'FILL', ref: 'e1', text: 'keyboard' },
      { type: 'PRESS', key: 'Enter', ref: 'e1' },
    ],
  });
});

test('a secret is named, never spelt', () => {
  const acts = actsOf(proposal({ action: 'TYPE', text: 'secret:login:a.test/password' }), [node('e1')]);
  expect(acts).toEqual({
    ok: true,
    value: [{ type: 'FILL', ref: 'e1', text: { secret: 'login:a.test/password' } }],
  });
});

test('typing into a select chooses', () => {
  const acts = actsOf(proposal({ action: 'TYPE', text: 'Price' }), [
    node('e1', { role: 'combobox', options: ['Name', 'Price'] }),
  ]);
  expect(acts).toEqual({ ok: true, value: [{ type: 'SELECT', ref: 'e1', options: ['Price'] }] });
});

test('coordinates mean the smallest element that holds them', () => {
  const nodes = [
    node('e1', { box: { x: 0, y: 0, width: 500, height: 500 } }),
    node('e2', { box: { x: 10, y: 10, width: 20, height: 20 } }),
  ];
  expect(actsOf(proposal({ ref: null, target: { x: 15, y: 15 } }), nodes)).toEqual({
    ok: true,
    value: [{ type: 'CLICK', ref: 'e2' }],
  });
});

test('a ref that is not on the page, and coordinates off it, are errors', () => {
  expect(actsOf(proposal({ ref: 'e9' }), [node('e1')])).toMatchObject({
    ok: false,
    error: { code: 'navigator.bad-proposal' },
  });
  expect(actsOf(proposal({ ref: null, target: { x: 9999, y: 1 } }), [node('e1')])).toMatchObject({
    ok: false,
  });
  expect(actsOf(proposal({ ref: null }), [node('e1')])).toMatchObject({ ok: false });
});

test('prose, foreign actions, extra keys and confidences out of range are no proposals', () => {
  const bad: readonly unknown[] = [
    'I would click it',
    null,
    [],
    proposal({ action: 'EVALUATE' as never }),
    { ...proposal({}), decision: 'ALLOW' },
    proposal({ confidence: 7 }),
    proposal({ ref: 'javascript:1' }),
    { ...proposal({}), capability: 'ACCESS_COOKIES' },
  ];
  for (const given of bad)
    expect(parseProposal(given), JSON.stringify(given)).toMatchObject({
      ok: false,
      error: { code: 'navigator.bad-proposal' },
    });
});

test('no value at all makes the parser throw', () => {
  fc.assert(fc.property(fc.anything(), (value) => typeof parseProposal(value).ok === 'boolean'));
});
