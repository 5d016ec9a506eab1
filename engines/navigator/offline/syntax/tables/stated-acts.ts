// What is to be done or to be so, said of the thing ("X should be ticked", "X needs pressing", "X on"), and the plain order. Pure.
// INVARIANT: a table of everyday English; a row is taken only where all the words of a clause fit it.
//
// `+P N`: the verb of a participle, gerund (`G`) or base form (`B`) with its thing and what stands behind it. `\uF8FF`: by its kind.
import type { FrameRow } from './choices.ts';

/** Wherever a clause may stand. `P N +X`: the verb of `P` with the thing and what follows. */
export const STATED_ACTS: readonly FrameRow[] = [
  ['E $should (go|be sent|be passed on|be forwarded|be shown|get sent) (on)? to M', 'forward {E} to {M}'],
  ['M $should (see|get|have|receive|read|look at) E', 'forward {E} to {M}'],
  // What ends an order.
  [
    '(confirm|finish|end|conclude|complete|confirming|finishing|ending) (it|this|that|up|off|everything)? (with|by) (pressing|hitting|a press of|a press on|clicking|the)? (the)? (enter|return) (key|button)?',
    'press Enter',
  ],
  [
    '(confirm|finish|end|conclude|complete|wrap|close|seal|finalise|finalize|confirming|finishing|ending|confirmed|finished) (it|this|that|up|off|everything)? (with|by|on) (a|the|an)? (final)? (press|click|tap|pressing|clicking|hitting|hit)? (on|of)? N',
    'press {N}',
  ],
  // Logging in.
  ['(i|we) (want|need|would like|have) to be (logged|signed) in', 'log in'],
  ['(get|have) me (logged|signed) in', 'log in'],
  ['me (logged|signed) in', 'log in'],
  ['(do)? (the|a)? (login|log-in|sign-in|log in) (for me)?', 'log in'],
  [
    '(the|my|a|with|with the|with my|using|using the|user)? (username|user name|user|login|login name|account name) (is|:|=|should be)? V',
    'set the username to {V}',
  ],
  [
    '(the|my|a|with|with the|with my|using|using the|and)? (password|passcode|pass word) (is|:|=|should be)? V',
    'set the password to {V}',
  ],
  // Reckoning and searching.
  [
    '(what|how much) (is|are|do|does) N (plus|and|added to) N2 (together|make|in total|make together|come to|altogether)?',
    'add up {N} and {N2}',
  ],
  [
    '(what|how much) (do|does) N (add up to|come to|sum up to|amount to|total|add up to in total)',
    'add up {N}',
  ],
  ['(which|what) word (is|comes|stands) O (in|of) N', 'find the {O} word of {N}'],
  ['what is UL', 'Solve for {UL}'],
  ['what is the (value) of UL', 'Solve for {UL}'],
  [
    'what is the (solution|answer|result) (of|to) (the)? (math|maths)? (problem|sum|equation|calculation|task|question|exercise) (on the page)?',
    'Solve the math problem',
  ],
  [
    '(do)? (the|this|that) (calculation|sum|math|maths|arithmetic) (on the page|on this page)?',
    'Solve the math problem',
  ],
  ['there is a (math|maths) problem (on the page|on this page)?', 'Solve the math problem'],
  ['(do|run|start|make|perform)? a search (for|on|of|with)? V', 'search for {V}'],
  // Acts.
  ['N $should (be|get|have been|be to be) P', '+P N'],
  ['N $should (be|get) P X', '+P N X'],
  ['L $should (all)? (be|get) P', '+P L'],
  ['(both)? L $should (all|both)? (be|get) P', '+P L'],
  [
    'N $should (not|no longer) be (ticked|checked|selected|on|marked|activated) (any more|anymore|any longer)?',
    'untick {N}',
  ],
  ['N (is|are) not to be (ticked|checked|selected|marked)', 'untick {N}'],
  [
    'none of (the)? (boxes|them|these|checkboxes) $should be (ticked|checked|selected|chosen)',
    'select nothing',
  ],
  [
    'none of (the)? (boxes|them|these|checkboxes) (are|is) to be (ticked|checked|selected|chosen)',
    'select nothing',
  ],
  ['nothing $should be (ticked|checked|selected|chosen)', 'select nothing'],
  [
    'N (needs|need|wants|want|requires|require|deserves|is due for|could do with|could use|gets|is worth) G',
    '+G N',
  ],
  ['L (needs|need|wants|want|requires|require) G', '+G L'],
  ['A (need|needs|want|wants|require) G', '{A}'],
  ['A $should be (ticked|checked|selected|on|chosen|marked|activated)', '{A}'],
  ['A (gets|get) a (tick|check|check mark)', '{A}'],
  ['everything $should be (ticked|checked|selected|on) $but N', 'tick all boxes except {N}'],
  ['everything $but N $should be (ticked|checked|selected|on)', 'tick all boxes except {N}'],
  ['(every|each) H K (needs|wants|should get|gets|must get) a (click|press|tap)', 'click all the {H} {K}'],
  ['N $needs (a|an|one|its) (click|press|push|tap|hit|quick press|quick click|single click)', 'click {N}'],
  ['N $needs (a|an|one|its) (tick|check|check mark|checkmark|cross)', 'tick {N}'],
  ['N $needs (a|an|one|its) (double click|double-click|double tap)', 'double-click {N}'],
  ['E (needs|wants|deserves|should get|should have|must get|gets|is to get) a star', 'star {E}'],
  [
    'N is (what|the one|the thing|the \uF8FF) (that)? (i|we|you) (want|need|would like|have|must|should|are|would) (to be|to have|to get|to see|to)? P',
    '+P N',
  ],
  [
    'N (is|are) (what|the one|the ones|the thing|the button|the link|the option|the tab|the box) (to|you should|you have to|you need to|i want you to|i need you to|i would like you to|we need to|i want to|i need to|i would like to|i have to|you must) B',
    '+B N',
  ],
  [
    'N (is|are) (what|the one|the ones|the thing|the button|the link|the tab|the box|the option) (that)? (i|we) (want|need|would like) (it)? (to be|to have|to get|to see)? P',
    '+P N',
  ],
  [
    'N (is|are) (what|the one|the ones|the thing|the button|the link|the tab|the box|the option) (that)? (needs|has|ought|is|must|should|need|have|wants) (to|to be|be)? P',
    '+P N',
  ],
  [
    'N (is|are) (what|the one|the thing|the button|the link|the tab|the box|the option) (that)? (needs|wants|requires) G',
    '+G N',
  ],
  [
    '(what|the thing|the one|the button|all) (that)? (needs to be|has to be|must be|should be|is to be|i want|i need|i would like|ought to be) P is N',
    '+P N',
  ],
  [
    '(what|the thing|the one|all|the button|the box|the link) (i|you|we)? (want|need|would like|have|should|must|ought)? (you)? to B is N',
    '+B N',
  ],
  ['(what|the thing|the one) (that)? needs G is N', '+G N'],
  [
    'the (link|button|tab|box|option) (that)? (i|we|you) (need|want|am after|am looking for|are looking for|would like) is N',
    'click {N}',
  ],
  ['N is the (tab) (i|we) (want|need|would like) (open|to see|to have open)?', 'open {N}'],
  ['N is the (button|link) (i|we) (want|need|am after|are after|am looking for|would like)', 'click {N}'],
  [
    '(in|on) (the)? (dialog|dialog box|pop-up|popup) (i|we)? (go for|go with|choose|pick|want|take|would like|select) N',
    'click {N} in the dialog',
  ],
  ['(answer|respond to|reply to) (the)? (dialog|dialog box|pop-up|popup) with N', 'click {N} in the dialog'],
  ['(answer|respond|reply|say) N (to|in) (the)? (dialog|dialog box|pop-up|popup)', 'click {N} in the dialog'],
  [
    '(choose|pick|click|press|take|select) N when the (dialog|pop-up|popup) (asks|appears|comes up|shows up|opens)',
    'click {N} in the dialog',
  ],
  ['N is what to (press|click|choose|pick) in the dialog', 'click {N} in the dialog'],
  ['E $should (not)? (be|get) (marked|flagged) (as)? important', 'star {E}'],
  ['M $should (get|have|receive|be sent|be forwarded) E', 'forward {E} to {M}'],
  ['M (wants|needs|asked for|would like) E', 'forward {E} to {M}'],
  ['let M have E', 'forward {E} to {M}'],
  ['E (goes|has|needs) to (be forwarded to|be passed on to|be sent on to|go to) M', 'forward {E} to {M}'],
  ['(the|my|your)? (reply|answer|response) to E $should (be|say|read|be that) V', 'reply to {E} with {V}'],
  ['(the|my|your)? (reply|answer|response) to E (is|:|reads|says) V', 'reply to {E} with {V}'],
  [
    'E (needs|wants|should get|gets|must get|should have) (the|a|an) (answer|reply|response) (that says|saying|of|with)? V',
    'reply to {E} with {V}',
  ],
  [
    '(tell|let|write to|write) M (know)? V (in|as) (a|the|your)? (reply|answer|response) (to the email|to the mail|to that email|to the message)?',
    'reply to the email from {M} with {V}',
  ],
  ['(write|send|give) V as (the|an|a|your) (reply|answer|response) to E', 'reply to {E} with {V}'],
  ['E (can|may|should|must) (go|go away|be binned|be deleted|be removed)', 'delete {E}'],
  ['E (has|needs) to go', 'delete {E}'],
  ['E is (no longer needed|not needed|not needed any more|junk|rubbish|spam)', 'delete {E}'],
  ['(both)? L (have|has|need|needs) to go', 'remove {L}'],
  ['(both)? L (can|may|should|must) go', 'remove {L}'],
  ['N (has|have|needs|need) to go', 'remove {N}'],
  // States.
  ['N $should (be)? (on|ticked|enabled|active|activated|switched on|turned on)', '\uF8FFon {N}'],
  ['N $should (be)? (off|disabled|inactive|deactivated|switched off|turned off)', '\uF8FFoff {N}'],
  ['N (on|switched on|turned on|enabled)', '\uF8FFon {N}'],
  ['N (off|switched off|turned off|disabled)', '\uF8FFoff {N}'],
  ['N $should be (unticked|unchecked|unselected|deselected)', 'untick {N}'],
  ['N $should (be|have been|stay|remain|be left|be made) (empty|blank|emptied)', 'clear {N}'],
  ['(nothing|no text) (should|must|may) (be|stand|remain|be left|stay) in N', 'clear {N}'],
  ['N $should be (open|opened|expanded|unfolded|showing|visible|in front|open for me)', '\uF8FFopen {N}'],
  ['N $should be the one (showing|open|in front)', 'open {N}'],
  ['N is the one (i|we) (want|need|would like) open', '\uF8FFopen {N}'],
  ['N (should be|must be|has to be) (closed|gone|out of the way)', 'close {N}'],
  ['(get|have) N (out of the way|closed|gone)', 'close {N}'],
];
