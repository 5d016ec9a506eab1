// One Ghost Tab: a browser of its own, behind the one check that nothing bypasses.
// INVARIANT: `perform` does nothing before the authorisation is verified for exactly this act, and nothing if document,
// element or effect differ from those that were decided on.
import { originOrAddress } from '#policy/requests/host.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { actRow } from '#policy/acts/act-rows.ts';
import { fail, failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import { performAct } from '#executors/acts/perform.ts';
import { pulseOf } from '#executors/cdp/pulse.ts';
import { VERDICT_DEADLINE_MS } from '#executors/acts/settle.ts';
import { dataDigest, effectDigest, sentDigest } from '#executors/contract/authorization.ts';
import type { Authorization, BoundAct, VerifyAuthorization } from '#executors/contract/authorization.ts';
import { ActBudget, ActOverdue, newActTime } from '#executors/cdp/budget.ts';
import { CdpClosed, CdpError, CdpTimeout } from '#executors/cdp/connection.ts';
import type {
  ActTime,
  BrowserSecurityContext,
  CloseReport,
  GhostTab,
  TabUsage,
} from '#executors/contract/tab.ts';
import type { TabHooks } from '#executors/contract/hooks.ts';
import { afterSending, inDoubt } from '#executors/contract/outcome.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { Staleness } from '#executors/contract/snapshot.ts';
import type { ElementIdentity, Inspection } from '#executors/contract/inspection.ts';
import type { DocumentState } from '#executors/contract/document.ts';
import type { Downloads } from '#executors/guards/downloads/downloads.ts';
import type { RunningBrowser } from '#executors/browsers/launch/browser-process.ts';
import type { TabProxy } from '#executors/network/proxy.ts';
import type { ReleasedRequests } from '#executors/network/released-requests.ts';
import { ASK_NOTHING } from '#executors/browsers/processes/renderers.ts';
import { UsageMeter, type NetworkService } from '#executors/browsers/processes/usage.ts';
import { inspectAct, type Seen } from '#executors/perception/inspect.ts';
import { Refs } from '#executors/page/refs.ts';
import { stalenessOf } from '#executors/perception/staleness.ts';
import { Expectation } from '#executors/page/expectation.ts';
import { withCopies, type CredentialsOfTab } from '#executors/guards/known-credentials.ts';
import { isReplaced } from '#executors/guards/leaving.ts';
import type { Page } from '#executors/page/page.ts';
import type { Targets } from '#executors/guards/targets.ts';
import { endScripts, stopped, unresponsive } from '#executors/page/unresponsive.ts';
import { Aborted } from '#executors/page/waiter.ts';

const NAMING_MS = 500;

export type TabParts = {
  readonly id: string;
  readonly browser: RunningBrowser;
  readonly proxy: TabProxy;
  readonly targets: Targets;
  readonly downloads: Downloads;
  readonly security: BrowserSecurityContext;
  readonly network: NetworkService;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly verify: VerifyAuthorization;
  readonly hooks: TabHooks;
  /** A person is being asked about something that a page of the tab started. */
  readonly asking: () => boolean;
  /** Endpoint of a browser that is not ours. */
  readonly attachedTo?: string;
};

/** What runs now, shared with guards and proxy: they ask what the act covers, and what the pages have asked for. */
export type CurrentAct = {
  expectation: Expectation | null;
  targets: Targets | null;
  readonly known: CredentialsOfTab;
  readonly letGo: ReleasedRequests;
};

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
  #queue: Promise<unknown> = Promise.resolve();
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
    parts.browser.connection.onClose(() => this.crashed('the browser process ended'));
  }

  document(): DocumentState {
    const front = this.#parts.targets.front;
    if (front !== undefined) this.#last = front.document();
    return this.#last;
  }

  async inspect(
    action: BrowserAction,
    signal: AbortSignal,
    time: ActTime = newActTime(),
  ): Promise<Result<Inspection>> {
    return this.#exclusive({ signal, time, leaves: actRow(action).leavesPage }, async (page) => {
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
  ): Promise<Result<ActOutcome>> {
    const leaves = actRow(act.action).leavesPage;
    return this.#exclusive({ signal: given, time, leaves }, async (page, signal) => {
      const verified = this.#parts.verify(authorization, act);
      if (!verified.ok) return verified;
      if (page.brake.reason !== null && actRow(act.action).starts.kind !== 'NOTHING')
        return { ok: false, error: stopped(page, page.brake.reason) };
      if (act.tabId !== this.id || act.dataDigest !== dataDigest(text)) {
        return fail('authorization.altered', 'the authorisation is for another tab or another text');
      }
      const reads = actRow(act.action).starts.kind === 'NOTHING' ? null : this.#current.known.read(page);
      const [seen] = await Promise.all([this.#recheck(page, act), reads]);
      if (!seen.ok) return seen;
      const { inspection, entry, onto, setsOff } = seen.value;
      const stands = entry === null ? null : page.frameParts.brakedOf(page.frames.sessionOf(entry.frameId));
      if (stands !== null && actRow(act.action).starts.kind !== 'NOTHING')
        return { ok: false, error: stopped(page, stands, 'frame') };
      const expectation = new Expectation({
        action: act.action,
        inspection,
        mainFrameId: page.id,
        parentOf: (frameId) => page.frames.get(frameId)?.parentId ?? null,
        setsOff,
        asShown: act.sends !== undefined && act.sends === sentDigest(inspection.effect).sends,
        from: [act.document.url, ...(act.frame === undefined ? [] : [act.frame.url])],
      });
      this.#current.expectation = expectation;
      if (expectation.acts) page.forgetOwnNavigations();
      if (inspection.effect.credentialField && text !== null)
        this.#current.known.entered(text, act.frame?.url ?? act.document.url);
      try {
        const { targets, viewport, proxy, browser, downloads } = this.#parts;
        const { refusalOf } = proxy;
        const refs = this.#refs;
        return await performAct(act.action, {
          page,
          targets,
          refs,
          entry,
          onto,
          text,
          expectation,
          viewport,
          profile: browser.profile.directory,
          signal,
          refusalOf,
          downloads,
          known: this.#current.known,
        });
      } finally {
        this.#current.expectation = null;
      }
    });
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

  /** INVARIANT: a browser that answers nobody is treated as one that crashed: whoever waits for it is told, and it ends. */
  #hangs(): void {
    if (this.#closing !== null) return;
    this.crashed('it did not answer for seconds, and was ended');
    this.#parts.browser.giveUp();
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
    const seen = await inspectAct(page, this.#refs, action);
    if (!seen.ok || seen.value.inspection.effect.submits === null) return seen;
    const { known } = this.#current;
    await known.read(page);
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

  /** One call after the other; each ends with the browser, and at once with its signal. */
  #exclusive<T>(call: Call, work: Work<T>): Promise<Result<T>> {
    const run = this.#queue.then(() => this.#guarded(call, work));
    // One that failed unforeseen is told to its caller, and keeps nobody behind it from their turn.
    this.#queue = run.catch(() => undefined);
    return Promise.race([run, this.#cancelled<T>(call.signal, run)]);
  }

  async #guarded<T>({ signal, time, leaves }: Call, work: Work<T>): Promise<Result<T>> {
    const page = this.#parts.targets.front;
    this.#lookAtNetwork();
    if (this.#crash !== null) return { ok: false, error: this.#crash };
    if (this.#closing !== null || page === undefined) return fail('act.tab-closed', 'the tab is closed');
    if (signal.aborted) return cancelled();
    const { asking, downloads } = this.#parts;
    const stands = (): boolean => asking() || downloads.isUnderWay(this.#current.expectation);
    const budget = new ActBudget(stands, time.leftMs);
    page.actRuns(budget);
    const pulse = pulseOf(this.#parts.browser.connection, () => this.#hangs());
    try {
      const result = await budget.run(async () => {
        const attached = this.attachedTo !== undefined;
        const { targets } = this.#parts;
        if (await isReplaced(page, { targets, leaves, attached, asking })) return changed('the page');
        const either = AbortSignal.any([signal, budget.signal]);
        // A page that waits for a verdict answers to nothing: whoever looks or acts waits with it.
        await page.waiter.until(() => page.held === 0, VERDICT_DEADLINE_MS, either);
        return work(page, either);
      });
      page.wasHeard();
      this.#lookAtNetwork();
      return this.#crash === null || result.ok
        ? result
        : { ok: false, error: budget.reached ? inDoubt(this.#crash) : this.#crash };
    } catch (thrown) {
      const failed = await this.#failedBy(thrown, page, signal, budget);
      // INVARIANT: what may have had an effect is told so, and is none of the failures after which an act is tried again.
      if (failed === null) throw thrown;
      return { ok: false, error: budget.reached ? afterSending(failed) : failed };
    } finally {
      pulse.stop();
      time.leftMs = budget.left;
      page.actEnded();
    }
  }

  /** `null` for what nobody foresaw. */
  async #failedBy(
    thrown: unknown,
    page: Page,
    signal: AbortSignal,
    budget: ActBudget,
  ): Promise<Failure | null> {
    if (signal.aborted) return CANCELLED;
    if (
      (budget.over || thrown instanceof ActOverdue || thrown instanceof CdpTimeout) &&
      this.#crash === null &&
      this.#closing === null
    )
      return await this.#overdue(page);
    if (thrown instanceof Aborted) return CANCELLED;
    if (this.#crash !== null) return this.#crash;
    if (thrown instanceof CdpClosed) {
      if (this.#closing !== null) return failure('act.tab-closed', 'the tab is closed');
      this.crashed(thrown.message);
      return failure('browser.crashed', 'the tab’s browser ended in mid-step', { cause: thrown });
    }
    if (thrown instanceof CdpError) {
      return failure('act.changed', 'the page changed while the act was under way', {
        cause: thrown,
        help: 'take a new snapshot and ask again',
      });
    }
    return null;
  }

  /** The act had its time. What the page did with it is ended, and told. */
  async #overdue(page: Page): Promise<Failure> {
    page.wasSilent();
    const error = unresponsive(page, await endScripts(page));
    page.forgetOwnNavigations();
    return error;
  }

  #cancelled<T>(signal: AbortSignal, run: Promise<unknown>): Promise<Result<T>> {
    return new Promise((resolve) => {
      const abort = (): void => resolve(cancelled());
      signal.addEventListener('abort', abort, { once: true });
      run.finally(() => signal.removeEventListener('abort', abort)).catch(() => resolve(cancelled()));
    });
  }
}

type Call = { readonly signal: AbortSignal; readonly time: ActTime; readonly leaves: boolean };
type Work<T> = (page: Page, signal: AbortSignal) => Promise<Result<T>>;

const isSame = (seen: ElementIdentity | null, bound: BoundAct['element']): boolean =>
  seen === null || bound === null
    ? seen === bound
    : seen.ref === bound.ref &&
      seen.backendNodeId === bound.backendNodeId &&
      seen.role === bound.role &&
      seen.name === bound.name;

const changed = (what: string): Result<never> =>
  fail('act.changed', `${what} changed between the decision and the act`, {
    help: 'take a new snapshot and ask again; nothing was done',
  });

const CANCELLED: Failure = failure('task.cancelled', 'the act was cancelled');
const cancelled = (): Result<never> => ({ ok: false, error: CANCELLED });
