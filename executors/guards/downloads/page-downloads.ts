// Whose a download is. Chromium tells every session of the browser of every download in any context, and a page's own sessions of
// that page's alone: where several tabs or a person use one browser, the first says nothing.
// INVARIANT: a download is a page's whose frame the browser names, or in whose session it tells of it; otherwise it is nobody's here.
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { CdpPayload } from '#executors/cdp/types.ts';
import type { Page } from '#executors/page/page.ts';

type Begun = CdpPayload<'Browser.downloadWillBegin'>;
type Watched = { readonly page: Page; readonly rootFrameId: string };

export class PageDownloads {
  readonly #sessions = new Map<CdpSession, Watched>();
  /** Of frames inside a page's process, which have no session of their own: by the download's name. */
  readonly #told = new Map<string, Page>();
  readonly #sought = new Map<string, (page: Page) => void>();

  /** A page's session, or that of a frame with a process of its own. Its domain Page is on before it runs. */
  watch(session: CdpSession, page: Page, rootFrameId: string): void {
    this.#sessions.set(session, { page, rootFrameId });
    session.on('Page.downloadWillBegin', ({ guid, frameId }) => {
      const seeks = this.#sought.get(guid);
      if (seeks !== undefined) seeks(page);
      else if (this.ofFrame(frameId) === undefined) this.#told.set(guid, page);
    });
  }

  forget(session: CdpSession): void {
    this.#sessions.delete(session);
  }

  /** The page whose own frame it is, or a frame's with a process of its own. */
  ofFrame(frameId: string): Page | undefined {
    return this.#sessions.values().find(({ rootFrameId }) => rootFrameId === frameId)?.page;
  }

  /** The page in which some frame began it; `null` once every session of ours has said what it had to say. */
  async find({ guid, frameId }: Pick<Begun, 'guid' | 'frameId'>): Promise<Page | null> {
    const known = this.ofFrame(frameId) ?? this.#told.get(guid);
    this.#told.delete(guid);
    if (known !== undefined) return known;
    const found = Promise.withResolvers<Page | null>();
    this.#sought.set(guid, found.resolve);
    // Sessions take turns in being read, each keeps its order: the answer comes after whatever was told before.
    const all = [...this.#sessions.keys()].map((session) => session.send('Target.getTargetInfo'));
    Promise.allSettled(all).then(() => found.resolve(null), found.reject);
    return found.promise.finally(() => this.#sought.delete(guid));
  }
}
