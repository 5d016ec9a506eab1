// Downloads of a person's own pages: each is decided on, lands in the quarantine under a number of ours, and gets its name once it was
// examined. INVARIANT: the path is set before anything is written, and it is never a name of the page's.
import type { Result } from '#policy/language/failure.ts';
import type { Download, PageSession } from '../ports/contents.ts';
import { documentOf } from './guard.ts';
import type { Decide, GuardedTab } from './guard.ts';

export type DownloadLine = { readonly name: string; readonly words: string };

export type DownloadParts = {
  readonly decide: Decide;
  readonly tabOf: (contentsId: number | undefined) => GuardedTab | null;
  /** `null` while no gateway serves: then nothing is downloaded. */
  readonly pathOf: (download: string) => string | null;
  readonly received: (
    download: string,
    received: number,
    total: number | null,
  ) => Promise<Result<{ allow: boolean; reason: string }>>;
  readonly downloaded: (
    download: string,
    outcome: 'ARRIVED' | 'FAILED',
  ) => Promise<Result<{ name: string; folder: string } | null>>;
  readonly newId: () => string;
  readonly onChange: (lines: readonly DownloadLine[]) => void;
};

const MOST_LINES = 20;

export class Downloads {
  readonly #parts: DownloadParts;
  readonly #lines = new Map<string, DownloadLine>();

  constructor(parts: DownloadParts) {
    this.#parts = parts;
  }

  watch(session: PageSession): void {
    session.on('will-download', (event, item, contents) => {
      const tab = this.#parts.tabOf(contents.id);
      const id = this.#parts.newId();
      const path = this.#parts.pathOf(id);
      if (tab === null || path === null) return event.preventDefault();
      // In this very turn: otherwise Electron asks the person where to, with the page's own name.
      item.setSavePath(path);
      item.pause();
      void this.#take(tab, id, item).catch(() => item.cancel());
    });
  }

  async #take(tab: GuardedTab, id: string, item: Download): Promise<void> {
    const name = item.getFilename();
    this.#say(id, name, 'asking');
    const total = item.getTotalBytes() > 0 ? item.getTotalBytes() : null;
    const verdict = await this.#parts.decide({
      tab: tab.id,
      documentUrl: documentOf(tab),
      byPerson: item.hasUserGesture(),
      act: {
        kind: 'DOWNLOAD',
        id,
        url: item.getURL(),
        filename: name,
        mediaType: item.getMimeType(),
        bytes: total,
      },
    });
    if (!verdict.ok || !verdict.value.allow) {
      item.cancel();
      return this.#say(
        id,
        name,
        `not downloaded: ${verdict.ok ? verdict.value.reason : verdict.error.message}`,
      );
    }
    item.on('updated', () => void this.#goesOn(id, name, item, total));
    item.on('done', (_event, state) => void this.#arrived(id, name, state));
    item.resume();
    this.#say(id, name, 'downloading');
  }

  async #goesOn(id: string, name: string, item: Download, total: number | null): Promise<void> {
    const may = await this.#parts.received(id, item.getReceivedBytes(), total);
    if (may.ok && may.value.allow) return;
    item.cancel();
    this.#say(id, name, `ended: ${may.ok ? may.value.reason : may.error.message}`);
  }

  async #arrived(id: string, name: string, state: string): Promise<void> {
    if (state === 'completed') this.#say(id, name, 'being examined');
    const there = await this.#parts.downloaded(id, state === 'completed' ? 'ARRIVED' : 'FAILED');
    if (there.ok && there.value !== null) this.#say(id, there.value.name, `in ${there.value.folder}`);
    else if (state === 'completed')
      this.#say(id, name, 'refused: it is not what it is said to be, or could not be examined');
    else this.#say(id, name, 'it did not arrive');
  }

  #say(id: string, name: string, words: string): void {
    this.#lines.delete(id);
    this.#lines.set(id, { name, words });
    const [oldest] = this.#lines.keys();
    if (this.#lines.size > MOST_LINES && oldest !== undefined) this.#lines.delete(oldest);
    this.#parts.onChange([...this.#lines.values()]);
  }
}
