// What a call took: tokens as the service counts them, and what they cost. INVARIANT: a model whose price is not known has no cost.
import { z } from 'zod';

export type Usage = { readonly input: number; readonly output: number; readonly cached: number };

type Price = Usage;

/** US dollars for a million tokens; a test holds them equal to the navigator's, which names their source. */
export const PRICES: Readonly<Record<string, Price>> = {
  'gemini-2.5-flash-lite': { input: 0.1, output: 0.4, cached: 0.025 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5, cached: 0.075 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cached: 0.31 },
};

const tokens = z.number().int().min(0).catch(0);
const answer = z.object({
  usageMetadata: z.object({
    promptTokenCount: tokens,
    candidatesTokenCount: tokens,
    thoughtsTokenCount: tokens,
    cachedContentTokenCount: tokens,
  }),
});

/** `null` where the answer, or the part of it, says nothing of it. */
export function usageOf(value: unknown): Usage | null {
  const { success, data } = answer.safeParse(value);
  if (!success) return null;
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, cachedContentTokenCount } =
    data.usageMetadata;
  return {
    input: promptTokenCount,
    output: candidatesTokenCount + thoughtsTokenCount,
    cached: Math.min(cachedContentTokenCount, promptTokenCount),
  };
}

/** Those whose calls have no cost in the log. */
export const unpriced = (models: Iterable<string>): readonly string[] =>
  [...models].filter((model) => !Object.hasOwn(PRICES, model));

export function costOf(model: string, { input, output, cached }: Usage): number | null {
  const price = Object.hasOwn(PRICES, model) ? PRICES[model] : undefined;
  if (price === undefined) return null;
  return ((input - cached) * price.input + cached * price.cached + output * price.output) / 1_000_000;
}
