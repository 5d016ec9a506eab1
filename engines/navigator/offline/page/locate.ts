// A target to elements of the page: by kind, name, what labels it, and where it stands to others.
// INVARIANT: only what can be acted on is found, and nothing is chosen by order alone unless the target says so.
import { coverage, normalise, similarity } from '#engines/language.ts';
import { CHECKABLE, FIELDS, MIN_SURE, PRESSABLE, type Candidate } from './ground.ts';
import { actionable, ancestors, has, inFrame, textOf, within, type Item, type Outline } from './outline.ts';
import { anchorsOf, relatedness } from './relate.ts';
import { nameScore, shownName } from './names.ts';
import type { Relation, Target, TargetKind } from '#engines/navigator/offline/words/target.ts';

/** Named containers: they have a ref to be read by, and are acted on only where nothing else is meant. */
const REGIONS = new Set([
  'article',
  'dialog',
  'alertdialog',
  'form',
  'list',
  'main',
  'navigation',
  'region',
  'search',
  'table',
  'grid',
]);
const LOOSE = [
  'generic',
  'listitem',
  'img',
  'cell',
  'gridcell',
  'row',
  'option',
  'text',
  'group',
  'heading',
  'treeitem',
  'menuitem',
];
const KIND_ROLES: Readonly<Record<TargetKind, readonly string[]>> = {
  BUTTON: ['button'],
  LINK: ['link'],
  TAB: ['tab'],
  BOX: ['checkbox', 'menuitemcheckbox', 'switch'],
  RADIO: ['radio', 'menuitemradio'],
  SWITCH: ['switch', 'checkbox'],
  ICON: ['button', 'img', 'link', 'generic'],
  FIELD: FIELDS,
  TEXTAREA: ['textbox'],
  LIST: ['combobox', 'listbox'],
  SLIDER: ['slider'],
  OPTION: ['option', 'radio', 'menuitem', 'listitem', 'checkbox'],
  MENU: ['menuitem', 'button'],
  SHAPE: LOOSE,
  SECTION: ['button', 'tab', 'treeitem', 'menuitem', ...REGIONS],
  ITEM: [...LOOSE, 'link', 'button', 'option'],
};
const ALL_PRESSABLE = new Set([
  ...PRESSABLE,
  ...CHECKABLE,
  ...LOOSE,
  'option',
  'slider',
  'columnheader',
  'rowheader',
]);

export const isPressable = (item: Item): boolean =>
  actionable(item) &&
  !REGIONS.has(item.node.role) &&
  (ALL_PRESSABLE.has(item.node.role) || FIELDS.includes(item.node.role));

function kindFactor(kind: TargetKind | null, item: Item): number {
  const { role } = item.node;
  if (kind === null) return FIELDS.includes(role) ? 0.9 : 1;
  if (KIND_ROLES[kind].includes(role)) return 1;
  return LOOSE.includes(role) ? 0.92 : 0.82;
}

/** Best first. `roles`: what is looked among; default: what can be pressed. */
export function locate(
  outline: Outline,
  target: Target,
  options: {
    readonly roles?: readonly string[];
    readonly keep?: (item: Item) => boolean;
    readonly records?: readonly Item[];
    /** All that fit are wanted: which of them is no question. */
    readonly every?: true;
  } = {},
): readonly Candidate[] {
  const { roles, keep = () => true } = options;
  const pool = outline.items.filter(
    (item) =>
      (roles === undefined ? isPressable(item) : roles.includes(item.node.role) && actionable(item)) &&
      keep(item),
  );
  let found = scored(outline, target, pool, false);
  if ((found[0]?.score ?? 0) < 0.8 && target.name !== '') found = scored(outline, target, pool, true);
  if (target.not !== null) {
    const not = target.not;
    found = found.filter(({ item }) => similarity(not, item.node.name) < 0.85);
  }
  for (const relation of target.relations) {
    const anchors = options.records ?? anchorsOf(outline, relation.anchor);
    found = worthComparing(found, anchors);
    const rivals = found.map(({ item }) => item);
    const related = found
      .map(({ item, score }) => ({
        item,
        score:
          score * (saysWhose(relation, item) ? 0.99 : 0) ||
          score * relatedness(outline, item, relation.how, anchors, rivals),
      }))
      .filter(({ score }) => score > 0.3);
    // An anchor that the page does not know makes every match a guess.
    found = related;
  }
  found = inItsCase(
    target.name,
    [...found].sort((a, b) => b.score - a.score || a.item.index - b.item.index),
  );
  if (target.extreme !== null) {
    const numbers = isOfNumbers(target) ? extremeNumber(outline, target.extreme, keep) : [];
    return outline.meant.told(
      wordsOfTarget(target),
      numbers.length > 0 ? numbers : extremeOf(found, target.extreme),
    );
  }
  if (target.nth !== null)
    return outline.meant.told(wordsOfTarget(target), nthOf(found, target.nth, target.name === ''));
  const unlike = dedupe(found);
  return options.every === true ? unlike : outline.meant.among(wordsOfTarget(target), unlike, pool);
}

/** What a question about it is asked by, and its answer is found by. */
const wordsOfTarget = ({ name, kind, relations }: Target): string =>
  [name === '' ? (kind ?? '').toLowerCase() : name, ...relations.map(({ anchor }) => anchor)]
    .join(' ')
    .trim();

/** "Mute Ana" is Ana's by its own words. */
const saysWhose = ({ how, anchor }: Relation, { node }: Item): boolean =>
  how === 'OF' &&
  node.name !== '' &&
  coverage(anchor, node.name) >= 0.99 &&
  similarity(anchor, node.name) < 0.95;

/** Of names that differ in capitals alone, those that are written as the person wrote it, where there are such. */
function inItsCase(name: string, found: readonly Candidate[]): readonly Candidate[] {
  const alike = found.filter(({ item }) => normalise(shownName(item)) === normalise(name));
  const exact = alike.filter(({ item }) => shownName(item).trim() === name.trim());
  return exact.length === 0 || exact.length === alike.length
    ? found
    : found.filter((one) => exact.includes(one) || !alike.includes(one));
}

const MAX_CANDIDATES = 150;
const MAX_ANCHORS = 40;
/** Where things stand to one another is looked at for those whose names come close; of many alike, for those nearest to an anchor. */
function worthComparing(found: readonly Candidate[], anchors: readonly Item[]): readonly Candidate[] {
  const sorted = [...found].sort((a, b) => b.score - a.score);
  const best = sorted[0]?.score ?? 0;
  const close = sorted.filter(({ score }) => score >= Math.max(0.4, best - 0.3));
  if (close.length <= MAX_CANDIDATES) return close;
  const places = anchors.slice(0, MAX_ANCHORS).map(({ index }) => index);
  const far = ({ item }: Candidate): number =>
    Math.min(...places.map((place) => Math.abs(place - item.index)));
  const near = Map.groupBy(close, far);
  const kept = [...near.keys()].toSorted((a, b) => a - b).flatMap((key) => near.get(key) ?? []);
  return kept.slice(0, MAX_CANDIDATES).toSorted((a, b) => b.score - a.score || a.item.index - b.item.index);
}

function scored(
  outline: Outline,
  target: Target,
  pool: readonly Item[],
  labels: boolean,
): readonly Candidate[] {
  const { name, kind } = target;
  return pool
    .map((item) => {
      const said = name === '' ? 0.85 : nameScore(outline, name, item, labels);
      const place = inFrame(item) ? -0.01 : 0;
      return { item, score: said * kindFactor(kind, item) + place + (item.node.inView ? 0.005 : 0) };
    })
    .filter(({ item, score }) => score >= 0.2 && (name !== '' || kind === null || fitsKind(kind, item)));
}

const fitsKind = (kind: TargetKind, item: Item): boolean =>
  KIND_ROLES[kind].includes(item.node.role) ||
  (['TAB', 'OPTION', 'ICON', 'ITEM', 'SHAPE'].includes(kind) && LOOSE.includes(item.node.role));

/** The same link twice, or an element within one of the same name, is no doubt. Each is looked at once, however many are called alike. */
function dedupe(found: readonly Candidate[]): readonly Candidate[] {
  const links = new Set<string>();
  const named = new Map<string, { readonly own: Set<Item>; readonly around: Set<Item> }>();
  return found.filter(({ item }) => {
    const { url, name } = item.node;
    const link = url === undefined || url.endsWith('#') ? null : `${url}\n${name}`;
    const key = normalise(name);
    const known = named.get(key) ?? { own: new Set<Item>(), around: new Set<Item>() };
    const outer = ancestors(item);
    if (link !== null && links.has(link)) return false;
    if (known.around.has(item) || outer.some((one) => known.own.has(one))) return false;
    if (link !== null) links.add(link);
    known.own.add(item);
    for (const one of outer) known.around.add(one);
    named.set(key, known);
    return true;
  });
}

function nthOf(found: readonly Candidate[], nth: number, anyName: boolean): readonly Candidate[] {
  const best = found[0]?.score ?? 0;
  const good = found.filter(({ score }) => (anyName ? true : score >= Math.max(MIN_SURE, best - 0.12)));
  const pool = anyName ? largestGroup(good) : good;
  const ordered = [...pool].sort((a, b) => a.item.index - b.item.index);
  const one = nth > 0 ? ordered[nth - 1] : ordered.at(nth);
  return one === undefined ? [] : [{ item: one.item, score: Math.max(one.score, 0.86) }];
}

/** Of things without a name the list is meant: those of one role at one depth that are the most. */
function largestGroup(found: readonly Candidate[]): readonly Candidate[] {
  const groups = new Map<string, Candidate[]>();
  for (const one of found) {
    if (inFrame(one.item)) continue;
    const key = `${one.item.node.role}/${one.item.node.depth}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

/** "the card with the greatest number": things that show a number and no name. */
const isOfNumbers = ({ name, kind, extreme, relations }: Target): boolean =>
  name === '' &&
  relations.length === 0 &&
  (extreme === 'LARGEST' || extreme === 'SMALLEST') &&
  (kind === null || ['SECTION', 'ITEM', 'OPTION'].includes(kind));
function extremeNumber(
  outline: Outline,
  which: NonNullable<Target['extreme']>,
  keep: (item: Item) => boolean,
): readonly Candidate[] {
  const shown = outline.items.filter((item) => isPressable(item) && keep(item) && numberIn(item) !== null);
  return shown.length < 2
    ? []
    : extremeOf(
        shown.map((item) => ({ item, score: 0.8 })),
        which,
      );
}

const numberIn = (item: Item): number | null => {
  const text = item.node.name.replace(/[,\s]/g, '');
  return /^[-+]?[$€£]?\d+(?:\.\d+)?%?$/.test(text) ? Number(text.replace(/[^\d.-]/g, '')) : null;
};
const areaOf = (item: Item): number =>
  item.node.box === null ? 0 : item.node.box.width * item.node.box.height;

function extremeOf(found: readonly Candidate[], which: NonNullable<Target['extreme']>): readonly Candidate[] {
  const best = found[0]?.score ?? 0;
  let pool = found.filter(({ score }) => score >= Math.max(0.55, best - 0.15));
  const numbers = pool.filter(({ item }) => numberIn(item) !== null);
  if (which === 'LARGEST' || which === 'SMALLEST') {
    if (numbers.length >= 2) pool = numbers;
    const key = (item: Item): number => (numbers.length >= 2 ? (numberIn(item) ?? 0) : areaOf(item));
    const sign = which === 'LARGEST' ? -1 : 1;
    pool = [...pool].sort((a, b) => sign * (key(a.item) - key(b.item)));
  } else {
    const sign = which === 'FIRST_IN_ALPHABET' ? 1 : -1;
    const named = largestGroup(pool.filter(({ item }) => item.node.name !== ''));
    pool = [...named].sort((a, b) => sign * a.item.node.name.localeCompare(b.item.node.name, 'en'));
  }
  return pool.slice(0, 1).map(({ item }) => ({ item, score: 0.9 }));
}

/** What is meant by "all of the boxes", "both fields", "each button": in document order. */
export function locateAll(
  outline: Outline,
  target: Target,
  roles: readonly string[] | null,
): readonly Item[] {
  const pool = locate(
    outline,
    { ...target, nth: null, extreme: null },
    { every: true, ...(roles === null ? {} : { roles }) },
  );
  const good = pool.filter(({ score }) => score >= MIN_SURE).map(({ item }) => item);
  return [...good].sort((a, b) => a.index - b.index);
}

/** A text of the page that says the phrase, on any node. */
export const saysSo = (outline: Outline, phrase: string): Item | null =>
  outline.items.find((item) => similarity(phrase, item.node.name) >= 0.85) ??
  outline.items.find((item) => item.node.name.length < 300 && coverage(phrase, item.node.name) >= 0.99) ??
  null;

export const insideText = (item: Item): string =>
  [textOf(item), ...[...within(item)].map((inner) => inner.node.name)].join(' ');
export const isChecked = (item: Item): boolean =>
  has(item, 'checked') || has(item, 'pressed') || has(item, 'selected');
