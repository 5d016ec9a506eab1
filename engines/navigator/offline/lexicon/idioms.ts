// Turns of phrase for an act ("give X a click", "get rid of the text in X") and the plain order that they are. Pure.
// INVARIANT: a table of everyday English; nothing here names a site, a product or a task.
import { ACT_TURNS } from './phrases/acts.ts';
import { heard, mayMatch, rewrittenOnce } from './phrases/clues.ts';
import { THING_TURNS } from './phrases/things.ts';
import { VALUE_TURNS } from './phrases/values.ts';

type Turns = readonly (readonly [RegExp, string])[];

/** What is done, said as a thing: "a click", "a tick", "a star"; and the verb. */
const DEED: Readonly<Record<string, string>> = {
  click: 'click',
  press: 'click',
  push: 'click',
  tap: 'click',
  hit: 'click',
  'double-click': 'double-click',
  'double click': 'double-click',
  'double tap': 'double-click',
  'right-click': 'right-click',
  'right click': 'right-click',
  tick: 'tick',
  check: 'tick',
  checkmark: 'tick',
  'check mark': 'tick',
  cross: 'tick',
  star: 'star',
  drag: 'drag',
};
const DEEDS = Object.keys(DEED)
  .toSorted((a, b) => b.length - a.length)
  .join('|');
const MANNER = '(?:quick |little |gentle |single |good |nice )?';
const DEED_OF = [
  new RegExp(
    String.raw`^(?<x>.+?) (?:needs?|wants?|gets?|deserves?|(?:should|must|has to|have to|needs? to) (?:get|have|be given)|could do with|is to get) (?:an?|its|their) ${MANNER}(?<deed>${DEEDS})$`,
    'iu',
  ),
  new RegExp(
    String.raw`^give (?:an? ${MANNER}(?<deed>${DEEDS}) to (?<x>.+)|(?<y>.+?) an? ${MANNER}(?<deed2>${DEEDS}))$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:have|do|make|perform|place|put|set|leave|add|take) (?:an? )?${MANNER}(?<deed>${DEEDS})s? (?:on|at|in|into|to|for|against|by|beside|next to|behind|before) (?<x>.+)$`,
    'iu',
  ),
  new RegExp(String.raw`^(?:an? )${MANNER}(?<deed>${DEEDS}) (?:on|at|for) (?<x>.+)$`, 'iu'),
];
/** "give X a click", "X needs a tick": the verb and what it is done to. */
function deed(text: string): string | null {
  const now = heard(text);
  for (const pattern of DEED_OF) {
    if (!mayMatch(pattern, now)) continue;
    const groups = pattern.exec(text)?.groups;
    const verb = DEED[(groups?.['deed'] ?? groups?.['deed2'] ?? '').toLowerCase()];
    if (groups !== undefined && verb !== undefined) return `${verb} ${groups['x'] ?? groups['y'] ?? ''}`;
  }
  return null;
}

/** Idioms: one verb with its own small words each. */
const IDIOMS: Turns = [...ACT_TURNS, ...VALUE_TURNS, ...THING_TURNS];

/** A thing alone is the order to use it. */
const ALONE: Turns = [
  // INVARIANT: no verb stands before it ("frobnicate the X button").
  [
    /^(the \S+(?: \S+){0,2} (?:button|link)|(?:\uE000\d+\uE001|\p{Lu}\S*)(?: (?!the |an? )\S+)? (?:button|link))(?:,? (?:please|now))?$/u,
    'click $1',
  ],
  [/^(the \S+(?: \S+)? tab|(?:\uE000\d+\uE001|\p{Lu}\S*) tab)(?:,? (?:please|now))?$/u, 'open $1'],
  [/^(\p{Lu}\S*|\uE000\d+\uE001),? please$/u, 'choose $1'],
];

const turned = (text: string, turns: Turns): string | null =>
  rewrittenOnce(text, turns)?.replace(/\s+/g, ' ').trim() ?? null;
export const idiom = (text: string): string | null => deed(text) ?? turned(text, IDIOMS);
export const named = (text: string): string | null => turned(text, ALONE);
