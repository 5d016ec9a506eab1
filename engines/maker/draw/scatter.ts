// Two measures of each row as points, with the line of the best trade-offs. INVARIANT: rows are compared with those of the same units alone.
import type { ChartConfiguration } from 'chart.js';
import type { View } from '#engines/maker/catalogue.ts';
import { inWords } from './parts.ts';
import { colourOf, POINTS } from './series.ts';
import { amountIn, axesOf, axisName, labelOf, unitsOf } from './units.ts';

type Point = { readonly x: number; readonly y: number; readonly name: string };

export function scatterOf(
  view: View,
  rows: readonly number[],
  options: ChartConfiguration['options'],
): ChartConfiguration {
  const along = view.along ?? 0;
  const [measured = 0] = view.measured;
  const [across, up] = [unitsOf(view, along), unitsOf(view, measured)];
  const isLessBetter = (column: number): boolean => view.columns[column]?.type === 'money';
  const groups = across.flatMap((unitX) => up.map((unitY) => ({ unitX, unitY })));
  const datasets = groups.flatMap(({ unitX, unitY }, at): ChartConfiguration['data']['datasets'] => {
    const points = rows.flatMap((row): Point[] => {
      const x = amountIn(view, row, along, unitX);
      const y = amountIn(view, row, measured, unitY);
      const named = view.label === null ? undefined : view.rows[row]?.[view.label];
      return x === null || y === null ? [] : [{ x, y, name: named === undefined ? '' : inWords(named) }];
    });
    if (points.length === 0) return [];
    const units = [across.length > 1 ? unitX : null, up.length > 1 ? unitY : null].filter(
      (unit) => unit !== null,
    );
    const behind = units.length === 0 ? '' : `, ${units.join(', ')}`;
    const axes = {
      xAxisID: axisName('x', across.indexOf(unitX)),
      yAxisID: axisName('y', up.indexOf(unitY)),
    };
    return [
      {
        type: 'scatter',
        label: `each row${behind}`,
        data: points,
        backgroundColor: colourOf(2 * at),
        pointStyle: POINTS[(2 * at) % POINTS.length] ?? 'circle',
        pointRadius: 5,
        ...axes,
      },
      {
        type: 'line',
        label: `best trade-offs${behind}`,
        data: tradeOff(points, isLessBetter(along), isLessBetter(measured)),
        borderColor: colourOf(2 * at + 1),
        borderDash: [8, 4],
        pointStyle: 'rectRot',
        pointRadius: 7,
        ...axes,
      },
    ];
  });
  return {
    type: 'scatter',
    data: { datasets },
    options: {
      ...options,
      scales: {
        ...axesOf(
          'x',
          across.map((unit) => labelOf(view, along, unit)),
        ),
        ...axesOf(
          'y',
          up.map((unit) => labelOf(view, measured, unit)),
        ),
      },
      plugins: {
        ...options?.plugins,
        tooltip: {
          callbacks: { title: ([item]) => nameOf(item?.raw) },
        },
      },
    },
  };
}

const nameOf = (raw: unknown): string =>
  typeof raw === 'object' && raw !== null && 'name' in raw && typeof raw.name === 'string' ? raw.name : '';

/** The rows that no other one beats in both: money is better the less it is, anything else the more. */
function tradeOff(points: readonly Point[], lessX: boolean, lessY: boolean): Point[] {
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
