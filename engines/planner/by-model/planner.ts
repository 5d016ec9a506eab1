// The planner that asks a model, for intents of several steps; whatever it cannot do, the offline planner does.
// INVARIANT: sees no page; what it answers is checked; where it begins is one of the addresses that the person named.
import { mendTurn } from '#engines/navigator/by-model/prompt.ts';
import type { Model, ModelUsage, Turn } from '#engines/model/contract.ts';
import type { Plan, Planner, PlanRequest } from '../contract.ts';
import { findUrl } from '../intent.ts';
import { offlinePlan } from '../plan.ts';
import { impliedSteps } from '../steps.ts';
import { PLAN_SCHEMA, readPlan } from './answer.ts';
import { PLAN_SYSTEM, planTurn } from './prompt.ts';

/** Specification 08.1: up to so many implied steps need no decomposition. */
const MAX_SIMPLE_STEPS = 2;
const MAX_OUTPUT_TOKENS = 4_096;

export type ModelPlannerOptions = { readonly model: Model; readonly name: string };

export function createModelPlanner({ model, name }: ModelPlannerOptions): Planner {
  return {
    id: model.id,
    async plan(asked, signal) {
      signal.throwIfAborted();
      const offline = offlinePlan(asked, null);
      // Rows are read by us from each site that is named: a plan of a model would only read them aloud.
      if (offline.shows !== undefined || impliedSteps(asked.intent) <= MAX_SIMPLE_STEPS) return offline;
      return ask(model, name, asked, signal);
    },
  };
}

async function ask(model: Model, name: string, asked: PlanRequest, signal: AbortSignal): Promise<Plan> {
  const starts = startsOf(asked);
  const offline = offlinePlan(asked, null);
  const usage: ModelUsage[] = [];
  const turns: Turn[] = [{ role: 'user', text: planTurn(asked, starts) }];
  for (let mended = false; ; mended = true) {
    const said = await model.say(
      {
        model: name,
        tier: 'plan',
        system: PLAN_SYSTEM,
        turns,
        schema: PLAN_SCHEMA,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        ...(asked.of === undefined ? {} : { of: asked.of }),
      },
      signal,
    );
    if (!said.ok) return { ...offline, usage, note: said.error.message };
    usage.push(said.value.usage);
    const answer = readPlan(said.value.text, starts);
    if (answer.fits)
      return { by: model.id, intentClass: offline.intentClass, subtasks: answer.subtasks, usage, note: null };
    if (mended) return { ...offline, usage, note: `the model gave no usable plan twice: ${answer.fault}` };
    turns.push(
      { role: 'model', text: said.value.text.slice(0, 2_000) },
      { role: 'user', text: mendTurn(answer.fault) },
    );
  }
}

/** What the person wrote, typed, or has a bookmark of. */
const startsOf = ({ intent, sites, startUrl }: PlanRequest): readonly string[] => [
  ...new Set([...(startUrl === null ? [] : [startUrl]), ...findUrl(intent), ...sites.map(({ url }) => url)]),
];
