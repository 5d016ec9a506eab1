// A browser that is ready behind its proxy: started, guarded, its sandbox read, and a task's as soon as one takes it.
// INVARIANT: it is taken once and never given back; until then it is allowed nothing (tenant.ts).
import { randomBytes } from 'node:crypto';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import { describe, fail, failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { VerifyAuthorization } from '#executors/contract/authorization.ts';
import type { LaunchOptions, WarmTab } from '../contract/launcher.ts';
import type { BrowserSecurityContext, CloseReport, GhostTab } from '../contract/tab.ts';
import type { TabHooks } from '../contract/hooks.ts';
import { Downloads } from '#executors/guards/downloads/downloads.ts';
import type { RunningBrowser } from '#executors/browsers/launch/browser-process.ts';
import { PageDownloads } from '#executors/guards/downloads/page-downloads.ts';
import { GREETING_URL, startProxy, type TabProxy } from '../network/proxy.ts';
import { Routes } from '#executors/guards/routes/routes.ts';
import { AssetFilter } from '#executors/guards/asset-filter.ts';
import { DocumentGate } from '#executors/guards/documents/document-gate.ts';
import { DocumentGrants } from '#executors/guards/features/document-grants.ts';
import { setsOffNothing } from '../perception/inspect.ts';
import { Expectation } from '#executors/page/expectation.ts';
import { pulseOf } from '#executors/cdp/pulse.ts';
import { BrowserTab } from '#executors/tab/ghost-tab.ts';
import type { CurrentAct } from '#executors/tab/tab-parts.ts';
import { Interception } from '#executors/guards/routes/interception.ts';
import { READING_METHODS } from '#policy/acts/page-acts.ts';
import type { Ask, Seen } from '../network/gatekeeper.ts';
import { ReleasedRequests } from '#executors/network/released-requests.ts';
import { CredentialsOfTab } from '#executors/guards/known-credentials.ts';
import { hideCredentials } from '#executors/guards/sent-body.ts';
import { NavigationGuard, type GuardOptions } from '#executors/guards/navigation-guard.ts';
import { RequestGuard } from '#executors/guards/request-guard.ts';
import { Targets } from '#executors/guards/targets.ts';
import { placeFor } from './place.ts';
import type { SharedBrowsers } from './shared-browsers.ts';
import type { Tenant } from './tenant.ts';
import { ASK_NOTHING } from '#executors/browsers/processes/renderers.ts';
import { networkServiceOf, type NetworkService } from '#executors/browsers/processes/usage.ts';

/** Everything of a browser that is ready. */
type Ready = {
  readonly browser: RunningBrowser;
  readonly proxy: TabProxy;
  readonly targets: Targets;
  readonly downloads: Downloads;
  readonly current: CurrentAct;
  readonly security: BrowserSecurityContext;
  readonly network: NetworkService;
  /** Who is told that a renderer is gone; before there is a tab, the browser ends with it. */
  readonly onRendererGone: { tell: (reason: string) => void };
};

export class WarmBrowser implements WarmTab {
  readonly tabId: string;
  readonly pid: number;
  readonly options: LaunchOptions;
  readonly #ready: Ready;
  readonly #tenant: Tenant;
  #end: Promise<CloseReport> | null = null;

  constructor(options: LaunchOptions, ready: Ready, tenant: Tenant) {
    this.options = options;
    this.tabId = options.tabId;
    this.pid = ready.browser.pid;
    this.#ready = ready;
    this.#tenant = tenant;
  }

  get taken(): boolean {
    return this.#tenant.taken;
  }
  get alive(): boolean {
    return this.#end === null && !this.#ready.browser.connection.closed;
  }

  onGone(listener: () => void): void {
    this.#ready.browser.connection.onClose(listener);
  }

  /** Whether it is what a launch with these options would start. */
  fits({ tabId, plan, viewport, profileRoot, hostMap, withhold, cache }: LaunchOptions): boolean {
    const own = this.options;
    return (
      this.alive &&
      own.tabId === tabId &&
      own.plan === plan &&
      own.profileRoot === profileRoot &&
      own.hostMap === hostMap &&
      (own.withhold ?? []).join() === (withhold ?? []).join() &&
      (own.cache ?? 'NORMAL') === (cache ?? 'NORMAL') &&
      own.viewport.width === viewport.width &&
      own.viewport.height === viewport.height
    );
  }

  /** From now on it is the tab of whoever's hooks these are. */
  take(hooks: TabHooks, signal: AbortSignal, verify: VerifyAuthorization): GhostTab {
    this.#tenant.take(hooks, signal);
    return this.asTab(verify);
  }

  asTab(verify: VerifyAuthorization): GhostTab {
    const { browser, proxy, targets, downloads, security, network, current, onRendererGone } = this.#ready;
    const { tabId: id, viewport, plan } = this.options;
    const hooks: TabHooks = this.#tenant;
    const attachedTo = plan.attach?.endpoint;
    const tab = new BrowserTab(
      {
        id,
        browser,
        proxy,
        targets,
        downloads,
        security,
        network,
        viewport,
        verify,
        hooks,
        asking: this.#tenant.asking,
        ...(attachedTo === undefined ? {} : { attachedTo }),
      },
      current,
    );
    onRendererGone.tell = (reason) => tab.crashed(reason);
    return tab;
  }

  /** Ends one that nobody took: the process killed, the profile removed, both looked at. Idempotent. */
  end(): Promise<CloseReport> {
    this.#end ??= endBoth(this.#ready);
    return this.#end;
  }
}

async function endBoth({ browser, proxy }: Pick<Ready, 'browser' | 'proxy'>): Promise<CloseReport> {
  const [report] = await Promise.all([browser.end(), proxy.close()]);
  return report;
}

/** Errors: `browser.*`, `task.cancelled`. Nothing is left then. */
export async function startWarm(
  options: LaunchOptions,
  tenant: Tenant,
  shared: SharedBrowsers,
  signal: AbortSignal,
): Promise<Result<WarmBrowser>> {
  const { tabId, deadlineMs } = options;
  const current: CurrentAct = {
    expectation: null,
    targets: null,
    known: new CredentialsOfTab(),
    letGo: new ReleasedRequests(),
  };
  const place = await placeFor(options, shared, signal);
  if (!place.ok) return place;
  const { listener } = place.value;
  let onLost = (_reason: string): void => {};
  const proxy = await startProxy({
    tabId,
    hostMap: options.hostMap,
    onConnection: tenant.onConnection,
    look: (asked) => lookAt(asked, current),
    onConnectionEnds: tenant.onConnectionEnds,
    wanted: async (host) => (await current.targets?.wants(host)) === true,
    socketsTo: async (host, port) => (await current.targets?.socketsTo(host, port)) ?? [],
    ...(listener === null ? {} : { listener }),
    onLost: (reason) => onLost(reason),
  });
  const browser = await place.value.start(proxy.port, signal);
  if (!browser.ok) {
    await proxy.close();
    return browser;
  }
  const running = { browser: browser.value, proxy };
  const giveUp = async (error: Failure): Promise<Result<never>> => {
    await endBoth(running);
    return { ok: false, error };
  };
  if (signal.aborted) return giveUp(failure('task.cancelled', 'the launch was cancelled'));
  // A browser without its proxy has no way out, and is not left to look for one: it ends, and so does its tab.
  onLost = () => browser.value.connection.close();
  // It has answered before: one that says nothing any more hangs, however long a launch may take.
  const pulse = pulseOf(browser.value.connection, () => browser.value.giveUp());
  try {
    const ready = await withDeadline(
      makeReady({ options, tenant, ...running, current, signal }),
      deadlineMs,
      signal,
    );
    return ready.ok ? ok(new WarmBrowser(options, ready.value, tenant)) : giveUp(ready.error);
  } catch (thrown) {
    const code = signal.aborted ? 'task.cancelled' : 'browser.launch-failed';
    return giveUp(
      failure(code, 'the browser started and did not become usable', { cause: describe(thrown) }),
    );
  } finally {
    pulse.stop();
  }
}

/** Rejects at the deadline or the abort; the caller then ends the browser, and with it what still runs. */
function withDeadline<T>(work: Promise<T>, deadlineMs: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('cancelled'));
    const timer = setTimeout(() => reject(new Error(`not ready within ${deadlineMs} ms`)), deadlineMs);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });
  });
}

/** What the choke point cannot know: whether a guard has decided on the request, and what is in its address. */
function lookAt({ url, method, scheme }: Ask, { known, letGo }: CurrentAct): Seen {
  if (url === null) return {};
  const decided = letGo.take(method, url);
  if (decided) return { decided };
  const unseen = scheme === 'http' && !READING_METHODS.has(method);
  const credentials = known.standsIn(url);
  return { ...(unseen ? { unseen } : {}), ...(credentials ? { credentials } : {}) };
}

type Making = Pick<Ready, 'browser' | 'proxy' | 'current'> & {
  readonly options: LaunchOptions;
  readonly tenant: Tenant;
  readonly signal: AbortSignal;
};

async function makeReady(making: Making): Promise<Result<Ready>> {
  const { options, tenant, proxy, browser, current, signal } = making;
  const { tabId, viewport } = options;
  const ask = tenant.onPageAct;
  const { guest, context } = browser;
  const expectation = (): Expectation | null => current.expectation;
  const routes: Routes = new Routes({
    showDocument: (...given) => gate.showMocked(...given),
    mark: (page, networkId, mark) => current.targets?.watchOf(page).requests.route(networkId, mark),
  });
  const guarding: Pick<GuardOptions, 'tabId' | 'ask' | 'known' | 'letGo' | 'routes' | 'refused'> = {
    tabId,
    ask,
    known: current.known,
    letGo: current.letGo,
    routes,
    refused: (page, networkId, reason) => current.targets?.watchOf(page).requests.refuse(networkId, reason),
  };
  const guard = new NavigationGuard({ ...guarding, expectation });
  const grants = new DocumentGrants({
    tabId,
    ask,
    onDocument: tenant.onDocument,
    browser: browser.connection.browser,
    secret: `ghost${randomBytes(16).toString('hex')}`,
    ...(guest === undefined ? {} : guest),
    ...(context === undefined ? {} : { contextId: context.id }),
  });
  const requests = new RequestGuard({ ...guarding, grants });
  const gate = new DocumentGate(tabId, grants, routes, guest?.headers);
  const pages = new PageDownloads();
  const contextId = context?.id ?? guest?.contextId;
  const downloads = new Downloads({
    tabId,
    ask,
    expectation,
    browser: browser.connection.browser,
    profile: browser.profile.directory,
    front: () => current.targets?.front,
    pages,
    keepCookies: (...paused) => gate.keepCookies(...paused),
    ...(contextId === undefined ? {} : { contextId }),
    ...(guest === undefined ? {} : { never: 'a browser that others use as well takes no downloads' }),
  });
  const assets = new AssetFilter(options.withhold ?? [], routes);
  const interceptors = [guard, downloads, gate, assets, requests];
  const interception = new Interception(proxy, interceptors, routes);
  const onRendererGone = { tell: (_reason: string): void => browser.connection.close() };
  const targets = new Targets(browser.connection, {
    tabId,
    viewport,
    ...(guest === undefined ? {} : { contextId: guest.contextId, guest: true }),
    ...(context === undefined
      ? {}
      : { contextId: context.id, onSession: (session) => context.renderers.watch(session) }),
    fresh: options.cache === 'REFRESH',
    interception,
    downloads: pages,
    grants,
    ask,
    reads: tenant.reads,
    expectation,
    hide: (text) => hideCredentials(text, current.known.known()),
    onRendererGone: (reason) => onRendererGone.tell(reason),
  });
  current.targets = targets;
  const page = await targets.start();
  await downloads.start();
  // The greeting makes the proxy's credentials known to the browser; it answers 204, so that the page stays as it is.
  const greeting = { type: 'NAVIGATE', url: GREETING_URL } as const;
  current.expectation = new Expectation({
    requestId: '',
    action: greeting,
    inspection: { effect: NO_EFFECT },
    mainFrameId: page.id,
    setsOff: setsOffNothing(page),
    asShown: false,
    from: [],
  });
  await page.session.send('Page.navigate', { url: GREETING_URL }, { deadlineMs: options.deadlineMs });
  await page.waiter.until(() => page.held === 0, options.deadlineMs, signal);
  current.expectation = null;
  page.forgetNavigation();
  const security = await browser.security();
  if (!security.sandbox_enabled) {
    return fail('browser.no-sandbox', 'the browser’s renderer runs without a sandbox', {
      help: 'allow user namespaces or install the setuid helper (apt-get install chromium-sandbox)',
    });
  }
  // Its first document names its process, so that a later one that cannot is known by what is left.
  if (context !== undefined) await page.evaluate(ASK_NOTHING, () => undefined);
  const network = await networkServiceOf(browser.profile.userData, browser.pid);
  return ok({ browser, proxy, targets, downloads, current, security, network, onRendererGone });
}
