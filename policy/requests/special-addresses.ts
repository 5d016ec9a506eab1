// What is not the public net: IANA's special-purpose registries, the metadata services of the clouds, and the names of either.
// Data alone; `address.ts` reads it. Sources: iana-ipv4-special-registry, iana-ipv6-special-registry, RFC 6761, 6762, 8375.
import type { AddressClass } from '#policy/language/vocabulary.ts';

type Row = readonly [block: string, what: AddressClass];

/** IPv4 outside these blocks is PUBLIC. */
export const SPECIAL_IPV4: readonly Row[] = [
  // A host that is asked for 0.0.0.0 answers itself.
  ['0.0.0.0/8', 'LOOPBACK'],
  ['10.0.0.0/8', 'PRIVATE'],
  ['100.64.0.0/10', 'PRIVATE'],
  ['127.0.0.0/8', 'LOOPBACK'],
  ['169.254.0.0/16', 'LINK_LOCAL'],
  ['172.16.0.0/12', 'PRIVATE'],
  ['192.0.0.0/24', 'PRIVATE'],
  ['192.0.2.0/24', 'PRIVATE'],
  ['192.88.99.0/24', 'PRIVATE'],
  ['192.168.0.0/16', 'PRIVATE'],
  ['198.18.0.0/15', 'PRIVATE'],
  ['198.51.100.0/24', 'PRIVATE'],
  ['203.0.113.0/24', 'PRIVATE'],
  ['224.0.0.0/4', 'LINK_LOCAL'],
  ['240.0.0.0/4', 'PRIVATE'],
  ['255.255.255.255/32', 'LINK_LOCAL'],
];

/** IPv6 is PUBLIC within these blocks alone: global unicast, and what stands wholly for an IPv4 address. */
export const PUBLIC_IPV6: readonly string[] = ['2000::/3', '::ffff:0:0/96', '64:ff9b::/96'];

export const SPECIAL_IPV6: readonly Row[] = [
  ['::/128', 'LOOPBACK'],
  ['::1/128', 'LOOPBACK'],
  // Protocol assignments: Teredo, benchmarking, ORCHID. A few within are reachable from everywhere; no site is there.
  ['2001::/23', 'PRIVATE'],
  ['2001:db8::/32', 'PRIVATE'],
  ['2002::/16', 'PRIVATE'],
  ['3fff::/20', 'PRIVATE'],
  ['fe80::/10', 'LINK_LOCAL'],
  ['ff00::/8', 'LINK_LOCAL'],
];

/** Cloud metadata services: reachable from the machine alone, and they hand out credentials. */
export const METADATA_ADDRESSES: readonly string[] = [
  '169.254.169.254', // most clouds
  '169.254.170.2', // Amazon ECS
  '169.254.170.23', // Amazon EKS
  '168.63.129.16', // Azure's wire server
  '100.100.100.200', // Alibaba
  '192.0.0.192', // Oracle
  '169.254.0.23', // Tencent
  '169.254.10.10', // Tencent
  '169.254.42.42', // Scaleway
  '169.254.169.250', // Rancher
  'fd00:ec2::254', // Amazon EC2
  'fd00:ec2::23', // Amazon EKS
  'fd20:ce::254', // Google
  'fd00:42::42', // Scaleway
  'fd00:a9fe:a9fe::1', // Akamai
  'fe80::a9fe:a9fe', // OpenStack
];

/** Names that each cloud's resolver answers with its metadata service; names below them count, too. */
export const METADATA_NAMES: readonly string[] = [
  'metadata',
  'metadata.goog',
  'metadata.google.internal',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'api.metadata.cloud.ibm.com',
  'rancher-metadata',
];

/** This machine by name, and names below them. */
export const LOOPBACK_NAMES: readonly string[] = [
  'localhost',
  'localhost.localdomain',
  'localhost4',
  'localhost6',
  'localhost4.localdomain4',
  'localhost6.localdomain6',
  'ip6-localhost',
  'ip6-loopback',
];

/** Suffixes that are not delegated, or reserved for networks of one's own. A name of one label is of such a network, too. */
export const PRIVATE_SUFFIXES: readonly string[] = [
  'local',
  'internal',
  'home.arpa',
  'intranet',
  'lan',
  'localdomain',
  'private',
  'corp',
  'home',
  'mail',
];
