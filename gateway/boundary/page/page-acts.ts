// Decides what a page starts by itself and what waits for its own verdict: by the same policy, with `initiator: PAGE`.
// INVARIANT: an error here is a refusal; a person is asked only where a page wants to go, and only while it waits.
import { randomUUID } from 'node:crypto';
import { isSameOrigin } from '#policy/acts/gate.ts';
import { grantBasisOf } from '#policy/requests/grant-basis.ts';
import type { Gate } from '#policy/acts/gate.ts';
import { describe } from '#policy/language/failure.ts';
import { READING_METHODS, pageActGates, pageActRow } from '#policy/acts/page-acts.ts';
import { TAKES, requestOf } from '#policy/acts/sent-request.ts';
import type { FormPurpose, Initiator, PageActKind } from '#policy/language/vocabulary.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import type { PageAct, PageActVerdict } from '#executors/contract/page-act.ts';
import { afterAllow } from '#gateway/boundary/steps/after-allow.ts';
import type { AuditEvent } from '#gateway/audit/format/contract.ts';
import { consultOncePerBurst } from '#gateway/boundary/steps/request-log-batching.ts';
import { bounded } from '#gateway/settings/bounded-evidence.ts';
import { consult } from '#gateway/boundary/steps/consult.ts';
import type { Consultants, Consultation } from '#gateway/boundary/steps/consult.ts';
import type { Verdict } from '#gateway/boundary/steps/verdict.ts';
import { contentHostOf } from '#gateway/boundary/provenance/content.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { hostOf } from '#policy/requests/host.ts';
import { decideDownload } from '#gateway/boundary/downloads/decide-download.ts';
import { detailsOfPageAct, pageActInWords, requestInWords } from '#gateway/boundary/words/page-act-words.ts';
import { notePageEvent } from '#gateway/boundary/task/page-log.ts';
import { refuseUnexamined } from '#gateway/boundary/task/refuse-unexamined.ts';
import { PAGE } from '#gateway/boundary/task/principal.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import { sendingsOfPageAct } from '#gateway/boundary/weighing/sendings.ts';
import { purposeRows, purposesOfPageForm } from '#gateway/boundary/weighing/form-purpose.ts';
import { inspectOutgoing } from '#gateway/boundary/weighing/inspect-outgoing.ts';
import type { OutgoingInspection } from '#gateway/boundary/weighing/inspect-outgoing.ts';
import { reasonsInWords } from '#gateway/boundary/steps/refusals.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { visible } from '#gateway/protocol/visible.ts';

/** Who started an act: of a Ghost Tab's page it is always the page. */
export type Starter = { readonly by: Principal; readonly initiator: Initiator };
export const PAGE_ITSELF: Starter = { by: PAGE, initiator: 'PAGE' };

/** An act that the page started and that waits. `signal` is aborted when nothing waits for it any more. */
export async function decidePageAct(
  parts: Consultants,
  task: TaskContext,
  act: PageAct,
  signal: AbortSignal,
  starter: Starter = PAGE_ITSELF,
): Promise<PageActVerdict> {
  try {
    return act.kind === 'FEATURE'
      ? await noteFeature(parts, task, act)
      : act.kind === 'DOWNLOAD'
        ? await decideDownload(parts, task, act, signal)
        : await decide(parts, task, act, signal, starter);
  } catch (thrown) {
    return { allow: false, reason: `refused because of an unexpected error: ${describe(thrown)}` };
  }
}

async function decide(
  parts: Consultants,
  task: TaskContext,
  act: PageAct,
  signal: AbortSignal,
  starter: Starter,
): Promise<PageActVerdict> {
  const weighed = task.state.examining.spend(() =>
    inspectOutgoing(task.state.provenance, sendingsOfPageAct(act)),
  );
  if (weighed === null)
    return refuseUnexamined(parts.audit, task, act.kind === 'CONNECT' ? 'connection' : 'page.act', {
      what: pageActInWords(bounded(act)),
      where: 'url' in act ? hostOf(URL.parse(act.url)) : '',
    });
  const about = consultationOn(parts, task, act, weighed, starter);
  if (act.kind === 'CONNECT') return connect(parts, about, act, weighed, signal);
  const consulted = await consult(parts, about, signal);
  if (!consulted.ok) return { allow: false, reason: consulted.error.message };
  const verdict = consulted.value;
  const written = await verdict.recorded;
  if (!written.ok) return { allow: false, reason: written.error.message };
  if (verdict.error !== null) {
    noteAnswer(task, verdict);
    return { allow: false, reason: `${verdict.error.message} (${reasonsInWords(verdict.ruling)})` };
  }
  if (signal.aborted) return { allow: false, reason: 'nothing waits for this any more' };
  if (leads(act)) {
    const gates = about.asked.map(({ gate }) => gate);
    const admitted = await afterAllow(
      parts,
      task,
      { requestId: about.requestId, gates, byPage: true },
      verdict,
    );
    if (!admitted.ok) return { allow: false, reason: admitted.error.message };
  }
  weighed.commit();
  if (act.kind === 'FRAME')
    task.state.frameHosts.take(contentHostOf(act.documentUrl), contentHostOf(act.url));
  leadTo(parts, task, act);
  return { allow: true, reason: reasonsInWords(verdict.ruling) };
}

type ConnectAct = Extract<PageAct, { kind: 'CONNECT' }>;

/** A request that is no document: nobody is asked, and those alike share an entry. */
async function connect(
  parts: Consultants,
  about: Consultation,
  act: ConnectAct,
  weighed: OutgoingInspection,
  signal: AbortSignal,
): Promise<PageActVerdict> {
  const plain = takesOnly(act) && act.headers === undefined && weighed.findings === 0;
  const likeness = plain ? ['CONNECT', act.method, URL.parse(act.url)?.host, act.route?.id ?? null] : null;
  const { allow, reason } = await consultOncePerBurst(parts, about, likeness, signal);
  if (!allow) return { allow, reason };
  if (signal.aborted) return { allow: false, reason: 'nothing waits for this any more' };
  weighed.commit();
  leadTo(parts, about.task, act);
  return { allow, reason };
}

/** It gives nothing but its address, and no credential in that. */
const takesOnly = (act: ConnectAct): boolean =>
  READING_METHODS.has(act.method) && act.body === null && !act.credentials;

/** Over TLS the choke point is asked next, for the tunnel that this goes through. */
function leadTo(parts: Consultants, task: TaskContext, act: PageAct): void {
  const policy = parts.policy();
  if (!policy.ok || !('url' in act)) return;
  const purpose = act.kind === 'CONNECT' || act.kind === 'FRAME' ? 'SUBRESOURCE' : 'DOCUMENT';
  const policyHash = grantBasisOf(policy.value);
  task.tab.expectedTunnels.expect({ url: act.url, purpose, pageAct: rowOf(act), policyHash }, parts.now());
}

function consultationOn(
  parts: Consultants,
  task: TaskContext,
  act: PageAct,
  weighed: OutgoingInspection,
  { by, initiator }: Starter,
): Consultation {
  const shown = weighed.shown.pageAct(act);
  const kind = rowOf(act);
  const gates = gatesOfPageAct(act);
  const connects = act.kind === 'CONNECT';
  const purposes = purposesOfPageForm(act);
  const facts = (gate: Gate, formPurpose: FormPurpose) =>
    factsFor(gate, {
      task,
      action: 'NONE',
      initiator,
      documentUrl: act.documentUrl,
      purpose: act.kind === 'FRAME' || connects ? 'SUBRESOURCE' : 'DOCUMENT',
      pageAct: kind,
      formPurpose,
      ...weighed.facts,
    });
  const policy = parts.policy();
  // INVARIANT: a person who let a document come was asked for that, and for nothing that its opener, or it, sends elsewhere.
  const admitted =
    connects &&
    takesOnly(act) &&
    !weighed.carries &&
    policy.ok &&
    task.state.grants.admitsConnection({
      server: act.url,
      url: act.url,
      page: act.documentUrl,
      policyHash: grantBasisOf(policy.value),
      now: parts.now(),
    });
  return {
    task,
    requestId: randomUUID(),
    by,
    initiator,
    asked: purposes.flatMap(({ purpose }) =>
      gates.map((gate) => ({ gate: weighed.shown.gate(gate), facts: facts(gate, purpose) })),
    ),
    what: connects ? requestInWords(act) : pageActInWords(bounded(shown)),
    documentUrl: act.documentUrl,
    documentId: '',
    digest: digestOf(withoutText(act)),
    details: [...detailsOfPageAct(bounded(shown)), ...purposeRows(purposes), ...weighed.details],
    agentSays: null,
    askPerson: pageActRow(kind).ask,
    coveredByDocument: admitted,
    ...(act.kind === 'CONNECT' ? { admittedAt: act.url } : {}),
    auditType: connects ? 'connection' : 'page.act',
    evidence: { ...bounded(connects ? withoutValues(act) : withoutText(shown)), ...weighed.evidence },
  };
}

/** An ability that was taken away, and that the page asked for: told by the page, so nothing follows but the entry. */
async function noteFeature(
  parts: Consultants,
  task: TaskContext,
  act: Extract<PageAct, { kind: 'FEATURE' }>,
): Promise<PageActVerdict> {
  if (task.tab.tellsFeature(act.documentUrl, act.feature)) {
    const event: AuditEvent = {
      type: 'page.act',
      taskId: task.id,
      requestId: randomUUID(),
      who: 'page',
      what: pageActInWords(act),
      where: hostOf(URL.parse(act.documentUrl)),
      verdict: null,
      why: '',
      outcome: 'REFUSED',
      details: { feature: act.feature, document: visible(act.documentUrl), toldBy: 'page' },
    };
    await notePageEvent(parts.audit, task, event, null);
  }
  return { allow: false, reason: pageActRow(act.feature).refused };
}

/** What an answer means beyond the one act: the end of the task. */
export function noteAnswer(task: TaskContext, { consent, error }: Pick<Verdict, 'consent' | 'error'>): void {
  if (consent !== null && consent.state !== 'GRANTED' && consent.stopTask && error !== null)
    task.state.stop(error);
}

/** Only what takes the tab somewhere else: a document in front, or a window. */
const leads = (act: PageAct): boolean => act.kind === 'NAVIGATE' || act.kind === 'OPEN_WINDOW';

function gatesOfPageAct(act: PageAct): readonly Gate[] {
  const { documentUrl } = act;
  const url = 'url' in act ? act.url : documentUrl;
  // What was typed into a document is that document's already: to its own origin a script sends it as data.
  const own = act.kind === 'CONNECT' && isSameOrigin(url, documentUrl);
  const credentials = 'credentials' in act && act.credentials && !own;
  const form = 'start' in act && act.start === 'FORM';
  const takes = (method: string): boolean =>
    act.kind === 'CONNECT' ? READING_METHODS.has(method) : method === 'GET';
  const sends = 'method' in act && (!takes(act.method) || act.body !== null || form || credentials);
  const request =
    'method' in act ? requestOf(act.method, act.body) : act.kind === 'OPEN_WINDOW' ? TAKES : undefined;
  return pageActGates(rowOf(act), {
    url,
    documentUrl,
    sends,
    credentials,
    ...(request === undefined ? {} : { request }),
  });
}

const rowOf = (act: PageAct): PageActKind => (act.kind === 'FEATURE' ? act.feature : act.kind);

/** As it may be logged and digested: the tab's name tells nothing, and a body's text is for no log. */
function withoutText(act: PageAct): Readonly<Record<string, unknown>> {
  const { tabId: _tab, ...rest } = act;
  if (!('body' in rest) || rest.body === null) return rest;
  const { text: _text, ...body } = rest.body;
  return { ...rest, body };
}

/** A page makes hundreds: server and size are enough to know them by, and an address may hold anything. */
function withoutValues({ method, body, route, credentials }: ConnectAct): Readonly<Record<string, unknown>> {
  const sent = body === null ? null : { bytes: body.bytes, contentType: body.contentType };
  return {
    method,
    body: sent,
    ...(credentials ? { credentials } : {}),
    ...(route === undefined ? {} : { route }),
  };
}
