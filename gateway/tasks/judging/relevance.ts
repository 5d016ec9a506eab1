// Whether a claim that holds on the page has anything to do with the clause that it is given for. INVARIANT: a true sentence about
// something else is no evidence: a change that came of pressing "Cancel" does not show that the order was placed.
import { coverage, similarity } from '#engines/language.ts';
import type { ExtractedFact, MemoryEntry } from '#engines/navigator/contract.ts';
import type { Evidence, PageChange } from '#engines/navigator/evidence.ts';
import type { Clause, Reading } from '#engines/navigator/offline/checking.ts';
import type { Witness } from '#engines/navigator/verify.ts';
import { fold } from './fold.ts';
import { isWordedBy } from './wording.ts';

const SAME_WORDS = 0.85;
/** So much of a quotation is in the answer that rests on it. */
const RESTS = 0.5;
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

/** Whether the answer has in it what was quoted for it; of a quotation with figures one of them. */
export function restsOn(answer: string, quote: string): boolean {
  if (fold(quote) === '') return false;
  if (fold(answer).includes(fold(quote))) return true;
  const figures = figuresOf(quote);
  const told = figuresOf(answer);
  return (
    coverage(quote, answer) >= RESTS && (figures.length === 0 || figures.some((one) => told.includes(one)))
  );
}
const figuresOf = (text: string): readonly string[] => text.match(/\d+(?:[.,:]\d+)*/gu) ?? [];

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
    // What an act came to answers nothing.
    case 'READ':
      return effect === 'STATE' || (ANSWERING.includes(effect) && restsOn(answer, quote));
    // Nothing to hold it against: what an act came to, or what the person is told.
    case 'UNKNOWN':
      return at !== null || (effect === 'TEXT' && restsOn(answer, quote));
    case 'ACT': {
      const meant = [claim.ref, entry?.proposal.ref ?? null];
      if (reading.left.some(({ clause, ref }) => clause === words && meant.includes(ref))) return false;
      const own = reading.evidence.find((one) => one.clause === words && one.entry === at);
      // The gateway says itself which step this clause came to, and whether anything shows it.
      if (at !== null && own !== undefined) return own.effect !== 'NONE';
      if (effect !== 'TEXT') return isNamed(words, claim, entry, witness);
      return witness.entries.some((one) => brought(one, quote) && isNamed(words, claim, one, witness));
    }
  }
}

const ANSWERING: readonly Evidence['effect'][] = ['TEXT', 'VALUE', 'SELECTION'];

/** What stood there before is no answer to an act. */
function brought(entry: MemoryEntry, quote: string): boolean {
  const { change } = entry;
  if (change === undefined) return false;
  const came = [...change.appeared, ...change.changed, ...(change.said ?? []).map(({ words }) => words)];
  return came.some((words) => fold(words).includes(fold(quote)));
}

/** Whether the clause names what the claim is about: the element that was acted on, or the one that stands so. */
function isNamed(
  words: string,
  claim: Evidence,
  entry: MemoryEntry | null,
  { observation, entries }: Witness,
): boolean {
  const isStanding = STANDING.includes(claim.effect);
  const acted = entry === null ? null : actBehind(entries, entry);
  if (!isStanding && acted === null) return false;
  const node = observation.nodes.find(({ ref }) => ref !== null && ref === claim.ref);
  // Which element a change is said to be of is the claim's own word: it is the one that was acted on.
  const target = isStanding
    ? [node?.name ?? '', node?.description ?? '', claim.quote]
    : [acted?.element?.name ?? '', enteredBy(acted)];
  const role = (isStanding ? node?.role : acted?.element?.role) ?? '';
  return isWordedBy(words, {
    target: target.join(' '),
    role,
    came: entry === null || entry.change === undefined ? '' : cameWith(entry.change),
    address: placeOf(entry?.change?.address ?? null),
  });
}

const STANDING: readonly Evidence['effect'][] = ['STATE', 'VALUE', 'SELECTION', 'POSITION'];

/** What came at a look after a wait came of the act before it. */
function actBehind(entries: readonly MemoryEntry[], entry: MemoryEntry): MemoryEntry | null {
  const at = entries.indexOf(entry);
  return entries.slice(0, at + 1).findLast(({ proposal }) => proposal.action !== 'WAIT') ?? null;
}

const enteredBy = (entry: MemoryEntry | null): string => {
  const text = entry?.proposal.text ?? '';
  return text.startsWith('drag:') ? '' : text;
};

const cameWith = ({ appeared, gone, changed, said = [] }: PageChange): string =>
  [...appeared, ...gone, ...changed, ...said.map(({ words }) => words)].join(' ');

function placeOf(address: string | null): string {
  const url = URL.parse(address ?? '');
  return url === null ? '' : `${url.pathname} ${url.search}`.replace(/[/_.?=&+-]+/gu, ' ');
}
