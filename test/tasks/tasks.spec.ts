// A sample of the generated tasks on real pages: one seed of every kind. `npm run tasks` runs more, on held-out seeds.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from './contract.ts';
import { developmentSeeds, heldOutSeeds, KINDS } from './kinds.ts';
import { calibration, kindTable, passRate, sureShare } from './report.ts';
import { TaskRunner, type TaskRun } from './run.ts';
import { sampled } from '#test/fixtures/how-much.ts';

const SEED = 1;
/** What a snapshot does not show: shapes that nothing listens to, a box that scrolls and has no role. It has to be said, not guessed. */
const NOT_SHOWN = new Set(['count-shapes', 'scroll-box-reveal']);

describe('the generators', () => {
  test('there are at least 60 kinds, each with a name of its own', () => {
    expect(new Set(KINDS.map(({ name }) => name)).size).toBe(KINDS.length);
    expect(KINDS.length).toBeGreaterThanOrEqual(60);
  });

  test('a task is a function of its kind and seed, and other seeds give other tasks', () => {
    for (const kind of KINDS) {
      const page = (seed: number): string => JSON.stringify(kind.make(new Random(seed, kind.name)));
      expect(page(7)).toBe(page(7));
      expect(new Set([1, 2, 3, 4, 5, 6].map(page)).size).toBeGreaterThan(1);
    }
  });

  test('no held-out seed is one of development', () => {
    const development = new Set(developmentSeeds(10_000));
    expect(heldOutSeeds(10_000).filter((seed) => development.has(seed))).toEqual([]);
  });

  test('nothing done is never a pass, but where nothing is what was asked for', () => {
    const idle = KINDS.filter((kind) =>
      kind.make(new Random(SEED, kind.name)).check({ reports: [], answer: null }),
    );
    expect(idle).toEqual([]);
  });
});

/** Every third of them, each day others: `npm run tasks` has all, and more seeds. */
const CAN_BE_DONE = sampled(
  3,
  KINDS.filter(({ name }) => !NOT_SHOWN.has(name)),
);

describe('the offline navigator', () => {
  let runner: TaskRunner;
  const runs: TaskRun[] = [];
  beforeAll(async () => {
    runner = await TaskRunner.start();
  });
  afterAll(async () => {
    await runner.close();
  });

  test.each(CAN_BE_DONE)('does $name', async (kind) => {
    const run = await runner.run(kind, SEED);
    runs.push(run);
    expect(run.drive.need).toBeNull();
    expect({
      intent: run.task.intent,
      reports: run.reports,
      answer: run.drive.answer,
      passed: run.passed,
    }).toMatchObject({ passed: true });
  });

  test.each(KINDS.filter(({ name }) => NOT_SHOWN.has(name)))(
    'says that it cannot do $name, and does nothing',
    async (kind) => {
      const run = await runner.run(kind, SEED);
      expect(run.drive.need).toMatch(/could not be worked out|no field .* was found/);
      expect(run.reports).toEqual([]);
    },
  );

  test('of the steps that it was sure of, nine in ten were right', () => {
    expect(runs).toHaveLength(CAN_BE_DONE.length);
    expect(runs.length).toBeGreaterThan(40);
    expect(sureShare(runs)).toBeGreaterThanOrEqual(0.9);
    expect(calibration(runs).reduce((sum, { steps }) => sum + steps, 0)).toBeGreaterThan(runs.length);
    expect(kindTable(runs)).toContain(`(${(passRate(runs) * 100).toFixed(1)} %)`);
  });
});
