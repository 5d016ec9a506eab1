// Networks as policies name them: an address, or a block as `10.0.0.0/8`. Both kinds of addresses are one line of bits each, in which blocks
// nest. INVARIANT: one canonical text each; an IPv4 address that an IPv6 address wholly stands for is that IPv4 address.
import ipaddr from 'ipaddr.js';
import { standsFor } from './address.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** The kind, and the bits of an address or a block's beginning: `4:0000101…`. */
export type Bits = string;

/** Four numbers, also octal and hexadecimal ones. */
const LIKE_IPV4 = /^[\da-fx]+(?:\.[\da-fx]+){3}$/iu;

/** An address without brackets, in its canonical form; `null` for what is none. */
export function canonicalAddress(text: string): string | null {
  // Nearly all are names: of these the parser would find out by errors that it throws.
  if (!text.includes(':') && !LIKE_IPV4.test(text)) return null;
  if (!ipaddr.isValid(text) || (!text.includes(':') && text.split('.').length !== 4)) return null;
  return standsFor(text) ?? ipaddr.parse(text).toString();
}

/** Parses a block of a document: it has to be canonical, and the failure's help says how it would be written. */
export function parseNetwork(text: string): Result<string> {
  const [start = '', length, ...more] = text.split('/');
  const address = canonicalAddress(start);
  const help = 'write an address, or a block as in `10.20.0.0/16`';
  const bad = (why: string, mend = help): Result<never> =>
    fail('policy.bad-text', `\`${text.slice(0, 80)}\` ${why}`, { help: mend });
  if (address === null || more.length > 0) return bad('is no block of addresses');
  const bits = bitsOfAddress(address);
  const all = bits.length - 2;
  if (length === undefined)
    return address === text ? ok(text) : bad('is not in its plain form', `did you mean \`${address}\`?`);
  // Of an address that stands for another one the bits are that one's.
  if (start.includes(':') && bits.startsWith('4:'))
    return bad('is no block of addresses', 'write it with the IPv4 addresses that these stand for');
  if (!/^\d{1,3}$/u.test(length) || Number(length) > all) return bad('is no block of addresses');
  const canonical = networkOf(bits.slice(0, 2 + Number(length)));
  return canonical === text ? ok(text) : bad('is not in its plain form', `did you mean \`${canonical}\`?`);
}

/** Of an address or a block in its canonical form. */
export function bitsOf(network: string): Bits {
  const [start = '', length] = network.split('/');
  const bits = bitsOfAddress(start);
  return length === undefined ? bits : bits.slice(0, 2 + Number(length));
}

/** Whether an address, in its canonical form, is in a block. `''`, no address, is in none. */
export const inNetwork = (network: string, address: string): boolean =>
  address !== '' && bitsOfAddress(address).startsWith(bitsOf(network));

/** The block that begins with some bits; an address where there are all of them. */
export function networkOf(bits: Bits): string {
  const [all, size] = bits.startsWith('4:') ? [32, 8] : [128, 16];
  const own = bits.slice(2);
  const parts: number[] = [];
  for (let at = 0; at < all; at += size)
    parts.push(Number.parseInt(own.padEnd(all, '0').slice(at, at + size), 2));
  const address =
    size === 8 ? parts.join('.') : ipaddr.parse(parts.map((part) => part.toString(16)).join(':')).toString();
  return own.length === all ? address : `${address}/${own.length}`;
}

function bitsOfAddress(address: string): Bits {
  const bytes = ipaddr.parse(address).toByteArray();
  return `${bytes.length === 4 ? '4' : '6'}:${bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')}`;
}
