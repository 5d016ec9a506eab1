// The order in which questions come to the screen. INVARIANT: oldest first, and none takes the place of one that is shown.
import type { ConsentView } from '#gateway/protocol/views/consent.ts';

/** Routine questions wait in the feed until the person asks for them; the others come by themselves. */
const comesByItself = ({ card }: ConsentView): boolean => card.look !== 'chip';

export const nextQuestion = (consents: readonly ConsentView[]): ConsentView | null =>
  consents.find(comesByItself) ?? null;

/** The "3" of "1 of 3": the one on the screen and those that will follow by themselves. */
export const queueLength = (consents: readonly ConsentView[], shown: ConsentView): number =>
  1 + consents.filter((consent) => comesByItself(consent) && consent.card.id !== shown.card.id).length;
