// A page that asks for more than it can be given, again and again: its scripts are ended and get no further turn, so that it takes
// nothing from the gateway or from other tabs any more. Of a frame in a process of its own that one alone is stopped.
// INVARIANT: what is there can still be looked at; the next document runs.
import { outsideBudget, stretched } from '#executors/cdp/budget.ts';
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { FramePart } from './frame-parts.ts';
import type { FrameTree } from './frame-tree.ts';
import type { Waiter } from './waiter.ts';

/** Dialogs of one document; each past the first few was dismissed with its script ended. */
export const MAX_DISMISSED_DIALOGS = 300;

/** Between the release for a document and its commit; a document that does not come by then is not coming. */
const MAX_COMING_MS = 2_000;

/** Of a page: the sessions by which its scripts are ended. */
type Braked = {
  readonly frames: Pick<FrameTree, 'sessions'>;
  readonly waiter: Pick<Waiter, 'changed'>;
};

export class Brake {
  readonly #page: Braked;
  #reason: string | null = null;
  /** Until then another document is about to come, and what the one before still asks for is refused and stops nothing. */
  #comingUntilMs = 0;

  constructor(page: Braked) {
    this.#page = page;
  }

  /** Why the page's scripts were ended, to be said after “the page”; `null` for a page that runs. */
  get reason(): string | null {
    return this.#reason;
  }

  /** `does`: what the page does, to be said after “the page”. */
  stop(does: string): void {
    if (this.#reason !== null || performance.now() < this.#comingUntilMs) return;
    this.#reason = does;
    void this.#setScripts(false);
  }

  /**
   * Before another document comes: its scripts run from the first line, whatever the one before asks for until then. What is parsed
   * before the browser has taken it never runs, so a document waits for this; resolves when the browser has.
   */
  async releaseForNext(): Promise<void> {
    this.#comingUntilMs = performance.now() + stretched(MAX_COMING_MS);
    await this.#release();
  }

  /** The document is there: it answers for itself. */
  releaseForCommitted(): void {
    this.#comingUntilMs = 0;
    void this.#release();
  }

  /**
   * A frame of another site: it stands without its scripts until its page goes elsewhere, and the page, which may know nothing of
   * what was put into it, runs on.
   */
  stopFrame(part: FramePart, does: string): void {
    if (part.braked !== null) return;
    part.braked = does;
    void outsideBudget(() => this.#setScriptsOf(part.session, false));
    // What it has waiting is refused now, and not at the rate at which it would be asked about.
    part.pace.letGo(part);
  }

  async #release(): Promise<void> {
    if (this.#reason === null) return;
    this.#reason = null;
    await this.#setScripts(true);
  }

  /** Resolves with the page's own session: frames of other sites go with the document that they stand in. */
  #setScripts(run: boolean): Promise<unknown> {
    return outsideBudget(() => {
      const [own] = this.#page.frames.sessions().map((session) => this.#setScriptsOf(session, run));
      return own ?? Promise.resolve();
    });
  }

  async #setScriptsOf(session: CdpSession, run: boolean): Promise<void> {
    const set = session.send('Emulation.setScriptExecutionDisabled', { value: !run });
    const ended = run ? undefined : session.send('Runtime.terminateExecution');
    await Promise.all([set, ended]).catch(() => this.#page.waiter.changed()); // it went away
  }
}
