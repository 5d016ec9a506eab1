// From an entry of the log to What if: its request is asked of the policy in force, and an address that somebody wrote is no more than that.
import { expect, test } from 'vitest';
import { addressOfAsked } from '#ui/app/audit/entry/asked-again.ts';
import { askedIn } from '#ui/app/policy/asking/asked.ts';
import { addressOf, parseRoute } from '#ui/app/state/route.ts';

const gate = (decision: string, host: string) => ({
  url: `https://${host}`,
  decision,
  facts: {
    capability: 'NAVIGATE_CROSS_ORIGIN',
    executor: 'HEADLESS_CHROMIUM',
    addressClass: 'PUBLIC',
    namedByUser: true,
    host,
    acts: 3,
  },
});

test('the gate that decided is asked about, by the facts that the form has', () => {
  const details = { gates: [gate('ALLOW', 'a.example'), gate('DENY', 'b.example')] };
  const address = addressOfAsked(details, 'DENY') ?? '';
  const route = parseRoute(address);
  expect(route).toMatchObject({ view: 'policy', tab: 'what-if' });
  expect(addressOf(route)).toBe(address);
  expect('asked' in route ? askedIn(route.asked ?? '') : null).toEqual({
    capability: 'NAVIGATE_CROSS_ORIGIN',
    executor: 'HEADLESS_CHROMIUM',
    addressClass: 'PUBLIC',
    url: 'https://b.example',
    namedByUser: true,
  });
});

test.each([[{}], [{ gates: 'x' }], [{ gates: [] }], [{ gates: [null, 1] }], [{ gates: [{ facts: null }] }]])(
  'an entry without a decision leads nowhere: %j',
  (details) => {
    expect(addressOfAsked(details, null)).toBe(null);
  },
);

test('what is no value of its fact is left out', () => {
  expect(askedIn('capability=EVERYTHING&executor=x&addressClass=__proto__&namedByUser=yes')).toEqual({
    addressClass: null,
    url: null,
    namedByUser: false,
  });
  expect(askedIn(`url=${'a'.repeat(5_000)}`).url).toHaveLength(2_000);
});
