// The daemon's log: a line a thing that happened, in the file that its standard error is.
import { describe } from '#policy/language/failure.ts';

export function inWords(what: string, about: unknown): void {
  const text = about instanceof Error ? describe(about) : JSON.stringify(about);
  process.stderr.write(`${new Date().toISOString()} ${what}: ${text}\n`);
}
