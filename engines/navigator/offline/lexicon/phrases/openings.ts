// What a text begins with, out of a list of hundreds: only what begins with the same letter is made into a pattern, once it is asked for.
// Pure. INVARIANT: as one pattern of the whole list would match, the list's order kept.
import { plain } from './clues.ts';

/** `opens`: patterns that begin with a letter, the first that fits first. `behind`: what has to follow. Group 1 is the opening. */
export function openingsOf(
  opens: readonly string[],
  behind: string,
): (text: string) => RegExpExecArray | null {
  const byLetter = Map.groupBy(opens, (open) => plain(open.charAt(0)));
  const patterns = new Map<string, RegExp>();
  return (text) => {
    const letter = plain(text.charAt(0));
    const those = byLetter.get(letter);
    if (those === undefined) return null;
    const pattern = patterns.get(letter) ?? new RegExp(`^(${those.join('|')})${behind}`, 'iu');
    patterns.set(letter, pattern);
    return pattern.exec(text);
  };
}
