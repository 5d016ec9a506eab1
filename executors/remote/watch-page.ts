// Tells one program what happens to a page's frames and worlds, from the act that began it until the page is gone.
// INVARIANT: an event is told of a frame that may be read, and a world with it; nothing is told of another program's worlds.
import type { CdpPayload } from '#executors/cdp/types.ts';
import type { RemoteContext, RemoteFrame, RemoteTraffic } from '#executors/contract/remote.ts';
import type { Page } from '#executors/page/page.ts';
import type { HeldWorld, RemoteClient } from '#executors/page/remote/remote-client.ts';
import type { World } from '#executors/observe/page-watch.ts';
import type { RequestLog } from '#executors/observe/request-log.ts';
import { ReadableFrames } from './readable-frames.ts';
import type { HidingText } from './told-headers.ts';
import { WatchedRequests } from './watch-requests.ts';

type Created = CdpPayload<'Runtime.executionContextCreated'>['context'];

export class WatchedPage {
  readonly #page: Page;
  readonly #client: RemoteClient;
  readonly #frames: ReadableFrames;
  readonly #hide: (text: string) => string;

  constructor(
    page: Page,
    client: RemoteClient,
    { hide, log }: { readonly hide: HidingText; readonly log: RequestLog },
  ) {
    this.#page = page;
    this.#client = client;
    this.#hide = hide.text;
    this.#frames = new ReadableFrames(page.id, page.reads, hide.text);
    this.#listen();
    // Behind the frames: what a frame asks for is told once it is.
    const tell = (event: RemoteTraffic): void => client.tell(event);
    new WatchedRequests({ page, frames: this.#frames, log, hide, tell }).listen();
  }

  /** What is there now. `worlds`: those of the page's own scripts that are known. */
  async begin(
    worlds: readonly World[],
  ): Promise<{ readonly frames: readonly RemoteFrame[]; readonly contexts: readonly RemoteContext[] }> {
    const { session } = this.#page;
    const { frameTree } = await session.send('Page.getFrameTree');
    this.#add(frameTree);
    for (const { contextId, uniqueId, frameId, origin } of worlds)
      this.#client.addWorld({ session, contextId, uniqueId, frameId, origin, name: '', isDefault: true });
    await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
    this.#newWorlds();
    const told = this.#client.worlds().filter((world) => world.told);
    for (const world of told) this.#makeNamed(world);
    return { frames: this.#frames.all(), contexts: told.map(toldOf) };
  }

  isReadable(frameId: string): boolean {
    return this.#frames.isReadable(frameId);
  }

  /** Whose a frame's content is; `null`: of one that may not be read. */
  from(frameId: string): string | null {
    return this.#frames.from(frameId);
  }

  /** A world that was made for the program. */
  made(world: HeldWorld): void {
    if (!world.told) this.#tellWorlds();
  }

  #add({ frame, childFrames = [] }: Tree): void {
    this.#frames.set(frame);
    for (const child of childFrames) this.#add(child);
  }

  #listen(): void {
    const { session } = this.#page;
    const client = this.#client;
    const frames = this.#frames;
    session.on('Page.frameAttached', ({ frameId, parentFrameId: parentId }) => {
      frames.set({ id: frameId, parentId, loaderId: '', url: 'about:blank', mimeType: 'text/html' });
      if (frames.isReadable(frameId)) client.tell({ kind: 'FRAME_ATTACHED', frameId, parentId });
    });
    session.on('Page.frameDetached', ({ frameId }) => this.#gone(frameId));
    session.on('Page.frameNavigated', ({ frame }) => this.#navigated(frame));
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      frames.moved(frameId, url);
      if (frames.isReadable(frameId)) client.tell({ kind: 'MOVED_WITHIN', frameId, url: this.#hide(url) });
    });
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      if (frames.isReadable(frameId)) client.tell({ kind: 'LOADING', frameId });
    });
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frames.isReadable(frameId)) client.tell({ kind: 'STOPPED', frameId });
    });
    session.on('Page.lifecycleEvent', ({ frameId, loaderId, name, timestamp: at }) => {
      if (this.#isTold(frameId)) client.tell({ kind: 'LIFECYCLE', frameId, loaderId, name, at });
    });
    session.on('Page.domContentEventFired', ({ timestamp: at }) => client.tell({ kind: 'BUILT', at }));
    session.on('Page.loadEventFired', ({ timestamp: at }) => client.tell({ kind: 'LOADED', at }));
    session.on('Runtime.executionContextCreated', ({ context }) => this.#created(context));
    session.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId: uniqueId }) => {
      const gone = client.removeWorld(session, uniqueId);
      if (gone !== null) client.tell({ kind: 'WORLD_GONE', id: gone.id });
    });
    session.on('Runtime.executionContextsCleared', () => {
      client.clearWorlds(session);
      client.tell({ kind: 'WORLDS_GONE' });
    });
  }

  /** The main frame is one whatever it shows. */
  #isTold(frameId: string): boolean {
    return this.#frames.isReadable(frameId) || frameId === this.#page.id;
  }

  #navigated(frame: CdpPayload<'Page.frameNavigated'>['frame']): void {
    const before = this.#isTold(frame.id);
    this.#frames.set(frame);
    const told = this.#frames.told(frame.id);
    if (told === null) {
      if (before) this.#gone(frame.id, true);
      return;
    }
    const { parentId } = told;
    if (!before && parentId !== null)
      this.#client.tell({ kind: 'FRAME_ATTACHED', frameId: told.id, parentId });
    this.#client.tell({ kind: 'FRAME_NAVIGATED', frame: told });
    this.#tellWorlds();
  }

  /** `stays`: it is there, and shows what may not be read. */
  #gone(frameId: string, stays = false): void {
    const wasTold = stays || this.#frames.isReadable(frameId);
    if (!stays) this.#frames.remove(frameId);
    for (const world of this.#client.worlds()) {
      if (!world.told || this.#frames.isReadable(world.frameId)) continue;
      this.#client.removeWorld(world.session, world.uniqueId);
      this.#client.tell({ kind: 'WORLD_GONE', id: world.id });
    }
    if (wasTold) this.#client.tell({ kind: 'FRAME_DETACHED', frameId });
  }

  #created({ id: contextId, uniqueId, origin, name, auxData }: Created): void {
    const { isDefault, frameId } = parseAux(auxData);
    const own = isDefault ? '' : this.#client.ownName(name);
    if (own === null || frameId === '') return;
    const { session } = this.#page;
    this.#client.addWorld({ session, contextId, uniqueId, frameId, origin, name: own, isDefault });
    this.#tellWorlds();
  }

  #tellWorlds(): void {
    for (const world of this.#newWorlds()) {
      this.#client.tell({ kind: 'WORLD', context: toldOf(world) });
      this.#makeNamed(world);
    }
  }

  /** Where the page's scripts run in a new document, the program's named worlds are to be as well. One that is there stays. */
  #makeNamed({ isDefault, session, frameId }: HeldWorld): void {
    if (!isDefault) return;
    for (const name of this.#client.worldNames)
      session
        .send('Page.createIsolatedWorld', { frameId, worldName: this.#client.nameFor(name) })
        .catch(() => undefined); // its document went away, and a later one has its own
  }

  /** Of frames that may be read by now. */
  #newWorlds(): readonly HeldWorld[] {
    const found = this.#client
      .worlds()
      .filter(({ told, frameId }) => !told && this.#frames.isReadable(frameId));
    for (const world of found) world.told = true;
    return found;
  }
}

type Tree = {
  readonly frame: Parameters<ReadableFrames['set']>[0];
  readonly childFrames?: readonly Tree[] | undefined;
};

const toldOf = ({ id, frameId, origin, name, isDefault }: HeldWorld): RemoteContext => ({
  id,
  frameId,
  origin,
  name,
  isDefault,
});

function parseAux(given: unknown): { readonly isDefault: boolean; readonly frameId: string } {
  const { isDefault, frameId } = (given ?? {}) as Record<string, unknown>;
  return { isDefault: isDefault === true, frameId: typeof frameId === 'string' ? frameId : '' };
}
