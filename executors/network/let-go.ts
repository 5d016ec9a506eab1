// Requests over plain http that a guard decided on and let go, on their way to the choke point.
// INVARIANT: each is taken once. What gives something to a server and is not here went by no guard: a page that was closed
// while its request waited, a browser that sends one again.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';

const MAX_COUNTED = 500;

export class LetGo {
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
