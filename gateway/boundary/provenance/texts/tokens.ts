// Extracts what is rare enough in a text to be recognised elsewhere: codes and numbers of five characters or more, mail addresses,
// words of eight letters or more. Pure.
import { fold, squeeze } from './fold.ts';

export const TOKEN_KINDS = ['CODE', 'MAIL', 'WORD'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];
/** `text` is squeezed; `shown` as a person would know it. */
export type Token = { readonly kind: TokenKind; readonly text: string; readonly shown: string };

export const MIN_TOKEN_CHARACTERS = 5;
export const MAX_TOKEN_CHARACTERS = 64;
const MIN_WORD_CHARACTERS = 8;

/** Bounded, so that an endless word costs no more than its length. */
const MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** Letters and digits, joined by at most one sign each: `AC-2041-7`, `1,299.00`, `D/20874`. */
const JOINED = /[\p{L}\p{N}]+(?:[-–_./:#,'’][\p{L}\p{N}]+)*/gu;
/** Groups of digits as telephone and card numbers have them. */
const GROUPED = /\+?\d(?:[ ()\u00a0\u202f-]{0,2}\d){6,}/gu;
/** A date or a time says nothing about whose it is. */
const DATE =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:t[\d:.z+-]*)?$|^\d{1,2}(?:[:.]\d{2}){1,2}$/u;

/** Long words that stand on every other page. */
const EVERYWHERE = new Set(
  (
    'password username continue checkout customer delivery shipping category categories products previous contents ' +
    'description information settings language register registration subscribe subscription newsletter conditions ' +
    'copyright reserved available navigation download overview services software homepage question questions answered ' +
    'comments favourite favourites favorites bookmarks internet computer calendar document documents security january ' +
    'february september november december wednesday thursday saturday yesterday tomorrow anything something everything ' +
    'although together including without remember required optional selected results accessories international ' +
    'different important business national research development university community government according between ' +
    'themselves sometimes recommended recommendations warranty quantity feedback messages notifications statistics ' +
    'searching submitted telephone addresses approximately currently directory standard original personal business ' +
    'position solution solutions function functions material materials thousand thousands hundreds percentage'
  ).split(' '),
);

/** The tokens of a text as it was read. Long ones are cut out: a whole paragraph is no token. */
export function tokensOf(text: string): readonly Token[] {
  const folded = fold(text);
  const found = new Map<string, Token>();
  const add = (kind: TokenKind, given: string): void => {
    const token = squeeze(given);
    if (token.length >= MIN_TOKEN_CHARACTERS && token.length <= MAX_TOKEN_CHARACTERS && !found.has(token))
      found.set(token, { kind, text: token, shown: given });
  };
  for (const [mail] of folded.matchAll(MAIL)) add('MAIL', mail);
  for (const [group] of folded.matchAll(GROUPED)) if (!DATE.test(group)) add('CODE', group);
  for (const [joined] of folded.matchAll(JOINED)) {
    if (DATE.test(joined)) continue;
    if (/\p{N}/u.test(joined)) add('CODE', joined);
    for (const piece of joined.split(/[^\p{L}\p{N}]+/u)) {
      if (/\p{N}/u.test(piece)) add('CODE', piece);
      else if (piece.length >= MIN_WORD_CHARACTERS && !EVERYWHERE.has(piece)) add('WORD', piece);
    }
  }
  return [...found.values()];
}

/** A word in its usual other forms: what says `keyboard` says `keyboards` too. */
export function formsOf(word: string): readonly string[] {
  const stem = word.replace(/(?:ies|es|s|ing|ed|er|ers|ly|e|y)$/u, '');
  return [
    word,
    ...['', 's', 'es', 'e', 'ed', 'ing', 'er', 'ers', 'ly', 'y', 'ies'].map((ending) => stem + ending),
  ];
}
