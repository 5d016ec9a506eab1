// How a thing is described ("whichever button is at the end", "the one that says X", "X's row"), and the noun phrase that
// `words/target.ts` takes apart. Pure. INVARIANT: a table of everyday English; a name is moved, never changed.
//
// `N`, `A`: a phrase, `M`: a name, `L`: a name in small letters too, `K`: a kind, `J`: kinds, `W`: one word, `O`: an ordinal, `E`: an
// extreme, `C`: a colour, `D`: a number (`{#D}`: its ordinal).

export const NOUN_CHOICES = {
  which: 'the|a|an|any|that|this|whichever|whatever|some|one|what',
  rel: 'that|which|the one|the one that|the one which|, the one|, the one that|, the one which|, which|, that|, which',
  says: 'bearing the label|bearing the text|bearing the name|bearing the caption|bearing the words|bearing the word|bearing the title|bearing the inscription|carrying the label|carrying the text|carrying the name|carrying the caption|carrying the words|carrying the word|carrying the title|carrying the inscription|having the label|having the text|having the name|having the caption|having the words|having the word|having the title|having the inscription|with the label|with the text|with the name|with the caption|with the words|with the word|with the title|with the inscription|that has the label|that has the text|that has the name|that has the caption|that has the words|that has the word|that has the title|that has the inscription|that bears the label|that bears the text|that bears the name|that bears the caption|that bears the words|that bears the word|that bears the title|that bears the inscription|which has the label|which has the text|which has the name|which has the caption|which has the words|which has the word|which has the title|which has the inscription|showing the label|showing the text|showing the name|showing the caption|showing the words|showing the word|showing the title|showing the inscription|that carries the label|that carries the text|that carries the name|that carries the caption|that carries the words|that carries the word|that carries the title|that carries the inscription|that says|which says|says|reading|saying|that reads|which reads|reads|called|named|labelled|labeled|titled|marked|showing|showing a|showing the|bearing|that is called|which is called|that is named|that is labelled|that is labeled|that is marked|which is labelled|which is marked|whose label is|whose name is|whose text is|whose label reads|whose label says|by the name of|that goes by|that looks like|that looks like a|that looks like the|that shows|that shows a|which shows|that means|for|that bears|which bears|is called|is labelled',
  notsays:
    'that is not|which is not|not called|not named|not labelled|not marked|that is not called|which is not called|that does not say|which does not say|that does not read|which does not read|does not say|does not read|is not|is not called|other than|except|except for|but|but not|apart from|that is not labelled|that is not named|besides|not saying|not reading',
  near: 'right|just|directly|immediately|exactly|straight',
  is: 'is|are|sits|stands|lies|appears|is found|is located|is placed|is shown|can be found|you can find|you find|you see|is standing|is sitting|is written|comes',
  beside: 'next to|beside|besides|alongside|right next to|right beside|right by|by|close to|near',
  below: 'below|beneath|underneath|right below|right under|directly under|just under|right underneath|under',
  above: 'above|over|right above|just above|on top of',
  left: 'to the left of|left of|on the left of|on the left side of|at the left of|to the left side of|on the left-hand side of|to the left-hand side of|at the left-hand side of|just left of|immediately left of|immediately to the left of|on the left hand side of',
  right:
    'to the right of|right of|on the right of|on the right side of|at the right of|to the right side of|on the right-hand side of|to the right-hand side of|at the right-hand side of|on the right hand side of|just right of|immediately right of|immediately to the right of',
  row: 'in the row of|in the row for|in the row with|in the row that says|in the line of|on the line of|on the row of|in the same row as|on the same line as|in the line that says|in the row where it says|on the line with|on the line that says|in the row that has|in the row belonging to',
  owned:
    'that belongs to|belonging to|that goes with|going with|which goes with|that is for|meant for|which belongs to|of|for|that belongs with|which is for',
  within: 'in|inside|within|inside of|over in|from',
};

/** The special before the general. `N`: a phrase, `M`: a name, `L`: a name in small letters too, `K`: a kind, `J`: kinds, `W`: one word. */
export const NOUN_ROWS: readonly (readonly [pattern: string, made: string])[] = [
  [
    '(the|whichever) (one|item|entry|word|name|button|link) (that is|which is|is|being)? (alphabetically first|first alphabetically|first in the alphabet|first by alphabet)',
    'the item that comes first in alphabetical order',
  ],
  // What was spoken of before.
  ['N ($rel)? ($is)? ($near)? (next to|beside|alongside|by|near) (it|that)', '{N} next to it'],
  ['N (on|to) its (right|left|side|right side|left side)', '{N} next to it'],
  ['N (in|on) its (row|line)', '{N} in the row of it'],
  ['N ($rel)? ($is)? ($near)? (below|under|underneath|beneath) it', '{N} below it'],
  ['N ($rel)? ($is)? ($near)? above it', '{N} above it'],
  ['N (in|inside|within|on|of|for) it', '{N} in it'],
  ['(its|their|his|her) N', '{N} for it'],
  // Words of a text.
  ['(the)? (text|contents|content|words) (out of|inside) N', 'the text from {N}'],
  ['(the)? word (number|no)? D (of|in) N', 'the {#D} word of {N}'],
  ['$which word (that|which)? (is|comes|stands)? (number)? D (of|in) N', 'the {#D} word of {N}'],
  ['$which word (that|which)? (comes|is|stands)? O (of|in) N', 'the {O} word of {N}'],
  ["N ('s) O word", 'the {O} word of {N}'],
  ['(the)? O word (of|in|from|inside) N', 'the {O} word of {N}'],
  ['$which word (that|which)? N (ends|finishes|closes|stops) (with|in|on)', 'the last word of {N}'],
  ['$which word (that|which)? N (begins|starts|opens) (with|on)', 'the first word of {N}'],
  // What it is called.
  ['(the one|whichever|whatever|anything|the thing|whichever one|that one|one) $says M', '{M}'],
  ['(the one|whichever|whatever|the other one|the thing) $notsays M', 'the button that is not {M}'],
  ['$which K $says L', 'the {K} labelled {L}'],
  ['K $says M', 'the {K} labelled {M}'],
  ['$which K (with|that has|which has) M (on it|on top|written on it|printed on it)', 'the {K} labelled {M}'],
  ['$which K $notsays M', 'the {K} that is not {M}'],
  ['$which K M', '{K} {M}'],
  // Where it is.
  ['N $rel ($is)? ($near)? $beside A', '{N} next to {A}'],
  ["N (, )? (on|in|at) M ('s) (row|line|entry)", '{N} in the row of {M}'],
  ["N $rel $is (on|in) M ('s) (row|line|entry)", '{N} in the row of {M}'],
  ['N ($rel)? ($is)? $row (the|name)? M', '{N} in the row of {M}'],
  ['N ($rel)? ($is)? (right|directly|just|immediately) $below A', '{N} below {A}'],
  ['N $rel $is $below A', '{N} below {A}'],
  [
    'N ($rel)? ($is)? (below|beneath|underneath) (the words|the word|the text|the heading)? A',
    '{N} below {A}',
  ],
  ['N ($rel)? ($is)? $above A', '{N} above {A}'],
  [
    '(what|whatever|whichever one|the one|the thing|the button|a button|the) ($rel)? ($is)? (immediately|directly|right|just)? $left A',
    'the button to the left of {A}',
  ],
  [
    '(what|whatever|whichever one|the one|the thing|the button|a button|the) ($rel)? ($is)? (immediately|directly|just)? $right A',
    'the button to the right of {A}',
  ],
  ['(the)? (left-hand|left) (neighbour|neighbor|button) of A', 'the button to the left of {A}'],
  ['(the)? (right-hand|right) (neighbour|neighbor|button) of A', 'the button to the right of {A}'],
  ['N ($rel)? ($is)? (immediately|directly|right|just)? $left A', '{N} to the left of {A}'],
  ['N ($rel)? ($is)? (immediately|directly|just)? $right A', '{N} to the right of {A}'],
  ['N (on|to) its left', '{N} to the left of it'],
  ['N (on|to) its right', '{N} to the right of it'],
  ['(its|the) (neighbour|neighbor) (on|to) (the|its) left', 'the button to the left of it'],
  ['(its|the) (neighbour|neighbor) (on|to) (the|its) right', 'the button to the right of it'],
  ["N (on|to) M ('s) left", '{N} to the left of {M}'],
  ["N (on|to) M ('s) right", '{N} to the right of {M}'],
  ['N $rel (that)? ($is)? $within (the)? (section|group|panel)? A', '{N} in {A}'],
  [
    'N (over|belonging to)? (in|of|under) (the section|the group|the panel|section) (called|named|labelled)? M',
    '{N} in the section {M}',
  ],
  ['N (in|on) (the card|the post) (of|by|from) M', '{N} on the card by {M}'],
  ["N (on|in|of) M ('s) (card|post)", '{N} on the card by {M}'],
  [
    'N (belonging to|that belongs to|which belongs to|that goes with|which goes with|going with|that is for|meant for) (the section|the user|the row)? A',
    '{N} for {A}',
  ],
  ['N (for|of|by) (the)? (user|person|member|author) M', '{N} for {M}'],
  [
    '(the|a)? (new)? button (that|which) (shows up|comes up|pops up|appears|turns up|comes|will appear)',
    'the button that appears',
  ],
  // Which of many.
  ['(the)? O (one)? (of|out of|among|in) (all)? (the|these|those)? J', 'the {O} {J}'],
  ['(the)? O K (down|from the top|in the list|on the page|here|of the list|in order|of all)', 'the {O} {K}'],
  ['(the)? O of (the)? J (in the list|on the page)', 'the {O} {J}'],
  [
    '$which K (that|which)? (comes|is|stands|comes up|appears|would come) (in)? (the)? O (place|one|position)?',
    'the {O} {K}',
  ],
  ['$which K in O (place|position)', 'the {O} {K}'],
  [
    '$which K (that|which)? (is|comes|stands|sits)? at the (very)? (end|bottom) (of the page|of the list|of all)?',
    'the last {K}',
  ],
  [
    '(the)? K (number|no|no.|nr|nr.|#) D (of the list|of this list|of that list|in the list|in this list|on the page)?',
    'the {#D} {K}',
  ],
  ['(text field|field|text box|text area|input|box) D', 'the {#D} text field'],
  ['K (number|no|nr|#) . D', 'the {#D} {K}'],
  ['(number|no|#) D (of|in|among) (the)? J', 'the {#D} {J}'],
  [
    '(the|whichever)? E (one)? (of|out of|among) (all)? (the|these|those)? (two|three|four)? J',
    'the {E} {J}',
  ],
  [
    '$which K (that|which) (is|has|comes) (the)? E (than the rest|of all|than the others|than the other|one)?',
    'the {E} {K}',
  ],
  [
    '(whichever|whatever) K is (the)? E (than the rest|of all|than the others|than the other|one)?',
    'the {E} {K}',
  ],
  ['$which K (with|that has|which has|having) the E (size|area|diameter)', 'the {E} {K}'],
  ['(whichever|the one that|the one which|whatever|the one) is (the)? E', 'the {E} one'],
  ['(whichever|the one that|the one which|whatever) costs (the)? least', 'the cheapest one'],
  ['(whichever|the one that|the one which|whatever) costs (the)? most', 'the most expensive one'],
  ['the one with the (lowest|smallest) price', 'the cheapest one'],
  ['the K with the (lowest|smallest) price', 'the cheapest {K}'],
  ['the W with the (lowest|smallest) price', 'the cheapest {W}'],
  ['the W with the (highest|largest) price', 'the most expensive {W}'],
  [
    '$which K (that|which)? (comes|is|would be|stands)? (first|alphabetically first) (alphabetically|in the alphabet|by alphabet|when sorted by alphabet|in alphabetical order)',
    'the item that comes first in alphabetical order',
  ],
  [
    '$which J (that|which)? (comes|is|would be|stands)? (first|alphabetically first) (alphabetically|in the alphabet|by alphabet|when sorted by alphabet|in alphabetical order)',
    'the item that comes first in alphabetical order',
  ],
  // What it looks like.
  [
    '$which K (that|which)? (in|coloured|colored|of|painted|that is|which is|that has|which has|is|with|whose colour is|whose color is|that are) (the colour|the color|colour|color)? C',
    'the {C} {K}',
  ],
  ['$which C (coloured|colored) K', 'the {C} {K}'],
  ['(one|any|any one|either|some) of the C J', 'the {C} {J}'],
  ['(any|some|an|a) C K', 'the {C} {K}'],
  ['the one in C', 'the {C} one'],
  // Mail.
  ...mailRows('(email|e-mail|mail)', 'email'),
  ...mailRows('message', 'message'),
  ['what M (sent|wrote) (me|you|us)?', 'the email from {M}'],
  ["M ('s) post", 'the post by {M}'],
  ['(the)? post (of|from) M', 'the post by {M}'],
];

/** What is called a message stays one: whoever judges the order holds its words to the page. */
function mailRows(noun: string, made: string): readonly (readonly [string, string])[] {
  return [
    [`M ('s) ${noun}`, `the ${made} from {M}`],
    [`(the|that)? ${noun} (that)? M (sent|wrote) (me|you|us)?`, `the ${made} from {M}`],
    [`(the|that)? ${noun} (by|of|from) M`, `the ${made} from {M}`],
    [
      `(the|that)? ${noun} (that|which) (came|comes|is|was|arrived|was sent) (from|by) M`,
      `the ${made} from {M}`,
    ],
  ];
}
