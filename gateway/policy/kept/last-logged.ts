// What the log says came into force last. INVARIANT: a log that is there and cannot be read says that something was in force, not
// that nothing was.
import { existsSync } from 'node:fs';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { auditFiles } from '#gateway/audit/format/files.ts';

/** As far as it is read here; `null`: the log is not open, and whether it is there has to do. */
export type Log = Pick<AuditLog, 'query' | 'entry'> | null;

/** What is `null` is not known. `digest`: of what was kept for the next start (`last-in-force.ts`). */
export type Logged = {
  readonly semanticHash: string | null;
  readonly sourceHash: string | null;
  readonly digest: string | null;
};

const UNKNOWN: Logged = { semanticHash: null, sourceHash: null, digest: null };
/** Rows of the log that are looked at in one go. */
const ROWS_PER_READ = 50;

/** `null`: it says nothing of any policy. `directory`: the log's. */
export function lastLogged(directory: string, audit: Log): Logged | null {
  if (audit === null) return existsSync(auditFiles(directory).database) ? UNKNOWN : null;
  for (let before: number | undefined; ;) {
    // The newest come first.
    const found = audit.query({
      text: 'type:policy.loaded',
      limit: ROWS_PER_READ,
      ...(before === undefined ? {} : { beforeSeq: before }),
    });
    if (!found.ok) return UNKNOWN;
    const { rows } = found.value;
    for (const { seq } of rows) {
      const details = audit.entry(seq)?.details;
      if (details === undefined) return UNKNOWN;
      // A day that ended changes nothing of what was kept.
      if (details['ended'] !== undefined) continue;
      const text = (key: string): string | null => {
        const value = details[key];
        return typeof value === 'string' ? value : null;
      };
      return { semanticHash: text('semantic'), sourceHash: text('source'), digest: text('kept') };
    }
    const last = rows.at(-1);
    if (last === undefined) return null;
    before = last.seq;
  }
}
