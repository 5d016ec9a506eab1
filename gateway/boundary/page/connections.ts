// Decides each connection of a tab's browser for the choke point: by the same policy, with `initiator: PAGE`.
// INVARIANT: an error here is a refusal; nobody is asked, so an ESCALATE is a refusal unless the connection's document was allowed.
import { randomUUID } from 'node:crypto';
import { isSameOrigin } from '#policy/acts/gate.ts';
import { grantBasisOf } from '#policy/requests/grant-basis.ts';
import type { Gate } from '#policy/acts/gate.ts';
import { describe } from '#policy/language/failure.ts';
import { READING_METHODS, pageActGates } from '#policy/acts/page-acts.ts';
import { requestOf, requestUnseen } from '#policy/acts/sent-request.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import type { ConnectionEnds, ConnectionRequest, ConnectionVerdict } from '#executors/contract/connection.ts';
import { consultOncePerBurst } from '#gateway/boundary/steps/request-log-batching.ts';
import type { Consultants, Consultation } from '#gateway/boundary/steps/consult.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { refuseUnexamined } from '#gateway/boundary/task/refuse-unexamined.ts';
import { PAGE } from '#gateway/boundary/task/principal.ts';
import { sendingsOfConnection } from '#gateway/boundary/weighing/sendings.ts';
import { inspectOutgoing } from '#gateway/boundary/weighing/inspect-outgoing.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { visible } from '#gateway/protocol/visible.ts';

/**
 * One connection of a tab's browser. What belongs to an admitted document passes an ESCALATE: the person was asked for that.
 * DENY holds for them too (a private address behind a public name).
 */
export async function decideConnection(
  parts: Consultants,
  task: TaskContext,
  page: string,
  request: ConnectionRequest,
): Promise<ConnectionVerdict> {
  try {
    const asked =
      request.url ??
      `${request.scheme === 'connect' ? 'https' : request.scheme}://${bracketed(request.host)}:${request.port}/`;
    const policy = parts.policy();
    const now = parts.now();
    const socket = request.scheme === 'ws' || request.scheme === 'wss';
    // Inside a tunnel nothing shows: what it is for was decided on with its whole address.
    const tunnel =
      request.url === null && policy.ok && !socket
        ? task.tab.expectedTunnels.find({ url: asked, policyHash: grantBasisOf(policy.value), now })
        : null;
    const url = tunnel?.url ?? asked;
    const weighed = task.state.examining.spend(() =>
      inspectOutgoing(task.state.provenance, sendingsOfConnection(asked, page)),
    );
    if (weighed === null)
      return await refuseUnexamined(parts.audit, task, 'connection', {
        what: `connect to ${visible(request.host)}:${request.port}`,
        where: visible(request.host),
      });
    const { credentials = false, decided = false, unseen = false } = request;
    // What a document leaves behind goes when another one is there already: it is nobody's own.
    const same = !unseen && isSameOrigin(asHttp(url), page);
    // INVARIANT: a person who let a document come was asked for a document: for no WebSocket of another one, and no credential.
    const admitted =
      policy.ok &&
      !weighed.carries &&
      !credentials &&
      !unseen &&
      (!socket || same) &&
      // Of a tunnel on a port of its own the use shows only inside: it is one server whichever way it speaks.
      (request.scheme === 'connect' ? [url, url.replace(/^https/u, 'http')] : [url]).some((server) =>
        task.state.grants.admitsConnection({
          server,
          url: request.url,
          decided,
          page,
          policyHash: grantBasisOf(policy.value),
          now,
        }),
      );
    // Inside a tunnel nobody sees what is asked: that was decided on before, with the address.
    const seen =
      request.url === null
        ? null
        : // A guard that decided on this request has looked at its body; nobody does here.
          decided
          ? requestOf(request.method, null)
          : requestUnseen(request.method);
    const gate: Gate = {
      capability: same ? 'NAVIGATE_SAME_ORIGIN' : 'NAVIGATE_CROSS_ORIGIN',
      url,
      ...(seen === null ? {} : { request: seen }),
    };
    const at = {
      task,
      action: 'NONE',
      initiator: 'PAGE',
      documentUrl: page,
      // A WebSocket is no document, and never what another request to its server was decided for.
      purpose: socket ? 'SUBRESOURCE' : (tunnel?.purpose ?? (admitted ? 'DOCUMENT' : 'SUBRESOURCE')),
      ...(tunnel === null || tunnel.pageAct === 'NONE' ? {} : { pageAct: tunnel.pageAct }),
      addressClass: request.addressClass,
      ...(request.address === null ? {} : { address: request.address }),
      ...weighed.facts,
    } as const;
    // What another site was given goes to this one, in an address; or nobody knows what goes.
    const [, ...sends] = pageActGates('CONNECT', {
      url,
      documentUrl: page,
      sends: credentials || unseen,
      credentials,
    });
    const { method, port, address, addressClass } = request;
    const about: Consultation = {
      task,
      requestId: randomUUID(),
      by: PAGE,
      initiator: 'PAGE',
      asked: [gate, ...sends].map((one) => ({ gate: weighed.shown.gate(one), facts: factsFor(one, at) })),
      what: `connect to ${visible(request.host)}:${port}`,
      documentUrl: page,
      documentId: '',
      digest: digestOf({ connection: request.host, port }),
      details: [],
      agentSays: null,
      askPerson: false,
      coveredByDocument: admitted,
      admittedAt: url,
      auditType: 'connection',
      evidence: { method, port, address, addressClass, admitted, ...weighed.evidence },
    };
    const plain =
      sends.length === 0 && request.url !== null && READING_METHODS.has(method) && weighed.findings === 0;
    const likeness = plain ? [request.scheme, request.host, port, method, address, addressClass] : null;
    const { allow, reason } = await consultOncePerBurst(parts, about, likeness, task.signal);
    return { allow, reason };
  } catch (thrown) {
    return { allow: false, reason: `refused because of an unexpected error: ${describe(thrown)}` };
  }
}

const MAX_LOGGED_ENDS = 40;

/** What became of a tab's connections, for the log: one entry a batch. */
export function noteConnectionEnds(
  { audit }: Consultants,
  task: TaskContext,
  ends: readonly ConnectionEnds[],
): void {
  const sum = (of: (end: ConnectionEnds) => number): number => ends.reduce((all, end) => all + of(end), 0);
  const count = sum(({ connections }) => connections);
  // As with every entry that nothing waits for: should it not reach the disk, the log refuses all later ones.
  void audit.append({
    type: 'connection.ended',
    taskId: task.id,
    requestId: null,
    who: 'gateway',
    what: `end ${count} connection${count === 1 ? '' : 's'}`,
    where: ends.length === 1 ? (ends[0]?.host ?? '') : '',
    verdict: null,
    why: '',
    outcome: sum(({ failed }) => failed) === 0 ? 'DONE' : 'FAILED',
    details: { ends: ends.slice(0, MAX_LOGGED_ENDS), more: Math.max(0, ends.length - MAX_LOGGED_ENDS) },
  });
}

const asHttp = (url: string): string => url.replace(/^ws/u, 'http');
const bracketed = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
