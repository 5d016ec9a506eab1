// What a page and its network connections start by themselves: the same policy, with `initiator: PAGE`.
// INVARIANT: an error here is a refusal; nothing that a page loads asks a person, only where it wants to go.
import { randomUUID } from 'node:crypto';
import { isSameOrigin } from '#policy/actions.ts';
import type { Gate } from '#policy/actions.ts';
import { describe } from '#policy/failure.ts';
import { pageActGates, pageActRow } from '#policy/page-acts.ts';
import { PAGE_ACTS } from '#policy/vocabulary.ts';
import { digestOf } from '#executors/authorization.ts';
import type {
  ConnectionRequest,
  ConnectionVerdict,
  DocumentRequest,
  PageAct,
  PageActVerdict,
  PageGrants,
} from '#executors/contract.ts';
import { consult } from './consult.ts';
import { rule } from './decide.ts';
import type { Consultants, Consultation, Verdict } from './consult.ts';
import { factsFor, hostOf } from './facts.ts';
import { reasonsInWords } from './refusals.ts';
import type { TaskContext } from './tasks/context.ts';
import { visible } from './words.ts';

const PAGE = { kind: 'page', id: 'page' } as const;
const REFUSED = { allow: false, reason: 'refused because of an unexpected error' } as const;

/**
 * One connection of a tab's browser. Hosts of admitted documents pass an ESCALATE: the person was asked for the document.
 * DENY holds for them too (a private address behind a public name).
 */
export async function admitConnection(
  parts: Consultants,
  task: TaskContext,
  page: string,
  request: ConnectionRequest,
): Promise<ConnectionVerdict> {
  try {
    const url =
      request.url ??
      `${request.scheme === 'wss' || request.scheme === 'connect' ? 'https' : request.scheme}://${bracketed(request.host)}:${request.port}/`;
    const policy = parts.policy();
    const admitted = policy.ok && task.grants.admitsHost(hostOf(URL.parse(url)), policy.value.semanticHash);
    const same = isSameOrigin(asHttp(url), page);
    const gate: Gate = { capability: same ? 'NAVIGATE_SAME_ORIGIN' : 'NAVIGATE_CROSS_ORIGIN', url };
    const facts = factsFor(gate, {
      task,
      action: 'NONE',
      initiator: 'PAGE',
      documentUrl: page,
      purpose: admitted ? 'DOCUMENT' : 'SUBRESOURCE',
      addressClass: request.addressClass,
    });
    const evidence = {
      method: request.method,
      port: request.port,
      address: request.address,
      addressClass: request.addressClass,
      admitted,
    };
    const what = `connect to ${visible(request.host)}:${request.port}`;
    const about: Consultation = {
      task,
      requestId: randomUUID(),
      by: PAGE,
      initiator: 'PAGE',
      asked: [{ gate, facts }],
      what,
      documentUrl: page,
      documentId: '',
      digest: digestOf({ connection: request.host, port: request.port }),
      details: [],
      agentSays: null,
      askPerson: false,
      admitted,
      auditType: 'connection',
      evidence,
    };
    const consulted = await consult(parts, about, task.signal);
    if (!consulted.ok) return { allow: false, reason: consulted.error.message };
    const verdict = consulted.value;
    const written = await verdict.recorded;
    if (!written.ok) return { allow: false, reason: written.error.message };
    if (verdict.error === null) return { allow: true, reason: reasonsInWords(verdict.ruling) };
    return { allow: false, reason: `${verdict.error.message} (${reasonsInWords(verdict.ruling)})` };
  } catch (thrown) {
    return { ...REFUSED, reason: `${REFUSED.reason}: ${describe(thrown)}` };
  }
}

/** An act that the page started and that waits. Navigations of the main frame that escalate are put to a person. */
export async function admitPageAct(
  parts: Consultants,
  task: TaskContext,
  act: PageAct,
  signal: AbortSignal,
): Promise<PageActVerdict> {
  try {
    const gates = gatesOfPageAct(act);
    const facts = (gate: Gate) =>
      factsFor(gate, {
        task,
        action: 'NONE',
        initiator: 'PAGE',
        documentUrl: act.documentUrl,
        purpose: act.kind === 'FRAME' ? 'SUBRESOURCE' : 'DOCUMENT',
      });
    const site = act.kind === 'NAVIGATE' ? (URL.parse(act.url)?.origin ?? '') : '';
    const askPerson = act.kind === 'NAVIGATE' && !task.grants.isRefusedPageTarget(site);
    const { tabId: _tab, ...evidence } = act;
    const about: Consultation = {
      task,
      requestId: randomUUID(),
      by: PAGE,
      initiator: 'PAGE',
      asked: gates.map((gate) => ({ gate, facts: facts(gate) })),
      what: inWords(act),
      documentUrl: act.documentUrl,
      documentId: '',
      digest: digestOf(act),
      details: detailsOfPageAct(act),
      agentSays: null,
      askPerson,
      admitted: false,
      auditType: 'page.act',
      evidence,
    };
    const consulted = await consult(parts, about, signal);
    if (!consulted.ok) return { allow: false, reason: consulted.error.message };
    const verdict = consulted.value;
    const written = await verdict.recorded;
    if (!written.ok) return { allow: false, reason: written.error.message };
    if (verdict.error !== null && verdict.consent !== null) task.grants.refusePageTarget(site);
    if (verdict.error !== null)
      return { allow: false, reason: `${verdict.error.message} (${reasonsInWords(verdict.ruling)})` };
    if (act.kind === 'NAVIGATE') admitTarget(task, act, verdict);
    return { allow: true, reason: reasonsInWords(verdict.ruling) };
  } catch (thrown) {
    return { ...REFUSED, reason: `${REFUSED.reason}: ${describe(thrown)}` };
  }
}

function admitTarget(task: TaskContext, act: { readonly url: string }, { consent, ruling }: Verdict): void {
  const once = consent?.state === 'GRANTED' && consent.scope === 'ONCE';
  const host = hostOf(URL.parse(act.url));
  if (host !== '') {
    task.grants.admitDocumentHost(host, once ? 'DOCUMENT' : 'TASK', ruling.policyHash);
  }
}

function gatesOfPageAct(act: PageAct): readonly Gate[] {
  const { documentUrl } = act;
  const url = 'url' in act ? act.url : documentUrl;
  const sends = 'method' in act && (act.method !== 'GET' || act.body !== null);
  const credentials = 'credentials' in act && act.credentials;
  const kind = act.kind === 'FEATURE' ? act.feature : act.kind;
  return pageActGates(kind, { url, documentUrl, sends, credentials });
}

function inWords(act: PageAct): string {
  switch (act.kind) {
    case 'NAVIGATE':
    case 'FRAME':
      return `${act.kind === 'NAVIGATE' ? 'go' : 'take a frame'} to ${visible(act.url)} ${act.redirectedFrom === null ? 'because the page said so' : `by a redirect from ${visible(act.redirectedFrom)}`}`;
    case 'OPEN_WINDOW':
      return `open a window at ${visible(act.url)}`;
    case 'EXTERNAL_PROTOCOL':
      return `open another program by ${visible(act.url)}`;
    case 'DOWNLOAD':
      return `download “${visible(act.filename, 80)}” from ${visible(act.url)}`;
    case 'DIALOG':
      return `show a dialog (${act.dialog}) “${visible(act.message, 80)}”`;
    case 'FILE_CHOOSER':
      return 'open a file chooser';
    case 'CONNECT':
      return `request ${visible(act.url)}`;
    case 'FEATURE':
      return `use ${act.feature.toLowerCase().replaceAll('_', ' ')}`;
  }
}

function detailsOfPageAct(act: PageAct): Consultation['details'] {
  if (act.kind !== 'NAVIGATE') return [{ label: 'what', value: inWords(act), masked: false }];
  const rows = [
    { label: 'address', value: visible(act.url), masked: false },
    {
      label: 'started by',
      value:
        act.redirectedFrom === null ? 'the page itself' : `a redirect from ${visible(act.redirectedFrom)}`,
      masked: false,
    },
  ];
  return act.body === null && act.method === 'GET'
    ? rows
    : [...rows, { label: 'sends', value: `${act.method}, ${act.body?.bytes ?? 0} bytes`, masked: false }];
}

/** The DOCUMENT rows of the page-act table that the policy grants to a document. Anything unexpected grants nothing. */
export async function grantsOfDocument(
  parts: Consultants,
  task: TaskContext,
  document: DocumentRequest,
): Promise<PageGrants> {
  const policy = parts.policy();
  if (!policy.ok) return new Set();
  const admitted = task.grants.admitsHost(hostOf(URL.parse(document.url)), policy.value.semanticHash);
  const decided = PAGE_ACTS.filter((kind) => pageActRow(kind).moment === 'DOCUMENT').map((kind) => {
    const asked = pageActGates(kind, { url: document.url, documentUrl: document.topUrl }).map((gate) => ({
      gate,
      facts: factsFor(gate, {
        task,
        action: 'NONE',
        initiator: 'PAGE',
        documentUrl: document.topUrl,
        purpose: document.mainFrame ? 'DOCUMENT' : 'SUBRESOURCE',
      }),
    }));
    const { decision } = rule(policy.value, asked);
    return { kind, decision, granted: decision === 'ALLOW' || (decision === 'ESCALATE' && admitted) };
  });
  const written = await parts.audit.append({
    type: 'page.act',
    taskId: task.id,
    requestId: randomUUID(),
    who: 'page',
    what: `show ${visible(document.url)} with the abilities that the policy grants it`,
    where: hostOf(URL.parse(document.url)),
    verdict: null,
    why: '',
    outcome: null,
    details: {
      document,
      granted: decided.filter(({ granted }) => granted).map(({ kind }) => kind),
      policy: policy.value.semanticHash,
    },
  });
  return new Set(written.ok ? decided.filter(({ granted }) => granted).map(({ kind }) => kind) : []);
}

const asHttp = (url: string): string => url.replace(/^ws/u, 'http');
const bracketed = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
