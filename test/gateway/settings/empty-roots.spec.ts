// Roots of profiles of gateways that are gone: what is swept at a start, and what stays.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sweepEmptyRoots } from '#gateway/settings/directories/empty-roots.ts';

const [OLD, OWN, USED, YOUNG] = ['0', '1', '2', '3'].map((digit) => digit.repeat(16));

test('an empty root of an hour ago goes; one’s own, one in use, a young one and what is named otherwise stay', () => {
  const roots = mkdtempSync(join(tmpdir(), 'ghost-roots-'));
  try {
    const names = [OLD, OWN, USED, YOUNG, 'profiles', 't'].map(String);
    for (const name of names) mkdirSync(join(roots, name));
    writeFileSync(join(roots, String(USED), 'owner.json'), '{}');
    writeFileSync(join(roots, 'f'.repeat(16)), 'a file');
    const long = new Date(Date.now() - 2 * 3_600_000);
    for (const name of readdirSync(roots)) if (name !== YOUNG) utimesSync(join(roots, name), long, long);
    sweepEmptyRoots(roots, join(roots, String(OWN)));
    expect(readdirSync(roots).sort()).toEqual(
      [...names.filter((name) => name !== OLD), 'f'.repeat(16)].sort(),
    );
    sweepEmptyRoots(join(roots, 'nowhere'), '');
  } finally {
    rmSync(roots, { recursive: true });
  }
});
