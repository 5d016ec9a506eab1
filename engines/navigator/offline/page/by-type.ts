// Fields that bear no name of their own, known by what they take and by how they are made.
// INVARIANT: only where no name says which one is meant; two that fit alike are told apart by order, and less surely.
import { normalise } from '#engines/language.ts';
import { ENTERABLE, searchBox } from './ground.ts';
import { actionable, has, within, type Item, type Outline } from './outline.ts';

/** The type of a native field, `''` where it says none. */
export const typeOf = ({ node }: Item): string =>
  node.states.find((state) => state.startsWith('type='))?.slice(5) ?? '';
const madeAs = ({ node }: Item): string =>
  normalise((node.description ?? '').replace(/[-_]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'));

/** Words for what goes in, and which field takes such things. */
const TAKERS: readonly (readonly [RegExp, (item: Item) => boolean])[] = [
  [/\b(?:time|hour|clock)\b/, (item) => typeOf(item) === 'time' || /\btime/.test(madeAs(item))],
  [
    /\b(?:date|day|calendar|birthday)\b/,
    (item) =>
      ['date', 'datetime-local', 'month', 'week'].includes(typeOf(item)) ||
      has(item, 'readonly') ||
      /\b(?:date|calendar)/.test(madeAs(item)),
  ],
  [/\bcolou?r\b/, (item) => typeOf(item) === 'color' || /\bcolou?r/.test(madeAs(item))],
  [/\be-?mail\b/, (item) => typeOf(item) === 'email'],
  [/\bpass(?:word|code|phrase)?\b/, (item) => has(item, 'password')],
  [/\bspinner\b|\bstepper\b/, (item) => item.node.role === 'spinbutton'],
  [/\bslider\b|\brange\b/, (item) => item.node.role === 'slider' || isDrawnSlider(item)],
  [/\b(?:number|amount|quantity|count|figure|digits?)\b/, (item) => item.node.role === 'spinbutton'],
];
/** Words that any field for text answers to. */
const ANY_TEXT =
  /^(?:the |your |my |an? )?(?:text|value|words?|string|answer|result|solution|number|amount|date|time|username|name|input|command|phrase|guess|message|reply|comment|note|body|it)$/;

const WRITTEN = /\b(?:message|reply|comment|note|body)\b/;

const isHandle = (item: Item): boolean => /\b(?:handle|thumb|knob)\b/.test(madeAs(item));
const isDrawnSlider = (item: Item): boolean =>
  item.node.role === 'generic' &&
  /\bslider\b/.test(madeAs(item)) &&
  (!isHandle(item) || [...within(item)].some(isHandle));

/** The part of a drawn slider that takes the keys. */
export const sliderHandle = (item: Item): Item =>
  [...within(item)].find((inner) => actionable(inner) && isHandle(inner)) ?? item;

/** The fields that take what the phrase speaks of; those without a name before those with another. */
export function fieldsByType(outline: Outline, phrase: string): readonly Item[] {
  const said = normalise(phrase);
  const usable = outline.items.filter(
    (item) =>
      actionable(item) &&
      (ENTERABLE.includes(item.node.role) || isDrawnSlider(item)) &&
      item.node.box !== null,
  );
  const nameless = (items: readonly Item[]): readonly Item[] => {
    const without = items.filter(({ node }) => node.name === '');
    return without.length > 0 ? without : items;
  };
  const search = /\b(?:search|query|keyword)\b/.test(said) ? searchBox(outline, true) : null;
  if (search !== null) return [search];
  for (const [words, takes] of TAKERS) {
    if (!words.test(said)) continue;
    const fitting = usable.filter(takes);
    if (fitting.length > 0) return nameless(fitting);
  }
  if (!ANY_TEXT.test(said)) return [];
  // Nothing that is written to somebody goes into a search.
  const asked = WRITTEN.test(said) ? searchBox(outline, true) : null;
  const plain = usable.filter(
    (item) =>
      item !== asked &&
      ['textbox', 'searchbox', 'spinbutton'].includes(item.node.role) &&
      !has(item, 'readonly') &&
      !has(item, 'password'),
  );
  return plain.filter(({ node }) => node.name === '').length === plain.length || plain.length === 1
    ? plain
    : [];
}
