// A target as one connection has it: a tab that was opened for it, under an id that names nothing elsewhere.
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import type { TargetPage } from '#gateway/surfaces/cdp/page/target-page.ts';

export type OwnTarget = {
  /** Its frames, worlds and objects, as they are told. */
  readonly page: TargetPage;
  readonly id: string;
  /** Of the tab that holds the page, which is a target of its own in the protocol. */
  readonly tabId: string;
  readonly contextId: string;
  readonly open: OpenTab;
  /** Its acts run one after the other, in the order in which they came. */
  last: Promise<unknown>;
  /** How many of them wait or run. */
  turns: number;
  /** Address and title as they were told last. */
  told: string;
  /** Keys that the client pressed and did not let go of. */
  readonly down: Set<string>;
  /** The element that the mouse was brought to last; `null`: none, or nobody knows. */
  over: string | null;
};
