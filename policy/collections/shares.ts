// Entries that several strangers grow, each in a share of its own. INVARIANT: nobody's entries push out another's while that one has
// fewer, and all together have an end.
import { forgetOldest } from './forget-oldest.ts';

export type ShareLimits = { readonly ofOne: number; readonly together: number };

export class Shares<Entry> {
  readonly #limits: ShareLimits;
  readonly #byOwner = new Map<string, Set<Entry>>();
  #size = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** As its owner's youngest. */
  add(owner: string, entry: Entry): void {
    const own = this.#byOwner.get(owner) ?? new Set<Entry>();
    this.#byOwner.set(owner, own);
    const before = own.size;
    own.delete(entry);
    own.add(entry);
    forgetOldest(own, this.#limits.ofOne);
    this.#size += own.size - before;
    while (this.#size > this.#limits.together) this.#shrinkLargest();
  }

  /** Every entry with its owners. */
  all(): ReadonlyMap<Entry, ReadonlySet<string>> {
    const all = new Map<Entry, Set<string>>();
    for (const [owner, own] of this.#byOwner)
      for (const entry of own) all.set(entry, (all.get(entry) ?? new Set()).add(owner));
    return all;
  }

  /** Of those that are as large, the latest comer's. */
  #shrinkLargest(): void {
    let [largest, most] = ['', 0];
    for (const [owner, { size }] of this.#byOwner) if (size >= most) [largest, most] = [owner, size];
    const own = this.#byOwner.get(largest);
    if (own === undefined) return;
    forgetOldest(own, most - 1);
    if (own.size === 0) this.#byOwner.delete(largest);
    this.#size -= 1;
  }
}
