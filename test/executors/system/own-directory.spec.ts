// What somebody is told whose own directory is open to others.
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { readPrivate } from '#executors/system/private-file.ts';

test('a directory of one’s own that others write to is to be closed, not removed', () => {
  const home = mkdtempSync(join(tmpdir(), 'ghost-open-home-'));
  try {
    const share = join(home, 'share');
    mkdirSync(share);
    chmodSync(share, 0o777);
    writeFileSync(join(share, 'key'), 'x');
    for (const found of [ownDirectory(join(share, 'data'), 0o700), readPrivate(join(share, 'key'))])
      expect(found).toMatchObject({
        ok: false,
        error: { code: 'directory.unsafe', help: expect.stringContaining(`chmod go-w ${share}`) },
      });
    chmodSync(share, lstatSync(share).mode & 0o755);
    expect(ownDirectory(join(share, 'data'), 0o700).ok).toBe(true);
  } finally {
    rmSync(home, { recursive: true });
  }
});
