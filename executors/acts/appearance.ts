// What a document shows that no mutation tells of: what stands in its fields, what lies open, which words its style sheets show. As a
// short text that is another one where any of it is. Runs in our isolated world; self-contained: its source text is sent to the browser.
// INVARIANT: everything is read through the prototypes' own getters (flat-tree.ts); a document too large to be read says that it moves.
/* oxlint-disable typescript/unbound-method */
import { FLAT_TREE, type FlatTree } from '#executors/perception/in-page/flat-tree.ts';

export type Appearance = { readonly text: string; readonly isMoving: boolean };

function readAppearance({ of, rootOf }: FlatTree): Appearance {
  const MAX_ELEMENTS = 3_000;
  const MAX_CHARACTERS = 100_000;
  const parts: string[] = [];
  let left = MAX_ELEMENTS;
  const read = (root: Document | ShadowRoot): void => {
    const all =
      root instanceof Document
        ? Document.prototype.querySelectorAll
        : DocumentFragment.prototype.querySelectorAll;
    for (const element of all.call(root, '*')) {
      left -= 1;
      if (left < 0) return;
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
      if (inner !== null) read(inner);
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
  const text = parts.join('\n');
  return { text: text.slice(0, MAX_CHARACTERS), isMoving: text.length > MAX_CHARACTERS };
}

/** A function that gives an `Appearance`. */
export const APPEARANCE = `function () { return (${String(readAppearance)})(${FLAT_TREE}); }`;
