// The semantics of POLICY.md 6.1, word for word and without tables: the oracle of the compiled form, and the trace that
// `explain` shows. Slow on purpose.
import { holds } from '#policy/engine/documents/condition.ts';
import type { Cell, Severity, Entry } from '#policy/engine/documents/document.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Layer, Stack } from '#policy/engine/layers/stack.ts';
import type { Voice } from '#policy/engine/layers/verdict.ts';

export type Interpretation = {
  readonly severity: Severity;
  /** The entries at the winning severity. */
  readonly winners: readonly Voice[];
  /** Every entry that spoke: floors above ALLOW, matching rules, default tables, delegations. */
  readonly voices: readonly Voice[];
  /** The least that any lower layer could get here. */
  readonly envelope: Severity;
};

/** What an entry says at a request; `null` outside its scope. */
export function cellAt(entry: Entry, facts: PolicyFacts): Cell | null {
  if (!holds(entry.scope, facts)) return null;
  let index = 0;
  for (const axis of entry.axes) {
    const value = facts[axis.fact];
    const position = typeof value === 'number' ? undefined : axis.positions.get(value);
    if (position === undefined) return null;
    index = index * axis.members.length + position;
  }
  return entry.cells[index] ?? null;
}

export function interpret(stack: Stack, facts: PolicyFacts): Interpretation {
  const floors = stack.layers
    .flatMap((layer) => speak(layer.floors, facts))
    .filter((voice) => voice.severity > 0);
  const voices: Voice[] = [...floors];

  let base: Level | null = null;
  let grant: Level | null = null;
  for (const layer of stack.layers) {
    const { own, tight } = ownLevels(layer, facts, voices);
    // What the layers above let a lower one reach: the ceiling of what this layer may pass on.
    const reach: Level | null = base === null ? null : relief(base, grant);
    if (own !== null) base = reach === null ? own : join(own, reach);
    if (tight !== null) base = base === null ? tight : severer(base, tight);
    for (const voice of speak(layer.delegate, facts)) {
      voices.push(voice);
      const severity: Severity =
        reach !== null && reach.severity > voice.severity ? reach.severity : voice.severity;
      if (grant === null || severity < grant.severity) grant = { severity, winners: [voice], granted: true };
      else if (severity === grant.severity)
        grant = { severity, winners: [...grant.winners, voice], granted: true };
    }
  }
  if (base === null) throw new TypeError('the first layer has no table for every request');
  const severest = floors.reduce<Severity>(
    (most, voice) => (voice.severity > most ? voice.severity : most),
    0,
  );
  const severity = severest > base.severity ? severest : base.severity;
  const least = relief(base, grant).severity;
  return {
    severity,
    winners: [
      ...floors.filter((voice) => voice.severity === severity),
      ...(base.severity === severity ? base.winners : []),
    ],
    voices,
    envelope: severest > least ? severest : least,
  };
}

/** A severity with the entries that it comes from. `granted`: from a delegation. */
type Level = { readonly severity: Severity; readonly winners: readonly Voice[]; readonly granted?: boolean };

function speak(entries: readonly Entry[], facts: PolicyFacts): readonly Voice[] {
  return entries.flatMap((entry) => {
    const cell = cellAt(entry, facts);
    return cell === null ? [] : [{ entry, severity: cell.severity, violation: cell.violation }];
  });
}

/** Rules where any matches, else the default tables, else nothing; and what of them relaxes nothing here. */
function ownLevels(
  layer: Layer,
  facts: PolicyFacts,
  voices: Voice[],
): { readonly own: Level | null; readonly tight: Level | null } {
  const rules = speak(layer.rules, facts);
  const tables = speak(layer.defaults, facts);
  voices.push(...rules, ...tables);
  const firm = ({ entry }: Voice): boolean => entry.firm === undefined || holds(entry.firm, facts);
  const replacing = rules.some(firm);
  const tight = [...rules, ...(replacing ? [] : tables)].filter((voice) => !firm(voice));
  return { own: severest((replacing ? rules : tables).filter(firm)), tight: severest(tight) };
}

function severest(voices: readonly Voice[]): Level | null {
  if (voices.length === 0) return null;
  const severity = voices.reduce<Severity>(
    (most, voice) => (voice.severity > most ? voice.severity : most),
    0,
  );
  return { severity, winners: voices.filter((voice) => voice.severity === severity) };
}

/** min(base, grant) */
function relief(base: Level, grant: Level | null): Level {
  return grant !== null && grant.severity < base.severity ? grant : base;
}

/** max of two, by whoever says it. */
function severer(one: Level, other: Level): Level {
  if (one.severity !== other.severity) return one.severity > other.severity ? one : other;
  return { severity: one.severity, winners: [...one.winners, ...other.winners] };
}

/** max(own, reach). A delegation is named only where it alone holds. */
function join(own: Level, reach: Level): Level {
  if (own.severity > reach.severity) return own;
  if (own.severity < reach.severity) return { severity: reach.severity, winners: reach.winners };
  return reach.granted === true
    ? own
    : { severity: own.severity, winners: [...own.winners, ...reach.winners] };
}
