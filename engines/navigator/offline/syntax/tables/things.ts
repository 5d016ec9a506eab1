// The frames of verbs for things of a list: move, sort, delete, reply, forward, book. Pure. INVARIANT: a table of everyday
// English; a frame is taken only where all the words of a clause fit it. The slots are those of `slots.ts`.
import type { FrameRow } from './choices.ts';

/** To a place of a list, and all of it into an order. */
export const MOVES: readonly FrameRow[] = [
  [
    'N (up|down)? (in|into|to|at|on|onto)? (the)? (very)? (top|beginning|start) (of the list|in the list|of it)?',
    'drag {N} to the top of the list',
  ],
  [
    'N (up|down)? (until it is|so that it is|so it is) (at the top|first) (of the list|in the list)?',
    'drag {N} to the top of the list',
  ],
  [
    'N (up|down)? (in|into|to|at|on|onto)? (the)? (very)? (bottom|end) (of the list|in the list|of it)?',
    'drag {N} to the bottom of the list',
  ],
  [
    'N (up|down)? (to|in|into|at|on|until it is in|until it is at|so that it is in|so that it is at) (the)? (position|place|spot|slot) (number)? I (in the list|of the list)?',
    'drag {N} to position {I}',
  ],
  [
    'N (up|down)? (to|in|into|at|on|until it is|so that it is|so that it comes|so it is|until it comes) (the)? O (position|place|spot|slot|one|item|entry)? (in the list|of the list)?',
    'drag {N} to the {O} position',
  ],
  [
    '(the)? (numbers|items|values|entries|list|list of numbers) (in order|in the right order|into order)? (,)? $first',
    'Sort the numbers in increasing order',
  ],
  [
    '(the)? (numbers|items|values|entries|list|list of numbers) (in order|in the right order|into order)? (,)? $last',
    'Sort the numbers in decreasing order',
  ],
  ['E (in|into|to) (the|my)? $bin', 'delete {E}'],
  ['(the)? (table|rows|list) (in|into) (the)? order (of|by) (the)? N', 'sort the table by {N}'],
  ['(the)? (mouse|pointer|cursor|mouse pointer) (over|onto|on|to|above|on top of) N', 'hover over {N}'],
];

export const THINGS: Readonly<Record<string, readonly FrameRow[]>> = {
  delete: [
    ['E (in|into|to) (the|my)? $bin', 'delete {E}'],
    ['E away', 'delete {E}'],
    ['(the|this|that)? (dialog|dialog box|pop-up|popup|banner|notice|window|overlay)', 'close the dialog'],
    ['(the)? (tick|check|check mark|checkmark) (from|at|of|on|off|in|beside|next to|for) N', 'untick {N}'],
    ['(the|all)? (text|contents|content|value|entry|words) (in|of|from|out of) F', 'clear {F}'],
    ['(what|whatever|everything) (is|stands)? (written)? (in|inside) F', 'clear {F}'],
    ['E', '{!} {E}'],
    ['(both)? L', 'remove {L}'],
    ['N', '{!} {N}'],
  ],
  drag: [
    ...MOVES,
    [
      'N (over|across|over to|across to)? (to|into|onto|in|on|over to|over into|across to|inside|over in) N2',
      'drag {N} to {N2}',
    ],
  ],
  carry: [
    ['V (in|into|inside) FT', 'enter {V} into {FT}'],
    ...MOVES,
    [
      'N (over|across|over to|across to)? (to|into|onto|in|on|over to|over into|across to|inside|over in) Y',
      'drag {N} to {Y}',
    ],
  ],
  sort: [
    [
      '(the)? (numbers|items|values|entries|list|list of numbers) (in order|in increasing order|in ascending order)? (,)? $first',
      'Sort the numbers in increasing order',
    ],
    [
      '(the)? (numbers|items|values|entries|list|list of numbers) (in order|in decreasing order|in descending order)? (,)? $last',
      'Sort the numbers in decreasing order',
    ],
    [
      '(the)? (table|rows|list|rows of the table|entries|results|table rows) (by|according to|after|on|in order of|by means of) (the column)? N',
      'sort the table by {N}',
    ],
    ['(by|according to|in order of) (the)? N', 'sort by {N}'],
    ['(it|them|this|that) (by|according to|in order of) (the)? N', 'sort the table by {N}'],
    ['(it|them|this|that)', 'sort it'],
    ['(the list)? so that N (comes|is) O', 'drag {N} to the {O} position'],
  ],
  star: [['E', 'star {E}']],
  reply: [
    ['(with|by|saying|:) (the text|the words|the message)? V', 'reply to it with {V}'],
    [
      '(to)? E (with|:|saying|by saying|by writing) (the text|the words|the message|the answer)? V',
      'reply to {E} with {V}',
    ],
    [
      '(to)? M (with|:|saying|by saying|by writing)? (:)? (the text|the words|the message)? V',
      'reply to the email from {M} with {V}',
    ],
  ],
  forward: [
    ['E (on)? to M', 'forward {E} to {M}'],
    ['to M E', 'forward {E} to {M}'],
    ['M E', 'forward {E} to {M}'],
  ],
  send: [
    ['(the|this)? (form|it) (with|using) (the|my|a)? G NV', 'set the {G} to {NV} ;; >press send'],
    ['(the|this)? (form|it) (with|using) NV (as|for) F', 'enter {NV} as {F} ;; >press send'],
    [
      '(it|this|that|them|the form|everything) (off|away)? (with|using|via|by) (the)? M (button)?',
      'press {M}',
    ],
    ['E (on|along|over)? to M', 'forward {E} to {M}'],
    ['(it) (on|along|over)? to M', 'forward it to {M}'],
    ['M E', 'forward {E} to {M}'],
    [
      '(a|the)? (reply|answer|response) to M (that says|saying|reading|with|with the text|that reads) V',
      'reply to the email from {M} with {V}',
    ],
    [
      'M (a|the) (reply|answer|response) (that says|saying|reading|with|with the text|that reads|:)? V',
      'reply to the email from {M} with {V}',
    ],
    [
      '(the|a|this|my)? message (saying|that says|reading|with the text|:)? V',
      'write {V} into the message field ;; press send',
    ],
    ['V as (a|the|my)? message', 'write {V} into the message field ;; press send'],
    ['(it|this|that|them|the form|everything)', 'press send'],
  ],
  submit: [
    ['(it|the form|everything|this)? with N (ticked|checked|selected|chosen)', 'tick {N} ;; >press submit'],
    ['(the|this)? (form|it) (with|using) (the|my|a)? G NV', 'set the {G} to {NV} ;; >press submit'],
    ['(the|this)? (form|it) (with|using) NV (as|for) F', 'enter {NV} as {F} ;; >press submit'],
    [
      '(it|this|that|them|the form|everything|the page|all|all of it|the lot|your answer|the answer|the result|the thing|the whole thing|this thing|my answer|my choice|the choice)',
      'press submit',
    ],
    ['(the form)? with V in F', 'enter {V} into {F} ;; press submit'],
    [
      '(what|whatever) (comes out|it comes to|that comes to|you get|it is|the result is|the answer is|comes out of it)',
      'enter it ;; press submit',
    ],
    ['V (through|using|with|via|by|by means of) F', 'enter {V} into {F} ;; press submit'],
  ],
  save: [
    ['(it|this|that|them|the form|everything|all)', 'press save'],
    ['(the|my|your)? (changes|change|settings)', 'save the changes'],
  ],
  book: [['N', 'book {N}']],
  redeem: [['(it|this|that|the code|the voucher)', 'press redeem']],
  edit: [
    ['(the)? (row|entry|line)? (of|for)? M', 'press Edit for {M}'],
    ["M ('s) (row|entry|line)", 'press Edit for {M}'],
  ],
  add: [
    ['V as (a|the) new item', 'enter {V} into the new item field'],
    ['a star to E', 'star {E}'],
    ['N to (the|my)? (chosen|selected) list', 'drag {N} to the chosen list'],
    ['N (to|into|in) (the|my)? BK', 'add {N} to the {BK}'],
    ['N (to|into|in) (the|my)? BK (in|at|of) (the)? W', 'add {N} to the {BK} in the {W}'],
    ['N and N2 (together|up)', 'find the sum of {N} and {N2}'],
    ['it', 'press Add for it'],
  ],
  'check in': [
    ['(with|using) NV (as|for) F', 'enter {NV} as {F} ;; press check in'],
    ['(with|using) R (as|for) F', 'enter {R} as {F} ;; press check in'],
  ],
  have: [],
};
