// The origins whose content a task may read, and those that it may act on (DESIGN 7).
// INVARIANT: they start with what the person named and grow by policy or consent alone; nothing ever asks a page or a model.
import { originOf } from '#policy/requests/host.ts';
import type { OriginsView } from '#gateway/protocol/views/task.ts';
import type { NamedOrigins } from '#gateway/boundary/grants/named-origins.ts';

export class OriginSets {
  readonly #named: NamedOrigins;
  readonly #readable = new Set<string>();
  readonly #writable = new Set<string>();

  constructor(named: NamedOrigins) {
    this.#named = named;
  }

  reads(url: string): boolean {
    return this.#has(this.#readable, url);
  }

  writes(url: string): boolean {
    return this.#has(this.#writable, url);
  }

  /** What is new by it; empty where both was known, or where the URL has no origin. */
  grow(url: string, by: { readonly write: boolean }): readonly ('READABLE' | 'WRITABLE')[] {
    const origin = originOf(url);
    if (origin === null) return [];
    const grown: ('READABLE' | 'WRITABLE')[] = [];
    if (!this.reads(url)) grown.push('READABLE');
    if (by.write && !this.writes(url)) grown.push('WRITABLE');
    this.#readable.add(origin);
    if (by.write) this.#writable.add(origin);
    return grown;
  }

  /** Takes back what it gave: the entry that says so is not on disk. */
  shrink(url: string, grown: ReturnType<OriginSets['grow']>): void {
    const origin = originOf(url);
    if (origin === null) return;
    if (grown.includes('READABLE')) this.#readable.delete(origin);
    if (grown.includes('WRITABLE')) this.#writable.delete(origin);
  }

  /** Origins, and what was named without a visit so far. */
  view(): OriginsView {
    return { readable: this.#list(this.#readable), writable: this.#list(this.#writable) };
  }

  #list(origins: ReadonlySet<string>): readonly string[] {
    return [...this.#named.beside(origins), ...origins].toSorted();
  }

  #has(origins: ReadonlySet<string>, url: string): boolean {
    const parsed = URL.parse(url);
    if (parsed === null) return false;
    // An empty page is nobody's.
    if (parsed.protocol === 'about:') return true;
    return origins.has(parsed.origin) || this.#named.has(url);
  }
}
