// "less than 5", "when the price is under $20", "until Ana shows up": words to conditions. Pure; only the person's words.
import type { Comparison, Condition } from './condition.ts';
import { countOf } from './numbers.ts';
import { stripArticles, unquote } from './selectors.ts';

const COMPARED: readonly (readonly [string, Comparison])[] = [
  ['(?:less|lower|smaller|fewer|cheaper) than|below|under', 'LESS'],
  ['at most|no more than|not more than|up to|less than or equal to', 'AT_MOST'],
  ['(?:greater|more|higher|larger|bigger|dearer) than|above|over|exceeds|exceeding', 'MORE'],
  ['at least|no less than|not less than|greater than or equal to', 'AT_LEAST'],
  ['equal to|equals|exactly|reads', 'EQUAL'],
];
const NUMBER = String.raw`([-−]?\s?[€£$]?\s?\d[\d,]*(?:\.\d+)?)\s?[€£$%]?`;
const IS = String.raw`(?:(?:is|are|becomes|gets|goes|drops|falls|rises|climbs|reaches|that is|which is)\s+)?`;
const BY_NUMBER = COMPARED.map(
  ([words, is]) => [new RegExp(`^(.*?)\\s*\\b${IS}(?:${words})\\s+${NUMBER}$`, 'i'), is] as const,
);
const BETWEEN = new RegExp(
  `^(.*?)\\s*\\b${IS}(?:between|from)\\s+${NUMBER}\\s*(?:and|to|-|–)\\s*${NUMBER}$`,
  'i',
);
const PARITY = /^(?:(.+?)\s+(?:is|becomes)\s+)?(?:an? )?(even|odd)(?:\s+(?:number|value|one))?$/i;
const COMES =
  /^(.+?) (?:appears?|shows? up|comes? up|is (?:shown|visible|there|displayed|in view|found)|can be seen|opens?|turns up)$/i;
const GOES = /^(.+?) (?:disappears?|vanish(?:es)?|is (?:gone|hidden|no longer there)|goes away)$/i;
const SEEN =
  /^(?:you (?:can )?(?:see|find|reach|get to)|it (?:says|shows|reads)|the page (?:says|shows)|there is)\s+(.+)$/i;

const amount = (text: string): number => Number(text.replace(/[\s,€£$]/g, '').replace('−', '-'));
const bare = (text: string): string => stripArticles(unquote(stripArticles(text.trim())));

/** `null` for words that are no condition. */
export function parseCondition(text: string): Condition | null {
  const phrase = text.trim().replace(/[.!]+$/, '');
  const between = BETWEEN.exec(phrase);
  if (between !== null) {
    const [low, high] = [amount(between[2] ?? ''), amount(between[3] ?? '')];
    return {
      kind: 'BETWEEN',
      of: bare(between[1] ?? ''),
      low: Math.min(low, high),
      high: Math.max(low, high),
    };
  }
  for (const [pattern, is] of BY_NUMBER) {
    const match = pattern.exec(phrase);
    if (match !== null) return { kind: 'NUMBER', of: bare(match[1] ?? ''), is, than: amount(match[2] ?? '') };
  }
  const equal = new RegExp(
    `^(.+?)\\s+(?:is(?: at| on| set to| equal to)?|reaches|becomes|shows|reads|says|stands at|has reached|gets to)\\s+${NUMBER}$`,
    'i',
  ).exec(phrase);
  if (equal !== null)
    return { kind: 'NUMBER', of: bare(equal[1] ?? ''), is: 'EQUAL', than: amount(equal[2] ?? '') };
  const parity = PARITY.exec(phrase);
  if (parity !== null)
    return { kind: 'PARITY', of: bare(parity[1] ?? ''), is: /even/i.test(parity[2] ?? '') ? 'EVEN' : 'ODD' };
  const gone = GOES.exec(phrase);
  if (gone !== null) return { kind: 'SHOWN', what: bare(gone[1] ?? ''), not: true };
  const seen = SEEN.exec(phrase) ?? COMES.exec(phrase);
  if (seen !== null) return { kind: 'SHOWN', what: bare(seen[1] ?? ''), not: false };
  return /^(?:you are|it is|you get it|that is|the page says(?: that)? it is) (?:right|correct)$/i.test(
    phrase,
  )
    ? { kind: 'RIGHT' }
    : null;
}

const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 };

/** "three times", "twice", "5x" at the end: the words before, and how often. */
export function timesOf(clause: string): { readonly before: string; readonly times: number } | null {
  const match = /^(.+?),? (?:(once|twice|thrice)|(\S+) times|(\d+) ?[x×])(?: in a row)?$/i.exec(clause);
  if (match === null) return null;
  const times = TIMES[(match[2] ?? '').toLowerCase()] ?? countOf(match[3] ?? match[4] ?? '');
  return times === null || times < 1 ? null : { before: match[1] ?? '', times };
}
