// Ways to say the same over a whole sentence ("in block letters", "that reads", "the password is X; enter it twice"): one of them
// is what the grammar reads. Pure. INVARIANT: a table of everyday English; quotations are set aside before.

/** Ways to say the same of a thing: one of them is what the grammar reads. */
export const SAME: readonly (readonly [RegExp, string])[] = [
  // "in", "with" and "as" lead to fields elsewhere: how a value is written is said in one word.
  [
    /\b(?:in|as|with|using) (?:all )?(?:upper ?-?case|capital|block)(?: letters)?(?![\p{L}-])/giu,
    'uppercased',
  ],
  [/\b(?:in|as|with|using) (?:all )?(?:capitals|caps)\b/gi, 'uppercased'],
  [/\b(?:in|as|with|using) (?:all )?(?:lower ?-?case|small)(?: letters)?(?![\p{L}-])/giu, 'lowercased'],
  [
    /\b((?:enter|type|write|put|insert|input|copy|paste)\b[^,;.]{0,200}?) in reversed?(?: order)?(?![\p{L}-])/giu,
    '$1 backwards',
  ],
  [/\b(?:that|which) (?:says|reads|is (?:labell?ed|called|named|titled|marked))\s+/gi, 'labelled '],
  [
    /\b(?:with|bearing|having|carrying|showing) the (?:caption|wording|inscription|words?) (?=\uE000|\p{Lu})/giu,
    'with the text ',
  ],
  [/\bwith (\uE000\d+\uE001) (?:written )?on it\b/giu, 'labelled $1'],
  [/\b(?:by the name of|that goes by)\s+/gi, 'called '],
  [/\bwhere it says\s+/gi, 'into the field labelled '],
  [/\b(button|link|tab|box|checkbox|field|option) marked (?=\uE000|\p{Lu})/giu, '$1 labelled '],
  [/,?\s+(?:please|pls|plz),?(?=\s+(?:and|then)\b)|,? (?:please|pls|plz)(?=[,;.:])/gi, ''],
  [
    /^(tick|check|select|choose|press|click|mark) (?:the following|these)(?: \p{Ll}+)?( and (?:\p{Ll}+ )?\p{L}+)?: ([^.;]+)/iu,
    '$1 $3$2',
  ],
  [/,? followed by (?=submit|save|send|search|ok\b)/gi, ', then press '],
  [
    /\b(?:wait (?:for|until) (\p{Lu}\S*|\uE000\d+\uE001)(?: button)? (?:to (?:show up|appear|come up|be there)|shows up|appears|comes up|is there),? (?:and|then) (press|click|hit|tap) (?:that|it))\b/giu,
    '$2 $1',
  ],
  [
    /,? (?:and,? )?(?:when|once|as soon as) (\p{Lu}\S*|\uE000\d+\uE001)(?: button)? (?:shows up|appears|comes up|is there|pops up),? (press|click|hit|tap) (?:that|it)\b/gu,
    ', then $2 $1',
  ],
  [
    /^after (?:hitting|pressing|clicking) (\p{Lu}\S*|\uE000\d+\uE001),? an? (\p{Lu}\S*|\uE000\d+\uE001) button (?:appears|shows up|comes up)[;:,.] (press|click|hit|tap) (?:that|it)\b/iu,
    'press $1, then $3 $2',
  ],
  [
    /^the password is (\uE000\d+\uE001|\S+)[;,.:] (?:and )?(?:enter|type) it twice|^(?:enter|type) the password (\uE000\d+\uE001) twice|^use (\uE000\d+\uE001) (?:for|as) the password and (?:its|the) (?:confirmation|repeat(?:ed field)?)/iu,
    'enter $1$2$3 into both password fields',
  ],
  [
    /^(?:my |the )?user ?name (?:is )?(\uE000\d+\uE001|\S+?),? (?:and )?(?:my |the )?password (?:is )?(\uE000\d+\uE001|\S+?)[:;,.]? (?:and )?(?:log|sign) (?:me )?in$/iu,
    'enter $1 as the username and $2 as the password, then click log in',
  ],
  [
    /^(?:use|take) (\uE000\d+\uE001|\S+) and (\uE000\d+\uE001|\S+) to (?:log|sign) (?:me )?in$/iu,
    'enter $1 as the username and $2 as the password, then click log in',
  ],
  [
    /^i need to be (?:logged|signed) in[;:,.] (?:the |my )?user ?name (?:is )?(\uE000\d+\uE001|\S+?),? (?:and )?(?:my |the )?password (?:is )?(\uE000\d+\uE001|\S+?)$/iu,
    'enter $1 as the username and $2 as the password, then click log in',
  ],
  [
    /^((?:the|my) \p{Ll}+(?: \p{Ll}+)?) is ([^;:]+?)[:;,] (?:fill|enter|put|type|write) (?:it|that)(?: in)?(?=,| and\b|$)/iu,
    'enter $2 as $1',
  ],
  [
    /\b(?:look at|check|consult) (the [^,;]+? page) for (the [^,;]+?),? (?:and )?(?:come back|return|go back)\b/gi,
    'open $1, read $2, go back',
  ],
  [/\b(?:come back|return)(?=,| and\b)/gi, 'go back'],
  [
    /,? (?:and )?(?:leave it at that|that['’]s all|that is all|nothing else|nothing more|no more than that)(?=[.!]*$)/gi,
    ', then stop',
  ],
  [
    /^(\p{Lu}\S*|\uE000\d+\uE001),? (?:please,? )?(?=(?:and |then |and then )(?:submit|save|send)\b)/u,
    'choose $1, ',
  ],
  [/\bdrag and drop\b/gi, 'drag'],
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'].map(
    (ordinal, at): readonly [RegExp, string] => [
      new RegExp(
        String.raw`\b(result|item|entry|hit|row|link|field) (?:number|no\.?|nr\.?) ?${at + 1}(?!\d)`,
        'g',
      ),
      `${ordinal} $1`,
    ],
  ),
  [/\b(?:tick|check) ?mark(?:s|ed)? (?=box)/gi, 'check '],
];
