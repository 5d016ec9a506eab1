// Answers what a Ghost Tab asks and reports while it is open. INVARIANT: the tab waits for each answer, and an act of a page
// is decided under the same policy as an act of a caller.
import type { TabHooks } from '#executors/contract/hooks.ts';
import type { GhostTab } from '#executors/contract/tab.ts';
import type { Consultants } from '#gateway/boundary/steps/consult.ts';
import type { Act, Journal } from '#gateway/boundary/steps/journal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { decideConnection, noteConnectionEnds } from './connections.ts';
import type { DocumentDecisions } from './document-decisions.ts';
import { decidePageAct } from './page-acts.ts';

type Listening = {
  readonly parts: Consultants;
  readonly journal: Journal;
  readonly documents: DocumentDecisions;
  readonly task: TaskContext;
  /** Its launch. */
  readonly act: Act;
  /** `null` until the tab is there. */
  readonly tab: () => GhostTab | null;
  readonly signal: AbortSignal;
};

export const tabEvents = ({ parts, journal, documents, task, act, tab, signal }: Listening): TabHooks => ({
  onConnection: (request) => decideConnection(parts, task, tab()?.document().url ?? 'about:blank', request),
  onConnectionEnds: (ends) => noteConnectionEnds(parts, task, ends),
  onPageAct: (pageAct, gone) =>
    decidePageAct(parts, task, pageAct, AbortSignal.any([signal, task.signal, gone])),
  onDocument: (document) => documents.of(task, document),
  reads: (url) => task.state.origins.reads(url),
  onCrash: (reason) => {
    task.tab.isLost = true;
    journal.note(
      { ...act, what: 'lose the Ghost Tab: the browser ended by itself' },
      'tab.closed',
      'CRASHED',
      { reason },
    );
  },
});
