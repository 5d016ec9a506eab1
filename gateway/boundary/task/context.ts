// What the boundary knows about a task in one of its tabs: who asked for what and what they named, which never changes; the state
// of the task, which all its tabs share; and the state of this tab.
import type { Initiator, BrowserExecutorType, TabPolicy } from '#policy/language/vocabulary.ts';
import type { Requester } from './principal.ts';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { NamedOrigins } from '#gateway/boundary/grants/named-origins.ts';
import { OriginSets } from './state/origins.ts';
import { settingFor } from './setting.ts';
import type { PeopleAndClock, TaskSetting } from './setting.ts';
import { TabState } from './tab-state.ts';
import { TaskState, type VerdictCounts } from './task-state.ts';

export type Secret = {
  /** The only origin on which this secret may be entered, e.g. `http://account.test:7080`. */
  readonly origin: string;
  readonly value: string;
};

export type HostMap = Readonly<Record<string, { readonly address: string; readonly port?: number }>>;

/** What a task is begun with. */
export type TaskBrief = {
  readonly id: string;
  readonly intent: string;
  /** What cards say that it is, where the intent is not a person's. */
  readonly title?: string;
  readonly requestedBy: Requester;
  readonly initiator: Initiator;
  readonly executor: BrowserExecutorType;
  readonly tabPolicy: TabPolicy;
  /** What the person wrote, typed, or named by a bookmark of theirs: `example.com`, `example.com:8443`, or an address. */
  readonly namedHosts: ReadonlySet<string>;
  readonly hostMap: HostMap;
  readonly secrets: Readonly<Record<string, Secret>>;
  /** `deny`: whoever started the task wants every escalation refused. */
  readonly approve: 'ask' | 'deny';
  readonly signal: AbortSignal;
  /** Of the gateway. */
  readonly peopleAndClock: PeopleAndClock;
};

export type TaskContext = TaskBrief & {
  readonly setting: TaskSetting;
  /** The origins that `namedHosts` names, and what its user typed since. Never grown by a page or a model. */
  readonly named: NamedOrigins;
  readonly state: TaskState;
  readonly tab: TabState;
};

export function createTaskContext({
  counts,
  provenance,
  ...brief
}: TaskBrief & {
  readonly counts?: VerdictCounts;
  /** Whose texts it shares: those of all agents of one gateway. Default: its own, which its intent explains. */
  readonly provenance?: Provenance;
}): TaskContext {
  const named = new NamedOrigins(brief.namedHosts);
  const state = new TaskState({
    origins: new OriginSets(named),
    provenance: provenance ?? new Provenance(brief.intent, brief.secrets, { named }),
    counts,
  });
  const setting = settingFor(brief.peopleAndClock, brief.requestedBy);
  return { ...brief, setting, named, state, tab: new TabState() };
}

/** The same task in another tab: its state is shared, and the tab has a state of its own. */
export const branchOf = (task: TaskContext): TaskContext => ({ ...task, tab: new TabState() });
