// What one program that drives a tab by the DevTools protocol has of one page: its worlds, objects and nodes, by numbers of its own.
// INVARIANT: a number names nothing but what was given out under it to this program; what went with its document is named by none.
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { HearRemote, RemoteEvent } from '#executors/contract/remote.ts';
import { fail, type Result } from '#policy/language/failure.ts';

/** What one program may hold on to at once: each keeps an object of the page alive. */
const MOST_HANDLES = 20_000;
const MOST_NODES = 20_000;
const MOST_PENDING = 256;
const MOST_WORLD_NAMES = 16;

export type HeldWorld = {
  readonly id: number;
  readonly session: CdpSession;
  /** As the browser numbers it. */
  readonly contextId: number;
  /** INVARIANT: by which it is named to the browser: its number is another world's in another process. */
  readonly uniqueId: string;
  readonly frameId: string;
  readonly origin: string;
  readonly name: string;
  readonly isDefault: boolean;
  /** The program knows of it: its frame may be read. */
  told: boolean;
};

export type HeldObject = { readonly session: CdpSession; readonly objectId: string; readonly world: number };
export type HeldNode = { readonly session: CdpSession; readonly backendNodeId: number };

export class RemoteClient {
  readonly id: string;
  readonly #hear: HearRemote;
  readonly #next: () => number;
  readonly #worlds = new Map<number, HeldWorld>();
  readonly #objects = new Map<string, HeldObject>();
  readonly #nodes = new Map<number, HeldNode>();
  readonly #numbers = new Map<string, number>();
  /** Of worlds that it wants in each document of the tab. */
  readonly worldNames: Set<string>;
  #pending = 0;

  /** `next`: a number that nothing of the tab has. */
  constructor(id: string, hear: HearRemote, next: () => number, worldNames = new Set<string>()) {
    this.id = id;
    this.#hear = hear;
    this.#next = next;
    this.worldNames = worldNames;
  }

  tell(event: RemoteEvent): void {
    this.#hear(event);
  }

  /** Objects of it go with it. */
  get group(): string {
    return `remote ${this.id}`;
  }

  /** Of a world of its own, as the browser has it: no name of a program's is one of ours. */
  nameFor(name: string): string {
    return `${this.group} ${name}`;
  }

  /** `null`: no world of this program's. */
  ownName(name: string): string | null {
    return name.startsWith(`${this.group} `) ? name.slice(this.group.length + 1) : null;
  }

  get hasRoomForName(): boolean {
    return this.worldNames.size < MOST_WORLD_NAMES;
  }

  addWorld(world: Omit<HeldWorld, 'id' | 'told'>): HeldWorld {
    const known = this.#worldOf(world.session, world.uniqueId);
    if (known !== undefined) return known;
    const held = { ...world, id: this.#next(), told: false };
    this.#worlds.set(held.id, held);
    return held;
  }

  worlds(): readonly HeldWorld[] {
    return [...this.#worlds.values()];
  }

  /** The one that the browser numbers so now; `null`: nobody heard of it. */
  numbered(session: CdpSession, contextId: number): HeldWorld | null {
    return (
      [...this.#worlds.values()].findLast((one) => one.session === session && one.contextId === contextId) ??
      null
    );
  }

  /** One that it was told of. */
  world(id: number): HeldWorld | null {
    const found = this.#worlds.get(id);
    return found?.told === true ? found : null;
  }

  /** It is gone; `null`: the program never knew of it. */
  removeWorld(session: CdpSession, uniqueId: string): HeldWorld | null {
    const found = this.#worldOf(session, uniqueId);
    if (found === undefined) return null;
    this.#worlds.delete(found.id);
    this.#forgetObjects(({ world }) => world === found.id);
    return found.told ? found : null;
  }

  /** All worlds of a process are gone. */
  clearWorlds(session: CdpSession): void {
    for (const [id, world] of this.#worlds) if (world.session === session) this.#worlds.delete(id);
    this.#forgetObjects((one) => one.session === session);
    for (const [id, node] of this.#nodes) if (node.session === session) this.#nodes.delete(id);
    this.#numbers.clear();
  }

  /** `null`: it holds as many as it may. */
  hold(object: HeldObject): string | null {
    if (this.#objects.size >= MOST_HANDLES) return null;
    const handle = String(this.#next());
    this.#objects.set(handle, object);
    return handle;
  }

  object(handle: string): HeldObject | null {
    return this.#objects.get(handle) ?? null;
  }

  release(handle: string): HeldObject | null {
    const found = this.#objects.get(handle) ?? null;
    this.#objects.delete(handle);
    return found;
  }

  /** The same number for the same node of a document; `null`: it knows as many as it may. */
  numberOf(node: HeldNode): number | null {
    const key = `${node.session.id} ${node.backendNodeId}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#nodes.size >= MOST_NODES) return null;
    const number = this.#next();
    this.#nodes.set(number, node);
    this.#numbers.set(key, number);
    return number;
  }

  node(number: number): HeldNode | null {
    return this.#nodes.get(number) ?? null;
  }

  /** A number for what is told later; `null`: too much of it waits. */
  wait(): number | null {
    if (this.#pending >= MOST_PENDING) return null;
    this.#pending += 1;
    return this.#next();
  }

  waited(): void {
    this.#pending -= 1;
  }

  #worldOf(session: CdpSession, uniqueId: string): HeldWorld | undefined {
    return [...this.#worlds.values()].find((one) => one.session === session && one.uniqueId === uniqueId);
  }

  #forgetObjects(fits: (object: HeldObject) => boolean): void {
    for (const [handle, object] of this.#objects) if (fits(object)) this.#objects.delete(handle);
  }
}

/** As for one of another program: which numbers there are elsewhere is nobody's to know. */
export const noWorld = (): Result<never> =>
  fail('act.no-frame', 'there is no such world', { help: 'take one that was told of' });
