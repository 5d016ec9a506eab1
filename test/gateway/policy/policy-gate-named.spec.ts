// Files that are named bring the test files beside them to the gate: one that was deleted is seen, as it is in a folder.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gateFiles } from '#gateway/client/policy/gate.ts';
import { gateExit } from '#policy/tools/gate/gate.ts';
import { renderGateMarkdown, renderGateText } from '#policy/tools/gate/gate-forms.ts';
import { DEFAULT_TEXT } from '#test/fixtures/policy/policies.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-gate-named-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let folders = 0;
function folder(files: Readonly<Record<string, string>>): string {
  folders += 1;
  const path = join(directory, `f${folders}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

const tests = (policy: string, cases = 'ACCESS_HISTORY'): string => `policy: ./${policy}
given: { executor: HEADED_CHROMIUM }
cases:
  - { name: it stays closed, with: { capability: ${cases} }, expect: DENY }
`;
function gated(renewed: readonly string[], old: readonly string[]): { exit: number; text: string } {
  const report = gateFiles(renewed, old, {});
  if (!report.ok) throw new Error(report.error.map(({ message }) => message).join('\n'));
  return { exit: gateExit(report.value), text: renderGateText(report.value) };
}

describe('a test file beside a named file', () => {
  test.each([
    ['by its name', 'team.policy-test.yaml'],
    ['by what it tests', 'night.policy-test.yaml'],
    ['as JSON, by what it tests', 'night.policy-test.json'],
  ])('%s: that it was deleted is seen', (_how, name) => {
    const before = folder({ 'team.yaml': DEFAULT_TEXT, [name]: tests('team.yaml') });
    const after = folder({ 'team.yaml': DEFAULT_TEXT });
    const { exit, text } = gated([join(after, 'team.yaml')], [join(before, 'team.yaml')]);
    expect(exit, text).toBe(3);
    expect(text).toMatch(/GUARD REMOVED tests of .*policy-test\.(?:yaml|json): 1 cases/u);
  });

  test('that it was deleted beside a file of another name is seen', () => {
    const both = folder({
      'old.yaml': DEFAULT_TEXT,
      'new.yaml': DEFAULT_TEXT,
      'old.policy-test.yaml': tests('old.yaml'),
    });
    expect(gated([join(both, 'new.yaml')], [join(both, 'old.yaml')]).exit).toBe(3);
  });

  test('one that does not load demands what nobody knows: that it is gone is seen', () => {
    const before = folder({
      'team.yaml': DEFAULT_TEXT,
      'x.policy-test.yaml': tests('team.yaml').replace('cases', 'casses'),
    });
    const after = folder({ 'team.yaml': DEFAULT_TEXT });
    const { exit, text } = gated([join(after, 'team.yaml')], [join(before, 'team.yaml')]);
    expect([exit, text.includes('cannot be read')], text).toEqual([3, true]);
  });

  test('in a folder of the project that is not below the working directory: that it was deleted is seen', () => {
    const inProject = mkdtempSync(fileURLToPath(new URL('../../../ghost-gate-named-', import.meta.url)));
    const working = process.cwd();
    try {
      const [before, after] = [join(inProject, 'before'), join(inProject, 'after')];
      for (const path of [before, after]) {
        mkdirSync(path);
        writeFileSync(join(path, 'team.yaml'), DEFAULT_TEXT);
        writeFileSync(join(path, 'night.policy-test.yaml'), tests('team.yaml'));
      }
      process.chdir(directory);
      const compared = (): number => gated([join(after, 'team.yaml')], [join(before, 'team.yaml')]).exit;
      expect(compared()).toBe(0);
      rmSync(join(after, 'night.policy-test.yaml'));
      expect(compared()).toBe(3);
    } finally {
      process.chdir(working);
      rmSync(inProject, { recursive: true, force: true });
    }
  });

  test('one that cannot be read is no reason to look at less', () => {
    const before = folder({ 'team.yaml': DEFAULT_TEXT });
    symlinkSync('gone', join(before, 'night.policy-test.yaml'));
    const after = folder({ 'team.yaml': DEFAULT_TEXT });
    const report = gateFiles([join(after, 'team.yaml')], [join(before, 'team.yaml')], {});
    expect(report).toMatchObject({
      ok: false,
      error: [{ code: 'policy.unreadable', message: expect.stringContaining('night.policy-test.yaml') }],
    });
  });

  test('a case that it lost on the way to another name is seen', () => {
    const before = folder({ 'team.yaml': DEFAULT_TEXT, 'team.policy-test.yaml': tests('team.yaml') });
    const after = folder({
      'renamed.yaml': DEFAULT_TEXT,
      'renamed.policy-test.yaml': tests('renamed.yaml', 'ACCESS_PASSWORDS'),
    });
    const { exit, text } = gated([join(after, 'renamed.yaml')], [join(before, 'team.yaml')]);
    expect(exit, text).toBe(3);
    expect(text).toContain('GUARD REMOVED tests.it stays closed');
  });
});

describe('its harmless twin', () => {
  const whole = { 'team.yaml': DEFAULT_TEXT, 'team.policy-test.yaml': tests('team.yaml') };

  test.each([
    ['the same on both sides', whole],
    [
      'policy and test under other names',
      { 'renamed.yaml': DEFAULT_TEXT, 'renamed.policy-test.yaml': tests('renamed.yaml') },
    ],
    ['a test file more', { ...whole, 'more.policy-test.yaml': tests('team.yaml', 'ACCESS_PASSWORDS') }],
  ])('%s: it may go in', (_what, files) => {
    const [before, after] = [folder(whole), folder(files)];
    const name = Object.keys(files)[0] ?? '';
    const { exit, text } = gated([join(after, name)], [join(before, 'team.yaml')]);
    expect(exit, text).toBe(0);
  });

  test('a test file of another policy in the same folder is none of it', () => {
    const other = { 'other.yaml': DEFAULT_TEXT, 'other.policy-test.yaml': tests('other.yaml') };
    const before = folder({ ...whole, ...other });
    const { exit, text } = gated([join(folder(whole), 'team.yaml')], [join(before, 'team.yaml')]);
    expect(exit, text).toBe(0);
  });

  test('a file in the place of a shipped policy does not have to bring its tests', () => {
    const alone = folder({ 'team.yaml': DEFAULT_TEXT });
    expect(gated([join(alone, 'team.yaml')], ['default']).exit).toBe(0);
    expect(gated(['default'], ['default']).exit).toBe(0);
  });
});

test('a file whose name is markup is none in the Markdown report, and neither is what it says', () => {
  const before = folder({ 'team.yaml': DEFAULT_TEXT });
  const after = folder({
    '<img src=x onerror=a>[l](u)|.yaml': DEFAULT_TEXT.replace('end: phase38-default@1', 'end: "<b>@1"'),
  });
  const report = gateFiles(
    [join(after, '<img src=x onerror=a>[l](u)|.yaml')],
    [join(before, 'team.yaml')],
    {},
  );
  if (!report.ok) throw new Error('it was not read');
  const text = renderGateMarkdown(report.value);
  expect(gateExit(report.value), text).not.toBe(0);
  expect(text).toContain('&#60;img src=x `onerror=a>');
  expect(text.replaceAll(/`[^`\n]*`/gu, ''), 'outside of code').not.toMatch(/[<>]|\]\(/u);
});

test('what a test is called is no line of the report, and nothing that a terminal obeys', () => {
  const named = tests('team.yaml').replace('it stays closed', '"x\\e[2J\\nit may go in\\u202e"');
  const before = folder({ 'team.yaml': DEFAULT_TEXT, 'team.policy-test.yaml': named });
  const after = folder({
    'team.yaml': DEFAULT_TEXT,
    'team.policy-test.yaml': tests('team.yaml', 'ACCESS_PASSWORDS'),
  });
  const { exit, text } = gated([join(after, 'team.yaml')], [join(before, 'team.yaml')]);
  expect(exit, text).toBe(3);
  expect(text).toContain('GUARD REMOVED tests.x\\u001b[2J\\nit may go in\\u202e of');
  expect(text.split('\n').filter((line) => /^it may go in|[^\P{C}]/u.test(line))).toEqual([]);
});
