// Tells what of a text the person wrote in the intent. INVARIANT: signs, marks, blanks and capitals that could say something are the
// intent's own, or plain ones; a number is theirs only as the one token that they wrote.
import { fold, hiddenIn, squeeze } from './fold.ts';
import { wordsOf } from './page-texts.ts';
import { formsOf, tokensOf } from './tokens.ts';

/** Letters that do not stand within other words by chance. */
const RUN_TOGETHER_LETTERS_AT_LEAST = 8;
const FORM_LETTERS_AT_LEAST = 4;
/** Words with one plain sign, or a blank, between two of them. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?: |[.,'’-] ?)[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*[.?!]?$/u;
const WITH_MARKS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** What stands before a token, and behind one. */
const BEGINS_BEHIND = /[\s("'[{<«„“‘]$/u;
const ENDS_BEFORE = /^[.,;:!?"')\]}>»”’]{0,3}(?:\s|$)/u;
/** Letters and digits, joined by at most one sign each, and no part of a longer one. */
const TOKEN = /(?<![\p{L}\p{M}\p{N}.,:/_#'’+−–-])[\p{L}\p{M}\p{N}]+(?:[-–_./:#,'’][\p{L}\p{M}\p{N}]+)*/gu;

export class IntentWords {
  readonly #letters: string;
  readonly #written: string;
  /** Signs of the intent that nobody sees, all in a row. */
  readonly #hidden: string;
  /** In one spelling, with their usual other forms. */
  readonly #words: ReadonlySet<string>;
  /** As they are written. */
  readonly #raw: ReadonlySet<string>;
  /** Of numbers and codes, as they are written and in one spelling. */
  readonly #tokens: ReadonlySet<string>;
  /** As they are looked for. */
  readonly #rare: ReadonlySet<string>;

  /** `''` for an intent that explains nothing. */
  constructor(intent: string) {
    this.#letters = squeeze(intent);
    this.#written = intent.normalize('NFC');
    this.#hidden = hiddenIn(intent);
    this.#words = new Set(wordsOf(intent).flatMap((word) => [word, ...formsOf(word)]));
    this.#raw = new Set(this.#written.match(WITH_MARKS));
    const tokens = this.#written.match(TOKEN) ?? [];
    this.#tokens = new Set(
      tokens.flatMap((one) => [one, one.toLowerCase(), fold(one), fold(one).toUpperCase()]),
    );
    this.#rare = new Set(tokensOf(intent).map(({ shown }) => shown));
  }

  /** All of it is the person's: it stands in the intent, or is made of their words, plainly. */
  hold(text: string): boolean {
    const letters = squeeze(text);
    const given = text.normalize('NFC').replace(/^[ \n]|[ \n]$/gu, '');
    if (this.#written === '' || given.trim() === '' || !this.#hidden.includes(hiddenIn(text))) return false;
    if (this.#stands(given)) return true;
    if (!PLAIN.test(given)) return false;
    const isWhole = letters.length >= RUN_TOGETHER_LETTERS_AT_LEAST && this.#letters.includes(letters);
    return given.split(' ').every((chunk) => {
      const token = chunk.replace(/[.,?!]$/u, '');
      if (/\p{N}/u.test(token)) return this.#tokens.has(token);
      return (token.match(WITH_MARKS) ?? []).every(
        (word) => this.#raw.has(word) || (isPlainWord(word) && (isWhole || this.hasWord(fold(word)))),
      );
    });
  }

  /** A code, number or address as `tokensOf` shows it. */
  holdRare(shown: string): boolean {
    return this.#rare.has(shown) || this.hold(shown);
  }

  /** A word in one spelling. */
  hasWord(word: string): boolean {
    return (
      this.#words.has(word) ||
      (word.length >= FORM_LETTERS_AT_LEAST && formsOf(word).some((form) => this.#words.has(form)))
    );
  }

  /** Letters and digits that stand there in a row. */
  hasLetters(letters: string): boolean {
    return this.#letters.includes(letters);
  }

  /** Word for word and sign for sign, and not within something longer. */
  #stands(text: string): boolean {
    for (let at = this.#written.indexOf(text); at !== -1; at = this.#written.indexOf(text, at + 1)) {
      const before = this.#written.slice(Math.max(0, at - 2), at);
      const end = at + text.length;
      if (
        (before === '' || BEGINS_BEHIND.test(before)) &&
        ENDS_BEFORE.test(this.#written.slice(end, end + 5))
      )
        return true;
    }
    return false;
  }
}

/** No accent, no letter that only looks like one, and no capital within. */
function isPlainWord(word: string): boolean {
  const lower = fold(word);
  return (
    word === lower ||
    word === lower.toUpperCase() ||
    word === lower.slice(0, 1).toUpperCase() + lower.slice(1)
  );
}
