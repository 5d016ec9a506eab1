// Hosts below which anybody may have a site: registries' suffixes and shared hosting, by the list that comes with tldts.
// INVARIANT: nothing is granted on one unless the entry says `publicSuffix: true`: it would be granted to whoever registers there.
import { parse } from 'tldts';
import type { Condition } from '#policy/engine/documents/condition.ts';
import type { HostPattern } from '#policy/requests/host.ts';
import { PRIVATE_SUFFIXES } from '#policy/requests/special-addresses.ts';

/** Nobody registers below these (RFC 2606, 6761): whoever runs the network says what is there. */
const OWN: ReadonlySet<string> = new Set([
  ...PRIVATE_SUFFIXES,
  'test',
  'example',
  'invalid',
  'localhost',
  'onion',
]);

/** What a suffix is, in words; `null` for a host of somebody's own. */
export function suffixInWords(host: string): string | null {
  if (OWN.has(host)) return null;
  const { publicSuffix, isPrivate, isIcann } = parse(host, { allowPrivateDomains: true });
  if (publicSuffix !== host) return null;
  if (isPrivate === true) return 'a shared host: anybody may have a site below it';
  if (isIcann === true) return 'a public suffix: anybody may register a name below it';
  return 'a single label: it is no site of anybody';
}

/** The first pattern by which a condition may hold for a public suffix, or for all below one. */
export function suffixIn(
  condition: Condition,
): { readonly pattern: HostPattern; readonly what: string } | null {
  for (const pattern of patternsIn(condition, true)) {
    const what = suffixInWords(pattern.host);
    // A single label by itself is a machine of one's own network.
    const named = pattern.below || pattern.host.includes('.') || isListed(pattern.host);
    if (what !== null && named) return { pattern, what };
  }
  return null;
}

function isListed(host: string): boolean {
  const { isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return isIcann === true || isPrivate === true;
}

/** The patterns by which a condition may hold (`inside`), or fail to. */
export function patternsIn(condition: Condition, inside: boolean): readonly HostPattern[] {
  switch (condition.op) {
    case 'in':
      return inside && condition.set.kind === 'hosts' ? condition.set.patterns : [];
    case 'and':
    case 'or':
      return condition.parts.flatMap((part) => patternsIn(part, inside));
    case 'not':
      return patternsIn(condition.part, !inside);
  }
}
