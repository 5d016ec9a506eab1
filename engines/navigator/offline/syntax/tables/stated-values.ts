// What is to be chosen, to stand somewhere or to have a value ("the city is Rome", "7 as the quantity"), and the plain order. Pure.
// INVARIANT: a table of everyday English; a row is taken only where all the words of a clause fit it.
import type { FrameRow } from './choices.ts';

export const STATED_VALUES: readonly FrameRow[] = [
  // Choices.
  [
    'N $should be (the)? (selected|chosen|picked) (option|one|choice|answer|entry|radio button|value)?',
    'choose {N}',
  ],
  ['(my|the|our) (choice|pick|selection|answer) (is|:) N', 'choose {N}'],
  ['(my|the|our) (choice|pick|selection) for F (is|:) V', 'choose {V} as {F}'],
  [
    'N is (my|our|the) (choice|pick|selection|option i want|one i want|right choice|right option|correct option|option|answer i want|preference)',
    'choose {N}',
  ],
  [
    'L (is|are) (my|our|the) (choices|picks|ones to tick|ones to check|ones i want ticked|ones to select)',
    'tick {L}',
  ],
  [
    '(from|out of|in) C (,)? (i|we)? (want|choose|pick|select|take|would like|need|mark|highlight|tick|go for|go with|will have|will take) L',
    'choose {L} in the list',
  ],
  [
    '(from|out of|in) C (,)? (i|we)? (want|choose|pick|select|take|would like|need|mark|highlight|tick|go for|go with|will have|will take) N',
    'choose {N} from {C}',
  ],
  ['(from|out of|in) C (,)? N (it is|please)', 'choose {N} from {C}'],
  ['N it is', 'choose {N}'],
  [
    'N is (the)? (entry|option|item|one|value) (i|we) (want|need|would like) (from|in|out of) C',
    'choose {N} from {C}',
  ],
  ['C (should|must|has to) (be|show|read|say|be set to|be on) N', 'choose {N} from {C}'],
  ['L $should be (selected|chosen|picked|marked|highlighted) in C', 'choose {L} in the list'],
  [
    'H (is|should be|must be) (the|my)? (colour|color) (i|we)? (want|would like|need|choose)?',
    'choose the colour {H}',
  ],
  ['(the)? (colour|color) (should|must|has to|needs to) be H', 'choose the colour {H}'],
  ['(make)? it (should be)? H', 'choose the colour {H}'],
  [
    '(the)? calendar $should (be|show|have|be set to|be on|be at|stand at) (on|at)? D (selected|chosen|picked)?',
    'pick {D} in the calendar',
  ],
  ['D (from|in|on) (the|a) calendar', 'pick {D} in the calendar'],
  // Places.
  [
    '(the)? (numbers|list|items|values) $should (be|stand|come) (in|sorted in)? (ascending|increasing|rising) order',
    'Sort the numbers in increasing order',
  ],
  [
    '(the)? (numbers|list|items|values) $should (be|stand|come) (in|sorted in)? (descending|decreasing|falling) order',
    'Sort the numbers in decreasing order',
  ],
  [
    'N $should (be|come|stand|go) (in|at|to|on)? (the)? (very)? (top|beginning|start) (of the list|in the list)?',
    'drag {N} to the top of the list',
  ],
  [
    'N $should (be|come|stand|go) (in|at|to|on)? (the)? (very)? (bottom|end) (of the list|in the list)?',
    'drag {N} to the bottom of the list',
  ],
  [
    'N $should (be|come|stand|go) (in|at|to|on)? (the)? O (place|position|spot|one|item)? (of the list|in the list)?',
    'drag {N} to the {O} position',
  ],
  [
    'N $should (be|come|stand|go) (in|at|to|on)? (position|place|spot|slot) (number)? I (of the list|in the list)?',
    'drag {N} to position {I}',
  ],
  [
    'N (belongs|goes|comes) (in|at|to|on)? (position|place|spot|slot) (number)? I (of the list|in the list)?',
    'drag {N} to position {I}',
  ],
  [
    'N (belongs|goes|comes) (in|at|to|on)? (the)? (very)? top (of the list|in the list)?',
    'drag {N} to the top of the list',
  ],
  [
    'N (at|in|on) (position|place|spot|slot) (number)? I (of the list|in the list)?',
    'drag {N} to position {I}',
  ],
  ['N (at|in|on) (the)? top (of the list|in the list)', 'drag {N} to the top of the list'],
  ['N first in the list', 'drag {N} to the top of the list'],
  ['N last in the list', 'drag {N} to the bottom of the list'],
  [
    'N $should (be|go|end up|land|be put|be moved|be dropped|lie|come) (in|into|onto|on|inside) Y',
    'drag {N} to {Y}',
  ],
  ['N (belongs|goes|comes) (in|into|onto|on|inside) Y', 'drag {N} to {Y}'],
  ['N (in|into) Y', 'drag {N} to {Y}'],
  [
    '(the)? (table|rows|list) $should be (sorted|ordered|arranged) (by|according to) N',
    'sort the table by {N}',
  ],
  [
    '(the|your|our)? (text|contents|content) of N $should (be|go|stand|appear|come) in F',
    'copy the text from {N} into {F}',
  ],
  [
    'N is (the)? (only)? (box|one|option|item|thing|checkbox) (i|we) do not (want|need|like) (ticked|checked|selected)?',
    'untick {N}',
  ],
  ['NV is (the|my|our) G (i|we)? (want|need|would like|have in mind|chose|picked)', 'enter {NV} as the {G}'],
  [
    'NV (goes|belongs|comes|has to go|should go|must go|is needed|is to go) (in|into|inside)? (there|it)',
    'enter {NV} into it',
  ],
  // Values.
  [
    '(whatever|what|the text that|everything that|all that) FT (says|reads|contains|holds|shows|has in it) $should (go|be|stand|appear|come|be put|be copied|be pasted|be entered|be written) (in|into|inside|to) F',
    'copy the text from {FT} into {F}',
  ],
  ['NV $should be (the|my|our|your) GN', 'set the {GN} to {NV}'],
  [
    'NV (is|are) (where|what) (i|we) (want|would like|need) (to go to|for|as) (the|my)? GN',
    'set the {GN} to {NV}',
  ],
  ['R $should be (the|my|our) G', 'set the {G} to {R}'],
  [
    '(the)? M (section|group|panel|form) (wants|needs|gets|should have|should get|must have|takes) NV (as|for) (its|the)? F',
    'enter {NV} as {F} in the section {M}',
  ],
  ['R $should be P X', '+P R X'],
  ['NV (is|are) (my|the|our|your) G', 'enter {NV} as the {G}'],
  [
    '(the)? form (needs|wants|has|gets|should have|requires|asks for) (the|a|my|as)? G NV',
    'set the {G} to {NV}',
  ],
  [
    '(the)? (three|two|four)? sliders (should|must|have to|need to) $be (the combination|the values|values)? NS',
    'set the sliders to the combination [{NS}]',
  ],
  [
    '(the)? (three|two|four)? sliders (:|to|at|on) (the combination|the values|values)? NS',
    'set the sliders to the combination [{NS}]',
  ],
  ['F $should $be (the value|the text)? V', 'set {F} to {V}'],
  ['F $should $be R', 'set {F} to {R}'],
  ['F (is|:|should equal) R', 'set {F} to {R}'],
  ['(let|have) F (be|say|read|show|contain|at) V', 'set {F} to {V}'],
  [
    'F (wants|needs|gets|takes|requires|asks for|is waiting for|has to get|should get|must get|is to get) NV (in it)?',
    'enter {NV} into {F}',
  ],
  ['F (wants|needs|gets|takes) R', 'enter {R} into {F}'],
  [
    '(both|the two|each|each of the|all|both of the) (password fields|password field|password boxes) (both|all)? (should|must|need to|have to|has to|need|needs|get|gets|want|should both|must both|need to both) (be|have|contain|say|get|read|show)? V',
    'type {V} into both password fields',
  ],
  [
    '(what|the text that|the value that) (goes|belongs|should go|must go|comes|stands) (in|into) F is V',
    'enter {V} into {F}',
  ],
  [
    'NV is (what)? (goes|belongs|comes|should go|should stand|is needed|i want|is wanted) $into F',
    'enter {NV} into {F}',
  ],
  [
    'NV is what (goes|belongs|comes|should go|should stand|is needed|i want|is wanted) $into F',
    'enter {NV} into {F}',
  ],
  [
    'NV $should (go|be|stand|come|appear|be put|be placed|be entered|end up) (in|into|under|inside|to) F',
    'enter {NV} into {F}',
  ],
  ['NV $should (be|be given as|be used as|be entered as|serve as) F', 'enter {NV} as {F}'],
  [
    'NV (goes|belongs|comes|is to go|has to go|needs to go|fits) (in|into|under|inside|to|at) (both|both of the|both the|each of the) (password fields|password boxes|fields|boxes)',
    'type {NV} into both password fields',
  ],
  [
    'NV (goes|belongs|comes|is to go|has to go|needs to go|fits) (in|into|under|inside|to|at) F',
    'enter {NV} into {F}',
  ],
  ['R (goes|belongs|comes|must go|should go|has to go) (in|into|under|inside|to) F', 'enter {R} into {F}'],
  ['NV (goes|is) (as|for) F', 'enter {NV} as {F}'],
  ['(in|into|under|inside) F (goes|comes|belongs|stands) V', 'enter {V} into {F}'],
  [
    '(the|my) (password) (is|:) V (,)? (enter|type) it (twice|in both fields|into both fields)',
    'type {V} into both password fields',
  ],

  // Before it, since a verb at the beginning of a sentence has a capital as a name has.
  ['focus (into|in|on|upon) F', 'focus {F}'],
  ['NV (into|in) F', 'enter {NV} into {F}'],
  ['NV (as|for|under|at) F', 'enter {NV} as {F}'],
  ['(a|an) G of V', 'set {G} to {V}'],
  ['I guests', 'set the number of guests to {I}'],
  ['V on (the)? U', 'set the {U} to {V}'],
  [
    '(there will be|we are|there are|we will be|we have|it is for|make it) I (guests|people)',
    'set the number of guests to {I}',
  ],
  ['F $is V', 'set {F} to {V}'],
  ['(the|my|our)? GP (of)? NV', 'set the {GP} to {NV}'],
  // Quick orders without a verb.
  ['(a|one|two|single|quick)? (double click|double-click|double tap) (on|at) N', 'double-click {N}'],
  ['two (quick|fast)? (clicks|taps) on N', 'double-click {N}'],
  ['(a|one|single|quick|another|a quick|one quick)? (click|press|tap|push) (on|at) N', 'click {N}'],
  ['(a|one)? (tick|check|check mark|checkmark) (at|for|by|beside|next to|in|on) N', 'tick {N}'],
];
