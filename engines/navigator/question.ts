// What a navigator may ask a person instead of guessing, and what came of it. Pure; the gateway and every navigator read the same.
// INVARIANT: a question names elements by ref alone: what they are and where they stand is read from the page by whoever shows it.
import { binds } from './binding.ts';

/** Of an observed node what is read here. */
type Shown = {
  readonly ref: string | null;
  readonly role: string;
  readonly name: string;
  readonly value?: string;
  readonly description?: string;
  readonly depth: number;
};

/** More are not shown: how many there are is said. */
export const MAX_CHOICES = 6;
/** The same for every navigator: after so many a task goes on without an answer. */
export const MAX_QUESTIONS = 3;
/** Of more that are called the same, no other one is looked for than the chosen one itself: each is looked around. */
const MAX_ALIKE = 500;
const MAX_NAME_CHARACTERS = 200;
const MAX_NEAR_CHARACTERS = 160;
/** Nodes of a container that are read for what stands near. */
const MAX_NEAR_NODES = 40;

/** A step may bring one: where a person can answer it is asked first, else the step is what the navigator does without. */
export type Question = {
  /** The clause of the intent that it concerns, in the person's words. */
  readonly clause: string;
  /** Of these the words in doubt. */
  readonly words: string;
  /** `ELEMENT`: which of these is meant. `VALUE`: what is to be entered in the one that is named. */
  readonly wants: 'ELEMENT' | 'VALUE';
  /** Elements on the page, the likeliest first. */
  readonly refs: readonly string[];
  /** As likely as these, and not among them. */
  readonly more: number;
};

/** An element as it stood when it was asked about. Its texts are the page's. */
export type Choice = {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  /** The row, the entry, the section that it is in; `''` where nothing says. */
  readonly near: string;
  /** Of those with this role and name, in the order of the page: which one, from 1. */
  readonly nth: number;
  readonly of: number;
};

export type Answer =
  | { readonly kind: 'ELEMENT'; readonly choice: Choice }
  | { readonly kind: 'TEXT'; readonly text: string }
  /** None of those that were shown. */
  | { readonly kind: 'NONE' }
  /** What was chosen is no longer there as it was shown. */
  | { readonly kind: 'GONE' }
  /** Nobody can answer, nobody did in time, or too much was asked already. */
  | { readonly kind: 'UNANSWERED' };

/** A question of this task that is over. */
export type Answered = {
  readonly clause: string;
  readonly words: string;
  readonly wants: Question['wants'];
  readonly asked: readonly Choice[];
  readonly answer: Answer;
};

/** What the page shows of these elements; a ref that is not there is left out, and one that is named twice. */
export function choicesOf(nodes: readonly Shown[], refs: readonly string[]): readonly Choice[] {
  return [...new Set(refs)].slice(0, MAX_CHOICES).flatMap((ref) => {
    const at = nodes.findIndex((node) => node.ref === ref);
    const node = nodes[at];
    if (node === undefined) return [];
    const alike = nodes.filter((one) => one.ref !== null && one.role === node.role && one.name === node.name);
    return [
      {
        ref,
        role: node.role,
        name: cut(nameOf(node), MAX_NAME_CHARACTERS),
        near: nearOf(nodes, at),
        nth: alike.indexOf(node) + 1,
        of: alike.length,
      },
    ];
  });
}

/**
 * The element that an answer means on the page as it is now: the very one, else the only one of that role and name at such a place, else
 * (on another page, or a sibling's) the only one of that role and name. One that was left at another place than the chosen one is none:
 * of three rows' buttons the last is not meant because the chosen row is gone.
 */
export function meantOn<Node extends Shown>(nodes: readonly Node[], choice: Choice): Node | null {
  const alike = nodes.flatMap((node, at) =>
    node.ref !== null && node.role === choice.role && cut(nameOf(node), MAX_NAME_CHARACTERS) === choice.name
      ? [{ node, at }]
      : [],
  );
  const [only] = alike;
  if (alike.length === 1 && only !== undefined)
    return choice.of === 1 || ['', choice.near].includes(nearOf(nodes, only.at)) ? only.node : null;
  const isPlaced = ({ at }: { readonly at: number }): boolean => nearOf(nodes, at) === choice.near;
  const own = alike.find(({ node }) => node.ref === choice.ref);
  if (own !== undefined && isPlaced(own)) return own.node;
  const placed = alike.length > MAX_ALIKE ? [] : alike.filter(isPlaced);
  return placed.length === 1 ? (placed[0]?.node ?? null) : null;
}

/** It stands as it was shown: the same element, its words, and what is around it. */
export function standsAsAsked(nodes: readonly Shown[], choice: Choice): boolean {
  const [now] = choicesOf(nodes, [choice.ref]);
  return (
    now !== undefined && now.role === choice.role && now.name === choice.name && now.near === choice.near
  );
}

/** Words and choices are the same: it was asked before. */
export const isSameQuestion = (
  words: string,
  choices: readonly Choice[],
  { words: before, asked }: Pick<Answered, 'words' | 'asked'>,
): boolean =>
  sameWords(words, before) &&
  choices.length === asked.length &&
  choices.every(({ role, name, near }) =>
    asked.some((one) => one.role === role && one.name === name && one.near === near),
  );

/** Whatever their case and spaces. */
export const sameWords = (a: string, b: string): boolean => folded(a) === folded(b);
const folded = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();

/** What sends, pays, takes away or ends something: of several such, none is guessed. */
export const commits = ({ name }: Pick<Shown, 'name'>): boolean => binds(name);

/** One of many: what it says tells it from the others. */
const ENTRIES: ReadonlySet<string> = new Set(['row', 'listitem', 'article', 'treeitem']);
/** Told by their names alone. */
const PLACES: ReadonlySet<string> = new Set([
  'group',
  'form',
  'dialog',
  'alertdialog',
  'tabpanel',
  'region',
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'table',
  'list',
]);

const nameOf = ({ name, description, value }: Shown): string =>
  [name, description, value].find((text) => text !== undefined && text !== '') ?? '';

/** The text of the nearest container around it that says something else, else the heading before it. */
function nearOf(nodes: readonly Shown[], at: number): string {
  const node = nodes[at];
  if (node === undefined) return '';
  let depth = node.depth;
  let heading = '';
  for (let i = at - 1; i >= 0 && depth > 0; i--) {
    const above = nodes[i];
    if (above === undefined) break;
    if (heading === '' && above.role === 'heading') heading = above.name;
    if (above.depth >= depth) continue;
    depth = above.depth;
    const text = ENTRIES.has(above.role)
      ? textIn(nodes, i, node)
      : PLACES.has(above.role)
        ? cut(above.name, MAX_NEAR_CHARACTERS)
        : '';
    if (text !== '') return text;
    // A heading within is nearer than whatever is around it.
    if (heading !== '' && PLACES.has(above.role)) break;
  }
  return cut(heading, MAX_NEAR_CHARACTERS);
}

/** What a container says beside the element itself and others of its kind and name. */
function textIn(nodes: readonly Shown[], from: number, element: Shown): string {
  const container = nodes[from];
  if (container === undefined) return '';
  const said: string[] = container.role === 'row' || container.name === '' ? [] : [container.name];
  const most = Math.min(nodes.length, from + 1 + MAX_NEAR_NODES);
  for (let i = from + 1; i < most && said.length < 6; i++) {
    const inner = nodes[i];
    if (inner === undefined || inner.depth <= container.depth) break;
    const isOwn = inner === element || (inner.role === element.role && inner.name === element.name);
    if (!isOwn && inner.name !== '' && inner.name !== element.name && !said.includes(inner.name))
      said.push(cut(inner.name, MAX_NEAR_CHARACTERS));
  }
  return cut(said.join(', '), MAX_NEAR_CHARACTERS);
}

/** By code points; a text of any length costs no more than what is kept of it. */
const cut = (text: string, characters: number): string =>
  [
    ...text
      .slice(0, 2 * characters)
      .replace(/\s+/gu, ' ')
      .trim(),
  ]
    .slice(0, characters)
    .join('');
