// A few cells of the matrix, as `npm run chaos` plays them: so that it can be run when it is needed.
import { execFile, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { faultLibrary } from '#test/fixtures/faults/preload.ts';

const MAIN = new URL('main.ts', import.meta.url).pathname;

function cannot(): string | null {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return 'only root on Linux';
  const library = faultLibrary();
  if ('missing' in library) return library.missing;
  const mounted = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return mounted.status === 0 ? null : 'nothing can be mounted here';
}

const played = z.array(
  z.object({ cell: z.object({ fault: z.string() }), verdicts: z.record(z.string(), z.unknown()) }),
);

test('a look whose renderer or client is killed ends with a typed error, leaves nothing behind, and works again', async (context) => {
  const why = cannot();
  if (why !== null) return context.skip(why);
  const words = [
    '--phase',
    'look',
    '--fault',
    'kill-renderer',
    '--fault',
    'kill-client',
    '--lanes',
    '1',
    '--json',
  ];
  const ran = await new Promise<{ code: number | null; out: string }>((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...words], (_error, stdout) =>
      resolve({ code: child.exitCode, out: stdout }),
    );
  });
  // How long a neighbour waits says nothing beside a suite that has all cores: `npm run chaos` holds that.
  const holds = { ended: null, left: null, log: null, status: null, works: null };
  const found = played.parse(JSON.parse(ran.out));
  expect(
    Object.fromEntries(found.map(({ cell, verdicts: { others: _others, ...rest } }) => [cell.fault, rest])),
  ).toEqual({
    'kill-client': holds,
    'kill-renderer': holds,
  });
  const isQuiet = found.every(({ verdicts }) => verdicts['others'] === null);
  expect(ran.code).toBe(isQuiet ? 0 : 1);
}, 300_000);
