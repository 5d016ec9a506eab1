// The programs that drive a tab by the DevTools protocol, and what each has of which page.
// INVARIANT: nobody is told anything before an act that was decided on has begun it (`executors/remote/look.ts`).
import type { HearRemote, RemoteEvent } from '#executors/contract/remote.ts';
import { RemoteClient } from './remote-client.ts';

export class RemoteClients<Page extends object> {
  readonly #hearing = new Map<string, HearRemote>();
  /** Of each, in whichever page. */
  readonly #worldNames = new Map<string, Set<string>>();
  readonly #of = new WeakMap<Page, Map<string, RemoteClient>>();
  /** INVARIANT: no number is given out twice in a tab: one of a page names nothing of another. */
  #last = 0;
  readonly #next = (): number => (this.#last += 1);

  /** Whoever it is hears what it may be told; returns how it hears of it no more. */
  listen(id: string, hear: HearRemote): () => void {
    this.#hearing.set(id, hear);
    return () => {
      this.#hearing.delete(id);
      this.#worldNames.delete(id);
    };
  }

  /** What it has of a page; `null`: nothing was begun there. */
  find(page: Page, id: string): RemoteClient | null {
    return this.#of.get(page)?.get(id) ?? null;
  }

  /** `null`: nobody of that name listens. */
  begin(page: Page, id: string): RemoteClient | null {
    if (!this.#hearing.has(id)) return null;
    const names = this.#worldNames.get(id) ?? new Set();
    this.#worldNames.set(id, names);
    const client = new RemoteClient(id, (event) => this.#hearing.get(id)?.(event), this.#next, names);
    const all = this.#of.get(page) ?? new Map<string, RemoteClient>();
    this.#of.set(page, all.set(id, client));
    return client;
  }

  /** Of the tab, and of no page's content but what whoever hears it may be told. */
  tellAll(event: RemoteEvent): void {
    for (const hear of this.#hearing.values()) hear(event);
  }

  /** Another page is in front of the tab than `before`. */
  anotherPage(before: Page | undefined): void {
    for (const client of (before === undefined ? undefined : this.#of.get(before))?.values() ?? [])
      client.hears = false;
    this.tellAll({ kind: 'ANOTHER_PAGE' });
  }
}
