// For many elements at once: a point of each that a click would hit now, or what covers it. Runs in our isolated world;
// self-contained: its source text is sent to the browser. Scrolls nothing, changes nothing.
// INVARIANT: everything is read through the prototypes' own getters (see effect.ts). Elements are named by path and tag.
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method */

/** A point in CSS pixels of the main viewport; what lies above; or `null` for what was not found or has no visible part. */
export type Point = { readonly x: number; readonly y: number } | { readonly coveredBy: string } | null;

export function findPoints(
  wanted: readonly { readonly path: readonly number[]; readonly tag: string }[],
): Point[] {
  const FRACTIONS = [
    [0.5, 0.5],
    [0.1, 0.15],
    [0.9, 0.85],
    [0.9, 0.15],
    [0.1, 0.85],
    [0.3, 0.5],
    [0.7, 0.5],
    [0.5, 0.25],
    [0.5, 0.75],
    [0.02, 0.5],
    [0.98, 0.5],
  ] as const;
  const of = (prototype: object, name: string, self: object): unknown => {
    const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return getter === undefined ? undefined : Reflect.apply(getter, self, []);
  };
  const rootOf = (element: Element): unknown => of(Element.prototype, 'shadowRoot', element);
  const parentOf = (element: Element): Element | null => {
    const slot = of(Element.prototype, 'assignedSlot', element);
    if (slot instanceof Element) return slot;
    const parent = of(Node.prototype, 'parentNode', element);
    const up = parent instanceof ShadowRoot ? of(ShadowRoot.prototype, 'host', parent) : parent;
    return up instanceof Element ? up : null;
  };
  const childrenOf = (element: Element): HTMLCollection | Element[] => {
    const root = rootOf(element);
    const inner =
      root instanceof ShadowRoot
        ? of(DocumentFragment.prototype, 'children', root)
        : element instanceof HTMLSlotElement &&
            HTMLSlotElement.prototype.assignedNodes.call(element).length > 0
          ? HTMLSlotElement.prototype.assignedElements.call(element)
          : of(Element.prototype, 'children', element);
    return inner instanceof HTMLCollection || Array.isArray(inner) ? inner : [];
  };
  const find = (path: readonly number[], tag: string): Element | null => {
    let at: Element | null = document.documentElement;
    for (const position of path.slice(1)) at = at === null ? null : (childrenOf(at)[position] ?? null);
    return at !== null && String(of(Element.prototype, 'localName', at)).toLowerCase() === tag ? at : null;
  };
  const box = (one: Element): DOMRect => Element.prototype.getBoundingClientRect.call(one);
  const hitAt = (root: Document | ShadowRoot, x: number, y: number): Element | null => {
    const hit = root.elementFromPoint(x, y);
    const inner = hit === null ? null : rootOf(hit);
    return inner instanceof ShadowRoot && inner !== root ? (hitAt(inner, x, y) ?? hit) : hit;
  };
  const wordsOf = (hit: Element): string => {
    const attribute = (name: string): string => Element.prototype.getAttribute.call(hit, name) ?? '';
    const text = attribute('aria-label') || String(of(Node.prototype, 'textContent', hit)).slice(0, 400);
    const name = text.trim().replace(/\s+/g, ' ').slice(0, 40);
    const id = attribute('id');
    const tag = String(of(Element.prototype, 'localName', hit));
    return `${tag}${id === '' ? '' : `#${id}`}${name === '' ? '' : ` “${name}”`}`;
  };
  const elements = wanted.map(({ path, tag }) => find(path, tag));
  const candidates = new Set<Element>(elements.filter((one) => one !== null));
  const labels = (one: Element): Element[] =>
    one instanceof HTMLInputElement && one.labels !== null ? Array.from(one.labels) : [];

  /** How well a hit serves: 2 where nothing nearer would get the click, 1 within the element, 0 not at all. */
  const serves = (hit: Element, one: Element): number => {
    const targets = [one, ...labels(one)];
    let nearest: Element | null = null;
    for (let at: Element | null = hit; at !== null; at = parentOf(at)) {
      if (nearest === null && candidates.has(at)) nearest = at;
      if (targets.includes(at)) return nearest === null || nearest === at || nearest === one ? 2 : 1;
    }
    return 0;
  };
  /** To the main viewport; `null` where the frame itself is covered there. */
  const outwards = (x: number, y: number): { x: number; y: number } | null => {
    let [left, top] = [x, y];
    for (let view: Window = window; view.frameElement !== null; view = view.parent) {
      const frame = view.frameElement;
      const outer = box(frame);
      left += outer.left + frame.clientLeft;
      top += outer.top + frame.clientTop;
      if (hitAt(frame.ownerDocument, left, top) !== frame) return null;
    }
    return { x: Math.round(left * 10) / 10, y: Math.round(top * 10) / 10 };
  };

  return elements.map((one) => {
    if (one === null) return null;
    let second: Point = null;
    let coveredBy = '';
    for (const shown of [one, ...labels(one)]) {
      for (const rect of Element.prototype.getClientRects.call(shown)) {
        const left = Math.max(rect.left, 0);
        const top = Math.max(rect.top, 0);
        const width = Math.min(rect.right, innerWidth) - left;
        const height = Math.min(rect.bottom, innerHeight) - top;
        if (width < 1 || height < 1) continue;
        for (const [fx, fy] of FRACTIONS) {
          const x = left + width * fx;
          const y = top + height * fy;
          const hit = hitAt(document, x, y);
          if (hit === null) continue;
          const rank = serves(hit, one);
          if (rank === 0) {
            coveredBy ||= wordsOf(hit);
            continue;
          }
          const point = outwards(x, y);
          if (point === null) coveredBy ||= 'an element outside the frame';
          else if (rank === 2) return point;
          else second ??= point;
        }
      }
    }
    return second ?? (coveredBy === '' ? null : { coveredBy });
  });
}
