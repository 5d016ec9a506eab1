// What policy tests ask: decisions and their reasons, matrices, universals, equality, replay, coverage and mutants.
import type { FactName } from '#policy/language/fact-table.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import { formatFailures } from '#test/fixtures/policy/failures.ts';
import { rawValues } from '#policy/engine/space/space.ts';
import { factsOfValues } from '#policy/requests/request.ts';
import { testReportText, testReportsJunit } from '#policy/tools/testing/report.ts';
import type { TestReport } from '#policy/tools/testing/run.ts';
import { decisions, findPair, findRequest, outside, within } from '#policy/tools/testing/search.ts';
import { golden } from '#test/golden/golden.ts';
import { defaultPolicy, facts, layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';
import { HEAD, SHOP, run } from './testing-files.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const failuresOf = (report: TestReport): readonly string[] =>
  [...report.findings, ...report.results.flatMap((one) => one.failures)].map((one) => one.message);
const cases = (...lines: readonly string[]): string =>
  `${HEAD}cases:\n${lines.map((line) => `  - ${line}\n`).join('')}`;
const prove = (line: string): readonly string[] => failuresOf(run(`${HEAD}prove:\n  - ${line}\n`));

describe('a case', () => {
  test('passes with the decision and the entry that it names, by id or by section', () => {
    const report = run(
      cases(
        '{ name: a, with: { capability: FILE_UPLOAD, host: a.shop.test }, expect: DENY, by: uploads }',
        '{ name: b, with: { capability: FILE_UPLOAD, host: up.shop.test }, expect: ESCALATE, by: defaults.capability }',
      ),
    );
    expect(failuresOf(report)).toEqual([]);
    expect(report.ok).toBe(true);
    expect(report.results.map((one) => one.group)).toEqual(['embedded', 'case', 'case']);
  });

  test('fails with another decision, and says what decided', () => {
    const report = run(
      cases('{ name: a, with: { capability: FILE_UPLOAD, host: shop.test }, expect: ALLOW }'),
    );
    expect(report.ok).toBe(false);
    expect(formatFailures(report.results.flatMap((one) => one.failures))).toBe(
      't.policy-test.yaml:4:5: policy.test-failed: `a` expects ALLOW and gets DENY\n  help: `host shop.test, capability FILE_UPLOAD, executor HEADED_CHROMIUM` is decided by rules.uploads',
    );
  });

  test('fails with the right decision for another reason', () => {
    const one = '{ name: a, with: { capability: FILE_UPLOAD, addressClass: PRIVATE }, expect: ESCALATE, by: ';
    expect(failuresOf(run(cases(`${one}floors.hosts }`)))).toEqual([]);
    expect(failuresOf(run(cases(`${one}uploads }`)))).toEqual(['`a` is not decided by `uploads`']);
  });

  test('says what a layer below could get', () => {
    const one =
      '{ name: a, with: { capability: NAVIGATE_SAME_ORIGIN, addressClass: PRIVATE }, expect: DENY, below: ';
    expect(failuresOf(run(cases(`${one}ESCALATE }`)))).toEqual([]);
    expect(failuresOf(run(cases(`${one}ALLOW }`)))).toEqual([
      '`a` expects that a layer below could get ALLOW, and it could get ESCALATE',
    ]);
  });
});

describe('a matrix', () => {
  const matrix = (expect: string, files: Readonly<Record<string, string>> = {}): TestReport =>
    run(
      `${HEAD}matrix:\n  - { name: m, with: { host: a.shop.test }, axes: { capability: [FILE_*], display: "*" }, expect: ${expect} }\n`,
      files,
    );

  test.each([
    ['inline', '{ FILE_DOWNLOAD: [ESCALATE, DENY], FILE_UPLOAD: [DENY, DENY] }', ''],
    [
      'a table in a CSV file',
      './m.csv',
      'capability,HEADED,HEADLESS\nFILE_DOWNLOAD,ESCALATE,DENY\nFILE_UPLOAD,DENY,DENY\n',
    ],
    [
      'a list in a CSV file',
      './m.csv',
      'capability,display,expect\r\nFILE_DOWNLOAD,HEADED,ESCALATE\r\nFILE_DOWNLOAD,HEADLESS,DENY\r\nFILE_UPLOAD,HEADED,DENY\r\nFILE_UPLOAD,HEADLESS,DENY\r\n',
    ],
  ])('is asked cell by cell: %s', (_what, given, csv) => {
    const report = matrix(given, { 'm.csv': csv });
    expect(failuresOf(report)).toEqual([]);
    expect(report.results.filter((one) => one.group === 'matrix')).toHaveLength(4);
  });

  test('names the cell that fails, at its place', () => {
    const inline = matrix('{ FILE_DOWNLOAD: [ESCALATE, ALLOW], FILE_UPLOAD: [DENY, DENY] }');
    const [failed] = inline.results.flatMap((one) => one.failures);
    expect(failed?.message).toBe(
      '`m: capability FILE_DOWNLOAD, display HEADLESS` expects ALLOW and gets DENY',
    );
    expect(failed?.span?.line).toBe(4);
    const csv = 'capability,HEADED,HEADLESS\nFILE_DOWNLOAD,ESCALATE,DENY\nFILE_UPLOAD,DENY,ALLOW\n';
    const [inCsv] = matrix('./m.csv', { 'm.csv': csv }).results.flatMap((one) => one.failures);
    expect(inCsv?.span).toMatchObject({ file: 'm.csv', line: 3 });
  });
});

describe('a universal', () => {
  test.each([
    '{ over: { capability: ACCESS_PASSWORDS }, at_least: DENY, below: true }',
    '{ over: { executor: HEADLESS_* }, never: [{ capability: FILE_DOWNLOAD, decision: ALLOW }] }',
    '{ over: { capability: FILE_UPLOAD, host: "*.a.shop.test" }, at_least: DENY }',
    '{ over: { capability: FILE_DOWNLOAD, downloads: [4, 1000] }, at_least: DENY }',
    '{ over: { sandbox: false }, at_least: ABORT, below: true }',
    '{ equal_to: ./shop.yaml }',
    '{ requires: [AUDIT, CLEAR_STORAGE] }',
  ])('holds: %s', (line) => {
    expect(prove(line)).toEqual([]);
  });

  test.each([
    ['{ over: { capability: FILE_UPLOAD, host: "*.shop.test" }, at_least: DENY }', 'host up.shop.test'],
    ['{ over: { capability: FILE_DOWNLOAD, downloads: [3, 4] }, at_least: DENY }', 'downloads 3'],
    ['{ over: { capability: [ACCESS_*] }, never: [{ decision: ALLOW }] }', 'is ALLOW'],
    ['{ never: [{ decision: ABORT }] }', 'is ABORT'],
    [
      '{ over: { capability: SCREENSHOT }, requires: [AUDIT, SCAN_DOWNLOAD] }',
      'is ALLOW without SCAN_DOWNLOAD',
    ],
    [
      '{ over: { capability: NAVIGATE_SAME_ORIGIN, addressClass: PRIVATE }, at_least: DENY, below: true }',
      'could become ESCALATE',
    ],
  ])('fails with a witness: %s', (line, witness) => {
    const failures = prove(line);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain(witness);
  });
});

describe('equality', () => {
  test('holds where only what is excepted differs, and shows a request where more does', () => {
    const uploads = '{ capability: FILE_UPLOAD, host: [shop.test, "*.shop.test"] }';
    const downloads = '{ capability: FILE_DOWNLOAD }';
    const addresses = '{ addressClass: [PRIVATE, LOOPBACK, LINK_LOCAL, METADATA] }';
    expect(
      prove(`{ equal_to: ./default.yaml, except_over: [${uploads}, ${downloads}, ${addresses}] }`),
    ).toEqual([]);
    const [uploaded] = prove(`{ equal_to: ./default.yaml, except_over: [${downloads}, ${addresses}] }`);
    expect(uploaded).toMatch(/`host (w\.)?shop\.test, capability FILE_UPLOAD, .*` was ESCALATE and is DENY/u);
    const [downloaded] = prove(`{ equal_to: ./default.yaml, except_over: [${uploads}, ${addresses}] }`);
    expect(downloaded).toContain('downloads 4');
  });

  test('sees duties, violations and terms, not only the decision', () => {
    const other = SHOP.replace(
      'decision: DENY\n    when: { capability: FILE_UPLOAD',
      'decision: DENY\n    obligations: [AUDIT_FULL]\n    when: { capability: FILE_UPLOAD',
    );
    const report = run(`${HEAD}prove: [{ equal_to: ./other.yaml }]\n`, { 'other.yaml': other });
    expect(failuresOf(report).join()).toContain(
      'is DENY in both, with another violation, other duties or other terms',
    );
  });

  const pattern = fc.constantFrom('a.test', '*.a.test', 'b.a.test', '*.b.a.test', 'w.a.test', 'c.test');
  const rule = fc.record({
    decision: fc.constantFrom('ALLOW', 'ESCALATE', 'DENY'),
    host: fc.uniqueArray(pattern, { minLength: 1, maxLength: 3 }),
    capability: fc.constantFrom('FILE_UPLOAD', 'SCREENSHOT', 'CLOSE_TAB'),
    downloads: fc.nat(3),
  });
  const policy = (rules: readonly object[]): CompiledPolicy =>
    policyOf(
      shipped('default'),
      layer(
        `rules: ${JSON.stringify(rules.map((one, index) => ({ id: `r${index}`, decision: Reflect.get(one, 'decision'), when: { host: Reflect.get(one, 'host'), capability: Reflect.get(one, 'capability') }, logic: { '>=': [{ var: 'downloads' }, Reflect.get(one, 'downloads')] } })))}`,
      ),
    );
  const HOSTS = ['', 'a.test', 'b.a.test', 'w.a.test', 'ww.a.test', 'x.b.a.test', 'c.test', 'd.test'];

  test('finds a difference exactly where asking every class finds one', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 3 }), fc.array(rule, { maxLength: 3 }), (left, right) => {
        const [a, b] = [policy(left), policy(right)];
        const found = findPair(
          decisions(a),
          decisions(b),
          within([]),
          (one, other) => a.outcomes.severity(one) !== b.outcomes.severity(other),
        );
        const differs = HOSTS.some((host) =>
          ['FILE_UPLOAD', 'SCREENSHOT', 'CLOSE_TAB'].some((capability) =>
            [0, 1, 2, 3].some((downloads) =>
              // The default leaves uploads by an act of their own to the layer below.
              ['CLICK', 'UPLOAD'].some((action) => {
                const asked = facts({ host, capability, downloads, action });
                return a.decide(asked).decision !== b.decide(asked).decision;
              }),
            ),
          ),
        );
        expect(found !== null).toBe(differs);
        if (found !== null) expect(a.decide(found).decision).not.toBe(b.decide(found).decision);
      }),
      { numRuns: drawn({ quick: 5, long: 12 }) },
    );
  });

  test('every region outside a list of boxes is outside each of them, and together they miss nothing', () => {
    const members = (fact: 'scheme' | 'storage', ...list: readonly string[]) =>
      ({ kind: 'members', fact, members: list }) as const;
    const boxes = [[members('scheme', 'HTTP'), members('storage', 'COOKIES')], [members('scheme', 'HTTPS')]];
    const regions = outside(boxes);
    for (const scheme of rawValues('scheme'))
      for (const storage of rawValues('storage')) {
        const excepted = (scheme === 'HTTP' && storage === 'COOKIES') || scheme === 'HTTPS';
        const permitted = regions.some(
          (region) => region.permits('scheme', scheme) && region.permits('storage', storage),
        );
        expect(permitted).toBe(!excepted);
      }
  });

  test('a search that finds nothing agrees with random requests', () => {
    const found = defaultPolicy();
    const severity = (leaf: number): number => found.outcomes.severity(leaf);
    const box = within([{ kind: 'members', fact: 'scheme', members: ['OTHER'] }]);
    expect(findRequest(decisions(found), box, (leaf) => severity(leaf) < 2)).toBeNull();
    const textless = (name: FactName) => (rawValues(name).length === 0 ? [''] : rawValues(name));
    const TEXTS: Readonly<Record<string, readonly string[]>> = {
      query: ['', 'a=1'],
      groups: ['', 'staff'],
      address: ['', '10.0.0.1'],
      fragment: ['', '/a'],
      path: ['/', '/a'],
      folder: ['', '/srv'],
      endpoint: ['', 'http://127.0.0.1:9222'],
      port: ['', '443', '8443'],
      elementName: ['', 'buy'],
    };
    const values = FACT_NAMES.map((name) =>
      fc.constantFrom(...(name === 'host' ? HOSTS : (TEXTS[name] ?? textless(name)))),
    );
    fc.assert(
      fc.property(fc.tuple(...values), (list) => {
        const asked = factsOfValues({
          ...Object.fromEntries(FACT_NAMES.map((name, index) => [name, list[index]])),
          scheme: 'OTHER',
        });
        expect(asked.ok && ['DENY', 'ABORT'].includes(found.decide(asked.value).decision)).toBe(true);
      }),
      { numRuns: drawn({ quick: 80, long: 200 }) },
    );
  });
});

describe('replay', () => {
  const line = (request: Readonly<Record<string, unknown>>, decision: string): string =>
    JSON.stringify({ facts: facts(request), decision });
  const audit = JSON.stringify({
    type: 'decision',
    details: { gates: [{ url: null, decision: 'ALLOW', facts: facts({ capability: 'SCREENSHOT' }) }] },
  });
  const log = [
    audit,
    JSON.stringify({ type: 'task.started', details: {} }),
    line({ capability: 'FILE_UPLOAD', host: 'shop.test' }, 'ESCALATE'),
    line({ capability: 'CLOSE_TAB' }, 'DENY'),
  ].join('\n');

  test('asks every logged decision again and reports the changes that are not permitted', () => {
    const [, changed] = run(`${HEAD}replay: { log: ./log.jsonl, allow_changes: [ESCALATE->DENY] }\n`, {
      'log.jsonl': log,
    }).results;
    expect(changed?.name).toBe('3 logged decisions');
    expect(changed?.failures.map((one) => [one.span?.line, one.message])).toEqual([
      [4, '`capability CLOSE_TAB, executor HEADED_CHROMIUM` was DENY and is ALLOW'],
    ]);
    const all = run(`${HEAD}replay: { log: ./log.jsonl }\n`, { 'log.jsonl': log });
    expect(failuresOf(all)).toHaveLength(2);
  });
});

describe('coverage', () => {
  test('counts what is written once, and what decides', () => {
    const report = run(
      cases('{ name: a, with: { capability: FILE_UPLOAD, addressClass: PRIVATE }, expect: ESCALATE }'),
    );
    // Of hosts, uploads, many-downloads: the embedded test reaches uploads, the case a cell of hosts.
    expect(report.coverage?.rules).toMatchObject({ covered: 2, total: 3 });
    expect(report.coverage?.rules.missed.map((one) => one.what)).toEqual(['rules.many-downloads']);
    expect(report.coverage?.cells).toMatchObject({ covered: 1, total: 5 });
    expect(report.coverage?.cells.missed.map((one) => one.what)).toEqual([
      'floors.hosts PUBLIC ALLOW',
      'floors.hosts LOOPBACK DENY',
      'floors.hosts LINK_LOCAL NEVER',
      'floors.hosts METADATA ABORT',
    ]);
  });

  test('a cell that is looked at and outvoted is not covered', () => {
    const one =
      '{ name: a, with: { capability: CLOSE_TAB, addressClass: LOOPBACK, sandbox: false }, expect: ABORT }';
    expect(run(cases(one)).coverage?.cells.covered).toBe(0);
  });

  test('a threshold that is not reached is a failure that lists what is missing', () => {
    const report = run(
      `${cases('{ name: a, with: { capability: CLOSE_TAB }, expect: ALLOW }')}coverage: { rules: 100, cells: 20 }\n`,
    );
    expect(report.ok).toBe(false);
    expect(report.findings.map((one) => one.message)).toEqual([
      '2 of 3 rules are covered, 66 % and not 100 %',
    ]);
    expect(report.findings[0]?.help).toContain('rules.many-downloads (shop.yaml:13:9)');
  });

  test('a delegation is covered where a test says what a layer below could get', () => {
    const one = (below: string): string =>
      `policy: ./default.yaml\ncases: [{ name: a, with: { capability: NAVIGATE_SAME_ORIGIN, executor: HEADED_CHROMIUM, addressClass: PRIVATE }, expect: DENY${below} }]\n`;
    const missed = (report: TestReport): readonly string[] =>
      report.coverage?.rules.missed.map((entry) => entry.what) ?? [];
    expect(missed(run(one('')))).toContain('delegate.named-private-sites');
    expect(missed(run(one(', below: ALLOW')))).not.toContain('delegate.named-private-sites');
  });
});

describe('mutants', () => {
  const strong = [
    '{ name: a, with: { capability: FILE_UPLOAD, addressClass: PRIVATE }, expect: ESCALATE }',
    '{ name: b, with: { capability: CLOSE_TAB, addressClass: LOOPBACK }, expect: DENY }',
    '{ name: c, with: { capability: CLOSE_TAB, addressClass: LINK_LOCAL }, expect: DENY, below: DENY }',
  ];

  test('what no test notices survives, with its line', () => {
    const { mutants } = run(cases(...strong), {}, { mutants: true });
    expect(mutants?.survivors.map((one) => [one.span.line, one.what])).toEqual([
      [7, 'floors.hosts PRIVATE ESCALATE -> ALLOW'],
      [7, 'floors.hosts METADATA ABORT -> DENY'],
      [13, 'rules.many-downloads dropped'],
      [14, 'rules.many-downloads DENY -> ESCALATE'],
    ]);
  });

  test('a stronger test kills it', () => {
    const more = [
      '{ name: d, with: { capability: FILE_DOWNLOAD, downloads: 4 }, expect: DENY }',
      '{ name: e, with: { capability: CLOSE_TAB, addressClass: METADATA }, expect: ABORT }',
      '{ name: f, with: { capability: CLOSE_TAB, addressClass: PRIVATE }, expect: ESCALATE }',
    ];
    const { mutants } = run(cases(...strong, ...more), {}, { mutants: true });
    expect(mutants?.survivors).toEqual([]);
    expect(mutants?.killed).toBe(mutants?.total);
  });

  test('one that changes no decision is none: it is proved equal, and not counted', () => {
    const twice = `${SHOP.slice(0, SHOP.indexOf('tests:'))}  - id: again\n    decision: DENY\n    when: { capability: FILE_UPLOAD, host: shop.test }\n`;
    const report = run(
      'policy: ./twice.yaml\ngiven: { executor: HEADED_CHROMIUM }\ncases: [{ name: a, with: { capability: FILE_UPLOAD, host: shop.test }, expect: DENY }]\n',
      { 'twice.yaml': twice },
      { mutants: true },
    );
    expect(report.mutants?.equivalent).toBeGreaterThanOrEqual(2);
    expect(report.mutants?.survivors.map((one) => one.what)).not.toContain('rules.again dropped');
  });

  test('where a test fails no mutants are tried: every one would be killed', () => {
    const report = run(
      `${cases('{ name: a, with: { capability: CLOSE_TAB }, expect: DENY }')}coverage: { mutants: 100 }\n`,
    );
    expect(report.ok).toBe(false);
    expect(report.mutants).toBeNull();
  });
});

test('a report reads well on a terminal and on a build server', () => {
  const good = run(
    `${cases('{ name: an upload <to> "shop", with: { capability: FILE_UPLOAD, host: shop.test }, expect: DENY }')}coverage: { cells: 0, mutants: 0 }\n`,
  );
  const bad = run(
    `${cases('{ name: an upload <to> "shop" & co, with: { capability: FILE_UPLOAD, host: shop.test }, expect: ALLOW }')}prove: [{ over: { capability: SCREENSHOT }, at_least: DENY }]\ncoverage: { rules: 100 }\n`,
  );
  const broken = run(`${HEAD}case: []\n`);
  golden('policy-test-report.txt', `${[good, bad, broken].map(testReportText).join('\n')}\n`);
  golden('policy-test-report.junit.xml', `${testReportsJunit([good, bad, broken])}\n`);
});

test('a policy is compiled with the day that it is tested for', () => {
  const expiring = SHOP.replace(
    'decision: DENY\n    when: { capability: FILE_DOWNLOAD }',
    'decision: ALLOW\n    expires: 2026-11-20\n    when: { capability: FILE_DOWNLOAD }',
  );
  const report = run(
    'policy: ./old.yaml\ncases: [{ name: a, with: { capability: FILE_DOWNLOAD, executor: HEADED_CHROMIUM, downloads: 9 }, expect: ESCALATE, by: rules.uploads }]\n',
    { 'old.yaml': expiring },
  );
  expect(failuresOf(report)).toEqual(['`a` is not decided by `rules.uploads`']);
  expect(report.coverage?.rules.total).toBe(2);
  expect(compilePolicy([], { today: '2026-11-21' }).ok).toBe(false);
});
