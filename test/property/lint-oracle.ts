// What the lints of entries are to say, by their definitions: every request is asked with an entry and without it, one by one.
// INVARIANT: it shares no code with the compiler and the lints; it decides by the interpreter of POLICY.md 6.1.
import { interpret } from '#policy/engine/deciding/interpret.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import type { Layer, Stack } from '#policy/engine/layers/stack.ts';
import { decisionFor } from '#policy/engine/layers/verdict.ts';
import { cellAt } from '#policy/engine/deciding/interpret.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { REQUESTS } from './small-policies.ts';

const ALL: readonly PolicyFacts[] = REQUESTS.flatMap((request) => {
  const parsed = parseRequest({ ...request, executor: 'HEADED_CHROMIUM' });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
});

export type Says = 'unreachable' | 'powerless' | 'redundant' | 'loosens-default';

/** What a document says of one of its entries. */
export function lintsOf(entry: Entry, layer: Layer, stack: Stack): readonly Says[] {
  const scope = ALL.filter((facts) => cellAt(entry, facts) !== null);
  if (scope.length === 0) return ['unreachable'];
  const without = withoutEntry(entry, layer, stack);
  let [changes, wins, milder, alone] = [false, false, false, false];
  for (const facts of scope) {
    const [before, after] = [interpret(without, facts), interpret(stack, facts)];
    const [was, is] = [before, after].map((one) => ({
      ...decisionFor(stack, one.severity, one.winners),
      because: null,
      envelope: one.envelope,
    }));
    changes ||= JSON.stringify(was) !== JSON.stringify(is);
    wins ||= entry.section !== 'delegate' && after.winners.some((voice) => voice.entry === entry);
    milder ||= after.severity < before.severity;
    alone ||= severityOfWritten(without, facts) < severityOfWritten(stack, facts);
  }
  if (changes) return milder && entry.section === 'rules' ? ['loosens-default'] : [];
  if (!wins) return ['powerless'];
  return entry.section === 'floors' && alone ? [] : ['redundant'];
}

/** Floors that are written as such, of all layers. */
const severityOfWritten = (stack: Stack, facts: PolicyFacts): number =>
  Math.max(
    0,
    ...stack.layers.flatMap((layer) =>
      layer.floors
        .filter((entry) => entry.section === 'floors')
        .map((entry) => cellAt(entry, facts)?.severity ?? 0),
    ),
  );

function withoutEntry(entry: Entry, layer: Layer, stack: Stack): Stack {
  const goes = (one: Entry): boolean =>
    one === entry || (one.section === 'never' && one.id === entry.id && entry.axes.length > 0);
  const left = (list: readonly Entry[]): readonly Entry[] => list.filter((one) => !goes(one));
  const next: Layer = {
    ...layer,
    rules: left(layer.rules),
    floors: left(layer.floors),
    defaults: left(layer.defaults),
    delegate: left(layer.delegate),
  };
  return { ...stack, layers: stack.layers.map((one) => (one === layer ? next : one)) };
}
