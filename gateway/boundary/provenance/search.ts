// Looks through one text for what a task read elsewhere: tokens and copied runs. Pure but for the ledger that it reads.
import { RUN_CHARACTERS } from './texts/fingerprints.ts';
import type { Squeezed } from './texts/fold.ts';
import { PERSON } from './ledger.ts';
import type { Entry, Ledger, SiteNumber } from './ledger.ts';
import { rolled, stirred } from './texts/rolling.ts';
import { MIN_TOKEN_CHARACTERS } from './texts/tokens.ts';
import type { TokenKind } from './texts/tokens.ts';

export type Hit = {
  readonly kind: TokenKind | 'RUN';
  /** As it was found: squeezed. */
  readonly text: string;
  readonly shown: string;
  readonly sites: readonly SiteNumber[];
};

export type Wanted = {
  readonly destination: SiteNumber | null;
  readonly kinds: ReadonlySet<Hit['kind']>;
  /** Ways of having read a token that count. */
  readonly how: number;
};

/** Shorter codes count only where they stand by themselves: five digits are within every long number. */
const MIN_EMBEDDED_CHARACTERS = 7;
/** Neighbouring runs by which a destination's own copy of a passage is known, since both are thinned. */
const NEIGHBOURING_RUNS = 8;
/** One run alone may be the edge of a passage that the destination has too. */
const MIN_RUNS = 2;

export function searchIn(ledger: Ledger, squeezed: Squeezed, wanted: Wanted): readonly Hit[] {
  const hits = new Map<string, Hit>();
  let hash = 0;
  for (let end = 0; end < squeezed.length; end += 1) {
    hash = rolled(
      hash,
      squeezed.codes[end] ?? 0,
      end < MIN_TOKEN_CHARACTERS ? 0 : (squeezed.codes[end - MIN_TOKEN_CHARACTERS] ?? 0),
    );
    const at = end - MIN_TOKEN_CHARACTERS + 1;
    if (at < 0) continue;
    const candidates = ledger.beginning(stirred(hash));
    if (candidates === null) continue;
    for (const candidate of candidates) {
      if (hits.has(candidate) || !stands(squeezed, at, candidate)) continue;
      const entry = ledger.entry(candidate);
      const hit = entry === null ? null : hitOf(ledger, entry, wanted);
      if (hit !== null) hits.set(candidate, hit);
    }
  }
  if (wanted.kinds.has('RUN'))
    for (const run of copiedRuns(ledger, squeezed, wanted)) hits.set(run.text, run);
  return [...hits.values()];
}

function hitOf(ledger: Ledger, entry: Entry, { destination, kinds, how }: Wanted): Hit | null {
  if (!kinds.has(entry.kind)) return null;
  const sites = ledger.sourcesOf(entry, destination, how);
  if (sites.length === 0 || ledger.explained(entry, destination)) return null;
  return { kind: entry.kind, text: entry.text, shown: entry.shown, sites };
}

function stands(text: Squeezed, at: number, token: string): boolean {
  const end = at + token.length;
  if (end > text.length) return false;
  for (let offset = MIN_TOKEN_CHARACTERS - 1; offset >= 0; offset -= 1)
    if (text.codes[at + offset] !== token.charCodeAt(offset)) return false;
  for (let offset = MIN_TOKEN_CHARACTERS; offset < token.length; offset += 1)
    if (text.codes[at + offset] !== token.charCodeAt(offset)) return false;
  return (
    token.length >= MIN_EMBEDDED_CHARACTERS || (text.begins(at) && (end === text.length || text.begins(end)))
  );
}

/** Stretches that stood on another site, and neither in the person's words nor at the destination. */
function copiedRuns(ledger: Ledger, text: Squeezed, { destination }: Wanted): readonly Hit[] {
  const found: { at: number; sites: number }[] = [];
  const own = new Set<number>();
  const known = (1 << (PERSON - 1)) | (destination === null ? 0 : 1 << (destination - 1));
  ledger.findRuns(text, (at, sites) => {
    if ((sites & known) !== 0) own.add(at);
    else found.push({ at, sites });
  });
  const foreign = found.filter(({ at }) => {
    for (let near = at - NEIGHBOURING_RUNS; near <= at + NEIGHBOURING_RUNS; near += 1)
      if (own.has(near)) return false;
    return true;
  });
  const joined: { from: number; to: number; sites: number; runs: number }[] = [];
  for (const { at, sites } of foreign) {
    const last = joined.at(-1);
    if (last === undefined || at > last.to || last.sites !== sites)
      joined.push({ from: at, to: at + RUN_CHARACTERS, sites, runs: 1 });
    else {
      last.to = at + RUN_CHARACTERS;
      last.runs += 1;
    }
  }
  return joined
    .filter(
      ({ runs, from, to }) =>
        runs >= MIN_RUNS && !ledger.inIntent(text.text(from, Math.min(to, from + 2_000))),
    )
    .slice(0, 16)
    .map(({ from, to, sites }) => {
      const run = text.text(from, Math.min(to, from + 200));
      const numbers = Array.from({ length: 31 }, (_, index) => index + 1);
      return {
        kind: 'RUN',
        text: run,
        shown: run,
        sites: numbers.filter((site) => (sites & (1 << (site - 1))) !== 0),
      };
    });
}
