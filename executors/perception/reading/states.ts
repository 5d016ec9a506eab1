// What an element is like at the moment: its states, its value, its options. Pure.
// INVARIANT: a credential's value never leaves this file.
import type { CapturedDocument } from './captured.ts';
import { isCredential, isDisabled, isEditingHost, options } from './dom-role.ts';
import type { Names } from './dom-name.ts';
import { plain } from './roles.ts';

/** What no capture tells: asked of the page's live document, by node index. */
export type Live = {
  readonly focused: number;
  readonly mixed: ReadonlySet<number>;
  readonly invalid: ReadonlySet<number>;
};

const CHECKABLE = new Set([
  'checkbox',
  'radio',
  'switch',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'treeitem',
]);

/** Fields that take a value of one form alone. */
const TYPED = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color']);

export function statesOf(document: CapturedDocument, node: number, role: string, live: Live): string[] {
  const states: string[] = [];
  const tag = document.tag(node);
  if (document.hasAttributes(node) || tag === 'option') addAttributes(states, document, node, role);
  if (isDisabled(document, node)) states.unshift('disabled');
  if (live.focused === node) states.push('focused');
  if (isChecked(document, node, role)) states.push('checked');
  if (live.mixed.has(node) && !states.includes('mixed')) states.push('mixed');
  const expanded = expandedOf(document, node, role);
  if (expanded !== null) states.push(expanded ? 'expanded' : 'collapsed');
  const invalid = document.attribute(node, 'aria-invalid') ?? 'false';
  if (live.invalid.has(node) || (invalid !== '' && invalid !== 'false')) states.push('invalid');
  if (role === 'heading') states.push(`level=${levelOf(document, node)}`);
  if (tag === 'form' && document.attribute(node, 'method')?.toLowerCase() === 'post')
    states.push('method=post');
  if (document.attribute(node, 'draggable') === 'true') states.push('draggable');
  if (isCredential(document, node)) states.push('password');
  return states;
}

function addAttributes(states: string[], document: CapturedDocument, node: number, role: string): void {
  const aria = (name: string): string => document.attribute(node, `aria-${name}`) ?? '';
  const has = (name: string): boolean => document.has(node, name);
  const tag = document.tag(node);
  const isField = tag === 'input' || tag === 'textarea';
  const add = (name: string, holds: boolean): void => {
    if (holds) states.push(name);
  };
  add('selected', aria('selected') === 'true' || (tag === 'option' && document.isChosen(node)));
  add('required', aria('required') === 'true' || ((isField || tag === 'select') && has('required')));
  add('readonly', aria('readonly') === 'true' || (isField && has('readonly')));
  add('modal', aria('modal') === 'true');
  add('multiselectable', aria('multiselectable') === 'true' || (tag === 'select' && has('multiple')));
  const type = tag === 'input' ? (document.attribute(node, 'type') ?? '').toLowerCase() : '';
  add(`type=${type}`, TYPED.has(type));
  add('busy', aria('busy') === 'true');
  add('pressed', aria('pressed') === 'true');
  add('mixed', (aria('checked') === 'mixed' && CHECKABLE.has(role)) || aria('pressed') === 'mixed');
}

function isChecked(document: CapturedDocument, node: number, role: string): boolean {
  if (document.tag(node) === 'input') return CHECKABLE.has(role) && document.isChecked(node);
  return CHECKABLE.has(role) && document.attribute(node, 'aria-checked') === 'true';
}

function expandedOf(document: CapturedDocument, node: number, role: string): boolean | null {
  const aria = document.attribute(node, 'aria-expanded');
  if (aria === 'true' || aria === 'false') return aria === 'true';
  const tag = document.tag(node);
  if (tag === 'summary' && role === 'button') return document.has(document.parent(node), 'open');
  return tag === 'select' && role === 'combobox' ? false : null;
}

function levelOf(document: CapturedDocument, node: number): number {
  const given = Number.parseInt(document.attribute(node, 'aria-level') ?? '', 10);
  if (given >= 1) return given;
  return Number(/^h([1-6])$/u.exec(document.tag(node))?.[1] ?? 2);
}

/** What is in a field; `•••(8)` for a credential's eight characters. */
export function valueOf(document: CapturedDocument, node: number, role: string, names: Names): string {
  const tag = document.tag(node);
  if (tag === 'select') {
    return options(document, node)
      .filter((option) => document.isChosen(option))
      .map((option) => names.name(option, 'option', false))
      .join(', ');
  }
  if (tag === 'input' || tag === 'textarea') {
    if (['button', 'checkbox', 'radio'].includes(role)) return '';
    const value = plain(document.value(node));
    return value !== '' && isCredential(document, node) ? `•••(${Array.from(value).length})` : value;
  }
  if (isEditingHost(document, node)) return names.textOf(node);
  const aria = document.attribute(node, 'aria-valuetext') ?? document.attribute(node, 'aria-valuenow');
  if (aria !== null) return plain(aria);
  if (tag === 'progress' || tag === 'meter') return plain(document.attribute(node, 'value') ?? '');
  return role === 'generic' ? placeOnTrack(document, node) : '';
}

const HANDLE = /(?:^|[\s_-])(?:handle|thumb|knob|slider|grip)(?:$|[\s_-])/iu;
const ALONG = /(?:^|;)\s*(?:left|right|bottom|top|inset-inline-start)\s*:\s*(-?[\d.]+)%/iu;

/** Where the handle of a drawn slider stands on its track, as its style says: `30%`. */
function placeOnTrack(document: CapturedDocument, node: number): string {
  if (!HANDLE.test(document.attribute(node, 'class') ?? '')) return '';
  const along = ALONG.exec(document.attribute(node, 'style') ?? '')?.[1];
  return along === undefined ? '' : `${Number(along)}%`;
}
