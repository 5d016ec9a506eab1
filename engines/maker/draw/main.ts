// The runtime that draws `DATA` where it is a view of the catalogue, and gives charts to a script that is none of ours. INVARIANT: everything
// of the data is text; nothing of it becomes markup, a style, code or, but for the bytes of a picture, an address.
import { Chart } from 'chart.js';
import type { View } from '#engines/maker/catalogue.ts';
import { drawChart } from './chart.ts';
import { drawFilters } from './filters.ts';
import { drawList } from './lists.ts';
import { make } from './parts.ts';
import { reportSize } from './size.ts';
import { drawSource } from './source.ts';
import { drawTable } from './table.ts';
import type { Drawn } from './table.ts';

declare const DATA: View | undefined;

reportSize();
Object.defineProperty(globalThis, 'Chart', { value: Chart });
const root = document.querySelector('#applet');
if (root !== null && typeof DATA === 'object' && DATA.grade === 'catalogue/1') draw(root, DATA);

function draw(root: Element, view: View): void {
  const source = drawSource(view);
  const onCell = source.show;
  const table = drawTable({ view, onCell });
  const main: readonly Drawn[] =
    view.form === 'table'
      ? [table]
      : view.form === 'cards' || view.form === 'timeline'
        ? [drawList(view, view.form, onCell)]
        : [drawChart(view, view.form), table];

  const show = (): void => {
    const rows = filters.kept();
    for (const one of main) one.show(rows);
  };
  const filters = drawFilters(view, show);
  root.append(
    make('div', {}, [
      make('h1', { text: view.title }),
      ...view.notes.map((text) => make('p', { text })),
      filters.element,
      ...main.map(({ element }) => element),
    ]),
    source.element,
  );
  // Pages as they were seen stand beside the rows, where there is room.
  root.classList.toggle('beside', view.pictures.length > 0);
  show();
}
