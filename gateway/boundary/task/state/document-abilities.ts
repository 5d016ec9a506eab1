// What the documents of one tab were granted, by everything that each decision depended on, and what the log was told last of each
// place. INVARIANT: the oldest are forgotten first and then decided again; nothing is granted from here that was not put in.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { PageActKind } from '#policy/language/vocabulary.ts';
import type { PageGrants } from '#executors/contract/document.ts';

const MAX_DOCUMENTS = 500;

/** `withheld`: what the policy would have a person asked about, and nobody was. */
export type DecidedAbilities = { readonly granted: PageGrants; readonly withheld: readonly PageActKind[] };

export class DocumentAbilities {
  readonly #decided = new Map<string, DecidedAbilities>();
  readonly #logged = new Map<string, string>();

  /** What was decided for `key` before, or is decided now. */
  decided(key: string, decide: () => DecidedAbilities): DecidedAbilities {
    const decided = this.#decided.get(key) ?? decide();
    keep(this.#decided, key, decided);
    return decided;
  }

  isLogged(place: string, told: string): boolean {
    return this.#logged.get(place) === told;
  }

  noteLogged(place: string, told: string): void {
    keep(this.#logged, place, told);
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  forgetOldest(map, MAX_DOCUMENTS);
}
