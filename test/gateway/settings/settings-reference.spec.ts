// The table of settings in docs/ is what the schema says.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SETTINGS } from '#gateway/settings/schema.ts';
import { settingsReference } from './settings-reference.ts';

test('docs/settings.md is what the schema says, with a row for every key', () => {
  const file = new URL('../../../docs/settings.md', import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, settingsReference());
  expect(existsSync(file)).toBe(true);
  const text = readFileSync(file, 'utf8');
  expect(text, 'run UPDATE_GOLDEN=1 npx vitest run test/gateway/settings/settings-reference').toBe(
    settingsReference(),
  );
  const keys = Object.keys(SETTINGS.shape);
  expect(keys.length).toBeGreaterThan(20);
  for (const key of keys) expect(text).toContain(`| \`${key}\` |`);
});
