// A command line in one string to its words, as a shell would split it without expanding anything.
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** Quotes keep blanks; a backslash takes the next character as it is, but within single quotes. Errors: `command.bad-params`. */
export function wordsOf(line: string): Result<readonly string[]> {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const one = line.charAt(at);
    if (one === '\\' && quote !== "'") {
      at += 1;
      if (at === line.length) return fail('command.bad-params', 'the line ends in a backslash');
      word = (word ?? '') + line.charAt(at);
    } else if (quote !== null) {
      if (one === quote) quote = null;
      else word = (word ?? '') + one;
    } else if (one === '"' || one === "'") {
      quote = one;
      word ??= '';
    } else if (/\s/u.test(one)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + one;
  }
  if (quote !== null) return fail('command.bad-params', `a quotation mark (${quote}) is not closed`);
  if (word !== null) words.push(word);
  return ok(words);
}
