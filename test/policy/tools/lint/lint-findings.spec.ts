// Every lint has an example that it speaks of and one that it is silent on; the words are golden; mends do what they say.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { formatFile, lintFiles, sealFile } from '#gateway/client/policy/check.ts';
import { testFiles } from '#gateway/client/policy/files.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { ACCEPTABLE_LINTS } from '#policy/language/acceptable-lints.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { tally } from '#policy/tools/lint/model/finding.ts';
import type { Finding } from '#policy/tools/lint/model/finding.ts';
import { lintPolicy, lintWithParents } from '#policy/tools/lint/lint.ts';
import { textOf } from '#policy/engine/reading/source.ts';
import type { LintReport } from '#policy/tools/lint/lint.ts';
import { LINT_ROWS } from '#policy/tools/lint/model/registry.ts';
import { applyEdits } from '#policy/tools/lint/model/text-edits.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { renderFindingsGithub, renderFindingsText } from '#policy/tools/render/findings-text.ts';
import { renderFindingsJunit } from '#policy/tools/render/junit.ts';
import { renderFindingsSarif } from '#policy/tools/render/sarif.ts';
import { golden } from '#test/golden/golden.ts';
import { EXAMPLES, withRules } from './lint-examples.ts';
import { TODAY, facts, layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';
import { sampled } from '#test/fixtures/how-much.ts';

/** As settings that name everybody but one. */
const approverProblem = (name: string): string | null =>
  name === 'payments-team' ? '`payments-team` is nobody: `approvers` of the settings does not name it' : null;
const reports = new Map<string, LintReport>();
function lint(text: PolicyText, cellBudget?: number): LintReport {
  const key = `${text.file} ${cellBudget ?? ''} ${textOf(text.text)}`;
  const known = reports.get(key);
  if (known !== undefined) return known;
  const budget = cellBudget === undefined ? {} : { cellBudget };
  const made = lintWithParents(text, [shipped('default')], { today: TODAY, approverProblem, ...budget });
  reports.set(key, made);
  return made;
}
const files = new Map<string, ReturnType<typeof lintFiles>>();
/** Files are not changed by any test here that looks at them twice. */
function linted(named: readonly string[]): ReturnType<typeof lintFiles> {
  const made = files.get(named.join('\n')) ?? lintFiles(named, { fix: false });
  files.set(named.join('\n'), made);
  return made;
}
const of = (report: LintReport, id: string): readonly Finding[] =>
  report.findings.filter((one) => one.id === id);

/** The first mend of a lint, applied. */
function mended(text: PolicyText, id: string): { readonly text: PolicyText; readonly finding: Finding } {
  const finding = of(lint(text), id).find((one) => one.fix !== undefined);
  if (finding?.fix === undefined) throw new Error(`${id} offers no mend`);
  return { finding, text: { ...text, text: applyEdits(textOf(text.text), finding.fix.edits) } };
}

test.each(sampled(2, EXAMPLES))(
  '$id speaks of $what, and not of its counterpart',
  ({ id, bad, good, cellBudget }) => {
    expect(of(lint(bad, cellBudget), id)).not.toEqual([]);
    expect(of(lint(good), id).filter((one) => one.entry !== 'rules.named-by-user')).toEqual([]);
  },
);

test('a document may accept every finding that keeps no policy from loading, a grant in a floor, and no other', () => {
  const keepsNothing = LINT_ROWS.filter(
    ({ id, level }) => (level !== 'error' || id === 'grant-in-floor') && id !== 'accepts-nothing',
  );
  expect(ACCEPTABLE_LINTS).toEqual(keepsNothing.map(({ id }) => id));
});

test('there is an example for every lint', () => {
  expect([...new Set(EXAMPLES.map((one) => one.id))].sort()).toEqual(LINT_ROWS.map((one) => one.id).sort());
});

test('the words of every lint are as agreed', () => {
  const parts = EXAMPLES.map(({ id, what, bad, cellBudget }) => {
    const own = of(lint(bad, cellBudget), id).filter((one) => one.entry !== 'rules.named-by-user');
    return `# ${id}: ${what}\n${renderFindingsText(own, [bad])}\n`;
  });
  // Lines of the default policy and the size of its tables are not what is agreed here.
  const text = parts
    .join('\n')
    .replaceAll(/(default|edited)\.yaml:\d+:\d+/g, '$1.yaml:L:C')
    .replaceAll(/^ {2}\d{2,} \|/gm, '  L |')
    .replaceAll(/^ {4,} \| ( *\^)/gm, '    | $1')
    .replaceAll(/\d{4} cells/g, 'N cells')
    .replaceAll(/its \d+ classes/g, 'its N classes');
  golden('policy-lints.txt', text);
});

test.each(Object.keys(SHIPPED))('the shipped policy %s is free of errors and warnings', (name) => {
  const report = linted([name]);
  expect(tally(report.findings)).toMatchObject({ errors: 0, warnings: 0 });
  expect(report.policy).not.toBeNull();
});

describe('an accepted finding', () => {
  const accept = '{ lint: sensitive-allow-unscoped, reason: meant for the fair }';
  const open = (more: string): PolicyText =>
    withRules(
      `{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, executor: HEADED_CHROMIUM }, reason: r${more} }`,
    );

  test('is a note with its reason, in every form that findings have', () => {
    expect(tally(lint(open('')).findings).warnings).toBe(1);
    const accepted = open(`, accept: [${accept}]`);
    const { findings } = lint(accepted);
    expect(tally(findings)).toMatchObject({ errors: 0, warnings: 0 });
    const own = findings.filter((one) => one.id === 'sensitive-allow-unscoped');
    expect(own).toMatchObject([{ level: 'note', entry: 'rules.d', accepted: 'meant for the fair' }]);
    expect(renderFindingsText(own, [accepted])).toContain('\n  accepted: meant for the fair');
    expect(renderFindingsGithub(own)).toMatch(/^::notice .*accepted: meant for the fair$/u);
    expect(renderFindingsJunit(own, [accepted], true)).toContain('failures="0"');
    expect(renderFindingsJunit(own, [accepted], true)).toContain('accepted: meant for the fair');
    expect(JSON.stringify(renderFindingsSarif(own))).toContain(
      '"suppressions":[{"kind":"inSource","status":"accepted","justification":"meant for the fair"}]',
    );
  });

  test('on another entry accepts nothing, and says so', () => {
    const elsewhere = withRules(
      '{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, executor: HEADED_CHROMIUM }, reason: r }',
      `{ id: e, decision: DENY, when: { capability: CLOSE_TAB }, reason: r, accept: [${accept}] }`,
    );
    const { findings } = lint(elsewhere);
    expect(findings.filter((one) => one.level === 'warning').map((one) => [one.id, one.entry])).toEqual([
      ['sensitive-allow-unscoped', 'rules.d'],
      ['accepts-nothing', 'rules.e'],
    ]);
  });

  test.each([
    ['without a reason', '[{ lint: redundant }]', 'policy.missing-key'],
    ['with an empty reason', "[{ lint: redundant, reason: '' }]", 'policy.type-mismatch'],
    ['of no lint', '[{ lint: redundnt, reason: r }]', 'policy.unknown-member'],
    [
      'of what keeps a policy from loading',
      '[{ lint: invariant-violated, reason: r }]',
      'policy.unknown-member',
    ],
    ['of an idle acceptance', '[{ lint: accepts-nothing, reason: r }]', 'policy.unknown-member'],
    ['twice', '[{ lint: redundant, reason: r }, { lint: redundant, reason: q }]', 'policy.duplicate-id'],
    ['of none', '[]', 'policy.type-mismatch'],
  ])('%s does not load', (_, list, code) => {
    expect(loadPolicy(open(`, accept: ${list}`).text, { file: 'x' })).toMatchObject({
      ok: false,
      error: [{ code }],
    });
  });

  test('changes no decision', () => {
    expect(policyOf(open(`, accept: [${accept}]`)).semanticHash).toBe(policyOf(open('')).semanticHash);
  });
});

test('regions of loosens-default leave out what NEVER cells hold', () => {
  const wide = withRules(
    '{ id: w, decision: ALLOW, when: { host: w.test }, except: [{ capability: [FORM_SUBMIT_CREDENTIALS, FILE_UPLOAD, INJECT_JAVASCRIPT] }, { executor: [HEADED_EDGE, HEADLESS_EDGE] }], reason: r }',
  );
  const [found] = of(lint(wide), 'loosens-default').filter((one) => one.entry === 'rules.w');
  expect(found?.help).toContain('ALLOW: host w.test');
  expect(found?.help).not.toMatch(/ACCESS_PASSWORDS|ACCESS_HISTORY|INSTALL_EXTENSION/u);
});

describe('test files beside a policy', () => {
  const at = (name: string): string =>
    fileURLToPath(new URL(`../../../../policy/defaults/${name}`, import.meta.url));
  const words = (named: readonly string[]): readonly string[] =>
    linted(named).findings.flatMap(({ id, message }) =>
      id === 'untested-rule' || id === 'weak-tests' || id === 'test-failed' ? [message] : [],
    );

  test('count as its tests: nothing is untested, and no loosening goes unnoticed', () => {
    const alone = lint(shipped('default')).findings.map((one) => one.message);
    expect(alone).toContainEqual(expect.stringMatching(/go unnoticed by the embedded tests$/u));
    expect(words(['default', at('default.policy-test.yaml')])).toEqual([]);
  });

  test('need not be named where they stand beside the policy: the shipped default has no note without a reason', () => {
    expect(linted(['default']).findings.filter((one) => one.accepted === undefined)).toEqual([]);
    expect(linted(['default']).findings.map((one) => [one.id, one.entry])).toEqual([
      ['loosens-default', 'rules.named-by-user'],
    ]);
  });

  test('name the policy that they are about, and belong to no other', () => {
    expect(words([at('default.policy-test.yaml')])).toEqual([]);
    expect(words(['research', at('default.policy-test.yaml')])).toEqual(words(['research']));
  });

  test('that fail are errors, and so are those that do not load', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ghost-lint-'));
    const write = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const wrong = write(
      'wrong.policy-test.yaml',
      'policy: default\ngiven: { executor: HEADED_CHROMIUM }\ncases:\n  - { name: n, with: { capability: SCREENSHOT }, expect: DENY }\n',
    );
    expect(words(['default', wrong])).toContain('`n` expects DENY and gets ALLOW');
    const broken = write('broken.policy-test.yaml', 'policy: default\ncaes: []\n');
    const report = lintFiles(['default', broken], { fix: false });
    expect(report.findings.filter((one) => one.level === 'error').map((one) => one.id)).toContain(
      'unknown-key',
    );
    rmSync(folder, { recursive: true });
  });
});

test('findings stand in the order of files and places, whatever order the lints run in', () => {
  const { findings } = lintPolicy([shipped('default'), shipped('demo')], { today: TODAY });
  const places = findings.map(({ span }) => [span.file === 'default.yaml' ? 0 : 1, span.line, span.column]);
  const key = ([file, line, column]: readonly number[]): number =>
    (file ?? 0) * 1e9 + (line ?? 0) * 1e4 + (column ?? 0);
  expect(places).toEqual(places.toSorted((a, b) => key(a) - key(b)));
  expect(findings.length).toBeGreaterThan(3);
});

test.each(['redundant', 'unreachable'])(
  'the mend of %s takes the entry out and keeps the semantic hash',
  (id) => {
    const bad = EXAMPLES.find((one) => one.id === id)?.bad;
    if (bad === undefined) throw new Error(id);
    const { text, finding } = mended(bad, id);
    expect(finding.fix?.harmless).toBe(true);
    const [before, after] = [policyOf(shipped('default'), bad), policyOf(shipped('default'), text)];
    expect(after.semanticHash).toBe(before.semanticHash);
    expect(of(lint(text), id)).toEqual([]);
  },
);

test('a powerless rule gets its `except`, and decides then where it speaks and nowhere else', () => {
  const bad = EXAMPLES.find((one) => one.id === 'powerless')?.bad;
  if (bad === undefined) throw new Error('no example');
  const { text, finding } = mended(bad, 'powerless');
  expect(finding.fix).toMatchObject({ harmless: false, description: 'except it from `rules.none`' });
  const after = policyOf(text);
  const ask = (host: string) => after.decide(facts({ capability: 'FILE_DOWNLOAD', host })).decision;
  expect([ask('docs.example.com'), ask('www.example.com')]).toEqual(['ALLOW', 'DENY']);
  expect(of(lint(text), 'powerless')).toEqual([]);
});

test('the mend of a missing apex adds the host', () => {
  const { text } = mended(
    withRules(
      "{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: '*.example.com' }, reason: r }",
    ),
    'apex-missing',
  );
  expect(of(lint(text), 'apex-missing')).toEqual([]);
  expect(policyOf(text).decide(facts({ capability: 'FILE_DOWNLOAD', host: 'example.com' })).decision).toBe(
    'ALLOW',
  );
});

test('a mend keeps what it does not touch: block layout, comments and the other entries', () => {
  const text = layer(
    [
      'owner: web',
      'rules:',
      '  # kept',
      '  - id: a',
      '    decision: DENY',
      '    when: { capability: FILE_UPLOAD }',
      '    reason: r',
      '  # goes with its entry',
      '  - id: b',
      '    decision: ESCALATE',
      '    when: { capability: INJECT_JAVASCRIPT }',
      '    reason: r',
      '  # kept too',
      '  - id: c',
      '    decision: DENY',
      '    when: { capability: SCREENSHOT }',
      '    reason: r',
    ].join('\n'),
  );
  const out = textOf(mended(text, 'redundant').text.text);
  expect(out).toContain('  # kept\n  - id: a');
  expect(out).toContain('    reason: r\n  # kept too\n  - id: c');
  expect(out).not.toContain('goes with its entry');
});

test('two entries that ask for different times are not the same, and neither is redundant', () => {
  const floors = (one: string): string =>
    `owner: web\nfloors:\n  - { id: one, decision: ESCALATE, when: { capability: SCREENSHOT }, escalate: { ${one} }, reason: r }\n  - { id: two, decision: ESCALATE, when: { capability: [SCREENSHOT, CLOSE_TAB] }, reason: r }`;
  const named = (text: string): readonly string[] =>
    of(lint(layer(text)), 'redundant').map(({ message }) => message);
  expect(named(floors('askOnce: 0'))).toEqual(named(floors('timeout: 5')));
  expect(named(floors('askOnce: 0'))).toEqual([]);
});

test('a rule that a test names is not offered for removal', () => {
  const named = layer(
    'owner: web\nrules:\n  - { id: p, decision: ESCALATE, when: { capability: INJECT_JAVASCRIPT }, reason: r }\ntests:\n  given: { executor: HEADED_CHROMIUM }\n  cases:\n    - { name: n, with: { capability: INJECT_JAVASCRIPT }, expect: ESCALATE, by: p }',
  );
  expect(of(lint(named), 'redundant').map((one) => one.fix)).toEqual([undefined]);
});

test('a hundred rules are linted in a few seconds, and the one that is masked is found', () => {
  const many = Array.from(
    { length: 100 },
    (_, index) =>
      `{ id: r${index}, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: h${index}.example }, reason: r }`,
  );
  const none =
    '{ id: none, decision: DENY, when: { capability: FILE_DOWNLOAD, host: h7.example }, reason: r }';
  expect(of(lint(withRules(...many, none)), 'powerless').map((one) => one.entry)).toEqual(['rules.r7']);
});

test('a signed bundle is told as such by whatever reads texts, and one that is not there as not there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ghost-bundle-'));
  const bundle = join(folder, 'acme.gpb');
  writeFileSync(bundle, '{"bundle":1}');
  try {
    const { findings, policy } = lintFiles([bundle], { fix: false });
    expect(policy).toBeNull();
    expect(findings).toMatchObject([
      {
        id: 'unreadable',
        message: expect.stringContaining('signed bundle') as string,
        span: { file: bundle, line: 1, column: 1 },
      },
    ]);
    const signed = [
      { code: 'policy.unreadable', message: expect.stringContaining('signed bundle') as string },
    ];
    expect(formatFile(bundle, { write: true })).toMatchObject({ ok: false, error: signed });
    expect(sealFile(bundle, 2)).toMatchObject({ ok: false, error: signed });
    expect(testFiles([bundle], { mutants: false })).toMatchObject([{ findings: signed }]);
    expect(readFileSync(bundle, 'utf8')).toBe('{"bundle":1}');
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(lintFiles([bundle], { fix: false }).findings).toMatchObject([
    { id: 'unreadable', message: expect.stringContaining('cannot read the policy') as string },
  ]);
});
