// Requests that have no entries of their own, counted where the entry stands that they are like. INVARIANT: none is lost in silence: those
// whose first entry was not read are counted apart.
import type { LoggedGate, LoggedLine } from './logged-gate.ts';

export type Repeated = {
  /** In the order of the lines. */
  readonly gates: readonly LoggedGate[];
  /** Lines that stand for requests like one that lies before them all, and those requests. */
  readonly unknown: { readonly lines: number; readonly requests: number };
};

export function withRepeats(lines: Iterable<LoggedLine>): Repeated {
  const gates: { readonly gate: LoggedGate; times: number }[] = [];
  const byRequest = new Map<string, typeof gates>();
  const unknown = { lines: 0, requests: 0 };
  for (const line of lines) {
    const held = line.gates.map((gate) => ({ gate, times: gate.times ?? 1 }));
    gates.push(...held);
    const requestId = line.gates[0]?.requestId;
    if (requestId !== undefined) byRequest.set(requestId, held);
    const { repeats } = line;
    if (repeats === undefined) continue;
    const known = byRequest.get(repeats.requestId);
    if (known === undefined) {
      unknown.lines += 1;
      unknown.requests += repeats.count;
    }
    for (const one of known ?? []) one.times += repeats.count;
  }
  return {
    gates: gates.map(({ gate, times }) => (times === 1 ? gate : { ...gate, times })),
    unknown,
  };
}

/** How many requests they stand for. */
export const requestsIn = (gates: readonly Pick<LoggedGate, 'times'>[]): number =>
  gates.reduce((sum, { times = 1 }) => sum + times, 0);
