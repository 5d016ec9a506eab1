// Checks that a person can read a card. INVARIANT: a card that is too long for a person is refused, never shown in part.
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';

export const MAX_SCRIPT_CHARACTERS = 10_000;
export const MAX_SCRIPT_LINES = 200;
/** As many characters stand on a line of the narrowest card that a script is read on. */
const LINE_CHARACTERS = 80;
const MAX_ROWS = 100;

/** `consent.too-long`, `consent.not-shown`, or nothing. */
export function illegible(rows: readonly CardRow[]): Failure | null {
  if (rows.length > MAX_ROWS) {
    return failure('consent.too-long', `a card of ${rows.length} rows is too long for a person`, {
      help: `${MAX_ROWS} rows at most: send less at once`,
    });
  }
  // What is read is all of them: arguments of a script may hold code as well.
  let [characters, lines] = [0, 0];
  for (const { kind, label, value, masked } of rows) {
    if (kind !== 'SCRIPT') continue;
    if (masked)
      return failure(
        'consent.not-shown',
        `a ${label} that holds a saved secret cannot be shown to a person`,
        {
          help: 'a secret is entered by its name, with FILL; no script has to hold it',
        },
      );
    characters += value.length;
    lines += linesOf(value);
    if (characters <= MAX_SCRIPT_CHARACTERS && lines <= MAX_SCRIPT_LINES) continue;
    const what =
      rows.filter((row) => row.kind === 'SCRIPT').length === 1
        ? `a ${label}`
        : 'a script and what it is given';
    return failure(
      'consent.too-long',
      `${what} of ${characters} characters on ${lines} lines is too long for a person to read`,
      {
        help: `${MAX_SCRIPT_CHARACTERS} characters and ${MAX_SCRIPT_LINES} lines at most, longer lines counted as they wrap: run it in parts, or have a rule of the policy allow INJECT_JAVASCRIPT for this host (no rule can name a script)`,
        details: { characters, lines },
      },
    );
  }
  return null;
}

const linesOf = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil([...line].length / LINE_CHARACTERS)), 0);
