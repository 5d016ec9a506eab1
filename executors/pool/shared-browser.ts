// One browser of ours for several tabs (`isolation: CONTEXT`): each has a context, a way out and a directory of its own.
// INVARIANT: every target is paused at its start and handed to the one tab whose context it is in, or closed; a context that does
// not end takes the browser with it.
import { describe, fail, failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { CdpPayload } from '../cdp/types.ts';
import type { LaunchOptions } from '../contract/launcher.ts';
import type { BrowserSecurityContext, CloseReport } from '../contract/tab.ts';
import {
  startBrowser,
  type OwnBrowser,
  type RunningBrowser,
} from '#executors/browsers/launch/browser-process.ts';
import {
  openNamespace,
  type Listening,
  type NetworkNamespace,
} from '#executors/browsers/processes/namespace.ts';
import { makeProfile, removeProfile, userOf } from '#executors/browsers/processes/profile.ts';
import { startProxy, type TabProxy } from '../network/proxy.ts';
import { TARGET_FILTER } from '#executors/guards/targets.ts';
import { ContextPart } from './context-part.ts';
import { AllRenderers } from '#executors/browsers/processes/renderers.ts';

type Attached = CdpPayload<'Target.attachedToTarget'>;
type Parts = {
  readonly browser: OwnBrowser;
  readonly proxy: TabProxy;
  readonly namespace: NetworkNamespace | null;
  readonly renderers: AllRenderers;
};

/** Tabs that one browser has in its life: what a process of weeks gathers is nobody's to clean up. */
const MAX_TABS_SERVED = 100;

export class SharedBrowser {
  readonly #parts: Parts;
  readonly #contexts = new Map<string, ContextPart>();
  readonly #sessions = new Map<string, ContextPart>();
  #served = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** It takes no more tabs: gone, or served its time. */
  get over(): boolean {
    return this.#parts.browser.connection.closed || this.#served >= MAX_TABS_SERVED;
  }

  /** A socket for a tab's way out, inside the browser's namespace; `null` where it has none. */
  listen(): Promise<Listening | null> {
    return this.#parts.namespace?.listen() ?? Promise.resolve(null);
  }

  /** Everything that appears in it, from now on. */
  async watch(): Promise<void> {
    const { browser } = this.#parts.browser.connection;
    browser.on('Target.attachedToTarget', (attached) => this.#attached(attached));
    browser.on('Target.detachedFromTarget', (detached) => {
      this.#sessions.get(detached.sessionId)?.browser.emit('Target.detachedFromTarget', detached);
      this.#sessions.delete(detached.sessionId);
    });
    const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await Promise.all([
      browser.send('Target.setAutoAttach', { ...autoAttach, filter: TARGET_FILTER }),
      browser.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
      browser.send('Browser.grantPermissions', { permissions: [] }),
    ]);
  }

  /** A tab's part, as if it were a browser of its own. Errors: `browser.launch-failed`, `task.cancelled`; nothing is left then. */
  async open(
    {
      profileRoot,
      proxyPort,
      deadlineMs,
    }: Pick<LaunchOptions, 'profileRoot' | 'deadlineMs'> & { proxyPort: number },
    signal: AbortSignal,
  ): Promise<Result<RunningBrowser>> {
    if (signal.aborted) return fail('task.cancelled', 'the launch was cancelled');
    this.#served += 1;
    const { browser, renderers } = this.#parts;
    const profile = await makeProfile(profileRoot, await userOf(browser.profile.directory));
    if (!profile.ok) return profile;
    const { directory } = profile.value;
    let part: ContextPart;
    try {
      part = await this.#makeContext(proxyPort, deadlineMs);
    } catch (thrown) {
      await removeProfile(directory);
      return launchFailed('the browser gives no context of its own', thrown);
    }
    const own = renderers.add();
    let killed: Promise<boolean> | undefined;
    let report: Promise<CloseReport> | undefined;
    const kill = (): Promise<boolean> => (killed ??= this.#end(part).finally(() => own.end()));
    const end = async (): Promise<CloseReport> => {
      const gone = await kill();
      return { processesGone: gone, profileRemoved: await removeProfile(directory), forced: false };
    };
    return ok({
      pid: browser.pid,
      connection: part,
      profile: profile.value,
      commandLine: browser.commandLine,
      context: { id: part.contextId, renderers: own },
      security: () => this.#security(),
      kill,
      giveUp: () => browser.giveUp(),
      end: () => (report ??= end()),
    });
  }

  /** Ends it with everything in it. */
  async end(): Promise<CloseReport> {
    const { browser, proxy, namespace } = this.#parts;
    const [report] = await Promise.all([browser.end(), proxy.close(), namespace?.release()]);
    return report;
  }

  async #makeContext(proxyPort: number, deadlineMs: number): Promise<ContextPart> {
    const { connection } = this.#parts.browser;
    const { sessionId } = await connection.browser.send('Target.attachToBrowserTarget', {}, { deadlineMs });
    const session = connection.session(sessionId);
    const { browserContextId } = await session.send(
      'Target.createBrowserContext',
      { disposeOnDetach: true, proxyServer: `http://127.0.0.1:${proxyPort}`, proxyBypassList: '<-loopback>' },
      { deadlineMs },
    );
    const part = new ContextPart(connection, session, browserContextId);
    this.#contexts.set(browserContextId, part);
    return part;
  }

  async #end(part: ContextPart): Promise<boolean> {
    const disposed = await part.dispose();
    this.#contexts.delete(part.contextId);
    for (const [id, whose] of this.#sessions) if (whose === part) this.#sessions.delete(id);
    const { browser } = this.#parts;
    return disposed && !browser.connection.closed ? true : browser.kill();
  }

  #attached(attached: Attached): void {
    const { sessionId, targetInfo, waitingForDebugger } = attached;
    const part = this.#contexts.get(targetInfo.browserContextId ?? '');
    if (part !== undefined) {
      this.#sessions.set(sessionId, part);
      part.browser.emit('Target.attachedToTarget', attached);
      return;
    }
    // The page that the browser opened with stays, since without a window it would end.
    if (!waitingForDebugger) return;
    const { connection } = this.#parts.browser;
    const { targetId } = targetInfo;
    connection.browser.send('Target.closeTarget', { targetId }).catch(() => connection.forget(sessionId));
  }

  /** Phase-38 8.4: what tabs share is no profile of their own. */
  async #security(): Promise<BrowserSecurityContext> {
    return Object.freeze({ ...(await this.#parts.browser.security()), profile_isolated: false });
  }
}

/** Errors: `browser.*`. Nothing is left then. */
export async function startShared(
  { plan, profileRoot, deadlineMs, tabId }: LaunchOptions,
  signal: AbortSignal,
): Promise<Result<SharedBrowser>> {
  const opened = plan.network === 'NAMESPACE' ? await openNamespace() : ok(null);
  if (!opened.ok) return launchFailed(opened.error.message, opened.error.cause);
  const namespace = opened.value;
  // The browser's own way out leads nowhere: nobody has its credentials, and nobody would be let.
  const proxy = await startProxy({
    tabId: `nobody-${tabId}`,
    hostMap: {},
    onConnection: async () => ({ allow: false, reason: 'no tab asks for it' }),
    ...(namespace === null ? {} : { listener: namespace }),
  });
  const { build, flags, users } = plan;
  const start = {
    path: build.path,
    build,
    flags,
    profileRoot,
    proxyPort: proxy.port,
    deadlineMs,
    namespace,
    ...(users === undefined ? {} : { users }),
  };
  const browser = await startBrowser(start, signal);
  const giveUp = async (error: Failure): Promise<Result<never>> => {
    await Promise.all([browser.ok ? browser.value.end() : null, proxy.close(), namespace?.release()]);
    return { ok: false, error };
  };
  if (!browser.ok) return giveUp(browser.error);
  try {
    const renderers = await AllRenderers.of(browser.value.pid);
    const shared = new SharedBrowser({ browser: browser.value, proxy, namespace, renderers });
    await shared.watch();
    return ok(shared);
  } catch (thrown) {
    return giveUp(
      failure('browser.launch-failed', 'the shared browser did not become usable', {
        cause: describe(thrown),
      }),
    );
  }
}

const launchFailed = (message: string, cause: unknown): Result<never> =>
  fail('browser.launch-failed', message, cause === undefined ? {} : { cause });
