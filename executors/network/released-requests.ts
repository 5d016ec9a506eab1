// Remembers requests over plain http that a guard decided and released, on their way to the choke point.
// INVARIANT: each is taken once. A request that gives something to a server and is not here passed no guard: its page was closed
// while it waited, or the browser sends it again.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';

const MAX_COUNTED = 500;

export class ReleasedRequests {
  readonly #counts = new Map<string, number>();

  goes(method: string, url: string): void {
    if (!url.startsWith('http:')) return;
    const key = `${method} ${url}`;
    const count = this.#counts.get(key) ?? 0;
    this.#counts.delete(key);
    this.#counts.set(key, count + 1);
    forgetOldest(this.#counts, MAX_COUNTED);
  }

  take(method: string, url: string): boolean {
    const key = `${method} ${url}`;
    const count = this.#counts.get(key) ?? 0;
    if (count > 1) this.#counts.set(key, count - 1);
    else this.#counts.delete(key);
    return count > 0;
  }
}
