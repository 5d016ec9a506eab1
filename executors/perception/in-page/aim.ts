// Where a click lands on an element and nowhere else, read in our isolated world. Self-contained: its source text is sent to the browser.
// INVARIANT: named properties of forms and documents can shadow built-ins even here (`<input name="action">`), so
// everything is read through the prototypes' own getters and methods.
// Self-contained functions cannot share helpers, work on the node they are called on, and take getters off prototypes:
/* oxlint-disable unicorn/consistent-function-scoping, oxc/no-this-in-exported-function, typescript/no-this-alias, typescript/unbound-method */
import type { ElementReading, Landing } from './effect.ts';

/** Where a click lands on the element and nowhere else, after it was scrolled into view. */
export type Aim =
  | { readonly kind: 'POINT'; readonly x: number; readonly y: number }
  | { readonly kind: 'COVERED'; readonly by: string }
  | { readonly kind: 'INVISIBLE' };

/** `read` is `readElement`'s source: a point counts only if what lies there has the same effect as the element. */
export function aimAt(
  this: Node,
  read: (this: Node, landing: Landing) => ElementReading,
  landing: Landing,
): Aim {
  const element = this instanceof Element ? this : this.parentElement;
  if (element === null) return { kind: 'INVISIBLE' };
  const box = (one: Element): DOMRect => Element.prototype.getBoundingClientRect.call(one);
  const effectAt = (node: Node): string => JSON.stringify(Reflect.apply(read, node, [landing]).effect);
  const wanted = effectAt(element);
  const of = (prototype: object, name: string, self: object): unknown => {
    const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return getter === undefined ? undefined : Reflect.apply(getter, self, []);
  };
  const contains = (outer: Node, inner: Node | null): boolean => {
    for (let node: unknown = inner; node instanceof Node;) {
      if (node === outer) return true;
      const slot = node instanceof Element ? of(Element.prototype, 'assignedSlot', node) : null;
      const parent = slot ?? of(Node.prototype, 'parentNode', node);
      node = parent instanceof ShadowRoot ? of(ShadowRoot.prototype, 'host', parent) : parent;
    }
    return false;
  };
  // The element's own shadow roots: the page may have closed them, but we came from inside.
  const roots = new Map<Element, ShadowRoot>();
  for (let root: unknown = Node.prototype.getRootNode.call(element); root instanceof ShadowRoot;) {
    const host = of(ShadowRoot.prototype, 'host', root);
    if (!(host instanceof Element)) break;
    roots.set(host, root);
    root = Node.prototype.getRootNode.call(host);
  }
  const hitAt = (root: Document | ShadowRoot, x: number, y: number): Element | null => {
    const hit = root.elementFromPoint(x, y);
    const inner = hit === null ? null : (roots.get(hit) ?? of(Element.prototype, 'shadowRoot', hit));
    return inner instanceof ShadowRoot && inner !== root ? (hitAt(inner, x, y) ?? hit) : hit;
  };
  const rects = (one: Element): DOMRect[] =>
    [...Element.prototype.getClientRects.call(one)].filter((rect) => rect.width >= 1 && rect.height >= 1);
  const labels = element instanceof HTMLInputElement && element.labels !== null ? [...element.labels] : [];
  const shown = [element, ...labels].filter((one) => rects(one).length > 0);
  if (shown.length === 0) return { kind: 'INVISIBLE' };
  let by = '';
  for (const one of shown) {
    const place = box(one);
    const inside =
      place.top >= 0 && place.left >= 0 && place.bottom <= innerHeight && place.right <= innerWidth;
    if (!inside) one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
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
        const hit = hitAt(document, x, y);
        if (hit === null) continue;
        const lands = contains(one, hit) && (one !== element || effectAt(hit) === wanted);
        if (!lands) {
          const text =
            Element.prototype.getAttribute.call(hit, 'aria-label') ?? of(Node.prototype, 'textContent', hit);
          const name = String(text).trim().replace(/\s+/g, ' ').slice(0, 40);
          const id = Element.prototype.getAttribute.call(hit, 'id') ?? '';
          const tag = String(of(Element.prototype, 'localName', hit));
          by ||= `${tag}${id === '' ? '' : `#${id}`}${name === '' ? '' : ` “${name}”`}`;
          continue;
        }
        // Up through frames of our own origin: each adds its place, and must itself be hit there.
        let [left, top] = [x, y];
        let covered = false;
        for (let view: Window = window; view.frameElement !== null; view = view.parent) {
          const frame = view.frameElement;
          const outer = box(frame);
          left += outer.left + frame.clientLeft;
          top += outer.top + frame.clientTop;
          covered ||= hitAt(frame.ownerDocument, left, top) !== frame;
        }
        if (!covered) return { kind: 'POINT', x: left, y: top };
        by ||= 'an element outside the frame';
      }
    }
  }
  return by === '' ? { kind: 'INVISIBLE' } : { kind: 'COVERED', by };
}
