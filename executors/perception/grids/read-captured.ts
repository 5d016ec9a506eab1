// Captures to the list of a look and, where that is wanted, to what repeats on the page. Pure: here, or in the thread.
// INVARIANT: grids are read of the frames alone that the caller named, and of these of what was admitted.
import type { Item } from '#executors/perception/reading/normalise.ts';
import { perceive, type Perceive, type Summary } from '#executors/perception/reading/perceive.ts';
import { readGrids, type RawGrids } from './grids.ts';

/** All but the list. */
export type ReadSummary = Summary & {
  /** Where they were asked for. */
  readonly grids?: RawGrids;
};

export function readCaptured(
  given: Perceive & { readonly grids?: readonly string[] },
): ReadSummary & { readonly items: readonly Item[] } {
  const found: RawGrids[] = [];
  const read = perceive(given, (frames) => {
    const { grids } = given;
    const [main] = frames;
    if (grids === undefined || main === undefined) return;
    const documents = frames.map(({ document }) => document);
    found.push(
      readGrids(
        documents.filter(({ frameId }) => grids.includes(frameId)),
        main.document.scroll,
      ),
    );
  });
  const [grids] = found;
  return grids === undefined ? read : { ...read, grids };
}
