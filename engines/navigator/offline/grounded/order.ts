// What of an order is read by the page so far, and what is left of it. INVARIANT: a part is used once; what is left at the end leaves it unread.
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import type { Named, Part, PartOf } from './parts.ts';
import type { Thing } from './things.ts';
import type { Act } from './said/words.ts';

/** A goal and the word of the order that it begins at. */
export type Placed = { readonly at: number; readonly goal: Goal };

/** What a step of the reading takes from: what it uses is taken out of `left`. */
export type Order = {
  readonly parts: readonly Part[];
  readonly things: readonly Thing[];
  readonly left: Set<Part>;
  /** Each press has its own verb, whatever it is called. */
  readonly isStrict: boolean;
};

export const partsThat = <Is extends Part['is']>({ left }: Order, is: Is): readonly PartOf<Is>[] =>
  [...left].filter((part): part is PartOf<Is> => part.is === is);
export const thingsThat = (order: Order, ...kinds: readonly Named['thing']['kind'][]): readonly Named[] =>
  partsThat(order, 'THING').filter(({ thing }) => kinds.includes(thing.kind));
export const actsThat = (order: Order, ...acts: readonly Act[]): readonly PartOf<'ACT'>[] =>
  partsThat(order, 'ACT').filter(({ act }) => acts.includes(act));

/** As a name that is no grammar. */
export const quoted = ({ words }: Pick<Named, 'words'>): string => `“${words}”`;
