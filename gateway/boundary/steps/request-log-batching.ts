// Batches log entries for bursts of alike requests of a page: each request is decided, and one entry covers those that follow
// shortly after it. INVARIANT: no request is sent before an entry that covers it is on disk, and the log counts the requests that an
// entry covers. Requests are alike if the same cells of the same policy allow them by the same facts, for documents of one origin,
// to one server.
import type { Result } from '#policy/language/failure.ts';
import { grantBasisOf } from '#policy/requests/grant-basis.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { byHost } from '#gateway/boundary/weighing/by-host.ts';
import { consult } from './consult.ts';
import type { Consultants, Consultation } from './consult.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { keptFacts } from '#policy/tools/logs/logged-address.ts';
import { hostOf } from '#policy/requests/host.ts';
import { notePageEvent } from '#gateway/boundary/task/page-log.ts';
import { nameOf } from '#gateway/boundary/task/principal.ts';
import { reasonsInWords } from './refusals.ts';
import type { RequestAnswer } from '#gateway/boundary/task/state/request-bursts.ts';

/** How long an entry covers later requests. */
const BURST_MS = 2_000;

/**
 * Decides and logs one request that nobody is asked about. `batchKey` holds what else tells two kinds of request apart (method,
 * server, address); it is `null` if the request is never batched.
 */
export async function consultOncePerBurst(
  parts: Consultants,
  about: Consultation,
  batchKey: readonly unknown[] | null,
  signal: AbortSignal,
): Promise<RequestAnswer> {
  const policy = parts.policy();
  // A candidate is compared on every single request.
  const plain = batchKey !== null && policy.ok && (parts.candidate?.() ?? null) === null;
  const ruling = plain
    ? rule(policy.value, byHost(about.asked, about.task.state.frameHosts, [policy.value]))
    : null;
  const goes =
    ruling !== null &&
    (ruling.decision === 'ALLOW' || (ruling.decision === 'ESCALATE' && about.coveredByDocument));
  if (!plain || ruling === null || !goes) return answer(parts, about, signal);
  const bursts = about.task.tab.requestBursts;
  const key = keyOf(policy.value, about, ruling, batchKey);
  const known = bursts.find(key);
  if (known !== undefined) return known.cover();
  if (bursts.full) return answer(parts, about, signal);
  const burst = bursts.begin(key, answer(parts, about, signal));
  // The timer keeps no process alive. No entry covers requests for longer than this, whatever the answer was.
  setTimeout(() => {
    bursts.end(key);
    if (burst.covered > 0) noteOthers(parts.audit, about, ruling, burst.covered);
  }, BURST_MS).unref();
  const given = await burst.answer;
  if (!given.allow) bursts.end(key);
  return given;
}

async function answer(parts: Consultants, about: Consultation, signal: AbortSignal): Promise<RequestAnswer> {
  const consulted = await consult(parts, about, signal);
  if (!consulted.ok) return refused(consulted);
  const { error, ruling, recorded } = consulted.value;
  const written = await recorded;
  if (!written.ok) {
    // The log takes no entries: those that it has cover no further requests.
    about.task.tab.requestBursts.endAll();
    return refused(written);
  }
  const reason = reasonsInWords(ruling);
  return error === null
    ? { allow: true, reason, error: null }
    : { allow: false, reason: [`${error.message} (${reason})`, ...mendOf(ruling)].join('; '), error };
}

const mendOf = ({ mend }: Ruling): readonly string[] => (mend === undefined ? [] : [mend]);

const refused = ({ error }: Extract<Result<unknown>, { ok: false }>): RequestAnswer => ({
  allow: false,
  reason: error.message,
  error,
});

function keyOf(
  policy: EffectivePolicy,
  about: Consultation,
  ruling: Ruling,
  batchKey: readonly unknown[],
): string {
  return JSON.stringify([
    grantBasisOf(policy),
    originOrScheme(about.documentUrl),
    about.coveredByDocument,
    ruling.gates.map(({ gate, facts, decision, because }) => [
      originOrScheme(gate.url ?? ''),
      keptFacts(policy, facts),
      decision,
      because.map(({ entry, at }) => `${entry}@${at}`),
    ]),
    ...batchKey,
  ]);
}

/** As with every entry that nothing waits for: should it not reach the disk, the log refuses all later ones. */
function noteOthers(audit: AuditLog, about: Consultation, ruling: Ruling, count: number): void {
  const where = hostOf(URL.parse(ruling.gates[0]?.gate.url ?? about.documentUrl));
  const event: AuditEvent = {
    type: 'connection',
    taskId: about.task.id,
    requestId: about.requestId,
    who: nameOf(about.by),
    what: `make ${count} more request${count === 1 ? '' : 's'} like this one`,
    where,
    verdict: ruling.decision,
    why: reasonsInWords(ruling),
    outcome: 'DONE',
    details: { count, policy: ruling.semanticHash },
  };
  void notePageEvent(audit, about.task, event, null);
}

const originOrScheme = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.origin === 'null' ? parsed.protocol : parsed.origin;
};
