// Sets of numbers as sorted disjoint half-open intervals, flat: 0, 3, 7, 8 are 0, 1, 2 and 7.

/** Whether a value is in one of the sorted disjoint half-open intervals. */
export function inIntervals(intervals: readonly number[], value: number): boolean {
  let low = 0;
  let high = intervals.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[2 * middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && value < (intervals[2 * low - 1] ?? 0);
}

/** The same of numbers that are sorted, neighbours put together. */
export function runsOf(numbers: Iterable<number>): readonly (readonly [number, number])[] {
  const out: [number, number][] = [];
  for (const own of numbers) {
    const last = out.at(-1);
    if (last?.[1] === own) last[1] = own + 1;
    else out.push([own, own + 1]);
  }
  return out;
}
