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
import { pagesOf } from './pages-of-tab.ts';
import { shownOf } from './target.ts';
import type { OwnTarget } from './target.ts';
import { TargetPage } from '#gateway/surfaces/cdp/page/target-page.ts';
import type { Happened } from '#gateway/surfaces/cdp/page/target-page.ts';
import type { Hearing } from '#gateway/surfaces/cdp/page/hearing.ts';

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
/** As Chromium takes a filter that is not given. */
export const DEFAULT_FILTER: Filter = [
  { type: 'browser', exclude: true },
  { type: 'tab', exclude: true },
  {},
];
/** A page, and the tab that holds it: a target of its own in the protocol, by which some clients come to the page. */
const KINDS = ['tab', 'page'] as const;
export type Kind = (typeof KINDS)[number];

export function isMeant(filter: Filter | null, kind: Kind): boolean {
  const first = filter?.find(({ type }) => type === undefined || type === kind);
  return first !== undefined && first.exclude !== true;
}

export const kindsMeant = (filter: Filter | null): readonly Kind[] =>
  KINDS.filter((kind) => isMeant(filter, kind));

const newId = (): string => randomBytes(16).toString('hex').toUpperCase();

type Found = { readonly target: OwnTarget; readonly kind: Kind };

const idOf = (target: OwnTarget, kind: Kind): string => (kind === 'tab' ? target.tabId : target.id);
const isOfBrowser = ({ target, tab }: Session): boolean => target === null && tab === null;

function hears(session: Session, hearing: Hearing): boolean {
  switch (hearing) {
    case 'PAGE':
      return session.hearsPage;
    case 'LIFECYCLE':
      return session.hearsLifecycle;
    case 'RUNTIME':
      return session.hearsRuntime;
    case 'NETWORK':
      return session.hearsNetwork;
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
    this.#sessions.add({ id: CONNECTION, target: null, tab: null, parent: CONNECTION, isAuto: false });
  }

  all(): readonly OwnTarget[] {
    return [...this.#targets.values()];
  }

  /** By its page's id, or by its tab's. */
  find(id: string): Found | null {
    const target = this.#targets.get(id);
    if (target !== undefined) return { target, kind: 'page' };
    const held = this.all().find(({ tabId }) => tabId === id);
    return held === undefined ? null : { target: held, kind: 'tab' };
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

  /** The pages of one tab. */
  ofTab(open: OpenTab): readonly OwnTarget[] {
    return this.all().filter((target) => target.open === open);
  }

  within(id: string): readonly OwnTarget[] {
    return this.all().filter(({ contextId }) => contextId === id);
  }

  removeContext(id: string): void {
    this.#contexts.delete(id);
    for (const session of this.sessions()) session.downloads.delete(id);
  }

  /** A tab that was opened for this connection; `opener`: a page of it, which opened this one beside it. */
  add(open: OpenTab, contextId: string | null, opener: OwnTarget | null = null): OwnTarget {
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
      onPages: (event) => pagesOf(this, target, event),
      isOwn: (one) => one === target.pageId,
    });
    const target: OwnTarget = {
      id,
      tabId: newId(),
      page,
      contextId: contextId ?? newId(),
      pageId: open.tab.frontPage(),
      openerId: opener?.id ?? null,
      inFront: true,
      open,
      last: Promise.resolve(),
      turns: 0,
      told: open.tab.shown(),
      down: new Set(),
      over: null,
    };
    this.#targets.set(target.id, target);
    for (const session of this.sessions()) {
      this.#tellCreated(session, target);
      if (!isOfBrowser(session)) continue;
      for (const kind of kindsMeant(session.attaches)) this.attach(session, { target, kind }, true);
    }
    return target;
  }

  /** It is closed. */
  remove(target: OwnTarget): void {
    if (!this.#targets.delete(target.id)) return;
    for (const session of this.#sessions.of(target)) this.detach(session, targetGone());
    for (const session of this.#sessions.ofTab(target)) this.detach(session, targetGone());
    target.page.end();
    for (const session of this.sessions())
      for (const kind of KINDS)
        if (session.discovered.delete(idOf(target, kind)))
          this.tell(session, 'Target.targetDestroyed', { targetId: idOf(target, kind) });
  }

  /** It may show something else by now. */
  look(target: OwnTarget): void {
    if (!this.#targets.has(target.id) || !target.inFront) return;
    const { told } = target;
    target.told = target.open.tab.shown();
    if (target.told.url === told.url && target.told.title === told.title) return;
    for (const session of this.sessions())
      for (const kind of KINDS)
        if (session.discovered.has(idOf(target, kind)))
          this.#tellInfo(session, 'Target.targetInfoChanged', target, kind);
  }

  /** Another document is there and has loaded. Told behind the answer: whoever asked waits for the event only then. */
  loaded(target: OwnTarget): void {
    // Whoever looked at the page is told of it as it happens.
    if (target.page.view.isBegun || !target.inFront) return;
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
    const needed = this.sessions()
      .filter(isOfBrowser)
      .reduce((sum, { attaches }) => sum + kindsMeant(attaches).length, 0);
    return needed <= this.#sessions.room;
  }

  /** A session with a page, with the tab that holds it, or with the browser (`null`); told to whoever asked. `null`: there is no room. */
  attach(parent: Session, to: Found | null, isAuto = false): Session | null {
    const session = this.#sessions.add({
      id: newId(),
      target: to?.kind === 'page' ? to.target : null,
      tab: to?.kind === 'tab' ? to.target : null,
      parent: parent.id,
      isAuto,
    });
    if (session !== null && to !== null)
      this.tell(parent, 'Target.attachedToTarget', {
        sessionId: session.id,
        targetInfo: this.info(to.target, to.kind),
        waitingForDebugger: false,
      });
    return session;
  }

  /** As `Target.setAutoAttach` says; what it attached once ends by it. `false`: there is no room, and nothing changed. */
  autoAttach(session: Session, wanted: Filter | null): boolean {
    const has = this.#sessions.below(session).filter(({ isAuto }) => isAuto);
    const meant = this.#below(session, wanted);
    const isThere = ({ target, kind }: Found, one: Session): boolean =>
      target === (kind === 'tab' ? one.tab : one.target);
    const missing = meant.filter((one) => !has.some((there) => isThere(one, there)));
    if (missing.length > this.#sessions.room) return false;
    session.attaches = wanted;
    for (const one of has) if (!meant.some((still) => isThere(still, one))) this.detach(one);
    for (const one of missing) this.attach(session, one, true);
    return true;
  }

  /** What lies below a session and is meant: below a page nothing is a target, below a tab its page. */
  #below(session: Session, wanted: Filter | null): readonly Found[] {
    if (session.target !== null) return [];
    const kinds = kindsMeant(wanted);
    if (session.tab === null) return this.all().flatMap((target) => kinds.map((kind) => ({ target, kind })));
    return kinds.includes('page') ? [{ target: session.tab, kind: 'page' }] : [];
  }

  /** What waits for its answer gets `why`; what was held by it is let go of. */
  detach(session: Session, why: Told = unknownSession()): void {
    if (!this.#sessions.remove(session)) return;
    for (const one of this.#sessions.below(session)) this.detach(one, why);
    for (const one of session.waiting) if (!one.ends) one.answer(why);
    session.over.abort();
    const { target } = session;
    const of = target ?? session.tab;
    if (target !== null) {
      const { view } = target.page;
      for (const handle of view.releaseAll(session.id)) target.open.tab.releaseRemote(view.client, handle);
      if (!this.#sessions.isAttached(target)) target.down.clear();
      // A target that is closed has nobody to answer to.
      if (this.#targets.has(target.id)) target.page.unheard();
    }
    const parent = this.#sessions.find(session.parent);
    if (parent === null || of === null) return;
    this.tell(parent, 'Target.detachedFromTarget', {
      sessionId: session.id,
      targetId: idOf(of, target === null ? 'tab' : 'page'),
    });
  }

  info(target: OwnTarget, kind: Kind = 'page'): Fields {
    const { url, title } = shownOf(target);
    return {
      targetId: idOf(target, kind),
      type: kind,
      title,
      url,
      attached: kind === 'tab' ? this.#sessions.ofTab(target).length > 0 : this.#sessions.isAttached(target),
      ...(kind === 'tab' || target.openerId === null ? {} : { openerId: target.openerId }),
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

  /** As `Target.setDiscoverTargets` says: of those that are there, and of each that comes. */
  discover(session: Session, wanted: Filter | null): void {
    session.discovers = wanted;
    if (wanted === null) session.discovered.clear();
    for (const target of this.all()) this.#tellCreated(session, target);
  }

  #tellCreated(session: Session, target: OwnTarget): void {
    for (const kind of kindsMeant(session.discovers)) {
      if (session.discovered.has(idOf(target, kind))) continue;
      session.discovered.add(idOf(target, kind));
      this.#tellInfo(session, 'Target.targetCreated', target, kind);
    }
  }

  #tellInfo(
    session: Session,
    method: 'Target.targetCreated' | 'Target.targetInfoChanged',
    target: OwnTarget,
    kind: Kind,
  ) {
    this.tell(session, method, { targetInfo: this.info(target, kind) });
  }
}
