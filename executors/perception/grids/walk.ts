// A walk over a captured document without recursion, and the words of a part of it. Pure.
// INVARIANT: what is not drawn is not in the words, nor is a field's value; each is bounded.
import type { CapturedDocument } from '#executors/perception/reading/captured.ts';

/** What a person reads no words of a record in. */
export const SILENT: ReadonlySet<string> = new Set(
  'head script style template noscript title meta link base select datalist option textarea button object iframe frame canvas audio video map'.split(
    ' ',
  ),
);
/** Set apart from the words beside it however it is drawn: 79<sup>99</sup> is not 7999. */
const APART = new Set(['br', 'sup', 'sub', 'hr', 'td', 'th', 'li', 'p', 'div']);
export const MAX_TEXT_CHARACTERS = 1_000;

/** `enter` says whether to go into it. */
export function walk(
  document: CapturedDocument,
  root: number,
  enter: (node: number) => boolean,
  leave: (node: number) => void = nothing,
): void {
  let node = root;
  for (;;) {
    const child = enter(node) ? document.firstChild(node) : -1;
    if (child !== -1) {
      node = child;
      continue;
    }
    leave(node);
    while (node !== root) {
      const next = document.nextSibling(node);
      if (next !== -1) {
        node = next;
        break;
      }
      node = document.parent(node);
      leave(node);
    }
    if (node === root) return;
  }
}
function nothing(): void {
  // nobody asked to be told
}

export const isInline = (document: CapturedDocument, node: number): boolean => {
  const display = document.style(node, 'display');
  return display === 'inline' || display === 'contents' || display === '' || display === 'inline-block';
};

const isApart = (document: CapturedDocument, node: number): boolean =>
  APART.has(document.tag(node)) || !isInline(document, node);

/** A control: its words are what it does. */
export const isControl = (document: CapturedDocument, node: number): boolean =>
  SILENT.has(document.tag(node)) ||
  (document.hasAttributes(node) &&
    /^(?:button|tooltip|menu|dialog|listbox|tablist|combobox)$/u.test(
      document.attribute(node, 'role') ?? '',
    ));

/** As it is drawn, white space collapsed. `most`: characters. */
export function textOf(document: CapturedDocument, root: number, most = MAX_TEXT_CHARACTERS): string {
  let text = '';
  const edge = (node: number): void => {
    if (node !== root && document.isElement(node) && isApart(document, node)) text += ' ';
  };
  walk(
    document,
    root,
    (node) => {
      if (text.length > most * 2) return false;
      if (document.isText(node)) {
        if (document.isVisible(node)) text += document.drawn(node);
        return false;
      }
      const pseudo = document.pseudo(node);
      if (pseudo !== '') {
        if (pseudo === 'before' || pseudo === 'after') text += drawnBy(document, node);
        return false;
      }
      if (document.isElement(node) && node !== root && isControl(document, node)) return false;
      edge(node);
      return true;
    },
    edge,
  );
  return collapsed(text).slice(0, most);
}

export const collapsed = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** Letters and signs that a style draws; icons of a font are none. */
function drawnBy(document: CapturedDocument, node: number): string {
  const text = document.drawn(node);
  return /[\p{Co}]/u.test(text) ? '' : text;
}
