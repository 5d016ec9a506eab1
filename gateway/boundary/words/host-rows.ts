// Names on the card the hosts that a question was asked because of. INVARIANT: where an entry that asks looks at the host that words stand
// at, every host that is known is told, whatever was entered when; and that there may be others.
import type { EffectivePolicy } from '#policy/language/facts.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import type { ContentFacts } from '#gateway/boundary/provenance/content.ts';
import { visible } from '#gateway/protocol/visible.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import { ours } from './rows.ts';

const HOST_CHARACTERS = 80;
/** On a card; of more it is told how many. */
const HOSTS_AT_MOST = 20;

export function hostRows(
  policy: EffectivePolicy,
  ruling: Ruling,
  { stands }: { readonly stands?: ContentFacts },
): readonly CardRow[] {
  if (ruling.decision !== 'ESCALATE' || stands === undefined) return [];
  const isRead = ruling.gates.some(
    ({ facts, decision, because }) => decision === 'ESCALATE' && readsHost(policy, facts, because),
  );
  if (!isRead) return [];
  const hosts = [...new Set([...stands.hosts, ...(stands.otherwise?.hosts ?? [])])];
  const told = [
    ...hosts
      .slice(0, HOSTS_AT_MOST)
      .map((host) => (host === '' ? 'no page' : visible(host, HOST_CHARACTERS))),
    ...(hosts.length > HOSTS_AT_MOST ? [`${hosts.length - HOSTS_AT_MOST} more`] : []),
    ...(stands.anyHost === true || stands.unsearched === true
      ? ['pages that could not be told apart or looked through']
      : []),
  ];
  return [ours('FINDING', 'its words may be of', told.length === 0 ? 'yours' : told.join(', '))];
}

/** Whether another host would be decided otherwise, or by other entries. */
function readsHost(
  policy: EffectivePolicy,
  facts: Ruling['gates'][number]['facts'],
  because: Ruling['because'],
): boolean {
  const by = (reasons: Ruling['because']): string =>
    JSON.stringify(reasons.map(({ layer, entry }) => `${layer} ${entry}`).toSorted());
  const held = by(because);
  return (policy.textsOf?.('contentHost') ?? []).some(
    (contentHost) => by(policy.decide({ ...facts, contentHost }).because) !== held,
  );
}
