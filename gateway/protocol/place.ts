// A place in the queue for a tab, as every surface says it.
// INVARIANT: one wording, for terminals, MCP clients and listeners.

/** Place 3 of 5: 1 is the next one, as things stand. */
export type Place = { readonly place: number; readonly of: number };

/** `waiting for a tab: place 3 of 5` */
export const placeInWords = ({ place, of }: Place): string => `waiting for a tab: place ${place} of ${of}`;
