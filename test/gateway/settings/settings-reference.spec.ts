// The table of settings in docs/ and the JSON schema beside it are what the schema says.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { SETTINGS } from '#gateway/settings/schema.ts';
import { settingsReference, settingsSchema } from './settings-reference.ts';

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

test('docs/config.schema.json is for editors: it takes what the gateway takes, and names a wrong key, type and value', () => {
  const file = new URL('../../../docs/config.schema.json', import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, settingsSchema());
  const text = readFileSync(file, 'utf8');
  expect(text, 'run UPDATE_GOLDEN=1 npx vitest run test/gateway/settings/settings-reference').toBe(
    settingsSchema(),
  );
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(text));
  const good = { port: 4777, policy: ['default'], navigator: { use: 'offline' } };
  expect(SETTINGS.safeParse(good).success).toBe(true);
  expect(validate(good), JSON.stringify(validate.errors)).toBe(true);
  for (const bad of [{ prot: 4777 }, { port: 'x' }, { navigator: { use: 'nobody' } }]) {
    expect(SETTINGS.safeParse(bad).success).toBe(false);
    expect(validate(bad)).toBe(false);
  }
});
