// Where a click lands on an element and nowhere else, read in our isolated world. Self-contained: its source text is sent to the browser.
// INVARIANT: named properties of forms and documents can shadow built-ins even here (`<input name="action">`), so
// everything is read through the prototypes' own getters and methods (flat-tree.ts).
/* oxlint-disable oxc/no-this-in-exported-function, typescript/unbound-method */
import type { Landing } from '#policy/acts/keys.ts';
import { readElement, type ElementReading } from './effect.ts';
import { FLAT_TREE, type FlatTree } from './flat-tree.ts';
import { NEXT_FRAME, type NextFrame } from './next-frame.ts';
import { PRESSED } from './pressed.ts';

/** Where a click lands on the element and nowhere else, after it was scrolled into view where that is wanted; in CSS pixels of its own frame. */
export type Aim =
  | { readonly kind: 'POINTS'; readonly points: readonly { readonly x: number; readonly y: number }[] }
  | { readonly kind: 'COVERED'; readonly by: string }
  | { readonly kind: 'INVISIBLE' };

/** `read` is `readElement`: a point counts only if what lies there has the same effect as the element. `pressable`: see pressed.ts. */
async function aimAt(
  this: Node,
  { of, parentOf, hitAt, wordsOf, rectsOf, labelsOf }: FlatTree,
  read: (this: Node, landing: Landing) => ElementReading,
  nextFrame: NextFrame,
  pressable: string,
  landing: Landing,
  most: number,
  bring: boolean,
): Promise<Aim> {
  const element = this instanceof Element ? this : parentOf(this);
  if (element === null) return { kind: 'INVISIBLE' };
  const effectAt = (node: Node): string => JSON.stringify(Reflect.apply(read, node, [landing]).effect);
  const wanted = effectAt(element);
  const contains = (outer: Node, inner: Element): boolean => {
    for (let node: Element | null = inner; node !== null; node = parentOf(node))
      if (node === outer) return true;
    return false;
  };
  // What is pressed by itself, in the element's own tree: a click on it is an act of its own, whatever it has for an effect.
  const isAnothers = (hit: Element): boolean => {
    const pressed = landing === 'CLICK' ? Element.prototype.closest.call(hit, pressable) : null;
    return pressed !== null && pressed !== element && Node.prototype.contains.call(element, pressed);
  };
  // The element's own shadow roots: the page may have closed them, but we came from inside.
  const roots = new Map<Element, ShadowRoot>();
  for (let root: unknown = Node.prototype.getRootNode.call(element); root instanceof ShadowRoot;) {
    const host = of(ShadowRoot.prototype, 'host', root);
    if (!(host instanceof Element)) break;
    roots.set(host, root);
    root = Node.prototype.getRootNode.call(host);
  }
  const rects = (one: Element): DOMRect[] =>
    rectsOf(one).filter((rect) => rect.width >= 1 && rect.height >= 1);
  const shown = [element, ...labelsOf(element)].filter((one) => rects(one).length > 0);
  if (shown.length === 0) return { kind: 'INVISIBLE' };
  const points: { x: number; y: number }[] = [];
  let by = '';
  for (const one of shown) {
    // What a box of its own scrolls away is in the viewport and not to be seen.
    const [first] = rects(one);
    const middle =
      first === undefined ? null : hitAt(first.left + first.width / 2, first.top + first.height / 2, roots);
    const inside =
      middle !== null &&
      contains(one, middle) &&
      rects(one).every(
        ({ top, left, bottom, right }) =>
          top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
      );
    if (bring && !inside) {
      Element.prototype.scrollIntoView.call(one, { block: 'center', inline: 'center', behavior: 'instant' });
      // oxlint-disable-next-line no-await-in-loop -- what the page does when it hears of it comes before its points
      await nextFrame();
    }
    for (const rect of rects(one)) {
      for (const [fx, fy] of [
        [0.5, 0.5],
        [0.25, 0.5],
        [0.75, 0.5],
        [0.5, 0.25],
        [0.5, 0.75],
        [0.05, 0.1],
        [0.95, 0.9],
      ] as const) {
        const x = rect.left + rect.width * fx;
        const y = rect.top + rect.height * fy;
        const hit = hitAt(x, y, roots);
        if (hit === null) continue;
        if (contains(one, hit) && (one !== element || (effectAt(hit) === wanted && !isAnothers(hit))))
          points.push({ x, y });
        else by ||= wordsOf(hit);
        if (points.length >= most) return { kind: 'POINTS', points };
      }
    }
  }
  if (points.length > 0) return { kind: 'POINTS', points };
  return by === '' ? { kind: 'INVISIBLE' } : { kind: 'COVERED', by };
}

/** To be called on the element with how the act lands, how many points are wanted at most, and whether it is scrolled to. */
export const AIM = `function (landing, most, bring) { return (${String(aimAt)}).call(this, ${FLAT_TREE}, ${String(readElement)}, ${NEXT_FRAME}, ${JSON.stringify(PRESSED)}, landing, most, bring); }`;
