// The words of an order that name things of the page, and what is left of it. Pure.
// INVARIANT: a name is found whole first, and by a part of it only where no other thing fits that part as well.
import { contentStems } from '#engines/language.ts';
import { isEveryday } from './said/everyday.ts';
import { isOfStory } from './said/story.ts';
import { wordsIn, type Index, type Thing } from './things.ts';
import type { Token } from './said/tokens.ts';
import { actOf, formsOf, kindOf, monthOf, ordinalOf, relationOf } from './said/words.ts';

export type Mention = {
  readonly at: number;
  readonly end: number;
  /** In the person's words. */
  readonly words: string;
  /** All that bear the name; of the same kind or not. */
  readonly things: readonly Thing[];
};

const MAX_NAME_WORDS = 8;

/** `null`: a word that says something is no name of the page, nor may it be a value. `isLenient`: such words are left alone. */
export function mentionsIn(
  tokens: readonly Token[],
  index: Index,
  isLenient = false,
): readonly Mention[] | null {
  const taken = new Set<number>();
  const found: Mention[] = [];
  const take = (at: number, end: number, things: readonly Thing[]): void => {
    for (let i = at; i < end; i += 1) taken.add(i);
    const words = tokens
      .slice(at, end)
      .map(({ text }) => text)
      .join(' ');
    found.push({ at, end, words, things });
  };
  for (let size = MAX_NAME_WORDS; size > 0; size -= 1)
    for (let at = 0; at + size <= tokens.length; at += 1) {
      if (spans(at, size).some((i) => taken.has(i))) continue;
      const span = tokens.slice(at, at + size);
      const words = span.flatMap(({ folded }) => wordsIn(folded));
      const same = (index.byFirst.get(words[0] ?? '') ?? []).filter((one) => isSame(one.words, words));
      if (same.length > 0 && (same.some(({ thing }) => thing.kind === 'FIELD') || mayName(tokens, at, size)))
        take(
          at,
          at + size,
          same.map(({ thing }) => thing),
        );
    }
  for (const [at, token] of tokens.entries())
    if (
      !isLenient &&
      !taken.has(at) &&
      isBare(tokens, at) &&
      !isOfStory(token.folded) &&
      !contentStems(token.text).some((stem) => index.alike(stem).size > 0)
    )
      return null;
  for (let size = 3; size > 0; size -= 1)
    for (let at = 0; at + size <= tokens.length; at += 1) {
      if (spans(at, size).some((i) => taken.has(i) || !saysSomething(tokens[i]))) continue;
      const best = likeliest(tokens.slice(at, at + size), index);
      if (best.length > 0) take(at, at + size, best);
    }
  return found.toSorted((a, b) => a.at - b.at);
}

const spans = (at: number, size: number): readonly number[] => Array.from({ length: size }, (_, i) => at + i);
const isSame = (name: readonly string[], words: readonly string[]): boolean =>
  name.length === words.length && name.every((word, i) => word === words[i]);

/** A word that means something by itself is a name where it is written as one, or stands beside the word for its kind. */
function mayName(tokens: readonly Token[], at: number, size: number): boolean {
  const [first] = tokens.slice(at, at + size);
  if (first === undefined || size > 1 || first.kind !== 'WORD' || first.isName) return true;
  if (saysSomething(first)) return true;
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  return [before, after].some((near) => near?.stretch === first.stretch && isKind(near));
}

const isKind = ({ kind, folded }: Token): boolean => kind === 'WORD' && kindOf(folded) !== null;

/** Neither an everyday word nor one of `words.ts`. */
export const saysSomething = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind !== 'WORD' ||
    formsOf(token.folded).every(
      (form) =>
        !isEveryday(form) &&
        actOf(form) === null &&
        kindOf(form) === null &&
        relationOf(form) === null &&
        ordinalOf(form) === null,
    ));

/** Only a name of the page can explain it: no figure, no name with a capital, no month, nothing that is said to be a value. */
const isBare = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at];
  return (
    token !== undefined &&
    token.kind === 'WORD' &&
    !/^\p{Lu}/u.test(token.text) &&
    saysSomething(token) &&
    monthOf(token.folded) === null &&
    tokens[at - 1]?.leads !== true &&
    ![tokens[at - 1], tokens[at + 1]].some((near) => near !== undefined && STANDS_FOR.test(near.folded))
  );
};
/** Between a field and what it is to hold. */
export const STANDS_FOR = /^(?:as|als|como|is|ist|es|lautet|heisst|=)$/u;

/** By some of a name's words, or by words like them: the one thing that fits best, and clearly better than another. */
function likeliest(span: readonly Token[], index: Index): readonly Thing[] {
  const said = span.flatMap(({ text }) => contentStems(text));
  if (said.every((word) => word.length < 3)) return [];
  const [first, ...others] = said.map((word) => index.named(word));
  const scored = [...(first ?? [])]
    .filter((one) => others.every((known) => known.has(one)))
    .map((one) => ({ one, score: likeness(said, one.stems, index) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  if (best === undefined) return [];
  const equal = scored.filter(({ one }) => one.thing.name === best.one.thing.name);
  const next = scored.find(
    ({ one, score }) => one.thing.name !== best.one.thing.name && score > best.score - 0.1,
  );
  return next === undefined ? equal.map(({ one }) => one.thing) : [];
}

/** Of things that have a word for each that is said. */
function likeness(said: readonly string[], name: readonly string[], index: Index): number {
  const all = said.map((word) => Math.max(0, ...name.map((other) => index.alike(word).get(other) ?? 0)));
  const forth = all.reduce((sum, one) => sum + one, 0) / said.length;
  const back = said.length / Math.max(name.length, said.length);
  return back < 0.3 ? 0 : 0.6 * forth + 0.4 * back;
}
