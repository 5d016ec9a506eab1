// An order as words, literals and the marks between them, each with its place. Pure. INVARIANT: what is in quotes is one literal, and
// every other word is a token of its own: none is lost.
import { mask } from '#engines/navigator/offline/words/clauses.ts';
import { fold, withoutAsides } from './words.ts';

export type Token = {
  /** As the person wrote it; of a quotation what is in it. */
  readonly text: string;
  readonly folded: string;
  readonly kind: 'WORD' | 'QUOTED' | 'NUMBER';
  /** It has a capital that the beginning of a sentence does not ask for. */
  readonly isName: boolean;
  /** Which stretch between commas, full stops and the like it stands in; and which sentence. */
  readonly stretch: number;
  readonly isFirst: boolean;
  /** A colon, an arrow or an "=" stands right behind it. */
  readonly leads: boolean;
};

const PART = /\uE000\d+\uE001|[\p{L}\p{N}@#](?:[\p{L}\p{N}'’@._/%:+-]*[\p{L}\p{N}%])?|[,;:.!?()=>→—–]/gu;
const JOINS = /^(?:and|then|und|dann|danach|y|luego|despues|e)$/u;

export function tokensOf(order: string): readonly Token[] {
  const { text, unmask } = mask(withoutAsides(order));
  const tokens: Token[] = [];
  let stretch = 0;
  let opens = true;
  for (const [part] of text.matchAll(PART)) {
    if (/^[,;:.!?()=>→—–]$/u.test(part)) {
      const last = tokens.at(-1);
      if (/[:=>→]/u.test(part) && last !== undefined) tokens[tokens.length - 1] = { ...last, leads: true };
      stretch += 1;
      opens ||= /[.!?:]/u.test(part);
      continue;
    }
    const isQuoted = part.startsWith('\uE000');
    for (const piece of isQuoted ? [part] : piecesOf(part)) {
      const said = isQuoted ? unmask(piece).slice(1, -1) : piece;
      const folded = fold(said).trim();
      if (folded === '') continue;
      if (!isQuoted && JOINS.test(folded)) stretch += 1;
      tokens.push({
        text: said,
        folded,
        kind: isQuoted ? 'QUOTED' : /\d/u.test(said) ? 'NUMBER' : 'WORD',
        isName: !isQuoted && !opens && /^\p{Lu}/u.test(said),
        stretch,
        isFirst: opens,
        leads: false,
      });
      opens = false;
    }
  }
  return tokens;
}

/** "that's", "don't", "Ana's": the word and what is written on to it. */
function piecesOf(word: string): readonly string[] {
  const not = /^(.+?)n['’]t$/iu.exec(word);
  if (not !== null) return [not[1] ?? '', 'not'];
  return word.split(/['’]/u).filter((piece) => piece !== '');
}
