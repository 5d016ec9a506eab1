// The one door to a browser, and the flow of DESIGN section 2: inspect → decide → ask → record → authorise → act → record.
// INVARIANT: no other file calls an executor, and nothing acts before its decision is on disk. Anything unexpected is a refusal.
import { randomUUID } from 'node:crypto';
import { decidedAs } from '#policy/acts/actions.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { describe, fail } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { Initiator } from '#policy/language/vocabulary.ts';
import { dataDigest, digestOf } from '#executors/contract/authorization.ts';
import { newActTime } from '#executors/cdp/budget.ts';
import type { BrowserLauncher, LaunchOptions, WarmTab } from '#executors/contract/launcher.ts';
import type { ActTime, GhostTab } from '#executors/contract/tab.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { Inspection } from '#executors/contract/inspection.ts';
import { admitTarget } from './boundary/steps/after-allow.ts';
import type { Authority } from './boundary/steps/authorise.ts';
import { bindAct, textToEnter } from './boundary/steps/bind.ts';
import { admitConnection, noteConnectionEnds } from './boundary/page/connections.ts';
import type { ConsentOutcome } from './boundary/consent/contract.ts';
import { contentOf } from './boundary/grants/coverage.ts';
import { formSeen } from './boundary/grants/log-ins.ts';
import { consult } from './boundary/steps/consult.ts';
import type { Consultants } from './boundary/steps/consult.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { DocumentGrants } from './boundary/page/document-grants.ts';
import { factsFor } from './boundary/task/facts.ts';
import { hostOf } from '#policy/requests/host.ts';
import type { Surroundings } from './boundary/task/facts.ts';
import { Journal } from './boundary/steps/journal.ts';
import type { Act } from './boundary/steps/journal.ts';
import { issue } from './boundary/steps/issue.ts';
import type { Issuers } from './boundary/steps/issue.ts';
import { launching } from './boundary/steps/launching.ts';
import { leaveFor } from './boundary/steps/decide-off-page.ts';
import type { LeaveAsked } from './boundary/steps/decide-off-page.ts';
import { loggedOutcome, textOfError } from './boundary/steps/logged-outcome.ts';
import { admitPageAct } from './boundary/page/page-acts.ts';
import type { Principal } from './boundary/task/principal.ts';
import type { CookieSources } from './boundary/bringing/source.ts';
import type { SessionStore } from './vault/contract.ts';
import { weighAct } from './boundary/weighing/weigh-act.ts';
import { supplementFor } from './boundary/bringing/act-inputs.ts';
import { scriptEvidence } from './boundary/words/tool-words.ts';
import { actingFor } from './boundary/task/current-actor.ts';
import type { TaskContext } from './boundary/task/context.ts';
import { warmUp } from './boundary/steps/warm-up.ts';

export type ActionRequest = {
  readonly task: TaskContext;
  readonly by: Principal;
  readonly initiator: Initiator;
  readonly action: BrowserAction;
  /** The caller's own words: shown as a quotation, never interpreted. */
  readonly says: string | null;
  /** `false`: nobody is asked for it; what would have to be asked is refused. Default: whoever may answer is asked. */
  readonly asks?: boolean;
};

/** What came of a request. `ruling` is `null` where it did not get as far as a decision. */
export type Performed = {
  readonly requestId: string;
  readonly what: string;
  readonly ruling: Ruling | null;
  readonly consent: ConsentOutcome | null;
  /** It sends a form by which something is changed, not only asked for. */
  readonly submits: boolean;
  readonly result: Result<ActOutcome>;
};

export type BoundaryParts = Consultants & {
  readonly authority: Authority;
  readonly launcher: BrowserLauncher;
  /** Where cookies may be brought from; without it, from nowhere. */
  readonly sources?: CookieSources;
  /** Why nothing may start or go on, whatever the policy says: the log has no room. Without it, never. */
  readonly halted?: () => Failure | null;
  /** Where sessions are saved; without it, nowhere. */
  readonly sessions?: SessionStore;
};

/** A page or a policy that changes between decision and act is decided anew, so often at most. */
const ATTEMPTS = 3;
const DECIDED_ANEW: ReadonlySet<string> = new Set(['act.changed', 'authorization.policy-changed']);

export class Boundary {
  readonly #parts: BoundaryParts;
  readonly #journal: Journal;
  readonly #issuers: Issuers;
  readonly #documents: DocumentGrants;

  constructor(parts: BoundaryParts) {
    this.#parts = parts;
    this.#journal = new Journal(parts.audit);
    this.#issuers = { authority: parts.authority, journal: this.#journal };
    this.#documents = new DocumentGrants(parts);
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
    let tab: GhostTab | null = null;
    const launched = await this.#parts.launcher.launch(
      authorization.value,
      bound,
      options,
      {
        onConnection: (request) =>
          admitConnection(this.#parts, task, tab?.document().url ?? 'about:blank', request),
        onConnectionEnds: (ends) => noteConnectionEnds(this.#parts, task, ends),
        onPageAct: (pageAct, gone) =>
          admitPageAct(this.#parts, task, pageAct, AbortSignal.any([signal, task.signal, gone])),
        onDocument: (document) => this.#documents.of(task, document),
        reads: (url) => task.origins.reads(url),
        onCrash: (reason) =>
          this.#journal.note(
            { ...act, what: 'lose the Ghost Tab: the browser ended by itself' },
            'tab.closed',
            'CRASHED',
            { reason },
          ),
      },
      signal,
    );
    if (launched.ok) tab = launched.value;
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
  leave(task: TaskContext, by: Principal, asked: LeaveAsked, signal: AbortSignal): Promise<Result<void>> {
    return leaveFor(this.#parts, task, by, asked, signal);
  }

  /** Carries out one act, if policy and person allow it. Never rejects. */
  async perform(request: ActionRequest, tab: GhostTab, signal: AbortSignal): Promise<Performed> {
    let last: Performed = {
      requestId: randomUUID(),
      what: request.action.type,
      ruling: null,
      consent: null,
      submits: false,
      result: fail('boundary.internal', 'the act was not tried'),
    };
    // One deadline for the act, however often it is decided anew; what a person takes to answer is not in it.
    const time = newActTime();
    const halted = this.#parts.halted?.() ?? floodOf(request.task);
    if (halted !== null) return { ...last, result: { ok: false, error: halted } };
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        last = await this.#attempt(request, last.requestId, tab, signal, time);
        if (last.result.ok || !DECIDED_ANEW.has(last.result.error.code)) return last;
      }
      return {
        ...last,
        result: fail(
          'boundary.changed',
          'the page kept changing between decision and act; nothing was done',
          { help: 'look at the page again' },
        ),
      };
    } catch (thrown) {
      return {
        ...last,
        result: fail('boundary.internal', 'the act was refused because of an unexpected error', {
          cause: describe(thrown),
        }),
      };
    }
  }

  async #attempt(
    { task, by, action, initiator, says, asks = true }: ActionRequest,
    requestId: string,
    tab: GhostTab,
    signal: AbortSignal,
    time: ActTime,
  ): Promise<Performed> {
    const unruled = (result: Result<never>, what: string = action.type): Performed => ({
      requestId,
      what,
      ruling: null,
      consent: null,
      submits: false,
      result,
    });
    const inspected = await tab.inspect(action, signal, time);
    if (!inspected.ok) return unruled(inspected);
    const landing = whereItLands(inspected.value);
    const { document, element } = landing;
    const supplement = await supplementFor(action, task, document.url, this.#parts, signal);
    if (!supplement.ok) return unruled(supplement, weighAct(task, action, landing, initiator).what);
    const more = supplement.value;
    const weighed = weighAct(task, action, landing, initiator, more.encloses);
    const { what, gates } = weighed;
    const entered = textToEnter(action, task, document.url);
    if (!entered.ok) return unruled(entered, what);
    let text = entered.value ?? more.text;
    let bound = bindAct({ requestId, task, tab, action, text, inspection: inspected.value });
    const act: Act = { taskId: task.id, requestId, by, what, where: hostOf(URL.parse(document.url)) };
    // INVARIANT: it counts from here on, in the turn in which it is decided.
    const type = decidedAs(action);
    const types = new Set([type, ...gates.flatMap((gate) => gate.action ?? [])]);
    const counted = new Map([...types].map((one) => [one, task.acts.take(one)]));
    const surroundings: Omit<Surroundings, 'action'> = {
      task,
      initiator,
      documentUrl: more.documentUrl,
      ...(more.folder === undefined ? {} : { folder: more.folder }),
      element,
      ...weighed.facts,
    };
    let tried = false;
    const verdict = await consult(
      this.#parts,
      {
        ...act,
        task,
        initiator,
        asked: gates.map((gate) => {
          const { action: as = type } = gate;
          const facts = factsFor(gate, { ...surroundings, action: as, acts: counted.get(as) ?? 0 });
          return { gate: weighed.logged(gate), facts };
        }),
        documentUrl: document.url,
        documentId: document.id,
        form: formSeen(inspected.value.effect),
        digest: digestOf({ ...bound, requestId: null }),
        content: contentOf(action, text),
        details: [...weighed.details, ...more.details],
        agentSays: says,
        askPerson: asks,
        admitted: false,
        eachTime: more.eachTime,
        auditType: 'decision',
        evidence: {
          action: type,
          ...scriptEvidence(action),
          ...more.evidence,
          element: element === null ? null : { role: element.role, name: element.name },
          ...weighed.evidence,
        },
      },
      signal,
    );
    const judged = (result: Result<ActOutcome>): Performed => {
      if (!result.ok && (!tried || DECIDED_ANEW.has(result.error.code)))
        for (const one of counted.keys()) task.acts.giveBack(one);
      return {
        requestId,
        what,
        ruling: verdict.ok ? verdict.value.ruling : null,
        consent: verdict.ok ? verdict.value.consent : null,
        submits: inspected.value.effect.submits?.method === 'POST',
        result,
      };
    };
    if (more.fetch !== null && verdict.ok && verdict.value.error === null) {
      const written = await verdict.value.recorded;
      const fetched = written.ok ? await more.fetch(signal) : written;
      if (!fetched.ok) {
        this.#journal.note(act, 'act.outcome', 'FAILED', { error: fetched.error });
        return judged(fetched);
      }
      text = fetched.value;
      bound = { ...bound, dataDigest: dataDigest(text) };
    }
    const authorization = await issue(this.#issuers, act, verdict, bound);
    if (!authorization.ok) return judged(authorization);
    if (verdict.ok) {
      const target = { requestId, gates, byPage: false };
      const admitted = await admitTarget(this.#parts, task, target, verdict.value);
      if (!admitted.ok) return judged(admitted);
    }
    tried = true;
    weighed.went(verdict.ok && verdict.value.consent?.state === 'GRANTED');
    const done = await actingFor(task, { by, initiator }, () =>
      tab.perform(authorization.value, bound, text, signal, time),
    );
    const result = done.ok ? await more.handOut(done.value, signal) : done;
    if (result.ok) task.provenance.read(result.value, document.url);
    else task.provenance.readText(document.url, textOfError(result.error) ?? '');
    const refused = !result.ok && result.error.code.startsWith('authorization.');
    this.#journal.note(
      act,
      refused ? 'authorization.refused' : 'act.outcome',
      result.ok ? 'DONE' : 'FAILED',
      loggedOutcome(result),
    );
    return judged(result);
  }
}

/** Its pages filled the log: nothing more is done for it. */
const floodOf = ({ stopped }: TaskContext): Failure | null =>
  stopped?.code === 'task.page-flood' ? stopped : null;

/** INVARIANT: an act on an element in a frame of another origin is weighed, decided and asked for as one in that frame's document. */
const whereItLands = (inspection: Inspection): Inspection => {
  const { document, frame } = inspection;
  return frame === undefined
    ? inspection
    : { ...inspection, document: { ...document, id: frame.id, url: frame.url } };
};
