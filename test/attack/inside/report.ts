// The specs of this folder as a table: what is held, area by area, here and (with `at`) on an earlier commit.
// INVARIANT: a row counts as held only if its test ran and passed; a file that does not load is a row that failed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { inColumns } from '../columns.ts';

/** `THROUGH`: the attack did what it wanted. `NOT_LOADED`: the spec uses what that commit does not have. */
export const VERDICTS = ['HELD', 'THROUGH', 'NOT_RUN', 'NOT_LOADED'] as const;
type InsideVerdict = (typeof VERDICTS)[number];

export type InsideRow = {
  /** The spec's `describe`: area and name. */
  readonly area: string;
  /** The test's title: what holds. */
  readonly holds: string;
  readonly verdict: InsideVerdict;
  readonly seconds: number;
};

const FOLDER = 'test/attack/inside';

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
        }),
      ),
    }),
  ),
});

/** Runs the specs of this folder in the checkout `root`. Throws where the runner gives no report. */
export function runInside(root: string, only: string): readonly InsideRow[] {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-inside-'));
  try {
    const file = join(directory, 'report.json');
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      FOLDER,
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    spawnSync(process.execPath, args, {
      cwd: root,
      env: { ...process.env, GHOST_LONG: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return rowsOf(JSON.parse(readFileSync(file, 'utf8'))).filter(
      ({ area, holds }) => only === '' || `${area} ${holds}`.includes(only),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The rows of a report as vitest's JSON reporter writes it. */
export function rowsOf(report: unknown): readonly InsideRow[] {
  return vitestReport.parse(report).testResults.flatMap(({ name, status, assertionResults }) => {
    if (assertionResults.length === 0 && status !== 'passed')
      return [
        { area: basename(name), holds: 'the file does not load', verdict: 'NOT_LOADED' as const, seconds: 0 },
      ];
    return assertionResults.map(({ ancestorTitles, title, status: ended, duration }) => ({
      area: ancestorTitles.join(' › ') || basename(name),
      holds: title,
      verdict: verdictOf(ended),
      seconds: Math.round((duration ?? 0) / 100) / 10,
    }));
  });
}

function verdictOf(status: string): InsideVerdict {
  if (status === 'passed') return 'HELD';
  return status === 'failed' ? 'THROUGH' : 'NOT_RUN';
}

/** Nothing went through, every file loaded, and something was tried. What this machine cannot try (no second user) does not count. */
export const isHeld = (rows: readonly InsideRow[]): boolean =>
  rows.some(({ verdict }) => verdict === 'HELD') &&
  rows.every(({ verdict }) => verdict === 'HELD' || verdict === 'NOT_RUN');

/** `before`: the same specs on an earlier commit, in a column of their own; a row that it lacks is of a file that did not load there. */
export function insideTable(rows: readonly InsideRow[], before: readonly InsideRow[] | null): string {
  const then = new Map((before ?? []).map((row) => [`${row.area}\n${row.holds}`, row.verdict]));
  const count = (verdict: InsideVerdict): number => rows.filter((row) => row.verdict === verdict).length;
  const table = inColumns([
    ['area', 'now', ...(before === null ? [] : ['before']), 's', 'what holds'],
    ...rows.map(({ area, holds, verdict, seconds }) => [
      area,
      verdict,
      ...(before === null
        ? []
        : [
            then.get(`${area}
${holds}`) ?? 'NOT_LOADED',
          ]),
      String(seconds),
      holds,
    ]),
  ]);
  return `${table}\n${rows.length} attacks: ${VERDICTS.map((verdict) => `${count(verdict)} ${verdict.toLowerCase().replace('_', ' ')}`).join(', ')}`;
}
