// The observation as a tree: parents, subtrees, texts. INVARIANT: adds nothing that the observation does not say.
import type { ObservedNode, Observation } from '#engines/navigator/contract.ts';
import type { Answered } from '#engines/navigator/question.ts';
import { Meant } from './meant.ts';

export type Item = {
  readonly index: number;
  readonly node: ObservedNode;
  readonly parent: Item | null;
  readonly children: Item[];
};

export type Outline = {
  readonly observation: Observation;
  readonly items: readonly Item[];
  /** Text of the first level-1 heading, else the title without the site's name. */
  readonly subject: string;
  /** What was looked for by which words, and what the person said of them. */
  readonly meant: Meant<Item>;
};

/** Roles whose name is the text of all that is inside. */
const NAMED_BY_CONTENT = new Set([
  'link',
  'button',
  'heading',
  'text',
  'option',
  'tab',
  'menuitem',
  'checkbox',
  'radio',
  'switch',
  'cell',
  'gridcell',
  'columnheader',
  'rowheader',
  'img',
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'slider',
]);

export function outlineOf(observation: Observation, answered: readonly Answered[] = []): Outline {
  const items: Item[] = [];
  const open: Item[] = [];
  for (const [index, node] of observation.nodes.entries()) {
    while (open.length > 0 && (open.at(-1)?.node.depth ?? 0) >= node.depth) open.pop();
    const parent = open.at(-1) ?? null;
    const item: Item = { index, node, parent, children: [] };
    parent?.children.push(item);
    items.push(item);
    open.push(item);
  }
  const headings = items.filter((item) => item.node.role === 'heading');
  const heading =
    headings.find((item) => item.node.states.includes('level=1')) ?? headings.find((item) => !inFrame(item));
  const fallback = observation.title.split(/\s+[-–—|·:]\s+/)[0] ?? '';
  return {
    observation,
    items,
    subject: heading?.node.name ?? fallback,
    meant: new Meant(observation.nodes, answered),
  };
}

/** What a reader sees inside: the names of the leaves, in order. */
export function textOf(item: Item): string {
  if (NAMED_BY_CONTENT.has(item.node.role) && item.node.name !== '') return item.node.name;
  const inside = item.children.map(textOf).filter((text) => text !== '');
  return inside.length > 0 ? inside.join(' ').replace(/ ([.,;:!?)])/g, '$1') : item.node.name;
}

export function* within(item: Item): Generator<Item> {
  for (const child of item.children) {
    yield child;
    yield* within(child);
  }
}

export function ancestors(item: Item): readonly Item[] {
  const found: Item[] = [];
  for (let at = item.parent; at !== null; at = at.parent) found.push(at);
  return found;
}

export const closest = (item: Item, roles: readonly string[]): Item | null =>
  ancestors(item).find((above) => roles.includes(above.node.role)) ?? null;

export const has = (item: Item, state: string): boolean => item.node.states.includes(state);

/** Enabled and known by a ref: what a proposal may name. */
export const actionable = (item: Item): boolean => item.node.ref !== null && !has(item, 'disabled');

/** Structure that often hands its clicks to a control of its own inside. */
const HOLDERS = new Set(
  'tab cell gridcell rowheader columnheader listitem treeitem menuitem option row generic'.split(' '),
);
/** What takes a click meant for an item: the control inside that bears the same name, else the item itself. */
export function handleOf(item: Item): Item {
  if (!HOLDERS.has(item.node.role)) return item;
  const name = textOf(item).trim();
  for (const inner of within(item))
    if (['link', 'button'].includes(inner.node.role) && actionable(inner) && inner.node.name.trim() === name)
      return inner;
  return item;
}

/** Nothing but what frames every page of a site: banner, navigation, footer. */
export function inFrame(item: Item): boolean {
  return ancestors(item).some((above) => ['banner', 'contentinfo', 'navigation'].includes(above.node.role));
}

const MAX_QUOTE_CHARACTERS = 300;
/** A quotation: the page's own text, letter by letter, cut but never altered, so that it can be found there again. */
export const quoteOf = (text: string): string => text.slice(0, MAX_QUOTE_CHARACTERS).trim();

/** The innermost text inside `item` that has the value. */
export function quoteNear(item: Item, value: string): string {
  const names = [item, ...within(item)].map((inner) => inner.node.name).filter((name) => name !== '');
  const holding = names.filter((name) => name.includes(value));
  return quoteOf(
    holding.at(-1) ?? names.find((name) => value.startsWith(name.slice(0, 40))) ?? names[0] ?? value,
  );
}
