// Whether a claim that holds on the page has anything to do with the clause that it is given for. INVARIANT: a true sentence about
// something else is no evidence: a change that came of pressing "Cancel" does not show that the order was placed.
import { coverage, similarity } from '#engines/language.ts';
import type { ExtractedFact, MemoryEntry } from '#engines/navigator/contract.ts';
import type { Evidence } from '#engines/navigator/evidence.ts';
import type { Clause, Reading } from '#engines/navigator/offline/checking.ts';
import type { Witness } from '#engines/navigator/verify.ts';
import { fold } from './fold.ts';

const SAME_WORDS = 0.85;
/** So much of a quotation is in the answer that rests on it. */
const RESTS = 0.5;
/** Words that say how something is done, and never what. */
const MANNER =
  /\b(?:click|press|tap|push|hit|open|choose|select|pick|set|enter|type|fill|put|write|go|tick|check|turn|make|use|button|link|field|box|page|site|website|form|please|then)\b/giu;

/** Whether the claim is given for this clause: it says so, or there is no other. */
export const isClaimFor = (claim: Evidence, clause: Clause, all: readonly Clause[]): boolean =>
  all.length === 1 ||
  fold(claim.clause) === fold(clause.words) ||
  (!all.some(({ words }) => fold(words) === fold(claim.clause)) &&
    similarity(claim.clause, clause.words) >= SAME_WORDS);

/** What was read, as claims: words of a page that answer. */
export const factsAsClaims = (clause: string, facts: readonly ExtractedFact[]): readonly Evidence[] =>
  facts.map(({ quote, url }) => ({
    clause,
    effect: 'TEXT',
    entry: null,
    ref: null,
    role: '',
    name: '',
    url,
    quote,
  }));

/** Whether the answer has in it what was quoted for it. */
export const restsOn = (answer: string, quote: string): boolean =>
  fold(quote) !== '' && (fold(answer).includes(fold(quote)) || coverage(quote, answer) >= RESTS);

export type Beside = {
  readonly witness: Witness;
  readonly reading: Reading;
  readonly answer: string;
};

export function isAbout(
  { words, kind }: Clause,
  claim: Evidence,
  { witness, reading, answer }: Beside,
): boolean {
  const { entry: at, effect, quote } = claim;
  const entry = at === null ? null : (witness.entries[at] ?? null);
  switch (kind) {
    case 'READ':
      return effect !== 'TEXT' || restsOn(answer, quote);
    // Nothing to hold it against: what an act came to, or what the person is told.
    case 'UNKNOWN':
      return at !== null || (effect === 'TEXT' && restsOn(answer, quote));
    case 'ACT': {
      const meant = [claim.ref, entry?.proposal.ref ?? null];
      if (reading.left.some(({ clause, ref }) => clause === words && meant.includes(ref))) return false;
      if (at !== null && reading.evidence.some((own) => own.clause === words && own.entry === at))
        return true;
      if (effect === 'TEXT' && !witness.entries.some((one) => brought(one, quote))) return false;
      return sharesWords(words, entry, claim, witness);
    }
  }
}

/** What stood there before is no answer to an act. */
function brought(entry: MemoryEntry, quote: string): boolean {
  const { change } = entry;
  if (change === undefined) return false;
  const came = [...change.appeared, ...change.changed, ...(change.said ?? []).map(({ words }) => words)];
  return came.some((words) => fold(words).includes(fold(quote)));
}

function sharesWords(
  words: string,
  entry: MemoryEntry | null,
  { effect, quote, ref }: Evidence,
  { observation }: Witness,
): boolean {
  const node = observation.nodes.find((one) => one.ref !== null && one.ref === ref);
  // Of a change the page's words count, not those that it is quoted with.
  const own = entry !== null && effect === 'CHANGE' ? '' : quote;
  const said = [own, node?.name ?? '', node?.description ?? '', ...(entry === null ? [] : wordsOf(entry))];
  const matter = words.replace(MANNER, ' ');
  return coverage(/[\p{L}\p{N}]/u.test(matter) ? matter : words, said.join(' ')) > 0;
}

function wordsOf({ proposal, element, change }: MemoryEntry): readonly string[] {
  const came = change === undefined ? [] : [...change.appeared, ...change.gone, ...change.changed];
  const spoken = (change?.said ?? []).map(({ words }) => words);
  const address = URL.parse(change?.address ?? '');
  const path = address === null ? '' : `${address.pathname} ${address.search}`.replace(/[/_.?=&+-]+/gu, ' ');
  return [element?.name ?? '', proposal.text ?? '', ...came, ...spoken, path];
}
