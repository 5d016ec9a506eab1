// Which lines of an outline are kept: the weightiest that fit, together with the folds that the rest makes. Pure.
// INVARIANT: what is kept and its folds never take more than the room.
import { FOLD, IN_WORDS, markOf } from './folds.ts';
import type { Line } from './lines.ts';
import type { Limits } from './words.ts';

export type Choice = {
  /** The lines that are kept, written. */
  readonly kept: ReadonlyMap<number, string>;
  /** Elements in them. */
  readonly elements: number;
  /** What is left of the room. */
  readonly room: number;
};

/** As many lines of `order` as fit. Lines are written only as far as that goes. */
export function choose(
  lines: readonly Line[],
  order: readonly number[],
  start: number,
  room: number,
  limits: Limits,
): Choice {
  const refsBefore = [0];
  for (const { refs } of lines) refsBefore.push((refsBefore.at(-1) ?? 0) + refs.length);
  /** What the lines from `from` to before `to` take where they are left out. */
  const foldOf = (from: number, to: number): number =>
    from >= to ? 0 : ((refsBefore[to] ?? 0) > (refsBefore[from] ?? 0) ? FOLD : markOf(from).length) + 1;
  const kept = new Map<number, string>();
  /** The same, in the order of the page. */
  const sorted: number[] = [];
  /** Adding order; `fits` of them are within the room, and leave `left` of it. */
  const added: number[] = [];
  let fits = 0;
  let total = foldOf(start, lines.length) + IN_WORDS;
  let left = room - total;
  let least = 0;
  const add = (index: number, text: string): void => {
    if (kept.has(index)) return;
    const at = placeOf(sorted, index);
    const from = (sorted[at - 1] ?? start - 1) + 1;
    const to = sorted[at] ?? lines.length;
    kept.set(index, text);
    sorted.splice(at, 0, index);
    added.push(index);
    total += text.length + 1 + foldOf(from, index) + foldOf(index + 1, to) - foldOf(from, to);
    least += text.length + 1;
  };
  /** What takes no more room listed than folded is listed. */
  const fill = (from: number, to: number): void => {
    const fold = foldOf(from, to);
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
    left = room - total;
  }
  for (const index of added.slice(fits)) kept.delete(index);
  const elements = [...kept.keys()].reduce((sum, index) => sum + (lines[index]?.refs.length ?? 0), 0);
  return { kept, elements, room: left + IN_WORDS };
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
