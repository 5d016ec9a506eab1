// An order taken apart by the names of a page: things, values, acts, kinds, where something stands. Pure.
// INVARIANT: every token is in a part, is an everyday word, or makes the whole unexplained.
import { parseDay } from '#engines/navigator/offline/words/dates.ts';
import { commits } from '#engines/navigator/question.ts';
import { isEveryday } from './said/everyday.ts';
import { isOfStory } from './said/story.ts';
import { saysSomething, STANDS_FOR, type Mention } from './mentions.ts';
import type { Thing, ThingKind } from './things.ts';
import type { Token } from './said/tokens.ts';
import {
  actOf,
  formsOf,
  kindOf,
  monthOf,
  ordinalOf,
  relationOf,
  TOWARD,
  type Act,
  type Kind,
  type RelationWord,
} from './said/words.ts';

type Placed = { readonly at: number; readonly stretch: number };
export type Named = Placed & {
  readonly is: 'THING';
  readonly thing: Thing;
  readonly words: string;
  readonly isQuoted: boolean;
  /** A word for a place to go to stands before it. */
  readonly isToward: boolean;
  /** "Then", "danach", "luego" stands right before it. */
  readonly isAfterThen: boolean;
};
export type Part =
  | Named
  | (Placed & { readonly is: 'VALUE'; readonly text: string; readonly isQuoted: boolean })
  | (Placed & { readonly is: 'ACT'; readonly act: Act; readonly folded: string })
  | (Placed & { readonly is: 'KIND'; readonly kind: Kind; readonly words: string })
  | (Placed & { readonly is: 'RELATION'; readonly how: RelationWord })
  | (Placed & { readonly is: 'NTH'; readonly nth: number });
export type PartOf<Is extends Part['is']> = Extract<Part, { is: Is }>;

/** What a word for a kind may mean. */
const MEANS: Readonly<Record<Kind, (thing: Thing) => boolean>> = {
  PRESS: ({ kind }) => kind === 'PRESS',
  LINK: ({ role }) => role === 'link',
  TAB: ({ role, kind }) => role === 'tab' || (kind === 'PRESS' && role !== 'link'),
  BOX: ({ kind }) => kind === 'BOX' || kind === 'FIELD',
  RADIO: ({ kind }) => kind === 'RADIO' || kind === 'OPTION',
  FIELD: ({ kind }) => kind === 'FIELD' || kind === 'LIST',
  LIST: ({ kind }) => kind === 'LIST' || kind === 'FIELD' || kind === 'OPTION',
  GROUP: ({ kind }) => kind !== 'FIELD' && kind !== 'LIST',
};
const ORDER: readonly ThingKind[] = ['BOX', 'RADIO', 'OPTION', 'PRESS', 'LIST', 'FIELD', 'TEXT'];

/** `null` where a word is not explained, or a name means several things. */
export function partsOf(tokens: readonly Token[], mentions: readonly Mention[]): readonly Part[] | null {
  const parts: Part[] = [];
  const committing = committingIn(tokens, mentions);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const { stretch } = token;
    const mention = mentions.find((one) => one.at === at);
    if (mention !== undefined) {
      const thing = meant(mention, tokens);
      if (thing === null) return null;
      parts.push({
        is: 'THING',
        at,
        stretch,
        thing,
        words: mention.words,
        isQuoted: token.kind === 'QUOTED',
        isToward: isToward(tokens, at),
        isAfterThen: isAfterThen(tokens, at),
      });
      at = mention.end - 1;
      continue;
    }
    const value = valueAt(tokens, at, mentions);
    if (value !== null) {
      parts.push({ is: 'VALUE', at, stretch, text: value.text, isQuoted: token.kind === 'QUOTED' });
      at = value.end - 1;
      continue;
    }
    const part =
      wordAt(token, at, tokens[at - 1]?.leads === true) ??
      (isOfStory(token.folded) && !committing.has(stretch) ? 'NOTHING_SAID' : null);
    if (part === null) return null;
    if (part !== 'NOTHING_SAID') parts.push(part);
  }
  return parts;
}

/** The stretches that name what sends, pays or deletes: a story in one of them may tell of that. */
const committingIn = (tokens: readonly Token[], mentions: readonly Mention[]): ReadonlySet<number> =>
  new Set(
    mentions
      .filter(({ things }) => things.some(({ kind, name }) => kind === 'PRESS' && commits({ name })))
      .flatMap(({ at }) => tokens[at]?.stretch ?? []),
  );

const isToward = (tokens: readonly Token[], at: number): boolean =>
  [tokens[at - 1], tokens[at - 2]].some(
    (one) =>
      one !== undefined &&
      one.kind === 'WORD' &&
      one.stretch === tokens[at]?.stretch &&
      TOWARD.test(one.folded),
  );

const isAfterThen = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[ARTICLE.test(tokens[at - 1]?.folded ?? '') ? at - 2 : at - 1];
  return before !== undefined && before.kind === 'WORD' && THEN.test(before.folded);
};
const ARTICLE = /^(?:the|den|die|das|auf|el|la|en)$/u;
const THEN = /^(?:then|afterwards|dann|danach|anschliessend|luego|despues)$/u;

function meant({ at, end, things }: Mention, tokens: readonly Token[]): Thing | null {
  const stretch = tokens[at]?.stretch;
  const near = [tokens[end], tokens[at - 1], tokens[at - 2]]
    .filter((one) => one !== undefined && one.stretch === stretch && one.kind === 'WORD')
    .flatMap((one) => kindOf(one?.folded ?? '') ?? []);
  const [kind] = near;
  const fitting = kind === undefined ? things : things.filter((thing) => MEANS[kind](thing));
  if (fitting.length === 0) return null;
  const kinds = new Set(fitting.filter(({ kind: of }) => of !== 'TEXT').map(({ kind: of }) => of));
  // An entry of several lists is told by its list; a field and a button of one name are not told at all.
  if (kinds.size > 1 && !(kinds.size === 2 && kinds.has('OPTION') && kinds.has('LIST'))) return null;
  return fitting.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))[0] ?? null;
}

/** In quotes, with figures, with a capital, or said to be what stands in a field: several such words are one value. */
export function valueAt(
  tokens: readonly Token[],
  at: number,
  mentions: readonly Mention[],
): { readonly text: string; readonly end: number } | null {
  const token = tokens[at];
  if (token === undefined) return null;
  if (token.kind === 'QUOTED') return { text: token.text, end: at + 1 };
  const day = dayAt(tokens, at);
  if (day !== null) return day;
  if (token.kind === 'NUMBER') return { text: token.text, end: at + 1 };
  const isSaid = (one: Token | undefined): boolean => one !== undefined && STANDS_FOR.test(one.folded);
  const isField = (place: number): boolean =>
    mentions.some(
      (one) => place >= one.at && place < one.end && one.things.some(({ kind }) => kind === 'FIELD'),
    );
  const isPlain =
    saysSomething(token) &&
    ((isSaid(tokens[at - 1]) && isField(at - 2)) ||
      (isSaid(tokens[at + 1]) && [2, 3].some((far) => isField(at + far))) ||
      (tokens[at - 1]?.leads === true && isField(at - 1)));
  const isName = (one: Token | undefined): boolean =>
    one !== undefined && one.kind === 'WORD' && /^\p{Lu}/u.test(one.text) && saysSomething(one);
  if (!isName(token) && !isPlain) return null;
  let end = at + 1;
  while (
    isName(tokens[end]) &&
    tokens[end]?.stretch === token.stretch &&
    !mentions.some((one) => one.at === end)
  )
    end += 1;
  return {
    text: tokens
      .slice(at, end)
      .map(({ text }) => text)
      .join(' '),
    end,
  };
}

/** "3 December 2021", "3. Dezember 2021", "3 de diciembre de 2021": as the grammar reads a day. */
function dayAt(tokens: readonly Token[], at: number): { readonly text: string; readonly end: number } | null {
  for (const size of [5, 4, 3, 2]) {
    const span = tokens.slice(at, at + size);
    if (span.length < size || span.some(({ kind }) => kind === 'QUOTED')) continue;
    const months = span.filter(({ folded }) => monthOf(folded) !== null);
    if (months.length !== 1 || !span.some(({ kind }) => kind === 'NUMBER')) continue;
    if (
      span.some(
        ({ kind, folded }) =>
          kind === 'WORD' && monthOf(folded) === null && !/^(?:de|del|of|the)$/u.test(folded),
      )
    )
      continue;
    if (/^(?:de|del|of|the)$/u.test(span[0]?.folded ?? '')) return null;
    const text = span
      .flatMap(({ folded, text }) => monthOf(folded) ?? (/\d/u.test(text) ? text.replace(/\.$/u, '') : []))
      .join(' ');
    if (parseDay(text) !== null) return { text, end: at + size };
  }
  return null;
}

/** At the beginning of a sentence it agrees to something; anywhere else, and behind a colon, it is an answer that is to be given. */
const AGREES = /^(?:yes|yeah|yep|ja)$/u;

function wordAt(token: Token, at: number, isLed: boolean): Part | 'NOTHING_SAID' | null {
  const { stretch, folded } = token;
  if (token.isFirst && !isLed && AGREES.test(folded)) return 'NOTHING_SAID';
  for (const form of formsOf(folded)) {
    const act = actOf(form);
    if (act !== null) return { is: 'ACT', at, stretch, act, folded: form };
    const kind = kindOf(form);
    if (kind !== null) return { is: 'KIND', at, stretch, kind, words: token.text };
    const how = relationOf(form);
    if (how !== null) return { is: 'RELATION', at, stretch, how };
    const nth = ordinalOf(form);
    if (nth !== null) return { is: 'NTH', at, stretch, nth };
    if (isEveryday(form)) return 'NOTHING_SAID';
  }
  return null;
}
