// What a nameless element is described by: how it looks, what those who made it called it, the file that it shows, the words beside
// it. Pure. INVARIANT: it is a description and never a name: nobody said that the element is called so.
import type { CapturedDocument } from './captured.ts';
import { lookOf } from './look.ts';
import { plain } from './roles.ts';

const MAX_MARK_CHARACTERS = 80;
const MAX_BESIDE_CHARACTERS = 40;
/** Of its contents, so many are looked at. */
const MAX_INNER_ELEMENTS = 8;
const OWN = ['data-testid', 'data-icon', 'id', 'name', 'class'];
/** Elements that show a picture, and where they say which. */
const SHOWN_BY = ['src', 'data-src', 'data', 'href', 'xlink:href', 'srcset'];
const PICTURES = new Set(['img', 'use', 'image', 'object', 'embed', 'i', 'span', 'svg', 'input']);

export function markOf(document: CapturedDocument, node: number): string {
  const words = [lookOf(document, node), ownMark(document, node), fileOf(document, node)];
  let tried = 0;
  for (const inner of innerOf(document, node)) {
    if ((tried += 1) > MAX_INNER_ELEMENTS) break;
    if (!PICTURES.has(document.tag(inner))) continue;
    const title = document.attribute(inner, 'title') ?? '';
    words.push(plain(title), fileOf(document, inner), ownMark(document, inner));
    if (words.some((word) => word !== '')) break;
  }
  const said = [...new Set(words.filter((word) => word !== ''))]
    .join(' ')
    .slice(0, MAX_MARK_CHARACTERS)
    .trim();
  return said === '' ? beside(document, node) : said;
}

function ownMark(document: CapturedDocument, node: number): string {
  for (const name of OWN) {
    const mark = plain(document.attribute(node, name) ?? '');
    if (mark !== '') return mark.slice(0, 60);
  }
  return '';
}

/** `/icons/trash-24.svg?v=2` → `trash-24`; `#icon-cart` → `icon-cart`. */
function fileOf(document: CapturedDocument, node: number): string {
  if (!PICTURES.has(document.tag(node)) && document.tag(node) !== 'div' && document.tag(node) !== 'a')
    return '';
  const isPicture = document.tag(node) !== 'a';
  const addresses = isPicture ? SHOWN_BY.map((name) => document.attribute(node, name) ?? '') : [];
  const styled = /url\(\s*["']?([^"')]+)/iu.exec(document.attribute(node, 'style') ?? '')?.[1] ?? '';
  for (const address of [...addresses, styled]) {
    if (address === '' || address.startsWith('data:') || address.startsWith('blob:')) continue;
    const [path = '', fragment] = address.trim().split(/\s/u)[0]?.split('#') ?? [];
    const file =
      fragment ??
      path
        .split('?')[0]
        ?.split('/')
        .at(-1)
        ?.replace(/\.\w{2,5}$/u, '') ??
      '';
    if (/\p{L}{2}/u.test(file)) return file.slice(0, 40);
  }
  return '';
}

function* innerOf(document: CapturedDocument, node: number): Generator<number> {
  for (let child = document.firstChild(node); child !== -1; child = document.nextSibling(child)) {
    if (!document.isElement(child)) continue;
    yield child;
    yield* innerOf(document, child);
  }
}

/** The text of the nearest neighbours in the same box, what follows first. */
function beside(document: CapturedDocument, node: number): string {
  for (const next of ['nextSibling', 'previousSibling'] as const) {
    let tried = 0;
    for (let at = document[next](node); at !== -1; at = document[next](at)) {
      if ((tried += 1) > MAX_INNER_ELEMENTS) break;
      const text = firstText(document, at);
      if (text !== '') return `beside “${text}”`;
    }
  }
  return '';
}

function firstText(document: CapturedDocument, node: number): string {
  if (document.isText(node)) return document.isVisible(node) ? cut(plain(document.drawn(node))) : '';
  if (!document.isElement(node)) return '';
  let tried = 0;
  for (let child = document.firstChild(node); child !== -1; child = document.nextSibling(child)) {
    if ((tried += 1) > MAX_INNER_ELEMENTS) break;
    const text = firstText(document, child);
    if (text !== '') return text;
  }
  return '';
}

const cut = (text: string): string => text.slice(0, MAX_BESIDE_CHARACTERS).trim();
