// Performs one task's acts: each goes through the boundary, then into the feed and the execution's record. The feed leaves out looks.
import type { Proposal } from '#engines/navigator/contract.ts';
import type { GhostTab } from '#executors/contract/tab.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { ErrorCode } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Boundary } from '#gateway/boundary.ts';
import type { Performed } from '#gateway/boundary/attempt/contract.ts';
import type { Telling } from '#gateway/boundary/off-page/decide-telling.ts';
import { Healer } from '#gateway/tabs/healer.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { ConsentOutcome } from '#gateway/boundary/consent/contract.ts';
import type { StepTier, StepView } from '#gateway/protocol/views/task.ts';
import { visible } from '#gateway/protocol/visible.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import type { Execution } from './execution.ts';
import type { Lane } from './lane.ts';
import type { PictureLane } from './picture-book.ts';
import type { ThoughtLane } from './thought-book.ts';

const MAX_AGENT_CHARACTERS = 500;

/** Errors by which an act was refused, not broken. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'boundary.denied',
  'boundary.aborted',
  'consent.refused',
  'consent.timed-out',
  'consent.nobody',
  'consent.no-approver',
  'consent.void',
  'consent.too-many',
  'consent.too-long',
  'consent.not-shown',
  'policy.not-loaded',
  'act.navigation-denied',
]);

const shownAs = (state: ConsentOutcome['state']): NonNullable<StepView['consent']> =>
  state === 'NO_APPROVER' ? 'NOBODY' : state;

export const isRefusal = (code: ErrorCode): boolean => REFUSALS.has(code);

export type WorkerParts = {
  readonly boundary: Boundary;
  readonly lane: Lane;
  readonly context: TaskContext;
  readonly execution: Execution;
  readonly navigator: Principal;
  readonly signal: AbortSignal;
  readonly wallMs: () => number;
  readonly pictures: PictureLane;
  readonly thoughts: Pick<ThoughtLane, 'acted'>;
};

/** How a proposal came about, for those who watch. */
export type Thought = {
  readonly proposal: Proposal;
  readonly tier: StepTier;
  readonly milliseconds: number;
};

export class Worker {
  readonly #parts: WorkerParts;
  readonly #acts: Healer;

  constructor(parts: WorkerParts, tab: GhostTab) {
    this.#parts = parts;
    this.#acts = new Healer(parts.boundary, tab);
  }

  /** An act of the navigator's. */
  propose(action: BrowserAction, thought: Thought): Promise<Performed> {
    this.#parts.lane.setTab('ACTING');
    return this.#act(action, thought, 'NAVIGATOR');
  }

  /** An act by which the loop itself gets over an error: on nobody's word but the navigator's side, and decided like any other. */
  mend(action: Extract<BrowserAction, { type: 'RELOAD' | 'BACK' | 'WAIT' }>): Promise<Performed> {
    this.#parts.lane.setTab('LOADING');
    return this.#act(action, null, 'NAVIGATOR');
  }

  /** An act that the person asked for: going to where a task begins. */
  begin(action: BrowserAction): Promise<Performed> {
    this.#parts.lane.setTab('LOADING');
    return this.#act(action, null, 'PERSON');
  }

  /** Back to where a lost tab was: the page led there, so it is the navigator's act and never the person's. */
  resume(url: string): Promise<Performed> {
    this.#parts.lane.setTab('LOADING');
    return this.#act({ type: 'NAVIGATE', url }, null, 'NAVIGATOR');
  }

  /** An act of the loop's own: decided and logged like any other. */
  async look(
    action: Extract<BrowserAction, { type: 'SNAPSHOT' | 'SCREENSHOT' }>,
  ): Promise<Result<ActOutcome>> {
    const { context, navigator, signal, lane, pictures } = this.#parts;
    lane.setTab('PERCEIVING');
    const pictured = action.type === 'SNAPSHOT' && pictures.wants;
    const performed = await this.#acts.perform(
      {
        task: context,
        by: navigator,
        initiator: 'NAVIGATOR',
        action: pictured ? { ...action, pictured } : action,
        says: null,
      },
      signal,
    );
    this.#record(action, performed);
    const { result } = performed;
    if (pictured && result.ok && result.value.kind === 'SNAPSHOT')
      pictures.saw(result.value.snapshot, result.value.picture, lane.step);
    return result;
  }

  /** What is about to be told with the result. `null`: it was asked about, and has entries of its own. */
  tell(telling: Telling): Promise<Result<void>> {
    const { boundary, context, navigator, signal } = this.#parts;
    return boundary.tell(context, navigator, telling, signal);
  }

  /** An act by which rows are read: looks stand in no feed, a press for the next page does. */
  async read(action: BrowserAction): Promise<Result<ActOutcome>> {
    if (action.type === 'SNAPSHOT') return this.look(action);
    this.#parts.lane.setTab(action.type === 'EXTRACT' ? 'PERCEIVING' : 'ACTING');
    return (await this.#act(action, null, 'NAVIGATOR')).result;
  }

  /** Keeps the picture that the UI shows and the result's hash is made from. A page that cannot be pictured has none. */
  async picture(): Promise<void> {
    await this.#keep({ type: 'SCREENSHOT', asLoaded: true });
  }

  /** The viewport with all that belongs to it, for a navigator that needs to see it; `null` where it cannot be pictured. */
  async viewport(): Promise<string | null> {
    const seen = await this.#keep({ type: 'SCREENSHOT' });
    this.#parts.lane.setTab('INFERRING');
    return seen;
  }

  async #keep(action: Extract<BrowserAction, { type: 'SCREENSHOT' }>): Promise<string | null> {
    const { lane, execution } = this.#parts;
    const shot = await this.look(action);
    if (!shot.ok || shot.value.kind !== 'IMAGE') return null;
    execution.captured({ screenshot: shot.value.base64 });
    lane.setPicture(Buffer.from(shot.value.base64, 'base64'), shot.value.document.url);
    return shot.value.base64;
  }

  async #act(
    action: BrowserAction,
    thought: Thought | null,
    whose: 'PERSON' | 'NAVIGATOR',
  ): Promise<Performed> {
    const { context, navigator, signal, lane } = this.#parts;
    const who =
      whose === 'PERSON'
        ? { by: context.requestedBy, initiator: context.initiator }
        : { by: navigator, initiator: 'NAVIGATOR' as const };
    const performed = await this.#acts.perform(
      { task: context, ...who, action, says: thought?.proposal.reasoning ?? null },
      signal,
    );
    const { result } = performed;
    const navigated = result.ok && result.value.kind === 'DONE' && result.value.navigated;
    const page = navigated ? result.value.document.url : lane.url;
    const step = this.#view(action, performed, thought);
    lane.addStep({ ...step, page });
    this.#parts.pictures.acted({
      requestId: performed.requestId,
      step: step.step,
      at: step.at,
      ref: ('ref' in action ? action.ref : undefined) ?? null,
    });
    if (thought !== null) this.#parts.thoughts.acted(performed.requestId);
    this.#record(action, performed);
    if (navigated) {
      lane.setPage(result.value.document.url);
      await this.picture();
    }
    return performed;
  }

  #view(action: BrowserAction, performed: Performed, thought: Thought | null): Omit<StepView, 'page'> {
    const { ruling, consent, what } = performed;
    const proposal = thought?.proposal ?? null;
    const { lane } = this.#parts;
    return {
      step: lane.step,
      at: new Date(this.#parts.wallMs()).toISOString(),
      action: action.type,
      text: what,
      decision: ruling?.decision ?? 'DENY',
      consent: consent === null ? null : shownAs(consent.state),
      outcome: outcomeOf(performed),
      reasoning: proposal === null ? null : visible(proposal.reasoning, MAX_AGENT_CHARACTERS),
      confidence: proposal?.confidence ?? null,
      subtask: lane.subtask,
      tier: thought?.tier ?? null,
      tokens: tokensOf(proposal),
      thinkingMs: thought === null ? null : Math.round(thought.milliseconds),
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

function tokensOf(proposal: Proposal | null): StepView['tokens'] {
  const usage = proposal?.usage ?? [];
  if (usage.length === 0) return null;
  return {
    input: usage.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    output: usage.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  };
}

function outcomeOf({ result }: Performed): StepView['outcome'] {
  if (result.ok) return 'DONE';
  return isRefusal(result.error.code) ? 'REFUSED' : 'FAILED';
}
