// What a gateway tells of its tasks. INVARIANT: ids, words and numbers; a person's words only where the person's own settings say so, and
// nothing of a page.

export const EVENT_KINDS = ['task', 'step', 'error'] as const;
/** In one batch. */
export const MAX_EVENTS = 500;
export const MAX_EVENTS_BYTES = 250_000;
export const MAX_INTENT_CHARACTERS = 2_000;
/** Where batches go. */
export const EVENTS_PATH = '/v1/events';

/** What is sent at once: at most `MAX_EVENTS` of them, in at most `MAX_EVENTS_BYTES`. */
export type EventBatch = {
  readonly events: readonly ReportedEvent[];
  /** Events that were dropped since the batch before, at least: the log has a gap. */
  readonly lost?: number;
};

export type ReportedEvent = {
  /** The same wherever it arrives twice: the log keeps one of them. */
  readonly id: string;
  readonly taskId: string;
  /** When it happened, by the gateway's clock: ISO 8601. */
  readonly at: string;
  readonly kind: (typeof EVENT_KINDS)[number];
  readonly actionType: string | null;
  /** Of perception; 0: no navigator looked. */
  readonly tier: 0 | 1 | 2 | 3 | null;
  readonly confidence: number | null;
  readonly model: string | null;
  /** How it stands, or came out. */
  readonly status: string;
  /** Its code, where it failed. */
  readonly error: string | null;
  /** Of a task that begins, with what looks like a secret left out. */
  readonly intent?: string;
};
