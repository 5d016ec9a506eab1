// The key for Gemini from the app: tried by one call of the model, and kept in the vault once a person confirmed it. INVARIANT: it goes
// to the model's own service alone, never to a proxy or another endpoint, and no answer, card, log or error has it.
import { randomUUID } from 'node:crypto';
import type { Bearer } from '#engines/model/contract.ts';
import { PRICES, PRICES_OF } from '#engines/model/prices.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { confirmChange } from '#gateway/boundary/consent/own-change.ts';
import { ours } from '#gateway/boundary/words/rows.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import type { ModelKeyView, ModelTest } from '#gateway/protocol/views/settings.ts';
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

type KeepParts = ModelParts & {
  readonly life: Pick<PolicyLife, 'inForce'>;
  readonly consents: Pick<ConsentBroker, 'ask'>;
  readonly audit: Pick<AuditLog, 'append'>;
};

const TEST_DEADLINE_MS = 20_000;
/** Enough for a word; a model that thinks first ends there, which is an answer as well. */
const TEST_TOKENS = 64;

/** What a key may be made of: a header takes no more. */
const isKey = (text: string): boolean => /^[\x21-\x7e]{8,200}$/u.test(text);
/** INVARIANT: it says nothing of what was sent. */
export const BAD_KEY = failure('config.bad-value', 'this is no key of a model', {
  help: 'paste it again, whole and alone: a key has letters, digits and signs, and no space',
});

const usesKey = ({ use }: Config['navigator']): boolean => use === 'offline' || use === 'gemini';

export async function modelKeyView(
  { navigator, keys }: Pick<ModelParts, 'navigator' | 'keys'>,
  env: NodeJS.ProcessEnv,
): Promise<ModelKeyView> {
  const names = usesKey(navigator) ? [...new Set([navigator.flash, navigator.pro])] : [];
  const models = names.map((model) => {
    const price = Object.hasOwn(PRICES, model) ? PRICES[model] : undefined;
    return { model, price: price === undefined ? null : { input: price.input, output: price.output } };
  });
  const about = { models, pricesOf: PRICES_OF, trouble: null };
  if (!usesKey(navigator)) return { ...about, key: 'NOT_USED' };
  if ((env['GEMINI_API_KEY'] ?? '') !== '') return { ...about, key: 'ENVIRONMENT' };
  const kept = await keys.load();
  if (!kept.ok) return { ...about, key: 'NONE', trouble: shown(kept.error) };
  return { ...about, key: kept.value === null ? 'NONE' : 'KEPT' };
}

/** Its cause may hold what a service said, and a service may say what it was sent. */
const shown = ({ code, message, help }: Failure): Failure =>
  failure(code, message, help === undefined ? {} : { help });

/** `key`: one that is not kept yet; `null`: whatever would be called from the next start on. */
export async function testedModel(
  { navigator, signedIn, keys }: ModelParts,
  env: NodeJS.ProcessEnv,
  key: string | null,
  signal: AbortSignal,
): Promise<ModelTest> {
  const started = performance.now();
  const cameTo = (state: ModelTest['state'], model: string, error: Failure | null): ModelTest => ({
    state,
    model,
    failure: error === null ? null : shown(error),
    milliseconds: Math.round(performance.now() - started),
    costUsd: null,
  });
  const given = key === null ? null : givenKey(navigator, key);
  if (given?.ok === false) return cameTo('NOT_SET_UP', '', given.error);
  const chosen = navigator.use === 'offline' ? navigatorChosen(navigator, 'gemini') : ok(navigator);
  if (!chosen.ok) return cameTo('NOT_SET_UP', '', chosen.error);
  const reached = await modelFor(
    chosen.value,
    signedIn,
    given === null ? env : { GEMINI_API_KEY: given.value },
    () => keys.load(),
  );
  if (!reached.ok) return cameTo('NOT_SET_UP', '', reached.error);
  const { model, names } = reached.value;
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
    if (said.ok) return { ...cameTo('WORKS', names.light, null), costUsd: said.value.usage.costUsd };
    const state = stateOf(said.error);
    return cameTo(state, names.light, state === 'WORKS' ? null : said.error);
  } catch {
    return cameTo(
      'UNREACHABLE',
      names.light,
      failure('model.unavailable', 'the model’s service did not answer in time', {
        help: 'check the network, then try again',
      }),
    );
  }
}

function stateOf({ code, details }: Failure): ModelTest['state'] {
  // It was cut off where it was told to end: whoever is cut off has answered.
  if (code === 'model.truncated') return 'WORKS';
  if (code === 'model.refused') return 'REFUSED';
  return details?.['reached'] === false ? 'UNREACHABLE' : 'NO_ANSWER';
}

/** Errors: `config.bad-value`, `navigator.not-set-up`. */
function givenKey(navigator: Config['navigator'], typed: string): Result<string> {
  if (!usesKey(navigator))
    return fail('navigator.not-set-up', 'the settings name another model, and no key for Gemini goes there', {
      help: 'choose “gemini” under Navigator first',
    });
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
  const { keys, audit, navigator } = parts;
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
      rows: [
        ours('VALUE', 'key', key.value === null ? 'none' : `one of ${key.value.length} characters`),
        ours('VALUE', 'kept', 'in the vault of this gateway, encrypted'),
        ours(
          'VALUE',
          'used',
          'from the next start on, where the navigator is “gemini”; whose key it is pays, and may see what is sent',
        ),
      ],
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
  const { by: who, entry } = confirmed.value;
  const note = (outcome: 'DONE' | 'FAILED', how: Readonly<Record<string, unknown>> = {}) =>
    audit.append({
      ...entry,
      type: 'settings.edited',
      who,
      verdict: null,
      outcome,
      details: { ...entry.details, ...how },
    });
  const noted = await note('DONE');
  if (!noted.ok) return noted;
  const written = await (key.value === null ? keys.delete() : keys.save(key.value));
  if (!written.ok) await note('FAILED', { error: written.error.code });
  return written;
}
