// Judges a navigator's DONE: each clause's evidence against the gateway's own looks and acts. INVARIANT: a navigator's evidence is a
// claim; DONE comes of what the gateway found itself, and what it could not find is said as such.
import type { Proposal } from '#engines/navigator/contract.ts';
import { wordsOfEvidence, type Evidence } from '#engines/navigator/evidence.ts';
import { verify, type Witness } from '#engines/navigator/verify.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import type { ClauseView } from '#gateway/protocol/views.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

const MAX_CLAUSE_CHARACTERS = 300;

export type Judged = { readonly clauses: readonly ClauseView[]; readonly failure: Failure | null };

/** What a DONE comes to. The failure names the first clause that is seen not to be done. */
export function judge({ intent }: Pick<Subtask, 'intent'>, proposal: Proposal, witness: Witness): Judged {
  const { observation } = witness;
  const claims = proposal.evidence ?? [];
  if (claims.length === 0) return { clauses: [unchecked(intent, observation.url)], failure: null };
  const clauses = claims.map((evidence): ClauseView => {
    const verdict = verify(evidence, witness);
    return viewOf(evidence, verdict === 'BROKEN' ? 'NOT_DONE' : verdict);
  });
  const broken = clauses.find(({ outcome }) => outcome === 'NOT_DONE');
  return {
    clauses,
    failure:
      broken === undefined
        ? null
        : failure('task.not-done', `not done: “${broken.clause}”: ${broken.said}`, {
            help: 'look at the page yourself, or say the task another way',
          }),
  };
}

function viewOf(evidence: Evidence, outcome: ClauseView['outcome']): ClauseView {
  const { clause, effect, role, name, url, quote } = evidence;
  const said = wordsOfEvidence(outcome === 'UNSEEN' ? { ...evidence, effect: 'NONE' } : evidence);
  return Object.freeze({
    clause: visible(clause, MAX_CLAUSE_CHARACTERS),
    outcome,
    effect,
    element: role === '' && name === '' ? null : { role, name: visible(name, MAX_CLAUSE_CHARACTERS) },
    url,
    quote: visible(quote, MAX_CLAUSE_CHARACTERS),
    said: visible(
      outcome === 'NOT_DONE' ? `that ${said} does not hold on the page` : said,
      2 * MAX_CLAUSE_CHARACTERS,
    ),
  });
}

/** A clause that nobody said the effect of. */
const unchecked = (clause: string, url: string): ClauseView =>
  Object.freeze({
    clause: visible(clause, MAX_CLAUSE_CHARACTERS),
    outcome: 'UNCHECKED',
    effect: 'NONE',
    element: null,
    url,
    quote: '',
    said: 'the navigator says that it is done; nothing that it did could be checked',
  });

/** "Go there": it is the page that stands there now. */
export const arrivedAt = (intent: string, { url }: { readonly url: string }): ClauseView =>
  viewOf(
    { clause: intent, effect: 'CHANGE', entry: null, ref: null, role: '', name: '', url, quote: url },
    'SEEN',
  );
