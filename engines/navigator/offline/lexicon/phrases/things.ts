// Turns of phrase for what is done to things of a list, sorted, asked and reckoned ("bin the email", "what do they come to") and the plain order. Pure.
// INVARIANT: a table of everyday English; the special stands before the general.

export const THING_TURNS: readonly (readonly [RegExp, string])[] = [
  // The special before the general.
  [/^mark (.*?\b(?:e-?mail|mail|message)\b.*?) (?:with a star|as starred)$/i, 'star $1'],
  [
    /^(?:throw|put|move|chuck|toss) (.*\b(?:e-?mail|mail|message)\b.*?) (?:in|into|to) the (?:trash|bin|waste ?basket)$/i,
    'delete $1',
  ],
  [
    /^tell (\p{Lu}\S*) (\uE000\d+\uE001) in (?:a|your|the) reply$|^(\p{Lu}\S*) (?:should|must) (?:get|have) the (?:reply|answer) (\uE000\d+\uE001)$/u,
    'reply to the email from $1$3 with $2$4',
  ],
  [
    /^(?:send|give|write) (\p{Lu}\S*) an? (?:reply|answer) (?:saying|reading|with|that says)?:? ?(?:the text )?(\uE000\d+\uE001)$/u,
    'reply to the email from $1 with $2',
  ],
  [
    /^(?:write|get) back to (\p{Lu}[^\s:]*)(?: with)?:? (\uE000\d+\uE001)$/u,
    'reply to the email from $1 with $2',
  ],
  [
    /^(\p{Lu}\S*) (?:should|must|has to|needs to) (?:get|have|receive) (the (?:e-?mail|message|mail) .+)$/u,
    'forward $2 to $1',
  ],
  [/^(?:send|pass|hand) (.*\b(?:e-?mail|mail|message)\b.*?) (?:on|along|over) to (.+)$/i, 'forward $1 to $2'],
  // Its place in a list.
  [
    /^(?:put|place|get|bring|move|take|shift|make) (.+?) (?:up |down )?(?:in|into|to|at|on|onto)? ?(?:the )?(?:very )?(top|bottom|beginning|end|start)(?: (?:of|in) .+)?$/i,
    'drag $1 to the $2',
  ],
  [
    /^(?:put|place|get|bring|move|take|shift|drag) (.+?) (?:in|into|to|at|on|onto) (?:the )?(\S+) (?:place|position|spot|slot)(?: (?:of|in) .+)?$/i,
    'drag $1 to the $2 position',
  ],
  [
    /^(?:put|place|get|bring|move|take|shift|drag) (.+?) (?:in|into|to|at|on|onto) (?:place|position|spot|slot) (\S+)(?: (?:of|in) .+)?$/i,
    'drag $1 to position $2',
  ],
  [
    /^(?:make|move|drag|put|get) (.+?) (?:so that it (?:is|comes)|until it is|such that it is|so it is)?(?: ?the)? (first|second|third|fourth|fifth|sixth|last)(?: (?:one|item|entry))?(?: (?:in|of) (?:the|this) list)?$/i,
    'drag $1 to the $2 position',
  ],
  // The order of all.
  [
    /^(?:put|bring|get|order|arrange|sort|rearrange) ((?:the |all )?(?:numbers|items|values|entries|list)) (?:in(?:to)? (?:the )?(?:right )?order,? )?(?:from )?(?:in(?:to)? )?(?:a )?(?:rising|low(?:est)? to high(?:est)?|lowest (?:number |one )?first|smallest (?:number |one )?first|small(?:est)? to (?:large|big|larg)(?:est)?|so that they (?:go up|rise|increase)|upwards?|up)(?: order)?$/i,
    'sort $1 in increasing order',
  ],
  [
    /^(?:put|bring|get|order|arrange|sort|rearrange) ((?:the |all )?(?:numbers|items|values|entries|list)) (?:in(?:to)? (?:the )?(?:right )?order,? )?(?:from )?(?:in(?:to)? )?(?:a )?(?:falling|high(?:est)? to low(?:est)?|highest (?:number |one )?first|largest (?:number |one )?first|large(?:st)? to small(?:est)?|so that they (?:go down|fall|decrease)|downwards?|down)(?: order)?$/i,
    'sort $1 in decreasing order',
  ],
  [
    /^(?:put|bring|get|order|arrange|rearrange) (.+?) (?:in(?:to)? )(increasing|ascending|decreasing|descending|alphabetical|numerical) order$/i,
    'sort $1 in $2 order',
  ],
  [/^look (?!it\b|that\b|this\b|them\b)(.+?) up (in .+)$/i, 'find $1 $2'],
  [
    /^(?:get|put|transfer|shift|bring|place|move|take|pop|copy)(?: over| across)? (\p{Lu}\S*(?: \p{Lu}\S*)*) (?:over |across )?(?:in|into|onto|on|to) (the (?:\p{Ll}+ )?(?:list|bin|box|column|zone|folder|pile|tray))$|^(\p{Lu}\S*) (?:belongs|should be|must be|has to be|has to go|needs to be|should go|must go|goes) (?:in|on|into|onto) (the (?:\p{Ll}+ )?(?:list|bin|box|column|zone|folder|pile|tray))$/u,
    'drag $1$3 to $2$4',
  ],
  [
    /^(?:shove|haul|carry|tug|lug|pull|drop|place|move|drag|get|bring) (.+?) (?:over )?(?:into|in|onto|on|to) (the (?:basket|bin|box|target|zone|folder))$/i,
    'drag $1 to $2',
  ],
  [
    /^put (.+?) (in|into|on|onto) (.+?) by (?:dragging|means of dragging|drag and drop)(?: it)?(?: there)?$/i,
    'drag $1 to $3',
  ],
  [
    /^(.+?) (?:should|must|has to|needs to|ought to) be dragged (?:in|into|onto|to|on) (.+)$/i,
    'drag $1 to $2',
  ],
  [
    /^(.+?) (?:should|must|has to|needs to|is to) (?:be|come|stand|go) (?:in |at |to |on )?(?:the )?(?:very )?(top|bottom|first|second|third|fourth|fifth|last|position \d+)(?: (?:place|position|spot|item|one|entry))?(?: (?:in|of|on) (?:the|this) list)?$/i,
    'move $1 to $2',
  ],
  [
    /^(.+?) (?:belongs|goes) (?:at|in|to|on) (?:the )?(top|bottom|position \d+|(?:first|second|third|fourth|fifth|last) (?:place|position|spot))(?: (?:in|of|on) (?:the|this) list)?$/i,
    'move $1 to $2',
  ],
  [/^move (.+?) to (first|second|third|fourth|fifth|last)$/i, 'drag $1 to the $2 position'],
  [/^(?:take|bring|get|move) (.+?) (?:up )?to the (?:very )?(top|bottom)(?: of .+)?$/i, 'drag $1 to the $2'],
  [
    /^(?:press|click|hit|tap) the number that (?:says|tells|shows) how many (.+?)(?: there are)?$/i,
    'count the $1; press the button with the number',
  ],
  [/^delete both (.+)$/i, 'remove $1'],
  [/^(?:figure|puzzle|suss) (?:out )?(.+?)(?: out)?$/i, 'work out $1'],
  [/^do (?:the )?(?:maths?|sums?|arithmetic|calculation)$/i, 'solve the math problem'],
  [
    /^(?:what (?:does|do) (?:the )?(?:math |maths )?(?:problem|sum|equation|calculation) (?:come|add up|work out) to|(?:the )?(?:math |maths )?(?:problem|equation|calculation) (?:needs|wants) (?:solving|to be solved))$/i,
    'solve the problem',
  ],
  [/^calculate the (?:answer|result|solution)$/i, 'solve the problem'],
  [/^what do (.+?) (?:come|add up|amount) to(?: together| in total)?$/i, 'add up $1'],
  [/^(?:add|sum) (.+?) (?:up|together)$/i, 'add up $1'],
  [
    /^(?:how much (?:are|is|do) (.+?) (?:together|in total|make together)|what (?:is|are|do) (\S+) plus (\S+)(?: (?:together|make together))?)$/i,
    'add up $1$2 and $3',
  ],
  [
    /^count up (.+)$|^count how many (.+)$|^what is the (?:number|count) of (.+)$|^how many of (?:the|all) (.+)$|^what number of (.+)$/i,
    'how many $1$2$3$4$5',
  ],
  [
    /^how many (\p{Ll}+) (?:does|do|has|have) (the (?:list|page|table))(?: (?:have|contain|hold|show))?$|^the (?:list|page|table) has how many (\p{Ll}+)$/iu,
    'how many $1$3 are in $2',
  ],
  [/^(\p{Ll}+ (?:from|in) .+?): how many$/iu, 'how many $1'],
  [/^(?:which|what) (\p{Ll}+) is (?:given|shown|listed|stated) for (.+)$/iu, 'what is the $1 of $2'],
  [
    /^(?:which|what) (.+) does it (?:say|show|give)$|^what does it (?:say|show) (?:for|at|under) (.+)$|^(?:do you have )?any idea what (.+?) is$|^(?:can you |could you )?look up (the \p{Ll}+(?: \p{Ll}+)?)$/iu,
    'what is $1$2$3$4',
  ],
  [/^which (.+?) weighs (?:the )?most$/i, 'which $1 has the highest weight'],
  [/^(?:what is|which is|what's) the heaviest (.+)$/i, 'which $1 has the highest weight'],
  [
    /^(?:the )?(\S+ with the (?:highest|lowest|largest|smallest|greatest|least|most) \S+),? which is it$/i,
    'tell me the $1',
  ],
  [
    /^(?:have|get) (the (?:table|list|rows).*?) (?:sorted|ordered|arranged) (?:by|according to|after) (.+)$/i,
    'sort $1 by $2',
  ],
  [/^(?:put|bring) (the (?:table|list|rows).*?) in(?:to)? (?:the )?order (?:of|by) (.+)$/i, 'sort $1 by $2'],
  [/^(.+?) (?:has|have|needs?) to go$|^(.*\b(?:e-?mail|mail|message)\b.*) can go$/i, 'remove $1$2'],
  [
    /^(?:answer|write back to) (\p{Lu}[^\s:'’]*)(?: with)?:? (\uE000\d+\uE001)$/u,
    'reply to the email from $1 with $2',
  ],
  [/^drag and drop (.+)$/i, 'drag $1'],
  [/^drop (.+?) (in|into|onto|on) (.+)$/i, 'drag $1 $2 $3'],
  [
    /^(?:delete|remove) the (e-?mail|message|mail) (?:that )?(\p{Lu}\S*) (?:sent|wrote)(?: me)?$/u,
    'delete the $1 from $2',
  ],
  [/^sort by (.+?) (the .+)$|^sort (.+?) (?:according to|after) (.+)$/i, 'sort $2$3 by $1$4'],
  [/^(?:state|name) (the .+)$|^i'm looking for (the .+)$/i, 'tell me $1$2'],
  [/^tell me what (\p{Ll}+) (?:it|that|this) is$/u, 'tell me the $1'],
  [/^what would (.+) be$/i, 'what is $1'],
  [/^mark (.*\b(?:e-?mail|mail|message)\b.*?) as (?:important|favou?rite)$/i, 'star $1'],
  [/^(?:send|pass) (.*\b(?:e-?mail|mail|message)\b.*?) on to (.+)$/i, 'forward $1 to $2'],
  [/^(?:answer|respond to) (?!to )(.+?) with (.+)$/i, 'reply to $1 with $2'],
  [
    /^(?:get rid of|throw (?:away|out)) (.*\b(?:e-?mails?|mails?|messages?|posts?|comments?)\b.*)$/i,
    'delete $1',
  ],
  [/^get rid of (.+)$/i, 'remove $1'],
  [/^(?:take|strike|kick|cross) (.+?) (?:off(?: of)?|out(?: of| from)?)(?: the list)?$/i, 'remove $1'],
  [/^(?:run|do|start|make) an? search (?:for|on) (.+)$/i, 'search for $1'],
  [
    /^order (the (?:table|rows|list|entries|results).*?) by (.+)$|^arrange (.+?) by (.+)$/i,
    'sort $1$3 by $2$4',
  ],
  [/^put (.+?) in(?:to)? (?:the )?order (?:of|by) (.+)$/i, 'sort $1 by $2'],
  [/^pull (.+?) over (?:to|onto) (.+)$/i, 'drag $1 to $2'],
  [/^put (.+?) (into|in|onto|on) (.+?) by dragging(?: it)?$/i, 'drag $1 $2 $3'],
  [/^what does (.+?) (?:say|show|read)$/i, 'what is $1'],
  [/^do you know (?=what|who|how|when|where|which)/i, ''],
  [/^i wonder (?=what|who|how|when|where|which)/i, ''],
  [/^(?:complete|fill (?:in|out)) the form(?: with)?: (.+)$/i, '$1'],
  [/^(?:know|learn|hear) (.+)$/i, 'tell me $1'],
  [/^(?:tell me|let me know|find out|say|work out|see) (how many .+)$/i, '$1'],
  [/^how many of the (.+)$/i, 'how many $1'],
  [
    /^(?:get|fetch|let|bring|look up|find|find out|check)(?: me)?(?: have)? (the (?:\S+ )?(?:price|cost|total|balance|status|age|number|address|date|phone|height|weight|name))$/i,
    'tell me $1',
  ],
  [
    /^(?:answer|write back to) (\p{Lu}\S*)(?:(?: with)?:?) (\uE000\d+\uE001)$/u,
    'reply to the email from $1 with $2',
  ],
  [/^reply (\uE000\d+\uE001) to (.+)$/i, 'reply to $2 with $1'],
  [/^(?:sum|total) ((?:the|all) .+)$/i, 'add up $1'],
];
