// Columns of records that belong to the one beside them: a word that labels it, the word that its figures count, the same words again.
// INVARIANT: words of a cell are never altered: a column is headed by another's words, or left out.
import type { GridCell } from './grid.ts';
import type { Said } from './infer.ts';
import { isAdvert, readBoolean } from './values/scales.ts';

export type Draft = {
  readonly key: string;
  readonly heading: string;
  readonly hint: string;
  readonly cells: readonly (Said | null)[];
};

export const baseOf = (key: string): string => key.replace(/ #\d+$/u, '');
const parentOf = (key: string): string => baseOf(key).replace(/\/[^/]*$/u, '');

/** The second of two columns that say the same: a picture's text beside the name, a price for screen readers. Its address stays. */
export function withoutTwins(drafts: readonly Draft[]): readonly Draft[] {
  const kept: { draft: Draft; readonly words: readonly Words[] }[] = [];
  for (const draft of drafts) {
    const words = draft.cells.map(wordsOf);
    const there = words.filter((cell) => cell !== null).length;
    const twin = kept.slice(0, MOST_TWINS).find((other) => {
      if (other.draft.heading !== draft.heading) return false;
      let same = 0;
      for (const [at, cell] of words.entries()) {
        const beside = other.words[at] ?? null;
        if (cell !== null && beside !== null && (cell.text === beside.text || cell.plain === beside.plain))
          same += 1;
      }
      return same > 0 && same >= there * 0.8;
    });
    if (twin === undefined) kept.push({ draft, words });
    else twin.draft = withMarksOf(twin.draft, draft);
  }
  return kept.map(({ draft }) => draft);
}
const MOST_TWINS = 40;

/** Where it leads and whether it is a heading, as the same words elsewhere in the record say. */
const withMarksOf = (draft: Draft, twin: Draft): Draft => ({
  ...draft,
  cells: draft.cells.map((cell, at) => {
    const other = twin.cells[at]?.cell;
    if (cell === null || other === undefined) return cell;
    const marked: GridCell = {
      ...cell.cell,
      href: cell.cell.href ?? other.href,
      heading: cell.cell.heading || other.heading,
    };
    return { ...cell, cell: marked };
  }),
});

type Words = { readonly text: string; readonly plain: string } | null;
const wordsOf = (cell: Said | null): Words =>
  cell === null
    ? null
    : { text: cell.text, plain: cell.text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') };

/** A column that says the same in every record, beside one that does not, is that one's label. */
export function withLabels(drafts: readonly Draft[]): readonly Draft[] {
  const out: Draft[] = [];
  const besides = new Map<string, number>();
  for (const { key } of drafts) besides.set(parentOf(key), (besides.get(parentOf(key)) ?? 0) + 1);
  for (let at = 0; at < drafts.length; at += 1) {
    const draft = drafts[at];
    if (draft === undefined) continue;
    const next = drafts[at + 1];
    // “Regular price” for those who do not see that it is struck: the figure says itself what it is.
    if (next !== undefined && isPriceLabel(draft) && isFigures(next)) continue;
    const words = constantOf(draft);
    if (words === null) {
      const counted = countedBy(draft, next, drafts);
      if (counted === null) out.push(draft);
      else {
        out.push({ ...draft, heading: counted });
        at += 1;
      }
      continue;
    }
    const linked = draft.cells.some((cell) => cell !== null && cell.cell.href !== null);
    const free = next !== undefined && next.heading === '' && constantOf(next) === null;
    const labels =
      !linked &&
      free &&
      (/[:：]$/u.test(words) || // It and what it labels are all that stands there.
        (parentOf(draft.key) === parentOf(next.key) && besides.get(parentOf(draft.key)) === 2));
    if (labels) {
      out.push({ ...next, heading: words.replace(/\s?[:：]$/u, '') });
      at += 1;
    } else if (linked || !isAction(words)) out.push(draft);
  }
  return out;
}

const PRICE_LABEL =
  /^(?:(?:regular|sale|special|old|new|list|current|original|our|your|unit|final|retail|regulärer|alter|neuer|unser) (?:price|preis)|sonderpreis|(?:precio|prix) (?:habitual|normal|especial|rebajado|de oferta|habituel|normal|promotionnel|soldé)|price|preis|precio|prix|was|now|rrp|msrp|uvp|statt|jetzt|antes|ahora)[:：]?$/iu;

const present = ({ cells }: Draft): readonly Said[] => cells.filter((cell) => cell !== null);
const isPriceLabel = (draft: Draft): boolean =>
  draft.heading === '' &&
  present(draft).every(({ text, cell }) => cell.href === null && PRICE_LABEL.test(text));
const isFigures = (draft: Draft): boolean => present(draft).every(({ text }) => /\p{Nd}/u.test(text));
const BARE_FIGURE = /^\p{Nd}[\p{Nd}.,’' ]{0,14}[kKM]?$/u;
const WORD = /^\p{L}{1,14}\.?$/u;

/** “12” and behind it “answers” in each record: the word that its figures count, where figures come first among those that stand there. */
function countedBy(draft: Draft, next: Draft | undefined, all: readonly Draft[]): string | null {
  if (next === undefined || draft.heading !== '' || next.heading !== '') return null;
  const parent = parentOf(draft.key);
  if (parent !== parentOf(next.key)) return null;
  const first = all.find(({ key }) => parentOf(key) === parent);
  if (first === undefined || !present(first).every(({ text }) => BARE_FIGURE.test(text))) return null;
  if (!present(draft).every(({ text }) => BARE_FIGURE.test(text))) return null;
  // Both are there or neither is.
  if (draft.cells.some((cell, row) => (cell === null) !== ((next.cells[row] ?? null) === null))) return null;
  const words = present(next).map(({ text }) => text);
  const singular = new Set(words.map((word) => word.toLowerCase().replace(/s$/u, '')));
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
  if (words.length < 2 || singular.size !== 1 || !WORD.test(longest)) return null;
  return `${longest.slice(0, 1).toUpperCase()}${longest.slice(1)}`;
}

function constantOf({ cells, heading }: Draft): string | null {
  if (heading !== '') return null;
  const texts = new Set(cells.flatMap((cell) => (cell === null ? [] : [cell.text])));
  const count = cells.filter((cell) => cell !== null).length;
  const [only] = texts;
  if (texts.size !== 1 || only === undefined || count < 2 || only.length > 40) return null;
  return /\d/u.test(only) || readBoolean(only) !== null || isAdvert(only) ? null : only;
}

/** Words on what is there to be pressed. */
export const isAction = (words: string): boolean =>
  /^(?:add|buy|view|details?|more|read|show|see|open|shop|order|select|choose|compare|apply|book|learn|save|share|reply|report|in den|kaufen|ver|comprar|voir|acheter|→|›|»|·|\||•|[-–—])/iu.test(
    words,
  );
