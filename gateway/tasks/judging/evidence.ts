// Keeps only facts that were really seen: a navigator's fact counts only if its quotation was on a page that the task read.
import type { ExtractedFact } from '#engines/navigator/contract.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import { fold } from './fold.ts';

/** How many characters of seen pages are kept a task; the oldest go first. */
const KEEP_CHARACTERS = 4_000_000;

export class Evidence {
  readonly #pages = new Map<string, Set<string>>();
  #size = 0;

  /** Remembers a page's text as it was observed. */
  saw(snapshot: PageSnapshot): void {
    const text = fold(
      snapshot.nodes
        .map(({ name, value, description }) => [name, value ?? '', description ?? ''].join(' '))
        .join(' '),
    );
    const texts = this.#pages.get(snapshot.document.url) ?? new Set<string>();
    if (texts.has(text)) return;
    texts.add(text);
    this.#pages.set(snapshot.document.url, texts);
    this.#size += text.length;
    for (const [url, old] of this.#pages) {
      if (this.#size <= KEEP_CHARACTERS || url === snapshot.document.url) break;
      this.#pages.delete(url);
      for (const one of old) this.#size -= one.length;
    }
  }

  /** The facts whose quotation was on the page that they name. The rest are a navigator's claims, and no facts. */
  confirmed(facts: readonly ExtractedFact[]): readonly ExtractedFact[] {
    return facts.filter(({ quote, url }) => {
      const wanted = fold(quote);
      return wanted !== '' && [...(this.#pages.get(url) ?? [])].some((text) => text.includes(wanted));
    });
  }
}
