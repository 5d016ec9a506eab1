// How well an element's names say a phrase: its own name, what describes and labels it, the sign on it.
// INVARIANT: a name is compared and never obeyed.
import { coverage, headOf, similarity } from '#engines/language.ts';
import { CHECKABLE, FIELDS } from './ground.ts';
import { labelOf } from './labels.ts';
import { textOf, type Item, type Outline } from './outline.ts';

const MAX_LABEL_CHARACTERS = 80;
/** Its name, or what can be read in it where that is short enough to be one. */
export function shownName(item: Item): string {
  if (item.node.name !== '' || item.children.length === 0 || FIELDS.includes(item.node.role))
    return item.node.name;
  const text = textOf(item);
  return text.length <= MAX_LABEL_CHARACTERS ? text : '';
}

/** How well a name, description or label says the phrase. */
export function nameScore(outline: Outline, phrase: string, item: Item, labels: boolean): number {
  const { description, value } = item.node;
  const name = shownName(item);
  const own = similarity(phrase, name);
  const covered = coverage(phrase, headOf(name)) >= 0.99 ? 0.86 + 0.12 * coverage(name, phrase) : 0;
  const described =
    description === undefined
      ? 0
      : similarity(phrase, description.replace(/[-_]/g, ' ')) * (name === '' ? 0.97 : 0.9);
  const valued = value === undefined || name !== '' ? 0 : similarity(phrase, value) * 0.8;
  const label = labels && needsLabel(outline, item) ? labelOf(outline, item) : '';
  const labelled =
    label === ''
      ? 0
      : Math.max(
          ...(saysItsOwn(item)
            ? [coverage(name, phrase) >= HALF ? similarity(phrase, `${label} ${name}`) : 0]
            : [
                similarity(phrase, `${label} ${name}`),
                similarity(phrase, label),
                similarity(phrase.replace(WHAT_IT_IS, ''), label),
              ]),
        ) * 0.97;
  const symbol = Math.max(bySign(phrase, name), bySign(name, phrase));
  return Math.max(own, covered, described, valued, labelled, symbol);
}

const HALF = 0.5;
/** A button or a link that says in words what it does: the text beside it may say whose it is, and never what it is. */
const saysItsOwn = ({ node }: Item): boolean =>
  /\p{L}{2}/u.test(node.name) && !FIELDS.includes(node.role) && !CHECKABLE.includes(node.role);

/** "phone number", "e-mail address": a label often leaves the second word out. */
const WHAT_IT_IS = /(?<=\S)\s+(?:number|address)$/i;
const MAX_ITEMS_OF_SMALL_PAGE = 400;
/** What bears a name of its own is looked at for another one on small pages alone. */
const needsLabel = (outline: Outline, { node }: Item): boolean =>
  node.name === '' ||
  FIELDS.includes(node.role) ||
  CHECKABLE.includes(node.role) ||
  outline.items.length < MAX_ITEMS_OF_SMALL_PAGE;

/** What the commonest signs on buttons stand for. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^[×✕✖xX]$/, 'close x'],
  [/^[+＋]$/, 'increase plus add'],
  [/^[-−–]$/, 'decrease minus'],
  [/^(?:☆|★|⭐)$/u, 'star'],
  [/^(?:🗑️?|🗑)$/u, 'delete trash'],
  [/^(?:[‹<«←◀]|<<)$/, 'previous back'],
  [/^(?:[›>»→▶]|>>)$/, 'next'],
  [/^(?:🔍|🔎)$/u, 'search'],
  [/^(?:☰|≡)$/u, 'menu'],
  [/^(?:⚙️?)$/u, 'settings'],
  [/^(?:♥|❤️?|👍)$/u, 'like'],
  [/^[✓✔☑]$/, 'confirm accept ok done'],
  [/^(?:✎|✏️?)$/u, 'edit'],
  [/^▲$/, 'up increase'],
  [/^▼$/, 'down decrease'],
];
/** A sign on the page for a word of the person's, and a word on the page for their sign. */
function bySign(words: string, sign: string): number {
  const stands = SIGNS.find(([pattern]) => pattern.test(sign.trim()))?.[1].split(' ') ?? [];
  return Math.max(0, ...stands.map((word) => similarity(words, word) * 0.95));
}
