// One sentence that says many things of one: "a table for Ana, in room 12, at 3 pm" to what is meant and its details.
// Pure; only the person's words. INVARIANT: a detail's value begins like one (a quotation, a capital, a digit), never a phrase.
import type { Unmask } from './clauses.ts';
import type { Detail } from './goals.ts';
import { unquote } from './selectors.ts';

const CUE = String.raw`(?:\p{Ll}+(?:ed|en|ing) )?(?:from|to|on|at|by|in|for|with|between|under|until|after|before|of|named|called|titled|starting|ending|lasting|as)`;
/** The cue, and with it what the value is called: "in room", "from the year". */
const DETAIL = new RegExp(
  `(?:,\\s*|\\s+)(?:and\\s+)?(${CUE}(?:\\s+(?:the\\s+|an?\\s+)?(?:\\p{Ll}[\\p{Ll}-]*\\s?){1,2})?):?\\s+(?=\\uE000|\\p{Lu}|[\\d@$€£#-])`,
  'gu',
);
/** Fields are called by what they hold: the small words before it say nothing. */
const ARTICLE = /\s+(?:the|an?)(?=\s|$)/g;

export type Described = { readonly head: string; readonly details: readonly Detail[] };

export function describedBy(clause: string, unmask: Unmask): Described {
  const found = [...clause.matchAll(DETAIL)];
  const first = found[0];
  if (first === undefined) return { head: unmask(clause).trim(), details: [] };
  const details = found.map((match, i): Detail => {
    const start = match.index + match[0].length;
    const value = clause
      .slice(start, found[i + 1]?.index)
      .trim()
      .replace(/[,.]+$/, '');
    return { cue: (match[1] ?? '').replace(ARTICLE, '').trim(), value: unquote(unmask(value)) };
  });
  return { head: unmask(clause.slice(0, first.index)).trim(), details };
}
