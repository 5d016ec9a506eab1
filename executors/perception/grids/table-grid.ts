// Tables and ARIA grids as rows of cells: spans laid out, heads and feet told apart, layout tables refused. Pure.
// INVARIANT: no span makes more cells than the bounds say, whatever a page writes.
import type { CapturedDocument } from '#executors/perception/reading/captured.ts';
import { roleOfElement } from '#executors/perception/reading/dom-role.ts';
import { cellFrom, type Making, type RawCell } from './cell.ts';
import { textOf, walk } from './walk.ts';

export type RawRow = { readonly cells: readonly RawCell[]; readonly foot: boolean };
export type RawTable = {
  readonly head: readonly RawRow[];
  readonly rows: readonly RawRow[];
  readonly rowsLeft: number;
};

const MAX_COLUMNS = 200;
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

export const isTable = (document: CapturedDocument, node: number, role: string): boolean =>
  role === 'table' ||
  role === 'grid' ||
  role === 'treegrid' ||
  (document.tag(node) === 'table' && role !== 'none' && role !== 'presentation');

export type FoundRow = { readonly node: number; readonly group: string; readonly cells: readonly number[] };

/** `null`: it lays out a page. `found`: its rows; `budget`: cells. */
export function readTable(
  making: Making,
  table: number,
  found: readonly FoundRow[],
  budget: number,
): RawTable | null {
  const { document } = making;
  if (isLayout(document, table, found)) return null;
  const width = Math.min(
    MAX_COLUMNS,
    found.slice(0, 100).reduce(
      (most, { cells }) =>
        Math.max(
          most,
          cells.reduce((sum, cell) => sum + spanOf(document, cell, 'colspan'), 0),
        ),
      0,
    ),
  );
  const head: RawRow[] = [];
  const rows: RawRow[] = [];
  /** Cells of rows above that reach down, by column. */
  const reaching = new Map<number, { readonly cell: RawCell; left: number }>();
  let left = budget;
  let read = 0;
  for (const { node, group, cells: nodes } of found) {
    if (left <= 0) break;
    read += 1;
    const headers = nodes.map((cell) => isHeader(document, cell));
    const isHead = group === 'thead' || (rows.length === 0 && nodes.length > 1 && headers.every(Boolean));
    const cells: RawCell[] = [];
    const put = (cell: RawCell): void => {
      if (cells.length < MAX_COLUMNS) cells.push({ ...cell, key: String(cells.length) });
    };
    const reach = (): void => {
      for (
        let above = reaching.get(cells.length);
        above !== undefined && above.left > 0;
        above = reaching.get(cells.length)
      ) {
        above.left -= 1;
        put(above.cell);
      }
    };
    for (const [at, cell] of nodes.entries()) {
      reach();
      const made = cellFrom(making, cell, node, { key: '', header: headers[at] ?? false });
      const across = Math.min(spanOf(document, cell, 'colspan'), Math.max(1, width - cells.length));
      const down = Math.min(spanOf(document, cell, 'rowspan'), found.length);
      if (nodes.length === 1 && across >= width && width > 1 && !isHead) {
        cells.push({ ...made, key: '0' });
        break;
      }
      for (let column = 0; column < across; column += 1) {
        if (down > 1) reaching.set(cells.length, { cell: made, left: down - 1 });
        // A head over several columns heads each of them; a cell stands in the first.
        put(
          column === 0 || isHead
            ? made
            : { ...made, text: '', said: '', href: null, machine: null, checked: null, nodes: [] },
        );
      }
    }
    reach();
    left -= cells.length;
    if (cells.length > 0) (isHead ? head : rows).push({ cells, foot: group === 'tfoot' });
  }
  const told = Number(document.attribute(table, 'aria-rowcount') ?? '0');
  const behind = Number.isSafeInteger(told) && told > found.length ? told - found.length : 0;
  return rows.length === 0 ? null : { head, rows, rowsLeft: found.length - read + behind };
}

/** Of this table, and of none within it. */
export function rowsOf(document: CapturedDocument, table: number): readonly FoundRow[] {
  const found: FoundRow[] = [];
  let group = '';
  let cells: number[] | null = null;
  walk(
    document,
    table,
    (node) => {
      if (node === table) return true;
      if (!document.isElement(node)) return false;
      const role = roleOfElement(document, node);
      if (isTable(document, node, role)) return false;
      const tag = document.tag(node);
      if (tag === 'thead' || tag === 'tbody' || tag === 'tfoot') group = tag;
      if (role === 'row' || tag === 'tr') {
        if (document.isDrawn(node)) {
          cells = [];
          found.push({ node, group, cells });
        } else cells = null;
        return cells !== null;
      }
      if (CELLS.has(role) || tag === 'td' || tag === 'th') {
        if (document.isDrawn(node)) cells?.push(node);
        return false;
      }
      return true;
    },
    (node) => {
      const tag = document.isElement(node) ? document.tag(node) : '';
      if (tag === 'thead' || tag === 'tbody' || tag === 'tfoot') group = '';
    },
  );
  // The head of a table comes first, and its foot last, wherever they are written.
  const rank = ({ group: of }: FoundRow): number => (of === 'thead' ? 0 : of === 'tfoot' ? 2 : 1);
  return found.filter((row) => row.cells.length > 0).toSorted((a, b) => rank(a) - rank(b));
}

export const isHeader = (document: CapturedDocument, cell: number): boolean => {
  const role = document.attribute(cell, 'role');
  return role === 'columnheader' || role === 'rowheader' || (document.tag(cell) === 'th' && role === null);
};

export function spanOf(document: CapturedDocument, cell: number, name: 'colspan' | 'rowspan'): number {
  const written = Number(document.attribute(cell, name) ?? document.attribute(cell, `aria-${name}`) ?? '1');
  return Number.isSafeInteger(written) && written >= 1 ? Math.min(written, 1_000) : 1;
}

const CONTENT = new Set([
  'table',
  'form',
  'nav',
  'main',
  'header',
  'footer',
  'section',
  'article',
  'h1',
  'iframe',
]);

/** Columns of a page rather than of data: no head, and whole parts of a page in its cells. */
function isLayout(document: CapturedDocument, table: number, rows: readonly FoundRow[]): boolean {
  if (rows.length === 0) return true;
  const headed =
    document.tag(table) !== 'table' ||
    rows.some(({ group, cells }) => group === 'thead' || cells.some((cell) => isHeader(document, cell)));
  const captioned = childTags(document, table).has('caption');
  if (headed || captioned) return false;
  const wide = rows.filter(({ cells }) => cells.length > 1).length;
  if (rows.length < 2 || wide < rows.length / 2) return true;
  return rows
    .slice(0, 20)
    .some(({ cells }) =>
      cells.some((cell) => holdsContent(document, cell) || textOf(document, cell).length > 600),
    );
}

function holdsContent(document: CapturedDocument, root: number): boolean {
  let holds = false;
  let left = 200;
  walk(document, root, (node) => {
    left -= 1;
    if (node !== root && document.isElement(node) && CONTENT.has(document.tag(node))) holds = true;
    return !holds && left > 0;
  });
  return holds;
}

const childTags = (document: CapturedDocument, node: number): ReadonlySet<string> =>
  new Set(document.children(node).map((child) => document.tag(child)));
