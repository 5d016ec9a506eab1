// Which words a text must hold for a pattern to match it, read from the pattern itself: a table of hundreds of turns of phrase runs only
// the few whose words occur, and the others are never compiled. Pure. INVARIANT: a clue is necessary: without it nothing matches.

/** One of these stands in whatever matches, in lower case. */
type OneOf = readonly string[];
/** What is known of a part of a pattern, and where the part ends. */
type Part = { readonly clues: readonly OneOf[]; readonly end: number };

/** A letter or two stand in every text and are no clue. */
const SHORTEST = 2;
/** Of more words than this, one is nearly always there. */
const MOST_WORDS = 48;
const MOST_CLUES = 3;

/** The alternatives of a pattern from `at` to its end or to the bracket that closes them. */
function alternatives(source: string, at: number): Part {
  const each: (readonly OneOf[])[] = [];
  for (let from = at; ; from++) {
    const { clues, end } = sequence(source, from);
    each.push(clues);
    from = end;
    if (source[end] !== '|') return { clues: each.length === 1 ? (each[0] ?? []) : union(each), end };
  }
}

/** One of several ways: a word of the surest clue of each. */
function union(each: readonly (readonly OneOf[])[]): readonly OneOf[] {
  const best = each.map((clues) => clues[0]);
  const words = best.flatMap((clue) => clue ?? []);
  return best.includes(undefined) || words.length > MOST_WORDS ? [] : [[...new Set(words)]];
}

/** Letters that stand for themselves, as far as nothing says how often; of other alphabets nothing is said (see `plain`). */
const LETTERS = /[ !"#%&',\-/0-9:;<=>@A-Z_`a-z~À-ÖØ-öø-ÿ\uE000\uE001’]+(?![*+?{])/y;
const HOW_OFTEN = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;

/** What follows one another: letters in a row are one word. */
function sequence(source: string, from: number): Part {
  const clues: OneOf[] = [];
  let run = '';
  const flush = (): void => {
    if (run.length >= SHORTEST) clues.push([run]);
    run = '';
  };
  let at = from;
  while (at < source.length && source[at] !== '|' && source[at] !== ')') {
    const letters = taken(LETTERS, source, at);
    run += plain(letters);
    at += letters.length;
    if (letters !== '') continue;
    const { letter, inside, end } = term(source, at);
    const often = taken(HOW_OFTEN, source, end);
    at = end + often.length;
    const optional = /^(?:[*?]|\{0)/.test(often);
    if (letter !== null && !optional) run += letter;
    if (letter === null || often !== '') flush();
    if (!optional) clues.push(...inside);
  }
  flush();
  return { clues: clues.toSorted((a, b) => worth(b) - worth(a)).slice(0, MOST_CLUES), end: at };
}
const worth = (clue: OneOf): number => Math.min(...clue.map(({ length }) => length)) - clue.length / 4;

type Term = { readonly letter: string | null; readonly inside: readonly OneOf[]; readonly end: number };
const ESCAPED = /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[pPk](?:\{[^}]*\}|<[^>]*>)|c[a-z]|\d+|.)/isy;
const CLASS = /\[(?:\\.|[^\]\\])*\]/sy;
const GROUP = /\((?:\?(?:[:=!]|<[=!]|<\w+>|[a-z-]+:))?/iy;
const ONE_LETTER = /[ -~À-ÖØ-öø-ÿ\uE000\uE001’]/;

/** One term without what says how often: a letter, a place (an empty letter), a group, or something that is any letter. */
function term(source: string, at: number): Term {
  const sign = source[at] ?? '';
  if (sign === '(') {
    const opening = taken(GROUP, source, at);
    const { clues, end } = alternatives(source, at + opening.length);
    return { letter: null, inside: opening.endsWith('!') ? [] : clues, end: end + 1 };
  }
  if (sign === '[')
    return { letter: null, inside: [], end: at + Math.max(1, taken(CLASS, source, at).length) };
  if (sign === '\\') {
    const escaped = taken(ESCAPED, source, at);
    return { letter: unescaped(escaped), inside: [], end: at + Math.max(1, escaped.length) };
  }
  if (sign === '^' || sign === '$') return { letter: '', inside: [], end: at + 1 };
  return { letter: sign === '.' ? null : known(sign), inside: [], end: at + 1 };
}
function taken(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? '';
}
function unescaped(escaped: string): string | null {
  if (/^\\[bB]$/.test(escaped)) return '';
  const code = /^\\[ux]\{?([\da-f]{2,})\}?$/i.exec(escaped)?.[1];
  if (code !== undefined) return known(String.fromCodePoint(Number.parseInt(code, 16)));
  return /^\\[^\w\s]$/.test(escaped) ? known(escaped.slice(1)) : null;
}

/** As a pattern that ignores case compares: to it the long s is an `s` as well, which has no other lower case. */
export const plain = (text: string): string => text.toLowerCase().replaceAll('ſ', 's');
/** Letters of other alphabets may have several lower cases: of those nothing is said. */
const known = (letter: string): string | null => (ONE_LETTER.test(letter) ? plain(letter) : null);

const READ = new WeakMap<RegExp, readonly OneOf[]>();
export function cluesOf(pattern: RegExp): readonly OneOf[] {
  const read = READ.get(pattern);
  if (read !== undefined) return read;
  const { clues } = alternatives(pattern.source, 0);
  READ.set(pattern, clues);
  return clues;
}

/** A text as clues are looked for in it. */
type Heard = { readonly text: string; readonly lower: string };
export const heard = (text: string): Heard => ({ text, lower: plain(text) });
/** `false`: the pattern surely does not match. */
export const mayMatch = (pattern: RegExp, { lower }: Heard): boolean =>
  cluesOf(pattern).every((clue) => clue.some((word) => lower.includes(word)));

/** What the pattern finds, tried only where its clues are. For patterns that are built once. */
export const sought = (pattern: RegExp, text: string): RegExpExecArray | null =>
  mayMatch(pattern, heard(text)) ? pattern.exec(text) : null;

type Row = readonly [RegExp, string | ((...groups: string[]) => string)];
/** Each row of a table over the text that the rows before it left. */
export function rewritten(given: string, rows: readonly Row[]): string {
  let now = heard(given);
  for (const [pattern, to] of rows) {
    if (!mayMatch(pattern, now)) continue;
    const next = typeof to === 'string' ? now.text.replace(pattern, to) : now.text.replace(pattern, to);
    if (next !== now.text) now = heard(next);
  }
  return now.text;
}
/** The first row that the text matches, rewritten by it; `null` where none does. */
export function rewrittenOnce(given: string, rows: readonly (readonly [RegExp, string])[]): string | null {
  const text = heard(given);
  const row = rows.find(([pattern]) => mayMatch(pattern, text) && pattern.test(given));
  return row === undefined ? null : given.replace(row[0], row[1]);
}
