// The one door to a browser, and the flow of DESIGN section 2: inspect → decide → ask → record → authorise → act → record.
// INVARIANT: no other file calls an executor, and nothing acts before its decision is on disk. Anything unexpected is a refusal.
import { randomUUID } from 'node:crypto';
import { gatesFor } from '#policy/actions.ts';
import type { BrowserAction } from '#policy/actions.ts';
import type { EffectivePolicy } from '#policy/facts.ts';
import { describe, fail, failure } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import type { Initiator } from '#policy/vocabulary.ts';
import { digestOf } from '#executors/authorization.ts';
import type { BoundLaunch } from '#executors/authorization.ts';
import type { ActOutcome, BrowserLauncher, GhostTab, LaunchOptions } from '#executors/contract.ts';
import type { AuditLog } from './audit/contract.ts';
import type { Authority } from './authorise.ts';
import { bindAct, textToEnter } from './bind.ts';
import type { ConsentBroker, ConsentOutcome } from './consent/broker.ts';
import { detailsOf } from './consent/question.ts';
import { consult, count } from './consult.ts';
import type { Verdict } from './consult.ts';
import type { Ruling } from './decide.ts';
import { factsFor } from './facts.ts';
import { admitConnection, admitPageAct } from './page-acts.ts';
import { nameOf } from './principal.ts';
import type { Principal } from './principal.ts';
import { navigationTarget } from './targets.ts';
import type { TaskContext } from './tasks/context.ts';
import { describeAct } from './words.ts';

export type ActionRequest = {
  readonly task: TaskContext;
  readonly by: Principal;
  readonly initiator: Initiator;
  readonly action: BrowserAction;
  /** The caller's own words: shown as a quotation, never interpreted. */
  readonly says: string | null;
};

/** What came of a request. `ruling` is `null` where it did not get as far as a decision. */
export type Performed = {
  readonly requestId: string;
  readonly what: string;
  readonly ruling: Ruling | null;
  readonly consent: ConsentOutcome | null;
  readonly result: Result<ActOutcome>;
};

export type BoundaryParts = {
  /** The policy in force; a failure means that every act is denied. */
  readonly policy: () => Result<EffectivePolicy>;
  readonly audit: AuditLog;
  readonly consent: ConsentBroker;
  readonly authority: Authority;
  readonly launcher: BrowserLauncher;
  readonly now: () => number;
};

/** A page that changes between decision and act is decided anew, so often at most. */
const ATTEMPTS = 3;

export class Boundary {
  readonly #parts: BoundaryParts;
  constructor(parts: BoundaryParts) {
    this.#parts = parts;
  }

  /** Starts a Ghost Tab for a task: the executor type and every launch flag are decided like any other act. */
  async launch(
    task: TaskContext,
    by: Principal,
    options: LaunchOptions,
    signal: AbortSignal,
  ): Promise<Result<GhostTab>> {
    const { launcher, authority } = this.#parts;
    const { plan, tabId } = options;
    const requestId = randomUUID();
    const bound: BoundLaunch = {
      kind: 'LAUNCH',
      requestId,
      taskId: task.id,
      tabId,
      executor: plan.executor,
      path: plan.build.path,
      flags: plan.flags,
    };
    const gate = { capability: 'SCREENSHOT' } as const; // A launch is decided by the executor and flag tables; looking is the least it is for.
    const facts = factsFor(gate, {
      task,
      action: 'LAUNCH',
      initiator: task.initiator,
      documentUrl: 'about:blank',
      launchFlags: plan.flagClass,
    });
    const what = `start ${plan.build.product} ${plan.build.version} as a Ghost Tab`;
    const evidence = {
      executor: plan.executor,
      path: plan.build.path,
      flagClass: plan.flagClass,
      findings: plan.flagFindings,
    };
    const verdict = await this.#consult(
      {
        task,
        requestId,
        by,
        what,
        asked: [{ gate, facts }],
        digest: digestOf(bound),
        details: [{ label: 'browser', value: plan.build.path, masked: false }],
        documentUrl: 'about:blank',
        documentId: '',
        evidence,
        says: null,
        initiator: task.initiator,
      },
      signal,
    );
    if (!verdict.ok) return verdict;
    if (verdict.value.error !== null) return { ok: false, error: verdict.value.error };
    const authorization = authority.authorise(bound, verdict.value.ruling.policyHash);
    const written = await this.#issued(verdict.value, task, requestId, by, what, authorization.digest);
    if (!written.ok) return written;
    let tab: GhostTab | null = null;
    const launched = await launcher.launch(
      authorization,
      bound,
      options,
      {
        onConnection: (request) =>
          admitConnection(this.#parts, task, () => tab?.document().url ?? 'about:blank', request),
        onPageAct: (act) => admitPageAct(this.#parts, task, act, signal),
        onCrash: (reason) =>
          this.#note(task, requestId, 'tab.closed', 'the browser ended by itself', 'CRASHED', { reason }),
      },
      signal,
    );
    if (launched.ok) tab = launched.value;
    this.#note(
      task,
      requestId,
      'tab.launched',
      what,
      launched.ok ? 'DONE' : 'FAILED',
      launched.ok
        ? { security: launched.value.security, pid: launched.value.pid }
        : { error: launched.error },
    );
    return launched;
  }

  /** Carries out one act, if policy and person allow it. Never rejects. */
  async perform(request: ActionRequest, tab: GhostTab, signal: AbortSignal): Promise<Performed> {
    const requestId = randomUUID();
    let last: Performed = {
      requestId,
      what: request.action.type,
      ruling: null,
      consent: null,
      result: fail('boundary.internal', 'the act was not tried'),
    };
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        last = await this.#attempt(request, requestId, tab, signal);
        if (last.result.ok || last.result.error.code !== 'act.changed') return last;
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
    request: ActionRequest,
    requestId: string,
    tab: GhostTab,
    signal: AbortSignal,
  ): Promise<Performed> {
    const { task, by, action, initiator, says } = request;
    const refused = (result: Result<ActOutcome>, what: string = action.type): Performed => ({
      requestId,
      what,
      ruling: null,
      consent: null,
      result,
    });
    const inspected = await tab.inspect(action, signal);
    if (!inspected.ok) return refused(inspected);
    const { document, element, effect, historyUrl } = inspected.value;
    const what = describeAct(action, element, effect);
    const text = textToEnter(action, task, document.url);
    if (!text.ok) return refused(text, what);
    const gates = gatesFor(action, {
      documentUrl: document.url,
      effect,
      ...(historyUrl === undefined ? {} : { historyUrl }),
    });
    const asked = gates.map((gate) => ({
      gate,
      facts: factsFor(gate, { task, action: action.type, initiator, documentUrl: document.url }),
    }));
    const bound = bindAct({ requestId, task, tab, action, text: text.value, inspection: inspected.value });
    const digest = digestOf({ ...bound, requestId: null });
    const verdict = await this.#consult(
      {
        task,
        requestId,
        by,
        what,
        asked,
        digest,
        details: detailsOf(action, element, effect, gates),
        documentUrl: document.url,
        documentId: document.id,
        evidence: {
          action: action.type,
          element: element === null ? null : { role: element.role, name: element.name },
        },
        says,
        initiator,
      },
      signal,
    );
    if (!verdict.ok) return refused(verdict, what);
    const { ruling, consent, error } = verdict.value;
    const answer = (result: Result<ActOutcome>): Performed => ({ requestId, what, ruling, consent, result });
    if (error !== null) return answer({ ok: false, error });
    const authorization = this.#parts.authority.authorise(bound, ruling.policyHash);
    const written = await this.#issued(verdict.value, task, requestId, by, what, authorization.digest);
    if (!written.ok) return answer(written);
    const target = navigationTarget(gates);
    if (target !== null)
      task.grants.admitDocumentHost(
        target,
        ruling.decision === 'ALLOW' || (consent?.state === 'GRANTED' && consent.scope === 'TASK_SITE')
          ? 'TASK'
          : 'DOCUMENT',
      );
    const result = await tab.perform(authorization, bound, text.value, signal);
    const refusedByExecutor = !result.ok && result.error.code.startsWith('authorization.');
    this.#note(
      task,
      requestId,
      refusedByExecutor ? 'authorization.refused' : 'act.outcome',
      what,
      result.ok ? 'DONE' : 'FAILED',
      result.ok ? { kind: result.value.kind } : { error: result.error },
    );
    return answer(result);
  }

  async #consult(
    about: Omit<Parameters<typeof consult>[1], 'askPerson' | 'auditType' | 'agentSays'> & {
      says: string | null;
    },
    signal: AbortSignal,
  ): Promise<Result<Verdict>> {
    const policy = this.#parts.policy();
    if (!policy.ok) {
      this.#note(about.task, about.requestId, 'decision', about.what, 'REFUSED', { error: policy.error });
      return {
        ok: false,
        error: failure('policy.not-loaded', 'no policy is in force, so every act is denied', {
          cause: policy.error.message,
          help: policy.error.help ?? 'run `ghost policy check`',
          ...(policy.error.span === undefined ? {} : { span: policy.error.span }),
        }),
      };
    }
    const { says, ...rest } = about;
    const verdict = await consult(
      { ...this.#parts, policy: policy.value },
      { ...rest, agentSays: says, askPerson: true, auditType: 'decision' },
      signal,
    );
    count(about.task, verdict);
    const now = this.#parts.policy();
    if (verdict.error === null && (!now.ok || now.value.semanticHash !== verdict.ruling.policyHash))
      return fail('consent.void', 'the policy changed while this act was waiting', { help: 'ask again' });
    return { ok: true, value: verdict };
  }

  /** The authorisation stands in the log beside its decision, in one commit, before an executor gets it. */
  async #issued(
    verdict: Verdict,
    task: TaskContext,
    requestId: string,
    by: Principal,
    what: string,
    digest: string,
  ): Promise<Result<unknown>> {
    const issued = this.#parts.audit.append({
      type: 'authorization.issued',
      taskId: task.id,
      requestId,
      who: nameOf(by),
      what,
      where: '',
      verdict: verdict.ruling.decision,
      why: verdict.consent?.consentId ?? 'policy',
      outcome: null,
      details: { digest, policy: verdict.ruling.policyHash },
    });
    const results = await Promise.all([verdict.recorded, issued]);
    return results.find((result) => !result.ok) ?? { ok: true, value: undefined };
  }

  /** An entry that nothing waits for. Should it not reach the disk, the log refuses every later entry, and so every later act. */
  #note(
    task: TaskContext,
    requestId: string,
    type: Parameters<AuditLog['append']>[0]['type'],
    what: string,
    outcome: string,
    details: Record<string, unknown>,
  ): void {
    void this.#parts.audit.append({
      type,
      taskId: task.id,
      requestId,
      who: 'gateway',
      what,
      where: '',
      verdict: null,
      why: '',
      outcome,
      details,
    });
  }
}
