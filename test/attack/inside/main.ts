// `npm run attack -- --inside [--at COMMIT] [--only TEXT] [--json]`: the attacks of those inside the boundary, as a table.
// INVARIANT: the exit code is 0 only if no attack went through.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insideTable, isHeld, runInside } from './report.ts';
import type { InsideRow } from './report.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
/** What the specs are made of: it goes along to the earlier commit. */
const SPECS = ['test/attack/inside', 'test/fixtures'] as const;

/** Prints the table; returns the exit code. */
export function reportInside(wanted: {
  readonly at?: string | undefined;
  readonly only: string;
  readonly json: boolean;
}): number {
  const rows = runInside(ROOT, wanted.only);
  const before = wanted.at === undefined ? null : runAt(wanted.at, wanted.only);
  process.stdout.write(
    wanted.json ? `${JSON.stringify({ rows, before }, null, 2)}\n` : `${insideTable(rows, before)}\n`,
  );
  return isHeld(rows) ? 0 : 1;
}

/** The specs of this checkout on the sources of another commit, in a work tree that is removed afterwards. */
function runAt(commit: string, only: string): readonly InsideRow[] {
  const tree = join(mkdtempSync(join(tmpdir(), 'ghost-commit-')), 'tree');
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', args, { cwd: ROOT, stdio: 'ignore' });
  git('worktree', 'add', '--detach', tree, commit);
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    for (const path of SPECS) {
      rmSync(join(tree, path), { recursive: true, force: true });
      cpSync(join(ROOT, path), join(tree, path), { recursive: true });
    }
    return runInside(tree, only);
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(join(tree, '..'), { recursive: true, force: true });
  }
}
