// Marks the parts of an intent that are data: text in quotation marks of any style, and text after a word that announces one.
// INVARIANT: a mark that is opened and never closed makes the rest data; what is left out is replaced by blanks of the same length.

/** Opening mark to closing mark. Those that look the same at both ends are told apart by what stands around them. */
const PAIRS: Readonly<Record<string, string>> = {
  '“': '”“',
  '„': '“”',
  '‟': '”',
  '«': '»',
  '»': '«',
  '‹': '›',
  '‘': '’',
  '‚': '‘’',
  '「': '」',
  '『': '』',
  '〝': '〞〟',
  '＂': '＂',
  '＇': '＇',
  '❝': '❞',
  '❛': '❜',
  '″': '″',
  '´': '´',
  '"': '"',
  '`': '`',
};
const FENCE = /```|~~~/uy;
const LETTER = /[\p{L}\p{N}]/u;
/** "type shop.test into the search field": what follows is a text, and no place to go to. */
const TEXT_FOLLOWS =
  /(?<![\p{L}\p{N}])(?:type|types|typing|write|writes|writing|enter|paste|insert|input|say|says|saying|text|message|comment|titled?|subject|body)(?:\s+in)?\s*:?\s+(\S+)/giu;

export function withoutData(intent: string): string {
  const outside = withoutQuotations(intent);
  return outside.replace(
    TEXT_FOLLOWS,
    (match, follows: string) => `${match.slice(0, match.length - follows.length)}${blanks(follows)}`,
  );
}

function withoutQuotations(text: string): string {
  let outside = '';
  for (let at = 0; at < text.length;) {
    const end = endOfQuotation(text, at);
    if (end === null) {
      outside += text.charAt(at);
      at += 1;
    } else {
      outside += blanks(text.slice(at, end));
      at = end;
    }
  }
  return outside;
}

/** Behind the quotation that begins at `at`; `null` where none does. */
function endOfQuotation(text: string, at: number): number | null {
  // A quoted line of a letter.
  if (text.charAt(at) === '>' && /(?:^|\n)[ \t]*$/u.test(text.slice(Math.max(0, at - 40), at))) {
    return endAt(text.indexOf('\n', at), 0, text);
  }
  FENCE.lastIndex = at;
  const fence = FENCE.exec(text)?.[0];
  if (fence !== undefined) return endAt(text.indexOf(fence, at + fence.length), fence.length, text);
  const mark = text.charAt(at);
  const before = text.charAt(at - 1);
  if (mark === "'") return endOfSingle(text, at, before);
  const closing = PAIRS[mark];
  // 27" is a length, don’t a word.
  if (closing === undefined || (mark === '"' && /\d/u.test(before))) return null;
  if (mark === '‘' && LETTER.test(before)) return null;
  const found = [...closing].map((one) => text.indexOf(one, at + 1)).filter((place) => place !== -1);
  return endAt(found.length === 0 ? -1 : Math.min(...found), 1, text);
}

/** An apostrophe opens a quotation only before a word that is closed again behind one. */
function endOfSingle(text: string, at: number, before: string): number | null {
  if (LETTER.test(before)) return null;
  for (let close = text.indexOf("'", at + 1); close !== -1; close = text.indexOf("'", close + 1)) {
    if (!LETTER.test(text.charAt(close + 1))) return close + 1;
  }
  return null;
}

const endAt = (place: number, length: number, text: string): number =>
  place === -1 ? text.length : place + length;
const blanks = (text: string): string => ' '.repeat(text.length);
