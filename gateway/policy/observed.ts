// A candidate against the policy in force: the exact difference, and the one that the log has seen so far.
import type { AuditEntry, AuditLog } from '#gateway/audit/contract.ts';
import type { PolicyChanges, ShadowComparison } from '#gateway/protocol/views.ts';
import { changeInWords } from '#policy/compare/changes.ts';
import type { Comparison } from '#policy/life/compare-decisions.ts';
import { shadowReport } from '#policy/life/shadow-report.ts';
import type { PolicyLife } from './policy-life.ts';

const CHUNK = 2000;

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
      what: changeInWords(change),
      capabilities: change.capabilities,
      requests: String(change.requests),
      witness: { ...change.witness },
    })),
  };
}

function* shadowEntries(audit: Pick<AuditLog, 'since'>): Generator<AuditEntry> {
  for (let seq = 0; ;) {
    const entries = audit.since(seq, CHUNK);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield* entries.filter(({ type }) => type === 'policy.shadow');
    seq = last.seq;
  }
}
