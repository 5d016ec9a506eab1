// A snapshot as text that a model can afford. Pure. INVARIANT: within the budget on every page, and every element that can be
// acted on is either in a line or in a fold that says how many it holds and which ref opens it.
import type { PageSnapshot } from '../../contract/snapshot.ts';
import { Choosing, type Choice } from './choose.ts';
import { EXPLAINED_FOLD_CHARACTERS, gapsOf, wordedOf, type Gap } from './folds.ts';
import { linesOf, MAIN_TEXT_WEIGHT, type Line } from './lines.ts';
import { cut, type Limits } from './words.ts';

export type OutlineOptions = {
  /** Characters of the text at most; 8,000 unless told. At least 400. */
  readonly budget?: number;
  /** Begin with the line that holds this ref, or with the line `@12` of the same snapshot, or its text from a place on (`@12:380`). */
  readonly from?: string;
};

export type Outline = {
  readonly text: string;
  /** Elements that can be acted on: in lines of their own or rows, and in folds. */
  readonly listed: number;
  readonly folded: number;
  readonly folds: readonly { readonly open: string; readonly elements: number }[];
};

const DEFAULT_BUDGET_CHARACTERS = 8_000;
const MIN_BUDGET_CHARACTERS = 400;
/** Characters that an element takes at the least, with what parts it from the next. */
const MIN_ELEMENT_CHARACTERS = 5;
/** Names are cut before elements are folded. */
const STEPS: readonly Limits[] = [
  { name: 120, text: 400, farText: 160 },
  { name: 80, text: 240, farText: 80 },
  { name: 48, text: 160, farText: 48 },
  { name: 28, text: 100, farText: 28 },
];

export function renderOutline(snapshot: PageSnapshot, options: OutlineOptions = {}): Outline {
  const budget = Math.max(options.budget ?? DEFAULT_BUDGET_CHARACTERS, MIN_BUDGET_CHARACTERS);
  const lines = linesOf(snapshot.nodes);
  const { line: start, at } = options.from === undefined ? TOP : startOf(lines, options.from);
  const head = headOf(snapshot, lines, start);
  const room = budget - head.length;
  const first = lines[start];
  // From within a text on it is that text's rest.
  if (at > 0 && first?.text !== undefined) {
    const { from } = first.text;
    lines[start] = { ...first, write: (limits) => from(at, limits) };
  }
  const choosing = new Choosing(lines, start);
  const isPaging = options.from !== undefined;
  // From a fold on it is paging: the lines that follow, in their order and whole.
  const choose = (limits: Limits, least: number): Choice =>
    choosing.choose(isPaging ? choosing.byPlace() : choosing.byWeight(), limits, least);
  const used = ({ kept }: Choice): number => lengthOf(kept, gapsOf(lines, kept, start)) + head.length;
  let limits = isPaging ? whole(room) : (STEPS.at(-1) ?? whole(room));
  let chosen = choose(limits, room);
  if (!isPaging) {
    // Where not even bare refs would fit, names are as short as can be.
    const hopeless = choosing.elements * MIN_ELEMENT_CHARACTERS > room;
    const fitting =
      hopeless || chosen.elements < choosing.elements ? undefined : widest(choose, choosing, room);
    if (fitting !== undefined) ({ limits, chosen } = fitting);
    else if (isArticle(lines)) {
      limits = ARTICLE;
      chosen = choose(limits, room);
    }
  }
  // Folds were reckoned with at their longest: what they leave is given out once more.
  for (let times = 0; times < SECOND_HELPINGS && chosen.kept.size < lines.length - start; times += 1) {
    const left = budget - used(chosen) - EXPLAINED_FOLD_CHARACTERS;
    if (left < budget * MIN_LEFT_SHARE) break;
    const more = choose(limits, room + left);
    if (used(more) + EXPLAINED_FOLD_CHARACTERS > budget || more.elements < chosen.elements) break;
    chosen = more;
  }
  return assemble(lines, chosen, start, head, budget);
}

const TOP = { line: 0, at: 0 };
/** Text of the page's own content, from which on it is read rather than acted on. */
const MIN_ARTICLE_CHARACTERS = 3_000;
const ARTICLE: Limits = { name: 80, text: 400, farText: 400 };
const SECOND_HELPINGS = 3;
/** Of the budget: less is not worth another choice. */
const MIN_LEFT_SHARE = 0.04;

const whole = (room: number): Limits => {
  const text = Math.max(100, room - 2 * EXPLAINED_FOLD_CHARACTERS - 100);
  return { name: 120, text, farText: text };
};

/** The first of the steps with which every element has a line. */
function widest(
  choose: (limits: Limits, room: number) => Choice,
  choosing: Choosing,
  room: number,
): { readonly limits: Limits; readonly chosen: Choice } | undefined {
  for (const limits of STEPS) {
    const chosen = choose(limits, room);
    if (chosen.elements === choosing.elements) return { limits, chosen };
  }
  return undefined;
}

function isArticle(lines: readonly Line[]): boolean {
  let length = 0;
  for (const { text, weight } of lines) {
    if (text !== undefined && weight >= MAIN_TEXT_WEIGHT) length += text.length;
    if (length >= MIN_ARTICLE_CHARACTERS) return true;
  }
  return false;
}

/** With every fold at its shortest. */
function lengthOf(kept: ReadonlyMap<number, string>, gaps: readonly Gap[]): number {
  let length = 0;
  for (const text of kept.values()) length += text.length + 1;
  for (const { mark } of gaps) length += mark.length + 1;
  return length;
}

/** What is left goes into texts that were cut: the page's own content first, then as they stand. */
function widen(lines: readonly Line[], kept: Map<number, string>, room: number): number {
  let left = room;
  const cutTexts = [...kept].filter(([index, text]) => (lines[index]?.text?.length ?? 0) + 2 > text.length);
  const weight = ([index]: readonly [number, string]): number => lines[index]?.weight ?? 0;
  for (const [index, text] of cutTexts.toSorted((a, b) => weight(b) - weight(a) || a[0] - b[0])) {
    if (left < MIN_WIDENED_CHARACTERS) break;
    const limit = text.length + left;
    const longer = lines[index]?.write({ name: 120, text: limit - 2, farText: limit - 2 }) ?? text;
    if (longer.length <= text.length) continue;
    kept.set(index, longer);
    left -= longer.length - text.length;
  }
  return left;
}

const MIN_WIDENED_CHARACTERS = 60;

function assemble(
  lines: readonly Line[],
  { kept }: Choice,
  start: number,
  head: string,
  budget: number,
): Outline {
  const gaps = gapsOf(lines, kept, start);
  const free =
    budget - head.length - 1 - lengthOf(kept, gaps) - (gaps.length > 0 ? EXPLAINED_FOLD_CHARACTERS : 0);
  const left = widen(lines, kept, free) + (gaps.length > 0 ? EXPLAINED_FOLD_CHARACTERS : 0);
  const worded = wordedOf(gaps, left);
  const out: string[] = [head];
  let next = start;
  for (const gap of gaps) {
    for (; next < gap.from; next += 1) out.push(kept.get(next) ?? '');
    out.push(worded.has(gap) ? gap.words : gap.mark);
    next = gap.to;
  }
  for (; next < lines.length; next += 1) out.push(kept.get(next) ?? '');
  return {
    text: out.filter((line) => line !== '').join('\n'),
    listed: [...kept.keys()].reduce((sum, index) => sum + (lines[index]?.refs.length ?? 0), 0),
    folded: gaps.reduce((sum, { elements }) => sum + elements, 0),
    folds: gaps.map(({ open, elements }) => ({ open, elements })),
  };
}

function headOf(snapshot: PageSnapshot, lines: readonly Line[], start: number): string {
  if (start === 0) return '';
  const template = lines[start]?.template ?? null;
  const step = STEPS.at(-1);
  return template === null || template >= start || step === undefined
    ? ''
    : cut(lines[template]?.write(step) ?? '', 300);
}

function startOf(lines: readonly Line[], from: string): { readonly line: number; readonly at: number } {
  const [, line, at = '0'] = /^@(\d{1,9})(?::(\d{1,7}))?$/.exec(from) ?? [];
  if (line !== undefined) return { line: Math.min(Number(line), lines.length), at: Number(at) };
  const found = lines.findIndex(
    ({ refs, nodes }) => refs.includes(from) || nodes.some((node) => node.ref === from),
  );
  return { line: Math.max(found, 0), at: 0 };
}
