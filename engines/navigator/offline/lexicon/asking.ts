// What is asked in everyday words, said as the fact that it asks for: a topic named first, where to look named last or in a sentence of
// its own, and the question itself. Pure. INVARIANT: only what a row holds as a whole is said otherwise; every other sentence stands.
import { rewritten, rewrittenOnce, sought } from './phrases/clues.ts';
import { FACT_NAMES, OF_THE_WHOLE } from './phrases/fact-names.ts';
import { QUESTIONS } from './phrases/questions.ts';
import { SAME_FACTS, SITE } from './phrases/site-orders.ts';
import { INSIDE, SOURCES } from './phrases/sources.ts';

const ALL = [...QUESTIONS, ...FACT_NAMES];

/** Between sentences, and before what asks inside one. */
const PIECES =
  /\s*(?:[?!;]|\.(?=\s|$))+\s*|,?\s+(?:and then|and|then)\s+(?=(?:tell me|say|let me know|find out|report|sum)\b)|,\s+(?=(?:what|which|who|how|when|whose|where)\b)|(?:,|,?\s+(?:and then|and|then|but))\s+(?=(?:put|sort|bring|sum|show|read) (?:it|them|me|these|those|only)\b)|,?\s+(?:and then|and|then)\s+(?=(?:what|which|who|how|when|whose|where)\b)/iu;
const ASKS =
  /^(?:what|which|who|whose|whom|how|when|where|is|are|was|were|does|do|did|has|have|can|could|in (?:what|which)|by whom|at what|for how)\b|^(?:tell me|say|find out|let me know|read|show|summari[sz]e|sum|look up|give me|I need|I want|I(?:['’]d| would) like)\b/iu;
/** Without a question mark, these ask all the same. */
const ASKS_SURELY = /^(?:what|which|who|whose|whom|how)\b/iu;
const LEAD =
  /^(?:(?:please|hey|hi|hello|so|ok|okay|well|also|now|by the way|quick question|another question)[,:!]?\s+)*(?:(?:(?:can|could|would|will) you (?:please |maybe |kindly )?(?:tell me|say|find out|let me know|check|look up|see)|(?:please )?(?:tell me|let me know|find out|say|check|see)|do you (?:happen to )?know|(?:I|we)(?:['’]d| would)? (?:like|want|need|love|wish) to (?:know|find out|hear|learn|be told)|(?:I|we) (?:wonder|was wondering|were wondering)|I(?:['’]m| am) (?:wondering|curious|interested in|asking myself)|any idea|what I(?:['’]d| would)? (?:like|want|need) to know is|(?:my|the|one) question is|the question is)(?: for me)?(?: (?:in|from|on) (?:the|my) \p{Ll}+)?[,:]?\s+)?/iu;

const THE_ANSWER = '(?:it|that|this|the answer|so|him|her|them|one)';
/** A sentence that only says where to look. */
const SOURCE_SENTENCE = new RegExp(
  `^(?:and |but |so )?(?:please |you can |you could |maybe )*(?:(?:ask|check|consult|use|try|see) ${SITE}(?: (?:for (?:it|that|this)|please))?|(?:go and )?(?:look|have a look|take a look|check)(?: ${THE_ANSWER} up)?(?: (?:in|at|on|up in|into|inside|with))? ${SITE}(?: please)?|(?:you(?:['’]ll| will| can| should| may| might)? (?:find|see|get) ${THE_ANSWER}|it(?:['’]s| is| stands| should be| must be| will be| has to be)|that(?:['’]s| is)|they(?:['’]re| are)) (?:all )?(?:in|on|at|from) ${SITE}|${SITE} (?:(?:should|must|will|would|might|surely|certainly|probably|ought to|can|may) )*(?:know|knows|tell|tells|say|says|help|helps|have|has|explain|explains)(?: (?:you|me|us))?(?: (?:it|that|so|the answer|an? (?:article|page|entry|text|thread|section)(?: (?:on|about|for) ${THE_ANSWER})?))?|(?:I(?:['’]d| would) like|I want|give me) ${SITE}['’]s (?:figure|number|answer|word|view))$`,
  'iu',
);
/** The same behind a question. */
const SOURCE_END = new RegExp(
  `,?\\s+(?:according to|going by|as per|judging by|based on|to go by|if (?:you|we) (?:ask|believe)|says|as (?:stated|given|told|listed) (?:in|by)|by the account of) ${SITE}$`,
  'iu',
);
const SOURCE_FIRST = new RegExp(
  `^(?:(?:according to|going by|as per|in|on|at|from|using) ${SITE}),?\\s+(?=(?:what|which|who|how|when|whose|where|is|are|tell|find|I(?:['’]d)?|we|can|could|please|add|put|start|open|look|read|show)\\b)`,
  'iu',
);
const AT_SITE = new RegExp(`\\s+(?:in|from|on|at|of) ${SITE}$`, 'iu');

/** "the country: what …", "the lamp, how much is it", "Ana Vega - when was she born". */
const TOPIC =
  /^(?:the |an? |my |about |as (?:for|to) |regarding |concerning )*((?:[\p{L}\p{N}'’-]+ ){0,6}[\p{L}\p{N}'’-]+?)(?: (?:in|from|on|at) (?:the|my) \p{Ll}+)?\s*(?:,|:|;|\s[-–—]+)\s+(.+)$/iu;
const TOPIC_OPENS = /^(?:about|as for|as to|regarding|concerning) /iu;
const WANTED_TOPIC =
  /^(?:I(?:['’]m| am) (?:after|looking for|interested in|thinking of)|I(?:['’]d like| want| need| would like)|we (?:need|want|are after))(?: to (?:buy|get|have))? ((?:an?|the|some|my) [\p{L}\p{N} '’-]+)$/iu;
const PRONOUN = /(?<![\p{L}\p{N}])(?:it|he|she|they|him|them|one|this|that)(?![\p{L}\p{N}'’])/u;
const OWNED = /(?<![\p{L}\p{N}])(?:its|his|her|their)(?![\p{L}\p{N}'’])/u;
const THERE = /(?<![\p{L}\p{N}])there(?! (?:is|are|in)\b)(?![\p{L}\p{N}'’])/u;

const WHICH_IS_IT = /^(?:which|what|who)(?: one)? (?:is|are|was|were) (?:it|that|this|they|he|she)$/iu;

/** "What's the lowest price they have", behind what somebody is after. */
const PRICE_OF_ALL =
  /^(what(?:['’]s| is) the (?:lowest|cheapest|best|smallest|highest) price)(?: (?:that )?(?:they|you|it|the \p{Ll}+) (?:have|has|asks?|wants?|offers?)(?: for (?:it|one|that))?| there is| (?:I|we|you) can (?:find|get)| for (?:it|one|that))?$/iu;

/** What a question's pronoun stands for; `null` where it has none. */
function about(question: string, topic: string): string | null {
  const said = /^\p{Lu}/u.test(topic) ? topic : `the ${topic}`;
  const [, price] = PRICE_OF_ALL.exec(question) ?? [];
  if (price !== undefined) return `${price} for ${topic}`;
  if (WHICH_IS_IT.test(question)) return `tell me ${said}`;
  if (THERE.test(question)) return question.replace(THERE, `in ${topic}`);
  if (OWNED.test(question)) return question.replace(OWNED, `${said}'s`);
  return PRONOUN.test(question) ? question.replace(PRONOUN, said) : null;
}

/** "the lamp: price". */
const BARE_FACT = /^(?:what(?:['’]s| is)? )?(?:the )?((?:\p{Ll}+ ){0,2}\p{Ll}+)$/u;

/** A phrase and no clause: it begins as one, and no other thing begins inside it. */
const isPhrase = (text: string): boolean =>
  /^(?:the|my|an?|some) \S|^\p{Lu}/u.test(text) &&
  TOPIC_ALONE.test(text) &&
  !/(?<!(?:of|in|on|at|from|for|by|with)) (?:the|an?|my|it|you|me|and|or|plus|minus|times|to|is|are|was|has|have)(?= |$)/u.test(
    text,
  );
const TOPIC_ALONE = /^(?:the |an? |my )?(?:[\p{L}\p{N}'’-]+ ){0,5}[\p{L}\p{N}'’-]+$/u;
/** "the shop sells X": X is spoken of. */
const SOLD = new RegExp(`^${SITE} (?:sells|has|offers|stocks|carries) ((?:the|an?|some) .+)$`, 'iu');

/** "Someone started a thread about X": it is spoken of. */
const TOLD_OF =
  /^(?:(?:in|on|at) (?:the|my|this) \p{Ll}+,? )?(?:someone|somebody|people|a user|there(?:['’]s| is| was)|I (?:saw|read|found|noticed)|we have|they have) (?:has |have |just |recently )*(?:(?:started|opened|wrote|written|posted|put up|made|begun) )?(an? (?:thread|post|article|page|discussion|topic|entry|story|review) (?:about|on) [^,;]+?)(?: (?:in|on|at) (?:the|my|this) \p{Ll}+)?$/iu;
const SUMMED_UP =
  /^(?:please |can you |could you |now )*(?:sum (?:it|that|this) up|summari[sz]e (?:it|that|this)|recap (?:it|that|this)|give me (?:a|the) (?:short )?summary(?: of (?:it|that|this))?|tell me (?:in short )?what (?:it|that) says)(?: for me)?(?: briefly| shortly)?(?:,? please)?$/iu;

function plainPiece(given: string): string | null {
  const bare = given.replace(SOURCE_FIRST, '').replace(LIGHT_END, '').trim();
  const lead = LEAD.exec(bare)?.[0] ?? '';
  const rest = bare.slice(lead.length);
  const row = rewrittenOnce(rest, ALL) ?? rewrittenOnce(bare, ALL);
  if (row !== null) return row;
  const inside = AT_SITE.exec(rest);
  const at = inside === null ? null : rewrittenOnce(rest.slice(0, inside.index), ALL);
  if (at !== null) return at;
  return given.replace(SOURCE_FIRST, '') === given
    ? null
    : ASKS.test(rest) || FACT_FIRST.test(rest)
      ? bare
      : null;
}
/** Said to a person, at the end. */
const LIGHT_END =
  /(?:,? (?:please|for me|thanks|thank you|then|now|though|at the moment|right now|just now|at present|currently))+$/iu;
const FACT_FIRST = /^(?:the )?(?:\p{L}+ ){0,2}\p{L}+ of \S|^\p{Lu}\S*(?: \p{Lu}\S*)*['’]s? \S/u;

const READ_IT = /^read (?:it|that|this)(?: out)?(?: (?:to|for) me)?(?: out)?$/iu;
const FOR_THAT =
  /^((?:please )?(?:log|sign) in(?: to (?:the|my) \p{Ll}+)?) (?:for|to do|to find|to see|to get) (?:that|this|it)$/iu;

const FIRST_OF_ALL =
  /^(?:you|we|I)(?:['’]ll| will| may)? (?:have to|need to|must|should) ((?:log|sign) in(?: to (?:the|my) \p{Ll}+)?)(?: first| before that| for (?:that|this|it))?$/iu;

/** The order with what it asks said plainly; itself where nothing of it is asked so. */
export function askedPlainly(masked: string): string {
  const text = rewritten(rewritten(masked, SOURCES).replace(INSIDE, ''), SAME_FACTS);
  const onPage = rewrittenOnce(text.replace(/[\s.?!]+$/u, ''), OF_THE_WHOLE);
  if (onPage !== null) return onPage;
  const pieces = text.split(PIECES).map((piece) => piece.trim());
  const said = pieces.filter((piece) => piece !== '').map((piece) => piece.replace(SOURCE_FIRST, ''));
  const asks =
    /\?/.test(text) ||
    said.some(
      (piece) =>
        ASKS.test(piece) ||
        LEAD.exec(piece)?.[0] !== '' ||
        rewrittenOnce(piece.replace(AT_SITE, ''), FACT_NAMES) !== null,
    );
  if (!asks) return text;
  const first: string[] = [];
  const made: string[] = [];
  let topic: string | null = null;
  let changed = false;
  for (const [at, whole] of said.entries()) {
    const piece = whole.replace(SOURCE_END, '');
    if (piece !== whole) changed = true;
    const before = sought(FOR_THAT, piece) ?? sought(FIRST_OF_ALL, piece);
    if (before !== null && made.length > 0) {
      first.push(before[1] ?? '');
      changed = true;
      continue;
    }
    if (said.length > 1 && SOURCE_SENTENCE.test(piece)) {
      changed = true;
      continue;
    }
    if (READ_IT.test(piece) && /^(?:tell me|what|when|who|read|summarise) /u.test(made.at(-1) ?? ''))
      continue;
    const sold = at < said.length - 1 ? sought(SOLD, piece)?.[1] : undefined;
    if (sold !== undefined && about(said[at + 1] ?? '', sold) !== null) {
      topic = sold.replace(/^(?:an?|the|some) /iu, '');
      continue;
    }
    const toldOf = at < said.length - 1 ? sought(TOLD_OF, piece)?.[1] : undefined;
    if (toldOf !== undefined && SUMMED_UP.test(said[at + 1] ?? '')) {
      topic = toldOf.replace(/^an? /iu, '');
      continue;
    }
    if (topic !== null && SUMMED_UP.test(piece)) {
      made.push(`summarise the ${topic}`);
      [topic, changed] = [null, true];
      continue;
    }
    const wanted = at < said.length - 1 ? sought(WANTED_TOPIC, piece) : null;
    if (
      wanted !== null &&
      said.slice(at + 1).some((later) => PRONOUN.test(later) || OWNED.test(later) || PRICE_OF_ALL.test(later))
    ) {
      topic = (wanted[1] ?? '').replace(/^(?:an?|the|some|my) /iu, '').replace(AT_SITE, '');
      continue;
    }
    if (
      at < said.length - 1 &&
      isPhrase(piece) &&
      !ASKS.test(piece) &&
      (text.includes('?') ? ASKS : ASKS_SURELY).test(said[at + 1] ?? '') &&
      about(said[at + 1] ?? '', piece) !== null
    ) {
      topic = piece.replace(/^(?:the|an?|my) /iu, '');
      continue;
    }
    const named = sought(TOPIC, piece);
    const [, head = '', tail = ''] = named ?? [];
    const left = piece.slice(0, piece.length - tail.length);
    const its =
      named === null || !isPhrase(left.replace(/[\s,:;–—-]+$/u, '').replace(TOPIC_OPENS, ''))
        ? null
        : ASKS.test(tail)
          ? about(tail, head)
          : BARE_FACT.test(tail) && text.includes('?') && !left.includes(',')
            ? `what is the ${BARE_FACT.exec(tail)?.[1] ?? ''} of ${/^\p{Lu}/u.test(head) ? head : `the ${head}`}`
            : null;
    const full: string = its ?? (topic === null ? null : about(piece, topic)) ?? piece;
    if (full !== piece) {
      changed = true;
      topic = null;
    }
    const plain = plainPiece(full);
    if (plain !== null) changed = true;
    const now = plain ?? full;
    const told = /^summarise the \p{Ll}+$/u.test(now) && (made.at(-1) ?? '').startsWith('summarise ');
    if (now !== '' && !told) made.push(now);
  }
  return changed && topic === null ? [...first, ...made].join('; ') : text;
}
