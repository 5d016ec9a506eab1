// Questions in everyday words, and the fact that each asks for: what it costs, whether it is there, who made it, when, how many. Pure.
// INVARIANT: a row is a whole sentence: a word that has no place in it is never left out.

import { cased, IS, ONE, row, SITE, TO_SITES, type Turns } from './site-orders.ts';

const BE = '(?:is|are|was|were)';
const NAME = String.raw`((?:the )?\p{Lu}.*?)`;
const MAKES = 'gives?|has|have|lists?|states?|shows?|mentions?|names?|says';
const PARCEL = 'parcel|package|shipment|delivery|stuff|things|goods|purchase';
const ORDER = `order|orders|${PARCEL}`;
const COME = String.raw`(?:shipped|sent|dispatched|delivered|arrived?|on (?:its|the) way|left|come|posted|in transit|ready|gone out|sent out|sent off|there|here|out for delivery|turned up|got here|gone off)`;
const SOON = '(?: (?:already|yet|still|now|by now))?';
/** What is asked of a thing. */
const FACTS: Turns = [
  // What it costs.
  row(
    `what${IS} the (?:lowest|cheapest|best|smallest) price (?:(?:that )?${ONE} (?:has|have|asks?|wants?|offers?) |there is |(?:I|you|we) can (?:find|get) )?(?:for|of) (?:an? )?(.+)`,
    'tell me the price of the cheapest $1',
  ),
  row(
    `what${IS} the (?:highest) price (?:(?:that )?${ONE} (?:has|have|asks?|wants?) |there is )?(?:for|of) (?:an? )?(.+)`,
    'tell me the price of the most expensive $1',
  ),
  row(
    `(?:what${IS} the least|how little (?:can|do)) (?:that )?(?:I|we|you|one) (?:can|could|have to|must|need to)? ?(?:pay|spend) (?:for|on) (?:an? )?(.+)`,
    'tell me the price of the cheapest $1',
  ),
  row(
    'what (?:does|do|will|would|did) (?:it|that|this|everything|all of it|the lot) (?:come to|make|add up to|amount to|cost)(?: in total| altogether)?',
    'tell me the total',
  ),
  row(
    'what (?:it|that|this|everything|all of it) (?:comes to|makes|adds up to|amounts to|will cost|costs)(?: in total| altogether)?',
    'tell me the total',
  ),
  row(
    '(?:what|how much) (?:would|will|does|do|did|might) (.+?) (?:set (?:me|us|you|one) back|go for|sell for|cost (?:me|us|you)|retail (?:for|at)|cost)',
    'tell me the price of $1',
  ),
  row('(?:what|how much) ((?:the|an?|my) .+?) (?:costs?|goes for|sells for)', 'tell me the price of $1'),
  row(
    `(?:what|how much(?: money)?) (?:do|does|did|would|will|should|must|can) ${ONE} (?:have to |need to )?(?:want|ask|charge|pay|spend|take|owe|give) (?:for|on) (.+)`,
    'tell me the price of $1',
  ),
  row(
    `(?:what|how much(?: money)?) ${ONE} (?:have to |has to |need to )?(?:wants?|asks?|charges?|pays?|paid|spent) (?:for|on) (.+)`,
    'tell me the price of $1',
  ),
  row(`how (?:expensive|cheap|dear|pricey|costly) ${BE} (.+)`, 'tell me the price of $1'),
  row(`how (?:expensive|cheap|dear|pricey|costly) (.+?) ${BE}`, 'tell me the price of $1'),
  row(
    '(?:for how much|at what price) (?:can|could|do|does|is|are) (?:I |we |you |one |they )?(?:get |buy |have |sell |offer )?(.+?)(?: sold| offered| going)?',
    'tell me the price of $1',
  ),
  row(`what${IS} the (?:price tag|asking price|cost|price) (?:of|for|on) (.+)`, 'tell me the price of $1'),
  row(`which (.+?) (?:costs?|${BE}) (?:the )?(?:least|least expensive)`, 'tell me the cheapest $1'),
  row(`which (.+?) (?:costs?|${BE}) (?:the )?(?:most|most expensive)`, 'tell me the most expensive $1'),
  row(
    `(?:which|what)(?: (?:one|ones))?(?: of (?:them|those|these))? (?:${BE}|costs?) (?:the )?(?:cheapest|least|least expensive)(?: one)?`,
    'tell me the cheapest one',
  ),
  row(
    `which (.+?) do (?:people|customers|buyers|users|they) (?:rate|like|review) (?:the )?(?:best|highest|most)`,
    'tell me the best rated $1',
  ),
  row(
    `(?:which|what)(?: one)?(?: of (?:them|those|these))? (?:comes|${BE}|stands) (?:first|on top|at the top)`,
    'tell me the first one',
  ),
  row(
    `what${IS} the ((?:\\S+ )?\\S+est|best \\S+|most \\S+) (.+?) (?:that )?(?:they have|they sell|there is|there are|you can (?:get|find))( (?:in|on|at) .+)?`,
    'what is the $1 $2$3',
  ),
  // Whether it is there.
  row(`(?:can|could|may) (?:I|we|you|one) still (?:get|buy|order|purchase|have) (.+)`, 'is $1 in stock'),
  row(
    `(?:does|do|did) (?:they|you|${SITE}) (?:still |even |currently )?(?:have|sell|stock|carry|offer) (.+?)(?: in stock| available| left)?`,
    'is $1 in stock',
  ),
  row(
    `(?:is|are) (?:there )?(?:any |an? )?(.+?) (?:still |currently )?(?:available|in stock|sold out|out of stock|to be had|left|obtainable)(?: (?:in|at|from|on) ${SITE})?`,
    'is $1 in stock',
  ),
  row(
    `(?:whether|if) (.+?) (?:is|are) (?:still |currently )?(?:available|in stock|sold out|out of stock|to be had|left)`,
    'is $1 in stock',
  ),
  // Who, when, where from.
  row('when did (.+?) come into (?:the|this) world', 'when was $1 born'),
  row(`what${IS} (.+?)['’]s (?:date of birth|birth ?date|birthday|year of birth)`, 'when was $1 born'),
  row(`(?:what${IS} )?the (?:date of birth|birth ?date|birthday|year of birth) of (.+)`, 'when was $1 born'),
  row(`when${IS} (.+?)['’]s birthday`, 'when was $1 born'),
  row(
    '(?:in |on )?(?:what|which) (?:year|day|month|date) (?:was|were|is) (.+?) (\\p{L}+(?:ed|rn|lt|nt|de|en|un|et up))',
    'when was $1 $2',
  ),
  row('(?:in |on )?(?:what|which) (?:year|day|month|date) (?:did) (.+?) (\\p{L}+)', 'when did $1 $2'),
  row(
    'how long (?:has|have) (.+?) (?:been around|existed|been in business)|since when does (.+?) exist',
    'when was $1$2 founded',
  ),
  row(
    `(?:the )?(?:founding (?:year|date)|year of (?:its )?foundation|date of (?:its )?foundation)`,
    'tell me when it was founded',
  ),
  row(
    `who (?:came up with|thought up|thought of|dreamed up|devised|made the first|${BE} the (?:inventor|creator|father|mother) of|${BE} credited with|had the idea (?:for|of)) (.+)`,
    'who invented $1',
  ),
  row(`whose (?:idea|invention|creation|brainchild) ${BE} (.+)`, 'who invented $1'),
  row(
    `(?:by whom|who) ${BE} (.+?) (invented|founded|discovered|written|painted|designed|built|made|created|composed|developed|published)(?: by)?`,
    'who $2 $1',
  ),
  row(
    `(.+?) ${BE} (invented|founded|discovered|written|designed|built|made|created) by (?:whom|who)`,
    'who $2 $1',
  ),
  // How many, how big.
  cased(
    `[Hh]ow many (?:people|inhabitants|residents|citizens|souls) (?:live|are living|are there|are|dwell|reside)? ?in ${NAME}`,
    'tell me the population of $1',
  ),
  cased(
    `[Hh]ow many (?:people|inhabitants|residents|citizens) (?:does|do|has) ${NAME}(?: have| got)?`,
    'tell me the population of $1',
  ),
  cased(
    `[Hh]ow many (?:people|inhabitants|residents|citizens) ${NAME} (?:has|have|counts)`,
    'tell me the population of $1',
  ),
  cased(`[Hh]ow (?:populous|populated) ${BE} ${NAME}`, 'tell me the population of $1'),
  row(
    `(?:which|what) (?:one )?of (?:the |these |those )?(.+?)s (?:has|have) (?:the )?(?:most people|most inhabitants|biggest population|largest population|greatest population)`,
    'which $1 has the highest population',
  ),
  row(
    `(?:which|what) (\\p{L}+) (?:has|have) (?:the )?(?:most people|most inhabitants|biggest population|largest population|greatest population)`,
    'which $1 has the highest population',
  ),
  row(
    `(?:which|what) (\\p{L}+) ${BE} (?:the )?(?:most populous|most populated)`,
    'which $1 has the highest population',
  ),
  row(
    `(?:which|what) (?:city|town|place) ${BE} (?:the capital (?:city )?of (.+)|(.+?)['’]s capital(?: city)?)`,
    'what is the capital of $1$2',
  ),
  row(`what${IS} the capital city of (.+)`, 'what is the capital of $1'),
  row(
    `(?:what|with what|what money|what currency|what sort of money|what kind of money) (?:do|does|can) (?:people|they|one|you|we|the locals|locals) (?:pay(?: with| in)?|use(?: (?:for|as) (?:money|currency))?|spend)(?: with)? in (.+)`,
    'what is the currency of $1',
  ),
  row(
    `(?:what|which) (?:money|currency) ${BE} (?:used|in use|valid|spent|accepted|paid) in (.+)`,
    'what is the currency of $1',
  ),
  row(
    `(?:what|which) (?:language|languages) (?:do|does|${BE}) (?:people |they )?(?:speak|spoken|talk) in (.+)`,
    'what is the language of $1',
  ),
  row(`(?:what|which)(?: (\\p{Ll}+))? weighs (?:the )?(least|most)`, 'tell me the item with the $2 weight'),
  row(`(?:what|which|who)${IS} the lightest (\\p{Ll}+)`, 'tell me the $1 with the lowest weight'),
  row(`(?:what|which|who)${IS} the heaviest (\\p{Ll}+)`, 'tell me the $1 with the highest weight'),
  row(`(?:what|which|who)${IS} the tallest (\\p{Ll}+)`, 'tell me the $1 with the highest height'),
  row(`(?:what|which|who)${IS} the youngest(?: (\\p{Ll}+))?`, 'tell me the $1 with the lowest age'),
  row(
    'how long (?:the list is|is the list)(?:,? (?:in items|I mean the number of items))?',
    'how many items are in the list',
  ),
  // Of a text, of an equation.
  row(
    '(?:what|which) word does (.+?) (?:end with|end in|finish with|close with)',
    'what is the last word in $1',
  ),
  row('(?:what|which) word does (.+?) (?:start|begin|open) with', 'what is the first word in $1'),
  row(
    'what ([b-hj-z]) (?:is|equals|stands for)(?: in (?:that|the|this) (?:equation|formula))?',
    'solve for $1',
  ),
  row(
    "of each (\\p{Ll}+) (?:if|whether) (?:it is|it[’']s) (\\p{Ll}+ or \\p{Ll}+)",
    'for each $1 say whether it is $2',
  ),
  // Whatever a thing has.
  row(
    `(?:how many|(?:what|which) (?:number|count|total) of) (\\p{Ll}+) (?:does|do) (the (?:list|table|page|column)) (?:have|contain|hold|show)`,
    'how many $1 are in $2',
  ),
  row(
    `(?:what|which) ((?:\\p{Ll}+ ){0,2}\\p{Ll}+) (?:does|do|did) (.+?) (?:have|use|come with|offer|feature|get|run at|show)`,
    'what is the $1 of $2',
  ),
  row(
    `(?:what|which) ((?:\\p{Ll}+ ){0,2}?\\p{Ll}+) (?:${ONE} (?:${MAKES})|${BE} (?:given|listed|stated|shown|named)) for (.+)`,
    'what is the $1 of $2',
  ),
  row(
    `(?:what|which) ((?:[\\p{Ll}-]+ ){0,2}?[\\p{Ll}-]+) ${BE} (?:(?:listed|saved|stored|given|noted|written|registered|standing|on file) )?(in|on|at) ((?:my|the) .+)`,
    'tell me the $1 $2 $3',
  ),
  row(
    `what does ${SITE} say (?:about|on|for|regarding|concerning) (?:the )?(\\p{Ll}+) (?:of|for) (.+)`,
    'read the $1 of $2',
  ),
  // How an order stands.
  row(
    `(?:has|have|was|were|did|is|are) (?:my|the|our) (?:${PARCEL})(?: been)?${SOON} ${COME}${SOON}`,
    'what is the status of my latest order',
  ),
  row(
    `(?:has|have|was|were|did|is|are) ((?:my |the |our )?(?:(?:latest|last|newest|most recent|recent|previous) )?(?:${ORDER})(?: [A-Z#]*[-\\p{L}]*\\d\\S*)?)(?: been)?${SOON} ${COME}${SOON}`,
    'what is the status of $1',
  ),
  row(
    `where(?:['’]s| is| are) (?:my|our) (?:${PARCEL}|order)(?: (?:now|right now|at the moment|at))?`,
    'what is the status of my latest order',
  ),
  row(
    `where(?:['’]s| is| are) ((?:my |our )?(?:order) \\S*\\d\\S*)(?: now| right now)?`,
    'what is the status of $1',
  ),
  row(
    `(?:how|how far|how far along)(?:['’]s| is| are) (?:my|our) (?:${PARCEL}|order)(?: (?:coming along|doing|going|getting on|getting along|progressing|coming on))?`,
    'what is the status of my latest order',
  ),
  row(
    `(?:how|how far|how far along)(?:['’]s| is| are) ((?:my|our) .*?(?:${ORDER})(?: \\S*\\d\\S*)?)(?: (?:coming along|doing|going|getting on|getting along|progressing|coming on))?`,
    'what is the status of $1',
  ),
  row(
    `what(?:['’]s| is| has)? (?:happening|happened|become|going on|up|new) (?:with|to|of) ((?:my|our) .*?(?:${ORDER})(?: \\S*\\d\\S*)?)`,
    'what is the status of $1',
  ),
  row(
    `(?:where|how|with whom) (?:was|were) ((?:my |the )?order \\S*\\d\\S*) (?:delivered|left|dropped off|handed over)(?: to)?`,
    'read the delivery of $1',
  ),
];

export const QUESTIONS: Turns = [...TO_SITES, ...FACTS];
