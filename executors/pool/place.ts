// Where a tab's browser will be, found before its proxy is: in a network namespace of its own, in a browser that other tabs have
// as well, or in somebody else's. INVARIANT: what was taken for it is given back, whether it starts or not.
import { describe, fail, ok, type Result } from '#policy/language/failure.ts';
import { attachBrowser } from '#executors/browsers/attach/attached-browser.ts';
import type { LaunchOptions } from '../contract/launcher.ts';
import { startBrowser, type RunningBrowser } from '#executors/browsers/launch/browser-process.ts';
import { openNamespace, type Listening } from '#executors/browsers/processes/namespace.ts';
import type { Lease, SharedBrowsers } from './shared-browsers.ts';

type Place = {
  /** Where the proxy is to listen; `null`: on loopback. */
  readonly listener: Listening | null;
  /** Once. Nothing is left where it fails. */
  readonly start: (proxyPort: number, signal: AbortSignal) => Promise<Result<RunningBrowser>>;
};

export async function placeFor(
  options: LaunchOptions,
  shared: SharedBrowsers,
  signal: AbortSignal,
): Promise<Result<Place>> {
  const { plan, profileRoot, deadlineMs, onSpawned } = options;
  const { attach, build, flags, users } = plan;
  if (attach !== undefined) {
    const start: Place['start'] = (proxyPort, during) =>
      attachBrowser({ plan, attach, profileRoot, proxyPort, deadlineMs }, during);
    return ok({ listener: null, start });
  }
  if (plan.isolation === 'CONTEXT') {
    const leased = await shared.lease(options, signal);
    return leased.ok ? inShared(leased.value, options) : leased;
  }
  const opened = plan.network === 'NAMESPACE' ? await openNamespace() : ok(null);
  if (!opened.ok) return launchFailed(opened.error.message, opened.error.cause);
  const namespace = opened.value;
  return ok({
    listener: namespace,
    start: async (proxyPort, during) => {
      const start = {
        path: build.path,
        build,
        flags,
        profileRoot,
        proxyPort,
        deadlineMs,
        namespace,
        ...(users === undefined ? {} : { users }),
        ...(onSpawned === undefined ? {} : { onSpawned }),
      };
      const started = await startBrowser(start, during);
      await namespace?.release();
      return started;
    },
  });
}

async function inShared({ browser, release }: Lease, options: LaunchOptions): Promise<Result<Place>> {
  try {
    const listener = await browser.listen();
    return ok({
      listener,
      start: async (proxyPort, signal) => {
        const opened = await browser.open({ ...options, proxyPort }, signal);
        if (opened.ok) return ok(withLease(opened.value, release));
        await release();
        return opened;
      },
    });
  } catch (thrown) {
    await release();
    return launchFailed('the shared browser has no way out for another tab', describe(thrown));
  }
}

/** The last tab's end is the browser's. */
function withLease(browser: RunningBrowser, release: Lease['release']): RunningBrowser {
  let report: ReturnType<RunningBrowser['end']> | undefined;
  const end = async (): ReturnType<RunningBrowser['end']> => {
    const ended = await browser.end();
    const gone = await release();
    return { ...ended, processesGone: ended.processesGone && gone };
  };
  return { ...browser, end: () => (report ??= end()) };
}

const launchFailed = (message: string, cause: string | undefined): Result<never> =>
  fail('browser.launch-failed', message, cause === undefined ? {} : { cause });
