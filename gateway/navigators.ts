// Which navigator proposes: the offline one, or Gemini where the operator says so and gave a key. INVARIANT: no page goes to a
// model's service because a key happens to lie in the environment.
import type { Navigator } from '#engines/navigator/contract.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { fail, ok } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import type { Config } from './config.ts';

/** Errors: `navigator.no-key`. */
export async function navigatorFor(
  { navigator: { use, flash, pro, baseUrl } }: Pick<Config, 'navigator'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result<Navigator>> {
  if (use === 'offline') return ok(createOfflineNavigator());
  const apiKey = env['GEMINI_API_KEY'] ?? '';
  if (apiKey === '')
    return fail('navigator.no-key', 'the navigator `gemini` needs a key', {
      help: 'set GEMINI_API_KEY, or use `navigator: { use: offline }` in config.yaml',
    });
  // The SDK takes a seventh of a second to import: only where it is used.
  const { createGeminiNavigator } = await import('#engines/navigator/gemini/navigator.ts');
  return ok(
    createGeminiNavigator({
      apiKey,
      models: { 1: flash, 2: pro },
      ...(baseUrl === undefined ? {} : { baseUrl }),
    }),
  );
}
