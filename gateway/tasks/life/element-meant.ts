// The element that a proposal means, and what it would enter where a secret goes. INVARIANT: acts and what is kept of them look for it in the same way.
import { asksForSecret } from '#gateway/audit/mask/mask.ts';
import type { ObservedNode, Observation, Proposal } from '#engines/navigator/contract.ts';

const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);

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

/**
 * What is about to be entered in a field for secrets, which a proposal has only where the person's own words say it. A place where no
 * element is may be meant for such a field, where the page has one.
 */
export function enteredSecret({ nodes }: Observation, proposal: Proposal): string | null {
  const { action, text } = proposal;
  if (action !== 'TYPE' || text === null || text.trim() === '' || text.startsWith('secret:')) return null;
  const field = nodeOf(proposal, nodes);
  const isSecret = field === null ? nodes.some(takesSecrets) : takesSecrets(field);
  return isSecret ? text.trim() : null;
}

/** A field that its page marks, or names, as one for a password, a card or a code. */
const takesSecrets = ({ role, name, states }: ObservedNode): boolean =>
  states.includes('password') || (FIELDS.has(role) && asksForSecret(name));
