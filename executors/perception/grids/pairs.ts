// Definition lists as records: names and values. Several that name the same are rows of one. Pure.
import type { CapturedDocument } from '#executors/perception/reading/captured.ts';
import { cellFrom, type Making } from './cell.ts';
import { flatRecordsIn } from './flat.ts';
import type { RawRow } from './table-grid.ts';
import { isControl, textOf, walk } from './walk.ts';

export type RawPairs = { readonly lists: readonly number[]; readonly rows: readonly RawRow[] };

const MAX_LABEL_CHARACTERS = 120;
const MIN_SHARED = 0.5;
const MAX_PAIRS = 300;

export function pairsOf(making: Making, lists: readonly number[]): readonly RawPairs[] {
  const found: { readonly lists: number[]; readonly rows: RawRow[]; readonly names: ReadonlySet<string> }[] =
    [];
  for (const list of lists) {
    const row = rowOf(making, list);
    const names = new Set(row.cells.map(({ label }) => label));
    if (row.cells.length === 0) continue;
    const like = found.find((other) => shared(other.names, names) >= MIN_SHARED);
    if (like === undefined) found.push({ lists: [list], rows: [row], names });
    else {
      like.lists.push(list);
      like.rows.push(row);
    }
  }
  return found;
}

function rowOf(making: Making, list: number): RawRow {
  const { document } = making;
  const cells: RawRow['cells'][number][] = [];
  let label = '';
  walk(document, list, (node) => {
    if (!document.isElement(node) || cells.length >= MAX_PAIRS) return false;
    if (node === list) return true;
    if (isControl(document, node)) return false;
    const tag = document.tag(node);
    if (tag === 'dl') return false;
    if (tag === 'dt') {
      label = textOf(document, node, MAX_LABEL_CHARACTERS);
      return false;
    }
    if (tag !== 'dd') return true;
    const cell = cellFrom(making, node, list, { key: label, label });
    if (label !== '' && (cell.text !== '' || cell.said !== '' || cell.checked !== null)) cells.push(cell);
    return false;
  });
  return { cells, foot: false };
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((name) => b.has(name)).length;
  return both / Math.max(1, Math.min(a.size, b.size));
}

/** A list of things that each lead somewhere is none. */
export const isPairs = (document: CapturedDocument, node: number): boolean =>
  document.tag(node) === 'dl' && flatRecordsIn(document, node).length === 0;
