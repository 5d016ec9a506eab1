// Chooses who plans and proposes: the offline engines, a model if the operator says so, or a recording to be replayed.
// INVARIANT: no page goes to a model's service just because a key happens to be in the environment.
import type { Bearer } from '#engines/model/contract.ts';
import type { ModelMaker } from '#engines/maker/by-model/maker.ts';
import type { Navigator } from '#engines/navigator/contract.ts';
import type { TableReader } from '#engines/reader/reader.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import type { Planner } from '#engines/planner/contract.ts';
import { createOfflinePlanner } from '#engines/planner/plan.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Config } from '#gateway/settings/config.ts';
import type { Recording } from '#gateway/protocol/recording.ts';
import type { NavigatorName } from '#gateway/protocol/views/task.ts';
import type { ModelAccess } from '#gateway/protocol/views/status.ts';
import { NO_KEPT_KEY, modelFor, navigatorChosen } from './model-for.ts';
import type { KeptKey } from './model-for.ts';
import { beginsWhole, plannerOf, replayOf } from './replay.ts';
import type { Replay } from './replay.ts';

export type Engines = {
  readonly navigator: Navigator;
  readonly planner: Planner;
  /** Draws what the catalogue cannot; none without a model. */
  readonly maker?: ModelMaker;
  /** Reads pages that we cannot read as a table; none without a model. */
  readonly reader?: TableReader;
  /** How the model is reached, for whoever asks. */
  readonly access: ModelAccess;
  /** Asked before each task begins. Errors: `navigator.no-key`. */
  readonly ready?: () => Promise<Result<void>>;
  /** The navigator, where it is a recording's. */
  readonly replay?: Replay;
};

/** What one task asks for; default: the settings'. */
export type EnginesAsked = { readonly navigator?: NavigatorName; readonly replay?: Recording };

export type EnginesFor = (asked: EnginesAsked) => Promise<Result<Engines>>;

/** Errors: `navigator.no-token`, `navigator.not-set-up`. */
export async function enginesFor(
  { navigator }: Pick<Config, 'navigator'>,
  signedIn: Bearer | null,
  env: NodeJS.ProcessEnv = process.env,
  kept: KeptKey = NO_KEPT_KEY,
): Promise<Result<Engines>> {
  const planner = createOfflinePlanner();
  if (navigator.use === 'offline')
    return ok({ navigator: createOfflineNavigator(), planner, access: { by: 'OFFLINE' } });
  const reached = await modelFor(navigator, signedIn, env, { kept });
  if (!reached.ok) return reached;
  const { model, names, access, ready } = reached.value;
  const [{ createModelNavigator }, { createModelPlanner }, { createModelMaker }, { createTableReader }] =
    await Promise.all([
      import('#engines/navigator/by-model/navigator.ts'),
      import('#engines/planner/by-model/planner.ts'),
      import('#engines/maker/by-model/maker.ts'),
      import('#engines/reader/reader.ts'),
    ]);
  const { light, strong = light, pictures } = names;
  return ok({
    access,
    ...(ready === undefined ? {} : { ready }),
    navigator: createModelNavigator({
      model,
      models: pictures === undefined ? { 1: light } : { 1: light, 2: pictures },
    }),
    planner: createModelPlanner({ model, name: light }),
    maker: createModelMaker({ model, name: strong }),
    reader: createTableReader({ model, name: light }),
  });
}

/** `standard`: what runs where a task asks for nothing; other ones are made once, when they are first asked for. */
export function enginesByTask(
  standard: Engines,
  config: Pick<Config, 'navigator'>,
  signedIn: Bearer | null,
  kept: KeptKey = NO_KEPT_KEY,
): EnginesFor {
  const made = new Map<NavigatorName, Promise<Result<Engines>>>();
  /** A key may come, and be taken out, at any time. */
  const begun = async (engines: Engines): Promise<Result<Engines>> => {
    const ready = (await engines.ready?.()) ?? ok(undefined);
    return ready.ok ? ok(engines) : ready;
  };
  return async ({ navigator: name, replay }) => {
    if (replay !== undefined) {
      const whole = beginsWhole(replay);
      if (!whole.ok) return whole;
      const navigator = replayOf(replay);
      const access = { by: 'OFFLINE' } as const;
      return ok({ navigator, replay: navigator, planner: plannerOf(replay), access });
    }
    if (name === undefined || name === standard.navigator.id) return begun(standard);
    const navigator = navigatorChosen(config.navigator, name);
    if (!navigator.ok) return navigator;
    const one = made.get(name) ?? enginesFor({ navigator: navigator.value }, signedIn, process.env, kept);
    made.set(name, one);
    const engines = await one;
    if (engines.ok) return begun(engines.value);
    // A token that comes later is found then.
    made.delete(name);
    return engines;
  };
}
