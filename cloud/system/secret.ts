// A secret from the environment, or from a mounted file that may change: Secret Manager's mount shows the newest version.
// INVARIANT: it is handed out by `read` alone; printed, inspected or serialised, it is `[secret]`.
import { readFileSync, statSync } from 'node:fs';
import { inspect } from 'node:util';
import type { Time } from './time.ts';

const MAX_BYTES = 4096;
/** A rotation is seen after so long. */
const FRESH_MS = 2_000;
const HIDDEN = '[secret]';

export class Secret {
  readonly #file: string | null;
  readonly #time: Time;
  #value: string;
  #readMs: number;

  private constructor(file: string | null, value: string, time: Time) {
    this.#file = file;
    this.#value = value;
    this.#time = time;
    this.#readMs = time.monotonicMs();
  }

  static of(value: string, time: Time): Secret {
    return new Secret(null, value, time);
  }

  /** `null` where the file cannot be read or holds nothing that fits. */
  static fromFile(file: string, time: Time): Secret | null {
    const value = contentOf(file);
    return value === null ? null : new Secret(file, value, time);
  }

  /** The newest that could be read: a file that is gone for a moment, or half written, leaves what was. */
  read(): string {
    const now = this.#time.monotonicMs();
    if (this.#file === null || now - this.#readMs < FRESH_MS) return this.#value;
    this.#readMs = now;
    this.#value = contentOf(this.#file) ?? this.#value;
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}

/** A key is one line of printable characters: anything else would be an error in a header, which names it. */
function contentOf(file: string): string | null {
  try {
    const { size } = statSync(file);
    if (size === 0 || size > MAX_BYTES) return null;
    const text = readFileSync(file, 'utf8').trim();
    return /^[\x21-\x7e]+$/u.test(text) ? text : null;
  } catch {
    return null;
  }
}
