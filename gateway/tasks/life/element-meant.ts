// The element that a proposal means. INVARIANT: acts and what is kept of them look for it in the same way.
import type { ObservedNode, Proposal } from '#engines/navigator/contract.ts';

export type Target = ObservedNode & { readonly ref: string };

/** The element meant: by ref, else the smallest one whose box holds the point. */
export function nodeOf(
  proposal: Pick<Proposal, 'ref' | 'target'>,
  nodes: readonly ObservedNode[],
): Target | null {
  const actionable = nodes.filter((node): node is Target => node.ref !== null);
  if (proposal.ref !== null) return actionable.find(({ ref }) => ref === proposal.ref) ?? null;
  const { target } = proposal;
  if (target === null) return null;
  const area = ({ box }: Target): number => (box === null ? Infinity : box.width * box.height);
  const hit = actionable.filter(
    ({ box }) =>
      box !== null &&
      target.x >= box.x &&
      target.x < box.x + box.width &&
      target.y >= box.y &&
      target.y < box.y + box.height,
  );
  return hit.sort((a, b) => area(a) - area(b))[0] ?? null;
}
