// `ghost policy diff|verify|why-not|explain --audit` as they are typed: answers, formats and exit codes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import type { Ran } from '#test/fixtures/ghost.ts';
import { program } from '#test/fixtures/program.ts';
import { DEFAULT_TEXT, edited, facts } from '#test/fixtures/policy/policies.ts';

const directory = mkdtempSync(join(tmpdir(), 'ghost-compare-'));
const run = (args: readonly string[]): Promise<Ran> => program(args, directory);
const file = (name: string): string => join(directory, name);
beforeAll(() => {
  const loose = edited(['FILE_DOWNLOAD: [ESCALATE, DENY]', 'FILE_DOWNLOAD: [ALLOW, DENY]']);
  writeFileSync(file('loose.yaml'), loose.text);
  writeFileSync(file('same.yaml'), `# A comment.\n${DEFAULT_TEXT}`);
  writeFileSync(
    file('open.yaml'),
    edited(['ACCESS_HISTORY: [NEVER, NEVER]', 'ACCESS_HISTORY: [NEVER, ALLOW]']).text,
  );
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('diff: 3 loosened, 2 only tightened, 0 same, 1 a side that does not load; in every format', async () => {
  const [loosened, tightened, same, broken] = await Promise.all([
    run(['policy', 'diff', 'default', file('loose.yaml'), '--json']),
    run(['policy', 'diff', file('loose.yaml'), 'default', '--format', 'markdown']),
    run(['policy', 'diff', 'default', file('same.yaml')]),
    run(['policy', 'diff', 'default', file('open.yaml'), '--format', 'sarif']),
  ]);
  expect(loosened.code, loosened.stderr).toBe(3);
  expect(loosened.json()).toMatchObject({
    exit: 3,
    rows: [{ direction: 'LOOSENED', from: 'ESCALATE', to: 'ALLOW' }, {}],
  });
  expect(tightened.code, tightened.stderr).toBe(2);
  expect(tightened.stdout).toContain('| TIGHTENED | ALLOW -> ESCALATE | FILE_DOWNLOAD |');
  expect(same.code, same.stderr).toBe(0);
  expect(same.stdout).toContain('same: no request is decided otherwise');
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain('policy.invariant-violated');
});

test('diff --summary: how much differs where, guards and the verdict, with the same exit code and no request', async () => {
  const [whole, summary] = await Promise.all([
    run(['policy', 'diff', 'default', 'read-only']),
    run(['policy', 'diff', 'default', 'read-only', '--summary']),
  ]);
  expect([whole.code, summary.code]).toEqual([2, 2]);
  expect(whole.stdout).toContain('witness {');
  expect(summary.stdout).not.toContain('witness {');
  expect(summary.stdout.length).toBeLessThan(whole.stdout.length / 10);
  expect(summary.stdout).toMatch(/^TIGHTENED {2}ESCALATE -> DENY {2}.*FILE_DOWNLOAD.*: \d+ regions$/mu);
  const last = (text: string): readonly string[] => text.trimEnd().split('\n').slice(-3);
  expect(last(summary.stdout)).toEqual(last(whole.stdout));
});

test('verify: 0 all proven; 1 with the witness of a file that the compiler refuses', async () => {
  const [proven, violated] = await Promise.all([
    run(['policy', 'verify', 'policy/defaults/default.yaml', '--json']),
    run(['policy', 'verify', file('open.yaml')]),
  ]);
  expect(proven.code, proven.stderr).toBe(0);
  expect(proven.json()).toMatchObject({ ok: true, milliseconds: expect.any(Number), refused: [] });
  expect(violated.code).toBe(1);
  expect(violated.stdout).toMatch(
    /VIOLATED {2}INV-2 .*\n.*is ALLOW, by defaults\.capability at .*open\.yaml:\d+:\d+\n.*witness \{"capability":"ACCESS_HISTORY"/u,
  );
});

test('why-not and explain --json say what would have been allowed', async () => {
  const request = ['--capability', 'NAVIGATE_CROSS_ORIGIN', '--executor', 'HEADED_CHROMIUM'];
  const [text, data] = await Promise.all([
    run(['policy', 'why-not', ...request]),
    run(['policy', 'explain', ...request, '--json']),
  ]);
  expect(text.code, text.stderr).toBe(0);
  expect(text.stdout).toContain('almost rules.named-by-user (ALLOW)');
  expect(text.stdout).toContain('nearest ALLOW: namedByUser true');
  expect(data.json()).toMatchObject({
    decision: 'ESCALATE',
    nearestAllow: { change: { namedByUser: true } },
  });
});

test('an entry of the audit log is decided again, by its number', async () => {
  const audit = join(directory, 'audit');
  mkdirSync(audit, { recursive: true });
  const log = await openAuditLog({ directory: audit });
  if (!log.ok) throw new Error(log.error.message);
  const asked = facts({ capability: 'FILE_DOWNLOAD', executor: 'HEADLESS_CHROMIUM' });
  const event = {
    type: 'decision',
    taskId: null,
    requestId: null,
    who: 'navigator:offline',
    what: 'download',
    where: 'a.example',
    verdict: 'ESCALATE',
    why: 'rules.gone',
    outcome: null,
    details: { gates: [{ url: null, decision: 'ESCALATE', facts: { ...asked } }], policy: 'sha256:before' },
  } as const;
  await log.value.append(event);
  await log.value.append({
    ...event,
    details: { gates: [{ decision: 'DENY', facts: { capability: 'SCREENSHOT' } }] },
  });
  await log.value.close();
  const [found, older] = await Promise.all([
    run(['policy', 'explain', '--audit', '1', '--policy', 'default']),
    run(['policy', 'explain', '--audit', '2', '--policy', 'default', '--json']),
  ]);
  expect(found.code, found.stderr).toBe(0);
  expect(found.stdout).toContain('was ESCALATE, is now DENY');
  expect(found.stdout).toContain('decided under sha256:before; the policy is now sha256:');
  expect(found.stdout).toContain('because defaults.capability');
  expect(older.code).toBe(1);
  expect(older.stdout).toContain('entry 2 lacks the facts `host`');
});

test('a number that the log does not have is said to be so, with the numbers that it has', async () => {
  const [unknown, zero, word] = await Promise.all([
    run(['policy', 'explain', '--audit', '999', '--policy', 'default', '--json']),
    run(['policy', 'explain', '--audit', '0', '--policy', 'default']),
    run(['policy', 'explain', '--audit', 'last', '--policy', 'default']),
  ]);
  expect(unknown.code).toBe(2);
  expect(unknown.json()).toMatchObject({
    error: {
      code: 'audit.bad-query',
      message: 'there is no entry 999',
      help: 'the log has entries 1 to 2',
    },
  });
  expect(zero.code).toBe(2);
  expect(zero.stderr).toMatch(/no entry 0|whole number/u);
  expect(word.code).toBe(2);
  expect(word.stderr).toContain('`--audit` needs a whole number, not `last`');
});

test('layers of a side are joined with commas, the upper first; one of them that does not load is named', async () => {
  writeFileSync(
    file('team.yaml'),
    'policy: 1\nid: team\nextends: { id: phase38-default }\nrules:\n  - { id: shots, decision: DENY, when: { capability: SCREENSHOT }, violation: CAPABILITY_DENIED, reason: None. }\n',
  );
  const layers = `default,${file('team.yaml')}`;
  const [down, spaced, wrong, missing] = await Promise.all([
    run(['policy', 'diff', 'default', layers, '--json']),
    run(['policy', 'diff', `default , ${file('team.yaml')},`, layers]),
    run(['policy', 'diff', 'default', `${file('team.yaml')},default`]),
    run(['policy', 'diff', 'default', `default,${file('nothing.yaml')}`]),
  ]);
  expect(down.code, down.stderr).toBe(2);
  expect(down.json()).toMatchObject({
    new: { layers: ['phase38-default@1', expect.stringMatching(/^team@/u)] },
  });
  expect(spaced.code, spaced.stderr).toBe(0);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(
    /team\.yaml:3:10: policy\.bad-parent: `team` extends `phase38-default`, which is not loaded/u,
  );
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(/policy\.unreadable: cannot read the policy `.*nothing\.yaml`/u);
});
