// Goals that enter a value: text, numbers, dates and times in the form that the field takes, sliders, steppers, suggestions.
import { coverage, similarity } from '#engines/language.ts';
import { approach } from '#engines/navigator/offline/tactics/approach.ts';
import { calendarStep } from '#engines/navigator/offline/tactics/calendar.ts';
import { isoDay, isoTime, parseDay, parseTime, sameDay } from '#engines/navigator/offline/words/dates.ts';
import { evaluate } from '#engines/navigator/offline/tactics/evaluate.ts';
import { explore } from '#engines/navigator/offline/tactics/explore.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { confidenceOf, ENTERABLE, type Candidate } from '#engines/navigator/offline/page/ground.ts';
import { typeOf } from '#engines/navigator/offline/page/by-type.ts';
import { fieldsFor } from '#engines/navigator/offline/tactics/fields.ts';
import { locate } from '#engines/navigator/offline/page/locate.ts';
import { seenOn, seenValue } from '#engines/navigator/offline/page/seen.ts';
import { actionable, has, type Item } from '#engines/navigator/offline/page/outline.ts';
import { optionMove } from '#engines/navigator/offline/tactics/options.ts';
import { fillDrawnList, isDrawnList } from './combobox.ts';
import { nameOf, readingOf } from './press.ts';
import { slide, stepper } from './steppers.ts';
import {
  click,
  reached,
  spent,
  stuck,
  type,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { parseTarget, type Target } from '#engines/navigator/offline/words/target.ts';
import { findNumber } from '#engines/navigator/offline/words/values.ts';

const MIN_SCORE = 0.6;

export function pursueFill(situation: Situation, goal: GoalOf<'FILL'>): Move {
  const target = fieldTarget(situation, goal);
  if (goal.from !== undefined) return fillComputed(situation, goal, target, goal.from);
  return goal.every === true
    ? fillEvery(situation, goal, target)
    : fillOne(situation, goal, target, goal.value);
}

const fieldTarget = (situation: Situation, goal: GoalOf<'FILL'>): Target => {
  const target = readingOf(situation, goal.field, ENTERABLE);
  return target.name === '' && target.kind === null ? { ...target, kind: 'FIELD' } : target;
};

/** The value stands on this page, or was read on another one; then the field is looked for. */
function fillComputed(
  situation: Situation,
  goal: GoalOf<'FILL'>,
  target: Target,
  from: NonNullable<GoalOf<'FILL'>['from']>,
): Move {
  const typed = situation.tried.find(
    ({ entry }) =>
      entry.proposal.action === 'TYPE' && entry.outcome === 'done' && entry.proposal.text !== null,
  )?.entry.proposal.text;
  const noted = situation.tried
    .flatMap(({ entry }) => (entry.proposal.action === 'EXTRACT' ? (entry.proposal.facts ?? []) : []))
    .at(-1);
  const found = typed == null && noted === undefined ? evaluate(from, situation) : null;
  const value = typed ?? noted?.value ?? found?.value;
  if (value === undefined)
    return (
      explore(situation, goal.field) ??
      stuck(
        `the value for “${goal.field === '' ? 'the field' : goal.field}” could not be worked out from this page`,
      )
    );
  const move = fillOne(situation, goal, target, value);
  if (move.kind === 'ACT' && found !== null)
    return {
      ...move,
      confidence: Math.min(move.confidence, found.confidence),
      why: `${move.why}; the value was ${found.shown === undefined ? 'read from the page' : `worked out: ${found.shown}`}`,
    };
  if (move.kind !== 'STUCK' || found === null) return move;
  const fact = { label: goal.field, value, quote: found.quote, url: situation.observation.url };
  return {
    kind: 'ACT',
    action: 'EXTRACT',
    item: null,
    text: goal.field,
    confidence: found.confidence,
    why: 'the value is noted for where it is to be entered',
    onTheWay: true,
    facts: [fact],
  };
}

function fillEvery(situation: Situation, goal: GoalOf<'FILL'>, target: Target): Move {
  const fields = situation.outline.items.filter((item) => isTextField(item));
  const named =
    target.name === '' ? fields : fields.filter((item) => coverage(target.name, item.node.name) >= 0.85);
  const pool = named.length > 0 ? named : fields;
  const next = pool.filter(
    (item) =>
      !situation.tried.some(
        ({ entry }) => entry.proposal.ref === item.node.ref && entry.outcome === 'done',
      ) && item.node.value !== goal.value,
  )[0];
  if (next === undefined)
    return pool[0] !== undefined ? reached(0.92, seenValue(pool[0])) : stuck('there is no field to fill in');
  return type(next, goal.value, 0.92, `“${nameOf(next)}” is one of the fields`, true);
}

const isTextField = (item: Item): boolean =>
  ['textbox', 'searchbox', 'spinbutton', 'combobox'].includes(item.node.role) &&
  actionable(item) &&
  !has(item, 'readonly') &&
  item.node.options === undefined;

function fillOne(situation: Situation, goal: GoalOf<'FILL'>, target: Target, value: string): Move {
  const { outline } = situation;
  const found = fieldsFor(situation, target, value);
  const best = found[0];
  if (best === undefined || best.score < MIN_SCORE) {
    const other = withoutField(situation, goal, target, value);
    if (other !== null) return other;
    return (
      explore(situation, goal.field) ??
      (goal.field === '' ? null : approach(situation, { phrase: '', hints: goal.field })) ??
      stuck(`no field “${goal.field}” was found on “${outline.subject}”`)
    );
  }
  return enter(situation, goal, best, found, value);
}

/** The value as the field takes it; `null` where it cannot be one. */
function fitting(item: Item, value: string): string | null {
  const [day, time] = [parseDay(value), parseTime(value)];
  switch (typeOf(item)) {
    case 'date':
      return day === null ? null : isoDay(day);
    case 'time':
      return time === null ? null : isoTime(time);
    case 'datetime-local':
      return day === null || time === null ? null : `${isoDay(day)}T${isoTime(time)}`;
    case 'month':
      return day === null ? value : isoDay(day).slice(0, 7);
    default:
      return value;
  }
}

const enter = (
  situation: Situation,
  goal: GoalOf<'FILL'>,
  { item }: Candidate,
  found: readonly Candidate[],
  value: string,
): Move => enterInto(situation, item, value, confidenceOf(found), goal.field);

/** The value into that very field, in the way that the field takes it; `REACHED` where it stands there. */
export function enterInto(situation: Situation, item: Item, value: string, sure = 0.88, field = ''): Move {
  if (item.node.options !== undefined) {
    const there = item.node.value ?? '';
    const chosen = situation.tried.some(
      ({ entry }) => entry.outcome === 'done' && entry.proposal.text === there,
    );
    if (there !== '' && (chosen || similarity(value, there) >= 0.95)) return reached(0.94, seenValue(item));
    return optionMove(item, value, false);
  }
  if (item.node.role === 'slider' || item.node.role === 'generic') return slide(situation, item, value);
  const day = parseDay(value);
  if (has(item, 'readonly') && day !== null)
    return (
      calendarStep(situation, day, item) ?? stuck(`the calendar of “${nameOf(item)}” was not understood`)
    );
  if (isDrawnList(item)) return fillDrawnList(situation, item, value, sure);
  const wanted = fitting(item, value);
  if (wanted === null) return stuck(`“${nameOf(item)}” takes a ${typeOf(item)}, and “${value}” is none`);
  if (isThere(item, wanted, value)) return reached(0.95, seenValue(item));
  const tried = situation.tried.filter(
    ({ entry }) => entry.proposal.action === 'TYPE' && entry.proposal.ref === item.node.ref,
  );
  // The page wrote it in its own way, or keeps it to itself.
  if (tried.some(({ entry }) => entry.outcome !== 'failed')) return reached(0.7);
  return type(item, wanted, sure, `“${nameOf(item)}” is the field${field === '' ? '' : ` ${field}`}`, false);
}

function isThere(item: Item, wanted: string, value: string): boolean {
  const there = item.node.value ?? '';
  if (there === wanted) return true;
  const [a, b] = [parseDay(there), parseDay(value)];
  return a !== null && b !== null && sameDay(a, b);
}

/** No field takes it: a stepper's buttons, a calendar that stands open, a box that is on or off, a list of choices. */
function withoutField(
  situation: Situation,
  goal: GoalOf<'FILL'>,
  target: Target,
  value: string,
): Move | null {
  const day = parseDay(value);
  if (day !== null) {
    const opened = calendarStep(situation, day, null);
    if (opened !== null) return opened;
  }
  const wanted = findNumber(value);
  const stepped =
    wanted === null || !/^-?\d+$/.test(value.trim()) ? null : stepper(situation, target, wanted);
  if (stepped !== null) return stepped;
  const picked = locate(
    situation.outline,
    {
      ...parseTarget(''),
      name: value,
      relations: target.name === '' ? [] : [{ how: 'OF', anchor: target.name }],
    },
    { keep: (item) => ['radio', 'option', 'menuitemradio'].includes(item.node.role) },
  )[0];
  if (picked !== undefined && picked.score >= 0.8)
    return has(picked.item, 'checked')
      ? reached(0.93, seenOn(picked.item, true))
      : click(picked.item, 0.88, `“${nameOf(picked.item)}” is the choice for ${goal.field}`, false);
  return openList(situation, target, value);
}

/** "set City to Kiel" where City is a button or box that opens a list. */
function openList(situation: Situation, target: Target, value: string): Move | null {
  const option = locate(
    situation.outline,
    { ...parseTarget(''), name: value },
    { roles: ['option', 'menuitem', 'menuitemradio', 'listitem'] },
  )[0];
  if (option !== undefined && option.score >= 0.85 && situation.tried.length > 0)
    return click(option.item, 0.9, `“${nameOf(option.item)}” is the option`, false);
  const opener =
    target.name === ''
      ? undefined
      : locate(
          situation.outline,
          { ...target, kind: null },
          {
            keep: (item) =>
              ['button', 'combobox', 'generic'].includes(item.node.role) && !spent(situation, 'CLICK', item),
          },
        )[0];
  if (opener === undefined || opener.score < 0.75) return null;
  return click(opener.item, 0.8, `“${nameOf(opener.item)}” opens its list`, true);
}
