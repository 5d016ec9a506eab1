// How many entries there are, in words, and where the way to the last of them stops. INVARIANT: what is not read is never passed over
// without a word.
import { counted, number } from '#ui/app/parts/words.ts';

/** So many rows are read on the way to the end: each reading is an entry of the log, too. */
export const MAX_ROWS_TO_END = 50_000;

type Counted = {
  readonly total: number;
  readonly atLeast: boolean;
  readonly rows: { readonly length: number };
  readonly hasMore: boolean;
};

/** "60,000 or more entries match; End stops after 50,000: search to go further" */
export function countLine(
  { total, atLeast, rows, hasMore }: Counted,
  query: string,
  lines = rows.length,
): string {
  const count = `${number(total)} ${atLeast ? 'or more ' : ''}${total === 1 ? 'entry' : 'entries'}${query === '' ? '' : ' match'}`;
  const folded = !hasMore && lines < rows.length ? `, in ${counted(lines, 'row')}` : '';
  return hasMore && rows.length >= MAX_ROWS_TO_END
    ? `${count}; End stops after ${number(rows.length)}: search to go further`
    : `${count}${folded}`;
}
