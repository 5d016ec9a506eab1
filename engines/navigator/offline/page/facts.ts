// Facts on a page: label and value from tables, definition lists, "Label: value" lines, headings, sentences.
// INVARIANT: every fact quotes the page and names the URL that it was read from.
import { coverage, normalise, similarity } from '#engines/language.ts';
import type { ExtractedFact } from '#engines/navigator/contract.ts';
import { isNoneOfIt, mayAnswer } from '#engines/navigator/offline/words/answers.ts';
import type { Wanted } from '#engines/navigator/offline/words/goals.ts';
import { headersOf, isCell } from './records.ts';
import { closest, inFrame, quoteNear, quoteOf, textOf, within, type Item, type Outline } from './outline.ts';
import {
  findDate,
  findMoney,
  findNumber,
  findRating,
  findYear,
} from '#engines/navigator/offline/words/values.ts';

type Pair = {
  readonly label: string;
  readonly value: string;
  /** The row's own name in a table with column headers; `''` where the page as a whole is meant. */
  readonly subject: string;
  /** The page's own words. */
  readonly quote: string;
  readonly weight: number;
};

export type Finding = { readonly fact: ExtractedFact; readonly score: number };

const MAX_QUOTE_CHARACTERS = 300;
export const clip = (text: string, limit = MAX_QUOTE_CHARACTERS): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;

function pairsOf(outline: Outline): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [i, item] of outline.items.entries()) {
    const { role, name } = item.node;
    if (role === 'row') pairs.push(...rowPairs(item));
    if (role === 'definition') {
      const term = outline.items.slice(0, i).findLast((before) => before.node.role === 'term');
      if (term !== undefined)
        pairs.push({
          label: textOf(term),
          value: textOf(item),
          subject: '',
          quote: quoteNear(item, textOf(item)),
          weight: 1,
        });
    }
    const next = outline.items[i + 1];
    if (role === 'text' && !inFrame(item)) {
      const split = /^([^:.!?]{2,40}):\s+(\S.*)$/s.exec(name);
      if (split !== null)
        pairs.push({
          label: split[1] ?? '',
          value: split[2] ?? '',
          subject: '',
          quote: quoteOf(name),
          weight: 0.97,
        });
      const open = /^([^:.!?]{2,40}):$/.exec(name);
      if (open !== null && next !== undefined)
        pairs.push({
          label: open[1] ?? '',
          value: textOf(next),
          subject: '',
          quote: quoteNear(next, textOf(next)),
          weight: 0.97,
        });
    }
    if (role === 'heading' && next?.node.role === 'text' && !inFrame(item))
      pairs.push({
        label: name,
        value: next.node.name,
        subject: '',
        quote: quoteOf(next.node.name),
        weight: 0.75,
      });
    if (
      ['textbox', 'combobox', 'spinbutton', 'searchbox'].includes(role) &&
      item.node.value !== undefined &&
      !item.node.states.includes('password')
    )
      pairs.push({
        label: name,
        value: item.node.value,
        subject: '',
        quote: quoteOf(item.node.value),
        weight: 0.8,
      });
  }
  return pairs.filter((pair) => pair.value.trim() !== '' && pair.label.trim() !== '');
}

function rowPairs(row: Item): readonly Pair[] {
  const cells = row.children.filter(isCell);
  const [first, second] = cells;
  if (first === undefined || second === undefined) return [];
  const headers = headersOf(row);
  if (headers.length > 0) {
    if (cells.every((cell) => cell.node.role === 'columnheader')) return [];
    const subject = textOf(first);
    return cells.flatMap((cell, i) => {
      const label = headers[i];
      return i === 0 || label === undefined
        ? []
        : [{ label, value: textOf(cell), subject, quote: quoteNear(row, textOf(cell)), weight: 1 }];
    });
  }
  return cells.length === 2
    ? [
        {
          label: textOf(first),
          value: textOf(second),
          subject: '',
          quote: quoteNear(row, textOf(second)),
          weight: 1,
        },
      ]
    : [];
}

function typeFactor(wants: Wanted, value: string): number {
  switch (wants) {
    case 'MONEY':
      return findMoney(value).length > 0 ? 1 : 0.5;
    case 'DATE':
      if (findDate(value) !== null || findYear(value) !== null || /\b\d{1,2}0s\b/.test(value)) return 1;
      // "Thursday", "at 14:20", "daily": a time, if no date.
      return mayAnswer(wants, value) ? 0.9 : 0.5;
    case 'NUMBER':
      return findNumber(value) !== null ? 1 : 0.5;
    case 'ANY':
      return 1;
  }
}

/** What is asked with a verb stands on pages as a noun. */
const AS_A_NOUN: Readonly<Record<string, string>> = {
  leave: 'departure',
  depart: 'departure',
  arrive: 'arrival',
  open: 'opening',
  close: 'closing',
};

const labelScore = (fact: string, label: string): number =>
  Math.max(scoreOf(fact, label), 0.95 * scoreOf(AS_A_NOUN[fact] ?? fact, label));

const scoreOf = (fact: string, label: string): number => {
  const wanted = coverage(fact, label);
  return Math.max(similarity(fact, label), wanted >= 0.99 ? 0.8 + 0.2 * coverage(label, fact) : 0);
};

/**
 * The best values for `fact`, best first. `of` limits tables of many things to that row; on a page about `of` (or with
 * no `of`) the page's own labels count.
 */
export function findFact(
  outline: Outline,
  fact: string,
  of: string | null,
  wants: Wanted,
  pageIsAbout: boolean,
): readonly Finding[] {
  const url = outline.observation.url;
  const found: Finding[] = [];
  for (const pair of pairsOf(outline)) {
    const rowOf = pair.subject === '' ? null : of === null ? 0 : similarity(of, pair.subject);
    if (rowOf !== null && rowOf < 0.75) continue;
    if (rowOf === null && !pageIsAbout) continue;
    const score =
      labelScore(fact, pair.label) *
      pair.weight *
      typeFactor(wants, pair.value) *
      (rowOf === null ? 1 : 0.9 + 0.1 * rowOf);
    if (score < 0.5) continue;
    const label = pair.subject === '' ? pair.label : `${pair.subject}: ${pair.label}`;
    found.push({
      score,
      fact: { label, value: clip(pair.value), quote: pair.quote, url },
    });
  }
  if (pageIsAbout) found.push(...unlabelled(outline, fact, url));
  if (pageIsAbout || of !== null)
    found.push(...sentences(outline, fact, pageIsAbout ? null : of, wants, url));
  return found.sort((a, b) => b.score - a.score);
}

/** A price, a rating, the stock: on the page of one thing they stand without a label, right behind its heading. */
function unlabelled(outline: Outline, fact: string, url: string): readonly Finding[] {
  const wanted = normalise(fact);
  const start =
    outline.items.find((item) => item.node.role === 'heading' && item.node.name === outline.subject)?.index ??
    -1;
  if (start < 0) return [];
  const texts = outline.items
    .slice(start + 1)
    .filter((item) => item.node.role === 'text' && closest(item, ['listitem', 'row', 'article']) === null);
  const give = (text: string | undefined, value: string | undefined): readonly Finding[] =>
    text === undefined || value === undefined
      ? []
      : [{ score: 0.88, fact: { label: `${outline.subject}: ${fact}`, value, quote: quoteOf(text), url } }];
  if (/\b(price|cost)s?\b/.test(wanted)) {
    const text = texts.find((item) => findMoney(item.node.name).length > 0)?.node.name;
    const cheapest = [...findMoney(text ?? '')].sort((a, b) => a.amount - b.amount)[0];
    return give(text, cheapest?.text);
  }
  if (/\b(rating|rated|stars|score)\b/.test(wanted)) {
    const text = texts.find((item) => findRating(item.node.name) !== null)?.node.name;
    return give(text, text);
  }
  if (/\b(stock|availability|available)\b/.test(wanted)) {
    const text = texts.find((item) =>
      /\b(in stock|out of stock|sold out|available)\b/.test(normalise(item.node.name)),
    )?.node.name;
    return give(text, text);
  }
  return [];
}

/** Running text: a sentence that says all that was asked for. Less sure than a label. */
function sentences(
  outline: Outline,
  fact: string,
  of: string | null,
  wants: Wanted,
  url: string,
): readonly Finding[] {
  return paragraphs(outline).flatMap((paragraph) =>
    paragraph.split(/(?<=[.!?])\s+(?=\p{Lu})/u).flatMap((sentence) => {
      if (sentence.length < 12 || coverage(fact, sentence) < 0.85) return [];
      if (of !== null && coverage(of, sentence) < 0.85) return [];
      // It only has the words of the question: without a figure it answers no “how many”.
      if (typeFactor(wants, sentence) < 1 && !isNoneOfIt(sentence)) return [];
      return [
        {
          score: 0.66 * typeFactor(wants, sentence),
          fact: {
            label: fact,
            value: clip(sentence.replace(/ ([.,;:!?)])/g, '$1')),
            quote: quoteOf(sentence),
            url,
          },
        },
      ];
    }),
  );
}

/** Runs of text and links that stand side by side: what was a paragraph before its tags were taken away. */
function paragraphs(outline: Outline): readonly string[] {
  const found: string[] = [];
  let run = '';
  let parent: Item | null | undefined;
  for (const item of outline.items) {
    const inline = ['text', 'link'].includes(item.node.role) && !inFrame(item);
    if (inline && item.parent === parent && run !== '') run += ` ${item.node.name}`;
    else {
      if (run !== '') found.push(run);
      run = inline ? item.node.name : '';
      parent = item.parent;
    }
  }
  if (run !== '') found.push(run);
  return found.filter((text) => /\s/.test(text));
}

/** The page in a few lines: posts with their authors where it has such, else its first paragraphs. */
export function summarise(outline: Outline): { answer: string; facts: readonly ExtractedFact[] } {
  const url = outline.observation.url;
  const leaves = outline.items
    .filter((item) => item.node.role === 'article')
    .map((item) => [...within(item)].filter((inner) => inner.children.length === 0).map(textOf));
  const posts = leaves.map((texts) => ({ text: texts.join(' '), quote: longest(texts) }));
  const parts =
    posts.length > 0
      ? posts
      : paragraphs(outline)
          .filter((text) => text.length > 40)
          .slice(0, 4)
          .map((text) => ({ text, quote: text }));
  if (parts.length === 0)
    parts.push(
      ...pairsOf(outline)
        .slice(0, 8)
        .map((pair) => ({ text: `${pair.label}: ${pair.value}`, quote: pair.quote })),
    );
  const label = posts.length > 0 ? 'Post' : 'Part';
  const facts = parts.slice(0, 8).map(({ text, quote }, i) => ({
    label: `${label} ${i + 1}`,
    value: clip(text),
    quote: quoteOf(quote),
    url,
  }));
  const counted = posts.length > 0 ? `, ${posts.length} ${posts.length === 1 ? 'post' : 'posts'}` : '';
  const told = parts.slice(0, 8).map(({ text }) => clip(text, 160));
  return { answer: `“${outline.subject}”${counted}: ${told.join(' / ')}`, facts };
}

const longest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '');
