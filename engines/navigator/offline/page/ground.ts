// Phrases of the intent to elements of the page: by role, name, label, and what stands around them.
// INVARIANT: confidence comes from the score and from the margin to the best other element, never from hope.
import { coverage, headOf, normalise, similarity } from '#engines/language.ts';
import { isCell } from './records.ts';
import { actionable, ancestors, closest, has, inFrame, textOf, type Item, type Outline } from './outline.ts';

export type Candidate = { readonly item: Item; readonly score: number };

export const LINKS = ['link'];
export const PRESSABLE = [
  'button',
  'link',
  'menuitem',
  'tab',
  'switch',
  'menuitemcheckbox',
  'menuitemradio',
  'treeitem',
];
/** Of a score or a confidence: below it a match is the nearest of what there is, and not what was named. */
export const MIN_SURE = 0.62;

export const FIELDS = ['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider'];
export const ENTERABLE = [...FIELDS, 'listbox'];
export const CHECKABLE = ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'];

/** What labels an element beside its own name: its row's header, the term before it. */
function labelOf(outline: Outline, item: Item): string {
  const row = closest(item, ['row']);
  if (row !== null) {
    const header = row.children.find((cell) => isCell(cell) && !ancestors(item).includes(cell));
    if (header !== undefined) return textOf(header);
  }
  const definition = closest(item, ['definition']);
  if (definition === null) return '';
  const term = outline.items.slice(0, definition.index).findLast((before) => before.node.role === 'term');
  return term === undefined ? '' : textOf(term);
}

function score(outline: Outline, phrase: string, item: Item): number {
  const { name, description } = item.node;
  const own = similarity(phrase, name);
  const covered = coverage(phrase, headOf(name));
  const whole = covered >= 0.99 ? 0.86 + 0.12 * coverage(name, phrase) : 0;
  const described = description === undefined ? 0 : similarity(phrase, description) * 0.9;
  const label = labelOf(outline, item);
  const labelled = label === '' ? 0 : similarity(phrase, `${label} ${name}`) * 0.97;
  const field = FIELDS.includes(item.node.role) && item.node.value === undefined ? 0.005 : 0;
  return (
    Math.max(own, whole, described, labelled) +
    field +
    (inFrame(item) ? 0 : 0.01) +
    (item.node.inView ? 0.005 : 0)
  );
}

/** Best first. Links to the same address are one candidate: choosing between them is no doubt. */
export function rank(
  outline: Outline,
  phrase: string,
  roles: readonly string[],
  keep: (item: Item) => boolean = () => true,
): readonly Candidate[] {
  const best = new Map<string, Candidate>();
  for (const item of outline.items) {
    if (!roles.includes(item.node.role) || !actionable(item) || !keep(item)) continue;
    const found = { item, score: score(outline, phrase, item) };
    if (found.score < 0.2) continue;
    const key = item.node.url ?? `ref:${item.node.ref ?? ''}`;
    const known = best.get(key);
    if (known === undefined || known.score < found.score) best.set(key, found);
  }
  const found = [...best.values()].sort((a, b) => b.score - a.score || a.item.index - b.item.index);
  const pool = outline.items.filter(
    (item) => roles.includes(item.node.role) && actionable(item) && keep(item),
  );
  return outline.meant.among(phrase, found, pool);
}

/** 0 to 0.97. A clear first is as sure as its score; one with an equal beside it loses a third. */
export function confidenceOf(ranked: readonly Candidate[]): number {
  const [first, second] = ranked;
  if (first === undefined) return 0;
  const margin = first.score - (second?.score ?? 0);
  return Math.min(0.97, first.score * (0.65 + 0.35 * Math.min(1, margin / 0.2)));
}

/** What a search is called. "Find us on" and "look up to" are none. */
const SEARCHES =
  /\b(?:search|query|keywords?|suche?|suchen|suchbegriff|suchwort|durchsuchen|buscar|busca|busqueda|buscador)\b|^(?:find|look ?up|finde|finden|encuentra|encontrar)\b(?! (?:us|me|out|your account)\b)/;
/** What those who made a page call such a field. */
const MADE_AS = /^(?:q|s|term|terms)$/;

/** The form that it is in sends something to be kept: that is more than a question. */
const isPosted = (item: Item): boolean => {
  const form = closest(item, ['form', 'search']);
  return form !== null && has(form, 'method=post');
};

/**
 * The field that searches the site: by role, by its place in a search region, by name, by the button beside it. `asked`: the person's own
 * words ask for a search. INVARIANT: without them nothing is taken for one that posts, or that nothing says to be a search.
 */
export function searchBox(outline: Outline, asked: boolean): Item | null {
  const fields = outline.items.filter(
    (item) =>
      ['searchbox', 'textbox', 'combobox'].includes(item.node.role) &&
      actionable(item) &&
      item.node.options === undefined &&
      !has(item, 'password') &&
      (asked || !isPosted(item)),
  );
  return (
    fields.find((item) => item.node.role === 'searchbox') ??
    fields.find((item) => closest(item, ['search']) !== null) ??
    fields.find(({ node }) =>
      [node.name, node.description ?? ''].some((words) => SEARCHES.test(normalise(words))),
    ) ??
    fields.find(
      (item) =>
        MADE_AS.test(item.node.description ?? '') && closest(item, ['form']) !== null && !isPosted(item),
    ) ??
    besideSearchButton(outline, fields)
  );
}

/** A nameless field with the button "Search" right behind it; "Go" and "Find" say so little that only a form that asks counts. */
function besideSearchButton(outline: Outline, fields: readonly Item[]): Item | null {
  for (const button of outline.items) {
    const said =
      button.node.role === 'button' ? (/^\p{L}+/u.exec(normalise(button.node.name))?.[0] ?? '') : '';
    const isSearch = SEARCH_BUTTON.test(said);
    if (!isSearch && !GO_BUTTON.test(said)) continue;
    const before = fields.findLast((item) => item.index < button.index);
    if (before === undefined || button.index - before.index > 3) continue;
    if (isSearch || (closest(before, ['form']) !== null && !isPosted(before))) return before;
  }
  return null;
}
const SEARCH_BUTTON = /^(?:search|suchen?|buscar|busca)$/;
const GO_BUTTON = /^(?:find|go|finden|los|ir)$/;

const NEXT =
  /^(?:(?:go to )?(?:the )?next(?: \w+){0,2}|older(?: posts| entries)?|more(?: results)?|(?:show|load|see|view) more(?: \w+)?)\W*$|^[›»→]$|^>+$/;
/** The control that leads on in a list of several pages. */
export const nextPage = (outline: Outline): Item | null =>
  outline.items.find(
    (item) =>
      ['link', 'button'].includes(item.node.role) && actionable(item) && NEXT.test(normalise(item.node.name)),
  ) ?? null;

/** The button that sends the form an item is in; without a form, the next button behind it. */
export function submitOf(outline: Outline, item: Item, words: RegExp): Item | null {
  const form = closest(item, ['form', 'search', 'dialog', 'alertdialog', 'group']);
  const near = outline.items.filter((other) => other.node.role === 'button' && actionable(other));
  const inForm = form === null ? [] : near.filter((other) => ancestors(other).includes(form));
  const behind = near.filter((other) => other.index > item.index && !inFrame(other));
  const pool = inForm.length > 0 ? inForm : behind.slice(0, 4);
  return pool.find((other) => words.test(normalise(other.node.name))) ?? pool[0] ?? null;
}
