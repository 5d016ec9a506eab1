// Keeps the running browser that tasks are guests in, once a person allowed one. INVARIANT: it keeps an endpoint, not a permission:
// each task's tab in that browser is decided and asked for again.
import { randomUUID } from 'node:crypto';
import type { GhostTab } from '#executors/contract/tab.ts';
import type { LaunchPlan } from '#executors/contract/launch-plan.ts';
import { findEndpoint } from '#executors/browsers/attach/find.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { TabPolicy } from '#policy/language/vocabulary.ts';
import { nameOf } from '#gateway/boundary/task/principal.ts';
import type { Requester } from '#gateway/boundary/task/principal.ts';
import type { ConnectionView } from '#gateway/protocol/views/status.ts';
import { createTaskContext } from '#gateway/boundary/task/context.ts';
import { beginTab, endTab } from './tab-life.ts';
import type { TabParts } from './tab-life.ts';

export type ConnectionParts = {
  readonly tab: () => TabParts;
  readonly tabPolicy: () => TabPolicy;
  /** As root: whose browsers may be found, beside root's own. */
  readonly users: readonly number[];
  readonly plan: (
    endpoint: string,
    asked: { readonly taskId: string; readonly by: Requester; readonly signal: AbortSignal },
  ) => Promise<Result<LaunchPlan>>;
};

/** Instead of an endpoint: the only browser of this machine that has a debugging port. */
export const AUTO = 'auto';

export class Connection {
  readonly #parts: ConnectionParts;
  #view: ConnectionView | null = null;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  get view(): ConnectionView | null {
    return this.#view;
  }

  /** The plan of a task's tab there. Errors: as `planAttached`, and `attach.none-found`. */
  async plan(
    endpoint: string,
    asked: { readonly taskId: string; readonly by: Requester; readonly signal: AbortSignal },
  ): Promise<Result<LaunchPlan>> {
    const found = endpoint === AUTO ? await findEndpoint(this.#parts.users) : ok(endpoint);
    return found.ok ? this.#parts.plan(found.value, asked) : found;
  }

  /** Has a tab opened there and closed again, with all that this takes; from then on tasks are guests there. */
  async connect(endpoint: string, by: Requester, signal: AbortSignal): Promise<Result<ConnectionView>> {
    const taskId = `a-${randomUUID()}`;
    const plan = await this.plan(endpoint, { taskId, by, signal });
    if (!plan.ok) return plan;
    const parts = this.#parts.tab();
    const context = createTaskContext({
      id: taskId,
      intent: 'attach to a running browser',
      requestedBy: by,
      initiator: 'USER',
      executor: plan.value.executor,
      tabPolicy: this.#parts.tabPolicy(),
      namedHosts: new Set(),
      hostMap: parts.hostMap,
      peopleAndClock: parts.peopleAndClock,
      secrets: {},
      approve: 'ask',
      signal,
    });
    const opened = await beginTab(parts, context, by, { plan: plan.value }, signal);
    if (!opened.ok) return opened;
    await endTab(opened.value, parts, context);
    const view = viewOf(plan.value, opened.value);
    if (view === null) return fail('boundary.internal', 'a tab of a running browser came from elsewhere');
    const written = await this.#note(
      by,
      'attach.connected',
      `let tasks into the browser at ${view.endpoint}`,
      {
        ...view,
      },
    );
    if (!written.ok) return written;
    this.#view = view;
    return ok(view);
  }

  /** Tasks get browsers of their own again. `false` where they did before. */
  async disconnect(by: Requester): Promise<Result<boolean>> {
    const view = this.#view;
    this.#view = null;
    if (view === null) return ok(false);
    const what = `let tasks no longer into the browser at ${view.endpoint}`;
    const written = await this.#note(by, 'attach.disconnected', what, { endpoint: view.endpoint });
    return written.ok ? ok(true) : written;
  }

  #note(
    by: Requester,
    type: 'attach.connected' | 'attach.disconnected',
    what: string,
    details: Record<string, unknown>,
  ) {
    return this.#parts.tab().audit.append({
      type,
      taskId: null,
      requestId: null,
      who: nameOf(by),
      what,
      where: '',
      verdict: null,
      why: '',
      outcome: 'DONE',
      details,
    });
  }
}

function viewOf({ build, executor, flagFindings, attach }: LaunchPlan, tab: GhostTab): ConnectionView | null {
  if (attach === undefined || tab.attachedTo !== attach.endpoint) return null;
  return {
    endpoint: attach.endpoint,
    enforcement: 'ATTACHED',
    product: build.product,
    version: build.version,
    path: build.path,
    pid: tab.pid,
    executor,
    findings: flagFindings,
    lacks: attach.lacks,
  };
}
