// The frames of verbs for controls: press, choose, tick, open. Pure. INVARIANT: a table of everyday English; a frame is taken only
// where all the words of a clause fit it. The slots are those of `slots.ts`.
import type { FrameRow } from './choices.ts';

/** All of them, by their numbers. */
const BY_ORDER: readonly FrameRow[] = [
  ['(on)? ($all)? (the)? (numbers|number) $inTurn? (,)? $first', 'press the numbers in ascending order'],
  ['(on)? ($all)? (the)? (numbers|number) $inTurn? (,)? $last', 'press the numbers in descending order'],
  [
    '(on)? ($all)? (the)? (buttons|button|of them|them all|them) $inTurn? (,)? $first',
    'press the buttons in ascending order',
  ],
  [
    '(on)? ($all)? (the)? (buttons|button|of them|them all|them) $inTurn? (,)? $last',
    'press the buttons in descending order',
  ],
];

export const CONTROLS: Readonly<Record<string, readonly FrameRow[]>> = {
  'log in': [
    ['(to|into|in to|with)? (the|my|our) (account|user account)', 'log in'],
    ['(as|as user|as the user|with the username|with username) V', 'set the username to {V} ;; log in'],
  ],
  click: [
    ['(the)? (enter|return) (key)?', 'press Enter'],
    ['(the)? (escape|esc) (key)?', 'press Escape'],
    ...BY_ORDER,
    [
      '(on)? N (twice quickly|twice fast|twice in quick succession|twice in a row|two times in a row)',
      'double-click {N}',
    ],
    ['(on)? $all (of)? (the)? Q', 'click all the {Q}'],
    [
      '(on)? (these|the following|them) (in order|in this order|in that order|in turn|in sequence|one after the other)? (:)? LD',
      'click {LD}',
    ],
    [
      '(on)? N (,)? (which|that) (is|sits|hides|stands) (somewhere|hidden)? in (the tabs|one of the tabs|the sections|one of the sections|the tree)',
      'find {N} ;; click it',
    ],
    ['(on)? N', 'click {N}'],
    [
      '(on)? (the buttons|the button|buttons|these buttons|these|the following|the following buttons|the following :)? (:)? LD',
      'click {LD}',
    ],
  ],
  'double-click': [['(on)? N', 'double-click {N}']],
  'right-click': [['(on)? N', 'right-click {N}']],
  hover: [['(over|on|above)? N', 'hover over {N}']],
  choose: [
    ['A', '{A}'],
    [
      '(something|anything|one|an item|an entry|a word|a name|a value|a tag|the item|the entry|the one) (that|which) (starts|begins) with V and (that|which)? (ends|finishes) (with|in|on) V2',
      'enter an item that starts with {V} and ends with {V2}',
    ],
    [
      '(something|anything|one|an item|an entry|a word|a name|a value|a tag|the item|the entry|the one) (that|which) (starts|begins) with V and (that|which)? (ends|finishes) (with|in|on) V2 (in|into|from|as|for) F',
      'enter an item that starts with {V} and ends with {V2} in {F}',
    ],
    ['RW (as|for) F', 'set {F} to {RW}'],
    ['RW', 'find {RW}'],
    ['(the)? H (out of|from|from among|among|of) (the)? (colours|colors|palette)', 'choose the colour {H}'],
    [
      '(the colour|the color|colour|color)? H (as colour|as color|as the colour|as the color|in the colour picker|with the colour picker|in the color picker|from the colours|from the colors|for the colour)',
      'choose the colour {H}',
    ],
    ['(the colour|the color|colour|color) H', 'choose the colour {H}'],
    [
      '(the)? (day|date)? D (in|on|from|with|using) (the|a)? (calendar|date picker)',
      'pick {D} in the calendar',
    ],
    [
      '(the|that|what|whatever|a)? (suggestion|suggestions|suggested entry|offered suggestion|first suggestion|matching suggestion) (that comes up|that appears|offered|that is offered|shown|that shows up|that pops up|there)?',
      'choose the suggestion',
    ],
    ['(what|whatever) (is|gets) (suggested|offered)', 'choose the suggestion'],
    [
      '(what|whatever|the one|the entry) (that)? (it|the box|the field|the list|the page|the form) (then)? (suggests|offers|proposes|comes up with)',
      'choose the suggestion',
    ],
    ['it from the suggestions', 'choose the suggestion'],
    ['(these|the following|the following ones)? (:)? L $list C', 'choose {L} in the list'],
    ['N $list C', 'choose {N} from {C}'],
    ['(the|my) GN NV', 'choose {NV} as the {GN}'],
    ['(the)? (option|entry|choice|value|item)? V (as|for) F', 'choose {V} as {F}'],
    ['(the)? (option|entry|choice|value|radio button|choice of)? M', 'choose {M}'],
    [
      '(these|the following|the following ones|these ones|these boxes|the boxes|the options)? (:)? L',
      'choose {L}',
    ],
    ['T', 'click {T}'],
    ['N', 'choose {N}'],
  ],
  tick: [
    ['A', '{A}'],
    ['E (with a star|as starred|as important)', 'star {E}'],
    [
      '(the boxes|the checkboxes|these boxes|these|the following|the following boxes|the options|the ones)? (for|labelled|called)? (:)? L',
      'tick {L}',
    ],
    ['(the)? (box|checkbox|check box|option) (for|of) M', 'tick {M}'],
    ['TK', 'tick {TK}'],
  ],
  untick: [
    ['$all (of)? (the)? (boxes|checkboxes|box|checkbox)', 'select nothing'],
    ['(the boxes|these)? (:)? L', 'untick {L}'],
    ['N', 'untick {N}'],
  ],
  'turn on': [
    ['A', '{A}'],
    ['L', 'turn on {L}'],
    ['N', 'turn on {N}'],
  ],
  'turn off': [
    ['L', 'turn off {L}'],
    ['N', 'turn off {N}'],
  ],
  open: [
    ['(the)? (very)? (end|bottom) of N', 'scroll {N} to the bottom'],
    [
      '(me)? (what is|what is in|the contents of|what is on|whatever is on|the content of|what is under) N',
      'open {N}',
    ],
    ['(whatever|wherever|where) N (points to|leads|leads to|goes|takes you)', 'click {N}'],
    ["(the)? menu (of|on) M ('s) post", 'open the menu of the post by {M}'],
    ['(me|at) T', 'open {T}'],
    ['N', 'open {N}'],
  ],
  close: [['N', '{!} {N}']],
  expand: [['N', 'expand {N}']],
  collapse: [['N', 'collapse {N}']],
  highlight: [
    ['(these|the following|the entries)? (:)? L $list C', 'choose {L} in the list'],
    ['N $list C', 'choose {N} from {C}'],
  ],
  use: [
    ['(the)? M menu to (get to|choose|reach|open|go to|select|find|click) N', 'in the menu {M}, click {N}'],
    ['N to Z', '{Z}'],
    ['V (as|for) F (number)?', 'enter {V} as {F}'],
    ['T', 'click {T}'],
    ['(the)? M column to (sort|order) N', 'sort {N} by {M}'],
    ['W to sort N', 'sort {N} by {W}'],
    ['(it|this|that|that one|this one)', 'click it'],
  ],
  leave: [
    ['N (unticked|unchecked|unselected|off)', 'untick {N}'],
    ['N (empty|blank)', 'clear {N}'],
  ],
  accept: [
    [
      '(the|that|a)? (suggestion|suggested entry|first suggestion|matching suggestion)',
      'choose the suggestion',
    ],
  ],
  start: [
    ['(typing|with typing|to type) V in F', 'enter {V} into {F}'],
    ['(with|off with) (a click|a press|a tap|clicks) on N', 'click {N}'],
  ],
};
