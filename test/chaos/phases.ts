// The phases of a task: what a client asks for, how long that may take, and when it is in the middle of it.
import { setTimeout as wait } from 'node:timers/promises';
import { findGateway } from '#gateway/client/remote.ts';
import type { Command } from './stage/lane.ts';
import type { FaultName, PhaseName } from './matrix.ts';
import { SUBJECT } from './stage/stage.ts';
import type { Stage } from './stage/stage.ts';

export type Phase = {
  /** Whether the worker has a tab before it. */
  readonly needsTab: boolean;
  /** From the command to its end, on a calm machine; see `stretched`. */
  readonly budgetMs: number;
  readonly args: (stage: Stage) => readonly string[];
  /** Resolves when it is under way; at the latest when it is over. `part`: 0 to 1, how far into it. */
  readonly middle: (stage: Stage, act: Command, fault: FaultName, part: number) => Promise<void>;
};

/** A client has the answer of an act within eight seconds (`executors/cdp/budget`); the rest is for starting its process. */
const ACT_MS = 10_000;
const LAUNCH_MS = 20_000;
/** Of a command that is sent as it is, and of one that loads the whole program first. */
const THIN_MS = { from: 30, to: 200 };
const WHOLE_MS = { from: 300, to: 900 };

const sometime = ({ from, to }: { from: number; to: number }, part: number): Promise<void> =>
  wait(from + part * (to - from));

const hasHit = (stage: Stage, path: string) => {
  const before = stage.world.hits(path);
  return () => stage.world.hits(path) > before;
};

export const PHASE: Readonly<Record<PhaseName, Phase>> = {
  launch: {
    needsTab: false,
    budgetMs: LAUNCH_MS,
    args: ({ world }) => ['open', world.fresh('/')],
    async middle(stage, act, fault, part) {
      const hasBegun = fault.endsWith('-helper')
        ? async () => (await stage.helpers()).length > 0
        : async () => (await stage.browsers()).some(({ main }) => main !== null);
      await stage.untilHolds(hasBegun, act);
      if (!fault.endsWith('-helper')) await wait(part * 150);
    },
  },
  look: {
    needsTab: true,
    budgetMs: ACT_MS,
    args: () => ['snapshot'],
    middle: (_stage, _act, _fault, part) => sometime(THIN_MS, part),
  },
  decide: {
    needsTab: true,
    budgetMs: ACT_MS,
    // Denied by every policy: the decision is all that there is of it.
    args: () => ['navigate', 'http://169.254.169.254/latest/meta-data/'],
    middle: (_stage, _act, _fault, part) => sometime(THIN_MS, part),
  },
  ask: {
    needsTab: true,
    budgetMs: ACT_MS,
    args: () => ['evaluate', '1 + 1'],
    middle: (stage, act) =>
      stage.untilHolds(async () => {
        const opened = (await openQuestion(stage)) !== null;
        if (!opened) await wait(50);
        return opened;
      }, act),
  },
  act: {
    needsTab: true,
    budgetMs: ACT_MS,
    args: ({ world }) => ['navigate', world.fresh('/slow')],
    async middle(stage, act, _fault, part) {
      await stage.untilHolds(hasHit(stage, '/slow'), act);
      await wait(part * 300);
    },
  },
  download: {
    needsTab: true,
    budgetMs: LAUNCH_MS,
    args: ({ world }) => ['download', world.fresh('/file')],
    async middle(stage, act, _fault, part) {
      await stage.untilHolds(hasHit(stage, '/file'), act);
      await wait(part * 300);
    },
  },
  vault: {
    needsTab: true,
    budgetMs: ACT_MS,
    args: () => ['session', 'save', 'chaos'],
    middle: (_stage, _act, _fault, part) => sometime(THIN_MS, part),
  },
  reload: {
    needsTab: true,
    budgetMs: LAUNCH_MS,
    args({ lane }) {
      lane.writePolicy();
      return ['policy', 'reload', '--json'];
    },
    middle: (_stage, _act, _fault, part) => sometime(WHOLE_MS, part),
  },
  shutdown: {
    needsTab: true,
    budgetMs: LAUNCH_MS,
    args: () => ['daemon', 'stop'],
    middle: (_stage, _act, _fault, part) => sometime(THIN_MS, part),
  },
};

export const begin = (stage: Stage, phase: PhaseName): Command =>
  stage.lane.start(PHASE[phase].args(stage), SUBJECT);

/** The id of the question that waits; `null`: none, or nobody says so within the time of a look. */
export async function openQuestion({ lane }: Stage): Promise<string | null> {
  const look = async (): Promise<string | null> => {
    const listed = await (await findGateway(lane.data))?.consents();
    return listed?.ok === true ? (listed.value.find(({ state }) => state === 'OPEN')?.card.id ?? null) : null;
  };
  return Promise.race([look().catch(() => null), wait(2_000, null)]);
}
