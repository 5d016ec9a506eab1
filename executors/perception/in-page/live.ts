// What a capture does not tell of a document: what has the focus, which dialog makes the rest inert, what is half checked or
// wrongly filled. Runs in our isolated world; self-contained: its source text is sent to the browser.
// INVARIANT: everything is read through the prototypes' own getters (flat-tree.ts). An element is named by its path (path.ts).
import { FLAT_TREE, type FlatTree } from './flat-tree.ts';

export type LiveReading = {
  readonly focused: readonly number[] | null;
  readonly modal: readonly number[] | null;
  readonly mixed: readonly (readonly number[])[];
  readonly invalid: readonly (readonly number[])[];
  /** The whole document is a text field. */
  readonly editable: boolean;
};

function readLive({ of, rootOf, pathOf }: FlatTree): LiveReading {
  const MAX_ELEMENTS = 50;
  const all = (selector: string): Element[] =>
    Array.from(Document.prototype.querySelectorAll.call(document, selector)).slice(0, MAX_ELEMENTS);
  let focused = of(Document.prototype, 'activeElement', document);
  for (;;) {
    const root = focused instanceof Element ? rootOf(focused) : null;
    const inner = root === null ? null : of(ShadowRoot.prototype, 'activeElement', root);
    if (!(inner instanceof Element)) break;
    focused = inner;
  }
  const modal = all('dialog:modal').at(-1);
  return {
    focused: focused instanceof Element && !(focused instanceof HTMLBodyElement) ? pathOf(focused) : null,
    modal: modal === undefined ? null : pathOf(modal),
    mixed: all('input:indeterminate:is([type=checkbox])').map(pathOf),
    invalid: all('input:user-invalid, textarea:user-invalid, select:user-invalid').map(pathOf),
    editable: document.designMode === 'on',
  };
}

/** A function that gives a `LiveReading`. */
export const READ_LIVE = `function () { return (${String(readLive)})(${FLAT_TREE}); }`;
