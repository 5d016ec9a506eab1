// A story around orders, said as the orders alone: asides and reasons left out, what was spoken of put where a pronoun means it, the verb repeated where it was left out. Pure.
// INVARIANT: what is left out holds no name, no number, no wish, no "not" that an act hears; what is spoken of stands in an order.
import { parseDay } from '#engines/navigator/offline/words/dates.ts';
import { readClause } from './clause.ts';
import { bareOf } from './moods.ts';
import { nounOf, nounsOf } from './noun-phrases.ts';
import { isKind, kindOf } from './nouns.ts';
import { ASIDE_OPENS, HARMLESS, HINTS, NEVER_ASIDE, REASONS, STATES } from './tables/asides.ts';
import { isName, isNumber, isQuote, lowsOf, textOf, tokensOf, type Token, type Tokens } from './tokens.ts';
import { isVerb, verbNamed } from './verb-lexicon.ts';

type Piece = { readonly joint: Tokens; readonly words: Tokens };
const JOINTS = new Set([',', ';', '.', '!', '?', ':', '-', '–', '—', 'and', 'so', 'but', 'then', 'because']);

function piecesOf(tokens: Tokens): readonly Piece[] {
  const pieces: Piece[] = [];
  let joint: Token[] = [];
  let words: Token[] = [];
  for (const token of tokens) {
    if (!JOINTS.has(token.low)) {
      words.push(token);
      continue;
    }
    if (words.length > 0) {
      pieces.push({ joint, words });
      [joint, words] = [[], []];
    }
    joint.push(token);
  }
  if (words.length > 0) pieces.push({ joint, words });
  return pieces;
}

const isReason = ({ joint, words }: Piece): boolean =>
  joint.some(({ low }) => low === 'because') || REASONS.has(words[0]?.low ?? '');

/** Nothing that an order could mean: who speaks tells of themselves, or of how things are. */
function isAside(piece: Piece): boolean {
  const { words } = piece;
  const [head, next] = words;
  if (head === undefined) return true;
  const said = lowsOf(words);
  if (HINTS.test(said)) return true;
  if (!ASIDE_OPENS.has(head.low) && !isReason(piece)) return false;
  if (
    words.length > 1 &&
    /^(?:i|we)$/.test(head.low) &&
    /^(?:would|will|want|need|like)$/.test(next?.low ?? '')
  )
    return false;
  return words.every(
    (token, at) =>
      !NEVER_ASIDE.has(token.low) &&
      !(isName(token) && !(at === 0 && ASIDE_OPENS.has(token.low))) &&
      (kindOf([token]) === null ||
        /^(?:page|form|list|thing|one|message|word|number|line|mail|email)$/.test(token.low)) &&
      (STATES.has(token.low) ||
        HARMLESS.has(token.low) ||
        !(at > 0 && isVerb(token.low) && ACTS_BEHIND.has(words[at - 1]?.low ?? ''))),
  );
}
/** "you click", "to click", "please click": an act, wherever it stands. */
const ACTS_BEHIND: ReadonlySet<string> = new Set(['you', 'to', 'please', 'and', 'just', 'now']);

export type Spoken = { readonly thing: Tokens; readonly person: Tokens | null };
const PREPOSITIONS: ReadonlySet<string> = new Set('in on at under of from with by into inside'.split(' '));
const MOST_TOKENS = 9;

/** The thing that a statement speaks of: its one phrase with a name, the rest of it small words. */
function spokenOf(words: Tokens): Spoken | null {
  if (words.some(({ low }) => NEVER_SPOKEN.has(low)) || isVerb(words[0]?.low ?? '')) return null;
  const main: Tokens[] = [];
  let states = false;
  for (let at = 0; at < words.length;) {
    const size = phraseAt(words, at);
    if (size > 0) {
      const phrase = words.slice(at, at + size);
      const placed = PREPOSITIONS.has(words[at - 1]?.low ?? '');
      if (!placed) main.push(phrase);
      else if (phrase.some(isName)) return null;
      at += size;
      continue;
    }
    const low = words[at]?.low ?? '';
    if (!HARMLESS.has(low) && !STATES.has(low)) return null;
    states ||= STATES.has(low);
    at++;
  }
  if (!states || main.length === 0 || main.length > 2) return null;
  const [one, two] = main;
  if (one === undefined) return null;
  if (two === undefined) return { thing: one, person: isPerson(one) ? one : null };
  return isPerson(one) ? { thing: two, person: one } : isPerson(two) ? { thing: one, person: two } : null;
}
const isPerson = (phrase: Tokens): boolean => phrase.every((token) => isName(token) && !isNumber(token));
const NEVER_SPOKEN: ReadonlySet<string> = new Set(
  'not never no nothing none only except without unless if until before after instead other others else rest both neither nor please stay stays remain remains leave keep should must shall'.split(
    ' ',
  ),
);

function phraseAt(words: Tokens, at: number): number {
  for (let size = Math.min(MOST_TOKENS, words.length - at); size > 0; size--) {
    const span = words.slice(at, at + size);
    const [head] = span;
    if (head === undefined) return 0;
    const opens = isName(head) || /^(?:the|my|an?|our)$/.test(head.low) || isKind([head]);
    const alone = size === 1 && (HARMLESS.has(head.low) || STATES.has(head.low));
    if (!opens || alone) continue;
    if (parseDay(textOf(span)) !== null || (size === 1 && isQuote(head))) return size;
    const noun = nounOf(span);
    if (noun !== null && !noun.pronoun && (span.some(isName) || noun.kind !== null || size > 1)) return size;
    const list = size > 2 ? nounsOf(span) : null;
    if (list !== null && span.some(isName)) return size;
  }
  return 0;
}

const IT: ReadonlySet<string> = new Set(['it', 'them', 'these', 'those', 'this', 'that']);
const BEHIND_IT =
  /^(?:in|into|to|from|as|for|on|with|at|by|please|now|twice|too|first|over|up|down|off|out|away|is|has|was|are|should|must|needs|to)$/;
const OWNERS = /^(?:his|her|its|their)$/;

/** What was spoken of in the place of a pronoun: the first of the clause, whoever else it means. */
function meant(words: Tokens, { thing, person }: Spoken): Tokens {
  const out: Token[] = [];
  let taken = false;
  for (const [at, token] of words.entries()) {
    const next = words[at + 1];
    const ends = next === undefined || BEHIND_IT.test(next.low);
    if (person !== null && /^(?:him|her|them)$/.test(token.low) && person !== thing && ends)
      out.push(...person);
    else if (!taken && (IT.has(token.low) || /^(?:him|her)$/.test(token.low)) && ends) {
      out.push(...thing);
      taken = true;
    } else if (!taken && OWNERS.test(token.low) && next !== undefined) {
      out.push(...(person ?? thing), { text: "'s", low: "'s" });
      taken = true;
    } else if (
      !taken &&
      /^(?:that|this)$/.test(token.low) &&
      next?.low === 'one' &&
      !words.some(({ low }) => low === 'it')
    )
      out.push(token);
    else out.push(token);
  }
  return out;
}

const FIELD_PREPOSITIONS = /^(?:as|for|into|in|to|under)$/;
const GAPPING = /^(?:enter|type|write|put|choose|select|pick|set|fill|turn|switch|flip|toggle|make|change)$/;

/** "choose A as X, B as Y", "turn A on and B off": the verb again, where the clause before has it and the same small word. */
function ungapped(words: Tokens, before: Tokens | null): Tokens {
  const verb = before?.find(
    ({ low }) => !/^(?:please|then|just|now|could|would|can|you|i|want|to)$/.test(low),
  );
  if (before === null || verb === undefined || !GAPPING.test(verb.low)) return words;
  if (words.length > 8 || words.some(({ low }) => verbNamed(low, 'BASE') !== null && GAPPING.test(low)))
    return words;
  const small = words.findIndex(({ low }, at) => at > 0 && FIELD_PREPOSITIONS.test(low));
  const same = small > 0 && small < 4 && before.some(({ low }) => low === words[small]?.low);
  const particle =
    /^(?:on|off)$/.test(words.at(-1)?.low ?? '') && /^(?:turn|switch|flip|toggle)$/.test(verb.low);
  return (same && words.length > small + 1) || (particle && words.length > 1) ? [verb, ...words] : words;
}

/** "and the same for B": the order before, done to B. */
function sameAgain(words: Tokens, before: Tokens | null): Tokens | null {
  const again =
    /^(?:do |and )*(?:exactly )?(?:the )?same (?:again |thing )?(?:for|with|to|on|goes for) /u.exec(
      `${lowsOf(words)} `,
    );
  if (again === null || before === null) return null;
  const thing = words.slice(again[0].trim().split(' ').length);
  const bare = bareOf(before);
  for (let at = 1; at < bare.length; at++)
    if (nounOf(bare.slice(at)) !== null && nounOf(thing) !== null) return [...bare.slice(0, at), ...thing];
  return null;
}

/** `null`: nothing of it is told beside the orders, or something is that no order behind it means. */
export function retold(masked: string): string | null {
  const text = masked;
  let spoken: Spoken | null = null;
  let meantAt = true;
  let before: Tokens | null = null;
  let changed = false;
  const kept: Token[] = [];
  for (const piece of piecesOf(tokensOf(text))) {
    const { joint } = piece;
    const bare = bareOf(piece.words);
    const reads = readClause(piece.words, kept.length > 0);
    const again = reads === null ? sameAgain(bare, before) : null;
    const pronoun = spoken !== null && reads?.kind !== 'PLACE' ? meant(piece.words, spoken) : piece.words;
    const now: Tokens = again ?? ungapped(pronoun, before);
    const told = now.length === piece.words.length && now.every((token, at) => token === piece.words[at]);
    if (!told) {
      changed = true;
      if (again === null && pronoun !== piece.words && pronoun.length !== piece.words.length) meantAt = true;
    } else if (reads === null || reads.kind === 'TOPIC') {
      if (reads === null && isAside(piece)) {
        changed = true;
        continue;
      }
      const topic = reads === null ? spokenOf(bare) : null;
      if (topic !== null) {
        if (!meantAt) return null;
        [spoken, meantAt, changed] = [topic, false, true];
        continue;
      }
    }
    if (!meantAt && spoken !== null && restates(now, spoken)) meantAt = true;
    kept.push(...(kept.length === 0 ? joint.filter(({ low }) => low === 'then') : joint), ...now);
    before = now;
  }
  return changed && meantAt && kept.length > 0 && holdsNames(tokensOf(text), kept) ? textOf(kept) : null;
}
/** A capital that a sentence begins with need not be a name; any other one stands in what is left. */
const holdsNames = (given: Tokens, kept: Tokens): boolean =>
  given.every(
    (token, at) =>
      !isName(token) ||
      (!isQuote(token) && (at === 0 || JOINTS.has(given[at - 1]?.low ?? ''))) ||
      kept.some(({ text }) => text === token.text),
  );
/** The same name again. */
const restates = (words: Tokens, { thing }: Spoken): boolean => {
  const names = thing.filter(isName);
  return names.length > 0 && names.every((name) => words.some(({ text }) => text === name.text));
};
