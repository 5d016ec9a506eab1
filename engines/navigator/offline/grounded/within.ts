// A control whose whole name stands inside a longer phrase ("submit the whole thing", "that Save button down there"). Pure.
// INVARIANT: every other word of the phrase is an everyday one, and no second control is named in it.
import { isPressable } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { actionable, type Item, type Outline } from '#engines/navigator/offline/page/outline.ts';
import { isEveryday } from './said/everyday.ts';
import { isRefused } from './said/refused.ts';
import { isOfStory } from './said/story.ts';
import { tokensOf, type Token } from './said/tokens.ts';
import { fold, kindOf } from './said/words.ts';
import { wordsIn } from './things.ts';

const MAX_TOKENS = 10;

export function namedWithin(outline: Outline, phrase: string): Item | null {
  const tokens = tokensOf(phrase);
  // What is in quotes is a whole name.
  if (tokens.length < 2 || tokens.length > MAX_TOKENS || tokens.some(({ kind }) => kind !== 'WORD'))
    return null;
  if (isRefused(phrase)) return null;
  const named = outline.items.flatMap((item) => {
    if (!isPressable(item) || !actionable(item)) return [];
    const words = wordsIn(fold(shownName(item)));
    const from = words.length > 0 && words.length < tokens.length ? placeOf(words, tokens) : -1;
    return from < 0 ? [] : [{ item, from, to: from + words.length }];
  });
  const [only] = named;
  if (only === undefined || named.length > 1) return null;
  const { item, from, to } = only;
  const isExplained = ({ folded }: Token, i: number): boolean =>
    (i >= from && i < to) || isEveryday(folded) || isOfStory(folded) || kindOf(folded) === 'PRESS';
  return tokens.every(isExplained) ? item : null;
}

const placeOf = (words: readonly string[], tokens: readonly Token[]): number =>
  tokens.findIndex((_, i) => words.every((word, j) => tokens[i + j]?.folded === word));
