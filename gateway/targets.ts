// Which host an admitted act will take the tab to.
import type { Gate } from '#policy/actions.ts';
import { hostOf } from './facts.ts';

/** The host of an act's navigation, `null` where it does not navigate. */
export function navigationTarget(gates: readonly Gate[]): string | null {
  const gate = gates.find(
    ({ capability }) => capability === 'NAVIGATE_CROSS_ORIGIN' || capability === 'NAVIGATE_SAME_ORIGIN',
  );
  const host = gate?.url === undefined ? '' : hostOf(URL.parse(gate.url));
  return host === '' ? null : host;
}
