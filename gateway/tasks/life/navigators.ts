// Chooses who plans and proposes: the offline engines, Gemini if the operator says so and gave a key, or a recording to be replayed.
// INVARIANT: no page goes to a model's service just because a key happens to be in the environment.
import type { ModelMaker } from '#engines/maker/gemini/maker.ts';
import type { Navigator } from '#engines/navigator/contract.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import type { Planner } from '#engines/planner/contract.ts';
import { createOfflinePlanner } from '#engines/planner/plan.ts';
import { readPlainText } from '#executors/system/plain-file.ts';
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
  /** Base URL of the proxy that the model is behind. */
  readonly proxy?: string;
  /** The navigator, where it is a recording's. */
  readonly replay?: Replay;
};

/** What one task asks for; default: the settings'. */
export type EnginesAsked = { readonly navigator?: NavigatorName; readonly replay?: Recording };

export type EnginesFor = (asked: EnginesAsked) => Promise<Result<Engines>>;

/** A token is some kilobytes. */
const MAX_TOKEN_BYTES = 16_384;

/** Whoever asks for Gemini where the settings have a proxy gets the proxy: no page goes past it, key or no key. */
export const navigatorChosen = (
  navigator: Config['navigator'],
  name: NavigatorName,
): Config['navigator'] => ({
  ...navigator,
  use: name === 'gemini' && navigator.use === 'proxy' ? 'proxy' : name,
});

/** Errors: `navigator.no-key`, `navigator.no-token`. */
export async function enginesFor(
  { navigator: { use, flash, pro, baseUrl, tokenFile } }: Pick<Config, 'navigator'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result<Engines>> {
  const planner = createOfflinePlanner();
  if (use === 'offline') return ok({ navigator: createOfflineNavigator(), planner });
  const bearer = use === 'proxy' ? tokenIn(tokenFile ?? '') : undefined;
  if (bearer?.() === null)
    return fail('navigator.no-token', `there is no ID token in \`${tokenFile}\``, {
      help: 'put the ID token for the proxy there, on one line, or use `--navigator offline`',
    });
  const apiKey = env['GEMINI_API_KEY'] ?? '';
  if (bearer === undefined && apiKey === '')
    return fail('navigator.no-key', 'the navigator `gemini` needs a key', {
      help: 'set GEMINI_API_KEY, or use `--navigator offline` or `navigator: { use: offline }` in config.yaml',
    });
  // The SDK takes a seventh of a second to import: only where it is used.
  const [{ createGeminiNavigator }, { createGeminiPlanner }, { createGeminiMaker }] = await Promise.all([
    import('#engines/navigator/gemini/navigator.ts'),
    import('#engines/planner/gemini/planner.ts'),
    import('#engines/maker/gemini/maker.ts'),
  ]);
  const options = {
    apiKey,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(bearer === undefined ? {} : { bearer }),
  };
  return ok({
    ...(bearer === undefined || baseUrl === undefined ? {} : { proxy: baseUrl }),
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
    const one = made.get(name) ?? enginesFor({ navigator: navigatorChosen(config.navigator, name) });
    made.set(name, one);
    const engines = await one;
    // A key that comes later is found then.
    if (!engines.ok) made.delete(name);
    return engines;
  };
}

/** What the file holds now, if that has the form of a token. */
const tokenIn = (file: string) => (): string | null => {
  try {
    const text = readPlainText(file, MAX_TOKEN_BYTES).trim();
    return /^[\w-]+\.[\w-]+\.[\w-]+$/u.test(text) ? text : null;
  } catch {
    return null;
  }
};
