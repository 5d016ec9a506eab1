// The flat tree of a live document (slots filled, open shadow trees entered), for the functions that run beside it in our isolated
// world. Self-contained: its source text is sent along with theirs, and they get what it returns.
// INVARIANT: named properties of forms and documents can shadow built-ins even here (`<input name="action">`), so
// everything is read through the prototypes' own getters and methods.
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method */

export type FlatTree = ReturnType<typeof flatTree>;

export function flatTree() {
  const getters = new Map<object, Map<string, (() => unknown) | undefined>>();
  /** A property by the prototype's own getter. */
  const of = (prototype: object, name: string, self: object): unknown => {
    const known = getters.get(prototype) ?? new Map<string, (() => unknown) | undefined>();
    getters.set(prototype, known);
    if (!known.has(name)) known.set(name, Object.getOwnPropertyDescriptor(prototype, name)?.get);
    const getter = known.get(name);
    return getter === undefined ? undefined : Reflect.apply(getter, self, []);
  };
  /** Open ones, and those that `known` names. */
  const rootOf = (element: Element, known?: ReadonlyMap<Element, ShadowRoot>): ShadowRoot | null => {
    const root = known?.get(element) ?? of(Element.prototype, 'shadowRoot', element);
    return root instanceof ShadowRoot ? root : null;
  };
  /** Out of slots and shadow trees, closed ones too. */
  const parentOf = (node: Node): Element | null => {
    const slot = node instanceof Element ? of(Element.prototype, 'assignedSlot', node) : null;
    if (slot instanceof Element) return slot;
    const parent = of(Node.prototype, 'parentNode', node);
    const up = parent instanceof ShadowRoot ? of(ShadowRoot.prototype, 'host', parent) : parent;
    return up instanceof Element ? up : null;
  };
  const childrenOf = (element: Element): HTMLCollection | Element[] => {
    const root = rootOf(element);
    const inner =
      root !== null
        ? of(DocumentFragment.prototype, 'children', root)
        : element instanceof HTMLSlotElement &&
            HTMLSlotElement.prototype.assignedNodes.call(element).length > 0
          ? HTMLSlotElement.prototype.assignedElements.call(element)
          : of(Element.prototype, 'children', element);
    return inner instanceof HTMLCollection || Array.isArray(inner) ? inner : [];
  };
  /** As `path.ts` has it. */
  const pathOf = (element: Element): number[] => {
    const path: number[] = [];
    for (let at: Element | null = element; at !== null; at = parentOf(at)) {
      const parent = parentOf(at);
      path.push(parent === null ? 0 : Math.max(0, Array.from(childrenOf(parent)).indexOf(at)));
    }
    return path.toReversed();
  };
  const find = (path: readonly number[]): Element | null => {
    let at: Element | null = document.documentElement;
    for (const position of path.slice(1)) at = at === null ? null : (childrenOf(at)[position] ?? null);
    return at;
  };
  const hitAt = (
    x: number,
    y: number,
    known?: ReadonlyMap<Element, ShadowRoot>,
    from: Document | ShadowRoot = document,
  ): Element | null => {
    const hit =
      from instanceof Document
        ? Document.prototype.elementFromPoint.call(from, x, y)
        : ShadowRoot.prototype.elementFromPoint.call(from, x, y);
    const inner = hit === null ? null : rootOf(hit, known);
    return inner !== null && inner !== from ? (hitAt(x, y, known, inner) ?? hit) : hit;
  };
  /** How a person would name what lies there: its tag, its id, its first words. */
  const wordsOf = (element: Element): string => {
    const attribute = (name: string): string => Element.prototype.getAttribute.call(element, name) ?? '';
    const text = attribute('aria-label') || String(of(Node.prototype, 'textContent', element)).slice(0, 400);
    const name = text.trim().replace(/\s+/g, ' ').slice(0, 40);
    const id = attribute('id');
    const tag = String(of(Element.prototype, 'localName', element));
    return `${tag}${id === '' ? '' : `#${id}`}${name === '' ? '' : ` “${name}”`}`;
  };
  const boxOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);
  /** A part of a picture has no box: its place is the picture's, moved by its coordinates (HTML 4.8.13). */
  const areaRect = (area: HTMLAreaElement): DOMRect[] => {
    const map = Element.prototype.closest.call(area, 'map');
    const name = map === null ? null : Element.prototype.getAttribute.call(map, 'name');
    if (name === null || name === '') return [];
    const pictures = Array.from(Document.prototype.querySelectorAll.call(document, 'img[usemap]'));
    const picture = pictures.find((one) => Element.prototype.getAttribute.call(one, 'usemap') === `#${name}`);
    if (picture === undefined) return [];
    const { left, top, width, height } = boxOf(picture);
    const [a = 0, b = 0, c = 0, ...more] = (Element.prototype.getAttribute.call(area, 'coords') ?? '')
      .split(/[\s,;]+/u)
      .map(Number)
      .filter(Number.isFinite);
    switch ((Element.prototype.getAttribute.call(area, 'shape') ?? 'rect').toLowerCase()) {
      case 'default':
        return [new DOMRect(left, top, width, height)];
      case 'circle':
      case 'circ':
        return [new DOMRect(left + a - c, top + b - c, 2 * c, 2 * c)];
      case 'poly':
      case 'polygon': {
        const all = [a, b, c, ...more];
        const xs = all.filter((_, at) => at % 2 === 0);
        const ys = all.filter((_, at) => at % 2 === 1);
        const [x, y] = [Math.min(...xs), Math.min(...ys)];
        return [new DOMRect(left + x, top + y, Math.max(...xs) - x, Math.max(...ys) - y)];
      }
      default: {
        const d = more[0] ?? 0;
        return [new DOMRect(left + Math.min(a, c), top + Math.min(b, d), Math.abs(c - a), Math.abs(d - b))];
      }
    }
  };
  /** Where an element is drawn, line by line. */
  const rectsOf = (element: Element): DOMRect[] =>
    element instanceof HTMLAreaElement
      ? areaRect(element)
      : Array.from(Element.prototype.getClientRects.call(element));
  const labelsOf = (element: Element): Element[] => {
    const labels =
      element instanceof HTMLInputElement ? of(HTMLInputElement.prototype, 'labels', element) : null;
    return labels instanceof NodeList ? Array.from(labels).filter((one) => one instanceof Element) : [];
  };
  return { of, rootOf, parentOf, childrenOf, pathOf, find, hitAt, wordsOf, boxOf, rectsOf, labelsOf };
}

/** As an expression, to be handed to a function that runs in the page. */
export const FLAT_TREE = `(${String(flatTree)})()`;
