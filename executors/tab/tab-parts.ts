// What a Ghost Tab is made of, and what its guards and its proxy ask of the act that runs.
import type { VerifyAuthorization } from '#executors/contract/authorization.ts';
import type { TabHooks } from '#executors/contract/hooks.ts';
import type { BrowserSecurityContext } from '#executors/contract/tab.ts';
import type { RunningBrowser } from '#executors/browsers/launch/browser-process.ts';
import type { NetworkService } from '#executors/browsers/processes/usage.ts';
import type { Downloads } from '#executors/guards/downloads/downloads.ts';
import type { CredentialsOfTab } from '#executors/guards/known-credentials.ts';
import type { Targets } from '#executors/guards/targets.ts';
import type { TabProxy } from '#executors/network/proxy.ts';
import type { ReleasedRequests } from '#executors/network/released-requests.ts';
import type { Expectation } from '#executors/page/expectation.ts';

export type TabParts = {
  readonly id: string;
  readonly browser: RunningBrowser;
  readonly proxy: TabProxy;
  readonly targets: Targets;
  readonly downloads: Downloads;
  readonly security: BrowserSecurityContext;
  readonly network: NetworkService;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly verify: VerifyAuthorization;
  readonly hooks: TabHooks;
  /** A person is being asked about something that a page of the tab started. */
  readonly asking: () => boolean;
  /** Endpoint of a browser that is not ours. */
  readonly attachedTo?: string;
};

/** What runs now, shared with guards and proxy: they ask what the act covers, and what the pages have asked for. */
export type CurrentAct = {
  expectation: Expectation | null;
  targets: Targets | null;
  readonly known: CredentialsOfTab;
  readonly letGo: ReleasedRequests;
};
