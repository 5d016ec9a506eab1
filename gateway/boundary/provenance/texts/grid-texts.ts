// What a reading of a page's tables and lists shows of it, as one text. INVARIANT: every word that is handed out is in it.
import type { SnapshotGrids } from '#executors/contract/snapshot.ts';

export const textOfGrids = ({ grids }: SnapshotGrids): string =>
  [
    ...new Set(
      grids.flatMap(({ title, head, rows }) => [
        title,
        ...[...head, ...rows].flatMap(({ cells }) =>
          cells.flatMap(({ text, said, label, machine, href }) => [
            text,
            said,
            label,
            machine ?? '',
            href ?? '',
          ]),
        ),
      ]),
    ),
  ].join('\n');
