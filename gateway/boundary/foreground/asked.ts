// What the shell asks the boundary about a person's own page, and what it is told.
import type { ForegroundAct } from '#gateway/protocol/desktop/gateway-side.ts';

export type ForegroundAsked = {
  readonly tab: string;
  readonly documentUrl: string;
  /** The person did it: by the address field, or by a press just now. */
  readonly byPerson: boolean;
  readonly act: ForegroundAct;
};
export type ForegroundVerdict = { readonly allow: boolean; readonly reason: string };
