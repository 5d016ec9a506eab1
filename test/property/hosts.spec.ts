// Hosts by chance: what the policy reads in an address is what the address means, however it is dressed up.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalHost, hostMatches, parseHostPattern, urlFacts } from '#policy/requests/host.ts';

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,10}$/u);
const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
const quad = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const scheme = fc.constantFrom('http', 'https', 'ws', 'wss');

const readHost = (url: string): string | null => {
  const facts = urlFacts(url);
  return facts.ok ? facts.value.host : null;
};

/** The same letters in another dress: capitals, full width, percent-encoded, other dots. */
const dresses: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) =>
    [...text].map((c) => (c === '.' ? c : String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0))).join(''),
  (text) => [...text].map((c) => `%${(c.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`).join(''),
  (text) => text.replaceAll('.', '。'),
  (text) => `${text}.`,
];

describe('an address', () => {
  test('is read as the same host in every dress', () => {
    fc.assert(
      fc.property(scheme, host, fc.constantFrom(...dresses), (s, name, dress) => {
        expect(readHost(`${s}://${dress(name)}/x`)).toBe(name);
      }),
    );
  });

  test('is read as one host by the policy and by the platform’s own parser, or refused', () => {
    fc.assert(
      fc.property(scheme, fc.string({ unit: 'binary', maxLength: 40 }), (s, noise) => {
        const url = `${s}://${noise}/`;
        const read = readHost(url);
        if (read === null) return;
        const theirs = canonicalHost(new URL(url).hostname);
        expect(read).toBe(theirs);
      }),
      { numRuns: 2_000 },
    );
  });

  test('with anything before an @ in its authority is refused', () => {
    fc.assert(
      fc.property(scheme, host, host, (s, shown, meant) => {
        expect(readHost(`${s}://${shown}@${meant}/`)).toBeNull();
        expect(readHost(`${s}://${shown}:80@${meant}/`)).toBeNull();
      }),
    );
  });

  test('of four numbers is one host in every notation', () => {
    fc.assert(
      fc.property(quad, (parts) => {
        const dotted = parts.join('.');
        const whole = parts.reduce((sum, part) => sum * 256 + part, 0);
        const notations = [
          dotted,
          String(whole),
          `0x${whole.toString(16)}`,
          parts.map((part) => `0x${part.toString(16)}`).join('.'),
          parts.map((part) => `0${part.toString(8)}`).join('.'),
          `[::ffff:${dotted}]`,
          dotted.replaceAll('.', '。'),
        ];
        for (const notation of notations) expect(readHost(`http://${notation}/`)).toBe(dotted);
      }),
    );
  });
});

describe('a pattern', () => {
  test('of a host matches that host and no other; of its subdomains, strictly those', () => {
    fc.assert(
      fc.property(host, host, label, (name, other, sub) => {
        const exact = parseHostPattern(name);
        const below = parseHostPattern(`*.${name}`);
        if (!exact.ok || !below.ok) throw new Error('a host is a pattern');
        expect(hostMatches(exact.value, name)).toBe(true);
        expect(hostMatches(exact.value, other)).toBe(other === name);
        expect(hostMatches(exact.value, `${sub}.${name}`)).toBe(false);
        expect(hostMatches(below.value, name)).toBe(false);
        expect(hostMatches(below.value, `${sub}.${name}`)).toBe(true);
        expect(hostMatches(below.value, `${sub}${name}`)).toBe(false);
        expect(hostMatches(below.value, `${name}.${sub}`)).toBe(`${name}.${sub}`.endsWith(`.${name}`));
      }),
    );
  });
});
