// What lies beside a store from before a change of its format, as `ghost doctor` names it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkFormats } from '#gateway/client/doctor/storage-checks.ts';
import { machine } from '#gateway/client/doctor/probes.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { HEALTHY } from '#gateway/protocol/views/health.ts';
import { home } from '#test/fixtures/backups.ts';

test('a copy of the vault from before a change is named with its path, also where there is no log', () => {
  const { root, at } = home();
  mkdirSync(at('vault'), { mode: 0o700 });
  const copy = at('vault/vault.db.format-1.20261123T100000Z');
  for (const file of [copy, `${copy}.new`]) writeFileSync(file, '');
  const nothing = machine(pathsFor(root), {
    browser: () => Promise.reject(new Error('not looked for')),
    audit: () => Promise.resolve(null),
    built: () => true,
    health: () => Promise.resolve(HEALTHY),
    inForce: () => Promise.resolve(null),
  });
  const { detail } = checkFormats(nothing);
  expect(detail).toContain(`kept from before a change: ${copy}`);
  expect(detail).not.toContain('.new');
});
