// What a computed value is on the page at hand. INVARIANT: made of what the page says and quoted from it; `null`, never a guess.
import { coverage, similarity, tokens } from '#engines/language.ts';
import { addDays, isoDay, parseDay } from '#engines/navigator/offline/words/dates.ts';
import { findFact } from '#engines/navigator/offline/page/facts.ts';
import { FIELDS } from '#engines/navigator/offline/page/ground.ts';
import { locate } from '#engines/navigator/offline/page/locate.ts';
import { has, inFrame, textOf, within, type Item } from '#engines/navigator/offline/page/outline.ts';
import { parseQuestion } from '#engines/navigator/offline/words/questions.ts';
import { headersOf, isCell } from '#engines/navigator/offline/page/records.ts';
import { changed } from '#engines/navigator/offline/words/changes.ts';
import { solve, written } from '#engines/navigator/offline/words/reckon.ts';
import type { Situation } from '#engines/navigator/offline/page/situation.ts';
import type { Source } from '#engines/navigator/offline/words/source.ts';
import { listOf, parseTarget } from '#engines/navigator/offline/words/target.ts';
import { findMoney, findNumber } from '#engines/navigator/offline/words/values.ts';

export type Evaluated = {
  readonly value: string;
  readonly quote: string;
  readonly confidence: number;
  /** The calculation that it came of: `12 + 7 = 19`. */
  readonly shown?: string;
};

const given = (value: string, quote: string, confidence: number): Evaluated => ({ value, quote, confidence });

export function evaluate(source: Source, situation: Situation): Evaluated | null {
  switch (source.kind) {
    case 'PLACE':
      return place(source.phrase, situation);
    case 'ENTRY':
      return entry(source.nth, situation);
    case 'WORD':
      return word(source.nth, source.phrase, situation);
    case 'SUM':
    case 'DIFFERENCE':
    case 'PRODUCT':
    case 'AVERAGE':
      return reckon(source.kind, source.phrase, situation);
    case 'COUNT':
      return count(source.phrase, situation);
    case 'SOLVE':
      return problem(situation);
    case 'CHANGED': {
      const found = evaluate(source.of, situation);
      return found === null ? null : { ...found, value: changed(found.value, source.how) };
    }
    case 'DAYS':
      return date(source.days, source.after, situation);
    case 'REMEMBERED':
      return remembered(source.phrase, situation);
  }
}

const CONTENT_OF =
  /^(?:the )?(?:text|contents?|value|words?|whole text)(?: that is| which is)? (?:in|of|from|inside)(?: the)? /i;

/** A field's content, a cell, what stands at a label. */
function place(phrase: string, situation: Situation): Evaluated | null {
  const bare = phrase.replace(CONTENT_OF, '').replace(/\s+(?:below|above|on the page)$/i, '');
  const target = parseTarget(bare);
  if (target.kind === 'TEXTAREA' || target.kind === 'FIELD' || /^text$/i.test(bare)) {
    const fields = situation.outline.items.filter(
      (item) => FIELDS.includes(item.node.role) && (item.node.value ?? '') !== '' && !has(item, 'password'),
    );
    const ranked = locate(
      situation.outline,
      { ...target, kind: 'FIELD' },
      { roles: FIELDS, keep: (item) => fields.includes(item) },
    );
    const best = ranked[0]?.item;
    if (best !== undefined)
      return given(
        best.node.value ?? '',
        best.node.value ?? '',
        ranked.length > 1 && target.nth === null && target.name === '' ? 0.7 : 0.93,
      );
  }
  const asked = (parseQuestion(bare) ?? []).find((goal) => goal.kind === 'READ');
  const of = asked?.of?.noun ?? null;
  const found = [
    ...(asked?.fact == null
      ? []
      : findFact(situation.outline, asked.fact, of === '' ? null : of, 'ANY', of === null || of === '')),
    ...findFact(situation.outline, bare, null, 'ANY', true),
  ].sort((a, b) => b.score - a.score)[0];
  if (found !== undefined && found.score >= 0.6)
    return given(found.fact.value, found.fact.quote, Math.min(0.93, found.score));
  const holder = situation.outline.items.find(
    (item) => item.node.description !== undefined && similarity(bare, item.node.description) >= 0.9,
  );
  return holder === undefined ? null : given(textOf(holder), textOf(holder), 0.7);
}

/** The longest list of the page; what is framed is none. */
function entry(nth: number, { outline }: Situation): Evaluated | null {
  const lists = new Map<Item | null, Item[]>();
  for (const item of outline.items)
    if (item.node.role === 'listitem' && !inFrame(item))
      lists.set(item.parent, [...(lists.get(item.parent) ?? []), item]);
  const [longest] = [...lists.values()].sort((a, b) => b.length - a.length);
  const one = nth > 0 ? longest?.[nth - 1] : longest?.at(nth);
  const text = one === undefined ? '' : textOf(one).replace(/^\d+[.)]\s+/, '');
  return text === '' ? null : given(text, text, 0.9);
}

function word(nth: number, phrase: string, situation: Situation): Evaluated | null {
  const text = textMeant(phrase, situation);
  const words = (text ?? '').split(/\s+/).filter((one) => one !== '');
  const one = nth > 0 ? words[nth - 1] : words.at(nth);
  return text === null || one === undefined
    ? null
    : given(one.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, ''), one, 0.9);
}

/** "the paragraph", "the text area": the one that is named, else the longest text. */
function textMeant(phrase: string, situation: Situation): string | null {
  const { items } = situation.outline;
  const fields = items.filter(
    (item) => FIELDS.includes(item.node.role) && (item.node.value ?? '').includes(' '),
  );
  if (/\b(?:area|field|box)\b/i.test(phrase) && fields[0] !== undefined) return fields[0].node.value ?? null;
  const texts = items
    .filter((item) => item.node.role === 'text' && !inFrame(item))
    .map((item) => item.node.name);
  const all = [...texts, ...fields.map((item) => item.node.value ?? '')];
  return all.length === 0 ? null : all.reduce((best, text) => (text.length > best.length ? text : best), '');
}

type Numbers = readonly { readonly value: number; readonly quote: string }[];

function reckon(
  kind: 'SUM' | 'DIFFERENCE' | 'PRODUCT' | 'AVERAGE',
  phrase: string,
  situation: Situation,
): Evaluated | null {
  const parts = listOf(phrase);
  const named = parts.length > 1 ? parts.map((part) => numberAt(part, situation)) : [];
  const numbers: Numbers =
    named.length > 1 && named.every((one) => one !== null)
      ? named.filter((one) => one !== null)
      : column(phrase, situation);
  if (numbers.length < 2) return null;
  const values = numbers.map(({ value }) => value);
  const sum = values.reduce((total, value) => total + value, 0);
  const [a = 0, b = 0] = values;
  const result =
    kind === 'SUM'
      ? sum
      : kind === 'AVERAGE'
        ? sum / values.length
        : kind === 'PRODUCT'
          ? values.reduce((total, value) => total * value, 1)
          : Math.abs(a - b);
  return {
    ...given(written(result), numbers[0]?.quote ?? '', 0.9),
    shown: calculation(kind, values, result),
  };
}

const MAX_SHOWN_NUMBERS = 12;
function calculation(
  kind: 'SUM' | 'DIFFERENCE' | 'PRODUCT' | 'AVERAGE',
  values: readonly number[],
  result: number,
): string {
  const sign = kind === 'DIFFERENCE' ? '−' : kind === 'PRODUCT' ? '×' : '+';
  const used = kind === 'DIFFERENCE' ? values.slice(0, 2).sort((a, b) => b - a) : values;
  const more = used.length > MAX_SHOWN_NUMBERS ? ` ${sign} …` : '';
  const sum = `${used.slice(0, MAX_SHOWN_NUMBERS).map(written).join(` ${sign} `)}${more}`;
  return `${kind === 'AVERAGE' ? `(${sum}) / ${used.length}` : sum} = ${written(result)}`;
}

function numberAt(phrase: string, situation: Situation): Numbers[number] | null {
  const literal = /^-?\d+(?:\.\d+)?$/.test(phrase) ? Number(phrase) : null;
  if (literal !== null) return { value: literal, quote: '' };
  const found = place(phrase, situation);
  const value = found === null ? null : (findMoney(found.value)[0]?.amount ?? findNumber(found.value));
  return found === null || value === null ? null : { value, quote: found.quote };
}

const cellNumber = (text: string): number | null =>
  findMoney(text)[0]?.amount ?? (/^\W*\d/.test(text) ? findNumber(text) : null);

/** The numbers of the column, or of the list, that the phrase names. */
function column(phrase: string, situation: Situation): Numbers {
  const wanted = phrase
    .replace(/\b(?:columns?|values?|all|numbers?|in the table|in the list)\b/gi, ' ')
    .trim();
  const rows = situation.outline.items.filter((item) => item.node.role === 'row');
  const cells = rows.flatMap((row) => {
    const at = headersOf(row).findIndex((header) => wanted !== '' && similarity(wanted, header) >= 0.75);
    const own = row.children.filter(isCell);
    const cell = own[at];
    return at < 0 || cell === undefined || cell.node.role === 'columnheader' ? [] : [textOf(cell)];
  });
  const texts =
    cells.length > 0
      ? cells
      : situation.outline.items.filter((item) => item.node.role === 'listitem').map(textOf);
  return texts.flatMap((text) => {
    const value = cellNumber(text);
    return value === null ? [] : [{ value, quote: text }];
  });
}

const COUNTED_GROUP = /\b(?:items?|rows?|entries|results?|elements?|things?)\b/i;

/** Rows, list items or drawn shapes that fit the words. */
function count(phrase: string, situation: Situation): Evaluated | null {
  const { items, subject } = situation.outline;
  const about =
    /^(.*?)\s*\b(?:are |is |come |comes |live |lives |there )*(?:from|in|with|of|named|called|has|have)\s+(?:the )?(.+)$/i.exec(
      phrase,
    );
  const noun = (about?.[1] ?? phrase).replace(/\b(?:are|is|there)\b/gi, '').trim();
  const rows = items.filter(
    (item) =>
      item.node.role === 'row' &&
      item.children.some((cell) => isCell(cell) && cell.node.role !== 'columnheader'),
  );
  const listed = items.filter((item) => item.node.role === 'listitem' && !inFrame(item));
  const things: readonly Item[] = rows.length > 0 && !/\blist\b/i.test(phrase) ? rows : listed;
  const restriction = about?.[2] ?? '';
  if (things.length > 0 && restriction !== '' && !/^(?:list|table|page)$/i.test(restriction)) {
    const fitting = things.filter((item) => rowSays(item, restriction));
    return given(
      written(fitting.length),
      fitting[0] === undefined ? subject : longestIn(fitting[0]),
      fitting.length === 0 ? 0.6 : 0.9,
    );
  }
  const shapes = items.filter((item) => item.children.length === 0 && looksLike(item, noun));
  if (shapes.length > 0 && !COUNTED_GROUP.test(noun)) return given(written(shapes.length), subject, 0.85);
  return things.length === 0 ? null : given(written(things.length), longestIn(things[0]), 0.88);
}

/** "the city Utrecht" names the column, too. */
function rowSays(row: Item, restriction: string): boolean {
  const cells = row.children.filter(isCell).map(textOf);
  const headers = headersOf(row);
  const texts = cells.length > 0 ? cells : [textOf(row)];
  return texts.some((text, i) => {
    const bare = tokens(restriction)
      .filter((one) => coverage(one, headers[i] ?? '') < 0.9)
      .join(' ');
    return (
      text !== '' && similarity(bare === '' ? restriction : bare, text) >= (cells.length > 0 ? 0.85 : 0.75)
    );
  });
}

const looksLike = (item: Item, phrase: string): boolean =>
  item.node.name === '' && coverage(phrase, item.node.description ?? '') >= 0.99;

const longestIn = (item: Item | undefined): string =>
  item === undefined
    ? ''
    : [item, ...within(item)]
        .map(({ node }) => node.name)
        .reduce((best, name) => (name.length > best.length ? name : best), '');

function problem(situation: Situation): Evaluated | null {
  for (const item of situation.outline.items) {
    const value = solve(item.node.name);
    if (value !== null) return given(written(value), item.node.name, 0.93);
  }
  const line = situation.outline.items
    .filter((item) => item.node.role === 'text')
    .map((item) => item.node.name);
  const value = solve(line.join(' '));
  return value === null ? null : given(written(value), line[0] ?? '', 0.75);
}

function date(days: number, after: string, situation: Situation): Evaluated | null {
  const literal = parseDay(after);
  const found = literal === null ? place(after, situation) : null;
  const from = literal ?? (found === null ? null : parseDay(found.value));
  return from === null ? null : given(isoDay(addDays(from, days)), found?.quote ?? '', 0.92);
}

/** The fact that was read last, or the one that bears the name. */
function remembered(phrase: string, situation: Situation): Evaluated | null {
  const { facts } = situation.memory;
  const fact = facts.findLast((one) => similarity(phrase, one.label) >= 0.6) ?? facts.at(-1);
  return fact === undefined ? null : given(fact.value, fact.quote, 0.88);
}
