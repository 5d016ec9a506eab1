// The scoreboard: ways that get out of an unguarded browser, and none that gets out of a Ghost Tab.
// `npm run attack` runs every way on both sides and with each layer off; here are a part of them, so that it stays quick.
import { describe, expect, test } from 'vitest';
import { runWays } from './run.ts';
import { GUARDED_SAMPLE, guardedSample, SHARED_SAMPLE, UNGUARDED_SAMPLE } from './sample.ts';
import { inTable, isClean, score } from './scoreboard.ts';
import { FAMILIES } from './way.ts';
import { WAYS } from './ways/all.ts';

const LONG_MS = 300_000;

describe('the suite', () => {
  test('has at least 150 ways in every family that there is, each with a name of its own', () => {
    expect(WAYS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(WAYS.map(({ id }) => id)).size).toBe(WAYS.length);
    expect([...new Set(WAYS.map(({ family }) => family))].sort()).toEqual([...FAMILIES].sort());
    expect(WAYS.filter(({ id }) => !/^[a-z0-9-]{1,63}$/u.test(id))).toEqual([]);
  });

  test('tries what it says: its sample has ways of every family, whatever the day', () => {
    for (const ways of [guardedSample(0), guardedSample(1)]) {
      expect([...new Set(ways.map(({ family }) => family))].sort()).toEqual([...FAMILIES].sort());
      expect(ways.length).toBeGreaterThanOrEqual(150);
    }
  });
});

test(
  'unguarded, the canaries are reached: over HTTP, TLS, WebSockets, bare TCP and UDP',
  { timeout: LONG_MS },
  async () => {
    const result = await runWays({
      ways: UNGUARDED_SAMPLE,
      unguarded: true,
      guarded: false,
      tabs: 1,
      windowMs: 0,
    });
    const made = score(result);
    expect(made.alive, JSON.stringify(made.notAliveHere)).toBeGreaterThanOrEqual(made.tried * 0.9);
  },
);

test.each([
  ['a browser for each tab', 'process', GUARDED_SAMPLE, 3],
  ['one browser for all tabs', 'context', SHARED_SAMPLE, 2],
] as const)(
  'behind the boundary nothing gets through, though every page runs: %s',
  { timeout: LONG_MS },
  async (_name, isolation, ways, tabs) => {
    const result = await runWays({ ways, unguarded: false, guarded: true, isolation, tabs, windowMs: 200 });
    const made = score(result);
    expect(made.through).toEqual([]);
    expect(made.strays).toEqual([]);
    expect(made.idle).toEqual([]);
    expect(isClean(made), inTable(made, false)).toBe(true);
  },
);
