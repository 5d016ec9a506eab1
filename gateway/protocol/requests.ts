// What a task sent out, as the log has it: each entry of a request, who began it, and what became of it. Plain JSON.
// INVARIANT: a site, never a path: what stands behind it is in no entry in clear.
import type { BoundaryWord } from './boundary-word.ts';

/** `OTHER`: what shows only as a connection: the page's, or the browser's own. */
export type RequestSource = 'PAGE' | 'OTHER' | 'AGENT' | 'YOU';

export type RequestView = {
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly source: RequestSource;
  /** In the log's words. */
  readonly what: string;
  /** `null`: it is not in the entry (what goes through a tunnel shows by its server alone). */
  readonly method: string | null;
  /** Its host, with its scheme and a port of its own where the entry has them. */
  readonly site: string;
  readonly word: BoundaryWord | 'asked';
  /** Rules and their lines. */
  readonly why: string;
  /** How many the entry stands for. */
  readonly count: number;
  /** The act of the task that was the last one before it, as its entries have it; `null`: before the first. */
  readonly after: string | null;
};

/** What became of all connections of the task to one server. */
export type EndedView = {
  readonly site: string;
  readonly connections: number;
  /** How many of them were cut short. */
  readonly failed: number;
  /** Bytes to the server, and back. */
  readonly up: number;
  readonly down: number;
};

export type RequestsView = {
  /** Oldest first. */
  readonly requests: readonly RequestView[];
  /** Most connections first. */
  readonly ended: readonly EndedView[];
  /** `false`: the oldest entries of the task were too many. */
  readonly complete: boolean;
};
