// The parts of a record: each run of words, picture or state that stands by itself. Pure.
// INVARIANT: a part's key says which element it is by its way from the record, so that parts of two records with one key are one kind.
import type { CapturedDocument } from '#executors/perception/reading/captured.ts';
import { cellFrom, type Making, type RawCell } from './cell.ts';
import { collapsed, isControl, isInline, textOf } from './walk.ts';

export type Part = {
  readonly node: number;
  readonly key: string;
  readonly label: string;
  /** Where it is no whole element: words beside other elements. */
  readonly text: string | null;
  readonly hidden: boolean;
};

const MAX_SEGMENTS = 14;
const MAX_DEPTH = 60;
/** Words that part one thing from the next. */
const BETWEEN = /^[\s|·•,;:–—/\-→›»()]*$/u;
/** Small words that only join what stands on both sides: “12 points by ada in Help”. */
const JOINING =
  /^[\s|·•,;:–—/\-()]*(?:(?:posted|written|published|asked|sold|listed|veröffentlicht|publi[ée]|publicado) )?(?:by|in|at|on|from|via|to|von|bei|am|um|par|dans|le|à|por|en|el)[\s|·•,;:–—/\-()]*$/iu;
const FIGURES = /^[\p{Sc}\p{Nd}.,'’\s-]+$|^[A-Z]{3}$|^(?:kr|zł|Kč|Ft)\.?$/u;

const NONE: ReadonlySet<string> = new Set();

type Looking = {
  /** Elements that are looked at. */
  readonly most: number;
  /** Keys of elements that are one part, whatever is in them. */
  readonly wholes?: ReadonlySet<string>;
  /** The way to `root` from its record. */
  readonly way?: readonly string[];
};

/** In their order. */
export function partsOf(
  document: CapturedDocument,
  root: number,
  { most, wholes = NONE, way = [] }: Looking,
): readonly Part[] {
  const parts: Part[] = [];
  let left = most;
  let label = '';

  const add = (node: number, path: readonly string[], hidden: boolean, text: string | null = null): void => {
    const key = keyOf(path);
    parts.push({ node, key: text === null ? key : `${key}/#text`, label, text, hidden });
  };

  const visit = (node: number, path: readonly string[], hidden: boolean, depth: number): void => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH) return;
    const tag = document.tag(node);
    if (tag === 'input') {
      if (/^(?:checkbox|radio)$/iu.test(document.attribute(node, 'type') ?? '')) add(node, path, hidden);
      return;
    }
    if (node !== root && isControl(document, node)) return;
    if (tag === 'img' || tag === 'svg' || document.attribute(node, 'role') === 'img') {
      if (saysMore(document, node)) add(node, path, hidden);
      return;
    }
    if (tag === 'dt' && node !== root) {
      label = collapsed(textOf(document, node, 120));
      return;
    }
    const isHidden = hidden || document.attribute(node, 'aria-hidden') === 'true';
    if (node !== root && wholes.has(keyOf(path))) return add(node, path, isHidden);
    const within = childrenOf(document, node);
    const words = within.runs.filter(({ text }) => !BETWEEN.test(text));
    const whole =
      within.elements.length === 0 ||
      (words.length > 0 && !isParted(document, within)) ||
      isOneFigure(document, within);
    if (whole) {
      if (
        words.length > 0 ||
        within.elements.length > 0 ||
        saysMore(document, node) ||
        document.attribute(node, 'role') === 'checkbox'
      )
        if (textOf(document, node, 20) !== '' || saysMore(document, node)) add(node, path, isHidden);
    } else {
      for (const [at, child] of within.order.entries()) {
        if ('text' in child) {
          const joins = at > 0 && at < within.order.length - 1 && JOINING.test(child.text);
          if (!joins && !BETWEEN.test(child.text)) add(node, path, isHidden, trimmed(child.text));
        } else visit(child.node, [...path, segmentOf(document, child.node)], isHidden, depth + 1);
      }
    }
    if (tag === 'dd') label = '';
  };

  visit(root, way, false, 0);
  return withoutEchoes(document, parts);
}

const keyOf = (path: readonly string[]): string => path.slice(-MAX_SEGMENTS).join('/');

/** A record: one element, or several beside one another. */
export type RecordNodes = readonly number[];

export const partsOfRecord = (
  document: CapturedDocument,
  record: RecordNodes,
  looking: Looking,
): readonly Part[] =>
  record.flatMap((node) => partsOf(document, node, { ...looking, way: wayTo(document, node, record) }));

export const cellsOf = (making: Making, record: RecordNodes, looking: Looking): readonly RawCell[] =>
  record.flatMap((root) => {
    const way = wayTo(making.document, root, record);
    // An element of a record that has none around it tells by its own marks what it is.
    const within = way.length === 0 ? root : making.document.parent(root);
    return partsOf(making.document, root, { ...looking, way }).map(({ node, key, label, text }) =>
      cellFrom(making, node, within, { key, label, ...(text === null ? {} : { text }) }),
    );
  });

const wayTo = (document: CapturedDocument, node: number, record: RecordNodes): readonly string[] =>
  record.length === 1 ? [] : [segmentOf(document, node)];

type Child = { readonly node: number } | { readonly text: string };
type Within = {
  readonly order: readonly Child[];
  readonly runs: readonly { readonly text: string; readonly first: boolean; readonly last: boolean }[];
  readonly elements: readonly number[];
};

/** Elements with words or pictures, and the runs of words between them. */
function childrenOf(document: CapturedDocument, node: number): Within {
  const order: Child[] = [];
  let run = '';
  const end = (): void => {
    if (run.trim() !== '') order.push({ text: run });
    run = '';
  };
  for (let child = document.firstChild(node); child !== -1; child = document.nextSibling(child)) {
    if (document.isText(child)) {
      if (document.isVisible(child)) run += document.drawn(child);
      continue;
    }
    if (document.pseudo(child) !== '' || !document.isElement(child)) continue;
    if (document.tag(child) === 'br') {
      end();
      continue;
    }
    if (isControl(document, child) && document.tag(child) !== 'input') continue;
    end();
    order.push({ node: child });
  }
  end();
  const runs = order.flatMap((child, at) =>
    'text' in child ? [{ text: child.text, first: at === 0, last: at === order.length - 1 }] : [],
  );
  return { order, runs, elements: order.flatMap((child) => ('node' in child ? [child.node] : [])) };
}

/** Words beside elements that are things of their own: blocks, or parted by a dash or a bar. */
function isParted(document: CapturedDocument, { elements, runs, order }: Within): boolean {
  if (elements.some((node) => !isInline(document, node) && textOf(document, node, 8) !== '')) return true;
  const words = runs.filter(({ text }) => !BETWEEN.test(text));
  // Runs that only a line break parts.
  if (order.some((child, at) => 'text' in child && at > 0 && 'text' in (order[at - 1] ?? { node: 0 })))
    return true;
  return words.every(
    ({ text, first, last }) =>
      (!first && !last && JOINING.test(text)) ||
      ((first || /^\s*[—–|·•(,;-]/u.test(text)) && (last || /[—–|·•(,;-]\s*$/u.test(text))),
  );
}

/** $ 79 . 99 in four elements that are drawn as one. */
function isOneFigure(document: CapturedDocument, { elements, order }: Within): boolean {
  if (elements.length < 2 || elements.length > 5 || !elements.every((node) => isInline(document, node)))
    return false;
  const texts = order.map((child) => ('text' in child ? child.text : textOf(document, child.node, 24)));
  const joined = texts.join('');
  if (joined.length > 24 || !/\d/u.test(joined) || !texts.every((text) => FIGURES.test(text))) return false;
  // Two whole figures side by side are two.
  return (
    texts.filter((text) => /\d{2}|\d[.,]\d/u.test(text)).length <= 2 &&
    texts.some((text) => /^[\s\p{Sc}A-Z.,]+$/u.test(text))
  );
}

const trimmed = (text: string): string =>
  collapsed(text)
    .replace(/^[\s|·•,;:–—→›»]+|^-\s|(?<![\s|·•,;:–—→›»])[\s|·•,;:–—→›»]+$/gu, '')
    .trim();

function saysMore(document: CapturedDocument, node: number): boolean {
  if (!document.hasAttributes(node)) return false;
  const words =
    document.attribute(node, 'alt') ??
    document.attribute(node, 'aria-label') ??
    document.attribute(node, 'title') ??
    '';
  return words.trim() !== '';
}

/** Tag and first mark, without what changes from one record to the next. */
export function segmentOf(document: CapturedDocument, node: number): string {
  const property = document.attribute(node, 'itemprop');
  if (property !== null) return `${document.tag(node)}@${property}`;
  const [mark = ''] = (document.attribute(node, 'class') ?? '').trim().split(/\s+/u);
  const plain = mark.replace(/--.*$/u, '');
  return plain === '' || /\d{2,}/u.test(plain) ? document.tag(node) : `${document.tag(node)}.${plain}`;
}

/** What is hidden from assistive technology beside what is said to it instead: the latter stays. */
function withoutEchoes(document: CapturedDocument, parts: readonly Part[]): readonly Part[] {
  if (!parts.some(({ hidden }) => hidden)) return parts;
  const spoken = new Set(parts.filter(({ hidden }) => !hidden).map(({ node }) => document.parent(node)));
  return parts.filter(({ node, hidden }) => {
    if (!hidden) return true;
    for (let at = node, up = 0; at > 0 && up < 4; at = document.parent(at), up += 1)
      if (spoken.has(document.parent(at)) && document.attribute(at, 'aria-hidden') === 'true') return false;
    return true;
  });
}
