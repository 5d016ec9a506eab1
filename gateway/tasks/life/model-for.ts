// The model that the settings name, and how it is reached: with a key, behind a proxy, or at an endpoint of one's own. INVARIANT: where the
// settings have a proxy or an endpoint, no task's pages go past it; a key that the app keeps goes to Google alone.
import type { Bearer, KeyAsked, Model } from '#engines/model/contract.ts';
import { readPlainText } from '#executors/system/plain-file.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Config } from '#gateway/settings/config.ts';
import type { ModelAccess } from '#gateway/protocol/views/status.ts';
import type { NavigatorName } from '#gateway/protocol/views/task.ts';

export type ReachedModel = {
  readonly model: Model;
  /** `light` reads pages as text and plans, `pictures` is shown pictures, `strong` draws applets. */
  readonly names: { readonly light: string; readonly strong?: string; readonly pictures?: string };
  readonly access: ModelAccess;
  /** Whether a task has what it needs to begin, as it is now. Errors: `navigator.no-key`. */
  readonly ready?: () => Promise<Result<void>>;
};

type Navigator = Config['navigator'];

/** The key that a person gave to the app; `null`: none. It is asked where the environment has none. */
export type KeptKey = () => Promise<Result<string | null>>;
export const NO_KEPT_KEY: KeptKey = () => Promise.resolve(ok(null));

/** A token is some kilobytes. */
const MAX_TOKEN_BYTES = 16_384;
const OFFLINE = 'or use `--navigator offline`';

/** Whoever asks for Gemini where the settings have a proxy gets the proxy, key or no key. Errors: `navigator.not-set-up`. */
export function navigatorChosen(navigator: Navigator, name: NavigatorName): Result<Navigator> {
  const { use } = navigator;
  if (name === 'offline') return ok({ ...navigator, use: name });
  if (name === 'gemini' && use === 'openai-compatible')
    return notSetUp('the settings have a model of one’s own, and no task goes past it');
  if (name === 'openai-compatible' && use === 'proxy')
    return notSetUp('the settings have a proxy, and no task goes past it');
  return ok({ ...navigator, use: name === 'gemini' && use === 'proxy' ? 'proxy' : name });
}

type Reach = { readonly kept?: KeptKey; readonly retries?: number };

/** Without a key it is made all the same, and says so when it is called. Errors: `navigator.no-token`, `navigator.not-set-up`. */
export async function modelFor(
  navigator: Navigator,
  signedIn: Bearer | null,
  env: NodeJS.ProcessEnv,
  { kept = NO_KEPT_KEY, ...tries }: Reach = {},
): Promise<Result<ReachedModel>> {
  switch (navigator.use) {
    case 'offline':
      return notSetUp('the settings name no model');
    case 'gemini':
      return withKey(navigator, keyFor(navigator, env, kept), tries);
    case 'proxy':
      return behindProxy(navigator, signedIn, tries);
    case 'openai-compatible':
      return atEndpoint(navigator, env, tries);
  }
}

type Tries = Pick<Reach, 'retries'>;

/** A gateway without a key opens all the same, so that one can be given to the app. */
async function withKey(
  { flash, pro, baseUrl }: Navigator,
  apiKey: KeyAsked,
  tries: Tries,
): Promise<Result<ReachedModel>> {
  const { GeminiModel } = await gemini();
  return ok({
    model: new GeminiModel({ apiKey, ...tries, ...(baseUrl === undefined ? {} : { baseUrl }) }),
    names: { light: flash, strong: pro, pictures: pro },
    access: { by: 'KEY', at: baseUrl ?? null },
    ready: async () => {
      const key = await apiKey();
      return key.ok ? ok(undefined) : key;
    },
  });
}

/** INVARIANT: an endpoint that the settings name gets the key of the environment and no kept one: that was given for Google. */
const keyFor =
  ({ baseUrl }: Navigator, env: NodeJS.ProcessEnv, kept: KeptKey): KeyAsked =>
  async () => {
    const set = env['GEMINI_API_KEY'] ?? '';
    if (set !== '') return ok(set);
    const found = baseUrl === undefined ? await kept() : ok(null);
    if (found.ok && found.value !== null && found.value !== '') return ok(found.value);
    return fail('navigator.no-key', 'the navigator `gemini` needs a key', {
      help:
        baseUrl === undefined
          ? `give one under Settings in the app, or set GEMINI_API_KEY, ${OFFLINE} or \`navigator: { use: offline }\` in config.yaml`
          : `set GEMINI_API_KEY: \`navigator.baseUrl\` of config.yaml gets no key that the app keeps, ${OFFLINE}`,
      ...(found.ok ? {} : { cause: found.error.message }),
    });
  };

/** The token for the proxy of the settings: of their file, or of whoever signed in; `null`: neither. */
export const proxyBearer = (
  { tokenFile }: Pick<Navigator, 'tokenFile'>,
  signedIn: Bearer | null,
): Bearer | null => (tokenFile === undefined ? signedIn : bearerOf(tokenFile));

/** `signedIn`: of whoever signed in; a gateway where nobody has opens all the same, so that somebody can. */
async function behindProxy(
  navigator: Navigator,
  signedIn: Bearer | null,
  tries: Tries,
): Promise<Result<ReachedModel>> {
  const { flash, pro, baseUrl, tokenFile } = navigator;
  const bearer = proxyBearer(navigator, signedIn);
  if (baseUrl === undefined || bearer === null)
    return notSetUp('`use: proxy` needs `baseUrl`, and one of `signIn` and `tokenFile`');
  if (tokenFile !== undefined && tokenIn(tokenFile) === null) return noToken(tokenFile);
  const { GeminiModel } = await gemini();
  return ok({
    model: new GeminiModel({ apiKey: '', baseUrl, bearer, ...tries }),
    names: { light: flash, strong: pro, pictures: pro },
    access: { by: 'PROXY', at: baseUrl },
  });
}

async function atEndpoint(
  { baseUrl, model: light, pictureModel, output }: Navigator,
  env: NodeJS.ProcessEnv,
  tries: Tries,
): Promise<Result<ReachedModel>> {
  if (baseUrl === undefined || light === undefined)
    return notSetUp('the settings have no `navigator.baseUrl` and `navigator.model`');
  const apiKey = env['GHOST_MODEL_KEY'] ?? '';
  const { OpenAiModel } = await import('#engines/model/openai/openai.ts');
  return ok({
    model: new OpenAiModel({ baseUrl, apiKey, output, ...tries }),
    names: { light, ...(pictureModel === undefined ? {} : { pictures: pictureModel }) },
    access: { by: 'ENDPOINT', at: baseUrl, model: light },
  });
}

/** The SDK takes a seventh of a second to import: only where it is used. */
const gemini = () => import('#engines/model/gemini.ts');

/** Read again for each call: whatever signs in renews the file. */
const bearerOf =
  (file: string): Bearer =>
  async (signal, refused) => {
    signal.throwIfAborted();
    const token = tokenIn(file);
    if (token === null) return noToken(file);
    if (token !== refused) return ok(token);
    return fail('model.refused', 'the proxy refused the ID token', {
      help: `put a new ID token into \`${file}\`, ${OFFLINE}`,
    });
  };

/** What the file holds now, if that has the form of a token. */
function tokenIn(file: string): string | null {
  try {
    const text = readPlainText(file, MAX_TOKEN_BYTES).trim();
    return /^[\w-]+\.[\w-]+\.[\w-]+$/u.test(text) ? text : null;
  } catch {
    return null;
  }
}

const noToken = (file: string): Result<never> =>
  fail('navigator.no-token', `there is no ID token in \`${file}\``, {
    help: `put the ID token for the proxy there, on one line, ${OFFLINE}`,
  });

const notSetUp = (message: string): Result<never> =>
  fail('navigator.not-set-up', message, {
    help: `set \`navigator\` in config.yaml (docs/settings.md), ${OFFLINE}`,
  });
