// What must hold of a cell, each from what was seen from outside. INVARIANT: what could not be looked at does not hold.
import { z } from 'zod';
import type { AuditVerification } from '#gateway/protocol/views/audit.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Ended } from './stage/lane.ts';
import type { FaultName, PhaseName } from './matrix.ts';
import { p99 } from './stage/neighbour.ts';
import type { Sample } from './stage/neighbour.ts';

/** `null`: it holds. Otherwise what was seen instead. */
export type Verdict = string | null;

/** `boundary.denied`, `browser.crashed`: an error of ours, by which a program can tell what to do. */
const code = z.string().regex(/^[a-z-]+\.[a-z-]+$/u);
const refused = z.union([
  z.object({ ok: z.literal(false), code }).transform(({ code: name }) => name),
  z.object({ error: z.object({ code }) }).transform(({ error }) => error.code),
]);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/** `null`: it did not fail, or in no words of ours. */
export const codeOf = ({ out }: Ended): string | null => refused.safeParse(parsed(out)).data ?? null;

/** With a success or a typed error, within its time. */
export function endedWell(act: Ended, budgetMs: number): Verdict {
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  if (act.hung) return `no end within ${seconds(act.ms)}`;
  if (act.ms > budgetMs) return `an end after ${seconds(act.ms)}, and ${seconds(budgetMs)} is the budget`;
  if (act.code === 0 || codeOf(act) !== null) return null;
  return `exit ${act.code ?? 'by a signal'} without a typed error: ${act.out.slice(0, 300)}`;
}

/** A page that answers in no time at all is no measure: below this, nobody feels a difference. */
const LEAST_CALM_MS = 20;
export const MOST_RATIO = 2;

export type Disturbed = { readonly ratio: number | null; readonly verdict: Verdict };

/**
 * `during` of one that was not struck, against the same one before, and against another one at the same time, which has the same
 * machine and not the same gateway: noise is in both.
 */
export function undisturbed(
  during: readonly Sample[],
  calm: readonly Sample[],
  beside: readonly Sample[],
): Disturbed {
  const failed = during.find(({ error }) => error !== null);
  if (failed !== undefined) return { ratio: null, verdict: `the neighbour failed: ${failed.error}` };
  const [now, before, there] = [p99(during), p99(calm), p99(beside)];
  if (now === null || before === null) return { ratio: null, verdict: 'the neighbour was not seen' };
  const ratio = now / Math.max(before, there ?? 0, LEAST_CALM_MS);
  const verdict =
    ratio <= MOST_RATIO ? null : `the neighbour's p99 was ${now.toFixed(0)} ms: ${ratio.toFixed(1)} ×`;
  return { ratio, verdict };
}

export type Left = {
  /** Of browsers other than the neighbour's, and of clients. */
  readonly processes: readonly string[];
  readonly helpers: readonly number[];
  readonly profiles: readonly string[];
  /** In the temporary directory, the runtime directory and the data directory: what was not there before. */
  readonly files: readonly string[];
  readonly mounts: readonly string[];
};

export function nothingLeft(left: Left): Verdict {
  const found = Object.entries(left).flatMap(([what, all]) =>
    all.length === 0 ? [] : `${what}: ${all.join(', ')}`,
  );
  return found.length === 0 ? null : `left: ${found.join('; ')}`;
}

export function verifies(verified: Result<AuditVerification>): Verdict {
  if (verified.ok && verified.value.ok) return null;
  return `the log does not verify: ${JSON.stringify(verified).slice(0, 300)}`;
}

const status = z.looseObject({
  running: z.boolean(),
  pid: z.number().optional(),
  policy: z.looseObject({ loaded: z.boolean() }).optional(),
});

/** What is known from outside of the gateway while the status was asked for. */
export type Known = {
  readonly phase: PhaseName;
  readonly fault: FaultName;
  readonly alive: boolean;
  readonly pid: number | null;
  /** The codes with which acts ended under the fault. */
  readonly refusals: readonly string[];
};

/** Codes by which the gateway says that it cannot write its log: then its state is not well. */
const CANNOT_LOG = /^audit\./u;
/** Words of the status that say so. `NONE` is a gateway that has nothing to sign in with. */
const UNWELL =
  /"(?:state|health)":\s*"(?!ok|well|healthy|running|NONE)[^"]+"|"low":\s*true|"healthy":\s*false/u;

/** Under the fault: it says whether it runs, and where it does, whether it can work. */
export function tellsTheTruth(said: Ended, known: Known): Verdict {
  if (said.hung) return `\`ghost status\` did not end within ${(said.ms / 1_000).toFixed(0)} s`;
  const found = status.safeParse(parsed(said.out)).data;
  const refusal = codeOf(said);
  if (found === undefined) {
    if (refusal === null) return `\`ghost status\` says nothing typed: ${said.out.slice(0, 200)}`;
    return known.alive ? null : `it says ${refusal}, and nothing runs`;
  }
  if (found.running !== known.alive)
    return `it says running: ${found.running}, and the process ${known.alive ? 'is there' : 'is gone'}`;
  if (!found.running) return null;
  if (found.pid !== undefined && found.pid !== known.pid)
    return `it names process ${found.pid}, and ${known.pid} runs`;
  const cannot = known.refusals.find((name) => CANNOT_LOG.test(name));
  if (cannot !== undefined && !UNWELL.test(said.out))
    return `acts end with ${cannot}, and the status is well`;
  return null;
}

/** The fault is gone: it runs, has its policy, and no word of trouble is left. */
export function saysAllIsWell(said: unknown): Verdict {
  const found = status.safeParse(said).data;
  const text = JSON.stringify(said);
  if (found?.running !== true || found.policy?.loaded !== true) return `after it: ${text.slice(0, 300)}`;
  const unwell = UNWELL.exec(text);
  return unwell === null ? null : `after it, the status still says ${unwell[0]}`;
}
