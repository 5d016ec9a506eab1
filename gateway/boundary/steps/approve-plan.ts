// Asks once for what a task's plan would be asked for by itself, before its first act: going to its sites, and what parts that change
// something do there. INVARIANT: it saves questions and makes none: below two of them nobody is asked; what is granted is what "this task,
// this site" would cover, origin by origin, less what the person leaves out; what the policy denies, or asks each time, or has others
// answer for, is not in it.
import { randomUUID } from 'node:crypto';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { hostOf } from '#policy/requests/host.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import { GRAVE_PURPOSES } from '#gateway/boundary/grants/coverage.ts';
import { coveredByGrants } from '#gateway/boundary/grants/grants.ts';
import { isLeftOut, originOf } from '#gateway/boundary/grants/planned-acts.ts';
import { goingTo, gravelyAt, transactingAt } from '#gateway/boundary/weighing/foreseen-acts.ts';
import type { ForeseenAct } from '#gateway/boundary/weighing/foreseen-acts.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { ours, theirs } from '#gateway/boundary/words/rows.ts';
import { planSiteRows } from '#gateway/boundary/words/site-rows.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { growOrigins } from './after-allow.ts';
import { consult } from './consult.ts';
import type { Consultants } from './consult.ts';

export type PlannedWork = {
  readonly parts: readonly {
    readonly intent: string;
    readonly startUrl: string | null;
    /** It changes something where it is done: it enters, presses and sends. */
    readonly transacts: boolean;
  }[];
  /** Whose words the parts are. */
  readonly author: 'PERSON' | 'AGENT';
  readonly stepLimit: number;
};

const NOWHERE = 'about:blank';
const MAX_PARTS_SHOWN = 12;
/** One thing alone is asked for when it comes to it: the question there says more. */
const FEWEST_QUESTIONS = 2;

/** Errors: those of `consult`, `audit.*`, and the refusal itself. */
export async function approvePlan(
  parts: Consultants,
  task: TaskContext,
  by: Principal,
  work: PlannedWork,
  signal: AbortSignal,
): Promise<Result<void>> {
  const asked = askedFor(parts, task, work);
  const questions = new Set(asked.map(({ gate }) => `${gate.capability} ${originOf(gate)}`));
  if (questions.size < FEWEST_QUESTIONS || task.approve !== 'ask') return ok(undefined);
  const requestId = randomUUID();
  const hosts = hostsOf(asked);
  const what = `run a plan over ${hosts.length === 1 ? '1 site' : `${hosts.length} sites`}: ${hosts.join(', ')}`;
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
      digest: digestOf({
        kind: 'PLAN',
        taskId: task.id,
        acts: asked.map(({ gate, facts }) => [gate.capability, gate.url, facts.action]),
        work,
      }),
      details: [...planSiteRows(asked), ...rowsOf(work), ...graveRows(parts, task, asked)],
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
  const { consent } = verdict.value;
  const leftOut = consent?.state === 'GRANTED' ? consent.leftOut : undefined;
  const allowed = asked.filter(({ gate }) => !isLeftOut(gate, leftOut));
  task.state.planned = hostsOf(allowed);
  // Only where the task may go: what it may send there opens nothing by itself.
  const gates = allowed.flatMap(({ gate, facts }) => (facts.action === 'NAVIGATE' ? [gate] : []));
  return growOrigins(parts, task, { requestId, gates, byPage: false }, verdict.value);
}

const hostsOf = (acts: readonly ForeseenAct[]): readonly string[] => [
  ...new Set(acts.map(({ gate }) => hostOf(URL.parse(gate.url ?? '')))),
];

/** What would be asked for by itself at the first place of each origin, and that the same persons may answer for. */
function askedFor(
  parts: Consultants,
  task: TaskContext,
  { parts: planned }: PlannedWork,
): readonly ForeseenAct[] {
  const policy = parts.policy();
  if (!policy.ok) return [];
  const now = parts.now();
  const found: (ForeseenAct & { readonly approvers: string | undefined })[] = [];
  const seen = new Set<string>();
  const ruleOn = (one: ForeseenAct): Ruling => rule(policy.value, [one], parts.duties);
  let place: string | null = null;
  for (const { startUrl, transacts } of planned) {
    // A part without a start of its own goes on where the one before it was.
    place = startUrl ?? place;
    const origin = URL.parse(place ?? '')?.origin;
    if (place === null || origin === undefined) continue;
    const going = goingTo(place, task);
    // Nothing is done where nobody may go.
    const isClosed = going.some((one) => !['ALLOW', 'ESCALATE'].includes(ruleOn(one).decision));
    for (const one of isClosed ? [] : [...going, ...(transacts ? transactingAt(place, task) : [])]) {
      const { gate, facts } = one;
      const key = `${origin} ${gate.capability} ${facts.action}`;
      const ruling = ruleOn(one);
      // What is asked about each time no plan's answer covers.
      if (
        seen.has(key) ||
        ruling.decision !== 'ESCALATE' ||
        ruling.askOnce === 0 ||
        isCovered(ruling, task, now)
      )
        continue;
      seen.add(key);
      found.push({ ...one, approvers: ruling.gates[0]?.approvers });
    }
  }
  return found.filter(({ approvers }) => approvers === found[0]?.approvers);
}

const isCovered = (ruling: Ruling, task: TaskContext, now: number): boolean =>
  coveredByGrants(ruling, { task, documentUrl: NOWHERE, documentId: '', initiator: 'NAVIGATOR' }, now);

const rowsOf = ({ parts, author, stepLimit }: PlannedWork): ConsentCard['details'] => [
  ...parts
    .slice(0, MAX_PARTS_SHOWN)
    .map(({ intent }, at) => theirs(author, 'VALUE', `part ${at + 1}`, intent)),
  ...(parts.length > MAX_PARTS_SHOWN ? [ours('FACT', 'and', `${parts.length - MAX_PARTS_SHOWN} more`)] : []),
  ours('FACT', 'there', 'reading, pressing and entering text, as far as your policy goes'),
  ours('FACT', 'not covered', 'log-ins, cards, files, and any other site: they go by your policy'),
  ours('FACT', 'limit', `${stepLimit} steps`),
];

const GRAVE: Readonly<Record<(typeof GRAVE_PURPOSES)[number], string>> = {
  PAYMENT: 'orders and payments',
  PUBLISHING: 'posts',
  DELETION: 'deletions',
  SIGN_UP: 'sign-ups',
};

/** What grave forms come to at the plan's sites once it may go there, by the policy itself. INVARIANT: no question is promised that it does not ask. */
function graveRows(
  parts: Consultants,
  task: TaskContext,
  asked: readonly ForeseenAct[],
): ConsentCard['details'] {
  const policy = parts.policy();
  if (!policy.ok) return [];
  const places = [...new Set(asked.map(({ gate }) => originOf(gate)))];
  const isAsked = (purpose: keyof typeof GRAVE): boolean =>
    places.every((place) =>
      gravelyAt(place, task, purpose).every(
        (one) => rule(policy.value, [one], parts.duties).decision !== 'ALLOW',
      ),
    );
  const before = GRAVE_PURPOSES.filter(isAsked);
  const unasked = GRAVE_PURPOSES.filter((purpose) => !before.includes(purpose));
  const row = (label: string, purposes: readonly (keyof typeof GRAVE)[]) =>
    purposes.length === 0 ? [] : [ours('FACT', label, purposes.map((one) => GRAVE[one]).join(', '))];
  return [...row('asked before, or denied', before), ...row('not asked about, by your policy', unasked)];
}
