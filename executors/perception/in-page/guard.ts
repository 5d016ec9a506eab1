// Guards a click while it is on its way, in our isolated world. Self-contained: its source text is sent to the browser.
// INVARIANT: named properties of forms and documents can shadow built-ins even here (`<input name="action">`), so
// everything is read through the prototypes' own getters and methods.
// Self-contained functions cannot share helpers, work on the node they are called on, and take getters off prototypes:
/* oxlint-disable unicorn/consistent-function-scoping, oxc/no-this-in-exported-function, typescript/no-this-alias, typescript/unbound-method */

/**
 * Lets a trusted mouse event pass only if it goes to the element (or a label of it). What was put under the pointer after
 * the aim gets nothing, nor does what is pressed by itself (pressed.ts) and was put within the element. Ends by itself with the document, or by `releaseClick`.
 */
export function guardClick(this: Node, pressable: string): void {
  const element = this;
  // A click that led to a navigation which came to nothing leaves its guard behind: it would swallow this one.
  // An own property: an element of the page with such an id is none.
  const left = Object.getOwnPropertyDescriptor(globalThis, '__ghostClick')?.value as
    | { release: () => void }
    | undefined;
  left?.release();
  const labels: EventTarget[] =
    element instanceof HTMLInputElement && element.labels !== null ? [...element.labels] : [];
  // A click on a label goes on to its field, by the browser: wherever that stands, it is what the label was decided as.
  const field = element instanceof HTMLLabelElement ? element.control : null;
  const presses = ['pointerdown', 'mousedown', 'pointerup', 'mouseup'];
  const names = [...presses, 'click', 'auxclick', 'dblclick', 'contextmenu'];
  const state = { missed: false, taken: false, passed: false, release: () => {} };
  const look = (event: Event): void => {
    if (!event.isTrusted) return;
    const path = event.composedPath();
    if (field !== null && event.type === 'click' && path[0] === field) return;
    const seen = event.currentTarget === window ? shown : element;
    const within = path.slice(0, Math.max(0, path.indexOf(seen)));
    const isAnothers = within.some(
      (one) =>
        one instanceof Element &&
        one !== element &&
        Element.prototype.matches.call(one, pressable) &&
        Node.prototype.contains.call(element, one),
    );
    if (!isAnothers && (path.includes(seen) || labels.some((label) => path.includes(label)))) {
      if (event.type === 'mousedown') state.taken = true;
      // From outside a closed tree it may yet go to another one of the same tree.
      if (event.currentTarget === listening[listening.length - 1]) state.passed = true;
      return;
    }
    // A press that went elsewhere is none of this element's, whatever another one did before.
    // The first word of it is the pointer's: swallowed, no other one follows.
    if (event.type === 'pointerdown' || event.type === 'mousedown') state.taken = false;
    // A click is dispatched on the common ancestor when the element moved between press and release.
    event.preventDefault();
    event.stopImmediatePropagation();
    state.missed = true;
  };
  // From outside a closed shadow tree only its host is seen: then the tree's root looks as well.
  const listening: EventTarget[] = [window];
  let shown: Node = element;
  const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node);
  for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host)) {
    if (root.mode !== 'closed') continue;
    if (listening.length === 1) listening.push(root);
    shown = root.host;
  }
  for (const target of listening) {
    for (const name of names)
      EventTarget.prototype.addEventListener.call(target, name, look, { capture: true });
  }
  state.release = () => {
    for (const target of listening) {
      for (const name of names)
        EventTarget.prototype.removeEventListener.call(target, name, look, { capture: true });
    }
  };
  Reflect.defineProperty(globalThis, '__ghostClick', { value: state, configurable: true });
}

/**
 * Ends the guard. `missed`: the press went elsewhere. A list that opens as it is pressed lies over the element when the button is let go:
 * what came then was swallowed, and the press was the act. `reached`: something of it went to the element all the same, as the first of
 * two clicks.
 */
export function releaseClick(this: Node): { missed: boolean; reached: boolean } {
  const state = Object.getOwnPropertyDescriptor(globalThis, '__ghostClick')?.value as
    | { missed: boolean; taken: boolean; passed: boolean; release: () => void }
    | undefined;
  state?.release();
  Reflect.deleteProperty(globalThis, '__ghostClick');
  return state === undefined
    ? { missed: false, reached: false }
    : { missed: state.missed && !state.taken, reached: state.passed };
}
