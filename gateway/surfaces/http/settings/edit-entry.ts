// The entry of a change of the settings that a person confirmed: written before the change, and once more where it then failed.
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { Confirmed } from '#gateway/boundary/consent/own-change.ts';

/** Errors: `audit.*`. */
export const editEntry =
  (audit: Pick<AuditLog, 'append'>, { by: who, entry }: Confirmed) =>
  (outcome: 'DONE' | 'FAILED', how: Readonly<Record<string, unknown>> = {}): ReturnType<AuditLog['append']> =>
    audit.append({
      ...entry,
      type: 'settings.edited',
      who,
      verdict: null,
      outcome,
      details: { ...entry.details, ...how },
    });
