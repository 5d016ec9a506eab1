// What a document becomes: tables, boxes, invariants, tests and acceptances, each with its place, and nothing left out.
import { describe, expect, test } from 'vitest';
import { toJsonLogic } from '#policy/engine/documents/condition.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { isDate, loadPolicy } from '#policy/engine/reading/load.ts';
import { severityOf } from '#policy/engine/documents/decision-words.ts';
import { documentOf } from '#test/fixtures/policy/small.ts';

const HEAD = 'policy: 1\nid: base\nvocabulary: phase38/1\nrevision: 7\n';
const ALL = 'defaults:\n  - id: all\n    by: [sandbox]\n    rows: { true: ALLOW, false: DENY }\n';
const first = (body: string) => documentOf(`${HEAD}${ALL}${body}`, 'p.yaml');

/** An entry without what each has alike. */
const shown = (entry: Entry) => ({
  ref: entry.ref,
  at: entry.span.line,
  scope: toJsonLogic(entry.scope),
  cells: entry.cells.map((cell) => `${cell.severity}${cell.never ? '!' : ''} ${cell.violation}`),
});

const is = (fact: string, ...members: readonly (string | boolean)[]) => ({ in: [{ var: fact }, members] });

/** What an entry that names no address class opens: public addresses, and what goes to none. */
const PUBLIC_ALONE = {
  or: [
    is('addressClass', 'PUBLIC'),
    { '!': [is('capability', 'NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN')] },
  ],
};

describe('a box', () => {
  test('has all that is written of it', () => {
    const [rule] = first(`rules:
  - id: r
    decision: ESCALATE
    violation: TIMEOUT
    reason: because
    when: { capability: [SCREENSHOT, OPEN_TAB], host: a.test, namedByUser: false, display: HEADED }
    except: [{ path: /a, downloads: [1, 2] }, { elementWords: buying }]
    logic: { var: sandbox }
    obligations: [MASK_VALUE, AUDIT]
    escalate: { approvers: [zoe, ana], timeout: 9 }
words: { buying: [pay, buy] }
`).rules;
    if (rule === undefined) throw new Error('one rule');
    const { firm, ...said } = rule;
    // Where it is open whether the exception holds, the rule asks, and replaces no default.
    expect(firm).toBeDefined();
    expect({ ...said, scope: toJsonLogic(rule.scope), listed: rule.listed.length }).toEqual({
      section: 'rules',
      id: 'r',
      ref: 'rules.r',
      layer: 'base',
      span: { file: 'p.yaml', line: 10, column: 9, endLine: 10, endColumn: 10 },
      reason: 'because',
      scope: {
        and: [
          is('capability', 'SCREENSHOT', 'OPEN_TAB'),
          { host_in: [{ var: 'host' }, ['a.test']] },
          is('namedByUser', false),
          is('executor', 'HEADED_CHROMIUM', 'HEADED_EDGE', 'HEADED_UNKNOWN'),
          {
            '!': [
              {
                and: [
                  { and: [{ path_under: [{ var: 'path' }, ['/a']] }, is('pathAmbiguous', false)] },
                  {
                    or: [{ '<=': [1, { var: 'downloads' }, 1] }, { '<=': [2, { var: 'downloads' }, 2] }],
                  },
                ],
              },
            ],
          },
          { '!': [{ and: [{ words_in: [{ var: 'elementName' }, ['buy', 'pay']] }] }] },
          is('sandbox', true),
        ],
      },
      listed: 4,
      axes: [],
      cells: [
        {
          severity: 1,
          violation: 'TIMEOUT',
          never: false,
          span: { file: 'p.yaml', line: 11, column: 15, endLine: 11, endColumn: 23 },
        },
      ],
      obligations: ['AUDIT', 'MASK_VALUE'],
      escalate: { approvers: ['ana', 'zoe'], timeout: 9 },
      publicSuffix: false,
      expires: null,
    });
  });

  test('that says little holds everywhere it can', () => {
    const { rules, delegate, floors } = first(`rules:
  - { id: plain, decision: ALLOW, when: { acts: 3 }, expires: 2027-01-01 }
delegate:
  - { id: d, to: ESCALATE, when: { endpoint: "http://127.0.0.1:9222", elementName: Pay } }
floors:
  - { id: f, decision: ABORT, when: { folder: /srv }, escalate: { timeout: 5 } }
`);
    expect([...rules, ...delegate, ...floors].map(shown)).toEqual([
      {
        ref: 'rules.plain',
        at: 10,
        scope: { and: [{ or: [{ '<=': [3, { var: 'acts' }, 3] }] }, PUBLIC_ALONE] },
        cells: ['0 CAPABILITY_DENIED'],
      },
      {
        ref: 'delegate.d',
        at: 12,
        scope: { and: [is('endpoint', 'http://127.0.0.1:9222'), is('elementName', 'pay'), PUBLIC_ALONE] },
        cells: ['1 CAPABILITY_DENIED'],
      },
      {
        ref: 'floors.f',
        at: 14,
        scope: { and: [{ path_under: [{ var: 'folder' }, ['/srv']] }] },
        cells: ['3 CAPABILITY_DENIED'],
      },
    ]);
    expect(rules[0]).toMatchObject({ expires: '2027-01-01', escalate: null, obligations: [], reason: '' });
    expect(delegate[0]?.cells[0]?.span).toMatchObject({ line: 12, column: 18 });
    expect(floors[0]?.escalate).toEqual({ timeout: 5 });
  });
});

describe('a table', () => {
  const TABLE = (section: string): string =>
    `${section}:
  - id: t
    by: [storage, origin]
    columns: [CROSS_ORIGIN, SAME_ORIGIN]
    rows:
      NONE: [ALLOW, ALLOW]
      COOKIES: [NEVER, ESCALATE]
      LOCAL_STORAGE: [DENY, ALLOW]
      SESSION_STORAGE: [DENY, ALLOW]
      INDEXED_DB: [NEVER, DENY]
      CACHE_API: [DENY, ALLOW]
      SERVICE_WORKER: [DENY, ALLOW]
    violation: { COOKIES: TIMEOUT, CROSS_ORIGIN: CRASH, '*': STORAGE_VIOLATION }
`;

  test('is laid out by its axes, whichever order its columns are written in', () => {
    const { defaults, floors } = documentOf(`${HEAD}${TABLE('defaults')}`, 'p.yaml');
    const [table] = defaults;
    const order = [
      'NONE',
      'LOCAL_STORAGE',
      'SESSION_STORAGE',
      'INDEXED_DB',
      'COOKIES',
      'CACHE_API',
      'SERVICE_WORKER',
    ];
    expect(table?.axes.map((axis) => [axis.name, axis.fact, axis.members, [...axis.positions]])).toEqual([
      ['storage', 'storage', order, order.map((member, index) => [member, index])],
      [
        'origin',
        'origin',
        ['SAME_ORIGIN', 'CROSS_ORIGIN'],
        [
          ['SAME_ORIGIN', 0],
          ['CROSS_ORIGIN', 1],
        ],
      ],
    ]);
    expect(table === undefined ? null : shown(table).cells).toEqual([
      '0 STORAGE_VIOLATION',
      '0 CRASH',
      '0 STORAGE_VIOLATION',
      '2 CRASH',
      '0 STORAGE_VIOLATION',
      '2 CRASH',
      '2 STORAGE_VIOLATION',
      '2! CRASH',
      '1 TIMEOUT',
      '2! TIMEOUT',
      '0 STORAGE_VIOLATION',
      '2 CRASH',
      '0 STORAGE_VIOLATION',
      '2 CRASH',
    ]);
    expect(table?.cells[9]?.span).toMatchObject({ line: 11, column: 17 });
    expect(table?.cells[8]?.span).toMatchObject({ line: 11, column: 24 });
    // What NEVER says is said once more by a floor.
    expect(
      floors.map((floor) => [
        floor.section,
        floor.ref,
        floor.id,
        shown(floor)
          .cells.map((one) => one[0])
          .join(''),
      ]),
    ).toEqual([['never', 'never.t', 't', '00000002020000']]);
  });

  test('of floors has its NEVER cells in that floor alone', () => {
    const { floors } = first(TABLE('floors'));
    expect(
      floors.map((floor) => [
        floor.ref,
        shown(floor)
          .cells.map((one) => one[0])
          .join(''),
      ]),
    ).toEqual([
      ['floors.t', '00020220100202'],
      ['never.t', '00000002020000'],
    ]);
  });

  test('of one fact has a decision a row', () => {
    const { defaults, floors } = first(
      '  - { id: d, by: [display], rows: { HEADLESS: ESCALATE, HEADED: ALLOW }, when: { host: a.test } }\n',
    );
    expect(floors).toEqual([]);
    expect(defaults.map(shown)).toEqual([
      { ref: 'defaults.all', at: 6, scope: true, cells: ['2 CAPABILITY_DENIED', '0 CAPABILITY_DENIED'] },
      {
        ref: 'defaults.d',
        at: 9,
        scope: { and: [{ host_in: [{ var: 'host' }, ['a.test']] }] },
        cells: ['0 CAPABILITY_DENIED', '1 CAPABILITY_DENIED'],
      },
    ]);
    expect(defaults[0]?.axes.map((axis) => [axis.members, [...axis.positions]])).toEqual([
      [
        ['false', 'true'],
        [
          [false, 0],
          [true, 1],
        ],
      ],
    ]);
    expect(
      defaults[1]?.axes.map((axis) => [axis.name, axis.fact, axis.members, [...axis.positions]]),
    ).toEqual([
      [
        'display',
        'executor',
        ['HEADED', 'HEADLESS'],
        [
          ['HEADED_CHROMIUM', 0],
          ['HEADLESS_CHROMIUM', 1],
          ['HEADED_EDGE', 0],
          ['HEADLESS_EDGE', 1],
          ['HEADED_UNKNOWN', 0],
          ['HEADLESS_UNKNOWN', 1],
          ['FORBIDDEN', 1],
        ],
      ],
    ]);
  });
});

describe('what is wrong with an entry', () => {
  const said = (body: string, head = `${HEAD}${ALL}`): readonly string[] => {
    const loaded = loadPolicy(`${head}${body}`, { file: 'p.yaml' });
    return loaded.ok
      ? []
      : loaded.error.map(
          (one) => `${one.span?.line}:${one.span?.column} ${one.code} ${one.message} (${one.help})`,
        );
  };
  const rule = (body: string): readonly string[] => said(`rules:\n  - { id: r, decision: ALLOW, ${body} }\n`);
  const table = (body: string): readonly string[] => said(`  - { id: t, ${body} }\n`);

  test('a set: each wrong value at its place, in a list or alone', () => {
    const HOST = 'use a host (`example.com`) or its strict subdomains (`*.example.com`)';
    expect(rule("when: { host: [a.test, 'A.test'] }")).toEqual([
      `10:54 policy.bad-host \`A.test\` is not a host pattern (did you mean \`a.test\`? ${HOST})`,
    ]);
    expect(rule("when: { host: '*' }")).toEqual([
      `10:45 policy.bad-host \`*\` is not a host pattern (${HOST})`,
    ]);
    expect(rule('when: { acts: 1 }, except: [{ acts: 2 }, { host: a b }]')).toEqual([
      `10:80 policy.bad-host \`a b\` is not a host pattern (${HOST})`,
    ]);
    expect(rule('when: { path: [/a, /b/] }')).toEqual([
      '10:50 policy.bad-path `/b/` is not a path in its plain form (did you mean `/b`? write `/a/b`, decoded, for that path and all below it)',
    ]);
    expect(rule('when: { elementWords: [x] }')).toEqual([
      '10:54 policy.unknown-member `x` is not a word list of this document (declare it, as in `words: { buying: [buy, order] }`)',
    ]);
    expect(rule('when: { acts: 1 }, logic: { var: acts }')).toEqual([
      '10:57 policy.type-mismatch `acts` is not true or false (compare it with a value)',
    ]);
  });

  test('what the schema refuses is said once, and reading goes on', () => {
    expect(rule('when: { host: 5 }')).toEqual([
      '10:45 policy.type-mismatch `5` is of the wrong type (it must be a text or a list)',
    ]);
    expect(rule('when: { hots: a.test }')).toEqual([
      '10:39 policy.unknown-fact `hots` is not a fact (did you mean `host`?)',
    ]);
    expect(rule('when: { acts: many }')).toHaveLength(1);
    expect(rule('when: { path: 5 }')).toHaveLength(1);
    expect(rule('when: { path: [/a, 5] }')).toHaveLength(1);
    expect(rule('when: { capability: 5 }')).toHaveLength(1);
    expect(rule('when: { display: { a: b } }')).toHaveLength(1);
    expect(rule('when: 5')).toHaveLength(1);
    expect(rule('when: { acts: 1 }, except: [5]')).toHaveLength(1);
    expect(rule('when: { acts: 1 }, escalate: { timeout: soon }')).toHaveLength(1);
  });

  test('a table: its axes, its columns, its rows and its violations', () => {
    expect(table('by: [acts], rows: { a: ALLOW }')).toEqual([
      '9:19 policy.type-mismatch `acts` has no members to make a table of (say it in rules or floors with `when`)',
    ]);
    expect(table('by: [elementWords], rows: { a: ALLOW }')[0]).toBe(
      '9:19 policy.type-mismatch `elementWords` has no members to make a table of (say it in rules or floors with `when`)',
    );
    expect(table('by: [sandbox], columns: [HEADED], rows: { true: ALLOW, false: DENY }')).toEqual([
      '9:38 policy.type-mismatch `columns` needs a second fact in `by` (add the fact, or remove `columns`)',
    ]);
    expect(table('by: [sandbox, display], rows: { true: [ALLOW, DENY], false: [DENY, DENY] }')).toEqual([
      '9:5 policy.missing-key `columns` is missing (add `columns: [HEADED, HEADLESS]`)',
    ]);
    expect(
      table('by: [sandbox, display], columns: [HEADED], rows: { true: [ALLOW], false: [DENY] }'),
    ).toEqual([
      '9:47 policy.incomplete-table the table has no column for `HEADLESS` (a table says what holds for every member of `display`)',
    ]);
    expect(table('by: [sandbox], rows: { true: ALLOW }')).toEqual([
      '9:35 policy.incomplete-table the table has no row for `false` (a table says what holds for every member of `sandbox`)',
    ]);
    expect(table('by: [sandbox], rows: { true: [ALLOW], false: DENY }')).toEqual([
      '9:43 policy.type-mismatch the row `true` does not fit the columns (without columns a row is one decision)',
    ]);
    const columns = 'by: [sandbox, display], columns: [HEADED, HEADLESS]';
    expect(table(`${columns}, rows: { true: ALLOW, false: [DENY, DENY] }`)).toEqual([
      '9:81 policy.type-mismatch the row `true` does not fit the columns (a row lists one decision a column)',
    ]);
    expect(table(`${columns}, rows: { true: [ALLOW, ALLOW], false: [DENY] }`)).toEqual([
      '9:104 policy.incomplete-table the row `false` has 1 cells for 2 columns (one cell for each of: HEADED, HEADLESS)',
    ]);
    expect(table('by: [sandbox], rows: { true: ALLOW, false: DENY, maybe: DENY }')).toEqual([
      '9:63 policy.unknown-member `maybe` is not a member of `sandbox` (use one of: false, true)',
    ]);
    expect(
      table(
        "by: [sandbox], rows: { true: ALLOW, false: DENY }, violation: { treu: CRASH, false: CRASH, '*': TIMEOUT }",
      ),
    ).toEqual([
      '9:78 policy.unknown-member `treu` is neither a row nor a column of the table (did you mean `true`?)',
    ]);
    expect(
      table(
        'by: [sandbox, display], columns: [HEADED, HEADLES, HEADLESS], rows: { true: [ALLOW, ALLOW, ALLOW], false: [DENY, DENY, DENY] }',
      )[0],
    ).toBe('9:56 policy.unknown-member `HEADLES` is not a member of `display` (did you mean `HEADLESS`?)');
  });
});

describe('ids', () => {
  const said = (body: string): readonly string[] => {
    const loaded = loadPolicy(`${HEAD}${body}`, { file: 'p.yaml' });
    return loaded.ok ? [] : loaded.error.map((one) => `${one.span?.line} ${one.message} (${one.help})`);
  };
  const OWN = 'give every entry an id of its own';

  test.each([
    ['defaults', `${ALL}  - { id: all, by: [sandbox], rows: { true: ALLOW, false: DENY } }\n`, 9],
    [
      'floors',
      `${ALL}floors: [{ id: x, decision: DENY, when: { acts: 1 } },\n  { id: x, decision: DENY, when: { acts: 2 } }]\n`,
      10,
    ],
    [
      'rules',
      `${ALL}rules: [{ id: x, decision: DENY, when: { acts: 1 } },\n  { id: x, decision: DENY, when: { acts: 2 } }]\n`,
      10,
    ],
    [
      'delegate',
      `${ALL}delegate: [{ id: x, to: ALLOW, when: { acts: 1 } },\n  { id: x, to: ALLOW, when: { acts: 2 } }]\n`,
      10,
    ],
    ['invariants', `${ALL}invariants: [{ id: x, requires: [AUDIT] },\n  { id: x, requires: [AUDIT] }]\n`, 10],
  ])('stand once in %s', (section, body, line) => {
    const id = section === 'defaults' ? 'all' : 'x';
    expect(said(body)).toEqual([`${line} \`${id}\` stands twice in \`${section}\` (${OWN})`]);
  });

  test('may stand in two sections, but for two tables', () => {
    const floor = (body: string): readonly string[] =>
      said(
        `${ALL}floors: [{ id: all, ${body} }]\nrules: [{ id: all, decision: ALLOW, when: { acts: 1 } }]\n`,
      );
    expect(floor('decision: DENY, when: { acts: 1 }')).toEqual([]);
    expect(floor('by: [sandbox], rows: { true: ALLOW, false: DENY }')).toEqual([
      '9 `all` names a default table too (give every table an id of its own)',
    ]);
  });

  test('a finding is accepted once in an entry, in whatever section', () => {
    const accept = 'accept: [{ lint: unreachable, reason: meant }]';
    const { accepted } = documentOf(
      `${HEAD}defaults: [{ id: a, by: [sandbox], rows: { true: ALLOW, false: DENY }, ${accept} }]
floors: [{ id: b, decision: DENY, when: { acts: 1 }, ${accept} }]
rules: [{ id: c, decision: DENY, when: { acts: 1 }, ${accept} }]
delegate: [{ id: d, to: ALLOW, when: { acts: 1 }, ${accept} }]
invariants: [{ id: e, requires: [AUDIT], ${accept} }]
`,
      'p.yaml',
    );
    expect(accepted.map((one) => one.entry)).toEqual([
      'defaults.a',
      'floors.b',
      'rules.c',
      'delegate.d',
      'invariants.e',
    ]);
    const twice = accept.replace(']', ', { lint: unreachable, reason: again }]');
    expect(said(`${ALL}rules: [{ id: c, decision: DENY, when: { acts: 1 }, ${twice} }]\n`)).toEqual([
      '9 `unreachable` is accepted twice (say it once, with one reason)',
    ]);
  });

  test('a first layer has a table without `when`', () => {
    expect(
      said('defaults: [{ id: a, by: [sandbox], rows: { true: ALLOW, false: DENY }, when: { acts: 1 } }]\n'),
    ).toEqual([
      '1 no default table holds for every request (the first layer has at least one table in `defaults` without `when`)',
    ]);
  });

  test('what an invariant is over is checked in its place', () => {
    expect(said(`${ALL}invariants:\n  - { id: i, at_least: DENY, over: { path: /a/ } }\n`)[0]).toMatch(
      /^10 `\/a\/` is not a path/,
    );
  });
});

describe('a document', () => {
  test('has its head, its duties, its invariants, its tests and what it accepts', () => {
    const document = first(`owner: security
description: what it is for
obligations: { always: [AUDIT_FULL, AUDIT], after: [DELETE_PROFILE] }
escalation: { approvers: [user, ana], timeout: 30 }
invariants:
  - { id: I1, at_least: ESCALATE, over: { capability: FILE_UPLOAD, sandbox: true } }
  - { id: I2, requires: [AUDIT] }
rules:
  - { id: r, decision: ALLOW, when: { host: a.test }, accept: [{ lint: unreachable, reason: meant }, { lint: redundant, reason: too }] }
tests:
  given: { executor: HEADED_CHROMIUM, host: a.test }
  cases:
    - { name: one, with: { capability: SCREENSHOT }, expect: ALLOW, by: rules.r }
    - { name: two, with: { capability: SCREENSHOT, host: b.test }, expect: DENY }
`);
    expect(document).toMatchObject({
      file: 'p.yaml',
      id: 'base',
      revision: 7,
      owner: 'security',
      description: 'what it is for',
      extends: null,
      span: { line: 2, column: 5 },
      escalation: { approvers: ['ana', 'user'], timeout: 30 },
      escalationSpan: { line: 12 },
      always: ['AUDIT', 'AUDIT_FULL'],
      after: ['DELETE_PROFILE'],
      invariants: [
        {
          kind: 'at-least',
          id: 'I1',
          severity: 1,
          decision: 'ESCALATE',
          over: [
            { kind: 'members', fact: 'capability', members: ['FILE_UPLOAD'] },
            { kind: 'members', fact: 'sandbox', members: [true] },
          ],
          span: { line: 14 },
        },
        { kind: 'requires', id: 'I2', obligations: ['AUDIT'], span: { line: 15 } },
      ],
      tests: [
        { name: 'one', facts: { host: 'a.test' }, expect: 'ALLOW', by: 'rules.r', span: { line: 21 } },
        { name: 'two', facts: { host: 'b.test' }, expect: 'DENY', by: null, span: { line: 22 } },
      ],
      accepted: [
        { entry: 'rules.r', lint: 'unreachable', reason: 'meant', span: { line: 17, column: 72 } },
        { entry: 'rules.r', lint: 'redundant', reason: 'too', span: { line: 17 } },
      ],
    });
    expect(document.invariants).toHaveLength(2);
    expect(document.sourceHash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('that says little has what is usual', () => {
    const hash = `sha256:${'ab'.repeat(32)}`;
    const low = documentOf(`policy: 1\nid: low\nextends: { id: base, hash: "${hash}" }\n`, 'low.yaml');
    expect({ ...low, sourceHash: '' }).toEqual({
      file: 'low.yaml',
      id: 'low',
      revision: 1,
      owner: null,
      description: null,
      extends: { id: 'base', hash, span: expect.objectContaining({ line: 3, column: 10 }) },
      span: expect.objectContaining({ line: 2, column: 5 }),
      defaults: [],
      floors: [],
      rules: [],
      delegate: [],
      escalation: {},
      escalationSpan: expect.objectContaining({ line: 1, column: 1 }),
      always: [],
      after: [],
      invariants: [],
      tests: [],
      accepted: [],
      sourceHash: '',
    });
    expect(documentOf('policy: 1\nid: low\nextends: { id: base }\n', 'low.yaml').extends?.hash).toBeNull();
  });
});

test('the four decisions are in the order of their severity, and anything else is a DENY', () => {
  expect(['ALLOW', 'ESCALATE', 'DENY', 'ABORT', 'NEVER', '', 'allow'].map(severityOf)).toEqual([
    0, 1, 2, 3, 2, 2, 2,
  ]);
});

describe('a date', () => {
  test.each(['2026-01-31', '2026-12-01', '2024-02-29', '2000-02-29', '2026-04-30', '0004-02-29'])(
    '%s is one',
    (text) => {
      expect(isDate(text)).toBe(true);
    },
  );
  test.each([
    '2026-02-29',
    '1900-02-29',
    '2023-02-29',
    '2026-04-31',
    '2026-06-31',
    '2026-09-31',
    '2026-11-31',
    '2026-01-32',
    '2026-01-00',
    '2026-00-10',
    '2026-13-10',
    '2026-1-10',
    '26-01-10',
    '2026-01-1',
    '2026-01-010',
    '12026-01-01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '',
  ])('%j is none', (text) => {
    expect(isDate(text)).toBe(false);
  });
});
