// Collects the failures of one document, each with its place, so that all are reported at once.
import type { ErrorCode, Failure } from './failure.ts';
import { failure } from './failure.ts';
import type { Path, Source } from './source.ts';

export type ProblemExtra = {
  readonly help?: string | undefined;
  /** Points at the key that the path ends with, not at its value. */
  readonly key?: boolean;
  readonly details?: Record<string, unknown>;
};

export class Problems {
  readonly list: Failure[] = [];
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Returns `null`, so that a reader can report and give up in one expression. */
  add(code: ErrorCode, path: Path, message: string, extra: ProblemExtra = {}): null {
    const span = extra.key === true ? this.#source.keySpan(path) : this.#source.span(path);
    this.list.push(
      failure(code, message, {
        span,
        ...(extra.help === undefined ? {} : { help: extra.help }),
        ...(extra.details === undefined ? {} : { details: extra.details }),
      }),
    );
    return null;
  }
}
