// What a navigator is told of what came of its acts: that something was refused and of what; no rule, no way around.
import type { Observation } from '#engines/navigator/contract.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { Failure, Result } from '#policy/language/failure.ts';

/** A page of ours stands where the page wanted to go. */
export const isBlocked = (looked: Result<ActOutcome>): boolean =>
  looked.ok && looked.value.kind === 'SNAPSHOT' && (looked.value.snapshot.blocked ?? null) !== null;

/** An act that was carried out and led nowhere, since what it started was refused. */
export const refusedBy = (outcome: ActOutcome): Failure | null =>
  outcome.kind === 'DONE' && !outcome.navigated ? (outcome.refused[0] ?? null) : null;

/** What a navigator is told of a refusal: that it was one, and of what; no rule, no way around. */
export function refusalOf(error: Failure, what: string): Observation['refusal'] {
  const decision = error.code.startsWith('consent.')
    ? 'CONSENT_REFUSED'
    : error.code === 'boundary.aborted'
      ? 'ABORT'
      : 'DENY';
  return { decision, reason: what };
}

/** The answer of an intent that asked for nothing but to get there. */
export function whereabouts({ title, url }: { readonly title: string; readonly url: string }): string {
  return title === '' ? url : `${title} — ${url}`;
}
