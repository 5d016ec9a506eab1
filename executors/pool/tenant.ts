// Whose browser it is: hooks of the task that holds it, or of nobody yet.
// INVARIANT: without a tenant everything is refused; a tenant is never replaced by another one.
import { pageActRow } from '#policy/acts/page-acts.ts';
import type { TabHooks } from '../contract/hooks.ts';

const PERSON_MS = 400;
const NOBODY = { allow: false, reason: 'no task holds this browser yet' } as const;

export class Tenant {
  /** Questions that a person may have been asked, by when they were put. */
  readonly #asked = new Set<{ readonly since: number }>();
  #of: { readonly hooks: TabHooks; readonly signal: AbortSignal } | null;

  constructor(of: { readonly hooks: TabHooks; readonly signal: AbortSignal } | null) {
    this.#of = of;
  }

  get taken(): boolean {
    return this.#of !== null;
  }

  take(hooks: TabHooks, signal: AbortSignal): void {
    if (this.#of !== null) throw new Error('a browser that was taken is taken again');
    this.#of = { hooks, signal };
  }

  readonly onConnection: TabHooks['onConnection'] = async (request) =>
    this.#of === null ? NOBODY : this.#of.hooks.onConnection(request);

  readonly onConnectionEnds: NonNullable<TabHooks['onConnectionEnds']> = (ends) =>
    this.#of?.hooks.onConnectionEnds?.(ends);

  /** Somebody seems to think about something: a policy alone has its answer sooner. */
  readonly asking = (): boolean => {
    const now = performance.now();
    return [...this.#asked].some(({ since }) => now - since > PERSON_MS);
  };

  readonly onPageAct = async (
    act: Parameters<TabHooks['onPageAct']>[0],
    gone?: AbortSignal,
  ): ReturnType<TabHooks['onPageAct']> => {
    if (this.#of === null) return NOBODY;
    const asked = { since: performance.now() };
    const { kind } = act;
    if (kind !== 'FEATURE' && pageActRow(kind).ask) this.#asked.add(asked);
    try {
      return await this.#of.hooks.onPageAct(act, gone ?? this.#of.signal);
    } finally {
      this.#asked.delete(asked);
    }
  };

  readonly onDocument: TabHooks['onDocument'] = async (document) =>
    this.#of === null ? new Set() : this.#of.hooks.onDocument(document);

  readonly reads: NonNullable<TabHooks['reads']> = (url) => this.#of?.hooks.reads?.(url) ?? false;

  readonly onCrash: TabHooks['onCrash'] = (reason) => this.#of?.hooks.onCrash(reason);
}
