// A target as one connection has it: a tab that was opened for it, under an id that names nothing elsewhere.
import type { DocumentState } from '#executors/contract/document.ts';
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import type { TargetPage } from '#gateway/surfaces/cdp/page/target-page.ts';

/** What its page shows; while others are in front, what it showed when it was told last. */
export const shownOf = ({ inFront, open, told }: OwnTarget): DocumentState =>
  inFront ? open.tab.shown() : told;

export type OwnTarget = {
  /** Its frames, worlds and objects, as they are told. */
  readonly page: TargetPage;
  readonly id: string;
  /** Of the tab that holds the page, which is a target of its own in the protocol. */
  readonly tabId: string;
  readonly contextId: string;
  /** By which the tab names its page; `null`: it has none left. */
  pageId: string | null;
  /** The target that opened it; `null`: the client did. */
  readonly openerId: string | null;
  /** Its page is in front of the tab. */
  inFront: boolean;
  readonly open: OpenTab;
  /** Its acts run one after the other, in the order in which they came. */
  last: Promise<unknown>;
  /** How many of them wait or run. */
  turns: number;
  /** What it showed when it was told last. */
  told: DocumentState;
  /** Keys that the client pressed and did not let go of. */
  readonly down: Set<string>;
  /** The element that the mouse was brought to last; `null`: none, or nobody knows. */
  over: string | null;
};
