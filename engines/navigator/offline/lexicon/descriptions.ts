// How a thing is described in other words ("the button that sits right beside X", "whichever box is red", "the third of the
// results"), as the noun phrase that `words/target.ts` takes apart. Pure.
// INVARIANT: a table of everyday English; a name is only moved, never changed.
import { rewritten } from './phrases/clues.ts';

const Q = String.raw`\uE000\d+\uE001`;
/** A name as it stands in a text whose quotations are set aside. */
export const NAME = String.raw`(?:${Q}|@[\p{L}\p{N}_]+|\p{Lu}[\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*)*)`;
export const KIND = String.raw`(?:(?:text|check|tick|password|input|radio) ?)?(?:button|link|tab|box|checkbox|field|option|icon|item|entry|result|row|circle|square|triangle|rectangle|shape|number|card|post|section|word|one|area|picture|image|file|message|e-?mail|product|slider|switch)`;
const COLOUR =
  'red|orange|yellow|green|blue|purple|violet|pink|black|white|gr[ae]y|brown|cyan|magenta|turquoise';
const EXTREME =
  'largest|biggest|greatest|greater|larger|bigger|smallest|smaller|tiniest|highest|higher|lowest|lower|cheapest|least expensive|most expensive|dearest|newest|latest|oldest|best[- ]rated|longest|shortest|heaviest';
const ORDINAL = String.raw`first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th)`;
const BEARS = '(?:label|name|text|caption|title|wording|words?|inscription)';
const PLACE = String.raw`(?:next to|beside|besides|alongside|by|below|above|under|underneath|beneath|in|inside|within|at|to the (?:left|right)|(?:on the )?(?:left|right) of|left of|right of)\b`;
const NEAR = '(?:right|just|directly|immediately|exactly)';

type Change = readonly [RegExp, string | ((...groups: string[]) => string)];

/** "boxes", "entries", "results": one of them. */
export const singular = (plural: string): string =>
  plural
    .replace(/ies$/i, 'y')
    .replace(/(x|ss|sh|ch)es$/i, '$1')
    .replace(/s$/i, '');

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ');
const counted = (whole: string, kind = '', number = ''): string => {
  const at = /^\d+$/.test(number) ? Number(number) : NUMBERS.indexOf(number.toLowerCase()) + 1;
  return at < 1 ? whole : `${ORDINALS[at - 1] ?? `${at}th`} ${kind}`;
};

const CHANGES: readonly Change[] = [
  // What it is called.
  [
    new RegExp(
      String.raw`\b(?:with|(?:that|which) (?:has|shows|bears)|showing|having) (${NAME}) (?:written |printed |standing )?on (?:it|them|top)\b`,
      'gu',
    ),
    'labelled $1',
  ],
  [new RegExp(String.raw`\bwhose ${BEARS} (?:is|says|reads) `, 'giu'), 'labelled '],
  [
    new RegExp(
      String.raw`(?<!\b(?:e-?mail|message|mail|post|thread|reply|topic|card|them|him|her)\b.*)\b(?:bearing|having|carrying|with|(?:that|which) (?:has|bears|carries|shows)) the ${BEARS} (?=${NAME})`,
      'gu',
    ),
    'labelled ',
  ],
  [/\b(?:that|which)(?:'s| is| are) (?:labell?ed|called|named|titled|marked) (?!as\b)/gi, 'labelled '],
  [
    new RegExp(String.raw`\b(${KIND}) (?:reading|saying|showing|marked|bearing) (?=${Q}|\p{Lu})`, 'gu'),
    '$1 labelled ',
  ],
  [
    new RegExp(String.raw`\b(icon|symbol|check ?box|tab|option) for (?=${NAME}|\p{Ll}+$)`, 'gu'),
    '$1 labelled ',
  ],
  // What it is not.
  [
    new RegExp(
      String.raw`\b(?:that|which|who)(?:'s not| is not| isn['’]t| doesn['’]t say| does not say)(?: (?:called|named|labell?ed|marked))? (?=${NAME})`,
      'gu',
    ),
    'that is not ',
  ],
  [
    new RegExp(String.raw`\bthe other (${KIND}),? (?:and |but )?not (${NAME})`, 'gu'),
    'the $1 that is not $2',
  ],
  [new RegExp(String.raw`\bnot (${NAME}),? (?:but )?the other (${KIND})\b`, 'gu'), 'the $2 that is not $1'],
  [
    new RegExp(
      String.raw`\b(?:do not|don['’]t) (press|click|tap|hit)(?: on)? (${NAME}),? but (?:rather )?the other (${KIND})\b`,
      'giu',
    ),
    '$1 the $3 that is not $2',
  ],
  [
    new RegExp(
      String.raw`\b(?:any|whichever|whatever|the) (${KIND}) (?:except(?: for)?|other than|but(?: not)?|apart from) (?=${NAME})`,
      'gu',
    ),
    'the $1 that is not ',
  ],
  [new RegExp(String.raw`,? but not (?=${NAME})`, 'gu'), ' except '],
  [new RegExp(String.raw`, just not (?=${NAME})`, 'gu'), ' except '],
  [new RegExp(String.raw`, (${NAME}) (?:excepted|excluded)\b`, 'gu'), ' except $1'],
  // Where it is.
  [
    new RegExp(
      String.raw`,? (?:that|which|the one|the one that|one that)(?:'s| is| are| sits?| stands?| lies| appears| comes| you (?:can )?(?:find|see))?(?: (?:found|located|placed|shown|written|standing|sitting))?(?: ${NEAR})? (?=${PLACE})(?!by (?:clicking|pressing))`,
      'giu',
    ),
    ' ',
  ],
  [new RegExp(String.raw`\b${NEAR} under\b`, 'gi'), 'below'],
  [new RegExp(String.raw`\b${NEAR} (?=${PLACE}|below)`, 'gi'), ''],
  [new RegExp(String.raw`\b(?:on|to) (${NAME})['’]s (left|right)(?: side)?\b`, 'gu'), 'to the $2 of $1'],
  [new RegExp(String.raw`\b(?:in|on|from|of) (${NAME})['’]s (?:row|line|entry)\b`, 'gu'), 'in the row of $1'],
  [new RegExp(String.raw`\b(?:on|in|of|from|under) (${NAME})['’]s (card|post)\b`, 'gu'), 'on the $2 by $1'],
  [
    new RegExp(
      String.raw`\b(?:in|on|of) the (?:same )?(?:line|row) (?:of|for|with|as|belonging to|where it says|where you see|where the \p{Ll}+ is|(?:that|which) (?:has|says|shows|reads|contains|is for))(?: the name)? (${NAME})(?: in it)?`,
      'gu',
    ),
    'in the row of $1',
  ],
  [/,? (?:that|which) (?:belongs to|goes with|is for|is meant for|refers to|is about)\s+/gi, ' for '],
  [
    new RegExp(String.raw`\b(?:on|under|below|of) the (post|card) (?:of|from|by) (?=${NAME})`, 'gu'),
    'on the $1 by ',
  ],
  [
    new RegExp(
      String.raw`\b(post|card|comment) (?:(?:that|which) )?(${NAME}) (?:wrote|posted|made|sent)`,
      'gu',
    ),
    '$1 by $2',
  ],
  [
    new RegExp(
      String.raw`\b(e-?mail|message|mail) (?:(?:that|which) )?(${NAME}) (?:sent|wrote)(?: me| you)?`,
      'gu',
    ),
    '$1 from $2',
  ],
  // Which one.
  [new RegExp(String.raw`\b(?:which|what)ever (${KIND}) (?:is|comes) (${ORDINAL})\b`, 'giu'), 'the $2 $1'],
  [
    new RegExp(String.raw`\b(?:which|what)ever (${KIND}) is (?:the )?(${COLOUR}|${EXTREME})\b`, 'giu'),
    'the $2 $1',
  ],
  [new RegExp(String.raw`\bwhichever (?:of them )?is (?:the )?(${EXTREME})\b`, 'giu'), 'the $1 one'],
  [
    new RegExp(String.raw`\b(?:which|what)ever (?:${KIND} )?costs (?:the )?least\b`, 'giu'),
    'the cheapest one',
  ],
  [new RegExp(String.raw`\b(?:which|what)ever (?=${KIND}\b)`, 'giu'), 'the '],
  [
    new RegExp(
      String.raw`\b(?:the |an? )?(${KIND}) (?:(?:that|which)(?:'s| is| are| comes)|with) (?:the )?(${EXTREME})(?= *(?:$|[,.;?!:]| (?:should|must|needs?|has|is|please|and|then)\b))`,
      'giu',
    ),
    'the $2 $1',
  ],
  [
    new RegExp(
      String.raw`\b(?:(the|an?) )?(${KIND}) (?:(?:that|which)(?:'s| is| are)(?: coloured| painted)?|coloured|painted|in|of|with) (?:the )?(?:colou?r )?(${COLOUR})(?: colou?r)?(?= *(?:$|[,.;?!:]| (?:should|must|needs?|has|is|please|and|then)\b))`,
      'giu',
    ),
    (_, the = 'the', kind = '', colour = '') => `${the === '' ? 'the' : the} ${colour} ${kind}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(${ORDINAL}|${EXTREME})(?: one)? (?:of|out of|among) (?:all )?(?:the|these|those) (?:two |three |four )?((?:text |password |check ?|input )?\p{Ll}+s)\b(?! (?:column|list|table))`,
      'giu',
    ),
    (_, which = '', kinds = '') => `the ${which} ${singular(kinds)}`,
  ],
  [new RegExp(String.raw`\b(${KIND}) (?:number|no\.?|nr\.?|#) ?(\d+|\p{Ll}+)\b`, 'giu'), counted],
  [/\b(?:very last|final|bottom-?most|very final)(?= \p{Ll})/giu, 'last'],
  [/\bvery first(?= \p{Ll})/giu, 'first'],
  [
    new RegExp(String.raw`\b(${KIND}) at the (?:very )?(?:end|bottom)(?! of)`, 'giu'),
    (_, kind = '') => `last ${kind}`,
  ],
  [
    new RegExp(
      String.raw`\b(${KIND}) (?:that|which) (?:comes|is|stands|would come) (${ORDINAL})\b(?! (?:in|by)\b| alphabetically)`,
      'giu',
    ),
    '$2 $1',
  ],
  [/\b((?:the|a) \p{Ll}+)['’]s (\S+) word\b/giu, 'the $2 word of $1'],
  [new RegExp(String.raw`(?:\b(?:the|my) )?(${NAME})['’]s (quantity|amount)\b`, 'gu'), 'the $2 of $1'],
  [
    new RegExp(String.raw`\bthe (?:number|amount|count) of (${NAME}) (?=to |should|must|is )`, 'gu'),
    'the quantity of $1 ',
  ],
  // How it is written.
  [
    new RegExp(
      String.raw`\b(?:(?:that|which) )?(?:beginning|starting|begins|starts|should (?:begin|start)|must (?:begin|start)) with (${Q}|\S+),? and (?:(?:that|which|should|must) )?(?:ending|ends?|finishing|finish|has|having)(?: in| with| on)? (${Q}|\S+)(?: at the end)?`,
      'gu',
    ),
    'that starts with $1 and ends with $2',
  ],
  // Its place in the alphabet.
  [
    new RegExp(String.raw`\balphabetically (first|last) (${KIND})\b`, 'giu'),
    '$2 that comes $1 in alphabetical order',
  ],
  [
    /\b(?:(?:that|which)(?:'s| is| comes| would come) )?(first|last) (?:alphabetically|in the alphabet|by alphabet)\b/gi,
    'that comes $1 in alphabetical order',
  ],
];

/** The whole text, quotations set aside. */
export const described = (text: string): string => rewritten(text, CHANGES).replace(/ {2,}/g, ' ');
