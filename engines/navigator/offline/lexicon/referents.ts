// What "it", "that one" and "there" mean where the clause before only says that something is there ("beside X is a box: tick
// it", "which circle is the biggest? click on it"), and names that share one verb. Pure.
// INVARIANT: a pronoun is replaced only by what the clause before it introduces, and that clause is then no order of its own.
import { KIND, NAME, singular } from './descriptions.ts';
import { rewritten, rewrittenOnce, sought } from './phrases/clues.ts';

const WHERE = String.raw`(?:(?:somewhere |right |just )?(?:in|inside|within|on|under|below|above|beside|next to|by|to the left of|to the right of|among|immediately to the (?:left|right) of) [^,;:]+?)`;
const THING = String.raw`(?:an?|the|another|one|this|some) [^,;:]+?`;
const SEEN = String.raw`(?:there(?:'s| is| are| should be| must be)|you(?:'ll| will| can| should)?(?: be able to)? (?:find|see|notice)|i (?:can )?see|we have|comes|is|are|sits|stands|hides?)`;

/** A clause that introduces a thing, and the phrase for it. `\u2063` parts a place from what is there. */
const TOPICS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      String.raw`^(${WHERE}),? (?:there(?:'s| is| are)|you(?:'ll| will| can)? (?:find|see)|is|sits|stands) (?:also )?(${THING}|${NAME})$`,
      'u',
    ),
    '$2 $1',
  ],
  [
    new RegExp(
      String.raw`^${SEEN.replace('|comes|is|are|sits|stands|hides?', '')} (?:also )?(${THING})(?: (?:somewhere|here|on (?:the|this) page))?$`,
      'u',
    ),
    '$1',
  ],
  [
    new RegExp(
      String.raw`^(${NAME}|the [^,;:]+?)(?:'s row|'s line)? has (?:got )?((?:an?|its own) [^,;:]+?)(?: (?:(next to|beside|below|above|under|by) it))?$`,
      'u',
    ),
    '$2 \u2063$3 $1',
  ],
  [
    new RegExp(
      String.raw`^(?:the )?((?:${NAME}|(?:link|button|tab|item|file|entry|option|box)\b[^,;:]*?)) (?:is|are|sits|stands|hides)(?: hidden| found| located| somewhere| listed| inside)* (${WHERE})$`,
      'u',
    ),
    'the $1 $2',
  ],
  [
    new RegExp(
      String.raw`^(?:which|what) (${KIND}) is (?:the )?(\p{L}+(?:er|est)|(?:most|least|best) \p{L}+|red|blue|green|yellow|purple|pink|black|white|orange|gr[ae]y|brown)$`,
      'u',
    ),
    'the $2 $1',
  ],
  [
    new RegExp(
      String.raw`^(?:which|what) (${KIND}) (?:is|stands|comes|sits) ((?:to the )?(?:left|right) of .+|next to .+|below .+|above .+|beside .+|that comes .+|in alphabetical order.+)$`,
      'u',
    ),
    'the $1 $2',
  ],
  [/^one of (the [^,;:]+?) (?:has|holds|contains) (an? [^,;:]+)$/u, '$2 in one of $1'],
  [
    new RegExp(
      String.raw`^((?:the|whichever|whatever|that) (?!same\b)[^,;:]*?\b(?:${KIND})s?\b[^,;:]*|the (?:cheapest|least expensive|most expensive|newest|oldest|lowest|highest)[^,;:]*|${NAME}['’]s (?:e-?mail|message|post|row|card)|(?:the )?${KIND} ${NAME}|${NAME})$`,
      'u',
    ),
    '$1',
  ],
  [
    new RegExp(String.raw`^(${NAME}) (?:wrote|sent)(?: me| you)? an? (\p{Ll}[\p{Ll}-]*)$`, 'u'),
    'the $2 from $1',
  ],
  [
    new RegExp(String.raw`^(${NAME}) (?:wrote|posted|shared) (?:something|an? \p{Ll}+)$`, 'u'),
    'the post by $1',
  ],
];
/** Nothing but what is to be acted on may stand there: a wish or an order is no topic. */
const NO_TOPIC =
  /\b(?:should|must|needs?|want|ought|has to|have to|please|gets?|goes|belongs)\b|^(?:select|choose|press|click|tick|enter|type|put|set|open|make|turn|use|find|tell|then|first|after)\b/i;

const PRONOUN = String.raw`(?:it|that(?: one)?|this(?: one)?|them|the one|him|her)`;
const ACT = String.raw`(?:please |then |now |just |so |and |kindly |go and )*(?:(?:i(?:'d| would)? (?:want|like|need)|could you|can you) )?(?:\p{L}+(?:-\p{L}+)?)(?: (?:on|at|off|open|up))?`;
const ACTS_ON = new RegExp(String.raw`^(${ACT}) ${PRONOUN}(?=$|[,;.!?]| )`, 'iu');
const SHOULD_BE = new RegExp(String.raw`^(?:${PRONOUN}) (?=(?:should|must|needs|has|is to|wants)\b)`, 'u');
const ITS = /^((?:please |then |and )*\p{L}+(?: on)?) (?:its|their|his|her) (.+)$/iu;
const THERE =
  /^((?:please |then |and |just )*\p{L}+(?: on)? .+?) (?:there|in there|on (?:that|this) (?:card|row|post|page|section))(?=$|,| and\b| then\b)/iu;

const STOP =
  /(\s*[.;?!:](?:\s+|$)|\s+[-–—]\s+|,\s+(?:and |then |so |please )*(?=(?:\S+ ){1,2}(?:it|that|this|them|the one)\b)|,?\s+(?:and|then|so)\s+(?=(?:\S+ ){1,2}(?:it|that one|them|its|their)\b)|,?\s+(?:which|that) (?=i (?:want|need|would like)\b))/iu;

/** Where to look first, and the act that follows there. */
const LOOK_THERE: readonly (readonly [RegExp, string])[] = [
  // "take X and drop it into Y", "pick up X, then put it in Y".
  [
    /^(?:take|grab|pick up|get hold of|get|fetch|find|locate|lift) ([^,;:.]+?),?(?: and(?: then)?|,? then|,) (put|drop|drag|move|place|carry|pull|bring|shift|push|stick|pop|slide) (?:it|them|that) ((?:over |up |down )?(?:in|into|on|onto|to|under|at)\b[^;.]*)$/iu,
    '$2 $1 $3',
  ],
  [
    new RegExp(
      String.raw`^look (below|above|under|beside|next to|in|inside) (${NAME}|the [^,;:.]+?),? and (?:then )?(press|click|tap|hit|push|tick|open) ([^;,.]+)$`,
      'u',
    ),
    '$3 $4 $1 $2',
  ],
  [
    /^(?:go|look|head|move|scroll)(?: over| down)? (?:to|into|in|inside|at) (the [^,;:.]+?(?:section|group|panel|area|dialog|row|card|post)|the (?:section|group|panel|dialog) [^,;:.]+?|@\S+?(?:['’]s (?:card|post))?),? and (?:then )?((?:press|click|tap|hit|push|tick|enter|type|choose) [^;,.]+?) (?:there|in there|on (?:that|this) (?:card|row|post))$/u,
    '$2 in $1',
  ],
  [
    new RegExp(
      String.raw`^(?:find|look for|locate|go to|take|pick|get|see) ((?:the |a )?(?:[^,;:.]*\b(?:e-?mail|message|mail|post)\b[^,;:.]*|cheapest[^,;:.]*|most expensive[^,;:.]*|newest[^,;:.]*)|${NAME}['’]s (?:e-?mail|message|mail|post)) and (?:then )?(star|delete|remove|archive|book|buy|order|bin|trash) (?:it|that|that one)$`,
      'u',
    ),
    '$2 $1',
  ],
  [
    new RegExp(
      String.raw`^(?:find|look for|locate|go to|open) ((?:the )?(?:e-?mail|message|mail) (?:from|by|of) ${NAME}|${NAME}['’]s (?:e-?mail|message|mail)) and (?:then )?(?:answer|reply|respond)(?: to (?:it|them))?(?: with)?(?: the text)?:? (${NAME})$`,
      'u',
    ),
    'reply to $1 with $2',
  ],
  [
    new RegExp(
      String.raw`^(?:find|look for|locate|go to|open) ((?:the )?(?:e-?mail|message|mail) (?:from|by|of) ${NAME}|${NAME}['’]s (?:e-?mail|message|mail)) and (?:then )?(?:pass|send|forward) (?:it|that(?: one)?)(?: on| along)? to (.+)$`,
      'u',
    ),
    'forward $1 to $2',
  ],
  [
    new RegExp(
      String.raw`^(?:find|look for|locate|go to) (@[\p{L}\p{N}_]+) and ((?:press|click|tap|hit) [^;,.]+?) on (?:that|this|their|the) (?:card|post)$`,
      'u',
    ),
    '$2 for $1',
  ],
];
const INTO_IT =
  /^(?:go (?:in)?to|click(?: on| in| into| inside)?|tap(?: on| into)?|find|locate|look for|focus(?: on)?|select|activate|there is|you(?:'ll)? (?:see|find)) ((?:the |a )?(?:[^,;:.]*\b(?:fields?|box|text ?box|area|input|editor)\b[^,;:.]*?)),? (?:and )?(?:then )?(?:enter|type|write|put|key in|fill in|input|insert|paste) (\uE000\d+\uE001|\p{Lu}\S*|\d\S*)(?: (?:there|in there|into it|in it|in|inside))?(?=$|,| and | then )/u;
/** "locate X, then tick it", "go to X and click it": the act alone, but for a click, which is looked for as it stands. */
const FOUND_FIRST =
  /^(?:find|locate|look for|spot|search for|go to|get to|head to|see) ([^,;:.]+?)(?:,? and(?: then)?|, then|,) ((?:please )?(?:click(?: on)?|press|tap|hit|push|(?:un)?tick|(?:un)?check|mark|(?:de)?select|choose|double-click|unfold|expand|clear|empty|star|delete|remove|archive|turn o(?:n|ff))) (?:it|that|that one|this|them)(?=$|,| and | then )/iu;
const OF_A_SITE = /\b(?:page|site|shop|forum|website|app|tree|tabs?|list|book)$/i;
const foundFirst = (sentence: string): string =>
  rewritten(sentence, [
    [INTO_IT, 'enter $2 into $1'],
    [
      FOUND_FIRST,
      (whole = '', thing = '', act = '') =>
        OF_A_SITE.test(thing) && !/\b(?:labell?ed|tab)\b/.test(thing)
          ? whole
          : /^(?:please )?(?:click|press|tap|hit|push)(?: on)?$/i.test(act) &&
              !/^(?:go|get|head)/i.test(whole)
            ? `find ${thing} and ${act} it`
            : `${act} ${thing}`,
    ],
  ]);
const lookedThere = (given: string): string => lookedFor(foundFirst(given));
const lookedFor = (sentence: string): string => rewritten(sentence, LOOK_THERE);

/** The thing that a clause introduces; `null` where it is an order, or nothing is introduced. */
function topicOf(clause: string): string | null {
  const text = clause
    .trim()
    .replace(/^(?:somewhere|here|on (?:this|the) page),? /i, (said) => (/page/i.test(said) ? '' : said));
  if (NO_TOPIC.test(text)) return null;
  return (
    rewrittenOnce(text, TOPICS)
      ?.replace(
        / \u2063(\p{Ll}[\p{Ll} ]*)? (.+)$/u,
        (_, how: string | undefined, whom: string) => ` ${how ?? 'for'} ${whom}`,
      )
      .replace(/\bimmediately /gi, '')
      .replace(/\bsomewhere /gi, '')
      .replace(/^(?:an?|its own|another|one) /i, 'the ')
      .trim() ?? null
  );
}

/** `it` in the next clause said in full; `null` where nothing in it points back. */
function resolved(clause: string, topic: string): string | null {
  const act = sought(ACTS_ON, clause);
  if (act !== null && !/^(?:please |then |and )*(?:do|see|is|like|fill|submit|send)$/i.test(act[1] ?? ''))
    return `${act[1] ?? ''} ${topic}${clause.slice(act[0].length)}`;
  if (SHOULD_BE.test(clause)) return clause.replace(SHOULD_BE, `${topic} `);
  const its = sought(ITS, clause);
  if (its !== null) return `${its[1] ?? ''} ${its[2] ?? ''} of ${topic}`;
  const there = sought(THERE, clause);
  if (there !== null)
    return `${there[1] ?? ''} ${/^(?:the )?(?:@|post|card)/u.test(topic) ? 'on' : 'in'} ${topic}${clause.slice(there[0].length)}`;
  return null;
}

/** "of the circles, click the biggest one": which of what. */
const OF_THEM = new RegExp(
  String.raw`^(?:of|out of|among) (?:all )?(?:the|these|those) (?:two |three |four |many |several )?(\p{Ll}+s)(?: here| shown| listed| (?:on|in) (?:the|this) \p{Ll}+)?,? (.+)$`,
  'u',
);
const SEVERAL = new RegExp(
  String.raw`^(?:there are|you(?:'ll| will)? (?:find|see)) (?:two|three|four|several|many|some|a few) (\p{Ll}+s)(?: (?:here|shown|on (?:the|this) page))?$|^(?:two|three|several) (\p{Ll}+s) are shown$`,
  'u',
);

function ofThem(kinds: string, clause: string): string {
  const one = singular(kinds);
  if (/\b(?:one|ones)\b/i.test(clause)) return clause.replace(/\b(?:one|ones)\b/i, one);
  const number = /\b(?:number|no\.?) (\d+)\b/i;
  if (number.test(clause)) return clause.replace(number, `${one} number $1`);
  return clause.replace(
    /\bthe (last|first|second|third|\p{L}+(?:est|er))(?=$| (?:and|then)\b|[,.;])/iu,
    `the $1 ${one}`,
  );
}

/** What a sentence begins with has a capital and is no name for it. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  'the a an there which what whichever whatever of out among beside next below above under in inside within on to right immediately somewhere one you it its that this them first click press tap hit push then after these those both all every each please two three several'.split(
    ' ',
  ),
);
const OPENING = /(^|[.;?!:]\s+)(\p{Lu}\p{Ll}*)(?=[ ,])/gu;
const lowered = (text: string): string =>
  text.replace(OPENING, (whole, before: string, word: string) =>
    FUNCTION_WORDS.has(word.toLowerCase()) ||
    (/^(?:Start|Begin|Finish)$/.test(word) && / (?:with|by)\b/.test(text))
      ? `${before}${word.toLowerCase()}`
      : whole,
  );

/** The whole order, quotations set aside. */
export function referred(given: string): string {
  const text = lowered(given);
  const parts = text.split(STOP);
  const out: string[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const clause = (parts[i] ?? '').trim();
    const stop = parts[i + 1] ?? '';
    const next = (parts[i + 2] ?? '').trim();
    const several = sought(SEVERAL, clause);
    if (several !== null && next !== '') {
      parts[i + 2] = ofThem(several[1] ?? several[2] ?? '', next);
      continue;
    }
    const each = /^(?:of|out of|among) (?:all )?(?:the|these|those) (?:two |three |four )?(\p{Ll}+s)$/u.exec(
      clause,
    );
    if (each !== null && next !== '') {
      parts[i + 2] = ofThem(each[1] ?? '', next);
      continue;
    }
    const among = sought(OF_THEM, clause);
    const of = among === null ? '' : ofThem(among[1] ?? '', among[2] ?? '');
    // "out of the options take X": a place, and nothing that is chosen among them by rank.
    const whole = among === null || of === among[2] ? clause : of;
    const topic = next === '' ? null : topicOf(whole);
    const said = topic === null ? null : resolved(next, topic);
    if (said !== null) {
      parts[i + 2] = said;
      continue;
    }
    out.push(whole, stop);
  }
  return out
    .join('')
    .split(/(?<=[.;!?])\s+/)
    .map(
      (sentence) =>
        serial(lookedThere(sentence.replace(/[.;!?]+$/, ''))) + (/[.;!?]+$/.exec(sentence)?.[0] ?? ''),
    )
    .join(' ')
    .trim();
}

const VERB = '(?:click|press|tap|hit|push)';
const NEXT = String.raw`(?:,? (?:and |but )?(?:then|next|after that|afterwards|finally|lastly|at last|followed by|after (?:those|these)|(?:go on|continue|follow up|carry on) with|(?:finish|end)(?: up)? (?:with|on|by)|last)(?: (?:on|with))?|, and|,| and)`;
const RANK = '(?: first| second| third| next| last| at first)?';
const SERIES = new RegExp(
  String.raw`^(?:(${VERB}(?:ing)?|start (?:with|by ${VERB}ing)|begin (?:with|by ${VERB}ing))(?: on)? )?(first |at first |these[^:;]*: |the following[^:;]*: )?(${NAME})${RANK}((?:${NEXT} ${VERB}? ?${NAME}${RANK})+)(,? in (?:that|this|the given) order|: ${VERB} them.*)?$`,
  'u',
);
const ONE_NAME = new RegExp(NAME, 'gu');

const FIRST_WANTED = new RegExp(
  String.raw`^i (?:want|need|would like) (${NAME}) (?:clicked|pressed|tapped)(?: first)?(?=,? )`,
  'u',
);

/** "press A first, B second and C last", "first A, then B": each of them, one after the other. */
function serial(sentence: string): string {
  const wanted = rewritten(sentence, [[FIRST_WANTED, 'click $1 first']]).trim();
  const match = sought(SERIES, wanted);
  if (match === null) return sentence;
  const [, verb, opening, first = '', rest = '', closing] = match;
  const ordered =
    /\b(?:then|next|after|finally|lastly|first|second|last|followed|finish|end|go on|continue)\b/i.test(
      `${opening ?? ''}${wanted.slice(first.length)}`,
    );
  if (verb === undefined && opening === undefined && closing === undefined) return sentence;
  if (!ordered && opening === undefined && closing === undefined) return sentence;
  const names = [first, ...(rest.match(ONE_NAME) ?? [])];
  return names.map((name) => `click ${name}`).join('; ');
}
