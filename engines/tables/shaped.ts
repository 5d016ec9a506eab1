// A grid as its rows mean it: names and values are one record, terms with their sentences are rows, things that stand beside one another
// are rows too, and a row of mere words above figures is a head. INVARIANT: cells move, and none is altered.
import { EMPTY_CELL, type Grid, type GridCell, type GridRow } from './grid.ts';
import { kindOf } from './values/kind.ts';

/** A table of two columns, names and values, is one record; without a head its first row may be one. */
export function shaped(grid: Grid): Grid {
  if (grid.kind === 'RECORDS') return headedRecords(grid);
  if (grid.kind === 'PAIRS') return termsOf(grid) ?? grid;
  if (grid.head.length > 0) return turned(grid) ?? grid;
  if (grid.rows.length === 0) return grid;
  // A name or a picture across a box of facts is none of them.
  const across = grid.rows.filter(({ cells }) => cells.length === 1);
  const facts = grid.rows.filter(({ cells }) => cells.length !== 1);
  const two = facts.length > across.length && facts.every(({ cells }) => cells.length === 2);
  const named = facts.every(
    ({ cells: [first] }) => first !== undefined && first.text !== '' && first.text.length <= 60,
  );
  const headed = facts.every(
    ({ cells: [first, second] }) => first?.header === true && second?.header !== true,
  );
  const values = facts.map(({ cells }) => cells[1]?.text ?? '');
  const mixed =
    facts.length >= 3 && values.some((text) => /\d/u.test(text)) && values.some((text) => !/\d/u.test(text));
  if (two && named && (headed || mixed)) {
    const cells = facts.flatMap(({ cells: [first, second] }): GridCell[] =>
      second === undefined
        ? []
        : [{ ...second, header: false, label: first?.text ?? '', key: first?.text ?? '' }],
    );
    return { ...grid, kind: 'PAIRS', rows: [{ cells, foot: false }] };
  }
  const [first, ...rest] = grid.rows;
  if (first === undefined || rest.length < 2 || !looksLikeHead(first, rest)) return grid;
  const found = { ...grid, head: [first], rows: rest };
  return turned(found) ?? found;
}

/** Rows of one length below a row of mere words are a table, whatever elements they are made of. */
function headedRecords(grid: Grid): Grid {
  const [first, ...rest] = grid.rows;
  const plain = (row: GridRow): boolean => row.cells.every(({ label, heading }) => label === '' && !heading);
  if (first === undefined || rest.length < 2 || !plain(first)) return grid;
  const even = rest.every(({ cells }) => cells.length === first.cells.length);
  return even && looksLikeHead(first, rest) ? { ...grid, kind: 'TABLE', head: [first], rows: rest } : grid;
}

/** Short words without a figure above columns of which one has figures in nearly every row. */
function looksLikeHead(first: GridRow, rest: readonly GridRow[]): boolean {
  const texts = first.cells.map(({ text }) => text);
  if (texts.length < 2 || texts.some((text) => /\d/u.test(text) || text.length > 40)) return false;
  if (new Set(texts).size < texts.length || first.cells.some(({ href }) => href !== null)) return false;
  return texts.some((_, at) => {
    const figures = rest.filter(({ cells }) => /\d|[✓✗★]/u.test(cells[at]?.text ?? '')).length;
    return figures >= rest.length * 0.8;
  });
}

const MIN_TERMS = 3;
const MIN_WORDS = 3;

/** One list of names of which each says a sentence, and none a figure: a glossary, options. */
function termsOf(grid: Grid): Grid | null {
  const [only, ...others] = grid.rows;
  if (only === undefined || others.length > 0 || only.cells.length < MIN_TERMS) return null;
  const prose = only.cells.filter(
    ({ text }) =>
      text.split(' ', MIN_WORDS).length === MIN_WORDS && kindOf({ text, cell: EMPTY_CELL }) === 'text',
  );
  if (prose.length < only.cells.length * 0.9) return null;
  const rows = only.cells.map((cell): GridRow => ({
    cells: [
      { ...EMPTY_CELL, key: 'term', text: cell.label, header: true },
      { ...cell, key: 'said', label: '' },
    ],
    foot: false,
  }));
  return { ...grid, kind: 'TABLE', head: [], rows };
}

/** What is compared stands in rows, and the things beside one another: rows are of a kind each, and no column is. */
function turned(grid: Grid): Grid | null {
  const [head, ...more] = grid.head;
  const rows = grid.rows.filter(({ foot }) => !foot);
  const width = head?.cells.length ?? 0;
  if (head === undefined || more.length > 0 || width < 3 || rows.length < 2) return null;
  if (grid.rowsLeft > 0 || rows.some(({ cells }) => cells.length !== width)) return null;
  const labels = rows.map(({ cells }) => cells[0]?.text ?? '');
  if (new Set(labels).size < labels.length || labels.some((text) => text === '' || text.length > 60))
    return null;
  const kind = (cell: GridCell | undefined): string =>
    cell === undefined ? 'text' : kindOf({ text: cell.text || cell.said, cell });
  const kinds = rows.map(({ cells }) => cells.slice(1).map(kind));
  const ofRows = kinds.flatMap(([first = 'text', ...rest]) =>
    first !== 'text' && rest.every((one) => one === first) ? [first] : [],
  );
  const columnHasOne = head.cells.slice(1).some((_, at) => new Set(kinds.map((row) => row[at])).size === 1);
  if (ofRows.length < rows.length / 2 || new Set(ofRows).size < 2 || columnHasOne) return null;
  return {
    ...grid,
    head: [
      {
        cells: [head.cells[0] ?? EMPTY_CELL, ...rows.map(({ cells }) => cells[0] ?? EMPTY_CELL)],
        foot: false,
      },
    ],
    rows: head.cells.slice(1).map((name, at): GridRow => ({
      cells: [name, ...rows.map(({ cells }) => cells[at + 1] ?? EMPTY_CELL)].map((cell, column) => ({
        ...cell,
        key: String(column),
      })),
      foot: false,
    })),
  };
}
