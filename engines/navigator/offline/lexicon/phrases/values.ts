// Turns of phrase for what is entered, set and chosen ("make it X for Y", "bump Y up to 7") and the plain order. Pure.
// INVARIANT: a table of everyday English; the special stands before the general.

export const VALUE_TURNS: readonly (readonly [RegExp, string])[] = [
  // A value moved until it shows: the value is what is meant.
  [
    /^(?:drag|move|slide|adjust|turn|push|pull|set|get|bring|raise|lower|change|increase|decrease|reduce|bump|crank|dial|put) (?:up |down )?(.+?) (?:up |down )?(?:until|till|so that|such that|so|to) (?:(?:it|they|its value|the value) )?(?:shows?|reads?|says?|stands? (?:at|on)|is (?:at|on)|is set to|is|displays?|reaches|are at|read) ([-−]?\d[\d.,]*|\p{Ll}+)$/iu,
    'set $1 to $2',
  ],
  [
    /^(?:put|place|have|bring|raise|lower|turn|crank|bump|dial|move|slide|drag|push|get|knock|increase|decrease|reduce|adjust|change) (?:up |down )?((?:the |my )?\p{Ll}[\p{L} ]*?) (?:up |down )?(?:at|on|to|into) ([-−]?\d[\d.,]*|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)(?: ?%)?$/iu,
    'set $1 to $2',
  ],
  [
    /^(?:move|put|get|bring|drag|slide|have|set) (?:the )?(?:two |three |four )?(\p{Ll}+s) (?:to(?: read| show)?|at|on) (\d+(?:, \d+)*,? and \d+)$/iu,
    'set the $1 to $2',
  ],
  // A verb and its particle around the thing.
  [
    /^(?:key|type|punch|fill|put|jot|write|pop|stick) (\uE000\d+\uE001|\S+|\S+ [ap]m) (?:in|down) (as|for|under|into|in|to) (.+)$/i,
    'enter $1 $2 $3',
  ],
  [
    /^(?:key|type|punch|fill|put|jot|write|pop|stick) (?:in |down )?(\uE000\d+\uE001)(?: in| down)?$/i,
    'enter $1',
  ],
  [
    /^fill in (\uE000\d+\uE001|\p{Lu}\S*|\d\S*(?: [ap]m)?) (as|for|under|into|in|at) (.+)$/iu,
    'enter $1 $2 $3',
  ],
  [/^(?:take|have) (\uE000\d+\uE001|\p{Lu}\S*)$/u, 'choose $1'],
  [
    /^(.+?) (?:should|must|has to) be (?:the )?(?:selected|chosen|picked)(?: (?:option|one|choice|answer))?$/i,
    'choose $1',
  ],
  [
    /^(?:mark|highlight|tick|select) (.+?) (?:in|from|on) (the (?:\p{Ll}+ )?(?:list|menu|options))$/iu,
    'choose $1 from $2',
  ],
  [
    /^(?:set|make|change) the (?:background )?colou?r (?:to )?(red|orange|yellow|green|blue|purple|violet|pink|black|white|gr[ae]y|brown)$|^(?:choose|pick|take|go for|use|enter) (red|orange|yellow|green|blue|purple|violet|pink|black|white|gr[ae]y|brown) (?:out of|from|as|for) the colou?rs?$|^(red|orange|yellow|green|blue|purple|violet|pink|black|white|gr[ae]y|brown) (?:should|must|is to) be the colou?r$/i,
    'choose the colour $1$2$3',
  ],
  [
    /^(the .*\b(?:field|box|input|area|editor)) (?:wants|needs|gets|takes|(?:should|must|has to) (?:get|have|hold|contain|take)) (?!(?:to|a|an)\b)(.+)$/i,
    'enter $2 into $1',
  ],
  [/^(?:make|leave|keep) (?!.*\bboxes\b)(?!all\b|every\b)(.+?) (?:empty|blank)$/i, 'clear $1'],
  [
    /^(?:the )?calendar (?:should|must|has to) (?:have|show|be (?:set to|on|at)) (.+?)(?: selected| chosen| picked)?$/i,
    'choose $1 in the calendar',
  ],
  [
    /^(.+\d{4}) is the (?:day|date) (?:i|we) (?:want|need|would like)(?: (?:in|on|from) the calendar)?$/i,
    'choose $1 in the calendar',
  ],
  [/^in the calendar,? (?:go to|choose|pick|select) (.+)$/i, 'choose $1 in the calendar'],
  [
    /^(?:put|have|place|move|fix) ((?:the|my) (?:\p{Ll}+ )?(?:date|day|time)) (?:at |on |to |for )?((?:\d|\p{Ll}+ (?:days?|weeks?)|\uE000).*)$/iu,
    'set $1 to $2',
  ],
  [/^(?:slide|drag|move) it to (\d+)$/i, 'set the slider to $1'],
  [
    /^(?:i want |have |get )?(\d+|two|three|four|five|six|seven|eight|nine|ten) (?:of )?(\p{Lu}\S*)$/u,
    'set the quantity of $2 to $1',
  ],
  [/^make it (\d+) (\p{Lu}\S*)$/u, 'set the quantity of $2 to $1'],
  [/^find (an? \p{Ll}+ that (?:starts|begins) with .+)$|^the (\p{Ll}+ that starts with .+)$/iu, 'enter $1$2'],
  [
    /^set (the |my )?(origin|destination|\p{Ll}+) to (\p{Lu}\S*), (?:the )?(\p{Ll}+) to (\p{Lu}\S*)$/u,
    'set $1$2 to $3 and the $4 to $5',
  ],
  [/^use (.+?) (?:as|for) ((?:the|my) .+)$/i, 'enter $1 as $2'],
  [
    /^use the filter to (?:find|show|get|look for|search for) (.+)$|^narrow (?:the list |it )?down (?:with|to|by) (.+)$|^filter (?:the list )?(?:by|for) (\uE000\d+\uE001|\p{Lu}\S*)$/u,
    'type $1$2$3 into the filter',
  ],
  [
    /^(?:accept|take|use|click|go with|go for|choose|select|pick) (?:the |that |a )?(?:first |matching |offered )?suggestion(?: (?:that )?(?:appears|offered|shown|is offered|comes up|pops up|shows up))?$|^choose what is suggested$/i,
    'choose the suggestion',
  ],
  [
    /^(?:log|sign) (?:me )?in (?:as|with|using) (\uE000\d+\uE001|(?!the\b|my\b|saved\b)\S+?),? (?:and |with )?(?:the )?(?:password )(\uE000\d+\uE001|\S+)$/i,
    'enter $1 as the username and $2 as the password; click log in',
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
  [/^reset (.*\bfield)$/i, 'clear $1'],
  [/^nothing (?:should|must|may) (?:be|stand|remain) in (.+)$/i, 'clear $1'],
  [/^take everything out of (.+)$/i, 'clear $1'],
  [/^(?:choose|select|pick) out (.+)$/i, 'choose $1'],
  [/^(?:choose|select|pick) (.+?) out of (.+)$/i, 'choose $1 from $2'],
  [/^plump for (.+)$/i, 'choose $1'],
  [/^(?:switch|change|turn) ((?:the |my )?\S+(?: \S+)?) to (\p{Lu}\S*)$/u, 'set $1 to $2'],
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
    /^(?:take|grab|get|fetch) (.+?) (?:from|out of) ((?:the|this|my) (?:.+ )?(?:list|menu|drop ?down|options|choices))$/i,
    'choose $1 from $2',
  ],
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
    /^(?:sign|log) ?(?:in|on) (?:as|using)(?: the)?(?: user ?name| user)? (\uE000\d+\uE001) (?:and|with)(?: the)?(?: password)? (\uE000\d+\uE001)$/i,
    'log in with the username $1 and the password $2',
  ],
  [
    /^(.+) is (?:what|the one|the option) (?:i|we) (?:want|need|would like|'d like|choose|pick)(?: (from .+))?$/i,
    'choose $1 $2',
  ],
  [/^(?:my|the|our) (?:choice|pick|selection)(?: (from .+?))? is (.+)$/i, 'choose $2 $1'],
  [/^the (?:right|correct) (?:option|choice|answer|one) is (.+)$/i, 'choose $1'],
  [/^(.+) it is$/i, 'choose $1'],
  [
    /^(?:enter|type|write|put|input) (the|my|an?) (\p{Ll}+(?: \p{Ll}+)?) ((?:\p{Lu}\S*)(?: \p{Lu}\S*){0,2}|\d\S*)$/u,
    'enter $3 as the $2',
  ],
  [/^(\uE000\d+\uE001) is ((?:the|my) .+)$/i, 'enter $1 as $2'],
];
