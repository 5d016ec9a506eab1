// Details of one sentence to the fields of a form: by what labels the field, by its options, by what it takes, and what is left
// over to what is left over. INVARIANT: a detail that fits no field stays without one; none is put where another fits better.
import { coverage, normalise, similarity } from '#engines/language.ts';
import { typeOf } from '#engines/navigator/offline/page/by-type.ts';
import { ENTERABLE } from '#engines/navigator/offline/page/ground.ts';
import { labelOf } from '#engines/navigator/offline/page/labels.ts';
import {
  actionable,
  closest,
  has,
  type Item,
  type Outline,
} from '#engines/navigator/offline/page/outline.ts';
import { optionsByFit } from './options.ts';
import { parseDay, parseTime } from '#engines/navigator/offline/words/dates.ts';
import type { Detail } from '#engines/navigator/offline/words/goals.ts';

export type Assigned = { readonly detail: Detail; readonly value: string; readonly field: Item | null };

const MIN_SCORE = 0.45;

/** The fields of the form: what can be entered, in the order of the page. */
export const formFields = (outline: Outline): readonly Item[] =>
  outline.items.filter(
    (item) =>
      ENTERABLE.includes(item.node.role) &&
      actionable(item) &&
      (!has(item, 'readonly') || isDateField(item)) &&
      closest(item, ['banner', 'contentinfo', 'navigation']) === null,
  );

const isDateField = (item: Item): boolean =>
  has(item, 'readonly') || /\b(?:date|calendar|picker)\b/.test(normalise(item.node.description ?? ''));

export function assign(outline: Outline, details: readonly Detail[]): readonly Assigned[] {
  const fields = formFields(outline);
  const pairs = details
    .flatMap((detail, at) => fields.map((field) => ({ at, field, score: fit(outline, field, detail) })))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || a.at - b.at || a.field.index - b.field.index);
  const taken = new Map<number, Item>();
  for (const { at, field } of pairs)
    if (!taken.has(at) && ![...taken.values()].includes(field)) taken.set(at, field);
  const left = fields.filter((field) => ![...taken.values()].includes(field));
  const open = details.flatMap((_, at) => (taken.has(at) ? [] : [at]));
  // One over and one left: they belong together.
  if (open.length === 1 && left.length === 1 && left[0] !== undefined && open[0] !== undefined)
    if (takes(left[0], details[open[0]]?.value ?? '')) taken.set(open[0], left[0]);
  return details.map((detail, at) => {
    const field = taken.get(at) ?? null;
    return { detail, field, value: field === null ? detail.value : valueFor(outline, field, detail) };
  });
}

/** Its name, else what the look says stands beside it, else what stands near. */
const saidOf = (outline: Outline, item: Item): string =>
  item.node.name !== ''
    ? item.node.name
    : (/^beside “(.+)”$/u.exec(item.node.description ?? '')?.[1] ??
      (labelOf(outline, item) || (item.node.description ?? '').replace(/[-_]/g, ' ')));

function fit(outline: Outline, field: Item, { cue, value }: Detail): number {
  if (!takes(field, value)) return 0;
  const label = saidOf(outline, field);
  const cued = cue === '' ? 0 : Math.max(similarity(cue, label), coverage(label, cue) * 0.95);
  const offered = field.node.options === undefined ? 0 : (optionsByFit(field, value)[0]?.score ?? 0) * 0.8;
  const typed = typeFits(field, label, value) ? 0.7 : 0;
  const named = coverage(label, value) * 0.6;
  return Math.max(cued, offered, typed, named);
}

/** A list takes what it offers, a date field a day. */
function takes(field: Item, value: string): boolean {
  if (field.node.options !== undefined) return (optionsByFit(field, value)[0]?.score ?? 0) >= 0.6;
  if (typeOf(field) === 'date') return parseDay(value) !== null;
  if (typeOf(field) === 'time') return parseTime(value) !== null;
  if (field.node.role === 'spinbutton' || field.node.role === 'slider') return /\d/.test(value);
  return true;
}

function typeFits(field: Item, label: string, value: string): boolean {
  const said = normalise(`${label} ${typeOf(field)} ${field.node.description ?? ''}`);
  if (/@/.test(value)) return /\be-?mail\b/.test(said);
  if (parseDay(value) !== null) return /\b(?:date|day|when|calendar)\b/.test(said);
  if (parseTime(value) !== null) return /\b(?:time|hour|at)\b/.test(said);
  if (/^\d{4}$/.test(value)) return /\byear\b/.test(said);
  return false;
}

/** "crime films" in the field Genre of a page about films: what the page's own words say need not be said again. */
function valueFor(outline: Outline, field: Item, { cue, value }: Detail): string {
  if (cue !== '' || field.node.options !== undefined) return value;
  const words = value.split(/\s+/);
  const last = words.at(-1) ?? '';
  const subject = [outline.subject, outline.observation.title, ...headings(outline)].join(' ');
  const label = saidOf(outline, field);
  // What things they are is no part of their kind, size or colour; of their name it may be.
  const ofThings = /s$/i.test(last) && !/\b(?:name|title|query|search|keywords?|text)\b/i.test(label);
  return words.length > 1 && (ofThings || coverage(last, `${subject} ${label}`) >= 0.9)
    ? words.slice(0, -1).join(' ')
    : value;
}

const headings = ({ items }: Outline): readonly string[] =>
  items
    .slice(0, 4)
    .filter(({ node }) => node.ref === null)
    .map(({ node }) => node.name);
