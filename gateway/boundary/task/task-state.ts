// What has become of one task so far, over all its tabs: what was granted, read, counted and brought, and why it was stopped.
// INVARIANT: two tabs of a task have together what the task may have; the first reason to stop it stays the reason.
import type { Failure } from '#policy/language/failure.ts';
import type { DownloadedFile } from '#executors/contract/download.ts';
import type { Counts } from '#gateway/protocol/views/task.ts';
import { Grants } from '#gateway/boundary/grants/grants.ts';
import type { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { ActCounts } from './state/act-counts.ts';
import { DownloadCounts } from './state/download-counts.ts';
import { ExaminingTime } from './state/examining-time.ts';
import { FrameHosts } from './state/frame-hosts.ts';
import { Lendings } from './state/lendings.ts';
import type { OriginSets } from './state/origins.ts';
import { PageBook } from './state/page-book.ts';
import { StoppedActs } from './state/stopped-acts.ts';

/** What the task's keys copied (`gateway/boundary/bringing/clipboard.ts`). */
export type Clipboard = { text: string };

/** How many acts were allowed, asked about and denied. */
export type VerdictCounts = { -readonly [Key in Exclude<keyof Counts, 'stopped'>]: number };

export const noCounts = (): VerdictCounts => ({
  allowed: 0,
  asked: 0,
  denied: 0,
  youAllowed: 0,
  youRefused: 0,
});

export class TaskState {
  /** What answers of a person cover. */
  readonly grants = new Grants();
  /** Hosts of the plan that a person allowed; none: nobody was asked for one. */
  planned: readonly string[] = [];
  /** What may be read, and acted on. */
  readonly origins: OriginSets;
  /** What was read where, and what of it went where. */
  readonly provenance: Provenance;
  readonly clipboard: Clipboard = { text: '' };
  readonly counts: VerdictCounts;
  /** Acts admitted so far, by type. */
  readonly acts = new ActCounts();
  readonly downloads = new DownloadCounts();
  /** Sites' sessions that were brought into its tabs: they end with them. */
  readonly lendings = new Lendings();
  /** Files that it downloaded. */
  readonly files: DownloadedFile[] = [];
  /** What did not go ahead, its pages' own doing among it. */
  readonly stoppedActs = new StoppedActs();
  /** Whose frames its pages took. */
  readonly frameHosts = new FrameHosts();
  /** What its pages made the log say. */
  readonly pageBook = new PageBook();
  /** What its pages took of the gateway's time. */
  readonly examining = new ExaminingTime();
  #stopped: Failure | null = null;

  constructor(of: {
    readonly origins: OriginSets;
    readonly provenance: Provenance;
    readonly counts?: VerdictCounts | undefined;
  }) {
    this.origins = of.origins;
    this.provenance = of.provenance;
    this.counts = of.counts ?? noCounts();
  }

  /** Why the whole task is to end: an answer about a page's own act said so, or its pages flood the log. */
  get stopped(): Failure | null {
    return this.#stopped;
  }

  stop(why: Failure): void {
    this.#stopped ??= why;
  }
}
