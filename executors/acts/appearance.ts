// What a document shows that no mutation tells of: what stands in its fields, what lies open, which words its style sheets show,
// and where and how each element is drawn. As a short text that is another one where any of it is. Runs in our isolated world; self-contained: its source text is sent to the browser.
// INVARIANT: everything is read through the prototypes' own getters (flat-tree.ts); a document too large to be read says that it moves.
/* oxlint-disable typescript/unbound-method */
import type { Changes } from '#executors/perception/in-page/changes.ts';
import { FLAT_TREE, type FlatTree } from '#executors/perception/in-page/flat-tree.ts';
import { READ_LIVE, type LiveReading } from '#executors/perception/in-page/live.ts';
import { READ_CHANGES } from '#executors/perception/staleness.ts';

export type Appearance = { readonly text: string; readonly isMoving: boolean };

function readAppearance({ of, rootOf }: FlatTree): Appearance {
  const MAX_ELEMENTS = 3_000;
  const MAX_CHARACTERS = 100_000;
  const parts: string[] = [];
  let [roots, low, high] = [0, 0xdeadbeef, 0x41c6ce57];
  /** Where each element is drawn and how, in 53 bits: one by one it would be longer than what is shown. */
  const add = (text: string): void => {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      low = Math.imul(low ^ code, 2654435761);
      high = Math.imul(high ^ code, 1597334677);
    }
  };
  const look = (element: Element): void => {
    const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
    const { visibility, cursor, opacity, zIndex, pointerEvents } = getComputedStyle(element);
    const [before, after] = [getComputedStyle(element, '::before'), getComputedStyle(element, '::after')];
    add(`${x} ${y} ${width} ${height} ${visibility} ${cursor} ${opacity} ${zIndex} ${pointerEvents}`);
    add(`${before.content} ${after.content}`);
  };
  let left = MAX_ELEMENTS;
  const read = (root: Document | ShadowRoot): void => {
    const all =
      root instanceof Document
        ? Document.prototype.querySelectorAll
        : DocumentFragment.prototype.querySelectorAll;
    for (const element of all.call(root, '*')) {
      left -= 1;
      if (left < 0) return;
      look(element);
      if (element instanceof HTMLInputElement)
        parts.push(
          String(of(HTMLInputElement.prototype, 'value', element)),
          String(of(HTMLInputElement.prototype, 'checked', element)),
        );
      if (element instanceof HTMLTextAreaElement)
        parts.push(String(of(HTMLTextAreaElement.prototype, 'value', element)));
      if (element instanceof HTMLOptionElement)
        parts.push(String(of(HTMLOptionElement.prototype, 'selected', element)));
      const inner = rootOf(element);
      if (inner === null) continue;
      roots += 1;
      read(inner);
    }
  };
  read(document);
  const state = Object.getOwnPropertyDescriptor(Animation.prototype, 'playState')?.get;
  const isMoving =
    left < 0 ||
    state === undefined ||
    Document.prototype.getAnimations
      .call(document)
      .some((one) => Reflect.apply(state, one, []) === 'running');
  if (isMoving) return { text: '', isMoving };
  const html = of(Document.prototype, 'documentElement', document);
  if (html instanceof HTMLElement)
    parts.push(
      String(of(HTMLElement.prototype, 'innerText', html)),
      String(of(Element.prototype, 'scrollHeight', html)),
      String(of(Element.prototype, 'scrollWidth', html)),
    );
  parts.push(String(Document.prototype.querySelectorAll.call(document, ':popover-open, :modal').length));
  parts.push(`${left} ${roots} ${low >>> 0} ${high >>> 0}`);
  const text = parts.join('\n');
  return { text: text.slice(0, MAX_CHARACTERS), isMoving: text.length > MAX_CHARACTERS };
}

/** A function that gives an `Appearance`. */
export const APPEARANCE = `function () { return (${String(readAppearance)})(${FLAT_TREE}); }`;

export type Now = {
  readonly changes: Changes | null;
  readonly live: LiveReading;
  readonly looks: Appearance;
};

/** To be run in a frame: how it is, and what has changed since the last look. */
export const NOW = `function () { return { changes: (${READ_CHANGES})(), live: (${READ_LIVE})(), looks: (${APPEARANCE})() }; }`;
