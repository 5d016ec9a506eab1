// The key: from the environment or from a file that changes, and printed nowhere.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { Secret } from '#cloud/system/secret.ts';
import { systemTime } from '#cloud/system/time.ts';
import { settingsOf } from '#cloud/settings/settings.ts';
import { TestCloud } from '#test/fixtures/cloud.ts';
import { GEMINI_KEY } from '#test/fixtures/gemini-server.ts';
import { ManualTime } from '#test/fixtures/manual-time.ts';

const folder = mkdtempSync(join(tmpdir(), 'cloud-key-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'key');
const put = (text: string): void => {
  writeFileSync(`${file}.next`, text);
  renameSync(`${file}.next`, file);
};

test('a file’s newest content, a moment later; one that is gone or half written leaves what was', async () => {
  const time = new ManualTime();
  put('one\n');
  const key = Secret.fromFile(file, time);
  const later = async (): Promise<string | undefined> => {
    await time.advance(3_000);
    return key?.read();
  };
  put('two\n');
  expect(key?.read()).toBe('one');
  expect(await later()).toBe('two');
  for (const half of ['', 'two words', 'line\nline', 'x'.repeat(5000), 'é']) {
    put(half);
    expect(await later(), half).toBe('two');
  }
  rmSync(file);
  expect(await later()).toBe('two');
  expect(Secret.fromFile(file, time)).toBe(null);
});

test('printed, it is no key', () => {
  const key = Secret.of('very-secret', new ManualTime());
  const printed = [
    String(key),
    JSON.stringify({ key }),
    inspect({ key }),
    inspect(key, { showHidden: true }),
  ];
  expect(printed.join()).not.toContain('very-secret');
});

test('a key that is rotated in its file is used without a restart', async () => {
  put(GEMINI_KEY);
  // Read anew at each call: the wait is tested above.
  let now = 0;
  const time = { monotonicMs: () => (now += 10_000), wallMs: () => Date.now(), after: () => () => undefined };
  await using cloud = await TestCloud.start({ env: { GEMINI_API_KEY_FILE: file }, time });
  cloud.gemini.replyBy(() => ({ says: 'ok' }));
  expect((await cloud.post()).status).toBe(200);
  cloud.gemini.key = 'rotated';
  expect((await cloud.post()).status).toBe(502);
  put('rotated');
  expect((await cloud.post()).status).toBe(200);
  expect(cloud.lines.join('')).not.toContain('rotated');
});

test('a file of a secret that is named and cannot be read is said to be so, not to be missing', () => {
  const env = { GEMINI_API_KEY_FILE: '/nowhere/at/all', USER_HASH_KEY: 'only-for-these-tests' };
  const parsed = settingsOf(env, systemTime);
  const faults = parsed.ok ? [] : parsed.faults;
  expect(faults).toContainEqual(expect.stringMatching(/^GEMINI_API_KEY_FILE: .*cannot be read/u));
  expect(faults.join('\n')).not.toContain('GEMINI_API_KEY: set it');
  expect(JSON.stringify(settingsOf({}, systemTime))).toContain('GEMINI_API_KEY: set it');
});
