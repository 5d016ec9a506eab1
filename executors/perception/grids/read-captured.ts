// Captures to the list of a look and, where that is wanted, to what repeats on the page. Pure: here, or in the thread.
// INVARIANT: grids are read of the frames alone that the caller named, and of these of what was admitted.
import type { Item } from '#executors/perception/reading/normalise.ts';
import { perceive, type Perceive, type Summary } from '#executors/perception/reading/perceive.ts';
import type { Box } from '#executors/perception/reading/captured.ts';
import { secretPlaces, type Secrets } from '#executors/perception/picture/secret-places.ts';
import { readGrids, type RawGrids } from './grids.ts';

/** All but the list. */
export type ReadSummary = Summary & {
  /** Where they were asked for. */
  readonly grids?: RawGrids;
  /** In CSS pixels of the viewport; where secrets were given. */
  readonly places?: readonly Box[];
};

export function readCaptured(
  given: Perceive & { readonly grids?: readonly string[]; readonly secrets?: Secrets },
): ReadSummary & { readonly items: readonly Item[] } {
  const { grids, secrets } = given;
  const found: { grids?: RawGrids; places?: readonly Box[] } = {};
  const read = perceive(given, (frames, own) => {
    const [main] = frames;
    const documents = frames.map(({ document }) => document);
    if (grids !== undefined && main !== undefined)
      found.grids = readGrids(
        documents.filter(({ frameId }) => grids.includes(frameId)),
        main.document.scroll,
      );
    if (secrets !== undefined) found.places = secretPlaces(own, secrets);
  });
  return { ...read, ...found };
}
