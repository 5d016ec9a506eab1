// What config.yaml may say: settings are read, and whatever is wrong is an error with its line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_CONFIG, readConfig } from '#gateway/settings/config.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-config-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const read = (text: string) => {
  const file = join(directory, 'config.yaml');
  writeFileSync(file, text);
  return readConfig(file);
};

test('no file means the defaults; an empty one too', () => {
  expect(readConfig(join(directory, 'none.yaml'))).toEqual({ ok: true, value: DEFAULT_CONFIG });
  expect(read('')).toEqual({ ok: true, value: DEFAULT_CONFIG });
});

test('settings are read', () => {
  const config = read(
    'port: 0\nsites:\n  - { name: wiki, url: "https://wiki.example/", about: [articles] }\n',
  );
  expect(config).toMatchObject({ ok: true, value: { port: 0, sites: [{ name: 'wiki' }] } });
});

test('an unknown key, a wrong type and a value out of range are errors with their line', () => {
  expect(read('port: 0\nheadles: true\n')).toMatchObject({ ok: false, error: { code: 'config.bad-value' } });
  expect(read('stepLimit: 20\nmaxTabs: 99\n')).toMatchObject({
    ok: false,
    error: { code: 'config.bad-value', span: { line: 2 } },
  });
  expect(read('sites:\n  - { name: x, url: "javascript:alert(1)" }\n')).toMatchObject({
    ok: false,
    error: { code: 'config.bad-value' },
  });
});

test('what is not YAML, or cannot be read, is no "no settings"', () => {
  expect(read('a: [')).toMatchObject({ ok: false, error: { code: 'config.unreadable' } });
  expect(readConfig(directory)).toMatchObject({ ok: false, error: { code: 'config.unreadable' } });
});
