// The copy of a log that is kept before its format changes. INVARIANT: it has its name only once it is whole, on disk, and verifies
// from its first entry to its last; it holds no key.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import {
  auditFiles,
  readText,
  syncToDisk,
  writeAtomically,
  type AuditFiles,
} from '#gateway/audit/format/files.ts';
import { stampOf } from '#gateway/audit/format/instant.ts';
import { openReader } from '#gateway/audit/format/schema.ts';
import { verifyAudit } from '#gateway/audit/read/verify.ts';
import type { OpenedLog } from './create-log.ts';

/** The name of its directory, in the log's own. A crash after it finds it again. Throws. Errors: `audit.broken-chain`. */
export async function keepCopy(
  files: AuditFiles,
  format: number,
  { secret, head, note }: OpenedLog,
  clock: () => Date,
): Promise<Result<string>> {
  // What a crash left half.
  for (const name of readdirSync(files.directory))
    if (/^format-\d+\.\w+\.new$/u.test(name)) rmSync(join(files.directory, name), { recursive: true });
  const kept = copiesIn(files.directory, format);
  const same = kept.find((name) => readText(auditFiles(join(files.directory, name)).checkpoint) === note);
  if (same !== undefined) return ok(same);
  const directory = join(files.directory, `format-${format}.${stampOf(clock())}`);
  const begun = `${directory}.new`;
  mkdirSync(begun, { mode: 0o700 });
  const copy = auditFiles(begun);
  const from = openReader(files.database);
  try {
    // A reader's snapshot, with what still stands in the write-ahead log.
    from.prepare('VACUUM INTO ?').run(copy.database);
  } finally {
    from.close();
  }
  chmodSync(copy.database, 0o600);
  syncToDisk(copy.database);
  writeAtomically(copy.checkpoint, note);
  writeAtomically(copy.publicKey, `${secret.public.text}\n`);
  const { database, checkpoint } = copy;
  const report = await verifyAudit({ database, checkpoint, publicKey: secret.public.text });
  if (!report.ok || report.entries !== head.frontier.size) {
    rmSync(begun, { recursive: true });
    return fail(
      'audit.broken-chain',
      `the audit log is not intact, so its format stays ${format}: entry ${report.firstBad?.seq ?? 0}: ${report.firstBad?.problem ?? 'some are missing'}`,
      {
        help: 'nothing was written to it; run `ghost audit verify`, keep its directory as evidence, and move it aside to begin a new log',
      },
    );
  }
  renameSync(begun, directory);
  syncToDisk(files.directory);
  return ok(basename(directory));
}

/** The copies that lie in a log's directory, of one format or of all. */
export function copiesIn(directory: string, format: number | null = null): readonly string[] {
  return readdirSync(directory).filter((name) => {
    const of = /^format-(\d+)\.\w+$/u.exec(name)?.[1];
    return of !== undefined && (format === null || Number(of) === format);
  });
}
