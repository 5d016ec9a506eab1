// Plans, starts and attaches browsers.
// INVARIANT: whatever starts or reads one takes an `Authorization`, which is verified against the launch it was handed.
import type { Result } from '#policy/language/failure.ts';
import type { AssetClass } from '#policy/language/vocabulary.ts';
import type { Authorization, BoundLaunch, VerifyAuthorization } from './authorization.ts';
import type { PassedCookie } from './cookie.ts';
import type { PageGrants } from './document.ts';
import type { TabHooks } from './hooks.ts';
import type { LaunchPlan, NamespaceSetting } from './launch-plan.ts';
import type { CloseReport, GhostTab } from './tab.ts';

export type CachePolicy = 'NORMAL' | 'REFRESH';

export type LaunchOptions = {
  readonly tabId: string;
  readonly plan: LaunchPlan;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Directory in which the fresh profile is made. */
  readonly profileRoot: string;
  /** Names that resolve to a fixed address and port (the demo world): `shop.test` → `127.0.0.11:7080`. */
  readonly hostMap: Readonly<Record<string, { readonly address: string; readonly port?: number }>>;
  readonly deadlineMs: number;
  /** What is not fetched unless a picture is wanted. Default: nothing is withheld. */
  readonly withhold?: readonly AssetClass[];
  /** `REFRESH`: nothing comes from the tab's own cache. Default: as the servers say. */
  readonly cache?: CachePolicy;
  /** A browser that is ready: taken if it is what would be started, left alone otherwise. */
  readonly warm?: WarmTab | null;
  /** Told as soon as a process of the browser runs: from then on it is the browser's work, and not this program's. */
  readonly onSpawned?: () => void;
};

/** A browser that was started for nobody yet. Whoever holds it and does not launch with it must end it. */
export interface WarmTab {
  readonly tabId: string;
  /** PID of the browser process. */
  readonly pid: number;
  readonly alive: boolean;
  /** It is somebody's tab by now. */
  readonly taken: boolean;
  /** Called once, at the end of its process, also where that is over already. */
  onGone(listener: () => void): void;
  end(): Promise<CloseReport>;
}

export interface BrowserLauncher {
  /** Finds a browser and says how it would be started. Starts nothing but `BROWSER --version`. */
  plan(options: {
    headless: boolean;
    executablePath?: string;
    extraFlags?: readonly string[];
    /** DOCUMENT rows that some document may be granted: what stands behind the others is off in the engine. Default: all. */
    features?: PageGrants;
    /** Default `AUTO`. */
    namespace?: NamespaceSetting;
    /** Default `PROCESS`. */
    isolation?: LaunchPlan['isolation'];
    users?: LaunchPlan['users'];
  }): Promise<Result<LaunchPlan>>;
  /** Looks at the browser that listens at an endpoint of this machine, and says what it is. Speaks to nobody. */
  planAttach(endpoint: string): Promise<Result<LaunchPlan>>;
  /** Starts a browser that a later `launch` may take by `options.warm`. It is allowed nothing until then. */
  warm(
    authorization: Authorization,
    launch: BoundLaunch,
    options: LaunchOptions,
    signal: AbortSignal,
  ): Promise<Result<WarmTab>>;
  launch(
    authorization: Authorization,
    launch: BoundLaunch,
    options: LaunchOptions,
    hooks: TabHooks,
    signal: AbortSignal,
  ): Promise<Result<GhostTab>>;
  /** Cookies of one domain that a running browser has: an authorisation to attach there, bound to the domain in its tab's place. */
  readCookies(
    authorization: Authorization,
    launch: BoundLaunch,
    options: { readonly plan: LaunchPlan; readonly domain: string; readonly deadlineMs: number },
    signal: AbortSignal,
  ): Promise<Result<readonly PassedCookie[]>>;
  /** Removes profiles and processes that a crashed gateway left. Returns what it removed. */
  sweep(profileRoot: string): Promise<readonly string[]>;
}

/** Builds a launcher that trusts nothing but the given verification. */
export type CreateLauncher = (
  verify: VerifyAuthorization,
  /** As root: whose browsers may be attached to, beside root's own. Default: nobody's. */
  attachUsers?: readonly number[],
) => BrowserLauncher;
