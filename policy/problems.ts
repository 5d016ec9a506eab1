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

/** More than these are counted, not listed: nobody reads five thousand, and each is looked up in the text. */
const MOST = 200;

export class Problems {
  readonly list: Failure[] = [];
  #more = 0;
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Returns `null`, so that a reader can report and give up in one expression. */
  add(code: ErrorCode, path: Path, message: string, extra: ProblemExtra = {}): null {
    if (this.list.length >= MOST) {
      this.#more++;
      return null;
    }
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

  /** The failure that stands for those that are not listed; none where all are. */
  rest(): readonly Failure[] {
    if (this.#more === 0) return [];
    const message = `… and ${this.#more.toLocaleString('en')} more`;
    return [failure('policy.too-large', message, { help: 'mend those listed first' })];
  }
}
