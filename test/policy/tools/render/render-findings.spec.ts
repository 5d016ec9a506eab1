// Findings for machines: SARIF that the schema's own rules hold for, well-formed JUnit XML, workflow annotations.
import { expect, test } from 'vitest';
import { lintPolicy } from '#policy/tools/lint/lint.ts';
import { LINT_ROWS } from '#policy/tools/lint/model/registry.ts';
import { applyEdits } from '#policy/tools/lint/model/text-edits.ts';
import { renderFindingsGithub } from '#policy/tools/render/findings-text.ts';
import { renderFindingsJunit } from '#policy/tools/render/junit.ts';
import { sarifMessage } from '#policy/tools/render/sarif-log.ts';
import { renderFindingsSarif } from '#policy/tools/render/sarif.ts';
import { TODAY, layer, shipped } from '#test/fixtures/policy/policies.ts';

const bad = layer(
  `owner: web\nrules:\n  - { id: p, decision: ESCALATE, when: { capability: INJECT_JAVASCRIPT }, reason: r }\n  - { id: c, decision: DENY, when: { capability: FILE_UPLOAD }, except: [{ host: '*.com' }], reason: '<&"''>' }`,
);
const texts = [shipped('default'), bad];
const { findings } = lintPolicy(texts, { today: TODAY }, new Set(['default.yaml']));

type Region = { startLine: number; startColumn: number; endLine: number; endColumn: number };
type Sarif = {
  version: string;
  runs: {
    tool: { driver: { rules: { id: string; defaultConfiguration: { level: string } }[] } };
    results: {
      ruleId: string;
      ruleIndex: number;
      level: string;
      message: { text: string };
      locations: { physicalLocation: { artifactLocation: { uri: string }; region: Region } }[];
      fixes?: {
        artifactChanges: { replacements: { deletedRegion: Region; insertedContent?: { text: string } }[] }[];
      }[];
    }[];
  }[];
};

test('SARIF has a rule for every lint and every result, levels, places and mends that can be applied', () => {
  const sarif: Sarif = JSON.parse(JSON.stringify(renderFindingsSarif(findings)));
  const [run] = sarif.runs;
  if (run === undefined) throw new Error('no run');
  expect(sarif.version).toBe('2.1.0');
  const rules = run.tool.driver.rules;
  expect(rules.map((rule) => rule.id)).toEqual(LINT_ROWS.map((row) => row.id));
  expect(run.results).toHaveLength(findings.length);
  for (const result of run.results) {
    expect(rules[result.ruleIndex]?.id).toBe(result.ruleId);
    expect(['error', 'warning', 'note']).toContain(result.level);
    expect(result.message.text).not.toBe('');
    const region = result.locations[0]?.physicalLocation.region;
    expect(region?.startLine).toBeGreaterThan(0);
    expect(region?.startColumn).toBeGreaterThan(0);
  }
  const mend = run.results.find((one) => one.ruleId === 'redundant')?.fixes?.[0]?.artifactChanges[0]
    ?.replacements[0];
  const edit = findings.find((one) => one.id === 'redundant')?.fix?.edits[0];
  if (mend === undefined || edit === undefined) throw new Error('no mend');
  const offset = (line: number, column: number): number =>
    String(bad.text)
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length +
    (line > 1 ? 1 : 0) +
    column -
    1;
  const { startLine, startColumn, endLine, endColumn } = mend.deletedRegion;
  expect([offset(startLine, startColumn), offset(endLine, endColumn)]).toEqual([edit.from, edit.to]);
  expect(applyEdits(String(bad.text), [edit])).not.toContain('id: p,');
});

test('a code that no lint names has a rule in SARIF too', () => {
  const broken = lintPolicy([{ file: 'a.yaml', text: 'policy: [' }], { today: TODAY });
  const sarif: Sarif = JSON.parse(JSON.stringify(renderFindingsSarif(broken.findings)));
  expect(sarif.runs[0]?.results.map((one) => one.ruleId)).toContain('syntax');
  expect(sarif.runs[0]?.tool.driver.rules.map((one) => one.id)).toContain('syntax');
});

test('JUnit fails on warnings only when they are to count, and escapes what the policy says', () => {
  const strict = renderFindingsJunit(findings, texts, true);
  const lenient = renderFindingsJunit(findings, texts, false);
  expect(strict).toContain('<failure type="broad-wildcard"');
  expect(strict).toMatch(/<testsuites name="ghost policy check" failures="1">/);
  expect(lenient).not.toContain('<failure');
  expect(strict.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toMatch(/&|="[^"]*<[^"]*"/);
  const open = [...strict.matchAll(/<(\w[\w-]*)(?:\s[^<>]*[^/])?>/g)].map((match) => match[1]);
  const closed = [...strict.matchAll(/<\/([\w-]+)>/g)].map((match) => match[1]);
  expect(new Set(open)).toEqual(new Set(closed));
  expect(open).toHaveLength(closed.length);
});

test('a GitHub annotation is one line a finding, with level, file, line and column', () => {
  const lines = renderFindingsGithub(findings).split('\n');
  expect(lines).toHaveLength(findings.length);
  expect(lines.find((line) => line.includes('broad-wildcard'))).toMatch(
    /^::warning file=layer\.yaml,line=7,endLine=7,col=\d+,endColumn=\d+,title=broad-wildcard::`\*\.com` stands for .*%0Ahelp: name the site/,
  );
});

test('what a policy calls its own is no link in a message of SARIF', () => {
  const text = 'a rule `[see](https://evil.example)` of [x] and \\';
  expect(sarifMessage(text).text).toBe('a rule `\\[see\\](https://evil.example)` of \\[x\\] and \\\\');
  // A list of ports is no link, and stays as it is.
  expect(sarifMessage('port: [443, 8443] (two)').text).toBe('port: [443, 8443] (two)');
  const sarif: Sarif = JSON.parse(
    JSON.stringify(
      renderFindingsSarif(
        lintPolicy(
          [{ file: 'l.yaml', text: String(bad.text).replaceAll(/^id: .*$/gmu, 'id: "[x](//e.example)"') }],
          { today: '2026-11-21' },
        ).findings,
      ),
    ),
  );
  for (const { message } of sarif.runs[0]?.results ?? []) expect(message.text).not.toMatch(/(?<!\\)\]\(/u);
});
