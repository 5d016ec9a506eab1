// Codes that work once and end soon. INVARIANT: a code dies with its first use, in time or late; only its digest is kept, so that
// finding one takes as long whatever was given.
import { createHash, randomBytes } from 'node:crypto';
import { permissionTime } from '#executors/system/clock.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';

/** More wait nowhere; the oldest go first. */
const MAX_CODES = 1000;

export class SingleUse<T> {
  readonly #codes = new Map<string, { readonly value: T; readonly notAfter: number }>();
  readonly #now: () => number;

  /** `now`: the time of a permission. */
  constructor(now: () => number = permissionTime()) {
    this.#now = now;
  }

  issue(value: T, lifetimeMs: number): string {
    for (const [old, { notAfter }] of this.#codes) if (notAfter < this.#now()) this.#codes.delete(old);
    const code = randomBytes(32).toString('base64url');
    this.#codes.set(digestOf(code), { value, notAfter: this.#now() + lifetimeMs });
    forgetOldest(this.#codes, MAX_CODES);
    return code;
  }

  redeem(code: string): T | null {
    const digest = digestOf(code);
    const found = this.#codes.get(digest);
    this.#codes.delete(digest);
    return found === undefined || found.notAfter < this.#now() ? null : found.value;
  }
}

const digestOf = (code: string): string => createHash('sha256').update(code).digest('base64url');
