// Judges a navigator's DONE: each clause's evidence against the gateway's own looks and acts. INVARIANT: a navigator's evidence is a
// claim; DONE comes of what the gateway found itself, and what it could not find is said as such.
import type { Proposal } from '#engines/navigator/contract.ts';
import { wordsOfEvidence, type Evidence } from '#engines/navigator/evidence.ts';
import { lastRefusal } from '#engines/navigator/refusal.ts';
import { asFound, verify, type Witness } from '#engines/navigator/verify.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import type { ClauseView } from '#gateway/protocol/views.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

const MAX_CLAUSE_CHARACTERS = 300;
const MAX_ADDRESS_CHARACTERS = 2_000;

export type Judged = { readonly clauses: readonly ClauseView[]; readonly failure: Failure | null };

/**
 * What a DONE comes to. The failure names the first clause that is seen not to be done. `asked`: all that the person said, where the
 * subtask is a part of it.
 */
export function judge(
  { intent }: Pick<Subtask, 'intent'>,
  proposal: Proposal,
  witness: Witness,
  asked: string = intent,
): Judged {
  const { observation } = witness;
  const claims = proposal.evidence ?? [];
  const refused = ASKS_FOR_IT.test(asked) ? null : lastRefusal(witness.entries, asked);
  if (claims.length === 0)
    return refused === null || (proposal.facts ?? []).length > 0
      ? { clauses: [unchecked(intent, observation.url)], failure: null }
      : denied([], 0, intent, refused.words, observation.url);
  const clauses = claims.map((evidence): ClauseView => {
    const verdict = verify(evidence, witness);
    const told = verdict === 'SEEN' ? asFound(evidence, witness) : evidence;
    return viewOf(told, verdict === 'BROKEN' ? 'NOT_DONE' : verdict);
  });
  if (refused !== null && !claims.some((claim) => claim.entry !== refused.entry && isReading(claim))) {
    const own = claims.findLastIndex(({ entry }) => entry === refused.entry);
    const at = own < 0 ? claims.length - 1 : own;
    return denied(clauses, at, claims[at]?.clause ?? intent, refused.words, observation.url);
  }
  const broken = clauses.find(({ outcome }) => outcome === 'NOT_DONE');
  return {
    clauses,
    failure: broken === undefined ? null : notDone(broken),
  };
}

/** "What does the error say?": the refusal is what is asked for. */
const ASKS_FOR_IT =
  /\b(?:errors?|messages? (?:says?|is|appears?)|warnings?|refus\w*|reject\w*|Fehler\w*|Meldung|errores|aviso)\b/i;

/** Something was read after it: what stands there is the answer. */
const isReading = ({ effect, quote }: Evidence): boolean => effect === 'TEXT' && quote !== '';

/** The page itself denies what was done last: no evidence outweighs that. */
function denied(
  clauses: readonly ClauseView[],
  at: number,
  clause: string,
  words: string,
  url: string,
): Judged {
  const quote = visible(words, MAX_CLAUSE_CHARACTERS);
  const view: ClauseView = Object.freeze({
    clause: visible(clause, MAX_CLAUSE_CHARACTERS),
    outcome: 'NOT_DONE',
    effect: 'TEXT',
    element: null,
    url,
    quote,
    said: `the page says “${quote}”`,
  });
  return {
    clauses: [...clauses.slice(0, at), view, ...clauses.slice(at + 1)],
    failure: notDone(view),
  };
}

const notDone = ({ clause, said }: ClauseView): Failure =>
  failure('task.not-done', `not done: “${clause}”: ${said}`, {
    help: 'look at the page yourself, or say the task another way',
  });

function viewOf(evidence: Evidence, outcome: ClauseView['outcome']): ClauseView {
  const { clause, effect, role, name, url, quote } = evidence;
  const said = wordsOfEvidence(outcome === 'UNSEEN' ? { ...evidence, effect: 'NONE' } : evidence);
  return Object.freeze({
    clause: visible(clause, MAX_CLAUSE_CHARACTERS),
    outcome,
    effect,
    element:
      role === '' && name === ''
        ? null
        : { role: visible(role, MAX_CLAUSE_CHARACTERS), name: visible(name, MAX_CLAUSE_CHARACTERS) },
    url: visible(url, MAX_ADDRESS_CHARACTERS),
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
