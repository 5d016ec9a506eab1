// The key for Gemini from the app: tried by one call of the model, and kept in the vault once a person confirmed it. INVARIANT: it goes
// to Google alone, never to a proxy or another endpoint that the settings name, and no answer, card, log or error has it or its length.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Bearer } from '#engines/model/contract.ts';
import { PRICES, PRICES_OF } from '#engines/model/prices.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { confirmChange } from '#gateway/boundary/consent/own-change.ts';
import type { OwnChange } from '#gateway/boundary/consent/own-change.ts';
import { editEntry } from './edit-entry.ts';
import { ours } from '#gateway/boundary/words/rows.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import type { ModelKeyView, ModelTest } from '#gateway/protocol/views/settings.ts';
import { readConfig } from '#gateway/settings/config.ts';
import type { Config } from '#gateway/settings/config.ts';
import { modelFor, navigatorChosen } from '#gateway/tasks/life/model-for.ts';
import type { ModelKeyStore } from '#gateway/vault/stores/model-key.ts';
import { failure, fail, ok, type Failure, type Result } from '#policy/language/failure.ts';

type ModelParts = {
  readonly navigator: Config['navigator'];
  /** Of whoever signed in with the proxy. */
  readonly signedIn: Bearer | null;
  readonly keys: Pick<ModelKeyStore, 'load' | 'save' | 'delete'>;
};

type TestParts = ModelParts & {
  readonly env: NodeJS.ProcessEnv;
  readonly audit: Pick<AuditLog, 'append'>;
  /** Who tries it. */
  readonly by: string;
};

type KeepParts = ModelParts & {
  readonly env: NodeJS.ProcessEnv;
  readonly life: Pick<PolicyLife, 'inForce'>;
  readonly consents: Pick<ConsentBroker, 'ask'>;
  readonly audit: Pick<AuditLog, 'append'>;
};

const GOOGLE = 'https://generativelanguage.googleapis.com';
const TEST_DEADLINE_MS = 20_000;
/** Enough for a word; a model that thinks first ends there, which is an answer as well. */
const TEST_TOKENS = 64;
const TOO_MANY = 429;

/** What a key may be made of: a header takes no more. */
const isKey = (text: string): boolean => /^[\x21-\x7e]{8,200}$/u.test(text);
/** INVARIANT: it says nothing of what was sent. */
export const BAD_KEY = failure('config.bad-value', 'this is no key of a model', {
  help: 'paste it again, whole and alone: a key has letters, digits and signs, and no space',
});

/** With an endpoint in the settings no key of the app goes anywhere: past it there is no way, and it gets none. */
const usesKey = ({ use, baseUrl }: Config['navigator']): boolean =>
  (use === 'offline' || use === 'gemini') && baseUrl === undefined;

export async function modelKeyView(
  { navigator, keys }: Pick<ModelParts, 'navigator' | 'keys'>,
  env: NodeJS.ProcessEnv,
  restart = false,
): Promise<ModelKeyView> {
  const names = usesKey(navigator) ? [...new Set([navigator.flash, navigator.pro])] : [];
  const models = names.map((model) => {
    const price = Object.hasOwn(PRICES, model) ? PRICES[model] : undefined;
    return { model, price: price === undefined ? null : { input: price.input, output: price.output } };
  });
  const kept = await keys.load();
  const isKept = kept.ok && kept.value !== null;
  const about = { models, pricesOf: PRICES_OF, trouble: null, isKept, restart };
  if (!usesKey(navigator)) return { ...about, key: 'NOT_USED' };
  if (isSet(env)) return { ...about, key: 'ENVIRONMENT' };
  if (!kept.ok) return { ...about, key: 'NONE', trouble: shown(kept.error) };
  return { ...about, key: isKept ? 'KEPT' : 'NONE' };
}

const isSet = (env: NodeJS.ProcessEnv): boolean => (env['GEMINI_API_KEY'] ?? '') !== '';

/** Whether the file names another model than when this began to look: what is shown and tried is of the start. */
export function navigatorWatch(file: string): () => boolean {
  const now = (): Config['navigator'] | null => {
    const read = readConfig(file);
    return read.ok ? read.value.navigator : null;
  };
  const first = now();
  return () => {
    const next = now();
    return next !== null && !isDeepStrictEqual(next, first);
  };
}

/** Its cause may hold what a service said, and a service may say what it was sent. */
const shown = ({ code, message, help }: Failure): Failure =>
  failure(code, message, help === undefined ? {} : { help });

/** One at a time: keys are tried by a person, and each call is paid for. Errors: `model.unavailable`, `audit.*`. */
export function modelTester(
  parts: TestParts,
): (key: string | null, signal: AbortSignal) => Promise<Result<ModelTest>> {
  let isBusy = false;
  return async (key, signal) => {
    if (isBusy)
      return fail('model.unavailable', 'the model is being tried already', {
        help: 'wait for the end of that',
      });
    isBusy = true;
    try {
      return await testedModel(parts, key, signal);
    } finally {
      isBusy = false;
    }
  };
}

/**
 * `key`: one that is not kept yet; `null`: whatever is called with the settings of this start. INVARIANT: nothing is sent before the log has
 * that it is, and where to. Errors: `audit.*`.
 */
export async function testedModel(
  { navigator, signedIn, keys, env, audit, by }: TestParts,
  key: string | null,
  signal: AbortSignal,
): Promise<Result<ModelTest>> {
  const started = performance.now();
  const cameTo = (state: ModelTest['state'], model: string, error: Failure | null): ModelTest => ({
    state,
    model,
    failure: error === null ? null : shown(error),
    milliseconds: Math.round(performance.now() - started),
    costUsd: null,
  });
  const given = key === null ? null : givenKey(navigator, key);
  if (given?.ok === false) return ok(cameTo('NOT_SET_UP', '', given.error));
  const chosen = navigator.use === 'offline' ? navigatorChosen(navigator, 'gemini') : ok(navigator);
  if (!chosen.ok) return ok(cameTo('NOT_SET_UP', '', chosen.error));
  const reached = await modelFor(
    chosen.value,
    signedIn,
    given === null ? env : { GEMINI_API_KEY: given.value },
    // Whoever tries it waits: the first word of the service is the answer.
    { kept: () => keys.load(), retries: 0 },
  );
  if (!reached.ok) return ok(cameTo('NOT_SET_UP', '', reached.error));
  const { model, names, access } = reached.value;
  const at = 'at' in access ? access.at : null;
  const about = { model: names.light, key: given === null ? 'of the settings' : 'as it was typed' };
  const note = (outcome: string | null, how: Readonly<Record<string, unknown>>) =>
    audit.append({
      type: 'model.tried',
      taskId: null,
      requestId: null,
      who: by,
      what: 'try the model with one call',
      where: URL.parse(at ?? GOOGLE)?.host ?? '',
      verdict: null,
      why: 'settings.edit',
      outcome,
      details: { ...about, ...how },
    });
  const begun = await note(null, {});
  if (!begun.ok) return begun;
  const ended = async (test: ModelTest): Promise<Result<ModelTest>> => {
    const { state, milliseconds, costUsd } = test;
    const noted = await note(state === 'WORKS' ? 'DONE' : 'FAILED', { state, milliseconds, costUsd });
    return noted.ok ? ok(test) : noted;
  };
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(TEST_DEADLINE_MS)]);
  try {
    const said = await model.say(
      {
        model: names.light,
        tier: 1,
        system: 'Answer with one word.',
        turns: [{ role: 'user', text: 'Say: ready' }],
        maxOutputTokens: TEST_TOKENS,
      },
      deadline,
    );
    if (said.ok)
      return await ended({ ...cameTo('WORKS', names.light, null), costUsd: said.value.usage.costUsd });
    const state = stateOf(said.error);
    return await ended(cameTo(state, names.light, state === 'WORKS' ? null : said.error));
  } catch {
    return ended(
      cameTo(
        'UNREACHABLE',
        names.light,
        failure('model.unavailable', 'the model’s service did not answer in time', {
          help: 'check the network, then try again',
        }),
      ),
    );
  }
}

function stateOf({ code, details }: Failure): ModelTest['state'] {
  // It was cut off where it was told to end: whoever is cut off has answered.
  if (code === 'model.truncated') return 'WORKS';
  if (code === 'model.refused') return 'REFUSED';
  if (code === 'navigator.no-key') return 'NOT_SET_UP';
  if (details?.['status'] === TOO_MANY) return 'OVER_QUOTA';
  return details?.['reached'] === false ? 'UNREACHABLE' : 'NO_ANSWER';
}

/** Errors: `config.bad-value`, `navigator.not-set-up`. */
function givenKey(navigator: Config['navigator'], typed: string): Result<string> {
  if (!usesKey(navigator))
    return fail(
      'navigator.not-set-up',
      'the settings name another model or endpoint, and no key of the app goes there',
      { help: 'choose “gemini” under Navigator, and take `navigator.baseUrl` out of config.yaml, first' },
    );
  const key = typed.trim();
  return isKey(key) ? ok(key) : { ok: false, error: BAD_KEY };
}

/** `null` takes it out. Errors: `config.bad-value`, `navigator.not-set-up`, `consent.*`, `audit.*`, `vault.*`. */
export async function keepModelKey(
  parts: KeepParts,
  typed: string | null,
  by: string,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { keys, audit, navigator, env } = parts;
  const key = typed === null ? ok(null) : givenKey(navigator, typed);
  if (!key.ok) return key;
  const what = key.value === null ? 'take out the key for Gemini' : 'keep a key for Gemini';
  const confirmed = await confirmChange(
    parts,
    {
      of: 'settings',
      by,
      title: key.value === null ? 'Take out the key for Gemini' : 'Keep a key for Gemini',
      retype: null,
      capabilities: [],
      rows: key.value === null ? rowsOut(navigator, env) : rowsIn(env),
      because: {
        at: 'config.yaml',
        reason: 'whoever changes the settings confirms it where no page and no agent can',
      },
      // A digest of a key would be in the log for ever.
      proposed: { what, once: randomUUID() },
      asker: `settings ${by} model key`,
      log: { what, why: 'settings.edit', details: { key: 'the key for Gemini' } },
      help: {
        nobody: 'open the UI, or start the gateway with the key in the variable GEMINI_API_KEY',
        notAsked: 'wait a little, then try again',
        void: 'try again',
      },
    },
    signal,
  );
  if (!confirmed.ok) return confirmed;
  const note = editEntry(audit, confirmed.value);
  const noted = await note('DONE');
  if (!noted.ok) return noted;
  const written = await (key.value === null ? keys.delete() : keys.save(key.value));
  if (!written.ok) await note('FAILED', { error: written.error.code });
  return written;
}

/** INVARIANT: nothing of the key, its length neither. */
const rowsIn = (env: NodeJS.ProcessEnv): OwnChange['rows'] => [
  ours('VALUE', 'key', 'the one that was typed'),
  ours('VALUE', 'kept', 'in the vault of this gateway, encrypted'),
  ours(
    'VALUE',
    'used',
    isSet(env)
      ? 'once the gateway is started without a key of its own, which goes before'
      : 'from now on, by tasks whose navigator is “gemini”',
  ),
  ours('VALUE', 'paid', 'by whose key it is, who may see what is sent'),
];

const rowsOut = ({ use }: Config['navigator'], env: NodeJS.ProcessEnv): OwnChange['rows'] => [
  ours('VALUE', 'key', 'is taken out of the vault of this gateway'),
  ours(
    'VALUE',
    'from now on',
    isSet(env)
      ? 'tasks use the key that the gateway was started with, as before'
      : 'no task whose navigator is “gemini” has a key',
  ),
  ...(use === 'gemini' && !isSet(env)
    ? [
        ours(
          'VALUE',
          'settings',
          'the navigator is “gemini”: no task runs until there is a key, or “offline”',
        ),
      ]
    : []),
];
