// Things that repeat with the same controls, whether or not the structure says so: which control belongs to which words.
// INVARIANT: where two things could own a control, neither does.
import { normalise } from '#engines/language.ts';
import { ancestors, closest, within, type Item, type Outline } from './outline.ts';

const CONTAINERS = ['row', 'listitem', 'article', 'treeitem', 'group', 'gridcell', 'definition', 'figure'];

export type Owned = { readonly control: Item; readonly span: readonly Item[] };

/** One entry for each of the controls (all of one name): what stands with it, by its container, else by the order of the page. */
export function rowsOf(outline: Outline, controls: readonly Item[]): readonly Owned[] {
  const sorted = [...controls].sort((a, b) => a.index - b.index);
  const contained = sorted.map((control) => containerOf(control, sorted));
  if (contained.every((container) => container !== null))
    return sorted.map((control, i) => ({
      control,
      span: [...within(contained[i] ?? control)].filter((item) => item !== control),
    }));
  const before = sorted.map((control, i) =>
    outline.items.slice((sorted[i - 1]?.index ?? -1) + 1, control.index),
  );
  const leads = before.slice(1).every((span) => span.some(isWords));
  const labelsFirst = leads && (before[0] ?? []).some(isWords);
  return sorted.map((control, i) => ({
    control,
    span: labelsFirst
      ? (before[i] ?? [])
      : outline.items.slice(control.index + 1, sorted[i + 1]?.index ?? outline.items.length),
  }));
}

const isWords = ({ node }: Item): boolean => /\p{L}{2}/u.test(node.name) && node.ref === null;

/** The innermost container that holds this one of the controls and no other. */
function containerOf(control: Item, others: readonly Item[]): Item | null {
  const own = ancestors(control).find(
    (above) =>
      CONTAINERS.includes(above.node.role) ||
      (above.node.role === 'generic' && [...within(above)].some(isWords)),
  );
  if (own === undefined) return null;
  return others.some((other) => other !== control && ancestors(other).includes(own)) ? null : own;
}

/** What a header of a row looks like, letters and digits apart: "Aa @a · 9a a"; `''` where nothing sets it off from plain words. */
export function shapeOf({ node }: Item): string {
  if (node.role === 'heading')
    return `heading ${node.states.find((state) => state.startsWith('level=')) ?? ''}`;
  const shape = normalise(node.name)
    .replace(/[\p{L}'_.-]+/gu, 'a')
    .replace(/\d+/g, '9')
    .replace(/\ba(?: a)+\b/g, 'a');
  return /[^a9\s,;!?.]/u.test(shape) ? `${node.role} ${shape}` : '';
}

/** Whether a thing of the same looks as the anchor begins between the two. */
export function anotherBegins(outline: Outline, anchor: Item, item: Item): boolean {
  const shape = shapeOf(anchor);
  return (
    shape !== '' &&
    outline.items
      .slice(anchor.index + 1, item.index)
      .some((other) => shapeOf(other) === shape && closest(other, ['button', 'link']) === null)
  );
}
