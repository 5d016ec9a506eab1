// Phrases for things ("whichever button is at the end", "the one that says X", "X's row") in the words that `words/target.ts` takes
// apart: determiner, ordinal, colour, extreme, head, name, what stands behind. Pure. INVARIANT: a name is moved, never changed.
import { NOUN_CHOICES, NOUN_ROWS } from './tables/noun-rows.ts';
import { matched, patternOf, Rows, Spans, wordsOf, type Fills, type Found, type Pattern } from './pattern.ts';
import {
  COLOURS,
  extremeOf,
  headKind,
  isKind,
  isLooseName,
  isNameSpan,
  isOfClause,
  ordinalOf,
  singular,
  type NounKind,
} from './nouns.ts';
import { countOf } from '#engines/navigator/offline/words/numbers.ts';
import { isVerb, verbNamed } from './verb-lexicon.ts';
import { isCapital, isName, isQuote, lowsOf, textOf, type Token, type Tokens } from './tokens.ts';

/** `text`: as the grammar reads it. `pronoun`: "it", "that one". */
export type Noun = { readonly text: string; readonly kind: NounKind | null; readonly pronoun: boolean };

type Row = { readonly pattern: Pattern; readonly made: string };
let made: Rows<Row> | null = null;
/** Patterns are made when they are first needed. */
const rows = (): Rows<Row> =>
  (made ??= new Rows(
    NOUN_ROWS.map(([source, to]) => ({ pattern: patternOf(source, NOUN_CHOICES), made: to })),
  ));

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const ordinal = (count: string): string | null => {
  const at = countOf(count);
  return at === null || at < 1 ? null : (ORDINALS[at - 1] ?? `${at}th`);
};

const DETERMINERS: ReadonlySet<string> = new Set('the a an that this my your our any some'.split(' '));
const PRONOUNS: ReadonlySet<string> = new Set(
  'it,that,this,that one,this one,them,those,these,the one,that thing,them all,all of them,both,both of them,him,her'.split(
    ',',
  ),
);
const TAIL: ReadonlySet<string> = new Set(['please', 'here', 'now', 'thanks', 'somewhere', 'there']);

const MAX_TOKENS = 16;
const MAX_PLAIN_TOKENS = 9;
const KNOWN = new Spans<Noun | null>();

/** The phrase of a span; `null` where it is none. `depth`: phrases stand in phrases. */
export function nounOf(tokens: Tokens, from = 0, to = tokens.length, depth = 0): Noun | null {
  const span = from === 0 && to === tokens.length ? tokens : tokens.slice(from, to);
  return KNOWN.of(String(depth), span, () => read(span, depth));
}

function read(given: Tokens, depth: number): Noun | null {
  let tokens = given;
  while (tokens.length > 1 && TAIL.has(tokens.at(-1)?.low ?? '')) tokens = tokens.slice(0, -1);
  if (tokens.length === 0 || tokens.length > MAX_TOKENS) return null;
  if (PRONOUNS.has(lowsOf(tokens))) return { text: 'it', kind: null, pronoun: true };
  const fills = fillsOf(tokens, depth);
  const said = wordsOf(tokens);
  if (depth < 3 && tokens.length > 1)
    for (const { pattern, made: to } of rows().for(said)) {
      const found = matched(pattern, tokens, 0, tokens.length, fills, said);
      const text = found === null ? null : filled(to, found, depth);
      if (found !== null && text !== null) return { text, kind: kindIn(found, tokens), pronoun: false };
    }
  return plain(tokens);
}

function filled(to: string, found: Found, depth: number): string | null {
  const nth = ordinal(textOf(found.get('D') ?? []));
  if (nth === null && to.includes('{#D}')) return null;
  return to
    .replace('{#D}', nth ?? '')
    .replace(/\{(\w+)\}/g, (_, name: string) => slotText(name, found.get(name) ?? [], depth));
}

const kindIn = (found: Found, tokens: Tokens): NounKind | null => {
  const kinds = found.get('K') ?? found.get('J');
  const inner = found.get('N');
  if (kinds !== undefined) return headKind(kinds);
  return inner === undefined ? headKind(tokens) : (nounOf(inner)?.kind ?? null);
};

function slotText(name: string, tokens: Tokens, depth: number): string {
  switch (name.charAt(0)) {
    case 'N':
    case 'A':
      return nounOf(tokens, 0, tokens.length, depth + 1)?.text ?? textOf(tokens);
    case 'J':
    case 'K':
      return singular(textOf(tokens));
    case 'O':
      return ordinalOf(tokens) ?? textOf(tokens);
    case 'E':
      return extremeOf(tokens) ?? textOf(tokens);
    default:
      return textOf(tokens);
  }
}

const fillsOf =
  (tokens: Tokens, depth: number): Fills =>
  (type, from, to) => {
    if (/^[CDWKJOE]$/.test(type) && to - from > 3) return false;
    const span = tokens.slice(from, to);
    switch (type) {
      case 'M':
        return isNameSpan(span);
      case 'L':
        return isLooseName(span);
      case 'K':
      case 'J':
        return span.length <= 3 && isKind(span);
      case 'O':
        return span.length <= 2 && ordinalOf(span) !== null;
      case 'E':
        return span.length <= 2 && extremeOf(span) !== null;
      case 'C':
        return span.length === 1 && COLOURS.has(span[0]?.low ?? '');
      case 'D':
        return span.length === 1 && countOf(span[0]?.low ?? '') !== null;
      case 'W':
        return span.length === 1 && /^\p{Ll}+$/u.test(span[0]?.text ?? '');
      case 'N':
        return to - from < tokens.length && nounOf(tokens, from, to, depth + 1)?.pronoun === false;
      case 'A':
        return to - from < tokens.length && nounOf(tokens, from, to, depth + 1) !== null;
      default:
        return false;
    }
  };

const STOPS = /^[,;:!?.()=→<>–—]$|^[-=]>$/u;
/** Words as they stand, where none of them belongs to a clause. */
function plain(tokens: Tokens): Noun | null {
  if (tokens.length > MAX_PLAIN_TOKENS) return null;
  const bad = ({ low, text }: Token, i: number): boolean =>
    STOPS.test(text) ||
    (isOfClause(low) && !isCapitalInside(tokens, i) && !isPlaceWord(tokens, i)) ||
    (i > 0 && i < tokens.length - 1 && low === 'and');
  if (tokens.some(bad)) return null;
  const last = tokens.at(-1);
  const [first] = tokens;
  if (last === undefined || first === undefined) return null;
  if (/^(?:the|a|an|my|of|in|on|for|to|with|by|from|and|or|at|as|under|into|next)$/.test(last.text))
    return null;
  if (
    /^(?:and|or|of|to|into|with|by|as|from|under|in|on|at|for|but|next|beside|below|above)$/.test(first.text)
  )
    return null;
  if (
    tokens.filter(isQuote).length > 1 &&
    !/\b(?:next|beside|below|above|under|in|of)\b/.test(textOf(tokens))
  )
    return null;
  const second = tokens[1];
  // "find the X", "turned off X", "X checked": no phrase for a thing begins or ends with a verb of its own.
  if (second !== undefined) {
    if (
      isVerb(first.text) &&
      (isName(second) || /^(?:the|a|an|this|my|it|all|up|down|out|on|in)$/.test(second.text))
    )
      return null;
    if (
      verbNamed(first.text, 'GERUND') !== null &&
      (isName(second) || BEHIND.test(second.low) || DETERMINERS.has(second.low))
    )
      return null;
    if (/^(?:off|up|down|out|away|over|all|each|every|both|only)$/.test(first.text)) return null;
    if (verbNamed(last.text, 'PARTICIPLE') !== null && !isKind([last])) return null;
  }
  // "assign the X": behind no small word, a thing with an article of its own is another thing.
  const another = ({ text }: Token, i: number): boolean =>
    i > 0 &&
    (/^(?:its|their)$/.test(text) ||
      (/^(?:the|a|an|my|your|this|that)$/.test(text) && !BEHIND.test(tokens[i - 1]?.low ?? '')));
  if (tokens.some(another)) return null;
  const bare = tokens.filter(({ text }, i) => !(i === 0 && DETERMINERS.has(text.toLowerCase())));
  if (bare.length === 0) return null;
  return { text: textOf(tokens), kind: headKind(bare), pronoun: false };
}
/** "Do Not Disturb": in a name, they are names. */
const isCapitalInside = (tokens: Tokens, at: number): boolean => {
  const token = tokens[at];
  return token !== undefined && isCapital(token);
};

const BEHIND =
  /^(?:of|in|on|for|from|with|by|to|beside|below|above|under|underneath|beneath|inside|within|at|near|all|both|than|between|about|around|through|and|or)$/;

/** "next to", "to the left of": of a place. */
const isPlaceWord = (tokens: Tokens, at: number): boolean =>
  tokens[at]?.low === 'to' &&
  (tokens[at - 1]?.low === 'next' || /^(?:left|right)$/.test(tokens[at + 2]?.low ?? ''));

/** "A, B and C": the things of a list, each a phrase; `null` where it is none. */
export function nounsOf(given: Tokens): readonly Noun[] | null {
  const tokens = given.length > 3 && given[0]?.low === 'both' ? given.slice(1) : given;
  const parts: Tokens[] = [];
  let now: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { low = '' } = tokens[at] ?? {};
    const pair = `${low} ${tokens[at + 1]?.low ?? ''} ${tokens[at + 2]?.low ?? ''}`;
    const size =
      low === ',' && /^, (?:and|or)\b/.test(pair)
        ? 2
        : pair.startsWith('and also ')
          ? 2
          : /^(?:,|and|plus|&|or)$/.test(low)
            ? 1
            : pair.startsWith('as well as')
              ? 3
              : /^together with|^along with/.test(pair)
                ? 2
                : 0;
    const token = tokens[at];
    if (size === 0 && token !== undefined) now.push(token);
    else {
      parts.push(now);
      now = [];
      at += size - 1;
    }
  }
  parts.push(now);
  if (parts.length < 2) return null;
  // "A and turn off B": an order stands there.
  if (
    parts.some(
      ([head], at) =>
        at > 0 &&
        head !== undefined &&
        (isVerb(head.text) ||
          verbNamed(head.text, 'PAST') !== null ||
          verbNamed(head.text, 'GERUND') !== null),
    )
  )
    return null;
  // "Amber and frobnicate Beacon": a word before a name that is no kind of thing may be a verb that nobody knows.
  if (
    parts.some(
      ([head, next]) =>
        head !== undefined &&
        next !== undefined &&
        isName(next) &&
        /^\p{Ll}/u.test(head.text) &&
        !DETERMINERS.has(head.low) &&
        !isKind([head]),
    )
  )
    return null;
  // "Amber, zorbing": a name, and a word that is none.
  if (
    parts.some(([head]) => head !== undefined && isName(head)) &&
    parts.some((part) => part.length === 1 && part.every((token) => !isName(token)))
  )
    return null;
  const nouns = parts.map((part) => nounOf(part));
  return nouns.every((noun) => noun !== null && !noun.pronoun) ? nouns.filter((noun) => noun !== null) : null;
}
/** "A, B and C" as the grammar reads lists. */
export const listText = (nouns: readonly Noun[]): string =>
  `${nouns
    .slice(0, -1)
    .map(({ text }) => text)
    .join(', ')} and ${nouns.at(-1)?.text ?? ''}`;
