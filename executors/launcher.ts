// Plans and starts Ghost Tabs. INVARIANT: nothing starts without an authorisation for exactly this path and these flags,
// and nothing is handed out whose processes do not show a sandbox.
import { randomBytes } from 'node:crypto';
import { classifyFlags } from '#policy/launch-flags.ts';
import { describe, fail, failure, ok, type Failure, type Result } from '#policy/failure.ts';
import type { BrowserExecutorType } from '#policy/vocabulary.ts';
import type { Authorization, BoundLaunch, VerifyAuthorization } from './authorization.ts';
import { digestOf } from './authorization.ts';
import type {
  BrowserBuild,
  BrowserLauncher,
  CreateLauncher,
  GhostTab,
  LaunchOptions,
  LaunchPlan,
  NamespaceSetting,
  PageAct,
  TabHooks,
} from './contract.ts';
import { startBrowser, type RunningBrowser } from './launch/browser-process.ts';
import { discoverBrowser } from './launch/discover.ts';
import { commandFlags } from './launch/flags.ts';
import { networkFor, openNamespace } from './launch/namespace.ts';
import { sweep } from './launch/sweep.ts';
import { GREETING_URL, startProxy, type TabProxy } from './network/proxy.ts';
import { NO_EFFECT } from '#policy/actions.ts';
import { Expectation } from './tabs/expectation.ts';
import { BrowserTab, type CurrentAct } from './tabs/ghost-tab.ts';
import { DocumentGate } from './tabs/document-gate.ts';
import { DocumentGrants } from './tabs/document-grants.ts';
import { Interception } from './tabs/interception.ts';
import { CredentialsOfTab } from './tabs/known-credentials.ts';
import { NavigationGuard } from './tabs/navigation-guard.ts';
import { PrefetchGuard } from './tabs/prefetch-guard.ts';
import { Targets } from './tabs/targets.ts';

export const createLauncher: CreateLauncher = (verify) => {
  const launcher: BrowserLauncher = { plan, launch: (...given) => launch(verify, ...given), sweep };
  return launcher;
};

async function plan(options: {
  headless: boolean;
  executablePath?: string;
  extraFlags?: readonly string[];
  namespace?: NamespaceSetting;
}): Promise<Result<LaunchPlan>> {
  const build = await discoverBrowser(options.executablePath);
  if (!build.ok) return build;
  const network = await networkFor(options.namespace ?? 'AUTO');
  if (!network.ok) return network;
  const flags = commandFlags(options.headless, options.extraFlags);
  const classified = classifyFlags(flags);
  return ok(
    Object.freeze({
      build: build.value,
      executor: executorType(build.value.product, options.headless),
      headless: options.headless,
      flags: Object.freeze(flags),
      flagClass: classified.class,
      flagFindings: Object.freeze(classified.findings.map(({ message }) => message)),
      network: network.value,
    }),
  );
}

/** Phase-38 2.1. Google Chrome is Chromium's engine under another name. */
function executorType(product: BrowserBuild['product'], headless: boolean): BrowserExecutorType {
  const display = headless ? 'HEADLESS' : 'HEADED';
  return product === 'UNKNOWN'
    ? `${display}_UNKNOWN`
    : product === 'EDGE'
      ? `${display}_EDGE`
      : `${display}_CHROMIUM`;
}

async function launch(
  verify: VerifyAuthorization,
  authorization: Authorization,
  bound: BoundLaunch,
  options: LaunchOptions,
  hooks: TabHooks,
  signal: AbortSignal,
): Promise<Result<GhostTab>> {
  const verified = verify(authorization, bound);
  if (!verified.ok) return verified;
  const { plan: planned, tabId } = options;
  const asBound =
    bound.tabId === tabId &&
    bound.executor === planned.executor &&
    bound.path === planned.build.path &&
    digestOf(bound.flags) === digestOf(planned.flags);
  if (!asBound) return fail('authorization.altered', 'the launch is not the one that was authorised');
  const refused = refusedFlags(planned.flags);
  if (refused !== null) return { ok: false, error: refused };

  const current: CurrentAct = { expectation: null, targets: null, known: new CredentialsOfTab() };
  const opened = planned.network === 'NAMESPACE' ? await openNamespace() : ok(null);
  if (!opened.ok) {
    const { message, cause } = opened.error;
    return fail('browser.launch-failed', message, cause === undefined ? {} : { cause });
  }
  const namespace = opened.value;
  let onLost = (_reason: string): void => {};
  const proxy = await startProxy({
    tabId,
    hostMap: options.hostMap,
    onConnection: hooks.onConnection,
    wanted: async (host) => (await current.targets?.wants(host)) === true,
    ...(namespace === null ? {} : { listener: namespace }),
    ...(hooks.onConnectionEnds === undefined ? {} : { onConnectionEnds: hooks.onConnectionEnds }),
    onLost: (reason) => onLost(reason),
  });
  const { flags, build } = planned;
  const { profileRoot, deadlineMs } = options;
  const browser = await startBrowser(
    { path: build.path, build, flags, profileRoot, proxyPort: proxy.port, deadlineMs, namespace },
    signal,
  );
  await namespace?.release();
  if (!browser.ok) {
    await proxy.close();
    return browser;
  }
  const giveUp = async (error: Failure): Promise<Result<never>> => {
    await Promise.all([browser.value.end(), proxy.close()]);
    return { ok: false, error };
  };
  if (signal.aborted) return giveUp(failure('task.cancelled', 'the launch was cancelled'));
  // A browser without its proxy has no way out, and is not left to look for one: it ends, and so does its tab.
  onLost = () => browser.value.connection.close();
  try {
    const opened = await withDeadline(
      openTab({ verify, options, hooks, proxy, browser: browser.value, current, signal }),
      deadlineMs,
      signal,
    );
    return opened.ok ? opened : giveUp(opened.error);
  } catch (thrown) {
    const code = signal.aborted ? 'task.cancelled' : 'browser.launch-failed';
    return giveUp(
      failure(code, 'the browser started and did not become usable', { cause: describe(thrown) }),
    );
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

/** What the policy would never let through is refused here once more, whatever was authorised. */
function refusedFlags(flags: readonly string[]): Failure | null {
  const { class: found, findings } = classifyFlags(flags);
  if (found === 'CLEAN' || found === 'UNKNOWN_FLAG') return null;
  return failure('browser.flags-differ', 'the command line has a forbidden flag or lacks a required one', {
    help: findings.map(({ message }) => message).join('; '),
    details: { class: found },
  });
}

type Opening = {
  readonly verify: VerifyAuthorization;
  readonly options: LaunchOptions;
  readonly hooks: TabHooks;
  readonly proxy: TabProxy;
  readonly browser: RunningBrowser;
  readonly current: CurrentAct;
  readonly signal: AbortSignal;
};

async function openTab(opening: Opening): Promise<Result<GhostTab>> {
  const { options, hooks, proxy, browser, current, signal } = opening;
  const { tabId, viewport } = options;
  const ask = (act: PageAct, gone: AbortSignal = signal): ReturnType<TabHooks['onPageAct']> =>
    hooks.onPageAct(act, gone);
  const expectation = (): Expectation | null => current.expectation;
  const guard = new NavigationGuard({ tabId, ask, expectation, known: current.known });
  const grants = new DocumentGrants({
    tabId,
    ask,
    onDocument: hooks.onDocument,
    browser: browser.connection.browser,
    secret: `ghost${randomBytes(16).toString('hex')}`,
  });
  const interceptors = [guard, new DocumentGate(tabId, grants), new PrefetchGuard(grants)];
  const interception = new Interception(proxy, interceptors);
  let gone: (reason: string) => void = () => browser.connection.close();
  const onRendererGone = (reason: string): void => gone(reason);
  const targets = new Targets(browser.connection, {
    tabId,
    viewport,
    interception,
    grants,
    ask,
    expectation,
    onRendererGone,
  });
  browser.connection.browser.on('Browser.downloadWillBegin', ({ url, suggestedFilename }) => {
    const documentUrl = targets.front?.url ?? 'about:blank';
    const reason = 'downloads need a decision of their own, and no executor for them is there yet';
    current.expectation?.refuse('DOWNLOAD', url, reason, null, { filename: suggestedFilename });
    if (targets.front !== undefined && targets.front.downloads > 0) targets.front.downloads -= 1;
    targets.front?.waiter.changed();
    // Told, not asked: the browser denies every download by itself.
    Promise.resolve(ask({ kind: 'DOWNLOAD', tabId, documentUrl, url, filename: suggestedFilename })).catch(
      () => targets.front?.waiter.changed(),
    );
  });
  current.targets = targets;
  const page = await targets.start();
  // The greeting makes the proxy's credentials known to the browser; it answers 204, so that the page stays as it is.
  const greeting = { type: 'NAVIGATE', url: GREETING_URL } as const;
  current.expectation = new Expectation(greeting, NO_EFFECT, undefined);
  await page.session.send('Page.navigate', { url: GREETING_URL }, { deadlineMs: options.deadlineMs });
  await page.waiter.until(() => page.held === 0, options.deadlineMs, signal);
  current.expectation = null;
  page.navigating = null;
  const security = await browser.security();
  if (!security.sandbox_enabled) {
    return fail('browser.no-sandbox', 'the browser’s renderer runs without a sandbox', {
      help: 'allow user namespaces or install the setuid helper (apt-get install chromium-sandbox)',
    });
  }
  const tab = new BrowserTab(
    { id: tabId, browser, proxy, targets, security, viewport, verify: opening.verify, hooks },
    current,
  );
  gone = (reason) => tab.crashed(reason);
  return ok(tab);
}
