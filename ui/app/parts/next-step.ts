// The one place in the app that a failure leads to. INVARIANT: it is a place to look at: nothing is
// started, answered or changed by going there.
import { explained } from '#gateway/protocol/explained.ts';
import type { Failure } from '#policy/language/failure.ts';
import { addressOf } from '#ui/app/state/route.ts';

type Place = { readonly words: string; readonly address: string };

const SELF_CHECK: Place = { words: 'See what this machine lacks', address: '#/settings' };
const SETTINGS: Place = { words: 'Open the settings', address: '#/settings' };

/** By the beginning of its code. */
const PLACES: readonly (readonly [RegExp, Place])[] = [
  [/^(?:browser|vault|audit|directory)\./u, SELF_CHECK],
  [/^(?:config|navigator\.no-|identity)/u, SETTINGS],
  [/^(?:policy|boundary)\./u, { words: 'Look at the policy', address: '#/policy' }],
  [/^result\./u, { words: 'See all results', address: '#/results' }],
];

/** `null`: what helps stands in its own words alone. */
export function nextStepOf(error: Failure): Place | null {
  const rule = explained(error)
    .rules.map(({ entry }) => /^rules\.(.+)$/u.exec(entry)?.[1])
    .find((id) => id !== undefined);
  if (rule !== undefined)
    return { words: 'See the rule', address: addressOf({ view: 'policy', tab: 'text', rule }) };
  return PLACES.find(([codes]) => codes.test(error.code))?.[1] ?? null;
}
