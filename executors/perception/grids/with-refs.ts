// Gives the cells of a page's grids the refs that the look gave their elements. INVARIANT: no ref is made here.
import type { GridRow, SnapshotGrids } from '#executors/contract/snapshot.ts';
import type { Item } from '#executors/perception/reading/normalise.ts';
import type { RawGrids } from './grids.ts';
import type { RawRow } from './table-grid.ts';

export function withRefs(raw: RawGrids, items: readonly Item[]): SnapshotGrids {
  const refs = new Map<string, string>();
  for (const { node, frameId, backendNodeId } of items)
    if (node.ref !== null) refs.set(`${frameId} ${backendNodeId}`, node.ref);
  const row = ({ cells, foot }: RawRow): GridRow => ({
    foot,
    cells: cells.map(({ nodes, frameId, ...cell }) => {
      const found = nodes.find((node) => refs.has(`${frameId} ${node}`));
      return { ...cell, ref: found === undefined ? null : (refs.get(`${frameId} ${found}`) ?? null) };
    }),
  });
  return {
    ...raw,
    grids: raw.grids.map((grid) => ({ ...grid, head: grid.head.map(row), rows: grid.rows.map(row) })),
  };
}
