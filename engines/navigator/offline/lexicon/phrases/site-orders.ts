// Orders and questions to a whole site: what people write there, a basket, an order of a list, a page that another leads to. Pure.
// INVARIANT: a row is a whole sentence: a word that has no place in it is never left out.

export type Turns = readonly (readonly [RegExp, string])[];

/** Where something is looked up: one plain word with an article ("the wiki", "my account"). */
export const SITE = String.raw`(?:the|my|this|that|your|our) (?!box\b|button\b|form\b|list\b|field\b|link\b|tab\b|item\b|option\b|terms\b|page\b|table\b)\p{Ll}[\p{L}-]*(?: (?:site|page|website))?`;
export const ONE = `(?:they|I|we|you|one|people|someone|somebody|${SITE})`;
/** "What is", "what's". */
export const IS = String.raw`(?:['’]s| is| are| was| were)`;
export const row = (pattern: string, to: string): readonly [RegExp, string] => [
  new RegExp(`^(?:${pattern})$`, 'iu'),
  to,
];
export const cased = (pattern: string, to: string): readonly [RegExp, string] => [
  new RegExp(`^(?:${pattern})$`, 'u'),
  to,
];

const GIST =
  '(?:gist|summary|short version|main points?|essence|upshot|bottom line|key points?|outcome|rundown|run-down|short summary|conclusion|content|contents)';
const TALK = '(?:thread|discussion|topic|post|conversation|article)';

/** What people write to one another. */
const TALKS: Turns = [
  // What people write.
  row(
    `what (?:did|have) (?:people|they|users|folks|someone|somebody|anyone) (?:write|written|post|posted|say|said) (?:last|lately|recently|most recently)(?: (?:in|on) ${SITE})?`,
    'read the newest post',
  ),
  row(
    `what(?:['’]s| is| was| has been) (?:written|posted|said) (?:last|lately|recently|most recently)(?: (?:in|on) ${SITE})?`,
    'read the newest post',
  ),
  row(`what(?:['’]s| is) (?:new|the news|the latest)(?: (?:in|on) ${SITE})?`, 'read the newest thread'),
  row(
    `what(?:['’]s| is) the (newest|latest|most recent) (?:thing|thread|topic|discussion)(?: (?:in|on) ${SITE})? about`,
    'read the $1 thread',
  ),
  row(
    `what(?:['’]s| is) the (newest|latest|most recent) (post|article|message|comment)(?: (?:in|on) ${SITE})? about`,
    'read the $1 $2',
  ),
  row(
    `what (?:(?:was|is|has been|were) (?:said|written|discussed|the talk)|(?:did|do|are) (?:people|they|users|folks|others) (?:say|saying|think|thinking|write|writing|talk|talking)|came|became) (?:about|on|of|regarding|around) (.+?)(?: (?:in|on) ${SITE})?`,
    'summarise the thread about $1',
  ),
  row(
    `(?:give me|tell me|what(?:['’]s| is)|I(?:['’]d like| want| need)) (?:the |an? )?${GIST} (?:of|from|in) (?:the )?(${TALK}.*)`,
    'summarise the $1',
  ),
  row(
    `(?:give me|tell me|what(?:['’]s| is)|I(?:['’]d like| want| need)) (?:the |an? )?${GIST} (?:of|from|in) (?:the )?(.+?) (${TALK})(?: (?:in|on) ${SITE})?`,
    'summarise the $2 about $1',
  ),
  row(
    `(?:sum up|summarise|summarize|recap|condense) the (?!${TALK})(.+?) (${TALK})(?: (?:in|on) ${SITE})?`,
    'summarise the $2 about $1',
  ),
  row(
    `(?:somebody|someone|people|a user|users|they|folks)(?: (?:in|on) ${SITE})? (?:asked|wrote|talked|posted|discussed|argued|spoke|chatted|are talking|are asking)(?: something)? (?:about|on) (.+?), (?:and )?(?:what (?:came|became) of it|what was (?:the answer|said)|what did they (?:say|answer)|what do they say|tell me what)`,
    'summarise the thread about $1',
  ),
  row(
    `(?:sum|summing) (?:it|this|that|the page) up|(?:sum up|recap) (?:it|this|that)|summari[sz]e (?:it|this|that)|give me (?:a|the) (?:summary|gist) of (?:it|that|this)`,
    'summarise the page',
  ),
  row(
    `(?:read|show)(?: me)? the (thread|post|article|discussion) (\uE000\\d+\uE001)(?: (?:in|on) ${SITE})?`,
    'summarise the $1 called $2',
  ),
];

/** From a page to another that it leads to. */
const LEADS = '(?:links?|points?|refers?|leads?|sends? (?:you|me|us))';
const HOPS: Turns = [
  row(
    `(?:what${IS} |tell me |I need |give me |I(?:['’]d| would) like |find |get me )?the ((?:\\p{Ll}+ ){0,2}[\\p{Ll}-]+) of the (\\p{Ll}+) (?:that|which|whom)? ?(?:${SITE}['’]s (?:article|page|entry)|(?:the|its) (?:article|page|entry)) (?:on|about|of|for) (.+?) ${LEADS} to`,
    "look up $3; open the $2's site; tell me the $1",
  ),
  row(
    `(?:in |on )?(?:what|which) (?:year|date) was the (\\p{Ll}+) (founded|established|opened|started) (?:that|which) (?:${SITE}['’]s (?:article|page|entry)|(?:the|its) (?:article|page|entry)) (?:on|about|of|for) (.+?) ${LEADS} to`,
    "look up $3; open the $1's site; tell me when it was $2",
  ),
];

const TITLED = '(?:title|subject|heading)';
const TEXT = '(?:message|text|body|content|contents)';
const IS_SAID = '(?: (?:is|being|should be|shall be|will be|reads|says))?:?';
const Q = String.raw`(\uE000\d+\uE001)`;
/** Orders to a site that are no plain verb. */
const SITE_ORDERS: Turns = [
  row(
    `(?:I(?:['’]d| would)? (?:like|want|need) to |we (?:want|need) to )?(?:start|open|create|write|begin|make|post) (an?(?: new)? ${TALK})(?: (?:in|on) ${SITE})?,? (?:(?:with |and )?(?:the|a|its) )?${TITLED}${IS_SAID} ${Q},? (?:and )?(?:(?:with |and )?(?:the|a|its) )?${TEXT}${IS_SAID} ${Q}(?:,? (?:and )?(?:then )?(?:please )?(publish|post|submit|send)(?: it)?(?: please)?)?`,
    'start $1 titled $2 with the message $3; $4 it',
  ),
  row(
    `(?:I(?:['’]d| would) like|I want|I(?:['’]ll| will) (?:take|have)|get me|get|place|I need) (?:to have )?(.+?)(?: from ${SITE})? (?:in|into) (?:my|the) (basket|cart|bag|trolley)`,
    'add $1 to the $2',
  ),
  row(`(add|put) (.+?) from ${SITE} (to|in|into) (?:my|the) (basket|cart|bag|trolley)`, 'add $2 to the $4'),
  row(
    `(?:put|bring|get|sort|arrange|order) (?:them|these|those|it|the list|the results)(?: in order| into order| sorted)? (?:from (?:the )?)?(?:cheap|cheapest|low|least expensive|lowest)(?: price)? (?:to|first)(?: (?:the )?(?:expensive|dear|most expensive|high|dearest|highest))?(?: price)?`,
    'sort by price from low to high',
  ),
  row(
    `(?:put|bring|get|sort|arrange|order) (?:them|these|those|it|the list|the results)(?: in order| into order| sorted)? (?:from (?:the )?)?(?:expensive|dear|most expensive|high|dearest|highest)(?: price)? (?:to|first)(?: (?:the )?(?:cheap|cheapest|low|lowest))?(?: price)?`,
    'sort by price from high to low',
  ),
  cased(
    `(?:[Ff]rom|[Oo]f|[Aa]mong|[Oo]ut of) (?:${SITE}['’]s|the|all the) (\\p{Ll}+)(?: (?:in|of|from) ${SITE})?,? (?:please )?show (?:me )?(?:only |just )?(?:the ones|those|what is|what there is) (?:by|from|of|made by) (\\p{Lu}\\S*(?: \\p{Lu}\\S*)*)`,
    'open the $1; filter by brand $2',
  ),
  cased(
    `(?:[Ss]how|[Kk]eep|[Ll]ist) (?:me )?(?:only |just )(?:the ones|those|what is) (?:by|from|made by) (\\p{Lu}\\S*(?: \\p{Lu}\\S*)*)`,
    'filter by brand $1',
  ),
  row(`read up on (.+)`, 'look up $1'),
  row(`(?:go|move|carry|continue) on to (.+?) from (?:there|here)`, 'open $1'),
];

/** The same fact in another word, wherever it stands. */
export const SAME_FACTS: Turns = [
  [/\b(thread|discussion|topic) on (?!the (?:forum|page|site|board)\b)/giu, '$1 about '],
  [/\bforum (?=thread|discussion|topic|post)/giu, ''],
  [/\b(log|sign) (?:on|in)?to (?=(?:my|the|our) account\b)/giu, '$1 in to '],
  [
    /\b(has|have|with|having) (?:the )?(?:most|largest number of|highest number of|biggest number of) (?:people|inhabitants|residents)\b/giu,
    '$1 the highest population',
  ],
  [
    /\b(has|have|with|having) (?:the )?(?:biggest|largest|greatest) population\b/giu,
    '$1 the highest population',
  ],
  [
    /\b(has|have|with|having) (?:the )?(?:fewest|smallest number of|lowest number of|least) (?:people|inhabitants|residents)\b/giu,
    '$1 the lowest population',
  ],
  [/\b(order|invoice|booking|ticket)(?: with)?(?: the)? (?:number|no\.?|nr\.?|#)\s*(?=\S*\d)/giu, '$1 '],
];

export const TO_SITES: Turns = [...HOPS, ...SITE_ORDERS, ...TALKS];
