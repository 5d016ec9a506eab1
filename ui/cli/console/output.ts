// JSON and answers on stdout, progress and errors on stderr.
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
  const at = error.span === undefined ? '' : `${error.span.file}:${error.span.line}:${error.span.column}: `;
  const lines = [`${at}${error.code}: ${error.message}`];
  if (error.cause !== undefined) lines.push(`  because: ${error.cause}`);
  if (error.help !== undefined) lines.push(`  help: ${error.help}`);
  return lines.join('\n');
}

/** Reports a failure and sets the exit code; nothing is thrown, so that open things are closed. */
export function failWith(error: Failure, options: { json: boolean }): void {
  if (options.json) sayJson({ error });
  else tell(inWords(error));
  process.exitCode = exitCodeOfFailure(error);
}
