// The turns of one tab's acts: each has one budget, meets a page that answers or that was replaced, and ends with its browser.
// INVARIANT: one call after the other; what may have had an effect is told so, and is none of the failures after which an act is
// tried again.
import { fail, failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import { dismissDialog } from '#executors/acts/answer-dialog.ts';
import { VERDICT_DEADLINE_MS } from '#executors/acts/settle.ts';
import { ActBudget, ActOverdue } from '#executors/cdp/budget.ts';
import { CdpClosed, CdpError, CdpTimeout } from '#executors/cdp/connection.ts';
import { pulseOf } from '#executors/cdp/pulse.ts';
import { afterSending, inDoubt, uncertain } from '#executors/contract/outcome.ts';
import type { ActTime } from '#executors/contract/tab.ts';
import { isReplaced } from '#executors/guards/leaving.ts';
import { DialogHeld, type Opened } from '#executors/page/dialogs.ts';
import type { Page } from '#executors/page/page.ts';
import { endScripts, unresponsive } from '#executors/page/unresponsive.ts';
import { Aborted } from '#executors/page/waiter.ts';
import type { CurrentAct, TabParts } from './tab-parts.ts';

const ANSWER = 'answer it with HANDLE_DIALOG, or dismiss it with any other act';

/** INVARIANT: an act that a question of the page stopped before its last step is not told as done. */
function stoppedByDialog({ dialogs }: Page, reached: boolean): Failure {
  const open = dialogs.held?.dialog;
  const asked = open === undefined ? 'the page asked' : `the page asked (${open.dialog}) “${open.message}”`;
  const details = open === undefined ? {} : { dialog: open.dialog, asked: open.message };
  if (!reached)
    return failure('act.not-actionable', `${asked} before the act: nothing was done`, {
      help: `${ANSWER}; then take a new snapshot and do the act again`,
      details,
    });
  const error = uncertain(`${asked} in the middle of the act`);
  return { ...error, help: `${ANSWER}; then ${error.help ?? ''}`, details: { ...error.details, ...details } };
}

/** Whether the tab's browser is there. */
export type BrowserLife = {
  /** Why it ended without our doing. */
  readonly crash: () => Failure | null;
  readonly isClosing: () => boolean;
  readonly crashed: (reason: string) => void;
  readonly lookAtNetwork: () => void;
};

export type Call = {
  readonly signal: AbortSignal;
  readonly time: ActTime;
  readonly leaves: boolean;
  /** It answers the dialog that is open; every other call dismisses it. */
  readonly answers: boolean;
  /** It does nothing to the page. */
  readonly looks: boolean;
  /** It ends its page, of which nothing is asked: neither a dialog nor a script that runs keeps it. */
  readonly closes: boolean;
  /** Which of the tab's pages it is on; default: the one in front. */
  readonly page?: string;
};
/** What an act comes to that stands still behind a dialog of its page. */
type Held<T> = (page: Page) => T;
type Work<T> = (page: Page, signal: AbortSignal) => Promise<Result<T>>;

export class Turns {
  readonly #parts: Pick<TabParts, 'asking' | 'attachedTo' | 'browser' | 'downloads' | 'targets'>;
  readonly #current: Pick<CurrentAct, 'expectation'>;
  readonly #life: BrowserLife;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(parts: TabParts, current: Pick<CurrentAct, 'expectation'>, life: BrowserLife) {
    this.#parts = parts;
    this.#current = current;
    this.#life = life;
  }

  /** Each ends with the browser, and at once with its signal. */
  take<T>(call: Call, work: Work<T>, held?: Held<T>): Promise<Result<T>> {
    const run = this.#queue.then(() => this.#guarded(call, work, held));
    // One that failed unforeseen is told to its caller, and keeps nobody behind it from their turn.
    this.#queue = run.catch(() => undefined);
    return Promise.race([run, this.#cancelled<T>(call.signal, run)]);
  }

  async #guarded<T>(call: Call, work: Work<T>, held?: Held<T>): Promise<Result<T>> {
    const { signal, time, leaves } = call;
    const { asking, attachedTo, browser, downloads, targets } = this.#parts;
    const page = call.page === undefined ? targets.front : (targets.find(call.page) ?? undefined);
    this.#life.lookAtNetwork();
    const crash = this.#life.crash();
    if (crash !== null) return { ok: false, error: crash };
    if (this.#life.isClosing() || targets.front === undefined)
      return fail('act.tab-closed', 'the tab is closed');
    if (page === undefined) return changed('the page');
    if (signal.aborted) return cancelled();
    const stands = (): boolean => asking() || downloads.isUnderWay(this.#current.expectation);
    const budget = new ActBudget(stands, time.leftMs);
    // INVARIANT: a dialog that opens meanwhile ends no act that closes its page: that would be told as done, and the page lives on.
    if (!call.closes) page.actRuns(budget);
    const pulse = pulseOf(browser.connection, () => this.#hangs());
    try {
      const result = await budget.run(async () => {
        const attached = attachedTo !== undefined;
        if (!call.looks) await targets.bring(page);
        if (call.answers || call.closes) return work(page, AbortSignal.any([signal, budget.signal]));
        const open = targets.dialogsWait ? page.dialogs.held : null;
        if (open !== null) return held === undefined ? dialogOpen(open.dialog) : ok(held(page));
        await dismissDialog(page);
        if (await isReplaced(page, { targets, leaves, attached, asking })) return changed('the page');
        const either = AbortSignal.any([signal, budget.signal]);
        // A page that waits for a verdict answers to nothing: whoever looks or acts waits with it.
        await page.waiter.until(() => page.held === 0, VERDICT_DEADLINE_MS, either);
        return work(page, either);
      });
      page.wasHeard();
      this.#life.lookAtNetwork();
      const ended = this.#life.crash();
      return ended === null || result.ok
        ? result
        : { ok: false, error: budget.reached ? inDoubt(ended) : ended };
    } catch (thrown) {
      if (thrown instanceof DialogHeld && held !== undefined && !signal.aborted)
        // A look in a tab whose dialogs wait tells of one that opens meanwhile as of one that was open before.
        return budget.carriedOut || (call.looks && targets.dialogsWait)
          ? ok(held(page))
          : { ok: false, error: stoppedByDialog(page, budget.reached) };
      const failed = await this.#failedBy(thrown, page, signal, budget);
      if (failed === null) throw thrown;
      return { ok: false, error: budget.reached ? afterSending(failed) : failed };
    } finally {
      pulse.stop();
      time.leftMs = budget.left;
      page.actEnded();
    }
  }

  /** `null` for what nobody foresaw. */
  async #failedBy(
    thrown: unknown,
    page: Page,
    signal: AbortSignal,
    budget: ActBudget,
  ): Promise<Failure | null> {
    if (signal.aborted) return CANCELLED;
    if (
      (budget.over || thrown instanceof ActOverdue || thrown instanceof CdpTimeout) &&
      this.#life.crash() === null &&
      !this.#life.isClosing()
    )
      return await this.#overdue(page);
    if (thrown instanceof Aborted) return CANCELLED;
    const crash = this.#life.crash();
    if (crash !== null) return crash;
    if (thrown instanceof CdpClosed) {
      if (this.#life.isClosing()) return failure('act.tab-closed', 'the tab is closed');
      this.#life.crashed(thrown.message);
      return failure('browser.crashed', 'the tab’s browser ended in mid-step', { cause: thrown });
    }
    if (thrown instanceof CdpError) {
      return failure('act.changed', 'the page changed while the act was under way', {
        cause: thrown,
        help: 'take a new snapshot and ask again',
      });
    }
    return null;
  }

  /** The act had its time. What the page did with it is ended, and told. */
  async #overdue(page: Page): Promise<Failure> {
    page.wasSilent();
    const error = unresponsive(page, await endScripts(page));
    await this.#tidy(page);
    page.forgetOwnNavigations();
    return error;
  }

  /** What the act put into its page is taken away, so that nothing that comes later is held by it. */
  async #tidy(page: Page): Promise<void> {
    try {
      await page.dialogs.tidyUp();
    } catch (thrown) {
      // A page that is gone, or still does not answer, has nothing left that could be reached.
      if (!(thrown instanceof CdpError || thrown instanceof CdpTimeout || thrown instanceof CdpClosed))
        throw thrown;
    }
  }

  #cancelled<T>(signal: AbortSignal, run: Promise<unknown>): Promise<Result<T>> {
    return new Promise((resolve) => {
      const abort = (): void => resolve(cancelled());
      signal.addEventListener('abort', abort, { once: true });
      run.finally(() => signal.removeEventListener('abort', abort)).catch(() => resolve(cancelled()));
    });
  }

  /** INVARIANT: a browser that answers nobody is treated as one that crashed: whoever waits for it is told, and it ends. */
  #hangs(): void {
    if (this.#life.isClosing()) return;
    this.#life.crashed('it did not answer for seconds, and was ended');
    this.#parts.browser.giveUp();
  }
}

export const changed = (what: string): Result<never> =>
  fail('act.changed', `${what} changed between the decision and the act`, {
    help: 'take a new snapshot and ask again; nothing was done',
  });

const dialogOpen = ({ dialog, message }: Opened): Result<never> =>
  fail('act.dialog-open', 'a dialog of the page waits for its answer', {
    help: 'accept or dismiss it first',
    details: { dialog, message },
  });

const CANCELLED: Failure = failure('task.cancelled', 'the act was cancelled');
const cancelled = (): Result<never> => ({ ok: false, error: CANCELLED });
