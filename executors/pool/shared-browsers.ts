// The shared browsers of one launcher: started for the first tab that needs one, ended with the last.
// INVARIANT: a browser that is over gets no more tabs; without a tab there is no browser.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { LaunchOptions } from '../contract/launcher.ts';
import type { LaunchPlan } from '../contract/launch-plan.ts';
import { startShared, type SharedBrowser } from './shared-browser.ts';

/** One tab's hold on a browser. `release` is called once, and resolves when the browser is gone if it was the last. */
export type Lease = { readonly browser: SharedBrowser; readonly release: () => Promise<boolean> };

type Entry = {
  readonly plan: LaunchPlan;
  readonly profileRoot: string;
  readonly started: Promise<Result<SharedBrowser>>;
  readonly stop: AbortController;
  browser: SharedBrowser | null;
  tabs: number;
};

export class SharedBrowsers {
  readonly #entries = new Set<Entry>();

  /** Errors: `browser.*`, `task.cancelled`. */
  async lease(options: LaunchOptions, signal: AbortSignal): Promise<Result<Lease>> {
    const entry = this.#find(options) ?? this.#start(options);
    entry.tabs += 1;
    const started = await orCancelled(entry.started, signal);
    if (started.ok) return ok({ browser: started.value, release: () => this.#release(entry) });
    await this.#release(entry);
    return started;
  }

  #find({ plan, profileRoot }: LaunchOptions): Entry | undefined {
    return [...this.#entries].find(
      (entry) => entry.plan === plan && entry.profileRoot === profileRoot && entry.browser?.over !== true,
    );
  }

  #start(options: LaunchOptions): Entry {
    const { plan, profileRoot } = options;
    const stop = new AbortController();
    const entry: Entry = {
      plan,
      profileRoot,
      stop,
      started: startShared(options, stop.signal)
        .catch((thrown: unknown): Result<never> =>
          fail('browser.launch-failed', 'the shared browser could not be started', { cause: thrown }),
        )
        .then((started) => {
          if (started.ok) entry.browser = started.value;
          else this.#entries.delete(entry);
          return started;
        }),
      browser: null,
      tabs: 0,
    };
    this.#entries.add(entry);
    return entry;
  }

  /** `false`: it was the last one's, and something of the browser is left. */
  async #release(entry: Entry): Promise<boolean> {
    entry.tabs -= 1;
    if (entry.tabs > 0) return true;
    this.#entries.delete(entry);
    entry.stop.abort();
    const started = await entry.started;
    if (!started.ok) return true;
    const { processesGone, profileRemoved } = await started.value.end();
    return processesGone && profileRemoved;
  }
}

/** As `started`, but not later than the signal: then it is a failure, since whoever leases has to give back. */
function orCancelled<T>(started: Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(fail('task.cancelled', 'the launch was cancelled'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    started.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
