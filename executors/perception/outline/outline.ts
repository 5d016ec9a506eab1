// A snapshot as text that a model can afford. Pure. INVARIANT: within the budget on every page, and every element that can be
// acted on is either in a line or in a fold that says how many it holds and which ref opens it.
import type { PageSnapshot } from '../../contract.ts';
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

const BUDGET = 8_000;
const LEAST_BUDGET = 400;
/** A fold's line is never longer, and its length is what the choice reckons with. */
const FOLD = 96;
/** Names are cut before elements are folded. */
const STEPS: readonly Limits[] = [
  { name: 120, text: 400, farText: 160 },
  { name: 80, text: 240, farText: 80 },
  { name: 48, text: 160, farText: 48 },
  { name: 28, text: 100, farText: 28 },
];

export function renderOutline(snapshot: PageSnapshot, options: OutlineOptions = {}): Outline {
  const budget = Math.max(options.budget ?? BUDGET, LEAST_BUDGET);
  const all = linesOf(snapshot.nodes);
  const start = options.from === undefined ? 0 : startOf(all, options.from);
  const head = headOf(snapshot, all, start);
  const room = budget - head.length;
  const order = all
    .map((_, index) => index)
    .slice(start)
    // From a fold on it is paging: the lines that follow, in their order.
    .toSorted((a, b) => (start > 0 ? a - b : (all[b]?.weight ?? 0) - (all[a]?.weight ?? 0) || a - b));
  const elements = all.reduce((sum, { refs }, index) => sum + (index < start ? 0 : refs.length), 0);
  let chosen: Choice = { kept: new Map(), elements: 0 };
  for (const limits of STEPS) {
    chosen = choose(all, order, start, room, limits);
    if (chosen.elements === elements) break;
  }
  return assemble(all, chosen.kept, start, head);
}

/** The lines that are kept, written. */
type Choice = { readonly kept: ReadonlyMap<number, string>; readonly elements: number };

/** As many lines of `order` as fit together with the folds that the rest makes. Lines are written only as far as that goes. */
function choose(
  lines: readonly Line[],
  order: readonly number[],
  start: number,
  room: number,
  limits: Limits,
): Choice {
  const kept = new Map<number, string>();
  /** Adding order; `fits` of them are within the room. */
  const added: number[] = [];
  let fits = 0;
  let total = lines.length > start ? FOLD + 1 : 0;
  let least = total;
  const isFold = (index: number): boolean => index >= start && index < lines.length && !kept.has(index);
  const add = (index: number): void => {
    if (kept.has(index)) return;
    const text = lines[index]?.write(limits) ?? '';
    // Two folds where one was, one, or none.
    const folds = Number(isFold(index - 1)) + Number(isFold(index + 1)) - 1;
    kept.set(index, text);
    added.push(index);
    total += text.length + 1 + folds * (FOLD + 1);
    least += text.length + 1;
  };
  for (const index of order) {
    // Folds may close again, lines never get shorter.
    if (least > room + FOLD + 1) break;
    const template = lines[index]?.template ?? null;
    if (template !== null && template >= start) add(template);
    add(index);
    if (total <= room) fits = added.length;
  }
  for (const index of added.slice(fits)) kept.delete(index);
  const elements = [...kept.keys()].reduce((sum, index) => sum + (lines[index]?.refs.length ?? 0), 0);
  return { kept, elements };
}

function assemble(
  lines: readonly Line[],
  kept: ReadonlyMap<number, string>,
  start: number,
  head: string,
): Outline {
  const out: string[] = [head];
  const folds: { open: string; elements: number }[] = [];
  let listed = 0;
  let folded = 0;
  let dropped: Line[] = [];
  const close = (next: number): void => {
    if (dropped.length === 0) return;
    const elements = dropped.reduce((sum, { refs }) => sum + refs.length, 0);
    const open = dropped.find(({ refs }) => refs.length > 0)?.refs[0] ?? `@${next - dropped.length}`;
    folds.push({ open, elements });
    folded += elements;
    out.push(foldLine(dropped, elements, open));
    dropped = [];
  };
  for (const [index, line] of lines.entries()) {
    if (index < start) continue;
    const text = kept.get(index);
    if (text === undefined) {
      dropped.push(line);
      continue;
    }
    close(index);
    listed += line.refs.length;
    out.push(text);
  }
  close(lines.length);
  return { text: out.filter((line) => line !== '').join('\n'), listed, folded, folds };
}

/** `… 450 elements in 150 rows, Add product 150 … 299 reviews: open e455` */
function foldLine(dropped: readonly Line[], elements: number, open: string): string {
  const rows = dropped.filter(({ kind }) => kind === 'row').length;
  const what = elements > 0 ? `${elements} elements` : `${dropped.length} lines of text`;
  const named = dropped.find(({ nodes }) => nodes.some(({ name }) => name !== ''));
  const name = named?.nodes.find((node) => node.name !== '')?.name ?? '';
  const where = rows > 1 ? ` in ${rows} rows` : '';
  const from = name === '' ? '' : `, from “${cut(name, 24)}”`;
  return cut(`… ${what}${where}${from}: open ${open}`, FOLD);
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
