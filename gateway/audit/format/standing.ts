// Whether this program knows what lies in the log's place. INVARIANT: it only looks: a file that a newer program wrote is left as it is.
import { FORMAT, newerFormat } from '#gateway/settings/formats.ts';
import { fail, type Err } from '#policy/language/failure.ts';
import type { AuditFiles } from './files.ts';
import { formatOf, schemaState } from './schema.ts';
import type { Sqlite } from './sqlite.ts';

/** `null`: a log in a format that is known, or nothing yet. Errors: `audit.newer-format`, `audit.unreadable`. */
export function unknownFormat(
  { database: path }: Pick<AuditFiles, 'database'>,
  database: Sqlite,
): Err | null {
  const state = schemaState(database);
  const format = formatOf(database);
  if (state === 'newer') return newerFormat('audit.newer-format', path, { format, known: FORMAT.audit });
  if (state !== 'something-else') return null;
  return fail(
    'audit.unreadable',
    `\`${path}\` does not have the tables of an audit log of format ${format}: a table, a view or a trigger differs`,
    {
      help: 'nothing was written to it: was it another version that wrote it, use that one or a newer one; else keep the directory as evidence, and restore a backup (`ghost restore`)',
    },
  );
}
