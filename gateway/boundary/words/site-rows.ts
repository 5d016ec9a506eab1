// Rows about what a host's name hides from a person: that it only looks like a host of the policy, and where the policy lets it lead.
// INVARIANT: the words are ours and the policy's; the host that is asked about is in the card's own field, never in a sentence.
import { isAddress } from '#policy/requests/address.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { NAVIGATIONS } from '#policy/engine/documents/open-addresses.ts';
import type { AddressClass } from '#policy/language/vocabulary.ts';
import { warningText } from '#gateway/protocol/views/site-warnings.ts';
import { decisionOn } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import { ours } from './rows.ts';
import { siteOf } from './site.ts';

const ELSEWHERE: readonly (readonly [AddressClass, string])[] = [
  ['PRIVATE', 'a private network'],
  ['LOOPBACK', 'this machine'],
];

export function siteRows(policy: EffectivePolicy, ruling: Ruling): readonly CardRow[] {
  const asking = ruling.gates.filter(({ decision, facts }) => decision === 'ESCALATE' && facts.host !== '');
  const hosts = [...new Set(asking.map(({ facts }) => facts.host))];
  const alike = hosts.flatMap((host) => {
    const known = policy.looksLike?.(host) ?? null;
    // The card of one site has it above all rows.
    return known === null ? [] : [{ known, at: hosts.length === 1 ? {} : { host } }];
  });
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
    ...alike.map(({ known, at }) =>
      ours('FINDING', 'looks like', `${known}, which your policy allows; it is another site`, at),
    ),
    ...(places.length === 0
      ? []
      : [ours('FINDING', 'may lead to', `${places.join(' or ')} too, as your policy lets it`)]),
  ];
}

/** Of a plan, which has several sites: those that the person did not name, and what is odd about each, as the card of one site has it. */
export function planSiteRows(
  acts: readonly Pick<Ruling['gates'][number], 'gate' | 'facts'>[],
): readonly CardRow[] {
  const unnamed = new Set<string>();
  const odd = new Map<string, Set<string>>();
  for (const { gate, facts } of acts) {
    const site = siteOf(gate.url ?? '');
    if (site === null) continue;
    if (!facts.namedByUser) unnamed.add(site.host);
    for (const code of site.warnings) odd.set(code, (odd.get(code) ?? new Set()).add(site.host));
  }
  const row = (label: string, value: string, hosts: ReadonlySet<string>): readonly CardRow[] =>
    hosts.size === 0 ? [] : [ours('FINDING', label, value, { host: [...hosts].join(', ') })];
  return [
    ...row('not named by you', 'The plan brought it in, not your words.', unnamed),
    ...[...odd].flatMap(([code, hosts]) => row('take care', warningText(code), hosts)),
  ];
}
