// One Ghost Tab: a browser of its own, behind the one check that nothing bypasses.
// INVARIANT: `perform` does nothing before the authorisation is verified for exactly this act, and nothing if document,
// element or effect differ from those that were decided on.
import { originOrAddress } from '#policy/requests/host.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { actRow } from '#policy/acts/act-rows.ts';
import { fail, failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import { onlyLooks, performAct } from '#executors/acts/perform.ts';
import { dataDigest, effectDigest, sentDigest } from '#executors/contract/authorization.ts';
import type { Authorization, BoundAct } from '#executors/contract/authorization.ts';
import { newActTime } from '#executors/cdp/budget.ts';
import { CdpClosed } from '#executors/cdp/connection.ts';
import type {
  ActTime,
  BrowserSecurityContext,
  CloseReport,
  GhostTab,
  TabUsage,
} from '#executors/contract/tab.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { HearRemote, RemoteAnswer } from '#executors/contract/remote.ts';
import type { Staleness } from '#executors/contract/snapshot.ts';
import type { ElementIdentity, Inspection } from '#executors/contract/inspection.ts';
import type { DocumentState } from '#executors/contract/document.ts';
import { ASK_NOTHING } from '#executors/browsers/processes/renderers.ts';
import { UsageMeter } from '#executors/browsers/processes/usage.ts';
import { inspectAct, type Seen } from '#executors/perception/inspect.ts';
import { scopeOf } from '#executors/page/frame-scope.ts';
import { Refs } from '#executors/page/refs.ts';
import { LookAhead } from '#executors/acts/look-ahead.ts';
import { stalenessOf } from '#executors/perception/staleness.ts';
import { Expectation } from '#executors/page/expectation.ts';
import { hideCredentials, withoutCredentials } from '#executors/guards/sent-body.ts';
import { withCopies } from '#executors/guards/known-credentials.ts';
import type { Page } from '#executors/page/page.ts';
import { stopped } from '#executors/page/unresponsive.ts';
import type { CurrentAct, TabParts } from './tab-parts.ts';
import { chooserOf, withNews } from './news.ts';
import { changed, Turns } from './turns.ts';
import type { Call } from './turns.ts';

const NAMING_MS = 500;

/** It leaves its page for nothing else. */
const closesPage = (action: BrowserAction): boolean => {
  const { leavesPage, starts } = actRow(action);
  return leavesPage && starts.kind === 'NOTHING';
};

const callOf = (action: BrowserAction, signal: AbortSignal, time: ActTime, page?: string): Call => ({
  ...(page === undefined ? {} : { page }),
  signal,
  time,
  leaves: actRow(action).leavesPage,
  answers: actRow(action).aim.at === 'DIALOG',
  looks: onlyLooks(action),
  closes: closesPage(action),
});

export class BrowserTab implements GhostTab {
  readonly id: string;
  readonly security: BrowserSecurityContext;
  readonly pid: number;
  readonly attachedTo?: string;
  readonly commandLine: readonly string[];
  readonly #parts: TabParts;
  readonly #current: CurrentAct;
  readonly #refs = new Refs();
  readonly #meter: UsageMeter;
  #last: DocumentState = { id: '', url: 'about:blank', title: '' };
  readonly #turns: Turns;
  /** Taken by the act right before. */
  #ahead: LookAhead | null = null;
  #crash: Failure | null = null;
  #closing: Promise<CloseReport> | null = null;

  constructor(parts: TabParts, current: CurrentAct) {
    this.#parts = parts;
    this.#current = current;
    this.id = parts.id;
    this.security = parts.security;
    this.pid = parts.browser.pid;
    const renderers = parts.browser.context?.renderers;
    this.#meter = new UsageMeter(this.pid, renderers === undefined ? null : () => renderers.weigh());
    if (parts.attachedTo !== undefined) this.attachedTo = parts.attachedTo;
    this.commandLine = parts.browser.commandLine;
    this.#turns = new Turns(parts, current, {
      crash: () => this.#crash,
      isClosing: () => this.#closing !== null,
      crashed: (reason) => this.crashed(reason),
      lookAtNetwork: () => this.#lookAtNetwork(),
    });
    parts.browser.connection.onClose(() => this.crashed('the browser process ended'));
  }

  document(): DocumentState {
    const front = this.#parts.targets.front;
    if (front !== undefined) this.#last = front.document();
    return this.#last;
  }

  shown(): DocumentState {
    const { id, url, title } = this.document();
    const known = this.#current.known.known();
    return { id, url: withoutCredentials(url, known), title: hideCredentials(title, known) };
  }

  async inspect(
    action: BrowserAction,
    signal: AbortSignal,
    time: ActTime = newActTime(),
    on?: string,
  ): Promise<Result<Inspection>> {
    return this.#turns.take(callOf(action, signal, time, on), async (page) => {
      if (onlyLooks(action)) this.#ahead?.expected(page, this.#parts.targets.viewport);
      const seen = await this.#see(page, action);
      return seen.ok ? ok(seen.value.inspection) : seen;
    });
  }

  async perform(
    authorization: Authorization,
    act: BoundAct,
    text: string | null,
    given: AbortSignal,
    time: ActTime = newActTime(),
    looksNext = false,
  ): Promise<Result<ActOutcome>> {
    // What it came to if a dialog of its page holds it.
    const begun: { expectation: Expectation | null; whenHeld: () => RemoteAnswer | null } = {
      expectation: null,
      whenHeld: () => null,
    };
    const held = (page: Page): ActOutcome => {
      const both = {
        document: page.document(),
        navigated: page.documentId !== act.document.id,
        refused: Object.freeze([...(begun.expectation?.refused ?? [])]),
      };
      const waits = begun.whenHeld();
      return waits === null
        ? { kind: 'DONE', status: page.status, ...both }
        : { kind: 'VALUE', type: 'remote', value: waits, ...both };
    };
    const work = async (
      page: Page,
      signal: AbortSignal,
      ahead: LookAhead | null,
    ): Promise<Result<ActOutcome>> => {
      const verified = this.#parts.verify(authorization, act);
      if (!verified.ok) return verified;
      if (page.brake.reason !== null && actRow(act.action).starts.kind !== 'NOTHING')
        return { ok: false, error: stopped(page, page.brake.reason) };
      if (act.tabId !== this.id || act.dataDigest !== dataDigest(text)) {
        return fail('authorization.altered', 'the authorisation is for another tab or another text');
      }
      // Whoever names a page wants no empty one in its place.
      if (closesPage(act.action) && act.page !== undefined && this.#parts.targets.count === 1)
        return fail('act.unsupported', 'it is the last page of its tab', { help: 'close the tab' });
      const answered = actRow(act.action).aim.at === 'DIALOG' ? page.dialogs.held : null;
      // A page with an open dialog answers to nothing.
      const silent = answered !== null || actRow(act.action).starts.kind === 'NOTHING';
      const aimed = this.#refs.resolve(act.element?.ref ?? '', page);
      const frameId = aimed.ok ? aimed.value.frameId : undefined;
      const reads = silent ? null : this.#current.known.readAround(page, frameId);
      const [seen] = await Promise.all([this.#recheck(page, act), reads]);
      if (!seen.ok) return seen;
      const { inspection, entry, onto, setsOff } = seen.value;
      const stands = entry === null ? null : page.frameParts.brakedOf(page.frames.sessionOf(entry.frameId));
      if (stands !== null && actRow(act.action).starts.kind !== 'NOTHING')
        return { ok: false, error: stopped(page, stands, 'frame') };
      const goesOn = answered?.expectation ?? null;
      goesOn?.goesOn(act.requestId);
      const expectation =
        goesOn ??
        new Expectation({
          requestId: act.requestId,
          action: act.action,
          inspection,
          mainFrameId: page.id,
          parentOf: (frameId) => page.frames.get(frameId)?.parentId ?? null,
          setsOff,
          asShown: act.sends !== undefined && act.sends === sentDigest(inspection.effect).sends,
          from: [act.document.url, ...(act.frame === undefined ? [] : [act.frame.url])],
        });
      this.#current.expectation = expectation;
      begun.expectation = expectation;
      if (expectation.acts) page.forgetOwnNavigations();
      if (inspection.effect.credentialField && text !== null)
        this.#current.known.entered(text, act.frame?.url ?? act.document.url);
      if (act.lent === true && text !== null) this.#current.known.lent(text);
      try {
        const { targets, proxy, browser, downloads } = this.#parts;
        const { refusalOf } = proxy;
        const refs = this.#refs;
        const done = await performAct(act.action, {
          page,
          decidedOn: act.document.id,
          targets,
          refs,
          entry,
          onto,
          text,
          expectation,
          viewport: targets.viewport,
          profile: browser.profile.directory,
          signal,
          refusalOf,
          downloads,
          known: this.#current.known,
          ahead,
          onRest:
            looksNext && scopeOf(page) === page.id
              ? () => {
                  this.#ahead?.drop();
                  this.#ahead = new LookAhead(page, targets.viewport);
                }
              : null,
          onRunning: (whenHeld) => {
            begun.whenHeld = whenHeld;
          },
        });
        return done.ok
          ? ok({
              ...done.value,
              ...(await chooserOf(act.page === undefined ? (targets.front ?? page) : page, refs)),
            })
          : done;
      } finally {
        this.#current.expectation = null;
      }
    };
    const result = await this.#turns.take(
      callOf(act.action, given, time, act.page),
      async (page, signal) => {
        const ahead = this.#ahead;
        this.#ahead = null;
        if (!onlyLooks(act.action)) ahead?.drop();
        try {
          return await work(page, signal, ahead);
        } finally {
          ahead?.drop();
        }
      },
      held,
    );
    const { targets } = this.#parts;
    const { known } = this.#current;
    const page = act.page === undefined ? targets.front : targets.find(act.page);
    return result.ok ? ok(withNews(result.value, page ?? null, { targets, known })) : result;
  }

  frontPage(): string | null {
    return this.#parts.targets.front?.id ?? null;
  }

  listenRemote(client: string, hear: HearRemote): () => void {
    return this.#parts.targets.remotes.listen(client, hear);
  }

  releaseRemote(client: string, handle: string): void {
    const held = this.#parts.targets.remotes.release(client, handle);
    // It may have gone with its document meanwhile.
    held?.session.send('Runtime.releaseObject', { objectId: held.objectId }).catch(() => undefined);
  }

  holdDialogs(): void {
    this.#parts.targets.dialogsWait = true;
  }

  prefetch(url: string): Promise<Result<void>> {
    if (this.#closing !== null) return Promise.resolve(fail('act.tab-closed', 'the tab is closed'));
    return this.#parts.proxy.prefetch(url);
  }

  staleness(): Promise<Staleness | null> {
    const { front } = this.#parts.targets;
    return front === undefined || this.#closing !== null ? Promise.resolve(null) : stalenessOf(front);
  }

  usage(): Promise<TabUsage | null> {
    // The processes of somebody else's browser are not what this tab takes.
    if (this.attachedTo !== undefined) return Promise.resolve(null);
    this.#lookAtNetwork();
    return this.#named().then(() => this.#meter.sample());
  }

  /** In a browser that tabs share, a document names its process by what it asks for; one that asked for nothing yet does so here. */
  async #named(): Promise<void> {
    const { browser, targets } = this.#parts;
    const { front } = targets;
    if (browser.context === undefined || front === undefined || !browser.context.renderers.unknown) return;
    const asked = front.evaluate(ASK_NOTHING, () => undefined).catch(() => undefined); // a page in a loop says nothing
    await Promise.race([asked, wait(NAMING_MS, undefined, { ref: false })]);
  }

  kill(): Promise<boolean> {
    this.#closing ??= this.#end();
    return this.#parts.browser.kill();
  }

  close(): Promise<CloseReport> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** The browser or the page's process ended without our doing. Cleans up at once; `close` reports it later. */
  crashed(reason: string): void {
    if (this.#closing !== null || this.#crash !== null) return;
    this.#crash = failure('browser.crashed', `the tab's browser is gone: ${reason}`, {
      help: 'open a new tab and repeat the step',
    });
    this.#parts.hooks.onCrash(reason);
    this.#closing = this.#end();
  }

  /** INVARIANT: a browser whose network process was replaced is not the one whose guards were set: it ends. */
  #lookAtNetwork(): void {
    if (!this.#parts.network.alive()) this.crashed('its network process ended');
  }

  async #end(): Promise<CloseReport> {
    this.document();
    const { browser, proxy, targets, downloads } = this.#parts;
    targets.end(new CdpClosed('the browser is gone'));
    const [report] = await Promise.all([browser.end(), proxy.close(), downloads.end()]);
    return report;
  }

  /** As it is inspected, with what this tab knows of credentials: a form may hold a copy of one in any of its fields. */
  async #see(page: Page, action: BrowserAction): Promise<Result<Seen>> {
    const { remotes } = this.#parts.targets;
    const seen = await inspectAct(page, this.#refs, action, (client) => remotes.find(page, client));
    if (!seen.ok || seen.value.inspection.effect.submits === null) return seen;
    const { known } = this.#current;
    await known.readAround(page, seen.value.entry?.frameId);
    return ok({ ...seen.value, inspection: withCopies(seen.value.inspection, known) });
  }

  /** The act's world as it is now must be the one that it was decided in. */
  async #recheck(page: Page, act: BoundAct): Promise<Result<Seen>> {
    if (
      page.documentId !== act.document.id ||
      originOrAddress(page.url) !== originOrAddress(act.document.url)
    ) {
      return changed('the document');
    }
    const seen = await this.#see(page, act.action);
    if (!seen.ok) return seen.error.code === 'act.stale-ref' ? changed('the element') : seen;
    const { element, effect, onto, frame } = seen.value.inspection;
    if (
      frame?.id !== act.frame?.id ||
      originOrAddress(frame?.url ?? '') !== originOrAddress(act.frame?.url ?? '')
    )
      return changed('the document of the frame');
    if (!isSame(element, act.element)) return changed('the element');
    if (!isSame(onto ?? null, act.onto ?? null)) return changed('the element that it ends on');
    return effectDigest(effect) === act.effectDigest ? seen : changed('what the element does');
  }
}

const isSame = (seen: ElementIdentity | null, bound: BoundAct['element']): boolean =>
  seen === null || bound === null
    ? seen === bound
    : seen.ref === bound.ref &&
      seen.backendNodeId === bound.backendNodeId &&
      seen.role === bound.role &&
      seen.name === bound.name;
