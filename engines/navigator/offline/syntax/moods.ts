// What an order is wrapped in ("would you mind …ing", "I'd like X …", "make sure that X is …") and what only accompanies it. Pure.
// INVARIANT: a table of everyday English; what is taken off says how it is asked, never what is to be done.
import { LIGHT_FIRST, LIGHT_LAST, PREFIXES, type Mood } from './tables/moods.ts';
import { lazily } from './pattern.ts';
import { lowsOf, tokensOf, type Tokens } from './tokens.ts';

/** By the words of a phrase, cut as an order's own are. Made when an order is first read: there are many. */
const byPhrase = lazily((): ReadonlyMap<string, ReadonlySet<Mood>> => {
  const made = new Map<string, Set<Mood>>();
  for (const mood of ['ORDER', 'GERUND', 'PAST', 'WISH', 'ASK'] as const)
    for (const phrase of PREFIXES[mood]) {
      const plain = lowsOf(tokensOf(phrase));
      const set = made.get(plain) ?? new Set<Mood>();
      set.add(mood);
      made.set(plain, set);
    }
  return made;
});
const LONGEST = 11;

/** The moods that a span may begin with, the longest words first: how many tokens each takes. */
export function moodsAt(tokens: Tokens): readonly { readonly mood: Mood; readonly size: number }[] {
  const found: { mood: Mood; size: number }[] = [];
  for (let size = Math.min(LONGEST, tokens.length - 1); size > 0; size--) {
    const phrase = lowsOf(tokens.slice(0, size));
    for (const mood of byPhrase().get(phrase) ?? []) found.push({ mood, size });
  }
  return found;
}

const PHRASE_TOKENS = 7;

/** What only accompanies an order, off at both ends. Stops at the ends go as well. */
export function bareOf(given: Tokens, atEnd = true): Tokens {
  let tokens = given;
  for (let before = -1; before !== tokens.length;) {
    before = tokens.length;
    while (tokens.length > 0 && /^[,;:!?.–—-]$/u.test(tokens[0]?.text ?? '')) tokens = tokens.slice(1);
    while (tokens.length > 0 && /^[,;:!?.–—-]$/u.test(tokens.at(-1)?.text ?? ''))
      tokens = tokens.slice(0, -1);
    for (let size = Math.min(PHRASE_TOKENS, tokens.length - 1); size > 0; size--) {
      const first = tokens.slice(0, size);
      if (LIGHT_FIRST.has(lowsOf(first)) && !isNameLike(first, given)) {
        tokens = tokens.slice(size);
        break;
      }
    }
    for (let size = atEnd ? Math.min(PHRASE_TOKENS, tokens.length - 1) : 0; size > 0; size--) {
      const last = tokens.slice(-size);
      if (LIGHT_LAST.has(lowsOf(last)) && !/^\p{Lu}/u.test(last[0]?.text ?? '')) {
        tokens = tokens.slice(0, -size);
        break;
      }
    }
  }
  return tokens;
}
/** "Next" inside a sentence is a button. */
const isNameLike = (tokens: Tokens, given: Tokens): boolean =>
  given[0] !== tokens[0] && /^\p{Lu}/u.test(tokens[0]?.text ?? '');
/** Nothing but company: "when done", "please". */
export const isOnlyLight = (tokens: Tokens): boolean =>
  tokens.length === 0 ||
  ((LIGHT_FIRST.has(lowsOf(tokens)) || LIGHT_LAST.has(lowsOf(tokens))) &&
    !/^\p{Lu}/u.test(tokens[0]?.text ?? ''));
