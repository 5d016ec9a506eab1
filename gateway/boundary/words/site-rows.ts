// Rows about what a host's name hides from a person: that it only looks like a host of the policy, and where the policy lets it lead.
// INVARIANT: the words are ours and the policy's; the host that is asked about is in the card's own field, never in a sentence.
import { isAddress } from '#policy/requests/address.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { NAVIGATIONS } from '#policy/engine/documents/open-addresses.ts';
import type { AddressClass } from '#policy/language/vocabulary.ts';
import { decisionOn } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import { ours } from './rows.ts';

const ELSEWHERE: readonly (readonly [AddressClass, string])[] = [
  ['PRIVATE', 'a private network'],
  ['LOOPBACK', 'this machine'],
];

export function siteRows(policy: EffectivePolicy, ruling: Ruling): readonly CardRow[] {
  const asking = ruling.gates.filter(({ decision, facts }) => decision === 'ESCALATE' && facts.host !== '');
  const hosts = [...new Set(asking.map(({ facts }) => facts.host))];
  const alike = new Set(hosts.flatMap((host) => policy.looksLike?.(host) ?? []));
  const going = asking.filter(
    ({ facts }) =>
      facts.addressClass === 'PUBLIC' &&
      NAVIGATIONS.some((one) => one === facts.capability) &&
      !isAddress(facts.host),
  );
  // An answer covers these addresses too: only where the policy names their class, and then the card does.
  const places = ELSEWHERE.filter(([addressClass]) =>
    going.some(({ facts }) => ['ALLOW', 'ESCALATE'].includes(decisionOn(policy, { ...facts, addressClass }))),
  ).map(([, words]) => words);
  return [
    ...[...alike].map((host) =>
      ours('FINDING', 'looks like', `${host}, which your policy allows; it is another site`),
    ),
    ...(places.length === 0
      ? []
      : [ours('FINDING', 'may lead to', `${places.join(' or ')} too, as your policy lets it`)]),
  ];
}
