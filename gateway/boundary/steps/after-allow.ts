// Extends a task after an act was allowed: with origins that it may read or act on, and with a document that may be connected to.
// INVARIANT: this runs after the verdict and before the act; if the new origins cannot be logged, the act ends.
import type { Gate } from '#policy/acts/gate.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { BrowserCapability } from '#policy/language/vocabulary.ts';
import type { Consultants } from './consult.ts';
import type { Verdict } from './verdict.ts';
import { hostOf } from '#policy/requests/host.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';

/** Acts that change something where they land; everything else looks or goes there. */
const WRITES: ReadonlySet<BrowserCapability> = new Set([
  'EXECUTE_JAVASCRIPT',
  'FILE_UPLOAD',
  'FORM_SUBMIT_CREDENTIALS',
  'FORM_SUBMIT_DATA',
  'INJECT_JAVASCRIPT',
]);

const isNavigation = (capability: BrowserCapability): boolean =>
  capability === 'NAVIGATE_CROSS_ORIGIN' || capability === 'NAVIGATE_SAME_ORIGIN';

type AllowedAct = { readonly requestId: string; readonly gates: readonly Gate[]; readonly byPage: boolean };

export async function afterAllow(
  parts: Consultants,
  task: TaskContext,
  act: AllowedAct,
  verdict: Verdict,
): Promise<Result<void>> {
  const grown = await growOrigins(parts, task, act, verdict);
  const url = act.gates.find(({ capability }) => isNavigation(capability))?.url;
  if (!grown.ok || url === undefined) return grown;
  const { consent, ruling } = verdict;
  // Asked for once: that document. By the policy, or for the task: the host.
  const once = consent?.state === 'GRANTED' && consent.scope === 'ONCE';
  task.state.grants.admitDocument({
    url,
    lasts: once ? 'DOCUMENT' : 'TASK',
    policyHash: ruling.policyHash,
    now: parts.now(),
    answered:
      consent?.state === 'GRANTED'
        ? ruling.gates.flatMap(({ decision, approvers }) =>
            decision === 'ESCALATE' && approvers !== undefined ? [approvers] : [],
          )
        : [],
    answer: consent?.state === 'GRANTED' ? consent.consentId : null,
  });
  const { policyHash } = ruling;
  task.tab.expectedTunnels.expect({ url, purpose: 'DOCUMENT', pageAct: 'NONE', policyHash }, parts.now());
  return grown;
}

/**
 * A navigation makes its target readable; a person's "this site, this task" makes it writable too. An act of the task's own
 * that writes makes its origin writable. What a page starts makes nothing writable without a person's answer.
 */
export async function growOrigins(
  { audit }: Consultants,
  task: TaskContext,
  act: AllowedAct,
  { consent, ruling, kept = [] }: Pick<Verdict, 'consent' | 'ruling' | 'kept'>,
): Promise<Result<void>> {
  const granted = consent?.state === 'GRANTED' ? consent : null;
  // A yes that ends opens nothing that stays open: the next act there is asked about by itself, unless an answer that ends closes it.
  const closes = (origin: string): boolean => kept.some(({ about }) => about.where === origin);
  const isTimed = granted !== null && ruling.askOnce !== undefined;
  for (const { capability, url } of act.gates) {
    if (url === undefined || !(isNavigation(capability) || WRITES.has(capability))) continue;
    const origin = URL.parse(url)?.origin ?? '';
    const may = isNavigation(capability) ? granted?.scope === 'TASK_SITE' : !act.byPage || granted !== null;
    const write = may && (!isTimed || closes(origin));
    if (!isNavigation(capability) && !write) continue;
    const grown = task.state.origins.grow(url, { write });
    if (grown.length === 0) continue;
    const written = await audit.append({
      type: 'origins.grown',
      taskId: task.id,
      requestId: act.requestId,
      who: granted?.by ?? 'gateway',
      what: `let the task ${grown.map((one) => (one === 'READABLE' ? 'read' : 'act on')).join(' and ')} ${origin}`,
      where: hostOf(URL.parse(url)),
      verdict: ruling.decision,
      why: granted?.consentId ?? 'policy',
      outcome: 'DONE',
      details: { origin, grown, now: task.state.origins.view(), policy: ruling.semanticHash },
    });
    if (!written.ok) {
      task.state.origins.shrink(url, grown);
      return written;
    }
    // Who takes the answer back takes back what it opened. What was read there was read.
    const writes = grown.filter((one) => one === 'WRITABLE');
    for (const one of kept.filter(({ about }) => about.where === origin))
      one.opened(() => task.state.origins.shrink(url, writes));
  }
  return ok(undefined);
}
