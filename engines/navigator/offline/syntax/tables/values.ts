// The frames of verbs for values: enter, set, find out, reckon, search. Pure. INVARIANT: a table of everyday English; a frame is
// taken only where all the words of a clause fit it. The slots are those of `slots.ts`.
import type { FrameRow } from './choices.ts';
import { MOVES } from './things.ts';

/** What is put beside a thing. */
const DEEDS: readonly FrameRow[] = [
  ['(the)? focus (into|in|on|upon|to) (the)? N', 'focus {N}'],
  ['(the|your)? (cursor|caret|focus) (in|into|inside|on|to|inside of) N', 'focus {N}'],
  ['(a|the) star (on|at|by|to|beside|next to|against|for) E', 'star {E}'],
  [
    '(a|the)? (tick|check mark|checkmark|check|cross|ticks|checkmarks|checks|check marks) (in|on|at|by|beside|next to|against|for|in front of) (the box|the boxes|the checkbox|the checkboxes)? (of|for|labelled|called|next to|beside)? N',
    'tick {N}',
  ],
  [
    '(a|the)? (tick|check mark|checkmark|check|cross|ticks|checkmarks|checks|check marks) (in|on|at|by|beside|next to|against|for|in front of) (the box|the boxes|the checkbox|the checkboxes)? (of|for|labelled|called|next to|beside)? L',
    'tick {L}',
  ],
  ['(a|the)? (tick|check|check mark|checkmark|cross) (in|on|at|by|beside|next to|against|for) A', '{A}'],
  ['E (in|into|to) (the|my)? $bin', 'delete {E}'],
];

export const VALUES: Readonly<Record<string, readonly FrameRow[]>> = {
  enter: [
    [
      '(something|anything|one|an item|an entry|a word|a name|a value|a tag|the item|the entry|the one) (that|which) (starts|begins) with V and (that|which)? (ends|finishes) (with|in|on) V2',
      'enter an item that starts with {V} and ends with {V2}',
    ],
    [
      '(something|anything|one|an item|an entry|a word|a name|a value|a tag|the item|the entry|the one) (that|which) (starts|begins) with V and (that|which)? (ends|finishes) (with|in|on) V2 (in|into|from|as|for) F',
      'enter an item that starts with {V} and ends with {V2} in {F}',
    ],
    ...DEEDS,
    ...MOVES,
    ['(the|my)? G (to|at|on|=|:) NV', 'set the {G} to {NV}'],
    ['N (in|into|to|on|onto) (the|my)? (chosen|selected) list', 'drag {N} to the chosen list'],
    ['M (in|into|to|on|onto) (the|my)? BK', 'drag {M} to the {BK}'],
    ['N (in|into|to|on|onto) (the|my)? BK', 'add {N} to the {BK}'],
    ['N (in|into|to|on|onto) (the|my)? BK (in|at|of) (the)? W', 'add {N} to the {BK} in the {W}'],
    [
      '(it|that|this|them) (in|into) (both|each|every|all) (of)? (the)? (password fields|password field|password boxes|password box|fields|boxes|text fields)',
      'type it into both password fields',
    ],
    ['(it|that|this) twice', 'type it into both password fields'],
    [
      '(the password)? V (twice|into both fields|in both fields|into both|in both|into both password fields|in both password fields|in both boxes|into both boxes|as the password in both boxes|as the password in both fields|as the password twice)',
      'type {V} into both password fields',
    ],
    [
      'V (into|in) (both|each|every|all) (of)? (the)? (password fields|password field|password boxes|password box|fields|boxes|text fields)',
      'type {V} into both password fields',
    ],
    [
      '$text? V (,)? (but)? (all)? (in|using) (all)? (capitals|capital letters|caps|upper case|uppercase|upper case letters) (in|into|to) F',
      'enter {V} in upper case into {F}',
    ],
    [
      '$text? V (in|into|to) F (,)? (but)? (all)? (in)? (all)? (capitals|capital letters|caps|upper case|uppercase|upper case letters)',
      'enter {V} in upper case into {F}',
    ],
    [
      '$text? V (in|using) (all)? (lower case|lowercase|small letters|lower case letters) (in|into|to) F',
      'enter {V} in lower case into {F}',
    ],
    [
      '$text? V (in|into|to) F (,)? (in)? (all)? (lower case|lowercase|small letters|lower case letters)',
      'enter {V} in lower case into {F}',
    ],
    ['(in|into) F (the)? (text|value|word|words|message)? V', 'enter {V} into {F}'],
    ['$text? (:)? V (in|into|in to|inside|to|on|using) (the editor|an editor)', 'enter {V} into the editor'],
    ['V where (the|my)? GN (goes|belongs|stands)', 'enter {V} as the {GN}'],
    ['$text? V (down|in)? $into F', 'enter {V} into {F}'],
    ['$text? V (down|in)? (as|for) F', 'enter {V} as {F}'],
    ['V (where|when) (it|the form|the page) (says|asks for|wants|reads|asks for the) F', 'enter {V} as {F}'],
    ['(the|my|a)? G NV', 'enter {NV} as the {G}'],
    ['R $into F', 'enter {R} into {F}'],
    ['R (as|for) F', 'enter {R} as {F}'],
    ['$text? V', 'enter {V}'],
    ['(it|that|this|them) $into F', 'enter it into {F}'],
    ['(it|that|this|them) (as|for) F', 'enter it as {F}'],
    [
      '(the|your|that|this|its) (answer|result|solution|value|word|number|total|sum|outcome) $into F',
      'enter it into {F}',
    ],
    [
      '(it|them|that|those|these|this|the answer|the result|the solution|your answer|the total|the sum|its result)',
      'enter it',
    ],
  ],
  fill: [
    [
      '(in|out)? (the|this)? (form|fields|it|this) (with|using|by entering|:) (the|my|a)? G NV',
      'set the {G} to {NV}',
    ],
    ['(in|out)? F with V', 'enter {V} into {F}'],
    [
      '(in)? (both|each|every|all) (of)? (the)? (password fields|password field|password boxes) with V',
      'type {V} into both password fields',
    ],
    ['(in|out)? V $into F', 'enter {V} into {F}'],
    ['(in|out)? V (as|for) F', 'enter {V} as {F}'],
  ],
  set: [
    [
      '(the)? (three|two|four)? (sliders) (to|on|at|so that they show|so that they read|to read|to show) (the combination|the values|values)? NS (in this order|in that order)?',
      'set the sliders to the combination [{NS}]',
    ],
    ['(the)? (radio button|radio|option|choice|selection) (to|on) NV', 'choose {NV}'],
    ['NV as F', 'set {F} to {NV}'],
    [
      'F (up|down|over)? (to|at|on|as|=|:|until it says|until it shows|until it reads|until it is|until it is at) (the value)? V',
      'set {F} to {V}',
    ],
    ['V as F', 'set {F} to {V}'],
    ['F (to|as) R', 'set {F} to {R}'],
  ],
  shift: [
    [
      '(the)? (three|two|four)? (sliders) (to|on|at|so that they show|so that they read|to read|to show) (the combination|the values|values)? NS (in this order|in that order)?',
      'set the sliders to the combination [{NS}]',
    ],
    [
      'F (up|down|over)? (to|at|on|until it says|until it shows|until it reads|until it is|until it is at) (the value)? NN',
      'set {F} to {NN}',
    ],
    ['(the)? M (to|over to|across to|into) (the)? (chosen|selected) list', 'drag {M} to the chosen list'],
  ],
  make: [
    ['N (empty|blank)', 'clear {N}'],
    ['N (disappear|go away|vanish)', 'close {N}'],
    ['N (active|visible|the active one)', 'open {N}'],
    ['it H', 'choose the colour {H}'],
    ['it V (for|as|in) F', 'set {F} to {V}'],
    ['it D', 'set it to {D}'],
    ['it I (guests)', 'set the number of guests to {I}'],
    ['the choice M', 'choose {M}'],
    ['F (say|read|show|be|become|equal|contain) V', 'set {F} to {V}'],
    ['V (the|my) G', 'set {G} to {V}'],
    ['F V', 'set {F} to {V}'],
    ['F R', 'set {F} to {R}'],
    ['N (the)? O (item|entry|one)? (in|of) the list', 'drag {N} to the {O} position'],
  ],
  clear: [
    ['(out)? (the)? (text|contents|content|value|entry|words)? (in|of|from|out of)? F', 'clear {F}'],
    ['N', 'clear {N}'],
  ],
  give: [
    ['F (the value)? V', 'enter {V} into {F}'],
    ['V as F', 'enter {V} as {F}'],
    ['E a star', 'star {E}'],
    ['N (a|one|a quick|a single|a little|another|a good) (click|press|tap|push|hit)', 'click {N}'],
    ['N (a|one) (double click|double-click|double tap)', 'double-click {N}'],
    ['N (a|one) (tick|check|check mark|checkmark)', 'tick {N}'],
    ['(a|one) (click|press|tap|push) to N', 'click {N}'],
  ],
  filter: [['(the list|the table|it|the rows)? (for|by|with)? V', 'type {V} into the filter']],
  search: [
    ['(it|that)', 'search for it'],
    [
      '(the page|the site)? (for)? V (with the search|in the search|in the search field|using the search)?',
      'search for {V}',
    ],
  ],
  find: [
    [
      'V (with|using|through|by|in|via) (the|a) (search|search field|search box|search bar)',
      'search for {V}',
    ],
    ['UL', 'Solve for {UL}'],
    ['RW', 'find {RW}'],
  ],
  solve: [
    ['(for)? UL', 'Solve for {UL}'],
    [
      '(the|this|that)? (math|maths)? (problem|sum|equation|calculation|exercise|answer|result|solution) (on the page|on this page)?',
      'Solve the math problem',
    ],
    ['RW', 'find {RW}'],
  ],
  'add up': [
    ['SM', 'summarise {SM}'],
    ['L', 'add up {L}'],
    ['N', 'add up {N}'],
  ],
  count: [['N', 'count {N}']],
  copy: [
    ['RW', 'find {RW}'],
    ['R (in|into|to|over to|over into|across to) F', 'copy {R} into {F}'],
    ['R', 'copy {R}'],
  ],
  summarise: [['SM', 'summarise {SM}']],
  read: [
    ['RW', 'find {RW}'],
    ['(off)? R', 'read {R}'],
    ['(through)? N (to|until) (its|the) (end|bottom)', 'scroll {N} to the bottom'],
    [
      'N (all the way)? (down)? (to the end|to the bottom|to its end|to its bottom)',
      'scroll {N} to the bottom',
    ],
  ],
  scroll: [
    [
      '(down|through|in)? N (all the way)? (down)? (to the end|to the bottom|to its end|to its bottom|all the way down|down)',
      'scroll {N} to the bottom',
    ],
    ['(down)? to (the)? (very)? (end|bottom) of N', 'scroll {N} to the bottom'],
    ['(down|through)? to N and Z', '{Z}'],
  ],
};
