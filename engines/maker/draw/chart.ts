// Charts by Chart.js, of which only what is used is bundled. INVARIANT: nothing is told by colour alone, and the same rows stand in a table
// beside it.
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
import type { ChartConfiguration } from 'chart.js';
import type { View } from '#engines/maker/catalogue.ts';
import { compare, make } from './parts.ts';
import { scatterOf } from './scatter.ts';
import { pieOf, seriesChart } from './series.ts';
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

const MOST_POINTS = 2000;
type Kind = 'line' | 'bar' | 'pie' | 'scatter';

export function drawChart(view: View, kind: Kind): Drawn {
  const canvas = make('canvas');
  canvas.setAttribute('role', 'img');
  let chart: Chart | null = null;
  let standing: readonly number[] = [];
  const element = make('div', { className: 'chart' }, [canvas]);
  const draw = (): void => {
    chart?.destroy();
    const { color } = getComputedStyle(document.body);
    Chart.defaults.color = color;
    Chart.defaults.borderColor = `color-mix(in srgb, ${color} 25%, transparent)`;
    chart = new Chart(canvas, configurationOf(view, kind, standing));
  };
  // Its letters and lines are drawn: they do not change by themselves with what is around them.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('beforeprint', () => chart?.resize());
  addEventListener('afterprint', () => chart?.resize());
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
      standing = order.slice(0, MOST_POINTS);
      canvas.setAttribute(
        'aria-label',
        `${kind} chart of ${view.title}: ${standing.length} of ${rows.length} rows, the same as in the table below`,
      );
      draw();
    },
  };
}

const OPTIONS = { responsive: true, maintainAspectRatio: false, animation: false } as const;
/** Their points say which they are, in the legend as well. */
const POINTED = { ...OPTIONS, plugins: { legend: { labels: { usePointStyle: true } } } } as const;

function configurationOf(view: View, kind: Kind, rows: readonly number[]): ChartConfiguration {
  switch (kind) {
    case 'pie':
      return pieOf(view, rows, OPTIONS);
    case 'scatter':
      return scatterOf(view, rows, POINTED);
    case 'line':
      return seriesChart(view, kind, rows, POINTED);
    case 'bar':
      return seriesChart(view, kind, rows, OPTIONS);
  }
}
