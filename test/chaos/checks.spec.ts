// The harness sees what it is there to see: each check, beside what holds, is shown a violation that was planted.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#policy/language/failure.ts';
import { endedWell, nothingLeft, saysAllIsWell, tellsTheTruth, undisturbed, verifies } from './checks.ts';
import type { Known } from './checks.ts';
import { cellsOf, drawsOfCell, FAULTS, notApplicable, PHASES } from './matrix.ts';
import { isGreen, redLines, tableOf } from './report.ts';
import type { Outcome } from './report.ts';
import type { Ended } from './stage/lane.ts';
import { browsersBelow, helpersOf, signal } from './stage/processes.ts';

const ended = (out: unknown, more: Partial<Ended> = {}): Ended => ({
  code: 0,
  ms: 100,
  hung: false,
  ...more,
  out: typeof out === 'string' ? out : JSON.stringify(out),
});
const samples = (...all: readonly number[]) => all.map((ms, at) => ({ at, ms, error: null }));
const none = { processes: [], helpers: [], profiles: [], files: [], mounts: [] };

describe('an act', () => {
  test('ends well with a success, and with a typed error of a command or of a program', () => {
    expect(endedWell(ended({ ok: true }), 1_000)).toBeNull();
    expect(endedWell(ended({ ok: false, code: 'browser.crashed' }, { code: 1 }), 1_000)).toBeNull();
    expect(endedWell(ended({ error: { code: 'policy.not-loaded' } }, { code: 3 }), 1_000)).toBeNull();
  });
  test('that hangs, ends late, or ends with a stack trace is seen', () => {
    expect(endedWell(ended('', { hung: true, code: null }), 1_000)).toContain('no end');
    expect(endedWell(ended({ ok: true }, { ms: 1_001 }), 1_000)).toContain('budget');
    const trace = 'Error: ENOSPC: no space left on device, write\n    at writeSync (node:fs:902:3)';
    expect(endedWell(ended(trace, { code: 1 }), 1_000)).toContain('without a typed error');
  });
});

describe('a neighbour', () => {
  test('is not disturbed by what another gateway’s neighbour has as well', () => {
    expect(undisturbed(samples(90, 400), samples(80, 100), samples(380)).verdict).toBeNull();
  });
  test('that waits more than twice as long, or fails, is seen', () => {
    expect(undisturbed(samples(90, 400), samples(80, 100), samples(120))).toMatchObject({
      verdict: expect.stringContaining('3.3 ×'),
    });
    const failed = [{ at: 0, ms: 10, error: 'the page does not answer' }];
    expect(undisturbed(failed, samples(80), samples(80)).verdict).toContain('does not answer');
    expect(undisturbed([], samples(80), samples(80)).verdict).toContain('not seen');
  });
});

describe('what is left', () => {
  test('is nothing, or is named', () => {
    expect(nothingLeft(none)).toBeNull();
    expect(nothingLeft({ ...none, files: ['tmp/.org.chromium.Chromium.x'] })).toContain('org.chromium');
  });
  test.skipIf(process.platform !== 'linux')(
    'a process of a profile is seen, and a namespace helper',
    async () => {
      const profiles = mkdtempSync(join(tmpdir(), 'ghost-planted-'));
      const idle = ['-e', 'setInterval(() => {}, 60_000)', '--'];
      const browser = spawn(process.execPath, [...idle, `--user-data-dir=${profiles}/ghost-planted/profile`]);
      const helper = spawn(process.execPath, [...idle, '/x/namespace-helper.js', String(process.pid), '1']);
      try {
        await expect
          .poll(async () => (await browsersBelow(profiles)).map(({ profile, main }) => [profile, main]))
          .toEqual([['ghost-planted', browser.pid]]);
        await expect.poll(() => helpersOf(new Set([process.pid]))).toEqual([helper.pid]);
        expect(await helpersOf(new Set([1]))).toEqual([]);
      } finally {
        for (const { pid = 0 } of [browser, helper]) signal(pid, 'SIGKILL');
        rmSync(profiles, { recursive: true });
      }
    },
  );
});

describe('a status', () => {
  const known: Known = { phase: 'act', fault: 'eio', alive: true, pid: 7, refusals: [] };
  const well = { running: true, pid: 7, policy: { loaded: true }, audit: { disk: { low: false } } };

  test('that is true is taken', () => {
    expect(tellsTheTruth(ended(well), known)).toBeNull();
    expect(tellsTheTruth(ended({ running: false }), { ...known, alive: false, pid: null })).toBeNull();
    expect(tellsTheTruth(ended({ error: { code: 'gateway.unreachable' } }, { code: 1 }), known)).toBeNull();
    expect(saysAllIsWell(well)).toBeNull();
  });
  test('that is not is seen: a dead gateway that runs, a living one that does not, another process, a log that is well and refuses', () => {
    expect(tellsTheTruth(ended(well), { ...known, alive: false })).toContain('is gone');
    expect(tellsTheTruth(ended({ running: false }), known)).toContain('is there');
    expect(tellsTheTruth(ended(well), { ...known, pid: 8 })).toContain('process 7');
    expect(tellsTheTruth(ended(well), { ...known, refusals: ['audit.write-failed'] })).toContain('well');
    expect(tellsTheTruth(ended('', { hung: true }), known)).toContain('did not end');
    expect(tellsTheTruth(ended('TypeError: x is not a function'), known)).toContain('nothing typed');
    expect(saysAllIsWell({ ...well, audit: { disk: { low: true } } })).toContain('low');
    expect(saysAllIsWell({ running: false })).toContain('running');
  });
  test('a log that does not verify is seen', () => {
    const report = { entries: 3, checkpoint: null, firstBad: null, publicKey: 'key' };
    expect(verifies(ok({ ok: true, ...report }))).toBeNull();
    expect(verifies(ok({ ok: false, ...report }))).toContain('does not verify');
    expect(verifies(fail('audit.unreadable', 'there is no log'))).toContain('no log');
  });
});

describe('the matrix', () => {
  test('has a way to be run, or a reason, for each cell; and a seed strikes each at the same moment', () => {
    const cells = cellsOf(PHASES, FAULTS);
    expect(cells).toHaveLength(PHASES.length * FAULTS.length);
    const reasons = cells.flatMap(({ phase, fault }) => notApplicable(phase, fault) ?? []);
    expect(reasons.every((reason) => reason.length > 20)).toBe(true);
    expect(cells.length - reasons.length).toBeGreaterThan(130);
    const [first = { phase: 'look', fault: 'eio' } as const] = cells;
    expect(drawsOfCell(7, first)()).toBe(drawsOfCell(7, first)());
    expect(new Set(cells.map((cell) => drawsOfCell(7, cell)())).size).toBe(cells.length);
  });
  test('shows a red cell with its seed and the line that runs it again, and never takes what was not run for green', () => {
    const verdicts = { ended: null, others: null, left: null, log: null, status: null, works: null };
    const cell = { phase: 'look', fault: 'eio' } as const;
    const green: Outcome = { cell, verdicts, ratio: 1, seconds: 1, ends: [] };
    const red: Outcome = { ...green, verdicts: { ...verdicts, left: 'left: processes: 12' } };
    expect([green, red, { cell, broken: 'no tab' }].map(isGreen)).toEqual([true, false, false]);
    expect(redLines([red], 5)).toEqual([
      'look × eio, seed 5',
      '  left: left: processes: 12',
      '  the acts: ',
      '  again: npm run -s chaos -- --seed 5 --phase look --fault eio',
    ]);
    expect(tableOf([red])).toContain('| eio | - | RED:left | - |');
    expect(tableOf([])).toContain('| kill-helper | - | n/a | n/a |');
  });
});
