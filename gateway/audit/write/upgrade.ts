// Brings a log of an earlier format forward, step by step. INVARIANT: each step is one transaction together with the entry that says
// it, so that a crash leaves the old log or the new one; before the first a verified copy lies beside it. No entry is altered: the
// chain goes on over the step.
import { existsSync, statSync } from 'node:fs';
import { FORMAT } from '#gateway/settings/formats.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { signCheckpoint } from '#gateway/audit/format/checkpoint.ts';
import { storedRow } from '#gateway/audit/format/entry.ts';
import type { AuditFiles } from '#gateway/audit/format/files.ts';
import { digestOfRoot } from '#gateway/audit/format/merkle.ts';
import { formatOf, INSERT_ENTRY, openWriter, PUT_CHECKPOINT } from '#gateway/audit/format/schema.ts';
import type { Sqlite } from '#gateway/audit/format/sqlite.ts';
import { unknownFormat } from '#gateway/audit/format/standing.ts';
import { openReadOnly } from '#gateway/audit/read/open-read-only.ts';
import { Chain } from './chain.ts';
import { reopenLog, type OpenedLog } from './create-log.ts';
import { keepCopy } from './kept-copy.ts';

/** The step from the format of its index to the next. */
const STEPS: readonly ((database: Sqlite) => void)[] = [
  () => undefined, // 0 → 1: the same tables, and from then on a number
];

/** Under the writer's lock. Errors: `audit.newer-format`, those of opening; `audit.write-failed`: it is as it was. */
export async function bringForward(files: AuditFiles, clock: () => Date): Promise<Result<null>> {
  const found = look(files);
  if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
  const from = found.value;
  if (from === FORMAT.audit) return ok(null);
  const checked = reopenLog(files);
  if (!checked.ok) return checked;
  let opened = checked.value;
  try {
    const copy = await keepCopy(files, from, opened, clock);
    if (!copy.ok) return copy;
    for (let format = from; format < FORMAT.audit; format += 1)
      opened = step(files, opened, { format, copy: copy.value }, clock);
    return ok(null);
  } catch (cause) {
    return fail(
      'audit.write-failed',
      `the audit log \`${files.database}\` could not be brought from format ${from} to ${FORMAT.audit}`,
      { help: 'it is as it was, and can still be read: see that its disk has room, and start again', cause },
    );
  }
}

/** Its format where it has entries or a key. `null`: nothing to bring forward, or what the opening says more of. */
function look(files: AuditFiles): Result<number | null> {
  if (statSync(files.database).size === 0) return ok(null);
  const opened = openReadOnly(files.database);
  if (typeof opened === 'string') return ok(null);
  try {
    const refused = unknownFormat(files, opened.database);
    if (refused !== null) return refused;
    return ok(existsSync(files.secretKey) ? formatOf(opened.database) : null);
  } catch {
    return ok(null); // Damaged: opening it says how.
  } finally {
    opened.close();
  }
}

/** Throws. */
function step(
  files: AuditFiles,
  { secret, head }: OpenedLog,
  { format, copy }: { readonly format: number; readonly copy: string },
  clock: () => Date,
): OpenedLog {
  const database = openWriter(files.database);
  try {
    database.exec('BEGIN IMMEDIATE');
    STEPS[format]?.(database);
    database.pragma(`user_version = ${format + 1}`);
    const entries = head.frontier.size;
    const rootHash = head.frontier.root();
    const chain = new Chain(head, clock);
    const sealed = chain.seal({
      type: 'audit.upgraded',
      taskId: null,
      requestId: null,
      who: 'gateway',
      what: `bring the audit log from format ${format} to format ${format + 1}`,
      where: '',
      verdict: null,
      why: '',
      outcome: 'DONE',
      details: { from: format, to: format + 1, copy, entries, root: digestOfRoot(rootHash) },
    });
    if (!sealed.ok) throw new Error(sealed.error.message);
    database.prepare(INSERT_ENTRY).run(...storedRow(sealed.value.row));
    const slot = chain.milestone();
    const put = database.prepare(PUT_CHECKPOINT);
    let note = '';
    for (const statement of [...(slot === null ? [] : [chain.statement(slot)]), chain.statement()]) {
      note = signCheckpoint(statement.checkpoint, secret);
      put.run(statement.slot, note, statement.frontier);
    }
    database.exec('COMMIT');
    return { secret, head: { last: sealed.value.entry.hash, frontier: head.frontier }, note };
  } finally {
    database.close(); // What was begun is rolled back with it.
  }
}
