// The exact difference of two policies: against brute force, and the stories that it is for.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffExit, diffPolicies } from '#policy/tools/compare/diff.ts';
import type { DiffRow, PolicyDiff } from '#policy/tools/compare/diff.ts';
import { diffData, diffSarif, renderDiffMarkdown, renderDiffText } from '#policy/tools/render/render-diff.ts';
import { refine } from '#policy/tools/compare/refinement.ts';
import { MAX_CELLS } from '#policy/engine/compile/layout.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { golden } from '#test/golden/golden.ts';
import { build, request, upperLayer } from '#test/property/policy-arbitraries.ts';
import type { Data } from '#test/property/policy-arbitraries.ts';
import { BROWSER_CAPABILITIES } from '#policy/language/vocabulary.ts';
import { everyClass } from './compare-every-class.ts';
import { atNameClass, bruteForce, inRegion, sizeOfRefinement } from './compare-brute-force.ts';
import { defaultPolicy, edited, layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';
import { drawn } from '#test/fixtures/how-much.ts';

function difference(old: CompiledPolicy, renewed: CompiledPolicy): PolicyDiff {
  const diff = diffPolicies(old, renewed);
  if (!diff.ok) throw new Error(diff.error.message);
  return diff.value;
}

const CLOSED = ['ACCESS_PASSWORDS', 'ACCESS_HISTORY', 'INSTALL_EXTENSION'];
/** What the invariants of Phase-38 need, in as few classes as can be. */
const FLOORS: readonly Data[] = [
  { id: 'tabs', decision: 'DENY', when: { tabAction: 'OPEN_NEW_TAB', tabPolicy: 'SINGLE_TAB' } },
  {
    id: 'flags',
    decision: 'DENY',
    when: { launchFlags: ['FORBIDDEN_FLAG', 'REQUIRED_FLAG_MISSING'] },
  },
  { id: 'sandbox', decision: 'ABORT', when: { sandbox: false } },
];
/** A random layer with tables that tell few values apart: every class of requests can be visited. */
const small = (layerData: Data): Data => {
  const rows = BROWSER_CAPABILITIES.map((one): [string, string] => [
    one,
    CLOSED.includes(one) ? 'NEVER' : one.startsWith('NAVIGATE') ? 'ESCALATE' : 'ALLOW',
  ]);
  const storage = [
    'NONE',
    'LOCAL_STORAGE',
    'SESSION_STORAGE',
    'INDEXED_DB',
    'COOKIES',
    'CACHE_API',
    'SERVICE_WORKER',
  ];
  const first = (key: string): unknown => {
    const list = layerData[key];
    return Array.isArray(list) ? list.slice(0, 1) : list;
  };
  const random = Array.isArray(layerData['floors']) ? layerData['floors'].slice(3, 4) : [];
  return {
    ...layerData,
    defaults: [
      { id: 'capability', by: ['capability'], rows: Object.fromEntries(rows) },
      {
        id: 'storage',
        by: ['storage', 'origin'],
        columns: ['SAME_ORIGIN', 'CROSS_ORIGIN'],
        rows: Object.fromEntries(storage.map((one) => [one, ['ALLOW', one === 'NONE' ? 'ALLOW' : 'NEVER']])),
      },
    ],
    floors: [...FLOORS, ...random],
    rules: first('rules'),
    delegate: first('delegate'),
  };
};
/** A layer and an edit of it: what one of its sections says is another random entry, or nothing. */
const smallEdit = fc
  .tuple(upperLayer.map(small), upperLayer.map(small), fc.constantFrom('rules', 'floors', 'delegate'))
  .map(([one, other, section]): readonly [Data, Data] => {
    const old = section === 'delegate' ? one : { ...one, delegate: [] };
    return [old, { ...old, [section]: other[section] ?? [] }];
  });
const MAX_CLASSES = 16_000;

describe('the difference of two policies', () => {
  test('is that of brute force over all classes of requests: nothing missed, nothing spurious', () => {
    let compared = 0;
    let differ = 0;
    fc.assert(
      fc.property(smallEdit, ([one, other]) => {
        const [old, renewed] = [build([one]).policy, build([other]).policy];
        fc.pre(old.semanticHash !== renewed.semanticHash);
        fc.pre(sizeOfRefinement(refine(old, renewed, MAX_CELLS).space) <= MAX_CLASSES);
        const diff = difference(old, renewed);
        const brute = bruteForce(old, renewed, diff);
        expect(brute.wrong.slice(0, 3)).toEqual([]);
        expect(diff.differ).toBe(BigInt(brute.differ));
        // The count that the shipped policies are held against, on spaces that are visited class by class as well.
        const every = everyClass(old, renewed, diff);
        expect([every.differ, every.classes, every.wrong]).toEqual([brute.differ, Number(diff.compared), []]);
        compared += Number(diff.compared);
        differ += brute.differ;
      }),
      { numRuns: drawn({ quick: 2, long: 4 }), endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(1000);
    expect(differ).toBeGreaterThan(0);
  });

  test('has no row of navigations to another origin on the same one: nobody makes them', () => {
    const open = edited([
      'NAVIGATE_CROSS_ORIGIN: [ESCALATE, ESCALATE]',
      'NAVIGATE_CROSS_ORIGIN: [ESCALATE, DENY]',
    ]);
    const rows = difference(defaultPolicy(), policyOf(open)).rows.filter(({ region }) =>
      region['capability']?.includes('NAVIGATE_CROSS_ORIGIN'),
    );
    expect(rows).not.toEqual([]);
    expect(rows.filter(({ region }) => region['origin'] !== undefined)).toEqual([]);
    expect(rows.map(({ witness }) => witness.origin)).not.toContain('SAME_ORIGIN');
  });

  test('holds of any request: it is in a row exactly when its decision changes, and witnesses decide as is said', () => {
    fc.assert(
      fc.property(
        upperLayer,
        upperLayer,
        fc.array(request, { minLength: 20, maxLength: 20 }),
        (one, other, asked) => {
          const [old, renewed] = [build([one]).policy, build([other]).policy];
          const diff = difference(old, renewed);
          const { space } = refine(old, renewed, MAX_CELLS);
          for (const row of diff.rows.filter(({ about }) => about !== 'envelope')) {
            expect([old.decide(row.witness).decision, renewed.decide(row.witness).decision]).toEqual([
              row.from,
              row.to,
            ]);
            expect(old.decide(row.witness)).not.toEqual(renewed.decide(row.witness));
            expect(inRegion(row, row.witness)).toBe(true);
            const entries = (policy: CompiledPolicy): string[] =>
              policy.decide(row.witness).because.map(({ entry }) => entry);
            expect(row.before).toEqual(expect.arrayContaining(entries(old)));
            expect(row.after).toEqual(expect.arrayContaining(entries(renewed)));
          }
          for (const one of asked) {
            // Nobody makes it: a row may hold it or not.
            if (one.capability === 'NAVIGATE_CROSS_ORIGIN' && one.origin === 'SAME_ORIGIN') continue;
            const said = diff.rows.filter(
              (row) => row.about === 'decision' && inRegion(row, atNameClass(one, space)),
            );
            const change = [old.decide(one).decision, renewed.decide(one).decision];
            if (change[0] === change[1]) expect(said.filter(({ exact }) => exact)).toEqual([]);
            else expect(said.map(({ from, to }) => [from, to])).toContainEqual(change);
          }
        },
      ),
      { numRuns: drawn({ quick: 3, long: 8 }), endOnFailure: true },
    );
  });
});

describe('what a difference says', () => {
  test('a policy and itself, reordered and reformatted, are the same', () => {
    const document = String(shipped('demo').text);
    const [head = '', ...rules] = document.split(/^ {2}- id: /m);
    const last = rules.pop() ?? '';
    const [lastRule = '', tests = ''] = last.split(/^tests:/m);
    const turned = [lastRule.trimEnd(), ...rules.map((one) => one.trimEnd()).toReversed()];
    const text = `${head}${turned.map((one) => `  # turned\n  - id: ${one}`).join('\n\n')}\n\ntests:${tests}`;
    expect(text).not.toBe(document);
    const other = policyOf(shipped('default'), { file: 'turned.yaml', text });
    const diff = difference(policyOf(shipped('default'), shipped('demo')), other);
    expect(diff.rows).toEqual([]);
    expect(diff.differ).toBe(0n);
    expect(diffExit(diff)).toBe(0);
  });

  test('an edit and its reverse are each other turned round', () => {
    const loose = policyOf(edited(['FILE_DOWNLOAD: [ESCALATE, DENY]', 'FILE_DOWNLOAD: [ALLOW, DENY]']));
    const there = difference(defaultPolicy(), loose);
    const back = difference(loose, defaultPolicy());
    expect(diffExit(there)).toBe(3);
    expect(diffExit(back)).toBe(2);
    const turned = (row: DiffRow): unknown => [row.to, row.from, row.region, row.classes];
    expect(back.rows.map(turned)).toEqual(
      there.rows.map((row) => [row.from, row.to, row.region, row.classes]),
    );
    expect(there.rows[0]).toMatchObject({
      direction: 'LOOSENED',
      from: 'ESCALATE',
      to: 'ALLOW',
      before: ['defaults.capability'],
      causes: [{ entry: 'defaults.capability', how: 'decides otherwise' }],
      witness: { capability: 'FILE_DOWNLOAD', executor: 'HEADED_CHROMIUM' },
    });
  });

  test('a first layer of another name has neither lost nor added what both say', () => {
    const renamed = policyOf(
      edited(
        ['id: phase38-default', 'id: ours'],
        ['end: phase38-default@', 'end: ours@'],
        ['FILE_DOWNLOAD: [ESCALATE, DENY]', 'FILE_DOWNLOAD: [ALLOW, DENY]'],
      ),
    );
    const { rows } = difference(defaultPolicy(), renamed);
    expect(rows.map(({ causes }) => causes.map(({ entry, how }) => `${entry} ${how}`))).toEqual(
      rows.map(() => ['defaults.capability decides otherwise']),
    );
    expect(rows).not.toEqual([]);
  });

  /** POLICY.md 6.8: one DENY pattern narrowed, and another rule speaks where it did. */
  const partners = (denied: string): CompiledPolicy =>
    policyOf(
      edited([
        'rules:\n',
        `rules:
  - id: partner-cookies
    decision: ALLOW
    when: { capability: ACCESS_COOKIES, host: app.example.com }
    reason: The application keeps its session.
  - id: no-cookies
    decision: DENY
    when: { capability: ACCESS_COOKIES, host: ${denied} }
    reason: No cookies of this company.
`,
      ]),
    );

  test('narrowing a DENY pattern loosens through another rule, which no line of the edit names', () => {
    const diff = difference(partners('"*.example.com"'), partners('api.example.com'));
    expect(diffExit(diff)).toBe(3);
    const allowed = diff.rows.filter(({ to }) => to === 'ALLOW');
    expect(allowed.map(({ region }) => region['host'])).toEqual(allowed.map(() => ['app.example.com']));
    expect(allowed[0]).toMatchObject({
      from: 'DENY',
      before: ['rules.no-cookies'],
      after: expect.arrayContaining(['rules.partner-cookies']),
      causes: [{ entry: 'rules.no-cookies', how: 'narrowed' }],
    });
    const asked = diff.rows.filter(({ to }) => to === 'ESCALATE');
    expect(asked.map(({ region }) => region['host'])).toContainEqual([
      'below example.com except api.example.com and app.example.com',
    ]);
    expect(diff.rows.every(({ direction }) => direction === 'LOOSENED')).toBe(true);
    golden('policy-diff.txt', `${renderDiffText(diff)}\n`);
    golden('policy-diff.md', `${renderDiffMarkdown(diff)}\n`);
    golden('policy-diff.sarif.json', `${JSON.stringify(diffSarif(diff), null, 2)}\n`);
  });

  test('a duty less, an approver more, more time to answer and a longer yes loosen; the reverse tightens', () => {
    const of = (...edits: readonly (readonly [string, string])[]): PolicyDiff =>
      difference(defaultPolicy(), policyOf(edited(...edits)));
    const words = (diff: PolicyDiff): readonly string[] => [
      ...new Set(diff.rows.map(({ direction, terms }) => `${direction} ${terms.join()}`)),
    ];
    expect(words(of(['always: [AUDIT]', 'always: [AUDIT, SCREENSHOT_AFTER]']))).toEqual([
      'TIGHTENED with SCREENSHOT_AFTER',
    ]);
    expect(words(of(['timeout: 120', 'timeout: 300']))).toEqual(['LOOSENED 120 s to answer become 300 s']);
    expect(words(of(['approvers: [user]', 'approvers: [user, admin]']))).toEqual([
      'LOOSENED admin may approve',
    ]);
    const team = (more: string) => policyOf(edited(['approvers: [user]', `approvers: [team]${more}`]));
    expect(words(difference(team(''), team(', fourEyes: true')))).toEqual([
      'TIGHTENED whoever asks may no longer approve',
    ]);
    expect(words(difference(team(', fourEyes: true'), team('')))).toEqual([
      'LOOSENED whoever asks may approve',
    ]);
    const once = (more: string) => policyOf(edited(['timeout: 120', `timeout: 120${more}`]));
    const [task, hour, act] = [once(''), once(', askOnce: 60'), once(', askOnce: 0')];
    expect(words(difference(task, hour))).toEqual([
      'TIGHTENED a yes holds for 60 min instead of for the task',
    ]);
    expect(words(difference(hour, act))).toEqual(['TIGHTENED a yes holds for one act instead of for 60 min']);
    expect(words(difference(act, task))).toEqual([
      'LOOSENED a yes holds for the task instead of for one act',
    ]);
    const renamed = of(
      ['FILE_DOWNLOAD: [ESCALATE, DENY]\n', 'FILE_DOWNLOAD: [ESCALATE, DENY]\n'],
      [
        "      OPEN_TAB: TAB_POLICY_VIOLATION\n      '*': CAPABILITY_DENIED",
        "      OPEN_TAB: TAB_POLICY_VIOLATION\n      FILE_DOWNLOAD: NAVIGATION_DENIED\n      '*': CAPABILITY_DENIED",
      ],
    );
    expect(words(renamed)).toEqual(['CHANGED CAPABILITY_DENIED becomes NAVIGATION_DENIED']);
    expect(diffExit(renamed)).toBe(2);
  });

  test('what a lower layer could get is part of the policy: a new delegation loosens', () => {
    const diff = difference(
      defaultPolicy(),
      policyOf(
        edited([
          'delegate:\n',
          'delegate:\n  - id: downloads\n    to: ALLOW\n    when: { capability: FILE_DOWNLOAD }\n    reason: Below.\n',
        ]),
      ),
    );
    expect(diffExit(diff)).toBe(3);
    expect(new Set(diff.rows.map(({ about }) => about))).toEqual(new Set(['envelope']));
    expect(diff.rows[0]?.causes).toMatchObject([{ entry: 'delegate.downloads', how: 'added' }]);
  });

  test('an invariant that is no longer stated is named, though nothing is decided otherwise', () => {
    const without = edited([
      '  - id: INV-8b\n    at_least: ESCALATE\n    over: { executor: [HEADED_EDGE, HEADLESS_EDGE] }\n    reason: Edge always escalates.\n',
      '',
    ]);
    const diff = difference(defaultPolicy(), policyOf(without));
    expect(diff.rows).toEqual([]);
    expect(diff.invariants).toEqual({ added: [], removed: ['INV-8b'] });
    expect(renderDiffText(diff)).toContain('invariants no longer stated: INV-8b');
  });

  test('a layer is compared with the policy that it is put below', () => {
    const lower = layer('rules:\n  - { id: no-tabs, decision: DENY, when: { capability: CLOSE_TAB } }');
    const diff = difference(defaultPolicy(), policyOf(shipped('default'), lower));
    expect(diffExit(diff)).toBe(2);
    expect(diff.rows.every(({ from, to }) => from !== 'DENY' && to === 'DENY')).toBe(true);
    expect(diff.rows[0]?.after).toEqual(['rules.no-tabs']);
  });

  test('beyond the budget nothing is claimed', () => {
    const diff = diffPolicies(defaultPolicy(), partners('api.example.com'), { cellBudget: 100 });
    expect(diff).toMatchObject({ ok: false, error: { code: 'policy.unproven' } });
  });

  test('beyond boxes that anybody would read there are hulls, with exact counts and real witnesses', () => {
    const [old, renewed] = [partners('"*.example.com"'), partners('api.example.com')];
    const hulls = diffPolicies(old, renewed, { maxBoxes: 0 });
    if (!hulls.ok) throw new Error(hulls.error.message);
    const boxes = difference(old, renewed);
    const total = (diff: PolicyDiff, to: string): bigint =>
      diff.rows.reduce((sum, row) => (row.to === to ? sum + row.classes : sum), 0n);
    expect(hulls.value.rows).toHaveLength(2);
    for (const row of hulls.value.rows) {
      expect(row.exact).toBe(false);
      expect(row.classes).toBe(total(boxes, row.to));
      expect([old.decide(row.witness).decision, renewed.decide(row.witness).decision]).toEqual([
        row.from,
        row.to,
      ]);
      for (const box of boxes.rows.filter(({ to }) => to === row.to))
        expect(inRegion(row, box.witness)).toBe(true);
    }
    expect(renderDiffText(hulls.value)).toContain('somewhere within');
  });

  test('as data it is plain JSON with numbers', () => {
    const data: unknown = JSON.parse(
      JSON.stringify(diffData(difference(defaultPolicy(), partners('b.example.com')))),
    );
    expect(data).toMatchObject({ exact: true, exit: 3, compared: expect.any(Number) });
  });
});
