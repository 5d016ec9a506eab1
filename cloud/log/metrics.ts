// Counters and histograms in Prometheus' text format. INVARIANT: a label is a model of the settings, a reason or a priority, so the number
// of series is bounded.

const SECONDS = [0.005, 0.05, 0.25, 1, 5, 15, 60, 300] as const;

type Labels = Readonly<Record<string, string>>;

const inBraces = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/gu, '_')}"`)
    .join(',');

class Series<T> {
  readonly all = new Map<string, T>();
  at(labels: Labels, make: () => T): T {
    const key = inBraces(labels);
    const known = this.all.get(key) ?? make();
    this.all.set(key, known);
    return known;
  }
}

export class Metrics {
  readonly #counters = new Map<string, Series<{ value: number }>>();
  readonly #spans = new Map<string, Series<{ buckets: number[]; sum: number; count: number }>>();
  readonly #gauges = new Map<string, { labels: Labels; read: () => number }[]>();

  count(name: string, labels: Labels = {}, by = 1): void {
    const series = this.#counters.get(name) ?? new Series();
    this.#counters.set(name, series);
    series.at(labels, () => ({ value: 0 })).value += by;
  }

  observe(name: string, seconds: number, labels: Labels = {}): void {
    const series = this.#spans.get(name) ?? new Series();
    this.#spans.set(name, series);
    const span = series.at(labels, () => ({ buckets: SECONDS.map(() => 0), sum: 0, count: 0 }));
    SECONDS.forEach((most, at) => {
      if (seconds <= most) span.buckets[at] = (span.buckets[at] ?? 0) + 1;
    });
    span.sum += seconds;
    span.count += 1;
  }

  gauge(name: string, labels: Labels, read: () => number): void {
    this.#gauges.set(name, [...(this.#gauges.get(name) ?? []), { labels, read }]);
  }

  text(): string {
    const lines: string[] = [];
    for (const [name, { all }] of this.#counters) {
      lines.push(`# TYPE ${name} counter`);
      for (const [labels, { value }] of all) lines.push(`${name}{${labels}} ${value}`);
    }
    for (const [name, gauges] of this.#gauges) {
      lines.push(`# TYPE ${name} gauge`);
      for (const { labels, read } of gauges) lines.push(`${name}{${inBraces(labels)}} ${read()}`);
    }
    for (const [name, { all }] of this.#spans) {
      lines.push(`# TYPE ${name} histogram`);
      for (const [labels, { buckets, sum, count }] of all) {
        const more = labels === '' ? '' : `${labels},`;
        SECONDS.forEach((most, at) => lines.push(`${name}_bucket{${more}le="${most}"} ${buckets[at] ?? 0}`));
        lines.push(`${name}_bucket{${more}le="+Inf"} ${count}`);
        lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`);
      }
    }
    return `${lines.join('\n')}\n`;
  }
}
