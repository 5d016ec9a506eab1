// The one door to a browser, and the flow of DESIGN section 2: inspect → decide → ask → record → authorise → act → record.
// INVARIANT: no other file calls an executor, and nothing acts before its decision is on disk. Anything unexpected is a refusal.
import { randomUUID } from 'node:crypto';
import { fail } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { newActTime } from '#executors/cdp/budget.ts';
import type { BrowserLauncher, LaunchOptions, WarmTab } from '#executors/contract/launcher.ts';
import type { GhostTab } from '#executors/contract/tab.ts';
import { brokenOff, unexpected } from './boundary/attempt/broken-off.ts';
import { undecided } from './boundary/attempt/contract.ts';
import type { ActionRequest, Performed, Setting } from './boundary/attempt/contract.ts';
import { DECIDED_ONCE_MORE, decideAct } from './boundary/attempt/decide.ts';
import { concludeAct, authoriseAct } from './boundary/attempt/follow.ts';
import { prepareAct } from './boundary/attempt/prepare.ts';
import type { CookieSources } from './boundary/bringing/source.ts';
import { DocumentDecisions } from './boundary/page/document-decisions.ts';
import { tabEvents } from './boundary/page/tab-events.ts';
import { approvePlan, type PlannedWork } from './boundary/steps/approve-plan.ts';
import type { Authority } from './boundary/steps/authorise.ts';
import { consult } from './boundary/steps/consult.ts';
import type { Consultants } from './boundary/steps/consult.ts';
import { decideOffPage } from './boundary/off-page/decide-off-page.ts';
import type { OffPageAct } from './boundary/off-page/decide-off-page.ts';
import { issue } from './boundary/steps/issue.ts';
import type { Issuers } from './boundary/steps/issue.ts';
import type { Lease } from './boundary/task/lease.ts';
import { Journal } from './boundary/steps/journal.ts';
import { decideTelling, type Telling } from './boundary/off-page/decide-telling.ts';
import { launching } from './boundary/steps/launching.ts';
import { warmUp } from './boundary/steps/warm-up.ts';
import type { TaskContext } from './boundary/task/context.ts';
import type { Principal } from './boundary/task/principal.ts';
import type { SessionStore } from './vault/contract.ts';

export type BoundaryParts = Consultants & {
  readonly authority: Authority;
  readonly launcher: BrowserLauncher;
  /** Where cookies may be brought from; without it, from nowhere. */
  readonly sources?: CookieSources;
  /** For the dates at which cookies end; default: the machine's. */
  readonly wallMs?: () => number;
  /** Why nothing may start or go on, whatever the policy says: the log has no room. Without it, never. */
  readonly halted?: () => Failure | null;
  /** Where sessions are saved; without it, nowhere. */
  readonly sessions?: SessionStore;
  /** Of whoever shares its tasks with other gateways; without it, every task is this gateway's alone. */
  readonly lease?: Lease;
};

/** An act is decided so often at most, where page or policy change between decision and act. */
const MAX_DECISIONS = 3;

export class Boundary {
  readonly #parts: BoundaryParts;
  readonly #journal: Journal;
  readonly #issuers: Issuers;
  readonly #documents: DocumentDecisions;

  constructor(parts: BoundaryParts) {
    this.#parts = parts;
    this.#journal = new Journal(parts.audit);
    this.#issuers = { authority: parts.authority, journal: this.#journal, lease: parts.lease };
    this.#documents = new DocumentDecisions(parts);
  }

  /** Starts a Ghost Tab for a task: the executor type and every launch flag are decided like any other act. */
  async launch(
    task: TaskContext,
    by: Principal,
    options: LaunchOptions,
    signal: AbortSignal,
  ): Promise<Result<GhostTab>> {
    const halted = this.#parts.halted?.() ?? null;
    if (halted !== null) return { ok: false, error: halted };
    const { act, bound, about } = launching(task, by, options);
    const verdict = await consult(this.#parts, about, signal);
    const authorization = await issue(this.#issuers, act, verdict, bound);
    if (!authorization.ok) return authorization;
    const opened: { tab: GhostTab | null } = { tab: null };
    const [parts, journal, documents] = [this.#parts, this.#journal, this.#documents];
    const events = tabEvents({ parts, journal, documents, task, act, tab: () => opened.tab, signal });
    const launched = await this.#parts.launcher.launch(authorization.value, bound, options, events, signal);
    if (launched.ok) opened.tab = launched.value;
    this.#journal.note(
      act,
      'tab.launched',
      launched.ok ? 'DONE' : 'FAILED',
      launched.ok
        ? { security: launched.value.security, pid: launched.value.pid }
        : { error: launched.error },
    );
    return launched;
  }

  /** Starts a browser that a later launch may take. */
  warm(options: LaunchOptions, signal: AbortSignal): Promise<Result<WarmTab>> {
    return warmUp({ parts: this.#parts, ...this.#issuers }, options, signal);
  }

  /** Whether something may happen that touches no page. */
  leave(task: TaskContext, by: Principal, asked: OffPageAct, signal: AbortSignal): Promise<Result<void>> {
    return decideOffPage(this.#parts, task, by, asked, signal);
  }

  /** Whether a task may tell what it read. */
  tell(task: TaskContext, by: Principal, telling: Telling, signal: AbortSignal): Promise<Result<void>> {
    return decideTelling(this.#parts, task, by, telling, signal);
  }

  /** One question for all sites of a plan that would each be asked for. */
  approvePlan(
    task: TaskContext,
    by: Principal,
    work: PlannedWork,
    signal: AbortSignal,
  ): Promise<Result<void>> {
    return approvePlan(this.#parts, task, by, work, signal);
  }

  /** Carries out one act, if policy and person allow it. Never rejects. */
  async perform(request: ActionRequest, tab: GhostTab, signal: AbortSignal): Promise<Performed> {
    // One deadline for the act, however often it is decided; what a person takes to answer is not in it.
    const setting: Setting = { requestId: randomUUID(), tab, signal, time: request.time ?? newActTime() };
    const notTried = fail('boundary.internal', 'the act was not tried');
    let last = undecided(setting.requestId, request.action.type, notTried);
    const halted = this.#parts.halted?.() ?? floodOf(request.task);
    if (halted !== null) return { ...last, result: { ok: false, error: halted } };
    try {
      for (let decisions = 0; decisions < MAX_DECISIONS; decisions += 1) {
        last = await this.#attempt(request, setting);
        if (last.result.ok || !DECIDED_ONCE_MORE.has(last.result.error.code)) return last;
      }
      const changing = 'the page kept changing between decision and act; nothing was done';
      return { ...last, result: fail('boundary.changed', changing, { help: 'look at the page again' }) };
    } catch (thrown) {
      return { ...last, result: unexpected(thrown) };
    }
  }

  async #attempt(request: ActionRequest, setting: Setting): Promise<Performed> {
    const { tab, signal, time } = setting;
    const prepared = await prepareAct(this.#parts, request, setting);
    if (!prepared.ok) return prepared.undecided;
    const { attempt } = prepared;
    const broken = brokenOff(this.#journal, attempt);
    const decided = await decideAct(this.#parts, this.#journal, attempt, signal);
    const authorised = await authoriseAct(this.#parts, this.#issuers, attempt, decided, signal).catch(broken);
    if (!authorised.ok) return decided.untried(authorised);
    const { authorization, bound, text } = authorised.value;
    const done = await request.task.tab
      .runAs(setting.requestId, { ...request, content: attempt.weighed.facts.content }, () =>
        tab.perform(authorization, bound, text, signal, time, request.looksNext),
      )
      .catch(unexpected);
    return decided.tried(await concludeAct(this.#journal, attempt, done, signal).catch(broken));
  }
}

/** Its pages filled the log: nothing more is done for it. */
const floodOf = ({ state: { stopped } }: TaskContext): Failure | null =>
  stopped?.code === 'task.page-flood' ? stopped : null;
