// Reads what the log says about policies: a candidate's observed difference beside the exact one, and the last requests, for a replay.
import type { AuditEntry, AuditLog } from '#gateway/audit/format/contract.ts';
import type { PolicyChanges, RecentGates, ShadowComparison } from '#gateway/protocol/views/policy.ts';
import { changeInWords } from '#policy/engine/layers/changes.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';
import { readLogged } from '#policy/tools/logs/logged-gate.ts';
import type { LoggedGate } from '#policy/tools/logs/logged-gate.ts';
import { shadowReport } from '#policy/tools/logs/shadow-report.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { PolicyLife } from './policy-life.ts';

const ENTRIES_PER_READ = 2000;
/** Entries among which the last decisions are looked for. */
const MAX_ENTRIES_SEARCHED = 10_000;
const MAX_UNREAD_TOLD = 50;

export function shadowComparison(life: PolicyLife, audit: Pick<AuditLog, 'since'>): ShadowComparison {
  const { shadow, policy } = life.view();
  const change = life.candidateChange();
  const found = shadowReport(shadowEntries(audit)).candidates.find(
    ({ active, candidate }) =>
      shadow?.loaded === true &&
      policy.loaded &&
      candidate === shadow.semanticHash &&
      active === policy.semanticHash,
  );
  return {
    shadow,
    exact: change === null ? null : changesIn(change),
    observed: {
      entries: found?.entries ?? 0,
      enforced: found?.enforced ?? 0,
      changes: found?.changes ?? [],
    },
  };
}

/** Counts as text: they are exact, and larger than JSON's numbers. `null`: the comparison outgrew its budget. */
function changesIn(compared: Comparison): PolicyChanges | null {
  if (!compared.proven) return null;
  return {
    loosened: String(compared.loosened),
    tightened: String(compared.tightened),
    changes: compared.changes.map((change) => ({
      direction: change.direction,
      what:
        change.days.length === 0
          ? changeInWords(change)
          : `${changeInWords(change)}, ${change.days.join(' and ')}`,
      capabilities: change.capabilities,
      requests: String(change.requests),
      witness: { ...change.witness },
    })),
  };
}

/** The last `limit` gates that were decided. Reading them is an entry of its own. */
export async function recentGates(
  audit: Pick<AuditLog, 'since' | 'count' | 'append'>,
  limit: number,
  who: string,
): Promise<Result<RecentGates>> {
  const noted = await audit.append({
    type: 'audit.read',
    taskId: null,
    requestId: null,
    who,
    what: 'read the last decisions, to decide them again',
    where: '',
    verdict: null,
    why: '',
    outcome: 'DONE',
    details: { limit },
  });
  if (!noted.ok) return noted;
  const lines = audit
    .since(Math.max(0, audit.count() - MAX_ENTRIES_SEARCHED), MAX_ENTRIES_SEARCHED)
    .map((entry) => readLogged(entry, `entry ${entry.seq}`));
  return ok({
    gates: lines.flatMap((line) => line.gates).slice(-limit),
    unread: lines.reduce((sum, line) => sum + line.problems.length, 0),
    unreadWhy: lines
      .flatMap(({ problems }) => problems)
      .slice(-MAX_UNREAD_TOLD)
      .map(({ message }) => message),
  });
}

const DAY_MS = 86_400_000;
/** What is on a card: those before are none of this week's, or too many. */
const MAX_GATES_A_WEEK = 5_000;

/** The gates that were decided in the last seven days, the newest at the end; no more than a card's answer can wait for. */
export function gatesOfTheWeek(
  audit: Pick<AuditLog, 'since' | 'count'>,
  nowMs: number,
): readonly LoggedGate[] {
  return audit
    .since(Math.max(0, audit.count() - MAX_ENTRIES_SEARCHED), MAX_ENTRIES_SEARCHED)
    .filter(({ at }) => nowMs - Date.parse(at) <= 7 * DAY_MS)
    .flatMap((entry) => readLogged(entry, `entry ${entry.seq}`).gates)
    .slice(-MAX_GATES_A_WEEK);
}

function* shadowEntries(audit: Pick<AuditLog, 'since'>): Generator<AuditEntry> {
  for (let seq = 0; ;) {
    const entries = audit.since(seq, ENTRIES_PER_READ);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield* entries.filter(({ type }) => type === 'policy.shadow');
    seq = last.seq;
  }
}
