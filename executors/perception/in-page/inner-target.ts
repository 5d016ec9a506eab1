// What of an element's own contents every click on it would hit: `li[role=tab] > a`, `td > a`. Runs in our isolated world;
// self-contained: its source text is sent to the browser. Scrolls nothing, changes nothing.
// INVARIANT: it says only whom to ask about; that one is read, decided on, aimed at and guarded like any other element.
/* oxlint-disable oxc/no-this-in-exported-function, typescript/unbound-method, typescript/no-this-alias -- see effect.ts */
import type { Landing } from '#policy/acts/keys.ts';
import { readElement, type ElementReading } from './effect.ts';
import { FLAT_TREE, type FlatTree } from './flat-tree.ts';
import { PRESSED } from './pressed.ts';

function innerTarget(
  this: Node,
  { rectsOf }: FlatTree,
  read: (this: Node, landing: Landing) => ElementReading,
  pressable: string,
  landing: Landing,
): Element | null {
  const MAX_INNER_ELEMENTS = 200;
  const element = this;
  if (!(element instanceof Element)) return null;
  const found = Element.prototype.querySelectorAll.call(
    element,
    `area, input, select, textarea, label, ${pressable}`,
  );
  if (found.length === 0 || found.length > MAX_INNER_ELEMENTS) return null;
  const readingOf = (node: Element): ElementReading => Reflect.apply(read, node, [landing]);
  const own = JSON.stringify(readingOf(element).effect);
  const doesTheSame = ({ effect }: ElementReading): boolean => JSON.stringify(effect) === own;
  // A rule may name it by its marks.
  const isAnother = (reading: ElementReading): boolean =>
    !doesTheSame(reading) || reading.marks.id !== '' || reading.marks.testId !== '';
  // What is pressed by itself is another act, also where its effect is the page's own script.
  const isPressed = (node: Element): boolean => Element.prototype.matches.call(node, pressable);
  const takes = (node: Element): boolean => {
    const style = getComputedStyle(node);
    return (
      style.pointerEvents !== 'none' &&
      style.visibility === 'visible' &&
      (isPressed(node) || isAnother(readingOf(node)))
    );
  };
  const inner = Array.from(found)
    .filter(takes)
    .map((node) => ({ node, rects: rectsOf(node) }));
  if (inner.length === 0) return null;
  const hasSize = ({ width, height }: DOMRect): boolean => width >= 1 && height >= 1;
  const points = rectsOf(element)
    .filter(hasSize)
    // The same points as an aim tries (aim.ts), the middle first.
    .flatMap(({ left, top, width, height }) =>
      (
        [
          [0.5, 0.5],
          [0.25, 0.5],
          [0.75, 0.5],
          [0.5, 0.25],
          [0.5, 0.75],
          [0.05, 0.1],
          [0.95, 0.9],
        ] as const
      ).map(([fx, fy]) => ({ x: left + width * fx, y: top + height * fy })),
    );
  const hits = points.map(({ x, y }) =>
    inner.findLast(({ rects }) =>
      rects.some((rect) => x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom),
    ),
  );
  const [first] = hits;
  if (first === undefined) return null;
  // An aim takes the middle where it can, and beside a link, since that shows by what it would do; a button of a script shows by nothing.
  return hits.includes(undefined) && !doesTheSame(readingOf(first.node)) ? null : first.node;
}

/** To be called on the element with how the act lands: the one within it that a click hits wherever it lands, or `null`. */
export const INNER_TARGET = `function (landing) { return (${String(innerTarget)}).call(this, ${FLAT_TREE}, ${String(readElement)}, ${JSON.stringify(PRESSED)}, landing); }`;
