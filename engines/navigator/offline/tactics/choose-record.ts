// Choosing one of many: cheapest, best rated, newest, the nth. INVARIANT: a choice is made only over all that the list has:
// sorted by the site itself, on one page, or gathered page by page.
import { coverage, headOf, normalise, stem, tokens } from '#engines/language.ts';
import type { ExtractedFact } from '#engines/navigator/contract.ts';
import { approach } from './approach.ts';
import type { Ordering, Selector } from '#engines/navigator/offline/words/selectors.ts';
import { nextPage, submitOf } from '#engines/navigator/offline/page/ground.ts';
import { actionable, quoteNear, type Item } from '#engines/navigator/offline/page/outline.ts';
import type { PageRecord } from '#engines/navigator/offline/page/records.ts';
import {
  click,
  inheritedNoun,
  lists,
  mainRecords,
  spent,
  type,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { findMoney, findNumber } from '#engines/navigator/offline/words/values.ts';

export type Chosen = {
  readonly record: PageRecord;
  readonly confidence: number;
  /** How many were compared, and what was left out, in words. */
  readonly note: string;
};
export type Choice =
  | { readonly chosen: Chosen }
  | { readonly gathered: ExtractedFact }
  | { readonly move: Move | null };

export function chooseRecord(situation: Situation, selector: Selector): Choice {
  const noun = selector.noun === '' ? inheritedNoun(situation) : selector.noun;
  const records = mainRecords(situation.outline);
  const listed = lists(situation, noun) && records.length > 0;
  if (!listed) {
    const move = approach(situation, { phrase: noun, hints: selector.by?.word ?? '', asList: true });
    if (move !== null) return { move };
  }
  const { strict, loose } = matching(records, noun, listed);
  const pool = strict.length > 0 ? strict : loose;
  if (selector.by === null) {
    const record = pool.at(selector.nth === null ? 0 : selector.nth > 0 ? selector.nth - 1 : -1);
    if (record !== undefined) return { chosen: { record, confidence: 0.85, note: '' } };
    return { move: approach(situation, { phrase: noun, asList: true }) };
  }
  return choose(situation, selector.by, pool, noun);
}

/** What the phrase names, by the noun that a name ends in; where no name has it, all that a fitting list holds. */
function matching(
  records: readonly PageRecord[],
  noun: string,
  listed: boolean,
): { strict: readonly PageRecord[]; loose: readonly PageRecord[] } {
  if (noun === '') return { strict: [], loose: records };
  const head = stem(tokens(noun).at(-1) ?? '');
  const isNamed = (record: PageRecord): boolean => {
    const name = headOf(record.name);
    if (coverage(noun, name) < 0.85) return false;
    const words = tokens(name)
      .filter((word) => !/\d/.test(word))
      .map(stem);
    return words.at(-1) === head || !words.includes(head);
  };
  const byText = (record: PageRecord): boolean => coverage(noun, record.text) >= 0.85;
  const named = records.filter((record) => coverage(noun, headOf(record.name)) >= 0.85);
  return {
    strict: records.filter(isNamed),
    loose:
      named.length > 0
        ? named
        : listed && !records.some((r) => coverage(noun, r.name) > 0)
          ? records
          : records.filter(byText),
  };
}

function keyOf(record: PageRecord, by: Ordering): number | null {
  switch (by.key) {
    case 'PRICE':
      return record.price?.amount ?? null;
    case 'RATING':
      return record.rating;
    case 'DATE':
      return record.date;
    case 'NUMBER': {
      const field = record.fields.find((one) => coverage(by.field ?? '', one.label) >= 0.85);
      return field === undefined ? null : (findMoney(field.text)[0]?.amount ?? findNumber(field.text));
    }
  }
}

function choose(situation: Situation, by: Ordering, pool: readonly PageRecord[], noun: string): Choice {
  const sort = sortStep(situation, by);
  if (sort === 'SORTED' || nextPage(situation.outline) === null) {
    const known = pool.filter((record) => keyOf(record, by) !== null);
    const next = nextPage(situation.outline);
    if (known.length === 0 && next !== null && !spent(situation, 'CLICK', next))
      return { move: click(next, 0.8, `no ${noun} on this page of the sorted list`, true) };
    const chosen = extreme(known, by);
    const earlier = earlierBest(situation, by, noun);
    if (chosen === null)
      return earlier === null
        ? { move: approach(situation, { phrase: noun, asList: true }) }
        : { gathered: earlier };
    const value = keyOf(chosen.record, by);
    const before = earlier === null ? null : (findMoney(earlier.value)[0]?.amount ?? null);
    if (
      earlier !== null &&
      before !== null &&
      value !== null &&
      (by.direction === 'MIN' ? before < value : before > value)
    )
      return { gathered: earlier };
    return { chosen };
  }
  if (sort !== null) return { move: sort };
  return { move: gather(situation, by, pool) };
}

/** Things that cannot be had count only where nothing else is there. */
function extreme(pool: readonly PageRecord[], by: Ordering): Chosen | null {
  const available = by.key === 'PRICE' ? pool.filter((record) => record.available) : pool;
  const compared = available.length > 0 ? available : pool;
  const sign = by.direction === 'MIN' ? 1 : -1;
  const sorted = [...compared].sort(
    (a, b) => sign * ((keyOf(a, by) ?? 0) - (keyOf(b, by) ?? 0)) || a.item.index - b.item.index,
  );
  const [record] = sorted;
  if (record === undefined) return null;
  const left = pool.length - compared.length;
  const note = `${compared.length} compared${left > 0 ? `, ${left} out of stock left out` : ''}${available.length === 0 && by.key === 'PRICE' ? ', none in stock' : ''}`;
  const tie = sorted[1] !== undefined && keyOf(sorted[1], by) === keyOf(record, by);
  return { record, note, confidence: tie ? 0.8 : 0.93 };
}

const SORT_WORDS: Readonly<Record<Ordering['key'], readonly [RegExp, RegExp, RegExp]>> = {
  PRICE: [/price|cost/, /low|asc|cheap|up/, /high|desc|expens|down/],
  RATING: [/rat(ed|ing)|review|stars/, /low|asc|worst/, /./],
  DATE: [/date|new|recent|latest|old/, /old|asc|earl/, /new|recent|latest|desc/],
  NUMBER: [/^\b$/, /^\b$/, /^\b$/],
};

/** A list of several pages is sorted by the site. `SORTED`: it is; `null`: it cannot be. */
function sortStep(situation: Situation, by: Ordering): Move | 'SORTED' | null {
  if (
    nextPage(situation.outline) === null &&
    !situation.tried.some(({ entry }) => entry.proposal.action === 'TYPE')
  )
    return null;
  const [what, up, down] = SORT_WORDS[by.key];
  for (const item of situation.outline.items) {
    const { options } = item.node;
    if (options === undefined || !actionable(item)) continue;
    const fitting = options.filter((option) => what.test(normalise(option)));
    const wanted = by.direction === 'MIN' ? up : down;
    // "Price: low to high" says both words; the one that comes first is the order.
    const option = fitting.find((one) =>
      startsWith(normalise(one), wanted, by.direction === 'MIN' ? down : up),
    );
    if (option === undefined) continue;
    if (item.node.value === option) {
      if (isSorted(situation, by)) return 'SORTED';
      const button = submitOf(situation.outline, item, /apply|sort|go|update|show|filter/);
      return button !== null && !spent(situation, 'CLICK', button)
        ? click(button, 0.85, 'the order is chosen, not applied yet', true)
        : null;
    }
    if (spent(situation, 'TYPE', item)) return null;
    return type(
      item,
      option,
      0.9,
      `the list goes over several pages; the site can sort it by “${option}”`,
      true,
    );
  }
  return null;
}

function startsWith(text: string, wanted: RegExp, other: RegExp): boolean {
  const at = wanted.exec(text)?.index ?? -1;
  const against = other.exec(text)?.index ?? -1;
  return at >= 0 && (against < 0 || at <= against || other.source === '.');
}

function isSorted(situation: Situation, by: Ordering): boolean {
  const keys = mainRecords(situation.outline)
    .map((record) => keyOf(record, by))
    .filter((key) => key !== null);
  return keys.every(
    (key, i) =>
      i === 0 || (by.direction === 'MIN' ? key >= (keys[i - 1] ?? key) : key <= (keys[i - 1] ?? key)),
  );
}

/** Without a way to sort: the best of each page is noted, then the next page. */
function gather(situation: Situation, by: Ordering, pool: readonly PageRecord[]): Move | null {
  const url = situation.observation.url;
  const noted = situation.tried.some(({ entry }) => entry.proposal.action === 'EXTRACT' && entry.url === url);
  const best = extreme(
    pool.filter((record) => keyOf(record, by) !== null),
    by,
  );
  if (!noted && best !== null)
    return {
      kind: 'ACT',
      action: 'EXTRACT',
      item: null,
      text: by.word,
      confidence: 0.8,
      why: 'the best of this page is noted before the next is looked at',
      onTheWay: true,
      facts: [factOf(best.record, by, url)],
    };
  const next: Item | null = nextPage(situation.outline);
  return next === null ? null : click(next, 0.85, 'the list goes on', true);
}

function earlierBest(situation: Situation, by: Ordering, noun: string): ExtractedFact | null {
  const noted = situation.tried.flatMap(({ entry }) =>
    entry.proposal.action === 'EXTRACT' ? (entry.proposal.facts ?? []) : [],
  );
  const valued = noted.flatMap((fact) => {
    const amount = by.key === 'PRICE' ? findMoney(fact.value)[0]?.amount : findNumber(fact.value);
    return amount === undefined || amount === null || (noun !== '' && coverage(noun, fact.label) < 0.5)
      ? []
      : [{ fact, amount }];
  });
  valued.sort((a, b) => (by.direction === 'MIN' ? a.amount - b.amount : b.amount - a.amount));
  return valued[0]?.fact ?? null;
}

/** The compared value of a record as a fact. */
export function factOf(record: PageRecord, by: Ordering, url: string): ExtractedFact {
  const field =
    by.key === 'NUMBER'
      ? record.fields.find((one) => coverage(by.field ?? '', one.label) >= 0.85)
      : undefined;
  const dated = record.fields.find((one) => /date|last|when|time/i.test(one.label));
  const value =
    by.key === 'PRICE'
      ? record.price?.text
      : by.key === 'NUMBER'
        ? field?.text
        : by.key === 'DATE'
          ? dated?.text
          : /[^.]*\b\d(?:[.,]\d+)?\s*(?:\/|out of|of|stars?|★)\s*\d*/i.exec(record.text)?.[0];
  const said = (value ?? record.text).trim();
  return { label: record.name, value: said, quote: quoteNear(record.item, said), url };
}
