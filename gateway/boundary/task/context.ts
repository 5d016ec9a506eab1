// What the boundary knows about a task: who asked, what they named, what was granted so far.
import type { Initiator, BrowserExecutorType, TabPolicy } from '#policy/language/vocabulary.ts';
import type { Principal } from './principal.ts';
import { Grants } from '#gateway/boundary/grants/grants.ts';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import type { PassedView } from '#gateway/protocol/views.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { DownloadedFile } from '#executors/contract/download.ts';
import { ActCounts } from './act-counts.ts';
import type { CurrentActor } from './current-actor.ts';
import { NamedOrigins } from '#gateway/boundary/grants/named-origins.ts';
import { OriginSets } from './origins.ts';

export type Secret = {
  /** The only origin on which this secret may be entered, e.g. `http://account.test:7080`. */
  readonly origin: string;
  readonly value: string;
};

export type HostMap = Readonly<Record<string, { readonly address: string; readonly port?: number }>>;

/** What the task's keys copied (`gateway/boundary/bringing/clipboard.ts`). */
export type Clipboard = { text: string };

export type TaskContext = {
  readonly id: string;
  readonly intent: string;
  readonly requestedBy: Principal;
  readonly initiator: Initiator;
  readonly executor: BrowserExecutorType;
  readonly tabPolicy: TabPolicy;
  /** What the person wrote, typed, or named by a bookmark of theirs: `example.com`, `example.com:8443`, or an address. */
  readonly namedHosts: ReadonlySet<string>;
  /** The origins that this names. Never grown by a page or a model. */
  readonly named: NamedOrigins;
  readonly hostMap: HostMap;
  readonly secrets: Readonly<Record<string, Secret>>;
  /** `deny`: whoever started the task wants every escalation refused. */
  readonly approve: 'ask' | 'deny';
  readonly grants: Grants;
  readonly origins: OriginSets;
  /** What was read where, and what of it went where. */
  readonly provenance: Provenance;
  /** What its keys copied. */
  readonly clipboard: Clipboard;
  /** Whoever answered a question about a page's own act wants the whole task to end. */
  stopped: Failure | null;
  readonly counts: { allowed: number; asked: number; denied: number };
  /** Acts admitted so far, by type. */
  readonly acts: ActCounts;
  /** Cookies that were brought into the tab: they end with it. */
  readonly passed: PassedView[];
  /** Files that it downloaded. */
  readonly files: DownloadedFile[];
  /** Whose act runs now in its tab, `null` between acts. */
  acting: CurrentActor | null;
  /** Downloads admitted so far. */
  downloads: number;
  readonly signal: AbortSignal;
  /** The task's own, where this one is of a tab beside its first. */
  readonly parent: TaskContext | null;
};

export function createTaskContext(
  given: Omit<
    TaskContext,
    | 'grants'
    | 'named'
    | 'origins'
    | 'provenance'
    | 'clipboard'
    | 'stopped'
    | 'acts'
    | 'downloads'
    | 'passed'
    | 'files'
    | 'acting'
    | 'counts'
    | 'parent'
  > & {
    counts?: TaskContext['counts'];
    /** Whose texts it shares: those of all agents of one gateway. Default: its own, which its intent explains. */
    provenance?: Provenance;
  },
): TaskContext {
  const named = new NamedOrigins(given.namedHosts);
  return {
    ...given,
    named,
    grants: new Grants(),
    origins: new OriginSets(given.namedHosts),
    provenance: given.provenance ?? new Provenance(given.intent, given.secrets, { named }),
    clipboard: { text: '' },
    stopped: null,
    counts: given.counts ?? { allowed: 0, asked: 0, denied: 0 },
    acts: new ActCounts(),
    downloads: 0,
    passed: [],
    files: [],
    acting: null,
    parent: null,
  };
}

/**
 * The same task in another tab: what was named, granted, read and counted is shared; whose act runs is each tab's own.
 * INVARIANT: two tabs of a task have together what the task may have, and one's act never stands for the other's.
 */
export function branchOf(parent: TaskContext): TaskContext {
  return {
    ...parent,
    parent,
    acting: null,
    get stopped() {
      return parent.stopped;
    },
    set stopped(why) {
      parent.stopped = why;
    },
    get downloads() {
      return parent.downloads;
    },
    set downloads(count) {
      parent.downloads = count;
    },
  };
}
