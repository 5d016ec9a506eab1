// The frames of one page over all processes that they run in: which session speaks for each, which document is in it, and
// whether a reader may see it. INVARIANT: ids, addresses and origins come from the browser, never from the page's scripts; a frame
// is readable only if its own origin and those of all frames around it are.
import { originOf } from '#policy/requests/host.ts';
import { CdpClosed, CdpError, type CdpSession } from '#executors/cdp/connection.ts';

/** A frame of another process that does not answer for so long is left out. */
const ANSWER_MS = 3_000;
const MAX_FRAMES = 200;
const MAX_ORIGINS = 2_000;

export type FrameState = {
  readonly id: string;
  /** `null` for the main frame. */
  readonly parentId: string | null;
  /** The first frame of its part of the page, with the main frame's or the process's target's id. */
  readonly root: string;
  readonly session: CdpSession;
  /** Loader id: another document has another id. */
  readonly documentId: string;
  readonly url: string;
  /** Of the server that its content comes from; `''` for nobody's. */
  readonly origin: string;
};

export type LeftOutFrame = {
  readonly id: string;
  readonly parentId: string;
  /** `''` for nobody's. */
  readonly origin: string;
  readonly why: 'ORIGIN' | 'SILENT';
};

export type Frames = { readonly readable: readonly FrameState[]; readonly leftOut: readonly LeftOutFrame[] };

type Tree = {
  readonly frame: {
    readonly id: string;
    readonly loaderId: string;
    readonly url: string;
  };
  readonly childFrames?: readonly Tree[];
};
type Part = Pick<FrameState, 'session' | 'root'>;
type Target = { readonly id: string; readonly parentId: string | null; readonly url: string };

export class FrameTree {
  readonly #main: { readonly session: CdpSession; readonly id: string };
  /** Parts of the page in other processes, by their first frame's id. */
  readonly #attached = new Map<string, CdpSession>();
  readonly #listening = new Set<CdpSession>();
  #frames = new Map<string, FrameState>();
  /** What is in a frame by now, where that is not what the last reading found. */
  #documents = new Map<string, string>();
  /** In the order in which frames came, from 1 on; the page itself has 0. */
  readonly #numbers = new Map<string, number>();
  #lastNumber = 0;
  /** Of the servers that documents come from, in the page's own process. */
  readonly #origins = new Map<string, string>();
  readonly #onNavigated: (frameId: string) => void;

  /** `onNavigated`: another document is in a frame, another process speaks for it, or it is gone. */
  constructor(session: CdpSession, id: string, onNavigated: (frameId: string) => void) {
    this.#main = { session, id };
    this.#onNavigated = onNavigated;
    this.#countFrames(session);
  }

  /** A frame's number, the same for as long as it is on the page. */
  numberOf(frameId: string): number {
    if (frameId === this.#main.id) return 0;
    const known = this.#numbers.get(frameId);
    if (known !== undefined) return known;
    this.#lastNumber += 1;
    this.#numbers.set(frameId, this.#lastNumber);
    return this.#lastNumber;
  }

  #countFrames(session: CdpSession): void {
    session.on('Page.frameAttached', ({ frameId }) => {
      if (this.#numbers.size < MAX_ORIGINS) this.numberOf(frameId);
    });
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      // One that only goes to another process stays what it is.
      if (reason === 'remove') this.#numbers.delete(frameId);
      this.#onNavigated(frameId);
    });
  }

  /** A part of the page has its own process from now on. */
  attach(session: CdpSession, id: string): void {
    this.#attached.set(id, session);
    this.navigated(id, '');
  }

  detach(session: CdpSession): void {
    for (const [id, one] of this.#attached) {
      if (one !== session) continue;
      this.#attached.delete(id);
      this.navigated(id, '');
    }
    this.#listening.delete(session);
  }

  navigated(frameId: string, documentId: string, url = ''): void {
    if (frameId === this.#main.id) this.#origins.clear();
    if (this.#origins.size < MAX_ORIGINS)
      this.#origins.set(frameId, /^https?:/u.test(url) ? (originOf(url) ?? '') : '');
    this.#documents.set(frameId, documentId);
    this.#onNavigated(frameId);
  }

  /** Another document is about to be there: whose its requests are is known again when it does. */
  leaving(frameId: string): void {
    this.#origins.delete(frameId);
  }

  /** Of the document that is in a frame; `''` where that is not known for sure. */
  originOf(frameId: string): string {
    return this.#origins.get(frameId) ?? '';
  }

  /** Of the main frame's origin, in its own process. */
  own(): readonly string[] {
    const own = this.originOf(this.#main.id);
    return own === ''
      ? []
      : [...this.#origins].flatMap(([id, origin]) => (origin === own && id !== this.#main.id ? [id] : []));
  }

  /** All that speak for a part of the page, its own first. */
  sessions(): readonly CdpSession[] {
    return [this.#main.session, ...this.#attached.values()];
  }

  /** Whether it speaks for a frame in another process than the page's. */
  isOfFrame(session: CdpSession): boolean {
    return session !== this.#main.session && [...this.#attached.values()].includes(session);
  }

  sessionOf(frameId: string): CdpSession {
    return this.#attached.get(frameId) ?? this.#frames.get(frameId)?.session ?? this.#main.session;
  }

  /** Of the document that is in a frame now; `undefined` for a frame that nobody has seen. */
  documentOf(frameId: string): string | undefined {
    return this.#documents.get(frameId) ?? this.#frames.get(frameId)?.documentId;
  }

  get(frameId: string): FrameState | undefined {
    return this.#frames.get(frameId);
  }

  /** Those that the last reading found readable. */
  known(): readonly FrameState[] {
    return [...this.#frames.values()];
  }

  /** A frame as it is now, readable or not. Throws `CdpError` for one that is not there. */
  async describe(
    frameId: string,
  ): Promise<{ readonly id: string; readonly url: string; readonly isOwn: boolean }> {
    const known = this.#frames.get(frameId);
    const own = this.#frames.get(this.#main.id)?.origin;
    if (known !== undefined && own !== undefined && this.documentOf(frameId) === known.documentId)
      return {
        id: known.documentId,
        url: addressOf(known.url, known.origin),
        isOwn: known.origin !== '' && known.origin === own,
      };
    const [{ frameTree }, main] = await Promise.all([
      this.sessionOf(frameId).send('Page.getFrameTree'),
      this.#main.session.send('Page.getFrameTree'),
    ]);
    const found = findFrame(frameTree, frameId, '');
    if (found === null) throw new CdpError('the frame is not on the page any more');
    const { loaderId, url, origin } = found;
    const isOwn = origin !== '' && origin === originOf(main.frameTree.frame.url);
    return { id: loaderId, url: addressOf(url, origin), isOwn };
  }

  /** The frames around one, the nearest first, up to the main frame; empty for that. */
  around(frameId: string): readonly FrameState[] {
    const found: FrameState[] = [];
    let at = this.#frames.get(frameId);
    while (at !== undefined && at.parentId !== null && found.length < MAX_FRAMES) {
      at = this.#frames.get(at.parentId);
      if (at !== undefined) found.push(at);
    }
    return found;
  }

  /** Every frame that may be read now, those around one before it. `reads`: whether the task may read an address's origin. */
  async read(reads: (url: string) => boolean): Promise<Frames> {
    const before = this.#documents;
    // What is told from here on is newer than what is read, or the same.
    this.#documents = new Map();
    try {
      return await this.#read(reads);
    } catch (thrown) {
      this.#documents = new Map([...before, ...this.#documents]);
      throw thrown;
    }
  }

  async #read(reads: (url: string) => boolean): Promise<Frames> {
    const { session, id: mainId } = this.#main;
    const [{ frameTree }, targets] = await Promise.all([session.send('Page.getFrameTree'), this.#targets()]);
    const own = originOf(frameTree.frame.url) ?? '';
    const isReadable = (origin: string): boolean => origin !== '' && (origin === own || reads(`${origin}/`));
    const readable: FrameState[] = [];
    const leftOut: LeftOutFrame[] = [];
    const add = (tree: Tree, parent: FrameState | null, part: Part): void => {
      const { id, loaderId: documentId, url } = tree.frame;
      if (readable.length >= MAX_FRAMES) return;
      const origin = contentOriginOf(url, parent);
      if (parent !== null && !isReadable(origin)) {
        leftOut.push({ id, parentId: parent.id, origin, why: 'ORIGIN' });
        return;
      }
      const state = { id, parentId: parent?.id ?? null, ...part, documentId, url, origin };
      readable.push(state);
      for (const child of tree.childFrames ?? []) add(child, state, part);
    };
    add(frameTree, null, { session, root: mainId });
    // Outer parts before inner ones: which are readable depends on what they stand in.
    let waiting = targets;
    for (let found = true; found && waiting.length > 0;) {
      const around = new Map(readable.map((state) => [state.id, state]));
      const due = waiting.filter(({ parentId }) => parentId !== null && around.has(parentId));
      waiting = waiting.filter((target) => !due.includes(target));
      found = due.length > 0;
      // oxlint-disable-next-line no-await-in-loop -- level by level; all of one level at the same time
      await Promise.all(
        due.map(async ({ id, parentId, url }) => {
          const parent = around.get(parentId ?? '');
          const attached = this.#attached.get(id);
          if (parent === undefined || attached === undefined) return;
          const origin = originOf(url) ?? '';
          const tree = isReadable(origin) ? await this.#treeOf(attached) : 'ORIGIN';
          if (typeof tree === 'string') leftOut.push({ id, parentId: parent.id, origin, why: tree });
          else add(tree, parent, { session: attached, root: id });
        }),
      );
    }
    this.#frames = new Map(readable.map((state) => [state.id, state]));
    return { readable, leftOut };
  }

  /** Asked of the browser's own process: a frame that hangs does not hold this up. */
  async #targets(): Promise<readonly Target[]> {
    if (this.#attached.size === 0) return [];
    const { browser } = this.#main.session.connection;
    const { targetInfos } = await browser.send('Target.getTargets', { filter: [{ type: 'iframe' }] });
    return targetInfos.flatMap(({ targetId, parentFrameId, url }) =>
      this.#attached.has(targetId) ? [{ id: targetId, parentId: parentFrameId ?? null, url }] : [],
    );
  }

  /** Called only for a process whose document may be read: of another one nothing is asked. */
  async #treeOf(session: CdpSession): Promise<Tree | 'SILENT'> {
    try {
      const options = { deadlineMs: ANSWER_MS };
      this.#listen(session);
      const [{ frameTree }] = await Promise.all([
        session.send('Page.getFrameTree', {}, options),
        session.send('Page.enable', {}, options),
        session.send('DOM.enable', {}, options),
      ]);
      return frameTree;
    } catch (thrown) {
      if (thrown instanceof CdpClosed) throw thrown;
      return 'SILENT'; // it vanished, or hangs
    }
  }

  #listen(session: CdpSession): void {
    if (this.#listening.has(session)) return;
    this.#listening.add(session);
    session.on('Page.frameNavigated', ({ frame }) => this.navigated(frame.id, frame.loaderId));
    this.#countFrames(session);
  }
}

function findFrame(
  { frame, childFrames = [] }: Tree,
  id: string,
  around: string,
): (Tree['frame'] & { readonly origin: string }) | null {
  const origin = contentOriginOf(frame.url, { origin: around });
  if (frame.id === id) return { ...frame, origin };
  for (const child of childFrames) {
    const found = findFrame(child, id, origin);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Whose content it is: the server's that it came from; of what was written into a frame of the same process, the writer's. A
 * sandbox makes no difference: our own gives most frames one (document-headers.ts).
 */
const contentOriginOf = (url: string, around: Pick<FrameState, 'origin'> | null): string =>
  ['', 'about:srcdoc', 'about:blank'].includes(url) ? (around?.origin ?? '') : (originOf(url) ?? '');

/** What a frame wrote into another one is that frame's: it is named by the origin. */
const addressOf = (url: string, origin: string): string =>
  origin !== '' && URL.parse(url)?.protocol === 'about:' ? `${origin}/` : url;
