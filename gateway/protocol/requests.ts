// What a task sent out, as the log has it: each entry of a request, who began it, and what became of it. Plain JSON.
// INVARIANT: `site` is a site, never a path; `what` is as the log has it, with what an entry has of an address.
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
  /**
   * `SAME`: it counts further ones of the same words; `OTHERS`: further ones of the same kind of entry and the same verdict, of which
   * sites, methods and words are not told apart: `what` and `site` are empty then.
   */
  readonly repeats: 'NONE' | 'SAME' | 'OTHERS';
  /** The act of the task that was let last before it, in any of its tabs, as its entries have it; of an act the act; `null`: none. */
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
  /** Most connections first, and at most so many that they can be looked through. */
  readonly ended: readonly EndedView[];
  /** Those that are not among them; `null`: all are. */
  readonly rest: (Omit<EndedView, 'site'> & { readonly servers: number }) | null;
  /** Servers that an entry counts and does not name, added up entry by entry. */
  readonly unnamed: number;
  /** When the newest entry was written that was read; `null`: there is none. */
  readonly until: string | null;
  /** `false`: the oldest entries of the task were too many. */
  readonly complete: boolean;
};
