// The run loop: start a Ghost Tab, then look → propose → act, until the navigator is done, is stopped, or the steps are used up.
// INVARIANT: every act goes through the boundary; at the end the tab is killed and its profile gone, whatever happened.
import { randomUUID } from 'node:crypto';
import type { MemoryEntry, Navigator, Observation, Subtask } from '#engines/navigator/contract.ts';
import type { ActOutcome, BrowserLauncher, GhostTab, LaunchPlan, PageSnapshot } from '#executors/contract.ts';
import { digestOf } from '#executors/authorization.ts';
import type { BrowserAction } from '#policy/actions.ts';
import { failure } from '#policy/failure.ts';
import type { Failure, Result } from '#policy/failure.ts';
import type { AuditLog } from '#gateway/audit/contract.ts';
import type { Boundary, Performed } from '#gateway/boundary.ts';
import type { Principal } from '#gateway/principal.ts';
import type { StepView } from '#gateway/protocol/views.ts';
import { visible } from '#gateway/words.ts';
import type { HostMap, TaskContext } from './context.ts';
import { Evidence } from './evidence.ts';
import { Execution, selectorOf } from './execution.ts';
import { observationOf } from './observation.ts';
import { actsOf, parseProposal } from './proposal.ts';
import type { Ended, Task } from './task.ts';

export type RunParts = {
  readonly boundary: Boundary;
  readonly launcher: BrowserLauncher;
  readonly audit: AuditLog;
  readonly navigator: Navigator;
  readonly profileRoot: string;
  readonly hostMap: HostMap;
  readonly now: () => number;
};

const VIEWPORT = { width: 1280, height: 900 } as const;
const LAUNCH_DEADLINE_MS = 30_000;
/** UX-RULES 9: refusals of one kind after which a task does not go on asking. */
const REFUSAL_LIMIT = 3;
const REFUSALS: ReadonlySet<Failure['code']> = new Set([
  'boundary.denied',
  'boundary.aborted',
  'consent.refused',
  'consent.timed-out',
  'consent.nobody',
  'policy.not-loaded',
  'act.navigation-denied',
]);

/** Runs one task to its end. Never rejects. */
export async function runTask(
  parts: RunParts,
  task: Task,
  context: TaskContext,
  plan: LaunchPlan,
  subtasks: readonly Subtask[],
  timeoutSeconds: number,
): Promise<void> {
  const run = new Run(parts, task, context, plan, subtasks, timeoutSeconds);
  await run.toTheEnd();
}

class Run {
  readonly #parts: RunParts;
  readonly #task: Task;
  readonly #context: TaskContext;
  readonly #plan: LaunchPlan;
  readonly #subtasks: readonly Subtask[];
  readonly #by: Principal;
  readonly #execution: Execution;
  readonly #evidence = new Evidence();
  readonly #signal: AbortSignal;
  readonly #entries: MemoryEntry[] = [];
  readonly #facts: Parameters<Evidence['confirmed']>[0][number][] = [];
  readonly #answers: string[] = [];
  #refusals = 0;
  #refused: Failure | null = null;
  #confidence: number | null = null;
  #tab: GhostTab | null = null;

  constructor(
    parts: RunParts,
    task: Task,
    context: TaskContext,
    plan: LaunchPlan,
    subtasks: readonly Subtask[],
    timeoutSeconds: number,
  ) {
    this.#parts = parts;
    this.#task = task;
    this.#context = context;
    this.#plan = plan;
    this.#subtasks = subtasks;
    this.#by = { kind: 'navigator', id: parts.navigator.id };
    this.#signal = AbortSignal.any([task.signal, AbortSignal.timeout(timeoutSeconds * 1000)]);
    const target = subtasks[0]?.startUrl ?? 'about:blank';
    this.#execution = new Execution(
      {
        request_id: task.id,
        browser_type: plan.executor,
        target_url: target,
        actions: [],
        timeout_seconds: timeoutSeconds,
        capture_screenshot: true,
        capture_dom: true,
        context_hash: digestOf({ intent: task.intent, flags: plan.flags }),
      },
      parts.now,
    );
  }

  async toTheEnd(): Promise<void> {
    let how: Ended;
    try {
      how = await this.#live();
    } catch (thrown) {
      how = this.#ended(
        'FAILED',
        failure('boundary.internal', 'the task ended because of an unexpected error', { cause: thrown }),
      );
    }
    await this.#cleanUp();
    this.#task.end({ ...how, execution: this.#execution.result() });
  }

  async #live(): Promise<Ended> {
    const { boundary } = this.#parts;
    const tabId = `tab-${randomUUID()}`;
    const launched = await boundary.launch(
      this.#context,
      this.#context.requestedBy,
      {
        tabId,
        plan: this.#plan,
        viewport: VIEWPORT,
        profileRoot: this.#parts.profileRoot,
        hostMap: this.#parts.hostMap,
        deadlineMs: LAUNCH_DEADLINE_MS,
      },
      this.#signal,
    );
    if (!launched.ok) {
      if (!REFUSALS.has(launched.error.code)) this.#execution.abort('CRASH');
      return this.#stopped(launched.error);
    }
    this.#tab = launched.value;
    this.#execution.enter('VALIDATED');
    this.#execution.enter('INITIALIZING');
    for (const subtask of this.#subtasks) {
      const failed = await this.#subtask(launched.value, subtask);
      if (failed !== null) return this.#stopped(failed);
    }
    await this.#capture(launched.value);
    return this.#ended('DONE', null);
  }

  /** One subtask, from its start page to its answer; the failure that ended it, or `null`. */
  async #subtask(tab: GhostTab, subtask: Subtask): Promise<Failure | null> {
    if (subtask.startUrl !== null) {
      this.#task.setTab('LOADING');
      this.#execution.enter('NAVIGATING');
      const performed = await this.#act(tab, { type: 'NAVIGATE', url: subtask.startUrl }, null);
      if (!performed.result.ok) {
        if (performed.result.error.code === 'act.navigation-failed')
          this.#execution.abort('NAVIGATION_DENIED');
        return performed.result.error;
      }
    }
    this.#execution.enter('EXECUTING');
    if (this.#task.intentClass === 'NAVIGATE' && this.#subtasks.length === 1) return this.#arrive(tab);
    let last: { error: Failure | null; refusal: Observation['refusal'] } = { error: null, refusal: null };
    while (this.#task.view().step < this.#task.stepLimit) {
      if (this.#signal.aborted) return this.#interrupted();
      const looked = await this.#look(tab);
      if (!looked.ok) return looked.error;
      const observation = observationOf(looked.value, last);
      const stepped = await this.#step(tab, subtask, observation);
      if (stepped.kind === 'END') return stepped.failure;
      last = { error: stepped.error, refusal: stepped.refusal };
    }
    return failure('task.step-limit', `not done after ${this.#task.stepLimit} steps`, {
      help: 'say it in smaller parts, or name the page to start from',
    });
  }

  /** One proposal and its acts. */
  async #step(
    tab: GhostTab,
    subtask: Subtask,
    observation: Observation,
  ): Promise<
    | { kind: 'END'; failure: Failure | null }
    | { kind: 'ON'; error: Failure | null; refusal: Observation['refusal'] }
  > {
    const { navigator } = this.#parts;
    const step = this.#task.beginStep();
    this.#task.setTab('INFERRING');
    const secrets = Object.entries(this.#context.secrets)
      .filter(([, { origin }]) => origin === observation.origin)
      .map(([name]) => name);
    const memory = {
      intent: this.#task.intent,
      subtask: subtask.intent,
      entries: this.#entries,
      facts: this.#facts,
      secrets,
      step,
      stepLimit: this.#task.stepLimit,
    };
    const answered = await navigator
      .next(observation, memory, this.#signal)
      .then(parseProposal, (thrown: unknown): Result<never> => ({
        ok: false,
        error: failure('navigator.failed', 'the navigator gave no answer', { cause: thrown }),
      }));
    if (this.#signal.aborted) return { kind: 'END', failure: this.#interrupted() };
    if (!answered.ok) return { kind: 'END', failure: answered.error };
    const proposal = answered.value;
    this.#facts.push(...(proposal.facts ?? []));
    if (proposal.action === 'DONE') {
      if (proposal.text !== null && proposal.text.trim() !== '') this.#answers.push(proposal.text.trim());
      this.#confidence = Math.min(this.#confidence ?? 1, proposal.confidence);
      return { kind: 'END', failure: null };
    }
    if (proposal.action === 'FAILED') {
      this.#confidence = Math.min(this.#confidence ?? 1, proposal.confidence);
      return {
        kind: 'END',
        failure:
          this.#refused ?? failure('navigator.needs-help', visible(proposal.text ?? proposal.reasoning, 500)),
      };
    }
    const acts = actsOf(proposal, observation.nodes);
    if (!acts.ok) {
      this.#remember(observation, proposal, 'failed', acts.error.message);
      return { kind: 'ON', error: acts.error, refusal: null };
    }
    this.#task.setTab('ACTING');
    for (const action of acts.value) {
      const performed = await this.#act(tab, action, proposal);
      if (performed.result.ok) continue;
      const { error } = performed.result;
      if (!REFUSALS.has(error.code)) {
        if (this.#signal.aborted || error.code.startsWith('browser.') || error.code.startsWith('audit.'))
          return { kind: 'END', failure: this.#interrupted() ?? error };
        this.#remember(observation, proposal, 'failed', error.message);
        return { kind: 'ON', error, refusal: null };
      }
      this.#refused = error;
      this.#refusals += 1;
      this.#remember(observation, proposal, 'refused', error.message);
      if (error.details?.['stopTask'] === true || this.#refusals >= REFUSAL_LIMIT)
        return { kind: 'END', failure: error };
      const decision = error.code.startsWith('consent.')
        ? 'CONSENT_REFUSED'
        : error.code === 'boundary.aborted'
          ? 'ABORT'
          : 'DENY';
      return { kind: 'ON', error: null, refusal: { decision, reason: performed.what } };
    }
    this.#remember(observation, proposal, 'done', '');
    return { kind: 'ON', error: null, refusal: null };
  }

  async #look(tab: GhostTab): Promise<Result<PageSnapshot>> {
    this.#task.setTab(this.#task.view().tabState === 'IDLE' ? 'LOADING' : this.#task.view().tabState);
    this.#task.setTab('PERCEIVING');
    const performed = await this.#quietly(tab, { type: 'SNAPSHOT' });
    if (!performed.ok) return performed;
    if (performed.value.kind !== 'SNAPSHOT')
      return { ok: false, error: failure('boundary.internal', 'a snapshot gave something else') };
    const { snapshot } = performed.value;
    this.#evidence.saw(snapshot);
    this.#task.setPage(snapshot.document.url);
    this.#settleLast(snapshot);
    return { ok: true, value: snapshot };
  }

  #fingerprint = '';

  /** A step after which the page is the same to the last word is told to the navigator as `unchanged`. */
  #settleLast(snapshot: PageSnapshot): void {
    const fingerprint = digestOf({
      url: snapshot.document.url,
      scroll: snapshot.scroll.y,
      nodes: snapshot.nodes.map(({ role, name, value, states }) => [role, name, value ?? '', states]),
    });
    const last = this.#entries.at(-1);
    if (last !== undefined && last.outcome === 'done' && fingerprint === this.#fingerprint)
      this.#entries[this.#entries.length - 1] = { ...last, outcome: 'unchanged' };
    this.#fingerprint = fingerprint;
  }

  #remember(
    observation: Observation,
    proposal: MemoryEntry['proposal'],
    outcome: MemoryEntry['outcome'],
    note: string,
  ): void {
    const node = observation.nodes.find(({ ref }) => ref !== null && ref === proposal.ref);
    this.#entries.push({
      url: observation.url,
      proposal,
      outcome,
      note,
      element: node === undefined ? null : { role: node.role, name: node.name },
    });
  }

  /** An act that the feed shows. */
  async #act(
    tab: GhostTab,
    action: BrowserAction,
    proposal: MemoryEntry['proposal'] | null,
  ): Promise<Performed> {
    const says = proposal === null ? null : proposal.reasoning;
    const performed = await this.#parts.boundary.perform(
      {
        task: this.#context,
        by: proposal === null ? this.#context.requestedBy : this.#by,
        initiator: proposal === null ? this.#context.initiator : 'NAVIGATOR',
        action,
        says,
      },
      tab,
      this.#signal,
    );
    this.#note(action, performed, proposal);
    if (performed.result.ok && performed.result.value.kind === 'DONE' && performed.result.value.navigated) {
      this.#task.setPage(performed.result.value.document.url);
      await this.#picture(tab);
    }
    return performed;
  }

  /** An act of the loop's own (looking): decided and logged like any other, not shown in the feed. */
  async #quietly(tab: GhostTab, action: BrowserAction): Promise<Result<ActOutcome>> {
    const performed = await this.#parts.boundary.perform(
      { task: this.#context, by: this.#by, initiator: 'NAVIGATOR', action, says: null },
      tab,
      this.#signal,
    );
    this.#record(action, performed);
    return performed.result;
  }

  #note(action: BrowserAction, performed: Performed, proposal: MemoryEntry['proposal'] | null): void {
    const { ruling, consent, result, what } = performed;
    const refused = !result.ok && REFUSALS.has(result.error.code);
    const step: StepView = {
      step: this.#task.view().step,
      at: new Date(this.#parts.now()).toISOString(),
      action: action.type,
      text: what,
      decision: ruling?.decision ?? 'DENY',
      consent: consent === null ? null : consent.state === 'VOID' ? 'REFUSED' : consent.state,
      outcome: result.ok ? 'DONE' : refused ? 'REFUSED' : 'FAILED',
      reasoning: proposal === null ? null : visible(proposal.reasoning, 500),
      confidence: proposal?.confidence ?? null,
    };
    this.#task.addStep(step);
    this.#record(action, performed);
  }

  #record(action: BrowserAction, performed: Performed): void {
    const { ruling, result } = performed;
    const refused = !result.ok && REFUSALS.has(result.error.code);
    const capability =
      ruling?.gates.find(({ decision }) => decision === ruling.decision)?.gate.capability ??
      'EXECUTE_JAVASCRIPT';
    this.#execution.record(
      {
        action_id: `${performed.requestId}${selectorOf(action)}`,
        action_type: action.type,
        capability_required: capability,
        decision: ruling?.decision ?? 'DENY',
        outcome: result.ok ? 'DONE' : refused ? 'REFUSED' : 'FAILED',
      },
      ruling?.violation ?? null,
    );
  }

  /** The answer of "go there": where it arrived. */
  async #arrive(tab: GhostTab): Promise<Failure | null> {
    const looked = await this.#look(tab);
    if (!looked.ok) return looked.error;
    const { status, document } = looked.value;
    if (status !== null && status >= 400)
      return failure('act.navigation-failed', `\`${document.url}\` answered with status ${status}`);
    this.#answers.push(document.title === '' ? document.url : `${document.title} — ${document.url}`);
    this.#confidence = 1;
    return null;
  }

  async #capture(tab: GhostTab): Promise<void> {
    this.#execution.enter('CAPTURING');
    const dom = await this.#quietly(tab, { type: 'SNAPSHOT' });
    if (dom.ok && dom.value.kind === 'SNAPSHOT')
      this.#execution.captured({ dom: JSON.stringify(dom.value.snapshot.nodes) });
    await this.#picture(tab);
  }

  async #picture(tab: GhostTab): Promise<void> {
    const shot = await this.#quietly(tab, { type: 'SCREENSHOT' });
    if (!shot.ok || shot.value.kind !== 'IMAGE') return;
    this.#execution.captured({ screenshot: shot.value.jpegBase64 });
    this.#task.setPicture(Buffer.from(shot.value.jpegBase64, 'base64'));
  }

  /** Phase-38 invariant 10: the browser ends with the execution. */
  async #cleanUp(): Promise<void> {
    if (this.#execution.state === 'PENDING' || this.#execution.state === 'VALIDATED') {
      this.#execution.enter('COMPLETED');
      return;
    }
    this.#execution.enter('TERMINATING');
    const report = await this.#tab?.close();
    await this.#parts.audit.append({
      type: 'tab.closed',
      taskId: this.#task.id,
      requestId: null,
      who: 'gateway',
      what: 'end the Ghost Tab and remove its profile',
      where: '',
      verdict: null,
      why: '',
      outcome: report?.processesGone === true && report.profileRemoved ? 'DONE' : 'FAILED',
      details: { ...report },
    });
    this.#execution.enter('COMPLETED');
  }

  #interrupted(): Failure {
    return this.#task.signal.aborted
      ? failure('task.cancelled', 'the task was cancelled')
      : failure('act.timed-out', 'the task took longer than its time limit');
  }

  #stopped(error: Failure): Ended {
    if (this.#task.signal.aborted) return this.#ended('CANCELLED', this.#interrupted());
    if (error.code.startsWith('consent.')) return this.#ended('CONSENT_REFUSED', error);
    if (REFUSALS.has(error.code)) return this.#ended('DENIED', error);
    return this.#ended('FAILED', error);
  }

  #ended(status: Ended['status'], error: Failure | null): Ended {
    const facts = this.#evidence.confirmed(this.#facts);
    const sources = [...new Set(facts.map(({ url }) => url))];
    const here = this.#task.view().url;
    return {
      status,
      answer: this.#answers.length === 0 ? null : this.#answers.join('\n'),
      facts,
      sources: sources.length > 0 || here === null || status !== 'DONE' ? sources : [here],
      confidence: this.#confidence,
      error,
      execution: null,
    };
  }
}
