// Every mistake in a policy test file is an error with its place and its mend; a file with one runs nothing.
import { expect, test } from 'vitest';
import { formatFailures } from '#test/fixtures/policy/failures.ts';
import { golden } from '#test/golden/golden.ts';
import { facts } from '#test/fixtures/policy/policies.ts';
import { HEAD, SHOP, run } from './testing-files.ts';

const GIVEN = 'given: { executor: HEADED_CHROMIUM }\n';
const CASE = 'cases: [{ name: a, with: { capability: SCREENSHOT }, expect: ALLOW }]\n';
const matrix = (body: string): string => `${HEAD}matrix:\n  - ${body}\n`;
const prove = (body: string): string => `${HEAD}prove:\n  - ${body}\n`;
const replay = `${HEAD}replay: { log: ./log.jsonl }\n`;

const BAD: readonly (readonly [string, string, Readonly<Record<string, string>>?])[] = [
  ['not a mapping', '- a'],
  ['a tab', `${HEAD}cases:\n\t- a`],
  ['a duplicate key', `${HEAD}${CASE}${CASE}`],
  ['no policy', CASE],
  ['nothing to test', HEAD],
  ['a misspelt key', `${HEAD}case: []\n${CASE}`],
  ['a misspelt fact', `${HEAD}cases: [{ name: a, with: { capabilty: SCREENSHOT }, expect: ALLOW }]`],
  ['a misspelt member', `${HEAD}cases: [{ name: a, with: { capability: SCREENSHOTS }, expect: ALLOW }]`],
  ['a misspelt given', `policy: ./shop.yaml\ngiven: { executor: HEADED_CROMIUM }\n${CASE}`],
  ['a fact that nobody says', `policy: ./shop.yaml\n${CASE}`],
  ['a misspelt decision', `${HEAD}cases: [{ name: a, with: { capability: SCREENSHOT }, expect: ALOW }]`],
  ['a case without a name', `${HEAD}cases: [{ with: { capability: SCREENSHOT }, expect: ALLOW }]`],
  [
    'an entry that does not exist',
    `${HEAD}cases: [{ name: a, with: { capability: FILE_UPLOAD }, expect: ALLOW, by: upload }]`,
  ],
  [
    'an entry of another section',
    `${HEAD}cases: [{ name: a, with: { capability: FILE_UPLOAD }, expect: ALLOW, by: rules.hosts }]`,
  ],
  ['a missing policy', `policy: ./shop.yml\n${GIVEN}${CASE}`],
  [
    'a policy that does not load',
    `policy: ./bad.yaml\n${GIVEN}${CASE}`,
    { 'bad.yaml': 'policy: 1\nid: bad\nrule: []\n' },
  ],
  [
    'a policy whose parent is unknown',
    `policy: ./lost.yaml\n${GIVEN}${CASE}`,
    { 'lost.yaml': 'policy: 1\nid: lost\nextends: { id: phase38-defualt }\n' },
  ],
  ['an axis that is no fact', matrix('{ axes: { capabilities: "*" }, expect: {} }')],
  ['an axis with a member that is none', matrix('{ axes: { scheme: [HTPS] }, expect: {} }')],
  ['hosts, of which there is no end', matrix('{ axes: { host: "*" }, expect: {} }')],
  [
    'a cell that is not listed',
    matrix('{ with: { capability: CLOSE_TAB }, axes: { sandbox: "*" }, expect: { "true": ALLOW } }'),
  ],
  [
    'a cell that does not exist',
    matrix(
      '{ with: { capability: CLOSE_TAB }, axes: { scheme: [HTTP] }, expect: { HTTP: ALLOW, HTTPS: ALLOW } }',
    ),
  ],
  [
    'a row that is too short',
    matrix('{ axes: { scheme: [HTTP], capability: [FILE_*] }, expect: { HTTP: [ALLOW] } }'),
  ],
  [
    'a row of a list where one decision is due',
    matrix('{ axes: { scheme: [HTTP] }, expect: { HTTP: [ALLOW] } }'),
  ],
  [
    'three axes without a CSV file',
    matrix('{ axes: { scheme: [HTTP], capability: [FILE_*], sandbox: "*" }, expect: { HTTP: [ALLOW] } }'),
  ],
  [
    'a decision that is none',
    matrix('{ with: { capability: CLOSE_TAB }, axes: { scheme: [HTTP] }, expect: { HTTP: MAYBE } }'),
  ],
  [
    'a matrix that is too large',
    matrix('{ axes: { capability: "*", action: "*", storage: "*", executor: "*" }, expect: ./x.csv }'),
  ],
  ['a CSV file that is not there', matrix('{ axes: { scheme: [HTTP] }, expect: ./none.csv }')],
  [
    'a CSV file with other axes',
    matrix('{ axes: { scheme: [HTTP] }, expect: ./x.csv }'),
    { 'x.csv': 'schema,expect\n' },
  ],
  [
    'CSV lines that do not fit',
    matrix('{ with: { capability: CLOSE_TAB }, axes: { scheme: [HTTP] }, expect: ./x.csv }'),
    { 'x.csv': 'scheme,expect\nHTTP,ALOW\nHTTP,ALLOW\nHTTP\n' },
  ],
  [
    'a CSV file without a cell',
    matrix('{ axes: { capability: [FILE_*], display: "*" }, expect: ./x.csv }'),
    { 'x.csv': 'capability,HEADED,HEADLESS\nFILE_DOWNLOAD,ESCALATE,DENY\n' },
  ],
  ['a universal that says nothing', prove('{ over: { capability: SCREENSHOT } }')],
  ['a universal that says two things', prove('{ at_least: DENY, never: [{ decision: ALLOW }] }')],
  ['a universal that allows', prove('{ at_least: ALLOW }')],
  [
    'a region with nothing in it',
    prove('{ over: { executor: HEADED_EDGE, display: HEADLESS }, at_least: DENY }'),
  ],
  ['a host that is none', prove('{ over: { host: "https://shop.test" }, at_least: DENY }')],
  ['a family that is none', prove('{ over: { capability: ACCES_* }, at_least: DENY }')],
  ['`below` of a never', prove('{ never: [{ decision: ALLOW }], below: true }')],
  ['`over` of an equality', prove('{ equal_to: ./default.yaml, over: { capability: SCREENSHOT } }')],
  ['an equality with a policy that is not there', prove('{ equal_to: ./before.yaml }')],
  ['a log that is not there', replay],
  ['a log that is empty', replay, { 'log.jsonl': '\n' }],
  [
    'lines of a log that are none',
    replay,
    {
      'log.jsonl': [
        'x',
        '{}',
        '{"facts":{"capability":"SCREENSHOT"}}',
        '{"decision":"ALLOW"}',
        '{"decision":"ALLOW","facts":{"capability":"SCREENSHOT"}}',
        JSON.stringify({ decision: 'ALLOW', facts: { ...facts({ capability: 'SCREENSHOT' }), prt: 80 } }),
        JSON.stringify({ decision: 'MAYBE', facts: facts({ capability: 'SCREENSHOT' }) }),
        JSON.stringify({ type: 'decision', details: { gates: [{ decision: 'ALLOW' }] } }),
      ].join('\n'),
    },
  ],
  ['a change that is none', `${HEAD}replay: { log: ./log.jsonl, allow_changes: [ALLOW->DENIED] }`],
  ['a threshold beyond all', `${HEAD}${CASE}coverage: { rules: 101 }`],
  ['a threshold of something else', `${HEAD}${CASE}coverage: { rule: 100 }`],
];

test('every mistake has its place and its mend', () => {
  const shown = BAD.map(([what, text, beside]) => {
    const report = run(text, beside);
    expect(report.results, what).toEqual([]);
    expect(report.ok, what).toBe(false);
    expect(report.findings.length, what).toBeGreaterThan(0);
    for (const one of report.findings) expect(one.span?.line, what).toBeGreaterThan(0);
    return `# ${what}\n${formatFailures(report.findings)}\n`;
  });
  golden('policy-test-errors.txt', shown.join('\n'));
});

test('all errors of a file come at once', () => {
  const { findings } = run(`${HEAD}case: []\ncases: [{ nam: a, expect: ALOW }]\nprove: [{ ovr: {} }]\n`);
  expect(findings.length).toBeGreaterThanOrEqual(4);
});

test('a policy in the place of a test file is told so at once, and where its own tests run', () => {
  const { findings } = run(SHOP);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    message: '`t.policy-test.yaml` is a policy, and no file of its tests',
    help: expect.stringContaining('`ghost policy check`') as string,
  });
});
