// Groups what shadow mode logged: where a candidate would have decided otherwise than the policy in force.
import type { Failure } from '#policy/language/failure.ts';
import { failure } from '#policy/language/failure.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import { readLogged } from './logged-gate.ts';
import { Groups } from './replay.ts';
import type { ChangeGroup } from './replay.ts';

export type ShadowReport = {
  readonly candidates: readonly {
    readonly id: string;
    readonly active: string;
    readonly candidate: string;
    readonly entries: number;
    /** Entries in which a floor of the candidate was enforced. */
    readonly enforced: number;
    readonly changes: readonly ChangeGroup[];
  }[];
  readonly problems: readonly Failure[];
};

type Entry = { readonly seq: number; readonly details: Readonly<Record<string, unknown>> };

/** `entries`: those of type `policy.shadow`. One group of groups a pair of hashes. */
export function shadowReport(entries: Iterable<Entry>): ShadowReport {
  const pairs = new Map<
    string,
    { id: string; active: string; candidate: string; entries: number; enforced: number; groups: Groups }
  >();
  const problems: Failure[] = [];
  for (const { seq, details } of entries) {
    const { gates, active, candidate, id, vocabulary } = details;
    // A candidate's beginning and end are entries of the same type, without gates.
    if (gates === undefined) continue;
    const place = `entry ${seq}`;
    if (!Array.isArray(gates) || typeof active !== 'string' || typeof candidate !== 'string') {
      problems.push(failure('policy.bad-log', `${place} does not hold the difference that it names`));
      continue;
    }
    const key = `${active} ${candidate}`;
    const pair = pairs.get(key) ?? {
      id: String(id),
      active,
      candidate,
      entries: 0,
      enforced: 0,
      groups: new Groups(),
    };
    pairs.set(key, pair);
    pair.entries += 1;
    if (details['enforced'] === true) pair.enforced += 1;
    for (const gate of gates as readonly unknown[]) {
      const to = candidateDecision(gate);
      const { gates: read, problems: bad } = readLogged(withVocabulary(gate, vocabulary), place);
      problems.push(...bad);
      for (const one of read)
        if (to === null) problems.push(failure('policy.bad-log', `${place} lacks the candidate's decision`));
        else pair.groups.add({ from: one.decision, to }, one.facts, place);
    }
  }
  return {
    candidates: [...pairs.values()].map(({ groups, ...pair }) => ({ ...pair, changes: groups.list() })),
    problems,
  };
}

function candidateDecision(gate: unknown): BrowserDecision | null {
  if (typeof gate !== 'object' || gate === null || !('candidate' in gate)) return null;
  const said = gate.candidate;
  return BROWSER_DECISIONS.find((one) => one === said) ?? null;
}

const withVocabulary = (gate: unknown, vocabulary: unknown): unknown =>
  typeof gate === 'object' && gate !== null ? { ...gate, vocabulary } : gate;
