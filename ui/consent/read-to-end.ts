// Whether the ends of what must be read were in view. INVARIANT: it can only hold an allowance back; an end counts as seen when it
// was on the screen, in this document's own view, while the document was visible.

export class ReadToEnd {
  readonly #unseen: Set<Element>;
  readonly #observer: IntersectionObserver;

  /** `onChange` runs when an end came into view. */
  constructor(ends: readonly Element[], onChange: () => void) {
    this.#unseen = new Set(ends);
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (document.visibilityState !== 'visible') return;
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          this.#unseen.delete(target);
          this.#observer.unobserve(target);
        }
        onChange();
      },
      { threshold: 0.9 },
    );
    for (const end of ends) this.#observer.observe(end);
  }

  /** The first that was not in view yet. */
  get next(): Element | null {
    return [...this.#unseen][0] ?? null;
  }

  get done(): boolean {
    return this.#unseen.size === 0;
  }
}
