// Grids for specs, as a page's reading gives them.
import { EMPTY_CELL, type Grid, type GridCell, type PageGrids } from '#engines/tables/grid.ts';

export const READ_AT = '2026-11-23T10:00:00.000Z';

export const cell = (text: string, more: Partial<GridCell> = {}): GridCell => ({
  ...EMPTY_CELL,
  text,
  box: { x: 0, y: 0, width: 10, height: 10 },
  ...more,
});

/** The first line heads the columns. */
export const tableGrid = (lines: readonly (readonly string[])[], more: Partial<Grid> = {}): Grid => {
  const rows = lines.map((texts) => ({
    cells: texts.map((text, at) => cell(text, { key: String(at) })),
    foot: false,
  }));
  return {
    kind: 'TABLE',
    title: '',
    region: 'MAIN',
    head: rows.slice(0, 1),
    rows: rows.slice(1),
    area: 1_000,
    rowsLeft: 0,
    ...more,
  };
};

export const recordGrid = (records: readonly (readonly GridCell[])[], more: Partial<Grid> = {}): Grid => ({
  kind: 'RECORDS',
  title: '',
  region: 'MAIN',
  head: [],
  rows: records.map((cells) => ({ cells, foot: false })),
  area: 1_000,
  rowsLeft: 0,
  ...more,
});

export const pageOf = (grids: readonly Grid[], more: Partial<PageGrids> = {}): PageGrids => ({
  url: 'https://shop.test/list',
  title: 'A page',
  language: '',
  currencies: [],
  grids,
  leftOut: [],
  ...more,
});
