// Judges a navigator's DONE, clause by clause of what the person asked for, against the gateway's own looks and acts. INVARIANT: a
// navigator's evidence is a claim; DONE comes of what the gateway found itself, and what it could not find is said as such.
import type { MemoryEntry, Proposal } from '#engines/navigator/contract.ts';
import type { Evidence } from '#engines/navigator/evidence.ts';
import type { Clause } from '#engines/navigator/offline/checking.ts';
import { lastRefusal, refusalOf } from '#engines/navigator/refusal.ts';
import { verify, type Verdict, type Witness } from '#engines/navigator/verify.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import type { ClauseView } from '#gateway/protocol/views/task.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { Check } from './checker.ts';
import { deniedView, foundView, uncheckedView } from './clause-view.ts';
import { undemanded } from './demands.ts';
import { forbiddenDone } from './forbidden.ts';
import { factsAsClaims, isAbout, isClaimFor, restsOn } from './relevance.ts';
import { leftUnsent } from './unsent.ts';

const MAX_QUOTE_CHARACTERS = 300;

export type Judged = { readonly clauses: readonly ClauseView[]; readonly failure: Failure | null };

/** A line, and the act that it came of. */
type Line = {
  readonly view: ClauseView;
  readonly entry: number | null;
  /** Of the element that stands so, the last act on it; else the same. */
  readonly acted: number | null;
  readonly reads: boolean;
};

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
  const lines: Line[] = [];
  // What is asked for again later on may well have been done again last.
  const once: Line[] = [];
  for (const clause of check.clauses) {
    const found = linesOf(clause, proposal, witness, check);
    const more = [
      ...missing(clause, found, witness.observation.url),
      ...tooEarly(clause, found, once, witness),
      ...lacking(clause, found, proposal.text ?? '', witness),
    ];
    lines.push(...found, ...more);
    if ((clause.times ?? 1) === 1) once.push(...found);
  }
  const clauses = lines.map(({ view }) => view);
  const { url } = witness.observation;
  const forbidden = forbiddenDone(witness.entries, witness.observation, asked);
  if (forbidden !== null) {
    const view = deniedView(intent, url, '', forbidden);
    return { clauses: [...clauses, view], failure: notDone(view) };
  }
  const refused = refusedOf(lines, witness.entries, asked);
  if (refused !== null && !isAskedFor(refused.words, check.clauses, lines, proposal.text ?? '')) {
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
  const sends = broken === undefined ? leftUnsent(witness, asked) : null;
  if (sends !== null) {
    const why = `whether what was entered is kept: “${visible(sends, MAX_QUOTE_CHARACTERS)}” was not asked for, and was not pressed`;
    return { clauses: [...clauses, uncheckedView(intent, url, why)], failure: null };
  }
  return { clauses, failure: broken === undefined ? null : notDone(broken) };
}

/** What denies the last act, or one that a clause rests on: a later act takes that back only where the clause rests on it. */
function refusedOf(
  lines: readonly Line[],
  entries: readonly MemoryEntry[],
  asked: string,
): ReturnType<typeof lastRefusal> {
  const last = lastRefusal(entries, asked);
  const rests = lines.flatMap(({ view, entry }) =>
    view.outcome === 'SEEN' && (view.effect === 'CHANGE' || view.effect === 'TEXT') ? (entry ?? []) : [],
  );
  // What was read afterwards answers, where nothing rests on the act that was denied.
  const isAnswered =
    last !== null &&
    !rests.includes(last.entry) &&
    lines.some(({ reads, entry }) => reads && entry !== last.entry);
  if (last !== null && !isAnswered) return last;
  for (const at of rests) {
    const refused = refusalOf(entries, at, asked);
    if (refused !== null) return refused;
  }
  return null;
}

/** "What does the error say?": the refusal is what is asked for, and what is told. */
const isAskedFor = (
  refusal: string,
  clauses: readonly Clause[],
  lines: readonly Line[],
  answer: string,
): boolean =>
  clauses.some(({ kind, words }) => {
    const plain = words.replace(QUOTED, ' ');
    return kind === 'READ' ? MESSAGE.test(plain) : COMES.test(plain);
  }) &&
  (!clauses.some(({ kind }) => kind === 'READ') ||
    restsOn(answer, refusal) ||
    lines.some(({ reads, view }) => reads && view.quote !== '' && restsOn(refusal, view.quote)));

const MESSAGE =
  /(?<!\p{L})(?:errors?|problems?|messages?|warnings?|refus\w*|reject\w*|happens?|says?|page says|Fehler\w*|Meldung|Hinweis|errores|error|aviso|mensaje)(?!\p{L})/iu;
/** It is what is to come of the act. */
const COMES =
  /(?<!\p{L})(?:until|wait|check|verify|make sure|see|get|cause|provoke|trigger|bis|hasta)(?!\p{L}).*(?<!\p{L})(?:errors?|warnings?|Fehler\w*|Meldung|aviso)(?!\p{L})|(?<!\p{L})(?:errors?|warnings?|messages?|Fehler\w*|Meldung|aviso)(?!\p{L}) (?:\S+ ){0,2}(?:appears?|shows?|comes?|shown|erscheint|aparece)/iu;

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
    : [{ view: uncheckedView(clause.words, url, why), entry: null, acted: null, reads: false }];
}

function lastActOn({ ref, url }: Evidence, entries: readonly MemoryEntry[]): number | null {
  const at = entries.findLastIndex(
    (one) =>
      ref !== null &&
      one.proposal.ref === ref &&
      one.url === url &&
      ['CLICK', 'TYPE'].includes(one.proposal.action) &&
      one.outcome === 'done',
  );
  return at < 0 ? null : at;
}

/** What was pressed before what was to come first: sent before it was filled in. */
function tooEarly(
  { words, kind }: Clause,
  found: readonly Line[],
  before: readonly Line[],
  { observation: { url } }: Witness,
): readonly Line[] {
  const pressed = found.flatMap(({ view, entry }) =>
    view.outcome === 'SEEN' && view.effect === 'CHANGE' ? (entry ?? []) : [],
  );
  const last = Math.max(...pressed);
  const late = before.find(({ acted, reads }) => !reads && acted !== null && acted > last);
  if (kind !== 'ACT' || pressed.length === 0 || late === undefined) return [];
  const why = `it was done before “${late.view.clause}”, which comes first`;
  return [{ view: uncheckedView(words, url, why), entry: null, acted: null, reads: false }];
}

/** What the clause's own words demand, and is not among what came of it. */
function lacking(
  clause: Clause,
  found: readonly Line[],
  answer: string,
  { entries, observation: { url } }: Witness,
): readonly Line[] {
  if (found.some(({ view }) => view.outcome === 'NOT_DONE' || view.outcome === 'UNCHECKED')) return [];
  const acts = found.flatMap(({ acted }) => entries[acted ?? -1] ?? []);
  const read = found.flatMap(({ view: { effect, quote } }) => (effect === 'TEXT' ? quote : []));
  const view = undemanded(clause, { acts, entries, read, answer, url });
  return view === null ? [] : [{ view, entry: null, acted: null, reads: false }];
}

/** An order that is said twice in the same words has two effects: of two acts, not of one that is named twice. */
function missing({ words, times = 1 }: Clause, found: readonly Line[], url: string): readonly Line[] {
  const seen = found.filter(({ view }) => view.outcome === 'SEEN');
  const acts = new Set(seen.map(({ entry }) => entry).filter((entry) => entry !== null));
  // How something stands is the same, however often it was asked for.
  const isStanding = seen.some(({ view }) => view.effect !== 'CHANGE' && view.effect !== 'TEXT');
  if (times === 1 || seen.length < found.length || isStanding || acts.size >= times) return [];
  const why = `it is asked for ${times} times, and was seen to be done ${acts.size} times`;
  return [{ view: uncheckedView(words, url, why), entry: null, acted: null, reads: false }];
}

type Verified = { readonly claim: Evidence; readonly verdict: Verdict };

const isShown = (claims: readonly Verified[]): boolean =>
  claims.length > 0 && claims.every(({ verdict }) => verdict === 'SEEN');

const lineOf = (clause: Clause, claim: Evidence, verdict: Verdict, witness: Witness): Line => ({
  view: foundView(clause.words, claim, verdict, witness),
  entry: claim.entry,
  acted: claim.entry ?? lastActOn(claim, witness.entries),
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

const notDone = ({ clause, said }: ClauseView): Failure =>
  failure('task.not-done', `not done: “${clause}”: ${said}`, {
    help: 'look at the page yourself, or say the task another way',
  });
