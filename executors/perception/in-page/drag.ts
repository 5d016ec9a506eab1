// Watches a drag in its frame, in our isolated world: whether the page lets one begin, and that none becomes a click.
// INVARIANT: press and release on one button, link or box are a click to the browser, and what that does was not decided on: it is
// swallowed, and such a drag is none. Everything is read through the prototypes' own getters, which a page's names cannot shadow.
import { FLAT_TREE } from './flat-tree.ts';
import { PRESSED } from './pressed.ts';

/** A text, a slider and a picture are dragged within; what these do, a click does. */
const CLICKED = `${PRESSED}, label, summary, area, option, ${['submit', 'image', 'file', 'checkbox', 'radio']
  .map((type) => `input[type=${type} i]`)
  .join(', ')}`;

/** What is pressed around a node, itself with it. What takes the mouse itself is pressed for nothing around it. */
const AROUND = `((node) => {
  const { parentOf } = ${FLAT_TREE};
  const found = [];
  for (let one = node; one !== null; one = parentOf(one)) {
    if (!(one instanceof Element)) continue;
    const is = (selector) => Element.prototype.matches.call(one, selector);
    if (is(${JSON.stringify(CLICKED)})) found.push(one);
    else if (is('input, select, textarea')) return found;
  }
  return found;
})`;

/** On the first end, then on the other one: whether something is pressed around both. */
export const MARK_PRESSED = `function () { globalThis.__ghostDragged = ${AROUND}(this); return true; }`;
export const SHARES_PRESSED = `function () {
  const first = globalThis.__ghostDragged ?? [];
  delete globalThis.__ghostDragged;
  return ${AROUND}(this).some((one) => first.includes(one));
}`;

/** Ends by itself with the next press, should nobody end it. */
export const GUARD_DRAG = `(() => {
  globalThis.__ghostDrag?.end();
  let begun = null;
  let presses = 0;
  const note = (event) => { begun = event; };
  const swallow = (event) => {
    if (!event.isTrusted || event.detail === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const press = (event) => {
    if (event.isTrusted && (presses += 1) > 1) globalThis.__ghostDrag?.end();
  };
  const heard = { dragstart: note, click: swallow, pointerdown: press };
  for (const [name, listener] of Object.entries(heard)) addEventListener(name, listener, { capture: true });
  globalThis.__ghostDrag = {
    begun: () => begun !== null && !begun.defaultPrevented,
    end: () => {
      for (const [name, listener] of Object.entries(heard)) removeEventListener(name, listener, { capture: true });
      delete globalThis.__ghostDrag;
    },
  };
  return true;
})()`;
export const BEGUN = `new Promise((resolve) => setTimeout(() => resolve(globalThis.__ghostDrag?.begun() ?? false), 0))`;
export const RELEASE_DRAG = `(globalThis.__ghostDrag?.end(), true)`;
