// States that a page shows by class alone: `selected`, `active`, `ui-state-active`, `Mui-checked`. Pure.
// INVARIANT: what ARIA or HTML says of an element counts more: a class is asked only about what they leave open.
import type { CapturedDocument } from './captured.ts';

/** Whole words of a class, or what stands behind the last hyphens of one (`nav-link--active`, `ui-state-active`). */
const STATE_OF: Readonly<Record<string, string>> = {
  selected: 'selected',
  active: 'selected',
  current: 'selected',
  chosen: 'selected',
  highlighted: 'selected',
  checked: 'checked',
  ticked: 'checked',
  pressed: 'pressed',
  expanded: 'expanded',
  collapsed: 'collapsed',
  disabled: 'disabled',
};
const WORD = /^[a-z][\w-]*$/iu;
const NEGATED = /(?:^|[-_])(?:not|non|no|in|un|de|pre|is-not|never|when|if|on|if-not)[-_]+[a-z]+$/iu;
const CHECKED_ROLES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
/** Who has one says it of itself. */
const SAID_BY: Readonly<Record<string, readonly string[]>> = {
  selected: ['aria-selected', 'aria-current', 'aria-checked', 'aria-pressed'],
  checked: ['aria-checked'],
  pressed: ['aria-pressed'],
  expanded: ['aria-expanded'],
  collapsed: ['aria-expanded'],
  disabled: ['aria-disabled'],
};
/** Native controls that have the state themselves. */
const NATIVE = new Set(['input', 'select', 'option', 'textarea']);

/** For what can be acted on; its own class, or that of a box around it alone (`li.active > a`). */
export function classStates(document: CapturedDocument, node: number, role: string): string[] {
  if (NATIVE.has(document.tag(node))) return [];
  const own = statesIn(document.attribute(node, 'class') ?? '');
  const around = isAlone(document, node)
    ? statesIn(document.attribute(document.parent(node), 'class') ?? '')
    : [];
  const found = new Set([...own, ...around].map((state) => meant(state, role)));
  return [...found].filter((state) => (SAID_BY[state] ?? []).every((name) => !document.has(node, name)));
}

function statesIn(classes: string): string[] {
  const found: string[] = [];
  for (const word of classes.split(/\s+/u)) {
    if (!WORD.test(word) || NEGATED.test(word)) continue;
    const state =
      STATE_OF[word.slice(Math.max(word.lastIndexOf('-'), word.lastIndexOf('_')) + 1).toLowerCase()];
    if (state !== undefined) found.push(state);
  }
  return found;
}

/** A box is checked, a button pressed, and anything else selected. */
function meant(state: string, role: string): string {
  if (state !== 'selected') return state;
  if (CHECKED_ROLES.has(role)) return 'checked';
  return role === 'button' ? 'pressed' : state;
}

const BOXES = new Set(['li', 'td', 'th', 'dd']);

/** The one element in a list's entry or in a cell. */
function isAlone(document: CapturedDocument, node: number): boolean {
  const parent = document.parent(node);
  if (!BOXES.has(document.tag(parent))) return false;
  for (let child = document.firstChild(parent); child !== -1; child = document.nextSibling(child))
    if (child !== node && document.isElement(child)) return false;
  return true;
}
