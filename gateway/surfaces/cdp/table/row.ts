// What a row of the table says: how the door treats one command or event of the protocol. INVARIANT: a row says what the door does
// today; what it could do once is a REFUSE whose reason says so.
import type { BrowserActionType } from '#policy/language/vocabulary.ts';
import type { Answer, Reason } from './reasons.ts';

/**
 * `ACT`: becomes acts that the boundary decides on. `VIRTUAL`: the door answers, or tells it, by itself. `FILTER`: an event that is told
 * of what the task may read, without credentials. `REFUSE`: neither done nor told.
 * INVARIANT: there is no PASS: no message of a client reaches a browser, and none of a browser's reaches a client.
 */
export type Row =
  | { readonly treatment: 'ACT'; readonly acts: readonly BrowserActionType[] }
  | { readonly treatment: 'VIRTUAL'; readonly answer: Answer }
  | { readonly treatment: 'FILTER'; readonly answer: Answer }
  | { readonly treatment: 'REFUSE'; readonly reason: Reason };

/** The rows of whole domains, by their names and by the names of their commands and events. */
export type Domains = Readonly<
  Record<
    string,
    { readonly commands: Readonly<Record<string, Row>>; readonly events: Readonly<Record<string, Row>> }
  >
>;

export const act = (...acts: readonly [BrowserActionType, ...BrowserActionType[]]): Row => ({
  treatment: 'ACT',
  acts,
});
export const virtual = (answer: Answer): Row => ({ treatment: 'VIRTUAL', answer });
export const filter = (answer: Answer): Row => ({ treatment: 'FILTER', answer });
export const refuse = (reason: Reason): Row => ({ treatment: 'REFUSE', reason });
