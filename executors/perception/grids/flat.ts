// Records without an element of their own: a heading that leads somewhere and what stands below it, again and again beside one another.
// Pure. INVARIANT: sections of a text are none: what heads a record leads to it, and the same stands below each.
import type { CapturedDocument } from '#executors/perception/reading/captured.ts';
import { addressOf } from './cell.ts';
import { isControl, textOf, walk } from './walk.ts';

const HEADING = /^h[2-6]$/u;
const FEWEST = 3;
const MOST_BELOW = 5;
const MOST_NODES = 40;
const SHARE = 0.8;

/** The elements of each record, its head first; none where an element has no such records. */
export function flatRecordsIn(document: CapturedDocument, parent: number): readonly (readonly number[])[] {
  const children = document
    .children(parent)
    .filter((node) => document.isElement(node) && !isControl(document, node) && document.isDrawn(node));
  const tags = children.map((node) => document.tag(node));
  const head = tags.find((tag) => HEADING.test(tag) || tag === 'dt');
  if (head === undefined) return [];
  const starts = tags.flatMap((tag, at) => (tag === head ? [at] : []));
  if (starts.length < FEWEST) return [];
  const below = starts.map((start, at) => (starts[at + 1] ?? children.length) - start - 1);
  // Behind the last one stands what leads on, too.
  const most = Math.max(...below.slice(0, -1));
  if (most < 1 || most > MOST_BELOW) return [];
  const records = starts.map((start, at) =>
    children.slice(start, start + 1 + Math.min(most, below[at] ?? 0)),
  );
  const enough = (count: number): boolean => count >= records.length * SHARE;
  const leading = records.filter(([first = -1]) => leadsAway(document, first)).length;
  const [, second = ''] = tags.slice(starts[0]);
  const alike = records.filter(([, next = -1]) => next !== -1 && document.tag(next) === second).length;
  return enough(leading) && enough(alike) ? records : [];
}

/** Not within this page, as the marks of sections do. */
function leadsAway(document: CapturedDocument, head: number): boolean {
  let leads = false;
  let left = MOST_NODES;
  walk(document, head, (node) => {
    left -= 1;
    if (document.isElement(node) && document.tag(node) === 'a' && textOf(document, node, 40) !== '') {
      const written = document.attribute(node, 'href') ?? '';
      if (written !== '' && !written.startsWith('#') && addressOf(document, node) !== null) leads = true;
    }
    return !leads && left > 0;
  });
  return leads;
}
