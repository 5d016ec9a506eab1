// A document's text once it is read: plain data, and the place of every node in the text.
import type { Span } from '#policy/language/failure.ts';

export type Path = readonly (string | number)[];

export type Source = {
  readonly file: string;
  readonly data: unknown;
  /** `sha256:…` of the raw bytes. */
  readonly hash: string;
  /** Where the value at a path stands; the nearest node above it where there is none. */
  span(path: Path): Span;
  /** Where the key that a path ends with stands. */
  keySpan(path: Path): Span;
};
