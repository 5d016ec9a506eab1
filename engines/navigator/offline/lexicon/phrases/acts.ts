// Turns of phrase for what is done to a control ("get rid of the tick at X", "unfold X") and the plain order. Pure.
// INVARIANT: a table of everyday English; the special stands before the general.

export const ACT_TURNS: readonly (readonly [RegExp, string])[] = [
  [/^turn (.+?) (?:in|over)$/i, 'submit $1'],
  [/^(?:switch|flip|turn|toggle|set|put) ((?:(?! and )[^,])+?) (?:to |over to )?(on|off)$/i, 'turn $2 $1'],
  [/^turn on (all|every|each)\b(.*\bbox(?:es)?)$/i, 'tick $1$2'],
  [
    /^(?:get|go|move|run) (?:all the way )?(?:down )?(?:to the (?:end|bottom) of|in|to the end in) (the .*\b(?:area|text|box|list|log|page).*)$/i,
    'scroll $1 to the bottom',
  ],
  [/^leave (.+?) (on|off)$/i, 'turn $2 $1'],
  [
    /^(?:leave|keep) (?:every(?: \S+)?|all(?: the| of the)? \S+|each(?: \S+)?) (?:alone|as (?:it is|they are)|untouched)$/i,
    'select nothing',
  ],
  [
    /^(?:leave|keep|have) (?:all |every |the )*(?:check ?)?box(?:es)? (?:unticked|unchecked|empty|blank|unselected|off|alone)$/i,
    'select nothing',
  ],
  [
    /^(?:no|none of the|not one of the) (?:check ?)?box(?:es)? (?:should|must|may|is to|are to) be (?:ticked|checked|selected)$|^(?:tick|check|select) no (?:check ?)?box(?:es)?(?: at all)?$|^none of the (?:check ?)?boxes$/i,
    'select nothing',
  ],
  [
    /^no (?:check ?)?box (?:should|must|may) (?:stay|remain|be left|be) (?:unticked|unchecked|empty|off)$|^(?:tick|check) (?:the (?:whole )?lot|the whole list|them all|every last one)$/i,
    'tick all boxes',
  ],
  [
    /^(?:tick|check|select) (?:the (?:whole )?lot|them all|all(?: of them| the others)?|everything|all the (?:others|rest)) (except|but|apart from|other than)(?: for)? (.+)$/i,
    'tick all boxes except $2',
  ],
  [
    /^(?:get|have) (.+?) unticked$|^take (?:the )?(?:tick|check|check ?mark) (?:off|from|away from|out of) (.+)$|^drop (?:the )?(?:tick|check|check ?mark) (?:at|of|on|from|for|next to) (.+)$/i,
    'untick $1$2$3',
  ],
  [
    /^(.+?) (?:shouldn['’]t|should no longer|must no longer|should not) be (?:ticked|checked|selected|marked)$/iu,
    'untick $1',
  ],
  [/^(?:open|fold|roll) (?:up |out )(.+)$|^fold (.+?) (?:out|open)$/i, 'expand $1$2'],
  [/^(?:answer|reply to) the (?:dialog|pop-?up|question) with (.+)$/i, 'click $1 in the dialog'],
  [
    /^(?:choose|select|pick|go for|take) (.+?) (in|inside|on) the ((?:pop-?up )?dialog(?: box)?|pop-?up)$/i,
    'click $1 in the dialog',
  ],
  [
    /^(?:choose|select|pick|take) (.+?) (?:from|under|in|out of) the (?:menu (\S+)|(\S+) menu)$/i,
    'in the menu $2$3, click $1',
  ],
  [
    /^(?:go|head|navigate) (?:through|via|by) the ((?:link|button) .+|.+ (?:link|button))$|^use (the link .+|the .+ link)$|^(?:hop|jump|skip) (?:over )?to (.+?) through its link$/i,
    'click $1$2$3',
  ],
  [/^go where (the .+ link) (?:leads|goes|takes you)$/i, 'click $1'],
  [/^(?:fire|set) off (.+)$/i, 'click $1'],
  [
    /^(?:show me |see |let me see )what(?:'s| is) (?:under|in|on|behind) (the .+ tab|the tab .+)$/i,
    'open $1',
  ],
  [
    /^(?:make|set) (the .+? tab|the tab .+?) (?:the )?(?:active|current|open|visible)(?: one)?$|^make (.+?) the (?:active|current|open) tab$/i,
    'open the $1$2 tab',
  ],
  [/^activate (the tab .+|the .+ tab)$/i, 'open $1'],
  [
    /^(?:click|press|tap)(?: on)? (?:two times|twice)(?: fast| quickly| in quick succession| in a row)? on (.+)$/i,
    'double-click $1',
  ],
  [
    /^(?:press|click|tap|hit) (the )?(numbers|buttons) (?:one by one |one after the other )?(?:from |in )?(?:the )?(?:rising order|low(?:est)? to (?:the )?high(?:est)?|smallest to (?:the )?(?:largest|biggest)|(?:beginning|starting) with the (?:lowest|smallest)(?: one)?|,? ?(?:lowest|smallest) first)$/i,
    'click the $2 in ascending order',
  ],
  [
    /^(?:press|click|tap|hit) (?:every|each) (number|button),? (?:(?:beginning|starting) with the (?:lowest|smallest)(?: one)?|from (?:the )?(?:lowest|smallest) to (?:the )?(?:highest|largest|biggest)|in (?:rising|increasing|ascending) order)$/i,
    'click the $1s in ascending order',
  ],
  [/^edit (\p{Lu}\S*)(?:['’]s (?:row|entry|line))?$/u, 'click Edit in the row of $1'],
  [/^(?:check|tick|cross) off (.+)$/i, 'tick $1'],
  [/^set (.+?) to (?:be )?(?:ticked|checked|on|enabled)$/i, 'tick $1'],
  [/^set (.+?) to (?:be )?(?:unticked|unchecked|off|disabled)$/i, 'untick $1'],
  [/^take (.+?)(?:'s|s') (?:tick|check)(?: mark)? (?:away|off|out)$/i, 'untick $1'],
  [/^(?:press|click|tap|hit) (.+?) now$/i, 'click $1'],
  [/^(?:click|go|get) (?:through|over|across) to (.+)$/i, 'open $1'],
  [/^(.+?) needs? closing$/i, 'close $1'],
  [/^(.+?) (?:needs?|wants?) (?:pressing|clicking)$/i, 'click $1'],
  [/^(?:click|press|tap) (.+?) twice (?:quickly|fast|in quick succession)$/i, 'double-click $1'],
  [/^(?:tick|check) (?:them|these|those) all$/i, 'tick all of the boxes'],
  [
    /^(?:remove|take|get rid of|delete|clear) the (?:tick|check|check ?mark)s? (?:at|on|off|of|from|in|by|next to|beside) (.+)$/i,
    'untick $1',
  ],
  [
    /^get rid of (.*\b(?:dialog|pop-?up|banner|message|notice|notification|window|overlay|hint|box)\b(?! from| of| by).*)$/i,
    'dismiss $1',
  ],
  [/^make (.*\b(?:dialog|pop-?up|banner|message|window)\b.*?) (?:go away|disappear)$/i, 'close $1'],
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
  [/^(?:result|item|entry|hit) (?:number |no\.? |#)?(\d+)$/i, 'open result number $1'],
  [/^(the .+ (?:button|link)) is the one to (?:click|press|use)$/i, 'click $1'],
  [/^(?:show me|see) ((?:the )?.+ tab)$/i, 'open $1'],
  [/^(?:press|click|tap) (\S+) two times in a row$/i, 'double-click $1'],
];
