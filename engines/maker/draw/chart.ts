// Charts by Chart.js, of which only what is used is bundled. INVARIANT: nothing is told by colour alone: series differ in dash and point, parts
// have their names and values in the legend, and the same rows stand in a table beside it.
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LineController,
  LineElement,
  LinearScale,
  PieController,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js';
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import type { View } from '#engines/maker/catalogue.ts';
import { compare, headOf, inWords, make } from './parts.ts';
import type { Drawn } from './table.ts';

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LineController,
  LineElement,
  LinearScale,
  PieController,
  PointElement,
  ScatterController,
  Tooltip,
);

const COLOURS = [
  '#2563eb',
  '#d97706',
  '#059669',
  '#db2777',
  '#7c3aed',
  '#0891b2',
  '#65a30d',
  '#dc2626',
  '#4f46e5',
  '#b45309',
  '#0d9488',
  '#9333ea',
];
const POINTS = ['circle', 'rect', 'triangle', 'rectRot', 'cross', 'star'] as const;
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [4, 4], [1, 5]];
const MOST_POINTS = 2000;

export function drawChart(view: View, kind: 'line' | 'bar' | 'pie' | 'scatter'): Drawn {
  const canvas = make('canvas');
  canvas.setAttribute('role', 'img');
  let chart: Chart | null = null;
  const element = make('div', { className: 'chart' }, [canvas]);
  return {
    element,
    show: (rows) => {
      const { along } = view;
      const order =
        kind === 'line' && along !== null
          ? [...rows].sort(
              (one, other) => compare(view.rows[one]?.[along], view.rows[other]?.[along], 1) || one - other,
            )
          : rows;
      const shown = order.slice(0, MOST_POINTS);
      canvas.setAttribute(
        'aria-label',
        `${kind} chart of ${view.title}: ${shown.length} of ${rows.length} rows, the same as in the table below`,
      );
      chart?.destroy();
      Chart.defaults.color = getComputedStyle(document.body).color;
      chart = new Chart(canvas, configurationOf(view, kind, shown));
    },
  };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function configurationOf(
  view: View,
  kind: 'line' | 'bar' | 'pie' | 'scatter',
  rows: readonly number[],
): ChartConfiguration {
  const cell = (row: number, column: number | null) =>
    column === null ? undefined : view.rows[row]?.[column];
  const words = (row: number, column: number | null): string => {
    const found = cell(row, column);
    return found === undefined ? '' : inWords(found).slice(0, 60);
  };
  const options = { responsive: true, maintainAspectRatio: false, animation: false } as const;
  if (kind === 'pie') {
    const [measured = 0] = view.measured;
    return {
      type: 'pie',
      data: {
        labels: rows.map((row) => `${words(row, view.label)}: ${words(row, measured)}`),
        datasets: [
          {
            data: rows.map((row) => numberOf(cell(row, measured)?.[0]) ?? 0),
            backgroundColor: COLOURS,
            borderWidth: 2,
          },
        ],
      },
      options,
    };
  }
  if (kind === 'scatter') return scatterOf(view, rows, options);
  const datasets = view.measured.map((column, at): ChartDataset<'line' | 'bar', (number | null)[]> => {
    const head = view.columns[column];
    const colour = COLOURS[at % COLOURS.length] ?? '#2563eb';
    const data = rows.map((row) => numberOf(cell(row, column)?.[0]));
    const label = head === undefined ? '' : headOf(head);
    return kind === 'bar'
      ? { type: 'bar', label, data, backgroundColor: colour }
      : {
          type: 'line',
          label,
          data,
          borderColor: colour,
          borderDash: DASHES[at % DASHES.length] ?? [],
          pointStyle: POINTS[at % POINTS.length] ?? 'circle',
          spanGaps: true,
        };
  });
  return { type: kind, data: { labels: rows.map((row) => words(row, view.along)), datasets }, options };
}

type Point = { readonly x: number; readonly y: number; readonly name: string };

function scatterOf(
  view: View,
  rows: readonly number[],
  options: ChartConfiguration['options'],
): ChartConfiguration {
  const [measured = 0] = view.measured;
  const { along } = view;
  const points = rows.flatMap((row): Point[] => {
    const x = numberOf(along === null ? null : view.rows[row]?.[along]?.[0]);
    const y = numberOf(view.rows[row]?.[measured]?.[0]);
    const named = view.label === null ? undefined : view.rows[row]?.[view.label];
    return x === null || y === null ? [] : [{ x, y, name: named === undefined ? '' : inWords(named) }];
  });
  const title = (column: number | null): { display: true; text: string } => {
    const head = column === null ? undefined : view.columns[column];
    return { display: true, text: head === undefined ? '' : headOf(head) };
  };
  const isLessBetter = view.columns[measured]?.type === 'money';
  return {
    type: 'scatter',
    data: {
      datasets: [
        {
          type: 'scatter',
          label: 'each row',
          data: [...points],
          backgroundColor: COLOURS[0] ?? '',
          pointRadius: 5,
        },
        {
          type: 'line',
          label: 'best trade-offs',
          data: tradeOff(points, view.columns[along ?? 0]?.type === 'money', isLessBetter),
          borderColor: COLOURS[1] ?? '',
          borderDash: [8, 4],
          pointStyle: 'rectRot',
          pointRadius: 7,
        },
      ],
    },
    options: {
      ...options,
      scales: { x: { type: 'linear', title: title(along) }, y: { title: title(measured) } },
    },
  };
}

/** The rows that no other one beats in both: money is better the less it is, anything else the more. */
export function tradeOff(points: readonly Point[], lessX: boolean, lessY: boolean): Point[] {
  const better = (one: number, other: number, less: boolean): boolean => (less ? one < other : one > other);
  const order = [...points].sort(
    (one, other) =>
      (lessX ? one.x - other.x : other.x - one.x) || (lessY ? one.y - other.y : other.y - one.y),
  );
  const best: Point[] = [];
  for (const point of order) {
    const last = best.at(-1);
    if (last === undefined || better(point.y, last.y, lessY)) best.push(point);
  }
  return best.sort((one, other) => one.x - other.x);
}
