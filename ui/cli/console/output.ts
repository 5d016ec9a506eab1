// JSON and answers on stdout, progress and errors on stderr.
import { explained } from '#gateway/protocol/explained.ts';
import type { Failure } from '#policy/language/failure.ts';
import { exitCodeOfFailure } from './exit-codes.ts';

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function sayJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** One JSON value a line, for what comes bit by bit. */
export function sayLine(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** `file:line:column: code: message`, the mend below. */
export function inWords(error: Failure): string {
  const { what, code, where, cause, mend } = explained(error);
  const at = where === null ? '' : `${where.file}:${where.line}:${where.column}: `;
  const lines = [`${at}${code}: ${what}`];
  if (cause !== null) lines.push(`  because: ${cause}`);
  if (mend !== null) lines.push(`  help: ${mend}`);
  return lines.join('\n');
}

/** Reports a failure and sets the exit code; nothing is thrown, so that open things are closed. */
export function failWith(error: Failure, options: { json: boolean }): void {
  if (options.json) sayJson({ error });
  else tell(inWords(error));
  process.exitCode = exitCodeOfFailure(error);
}
