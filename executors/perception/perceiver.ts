// Reads captures: small ones here, large ones in threads of their own. INVARIANT: a reading settles, with the list or with an
// error, and no page holds up the event loop for longer than a small capture takes.
import type { DomSnapshot } from '../cdp/types.ts';
import type { Item } from './reading/normalise.ts';
import type { Perceive } from './reading/perceive.ts';
import type { Secrets } from './picture/secret-places.ts';
import { readCaptured, type ReadSummary } from './grids/read-captured.ts';
import { Readers } from './readers.ts';

export type Capture = DomSnapshot | Uint8Array;
export type Reading = Omit<Perceive, 'captures'> & {
  readonly captures: readonly Capture[];
  /** What repeats is read, too, in these frames. */
  readonly grids?: readonly string[];
  /** Where they stand is read, too. */
  readonly secrets?: Secrets;
};

const readers = new Readers(new URL('perceive-thread.ts', import.meta.url));

/** `onPart` is told of the items as they come, in order. */
export async function readCaptures(
  reading: Reading,
  onPart: (items: readonly Item[]) => void,
): Promise<ReadSummary> {
  const parsed = reading.captures.flatMap((captured) => (captured instanceof Uint8Array ? [] : [captured]));
  if (parsed.length === reading.captures.length) {
    const { items, ...summary } = readCaptured({ ...reading, captures: parsed });
    onPart(items);
    return summary;
  }
  const captures = reading.captures.map((captured) =>
    captured instanceof Uint8Array ? new Uint8Array(captured) : captured,
  );
  return readers.read(
    { ...reading, kind: 'READ', captures },
    captures.flatMap((captured) => (captured instanceof Uint8Array ? [captured.buffer] : [])),
    onPart,
  );
}
