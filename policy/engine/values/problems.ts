// Collects the failures of one document, each with its place, so that all are reported at once.
import type { ErrorCode, Failure, Span } from '#policy/language/failure.ts';
import { failure } from '#policy/language/failure.ts';
import type { Path, Source } from './source-places.ts';

export type ProblemExtra = {
  /** A function where it has to be looked for. */
  readonly help?: string | undefined | (() => string);
  /** Points at the key that the path ends with, not at its value. */
  readonly key?: boolean;
  /** Another place: it stands in a text of its own. */
  readonly span?: Span | undefined;
  readonly details?: Record<string, unknown>;
};

/** Nobody reads five thousand, and each is looked up in the text: what follows these is not looked for. */
export const MAX_FAILURES = 100;

/** Stands for the failures that are not listed. */
export const andMore = (listed: readonly Failure[]): Failure => {
  const span = listed.at(-1)?.span;
  const help = 'mend those listed first';
  return failure('policy.too-large', '… and more', span === undefined ? { help } : { help, span });
};

export class Problems {
  readonly list: Failure[] = [];
  #more = false;
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Whether one more would not be listed. */
  get isFull(): boolean {
    return this.list.length >= MAX_FAILURES;
  }

  /** Where the value at a path stands. */
  spanAt(path: Path): Span {
    return this.#source.span(path);
  }

  /** Returns `null`, so that a reader can report and give up in one expression. */
  add(code: ErrorCode, path: Path, message: string, extra: ProblemExtra = {}): null {
    if (this.isFull) {
      this.#more = true;
      return null;
    }
    const span = extra.span ?? (extra.key === true ? this.#source.keySpan(path) : this.#source.span(path));
    const help = typeof extra.help === 'function' ? extra.help() : extra.help;
    this.list.push(
      failure(code, message, {
        span,
        ...(help === undefined ? {} : { help }),
        ...(extra.details === undefined ? {} : { details: extra.details }),
      }),
    );
    return null;
  }

  /** Failures of another text, which has places of its own. */
  take(failures: readonly Failure[]): void {
    for (const one of failures)
      if (this.isFull) this.#more = true;
      else this.list.push(one);
  }

  /** The failure that stands for those that are not listed; none where all are. */
  rest(): readonly Failure[] {
    return this.#more ? [andMore(this.list)] : [];
  }
}
