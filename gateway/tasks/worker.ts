// One task's acts: each through the boundary, then into the feed and the execution's record. Looking is not shown in the feed.
import type { Proposal } from '#engines/navigator/contract.ts';
import type { ActOutcome, GhostTab } from '#executors/contract.ts';
import type { BrowserAction } from '#policy/actions.ts';
import type { ErrorCode } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import type { Boundary, Performed } from '#gateway/boundary.ts';
import { Healer } from '#gateway/healing/healer.ts';
import type { Principal } from '#gateway/principal.ts';
import type { StepView } from '#gateway/protocol/views.ts';
import { visible } from '#gateway/words.ts';
import type { TaskContext } from './context.ts';
import type { Execution } from './execution.ts';
import type { Task } from './task.ts';

const AGENT_WORDS = 500;

/** Errors by which an act was refused, not broken. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'boundary.denied',
  'boundary.aborted',
  'consent.refused',
  'consent.timed-out',
  'consent.nobody',
  'consent.void',
  'policy.not-loaded',
  'act.navigation-denied',
]);

export const isRefusal = (code: ErrorCode): boolean => REFUSALS.has(code);

export type WorkerParts = {
  readonly boundary: Boundary;
  readonly task: Task;
  readonly context: TaskContext;
  readonly execution: Execution;
  readonly navigator: Principal;
  readonly signal: AbortSignal;
  readonly now: () => number;
};

export class Worker {
  readonly #parts: WorkerParts;
  readonly #acts: Healer;

  constructor(parts: WorkerParts, tab: GhostTab) {
    this.#parts = parts;
    this.#acts = new Healer(parts.boundary, tab);
  }

  /** An act of the navigator's. */
  propose(action: BrowserAction, proposal: Proposal): Promise<Performed> {
    this.#parts.task.setTab('ACTING');
    return this.#act(action, proposal, 'NAVIGATOR');
  }

  /** An act that the person asked for: going to where a task begins. */
  begin(action: BrowserAction): Promise<Performed> {
    this.#parts.task.setTab('LOADING');
    return this.#act(action, null, 'PERSON');
  }

  /** Back to where a lost tab was: the page led there, so it is the navigator's act and never the person's. */
  resume(url: string): Promise<Performed> {
    this.#parts.task.setTab('LOADING');
    return this.#act({ type: 'NAVIGATE', url }, null, 'NAVIGATOR');
  }

  /** An act of the loop's own: decided and logged like any other. */
  async look(
    action: Extract<BrowserAction, { type: 'SNAPSHOT' | 'SCREENSHOT' }>,
  ): Promise<Result<ActOutcome>> {
    const { context, navigator, signal, task } = this.#parts;
    task.setTab('PERCEIVING');
    const performed = await this.#acts.perform(
      { task: context, by: navigator, initiator: 'NAVIGATOR', action, says: null },
      signal,
    );
    this.#record(action, performed);
    return performed.result;
  }

  /** Keeps the picture that the UI shows and the result's hash is made from. A page that cannot be pictured has none. */
  async picture(): Promise<void> {
    await this.#keep({ type: 'SCREENSHOT', asLoaded: true });
  }

  /** The viewport with all that belongs to it, for a navigator that needs to see it; `null` where it cannot be pictured. */
  async viewport(): Promise<string | null> {
    const seen = await this.#keep({ type: 'SCREENSHOT' });
    this.#parts.task.setTab('INFERRING');
    return seen;
  }

  async #keep(action: Extract<BrowserAction, { type: 'SCREENSHOT' }>): Promise<string | null> {
    const { task, execution } = this.#parts;
    const shot = await this.look(action);
    if (!shot.ok || shot.value.kind !== 'IMAGE') return null;
    execution.captured({ screenshot: shot.value.jpegBase64 });
    task.setPicture(Buffer.from(shot.value.jpegBase64, 'base64'));
    return shot.value.jpegBase64;
  }

  async #act(
    action: BrowserAction,
    proposal: Proposal | null,
    whose: 'PERSON' | 'NAVIGATOR',
  ): Promise<Performed> {
    const { context, navigator, signal, task } = this.#parts;
    const who =
      whose === 'PERSON'
        ? { by: context.requestedBy, initiator: context.initiator }
        : { by: navigator, initiator: 'NAVIGATOR' as const };
    const performed = await this.#acts.perform(
      { task: context, ...who, action, says: proposal?.reasoning ?? null },
      signal,
    );
    task.addStep(this.#view(action, performed, proposal));
    this.#record(action, performed);
    const { result } = performed;
    if (result.ok && result.value.kind === 'DONE' && result.value.navigated) {
      task.setPage(result.value.document.url);
      await this.picture();
    }
    return performed;
  }

  #view(action: BrowserAction, performed: Performed, proposal: Proposal | null): StepView {
    const { ruling, consent, what } = performed;
    return {
      step: this.#parts.task.view().step,
      at: new Date(this.#parts.now()).toISOString(),
      action: action.type,
      text: what,
      decision: ruling?.decision ?? 'DENY',
      consent: consent === null ? null : consent.state === 'VOID' ? 'REFUSED' : consent.state,
      outcome: outcomeOf(performed),
      reasoning: proposal === null ? null : visible(proposal.reasoning, AGENT_WORDS),
      confidence: proposal?.confidence ?? null,
    };
  }

  #record(action: BrowserAction, performed: Performed): void {
    const { ruling, requestId } = performed;
    const deciding = ruling?.gates.find(({ decision }) => decision === ruling.decision);
    this.#parts.execution.record(
      {
        action_id: requestId,
        action_type: action.type,
        capability_required: deciding?.gate.capability ?? 'EXECUTE_JAVASCRIPT',
        decision: ruling?.decision ?? 'DENY',
        outcome: outcomeOf(performed),
      },
      ruling?.violation ?? null,
    );
  }
}

function outcomeOf({ result }: Performed): StepView['outcome'] {
  if (result.ok) return 'DONE';
  return isRefusal(result.error.code) ? 'REFUSED' : 'FAILED';
}
