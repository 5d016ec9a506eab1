// One entry of the log, whole, with the other entries of its act and its place in its task; and its proof. INVARIANT: it is given out
// only once the log says so.
import canonicalize from 'canonicalize';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { canonicalText, rowOf } from '#gateway/audit/format/entry.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { proofFile } from '#gateway/audit/proofs/proof.ts';
import type { AuditRow, EntryView, ProofView } from '#gateway/protocol/views/audit.ts';
import { noteOf } from './access.ts';
import { MAX_ROWS } from './query.ts';

/** A task's next entry lies among so many; where others write between them, further away. */
const NEXT_WITHIN = 5_000;

/** Without the rules, which the log does not hold. Errors: those of `search` and `append`. */
export async function readEntry(
  audit: AuditLog,
  seq: number,
  who: string,
  signal?: AbortSignal,
): Promise<Result<Omit<EntryView, 'rules'>>> {
  const entry = audit.entry(seq);
  if (entry === null)
    return fail('audit.bad-query', `there is no entry ${seq} that can be read`, {
      help: `the log has entries 1 to ${audit.count()}`,
    });
  const { taskId, requestId } = entry;
  const rows = async (text: string, limit: number, beforeSeq?: number): Promise<readonly AuditRow[]> => {
    const query = { text, limit, ...(beforeSeq === undefined ? {} : { beforeSeq }) };
    const found = await audit.search(query, signal, who);
    return found.ok ? found.value.rows : [];
  };
  const [act, before, after] = await Promise.all([
    requestId === null ? [rowOf(entry)] : rows(`request:${requestId}`, MAX_ROWS),
    taskId === null ? [] : rows(`task:${taskId}`, 1, seq),
    taskId === null ? [] : rows(`task:${taskId} seq:${seq + 1}..${seq + NEXT_WITHIN}`, MAX_ROWS),
  ]);
  const noted = await noteOf(audit, {
    type: 'audit.read',
    who,
    what: `read entry ${seq} of the audit log`,
    details: { rows: 1 },
  });
  if (!noted.ok) return noted;
  return ok({
    row: rowOf(entry),
    previous: entry.previous,
    details: entry.details,
    text: canonicalText({ ...entry, details: canonicalize(entry.details) ?? '{}' }),
    act: act.toReversed(),
    before: before[0]?.seq ?? null,
    after: after.at(-1)?.seq ?? null,
  });
}

/** Errors: those of `AuditLog.prove` and `append`. */
export async function proveEntry(
  audit: AuditLog,
  seq: number,
  who: string,
  signal?: AbortSignal,
): Promise<Result<ProofView>> {
  const noted = await noteOf(audit, {
    type: 'audit.exported',
    who,
    what: `take the proof of entry ${seq} of the audit log`,
    details: { form: 'proof', entries: 1 },
  });
  if (!noted.ok) return noted;
  const proven = await audit.prove([seq], signal, who);
  if (!proven.ok) return proven;
  const { entries, ...rest } = proven.value;
  const [entry] = entries;
  return entry === undefined
    ? fail('audit.bad-query', `there is no entry ${seq}`, {
        help: `the log has entries 1 to ${audit.count()}`,
      })
    : ok({ ...rest, entry, file: proofFile(entry, rest.checkpoint) });
}
