// Which roles of Chromium's accessibility tree are shown, acted on, or passed through. Pure tables.

/** Roles that a person acts on: the twelve of the plan and their close kin. */
export const INTERACTIVE_ROLES: ReadonlySet<string> = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'switch',
  'slider',
  'spinbutton',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'treeitem',
]);

/** Controls of a form: something is entered in them, or chosen. */
export const CONTROL_ROLES: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'switch',
  'slider',
  'spinbutton',
]);

/** Containers that EXTRACT may name. */
export const REGION_ROLES: ReadonlySet<string> = new Set([
  'article',
  'dialog',
  'alertdialog',
  'form',
  'frame',
  'list',
  'main',
  'navigation',
  'region',
  'search',
  'table',
  'grid',
]);

/** Passed through: their children stand where they would. */
export const TRANSPARENT_ROLES: ReadonlySet<string> = new Set([
  'generic',
  'label',
  'paragraph',
  'strong',
  'emphasis',
  'mark',
  'time',
  'code',
  'subscript',
  'superscript',
  'insertion',
  'deletion',
  'rowgroup',
]);

/** Their names are made from their text, so that the text is not said twice. */
export const NAMED_BY_TEXT: ReadonlySet<string> = new Set([
  'button',
  'link',
  'heading',
  'cell',
  'gridcell',
  'columnheader',
  'rowheader',
  'row',
  'option',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'checkbox',
  'radio',
  'switch',
  'treeitem',
  'tooltip',
  'term',
]);

/** The same once they can be acted on: then a person knows them by what is in them. */
export const NAMED_BY_TEXT_IF_ACTED_ON: ReadonlySet<string> = new Set([
  'generic',
  'listitem',
  'definition',
  'article',
  'figure',
]);

/** Fields: what is in them is their value, never text of the page. */
export const FIELD_ROLES: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'slider']);

/** `autocomplete` of a field whose value is a credential; `type=password` is one besides. */
export const CREDENTIAL = /(^|\s)(current-password|new-password|one-time-code|cc-[a-z-]+)(\s|$)/i;

/** Chromium's own words for what ARIA has a role for. */
const RENAMED: Readonly<Record<string, string>> = {
  StaticText: 'text',
  image: 'img',
  DisclosureTriangle: 'button',
  DisclosureTriangleGrouped: 'button',
  Date: 'textbox',
  DateTime: 'textbox',
  InputTime: 'textbox',
  ColorWell: 'textbox',
  ToggleButton: 'button',
  PopUpButton: 'button',
  ListBoxOption: 'option',
  MenuListOption: 'option',
  DescriptionListTerm: 'term',
  DescriptionListDetail: 'definition',
};

export const roleOf = (chromiumRole: string): string => RENAMED[chromiumRole] ?? chromiumRole;

const UNEVEN = /^[\s\u200B]|[\s\u200B]$|[\t\n\r\f\v\u00A0\u200B]|\s\s/u;

/** White space as it is drawn: single blanks, none at the ends. */
export const plain = (text: string): string =>
  UNEVEN.test(text) ? text.replace(/[\s\u00A0\u200B]+/gu, ' ').trim() : text;
