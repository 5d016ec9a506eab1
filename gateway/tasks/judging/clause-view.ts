// Words what a clause came to, for people and for the log. INVARIANT: of a claim nothing is told but what the gateway found itself: a
// navigator's own words, and what it typed, stand in no line.
import type { Evidence } from '#engines/navigator/evidence.ts';
import { wordsOfEvidence } from '#engines/navigator/evidence.ts';
import { asFound, type Verdict, type Witness } from '#engines/navigator/verify.ts';
import type { Table } from '#engines/tables/table.ts';
import type { ClauseView } from '#gateway/protocol/views/task.ts';
import { maskedValue, visible } from '#gateway/protocol/visible.ts';

const MAX_CLAUSE_CHARACTERS = 300;
const MAX_ADDRESS_CHARACTERS = 2_000;

const OUTCOME = { SEEN: 'SEEN', UNSEEN: 'UNSEEN', BROKEN: 'NOT_DONE' } as const;

/** A claim as it was found. `clause`: the person's words that it is for. */
export function foundView(
  clause: string,
  evidence: Evidence,
  verdict: Verdict,
  witness: Witness,
): ClauseView {
  const found = asFound(evidence, verdict, witness);
  const said =
    verdict === 'BROKEN'
      ? found.effect === 'NONE'
        ? 'the step that it is said to have come of was not made'
        : `it is otherwise: ${wordsOfEvidence(found)}`
      : wordsOfEvidence(found);
  return viewOf({ ...found, clause }, OUTCOME[verdict], said);
}

/** For the log: words of the person and of the page. What was entered stands there as its length, as in every line of it. */
export const loggedClause = ({ clause, outcome, effect, element, url, quote }: ClauseView) => ({
  clause,
  outcome,
  effect,
  element,
  url,
  quote: effect === 'VALUE' && quote !== '' ? maskedValue(quote) : quote,
});

/** A clause of which nothing could be found out, and why. */
export const uncheckedView = (clause: string, url: string, why: string): ClauseView =>
  viewOf({ ...NOWHERE, clause, url }, 'UNCHECKED', `could not be checked: ${why}`);

/** What the page, or what was done on it, speaks against. */
export const deniedView = (clause: string, url: string, quote: string, said: string): ClauseView =>
  viewOf({ ...NOWHERE, effect: quote === '' ? 'NONE' : 'TEXT', clause, url, quote }, 'NOT_DONE', said);

/** "Go there": it is the page that stands there now. */
export const arrivedAt = (clause: string, { url }: { readonly url: string }): ClauseView =>
  viewOf(
    { ...NOWHERE, effect: 'CHANGE', clause, url, quote: url },
    'SEEN',
    wordsOfEvidence({ ...NOWHERE, effect: 'CHANGE', clause, url, quote: url }),
  );

/** Rows for whoever asked for them: the first one's words stand on the page. */
export function rowsOf(clause: string, { url }: { readonly url: string }, { rows }: Table): ClauseView {
  const quote = rows[0]?.find((cell) => cell.quote !== '')?.quote ?? '';
  const said = `${rows.length} ${rows.length === 1 ? 'row was' : 'rows were'} read`;
  return viewOf({ ...NOWHERE, effect: 'TEXT', clause, url, quote }, 'SEEN', said);
}

const NOWHERE = { effect: 'NONE', entry: null, ref: null, role: '', name: '', quote: '' } as const;

const viewOf = (
  { clause, effect, role, name, url, quote }: Evidence,
  outcome: ClauseView['outcome'],
  said: string,
): ClauseView =>
  Object.freeze({
    clause: visible(clause, MAX_CLAUSE_CHARACTERS),
    outcome,
    effect,
    element:
      role === '' && name === ''
        ? null
        : { role: visible(role, MAX_CLAUSE_CHARACTERS), name: visible(name, MAX_CLAUSE_CHARACTERS) },
    url: visible(url, MAX_ADDRESS_CHARACTERS),
    quote: visible(quote, MAX_CLAUSE_CHARACTERS),
    said: visible(said, 2 * MAX_CLAUSE_CHARACTERS),
  });
