// What one connection has: its targets, the contexts that they lie in, and its sessions. INVARIANT: ids are made here by chance, and name
// nothing but what this connection opened; an event is told only where its row of the table says that the door tells it.
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import { EVENTS } from '#gateway/surfaces/cdp/table/table.ts';
import { targetGone, unknownSession } from './message.ts';
import type { Fields, Told } from './message.ts';
import { CONNECTION, Sessions } from './sessions.ts';
import type { Filter, Session } from './sessions.ts';
import type { OwnTarget } from './target.ts';
import { TargetPage } from '#gateway/surfaces/cdp/page/target-page.ts';
import type { Happened } from '#gateway/surfaces/cdp/page/target-page.ts';
import type { Hearing } from '#gateway/surfaces/cdp/page/page-events.ts';

/** One tab, or none yet. */
export type Context = {
  /** Its tab is being opened. */
  opening: Promise<unknown> | null;
  /** It is being disposed of: nothing is opened in it any more. */
  ends: boolean;
};

export type OnHappened = (target: OwnTarget, what: Happened) => void;
export type SendEvent = (method: string, params: Fields, sessionId: string) => void;

/** Each is a promise of a tab, which takes memory for as long as the connection lasts. */
export const MOST_CONTEXTS = 64;
export const ALL: Filter = [{}];
const PAGE = 'page';

export function isMeant(filter: Filter | null): boolean {
  const first = filter?.find(({ type }) => type === undefined || type === PAGE);
  return first !== undefined && first.exclude !== true;
}

const newId = (): string => randomBytes(16).toString('hex').toUpperCase();

function hears(session: Session, hearing: Hearing): boolean {
  switch (hearing) {
    case 'PAGE':
      return session.hearsPage;
    case 'LIFECYCLE':
      return session.hearsLifecycle;
    case 'RUNTIME':
      return session.hearsRuntime;
  }
}

export class OwnTargets {
  readonly #send: SendEvent;
  readonly #onHappened: OnHappened;
  readonly #targets = new Map<string, OwnTarget>();
  readonly #sessions = new Sessions();
  /** Those that the client made itself. */
  readonly #contexts = new Map<string, Context>();

  constructor(send: SendEvent, onHappened: OnHappened) {
    this.#send = send;
    this.#onHappened = onHappened;
    this.#sessions.add({ id: CONNECTION, target: null, parent: CONNECTION, isAuto: false });
  }

  all(): readonly OwnTarget[] {
    return [...this.#targets.values()];
  }

  find(id: string): OwnTarget | null {
    return this.#targets.get(id) ?? null;
  }

  session(id: string): Session | null {
    return this.#sessions.find(id);
  }

  contexts(): readonly string[] {
    return [...this.#contexts.keys()];
  }

  /** `null`: there is no room for it. */
  addContext(): string | null {
    if (this.#contexts.size >= MOST_CONTEXTS) return null;
    const id = newId();
    this.#contexts.set(id, { opening: null, ends: false });
    return id;
  }

  context(id: string): Context | null {
    return this.#contexts.get(id) ?? null;
  }

  within(id: string): readonly OwnTarget[] {
    return this.all().filter(({ contextId }) => contextId === id);
  }

  removeContext(id: string): void {
    this.#contexts.delete(id);
  }

  /** A tab that was opened for this connection. */
  add(open: OpenTab, contextId: string | null): OwnTarget {
    const id = newId();
    const page = new TargetPage({
      id,
      tab: open.tab,
      tell: (hearing, method, params) => {
        for (const session of this.#sessions.of(target))
          if (hears(session, hearing)) this.tell(session, method, params);
      },
      isHeard: () => this.#sessions.of(target).some(({ hearsPage }) => hearsPage),
      onHappened: (what) => this.#onHappened(target, what),
    });
    const target: OwnTarget = {
      id,
      page,
      contextId: contextId ?? newId(),
      open,
      last: Promise.resolve(),
      turns: 0,
      told: '',
      down: new Set(),
      over: null,
    };
    this.#targets.set(target.id, target);
    target.told = this.#shown(target);
    for (const session of this.sessions()) {
      if (isMeant(session.discovers)) this.#tellInfo(session, 'Target.targetCreated', target);
      if (session.target === null && isMeant(session.attaches)) this.attach(session, target, true);
    }
    return target;
  }

  /** It is closed. */
  remove(target: OwnTarget): void {
    if (!this.#targets.delete(target.id)) return;
    for (const session of this.#sessions.of(target)) this.detach(session, targetGone());
    target.page.end();
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

  /** Another document is there and has loaded. Told behind the answer: whoever asked waits for the event only then. */
  loaded(target: OwnTarget): void {
    // Whoever looked at the page is told of it as it happens.
    if (target.page.view.isBegun) return;
    const timestamp = performance.now() / 1000;
    setImmediate(() => {
      for (const session of this.#sessions.of(target)) {
        if (!session.hearsPage) continue;
        this.tell(session, 'Page.domContentEventFired', { timestamp });
        this.tell(session, 'Page.loadEventFired', { timestamp });
      }
    });
  }

  sessions(): readonly Session[] {
    return this.#sessions.all();
  }

  /** Whether each session that attaches by itself has room for one target more. */
  get hasRoom(): boolean {
    const attaching = this.sessions().filter((one) => one.target === null && isMeant(one.attaches));
    return attaching.length <= this.#sessions.room;
  }

  /** A session with a target, or with the browser (`null`); told to whoever asked for it. `null`: there is no room for it. */
  attach(parent: Session, target: OwnTarget | null, isAuto = false): Session | null {
    const session = this.#sessions.add({ id: newId(), target, parent: parent.id, isAuto });
    if (session !== null && target !== null)
      this.tell(parent, 'Target.attachedToTarget', {
        sessionId: session.id,
        targetInfo: this.info(target),
        waitingForDebugger: false,
      });
    return session;
  }

  /** As `Target.setAutoAttach` says; what it attached once ends by it. `false`: there is no room, and nothing changed. */
  autoAttach(session: Session, wanted: Filter | null): boolean {
    const has = this.#sessions.below(session).filter(({ isAuto }) => isAuto);
    // Of a page nothing below it is a target.
    if (session.target !== null || !isMeant(wanted)) {
      session.attaches = wanted;
      for (const one of has) this.detach(one);
      return true;
    }
    const missing = this.all().filter((target) => !has.some((one) => one.target === target));
    if (missing.length > this.#sessions.room) return false;
    session.attaches = wanted;
    for (const target of missing) this.attach(session, target, true);
    return true;
  }

  /** What waits for its answer gets `why`; what was held by it is let go of. */
  detach(session: Session, why: Told = unknownSession()): void {
    if (!this.#sessions.remove(session)) return;
    for (const one of this.#sessions.below(session)) this.detach(one, why);
    for (const one of session.waiting) if (!one.ends) one.answer(why);
    session.over.abort();
    const { target } = session;
    if (target !== null) {
      const { view } = target.page;
      for (const handle of view.releaseAll(session.id)) target.open.tab.releaseRemote(view.client, handle);
      if (!this.#sessions.isAttached(target)) target.down.clear();
      // A target that is closed has nobody to answer to.
      if (this.#targets.has(target.id)) target.page.unheard();
    }
    const parent = this.#sessions.find(session.parent);
    if (parent === null || session.target === null) return;
    this.tell(parent, 'Target.detachedFromTarget', {
      sessionId: session.id,
      targetId: session.target.id,
    });
  }

  info(target: OwnTarget): Fields {
    const { url, title } = target.open.tab.shown();
    return {
      targetId: target.id,
      type: PAGE,
      title,
      url,
      attached: this.#sessions.isAttached(target),
      canAccessOpener: false,
      browserContextId: target.contextId,
    };
  }

  /** INVARIANT: an event without a row, or that the table refuses, is told to nobody. */
  tell(session: Session, method: string, params: Fields): void {
    const treatment = EVENTS.get(method)?.treatment;
    if (treatment !== 'VIRTUAL' && treatment !== 'FILTER')
      throw new TypeError(`the table does not let \`${method}\` be told`);
    this.#send(method, params, session.id);
  }

  #tellInfo(
    session: Session,
    method: 'Target.targetCreated' | 'Target.targetInfoChanged',
    target: OwnTarget,
  ) {
    this.tell(session, method, { targetInfo: this.info(target) });
  }

  #shown({ open }: OwnTarget): string {
    const { url, title } = open.tab.shown();
    return JSON.stringify([url, title]);
  }
}
