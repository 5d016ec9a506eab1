// A time in which the log cannot be written: since when, why, and what was refused meanwhile.
// INVARIANT: what was refused is counted, by kind, so that the entry that ends it can say what the log lacks.
import { dirname } from 'node:path';
import { failure, type Failure } from '#policy/language/failure.ts';
import type { OutageReason } from '#gateway/protocol/views/health.ts';
import type { AuditEvent } from '#gateway/audit/format/contract.ts';

/** How an attempt to write failed, as far as it is known. */
export type WriteProblem = {
  readonly reason: OutageReason;
  readonly message: string;
  readonly help?: string;
};

const HELP: Readonly<Record<OutageReason, string>> = {
  ENOSPC: 'make room on the disk of',
  EROFS: 'mount the file system writable (and see the kernel’s log why it is not): that of',
  EMFILE: 'close tabs, or raise the limit of open files (`ulimit -n`), for the gateway to open files in',
  EACCES: 'make it writable for this user:',
  EIO: 'look at the kernel’s log (`dmesg`) and at the disk of',
  NO_ANSWER: 'wait for the disk, or look why it does not answer: that of',
  NOT_INTACT: 'put back what was there: what is on disk is not what was written to',
  LOCKED: 'end the other program that holds',
};

export class Outage {
  readonly from: Date;
  readonly #began = performance.now();
  readonly #database: string;
  readonly #lost = new Map<AuditEvent['type'], number>();
  #problem: WriteProblem;
  #acts = 0;
  #attempts = 0;

  constructor(database: string, problem: WriteProblem, from: Date) {
    this.#database = database;
    this.#problem = problem;
    this.from = from;
  }

  get problem(): WriteProblem {
    return this.#problem;
  }
  /** Turned away at once, or refused because their decision could not be written. */
  get refusedActs(): number {
    return this.#acts;
  }

  refuseAct(): void {
    this.#acts += 1;
  }

  /** An event that is not in the log. */
  lose({ type, details }: AuditEvent): void {
    // A tab is closed all the same.
    if (type === 'decision' && details['action'] !== 'CLOSE_TAB') this.#acts += 1;
    this.#lost.set(type, (this.#lost.get(type) ?? 0) + 1);
  }

  /** An attempt to go on begins. */
  tried(): void {
    this.#attempts += 1;
  }
  /** It failed, perhaps for another reason than the one before. */
  failedAgain(problem: WriteProblem): void {
    this.#problem = problem;
  }

  get error(): Failure {
    const { reason, message, help } = this.#problem;
    return failure('audit.write-failed', `nothing runs, since the audit log cannot be written: ${message}`, {
      help: help ?? `${HELP[reason]} \`${dirname(this.#database)}\`; it goes on by itself`,
      details: { reason, since: this.from.toISOString() },
    });
  }

  /** `before`: the last entry that was acknowledged; `found`: the last one that is there. */
  entry(to: Date, before: number, found: number): AuditEvent {
    return {
      type: 'audit.resumed',
      taskId: null,
      requestId: null,
      who: 'gateway',
      what: `write the audit log again, after ${acts(this.refusedActs)} refused`,
      where: '',
      verdict: null,
      why: this.#problem.reason,
      outcome: 'DONE',
      details: {
        from: this.from.toISOString(),
        to: to.toISOString(),
        seconds: Math.round((performance.now() - this.#began) / 100) / 10,
        reason: this.#problem.reason,
        problem: this.#problem.message,
        refusedActs: this.refusedActs,
        // Events of this time that have no entry, by kind: an outcome among them is that of an act which was allowed before.
        notWritten: Object.fromEntries([...this.#lost].toSorted(([a], [b]) => a.localeCompare(b))),
        // Entries that were given up as not written, and are there all the same: what they allow was not done.
        inDoubt: found - before,
        attempts: this.#attempts,
      },
    };
  }
}

const acts = (count: number): string => (count === 1 ? '1 act was' : `${count} acts were`);
