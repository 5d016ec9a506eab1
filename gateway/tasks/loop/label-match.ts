// Skips the screenshot tier when exactly one visible element carries the person's own words.
// INVARIANT: only the person's words count; words of a page or a model name no element.
import { contentStems, coverage } from '#engines/language.ts';
import type { Memory, ObservedNode, Observation, Proposal } from '#engines/navigator/contract.ts';

/** Less sure than this, and the navigator has no opinion that words could confirm. */
const MIN_CONFIDENCE = 0.5;
const FULL_COVERAGE = 0.99;

/** Whether the element of an unsure proposal is the only one in view that the person's words name in full. */
export function matchesLabelAlone(
  proposal: Proposal,
  { nodes }: Observation,
  { intent, subtask }: Memory,
): boolean {
  if (proposal.confidence < MIN_CONFIDENCE || proposal.ref === null) return false;
  if (proposal.action !== 'CLICK' && proposal.action !== 'TYPE') return false;
  const words = intent.includes(subtask) ? subtask : intent;
  const meant = nodes.find(({ ref }) => ref === proposal.ref);
  if (meant === undefined || !isDrawn(meant) || !carries(meant, words)) return false;
  const length = contentStems(meant.name).length;
  return !nodes.some(
    (node) =>
      node.ref !== null &&
      node.ref !== meant.ref &&
      isDrawn(node) &&
      carries(node, words) &&
      contentStems(node.name).length >= length,
  );
}

const carries = ({ name }: ObservedNode, words: string): boolean =>
  name.trim() !== '' && coverage(name, words) >= FULL_COVERAGE;

const isDrawn = ({ box, inView, states }: ObservedNode): boolean =>
  box !== null && box.width > 0 && box.height > 0 && inView && !states.includes('disabled');
