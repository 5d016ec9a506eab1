// Words a refusal for a navigator: that it was refused and what was refused, but no rule and no way around it.
import type { Observation } from '#engines/navigator/contract.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { Failure, Result } from '#policy/language/failure.ts';

/** Whether the tab shows our page about a blocked navigation. */
export const isBlocked = (looked: Result<ActOutcome>): boolean =>
  looked.ok && looked.value.kind === 'SNAPSHOT' && (looked.value.snapshot.blocked ?? null) !== null;

/** The refusal because of which an act that was carried out led nowhere, or `null`. */
export const refusedBy = (outcome: ActOutcome): Failure | null =>
  outcome.kind === 'DONE' && !outcome.navigated ? (outcome.refused[0] ?? null) : null;

/** What a navigator reads about a refusal: its kind and what was refused, but no rule and no way around it. */
export function refusalOf(error: Failure, what: string): Observation['refusal'] {
  const decision = error.code.startsWith('consent.')
    ? 'CONSENT_REFUSED'
    : error.code === 'boundary.aborted'
      ? 'ABORT'
      : 'DENY';
  const says = error.details?.['says'];
  return { decision, reason: what, ...(typeof says === 'string' ? { says } : {}) };
}

/** The answer to an intent that only asked to go somewhere. */
export function whereabouts({ title, url }: { readonly title: string; readonly url: string }): string {
  return title === '' ? url : `${title} — ${url}`;
}
