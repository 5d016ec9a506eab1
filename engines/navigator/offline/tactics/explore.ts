// What is not to be seen yet may be folded away, on another tab, further on, below, or not there yet: one step to find out.
// INVARIANT: nothing is opened twice for one goal, and nothing that sends, deletes or pays is ever opened to look behind it.
import { coverage, normalise } from '#engines/language.ts';
import { commits } from '#engines/navigator/question.ts';
import { hintStep, scrollStep } from './approach.ts';
import { nextPage } from '#engines/navigator/offline/page/ground.ts';
import { actionable, has, inFrame, within, type Item } from '#engines/navigator/offline/page/outline.ts';
import { click, spent, type Move, type Situation } from '#engines/navigator/offline/page/situation.ts';

const MAX_PAGES = 25;
const MAX_WAITS = 2;
const OPENABLE = ['button', 'tab', 'treeitem', 'menuitem', 'combobox', 'generic', 'link', 'listitem'];
const HARMFUL =
  /\b(?:delete|remove|log ?out|sign ?out|unsubscribe|cancel|pay|order|buy|send|submit|save|post|publish|reset)\b/i;

/** A section that bears such a word ("Order details") is opened; what does it is no fold. */
const isHarmful = ({ role, name }: Item['node']): boolean =>
  HARMFUL.test(name) || (role !== 'tab' && role !== 'treeitem' && role !== 'heading' && commits({ name }));

/** `hint`: words of the goal, of which a fold may bear the name. */
export function explore(situation: Situation, hint: string): Move | null {
  return (
    unfold(situation, hint) ??
    hintStep(situation, hint) ??
    onwards(situation) ??
    scrollStep(situation) ??
    waitForIt(situation)
  );
}

export function unfold(situation: Situation, hint: string): Move | null {
  const folds = situation.outline.items
    .filter(
      (item) => isFold(item) && actionable(item) && !spent(situation, 'CLICK', item) && !isHarmful(item.node),
    )
    .map((item) => ({ item, score: coverage(item.node.name, hint) - (inFrame(item) ? 0.5 : 0) }))
    .sort((a, b) => b.score - a.score || a.item.index - b.item.index);
  const best = folds[0];
  if (best === undefined) return null;
  return click(
    openerOf(best.item, situation),
    best.score >= 0.9 ? 0.86 : 0.74,
    `it may stand behind “${best.item.node.name}”`,
    true,
  );
}

/** What opens it: the part of it that can be pressed by itself, where there is one. */
function openerOf(fold: Item, situation: Situation): Item {
  if (fold.node.role !== 'treeitem') return fold;
  return (
    [...within(fold)].find(
      (inner) =>
        actionable(inner) &&
        inner.node.role !== 'treeitem' &&
        inner.node.role !== 'link' &&
        !spent(situation, 'CLICK', inner) &&
        coverage(fold.node.name, inner.node.name) >= 0.9,
    ) ?? fold
  );
}

/** What can be opened and is not known to be open. */
export const isFold = (item: Item): boolean =>
  (has(item, 'collapsed') && OPENABLE.includes(item.node.role) && item.node.options === undefined) ||
  // A heading that takes a click and leads nowhere opens what it heads.
  (item.node.role === 'heading' && item.node.ref !== null && item.node.url === undefined) ||
  (item.node.role === 'tab' && !has(item, 'selected')) ||
  (item.node.role === 'button' && /^(?:▸|▶|►|⊞|show|expand|more details)/i.test(normalise(item.node.name)));

/** "Next", "load more": again and again, as long as something changes. */
function onwards(situation: Situation): Move | null {
  const next = nextPage(situation.outline);
  if (next === null || has(next, 'disabled')) return null;
  const pressed = situation.tried.filter(
    ({ entry }) => entry.element?.name === next.node.name && entry.proposal.action === 'CLICK',
  );
  if (
    pressed.length >= MAX_PAGES ||
    pressed.at(-1)?.entry.outcome === 'unchanged' ||
    pressed.at(-1)?.entry.outcome === 'failed'
  )
    return null;
  return click(next, 0.76, 'it may stand further on', true);
}

/** A page that was just acted on may need a moment. */
function waitForIt(situation: Situation): Move | null {
  const waited = situation.tried.filter(({ entry }) => entry.proposal.action === 'WAIT').length;
  const acted = situation.memory.entries.some(({ proposal }) => ['CLICK', 'TYPE'].includes(proposal.action));
  if (waited >= MAX_WAITS || !acted) return null;
  return {
    kind: 'ACT',
    action: 'WAIT',
    item: null,
    text: '800',
    confidence: 0.6,
    why: 'it may need a moment',
    onTheWay: true,
  };
}
