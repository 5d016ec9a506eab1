// A disk without room for a profile: an error that says so, and nothing left behind.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeProfile, removeProfile } from '#executors/browsers/processes/profile.ts';

const root = mkdtempSync(join(tmpdir(), 'ghost-full-'));

function mounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24k,mode=0755', 'tmpfs', root], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const small = mounted();
afterAll(() => {
  if (small) execFileSync('umount', [root]);
  rmSync(root, { recursive: true, force: true });
});

test.skipIf(!small)(
  'a profile that cannot be made whole is an error with its mend, and leaves nothing',
  async () => {
    const profiles = join(root, 'profiles');
    const made = await makeProfile(profiles, null);
    expect(made).toMatchObject({ ok: false, error: { code: 'browser.launch-failed', retryable: true } });
    if (!made.ok) {
      expect(String(made.error.cause)).toContain('ENOSPC');
      expect(made.error.help).toContain('space');
    }
    expect(readdirSync(profiles)).toEqual([]);
  },
);

test('with room it is made, cleared, and goes without a trace', async () => {
  const profiles = mkdtempSync(join(tmpdir(), 'ghost-room-'));
  const made = await makeProfile(profiles, null);
  if (!made.ok) throw new Error(made.error.message);
  expect(made.value.cleared).toBe(true);
  expect(await removeProfile(made.value.directory)).toBe(true);
  expect(readdirSync(profiles)).toEqual([]);
  rmSync(profiles, { recursive: true });
});
