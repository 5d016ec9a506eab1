// Which lines of an outline are kept: the weightiest that fit, together with the folds that the rest makes. Pure.
// INVARIANT: what is kept and its folds never take more than the room.
import { MAX_FOLD_CHARACTERS, EXPLAINED_FOLD_CHARACTERS, markOf } from './folds.ts';
import type { Line } from './lines.ts';
import type { Limits } from './words.ts';

export type Choice = {
  /** The lines that are kept, written. */
  readonly kept: Map<number, string>;
  /** Elements in them. */
  readonly elements: number;
};

export class Choosing {
  readonly #lines: readonly Line[];
  readonly #start: number;
  /** How many elements stand before each line. */
  readonly #before: Int32Array;

  /** From the line `start` on. */
  constructor(lines: readonly Line[], start: number) {
    this.#lines = lines;
    this.#start = start;
    this.#before = new Int32Array(lines.length + 1);
    for (const [at, { refs }] of lines.entries())
      this.#before[at + 1] = (this.#before[at] ?? 0) + refs.length;
  }

  get elements(): number {
    return (this.#before[this.#lines.length] ?? 0) - (this.#before[this.#start] ?? 0);
  }

  *byPlace(): Generator<number> {
    for (let index = this.#start; index < this.#lines.length; index += 1) yield index;
  }

  /** The weightiest first; among equals, as they stand. Only as far as it is asked for. */
  *byWeight(): Generator<number> {
    const byWhole = new Map<number, number[]>();
    for (let index = this.#start; index < this.#lines.length; index += 1) {
      const whole = Math.floor(this.#lines[index]?.weight ?? 0);
      const some = byWhole.get(whole);
      if (some === undefined) byWhole.set(whole, [index]);
      else some.push(index);
    }
    const weight = (index: number): number => this.#lines[index]?.weight ?? 0;
    for (const whole of [...byWhole.keys()].toSorted((a, b) => b - a))
      yield* byWhole.get(whole)?.toSorted((a, b) => weight(b) - weight(a) || a - b) ?? [];
  }

  /** What the lines from `from` to before `to` take where they are left out. */
  #foldOf(from: number, to: number): number {
    if (from >= to) return 0;
    const elements = (this.#before[to] ?? 0) - (this.#before[from] ?? 0);
    return (elements > 0 ? MAX_FOLD_CHARACTERS : markOf(from).length) + 1;
  }

  /** As many lines of `order` as fit. Lines are written only as far as that goes. */
  choose(order: Iterable<number>, limits: Limits, room: number): Choice {
    const start = this.#start;
    const lines = this.#lines;
    const kept = new Map<number, string>();
    /** The same, in the order of the page. */
    const sorted: number[] = [];
    /** Adding order; `fits` of them are within the room. */
    const added: number[] = [];
    let fits = 0;
    let total = this.#foldOf(start, lines.length) + EXPLAINED_FOLD_CHARACTERS;
    let least = 0;
    const add = (index: number, text: string): void => {
      if (kept.has(index)) return;
      const at = placeOf(sorted, index);
      const from = (sorted[at - 1] ?? start - 1) + 1;
      const to = sorted[at] ?? lines.length;
      kept.set(index, text);
      sorted.splice(at, 0, index);
      added.push(index);
      total +=
        text.length + 1 + this.#foldOf(from, index) + this.#foldOf(index + 1, to) - this.#foldOf(from, to);
      least += text.length + 1;
    };
    /** What takes no more room listed than folded is listed. */
    const fill = (from: number, to: number): void => {
      const fold = this.#foldOf(from, to);
      if ((to - from) * 2 > fold) return;
      const texts: string[] = [];
      let length = 0;
      for (let index = from; index < to; index += 1) {
        const template = lines[index]?.template ?? null;
        if (template !== null && template >= start && !kept.has(template)) return;
        const text = lines[index]?.write(limits) ?? '';
        texts.push(text);
        length += text.length + 1;
        if (length > fold) return;
      }
      for (const [at, text] of texts.entries()) add(from + at, text);
    };
    for (const index of order) {
      // Folds may close again, lines never get shorter.
      if (least > room) break;
      const template = lines[index]?.template ?? null;
      for (const one of template !== null && template >= start ? [template, index] : [index]) {
        if (kept.has(one)) continue;
        add(one, lines[one]?.write(limits) ?? '');
        const at = placeOf(sorted, one);
        const before = (sorted[at - 1] ?? start - 1) + 1;
        const behind = sorted[at + 1] ?? lines.length;
        fill(before, one);
        fill(one + 1, behind);
      }
      if (total > room) continue;
      fits = added.length;
    }
    for (const index of added.slice(fits)) kept.delete(index);
    const elements = [...kept.keys()].reduce((sum, index) => sum + (lines[index]?.refs.length ?? 0), 0);
    return { kept, elements };
  }
}

/** Where a number stands, or would, in a sorted list. */
function placeOf(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
