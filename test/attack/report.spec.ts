// The tables of the attack suites: what they count, and what they do not take for held.
import { describe, expect, test } from 'vitest';
import { insideTable, isHeld, rowsOf } from './inside/report.ts';

const file = (name: string, status: string, tests: readonly (readonly [string, string])[]) => ({
  name: `/somewhere/${name}`,
  status,
  assertionResults: tests.map(([title, ended]) => ({
    ancestorTitles: ['consent: who answers'],
    title,
    status: ended,
    duration: 1234,
  })),
});

describe('the table of attacks from inside', () => {
  test('a test that passes is a row that is held, one that fails is an attack that went through', () => {
    const rows = rowsOf({
      testResults: [
        file('a.spec.ts', 'failed', [
          ['the app cannot answer', 'passed'],
          ['a ticket is no leave', 'failed'],
        ]),
      ],
    });
    expect(rows.map(({ verdict }) => verdict)).toEqual(['HELD', 'THROUGH']);
    expect(isHeld(rows)).toBe(false);
    expect(insideTable(rows, null)).toBe(
      [
        'area                  now      s    what holds',
        'consent: who answers  HELD     1.2  the app cannot answer',
        'consent: who answers  THROUGH  1.2  a ticket is no leave',
        '2 attacks: 1 held, 1 through, 0 not run, 0 not loaded',
      ].join('\n'),
    );
  });

  test('a file that does not load, and a run without tests, are not held', () => {
    const rows = rowsOf({ testResults: [file('b.spec.ts', 'failed', [])] });
    expect(rows).toEqual([
      { area: 'b.spec.ts', holds: 'the file does not load', verdict: 'NOT_LOADED', seconds: 0 },
    ]);
    expect(isHeld(rows)).toBe(false);
    expect(isHeld([])).toBe(false);
  });

  test('beside it stands what an earlier commit did', () => {
    const now = rowsOf({ testResults: [file('a.spec.ts', 'passed', [['the app cannot answer', 'passed']])] });
    const then = rowsOf({
      testResults: [file('a.spec.ts', 'failed', [['the app cannot answer', 'failed']])],
    });
    expect(insideTable(now, then)).toContain('HELD  THROUGH  1.2');
    expect(isHeld(now)).toBe(true);
  });
});
