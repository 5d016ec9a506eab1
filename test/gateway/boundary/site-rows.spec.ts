// What a card says of a host by its name: that it only looks like one that the policy allows, and where an answer would lead.
import { expect, test } from 'vitest';
import { siteRows } from '#gateway/boundary/words/site-rows.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import { facts, layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';

const policy = policyOf(
  shipped('default'),
  layer(`rules:
  - { id: pay, decision: ALLOW, when: { capability: NAVIGATE_CROSS_ORIGIN, host: [paypal.com, pay-pol.com] }, reason: r }
  - { id: wiki, decision: ESCALATE, when: { capability: NAVIGATE_CROSS_ORIGIN, host: wiki.example, addressClass: [PUBLIC, PRIVATE, LOOPBACK] }, reason: r }`),
);
const rows = (host: string, more = {}) => {
  const gate = { capability: 'NAVIGATE_CROSS_ORIGIN', url: `https://${host}/` } as const;
  return siteRows(
    policy,
    rule(policy, [
      { gate, facts: facts({ executor: 'HEADED_CHROMIUM', capability: gate.capability, host, ...more }) },
    ]),
  ).map(({ label, value, by }) => [label, value, by]);
};

test.each(['paypa1.com', 'paypall.com', 'payapl.com', 'login.pay-pal.com', 'paypal.co'])(
  '%s is said to look like the host that the policy allows, in words of our own',
  (host) => {
    expect(rows(host)).toEqual([
      ['looks like', 'paypal.com, which your policy allows; it is another site', 'GATEWAY'],
    ]);
  },
);

test.each(['example.org', 'www.paypal.com', 'paypal.org', 'pay.example'])(
  'twin: nothing is said of %s',
  (host) => {
    expect(rows(host)).toEqual([]);
  },
);

test('an imitation that the policy itself allows is none of ours to doubt', () => {
  expect(rows('www.pay-pol.com')).toEqual([]);
});

test('where the policy names other classes for a name, the card says where an answer would lead too', () => {
  expect(rows('wiki.example')).toEqual([
    ['may lead to', 'a private network or this machine too, as your policy lets it', 'GATEWAY'],
  ]);
  expect(rows('wiki.example', { addressClass: 'PRIVATE' })).toEqual([]);
});
