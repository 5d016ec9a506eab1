// Words of a page as they may be printed. Pure. INVARIANT: nothing that a terminal obeys, or that turns or hides text, is in them unseen.

/** Controls, white space apart; formats (bidirectional marks, what has no width), what ends a line by itself, halves of characters. */
const UNSEEN = /[^\t\n\r\P{Cc}]|\p{Cf}|\p{Cs}|[\u2028\u2029]/gu;

/** Written out, as `\u202e`. */
export const shownWords = (text: string): string =>
  text.replaceAll(UNSEEN, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
  });
