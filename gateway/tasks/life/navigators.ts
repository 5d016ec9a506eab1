// Chooses who plans and proposes: the offline engines, Gemini if the operator says so and gave a key, or a recording to be replayed.
// INVARIANT: no page goes to a model's service just because a key happens to be in the environment.
import type { ModelMaker } from '#engines/maker/gemini/maker.ts';
import type { Navigator } from '#engines/navigator/contract.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import type { Planner } from '#engines/planner/contract.ts';
import { createOfflinePlanner } from '#engines/planner/plan.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Config } from '#gateway/settings/config.ts';
import type { Recording } from '#gateway/protocol/recording.ts';
import type { NavigatorName } from '#gateway/protocol/views/task.ts';
import { plannerOf, replayOf } from './replay.ts';
import type { Replay } from './replay.ts';

export type Engines = {
  readonly navigator: Navigator;
  readonly planner: Planner;
  /** Draws what the catalogue cannot; none without a model. */
  readonly maker?: ModelMaker;
  /** The navigator, where it is a recording's. */
  readonly replay?: Replay;
};

/** What one task asks for; default: the settings'. */
export type EnginesAsked = { readonly navigator?: NavigatorName; readonly replay?: Recording };

export type EnginesFor = (asked: EnginesAsked) => Promise<Result<Engines>>;

/** Errors: `navigator.no-key`. */
export async function enginesFor(
  { navigator: { use, flash, pro, baseUrl } }: Pick<Config, 'navigator'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result<Engines>> {
  const planner = createOfflinePlanner();
  if (use === 'offline') return ok({ navigator: createOfflineNavigator(), planner });
  const apiKey = env['GEMINI_API_KEY'] ?? '';
  if (apiKey === '')
    return fail('navigator.no-key', 'the navigator `gemini` needs a key', {
      help: 'set GEMINI_API_KEY, or use `--navigator offline` or `navigator: { use: offline }` in config.yaml',
    });
  // The SDK takes a seventh of a second to import: only where it is used.
  const [{ createGeminiNavigator }, { createGeminiPlanner }, { createGeminiMaker }] = await Promise.all([
    import('#engines/navigator/gemini/navigator.ts'),
    import('#engines/planner/gemini/planner.ts'),
    import('#engines/maker/gemini/maker.ts'),
  ]);
  const options = { apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) };
  return ok({
    navigator: createGeminiNavigator({ ...options, models: { 1: flash, 2: pro } }),
    planner: createGeminiPlanner({ ...options, model: flash }),
    maker: createGeminiMaker({ ...options, model: pro }),
  });
}

/** `standard`: what runs where a task asks for nothing; other ones are made once, when they are first asked for. */
export function enginesByTask(standard: Engines, config: Pick<Config, 'navigator'>): EnginesFor {
  const made = new Map<NavigatorName, Promise<Result<Engines>>>();
  return async ({ navigator: name, replay }) => {
    if (replay !== undefined) {
      const navigator = replayOf(replay);
      return ok({ navigator, replay: navigator, planner: plannerOf(replay) });
    }
    if (name === undefined || name === standard.navigator.id) return ok(standard);
    const one = made.get(name) ?? enginesFor({ navigator: { ...config.navigator, use: name } });
    made.set(name, one);
    const engines = await one;
    // A key that comes later is found then.
    if (!engines.ok) made.delete(name);
    return engines;
  };
}
