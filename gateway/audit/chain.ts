// The head of the chain: seals events into entries, and signs checkpoints over what was sealed.
// INVARIANT: `seal` is the only maker of entries; masking comes before hashing, so that a secret is in neither.
import { fail, ok, type Result } from '#policy/failure.ts';
import { MILESTONE, signCheckpoint } from './checkpoint.ts';
import { isEventType, isVerdict, canonicalText, NO_ENTRY, type StoredEntry } from './entry.ts';
import { clean, maskDetails, maskSentence } from './mask.ts';
import { hashLeaf, MerkleFrontier } from './merkle.ts';
import type { AuditEvent } from './contract.ts';
import type { SecretNoteKey } from './signed-note.ts';

/** A row of the table `checkpoint`. */
export type StoredCheckpoint = {
  readonly slot: number;
  readonly note: string;
  readonly frontier: Uint8Array;
};

export type Head = { readonly last: string; readonly frontier: MerkleFrontier };
export const emptyHead = (): Head => ({ last: NO_ENTRY, frontier: new MerkleFrontier() });

export class Chain {
  readonly #secret: SecretNoteKey;
  readonly #clock: () => Date;
  readonly #frontier: MerkleFrontier;
  #last: string;
  #at: string;

  constructor(secret: SecretNoteKey, head: Head, clock: () => Date) {
    this.#secret = secret;
    this.#clock = clock;
    this.#frontier = head.frontier;
    this.#last = head.last;
    this.#at = clock().toISOString();
  }

  get size(): number {
    return this.#frontier.size;
  }

  /** The next entry. The time is recorded as the clock gives it, backwards too: the order is the sequence's. */
  seal(event: AuditEvent): Result<StoredEntry> {
    if (!isEventType(event.type) || (event.verdict !== null && !isVerdict(event.verdict))) {
      return fail(
        'audit.bad-event',
        `no audit event is of type \`${event.type}\` with verdict \`${event.verdict}\``,
      );
    }
    const masked = {
      seq: this.#frontier.size + 1,
      at: this.#clock().toISOString(),
      type: event.type,
      taskId: event.taskId === null ? null : clean(event.taskId),
      requestId: event.requestId === null ? null : clean(event.requestId),
      who: maskSentence(event.who),
      what: maskSentence(event.what),
      where: maskSentence(event.where),
      verdict: event.verdict,
      why: maskSentence(event.why),
      outcome: event.outcome === null ? null : maskSentence(event.outcome),
      previous: this.#last,
      details: maskDetails(event.details),
    };
    const { leaf, hex } = hashLeaf(canonicalText(masked));
    this.#frontier.append(leaf);
    this.#last = `sha256:${hex}`;
    this.#at = masked.at;
    return ok({ ...masked, hash: this.#last });
  }

  /** The signed checkpoint, as of the last entry's time, over everything sealed so far, for slot 0 or, at a milestone, its own slot. */
  checkpoint(slot = 0): StoredCheckpoint {
    const { size } = this.#frontier;
    const note = signCheckpoint(
      { size, rootHash: this.#frontier.root(), at: this.#at, last: this.#last },
      this.#secret,
    );
    return { slot, note, frontier: this.#frontier.toBytes() };
  }

  /** The slot that the entry sealed last calls for, or `null`. */
  milestone(): number | null {
    return this.size % MILESTONE === 0 ? this.size / MILESTONE : null;
  }
}
