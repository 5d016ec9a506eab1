// Ids of the entries of a policy's text, as they stand in it, and the line of each. It reads lines, not YAML: a text that is
// being written need not be whole.

const ENTRY = /^[ \t]*-[ \t]+(?:\{[ \t]*)?id:[ \t]*["']?([\w.-]+)/u;

/** An id a line that begins an entry; `null` for every other line. */
const idOf = (line: string): string | null => ENTRY.exec(line)?.[1] ?? null;

export const ruleIdsIn = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => idOf(line) ?? []);

/** Counted from 1; `null` where no entry has this id. */
export function lineOfRule(text: string, rule: string): number | null {
  const at = text.split('\n').findIndex((line) => idOf(line) === rule);
  return at === -1 ? null : at + 1;
}
