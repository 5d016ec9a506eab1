// Plans the use of a browser that runs already, for the policy to decide. INVARIANT: nobody looks at what listens at an endpoint, nor
// speaks to it, unless the policy leaves room for some browser there; the browser is then decided again with all that was seen.
import { randomUUID } from 'node:crypto';
import { LAUNCH_GATE } from '#policy/acts/actions.ts';
import { fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { BROWSER_EXECUTOR_TYPES } from '#policy/language/vocabulary.ts';
import type { BrowserExecutorType } from '#policy/language/vocabulary.ts';
import type { BrowserLauncher } from '#executors/contract/launcher.ts';
import type { LaunchPlan } from '#executors/contract/launch-plan.ts';
import { parseEndpoint } from '#executors/browsers/attach/endpoint.ts';
import { consult } from './consult.ts';
import type { Consultants } from './consult.ts';
import { decisionOn } from '#policy/engine/deciding/ruling.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { nameOf } from '#gateway/boundary/task/principal.ts';
import type { Requester } from '#gateway/boundary/task/principal.ts';
import type { PeopleAndClock } from '#gateway/boundary/task/setting.ts';
import { createTaskContext } from '#gateway/boundary/task/context.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';

/** `launcher.planAttach` for whoever `by` is. Errors: `attach.bad-endpoint`, `attach.foreign-user`, `boundary.denied`, `policy.not-loaded`. */
export async function planAttached(
  parts: Consultants & { readonly launcher: Pick<BrowserLauncher, 'planAttach'> },
  endpoint: string,
  asked: { readonly taskId: string; readonly by: Requester; readonly signal: AbortSignal },
): Promise<Result<LaunchPlan>> {
  const at = parseEndpoint(endpoint);
  if (!at.ok) return at;
  const policy = parts.policy();
  const room =
    policy.ok &&
    BROWSER_EXECUTOR_TYPES.some((executor) => {
      const decision = decisionOn(
        policy.value,
        factsOf(contextOf(asked, executor, parts.peopleAndClock), at.value.url),
      );
      return decision === 'ALLOW' || decision === 'ESCALATE';
    });
  if (room) {
    const planned = await parts.launcher.planAttach(endpoint);
    if (planned.ok || planned.error.code !== 'attach.foreign-user') return planned;
    // Refused whatever the policy says; that somebody tried is in the log all the same.
    const written = await parts.audit.append({
      type: 'authorization.refused',
      taskId: asked.taskId,
      requestId: null,
      who: nameOf(asked.by),
      what: 'attach to a running browser',
      where: at.value.url,
      verdict: null,
      why: planned.error.message,
      outcome: 'REFUSED',
      details: { endpoint: at.value.url, code: planned.error.code, ...planned.error.details },
    });
    return written.ok ? planned : written;
  }
  // Not for any kind of browser: the refusal is logged as one of a browser that nothing is known of.
  const task = contextOf(asked, 'HEADED_UNKNOWN', parts.peopleAndClock);
  const refused = await consult(
    parts,
    {
      task,
      requestId: randomUUID(),
      by: asked.by,
      initiator: task.initiator,
      asked: [{ gate: LAUNCH_GATE, facts: factsOf(task, at.value.url) }],
      what: `attach to a browser at ${at.value.url}`,
      documentUrl: 'about:blank',
      documentId: '',
      digest: '',
      details: [],
      agentSays: null,
      askPerson: false,
      coveredByDocument: false,
      auditType: 'decision',
      evidence: { endpoint: at.value.url },
    },
    asked.signal,
  );
  if (!refused.ok) return refused;
  const written = await refused.value.recorded;
  if (!written.ok) return written;
  return refused.value.error === null
    ? fail('boundary.internal', 'an attach was allowed for no kind of browser')
    : { ok: false, error: refused.value.error };
}

function contextOf(
  { taskId, by, signal }: { readonly taskId: string; readonly by: Requester; readonly signal: AbortSignal },
  executor: BrowserExecutorType,
  peopleAndClock: PeopleAndClock,
): TaskContext {
  return createTaskContext({
    id: taskId,
    intent: 'attach to a running browser',
    requestedBy: by,
    initiator: 'USER',
    executor,
    tabPolicy: 'SINGLE_TAB',
    namedHosts: new Set(),
    hostMap: {},
    peopleAndClock,
    secrets: {},
    approve: 'deny',
    signal,
  });
}

const factsOf = (task: TaskContext, endpoint: string) =>
  factsFor(LAUNCH_GATE, {
    task,
    action: 'ATTACH',
    initiator: task.initiator,
    documentUrl: 'about:blank',
    endpoint,
  });
