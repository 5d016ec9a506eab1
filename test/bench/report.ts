// What a bench gives back, and how it is printed.

export type BenchRow = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The figure to reach, in words: `≤ 0.10`. */
  readonly target?: string;
};
export type Bench = () => Promise<{ readonly rows: readonly BenchRow[] }>;

export function render(title: string, rows: readonly BenchRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(
    ({ name, value, unit, target }) =>
      `  ${name.padEnd(width)}  ${format(value).padStart(10)} ${unit}${target === undefined ? '' : `   (goal ${target})`}`,
  );
  return [title, ...lines].join('\n');
}

function format(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** The middle value: these machines are noisy, and means follow the noise. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
