// What one connection has: its targets, the contexts that they lie in, and its sessions. INVARIANT: ids are made here by chance, and name
// nothing but what this connection opened; an event is told only where its row of the table says that the door tells it.
import { randomBytes } from 'node:crypto';
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import { EVENTS } from '#gateway/surfaces/cdp/table/table.ts';
import type { Fields } from './message.ts';

export type OwnTarget = {
  readonly id: string;
  readonly contextId: string;
  readonly open: OpenTab;
  /** Its acts run one after the other, in the order in which they came. */
  last: Promise<unknown>;
  /** Address and title as they were told last. */
  told: string;
  /** Keys that the client pressed and did not let go of. */
  readonly down: Set<string>;
};

/** The protocol's `TargetFilter`: the first entry that fits says whether a target is meant. */
export type Filter = readonly {
  readonly type?: string | undefined;
  readonly exclude?: boolean | undefined;
}[];

export type Session = {
  /** `''`: the connection itself. */
  readonly id: string;
  /** `null`: of the browser as the connection sees it. */
  readonly target: OwnTarget | null;
  /** `''`: the one that was told of it. */
  readonly parent: string;
  discovers: Filter | null;
  attaches: Filter | null;
  /** `Page.enable` was called. */
  hearsPage: boolean;
};

export type SendEvent = (method: string, params: Fields, sessionId: string) => void;

export const ALL: Filter = [{}];
const PAGE = 'page';

export function isMeant(filter: Filter | null): boolean {
  const first = filter?.find(({ type }) => type === undefined || type === PAGE);
  return first !== undefined && first.exclude !== true;
}

const newId = (): string => randomBytes(16).toString('hex').toUpperCase();

export class OwnTargets {
  readonly #send: SendEvent;
  readonly #targets = new Map<string, OwnTarget>();
  readonly #sessions = new Map<string, Session>();
  /** Those that the client made itself. */
  readonly #contexts = new Set<string>();

  constructor(send: SendEvent) {
    this.#send = send;
    this.#add('', null, '');
  }

  all(): readonly OwnTarget[] {
    return [...this.#targets.values()];
  }

  find(id: string): OwnTarget | null {
    return this.#targets.get(id) ?? null;
  }

  session(id: string): Session | null {
    return this.#sessions.get(id) ?? null;
  }

  contexts(): readonly string[] {
    return [...this.#contexts];
  }

  addContext(): string {
    const id = newId();
    this.#contexts.add(id);
    return id;
  }

  /** `null`: there is no such context. A context is one tab, so that its tab is all that is in it. */
  context(id: string): { readonly target: OwnTarget | null } | null {
    if (!this.#contexts.has(id)) return null;
    return { target: this.all().find(({ contextId }) => contextId === id) ?? null };
  }

  removeContext(id: string): void {
    this.#contexts.delete(id);
  }

  /** A tab that was opened for this connection. */
  add(open: OpenTab, contextId: string | null): OwnTarget {
    const target: OwnTarget = {
      id: newId(),
      contextId: contextId ?? newId(),
      open,
      last: Promise.resolve(),
      told: '',
      down: new Set(),
    };
    this.#targets.set(target.id, target);
    target.told = this.#shown(target);
    for (const session of this.sessions()) {
      if (isMeant(session.discovers)) this.#tellInfo(session, 'Target.targetCreated', target);
      if (session.target === null && isMeant(session.attaches)) this.attach(session, target);
    }
    return target;
  }

  /** It is closed. */
  remove(target: OwnTarget): void {
    if (!this.#targets.delete(target.id)) return;
    for (const session of this.sessions()) if (session.target === target) this.detach(session);
    for (const session of this.sessions())
      if (isMeant(session.discovers)) this.tell(session, 'Target.targetDestroyed', { targetId: target.id });
  }

  /** It may show something else by now. */
  look(target: OwnTarget): void {
    if (!this.#targets.has(target.id)) return;
    const shown = this.#shown(target);
    if (shown === target.told) return;
    target.told = shown;
    for (const session of this.sessions())
      if (isMeant(session.discovers)) this.#tellInfo(session, 'Target.targetInfoChanged', target);
  }

  sessions(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** A session with a target, or with the browser (`null`); told to whoever asked for it. */
  attach(parent: Session, target: OwnTarget | null): Session {
    const session = this.#add(newId(), target, parent.id);
    if (target !== null)
      this.tell(parent, 'Target.attachedToTarget', {
        sessionId: session.id,
        targetInfo: this.info(target),
        waitingForDebugger: false,
      });
    return session;
  }

  detach(session: Session): void {
    if (session.id === '' || !this.#sessions.delete(session.id)) return;
    for (const one of this.sessions()) if (one.parent === session.id) this.detach(one);
    const parent = this.#sessions.get(session.parent);
    if (parent === undefined || session.target === null) return;
    this.tell(parent, 'Target.detachedFromTarget', {
      sessionId: session.id,
      targetId: session.target.id,
    });
  }

  info(target: OwnTarget): Fields {
    const { url, title } = target.open.tab.view();
    return {
      targetId: target.id,
      type: PAGE,
      title,
      url,
      attached: this.sessions().some((session) => session.target === target),
      canAccessOpener: false,
      browserContextId: target.contextId,
    };
  }

  /** INVARIANT: an event without a row, or that the table refuses, is told to nobody. */
  tell(session: Session, method: string, params: Fields): void {
    if (EVENTS.get(method)?.treatment !== 'VIRTUAL')
      throw new TypeError(`the table does not let \`${method}\` be told`);
    this.#send(method, params, session.id);
  }

  #add(id: string, target: OwnTarget | null, parent: string): Session {
    const session: Session = { id, target, parent, discovers: null, attaches: null, hearsPage: false };
    this.#sessions.set(id, session);
    return session;
  }

  #tellInfo(
    session: Session,
    method: 'Target.targetCreated' | 'Target.targetInfoChanged',
    target: OwnTarget,
  ) {
    this.tell(session, method, { targetInfo: this.info(target) });
  }

  #shown({ open }: OwnTarget): string {
    const { url, title } = open.tab.view();
    return JSON.stringify([url, title]);
  }
}
