// The book of what a task's pages made the log say (`page-log.ts` writes by it): kinds of entry that have a window open, the room
// for entries of their own, and how many there were.
import { TokenBucket } from '#policy/collections/token-bucket.ts';
import type { Result } from '#policy/language/failure.ts';
import type { AuditEntry, AuditEvent } from '#gateway/audit/format/contract.ts';

/** Entries of their own. */
const ENTRIES = { atOnce: 200, aSecond: 2 };

export type BookedKind = {
  readonly event: AuditEvent;
  readonly recorded: Promise<Result<AuditEntry>>;
  also: number;
  window: number;
  readonly samples: Set<string>;
  /** Tells what was counted. */
  end: () => void;
};

export class PageBook {
  readonly kinds = new Map<string, BookedKind>();
  readonly #room = new TokenBucket(ENTRIES, performance.now());
  #entries = 0;
  #closing: AbortSignal | null = null;

  /** Entries that pages of the task have caused. */
  get entries(): number {
    return this.#entries;
  }

  count(): number {
    this.#entries += 1;
    return this.#entries;
  }

  /** Whether one more entry of its own leaves room for `keep` others. */
  hasRoom(keep: number): boolean {
    return this.#room.left(performance.now()) >= 1 + keep;
  }

  takeRoom(): void {
    this.#room.take(1);
  }

  /** What was counted until the signal's end is told at once. */
  closeWith(signal: AbortSignal): void {
    if (this.#closing !== null) return;
    this.#closing = signal;
    signal.addEventListener('abort', () => this.kinds.forEach(({ end }) => end()), { once: true });
  }
}
