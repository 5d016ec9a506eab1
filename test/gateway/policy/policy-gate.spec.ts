// The gate before a policy comes into force: seeded mistakes are refused with line, reason and mend; their harmless twins pass.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gateFiles } from '#gateway/client/policy/gate.ts';
import { gateExit } from '#policy/tools/gate/gate.ts';
import type { GateReport } from '#policy/tools/gate/gate.ts';
import {
  gateData,
  gateJunit,
  gateSarif,
  renderGateMarkdown,
  renderGateText,
} from '#policy/tools/gate/gate-forms.ts';
import { reasonsAgainst } from '#policy/tools/gate/gate-report.ts';
import { GRANT_MISTAKES } from '#test/fixtures/policy/gate-grant-mistakes.ts';
import { GUARD_MISTAKES } from '#test/fixtures/policy/gate-mistakes.ts';
import { EDGE, FILES, FIRST, cut, rule, team, tests } from '#test/fixtures/policy/gate-policy.ts';
import type { Files } from '#test/fixtures/policy/gate-policy.ts';
import { TWINS } from '#test/fixtures/policy/gate-twins.ts';
import { sampled } from '#test/fixtures/how-much.ts';
import { program } from '#test/fixtures/program.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-gate-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let folders = 0;
/** A folder of its own with these files. */
function folder(files: Readonly<Record<string, string>>): string {
  folders += 1;
  const path = join(directory, `f${folders}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

let old: string;
beforeAll(() => {
  old = folder(FILES);
});

function gated(files: Files, options: { acknowledged?: string } = {}): GateReport {
  const report = gateFiles([folder(files)], [old], options);
  if (!report.ok) throw new Error(report.error.map(({ message }) => message).join('\n'));
  return report.value;
}

const MISTAKES = [...GUARD_MISTAKES, ...GRANT_MISTAKES];

describe('a seeded mistake', () => {
  test('there are more than thirty', () => expect(MISTAKES.length).toBeGreaterThan(30));

  test.each(sampled(6, MISTAKES))(
    '$what: it may not go in, with line, reason and mend',
    ({ edit, exit, says }) => {
      const report = gated(edit(FILES, folder));
      const text = renderGateText(report);
      expect(gateExit(report), text).toBe(exit);
      expect(text).toMatch(says);
      const reasons = reasonsAgainst(report);
      expect(reasons.length).toBeGreaterThan(0);
      for (const one of reasons) {
        expect(one.mend).not.toBe('');
        expect(one.span, one.message).not.toBeNull();
      }
    },
  );
});

describe('its harmless twin', () => {
  test.each(sampled(6, TWINS))('$what: it may go in', ({ edit }) => {
    const report = gated(edit(FILES, folder));
    expect(gateExit(report), renderGateText(report)).toBe(0);
    expect(reasonsAgainst(report)).toEqual([]);
  });
});

describe('the report', () => {
  const looser = team(['timeout: 60', 'timeout: 90']);

  test('says the same in every form', () => {
    const report = gated(looser(FILES));
    const data = gateData(report);
    expect(data).toMatchObject({
      ok: false,
      exit: 3,
      answer: 'LOOSENED',
      reasons: expect.arrayContaining([expect.objectContaining({ part: 'diff' })]),
    });
    const words = '60 s to answer become 90 s';
    for (const form of [
      renderGateText(report),
      renderGateMarkdown(report),
      JSON.stringify(data),
      JSON.stringify(gateSarif(report)),
      gateJunit(report),
    ])
      expect(form).toContain(words);
    expect(JSON.stringify(gateSarif(report))).toContain('a-team.yaml');
  });

  test('a loosening goes in once a person named exactly this one: by what is decided, or where guards went by the text', () => {
    const decided = gated(looser(FILES));
    const acknowledged = decided.toAcknowledge ?? '';
    expect(acknowledged).toBe(decided.policy?.semanticHash);
    expect(gateExit(gated(looser(FILES), { acknowledged }))).toBe(0);
    const more = team(['timeout: 60', 'timeout: 95']);
    expect(gateExit(gated(more(FILES), { acknowledged }))).toBe(3);
    const guard = gated(team([EDGE, ''])(FILES));
    expect(guard.toAcknowledge).toBe(guard.policy?.sourceHash);
    expect(gateExit(gated(team([EDGE, ''])(FILES), { acknowledged: guard.policy?.semanticHash ?? '' }))).toBe(
      3,
    );
    // What is refused is not to be acknowledged.
    expect(gateExit(gated(cut('a-team.yaml', 0.6)(FILES), { acknowledged }))).toBe(1);
  });

  test('a warning that was there before refuses nothing; one more does', () => {
    const wide = rule(
      '{ id: wide, decision: ALLOW, when: { capability: FILE_DOWNLOAD, addressClass: PUBLIC }, reason: r }',
    )(FILES);
    const before = folder(wide);
    const again = gateFiles([folder(wide)], [before], {});
    expect(again.ok && gateExit(again.value), again.ok ? renderGateText(again.value) : '').toBe(0);
  });
});

describe('the command', () => {
  const ghost = async (...args: readonly string[]): Promise<{ code: number | null; out: string }> => {
    const { code, stdout, stderr } = await program(['policy', 'gate', ...args]);
    return { code, out: `${stdout}${stderr}` };
  };

  test('files, layers by commas, folders, shipped names; 0, 1, 3, and 2 without what it is compared with', async () => {
    const good = folder(FILES);
    const bad = folder(team([EDGE, ''])(FILES));
    const broken = folder(cut('a-team.yaml', 0.6)(FILES));
    const layers = (path: string): string => `${path}/a-team.yaml,${path}/b-night.yaml`;
    const runs = await Promise.all([
      ghost(good, '--against', old),
      ghost(layers(good), '--against', layers(old), '--format', 'markdown'),
      ghost(layers(bad), '--against', layers(old), '--json'),
      ghost(broken, '--against', old, '--format', 'sarif'),
      ghost('default', '--against', 'default', '--format', 'junit'),
      ghost('default'),
      ghost(join(good, 'nothing.yaml'), '--against', old),
    ]);
    expect(
      runs.map(({ code }) => code),
      runs.map(({ out }) => out).join('\n'),
    ).toEqual([0, 0, 3, 1, 0, 2, 1]);
  });

  test('against what a gateway here has in force; where there was none it says so', async () => {
    const dataDir = folder({});
    const none = await ghost('default', '--against', 'in-force', '--data-dir', dataDir);
    expect(none.code).toBe(1);
    expect(none.out).toContain('no policy was in force here yet');
    const { openGateway } = await import('#gateway/main.ts');
    const gateway = await openGateway({ dataDir, policy: [join(old, 'a-team.yaml')] });
    await gateway.close();
    const same = await ghost(join(old, 'a-team.yaml'), '--against', 'in-force', '--data-dir', dataDir);
    const less = folder(team([EDGE, ''])(FILES));
    const other = await ghost(join(less, 'a-team.yaml'), '--against', 'in-force', '--data-dir', dataDir);
    expect([same.code, other.code], `${same.out}${other.out}`).toEqual([0, 3]);
  });

  test('the seeds are of the text that ships, which is whole', () => {
    expect(readFileSync(join(old, 'a-team.yaml'), 'utf8')).toBe(FIRST);
  });
});

describe('test files and what is acknowledged', () => {
  const HISTORY = '  - { name: history stays closed, with: { capability: ACCESS_HISTORY }, expect: DENY }\n';
  const PROOF = 'prove:\n  - { over: { capability: FILE_UPLOAD }, at_least: DENY }\n';
  const other = '  - { name: passwords stay closed, with: { capability: ACCESS_PASSWORDS }, expect: DENY }\n';

  test('a hash that was given for one test that went does not cover the next one', () => {
    const one = tests([HISTORY, other])({ ...FILES });
    const both = tests([HISTORY, other], [PROOF, ''])({ ...FILES });
    const hash = gated(one).toAcknowledge ?? '';
    expect(gateExit(gated(one, { acknowledged: hash }))).toBe(0);
    expect(gateExit(gated(both, { acknowledged: hash }))).toBe(3);
    expect(gateExit(gated(both, { acknowledged: gated(both).toAcknowledge ?? '' }))).toBe(0);
  });

  test('what cannot be read of the test file of before is said, and not taken for no demand', () => {
    const broken = folder(tests(['history stays closed, with', 'history stays closed, width'])({ ...FILES }));
    const against = (files: Files): GateReport => {
      const report = gateFiles([folder(files)], [broken], {});
      if (!report.ok) throw new Error(report.error.map(({ message }) => message).join('\n'));
      return report.value;
    };
    const report = against(tests([HISTORY, other], [PROOF, ''])({ ...FILES }));
    expect(gateExit(report)).toBe(3);
    expect(renderGateText(report)).toMatch(
      /GUARD REMOVED tests of .*what it demanded before cannot be read/u,
    );
  });
});

describe('a rule of the policy before that expired since', () => {
  // The rule allows for a time, and a test says so: true on its day, and false today.
  const expired = team(
    ['    expires: 2099-06-30\n', '    expires: 2026-01-01\n'],
    [
      '\n  cases:\n',
      `
  cases:
    - name: the handbook opens
      with: { capability: NAVIGATE_CROSS_ORIGIN, host: docs.partner.example, port: 443, scheme: HTTPS, addressClass: PUBLIC, provenance: USER, path: /a }
      expect: ALLOW
      by: handbook
`,
    ],
  )(FILES);
  const comparedWith = (files: Files): GateReport => {
    const report = gateFiles([folder(files)], [folder(expired)], {});
    if (!report.ok) throw new Error(report.error.map(({ message }) => message).join('\n'));
    return report.value;
  };
  const cases = expired['a-team.yaml']?.split('    - name: the handbook opens\n');
  const withoutTest: Files = {
    ...expired,
    'a-team.yaml': `${cases?.[0]}${cases?.[1]?.slice(cases[1].indexOf('    - name:'))}`,
  };

  test('does not keep every edit out: an edit that drops its test may go in', () => {
    const report = comparedWith(withoutTest);
    expect(gateExit(report), renderGateText(report)).toBe(0);
  });

  test('nor one that denies more', () => {
    const more = rule(
      '{ id: shots, decision: DENY, when: { capability: SCREENSHOT, host: bank.example }, reason: r }',
    )(withoutTest);
    const report = comparedWith(more);
    expect(gateExit(report), renderGateText(report)).toBe(0);
  });

  test('and hides nothing: what is loosened beside it is told, and so is any other test that went', () => {
    const looser = comparedWith(team(['        - worse.example\n', ''])(withoutTest));
    expect(gateExit(looser), renderGateText(looser)).toBe(3);
    const other = withoutTest['a-team.yaml']?.replace(
      /    - name: a blocked site stays closed\n(?: {6}.*\n)+/u,
      '',
    );
    const gone = comparedWith({ ...withoutTest, 'a-team.yaml': other ?? '' });
    expect(renderGateText(gone)).toMatch(/GUARD REMOVED tests\.a blocked site stays closed/u);
    expect(gateExit(gone)).toBe(3);
  });

  test('but a test that fails today keeps the new policy out, with its line', () => {
    const report = comparedWith(expired);
    expect(gateExit(report)).toBe(1);
    expect(renderGateText(report)).toMatch(/the handbook opens/u);
  });
});
