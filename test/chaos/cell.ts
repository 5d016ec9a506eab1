// One cell: the act of a phase, struck in its middle by a fault; what is seen of it during the fault and after it.
// INVARIANT: the fault is taken back whatever happens, and a cell that cannot be played is red, not skipped.
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { auditDirectory, verifyAuditFiles } from '#gateway/client/audit-files.ts';
import { findGateway } from '#gateway/client/remote.ts';
import { clientOf } from '#test/fixtures/socket-client.ts';
import {
  codeOf,
  endedWell,
  nothingLeft,
  saysAllIsWell,
  tellsTheTruth,
  undisturbed,
  verifies,
} from './checks.ts';
import type { Known, Verdict } from './checks.ts';
import { census, whatIsNew } from './census.ts';
import { FAULT } from './faults.ts';
import type { Command, Ended } from './stage/lane.ts';
import { drawsOfCell, neighbourOf } from './matrix.ts';
import type { Cell } from './matrix.ts';
import { within } from './stage/neighbour.ts';
import type { NeighbourTask, Sample } from './stage/neighbour.ts';
import { begin, openQuestion, PHASE } from './phases.ts';
import { SUBJECT } from './stage/stage.ts';
import type { Stage } from './stage/stage.ts';

export const CHECKS = ['ended', 'others', 'left', 'log', 'status', 'works'] as const;
export type Report = {
  readonly cell: Cell;
  readonly verdicts: Readonly<Record<(typeof CHECKS)[number], Verdict>>;
  /** The neighbour's p99 against its own, calm. */
  readonly ratio: number | null;
  readonly seconds: number;
  /** How the acts under the fault ended. */
  readonly ends: readonly string[];
};

/** A status is asked for by people. */
const STATUS_MS = 12_000;
/** After the fault: a log that re-opens by itself, a browser that has to be found hung. */
const RECOVERY_MS = 12_000;
const AGAIN_MS = 250;
const CALM_LOAD_PER_CORE = 4;
/** What is to be struck may be over before. */
const TRIES = 5;

/** With more to do than it can, a machine is slow: not wrong. The product stretches its own deadlines so. */
const stretched = (ms: number): number =>
  ms * Math.min(2, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism() / CALM_LOAD_PER_CORE));

export async function playCell(
  stage: Stage,
  cell: Cell,
  seed: number,
  beside: NeighbourTask,
  calm: { readonly here: Sample[]; readonly there: Sample[] },
): Promise<Report> {
  const draw = drawsOfCell(seed, cell);
  const { lane } = stage;
  const phase = PHASE[cell.phase];
  const fault = FAULT[cell.fault];
  const began = performance.now();
  await stage.ready();
  if (phase.needsTab) await openTab(stage);
  const before = await census(stage);
  calm.here.push(...within(stage.neighbour.samples, began, performance.now()));
  calm.there.push(...within(beside.samples, began, performance.now()));

  const struckAt = performance.now();
  const budget = stretched(phase.budgetMs);
  let lift = fault.early === true ? await fault.strike(stage, null) : null;
  const acts: Command[] = [];
  const ends: Ended[] = [];
  let said: Ended;
  let known: Known;
  try {
    const played = (): Command => {
      const act = begin(stage, cell.phase);
      acts.push(act);
      return act;
    };
    // A quick machine may be through before it is struck: each further try comes sooner.
    const struckIn = async (act: Command, tries = 0): Promise<void> => {
      await phase.middle(stage, act, cell.fault, draw() * (1 - tries / TRIES));
      lift ??= await fault.strike(stage, act);
    };
    let first = played();
    await struckIn(first);
    const isStruck = (): boolean => lift !== null;
    if (cell.fault.endsWith('-client')) {
      // Its own end is our doing. What it asked for must not be in the next one's way.
      for (let tries = 0; !isStruck() && tries < TRIES; tries += 1) await struckIn(played(), tries + 1);
      ends.push(await endOf(stage, cell, played(), budget));
    } else {
      // It was over before anything could be struck: the next one.
      for (let tries = 0; !isStruck() && tries < TRIES; tries += 1) {
        await endOf(stage, cell, first, budget);
        if (cell.phase === 'shutdown') await anew(stage);
        first = played();
        await struckIn(first, tries + 1);
      }
      ends.push(await endOf(stage, cell, first, budget));
      // It may have been over when it was struck: then the next one is under the fault from its beginning.
      if (ends[0]?.code === 0) {
        ends.push(await endOf(stage, cell, played(), budget));
      }
    }
    const refusals = ends.flatMap((end) => codeOf(end) ?? []);
    const asked = lane.start(['status', '--json'], 'harness', { deadlineMs: stretched(STATUS_MS) });
    said = await asked.ended;
    known = { ...cell, alive: lane.alive, pid: lane.pid, refusals };
  } finally {
    lift?.();
  }
  const status = tellsTheTruth(said, known);
  const late = await Promise.all(acts.map((act) => endsWithin(act, budget)));
  const works = lift === null ? 'there was nothing to strike' : await worksAgain(stage, cell);
  const over = performance.now();
  const after = await untilWell(stage);
  const left = await untilNothingNew(stage, before);
  const verify = verifies(await verifyAuditFiles(auditDirectory(lane.data)));
  const isHere = neighbourOf(cell.phase, cell.fault) === 'SAME_GATEWAY';
  const other = within(beside.samples, struckAt, over);
  const others = isHere
    ? undisturbed(within(stage.neighbour.samples, struckAt, over), calm.here, other)
    : undisturbed(other, calm.there, []);
  const ended =
    ends.map((end) => endedWell(end, budget)).find((verdict) => verdict !== null) ??
    (late.includes(false) ? 'a client that was there did not end after the fault' : null);
  return {
    cell,
    ratio: others.ratio,
    seconds: (performance.now() - began) / 1_000,
    ends: ends.map((end) => codeOf(end) ?? `exit ${end.code ?? 'by a signal'}`),
    verdicts: { ended, others: others.verdict, left, log: verify, status: status ?? after, works },
  };
}

/** A gateway that was ended, as it was. */
async function anew(stage: Stage): Promise<void> {
  await stage.ready();
  await openTab(stage);
}

/** By whom the next act is struck: a worker with one tab. */
async function openTab(stage: Stage): Promise<void> {
  const client = clientOf(stage.lane.data, SUBJECT);
  const opened = await client.call('open', { url: stage.world.fresh('/') });
  client.end();
  if (opened.error !== undefined) throw new Error(`no tab: ${opened.error.message}`);
}

const endsWithin = (act: Command, ms: number): Promise<boolean> =>
  Promise.race([act.ended.then(() => true), wait(ms, false)]);

/** Within its budget, or as it is then. Who is asked denies. */
async function endOf(stage: Stage, { phase }: Cell, act: Command, budgetMs: number): Promise<Ended> {
  const until = performance.now() + budgetMs;
  if (phase === 'ask') {
    // Of one that was struck before, a question may still be there: both are denied.
    while (!act.over() && performance.now() < until) {
      const id = await openQuestion(stage);
      if (id === null) await wait(AGAIN_MS);
      else await stage.lane.ask(['consent', 'deny', id, '--json'], 'harness', budgetMs);
    }
  }
  const asked = performance.now();
  const end = await Promise.race([act.ended, wait(budgetMs, null)]);
  if (end === null) return { code: null, out: '', ms: performance.now() - asked, hung: true };
  if (phase !== 'shutdown' || end.code !== 0)
    return phase === 'ask' ? { ...end, ms: performance.now() - asked } : end;
  // It is over when the gateway is gone.
  while (stage.lane.alive && performance.now() - asked < budgetMs) await wait(20);
  return stage.lane.alive ? { ...end, hung: true, ms: performance.now() - asked } : end;
}

/** A tab is opened, read and closed, by a worker that had none; whatever the product does about it by itself, nobody helps. */
async function worksAgain({ lane, world }: Stage, { phase }: Cell): Promise<Verdict> {
  const until = performance.now() + stretched(RECOVERY_MS);
  const worker = `after-${phase}`;
  for (;;) {
    // What it starts, the next cell goes on with.
    const opened = await lane.start(['open', world.fresh('/')], worker, {
      faulty: true,
      deadlineMs: stretched(PHASE.launch.budgetMs),
    }).ended;
    let failure = opened.code === 0 ? null : opened.out;
    if (failure === null) {
      const client = clientOf(lane.data, worker);
      const done = [await client.call('snapshot', {}), await client.call('close', {})];
      client.end();
      failure = done.find(({ error }) => error !== undefined)?.error?.message ?? null;
    }
    if (failure === null) return null;
    if (performance.now() > until) return `it does not work again: ${failure.slice(0, 300)}`;
    await lane.ask(['stop'], worker, RECOVERY_MS);
    await wait(AGAIN_MS);
  }
}

async function untilWell({ lane }: Stage): Promise<Verdict> {
  const until = performance.now() + RECOVERY_MS;
  for (;;) {
    const status = await (await findGateway(lane.data))?.status();
    const said = status?.ok === true ? { running: true, ...status.value } : { running: false };
    const verdict = saysAllIsWell(said);
    if (verdict === null || performance.now() > until) return verdict;
    await wait(AGAIN_MS);
  }
}

/** The worker has ended its tabs. */
async function untilNothingNew(stage: Stage, before: Awaited<ReturnType<typeof census>>): Promise<Verdict> {
  await stage.lane.ask(['stop'], SUBJECT, RECOVERY_MS);
  const until = performance.now() + RECOVERY_MS;
  for (;;) {
    const verdict = nothingLeft(whatIsNew(before, await census(stage)));
    if (verdict === null || performance.now() > until) return verdict;
    await wait(AGAIN_MS);
  }
}
