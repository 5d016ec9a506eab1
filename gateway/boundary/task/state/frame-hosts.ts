// Remembers which hosts' frames the pages of a host took, over all tabs of a task: what a page does by itself may be a frame's doing.
// INVARIANT: it forgets none; where there are too many to be remembered, it may be any host's.

/** Pairs of a page's host and a frame's. */
const PAIRS_AT_MOST = 2_000;

export class FrameHosts {
  readonly #taken = new Map<string, Set<string>>();
  #pairs = 0;

  /** Both are canonical; `''` for none. */
  take(page: string, frame: string): void {
    const frames = this.#taken.get(page) ?? new Set();
    if (frame === page || frames.has(frame)) return;
    this.#pairs += 1;
    if (this.#pairs > PAIRS_AT_MOST) return;
    this.#taken.set(page, frames.add(frame));
  }

  /** Of whom an act of such a page may be; of a page without a host, anybody's. */
  at(page: string): { readonly known: readonly string[]; readonly any: boolean } {
    return {
      known: [page, ...(this.#taken.get(page) ?? [])],
      any: page === '' || this.#pairs > PAIRS_AT_MOST,
    };
  }
}
