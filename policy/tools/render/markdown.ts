// Text of a policy in Markdown as it is read on a review page. INVARIANT: what a name says is never markup: no tag, link, emphasis,
// cell, mention, reference, picture or address that is linked by itself; and it reads as what it is, with nothing put in between:
// marks that turn the reading direction, and other unseen ones, are written out.
import { visibleLine } from '#policy/language/failure.ts';

/**
 * What begins or ends markup in CommonMark and its tables. A line's first sign is looked at by itself: `>` quotes there alone, and
 * ends nothing where no `<` is.
 */
const MARKUP = /[&<[\]\\`*~|#$^@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const LINE_START = /^(?:[-+>]|\d+[.)])/u;
/**
 * Words of which review pages make links, people, pictures or formulas of their own, even where every sign of them is written as an
 * entity: addresses, `@name`, `#1`, `!1`, `GH-1`, `:smile:`, commit hashes, colours. None of it happens in code.
 */
const SPEAKING = /[@#!$%~^]|:\/\/|\b(?:www|mailto|xmpp)\b|:[\w+-]+:|\bgh-\d|\b[0-9a-f]{7,}\b/iu;

/** For a line or a cell of a table. What stands in back-ticks is code, wherever they open and end. */
export function markdownText(text: string): string {
  const line = shown(text).trim();
  return line
    .split(/(`[^`]*`)/u)
    .map((part, index) => (index % 2 === 1 ? markdownCode(part.slice(1, -1)) : plain(part)))
    .join('')
    .trim()
    .replace(LINE_START, (start) => `${start.slice(0, -1)}${entity(start.slice(-1))}`);
}

const plain = (text: string): string =>
  text
    .split(/( +)/u)
    .map((word) => (SPEAKING.test(word) ? markdownCode(word) : word.replaceAll(MARKUP, entity)))
    .join('');

/** Code. What no code may hold in a table stands beside it. */
export function markdownCode(text: string): string {
  return shown(text)
    .split(/([|`\\]+)/u)
    .map((part, index) =>
      index % 2 === 1 ? part.replaceAll(MARKUP, entity) : part.trim() === '' ? part : span(part),
    )
    .join('');
}

/** One blank on each side is taken away again where both are there. */
const span = (text: string): string =>
  text.startsWith(' ') && text.endsWith(' ') ? `\` ${text} \`` : `\`${text}\``;

/** A line of what can be seen: blanks and controls are one blank, and format marks (`\\u202e`) are written out. */
const shown = (text: string): string => visibleLine(text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' '));

const entity = (sign: string): string => `&#${sign.codePointAt(0)};`;
