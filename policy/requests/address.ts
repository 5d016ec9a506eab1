// How public an address is. One classification for the policy's facts, the gateway and the network choke point.
// INVARIANT: an address that carries another one counts as the less public of the two, in every form that is known to carry one.
import ipaddr from 'ipaddr.js';
import {
  LOOPBACK_NAMES,
  METADATA_ADDRESSES,
  METADATA_NAMES,
  PRIVATE_SUFFIXES,
  PUBLIC_IPV6,
  SPECIAL_IPV4,
  SPECIAL_IPV6,
} from './special-addresses.ts';
import { ADDRESS_CLASSES } from '#policy/language/vocabulary.ts';
import type { AddressClass } from '#policy/language/vocabulary.ts';

type Bytes = readonly number[];
type Block = { readonly start: Bytes; readonly bits: number };

const bytesOf = (text: string): Bytes => ipaddr.parse(text).toByteArray();

function blockOf(text: string): Block {
  const [start = '', bits = ''] = text.split('/');
  return { start: bytesOf(start), bits: Number(bits) };
}

const specials = (rows: readonly (readonly [string, AddressClass])[]) =>
  rows.map(([text, is]) => ({ block: blockOf(text), is }));

const IPV4 = specials(SPECIAL_IPV4);
const IPV6 = specials(SPECIAL_IPV6);
const IPV6_PUBLIC = PUBLIC_IPV6.map(blockOf);
const METADATA: ReadonlySet<string> = new Set(METADATA_ADDRESSES.map((text) => bytesOf(text).join()));

/** The class of an IP address in text form, in brackets or not; `null` for anything else. */
export function classifyAddress(text: string): AddressClass | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  // Most texts are names, and the library takes its time to say so.
  if (!bare.includes(':') && !NUMBERS.test(bare)) return null;
  return ipaddr.isValid(bare) ? classOf(bytesOf(bare)) : null;
}

/** All that an IPv4 address is written with, in any notation: decimal, octal, hexadecimal. */
const NUMBERS = /^[\da-fx.]+$/iu;

function classOf(bytes: Bytes): AddressClass {
  if (METADATA.has(bytes.join())) return 'METADATA';
  if (bytes.length === 4) return IPV4.findLast(({ block }) => isIn(bytes, block))?.is ?? 'PUBLIC';
  const own = IPV6.find(({ block }) => isIn(bytes, block))?.is;
  const reachable = IPV6_PUBLIC.some((block) => isIn(bytes, block));
  return leastPublic([own ?? (reachable ? 'PUBLIC' : 'PRIVATE'), ...embeddedIn(bytes).map(classOf)]);
}

const MAPPED = blockOf('::ffff:0:0/96');
const COMPATIBLE = blockOf('::/96');
const TRANSLATED = blockOf('::ffff:0:0:0/96');
const NAT64 = blockOf('64:ff9b::/96');
const NAT64_LOCAL = blockOf('64:ff9b:1::/48');
const TEREDO = blockOf('2001::/32');
const SIX_TO_FOUR = blockOf('2002::/16');

/** Blocks whose addresses are nothing but another way to write an IPv4 address: RFC 4291 2.5.5, 7915, 6052. */
const WHOLLY = [MAPPED, TRANSLATED, NAT64];

/** The IPv4 address that an IPv6 address is wholly written for, and so leads to; `null` for every other address. */
export function standsFor(address: string): string | null {
  const bytes = bytesOf(address);
  const [only] = bytes.length === 4 || !WHOLLY.some((block) => isIn(bytes, block)) ? [] : embeddedIn(bytes);
  return only === undefined ? null : only.join('.');
}

/** Every IPv4 address that an IPv6 address carries, wherever some network would look for it. */
function embeddedIn(bytes: Bytes): readonly Bytes[] {
  const at = (...places: readonly number[]): Bytes => places.map((place) => bytes[place] ?? 0);
  const last = at(12, 13, 14, 15);
  if (WHOLLY.some((block) => isIn(bytes, block))) return [last];
  // `::` and `::1` are addresses of their own.
  if (isIn(bytes, COMPATIBLE)) return (last[0] ?? 0) + (last[1] ?? 0) + (last[2] ?? 0) === 0 ? [] : [last];
  // RFC 8215: each network chooses one of the lengths of RFC 6052, which leave byte 8 out.
  if (isIn(bytes, NAT64_LOCAL)) return [at(6, 7, 9, 10), at(7, 9, 10, 11), at(9, 10, 11, 12), last];
  // RFC 4380: the server, and the client with its bits turned round.
  if (isIn(bytes, TEREDO)) return [at(4, 5, 6, 7), last.map((byte) => byte ^ 0xff)];
  const isatap = isIsatap(bytes) ? [last] : [];
  return isIn(bytes, SIX_TO_FOUR) ? [at(2, 3, 4, 5), ...isatap] : isatap;
}

/** RFC 5214 6.1: `0000:5efe` or `0200:5efe` before the IPv4 address, below any prefix. */
const isIsatap = (bytes: Bytes): boolean =>
  (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;

function isIn(bytes: Bytes, { start, bits }: Block): boolean {
  if (bytes.length !== start.length) return false;
  return start.every((byte, index) => {
    const left = Math.min(8, Math.max(0, bits - index * 8));
    const mask = (0xff << (8 - left)) & 0xff;
    return ((bytes[index] ?? 0) & mask) === (byte & mask);
  });
}

/**
 * The class that a host has before any name is resolved: addresses by their range, names by what they are reserved for, every
 * other name PUBLIC. The choke point asks again with the addresses that the name resolved to.
 */
export function classifyHost(host: string): AddressClass {
  const name = (host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase();
  if (name === '') return 'PUBLIC';
  const address = classifyAddress(name);
  if (address !== null) return address;
  const domains = domainsOf(name);
  if (domains.some((one) => METADATA_DOMAINS.has(one))) return 'METADATA';
  if (domains.some((one) => LOOPBACK_DOMAINS.has(one))) return 'LOOPBACK';
  return domains.length === 1 || domains.some((one) => PRIVATE_DOMAINS.has(one)) ? 'PRIVATE' : 'PUBLIC';
}

/** Looked up and not compared one by one: each host of a policy is classified, too. */
const [METADATA_DOMAINS, LOOPBACK_DOMAINS, PRIVATE_DOMAINS] = [
  new Set(METADATA_NAMES),
  new Set(LOOPBACK_NAMES),
  new Set(PRIVATE_SUFFIXES),
];

/** A name, and every name that it is below. */
function domainsOf(name: string): readonly string[] {
  const domains = [name];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1))
    domains.push(name.slice(dot + 1));
  return domains;
}

/** Whether a host is an address itself. */
export const isAddress = (host: string): boolean => classifyAddress(host) !== null;

/** The classes that a host may turn out to have: an address and this machine's own name have one, other names these or less public ones. */
export function addressClassesOf(host: string): readonly AddressClass[] {
  const least = classifyHost(host);
  if (isAddress(host) || least === 'LOOPBACK') return [least];
  return ADDRESS_CLASSES.slice(ADDRESS_CLASSES.indexOf(least));
}

/** Whether one class is less public than another. */
export const isLessPublic = (one: AddressClass, other: AddressClass): boolean =>
  ADDRESS_CLASSES.indexOf(one) > ADDRESS_CLASSES.indexOf(other);

/** The least public of several classes: what a name with several addresses counts as. */
export function leastPublic(classes: readonly AddressClass[]): AddressClass {
  const rank = Math.max(0, ...classes.map((one) => ADDRESS_CLASSES.indexOf(one)));
  return ADDRESS_CLASSES[rank] ?? 'METADATA';
}
