// Writes the entry of what a task tells where that is simply let through. INVARIANT: it holds no words, and all that it takes to decide it
// again: of each place one request for each kind of words that the policy tells apart, or how many are missing.
import type { EffectivePolicy } from '#policy/language/facts.ts';
import type { Obligation } from '#policy/language/vocabulary.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { hostOf } from '#policy/requests/host.ts';
import { keptFacts } from '#policy/tools/logs/logged-address.ts';
import type { PathDigests } from '#policy/tools/logs/logged-path.ts';
import { cellsOf, loggedGates } from '#gateway/boundary/steps/logged-gates.ts';
import type { Asked } from '#gateway/boundary/steps/consult.ts';
import { reasonsInWords } from '#gateway/boundary/steps/refusals.ts';
import { nameOf } from '#gateway/boundary/task/principal.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import type { AuditEvent } from '#gateway/audit/format/contract.ts';

/** Of more than these requests an entry says how many there are. */
const GATES_AT_MOST = 200;

type Told = {
  readonly whole: string;
  readonly places: readonly string[];
  readonly asked: Asked;
  readonly ruling: Ruling;
};
type Under = {
  readonly policy: EffectivePolicy;
  readonly duties: ReadonlySet<Obligation> | undefined;
  readonly digests: PathDigests | null;
};

export function toldEntry(
  task: TaskContext,
  by: Principal,
  { policy, duties, digests }: Under,
  { whole, places, asked, ruling }: Told,
): AuditEvent {
  const sources = hostsOf(places);
  const apart = toldApart(policy, asked);
  const { gates } = rule(policy, apart.slice(0, GATES_AT_MOST), duties);
  return {
    type: 'task.told',
    taskId: task.id,
    requestId: null,
    who: nameOf(by),
    what: 'tell what it read',
    where: sources[0] ?? '',
    verdict: ruling.decision,
    why: reasonsInWords(ruling),
    outcome: null,
    details: {
      action: 'ANSWER',
      sources,
      characters: whole.length,
      vocabulary: VOCABULARY_ID,
      gates: loggedGates(gates, policy, digests),
      ...(apart.length > gates.length ? { moreGates: apart.length - gates.length } : {}),
      cells: [...new Set(cellsOf(ruling.because))],
      policy: ruling.semanticHash,
      source: ruling.source.hash,
      layers: ruling.source.layers,
    },
  };
}

/** One of those that the policy takes for the same by their words, at each place. */
export function toldApart(policy: EffectivePolicy, asked: Asked): Asked {
  const kept = new Map<string, string>();
  const apart = new Map<string, Asked[number]>();
  for (const one of asked) {
    const { value } = one.facts;
    const words = kept.get(value) ?? keptFacts(policy, one.facts).value;
    kept.set(value, words);
    // What is not there and what is kept of nothing are told apart: of the latter the words are open.
    const key = JSON.stringify([one.gate.url ?? '', one.facts.contentHost, words, words === value]);
    if (!apart.has(key)) apart.set(key, one);
  }
  return [...apart.values()];
}

export const hostsOf = (urls: readonly string[]): readonly string[] => [
  ...new Set(urls.map((url) => hostOf(URL.parse(url)))),
];
