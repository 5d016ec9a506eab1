// Builds the typed errors of a refused act: what was decided, by which entries, and what the caller can do.
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { ConsentOutcome } from '#gateway/boundary/consent/contract.ts';
import type { Held } from '#gateway/boundary/consent/refusal-memory.ts';
import { escalated } from '#policy/engine/deciding/ruling.ts';
import { quoted } from '#gateway/protocol/visible.ts';
import { MOST_SAID_CHARACTERS } from '#gateway/protocol/views/consent.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';

/** The policy said DENY or ABORT, or ESCALATE where nobody is asked. */
export function refusal(what: string, ruling: Ruling): Failure {
  const aborted = ruling.decision === 'ABORT';
  const help =
    ruling.decision === 'ESCALATE'
      ? 'nobody is asked about what a page loads by itself; name the host in a policy rule to allow it'
      : (ruling.mend ?? 'a policy entry decides this; see `ghost policy explain`');
  const reason =
    ruling.because.find((one) => one.reason !== '')?.reason ??
    `${reasonsInWords(ruling)} says ${ruling.decision}`;
  return failure(aborted ? 'boundary.aborted' : 'boundary.denied', `not allowed to ${what}: ${reason}`, {
    help,
    details: detailsOf(ruling),
  });
}

/** A person said no, or nobody said anything. */
export function consentFailure(
  what: string,
  ruling: Ruling,
  outcome: Exclude<ConsentOutcome, { state: 'GRANTED' }>,
): Failure {
  const details = { ...detailsOf(ruling), consentId: outcome.consentId, stopTask: outcome.stopTask };
  switch (outcome.state) {
    case 'REFUSED':
      return failure('consent.refused', `\`${outcome.by ?? 'nobody'}\` refused: ${what}`, {
        details: { ...details, ...(outcome.says === undefined ? {} : { says: outcome.says }) },
        ...(outcome.says === undefined
          ? {}
          : { help: `the person says: ${quoted(outcome.says, MOST_SAID_CHARACTERS)}` }),
      });
    case 'TIMED_OUT':
      return failure('consent.timed-out', `nobody answered in time: ${what}`, {
        details,
        help: 'have a person look at Ghost Browser’s window, then try again',
      });
    case 'NOBODY':
      return failure('consent.nobody', `nobody could be asked: ${what}`, {
        details,
        help: 'open the UI with `npm start`, or run `ghost run` in a terminal, to be asked',
      });
    case 'NO_APPROVER':
      return failure('consent.no-approver', `${outcome.error.message}: ${what}`, {
        details: { ...details, ...outcome.error.details },
        ...(outcome.error.help === undefined ? {} : { help: outcome.error.help }),
      });
    case 'NOT_ASKED':
      return heldFailure(what, ruling, outcome.held);
    case 'VOID':
      return failure('consent.void', `the question no longer stands: ${what}`, { details });
  }
}

/** Nobody is asked again so soon, or about so much. */
export function heldFailure(what: string, ruling: Ruling, held: Held): Failure {
  const { why, consentId, seconds, refused, unanswered } = held;
  const details = {
    ...detailsOf(ruling),
    consentId,
    stopTask: false,
    retryAfterSeconds: seconds,
    refused,
    unanswered,
  };
  const help =
    seconds === null
      ? 'do something else; a new task of a person’s begins anew'
      : `do something else, or ask again after ${seconds} s`;
  return why === 'TOO_MANY'
    ? failure('consent.too-many', `too many questions: ${what}`, { details, help })
    : failure(
        'consent.refused',
        `${refused > 0 ? 'refused before' : 'not answered before'}, and not asked again: ${what}`,
        { details, help },
      );
}

/** `rules.named-by-user (default.yaml:31:5)`, one an entry. */
export function reasonsInWords(ruling: Ruling): string {
  return ruling.because.map(({ entry, at }) => (at === '' ? entry : `${entry} (${at})`)).join(', ');
}

function detailsOf(ruling: Ruling): Record<string, unknown> {
  return {
    decision: ruling.decision,
    violation: ruling.violation,
    capabilities:
      ruling.decision === 'ESCALATE' ? escalated(ruling) : ruling.gates.map(({ gate }) => gate.capability),
    because: ruling.because.map(({ entry, at, layer, reason }) => ({ entry, at, layer, reason })),
  };
}
