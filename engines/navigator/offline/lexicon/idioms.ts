// Turns of phrase for an act ("give X a click", "get rid of the text in X") and the plain order that they are. Pure.
// INVARIANT: a table of everyday English; nothing here names a site, a product or a task.

type Turns = readonly (readonly [RegExp, string])[];

/** Idioms: one verb with its own small words each. */
const IDIOMS: Turns = [
  // The special before the general.
  [
    /^(?:answer|write back to) (\p{Lu}[^\s:'’]*)(?: with)?:? (\uE000\d+\uE001)$/u,
    'reply to the email from $1 with $2',
  ],
  [/^(?:put|enter|type|write) (in|into|under|as) (?:the )?(.+?) (\uE000\d+\uE001)$/i, 'enter $3 $1 the $2'],
  [
    /^(?:enter|type|write|put|set) (\uE000\d+\uE001|\S+) (?:in )?(as|for) ((?:the|my) \S+(?: \S+)?)$/i,
    'enter $1 as $3',
  ],
  [/^fill (\uE000\d+\uE001) in (?:as|for) (.+)$/i, 'enter $1 as $2'],
  [/^set (\d.*? \d{4}|\d+(?:[.:]\d+)*(?: [ap]m)?) as ((?:the|my) .+)$/i, 'set $2 to $1'],
  [/^(?:enter|type|write|put) the following (in|into) (.+?): (.+)$/i, 'enter $3 $1 $2'],
  [/^(?:update|fill) (?:in )?(.+?) with (\uE000\d+\uE001)$/i, 'enter $2 into $1'],
  [/^(in|into|under|as) (.+?) (?:goes|comes|belongs) (.+)$/i, 'enter $3 $1 $2'],
  [/^(?:stick|pop|drop|place) (\uE000\d+\uE001|\d+) (in|into) (.+)$/i, 'enter $1 $2 $3'],
  [/^(?:pop|stick|place) an? (?:tick|check|cross) (?:in|into|on|at|by|next to) (.+)$/i, 'tick $1'],
  [/^(?:check|tick|cross) off (.+)$/i, 'tick $1'],
  [/^set (.+?) to (?:be )?(?:ticked|checked|on|enabled)$/i, 'tick $1'],
  [/^set (.+?) to (?:be )?(?:unticked|unchecked|off|disabled)$/i, 'untick $1'],
  [/^take (.+?)(?:'s|s') (?:tick|check)(?: mark)? (?:away|off|out)$/i, 'untick $1'],
  [/^reset (.*\bfield)$/i, 'clear $1'],
  [/^nothing (?:should|must|may) (?:be|stand|remain) in (.+)$/i, 'clear $1'],
  [/^take everything out of (.+)$/i, 'clear $1'],
  [/^(?:choose|select|pick) out (.+)$/i, 'choose $1'],
  [/^(?:choose|select|pick) (.+?) out of (.+)$/i, 'choose $1 from $2'],
  [/^plump for (.+)$/i, 'choose $1'],
  [/^(?:switch|change|turn) ((?:the |my )?\S+(?: \S+)?) to (\p{Lu}\S*)$/u, 'set $1 to $2'],
  [/^(?:press|click|tap|hit) (.+?) now$/i, 'click $1'],
  [/^(?:click|go|get) (?:through|over|across) to (.+)$/i, 'open $1'],
  [/^drag and drop (.+)$/i, 'drag $1'],
  [/^drop (.+?) (in|into|onto|on) (.+)$/i, 'drag $1 $2 $3'],
  [
    /^(?:delete|remove) the (e-?mail|message|mail) (?:that )?(\p{Lu}\S*) (?:sent|wrote)(?: me)?$/u,
    'delete the $1 from $2',
  ],
  [/^sort by (.+?) (the .+)$|^sort (.+?) (?:according to|after) (.+)$/i, 'sort $2$3 by $1$4'],
  [/^(.+?) needs? closing$/i, 'close $1'],
  [/^(?:state|name) (the .+)$|^i'm looking for (the .+)$/i, 'tell me $1$2'],
  [/^tell me what (\p{Ll}+) (?:it|that|this) is$/u, 'tell me the $1'],
  [/^what would (.+) be$/i, 'what is $1'],
  [/^(?:give|do|make|perform) (?:the )?(.+?) an? double[ -]?(?:click|tap)$/i, 'double-click $1'],
  [/^(?:do|make|perform) an? double[ -]?(?:click|tap) on (.+)$/i, 'double-click $1'],
  [/^give (.+?) an? (?:quick )?(?:click|press|push|tap)$/i, 'click $1'],
  [/^(?:do|make|perform) an? (?:quick )?(?:click|press|push|tap) on (.+)$/i, 'click $1'],
  [/^(.+?) (?:needs?|wants?) (?:pressing|clicking)$/i, 'click $1'],
  [/^(?:click|press|tap) (.+?) twice (?:quickly|fast|in quick succession)$/i, 'double-click $1'],
  [/^give (.+?) a star$|^put a star (?:on|next to|at) (.+)$|^mark (.+?) with a star$/i, 'star $1$2$3'],
  [/^mark (.*\b(?:e-?mail|mail|message)\b.*?) as (?:important|favou?rite)$/i, 'star $1'],
  [/^(?:send|pass) (.*\b(?:e-?mail|mail|message)\b.*?) on to (.+)$/i, 'forward $1 to $2'],
  [/^(?:answer|respond to) (?!to )(.+?) with (.+)$/i, 'reply to $1 with $2'],
  [
    /^(?:put|place|leave) an? (?:tick|check|cross|check ?mark) (?:against|by|beside|on|to|for) (.+)$/i,
    'tick $1',
  ],
  [/^(?:tick|check) (?:them|these|those) all$/i, 'tick all of the boxes'],
  [/^(all|every|each|both)\b(.*?) (?:needs?|gets?|wants?) an? (?:tick|check)$/i, 'tick $1$2'],
  [
    /^(?:remove|take|get rid of|delete|clear) the (?:tick|check|check ?mark)s? (?:at|on|off|of|from|in|by|next to|beside) (.+)$/i,
    'untick $1',
  ],
  [
    /^(?:get rid of|remove|delete|erase|wipe|take) (?:all )?(?:of )?(?:the |its )?(?:text|contents?|value|words|what is|whatever is|what's|everything|entry) (?:that is |that stands )?(?:written )?(?:in|from|of|inside|out of) (.+)$/i,
    'clear $1',
  ],
  [/^(?:wipe|blank)(?: out| clean)? (.+)$|^empty out (.+)$|^wipe (.+) clean$/i, 'clear $1$2$3'],
  [
    /^(?:make|leave|keep) ((?!all|every|the boxes|boxes).*\b(?:field|text ?box|input|area)\b.*?) (?:empty|blank)$/i,
    'clear $1',
  ],
  [
    /^get rid of (.*\b(?:dialog|pop-?up|banner|message|notice|notification|window|overlay|hint|box)\b(?! from| of| by).*)$/i,
    'dismiss $1',
  ],
  [
    /^(?:get rid of|throw (?:away|out)) (.*\b(?:e-?mails?|mails?|messages?|posts?|comments?)\b.*)$/i,
    'delete $1',
  ],
  [/^get rid of (.+)$/i, 'remove $1'],
  [
    /^(?:take|grab|get|fetch) (.+?) (?:from|out of) ((?:the|this|my) (?:.+ )?(?:list|menu|drop ?down|options|choices))$/i,
    'choose $1 from $2',
  ],
  [/^(?:take|strike|kick|cross) (.+?) (?:off(?: of)?|out(?: of| from)?)(?: the list)?$/i, 'remove $1'],
  [/^make (.*\b(?:dialog|pop-?up|banner|message|window)\b.*?) (?:go away|disappear)$/i, 'close $1'],
  [
    /^(?:turn|bring|raise|lower|put|get|increase|decrease|reduce|move|push|drag|slide|crank) ((?:the |my )?[\p{L}][\p{L} ]*?) (?:up |down )?(?:to|at) ([-−]?\d+(?:[.,]\d+)?)(?: ?%)?$/iu,
    'set $1 to $2',
  ],
  [/^(?:let|have) (.+?) (?:be|read|say|show|contain) (.+)$/i, 'set $1 to $2'],
  [/^make it (\S.*?) (?:for|as|in) (.+)$/i, 'set $2 to $1'],
  [/^make (\S+(?: \S+){0,3}) (the|my) (\p{Ll}+)$/iu, 'set $2 $3 to $1'],
  [
    new RegExp(
      String.raw`^make ((?:the |my )[\p{L}][\p{L} ]*?) (\uE000\d+\uE001|[-−]?\d\S*(?: [ap]\.?m\.?)?|\p{Lu}\S*)$`,
      'u',
    ),
    'set $1 to $2',
  ],
  [
    /^(?:use|put|have|give|note|take|write)(?: down)? (\S+|\S+ \S+) (?:down )?(?:as|for) ((?:the|my) .+)$/i,
    'enter $1 as $2',
  ],
  [/^(?:put|write|note|jot|take) (\S+|\S+ \S+) down (?:as|for|under) (.+)$/i, 'enter $1 as $2'],
  [/^(?:i'll take|i will take|i'm going (?:for|with)|go with) (.+)$/i, 'choose $1'],
  [
    /^(?:flip|change|move|switch over|turn|jump|head|bring (?:me|us)|take (?:me|us)|get (?:me|us)) (?:over )?to ((?:the )?(?:.+ tab|tab .+))$/i,
    'open $1',
  ],
  [/^(?:bring|take|get|lead) (?:me|us) to (.+)$/i, 'open $1'],
  [/^open up (.+)$/i, 'open $1'],
  [/^bring (.+) to the front$/i, 'open $1'],
  [/^(?:unfold|fold out|open up) (?:the )?(\S+ section)$/i, 'expand the $1'],
  [/^take (the .+ link)$/i, 'click $1'],
  [/^use (the .+ (?:button|link))$|^(?:trigger|activate|fire) (the .+ (?:button|link))$/i, 'click $1$2'],
  [/^(?:run|do|start|make) an? search (?:for|on) (.+)$/i, 'search for $1'],
  [
    /^order (the (?:table|rows|list|entries|results).*?) by (.+)$|^arrange (.+?) by (.+)$/i,
    'sort $1$3 by $2$4',
  ],
  [/^put (.+?) in(?:to)? (?:the )?order (?:of|by) (.+)$/i, 'sort $1 by $2'],
  [/^pull (.+?) over (?:to|onto) (.+)$/i, 'drag $1 to $2'],
  [/^put (.+?) (into|in|onto|on) (.+?) by dragging(?: it)?$/i, 'drag $1 $2 $3'],
  [
    /^(?:rest|move|place|put|hold|park) the (?:mouse|pointer|cursor) (?:over|on|onto|above) (.+)$|^go over (.+?) with the (?:mouse|pointer|cursor)$/i,
    'hover over $1$2',
  ],
  [
    /^(?:get|go|move) (?:down )?to the (bottom|end|top|start) of (the .*\b(?:area|text|box|list|log|page).*)$/i,
    'scroll $2 to the $1',
  ],
  [
    /^scroll (?:all the way )?(?:down |up )?to (?:the )?(?:very )?(bottom|end|top|start|beginning) of (.+)$/i,
    'scroll $2 to the $1',
  ],
  [
    /^scroll (.+?) (?:all the way )?down(?: completely| fully)?$|^scroll (?:all the way )?down (?:in|inside) (.+?)(?: to the (?:end|bottom))?$/i,
    'scroll $1$2 to the bottom',
  ],
  [/^scroll (?:all the way )?to (.+?)'s (end|bottom|top|start)$/i, 'scroll $1 to the $2'],
  [
    /^mark (?!.*\b(?:as|with|text|words?|paragraphs?|sentences?|lines?|e-?mails?|mails?|messages?)\b)((?:the )?.+)$/i,
    'tick $1',
  ],
  [
    /^(?:sign|log) ?(?:in|on) (?:as|using)(?: the)?(?: user ?name| user)? (\uE000\d+\uE001) (?:and|with)(?: the)?(?: password)? (\uE000\d+\uE001)$/i,
    'log in with the username $1 and the password $2',
  ],
  [/^what does (.+?) (?:say|show|read)$/i, 'what is $1'],
  [/^do you know (?=what|who|how|when|where|which)/i, ''],
  [/^i wonder (?=what|who|how|when|where|which)/i, ''],
  [/^(?:result|item|entry|hit) (?:number |no\.? |#)?(\d+)$/i, 'open result number $1'],
  [/^(the .+ (?:button|link)) is the one to (?:click|press|use)$/i, 'click $1'],
  [
    /^(.+) is (?:what|the one|the option) (?:i|we) (?:want|need|would like|'d like|choose|pick)(?: (from .+))?$/i,
    'choose $1 $2',
  ],
  [/^(?:my|the|our) (?:choice|pick|selection)(?: (from .+?))? is (.+)$/i, 'choose $2 $1'],
  [/^the (?:right|correct) (?:option|choice|answer|one) is (.+)$/i, 'choose $1'],
  [/^(.+) it is$/i, 'choose $1'],
  [/^(?:complete|fill (?:in|out)) the form(?: with)?: (.+)$/i, '$1'],
  [/^(?:know|learn|hear) (.+)$/i, 'tell me $1'],
  [/^(?:tell me|let me know|find out|say|work out|see) (how many .+)$/i, '$1'],
  [/^how many of the (.+)$/i, 'how many $1'],
  [
    /^(?:get|fetch|let|bring|look up|find|find out|check)(?: me)?(?: have)? (the (?:\S+ )?(?:price|cost|total|balance|status|age|number|address|date|phone|height|weight|name))$/i,
    'tell me $1',
  ],
  [/^(?:show me|see) ((?:the )?.+ tab)$/i, 'open $1'],
  [
    /^(?:enter|type|write|put|input) (the|my|an?) (\p{Ll}+(?: \p{Ll}+)?) ((?:\p{Lu}\S*)(?: \p{Lu}\S*){0,2}|\d\S*)$/u,
    'enter $3 as the $2',
  ],
  [
    /^(?:answer|write back to) (\p{Lu}\S*)(?:(?: with)?:?) (\uE000\d+\uE001)$/u,
    'reply to the email from $1 with $2',
  ],
  [/^reply (\uE000\d+\uE001) to (.+)$/i, 'reply to $2 with $1'],
  [/^(\uE000\d+\uE001) is ((?:the|my) .+)$/i, 'enter $1 as $2'],
  [/^(?:press|click|tap) (\S+) two times in a row$/i, 'double-click $1'],
  [/^(?:sum|total) ((?:the|all) .+)$/i, 'add up $1'],
];

/** A thing alone is the order to use it. */
const ALONE: Turns = [
  [/^((?:the )?\S+(?: \S+){0,2} (?:button|link))(?:,? (?:please|now))?$/i, 'click $1'],
  [/^((?:the )?\S+(?: \S+)? tab)(?:,? (?:please|now))?$/i, 'open $1'],
  [/^(\p{Lu}\S*|\uE000\d+\uE001),? please$/u, 'choose $1'],
];

function turned(text: string, turns: Turns): string | null {
  for (const [pattern, to] of turns)
    if (pattern.test(text)) return text.replace(pattern, to).replace(/\s+/g, ' ').trim();
  return null;
}
export const idiom = (text: string): string | null => turned(text, IDIOMS);
export const named = (text: string): string | null => turned(text, ALONE);
