// Turns that reach over a whole order ("Bo wants to read the mail Ana sent you: forward it") as the plain orders that they are.
// Pure. INVARIANT: a table of everyday English, quotations set aside before; nothing here names a site, a product or a task.
import { rewritten } from './phrases/clues.ts';

const Q = String.raw`\uE000\d+\uE001`;
/** Verbs with which an order begins are nobody's name. */
const NO_VERB =
  '(?!(?:Find|Open|Delete|Remove|Star|Mark|Forward|Send|Reply|Read|Show|Put|Move|Get|Archive|Pass|Locate|Print|Flag)\\b)';
const NAME = String.raw`(?:${NO_VERB}\p{Lu}[\p{L}'’-]*?(?: \p{Lu}[\p{L}'’-]*?)?|${Q}|@\w+)`;
const MAIL = '(?:e-?mail|mail|message)';
const KINDS = 'sections?|panels?|tabs?|folders?|groups?|accordions?|drawers?';
const ORDINAL = String.raw`(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th))`;

const turn = (pattern: string, to: string): readonly [RegExp, string] => [new RegExp(pattern, 'giu'), to];
/** A name has a capital, so case counts here. */
const cased = (pattern: string, to: string): readonly [RegExp, string] => [new RegExp(pattern, 'gu'), to];

const TURNS: readonly (readonly [RegExp, string])[] = [
  // What is meant is named in one way.
  cased(
    String.raw`\b[Tt]he ${MAIL} (?:that |which )?(${NAME}) (?:has )?(?:sent|wrote)(?: (?:to )?(?:you|me|us))?(?![\p{L}])`,
    'the email from $1',
  ),
  turn(
    String.raw`\bthe ${MAIL} (?:that |which )?(?:came|comes|is|was sent|you(?:'ve)? (?:got|had|received|have)|i (?:got|received|have)) (?:from|by) `,
    'the email from ',
  ),
  cased(String.raw`(?<![\p{L}])(${NAME})['’]s ${MAIL}(?![\p{L}])`, 'the email from $1'),
  // Mail.
  cased(
    String.raw`^(?:[Ss]end|[Gg]ive|[Ff]orward) (${NAME}) the email from (${NAME})(?=[.!]?$)`,
    'forward the email from $2 to $1',
  ),
  cased(
    String.raw`^(?:[Ff]orward|[Ss]end|[Pp]ass)(?: on)? to (${NAME}) the (?:email|${MAIL}) from (${NAME})(?=[.!]?$)`,
    'forward the email from $2 to $1',
  ),
  cased(
    String.raw`^(${NAME}) (?:wants|would like|needs|asked) to (?:read|see|get|have) the email from (${NAME})[:;,.] *(?:so |please )*(?:forward|send|pass) it(?: on)?(?: to (?:him|her|them))?(?=[.!]?$)`,
    'forward the email from $2 to $1',
  ),
  cased(
    String.raw`^(?:[Pp]ass|[Ss]end) the email from (${NAME}) on to (${NAME})(?=[.!]?$)`,
    'forward the email from $1 to $2',
  ),
  cased(
    String.raw`^(?:[Ss]end|[Ww]rite|[Gg]ive) (${Q}) (?:as (?:an? |the )?(?:reply|answer|response)|back) to (${NAME})(?=[.!]?$)`,
    'reply to the email from $2 with $1',
  ),
  cased(
    String.raw`^(?:[Ww]rite|[Ss]end) (?:back )?(?:an? (?:reply|answer|response) )?(?:back )?to (${NAME})(?: with| saying)?:? (${Q})(?=[.!]?$)`,
    'reply to the email from $1 with $2',
  ),
  cased(
    String.raw`^(?:[Ff]ind|[Oo]pen) the email (?:from|by|of) (${NAME}),? and (?:answer|reply to|respond to) (?:it|them|him|her) with (?:the (?:text|words?|message) )?(${Q})(?=[.!]?$)`,
    'reply to the email from $1 with $2',
  ),
  turn(
    String.raw`^i (?:do not|don['’]t) want (?:to (?:see|have|keep|read) )?(the email from .+?) (?:any ?more|any longer),? (?:so |please )*(?:delete|remove|bin) it(?=[.!]?$)`,
    'delete $1',
  ),
  turn(
    String.raw`^(?:find |open )?(the ${MAIL} (?:from|by|of) [^,;.]+?),? and (?:put|move|throw) it (?:in|into|to) the (?:bin|trash)(?: ?can)?(?=[.!]?$)`,
    'delete $1',
  ),
  turn(
    String.raw`^(?:put|move|throw) (the ${MAIL} (?:from|by|of) [^,;.]+?) (?:in|into|to) the (?:bin|trash)(?: ?can)?(?=[.!]?$)`,
    'delete $1',
  ),
  turn(
    String.raw`^(?:find |open )?(the ${MAIL} (?:from|by|of) [^,;.]+?) and (?:star|flag) it(?=[.!]?$)`,
    'star $1',
  ),
  turn(
    String.raw`^(the ${MAIL} (?:from|by|of) [^,;.]+?) (?:should|must|needs to|has to) be (?:(?:marked|flagged)(?: as)? (?:important|starred)|starred|flagged)(?=[.!]?$)`,
    'star $1',
  ),
  turn(
    String.raw`^(?:mark|flag) (the ${MAIL} (?:from|by|of) [^,;.]+?) (?:as )?(?:important|starred|a favou?rite)(?=[.!]?$)`,
    'star $1',
  ),
  // Judged one by one.
  turn(
    String.raw`^for (?:each|every)(?: one)? (?:of the )?(\p{L}+?)s?(?: below| above| shown)?,? (?:say|mark|decide|choose|select|tell|indicate|judge) (?:whether|if) (?:it is|it's) (odd|even) or (odd|even)`,
    'judge each $1 as $2 or $3',
  ),
  turn(
    String.raw`^(?:mark|classify|label|sort|judge|rate) (?:each|every|all|the)(?: one)?(?: of)?(?: the)? (\p{L}+?)s?(?: below| above| shown| in the list| on the page)? (?:as|into|by) (?:either |being )?(odd|even) (?:or|and) (odd|even)`,
    'judge each $1 as $2 or $3',
  ),
  turn(
    String.raw`^(?:say|decide|tell|indicate) (?:whether|if) (?:each|every)(?: one)?(?: of the)? (\p{L}+?)s?(?: below)? is (odd|even) or (odd|even)`,
    'judge each $1 as $2 or $3',
  ),
  // A machine that takes lines.
  turn(
    String.raw`^(?:use|with|using|in|on|through) (?:the |this )?(?:terminal|shell|console|command line|prompt),?(?: to)? (?:delete|remove|erase) (?:the |a )?file (?:that |which |whose name |whose extension )?(?:is )?(ends?|ending|starts?|starting|begins?|beginning|called|named)(?: with| in)? (\S+?)(?=[.!]?$)`,
    'delete by command the file $1 $2',
  ),
  turn(
    String.raw`^(?:delete|remove|erase) (?:the |a )?file (?:that |which |whose name )?(?:is )?(ends?|ending|starts?|starting|begins?|beginning|called|named)(?: with| in)? (\S+?) (?:with|using|in|on|through) (?:the )?(?:terminal|shell|console|command line)(?=[.!]?$)`,
    'delete by command the file $1 $2',
  ),
  // Where to look is for the search itself to find out.
  turn(
    String.raw`^(?:open|unfold|expand|look (?:through|into)|go through|search) (?:all )?(?:the )?(?:folded |closed |collapsed )?(?:${KINDS})(?: below| above)?(?: one by one| in turn)? until you (?:find|see|reach|come to) (.+?),? (?:and (?:then )?|then )(click|press|open|tap)(?: on)? it`,
    '$2 $1',
  ),
  turn(
    String.raw`\s+(?:(?:that is |which is )?hidden |somewhere )?in one of the (?:folded |closed |collapsed |other )?(?:${KINDS})(?: below)?`,
    '',
  ),
  turn(
    String.raw`^(?:in|on|from) the (?:directory|list|page|table|site|app|contacts|inbox|overview),? (?=(?:open|click|press|find|choose|tick|delete|star)\b)`,
    '',
  ),
  cased(
    String.raw`^(?:[Ll]ook for|[Ff]ind|[Ss]earch for|[Ll]ook up) (\p{Lu}[^,;]*?) (?:in|on|among) (?:the |your |my )?(?:address book|contacts?(?: list| book)?|directory|phone ?book|list of \p{L}+)(?=[,;.]|$| and )`,
    'locate $1',
  ),
  cased(
    String.raw`^[Ff]or the (?:post|entry|message|comment|card|tweet|item) (?:by|of|from) (${NAME}),? (?:choose|select|pick|press|click)(?: on)? (.+?) (?:in|from) (?:its|the|their) menu`,
    'click $2 on the post by $1',
  ),
  // Words for a value, and for where it goes.
  turn(
    String.raw`\bthe value (?:that |which )?(?:corresponds|belongs|corresponding|belonging) to (?:the )?`,
    'the value of ',
  ),
  turn(
    String.raw`\bthe (?:(?:name|text|word|value) of the )?(${ORDINAL}) (person|name|entry|item|line|word|value|one) (?:in|of|on|from) the (?:numbered |bulleted )?list\b`,
    'the $1 entry of the list',
  ),
  turn(
    String.raw`\b(enter|type|write|put|insert|input) (${Q}|\S+) ((?:in|into|to) (?:the )?[^,;.]*?) (uppercased|lowercased)(?=[,;.]|$| and | then )`,
    '$1 $2 $4 $3',
  ),
  turn(
    String.raw`\bread (?:through )?(the (?:\p{L}+ ){0,2}?\p{L}+) (?:down )?to (?:the|its|their) (?:very )?(?:end|bottom)`,
    'scroll $1 to the bottom',
  ),
  turn(String.raw`\bto (?:its|their) (?:very )?(end|bottom|top|start)\b`, 'to the $1'),
  cased(
    String.raw`\b[Ss]ign (?:it |the \p{L}+ )?(?:with|as) (?:the name |your name )?(${Q}|\p{Lu}\p{L}*)`,
    'enter $1 as the name',
  ),
  turn(
    String.raw`,? and (?:place|send|submit|make|complete|finish) (?:the|your|my) order\b`,
    ', then place the order',
  ),
  // Answers that a page gives are no question.
  turn(
    String.raw`; the page (?:says|tells you|shows|will say|will tell you) (?:whether|if) [^,;.!?]+(?=[,;.!?]|$)`,
    '',
  ),
  turn(
    String.raw`\btype (?:in )?your (?:guess|answer|try),? and (?:press|click) (\p{L}+) until (?:it is|you are|it['’]s) (?:right|correct)`,
    'try again until it is right',
  ),
];

/** Quotations set aside, and how a value is written said in one word. */
export const inTurn = (text: string): string => rewritten(text, TURNS);
