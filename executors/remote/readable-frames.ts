// Which frames of a page's own process a program may be told of: those whose content, and that of all frames around them, the task
// may read. INVARIANT: a frame that comes to show what may not be read is told as gone, with its worlds; nothing else of it is told.
import { originOf } from '#policy/requests/host.ts';
import type { RemoteFrame } from '#executors/contract/remote.ts';

/** A page has as many as it likes: the rest is told of to nobody. */
const MOST_FRAMES = 200;

/** As the browser has it. */
export type FrameInfo = {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly loaderId: string;
  readonly name?: string | undefined;
  readonly url: string;
  readonly mimeType: string;
};

type Known = { readonly info: FrameInfo; readonly origin: string; readonly isReadable: boolean };

export class ReadableFrames {
  readonly #mainId: string;
  readonly #reads: (url: string) => boolean;
  readonly #hide: (url: string) => string;
  readonly #frames = new Map<string, Known>();

  constructor(mainId: string, reads: (url: string) => boolean, hide: (url: string) => string) {
    this.#mainId = mainId;
    this.#reads = reads;
    this.#hide = hide;
  }

  /** Another document is in it. */
  set(info: FrameInfo): void {
    const parent = info.id === this.#mainId ? null : (this.#frames.get(info.parentId ?? '') ?? undefined);
    if (parent === undefined || (this.#frames.size >= MOST_FRAMES && !this.#frames.has(info.id))) return;
    const origin = originIn(info.url, parent?.origin ?? '');
    const around = parent === null || parent.isReadable;
    const main = this.#frames.get(this.#mainId)?.origin;
    const isReadable =
      around && (parent === null ? this.#reads(info.url) : origin === main || this.#reads(`${origin}/`));
    this.#frames.set(info.id, { info, origin, isReadable });
    for (const [id, known] of this.#frames)
      if (known.info.parentId === info.id && id !== info.id) this.remove(id);
  }

  /** With those in it. */
  remove(id: string): void {
    this.#frames.delete(id);
    for (const [inner, { info }] of this.#frames) if (info.parentId === id) this.remove(inner);
  }

  isReadable(id: string): boolean {
    return this.#frames.get(id)?.isReadable === true;
  }

  /** Whose content it is, as an address; `null`: it may not be read. */
  from(id: string): string | null {
    const known = this.#frames.get(id);
    if (known?.isReadable !== true) return null;
    return id === this.#mainId ? known.info.url : `${known.origin}/`;
  }

  moved(id: string, url: string): void {
    const known = this.#frames.get(id);
    if (known !== undefined) this.#frames.set(id, { ...known, info: { ...known.info, url } });
  }

  /** The main frame is always there: of one that may not be read, that it is. */
  told(id: string): RemoteFrame | null {
    const known = this.#frames.get(id);
    if (known === undefined || (!known.isReadable && id !== this.#mainId)) return null;
    const { loaderId, name = '', url, mimeType, parentId } = known.info;
    return {
      id,
      parentId: id === this.#mainId ? null : (parentId ?? null),
      loaderId,
      name: known.isReadable ? this.#hide(name) : '',
      url: known.isReadable ? this.#hide(url) : 'about:blank',
      mimeType,
    };
  }

  /** Those around one before it. */
  all(): readonly RemoteFrame[] {
    return [...this.#frames.keys()].flatMap((id) => this.told(id) ?? []);
  }
}

/** Whose content it is: what was written into a frame is the writer's. */
const originIn = (url: string, around: string): string =>
  ['', 'about:srcdoc', 'about:blank'].includes(url) ? around : (originOf(url) ?? '');
