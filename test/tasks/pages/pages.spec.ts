// The pages with the structure of real sites: what their tasks are, and one task of each on a real page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../contract.ts';
import { outcomeOf, type Outcome } from '../report.ts';
import { TaskRunner } from '../run.ts';
import { SITE_PAGES } from './all.ts';
import { sampled } from '#test/fixtures/how-much.ts';

const SEED = 1;
const TASKS = SITE_PAGES.flatMap(({ tasks }) => tasks);

describe('the pages', () => {
  test('there are at least forty, in nine families, each with three tasks or more', () => {
    expect(SITE_PAGES.length).toBeGreaterThanOrEqual(40);
    expect(new Set(SITE_PAGES.map(({ family }) => family)).size).toBeGreaterThanOrEqual(9);
    expect(SITE_PAGES.filter(({ tasks }) => tasks.length < 3).map(({ name }) => name)).toEqual([]);
    expect(new Set(TASKS.map(({ name }) => name)).size).toBe(TASKS.length);
  });

  test('each has a task that cannot be done, and most can be', () => {
    const impossible = SITE_PAGES.map(({ tasks }) =>
      tasks.filter((kind) => kind.make(new Random(SEED, kind.name)).ending === 'NOT_DONE'),
    );
    expect(impossible.filter((tasks) => tasks.length === 0)).toEqual([]);
    expect(impossible.flat().length).toBeLessThan(TASKS.length / 2);
  });

  test('a task is a function of its name and seed, and other seeds give other pages', () => {
    for (const kind of TASKS) {
      const made = (seed: number): string => JSON.stringify(kind.make(new Random(seed, kind.name)));
      expect(made(7)).toBe(made(7));
    }
    for (const { tasks } of SITE_PAGES) {
      const made = new Set(
        [1, 2, 3].map((seed) => JSON.stringify(tasks.map((kind) => kind.make(new Random(seed, kind.name))))),
      );
      expect(made.size).toBe(3);
    }
  });

  test('nothing done is no pass where something can be done', () => {
    const idle = TASKS.map((kind) => ({ kind, task: kind.make(new Random(SEED, kind.name)) })).filter(
      ({ task }) => task.ending === undefined && task.check({ reports: [], answer: null }),
    );
    expect(idle.map(({ kind }) => kind.name)).toEqual([]);
  });
});

/** Every second page, each day the others. */
const PAGES = sampled(2, SITE_PAGES);
/** What holds today of the first task of each page, of all pages; it only goes up. */
const PASSED_AT_LEAST = 8;
const FALSE_DONE_AT_MOST = 4;

describe('the offline navigator on them', () => {
  let runner: TaskRunner;
  const outcomes: Outcome[] = [];
  beforeAll(async () => {
    runner = await TaskRunner.start();
  });
  afterAll(async () => {
    await runner.close();
  });

  test.each(PAGES)('comes to an end on the page “$name”', async ({ tasks: [first] }) => {
    if (first === undefined) throw new Error('a page without a task');
    const run = await runner.run(first, SEED);
    outcomes.push(outcomeOf(run));
    expect(run.drive.need).not.toBe('step limit');
  });

  test('does no fewer of them than it did, and is wrong about no more', () => {
    const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
    expect(outcomes).toHaveLength(PAGES.length);
    // What a part is wrong about, it is wrong about in the whole; what it does not pass, the other part may.
    if (PAGES.length === SITE_PAGES.length) expect(count('PASSED')).toBeGreaterThanOrEqual(PASSED_AT_LEAST);
    expect(count('FALSE_DONE')).toBeLessThanOrEqual(FALSE_DONE_AT_MOST);
  });
});
