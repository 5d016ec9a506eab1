// What the performers of an act share: the tab's page, its refs, and the effects that the act may have.
import type { Failure } from '#policy/language/failure.ts';
import type { RemoteAnswer } from '#executors/contract/remote.ts';
import type { RefEntry, Refs } from '#executors/page/refs.ts';
import type { Expectation } from '#executors/page/expectation.ts';
import type { Downloads } from '#executors/guards/downloads/downloads.ts';
import type { CredentialsOfTab } from '#executors/guards/known-credentials.ts';
import type { Page } from '#executors/page/page.ts';
import type { LookAhead } from './look-ahead.ts';
import type { Targets } from '#executors/guards/targets.ts';

export type ActContext = {
  readonly page: Page;
  /** The id of the page's document that was decided on. */
  readonly decidedOn: string;
  readonly targets: Targets;
  readonly refs: Refs;
  readonly entry: RefEntry | null;
  /** Where a DRAG ends. */
  readonly onto: RefEntry | null;
  readonly text: string | null;
  readonly expectation: Expectation;
  readonly viewport: { readonly width: number; readonly height: number };
  /** The directory of the tab's profile. */
  readonly profile: string;
  readonly signal: AbortSignal;
  readonly refusalOf: (host: string) => Failure | null;
  readonly downloads: Downloads;
  readonly known: CredentialsOfTab;
  /** Taken while the page came to rest after the act right before. */
  readonly ahead: LookAhead | null;
  /** The page begins to come to rest: whoever is about to look has a look taken now. `null`: nobody is. */
  readonly onRest: (() => void) | null;
  /** Said by a script that runs: what it comes to where a dialog of its page stops it. */
  readonly onRunning: (whenHeld: () => RemoteAnswer | null) => void;
};
