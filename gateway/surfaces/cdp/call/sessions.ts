// The sessions of one connection, found by id, by target and by who attached them.
// INVARIANT: a connection has so many and no more, however they came to be; what is below a session ends with it.
import type { MOUSE_BUTTONS } from '#policy/acts/click-effect.ts';
import type { ViewPoint } from '#policy/acts/element-acts.ts';
import type { Told } from './message.ts';
import type { OwnTarget } from './target.ts';

/** Each is told what its target does. */
export const MOST_SESSIONS = 256;
/** The connection itself. */
export const CONNECTION = '';

export type MouseButton = (typeof MOUSE_BUTTONS)[number];

/** What a client asks of downloads. */
export type DownloadWish = {
  /** Where it wants its own copy; `null`: none. */
  readonly folder: string | null;
  /** By the download's own name among files, in place of what it is called. */
  readonly byGuid: boolean;
  readonly isTold: boolean;
};

/** The protocol's `TargetFilter`: the first entry that fits says whether a target is meant. */
export type Filter = readonly {
  readonly type?: string | undefined;
  readonly exclude?: boolean | undefined;
}[];

export type Session = {
  readonly id: string;
  /** A page's; `null`: the browser's as the connection sees it, or a tab's. */
  readonly target: OwnTarget | null;
  /** Of the tab that holds this page: its page is attached below it, and nothing else is done on it. */
  readonly tab: OwnTarget | null;
  /** The one that was told of it. */
  readonly parent: string;
  /** It came by `Target.setAutoAttach` of its parent, and ends by it too. */
  readonly isAuto: boolean;
  discovers: Filter | null;
  /** Ids of the targets that it was told of and not yet of their end. */
  readonly discovered: Set<string>;
  attaches: Filter | null;
  /** `Page.enable` was called. */
  hearsPage: boolean;
  /** `Page.setLifecycleEventsEnabled` was. */
  hearsLifecycle: boolean;
  /** `Runtime.enable` was. */
  hearsRuntime: boolean;
  /** `Network.enable` was. */
  hearsNetwork: boolean;
  /** By the context's id; `''`: of those that the client made no context for. */
  readonly downloads: Map<string, DownloadWish>;
  /** The button that it pressed and did not let go of. */
  pressed: Pressed | null;
  /** Answers of it that are waited for. */
  readonly waiting: Set<Waiting>;
  /** It has ended: what was begun by it is begun no further. */
  readonly over: AbortController;
};

/** INVARIANT: what lay under the point then; `null`: a press that was refused, whose release does nothing. */
export type Pressed = {
  readonly button: MouseButton;
  readonly on: {
    readonly ref: string;
    readonly at: ViewPoint;
    readonly clickCount: number;
    readonly modifiers: number;
  } | null;
};

/** What answers a command, once. `ends`: it closes its own target, which is its answer. */
export type Waiting = { readonly answer: (told: Told) => void; readonly ends: boolean };

type Given = Pick<Session, 'id' | 'target' | 'tab' | 'parent' | 'isAuto'>;

export class Sessions {
  readonly #all = new Map<string, Session>();
  readonly #ofTarget = new Map<OwnTarget, Set<Session>>();
  readonly #below = new Map<string, Set<Session>>();

  /** `null`: there is no room for it. */
  add(given: Given): Session | null {
    if (this.room === 0) return null;
    const session: Session = {
      ...given,
      discovers: null,
      discovered: new Set(),
      attaches: null,
      hearsPage: false,
      hearsLifecycle: false,
      hearsRuntime: false,
      hearsNetwork: false,
      downloads: new Map(),
      pressed: null,
      waiting: new Set(),
      over: new AbortController(),
    };
    this.#all.set(session.id, session);
    if (session.id !== CONNECTION) put(this.#below, session.parent, session);
    if (session.target !== null) put(this.#ofTarget, session.target, session);
    return session;
  }

  /** How many more there may be. */
  get room(): number {
    return MOST_SESSIONS - this.#all.size;
  }

  all(): readonly Session[] {
    return [...this.#all.values()];
  }

  find(id: string): Session | null {
    return this.#all.get(id) ?? null;
  }

  of(target: OwnTarget): readonly Session[] {
    return [...(this.#ofTarget.get(target) ?? [])];
  }

  ofTab(target: OwnTarget): readonly Session[] {
    return this.all().filter(({ tab }) => tab === target);
  }

  isAttached(target: OwnTarget): boolean {
    return this.#ofTarget.has(target);
  }

  below({ id }: Session): readonly Session[] {
    return [...(this.#below.get(id) ?? [])];
  }

  /** It alone; `false`: it is gone already. */
  remove(session: Session): boolean {
    if (session.id === CONNECTION || !this.#all.delete(session.id)) return false;
    take(this.#below, session.parent, session);
    if (session.target !== null) take(this.#ofTarget, session.target, session);
    return true;
  }
}

function put<K>(index: Map<K, Set<Session>>, key: K, session: Session): void {
  const there = index.get(key) ?? new Set();
  index.set(key, there.add(session));
}

function take<K>(index: Map<K, Set<Session>>, key: K, session: Session): void {
  const there = index.get(key);
  there?.delete(session);
  if (there?.size === 0) index.delete(key);
}
