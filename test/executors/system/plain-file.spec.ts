// What others hand us as a file: a pipe, a device, a directory, something far too large. Nothing waits, and nothing is held.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPlainFile, readPlainText } from '#executors/system/plain-file.ts';
import { readPolicyText } from '#gateway/settings/policy-source.ts';
import { readPublicKey, readSecretKey, readTrusted } from '#gateway/policy/kept/keys.ts';
import { sessionFile } from '#gateway/boundary/bringing/session-file.ts';
import { loggedLines } from '#gateway/client/policy/log.ts';
import { readRecording } from '#gateway/client/files/recording-file.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';

const root = mkdtempSync(join(tmpdir(), 'ghost-plain-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const path = (name: string): string => join(root, name);

const pipe = path('pipe');
execFileSync('/usr/bin/mkfifo', [pipe]);
const huge = path('huge');
writeFileSync(huge, '');
truncateSync(huge, 10 * 1024 ** 3); // ten gibibytes of nothing: they take no room on the disk
const link = path('link');
symlinkSync(pipe, link);

test('a file is read whole, through a link too, and one that says it has no size as well', () => {
  writeFileSync(path('text'), 'à la carte\n');
  symlinkSync(path('text'), path('text-link'));
  expect(readPlainText(path('text'), 64)).toBe('à la carte\n');
  expect(readPlainText(path('text-link'), 64)).toBe('à la carte\n');
  expect(readPlainFile(path('text'), 12)).toHaveLength(12);
  expect(() => readPlainFile(path('text'), 11)).toThrow('has 12 bytes, more than 11');
  if (process.platform === 'linux')
    expect(readPlainText('/proc/self/status', 1024 * 1024)).toContain(`Pid:\t${process.pid}`);
});

test('a pipe, a device, a directory and a far too large file are refused at once, by what they are', () => {
  expect(() => readPlainFile(pipe, 64)).toThrow('is a pipe');
  expect(() => readPlainFile(link, 64)).toThrow('is a pipe');
  expect(() => readPlainFile('/dev/zero', 64)).toThrow('is a device');
  expect(() => readPlainFile(root, 64)).toThrow(/directory/u);
  expect(() => readPlainFile(huge, 64)).toThrow('more than 64');
});

describe.each([
  ['a pipe', pipe],
  ['a link to a pipe', link],
  ['a device', '/dev/zero'],
  ['ten gibibytes', huge],
])('%s', (_, file) => {
  test('as a policy, a key, a session, a log or a recording is an error that names it', async () => {
    const before = process.memoryUsage.rss();
    const answers = [
      readPolicyText(file),
      readSecretKey(file),
      readPublicKey(file),
      await sessionFile('kept', file).cookies('a.test', new AbortController().signal, aTaskContext()),
      await loggedLines(file),
      readRecording(file),
    ];
    for (const answer of answers) {
      expect(answer.ok).toBe(false);
      if (!answer.ok) expect(`${answer.error.message} ${answer.error.help ?? ''}`).toContain(file);
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  });
});

test('a pipe in the place of the trusted keys is an error, not a wait', () => {
  execFileSync('/usr/bin/mkfifo', [path('trusted-keys')]);
  expect(readTrusted(root)).toMatchObject({ ok: false, error: { code: 'policy.bad-key' } });
});
