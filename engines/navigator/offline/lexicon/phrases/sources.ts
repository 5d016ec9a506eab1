// Where something is to be looked up, said beside what is asked ("use the wiki to find out …", "…, the wiki has it", "the shop's price").
// Pure. INVARIANT: only a place that people look things up in is left out, and only beside a question; the site itself is chosen elsewhere.
import type { Turns } from './site-orders.ts';

const PLACE = String.raw`(?:the|this|that|your|our) (?:online |web )?(?:shop|store|forum|encyclop(?:a)?edia|wiki|market|marketplace|travel agency|agency|library|catalogu?e)(?: site| page| website)?`;
const FINDS =
  '(?:find out|find|see|look up|learn|tell me|check|get|give me|say|name|work out|figure out|read|let me know)(?: for me)?';
const ASKED = String.raw`(?=(?:what|which|who|whose|when|how|where|whether|if|the|[\p{Lu}\uE000])(?![\p{L}]*['’]?t\b))`;
const whole = (pattern: string, to: string): readonly [RegExp, string] => [new RegExp(pattern, 'gu'), to];

export const SOURCES: Turns = [
  whole(
    `^(?:[Pp]lease )?(?:[Uu]se|[Cc]heck|[Cc]onsult|[Aa]sk|[Ss]earch|[Ll]ook (?:it up )?(?:in|at|on|through)|[Tt]urn to) ${PLACE} (?:to|and|for)(?: please)? ${FINDS} ${ASKED}`,
    'tell me ',
  ),
  whole(
    `^(?:[Pp]lease )?(?:[Cc]heck|[Ll]ook(?: up)?) (?:in |on |at )?${PLACE},? (?=(?:what|which|who|when|how|where|whether|if) )`,
    'tell me ',
  ),
  whole(
    `^(?:[Pp]lease )?(?:[Ff]ind out|[Ll]ook up|[Ll]earn|[Tt]ell me|[Cc]heck|[Ss]ee|[Rr]ead up)(?: for me)? (?:from|in|on|at|with) ${PLACE},? (?=(?:what|which|who|when|how|where|whether|if) )`,
    'tell me ',
  ),
  whole(
    `^[Tt]he ((?:online )?(?:shop|store|forum|encyclop(?:a)?edia|wiki|market|agency|library))(?: says| knows| tells us| can say) (?=(?:what|which|who|when|how|where) )(.+?),? (?:so )?(?:please )?tell me$`,
    'tell me $2',
  ),
  // "…, the wiki has it".
  whole(
    `([.?!]|(?=[,;]| [-–])(?:[,;]| [-–])) (?:and |so |but )?${PLACE} (?:has|knows|will|should|says|must|lists|can|would|might|ought|contains)(?: \\p{Ll}+){0,4}(?=[.?!]*$)`,
    '$1',
  ),
  whole(
    `(?<=\\p{L}),? please,? (?:from|in|on|at|according to|via|using|with) ${PLACE}(?=[.?!]*$)`,
    ', please',
  ),
  whole(
    `(?<=[^\\s,]),? (?:please )?(?:look|see|check|ask|use|try|consult)(?: (?:it up )?(?:in|at|on))? ${PLACE}(?=[.!]*$)`,
    '',
  ),
  // "the shop's price", "in the shop".
  whole(
    `(?<![\\p{L}])[Tt]he (?:online |web )?(?:shop|store|forum|encyclop(?:a)?edia|wiki|market|agency|library)['’]s (?=(?:most |least |best |highest |lowest )?\\p{Ll})(?!own\\b|site\\b|page\\b|address\\b|name\\b|figure\\b|number\\b|article\\b|entry\\b|answer\\b|word\\b)`,
    'the ',
  ),
];

/** Inside a question, where other words follow. */
export const INSIDE = new RegExp(
  ` (?:in|at|on|from|of) ${PLACE}(?= (?:has|have|is|are|was|were|costs?|right now|now|at the moment|today|refresh|say|says|think|write|about|sells?|do|does)\\b)`,
  'gu',
);
