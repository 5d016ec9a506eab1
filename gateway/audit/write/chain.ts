// The head of the chain: seals events into entries, and says what a checkpoint over them is to state.
// INVARIANT: `seal` is the only maker of entries; masking comes before hashing, so that a secret is in neither.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { MILESTONE_ENTRIES, type Checkpoint } from '#gateway/audit/format/checkpoint.ts';
import {
  isEventType,
  isVerdict,
  canonicalText,
  NO_ENTRY,
  type StoredEntry,
} from '#gateway/audit/format/entry.ts';
import { clean, maskDetails, maskSentence } from '#gateway/audit/mask/mask.ts';
import { hashLeaf, MerkleFrontier } from '#gateway/audit/format/merkle.ts';
import type { AuditEntry, AuditEvent } from '#gateway/audit/format/contract.ts';

/** A checkpoint to be signed and stored: slot 0 for the last one, its own slot for a milestone. */
export type Statement = {
  readonly slot: number;
  readonly checkpoint: Checkpoint;
  readonly frontier: Uint8Array;
};

/** An entry as the caller gets it, and its row. */
export type Sealed = { readonly entry: AuditEntry; readonly row: StoredEntry };

export type Head = { readonly last: string; readonly frontier: MerkleFrontier };
export const emptyHead = (): Head => ({ last: NO_ENTRY, frontier: new MerkleFrontier() });

/** `null`: the tree does not have that size. */
export function headOf(end: { size: number; last: string; frontier: Uint8Array }): Head | null {
  const frontier = MerkleFrontier.fromBytes(end.size, end.frontier);
  return frontier === null ? null : { last: end.last, frontier };
}

export class Chain {
  readonly #clock: () => Date;
  readonly #frontier: MerkleFrontier;
  #last: string;
  #at: string;

  constructor(head: Head, clock: () => Date) {
    this.#clock = clock;
    this.#frontier = head.frontier;
    this.#last = head.last;
    this.#at = clock().toISOString();
  }

  get size(): number {
    return this.#frontier.size;
  }

  /** The next entry. The time is recorded as the clock gives it, backwards too: the order is the sequence's. */
  seal(event: AuditEvent): Result<Sealed> {
    const { type, verdict } = event;
    if (!isEventType(type) || (verdict !== null && !isVerdict(verdict))) {
      return fail('audit.bad-event', `no audit event is of type \`${type}\` with verdict \`${verdict}\``);
    }
    const details = maskDetails(event.details);
    const masked = {
      seq: this.#frontier.size + 1,
      at: this.#clock().toISOString(),
      type,
      taskId: event.taskId === null ? null : clean(event.taskId),
      requestId: event.requestId === null ? null : clean(event.requestId),
      who: maskSentence(event.who),
      what: maskSentence(event.what),
      where: maskSentence(event.where),
      verdict,
      why: maskSentence(event.why),
      outcome: event.outcome === null ? null : maskSentence(event.outcome),
      previous: this.#last,
    };
    const { leaf, hex } = hashLeaf(canonicalText({ ...masked, details: details.json }));
    this.#frontier.append(leaf);
    this.#last = `sha256:${hex}`;
    this.#at = masked.at;
    const hash = this.#last;
    return ok({
      entry: { ...masked, details: details.value, hash },
      row: { ...masked, details: details.json, hash },
    });
  }

  /** What a checkpoint over everything sealed so far states, as of the last entry's time. */
  statement(slot = 0): Statement {
    const { size } = this.#frontier;
    const checkpoint = { size, rootHash: this.#frontier.root(), at: this.#at, last: this.#last };
    return { slot, checkpoint, frontier: this.#frontier.toBytes() };
  }

  /** The slot that the entry sealed last calls for, or `null`. */
  milestone(): number | null {
    return this.size % MILESTONE_ENTRIES === 0 ? this.size / MILESTONE_ENTRIES : null;
  }
}
