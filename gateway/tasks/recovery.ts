// What is done when a task loses its tab: the same subtask again on a fresh one, twice at most.
// INVARIANT: subtasks that are done are not run again, and neither is one that has sent a form by the time its tab was lost.
import { failure } from '#policy/failure.ts';
import type { Failure } from '#policy/failure.ts';
import type { AuditLog } from '#gateway/audit/contract.ts';
import type { Performed } from '#gateway/boundary.ts';

/** Specification, section 05: retries before a failure is reported. */
const FRESH_TABS = 2;

export class Recovery {
  readonly #audit: AuditLog;
  readonly #taskId: string;
  #retries = 0;
  #done = 0;
  #from: string | null = null;
  #fresh = true;
  #sent: string | null = null;

  constructor(audit: AuditLog, taskId: string) {
    this.#audit = audit;
    this.#taskId = taskId;
  }

  /** How many subtasks lie behind. */
  get done(): number {
    return this.#done;
  }

  /** Where a subtask without a start of its own begins on a fresh tab; `null` where the tab stands there already. */
  get from(): string | null {
    return this.#fresh ? null : this.#from;
  }

  subtaskDone(url: string): void {
    this.#done += 1;
    this.#from = url;
    this.#fresh = true;
    this.#sent = null;
  }

  /** An act that changes something elsewhere is not repeated by itself, also where it is unknown whether it arrived. */
  acted({ submits, result, what }: Performed): void {
    if (submits && (result.ok || result.error.code === 'browser.crashed')) this.#sent = what;
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
    if (this.#retries >= FRESH_TABS) return failed;
    this.#retries += 1;
    this.#fresh = false;
    const noted = await this.#audit.append({
      type: 'task.retried',
      taskId: this.#taskId,
      requestId: null,
      who: 'gateway',
      what: `go on in a fresh Ghost Tab, ${this.#retries} of ${FRESH_TABS}`,
      where: '',
      verdict: null,
      why: failed.code,
      outcome: null,
      details: { error: failed, subtasksDone: this.#done },
    });
    return noted.ok ? null : noted.error;
  }
}
