// Judges a navigator's DONE, clause by clause of what the person asked for, against the gateway's own looks and acts. INVARIANT: a
// navigator's evidence is a claim; DONE comes of what the gateway found itself, and what it could not find is said as such.
import type { MemoryEntry, Proposal } from '#engines/navigator/contract.ts';
import type { Evidence } from '#engines/navigator/evidence.ts';
import { forbiddenBy, type Clause } from '#engines/navigator/offline/checking.ts';
import { lastRefusal } from '#engines/navigator/refusal.ts';
import { verify, type Verdict, type Witness } from '#engines/navigator/verify.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import type { ClauseView } from '#gateway/protocol/views/task.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { Check } from './checker.ts';
import { deniedView, foundView, uncheckedView } from './clause-view.ts';
import { factsAsClaims, isAbout, isClaimFor, restsOn } from './relevance.ts';

const MAX_QUOTE_CHARACTERS = 300;

export type Judged = { readonly clauses: readonly ClauseView[]; readonly failure: Failure | null };

/** A line, and the act that it came of. */
type Line = { readonly view: ClauseView; readonly entry: number | null; readonly reads: boolean };

/**
 * What a DONE comes to. The failure names the first clause that is seen not to be done. `asked`: all that the person said, where the
 * subtask is a part of it.
 */
export function judge(
  { intent }: Pick<Subtask, 'intent'>,
  proposal: Proposal,
  witness: Witness,
  check: Check,
  asked: string = intent,
): Judged {
  const lines = check.clauses.flatMap((clause) => linesOf(clause, proposal, witness, check));
  const clauses = lines.map(({ view }) => view);
  const { url } = witness.observation;
  const pressed = forbiddenPress(witness.entries, asked);
  if (pressed !== null) {
    const view = deniedView(
      intent,
      url,
      '',
      `“${visible(pressed, 200)}” was pressed, which the task forbids`,
    );
    return { clauses: [...clauses, view], failure: notDone(view) };
  }
  const refused = ASKS_FOR_IT.test(asked.replace(QUOTED, ' ')) ? null : lastRefusal(witness.entries, asked);
  if (refused !== null && !lines.some(({ reads, entry }) => reads && entry !== refused.entry)) {
    const own = lines.findLastIndex(({ entry }) => entry === refused.entry);
    const at = own < 0 ? lines.length - 1 : own;
    // The page itself denies what was done last: no evidence outweighs that.
    const quote = visible(refused.words, MAX_QUOTE_CHARACTERS);
    const view = deniedView(clauses[at]?.clause ?? intent, url, quote, `the page says “${quote}”`);
    return {
      clauses: [...clauses.slice(0, Math.max(at, 0)), view, ...clauses.slice(at + 1)],
      failure: notDone(view),
    };
  }
  const broken = clauses.find(({ outcome }) => outcome === 'NOT_DONE');
  return { clauses, failure: broken === undefined ? null : notDone(broken) };
}

/** "What does the error say?": the refusal is what is asked for. */
const ASKS_FOR_IT =
  /\b(?:errors?|messages? (?:says?|is|appears?)|warnings?|refus\w*|reject\w*|Fehler\w*|Meldung|errores|aviso)\b/i;

/** A name or a value in it: a report with the title "Error" asks for none. */
const QUOTED = /“[^“”]*”|"[^"]*"|„[^„“”]*[“”]|«[^«»]*»|(?<![\p{L}\p{N}])'[^']*'(?!\p{L})/gu;

/** What a clause came to: by the navigator's claims, else by the gateway's own reading of the words, else unknown. */
function linesOf(clause: Clause, proposal: Proposal, witness: Witness, check: Check): readonly Line[] {
  const verified = (claims: readonly Evidence[]): readonly Verified[] =>
    claims.map((claim) => ({ claim, verdict: verify(claim, witness) }));
  const told = (claims: readonly Verified[]): readonly Line[] =>
    claims.map(({ claim, verdict }) => lineOf(clause, claim, verdict, witness));
  const mine = verified(
    (proposal.evidence ?? []).filter((claim) => isClaimFor(claim, clause, check.clauses)),
  );
  if (check.accounts && mine.length > 0) return told(mine);
  if (mine.some(({ verdict }) => verdict === 'BROKEN')) return told(mine);
  const reading = check.own();
  const answer = proposal.text ?? '';
  const isRelevant = (claim: Evidence): boolean => isAbout(clause, claim, { witness, reading, answer });
  if (isShown(mine) && mine.every(({ claim }) => isRelevant(claim))) return told(mine);
  const own = verified(reading.evidence.filter(({ clause: words }) => words === clause.words));
  const isReading = clause.kind === 'READ';
  if (isShown(own) && (!isReading || own.some(({ claim }) => restsOn(answer, claim.quote)))) return told(own);
  const facts = isReading
    ? verified(factsAsClaims(clause.words, proposal.facts ?? []).filter(isRelevant))
    : [];
  if (isShown(facts)) return told(facts);
  const { url } = witness.observation;
  const why = reasonFor(clause, mine.length > 0);
  return mine.length > 0 && !isShown(mine)
    ? told(mine)
    : [{ view: uncheckedView(clause.words, url, why), entry: null, reads: false }];
}

type Verified = { readonly claim: Evidence; readonly verdict: Verdict };

const isShown = (claims: readonly Verified[]): boolean =>
  claims.length > 0 && claims.every(({ verdict }) => verdict === 'SEEN');

const lineOf = (clause: Clause, claim: Evidence, verdict: Verdict, witness: Witness): Line => ({
  view: foundView(clause.words, claim, verdict, witness),
  entry: claim.entry,
  // Something was read after an act: what stands there is the answer.
  reads: claim.effect === 'TEXT' && claim.quote !== '',
});

function reasonFor({ kind }: Clause, isClaimed: boolean): string {
  if (isClaimed) return 'what the navigator names for it has nothing to do with it';
  switch (kind) {
    case 'UNKNOWN':
      return 'these words are not understood, and the navigator names nothing that would show it';
    case 'READ':
      return 'the answer rests on no words that stood on a page';
    case 'ACT':
      return 'the navigator says nothing of it, and nothing on the page shows it';
  }
}

/** The name of what was pressed although the person said not to. */
function forbiddenPress(entries: readonly MemoryEntry[], asked: string): string | null {
  const isForbidden = forbiddenBy(asked);
  const pressed = entries.find(
    ({ proposal, outcome, element }) =>
      proposal.action === 'CLICK' &&
      proposal.text === null &&
      (outcome === 'done' || outcome === 'unchanged') &&
      element !== null &&
      isForbidden(element.name),
  );
  return pressed?.element?.name ?? null;
}

const notDone = ({ clause, said }: ClauseView): Failure =>
  failure('task.not-done', `not done: “${clause}”: ${said}`, {
    help: 'look at the page yourself, or say the task another way',
  });
