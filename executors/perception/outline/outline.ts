// A snapshot as text that a model can afford. Pure. INVARIANT: within the budget on every page, and every element that can be
// acted on is either in a line or in a fold that says how many it holds and which ref opens it.
import type { PageSnapshot } from '../../contract/snapshot.ts';
import { Choosing, type Choice } from './choose.ts';
import { gapsOf, wordedOf } from './folds.ts';
import { linesOf, type Line } from './lines.ts';
import { cut, type Limits } from './words.ts';

export type OutlineOptions = {
  /** Characters of the text at most; 8,000 unless told. At least 400. */
  readonly budget?: number;
  /** Begin with the line that holds this ref, or with the line `@12` of the same snapshot: what a fold says. */
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
  const all = linesOf(snapshot.nodes);
  const start = options.from === undefined ? 0 : startOf(all, options.from);
  const head = headOf(snapshot, all, start);
  const room = budget - head.length;
  const choosing = new Choosing(all, start, room);
  // From a fold on it is paging: the lines that follow, in their order.
  const order = options.from === undefined ? () => choosing.byWeight() : () => choosing.byPlace();
  // Where not even bare refs would fit, names are as short as can be.
  const hopeless = choosing.elements * MIN_ELEMENT_CHARACTERS > room;
  let chosen: Choice = { kept: new Map(), elements: 0, room };
  for (const limits of hopeless ? STEPS.slice(-1) : STEPS) {
    chosen = choosing.choose(order(), limits);
    if (chosen.elements === choosing.elements) break;
  }
  return assemble(all, chosen, start, head);
}

function assemble(lines: readonly Line[], { kept, room }: Choice, start: number, head: string): Outline {
  const gaps = gapsOf(lines, kept, start);
  const worded = wordedOf(gaps, room);
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

function startOf(lines: readonly Line[], ref: string): number {
  const number = /^@(\d{1,9})$/.exec(ref)?.[1];
  if (number !== undefined) return Math.min(Number(number), lines.length);
  const at = lines.findIndex(
    ({ refs, nodes }) => refs.includes(ref) || nodes.some((node) => node.ref === ref),
  );
  return Math.max(at, 0);
}
