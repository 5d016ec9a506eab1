// Builds what the launch of a Ghost Tab asks of the policy: its executor type, the class of its launch flags, and the running browser
// if it is a guest in one. INVARIANT: the digest that is approved covers the binary and every flag.
import { randomUUID } from 'node:crypto';
import { LAUNCH_GATE } from '#policy/acts/actions.ts';
import { boundAttach, digestOf } from '#executors/contract/authorization.ts';
import type { BoundLaunch } from '#executors/contract/authorization.ts';
import type { LaunchOptions } from '#executors/contract/launcher.ts';
import type { AttachPoint, LaunchPlan } from '#executors/contract/launch-plan.ts';
import type { Consultation } from './consult.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import type { Act } from './journal.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import { ours } from '#gateway/boundary/words/rows.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { visible } from '#gateway/protocol/visible.ts';

export type Launching = { readonly act: Act; readonly bound: BoundLaunch; readonly about: Consultation };

/** A launch as it is logged, bound and decided. */
export function launching(
  task: TaskContext,
  by: Principal,
  { plan, tabId }: Pick<LaunchOptions, 'plan' | 'tabId'>,
): Launching {
  const requestId = randomUUID();
  const { executor, build, flags, flagClass, flagFindings, attach, isolation } = plan;
  const bound: BoundLaunch = {
    kind: 'LAUNCH',
    requestId,
    taskId: task.id,
    tabId,
    executor,
    path: build.path,
    flags,
    ...(isolation === 'PROCESS' ? {} : { isolation }),
    ...(attach === undefined ? {} : { attach: boundAttach(attach) }),
  };
  const flagged = flagFindings.length === 0 ? '' : ` (${visible(flagFindings.join('; '))})`;
  const browser = `${build.product} ${build.version}`;
  const what =
    attach === undefined
      ? `start ${browser} as a Ghost Tab${flagged}`
      : `attach to ${browser} at ${attach.endpoint}${flagged}`;
  const act: Act = { taskId: task.id, requestId, by, what, where: '' };
  const facts = factsFor(LAUNCH_GATE, {
    task,
    action: attach === undefined ? 'LAUNCH' : 'ATTACH',
    initiator: task.initiator,
    documentUrl: 'about:blank',
    launchFlags: flagClass,
    ...(attach === undefined ? {} : { endpoint: attach.endpoint }),
  });
  const about: Consultation = {
    ...act,
    task,
    initiator: task.initiator,
    asked: [{ gate: LAUNCH_GATE, facts }],
    title: attach === undefined ? 'Start a browser' : 'Use a browser that is open already',
    documentUrl: 'about:blank',
    documentId: '',
    digest: digestOf({ ...bound, requestId: null }),
    details:
      attach === undefined ? [row('browser', build.path), ...foundRows(plan)] : attachRows(plan, attach),
    agentSays: null,
    askPerson: true,
    coveredByDocument: false,
    // A browser of a person's own is entered only with a person's word, and with a new one each time.
    eachTime: attach !== undefined,
    auditType: 'decision',
    evidence: {
      executor,
      path: build.path,
      flagClass,
      findings: flagFindings,
      isolation,
      ...(attach === undefined ? {} : { ...boundAttach(attach), lacks: attach.lacks }),
    },
  };
  return { act, bound, about };
}

const row = (label: string, value: string): CardRow => ours('FACT', label, visible(value));

const foundRows = ({ flagFindings }: LaunchPlan): readonly CardRow[] =>
  flagFindings.map((finding) => row('found', finding));

/** What a person has to know of it: which browser, what of it is odd, and what no tab in it has. */
const attachRows = (plan: LaunchPlan, { endpoint, process, lacks }: AttachPoint): readonly CardRow[] => [
  row('running browser', `${plan.build.product} ${plan.build.version}, ${plan.build.path}`),
  row('at', `${endpoint}, process ${process?.pid ?? 'unknown'}`),
  row('the tab', 'in a context of its own: none of your tabs, cookies or log-ins'),
  ...foundRows(plan),
  ...lacks.map((lack) => row('cannot have', lack)),
];
