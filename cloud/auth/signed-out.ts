// Tokens whose person signed out before they expired. INVARIANT: bounded; a token stays until it would have expired anyway.
// Of this instance alone: another one takes such a token until it expires.
import type { Time } from '../system/time.ts';

const MAX_SIGNED_OUT = 10_000;
/** The verifier's tolerance, and some more. */
const TOLERANCE_S = 120;

export class SignedOut {
  readonly #time: Time;
  /** By the token's hash, in the order of signing out: when it expires, in seconds. */
  readonly #until = new Map<string, number>();

  constructor(time: Time) {
    this.#time = time;
  }

  add(tokenId: string, expiresAt: number): void {
    const now = this.#time.wallMs() / 1000 - TOLERANCE_S;
    for (const [id, until] of this.#until) {
      if (until >= now && this.#until.size < MAX_SIGNED_OUT) break;
      this.#until.delete(id);
    }
    this.#until.set(tokenId, expiresAt);
  }

  has(tokenId: string): boolean {
    return this.#until.has(tokenId);
  }
}
