// A governed tab, as the boundary has it.
// INVARIANT: everything that acts takes an `Authorization`; an executor verifies it against the act it was handed.
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Authorization, BoundAct } from './authorization.ts';
import type { DocumentState } from './document.ts';
import type { Inspection } from './inspection.ts';
import type { ActOutcome } from './outcome.ts';
import type { HearRemote } from './remote.ts';
import type { Staleness } from './snapshot.ts';

/** Phase-38 section 8.4, read from the running process. */
export type BrowserSecurityContext = {
  readonly sandbox_enabled: boolean;
  readonly site_isolation_enabled: boolean;
  readonly extensions_disabled: boolean;
  readonly remote_debugging_disabled: boolean;
  readonly profile_isolated: boolean;
  readonly storage_cleared: boolean;
  /** Ours: the browser runs in a network namespace in which nothing but its proxy answers. */
  readonly network_isolated: boolean;
};

/** What is left of an act's one deadline. Each call takes what it needs; a person's time is not counted. */
export type ActTime = { leftMs: number };

export interface GhostTab {
  readonly id: string;
  readonly security: BrowserSecurityContext;
  /** PID of the browser process. */
  readonly pid: number;
  /** Where the tab is a guest in somebody else's browser; that process is not ours to end. */
  readonly attachedTo?: string;
  /** The command line as the running process has it. */
  readonly commandLine: readonly string[];
  document(): DocumentState;
  /** The same without the credentials that stand in the tab. */
  shown(): DocumentState;
  /**
   * Reads what the act would land on. Changes nothing in the page and runs none of its code. `page`: one of the tab's pages, which is
   * brought in front unless the act only looks; default: the one in front. Errors: `act.changed` where that page is gone.
   */
  inspect(
    action: BrowserAction,
    signal: AbortSignal,
    time?: ActTime,
    page?: string,
  ): Promise<Result<Inspection>>;
  /**
   * Carries out exactly `act`, or fails. Errors: `authorization.*` (nothing was done), `act.changed` (document or element
   * is another one than was authorised; nothing was done), `act.*`, `page.*` (it did not answer in time), `browser.crashed`.
   * `text` is the value to enter, secrets resolved; its digest is part of `act`. `looksNext`: its caller is about to ask for a look,
   * which may be taken while the page comes to rest; nothing of it is told before that look is authorised.
   */
  perform(
    authorization: Authorization,
    act: BoundAct,
    text: string | null,
    signal: AbortSignal,
    time?: ActTime,
    looksNext?: boolean,
  ): Promise<Result<ActOutcome>>;
  /**
   * From now on every dialog of its pages waits for HANDLE_DIALOG, and no other act is done meanwhile (`act.dialog-open`). Default: an alert
   * is closed at once and told, and a question is dismissed by the next act.
   */
  holdDialogs(): void;
  /** The page in front, by its id; `null`: none is left. */
  frontPage(): string | null;
  /** A program that drives the tab by the DevTools protocol hears what it may be told, once an act has begun that. Returns how it ends. */
  listenRemote(client: string, hear: HearRemote): () => void;
  /** What a program names no more is let go of. */
  releaseRemote(client: string, handle: string): void;
  /**
   * Opens a connection to where the tab is likely to go next, and sends nothing. No act on the page: it is decided as a
   * connection, by `onConnection`. Errors: `act.bad-url`, `network.*`.
   */
  prefetch(url: string): Promise<Result<void>>;
  /** How far the page in front has gone from its last look; `null` where there was none. Never rejects: what does not answer is stale. */
  staleness(): Promise<Staleness | null>;
  /** `null` where nothing of it runs any more. */
  usage(): Promise<TabUsage | null>;
  /** Begins to close, and resolves as soon as nothing of the tab runs any more: the profile goes behind it. `false`: something does. */
  kill(): Promise<boolean>;
  /** Kills the process tree, removes the profile, and checks both. Idempotent. */
  close(): Promise<CloseReport>;
}

/** What a tab's processes take: CPU since the last time it was asked, 100 for one core. */
export type TabUsage = {
  readonly cpuPercent: number;
  readonly memoryBytes: number;
  readonly processes: number;
};

export type CloseReport = {
  readonly processesGone: boolean;
  readonly profileRemoved: boolean;
  readonly forced: boolean;
};
