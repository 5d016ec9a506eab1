// What the log says came into force last. INVARIANT: a log that is there and cannot be read is a problem, never "nothing was in
// force" and never "whatever the note says".
import { existsSync } from 'node:fs';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { auditFiles } from '#gateway/audit/format/files.ts';
import { schemaState } from '#gateway/audit/format/schema.ts';
import { unknownFormat } from '#gateway/audit/format/standing.ts';
import { LogReader } from '#gateway/audit/read/log-reader.ts';
import { openReadOnly } from '#gateway/audit/read/open-read-only.ts';
import { describe } from '#policy/language/failure.ts';

type Readable = Pick<AuditLog, 'query' | 'entry'>;
/** As far as it is read here; `null`: nobody holds it open for us, and its file is read as it lies there. */
export type Log = Readable | null;

/** What is `null` is not known: the entry is of an earlier version. `digest`: of what was kept for the next start (`last-in-force.ts`). */
export type Logged = {
  readonly semanticHash: string | null;
  readonly sourceHash: string | null;
  readonly digest: string | null;
};
export type Unreadable = { readonly problem: string };

/** Rows of the log that are looked at in one go. */
const ROWS_PER_READ = 50;

/** `null`: it says nothing of any policy. `directory`: the log's. Never throws. */
export function lastLogged(directory: string, audit: Log): Logged | Unreadable | null {
  try {
    return audit === null ? inFile(directory) : inLog(audit);
  } catch (thrown) {
    return { problem: describe(thrown).split('\n')[0] ?? '' };
  }
}

/** Beside a gateway that writes to it, or where none runs. */
function inFile(directory: string): Logged | Unreadable | null {
  const files = auditFiles(directory);
  if (!existsSync(files.database)) return null;
  const opened = openReadOnly(files.database);
  if (typeof opened === 'string') return { problem: opened };
  try {
    const refused = unknownFormat(files, opened.database);
    if (refused !== null) return { problem: refused.error.message };
    return schemaState(opened.database) === 'audit-log'
      ? inLog(new LogReader(files, opened, ''))
      : { problem: `\`${files.database}\` holds no audit log` };
  } finally {
    opened.close();
  }
}

function inLog(audit: Readable): Logged | Unreadable | null {
  for (let before: number | undefined; ;) {
    // The newest come first.
    const found = audit.query({
      text: 'type:policy.loaded',
      limit: ROWS_PER_READ,
      ...(before === undefined ? {} : { beforeSeq: before }),
    });
    if (!found.ok) return { problem: found.error.message };
    const { rows } = found.value;
    for (const { seq } of rows) {
      const details = audit.entry(seq)?.details;
      if (details === undefined) return { problem: `its entry ${seq} cannot be read` };
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
