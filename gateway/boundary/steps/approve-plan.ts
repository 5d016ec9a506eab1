// Asks once for all the sites of a task's plan that would each be asked for, before its first act. INVARIANT: it saves questions and
// makes none: below two of them nobody is asked; what is granted is what "this task, this site" would cover, origin by origin, and a
// site that the policy denies, or that others have to answer for, is not in it.
import { randomUUID } from 'node:crypto';
import { gatesFor } from '#policy/acts/act-rows.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import type { Gate } from '#policy/acts/gate.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import { coveredByGrants } from '#gateway/boundary/grants/grants.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { ours, theirs } from '#gateway/boundary/words/rows.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { growOrigins } from './after-allow.ts';
import { consult } from './consult.ts';
import type { Consultants } from './consult.ts';

export type PlannedWork = {
  readonly parts: readonly { readonly intent: string; readonly startUrl: string | null }[];
  /** Whose words the parts are. */
  readonly author: 'PERSON' | 'AGENT';
  readonly stepLimit: number;
};

type Asked = { readonly gate: Gate; readonly facts: PolicyFacts };

const NOWHERE = 'about:blank';
const MAX_PARTS_SHOWN = 12;
/** One site alone is asked for when it comes to it: the question there says more. */
const FEWEST_SITES = 2;

/** Errors: those of `consult`, `audit.*`, and the refusal itself. */
export async function approvePlan(
  parts: Consultants,
  task: TaskContext,
  by: Principal,
  work: PlannedWork,
  signal: AbortSignal,
): Promise<Result<void>> {
  const asked = askedFor(parts, task, work);
  if (asked.length < FEWEST_SITES || task.approve !== 'ask') return ok(undefined);
  const requestId = randomUUID();
  const hosts = asked.map(({ facts }) => facts.host);
  const what = `run a plan over ${hosts.length} sites: ${hosts.join(', ')}`;
  const verdict = await consult(
    parts,
    {
      task,
      requestId,
      by,
      initiator: 'NAVIGATOR',
      asked,
      what,
      title: 'Run this plan',
      documentUrl: NOWHERE,
      documentId: '',
      digest: digestOf({ kind: 'PLAN', taskId: task.id, urls: asked.map(({ gate }) => gate.url), work }),
      details: rowsOf(work),
      agentSays: null,
      askPerson: true,
      isPlan: true,
      coveredByDocument: false,
      auditType: 'decision',
      evidence: { action: 'NAVIGATE', plan: hosts },
    },
    signal,
  );
  if (!verdict.ok) return verdict;
  const { error, recorded } = verdict.value;
  const written = await recorded;
  if (!written.ok) return written;
  if (error !== null) return { ok: false, error };
  task.state.planned = hosts;
  const gates = asked.map(({ gate }) => gate);
  return growOrigins(parts, task, { requestId, gates, byPage: false }, verdict.value);
}

/** The first place of each origin that would be asked for by itself, and that the same persons may answer for. */
function askedFor(parts: Consultants, task: TaskContext, { parts: planned }: PlannedWork): readonly Asked[] {
  const policy = parts.policy();
  if (!policy.ok) return [];
  const found = new Map<string, Asked & { readonly approvers: string | undefined }>();
  const now = parts.now();
  for (const { startUrl } of planned) {
    const origin = URL.parse(startUrl ?? '')?.origin;
    if (startUrl === null || origin === undefined || found.has(origin)) continue;
    // As the act itself will be put, from nowhere: a start leaves no page of the task's.
    const [gate] = gatesFor({ type: 'NAVIGATE', url: startUrl }, { documentUrl: NOWHERE, effect: NO_EFFECT });
    if (gate === undefined) continue;
    const facts = factsFor(gate, {
      task,
      action: 'NAVIGATE',
      initiator: 'NAVIGATOR',
      documentUrl: NOWHERE,
    });
    const ruling = rule(policy.value, [{ gate, facts }], parts.duties);
    // What is asked about each time no plan's answer covers.
    if (ruling.decision !== 'ESCALATE' || ruling.askOnce === 0 || isCovered(ruling, task, now)) continue;
    found.set(origin, { gate, facts, approvers: ruling.gates[0]?.approvers });
  }
  const all = [...found.values()];
  return all.filter(({ approvers }) => approvers === all[0]?.approvers);
}

const isCovered = (ruling: Ruling, task: TaskContext, now: number): boolean =>
  coveredByGrants(ruling, { task, documentUrl: NOWHERE, documentId: '', initiator: 'NAVIGATOR' }, now);

const rowsOf = ({ parts, author, stepLimit }: PlannedWork): ConsentCard['details'] => [
  ...parts
    .slice(0, MAX_PARTS_SHOWN)
    .map(({ intent }, at) => theirs(author, 'VALUE', `part ${at + 1}`, intent)),
  ...(parts.length > MAX_PARTS_SHOWN ? [ours('FACT', 'and', `${parts.length - MAX_PARTS_SHOWN} more`)] : []),
  ours('FACT', 'there', 'reading, pressing and entering text, as far as your policy goes'),
  ours('FACT', 'still asked before', 'log-ins, cards, files, and any other site'),
  ours('FACT', 'limit', `${stepLimit} steps`),
];
