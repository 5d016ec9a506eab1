// Decides an attempt: puts its gates as facts to the policy and, where needed, to a person. INVARIANT: an act is counted in the turn
// in which it is decided, and is no longer counted if it was not tried or is decided once more; whatever throws is a refusal.
import { payloadOf } from '#policy/acts/payload.ts';
import { decidedAs } from '#policy/acts/actions.ts';
import type { Result } from '#policy/language/failure.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import type { ElementIdentity, Inspection } from '#executors/contract/inspection.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { contentOf, contentSays } from '#gateway/boundary/grants/coverage.ts';
import type { Journal } from '#gateway/boundary/steps/journal.ts';
import { formSeen } from '#gateway/boundary/grants/log-ins.ts';
import { consult } from '#gateway/boundary/steps/consult.ts';
import type { Asked, Consultants, Consulted } from '#gateway/boundary/steps/consult.ts';
import type { Verdict } from '#gateway/boundary/steps/verdict.ts';
import { canonicalName } from '#policy/requests/names.ts';
import { hostOf } from '#policy/requests/host.ts';
import type { BrowserActionType } from '#policy/language/vocabulary.ts';
import type { Keeping } from '#policy/tools/logs/keeping.ts';
import type { CountedAct } from '#gateway/boundary/task/state/act-counts.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { scriptEvidence } from '#gateway/boundary/words/evidence.ts';
import type { Attempt, Performed } from './contract.ts';
import { brokenOff } from './broken-off.ts';
import { variantsOf } from './variants.ts';
import { wordsOf } from '#gateway/boundary/weighing/words-apart.ts';

/** A page or a policy changed between decision and act: it is decided once more. */
export const DECIDED_ONCE_MORE: ReadonlySet<string> = new Set([
  'act.changed',
  'authorization.policy-changed',
]);

export type Decided = {
  readonly verdict: Result<Verdict>;
  /** A person was asked, and allowed it. */
  readonly granted: boolean;
  /** What its caller is told of an act that was not tried. */
  readonly untried: (result: Extract<Result<never>, { readonly ok: false }>) => Performed;
  /** What its caller is told of one that was. */
  readonly tried: (result: Result<ActOutcome>) => Performed;
};

/** Never rejects: a refusal, and an error that nobody expected, is in `verdict`. */
export async function decideAct(
  parts: Consultants,
  journal: Journal,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Decided> {
  const { request, weighed, inputs, landing } = attempt;
  const { task, action, initiator } = request;
  const type = decidedAs(action);
  const counted = task.state.acts.take(countedAct(attempt, type));
  const surroundings = {
    task,
    initiator,
    documentUrl: inputs.documentUrl,
    ...(inputs.folder === undefined ? {} : { folder: inputs.folder }),
    ...(request.typed === undefined ? {} : { typed: request.typed.origins }),
    element: landing.element,
    ...weighed.facts,
  };

  const ruled = async (): Promise<Result<Verdict>> => {
    const asked = (judging: Keeping): Asked => {
      const variants = variantsOf(attempt, judging);
      const words = wordsOf(weighed.facts.content, inputs.documentUrl);
      return weighed.gates.flatMap((gate) => {
        const { action: as = type } = gate;
        const before = counted.before(as, hostOf(URL.parse(gate.url ?? inputs.documentUrl)));
        const at = { ...surroundings, action: as, counted: before };
        return variants.flatMap((variant) =>
          words.map(({ content, ...perhaps }) => ({
            gate: weighed.logged(gate),
            facts: factsFor(gate, { ...at, ...variant, content }),
            ...perhaps,
          })),
        );
      });
    };
    return consult(parts, consultationOf(attempt, asked), signal);
  };
  const verdict = await ruled().catch(brokenOff(journal, attempt));
  const performed = (result: Result<ActOutcome>): Performed => ({
    requestId: attempt.requestId,
    what: weighed.what,
    ruling: verdict.ok ? verdict.value.ruling : null,
    consent: verdict.ok ? verdict.value.consent : null,
    submits: attempt.inspection.effect.submits?.method === 'POST',
    result,
  });
  return {
    verdict,
    granted: verdict.ok && verdict.value.consent?.state === 'GRANTED',
    untried: (result) => {
      counted.giveBack();
      return performed(result);
    },
    tried: (result) => {
      if (!result.ok && DECIDED_ONCE_MORE.has(result.error.code)) counted.giveBack();
      return performed(result);
    },
  };
}

const SENDS: ReadonlySet<string> = new Set(['FORM_SUBMIT_DATA', 'FORM_SUBMIT_CREDENTIALS', 'FILE_UPLOAD']);

function countedAct({ request, weighed, inputs, landing }: Attempt, type: BrowserActionType): CountedAct {
  const { element } = landing;
  const types = [...new Set([type, ...weighed.gates.flatMap((gate) => gate.action ?? [])])];
  const hosts = weighed.gates.map((gate) => hostOf(URL.parse(gate.url ?? inputs.documentUrl)));
  return {
    types,
    hosts,
    elements: element === null ? [] : namesOf(landing, element),
    changes:
      weighed.gates.some(({ capability }) => SENDS.has(capability)) ||
      payloadOf(request.action).some(({ place }) => place === 'choice'),
  };
}

/** A page calls an element what it likes, `Like (4)` after `Like (3)`: its node in the document, and the developers' own mark, stay. */
function namesOf(
  { document, effect }: Inspection,
  { role, name, backendNodeId }: ElementIdentity,
): readonly string[] {
  const host = hostOf(URL.parse(document.url));
  const { testId = '' } = effect.marks ?? {};
  return [
    `${host} ${role} ${canonicalName(name)}`,
    `document ${document.id} ${backendNodeId}`,
    ...(testId === '' ? [] : [`${host} test-id ${testId}`]),
  ];
}

function consultationOf(attempt: Attempt, asked: Consulted['asked']): Consulted {
  const { request, requestId, weighed, inputs, inspection, bound, text } = attempt;
  const { task, action, initiator, says, asks = true } = request;
  const { document, element } = attempt.landing;
  return {
    ...attempt.act,
    requestId,
    task,
    initiator,
    asked,
    documentUrl: document.url,
    documentId: document.id,
    form: formSeen(inspection.effect),
    digest: digestOf({ ...bound, requestId: null }),
    content: contentOf(action, text),
    contentSays: contentSays(action),
    details: [...weighed.details, ...inputs.details],
    agentSays: says,
    askPerson: asks,
    coveredByDocument: false,
    eachTime: inputs.eachTime,
    auditType: 'decision',
    stands: weighed.facts.content,
    evidence: {
      action: decidedAs(action),
      ...scriptEvidence(action),
      ...inputs.evidence,
      element: element === null ? null : { role: element.role, name: element.name },
      ...weighed.evidence,
    },
  };
}
