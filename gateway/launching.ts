// What the start of a Ghost Tab asks of the policy: its executor type and the class of its launch flags.
// INVARIANT: the digest that is approved covers the binary and every flag.
import { randomUUID } from 'node:crypto';
import type { Gate } from '#policy/actions.ts';
import { digestOf } from '#executors/authorization.ts';
import type { BoundLaunch } from '#executors/authorization.ts';
import type { LaunchOptions } from '#executors/contract.ts';
import type { Consultation } from './consult.ts';
import { factsFor } from './facts.ts';
import type { Act } from './journal.ts';
import type { Principal } from './principal.ts';
import type { TaskContext } from './tasks/context.ts';

export type Launching = { readonly act: Act; readonly bound: BoundLaunch; readonly about: Consultation };

/** A launch as it is logged, bound and decided. */
export function launching(task: TaskContext, by: Principal, { plan, tabId }: LaunchOptions): Launching {
  const requestId = randomUUID();
  const { executor, build, flags, flagClass, flagFindings } = plan;
  const bound: BoundLaunch = {
    kind: 'LAUNCH',
    requestId,
    taskId: task.id,
    tabId,
    executor,
    path: build.path,
    flags,
  };
  const what = `start ${build.product} ${build.version} as a Ghost Tab`;
  const act: Act = { taskId: task.id, requestId, by, what, where: '' };
  // The tables for executors and flags decide a launch; of the capabilities it needs the least, to look.
  const gate: Gate = { capability: 'SCREENSHOT' };
  const facts = factsFor(gate, {
    task,
    action: 'LAUNCH',
    initiator: task.initiator,
    documentUrl: 'about:blank',
    launchFlags: flagClass,
  });
  const about: Consultation = {
    ...act,
    task,
    initiator: task.initiator,
    asked: [{ gate, facts }],
    documentUrl: 'about:blank',
    documentId: '',
    digest: digestOf({ ...bound, requestId: null }),
    details: [{ label: 'browser', value: build.path, masked: false }],
    agentSays: null,
    askPerson: true,
    admitted: false,
    auditType: 'decision',
    evidence: { executor, path: build.path, flagClass, findings: flagFindings },
  };
  return { act, bound, about };
}
