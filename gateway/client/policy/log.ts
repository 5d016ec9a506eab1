// Logged decisions for the command line: the audit log's, or a file with one entry a line.
import { readPlainText } from '#executors/system/plain-file.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { pathDigestsOf } from '#gateway/audit/format/path-digests.ts';
import type { AuditEntry } from '#gateway/audit/format/contract.ts';
import { parseInstant } from '#gateway/audit/format/instant.ts';
import { todayOf } from '#gateway/settings/policy-source.ts';
import { decisionOn } from '#policy/engine/deciding/ruling.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { readLogged, readLoggedLine } from '#policy/tools/logs/logged-gate.ts';
import type { LoggedGate, LoggedLine } from '#policy/tools/logs/logged-gate.ts';
import { possibleFacts } from '#policy/tools/logs/possible-facts.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import { auditDirectory, missingLog } from '#gateway/client/audit-files.ts';

const ENTRIES_PER_READ = 2000;

/** The day that `expires` is held against. */
export const todayInUtc = (): string => todayOf(Date.now());

/** What this gateway would decide: a duty that it does not carry out denies. */
export const deciderOf =
  (policy: CompiledPolicy) =>
  (facts: PolicyFacts): BrowserDecision =>
    decisionOn(policy, facts);

/** What a gate may have been, by the policy's classes. The log's key, where it is here, tells what lay below the kept path. */
export function possibleUnder(
  policy: CompiledPolicy,
  dataDir: string | undefined,
): (gate: LoggedGate) => readonly PolicyFacts[] | null {
  const digests = pathDigestsOf(auditDirectory(dataDir));
  return (gate) => possibleFacts(policy, gate, digests);
}

/** Half of what one text can hold. */
const MAX_LOG_BYTES = 256 * 1024 * 1024;

/** `file`: JSON lines; `null`: the audit log. Errors: `policy.bad-log`, `audit.*`, `audit.bad-query` for `since`. */
export async function loggedLines(
  file: string | null,
  options: { readonly dataDir?: string; readonly since?: string } = {},
): Promise<Result<readonly LoggedLine[]>> {
  const since = options.since === undefined ? '' : parseInstant(options.since, new Date());
  if (since === null)
    return fail('audit.bad-query', `\`${options.since ?? ''}\` is not a time`, {
      help: 'a date, a date and time, or an age as in `7d`',
    });
  const late = (line: LoggedLine): LoggedLine =>
    since === '' ? line : { ...line, gates: line.gates.filter(({ at }) => at >= since) };
  if (file !== null) {
    try {
      const lines = readPlainText(file, MAX_LOG_BYTES).split('\n');
      return ok(
        lines.flatMap((line, index) =>
          line.trim() === '' ? [] : [late(readLoggedLine(line, `${file}:${index + 1}`))],
        ),
      );
    } catch (cause) {
      return fail('policy.bad-log', `cannot read the log \`${file}\``, {
        cause,
        help: 'check the path and its rights',
      });
    }
  }
  const read = await auditEntries(options.dataDir, () => true);
  return read.ok ? ok(read.value.map((entry) => late(readLogged(entry, `entry ${entry.seq}`)))) : read;
}

/** Entries of the audit log's files, in order. */
export async function auditEntries(
  dataDir: string | undefined,
  wanted: (entry: AuditEntry) => boolean,
): Promise<Result<readonly AuditEntry[]>> {
  const directory = auditDirectory(dataDir);
  const missing = missingLog(directory);
  if (missing !== null) return missing;
  const opened = await openAuditLog({ directory, readOnly: true });
  if (!opened.ok) return opened;
  try {
    const found: AuditEntry[] = [];
    for (let seq = 0; ;) {
      const entries = opened.value.since(seq, ENTRIES_PER_READ);
      const last = entries.at(-1);
      if (last === undefined) return ok(found);
      found.push(...entries.filter(wanted));
      seq = last.seq;
    }
  } finally {
    await opened.value.close();
  }
}
