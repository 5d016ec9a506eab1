// What a page has that an order may name: its controls by what they do with a press or a value, the entries of its lists, short texts.
// INVARIANT: words of a page only explain words of the person; none of them becomes part of a goal. Bounded: a page with more to name is
// read by nothing here, made once for a page, and a word is compared with each word of it once at most.
import { contentStems, stemMatch } from '#engines/language.ts';
import { isPressable } from '#engines/navigator/offline/page/locate.ts';
import { labelOf } from '#engines/navigator/offline/page/labels.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import {
  actionable,
  ancestors,
  has,
  type Item,
  type Outline,
} from '#engines/navigator/offline/page/outline.ts';
import { fold } from './said/words.ts';

export type ThingKind = 'PRESS' | 'BOX' | 'RADIO' | 'OPTION' | 'FIELD' | 'LIST' | 'TEXT';

export type Thing = {
  readonly kind: ThingKind;
  readonly role: string;
  readonly name: string;
  /** Of an entry, the list that it stands in. */
  readonly list: string | null;
  /** How many of that kind and name there are. */
  readonly count: number;
};

const ROLES: Readonly<Record<string, ThingKind>> = {
  checkbox: 'BOX',
  switch: 'BOX',
  menuitemcheckbox: 'BOX',
  radio: 'RADIO',
  menuitemradio: 'RADIO',
  option: 'RADIO',
  textbox: 'FIELD',
  searchbox: 'FIELD',
  spinbutton: 'FIELD',
  slider: 'FIELD',
  combobox: 'FIELD',
  listbox: 'LIST',
};
const MAX_NAME_CHARACTERS = 80;
/** Structure that bears the words of what is inside. */
const TEXTS = new Set([
  'heading',
  'text',
  'cell',
  'gridcell',
  'rowheader',
  'term',
  'generic',
  'group',
  'img',
  'listitem',
]);

const kindOf = (item: Item): ThingKind | null => {
  const known = ROLES[item.node.role];
  if (item.node.ref !== null && known !== undefined) return item.node.options === undefined ? known : 'LIST';
  if (isPressable(item)) return 'PRESS';
  return TEXTS.has(item.node.role) ? 'TEXT' : null;
};

const MAX_THINGS = 2_000;
const MAX_OPTIONS = 200;

/** `null`: more than anybody tells apart by a name. */
export function thingsOf(outline: Outline): readonly Thing[] | null {
  const things = new Map<string, Thing & { readonly items: Set<Item> }>();
  const add = (kind: ThingKind, role: string, given: string, list: string | null, item: Item): void => {
    const name = given.trim();
    if (name.length > MAX_NAME_CHARACTERS || (name === '' && kind !== 'FIELD')) return;
    const key = `${kind}/${name}/${list ?? ''}`;
    const known = things.get(key);
    const items = known?.items ?? new Set<Item>();
    // The same words on an element and on one inside it are one thing; what is around it comes before it.
    const isInside = items.has(item) || ancestors(item).some((one) => items.has(one));
    items.add(item);
    const count = known === undefined ? 1 : known.count + (isInside ? 0 : 1);
    things.set(key, { kind, role: known?.role ?? role, name, list, count, items });
  };
  for (const item of outline.items) {
    const kind = kindOf(item);
    if (kind === null || (kind !== 'TEXT' && !actionable(item))) continue;
    const own = shownName(item);
    const named = own !== '' || kind === 'TEXT' ? own : labelOf(outline, item);
    const name = named === '' && kind === 'PRESS' ? (item.node.description ?? '') : named;
    if (kind === 'FIELD' && has(item, 'readonly') && item.node.role === 'textbox' && name === '') continue;
    add(kind, item.node.role, name, null, item);
    if ((item.node.options?.length ?? 0) > MAX_OPTIONS || things.size > MAX_THINGS) return null;
    for (const option of item.node.options ?? []) add('OPTION', 'option', option, name, item);
  }
  // What can be acted on says more than the words that label it.
  const all = [...things.values()];
  if (all.length > MAX_THINGS) return null;
  const acted = new Set(all.filter(({ kind }) => kind !== 'TEXT').map(({ name }) => name.toLowerCase()));
  return all.filter(
    ({ kind, name }) => kind !== 'TEXT' || !acted.has(name.replace(/[:*\s]+$/u, '').toLowerCase()),
  );
}

/** Of a longer name nobody says all. */
const MAX_NAME_WORDS = 16;
const MAX_STEMS = 8_000;
/** A slip of the keyboard, a synonym: as near as that a word of a name is to be. */
const MIN_LIKE = 0.8;

export type Known = {
  readonly thing: Thing;
  readonly words: readonly string[];
  readonly stems: readonly string[];
};

export class Index {
  readonly things: readonly Thing[];
  readonly byFirst: ReadonlyMap<string, readonly Known[]>;
  readonly #byStem = new Map<string, Known[]>();
  readonly #alike = new Map<string, ReadonlyMap<string, number>>();
  /** How many words of the page were compared with words of orders: held by a test. */
  compared = 0;

  constructor(things: readonly Thing[]) {
    this.things = things;
    const known = things.flatMap((thing): readonly Known[] => {
      const words = wordsIn(fold(thing.name));
      return words.length === 0 || words.length > MAX_NAME_WORDS
        ? []
        : [{ thing, words, stems: contentStems(thing.name) }];
    });
    this.byFirst = Map.groupBy(known, ({ words }) => words[0] ?? '');
    for (const one of known)
      for (const stem of new Set(one.stems)) {
        const others = this.#byStem.get(stem);
        if (others === undefined) this.#byStem.set(stem, [one]);
        else others.push(one);
      }
  }

  get isTooLarge(): boolean {
    return this.#byStem.size > MAX_STEMS;
  }

  /** Words of the page that this one may stand for, each with how well. */
  alike(stem: string): ReadonlyMap<string, number> {
    const known = this.#alike.get(stem);
    if (known !== undefined) return known;
    const found = new Map<string, number>();
    for (const other of this.#byStem.keys()) {
      this.compared += 1;
      const like = stemMatch(stem, other);
      if (like >= MIN_LIKE) found.set(other, like);
    }
    this.#alike.set(stem, found);
    return found;
  }

  /** What has a word in its name that this one may stand for. */
  named(stem: string): ReadonlySet<Known> {
    return new Set([...this.alike(stem).keys()].flatMap((other) => this.#byStem.get(other) ?? []));
  }
}

export const wordsIn = (folded: string): readonly string[] =>
  folded.split(/[^\p{L}\p{N}@#]+/u).filter((word) => word !== '');

const MADE = new WeakMap<Outline, Index | null>();

/** `null`: the page names too much. */
export function indexOf(outline: Outline): Index | null {
  const known = MADE.get(outline);
  if (known !== undefined) return known;
  const things = thingsOf(outline);
  const index = things === null ? null : new Index(things);
  const made = index === null || index.isTooLarge ? null : index;
  MADE.set(outline, made);
  return made;
}
