// How public an address is. One classification for the policy's facts, the gateway and the network choke point.
import ipaddr from 'ipaddr.js';
import { ADDRESS_CLASSES } from './vocabulary.ts';
import type { AddressClass } from './vocabulary.ts';

/** Cloud metadata services: reachable from the machine alone, and they hand out credentials. */
const METADATA: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);

const LOOPBACK: ReadonlySet<string> = new Set(['loopback', 'unspecified']);
const LINK_LOCAL: ReadonlySet<string> = new Set(['linkLocal', 'multicast', 'broadcast']);

/** The class of an IP address in text form; `null` for anything else. IPv4-mapped and NAT64 forms count as the address inside. */
export function classifyAddress(text: string): AddressClass | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (!ipaddr.isValid(bare)) return null;
  const address = unwrap(ipaddr.process(bare));
  const canonical = address.toString();
  if (METADATA.has(canonical)) return 'METADATA';
  const range: string = address.range();
  if (LOOPBACK.has(range)) return 'LOOPBACK';
  if (LINK_LOCAL.has(range)) return 'LINK_LOCAL';
  // Everything that is not plain unicast (private, CGNAT, unique local, reserved, 6to4, benchmarking …) is not public.
  return range === 'unicast' ? 'PUBLIC' : 'PRIVATE';
}

/**
 * The class that a canonical host has before any name is resolved: addresses by their range, `localhost` and below it
 * LOOPBACK, every other name PUBLIC. The choke point asks again with the address that the name resolved to.
 */
export function classifyHost(host: string): AddressClass {
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  if (name === 'localhost' || name.endsWith('.localhost')) return 'LOOPBACK';
  return classifyAddress(name) ?? 'PUBLIC';
}

/** The least public of several classes: what a name with several addresses counts as. */
export function leastPublic(classes: readonly AddressClass[]): AddressClass {
  const rank = Math.max(0, ...classes.map((one) => ADDRESS_CLASSES.indexOf(one)));
  return ADDRESS_CLASSES[rank] ?? 'METADATA';
}

function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() !== 'ipv6' || address.range() !== 'rfc6052') return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(12));
}
