// Ways of speaking that reach over clauses ("at 2 in the morning", "whatever is written in X", "look up X and take the third hit") in the
// plain words for them, before an order is read. Pure. INVARIANT: a table of everyday English, quotations set aside before; a row keeps
// every name and value that it meets, and drops only what says nothing of what is to be done.
import { rewritten } from './clues.ts';

const NTH: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  four: 'fourth',
  five: 'fifth',
  six: 'sixth',
  seven: 'seventh',
  eight: 'eighth',
  nine: 'ninth',
  ten: 'tenth',
};
const ordinal = (said: string): string =>
  NTH[said.toLowerCase()] ?? (/^\d+$/u.test(said) ? `${said}th` : said);

const SENT: Readonly<Record<string, string>> = { submitted: 'submit', saved: 'save', sent: 'send' };

type Row = readonly [RegExp, string | ((...groups: string[]) => string)];

const EVERYDAY: readonly Row[] = [
  // What is only company.
  [/(^|[\s,;.])(?:and |but )?(?:please )?(?:do not|don['’]t|never) forget to /giu, '$1and '],
  [/,? by (?:clicking|tapping|pressing) (?:on |in |into |inside )?(?:it|there)(?=\s*(?:[,;.!]|$))/giu, ''],
  [
    /\b(?:find|locate|look for|search for|seek out) and (?:then )?(?=(?:click|press|open|tap|hit|choose|select|tick|delete|star)\b)/giu,
    '',
  ],
  [
    /(?<=\p{L} )(?:right|straight|fully|completely|entirely) down(?=\s*(?:[,;.!]|$| and | to | then ))/giu,
    'down',
  ],
  [
    /\b(?:and )?sign (?:it |the \p{Ll}+ )?(?:(?:with|as|by) )?(?:the name |your name )?(?!(?:In|Up|Out|On|Off|Me)\b)(\uE000\d+\uE001|\p{Lu}\p{L}*)(?=\s*(?:[,;.!]|$| and | then ))/gu,
    'enter $1 as the name',
  ],
  // "Ana's year and town should be put in the fields": copied from where they stand.
  [
    /(?<!\p{L})(\p{Lu}\p{L}*(?: \p{Lu}\p{L}*)?)['’]s (\p{Ll}+(?:, \p{Ll}+)?,? and \p{Ll}+),? (?:from the table,? )?(?:should|must|have to|need to|are to|ought to) (?:be (?:put|entered|filled|copied|written)|go|stand) in(?:to)? (?:the |their |these )?(?:two )?fields/gu,
    "copy $1's $2 from the table into the fields",
  ],
  // What is to be so when the form goes out is done before.
  [
    /^([^.;!?]{3,100} (?:should|must|has to|have to|needs? to|stays?|remains?|is to|are to) [^.;!?]{2,60}?),? (?:when|before|by the time|as) (?:the form|it|this|everything|the page|that|the whole thing) (?:gets|is|goes|has been|will be) (submitted|saved|sent)(?: off| out)?(?=[.!]*$)/iu,
    (_, state, done) => `${state}, then ${SENT[done.toLowerCase()] ?? 'submit'}`,
  ],
  [/,? and so (?:do|does|must|should|has|have|can|is|are) (?=\p{Lu}|\uE000)/gu, ', and the same goes for '],
  [
    /\bthere(?:['’]ll| will| are going to) be (?:just |only )?(\p{L}+|\d+) (?:guests?|people|persons?|of us)(?!\p{L})/giu,
    'we are $1 guests',
  ],
  [/(?<!\p{L})(?:come|get|head|navigate) back(?=\s*(?:[,;.!]|$| and | then ))/giu, 'go back'],
  [/\ball together(?=\s*(?:[,;.!?]|$))/giu, 'altogether'],
  // Times of the day.
  [
    /(?<![\d:.])(0?[1-9]|1[0-2])([:.]\d\d)? ?(?:o['’]?clock )?in the morning(?!\p{L})/giu,
    (_, hour, minutes = ':00') => `${hour}${minutes} am`,
  ],
  [
    /(?<![\d:.])(0?[1-9]|1[0-2])([:.]\d\d)? ?(?:o['’]?clock )?in the (?:afternoon|evening)(?!\p{L})/giu,
    (_, hour, minutes = ':00') => `${hour}${minutes} pm`,
  ],
  [
    /(?<![\d:.])(0?[6-9]|1[01])([:.]\d\d)? ?(?:o['’]?clock )?at night(?!\p{L})/giu,
    (_, hour, minutes = ':00') => `${hour}${minutes} pm`,
  ],
  // What stands in a field, and where it ends.
  [
    /\b(?:what(?:ever)?|everything that|all that)(?:['’]s| is| stands| you (?:see|find))(?: (?:written|typed|entered|standing|there|shown|already))* (?:in|inside) (?=(?:the|that|this) (?:[\p{Ll}\d]+ ){0,2}(?:text ?(?:area|box|field)|field|box)s?\b)/giu,
    'the text of ',
  ],
  [
    /\b(?:what(?:ever)?|the|which(?:ever)?) (?:word )?(?:that |which )?(the (?:\p{Ll}+ )?(?:text(?: ?area)?|paragraph|sentence|text box)) (?:ends|finishes|closes|concludes) (?:with|in|on)(?=\s*(?:[,;.!?]|$| and | into? ))/giu,
    'the last word of $1',
  ],
  [
    /\b(?:what(?:ever)?|the|which(?:ever)?) (?:word )?(?:that |which )?(the (?:\p{Ll}+ )?(?:text(?: ?area)?|paragraph|sentence|text box)) (?:starts|begins|opens) (?:with|in|on)(?=\s*(?:[,;.!?]|$| and | into? ))/giu,
    'the first word of $1',
  ],
  [
    /\b(?:the|whatever|whichever) word (?:that |which )?(?:is |stands |comes |standing )?(?:right )?at the (?:very )?(?:end|bottom) of (?=the \p{Ll})/giu,
    'the last word of ',
  ],
  [
    /\b(?:the|whatever|whichever) word (?:that |which )?(?:is |stands |comes |standing )?(?:right )?at the (?:very )?(?:beginning|start|top) of (?=the \p{Ll})/giu,
    'the first word of ',
  ],
  [
    /\b(?:something|anything|whatever|(?:an?|the) \p{Ll}+)(?: that| which)? (?:starts|begins|starting|beginning)(?: with| in| by| on)? (\uE000\d+\uE001)(?:,? and|,| but)(?: that| which)? (?:ends|ending|finishes|finishing|stops|closes|closing)(?: with| in| on| by)? (\uE000\d+\uE001)/giu,
    'an item that starts with $1 and ends with $2',
  ],
  // One of what a search finds.
  [
    /\b(?:look up|look for|search for|search|google|find)(?: for)? (\uE000\d+\uE001|\p{Lu}\p{L}*),? (?:and |then |and then )(?:take|open|click|go to|choose|pick|press|follow|select|visit|get)(?: on)? (?:the )?(\p{L}+|\d+(?:st|nd|rd|th)) (?:hit|result|match)(?: that comes(?: up)?)?(?!\p{L})/gu,
    'search for $1 and open the $2 result',
  ],
  [
    /\b(?:to )?(?:see|open|take|get|click|visit|go to|have|show me)(?: on)? (?:the )?(?:search )?(?:result|hit|match)(?: number| no\.?)? (\p{L}+|\d+) (?:for|of|from|when i search for|when you search for)(?: an?| the)?(?: search)?(?: for| on| of)? (\uE000\d+\uE001)/gu,
    (_, nth, what) => `search for ${what} and open the ${ordinal(nth)} result`,
  ],
  [/\bout of (\p{Lu}\p{L}*) (?:and )?(?:in)?to (?=\p{Lu})/gu, 'from $1 to '],
  // Each of them judged.
  [
    /\b(?:say|decide|tell|indicate|determine|mark|judge) (?:of|for) (?:each|every)(?: one)?(?: of the)? (\p{L}+?)s? (?:whether|if) it(?: is|['’]s) (odd|even) or (odd|even)/giu,
    'judge each $1 as $2 or $3',
  ],
];

export const everyday = (masked: string): string => rewritten(masked, EVERYDAY);
