// The commands: exit codes, formats, mends in place, and layouts that are proved.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { policySchema } from '#policy/engine/reading/schema.ts';
import type { Ran } from '#test/fixtures/ghost.ts';
import { program } from '#test/fixtures/program.ts';

const directory = mkdtempSync(join(tmpdir(), 'ghost-lint-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const ghost = (...args: readonly string[]): Promise<Ran> => program(['policy', ...args], directory);
function file(name: string, body: string): string {
  const path = join(directory, name);
  writeFileSync(path, `policy: 1\nid: layer\nextends: { id: phase38-default }\nowner: web\n${body}`);
  return path;
}

test('check: 0 for the shipped policy, 1 for a warning unless it is not strict, 1 for what does not load', async () => {
  const warned = file(
    'warned.yaml',
    "rules:\n  - { id: u, decision: DENY, when: { capability: FILE_UPLOAD }, except: [{ host: '*.com' }], reason: r }\n",
  );
  const broken = file('broken.yaml', 'rulez: []\n');
  const [clean, strict, lenient, bad] = await Promise.all([
    ghost('check', '--json'),
    ghost('check', warned),
    ghost('check', warned, '--no-strict'),
    ghost('check', broken),
  ]);
  expect(clean.code, clean.stderr).toBe(0);
  expect(JSON.parse(clean.stdout)).toMatchObject({
    ok: true,
    policy: { id: 'phase38-default' },
    counts: { errors: 0, warnings: 0 },
  });
  expect(strict.code).toBe(1);
  expect(strict.stdout).toMatch(
    /warned\.yaml:6:\d+: policy\.broad-wildcard: warning: .*\n {2}6 \| .*\n {4}\| +\^{7}\n/u,
  );
  expect(lenient.code).toBe(0);
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/broken\.yaml:5:1: policy\.unknown-key: error: /u);
});

test('check --fix takes out what decides nothing, and says so', async () => {
  const path = file(
    'fix.yaml',
    'rules:\n  - { id: a, decision: DENY, when: { capability: FILE_UPLOAD }, reason: r }\n  - { id: b, decision: DENY, when: { capability: FILE_UPLOAD }, reason: r }\n',
  );
  const fixed = await ghost('check', path, '--fix');
  expect(fixed.code, fixed.stdout).toBe(0);
  expect(fixed.stderr).toContain('remove `rules.a` (policy.redundant)');
  const text = readFileSync(path, 'utf8');
  expect(text).not.toContain('id: a');
  expect(text).toContain('id: b');
});

test('fmt: a layout on stdout, --check names what differs, --write puts it right and does nothing twice', async () => {
  const path = file(
    'fmt.yaml',
    'rules:\n    - {decision: DENY, id: a, when: {capability: FILE_UPLOAD}} # why\n',
  );
  const shown = await ghost('fmt', path);
  const checked = await ghost('fmt', '--check', path);
  const written = await ghost('fmt', '--write', path);
  const again = await ghost('fmt', '--check', path);
  expect(shown.stdout).toContain('  - { id: a, decision: DENY, when: { capability: FILE_UPLOAD } } # why\n');
  expect([checked.code, written.code, again.code]).toEqual([1, 0, 0]);
  expect(readFileSync(path, 'utf8')).toBe(shown.stdout);
});

test('the matrix of a host, the schema, the lints and the exports are printed', async () => {
  const [markdown, schema, lints, logic, cedar] = await Promise.all([
    ghost('matrix', '--format', 'markdown', '--host', 'LOCALHOST'),
    ghost('schema'),
    ghost('lints', '--json'),
    ghost('export', 'json-logic'),
    ghost('export', 'cedar', '--schema'),
  ]);
  expect(markdown.stdout).toMatch(/^# `phase38-default@\d+` on localhost\n/u);
  expect(markdown.stdout).toContain('| NAVIGATE_CROSS_ORIGIN | DENY | DENY |');
  expect(JSON.parse(schema.stdout)).toEqual(policySchema());
  expect(JSON.parse(lints.stdout)).toContainEqual(
    expect.objectContaining({ id: 'powerless', level: 'warning' }),
  );
  expect(JSON.parse(logic.stdout)).toMatchObject({
    decision: expect.any(Object),
    semantic: expect.stringMatching(/^sha256:/),
  });
  expect(cedar.stdout).toContain('capability: String,');
});

test('a host that is none is a usage error', async () => {
  const ran = await ghost('matrix', '--host', 'https://a.example/x');
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('is not a host');
});
