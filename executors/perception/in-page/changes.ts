// What a document has changed since the last look: counted, never read. Runs in our isolated world, which the page can neither see
// nor reach; self-contained: its source text is sent to the browser.
// INVARIANT: it holds no element, changes nothing, and costs a few comparisons a mutation. Not seen: closed shadow trees, and what
// style sheets alone change.
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method */

export type Changes = {
  /** Records of every kind, fields, focus and scrolling among them. */
  readonly mutations: number;
  /** Elements and texts that came or went. */
  readonly nodes: number;
  /** Nodes that something happened to. */
  readonly touched: number;
  /** Something that can be acted on came, went or was changed. */
  readonly acting: boolean;
  readonly scrolled: boolean;
  /** Where the document is scrolled to now. */
  readonly scroll: { readonly y: number; readonly height: number; readonly viewportHeight: number };
};

/** Starts to count again; how many elements there are. Once for each look, before it. */
export function watchChanges(): number {
  type Watch = { readonly begin: () => void };
  const MAX_CHECKS = 500;
  const MAX_NODES = 20_000;
  const ACTING =
    'a[href], area[href], button, input, select, textarea, option, summary, label, iframe, [role], [tabindex], [onclick], [contenteditable], [draggable=true]';
  const UNSEEN = new Set(['script', 'style', 'link', 'meta', 'template', 'noscript']);
  const of = (prototype: object, name: string, self: object): unknown => {
    const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return getter === undefined ? undefined : Reflect.apply(getter, self, []);
  };
  const count = (): number => Document.prototype.getElementsByTagName.call(document, '*').length;
  // An own property: an element of the page with such an id is none.
  const known = Object.getOwnPropertyDescriptor(globalThis, '__ghostWatch')?.value as Watch | undefined;
  if (known !== undefined) {
    known.begin();
    return count();
  }
  const state = { mutations: 0, nodes: 0, touched: 0, acting: false, scrolled: false };
  let seen = new WeakSet<Node>();
  let checks = 0;
  const touch = (node: Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    state.touched += 1;
  };
  const check = (node: Node, inside: boolean): void => {
    if (state.acting || checks >= MAX_CHECKS) return;
    checks += 1;
    const element = node instanceof Element ? node : of(Node.prototype, 'parentElement', node);
    if (!(element instanceof Element)) return;
    state.acting =
      Element.prototype.closest.call(element, ACTING) !== null ||
      (inside && Element.prototype.querySelector.call(element, ACTING) !== null);
  };
  const moved = (parent: Node, nodes: NodeList): void => {
    for (const node of nodes) {
      if (Object.getOwnPropertyDescriptor(node, '__ghostOwn')?.value === true) continue;
      const isElement = node instanceof Element;
      if (isElement && UNSEEN.has(String(of(Element.prototype, 'localName', node)))) continue;
      if (node instanceof CharacterData && node.data.trim() === '') continue;
      state.mutations += 1;
      state.nodes += 1;
      touch(node);
      check(node, true);
      check(parent, false);
    }
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type === 'childList') {
        moved(target, addedNodes);
        moved(target, removedNodes);
        continue;
      }
      state.mutations += 1;
      touch(target);
      check(target, type === 'attributes');
    }
  });
  const observe = (root: Node): void =>
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  /** An observer does not see into shadow trees: each open one has its own. */
  const observeOpen = (root: Document | ShadowRoot): void => {
    observe(root);
    let left = MAX_NODES;
    const all =
      root instanceof Document
        ? Document.prototype.querySelectorAll
        : DocumentFragment.prototype.querySelectorAll;
    for (const element of all.call(root, '*')) {
      left -= 1;
      if (left === 0) return;
      const inner = of(Element.prototype, 'shadowRoot', element);
      if (inner instanceof ShadowRoot) observeOpen(inner);
    }
  };
  const begin = (): void => {
    observer.takeRecords();
    Object.assign(state, { mutations: 0, nodes: 0, touched: 0, acting: false, scrolled: false });
    seen = new WeakSet();
    checks = 0;
    observeOpen(document);
  };
  const hear = (name: string, what: (event: Event) => void): void =>
    // An element with the id `addEventListener` would lie before the method itself.
    EventTarget.prototype.addEventListener.call(
      window,
      name,
      (event) => {
        state.mutations += 1;
        what(event);
      },
      { capture: true, passive: true },
    );
  const field = ({ target }: Event): void => {
    state.acting = true;
    if (target instanceof Node) touch(target);
  };
  const scrolled = (): void => void (state.scrolled = true);
  hear('input', field);
  hear('change', field);
  hear('focusin', () => undefined);
  hear('focusout', () => undefined);
  hear('scroll', scrolled);
  hear('resize', scrolled);
  begin();
  const watch = {
    begin,
    read: () => {
      const root = document.scrollingElement ?? document.documentElement;
      const height = Number(of(Element.prototype, 'scrollHeight', root) ?? 0);
      return { ...state, scroll: { y: Math.round(scrollY), height, viewportHeight: innerHeight } };
    },
  };
  Reflect.defineProperty(globalThis, '__ghostWatch', { value: watch });
  return count();
}

/** `null` where nobody watches: another document. */
export function readChanges(): Changes | null {
  const watch = Object.getOwnPropertyDescriptor(globalThis, '__ghostWatch')?.value as
    | { read: () => Changes }
    | undefined;
  return watch === undefined ? null : watch.read();
}
