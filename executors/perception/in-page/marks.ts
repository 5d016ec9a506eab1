// Refs written over the page for one picture, and wiped away again. Run in our isolated world; self-contained. What is drawn
// hangs in a closed shadow tree that no pointer reaches; the page could see that an element came and went.
// INVARIANT: what is kept is an own property of our world's objects: an element with its name stands for none, and is not wiped away.

export type Mark = {
  readonly ref: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export function drawMarks(marks: readonly Mark[]): boolean {
  const host = document.createElement('div');
  // Nothing of the page's: the watch over changes passes it by.
  Reflect.defineProperty(host, '__ghostOwn', { value: true });
  host.style.cssText = 'all:initial;position:fixed;inset:0;z-index:2147483647;pointer-events:none';
  const root = Element.prototype.attachShadow.call(host, { mode: 'closed' });
  for (const [at, { ref, x, y, width, height }] of marks.entries()) {
    const colour = `hsl(${(at * 67) % 360} 90% 35%)`;
    const box = document.createElement('div');
    box.style.cssText = `position:absolute;box-sizing:border-box;left:${x}px;top:${y}px;width:${width}px;height:${height}px;border:2px solid ${colour}`;
    const label = document.createElement('span');
    label.style.cssText = `position:absolute;left:${Math.max(0, x)}px;top:${Math.max(0, y - 14)}px;font:bold 11px/14px monospace;padding:0 2px;color:white;background:${colour}`;
    Node.prototype.appendChild.call(label, document.createTextNode(ref));
    Node.prototype.appendChild.call(root, box);
    Node.prototype.appendChild.call(root, label);
  }
  Node.prototype.appendChild.call(document.documentElement, host);
  Reflect.defineProperty(globalThis, '__ghostMarks', { value: host, configurable: true });
  return true;
}

export function wipeMarks(): boolean {
  const host: unknown = Object.getOwnPropertyDescriptor(globalThis, '__ghostMarks')?.value;
  Reflect.deleteProperty(globalThis, '__ghostMarks');
  if (host instanceof Element) Element.prototype.remove.call(host);
  return host instanceof Element;
}
