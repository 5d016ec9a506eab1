// The programs that drive a tab by the DevTools protocol, and what each has of which page.
// INVARIANT: nobody is told anything before an act that was decided on has begun it (`executors/remote/look.ts`).
import type { HearRemote, RemoteEvent, RemotePageEvent } from '#executors/contract/remote.ts';
import { RemoteClient, type HeldObject } from './remote-client.ts';

type RemoteDialogEvent = Extract<RemoteEvent, { readonly kind: 'DIALOG' | 'DIALOG_GONE' }>;

export class RemoteClients<Page extends object> {
  readonly #hearing = new Map<string, HearRemote>();
  /** Of each, in whichever page. */
  readonly #worldNames = new Map<string, Set<string>>();
  /** Of each, one for each page. */
  readonly #clients = new Map<string, RemoteClient[]>();
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
      this.#clients.delete(id);
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
    this.#clients.set(id, [...(this.#clients.get(id) ?? []), client]);
    return client;
  }

  /** Lets go of what it holds, in whichever page that is; `null`: nothing of that name. */
  release(id: string, handle: string): HeldObject | null {
    for (const client of this.#clients.get(id) ?? []) {
      const held = client.release(handle);
      if (held !== null) return held;
    }
    return null;
  }

  /** Of the tab, and of no page's content but what whoever hears it may be told. Whoever comes to listen by it hears it, too. */
  tellAll(event: RemoteDialogEvent | RemotePageEvent): void {
    for (const hear of this.#hearing.values()) hear(event);
  }
}
