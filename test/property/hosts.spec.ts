// Hosts by chance: what the policy reads in an address is what the address means, however it is dressed up.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostToDial } from '#executors/network/target.ts';
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

/** What the URL parser alone makes of an authority's host; `null` where it takes it for something else. */
function byParser(text: string): string | null {
  const url = URL.parse(`http://${text}/`);
  const said = url?.hostname.replace(/\.$/u, '') ?? null;
  // A port, a path, a user: more than a host.
  const isHostAlone =
    url !== null && url.href === `http://${url.hostname}/` && !/[\s/\\?#@]|\p{Cc}/u.test(text);
  return said === null || said === '' || !isHostAlone ? null : said;
}

describe('a host by itself', () => {
  const groups = fc.array(
    fc.nat(0xffff).map((part) => part.toString(16)),
    { minLength: 8, maxLength: 8 },
  );
  const ipv6 = fc.oneof(
    groups.map((all) => all.join(':')),
    groups.map((all) => all.map((part) => part.padStart(4, '0').toUpperCase()).join(':')),
    fc.tuple(groups, fc.nat(5)).map(([all, at]) => `${all.slice(0, at).join(':')}::${all[7] ?? ''}`),
    quad.map((parts) => `::ffff:${parts.join('.')}`),
  );
  const odd = fc.oneof(
    fc.constantFrom('_dmarc.a.test', '-a-.test', 'a..b', 'a.test.', '.a.test', 'xn--a', 'ä.test', 'ＡB.test'),
    fc.constantFrom('a!b.test', "a'b.test", '1.2.3', '0x7f.1', '256.1.1.1', 'a%2eb', '[::1', 'a:80', 'a:'),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.tuple(host, fc.constantFrom(...dresses)).map(([name, dress]) => dress(name)),
  );

  test('is one to the policy and to whoever dials it, as the URL parser reads it, or no host to both', () => {
    fc.assert(
      fc.property(fc.oneof(ipv6, odd), (text) => {
        const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
        const canonical = canonicalHost(bracketed);
        // A socket takes no brackets, and has no empty name.
        const dialled = canonical === null || canonical === '' ? null : canonical.replace(/^\[|\]$/gu, '');
        expect(hostToDial(text)).toBe(dialled);
        const parsed = byParser(bracketed);
        if (canonical === null || canonical === '') return;
        // The one address that has two spellings is read as the shorter.
        const mapped = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/u.exec(parsed ?? '');
        const words = mapped?.slice(1).map((part) => Number.parseInt(part, 16)) ?? [];
        const expected =
          mapped === null ? parsed : words.flatMap((word) => [word >> 8, word & 0xff]).join('.');
        expect(canonical).toBe(expected);
        // It stays what it is when it is read again.
        expect(canonicalHost(canonical)).toBe(canonical);
        expect(hostToDial(canonical)).toBe(dialled);
      }),
      { numRuns: 4_000 },
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
