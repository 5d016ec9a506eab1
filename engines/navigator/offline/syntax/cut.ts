// An order of several sentences cut into clauses, each read, and what "before", "after", "once" and "to" say of their order. Pure.
// INVARIANT: a cut is taken only where every clause of it is read; of several, the one of the fewest and surest clauses.
import { readClause, type Read } from './clause.ts';
import { isCapital, isName, lowsOf, tokensOf, type Token, type Tokens } from './tokens.ts';
import { isVerb, verbNamed } from './verb-lexicon.ts';

const MAX_JOINTS = 22;
const MAX_SPAN = 32;

const STOPS: ReadonlySet<string> = new Set([',', ';', '.', '?', '!', ':', '-', '–', '—']);
const JOINTS: ReadonlySet<string> = new Set(['and', 'then', 'but', 'so']);
const SUBORDINATE: ReadonlySet<string> = new Set([
  'before',
  'after',
  'once',
  'when',
  'prior',
  'followed',
  'as',
  'by',
]);

type When = 'NOW' | 'FIRST' | 'LATER' | 'AIM';
/** `afterAll`: it says that what was said before comes first. */
export type Part = {
  readonly read: Read;
  readonly when: When;
  readonly ends: boolean;
  readonly afterAll: boolean;
};

const isStop = ({ text }: Token): boolean => STOPS.has(text);
const lowAt = (tokens: Tokens, at: number): string => tokens[at]?.low ?? '';

/** Where a clause may begin: the start, and behind or at what joins. */
function beginnings(tokens: Tokens): readonly number[] {
  const at = new Set<number>([0]);
  tokens.forEach((token, i) => {
    if (isStop(token) || JOINTS.has(token.text)) at.add(i);
    else if (
      SUBORDINATE.has(token.text) &&
      i > 0 &&
      /^(?:before|after|once|when|prior|followed)$/.test(token.text)
    )
      at.add(i);
    else if (isBehindName(tokens, i)) at.add(i);
    else if (token.text === 'to' && i > 0 && isStop(tokens[i - 1] ?? token)) at.add(i);
  });
  at.add(tokens.length);
  return [...at].toSorted((a, b) => a - b);
}

/** "Before you press A press B": a verb right behind the name that a sentence with "before", "after" or "once" ends in. */
function isBehindName(tokens: Tokens, at: number): boolean {
  const [token, before, next] = [tokens[at], tokens[at - 1], tokens[at + 1]];
  if (token === undefined || before === undefined || next === undefined || !isName(before)) return false;
  if (!/^(?:press|click|tap|hit|tick|untick|choose|select|open|enter|type)$/.test(token.text)) return false;
  const start = tokens.slice(0, at).findLastIndex((one) => isStop(one)) + 1;
  return (
    /^(?:before|after|once)$/.test(lowAt(tokens, start)) && lowAt(tokens, start + 1) === 'you' && isName(next)
  );
}

const isJoined = (token: Token | undefined): boolean =>
  token !== undefined && (isStop(token) || JOINTS.has(token.low));

/** What joins, off the beginning of a span: what it says of the time is kept. */
function opened(tokens: Tokens, from: number, to: number): { readonly at: number; readonly when: When } {
  let at = from;
  let when: When = 'NOW';
  for (; at < to; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isStop(token) || JOINTS.has(token.text)) continue;
    break;
  }
  const low = tokens[at]?.text.toLowerCase() ?? '';
  // "after, click Save", "after click Save": afterwards.
  const next = lowAt(tokens, at + 1) === ',' ? at + 2 : at + 1;
  if (
    low === 'after' &&
    to - at > 2 &&
    isJoined(tokens[at - 1]) &&
    verbNamed(lowAt(tokens, next), 'BASE') !== null
  )
    return { at: next, when };
  if (
    to - at > 2 &&
    low === 'when' &&
    from > 0 &&
    tokens[from]?.low === 'when' &&
    /^(?:you|we|i)$/.test(lowAt(tokens, at + 1)) &&
    !/^(?:are|have)$/.test(lowAt(tokens, at + 2))
  ) {
    when = 'LATER';
    at++;
  } else if (
    to - at > 1 &&
    /^(?:after|once|when)$/.test(low) &&
    lowAt(tokens, at + 1) !== 'that' &&
    lowAt(tokens, at + 1) !== 'which' &&
    !/^(?:asked|prompted)$/.test(lowAt(tokens, at + 1)) &&
    !(low === 'when' && ASKED_WHEN.test(lowAt(tokens, at + 1)))
  ) {
    when = 'FIRST';
    at++;
  } else if (
    to - at > 1 &&
    low === 'as' &&
    lowAt(tokens, at + 1) === 'soon' &&
    lowAt(tokens, at + 2) === 'as'
  ) {
    when = 'FIRST';
    at += 3;
  } else if (to - at > 1 && low === 'before') {
    when = 'LATER';
    at++;
  } else if (to - at > 2 && low === 'prior' && lowAt(tokens, at + 1) === 'to') {
    when = 'LATER';
    at += 2;
  } else if (to - at > 2 && low === 'followed' && lowAt(tokens, at + 1) === 'by') at += 2;
  else if (to - at > 1 && low === 'to') {
    when = 'AIM';
    at++;
  } else if (
    to - at > 3 &&
    low === 'in' &&
    lowAt(tokens, at + 1) === 'order' &&
    lowAt(tokens, at + 2) === 'to'
  ) {
    when = 'AIM';
    at += 3;
  }
  return { at, when };
}

/** "When does it leave?", "when is it?" ask; "when it is done" tells. */
const ASKED_WHEN = /^(?:do|does|did|is|are|was|were|will|would|can|could|should|has|have|had)$/;

const COMMIT_SMALL =
  /^(?:submit|save|send|search|ok|confirm|continue|apply|log ?in|login|register|publish|redeem)$/;
const COMMIT =
  /^(?:submit|save|send|search|ok|okay|next|continue|go|done|confirm|apply|finish|log ?in|login|sign ?in|register|publish|post|update|book|pay|accept|check ?out|add|create|start|find|cancel|close|redeem|enter|return)$/i;
const VOID =
  /^(?:that|this|it|that is|this is|it is|everything is|all of that is|all that is|you are|that has been|this has been|all is)(?: (?:done|finished|complete|completed|over|ready|set|in place|entered|through))?$/;
const SEEN =
  /^(?:it|that|this|the page|the button|the dialog)? ?(?:appears|shows up|comes up|is there|has appeared|has loaded|is shown|pops up|is visible|is ready|becomes visible|turns up)$/;

/** A span behind "after", "before", "once", "to": a gerund, a sentence, an order. */
function subordinate(tokens: Tokens, when: When): Read | null {
  const low = lowsOf(tokens);
  if (VOID.test(low) || SEEN.test(low)) return { kind: 'NOTHING', cost: 0.3 };
  if (when === 'AIM') return readClause(tokens, false);
  const you = /^(?:you|we|i)$/.test(tokens[0]?.low ?? '');
  if (you) {
    const rest = tokens.slice(/^(?:have|can|should|then|finally|will)$/.test(tokens[1]?.low ?? '') ? 2 : 1);
    const past = readClause(tokensOf(`i would appreciate it if you ${textOfAll(rest)}`), false);
    return past ?? commit(rest);
  }
  const appears = /^(.+?) (?:appears?|shows? up|comes? up|is there|is shown|pops? up|is visible)$/.exec(
    textOfAll(tokens),
  );
  if (appears !== null) {
    const shown = readClause(tokensOf(appears[1] ?? ''), false);
    return shown?.kind === 'TOPIC' ? shown : null;
  }
  const verb = commit(tokens);
  if (verb !== null) return verb;
  const inner = readClause(tokens, true);
  // "When the total is 100": something is waited for, and nothing is typed.
  if (inner?.kind === 'ORDERS' && IS_SO.test(low) && !WAS_DONE.test(low)) return null;
  return inner?.kind === 'ORDERS' || (inner?.kind === 'TOPIC' && when === 'LATER') ? inner : null;
}
const IS_SO =
  /^(?!(?:you|we|i) ).+ (?:is|are|reads?|shows?|says?|equals?|stands? at|reaches|becomes?|has|have|gets?) /;
const WAS_DONE =
  /(?<!\p{L})(?:\p{L}+ed|set|put|typed|chosen|written|filled|done|there|complete|ready|in|on|off|open|empty|gone)$|(?<!\p{L})(?:is|are|has been|have been|gets?) (?:set|put|typed|entered|chosen|selected|ticked|checked|filled|picked|written|switched|turned|moved|dragged)(?!\p{L})/u;
const textOfAll = (tokens: Tokens): string => tokens.map(({ text }) => text).join(' ');
const GERUND_COMMIT: Readonly<Record<string, string>> = {
  submitting: 'submit',
  saving: 'save',
  sending: 'send',
  searching: 'search',
  continuing: 'continue',
  confirming: 'confirm',
};

/** What usually sends a form, by its name alone. */
function commit(given: Tokens): Read | null {
  const tokens = given.filter((token) => !isStop(token));
  const words = tokens.filter(
    ({ low }, i) =>
      !(i > 0 && /^(?:it|that|them|this|the|form|button|everything|all|together)$/.test(low)) &&
      !(i === 0 && /^(?:the|a|just)$/.test(low)),
  );
  const [only] = words;
  if (only === undefined || words.length !== 1) return null;
  if (
    words.length < tokens.length &&
    /^(?:book|create|start|add|find|cancel|close|open|pay|accept|publish|post|update|enter|search)$/.test(
      only.low,
    )
  )
    return null;
  const gerund = GERUND_COMMIT[only.low];
  if (gerund !== undefined) return { kind: 'ORDERS', said: [`press ${gerund}`], cost: 1.2 };
  const sends = isCapital(only)
    ? COMMIT.test(only.text)
    : COMMIT_SMALL.test(only.low) || COMMIT_SMALL.test(only.low.replace(/(?:t?ed|d)$/, ''));
  return sends || only.low === 'sent'
    ? { kind: 'ORDERS', said: [`press ${isCapital(only) ? only.text : named(only.low)}`], cost: 1.2 }
    : null;
}
const named = (low: string): string => {
  const word =
    low === 'sent'
      ? 'send'
      : low
          .replace(/(submit)ted$/, '$1')
          .replace(/(save|search|confirm|book)d?$/, '$1')
          .replace(/ed$/, '');
  return word;
};

function partOf(tokens: Tokens, from: number, to: number, wish: boolean): Part | null {
  const { at, when } = opened(tokens, from, to);
  const you =
    from > 0 &&
    when === 'NOW' &&
    ORDERED.test(`${lowAt(tokens, at - 1)} ${lowAt(tokens, at)} ${lowAt(tokens, at + 1)}`);
  const span = tokens.slice(you && isVerb(lowAt(tokens, at + 1)) ? at + 1 : at, to);
  const ends = /^[.;?!]$/.test(tokens[to]?.text ?? '.');
  if (span.length === 0) return { read: { kind: 'NOTHING', cost: 0 }, when: 'NOW', ends, afterAll: false };
  if (span.length > MAX_SPAN) return null;
  const withSo = when === 'NOW' && span[0]?.low === 'with' ? readClause(span.slice(1), true) : null;
  const read =
    withSo?.kind === 'ORDERS'
      ? withSo
      : when === 'NOW'
        ? ((from > 0 && !isNamePart(tokens, at) ? commit(span) : null) ?? readClause(span, wish))
        : subordinate(span, when);
  return read === null ? null : { read, when, ends, afterAll: AFTER_ALL.test(lowsOf(span)) };
}

/** "Before you do B do A, and once that is done do C". */
const AFTER_ALL =
  /^(?:once|when|after|as soon as) (?:(?:all )?(?:that|this|it)(?: (?:is|has been) (?:done|finished|through))?|both(?: are done)?) ?(?:,|$)/;

/** "…, then you press Save": behind what was ordered it goes on with it; alone, it may tell of somebody. */
const ORDERED = /^(?:then|and|,|so) you /;

/** "press Save and continue": one name. */
const isNamePart = (tokens: Tokens, at: number): boolean =>
  lowAt(tokens, at - 1) === 'and' &&
  !isStop(tokens[at - 2] ?? { text: ',', low: ',' }) &&
  isCapital(tokens[at - 2] ?? { text: '', low: '' }) &&
  /^\p{Ll}/u.test(tokens[at]?.text ?? '') &&
  /^(?:press|click|hit|tap|push|on|the)$/.test(lowAt(tokens, at - 3));

/** The cheapest way to cut the order into clauses that are all read. */
export function cut(tokens: Tokens): readonly Part[] | null {
  const at = beginnings(tokens);
  if (at.length > MAX_JOINTS) return null;
  type Best = { readonly cost: number; readonly parts: readonly Part[] };
  const best: (Best | null)[] = [{ cost: 0, parts: [] }];
  for (let to = 1; to < at.length; to++) {
    let found: Best | null = null;
    for (let from = to - 1; from >= 0; from--) {
      const before = best[from];
      const [start = 0, end = 0] = [at[from], at[to]];
      if (before === null || before === undefined || end - start > MAX_SPAN + 4) continue;
      if (found !== null && before.cost >= found.cost) continue;
      const part = partOf(tokens, start, end, from > 0);
      const cost = part === null ? Infinity : before.cost + part.read.cost;
      if (part !== null && (found === null || cost < found.cost))
        found = { cost, parts: [...before.parts, part] };
    }
    best.push(found);
  }
  return best.at(-1)?.parts ?? null;
}
