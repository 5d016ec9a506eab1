// Our own context in a browser that others use as well: only its pages, and nothing that belongs to others.
// INVARIANT: only pages that we made are attached to; any other page in the context is closed unseen, and events about other
// contexts are not looked at.
import type { CdpSession } from '#executors/cdp/connection.ts';

const WATCHED = [{ type: 'page' }, { type: 'service_worker' }, { type: 'shared_worker' }, { exclude: true }];

export class OwnContext {
  readonly id: string;
  readonly #browser: CdpSession;
  readonly #own = new Set<string>();
  readonly #strays = new Set<string>();
  #making = 0;

  constructor(browser: CdpSession, id: string) {
    this.#browser = browser;
    this.id = id;
  }

  /** A window that a page opens cannot be paused from here: it goes as soon as it is there. */
  watch(): Promise<unknown> {
    this.#browser.on('Target.targetCreated', ({ targetInfo: { targetId, browserContextId } }) => {
      if (browserContextId !== this.id || this.#own.has(targetId)) return;
      this.#strays.add(targetId);
      this.#closeStrays();
    });
    return this.#browser.send('Target.setDiscoverTargets', { discover: true, filter: WATCHED });
  }

  /** An empty page, attached to. Its target is announced before `createTarget` answers. */
  async makePage(): Promise<string> {
    this.#making += 1;
    try {
      const page = { url: 'about:blank', browserContextId: this.id };
      const { targetId } = await this.#browser.send('Target.createTarget', page);
      this.#own.add(targetId);
      this.#strays.delete(targetId);
      await this.#browser.send('Target.attachToTarget', { targetId, flatten: true });
      return targetId;
    } finally {
      this.#making -= 1;
      this.#closeStrays();
    }
  }

  /** While one of ours is being made, it is not known yet which of them it is. */
  #closeStrays(): void {
    if (this.#making > 0) return;
    for (const targetId of this.#strays) {
      this.#strays.delete(targetId);
      // One that has gone by itself is what was wanted.
      this.#browser.send('Target.closeTarget', { targetId }).catch(() => this.#strays.delete(targetId));
    }
  }
}
