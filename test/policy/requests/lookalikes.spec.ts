// Which hosts are taken for another one, which are just another name, and that finding them is no comparing of all.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Lookalikes, editBetween } from '#policy/requests/lookalikes.ts';

const index = (...hosts: readonly string[]): Lookalikes => new Lookalikes(hosts);

describe('a host looks like another', () => {
  test.each([
    ['paypa1.com', 'paypal.com'],
    ['paypai.com', 'paypal.com'],
    ['rnicrosoft.com', 'microsoft.com'],
    ['login.rnicrosoft.net', 'microsoft.com'],
    ['tvvitter.com', 'twitter.com'],
    ['g00gle.com', 'google.com'],
    ['pay-pal.com', 'paypal.com'],
    ['papal.com', 'paypal.com'],
    ['paypall.com', 'paypal.com'],
    ['paypol.com', 'paypal.com'],
    ['payapl.com', 'paypal.com'],
    ['paypal1.com', 'paypal.com'],
    ['paypal.cm', 'paypal.com'],
    ['paypal.co', 'paypal.com'],
    ['xn--pypal-4ve.com', 'paypal.com'],
    ['alicea.github.io', 'alices.github.io'],
  ])('%s like %s', (host, other) => {
    expect(index('elsewhere.org', other).of(host)).toMatchObject({ host: other });
    expect(index('elsewhere.org', host).of(other)).toMatchObject({ host });
  });

  test.each([
    ['itself', 'paypal.com', 'paypal.com'],
    ['a host of its own site', 'www.paypal.com', 'login.paypal.com'],
    ['the same name elsewhere', 'amazon.de', 'amazon.com'],
    ['the same name in another country', 'amazon.de', 'amazon.be'],
    ['short names', 'a.example', 'b.example'],
    ['short names of four letters', 'shop.example', 'shoe.example'],
    ['numbered hosts', 'cdn1.example', 'cdn2.example'],
    ['long numbered hosts', 'assets-17.example', 'assets-18.example'],
    ['numbers of several digits', 'server9.example', 'server10.example'],
    ['two changes', 'github.com', 'gitlab.com'],
    ['addresses', '10.0.0.1', '10.0.0.2'],
    ['single labels', 'printer1', 'printerl'],
  ])('twin: not %s', (_what, host, other) => {
    expect(index(other).of(host)).toBeNull();
  });

  test('of two, the odder one imitates', () => {
    expect(index('paypal.com').of('paypa1.com')).toMatchObject({ imitates: true, isImitated: false });
    expect(index('paypa1.com').of('paypal.com')).toMatchObject({ imitates: false, isImitated: true });
    expect(index('paypol.com').of('paypal.com')).toMatchObject({ imitates: false, isImitated: false });
  });
});

test('one edit is one edit, by every way of making it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  const neighbours = (word: string): ReadonlySet<string> => {
    const found = new Set<string>();
    for (let at = 0; at <= word.length; at += 1) {
      const [left, right] = [word.slice(0, at), word.slice(at)];
      for (const letter of 'abc') {
        found.add(left + letter + right);
        if (right !== '') found.add(left + letter + right.slice(1));
      }
      found.add(left + right.slice(1));
      if (right.length > 1) found.add(left + (right[1] ?? '') + (right[0] ?? '') + right.slice(2));
    }
    found.delete(word);
    return found;
  };
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(editBetween(a, b) !== null).toBe(neighbours(a).has(b));
    }),
    { numRuns: 2_000 },
  );
});

test('the index finds what comparing all finds', () => {
  const label = fc.string({
    unit: fc.constantFrom('a', 'b', 'l', '1', 'o', '0'),
    minLength: 5,
    maxLength: 7,
  });
  fc.assert(
    fc.property(fc.uniqueArray(label, { maxLength: 25 }), label, (labels, own) => {
      const hosts = labels.map((one) => `${one}.com`);
      const one = hosts.find((host) => index(host).of(`${own}.com`) !== null);
      expect(index(...hosts).of(`${own}.com`) === null).toBe(one === undefined);
    }),
    { numRuns: 1_000 },
  );
});
