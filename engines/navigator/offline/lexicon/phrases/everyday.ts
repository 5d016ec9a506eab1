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

const HOURS = Object.keys(NTH).concat('eleven', 'twelve');
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty'];
/** "Twenty-three to three": in figures; `null` where it is no time. */
function clock(minutes: string, way: string, hour: string): string | null {
  const [tens = '', ones = ''] = minutes.split('-');
  const said =
    minutes === 'half'
      ? 30
      : minutes === 'quarter'
        ? 15
        : /^\d+$/u.test(minutes)
          ? Number(minutes)
          : Math.max(0, TENS.indexOf(tens)) * 10 + (HOURS.indexOf(ones === '' ? tens : ones) + 1);
  const at = HOURS.indexOf(hour) + 1;
  if (said < 1 || said > 59 || at === 0) return null;
  const full = way === 'past' ? at : at === 1 ? 12 : at - 1;
  return `${full}:${String(way === 'past' ? said : 60 - said).padStart(2, '0')}`;
}

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
  [/ & (?=\p{Ll})/gu, ' and '],
  [/(?<=\p{L}) \/ (?=\p{L})/gu, ', '],
  [/\ball the way (?=up\b|down\b|to\b)/giu, ''],
  [
    /(?<=\b(?:order|sort|arrange|put|bring|sorted|ordered|arranged)\b[^,;.]{0,60}) by dragging(?: them| it)?(?=\s*(?:[,;.]|$| and ))/giu,
    '',
  ],
  [/^go through (?:the|all the|all) (?:steps|wizard|pages|form)[:,]? (?:and )?/iu, ''],
  // What is set before the form goes out, said behind it.
  [
    /^((?:[Pp]ress |[Cc]lick |[Hh]it )?(?:[Ss]ubmit|[Ss]ave|[Ss]end|[Ss]earch|[Cc]onfirm))(?: it| the form)? (?:only )?(?:once|after|when|as soon as|with) (the|my) (\p{Ll}+(?: \p{Ll}+){0,2}?) (?:is set to|is at|is on|is|reads|shows|says|stands at|set to|at|on) ([-−]?\d[\d.,:]*|\uE000\d+\uE001|\p{Lu}\p{L}*)(?=[.!]?$)/gu,
    'set $2 $3 to $4, then $1',
  ],
  [
    /^before (registering|submitting|saving|sending|searching|confirming),? ([^;]+?)(?=[.!]?$)/iu,
    (_, act, orders) =>
      `${orders}, then press ${act
        .toLowerCase()
        .replace(/tting$/u, 't')
        .replace(/ing$/u, '')
        .replace(/^sav$/u, 'save')}`,
  ],
  [
    /^(?:please )?(?:register|enrol|sign) (?:me|us)(?: up)?(?: please)?: ([^;]+?)(?=[.!]?$)/iu,
    '$1, then press Register',
  ],
  [/\byes,? (?=I (?:accept|agree))/gu, ''],
  [/\b(tick|check|select|mark) the (?:check ?)?box(?:es)? (?:of|for) the following: /giu, '$1 '],
  [
    /\buse the filter (?:so that|until|such that) only (\uE000\d+\uE001|\p{Lu}\p{L}*) (?:is left|remains|shows|is shown|is there)/gu,
    'type $1 into the filter',
  ],
  // What may lie in the way is seen to by itself.
  [
    /,? even (?:if|when|though) (?:there(?:['’]s| is) |something |a |an |some )[^,;.]{0,50}(?:in front of it|in the way|over it|on top of it|covers it|covering it)(?=\s*(?:[,;.]|$))/giu,
    '',
  ],
  [
    /\b(?:close|dismiss|get rid of) (?:whatever|anything|everything|what)(?: that)? (?:pops up|comes up|appears|shows up|(?:gets|is) in the way|covers it|lies over it),? (?:and then|and|then) /giu,
    '',
  ],
  [
    /\b(?:if|when|should) (?:a|any|some|another)(?: \p{Ll}+)? ?(?:pop-?up|dialog|banner|window|overlay) (?:comes(?: up)?|appears?|pops up|shows up|(?:gets|is) in the way),? (?:just |then |please )?(?:close|dismiss|get rid of|ignore) (?:it|that)[.,;]? ?/giu,
    '',
  ],
  // Several clicks, one after the other.
  [/^(?:two|three|four|five|six|\d) (?:clicks|presses|taps)(?: please)?: /iu, 'click '],
  [
    /\b(?:start|begin) with (\uE000\d+\uE001|\p{Lu}\p{L}*),? (?:and |then )?(?:carry on|continue|go on|proceed|follow up) with (\uE000\d+\uE001|\p{Lu}\p{L}*),? (?:and )?(?:then )?(?:end|finish|close|conclude|wrap)(?: up| off)? with (\uE000\d+\uE001|\p{Lu}\p{L}*)(?: \(clicks?\))?/giu,
    'click $1, then click $2, then click $3',
  ],
  [
    /,? (?:and )?(?:then )?(?:finish|confirm|end|follow)(?:ing|ed)?(?: it)? (?:with|by) (?:the )?(?:enter|return)(?: key)?(?=\s*(?:[,;.]|$))/giu,
    ', then press Enter',
  ],
  [/(?<=\p{L}|\uE001)(?:,| and)? then (?:Enter|Return)(?=\s*[.!]?$)/gu, ', then press Enter'],
  // A list, and what of it is counted or taken.
  [
    /\b(?:what(?: is|['’]s) |give me |tell me )?the (?:count|number|total number|amount) of (?:the )?(\p{Ll}+) (on|in) the (list|table|page)(?!\p{L})/giu,
    'how many $1 are $2 the $3',
  ],
  [
    /\b(?:look |see )?who(?: is|['’]s) (?:the )?(?:number )?(\p{L}+|\d+(?:st|nd|rd|th)?)(?: person| one| name)? (?:on|in|of) the list[?.,;:]? ?(?:then |and |please )*(?:enter|fill(?: in)?|write|put|type) (?:the |that |this |their )?name(?: in| down)?(?: (?:in|into) (?:the|that) field)?(?=\s*(?:[,;.]|$| and ))/giu,
    (_, nth) => `enter the name of the ${ordinal(nth)} entry of the list into the field`,
  ],
  [
    /\b(among|to|into|onto) (?:the )?(?:list of )?(chosen|selected)(?: ones| items| side| entries)?(?=\s*(?:[,;.]|$| and | then ))/giu,
    'to the $2 list',
  ],
  [
    /\b(?:keep|go on|continue) (?:loading|scrolling|clicking|pressing|looking)[\p{Ll} ]{0,30}? (?:until|till) (?:there(?:['’]s| is) (?:an? |the )?|you (?:see|find|get|reach|come to) (?:an? |the )?)?(\uE000\d+\uE001|\p{Lu}\p{L}*)(?: turns up| appears| shows up| comes up| is there| is shown)?,? (?:and|then) (?:then )?(click|press|open|tap)(?: on)? (?:it|that)(?!\p{L})/giu,
    '$2 $1',
  ],
  [
    /\bopen the menu (?:of|on|for) (?:the post (?:by|of|from) (\p{Lu}\p{L}*|@\w+)|(\p{Lu}\p{L}*|@\w+)['’]s post),? (?:and then|and|then) (?:choose|pick|hit|click|press|select|take)(?: on)? (\uE000\d+\uE001|\p{Lu}\p{L}*)/gu,
    (_, one = '', two = '', what) => `click ${what} on the post by ${one}${two}`,
  ],
  [
    /(?<!\p{L})(\p{Lu}\p{L}*|@\w+)['’]s post has a menu[,;:.]? (?:please |so |then |now )*(?:choose|pick|hit|click|press|select|take)(?: on)? (\uE000\d+\uE001|\p{Lu}\p{L}*)(?: there| in it| from it)?/gu,
    'click $2 on the post by $1',
  ],
  [
    /\bthe (dialog|pop-?up)(?: box)? (?:asks|wants|needs|expects|waits for)[^.;:,?!\uE000]{0,30}[.;:,?!] ?(?:please |so |just |then )*(?:answer|say|reply|respond|choose|press|pick|take|tell it)(?: it)?(?: with)? (\uE000\d+\uE001|\p{Lu}\p{L}*)/giu,
    'click $2 in the dialog',
  ],
  [
    /\b(?:there )?(?:should(?:n['’]t| not)|must(?:n['’]t| not)) be (?:an?|any|one) (?:check ?)?box(?:es)?(?: left)? (?:without a tick|unticked|unchecked|empty)|\bno (?:check ?)?box(?: is| should be| must be| may be)? left (?:without a tick|unticked|unchecked|empty)/giu,
    'tick all boxes',
  ],
  [
    /(?<!\p{L})(\uE000\d+\uE001|\p{Lu}\p{L}*) ?(?:\+|plus|and) ?(\uE000\d+\uE001|\p{Lu}\p{L}*)(?: ?=|,)? ?(?:\?|how many (?:is|are) (?:that|it|this)|how much (?:is|are) (?:that|it|this))/gu,
    'what is $1 plus $2',
  ],
  [
    /(?:^|(?<=[.;] ))(\p{Lu}\p{L}*)['’]s (?:row|line|entry)[,:] (?:press |click |hit )?(\p{Lu}\p{L}*)(?=[.!]?$)/gu,
    'click $2 in the row of $1',
  ],
  [
    /(?<!\p{L})(\p{Lu}\p{L}*(?: \p{Lu}\p{L}*)?) has (?:an?|the|his|her|its) (\p{Ll}+) (?:in|on) the (?:table|list|page),? (?:and |so |please )*(?:put|enter|write|type|copy) (?:it|that) /gu,
    'enter the $2 of $1 ',
  ],
  // A way, from and to.
  [
    /\b(?:start|begin|leave|depart|set off)(?:ing)? (?:in|from|out of) (\p{Lu}\p{L}*),? (?:and )?(?:end up|end|finish|arrive|go|land|get)(?:ing)? (?:in|to|at) (?=\p{Lu})/giu,
    'from $1 to ',
  ],
  // Dates that are reckoned from others.
  [
    /(?<=\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|twenty|thirty) (?:days?|weeks?|months?)) (?:past|later than|following|on from) /giu,
    ' after ',
  ],
  [/= ?(?:the )?(\p{Ll}+(?: \p{Ll}+)?) ?\+ ?(\d+) (days?|weeks?)(?!\p{L})/giu, 'is $2 $3 after the $1'],
  [
    /\btake (the \p{Ll}+(?: \p{Ll}+)?),? (?:and )?add (\d+|\p{L}+) (days?|weeks?)(?: to it)?,? (?:and )?(?:then )?(?:put|enter|use|set|write|take) (?:that|it|the result|this)(?: in)? (as|into|for) /giu,
    'enter $2 $3 after $1 $4 ',
  ],
  // Texts that go somewhere else.
  [/\bthe same (?:text|words|content|thing)s? (?:that(?:['’]s| is)|as) in /giu, 'the text of '],
  [
    /\bthe (?:words?|writing|contents?) (?:in|of|inside) (?=the (?:\p{Ll}+ ){0,2}text ?(?:area|box))/giu,
    'the text of ',
  ],
  [
    /\bwhat(?:ever)? (the (?:\p{Ll}+ )?(?:text ?area|text ?box|field|box)) (?:says|contains|holds|reads|shows)(?!\p{L})/giu,
    'the text of $1',
  ],
  [
    /\bwhat(?:ever)? (\p{Lu}\p{L}*) (?:says|reads|shows)(?= (?:goes|belongs|comes|into?|should|must|has) )/gu,
    'the value of $1',
  ],
  [
    /\b(?:take|grab|get|pick up|fetch) (?:the (?:text|words|contents?) (?:out of|of|in|from)|what(?:['’]s| is) in) ((?:the )?[^,;.]{3,40}?)(?:,| and)? (?:and )?(?:then )?(?:put|enter|write|type|paste|insert) (?:it|that|this|the same) (?:down )?(in(?:to)? the [^,;.]{3,30}?)(?=,| and|;|\.|$)/giu,
    (_, from, to) =>
      `copy the text from ${/^the /iu.test(from) ? from : `the ${from}`} ${to.replace(/^in /iu, 'into ')}`,
  ],
  // A password and its repetition.
  [
    /(?:^|(?<=[.;,] ))(?:the |my |a )?password and (?:its|the) (?:confirmation|repetition|repeat(?:ed one)?)(?: is|:| should be| are)? /giu,
    'both password fields should be ',
  ],
  [
    /,? (?:and |then |and then )?(?:once more|again|a second time)(?: below| in the second field)? (?:to confirm(?: it)?|as (?:the )?confirmation|for confirmation)(?=\s*(?:[,;.]|$| and ))/giu,
    ', and repeat it',
  ],
  // Guests that are told of.
  [
    /\b(?:only |just )?(\p{L}+|\d+) guests? (?:is|are|will be) (?:coming|there|expected|staying)(?!\p{L})/giu,
    'we are $1 guests',
  ],
  [
    /^(?:as for|regarding|concerning|about) (the|my) ([\p{Ll}]+(?: \p{Ll}+)?),? (?:it|that|this)(?:['’]s| is| should be| must be| will be| has to be) /iu,
    '$1 $2 is ',
  ],
  [
    /\bcopy the (\p{Ll}+),? and (?:the )?(\p{Ll}+) of (\p{Lu}\p{L}*(?: \p{Lu}\p{L}*)?)(?: from the table)? (?:in)?to (?:the|their|these) fields/gu,
    "copy $3's $1 and $2 from the table into the fields",
  ],
  // Times of the day.
  [
    /(?<!\p{L})(?:a )?(half|quarter|[\p{Ll}-]+|\d{1,2})(?: minutes?)? (past|to) (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= in the (?:morning|afternoon|evening)| at night| [ap]\.?m)/giu,
    (whole, minutes, way, hour) =>
      clock(minutes.toLowerCase(), way.toLowerCase(), hour.toLowerCase()) ?? whole,
  ],
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
    /\b(?:something|anything|whatever(?: \p{Ll}+)?|(?:an?|the) \p{Ll}+|there(?:['’]s| is) (?:one|an? \p{Ll}+))(?: that| which)? (?:starts|begins|starting|beginning)(?: with| in| by| on)? (\uE000\d+\uE001)(?:,? and|,| but)(?: that| which)? (?:ends|ending|finishes|finishing|stops|closes|closing)(?: with| in| on| by)? (\uE000\d+\uE001)/giu,
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
