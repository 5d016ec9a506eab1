// Lines, bars and pies as Chart.js takes them. INVARIANT: series differ in dash and point, or in the stripes of their bars, not in colour
// alone; amounts of two units have two axes.
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import type { View } from '#engines/maker/catalogue.ts';
import { inWords, make } from './parts.ts';
import { amountIn, axesOf, axisName, labelOf, unitsOf } from './units.ts';

export const COLOURS = [
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
export const POINTS = ['circle', 'rect', 'triangle', 'rectRot', 'cross', 'star'] as const;
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [4, 4], [1, 5]];
const MOST_LABEL_CHARACTERS = 60;

export const colourOf = (at: number): string => COLOURS[at % COLOURS.length] ?? '#2563eb';

const words = (view: View, row: number, column: number | null): string => {
  const cell = column === null ? undefined : view.rows[row]?.[column];
  return cell === undefined ? '' : inWords(cell).slice(0, MOST_LABEL_CHARACTERS);
};

export function pieOf(
  view: View,
  rows: readonly number[],
  options: ChartConfiguration['options'],
): ChartConfiguration {
  const [measured = 0] = view.measured;
  const [unit = null] = unitsOf(view, measured);
  return {
    type: 'pie',
    data: {
      labels: rows.map((row) => `${words(view, row, view.label)}: ${words(view, row, measured)}`),
      datasets: [
        {
          data: rows.map((row) => amountIn(view, row, measured, unit) ?? 0),
          backgroundColor: rows.map((_, at) => filled(at)),
          borderWidth: 2,
        },
      ],
    },
    options,
  };
}

export function seriesChart(
  view: View,
  type: 'line' | 'bar',
  rows: readonly number[],
  options: ChartConfiguration['options'],
): ChartConfiguration {
  const series = view.measured.flatMap((column) => unitsOf(view, column).map((unit) => ({ column, unit })));
  const units = [...new Set(series.map(({ unit }) => unit))];
  const datasets = series.map(({ column, unit }, at): ChartDataset<'line' | 'bar', (number | null)[]> => {
    const yAxisID = axisName('y', units.indexOf(unit));
    const label = labelOf(view, column, unit);
    const data = rows.map((row) => amountIn(view, row, column, unit));
    return type === 'bar'
      ? {
          type,
          label,
          data,
          yAxisID,
          backgroundColor: filled(at),
          borderColor: colourOf(at),
          borderWidth: 1,
        }
      : {
          type,
          label,
          data,
          yAxisID,
          borderColor: colourOf(at),
          borderDash: DASHES[at % DASHES.length] ?? [],
          pointStyle: POINTS[at % POINTS.length] ?? 'circle',
          spanGaps: true,
        };
  });
  // What several series of one unit share is the unit.
  const titles = units.map((unit) => {
    const [first, ...more] = series.filter((one) => one.unit === unit);
    return more.length > 0 || first === undefined ? (unit ?? '') : labelOf(view, first.column, unit);
  });
  // `skipNull`: a row of one unit leaves no room for another's bar.
  const own = { ...options, skipNull: true, scales: { x: {}, ...axesOf('y', titles) } };
  return {
    type,
    data: { labels: rows.map((row) => words(view, row, view.along)), datasets },
    options: own,
  };
}

const STRIPE_PX = 10;
/** How each of the stripes goes: from one edge of its square to another, in shares of it. */
const STRIPES: readonly (readonly [number, number, number, number] | null)[] = [
  null,
  [0, 1, 1, 0],
  [0, 0.5, 1, 0.5],
  [0, 0, 1, 1],
  [0.5, 0, 0.5, 1],
];

/** A colour with stripes of its own, so that two beside one another differ without it. */
function filled(at: number): string | CanvasPattern {
  const colour = colourOf(at);
  const stripe = STRIPES[at % STRIPES.length] ?? null;
  const square = make('canvas');
  square.width = STRIPE_PX;
  square.height = STRIPE_PX;
  const pen = square.getContext('2d');
  if (stripe === null || pen === null) return colour;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, STRIPE_PX, STRIPE_PX);
  pen.strokeStyle = 'rgb(255 255 255 / 60%)';
  pen.lineWidth = 2;
  pen.lineCap = 'square';
  const [fromX, fromY, toX, toY] = stripe;
  pen.moveTo(fromX * STRIPE_PX, fromY * STRIPE_PX);
  pen.lineTo(toX * STRIPE_PX, toY * STRIPE_PX);
  pen.stroke();
  return pen.createPattern(square, 'repeat') ?? colour;
}
