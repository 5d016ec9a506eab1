// Recovers from a failed subtask: the same one is run again once, or on a fresh tab if its own was lost, at most twice.
// INVARIANT: a subtask that is done is not run again, and neither is one that has sent a form.
import { mayHaveHappened } from '#executors/contract/outcome.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import type { ErrorCode, Failure, Result } from '#policy/language/failure.ts';
import type { AuditEvent } from '#gateway/audit/format/contract.ts';
import type { Performed } from '#gateway/boundary/attempt/contract.ts';

/** Specification, section 05: retries before a failure is reported. */
const MAX_FRESH_TABS = 2;
/** Attempts at one subtask in the tab that it has. */
const MAX_ATTEMPTS_PER_TAB = 2;
/** Failures that may not come again: of the page, the way to it, or an answer of the navigator's. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'act.navigation-failed',
  'act.timed-out',
  'navigator.bad-proposal',
  'navigator.failed',
  'task.unverified',
]);

/** Of a form: it went out, and what came of it was not seen. */
const UNANSWERED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['browser.crashed', 'act.timed-out']);

type Log = { readonly append: (event: AuditEvent) => Promise<Result<unknown>> };

export class Recovery {
  readonly #audit: Log;
  readonly #taskId: string;
  #retries = 0;
  #done = 0;
  #from: string | null = null;
  #fresh = true;
  #sent: string | null = null;
  #attempts = 1;

  constructor(audit: Log, taskId: string) {
    this.#audit = audit;
    this.#taskId = taskId;
  }

  /** How many subtasks lie behind. */
  get done(): number {
    return this.#done;
  }

  /** Where a subtask without a start of its own begins on a fresh tab; `null` where the tab is there already. */
  get from(): string | null {
    return this.#fresh ? null : this.#from;
  }

  subtaskDone(url: string): void {
    this.#done += 1;
    this.#from = url;
    this.#fresh = true;
    this.#sent = null;
    this.#attempts = 1;
  }

  /** It has sent something by which something may have changed. */
  get hasSent(): boolean {
    return this.#sent !== null;
  }

  /** Whether the subtask is tried once more in this tab, from where it began: logged before it is. */
  async again(failed: Failure): Promise<Result<boolean>> {
    const pageError = failed.details?.['pageError'];
    const passing =
      PASSING.has(failed.code) || (failed.code === 'navigator.needs-help' && pageError === true);
    if (!passing || this.#sent !== null || this.#attempts >= MAX_ATTEMPTS_PER_TAB) return ok(false);
    this.#attempts += 1;
    this.#fresh = false;
    const noted = await this.note(
      `try the part of the task again, ${this.#attempts} of ${MAX_ATTEMPTS_PER_TAB}`,
      failed,
    );
    return noted === null ? ok(true) : err(noted);
  }

  /** An act that changes something elsewhere is not repeated by itself, also where it is unknown whether it arrived. */
  acted({ submits, result, what }: Performed): void {
    const isKnown = result.ok || !mayHaveHappened(result.error);
    if (!isKnown || (submits && (result.ok || UNANSWERED.has(result.error.code)))) this.#sent = what;
  }

  /** `null`: again, on a fresh tab. Otherwise the failure that the task ends with. */
  async after(failed: Failure): Promise<Failure | null> {
    const lost = failed.code === 'browser.crashed' || failed.code === 'browser.launch-failed';
    if (!lost) return failed;
    if (this.#sent !== null)
      return failure(failed.code, failed.message, {
        cause: failed.cause,
        help: `the tab was lost after “${this.#sent}”, which may have been carried out: look before you repeat it`,
      });
    if (this.#retries >= MAX_FRESH_TABS) return failed;
    this.#retries += 1;
    this.#fresh = false;
    return this.note(`go on in a fresh Ghost Tab, ${this.#retries} of ${MAX_FRESH_TABS}`, failed);
  }

  /** Into the log. `null`: it is there. */
  async note(what: string, failed: Failure): Promise<Failure | null> {
    const noted = await this.#audit.append({
      type: 'task.retried',
      taskId: this.#taskId,
      requestId: null,
      who: 'gateway',
      what,
      where: '',
      verdict: null,
      why: failed.code,
      outcome: null,
      details: { error: failed, subtasksDone: this.#done },
    });
    return noted.ok ? null : noted.error;
  }
}
