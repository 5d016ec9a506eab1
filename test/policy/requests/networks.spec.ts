// Blocks of addresses, and the classes that they make: held against numbers.
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { NetworkClasses } from '#policy/engine/classes/network-classes.ts';
import { canonicalAddress, inNetwork, networkOf, parseNetwork } from '#policy/requests/networks.ts';

const INSIDE = '10.0.0.0/8';

describe('a block', () => {
  test.each(['10.0.0.0/8', '10.20.30.40', '0.0.0.0/0', 'fd00::/8', '2001:db8::1'])('%s is one', (text) => {
    expect(parseNetwork(text)).toEqual({ ok: true, value: text });
  });

  test.each([
    ['10.1.0.0/8', 'did you mean `10.0.0.0/8`?'],
    ['::ffff:10.0.0.1', 'did you mean `10.0.0.1`?'],
    ['64:ff9b::a00:1', 'did you mean `10.0.0.1`?'],
    ['64:ff9b::/96', 'write it with the IPv4 addresses that these stand for'],
    ['2001:DB8::/32', 'did you mean `2001:db8::/32`?'],
    ['10.0.0.0/33', 'write an address, or a block as in `10.20.0.0/16`'],
    ['10.0.0/8', 'write an address, or a block as in `10.20.0.0/16`'],
    ['10.*', 'write an address, or a block as in `10.20.0.0/16`'],
    ['crm.test', 'write an address, or a block as in `10.20.0.0/16`'],
  ])('%s is none: %s', (text, help) => {
    const parsed = parseNetwork(text);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok || parsed.error.help).toBe(help);
  });

  test('holds what its bits begin, and no address of the other kind', () => {
    expect(['10.0.0.0', '10.255.255.255'].every((one) => inNetwork(INSIDE, one))).toBe(true);
    expect(['11.0.0.0', '9.255.255.255', '::a00:1', ''].some((one) => inNetwork(INSIDE, one))).toBe(false);
  });
});

test.each(['10.0.0.1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '64:ff9b::10.0.0.1', '::ffff:0:a00:1'])(
  '%s leads to 10.0.0.1, and is in its blocks',
  (text) => {
    const address = canonicalAddress(text);
    expect([address, inNetwork(INSIDE, address ?? '')]).toEqual(['10.0.0.1', true]);
  },
);

/** Few bits that differ, so that blocks meet. */
const address = fc.oneof(
  fc
    .tuple(fc.constantFrom(10, 11), fc.constantFrom(0, 128), fc.constantFrom(0, 1), fc.nat(3))
    .map((parts) => parts.join('.')),
  fc.constantFrom('::1', 'fd00::', 'fd00::1', 'fd80::1', '8000::'),
);
const block = fc.tuple(address, fc.constantFrom(0, 1, 7, 8, 9, 15, 16, 24, 31, 32)).map(([text, length]) => {
  const own = ipaddr.parse(text);
  const bits = own
    .toByteArray()
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .slice(0, length);
  return networkOf(`${own.kind() === 'ipv4' ? '4' : '6'}:${bits}`);
});

test('classes are exact: each has an address, and those of one class are in the same blocks', () => {
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 6 }),
      fc.array(address, { maxLength: 8 }),
      (blocks, addresses) => {
        const classes = new NetworkClasses(blocks);
        for (let index = 0; index < classes.count; index++)
          expect(classes.classOf(classes.witness(index))).toBe(index);
        for (const one of addresses.map((text) => canonicalAddress(text) ?? '')) {
          const own = classes.classOf(one);
          const there = blocks.filter((each) => inNetwork(each, one));
          expect(blocks.filter((each) => inNetwork(each, classes.witness(own)))).toEqual(there);
          for (const each of blocks)
            expect(classes.intervals(each).some(([from, to]) => from <= own && own < to)).toBe(
              there.includes(each),
            );
        }
      },
    ),
  );
});

test('a function has one form, whichever blocks it was cut by', () => {
  const holds = (text: string): number =>
    inNetwork('10.0.0.0/9', text) || inNetwork('10.0.1.0/24', text) ? 1 : 0;
  const form = (blocks: readonly string[]): unknown => {
    const classes = new NetworkClasses(blocks);
    return classes.reduce((index) => holds(classes.witness(index)));
  };
  expect(form(['10.0.0.0/9'])).toEqual([
    ['', 0],
    ['10.0.0.0/9', 1],
  ]);
  expect(form(['10.0.0.0/10', '10.64.0.0/10', '10.0.1.0/24', '11.0.0.0/8'])).toEqual(form(['10.0.0.0/9']));
});
