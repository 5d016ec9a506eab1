// Reads what the log says about policies: a candidate's observed difference beside the exact one, and the last requests, for a replay.
import { setImmediate } from 'node:timers/promises';
import type { AuditEntry, AuditLog } from '#gateway/audit/format/contract.ts';
import type {
  LogRange,
  PolicyChanges,
  RecentGates,
  ShadowComparison,
} from '#gateway/protocol/views/policy.ts';
import { changeInWords } from '#policy/engine/layers/changes.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';
import { readLogged } from '#policy/tools/logs/logged-gate.ts';
import type { LoggedGate } from '#policy/tools/logs/logged-gate.ts';
import { withRepeats } from '#policy/tools/logs/repeated.ts';
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
  const noted = await noteReading(audit, who, { limit });
  if (!noted.ok) return noted;
  const lines = lastEntries(audit).map((entry) => readLogged(entry, `entry ${entry.seq}`));
  return ok(recentOf(lines, limit));
}

const lastEntries = (audit: Pick<AuditLog, 'since' | 'count'>): ReturnType<AuditLog['since']> =>
  audit.since(Math.max(0, audit.count() - MAX_ENTRIES_SEARCHED), MAX_ENTRIES_SEARCHED);

const noteReading = (
  audit: Pick<AuditLog, 'append'>,
  who: string,
  details: Readonly<Record<string, unknown>>,
): ReturnType<AuditLog['append']> =>
  audit.append({
    type: 'audit.read',
    taskId: null,
    requestId: null,
    who,
    what: 'read the last decisions, to decide them again',
    where: '',
    verdict: null,
    why: '',
    outcome: 'DONE',
    details,
  });

function recentOf(lines: readonly ReturnType<typeof readLogged>[], limit: number): RecentGates {
  const { gates, unknown } = withRepeats(lines);
  const problems = lines.flatMap((line) => line.problems);
  const why = problems.map(({ message }) => message);
  if (unknown.lines > 0) why.push(`${unknown.requests} requests are like one from before what was read`);
  return {
    gates: gates.slice(-limit),
    unread: problems.length + unknown.lines,
    unreadWhy: why.slice(-MAX_UNREAD_TOLD),
  };
}

const DAY_MS = 86_400_000;
const RANGE_MS: Readonly<Record<LogRange, number>> = { '24h': DAY_MS, '7d': 7 * DAY_MS };
const MAX_RANGE_ENTRIES = 50_000;
/** More than that neither a page nor a card's answer can wait for. */
const MAX_RANGE_GATES = 5_000;

type RangeParts = {
  readonly audit: Pick<AuditLog, 'since' | 'count' | 'append'>;
  readonly nowMs: number;
  readonly signal: AbortSignal;
};

/** The gates that were decided in a range of the log up to now, the newest at the end. Reading them is an entry of its own. */
export async function gatesOfRange(
  { audit, nowMs, signal }: RangeParts,
  range: LogRange,
  who: string,
): Promise<Result<RecentGates>> {
  const noted = await noteReading(audit, who, { range });
  if (!noted.ok) return noted;
  const from = nowMs - RANGE_MS[range];
  const read: ReturnType<typeof readLogged>[] = [];
  let [end, gates, searched, isWhole] = [audit.count(), 0, 0, false];
  while (end > 0 && searched < MAX_RANGE_ENTRIES && gates < MAX_RANGE_GATES && !signal.aborted) {
    const start = Math.max(0, end - ENTRIES_PER_READ);
    const entries = audit.since(start, end - start);
    const within = entries.filter(({ at }) => Date.parse(at) >= from);
    const lines = within.map((entry) => readLogged(entry, `entry ${entry.seq}`));
    read.unshift(...lines);
    gates += lines.reduce((sum, line) => sum + line.gates.length, 0);
    searched += entries.length;
    end = start;
    // A clock that was wrong for a while dates a few among them otherwise: only where all are older the range is over.
    isWhole = end === 0 || within.length === 0;
    if (isWhole) break;
    // What runs in the gateway goes on between two of them.
    // oxlint-disable-next-line no-await-in-loop -- from the end backwards, until the range is over
    await setImmediate();
  }
  const all = recentOf(read, MAX_RANGE_GATES);
  return ok({ ...all, isCut: (!isWhole && end > 0) || gates > MAX_RANGE_GATES });
}

/** The gates that were decided in the last seven days, the newest at the end: for a card. */
export function gatesOfTheWeek(
  audit: Pick<AuditLog, 'since' | 'count'>,
  nowMs: number,
): readonly LoggedGate[] {
  const lines = lastEntries(audit)
    .filter(({ at }) => nowMs - Date.parse(at) <= RANGE_MS['7d'])
    .map((entry) => readLogged(entry, `entry ${entry.seq}`));
  return withRepeats(lines).gates.slice(-MAX_RANGE_GATES);
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
