// One intent that asks several sites: the same of each, or of each something else, as one subtask a site. Pure.
// INVARIANT: only sites that the person's own words name; the words stay theirs, but for the verb of a comparison.
import { classifyIntent, urlSpans, type Site } from './intent.ts';

export type Branch = { readonly intent: string; readonly startUrl: string };

export type Mention = { readonly start: number; readonly end: number; readonly url: string };

/** Between two sites of one list: ", ", " and ", " or on the ". */
const JOINT =
  /^\s*(?:,|,?\s+(?:and|or|&|with|vs\.?|versus|against)|\/)\s+(?:(?:on|in|at|from|of)\s+)?(?:the\s+)?$/iu;
const BEFORE_LIST = /(?:\b(?:both|either)\s+)?((?:\bthe\s+)?)$/iu;
const ACROSS = /\b(?:across|between|among)\s+((?:the\s+)?)$/iu;
const COMPARE = /^(?:please\s+)?compare\s+/iu;
const CHEAPER =
  /^(?:where\s+)?(?:is|are)\s+(\S(?:.*?\S)?)\s+(?:cheaper|cheapest|less expensive)[,:]?\s+((?:on|in|at)\s+(?:the\s+)?)$/iu;
const WHICH_OF = /^which of\s+(?:the\s+)?$/iu;
/** What is asked of all sites together is said once they are merged. */
const AND_WHICH =
  /[,;]?\s+and\s+(?:then\s+)?(?:tell me|say|show me|report)\s+(?:which|where|what|who)\b.*$/iu;
const HAS_THE = /^\s+(?:has|have|sells?|offers?)\s+(?:the\s+)?/iu;
const OPENING =
  /^(?:please\s+)?(tell me|find out|find|look up|read|show me|get|give me|what is|what's|how much is|how many)\b/iu;
/** Words that mean something of the part before: what follows from it needs its tab. */
const REFERS = /\b(?:it|its|their|them|there|that|this|those|these|he|she|his|her|result|same)\b/iu;

/** `null` where the intent is for one site, or changes something. */
export function fanOut(intent: string, sites: readonly Site[]): readonly Branch[] | null {
  if (classifyIntent(intent) !== 'RESEARCH') return null;
  const mentions = mentionsIn(intent, sites);
  const distinct = new Set(mentions.map(({ url }) => url));
  if (distinct.size < 2 || distinct.size !== mentions.length) return null;
  return sameOfEach(intent, mentions) ?? eachItsOwn(intent, mentions);
}

/** "compare the price of X on A, B and C" */
function sameOfEach(intent: string, mentions: readonly Mention[]): readonly Branch[] | null {
  const joined = mentions.every((mention, at) => {
    const before = mentions[at - 1];
    return before === undefined || JOINT.test(intent.slice(before.end, mention.start));
  });
  const [first] = mentions;
  const last = mentions.at(-1);
  if (!joined || first === undefined || last === undefined) return null;
  const head = intent.slice(0, first.start);
  const tail = intent
    .slice(last.end)
    .replace(/[?.!]+\s*$/u, '')
    .replace(AND_WHICH, '');
  const ask = asking(head, tail);
  return mentions.map(({ start, end, url }) => ({ intent: ask(intent.slice(start, end)), startUrl: url }));
}

function asking(head: string, tail: string): (site: string) => string {
  const cheaper = CHEAPER.exec(head);
  if (cheaper !== null)
    return (site) => `tell me the price of ${cheaper[1] ?? ''} ${cheaper[2] ?? ''}${site}${tail}`;
  if (WHICH_OF.test(head) && HAS_THE.test(tail))
    return (site) => `tell me the ${tail.replace(HAS_THE, '')} in the ${site}`;
  const before = head.replace(COMPARE, 'tell me ').replace(ACROSS, 'on $1').replace(BEFORE_LIST, '$1');
  return (site) => `${before}${site}${tail}`.replace(/\s+/gu, ' ').trim();
}

/** "the price of X in A and the capital of Y in B" */
function eachItsOwn(intent: string, mentions: readonly Mention[]): readonly Branch[] | null {
  const parts = intent
    .replace(/[?.!]+\s*$/u, '')
    .split(/(?<!\s)(?:\s*[;,])?\s+and\s+(?:also\s+)?|(?<!\s)\s*;\s*/iu)
    .filter((part) => part !== '');
  if (parts.length !== mentions.length) return null;
  const opening = OPENING.exec(parts[0] ?? '')?.[1] ?? null;
  const branches: Branch[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const start = intent.indexOf(part, at);
    at = start + part.length;
    const inside = mentions.filter((one) => one.start >= start && one.end <= at);
    const [only] = inside;
    if (only === undefined || inside.length !== 1 || classifyIntent(part) !== 'RESEARCH') return null;
    if (index > 0 && REFERS.test(part)) return null;
    if (OPENING.test(part)) branches.push({ intent: part, startUrl: only.url });
    else if (opening === null) return null;
    else branches.push({ intent: `${opening} ${part}`, startUrl: only.url });
  }
  return branches;
}

/** URLs and bookmarks by name, in order; what is in quotation marks names nothing. */
export function mentionsIn(intent: string, sites: readonly Site[]): readonly Mention[] {
  const outside = intent.replace(/"[^"]*"|“[^”]*”/gu, (quoted) => ' '.repeat(quoted.length));
  const found: Mention[] = urlSpans(outside).map(({ href, start, end }) => ({ start, end, url: href }));
  for (const { name, url } of sites) {
    const word = new RegExp(
      `(?<![\\p{L}\\p{N}./-])${RegExp.escape(name)}(?![\\p{L}\\p{N}-]|\\.\\p{L})`,
      'giu',
    );
    for (const match of outside.matchAll(word)) {
      // A name that opens the intent is the verb there: "shop for …".
      if (match.index === 0) continue;
      found.push({ start: match.index, end: match.index + match[0].length, url });
    }
  }
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter((one, at) => at === 0 || one.start >= (sorted[at - 1]?.end ?? 0));
}
