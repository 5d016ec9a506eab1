// What a reader takes for the name of an element that has none. Runs in our isolated world; self-contained.
// INVARIANT: everything is read through the prototypes' own getters (see effect.ts).
/* oxlint-disable oxc/no-this-in-exported-function, typescript/unbound-method */

export function readText(this: Node): string {
  const MAX_TEXT_CHARACTERS = 200;
  const textOf = (element: Element): string => {
    const getter = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'innerText')?.get;
    const text: unknown =
      element instanceof HTMLElement && getter !== undefined
        ? Reflect.apply(getter, element, [])
        : element.textContent;
    return typeof text === 'string' ? text.trim() : '';
  };
  if (!(this instanceof Element)) return '';
  const labels = this instanceof HTMLInputElement && this.labels !== null ? Array.from(this.labels) : [];
  const said = [
    Element.prototype.getAttribute.call(this, 'aria-label') ?? '',
    ...labels.map(textOf),
    textOf(this),
    Element.prototype.getAttribute.call(this, 'title') ?? '',
  ];
  return (said.find((text) => text.trim() !== '') ?? '').slice(0, MAX_TEXT_CHARACTERS);
}
