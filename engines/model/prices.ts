// What a call costs. INVARIANT: a model whose price is not known has no cost; nothing is guessed.

/** US dollars for a million tokens; `thoughts` count as output. */
export type Price = { readonly input: number; readonly output: number; readonly cached: number };

export const PRICES_OF = 'mid-2025';
/** Source: the published prices of the Gemini API, paid tier, prompts up to 200,000 tokens, as of `PRICES_OF`. */
export const PRICES: Readonly<Record<string, Price>> = {
  'gemini-2.5-flash-lite': { input: 0.1, output: 0.4, cached: 0.025 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5, cached: 0.075 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cached: 0.31 },
};

export type Tokens = { readonly input: number; readonly output: number; readonly cached: number };

/** `null` where the model's price is not known. */
export function costOf(
  model: string,
  tokens: Tokens,
  prices: Readonly<Record<string, Price>> = PRICES,
): number | null {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) return null;
  const { input, output, cached } = tokens;
  return ((input - cached) * price.input + cached * price.cached + output * price.output) / 1_000_000;
}
