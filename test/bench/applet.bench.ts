// What an applet costs: a brief of 1,000 rows drawn up without a model, the same with ten times the rows, and the check of hand-written code,
// beside one plain parse of that code in the same run; then what it costs in a browser.
import { parse } from 'acorn';
import { checkApplet } from '#engines/maker/check/check.ts';
import { makeApplet } from '#engines/maker/offline/maker.ts';
import { measuredInBrowser } from './applet-page.ts';
import { median } from './report.ts';
import type { BenchRow } from './report.ts';

const READINGS = 9;
const WARM_UP = 3;

const rowsOf = (count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `Keyboard ${at} “Pro” <b>`,
    price: 40 + (at % 160),
    rating: (at % 50) / 10,
    wireless: at % 2 === 0,
    released: `2026-${String((at % 12) + 1).padStart(2, '0')}-01`,
  }));
const briefOf = (count: number): unknown => ({
  intent: 'compare the mechanical keyboards in a table',
  dataType: 'Keyboards',
  data: rowsOf(count),
  visualizationHint: 'table',
  constraints: [],
});

/** About 10 KB of what a model writes: rows grouped, sorted and drawn by columns that are named at run time. */
const CODE = Array.from(
  { length: 20 },
  (_, at) => `
function draw${at}(rows, key) {
  const groups = {};
  rows.forEach((row) => { const kind = row[key]; (groups[kind] = groups[kind] || []).push(row); });
  for (const kind of Object.keys(groups).sort()) {
    const tr = document.createElement('tr');
    for (const cell of [kind, groups[kind].length, Math.max(...groups[kind].map((row) => Number(row.price)))]) {
      const td = document.createElement('td');
      td.textContent = String(cell);
      tr.append(td);
    }
    document.querySelector('tbody').append(tr);
  }
}
draw${at}([...DATA].sort((a, b) => a.price - b.price), 'brand');`,
).join('\n');
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body><table><tbody></tbody></table><script>${CODE}</script></body></html>`;

function millisecondsOf(work: () => unknown): number {
  for (let round = 0; round < WARM_UP; round += 1) work();
  return median(
    Array.from({ length: READINGS }, () => {
      const began = performance.now();
      work();
      return performance.now() - began;
    }),
  );
}

export async function bench(): Promise<{ readonly rows: readonly BenchRow[] }> {
  const [small, large] = [briefOf(1000), briefOf(10_000)];
  for (const brief of [small, large]) {
    const made = makeApplet(brief);
    if (!made.ok) throw new Error(made.error.message);
  }
  if (!checkApplet(PAGE).accepted) throw new Error('the hand-written applet is refused');
  const thousand = millisecondsOf(() => makeApplet(small));
  const tenThousand = millisecondsOf(() => makeApplet(large));
  const check = millisecondsOf(() => checkApplet(PAGE));
  const read = millisecondsOf(() => parse(CODE, { ecmaVersion: 'latest' }));
  return {
    rows: [
      { name: 'brief to applet, 1,000 rows', value: thousand, unit: 'ms', target: '≤ 50' },
      { name: 'ten times the rows', value: tenThousand / thousand, unit: '× of it', target: '≤ 15' },
      { name: `check of ${Math.round(CODE.length / 1024)} KB of code`, value: check, unit: 'ms' },
      { name: 'check', value: check / read, unit: '× of a plain parse' },
      ...(await measuredInBrowser(small, large)),
    ],
  };
}
