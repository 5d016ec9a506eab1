// JSON and answers on stdout, progress and errors on stderr.
import { explained } from '#gateway/protocol/explained.ts';
import type { Failure } from '#policy/language/failure.ts';
import { exitCodeOfFailure } from './exit-codes.ts';

/** Where it goes: the two streams, or whoever gathers it for a pager. */
export type Sink = { readonly out: (text: string) => void; readonly err: (text: string) => void };

export const STREAMS: Sink = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};
let sink = STREAMS;

/** Until what this gives is called. */
export function divert(to: Sink): () => void {
  sink = to;
  return () => {
    sink = STREAMS;
  };
}

/** As it is: it ends its own lines. */
export const sayWhole = (text: string): void => sink.out(text);

export const say = (line: string): void => sink.out(`${line}\n`);

export const tell = (line: string): void => sink.err(`${line}\n`);

export const sayJson = (value: unknown): void => sink.out(`${JSON.stringify(value, null, 2)}\n`);

/** One JSON value a line, for what comes bit by bit. */
export const sayLine = (value: unknown): void => sink.out(`${JSON.stringify(value)}\n`);

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
