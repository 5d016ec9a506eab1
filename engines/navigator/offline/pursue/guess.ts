// Guessing by halves: a number into the field, the button, and what the page says to it. The bounds stand in each step's words.
// INVARIANT: a guess that the page does not answer is not followed by another.
import { normalise } from '#engines/language.ts';
import { saysRight } from '#engines/navigator/offline/tactics/gauge.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { FIELDS, submitOf } from '#engines/navigator/offline/page/ground.ts';
import { isPressable } from '#engines/navigator/offline/page/locate.ts';
import { seenText } from '#engines/navigator/offline/page/seen.ts';
import { actionable, has, type Item, type Outline } from '#engines/navigator/offline/page/outline.ts';
import {
  act,
  click,
  reached,
  stuck,
  type,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';

const GUESS = /guess (-?\d+) of (-?\d+) to (-?\d+)/;
const SENDS = 'sends the guess';

export function pursueGuess(situation: Situation, goal: GoalOf<'GUESS'>): Move {
  const { outline, tried } = situation;
  const at = tried.findLastIndex(({ entry }) => GUESS.test(entry.proposal.reasoning));
  const last = GUESS.exec(tried[at]?.entry.proposal.reasoning ?? '');
  const field = fieldFor(outline);
  if (last === null) return guess(field, goal.low, goal.high);
  const [value, low, high] = [Number(last[1]), Number(last[2]), Number(last[3])];
  const since = tried.slice(at + 1);
  const sent = since.some(({ entry }) => entry.proposal.reasoning.includes(SENDS));
  if (!sent) {
    const button =
      field === null ? null : submitOf(outline, field, /guess|submit|check|try|go|ok|send|enter/);
    if (button !== null) return click(button, 0.9, `“${button.node.name}” ${SENDS} ${value}`, true);
    return field === null
      ? stuck('the field for the guess is gone')
      : act('TYPE', field, 'key:Enter', 0.8, `Enter ${SENDS} ${value}`, true);
  }
  const said = answerOf(outline);
  switch (said) {
    case 'RIGHT':
      return reached(0.95, seenText(outline.items.find(({ node }) => saysRight(node.name))?.node.name ?? ''));
    case 'HIGHER':
      return guess(field, value + 1, high);
    case 'LOWER':
      return guess(field, low, value - 1);
    case 'NOTHING':
      if (field === null) return reached(0.75);
      return since.some(({ entry }) => entry.proposal.action === 'WAIT')
        ? stuck(`the page says nothing to the guess ${value}`)
        : act('WAIT', null, '600', 0.6, 'the answer may need a moment', true);
  }
}

function guess(field: Item | null, low: number, high: number): Move {
  if (field === null) return stuck('there is no field to guess in');
  if (low > high) return stuck('what the page says leaves no number to guess');
  const value = Math.floor((low + high) / 2);
  return type(field, String(value), 0.9, `guess ${value} of ${low} to ${high}`, true);
}

const fieldFor = (outline: Outline): Item | null =>
  outline.items.find((item) => item.node.role === 'spinbutton' && actionable(item)) ??
  outline.items.find(
    (item) => FIELDS.includes(item.node.role) && actionable(item) && !has(item, 'readonly'),
  ) ??
  null;

type Said = 'HIGHER' | 'LOWER' | 'RIGHT' | 'NOTHING';
const UP = '(?:higher|greater|larger|bigger|more|above)';
const DOWN = '(?:lower|less|smaller|fewer|below|under)';
const guessWas = (how: string): string => `\\b(?:your )?guess (?:is|was) ${how}`;
const isSo = (how: string): string =>
  `\\b(?:number|answer|target|value|secret|it)\\b[^.!]* ${how}\\b|\\b(?:go|try|guess|think|aim) (?:a (?:bit|little) )?${how}\\b|^\\W*${how}\\b`;
const HIGHER = new RegExp(`\\btoo (?:low|small|little)\\b|${guessWas(DOWN)}|${isSo(UP)}`);
const LOWER = new RegExp(`\\btoo (?:high|big|large|great|much)\\b|${guessWas(UP)}|${isSo(DOWN)}`);

/** What the page's texts say to the guess; contradictory words say nothing. */
function answerOf(outline: Outline): Said {
  const texts = outline.items
    .filter((item) => item.node.name !== '' && !isPressable(item) && !FIELDS.includes(item.node.role))
    .map((item) => normalise(item.node.name));
  if (texts.some(saysRight)) return 'RIGHT';
  const own = texts.filter((text) => /\bguess (?:is|was)\b|\btoo\b/.test(text));
  const read = own.length > 0 ? own : texts;
  const [up, down] = [read.some((text) => HIGHER.test(text)), read.some((text) => LOWER.test(text))];
  return up === down ? 'NOTHING' : up ? 'HIGHER' : 'LOWER';
}
