// The one place in the app that a failure leads to. INVARIANT: it is a place to look at: nothing is
// started, answered or changed by going there.
import { explained } from '#gateway/protocol/explained.ts';
import type { Failure } from '#policy/language/failure.ts';
import { addressOf } from '#ui/app/state/route.ts';

type Place = { readonly words: string; readonly address: string };

const SELF_CHECK: Place = { words: 'See what this machine lacks', address: '#/settings' };
const SETTINGS: Place = { words: 'Open the settings', address: '#/settings' };

const POLICY: Place = { words: 'Look at the policy', address: '#/policy' };

/** Of the others what helps stands in their own words. */
const PLACES: Partial<Record<Failure['code'], Place>> = {
  'browser.not-found': SELF_CHECK,
  'browser.no-sandbox': SELF_CHECK,
  'browser.launch-failed': SELF_CHECK,
  'audit.write-failed': SELF_CHECK,
  'directory.unsafe': SELF_CHECK,
  'directory.unusable': SELF_CHECK,
  'vault.no-key': SELF_CHECK,
  'vault.unavailable': SELF_CHECK,
  'navigator.no-key': SETTINGS,
  'navigator.no-token': SETTINGS,
  'navigator.not-set-up': SETTINGS,
  'identity.signed-out': SETTINGS,
  'identity.not-set-up': SETTINGS,
  'policy.not-loaded': POLICY,
  'boundary.denied': POLICY,
  'boundary.aborted': POLICY,
  'result.unknown': { words: 'See all results', address: '#/results' },
};

/** `null`: what helps stands in its own words alone. */
export function nextStepOf(error: Failure): Place | null {
  const rule = explained(error)
    .rules.map(({ entry }) => /^rules\.(.+)$/u.exec(entry)?.[1])
    .find((id) => id !== undefined);
  if (rule !== undefined)
    return { words: 'See the rule', address: addressOf({ view: 'policy', tab: 'text', rule }) };
  return PLACES[error.code] ?? null;
}
