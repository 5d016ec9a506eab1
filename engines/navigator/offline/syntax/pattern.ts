// Patterns over tokens: words, choices, what may be left out, and slots that only a phrase of their kind can fill. Pure.
// INVARIANT: a pattern matches whole spans, and a slot's text is judged once for each span.
//
// `(a|b c)` one of these, `(a)?` or not, `$name` a choice of the table, `N`, `V1`, … a slot: its letter is its kind.
import { tokensOf, type Token, type Tokens } from './tokens.ts';

type Part =
  | { readonly kind: 'WORDS'; readonly choices: readonly (readonly string[])[]; readonly optional: boolean }
  | { readonly kind: 'SLOT'; readonly name: string; readonly type: string };
export type Pattern = { readonly parts: readonly Part[]; readonly needs: readonly (readonly string[])[] };
export type Choices = Readonly<Record<string, string>>;

/** Tables are made ready when they are first needed. */
export const lazily = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

const PART = /\(([^()]*)\)(\?)?|\$(\w+)(\?)?|(\S+)/g;
const SLOT = /^([A-Z]{1,2})\d?$/;

export function patternOf(source: string, choices: Choices): Pattern {
  const parts = [...source.matchAll(PART)].map((match): Part => {
    const [, group, optional, named, namedOptional, word = ''] = match;
    const slot = SLOT.exec(word);
    if (slot !== null) return { kind: 'SLOT', name: word, type: slot[1] ?? '' };
    const list =
      group?.replace(/\$(\w+)/g, (_, name: string) => choices[name] ?? '') ??
      (named === undefined ? word : (choices[named] ?? ''));
    return {
      kind: 'WORDS',
      choices: choicesOf(list),
      optional: (optional ?? namedOptional) !== undefined,
    };
  });
  const needs = parts.flatMap((part) =>
    part.kind === 'WORDS' && !part.optional ? [[...new Set(part.choices.map(([word = '']) => word))]] : [],
  );
  return { parts, needs: needs.toSorted((a, b) => a.length - b.length) };
}

const LISTS = new Map<string, readonly (readonly string[])[]>();
/** The longest first. The same lists stand in many rows. */
function choicesOf(list: string): readonly (readonly string[])[] {
  const known = LISTS.get(list);
  if (known !== undefined) return known;
  const made = list
    .split('|')
    .map((choice) => tokensOf(choice).map(({ low }) => low))
    .toSorted((a, b) => b.length - a.length);
  LISTS.set(list, made);
  return made;
}

/** What one of the spans of an order is, judged once. A span is known by its tokens, wherever it was cut from. */
export class Spans<T> {
  readonly #known = new WeakMap<Token, { readonly key: string; readonly span: Tokens; readonly is: T }[]>();

  of(key: string, span: Tokens, judge: () => T): T {
    const [head] = span;
    if (head === undefined) return judge();
    const list = this.#known.get(head) ?? [];
    const known = list.find(
      (one) =>
        one.key === key && one.span.length === span.length && one.span.every((token, i) => token === span[i]),
    );
    if (known !== undefined) return known.is;
    const is = judge();
    list.push({ key, span, is });
    this.#known.set(head, list);
    return is;
  }
}

/** Rows of a table, and which of them a text of these words may match: each is found by the words that it needs most surely. */
export class Rows<Row extends { readonly pattern: Pattern }> {
  readonly #always: number[] = [];
  readonly #byWord = new Map<string, number[]>();
  readonly #rows: readonly Row[];

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
    rows.forEach(({ pattern: { needs } }, at) => {
      const [surest] = needs;
      if (surest === undefined) this.#always.push(at);
      for (const word of surest ?? []) {
        const list = this.#byWord.get(word) ?? [];
        list.push(at);
        this.#byWord.set(word, list);
      }
    });
  }

  /** In the table's order. */
  for(said: ReadonlySet<string>): readonly Row[] {
    const found = new Set(this.#always);
    for (const word of said) for (const at of this.#byWord.get(word) ?? []) found.add(at);
    return [...found].toSorted((a, b) => a - b).flatMap((at) => this.#rows[at] ?? []);
  }
}

/** What fills a slot of this kind; `null` where nothing may. */
export type Fills = (type: string, from: number, to: number) => boolean;
export type Found = ReadonlyMap<string, Tokens>;

const wordsAt = (words: readonly string[], tokens: Tokens, at: number): boolean =>
  words.every((word, i) => tokens[at + i]?.low === word);

/** The whole span from `from` to `to`, or nothing. `said`: the words of the span, to leave quickly. */
export function matched(
  { parts, needs }: Pattern,
  tokens: Tokens,
  from: number,
  to: number,
  fills: Fills,
  said: ReadonlySet<string>,
): Found | null {
  if (needs.some((words) => !words.some((word) => said.has(word)))) return null;
  const found = new Map<string, Tokens>();
  const step = (part: number, at: number): boolean => {
    const now = parts[part];
    if (now === undefined) return at === to;
    if (now.kind === 'SLOT') {
      const last = part === parts.length - 1;
      for (let end = last ? to : at + 1; end <= to; end++) {
        if (end <= at || !fills(now.type, at, end)) continue;
        found.set(now.name, tokens.slice(at, end));
        if (step(part + 1, end)) return true;
        found.delete(now.name);
      }
      return false;
    }
    for (const words of now.choices)
      if (at + words.length <= to && wordsAt(words, tokens, at) && step(part + 1, at + words.length))
        return true;
    return now.optional && step(part + 1, at);
  };
  return step(0, from) ? found : null;
}

export const wordsOf = (tokens: Tokens): ReadonlySet<string> => new Set(tokens.map(({ low }: Token) => low));
