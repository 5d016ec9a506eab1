// How browsers would be started now: which one, with which abilities. INVARIANT: a plan is looked up anew when the policy leaves another
// ability on; what one caller asks for of their own changes nobody else's.
import type { LaunchPlan } from '#executors/contract/launch-plan.ts';
import type { BrowserLauncher } from '#executors/contract/launcher.ts';
import { fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { possibleFeatures } from '#gateway/boundary/page/page-features.ts';
import { planOptions } from '#gateway/settings/config.ts';
import type { Config } from '#gateway/settings/config.ts';

export type BrowserPlansParts = {
  readonly launcher: Pick<BrowserLauncher, 'plan'>;
  readonly config: Config;
  readonly policy: () => Result<EffectivePolicy>;
};

export class BrowserPlans {
  readonly #parts: BrowserPlansParts;
  /** The abilities that the last plan leaves on. */
  #features = '';
  #last: Result<LaunchPlan> = fail('browser.not-found', 'no browser was looked for yet');

  constructor(parts: BrowserPlansParts) {
    this.#parts = parts;
  }

  /** What was found last. */
  get last(): Result<LaunchPlan> {
    return this.#last;
  }

  /** The one that all start unless they ask for another. Errors: as `BrowserLauncher.plan`. */
  async ours(): Promise<Result<LaunchPlan>> {
    const { launcher, config, policy } = this.#parts;
    const features = possibleFeatures(policy());
    const named = [...features].join();
    if (this.#last.ok && this.#features === named) return this.#last;
    const plan = await launcher.plan({ ...planOptions(config), features });
    this.#last = plan;
    this.#features = named;
    return plan;
  }

  /** With a window or without, and with more flags. Errors: as `BrowserLauncher.plan`. */
  with(asked: {
    readonly headless: boolean;
    readonly flags: readonly string[];
  }): Promise<Result<LaunchPlan>> {
    const { launcher, config, policy } = this.#parts;
    const launchFlags = [...config.launchFlags, ...asked.flags];
    const options = planOptions({ ...config, headless: asked.headless, launchFlags });
    return launcher.plan({ ...options, features: possibleFeatures(policy()) });
  }
}
