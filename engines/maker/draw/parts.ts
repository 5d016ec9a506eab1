// Small parts of a drawn applet: an element with its text, a value in words, what a row is found by. INVARIANT: text is set as text, once.
import type { View, ViewCell } from '#engines/maker/catalogue.ts';

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  options: { readonly text?: string; readonly className?: string } = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (options.text !== undefined) element.textContent = options.text;
  if (options.className !== undefined) element.className = options.className;
  element.append(...children);
  return element;
}

export const isMeasure = (type: string): boolean =>
  type === 'money' || type === 'number' || type === 'rating';

/** As the page wrote it, where it wrote something. */
export function inWords([value, quote, , unit]: ViewCell): string {
  if (quote !== '') return quote;
  if (value === null) return '';
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  return unit === null ? text : `${text} ${unit}`;
}

export const headOf = ({ name, unit }: View['columns'][number]): string =>
  unit === null || name.includes(unit) ? name : `${name} (${unit})`;

/** Nothing comes last, whichever way the rest goes; amounts of several units stand apart, each unit in itself in order. */
export function compare(one: ViewCell | undefined, other: ViewCell | undefined, direction: 1 | -1): number {
  const [a, b] = [one?.[0] ?? null, other?.[0] ?? null];
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const units = COLLATOR.compare(one?.[3] ?? '', other?.[3] ?? '');
  if (units !== 0) return units;
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction;
  return COLLATOR.compare(String(a), String(b)) * direction;
}
const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
