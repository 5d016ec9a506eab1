// Small clauses behind a wish ("X ticked", "the city set to Y") and clauses that only introduce a thing ("there is X"). Pure.
// INVARIANT: a table of everyday English; a row is taken only where all the words of a clause fit it.
import type { FrameRow } from './choices.ts';

/** Only where it is wished for, or behind another such clause. */
export const WISHED: readonly FrameRow[] = [
  [
    'I M (,)? (instead of|rather than|in place of|and not|not) (just|only)? I2',
    'set the quantity of {M} to {I}',
  ],
  ['NV (in|into) F', 'enter {NV} into {F}'],
  ['F (be|read|say|show|contain|hold|at) V', 'set {F} to {V}'],
  [
    '(the)? (numbers|list|items|values) (sorted|ordered|arranged|in order)? $first',
    'Sort the numbers in increasing order',
  ],
  [
    '(the)? (numbers|list|items|values) (sorted|ordered|arranged|in order)? $last',
    'Sort the numbers in decreasing order',
  ],
  [
    '(the)? (table|rows|list) (sorted|ordered|arranged) (by|according to|after|on) (the)? N',
    'sort the table by {N}',
  ],
  ['(the)? (table|rows|list) (in order of|in the order of|in order by|by) (the)? N', 'sort the table by {N}'],
  ['D (selected|chosen|picked)? (from|in|on) (the|a) calendar', 'pick {D} in the calendar'],
  ['N P', '+P N'],
  ['N P X', '+P N X'],
  ['LN P', '+P LN'],
  ['LN P X', '+P LN X'],
  ['A (ticked|checked|selected|on|chosen)', '{A}'],
  ['A (is|are) (ticked|checked|selected|on|chosen)', '{A}'],
  ['N (is|are|gets|be|being|to be|to get|was|were|has been) P', '+P N'],
  ['N (is|are|gets|be|being|to be|to get) P X', '+P N X'],
  ['L (is|are|be|to be) P', '+P L'],
  ['N (is|are|to be|be) (not) (ticked|checked|selected)', 'untick {N}'],
  ['N (is|to be|be)? (on|active|enabled)', '\uF8FFon {N}'],
  ['N (is|to be|be)? (off|inactive|disabled)', '\uF8FFoff {N}'],
  ['N (is|to be|be|left)? (empty|blank)', 'clear {N}'],
  ['N (is|to be|be)? (open|unfolded|expanded|in front|visible)', '\uF8FFopen {N}'],
  ['N (is|to be|be)? (closed|gone|out of the way|away)', 'close {N}'],
  [
    'F (is|to be|be|to say|to read|to show|to contain|set to|say|says|reads|at|to have|to become|on|to stand at|to equal|to be set to) V',
    'set {F} to {V}',
  ],
  ['F (is|to be|be) R', 'set {F} to {R}'],
  ['N (to be|be|is|come|comes)? (in|at) (the)? O (place|position|spot)', 'drag {N} to the {O} position'],
  ['N (to be|be|is|comes) (the)? O (item|entry|one)? (of|in) the list', 'drag {N} to the {O} position'],
  ['N (from|out of) C', 'choose {N} from {C}'],
  ['C on N', 'choose {N} from {C}'],
  ['NV (as|for) F', 'enter {NV} as {F}'],
  ['(the|my) GS to NV', '=set the {GS} to {NV}'],
  ['NV (as)? (the|my) GN', '=set the {GN} to {NV}'],
  ['(the|my)? GN with NV', '=set the {GN} to {NV}'],
  ['for (the|my)? GN (use|enter|put|type|take|:)? NV', '=set the {GN} to {NV}'],
  ['NV where (the|my)? GN (goes|belongs|stands)', '=set the {GN} to {NV}'],
  ['NV (to be|be|is|to stand|to appear) (in|inside|into) F', 'enter {NV} into {F}'],
  ['NV (for|as) (the|my)? GN', '=set the {GN} to {NV}'],
  ['(then|next|another)? (one|another|another one) (on|at) N', '&{N}'],
  ['(the)? (same) (for|with|to|on) N', '&{N}'],
  ['(the|my)? GN to NV', '=set the {GN} to {NV}'],
  ['V entered (as|for) F', 'enter {V} as {F}'],
  ['M (to)? (get|have|receive) E', 'forward {E} to {M}'],
  ['N (from|in) the menu M', 'in the menu {M}, click {N}'],
  ['(the|my|a|an) G NV', 'set the {G} to {NV}'],
  ['(the|my|a|an)? GN (of)? NV', 'set the {GN} to {NV}'],
  ['I of M', 'set the quantity of {M} to {I}'],
];

/** Only behind the words of a wish themselves: what is wanted is chosen. */
export const WANTED: readonly FrameRow[] = [
  ['T', 'click {T}'],
  ['(the|a|an) M (one|option|plan|package|tariff|version|variant|edition)', 'choose {M}'],
  ['(the)? M', 'choose {M}'],
  ['(the)? N instead of N2', 'choose {N}'],
];

/** A clause that only introduces a thing; "it" behind it means that. */
export const TOPICS: readonly FrameRow[] = [
  ['(avoid|skip|ignore|not|anything but|any button but|everything but|whatever but) N', '!{N}'],
  ['(do not) (take|use) N', '!{N}'],
  ['(leave) N (alone|as it is|untouched)', '!{N}'],
  ['(i|we) do not (want|need|like) N (any more|anymore|any longer)?', '{N}'],
  ['(i|we) do not (want|need|like) L (any more|anymore|any longer)?', '{L}'],
  [
    '(one of the tabs|one of the sections|one tab|one section|one tab or another|a tab|a section|some tab|some section|the tree|the list) (has|contains|holds|hides) N',
    '?{N}',
  ],
  [
    '(there|here) (is|are|should be|must be|will be|is also|has to be) N (hidden|somewhere|to be found)? (in|on|under|inside|behind) (one of the tabs|one of these tabs|one of those tabs|one of the sections|one of these sections|one of those sections|one of the menus|one of the folders|one of the panels|one tab|one section|some tab|some section|this tree|that tree|the tree)',
    '?{N}',
  ],
  ['(there|here) (is|are|should be|must be|will be|is also) N', '{N}'],
  ['(one) (of)? (the|these|those)? (two)? J (is|says|reads|is called|is labelled) M', '!{M}'],
  ['(you|i|we) (will|can|should|may|might)? (find|see|notice|have|spot) N', '{N}'],
  ['(under|below|beneath|underneath) (the words|the word|the text)? N2 $stands N', '{N} below {N2}'],
  ['(next to|beside|alongside|by|right of|close to) N2 $stands N', '{N} next to {N2}'],
  [
    '(to the left of|left of|on the left of|on the left side of|at the left of|immediately to the left of) N2 $stands N',
    '{N} to the left of {N2}',
  ],
  [
    '(to the right of|right of|on the right of|on the right side of|immediately to the right of) N2 $stands N',
    '{N} to the right of {N2}',
  ],
  ['(in|inside|within|under) N2 $stands N', '{N} in {N2}'],
  ['N2 has (got)? N (next to it|beside it|alongside it|by it|on its line|in its row)', '{N} next to {N2}'],
  ['N2 has (got)? N (below it|under it|underneath it|beneath it)', '{N} below {N2}'],
  ['N2 (is followed by|comes with|comes along with|stands next to|stands beside) N', '{N} next to {N2}'],
  ["M ('s) (row|line|entry) has (got)? (a|an|its) N", 'the {N} for {M}'],
  ['N2 has (got)? (a|an|its) N', 'the {N} for {N2}'],
  ['(the section|section|the group|the panel) M (has|contains|holds|comes with) N', '{N} in the section {M}'],
  [
    'N (is|sits|stands|lies|hides|can be found|is hidden|is located|is placed|is shown|is found|is to be found) (somewhere|right|directly|just|hidden)? (under|below|beneath|underneath) N2',
    '{N} below {N2}',
  ],
  [
    'N (is|sits|stands|lies|can be found|is located|is placed|is shown|is found) (right|directly|just)? (next to|beside|by|alongside) N2',
    '{N} next to {N2}',
  ],
  [
    'N (is|sits|stands|lies|hides|can be found|is hidden|is located|is found) (somewhere|hidden)? in (one of the tabs|one of the sections|the tree|the list|one of the folded sections|the contact book|the address book|one of those sections|one of these sections|one of those tabs|one of these tabs|that tree|this tree|that list|this list)',
    '?{N}',
  ],
  [
    'N is N2 (hidden|somewhere)? (under|in|behind|on|inside|within) (one of the tabs|one of the sections|one tab|one section|a tab|a section|one of those sections|one of these sections|one of those tabs|one of these tabs)',
    '?{N2} {N}',
  ],
  ['N is (in|under) (the)? M (menu)', '{N} in the menu {M}'],
  [
    '(somewhere)? (in|under|inside|behind|within|on) (one of the tabs|one of the sections|the tabs|the sections|the tree|a tab|one tab|one tab or another|some section|the folded sections|a section) (there is|you will find|is|hides|sits|you find) N',
    '?{N}',
  ],
  [
    '(find|locate|look for|search for|hunt for|look around for|look through the tabs for|look through the sections for|hunt through the tabs for|hunt through the sections for|check the tabs for|check the sections for|look inside the sections for|look in the sections for|look in the tabs for|search the tabs for|search the sections for|go through the tabs for|go through the tree for|search the tree for|look through the tree for|look in each tab for|open the sections to find|open the tabs to find|look in the tree for) N (in the tree|in the tabs|in one of the tabs|in the sections|in one of the sections)?',
    '?{N}',
  ],
  [
    '(unfold|open|go through|walk through|navigate through|expand|search through|keep opening|look through) (the)? (tree|sections|section by section|tabs|section after section|sections below|folders|file tree) (until|till) (you see|you find|you come to|you spot|you reach|there is|it shows) N (shows|appears|comes up)?',
    '?{N}',
  ],
  [
    '(unfold|open|keep opening|expand) (the)? (sections|section by section|section after section|tree|sections below) (until|till) N (shows|appears|comes up|is there|is visible|shows up)',
    '?{N}',
  ],
  ['(which|what) K (is|comes|has) (the)? S', 'the {S} {K}'],
  ['(which|what) of (the|these)? (two)? J (is|has) (the)? S', 'the {S} {J}'],
  [
    '(which|what) K (is|stands|comes|sits) (immediately|directly|just)? (to the left of|left of|on the left of) N2',
    'the {K} to the left of {N2}',
  ],
  [
    '(which|what) K (is|stands|comes|sits) (immediately|directly|just)? (to the right of|right of|on the right of) N2',
    'the {K} to the right of {N2}',
  ],
  [
    '(which|what) K (is|comes|would be|stands) first (alphabetically|in the alphabet|by alphabet|in alphabetical order|when sorted by alphabet)',
    'the item that comes first in alphabetical order',
  ],
  [
    '(if|when) (you|we|i|one) (sort|order|arrange) N (by alphabet|by the alphabet|alphabetically|by name|in alphabetical order) (,)? (which|what) (one)? (is|comes|would be|stands) first',
    'the item that comes first in alphabetical order',
  ],
  [
    '(if|when) (you|we|i|one) (sort|order|arrange) N (by alphabet|by the alphabet|alphabetically|by name|in alphabetical order) (,)? (which|what) K (is|comes|would be|stands) first',
    'the item that comes first in alphabetical order',
  ],
  ['by alphabet (,)? (which|what) K comes first', 'the item that comes first in alphabetical order'],
  [
    'of (the|these|all|all the|all of the|all these|both)? (two|three|four|several)? J (,)? (i|we)? (want|need|would like|mean)? (the)? O',
    'the {O} {J}',
  ],
  ['(i|we) (am|are) looking for N', '{N}'],
  ['(i|we) need M', '{M}'],
  ['(i|we) (mean|meant|want|need) (the)? N (not|and not) N2', '{N}'],
  ['(i|we) mean N', '{N}'],
  ['N2 has (got)? N (beside|next to|alongside|by) it', '{N} next to {N2}'],
  ['N2 has (got)? N (below|under|underneath|beneath) it', '{N} below {N2}'],
  ['M (first|second|third|fourth|fifth|next)', '{M}'],
  // Mail that is told of.
  [
    'E (is|was|seems|looks|sounds) (very|really|so|quite|too)? (important|urgent|interesting|great|good|nice|funny|old|boring|relevant|lovely)',
    '{E}',
  ],
  ['M (wrote|mailed|emailed|e-mailed|messaged) (to)? (me|us)', 'the email from {M}'],
  [
    'M (sent|wrote|has sent|has written) (me|us)? (a|an|that|this) (email|e-mail|mail|message)',
    'the email from {M}',
  ],
  [
    '(there|here) (is|was|came) (a|an|one|also a|also an) (email|e-mail|mail|message) (from|by) M (in the inbox|in my inbox|among them|for me)?',
    'the email from {M}',
  ],
  [
    '(i|we) (got|received|have got|have received|have) (a|an|this|that) (email|e-mail|mail|message) (from|by) M',
    'the email from {M}',
  ],
  [
    '(a|an) (email|e-mail|mail|message) (from|by) M (came in|came|arrived|is there|has come|has arrived)',
    'the email from {M}',
  ],
  ['N (plus|+) N2', 'the sum of {N} and {N2}'],
  ['(i|we) (am|are) interested in N', '{N}'],
  [
    '(wait for|wait until|wait till) (a|the|some) (new|other)? button (to appear|appears|comes|to come|shows up|comes up|to show up|to come up)',
    'the button that appears',
  ],
  ['see N', '{N}'],
  ['(i|we) (want|need|would like|have|plan|am going|are going) to (go|fly|travel|get|move) to M', '{M}'],
  ['(go|come|move|scroll|turn|get|head) (down|up|over)? to N', '{N}'],
  ['(look|go|click|search) (in|into|inside|at|under) N', '{N}'],
  ['count (down)? to N', '{N}'],
];
