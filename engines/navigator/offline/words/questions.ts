// Questions and noun phrases that ask for a fact: what is looked for, and of which thing. Pure.
import { heard, mayMatch } from '#engines/navigator/offline/lexicon/phrases/clues.ts';
import type { Goal, Wanted } from './goals.ts';
import type { Selector } from './selectors.ts';
import { parseSelector, stripArticles, unquote, withoutPlace } from './selectors.ts';

const ADJECTIVE_FACTS: Readonly<Record<string, string>> = {
  high: 'height',
  tall: 'height',
  long: 'length',
  heavy: 'weight',
  big: 'size',
  large: 'area',
  wide: 'width',
  deep: 'depth',
  old: 'age',
  far: 'distance',
  fast: 'speed',
  loud: 'loudness',
};

const PRONOUN = /^(?:it|they|he|she|this|that|there|the (?:site|page|company|maker))$/i;

const read = (fact: string | null, of: string | null, wants: Wanted = 'ANY'): readonly Goal[] => [
  { kind: 'READ', fact: fact === null ? null : unquote(fact.trim()), of: thing(of), wants },
];

function thing(of: string | null): Selector | null {
  if (of === null || PRONOUN.test(of.trim())) return null;
  const selector = parseSelector(of);
  return selector.noun === '' && selector.by === null && selector.nth === null && selector.about === null
    ? null
    : selector;
}

const wantsOf = (fact: string): Wanted =>
  /\b(?:price|cost|total|amount|fee|subtotal|shipping)$/i.test(fact)
    ? 'MONEY'
    : OF_TIME.test(fact)
      ? 'DATE'
      : 'ANY';
/** What it ends in says what a thing is: "delivery date", and no "time zone". */
const OF_TIME = /(?:^|\s)(?:day|date|time|month|year|weekday|birthday|deadline)$/i;

type Rule = readonly [RegExp, (groups: readonly string[]) => readonly Goal[] | null];

const RULES: readonly Rule[] = [
  [/^(?:what|how much) (?:does|do|did|would) (.+?) costs?$/i, ([of = '']) => read('price', of, 'MONEY')],
  [/^what(?:'s| is| are| was) (.+?) about$/i, ([of = '']) => read(null, withoutPlace(of))],
  [/^what (?:was|is|were|are) in (.+)$/i, ([of = '']) => read(null, of)],
  [
    /^how much (?:is|are|was|were|does|do|did) (.+?)(?: costs?| in total)?$/i,
    ([of = '']) => read('price', of, 'MONEY'),
  ],
  [/^how much (.+?) (?:costs?|is|are|was|were)$/i, ([of = '']) => read('price', of, 'MONEY')],
  [/^how many (.+?) (?:does|do|did) (.+?) have$/i, ([fact = '', of = '']) => read(fact, of, 'NUMBER')],
  [
    /^(?:(?:on|at|in|by) )?(?:what|which) (?:day|date|time|month|year|weekday|hour)(?: of (?:the )?(?:day|week|month|year))? (?:is|are|was|were|do|does|did|will|can) (?!(?:the|my|our|your|an?|this|that) \S+$)(.+?) (\p{Ll}+)$/iu,
    ([of = '', fact = '']) => read(fact, of, 'DATE'),
  ],
  [
    /^(?:(?:on|at|in|by) )?(?:what|which) (day|date|time|month|year|weekday|hour)(?: of (?:the )?(?:day|week|month|year))? (?:is|are|was|were) (.+)$/iu,
    ([fact = '', of = '']) => read(fact, of, 'DATE'),
  ],
  [
    /^how many (.+?) (?:live|are there) in (.+)$/i,
    ([fact = '', of = '']) => read(/people|person/i.test(fact) ? 'population' : fact, of, 'NUMBER'),
  ],
  [/^how many (.+?)(?: (?:are there|there are|did .+))?$/i, ([fact = '']) => read(fact, null, 'NUMBER')],
  [
    /^how (\w+) (?:is|are|was) (.+)$/i,
    ([word = '', of = '']) => read(ADJECTIVE_FACTS[word.toLowerCase()] ?? word, of),
  ],
  [
    /^how (\w+) (.+?) (?:is|are|was)$/i,
    ([word = '', of = '']) => read(ADJECTIVE_FACTS[word.toLowerCase()] ?? word, of),
  ],
  [
    /^when (?:was|were|is|are|did|does|do) (?!(?:the|my|our|your|an?|this|that) \S+$)(.+?) (?:get |first )?(\w+(?: published| sold)?)$/i,
    ([of = '', fact = '']) => read(fact, of, 'DATE'),
  ],
  [
    /^when (.+?) (?:was|were|is|are|got) (?:first )?(\w+(?: published| sold)?)$/i,
    ([of = '', fact = '']) => read(fact, of, 'DATE'),
  ],
  [/^when (?!(?:you|we|i) )(?:(?:is|was|are|were) )?(.+)$/i, ([of = '']) => read('date', of, 'DATE')],
  [/^who (?:is|was|are|were) (?:the )?(.+?) of (.+)$/i, ([fact = '', of = '']) => read(fact, of)],
  [/^who (\w+) (.+)$/i, ([verb = '', of = '']) => read(`${verb} by`, of)],
  [/^where (?:is|are|was|were) (.+?)(?: located| based)?$/i, ([of = '']) => read('location', of)],
  [/^where (.+?) (?:is|are|was|were)(?: located| based)?$/i, ([of = '']) => read('location', of)],
  [
    /^(?:whether|if|is|are) (.+?) (?:is |are )?(?:in stock|available|sold out|out of stock)$/i,
    ([of = '']) => read('stock', of),
  ],
  [
    /^which (.+?) (?:is|are|was|has|have) (?:the )?(.+)$/i,
    ([noun = '', which = '']) => compared(`${which} ${noun}`),
  ],
  [/^(?:what|which|who)(?:'s| is| are| was| were) (.+)$/i, ([what = '']) => nounPhrase(what)],
  [/^what (\p{Ll}+) (?:is|are|was|were) ((?:the |my )?\p{L}.*)$/u, ([fact = '', of = '']) => read(fact, of)],
  [/^what (.+?) (?:is|are|was|were)$/i, ([what = '']) => nounPhrase(what)],
  [
    /^(?:what|which) (.+?) (?:does|do|did) (.+?) (?:have|use|speak|cost)$/i,
    ([fact = '', of = '']) => read(fact, of),
  ],
];

/** `null` where the text is no question and no noun phrase. */
export function parseQuestion(text: string): readonly Goal[] | null {
  const asked = text
    .trim()
    .replace(/^(?:me\s+)?(?:about\s+)?/i, '')
    .replace(/[?.!]+$/, '');
  if (asked === '') return null;
  const now = heard(asked);
  for (const [pattern, make] of RULES) {
    if (!mayMatch(pattern, now)) continue;
    const match = pattern.exec(asked);
    const goals = match === null ? null : make(match.slice(1));
    if (goals !== null) return goals;
  }
  return nounPhrase(asked);
}

/** "which monitor is the cheapest" asks for the thing. */
function compared(phrase: string): readonly Goal[] | null {
  const selector = parseSelector(phrase);
  return selector.by === null ? null : [{ kind: 'READ', fact: null, of: selector, wants: 'ANY' }];
}

function nounPhrase(phrase: string): readonly Goal[] | null {
  const text = stripArticles(phrase);
  const of = /^(.+?)\s+(?:of|for)\s+(.+)$/i.exec(text);
  // "The value of Owner" stands at that label.
  if (of !== null && /^(?:value|contents?)$/i.test(stripArticles(of[1] ?? '')))
    return read(stripArticles(of[2] ?? ''), null, wantsOf(of[2] ?? ''));
  if (of !== null && parseSelector(of[1] ?? '').by === null)
    return read(stripArticles(of[1] ?? ''), of[2] ?? '', wantsOf(of[1] ?? ''));
  const possessive = /^(.+?)(?:'s|s') (.+)$/i.exec(text);
  if (possessive !== null)
    return read(possessive[2] ?? '', possessive[1] ?? '', wantsOf(possessive[2] ?? ''));
  const selector = parseSelector(text);
  if (selector.by !== null || selector.nth !== null) {
    const money = selector.by?.key === 'PRICE';
    const fact = money ? 'price' : selector.by?.key === 'RATING' ? 'rating' : null;
    return [{ kind: 'READ', fact, of: selector, wants: money ? 'MONEY' : 'ANY', names: true }];
  }
  return text === '' ? null : read(text, null, wantsOf(text));
}
