// One target's page as its connection knows it: frames, worlds, objects and nodes, under ids of the door's own.
// INVARIANT: an id names what was told to this connection (an object: to this session) and nothing else; what is gone is unknown.
import { randomBytes, randomInt } from 'node:crypto';
import type { RemoteContext, RemoteFrame, RemoteSettled, RemoteValue } from '#executors/contract/remote.ts';

/** Beginning somewhere else for each page, so that a number of another one's is none here. */
const MOST_FIRST = 2 ** 30;
const newId = (): string => randomBytes(16).toString('hex').toUpperCase();

const OVER: RemoteSettled = { failed: 'Inspected target navigated or closed' };

export type Fields = Readonly<Record<string, unknown>>;

type Held = { readonly handle: string; readonly context: number; readonly sessionId: string };
type Lifecycle = { readonly loaderId: string; readonly name: string; readonly at: number };

export class PageView {
  /** As the tab knows whoever this is. */
  readonly client = newId();
  /** Its main frame’s, as it is told. */
  readonly mainId: string;
  readonly #first = randomInt(1, MOST_FIRST);
  readonly #frames = new Map<string, RemoteFrame>();
  readonly #ids = new Map<string, string>();
  readonly #contexts = new Map<number, RemoteContext>();
  readonly #lifecycles = new Map<string, Lifecycle[]>();
  readonly #objects = new Map<string, Held>();
  /** Of scripts whose act has not told its number yet. */
  readonly #settled = new Map<number, RemoteSettled>();
  #beginning = 0;
  readonly #waiting = new Map<number, (answer: RemoteSettled) => void>();
  /** An act has begun it. */
  isBegun = false;
  /** Nothing comes any more. */
  isOver = false;
  /** How many pages it has been of: what was begun in one has nothing to do with the next. */
  generation = 0;

  /** `mainId`: of the target, which is its main frame's, too. */
  constructor(mainId: string) {
    this.mainId = mainId;
  }

  // Frames, by the browser's own id inside and by the door's outside.

  setFrame(frame: RemoteFrame): void {
    const known = this.#frames.get(frame.id);
    this.#frames.set(frame.id, frame);
    this.#ids.set(this.idOf(frame.id), frame.id);
    if (known !== undefined && known.loaderId !== frame.loaderId) this.#lifecycles.delete(frame.id);
  }

  frame(id: string): RemoteFrame | null {
    return this.#frames.get(id) ?? null;
  }

  removeFrame(id: string): void {
    this.#frames.delete(id);
    this.#lifecycles.delete(id);
  }

  frames(): readonly RemoteFrame[] {
    return [...this.#frames.values()];
  }

  readonly #outside = new Map<string, string>();

  /** The door's for the browser's. */
  idOf(inside: string): string {
    const known = this.#outside.get(inside);
    if (known !== undefined) return known;
    const isMain = this.#frames.get(inside)?.parentId === null;
    const made = isMain ? this.mainId : newId();
    this.#outside.set(inside, made);
    return made;
  }

  /** The browser's for the door's; `null`: no frame of it. */
  insideOf(id: string): string | null {
    const inside = this.#ids.get(id);
    return inside !== undefined && this.#frames.has(inside) ? inside : null;
  }

  lifecycle(frameId: string, { loaderId, name, at }: Lifecycle): void {
    const known = this.#lifecycles.get(frameId) ?? [];
    const same = known.filter((one) => one.loaderId === loaderId && one.name !== name);
    this.#lifecycles.set(frameId, [...same, { loaderId, name, at }]);
  }

  lifecycles(): readonly (Lifecycle & { readonly frameId: string })[] {
    return [...this.#lifecycles].flatMap(([frameId, all]) => all.map((one) => ({ ...one, frameId })));
  }

  // Worlds, by a number of the door's.

  addContext(context: RemoteContext): void {
    this.#contexts.set(context.id, context);
  }

  contexts(): readonly RemoteContext[] {
    return [...this.#contexts.values()];
  }

  numberOf(inside: number): number {
    return this.#first + inside;
  }

  /** `null`: no world of it. */
  context(number: number): RemoteContext | null {
    return this.#contexts.get(number - this.#first) ?? null;
  }

  /** The world's own name among all of the door's. */
  uniqueIdOf(inside: number): string {
    return `${this.client}.${this.numberOf(inside)}`;
  }

  /** `null`: no world of it. */
  contextNamed(uniqueId: string): RemoteContext | null {
    return this.contexts().find(({ id }) => this.uniqueIdOf(id) === uniqueId) ?? null;
  }

  /** Whatever the tab numbers: of what is none, nothing comes. */
  insideNumber(number: number): number | null {
    const inside = number - this.#first;
    return inside > 0 ? inside : null;
  }

  mainContext(): RemoteContext | null {
    const main = this.frames().find(({ parentId }) => parentId === null)?.id;
    return this.contexts().findLast(({ isDefault, frameId }) => isDefault && frameId === main) ?? null;
  }

  removeContext(inside: number): void {
    this.#contexts.delete(inside);
    for (const [id, { context }] of this.#objects) if (context === inside) this.#objects.delete(id);
  }

  clearContexts(): void {
    this.#contexts.clear();
    this.#objects.clear();
  }

  // Objects, by an id that names them on one session.

  /** As the protocol has it. */
  told(value: RemoteValue, context: number, sessionId: string): Fields {
    const { handle, unserializable, ...plain } = value;
    return {
      ...plain,
      ...(unserializable === undefined ? {} : { unserializableValue: unserializable }),
      ...(handle === undefined ? {} : { objectId: this.#hold({ handle, context, sessionId }) }),
    };
  }

  object(objectId: string, sessionId: string): Held | null {
    const held = this.#objects.get(objectId);
    return held?.sessionId === sessionId ? held : null;
  }

  release(objectId: string, sessionId: string): Held | null {
    const held = this.object(objectId, sessionId);
    if (held !== null) this.#objects.delete(objectId);
    return held;
  }

  /** Those of a session, which has ended. */
  releaseAll(sessionId: string): readonly string[] {
    const theirs = [...this.#objects].filter(([, held]) => held.sessionId === sessionId);
    for (const [id] of theirs) this.#objects.delete(id);
    return theirs.map(([, { handle }]) => handle);
  }

  #hold(held: Held): string {
    const id = newId();
    this.#objects.set(id, held);
    return id;
  }

  // What comes later.

  settle(pending: number, answer: RemoteSettled): void {
    const waits = this.#waiting.get(pending);
    this.#waiting.delete(pending);
    if (waits !== undefined) waits(answer);
    // Where no script is on its way, nobody will ask: whoever began it is gone.
    else if (this.#beginning > 0) this.#settled.set(pending, answer);
  }

  /** A script is begun; the function is called once, when its answer is there, or is waited for. */
  beginScript(): () => void {
    this.#beginning += 1;
    return () => {
      this.#beginning -= 1;
      if (this.#beginning === 0) this.#settled.clear();
    };
  }

  /** It may have come before anybody asked. `generation`: of the page that it was begun in. */
  untilSettled(pending: number, generation: number): Promise<RemoteSettled> {
    const there = this.#settled.get(pending);
    this.#settled.delete(pending);
    if (there !== undefined) return Promise.resolve(there);
    if (this.isOver || generation !== this.generation) return Promise.resolve(OVER);
    return new Promise((resolve) => this.#waiting.set(pending, resolve));
  }

  /** Another page is there, or none: nothing of this one is known any more, and nobody waits for it. */
  clear(): void {
    this.isBegun = false;
    this.generation += 1;
    this.#frames.clear();
    this.#outside.clear();
    this.#ids.clear();
    this.#lifecycles.clear();
    this.clearContexts();
    for (const waits of this.#waiting.values()) waits(OVER);
    this.#waiting.clear();
    this.#settled.clear();
  }
}
