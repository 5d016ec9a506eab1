// One fact by its many names: "the inventor of X", "X's birthday", "what I'd pay for X" as the question that is asked for it. Pure.
// INVARIANT: a row is a whole sentence; what it is asked of stands in it unchanged.
import { cased, type Turns } from './site-orders.ts';

const LEAD =
  "(?:(?:please )?(?:what(?:['’]s| is| was)|who(?:['’]s| is| was)|which is|tell me|find|find out|find me|look up|give me|name|read|read me|get|get me|say|show me|check|state|I need|I want|I(?:['’]d| would) like|could you look up|can you look up|could you find|can you find|I want to know|I(?:['’]d| would) like to know) )?";
const SO = '(?:,? please|,? thanks)?';
const row = (pattern: string, to: string): readonly [RegExp, string] => [
  new RegExp(`^(?:${pattern})${SO}$`, 'iu'),
  to,
];
/** "the F of X", "X's F". */
const fact = (names: string, to: string): Turns => [
  row(`${LEAD}(?:the )?(?:${names}) (?:of|for) (?:an? )?(.+)`, to),
  row(`${LEAD}(?:the )?([\\p{L}\\p{N}][^,;?]*?)(?:['’]s|['’]) (?:${names})`, to),
];
const STARTED_LAST = row(
  '(?:go to the forum and )?read (?:me )?(?:whatever|the) (thread|post|topic) (?:that )?(?:was|were) (?:started|posted|written|opened) last',
  'read the newest $1',
);

const BEST = '(?:best|highest|top)';
export const FACT_NAMES: Turns = [
  ...fact('birthday|date of birth|birth ?date|day of birth|birth ?day', 'when was $1 born'),
  ...fact('inventor|creator', 'who invented $1'),
  ...fact('capital city|capital|seat of government', 'what is the capital of $1'),
  ...fact(
    'population size|number of (?:inhabitants|people|residents|citizens)|inhabitants|population',
    'tell me the population of $1',
  ),
  ...fact('elevation|altitude', 'what is the height of $1'),
  ...fact('cost|price tag|asking price|selling price|going price', 'tell me the price of $1'),
  ...fact('currency|money', 'what is the currency of $1'),
  row(
    '(?:what|which) (?:city|town|place) (?:is|serves as|acts as) (?:the )?(?:seat of government|capital(?: city)?) (?:of|for) (.+)',
    'what is the capital of $1',
  ),
  row(
    "(?:tell me |find out )?(?:what|how much) (?:I|we|you|one)(?:['’]d| would| will| must| have to| need to)? (?:have to )?(?:pay|spend|shell out) (?:for|on) (?!an? )(.+)",
    'tell me the price of $1',
  ),
  row(
    '(?:what|how much) would (?:I|we|you|one) (?:have to )?(?:pay|spend) (?:for|on) (?!an? )(.+)',
    'tell me the price of $1',
  ),
  row(
    "(?:what|how much)(?: is|['’]s) (.+?) (?:selling|going|on sale|offered) (?:for|at)",
    'tell me the price of $1',
  ),
  row(
    "(?:what[’']s |what is |tell me )?the (?:least|lowest price|cheapest price|smallest amount)(?: (?:I|we|you|one)(?:['’]d| would| can| could| have to)? (?:pay|get|spend|find))? for an? (.+)",
    'tell me the price of the cheapest $1',
  ),
  row('find the (?:lowest|cheapest) price (?:for|of) an? (.+)', 'tell me the price of the cheapest $1'),
  row(
    'how cheap(?:ly)? can (?:I|we|you|one) (?:fly|travel|get) to (.+)',
    'tell me the cheapest flight to $1',
  ),
  row('how (?:big|large|high) (?:is|was) the population of (.+)', 'tell me the population of $1'),
  row('(?:in )?(?:what|which) year (?:was|were) (.+?) born(?: in)?', 'when was $1 born'),
  row('(?:tell me |find out |look up )?when (.+?) was born', 'when was $1 born'),
  row(
    '(?:tell me |name |who (?:is|was) )?(?:the )?(?:person|one|man|woman|people) (?:who|that) (invented|founded|wrote|discovered|designed|built|made) (.+)',
    'who $1 $2',
  ),
  row('(?:to whom|whom) do we owe (?:the invention of )?(.+)', 'who invented $1'),
  row('who(?:m)? (?:do|can) we (?:have to )?thank for (.+)', 'who invented $1'),
  row('(?:tell me |find out |look up )?how (high|tall) (.+?) (?:is|stands)', 'how high is $2'),
  row('how many (?:metres|meters|feet|m) (?:high|tall) (?:is|does) (.+?)(?: stand)?', 'how high is $1'),
  // Whether it is there.
  row(
    '(?:tell me |check |find out |see |look )?(?:whether|if) (?:the \\p{Ll}+|they|you) (?:still )?(?:has|have|sells?|stocks?|carr(?:y|ies)) (.+?)(?: in stock| available| left)?',
    'is $1 in stock',
  ),
  row(
    '(?:tell me |check |find out |see |look )(?:in the \\p{Ll}+ )?(?:whether|if) (.+?) (?:is|are) (?:still )?(?:available|in stock|sold out|out of stock|to be had)',
    'is $1 in stock',
  ),
  row(
    '(?:has|have) (?:the \\p{Ll}+|they|you) (?:still )?got (.+?)(?: in stock| available| left)?',
    'is $1 in stock',
  ),
  row(
    '(?:is|are) (.+?) (?:still )?(?:available|in stock|to be had)(?: (?:in|at|on) the \\p{Ll}+)?(?: right(?: now)?| now| at the moment| today)?',
    'is $1 in stock',
  ),
  // How many.
  row(
    "(?:count|what(?:['’]s| is) the number of|tell me the number of) (?:all )?(?:the )?(\\p{Ll}+) (?:who |that |which )?(?:are |come |live )?(from|in) (.+)",
    'how many $1 are $2 $3',
  ),
  row('how many (\\p{Ll}+) come from (.+)', 'how many $1 are from $2'),
  // Of many, the one.
  row(
    '(?:which|what) (?:one )?of the (\\p{Ll}+?)s (?:is|costs) (?:the )?(?:most expensive|dearest|priciest|most)',
    'find the most expensive $1',
  ),
  row(
    '(?:which|what) (?:one )?of the (\\p{Ll}+?)s (?:is|costs) (?:the )?(?:cheapest|least expensive|least)',
    'tell me the cheapest $1',
  ),
  row(
    "(?:show me|I want to see|I(?:['’]d| would) like to see|let me see|what(?:['’]s| is|) |tell me |find )?(?: )?(?:the )?(?:most expensive|dearest|priciest|costliest) (\\p{Ll}+)(?: (?:they|you) (?:sell|have)| there is| the \\p{Ll}+ (?:has|sells|offers))?",
    'find the most expensive $1',
  ),
  row(
    `(?:which|what) (\\p{Ll}+) (?:has|have|got|get|gets) the ${BEST} (?:ratings?|reviews?|score|marks?|stars)`,
    'find the best rated $1',
  ),
  row(
    `(?:show me |find |find me |tell me |what are |which are )?the (\\p{Ll}+) with the ${BEST} (?:ratings?|reviews?|score|marks?)`,
    'find the best rated $1',
  ),
  row(
    '(?:which|what) (\\p{Ll}+) do (?:customers|people|buyers|users) like (?:the )?(?:best|most)',
    'find the best rated $1',
  ),
  row(
    `(?:show me |find |find me |tell me |what are |which are |what is |what['’]s )?the (?:top[- ]rated|highest[- ]rated|best[- ]reviewed|best[- ]liked) (headphones|\\p{Ll}+s?)`,
    'find the best rated $1',
  ),
  row(
    "(?:what|which)(?:['’]s| is|) the most (?:populous|populated) (\\p{Ll}+)",
    'which $1 has the highest population',
  ),
  row(
    '(?:find |tell me |name |show me )?the (\\p{Ll}+) with the (?:most people|most inhabitants|highest population)',
    'which $1 has the highest population',
  ),
  // An order of one's own.
  row(
    '(?:please )?(?:check|look|follow up)(?: up)? (?:on|after|at) (?:my )?order (\\S*\\d\\S*)(?: for me)?',
    'what is the status of my order $1',
  ),
  row(
    '(?:tell me |find out |look )?how (?:my )?order (\\S*\\d\\S*) (?:stands|is doing|is coming along|is getting on)',
    'what is the status of my order $1',
  ),
  row(
    '(?:tell me |find out )?where (?:does )?(?:my )?order (\\S*\\d\\S*) (?:stands?|is)',
    'what is the status of my order $1',
  ),
  row(
    '(?:in )?(?:what|which) (?:state|stage|condition) is my order (\\S*\\d\\S*)(?: in)?',
    'what is the status of my order $1',
  ),
  row(
    "where(?:['’]s| is| are) (?:the )?(?:thing|things|stuff|item|items|one) (?:that )?I (?:last )?(?:ordered|bought)(?: last)?",
    'what is the status of my latest order',
  ),
  row(
    "(?:tell me |what(?:['’]s| is|) )?the (?:total|sum|price|cost|amount) of my (?:last|latest|most recent|newest|previous) order",
    'how much was my last order',
  ),
  row(
    '(?:what|how much)(?: money)? did I (?:pay|spend) (?:for|on) my (?:last|latest|most recent|previous) order',
    'how much was my last order',
  ),
  // What people write.
  row("what(?:['’]s| is) the (?:newest|latest|most recent) (thread|post|topic)", 'read the newest $1'),
  STARTED_LAST,
  row(
    'read me the (?:newest|latest|most recent) (thread|post|topic)(?: (?:of|in|on|from) the forum)?',
    'read the newest $1',
  ),
  row(
    "(?:I(?:['’]d| would) like|I want|I need|give me|write me) a (?:short |brief |quick )?summary of what (?:people|they|users|the forum|the \\p{Ll}+) (?:says?|writes?|thinks?) (?:on|about) (.+)",
    'summarise the thread about $1',
  ),
  row(
    '(?:tl;?dr|tl dr|in short|in a nutshell)[:,]?(?: (?:of|for))? the (.+?) (thread|discussion|topic)',
    'summarise the $2 about $1',
  ),
  row(
    "on the forum there(?:['’]s| is) an? (thread|discussion|topic|post) (?:about|on) (.+?),? (?:please )?(?:summari[sz]e|sum up) it(?: up)?",
    'summarise the $1 about $2',
  ),
  cased('(?:[Ww]hich|[Ww]hat) ((?:\\p{Ll}+ ){0,1}\\p{Ll}+) has (the \\p{Lu}.+)', 'what is the $1 of $2'),
  row('how fast does (the \\p{Lu}.+?) refresh', 'what is the refresh rate of $1'),
];

/** On a page that is named, and what is opened to be read: of a whole order. */
export const OF_THE_WHOLE: Turns = [
  row(
    '(?:go to the forum and )?(?:open|get|find|go to) the (?:newest|latest|most recent) (?:forum )?(thread|post|topic)(?: (?:on|in|of) the forum)? and (?:then )?read it(?: to me| out)?',
    'read the newest $1',
  ),
  STARTED_LAST,
  row(
    '(?:what|which) (\\p{Ll}+(?: \\p{Ll}+)?) (?:is|are) (?:given|shown|listed|written|stated|there)? ?(?:on|at) (https?://\\S+?|\\uE000\\d+\\uE001)',
    'open $2 and tell me the $1',
  ),
  row(
    '(?:read|tell|give) me (?:the|their|its) (\\p{Ll}+(?: \\p{Ll}+)?) (?:on|at|from) (https?://\\S+)',
    'open $2 and tell me the $1',
  ),
  row(
    '(?:look at|visit|check|see|go to|open) (https?://\\S+) and (?:find|tell me|give me|read|read me|look up|get) (?:the|their|its) (\\p{Ll}+(?: \\p{Ll}+)?)',
    'open $1 and tell me the $2',
  ),
];
