// Watches a drag in its frame, in our isolated world: whether the page lets one begin, and that none becomes a click.
// INVARIANT: press and release on one button, link or box are a click to the browser, and what that does was not decided on: it is
// swallowed, and such a drag is none. What is kept from one call to the next is an own property of our world's global object, and
// everything is called and read through the prototypes: a page's names cannot shadow either.
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

const kept = (name: string): string => `Object.getOwnPropertyDescriptor(globalThis, '${name}')?.value`;
const DRAG = kept('__ghostDrag');

/** On the first end, then on the other one: whether something is pressed around both. */
export const MARK_PRESSED = `function () {
  Reflect.defineProperty(globalThis, '__ghostDragged', { value: ${AROUND}(this), configurable: true });
  return true;
}`;
export const SHARES_PRESSED = `function () {
  const first = ${kept('__ghostDragged')} ?? [];
  Reflect.deleteProperty(globalThis, '__ghostDragged');
  return ${AROUND}(this).some((one) => first.includes(one));
}`;

/** Ends by itself with the next press, should nobody end it. */
export const GUARD_DRAG = `(() => {
  ${DRAG}?.end();
  let begun = null;
  let presses = 0;
  const note = (event) => { begun = event; };
  const swallow = (event) => {
    if (!event.isTrusted || event.detail === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const press = (event) => {
    if (event.isTrusted && (presses += 1) > 1) ${DRAG}?.end();
  };
  const heard = { dragstart: note, click: swallow, pointerdown: press };
  for (const [name, listener] of Object.entries(heard))
    EventTarget.prototype.addEventListener.call(globalThis, name, listener, { capture: true });
  const drag = {
    begun: () => begun !== null && !begun.defaultPrevented,
    end: () => {
      for (const [name, listener] of Object.entries(heard))
        EventTarget.prototype.removeEventListener.call(globalThis, name, listener, { capture: true });
      Reflect.deleteProperty(globalThis, '__ghostDrag');
    },
  };
  Reflect.defineProperty(globalThis, '__ghostDrag', { value: drag, configurable: true });
  return true;
})()`;
export const BEGUN = `new Promise((resolve) => setTimeout(() => resolve(${DRAG}?.begun() ?? false), 0))`;
export const RELEASE_DRAG = `(${DRAG}?.end(), true)`;
