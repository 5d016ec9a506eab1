// What a capture does not tell of a document: what has the focus, which dialog makes the rest inert, what is half checked or
// wrongly filled. Runs in our isolated world; self-contained: its source text is sent to the browser.
// INVARIANT: everything is read through the prototypes' own getters (see effect.ts). An element is named by its path (path.ts).
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method */

export type LiveReading = {
  readonly focused: readonly number[] | null;
  readonly modal: readonly number[] | null;
  readonly mixed: readonly (readonly number[])[];
  readonly invalid: readonly (readonly number[])[];
};

export function readLive(): LiveReading {
  const MOST = 50;
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
  const childrenOf = (element: Element): Element[] => {
    const root = rootOf(element);
    if (root instanceof ShadowRoot) {
      const inner = of(DocumentFragment.prototype, 'children', root);
      return inner instanceof HTMLCollection ? Array.from(inner) : [];
    }
    if (
      element instanceof HTMLSlotElement &&
      HTMLSlotElement.prototype.assignedNodes.call(element).length > 0
    )
      return HTMLSlotElement.prototype.assignedElements.call(element);
    const children = of(Element.prototype, 'children', element);
    return children instanceof HTMLCollection ? Array.from(children) : [];
  };
  const pathOf = (element: Element): number[] => {
    const path: number[] = [];
    for (let at: Element | null = element; at !== null; at = parentOf(at)) {
      const parent = parentOf(at);
      path.push(parent === null ? 0 : Math.max(0, childrenOf(parent).indexOf(at)));
    }
    return path.toReversed();
  };
  const all = (selector: string): Element[] =>
    Array.from(Document.prototype.querySelectorAll.call(document, selector)).slice(0, MOST);

  let focused = of(Document.prototype, 'activeElement', document);
  for (;;) {
    const root: unknown = focused instanceof Element ? rootOf(focused) : null;
    const inner = root instanceof ShadowRoot ? of(ShadowRoot.prototype, 'activeElement', root) : null;
    if (!(inner instanceof Element)) break;
    focused = inner;
  }
  const modal = all('dialog:modal').at(-1);
  return {
    focused: focused instanceof Element && !(focused instanceof HTMLBodyElement) ? pathOf(focused) : null,
    modal: modal === undefined ? null : pathOf(modal),
    mixed: all('input:indeterminate:is([type=checkbox])').map(pathOf),
    invalid: all('input:user-invalid, textarea:user-invalid, select:user-invalid').map(pathOf),
  };
}
