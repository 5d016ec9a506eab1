// What was in force here: the log says when, by whom and why, and the kept texts say what. INVARIANT: reading the history is an entry of
// the log, and a text is given only where it is the very one that the log names.
import { z } from 'zod';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { readLog } from '#gateway/audit/read/access.ts';
import type { PolicyVersion, PolicyVersionTexts } from '#gateway/protocol/views/policy.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { keptPolicy } from './kept-policies.ts';
import { listsIn } from './lists-beside.ts';

/** Entries that are looked through: each start of a gateway writes one. */
const MAX_ENTRIES = 200;

const loaded = z.object({
  source: z.string(),
  layers: z.array(z.string()).default([]),
  loosened: z.string().nullable().default(null),
  tightened: z.string().nullable().default(null),
  acknowledged: z.object({ reason: z.string() }).nullable().default(null),
});

/** Changes alone: a start with what was in force before is none. Errors: those of `AuditLog.search` and `append`. */
export async function policyHistory(
  audit: AuditLog,
  who: string,
  signal?: AbortSignal,
): Promise<Result<readonly PolicyVersion[]>> {
  const found = await readLog(audit, { text: 'type:policy.loaded', limit: MAX_ENTRIES }, who, signal);
  if (!found.ok) return found;
  const versions = found.value.rows.flatMap(({ seq }) => versionOf(audit, seq) ?? []);
  return ok(versions.filter(({ sourceHash }, at) => versions[at + 1]?.sourceHash !== sourceHash));
}

function versionOf(audit: Pick<AuditLog, 'entry'>, seq: number): PolicyVersion | null {
  const entry = audit.entry(seq);
  const said = loaded.safeParse(entry?.details);
  if (entry === null || !said.success) return null;
  const { source, layers, loosened, tightened, acknowledged } = said.data;
  return {
    seq,
    at: entry.at,
    by: entry.who,
    sourceHash: source,
    layers,
    loosened,
    tightened,
    reason: acknowledged?.reason ?? null,
  };
}

/** `directory`: `<data>/policy`. */
export function versionTexts(directory: string, sourceHash: string): PolicyVersionTexts {
  const texts = keptPolicy(directory, sourceHash);
  return (
    texts?.map(({ file, text, included }) => {
      const lists = listsIn(included);
      const then = { name: file, text: typeof text === 'string' ? text : Buffer.from(text).toString('utf8') };
      return lists.length === 0 ? then : { ...then, lists };
    }) ?? null
  );
}
