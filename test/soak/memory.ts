// What a soak's process holds, and the middle of many looks at it. INVARIANT: imports nothing: the soak of a day puts something in the
// launcher's place before the gateway is loaded.

/** In bytes. With `--expose-gc` what is really held, otherwise what happens to be there. */
export function heldBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** `NaN`: of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
