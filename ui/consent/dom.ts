// The few lines that stand in for a rendering library. INVARIANT: text goes in as text nodes; there is no HTML parsing here.
import { leftOut, visibleParts } from './visible-text.ts';

type Attributes = Readonly<Record<string, string | boolean>>;
export type Child = Node | string | null;

/** An element with attributes (`true` for empty ones, `false` for none) and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Text that somebody else wrote: kept from turning what stands around it, hidden characters shown, what is cut counted. */
export function untrusted(text: string, options: { lines?: boolean; limit?: number } = {}): HTMLElement {
  const left = leftOut(text, options.limit);
  return h(
    'bdi',
    {},
    ...visibleParts(text, options).map((part) =>
      part.escaped ? h('span', { class: 'escaped' }, part.text) : part.text,
    ),
    left === 0 ? null : h('span', { class: 'escaped' }, `${left} more characters`),
  );
}
