// Codes that work once and end soon. INVARIANT: a code dies with its first use, in time or late, and what it stands for with its time; only
// its digest is kept, so that finding one takes as long whatever was given.
import { createHash, randomBytes } from 'node:crypto';
import { permissionTime } from '#executors/system/clock.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';

const MAX_CODES = 1000;
/** A timer may be early by a little. */
const SLACK_MS = 100;

export class SingleUse<T> {
  readonly #codes = new Map<string, { readonly value: T; readonly notAfter: number }>();
  readonly #now: () => number;
  readonly #most: number;

  /** `now`: the time of a permission. `most`: more wait nowhere; the oldest go first. */
  constructor(now: () => number = permissionTime(), most = MAX_CODES) {
    this.#now = now;
    this.#most = most;
  }

  issue(value: T, lifetimeMs: number): string {
    this.#forgetExpired();
    const code = randomBytes(32).toString('base64url');
    this.#codes.set(digestOf(code), { value, notAfter: this.#now() + lifetimeMs });
    forgetOldest(this.#codes, this.#most);
    setTimeout(() => this.#forgetExpired(), lifetimeMs + SLACK_MS).unref();
    return code;
  }

  /** How many wait to be used. */
  get size(): number {
    this.#forgetExpired();
    return this.#codes.size;
  }

  redeem(code: string): T | null {
    const digest = digestOf(code);
    const found = this.#codes.get(digest);
    this.#codes.delete(digest);
    return found === undefined || found.notAfter < this.#now() ? null : found.value;
  }

  #forgetExpired(): void {
    for (const [old, { notAfter }] of this.#codes) if (notAfter < this.#now()) this.#codes.delete(old);
  }
}

const digestOf = (code: string): string => createHash('sha256').update(code).digest('base64url');
