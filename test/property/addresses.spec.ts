// Addresses by chance, held against an oracle of its own: IANA's two special-purpose registries as they were read on 2026-11-22,
// compared bit by bit as text. INVARIANT: nothing here is taken from `policy/`.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyAddress } from '#policy/requests/address.ts';
import { ADDRESS_CLASSES } from '#policy/language/vocabulary.ts';

/** Registered as not globally reachable, and multicast. */
const NOT_PUBLIC_4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32';
const NOT_PUBLIC_6 =
  '::/128 ::1/128 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8';
/** Where an address of IPv4 stands in one of IPv6: a pattern of its bits, `.` for any, a to d for the bits of the four bytes. */
const QUAD = `${'a'.repeat(8)}${'b'.repeat(8)}${'c'.repeat(8)}${'d'.repeat(8)}`;
const any = (bits: number): string => '.'.repeat(bits);
const group = (...groups: readonly string[]): string =>
  groups.map((one) => Number.parseInt(one, 16).toString(2).padStart(16, '0')).join('');
const CARRIES: readonly (readonly [string, string, boolean])[] = [
  ['mapped', `${'0'.repeat(80)}${group('ffff')}${QUAD}`, false],
  ['compatible', `${'0'.repeat(96)}${QUAD}`, false],
  ['translated', `${'0'.repeat(64)}${group('ffff', '0')}${QUAD}`, false],
  ['NAT64', `${group('64', 'ff9b')}${'0'.repeat(64)}${QUAD}`, false],
  ['local NAT64 /96', `${group('64', 'ff9b', '1')}${any(48)}${QUAD}`, false],
  [
    'local NAT64 /48',
    `${group('64', 'ff9b', '1')}${QUAD.slice(0, 16)}${any(8)}${QUAD.slice(16)}${any(40)}`,
    false,
  ],
  ['local NAT64 /64', `${group('64', 'ff9b', '1')}${any(24)}${QUAD}${any(24)}`, false],
  ['6to4', `${group('2002')}${QUAD}${any(80)}`, false],
  ['Teredo server', `${group('2001', '0')}${QUAD}${any(64)}`, false],
  ['Teredo client', `${group('2001', '0')}${any(64)}${QUAD}`, true],
  ['ISATAP', `${group('2a00', '1450')}${any(32)}${group('0', '5efe')}${QUAD}`, false],
  ['ISATAP, global', `${group('2a00', '1450')}${any(32)}${group('200', '5efe')}${QUAD}`, false],
];

const bits4 = (bytes: readonly number[]): string =>
  bytes.map((one) => one.toString(2).padStart(8, '0')).join('');
const quadOf = (text: string): string => bits4(text.split('.').map(Number));
function bits6(text: string): string {
  const [left = '', right] = text.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const before = groups(left);
  const after = groups(right ?? '');
  return group(...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after);
}
const within = (bits: string, blocks: string, read: (text: string) => string): boolean =>
  blocks.split(' ').some((block) => {
    const [start = '', length = ''] = block.split('/');
    return bits.startsWith(read(start).slice(0, Number(length)));
  });
const written = (bits: string): string =>
  (bits.match(/.{16}/gu) ?? []).map((one) => Number.parseInt(one, 2).toString(16)).join(':');

const byte = fc.nat(255);
const anywhere = fc.tuple(byte, byte, byte, byte);
/** Of the blocks and of their edges, as often as of the rest. */
const quad = fc.oneof(
  anywhere,
  fc.tuple(fc.constantFrom(...NOT_PUBLIC_4.split(' ')), fc.constantFrom(-1, 0, 1)).map(([block, step]) => {
    const value = (Number.parseInt(quadOf(block.split('/')[0] ?? ''), 2) + step + 2 ** 32) % 2 ** 32;
    return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
  }),
  fc.constantFrom([169, 254, 169, 254], [168, 63, 129, 16], [127, 0, 0, 1], [93, 184, 216, 34]),
);
const noise = fc.array(fc.constantFrom('0', '1'), { minLength: 128, maxLength: 128 });

describe('an address', () => {
  test('of IPv4 is public where no registry has it otherwise, and nowhere else', () => {
    fc.assert(
      fc.property(quad, (bytes) => {
        const text = bytes.join('.');
        const listed =
          within(bits4(bytes), NOT_PUBLIC_4, quadOf) || ['100.100.100.200', '192.0.0.192'].includes(text);
        expect([text, classifyAddress(text) !== 'PUBLIC']).toEqual([text, listed]);
      }),
      { numRuns: 5_000 },
    );
  });

  test('of IPv6 is never public where a registry has it otherwise, nor outside of global unicast', () => {
    const drawn = fc.oneof(
      noise.map((bits) => bits.join('')),
      fc.tuple(fc.constantFrom(...NOT_PUBLIC_6.split(' ')), noise).map(([block, bits]) => {
        const [start = '', length = ''] = block.split('/');
        return bits6(start).slice(0, Number(length)) + bits.slice(Number(length)).join('');
      }),
    );
    fc.assert(
      fc.property(drawn, (bits) => {
        const global = bits.startsWith('001') && !within(bits, NOT_PUBLIC_6, bits6);
        if (!global)
          expect([written(bits), classifyAddress(written(bits))]).not.toEqual([written(bits), 'PUBLIC']);
      }),
      { numRuns: 5_000 },
    );
  });

  test('of IPv6 that carries one of IPv4 is at most as public as that, in every form', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CARRIES), quad, noise, ([, form, turned], bytes, other) => {
        const inside = bits4(turned ? bytes.map((one) => one ^ 0xff) : bytes);
        let next = 0;
        const bits = [...form]
          .map((one, at) => (one === '.' ? other[at] : /[a-d]/u.test(one) ? inside[next++] : one))
          .join('');
        const text = written(bits);
        const rank = (address: string): number =>
          ADDRESS_CLASSES.indexOf(classifyAddress(address) ?? 'PUBLIC');
        // `::/104` without a network of its own in it is the range of `::` and `::1`.
        if (bits.startsWith('0'.repeat(120))) return;
        expect([text, rank(text) >= rank(bytes.join('.'))]).toEqual([text, true]);
      }),
      { numRuns: 10_000 },
    );
  });

  test('of IPv6 that stands for a public one is public where networks use it so: mapped, and behind NAT64', () => {
    for (const text of ['::ffff:93.184.216.34', '64:ff9b::93.184.216.34', '2606:4700::1111', '2a00:1450::1'])
      expect([text, classifyAddress(text)]).toEqual([text, 'PUBLIC']);
  });
});
