// Which role an element has: its ARIA role, else the one that HTML gives it (HTML-AAM). Pure.
// INVARIANT: the words are those that Chromium's accessibility tree has after `roleOf`; test/executors/perception/perception-oracle.spec.ts compares them.
import type { CapturedDocument } from './captured.ts';
import { CREDENTIAL } from './roles.ts';

const ARIA = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary
  contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img
  insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter
  navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search
  searchbox separator slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time
  timer toolbar tooltip tree treegrid treeitem`.split(/\s+/u),
);
const BY_TAG: Readonly<Record<string, string>> = {
  article: 'article',
  aside: 'complementary',
  blockquote: 'blockquote',
  button: 'button',
  canvas: 'canvas',
  caption: 'caption',
  datalist: 'listbox',
  dd: 'definition',
  details: 'group',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  figure: 'figure',
  form: 'form',
  frame: 'iframe',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  iframe: 'iframe',
  img: 'img',
  label: 'label',
  main: 'main',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  progress: 'progressbar',
  search: 'search',
  svg: 'img',
  table: 'table',
  tbody: 'rowgroup',
  td: 'cell',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
};
const BY_INPUT: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};
const NO_ROLE = new Set(['none', 'presentation', 'generic']);
const SECTIONS = new Set(['article', 'aside', 'main', 'nav', 'section']);

/** `generic` for what has none. */
export function roleOfElement(document: CapturedDocument, node: number): string {
  const given = (document.attribute(node, 'role') ?? '').toLowerCase().trim();
  const own = given === '' ? undefined : given.split(/\s+/u).find((word) => ARIA.has(word));
  if (own !== undefined) {
    // What can be focused has a meaning whatever the page says.
    if (!NO_ROLE.has(own)) return own === 'directory' ? 'list' : own;
    if (!isFocusable(document, node)) return 'generic';
  }
  return nativeRole(document, node);
}

function nativeRole(document: CapturedDocument, node: number): string {
  const tag = document.tag(node);
  switch (tag) {
    case 'a':
    case 'area':
      return isLink(document, node) ? 'link' : 'generic';
    case 'input':
      return inputRole(document, node);
    case 'select':
      return document.has(node, 'multiple') || Number(document.attribute(node, 'size') ?? 1) > 1
        ? 'listbox'
        : 'combobox';
    case 'summary':
      return document.tag(document.parent(node)) === 'details' ? 'button' : 'generic';
    case 'li':
      return NO_ROLE.has(document.attribute(document.parent(node), 'role') ?? '') ? 'generic' : 'listitem';
    case 'section':
      return named(document, node) ? 'region' : 'generic';
    case 'header':
    case 'footer':
      return within(document, node, SECTIONS) ? 'generic' : tag === 'header' ? 'banner' : 'contentinfo';
    case 'th':
      return document.attribute(node, 'scope') === 'row' ||
        (document.attribute(node, 'scope') === null && isRowHeader(document, node))
        ? 'rowheader'
        : 'columnheader';
    case 'video':
    case 'audio':
      return document.has(node, 'controls') ? tag : 'generic';
    default: {
      const role = BY_TAG[tag];
      if (role !== undefined) return role;
      return isEditingHost(document, node) ? 'textbox' : 'generic';
    }
  }
}

/** SVG's links may have the older attribute. */
const isLink = (document: CapturedDocument, node: number): boolean =>
  document.has(node, 'href') || document.has(node, 'xlink:href');

function inputRole(document: CapturedDocument, node: number): string {
  const type = (document.attribute(node, 'type') ?? '').toLowerCase();
  if (type === 'hidden') return 'generic';
  const role = BY_INPUT[type] ?? 'textbox';
  return document.has(node, 'list') && (role === 'textbox' || role === 'searchbox') ? 'combobox' : role;
}

const named = (document: CapturedDocument, node: number): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => (document.attribute(node, name) ?? '') !== '');

function within(document: CapturedDocument, node: number, tags: ReadonlySet<string>): boolean {
  for (let at = document.parent(node); at > 0; at = document.parent(at)) {
    if (tags.has(document.tag(at))) return true;
  }
  return false;
}

/** A header cell beside data cells, not above them. */
function isRowHeader(document: CapturedDocument, node: number): boolean {
  const row = document.parent(node);
  if (document.tag(document.parent(row)) === 'thead') return false;
  let data = false;
  for (const cell of document.children(row)) data ||= document.tag(cell) === 'td';
  return data;
}

export function isEditingHost(document: CapturedDocument, node: number): boolean {
  const editable = document.attribute(node, 'contenteditable');
  return editable !== null && ['', 'true', 'plaintext-only'].includes(editable.toLowerCase());
}

const CONTROLS = new Set(['button', 'input', 'select', 'textarea']);

/** By the keyboard or by `tabindex`. */
export function isFocusable(document: CapturedDocument, node: number): boolean {
  const tag = document.tag(node);
  if (CONTROLS.has(tag)) return !isDisabled(document, node);
  const index = document.attribute(node, 'tabindex');
  if (index !== null && Number.isInteger(Number.parseInt(index, 10))) return true;
  if (tag === 'a' || tag === 'area') return isLink(document, node);
  if (tag === 'summary') return document.tag(document.parent(node)) === 'details';
  if (tag === 'video' || tag === 'audio') return document.has(node, 'controls');
  return isEditingHost(document, node);
}

export function isDisabled(document: CapturedDocument, node: number): boolean {
  if (document.attribute(node, 'aria-disabled') === 'true') return true;
  const tag = document.tag(node);
  if (!CONTROLS.has(tag) && tag !== 'option' && tag !== 'optgroup' && tag !== 'fieldset') return false;
  if (document.has(node, 'disabled')) return true;
  // HTML 4.10.19.2: in a disabled fieldset, but for its first legend.
  let below = node;
  for (let at = document.parent(node); at > 0; at = document.parent(at)) {
    if (document.tag(at) === 'fieldset' && document.has(at, 'disabled') && document.tag(below) !== 'legend')
      return true;
    below = at;
  }
  return false;
}

/** Type `password`, or an `autocomplete` that says so. */
export function isCredential(document: CapturedDocument, node: number): boolean {
  return (
    (document.tag(node) === 'input' && document.attribute(node, 'type')?.toLowerCase() === 'password') ||
    CREDENTIAL.test(document.attribute(node, 'autocomplete') ?? '')
  );
}

/** The options of a native list, in order, whatever groups they stand in. */
export function options(document: CapturedDocument, list: number): number[] {
  const found: number[] = [];
  for (const child of document.children(list)) {
    if (document.tag(child) === 'option') found.push(child);
    else found.push(...options(document, child));
  }
  return found;
}
