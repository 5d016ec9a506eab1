// Text of a page, a model or a caller as it may stand before a person: masked, or with everything in it made visible.
// INVARIANT: a cut says how many characters are missing, and no quotation mark of the text can end the quotation around it.
import { codePointOf, visibleText } from './visible-text.ts';

/** `•••(8)`: that there is a value, and how long it is. */
export const maskedValue = (value: string): string => `•••(${[...value].length})`;

/** Everything invisible shown as its code point; white space folded; cut, and the cut is counted. */
export function visible(text: string, limit = 200): string {
  const characters = [...text.replace(/[\t-\r ]+/gu, ' ').trim()];
  const left = characters.length - limit;
  return left <= 0
    ? visibleText(characters.join(''))
    : `${visibleText(characters.slice(0, limit).join(''))}… (${missing(left)})`;
}

/** Beginning and end, where what decides may stand at either: an address, a value that leaves, a file's name. */
export function bothEnds(text: string, limit: number): string {
  const characters = [...text];
  const left = characters.length - limit;
  if (left <= 0) return visibleText(text);
  const head = Math.ceil(limit / 2);
  const ends = [characters.slice(0, head), characters.slice(head - limit)].map((one) =>
    visibleText(one.join('')),
  );
  return ends.join(`… (${missing(left)}) …`);
}

/** `“Cancel”`, for one line of the log. What would end the quotation stands as its code point. */
export const quoted = (text: string, limit = 80): string =>
  `“${visible(text, limit).replace(QUOTATION, codePointOf)}”`;

/** Every quotation mark, and what is drawn like one; an apostrophe within a word is none. */
const QUOTATION =
  /[\p{Quotation_Mark}\u02BA\u02DD\u02EE\u02F5\u02F6\u05F4\u2033\u2036\u275B-\u275E\u3003\u{1F676}-\u{1F678}](?<!\p{L}['’](?=\p{L}))/gu;

const missing = (count: number): string => `${count} more character${count === 1 ? '' : 's'}`;
