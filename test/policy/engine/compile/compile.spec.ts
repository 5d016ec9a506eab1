// What the compiler guarantees: the semantics of POLICY.md 6.1, and that nothing which breaks an invariant is ever in force.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkPolicy, checkWithParents } from '#policy/engine/compile/check.ts';
import { formatFailures } from '#test/fixtures/policy/failures.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import {
  TODAY,
  defaultPolicy,
  edited,
  facts,
  findings,
  layer,
  policyOf,
  shipped,
} from '#test/fixtures/policy/policies.ts';

const base = shipped('default');
const codes = (...texts: readonly PolicyText[]): string[] => findings(...texts).map((one) => one.code);
const rules = (body: string) => edited(['rules:\n', `rules:\n${body}\n`]);
const HOST_RULES = `
  - { id: docs, decision: ALLOW, when: { capability: NAVIGATE_CROSS_ORIGIN, host: [docs.test, "*.docs.test"] } }
  - { id: pay, decision: ESCALATE, when: { capability: FORM_SUBMIT_DATA, host: "*.pay.test" }, except: [{ host: sandbox.pay.test }] }
  - { id: bad, decision: DENY, when: { capability: NAVIGATE_CROSS_ORIGIN, host: secret.docs.test }, violation: NAVIGATION_DENIED, reason: Not this one. }`;

describe('semantics', () => {
  const policy = policyOf(rules(HOST_RULES));
  const ask = (request: Record<string, unknown>): string => policy.decide(facts(request)).decision;

  test('a pattern is exactly a host, or its strict subdomains', () => {
    const to = (host: string): string => ask({ capability: 'NAVIGATE_CROSS_ORIGIN', host });
    expect([to('docs.test'), to('a.docs.test'), to('b.a.docs.test')]).toEqual(['ALLOW', 'ALLOW', 'ALLOW']);
    expect([to('xdocs.test'), to('docs.test.evil.test'), to('docs.testx')]).toEqual(
      Array(3).fill('ESCALATE'),
    );
    // Names of one label are of a private network.
    expect([to('test'), to('docstest')]).toEqual(['DENY', 'DENY']);
    const pay = (host: string): string => ask({ capability: 'FORM_SUBMIT_DATA', host });
    expect([pay('pay.test'), pay('a.pay.test'), pay('sandbox.pay.test'), pay('x.sandbox.pay.test')]).toEqual([
      'ALLOW',
      'ESCALATE',
      'ALLOW',
      'ESCALATE',
    ]);
  });

  test('of the matching rules the severest decides, wherever it stands', () => {
    expect(
      policy.decide(facts({ capability: 'NAVIGATE_CROSS_ORIGIN', host: 'secret.docs.test' })),
    ).toMatchObject({
      decision: 'DENY',
      violation: 'NAVIGATION_DENIED',
      because: [{ entry: 'rules.bad', reason: 'Not this one.', layer: 'phase38-default' }],
    });
    expect(ask({ capability: 'NAVIGATE_CROSS_ORIGIN', host: 'secret.docs.test', namedByUser: true })).toBe(
      'DENY',
    );
  });

  test('a rule replaces the default tables, and never a floor', () => {
    const opened = policyOf(
      rules('  - { id: open, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: cdn.test } }'),
    );
    const get = (executor: string): string =>
      opened.decide(facts({ capability: 'FILE_DOWNLOAD', host: 'cdn.test', executor })).decision;
    expect(get('HEADLESS_CHROMIUM')).toBe('ALLOW');
    expect(get('HEADED_EDGE')).toBe('ESCALATE');
    expect(get('HEADED_UNKNOWN')).toBe('DENY');
  });

  test('decisions are frozen and interned: the same object for the same reasons', () => {
    const one = policy.decide(facts({ capability: 'SCREENSHOT' }));
    expect(Object.isFrozen(one) && Object.isFrozen(one.because) && Object.isFrozen(one.obligations)).toBe(
      true,
    );
    expect(policy.decide(facts({ capability: 'SCREENSHOT', host: 'other.test' }))).toBe(one);
  });

  test('an ALLOW rule holds through its last day', () => {
    const text = rules(
      '  - { id: brief, decision: ALLOW, when: { capability: FILE_UPLOAD, host: a.test }, expires: 2026-11-21 }',
    ).text;
    const invariant = 'over: { capability: [FORM_SUBMIT_CREDENTIALS, FILE_UPLOAD, INJECT_JAVASCRIPT] }';
    const loaded = loadPolicy(String(text).replace(invariant, 'over: { capability: INJECT_JAVASCRIPT }'), {
      file: 'p',
    });
    if (!loaded.ok) throw new Error(formatFailures(loaded.error));
    const on = (today: string): string => {
      const compiled = compilePolicy([loaded.value], { today });
      if (!compiled.ok) throw new Error(formatFailures(compiled.error));
      return compiled.value.decide(facts({ capability: 'FILE_UPLOAD', host: 'a.test' })).decision;
    };
    expect([on('2026-11-20'), on('2026-11-21'), on('2026-11-22')]).toEqual(['ALLOW', 'ALLOW', 'ESCALATE']);
  });

  test('several entries that escalate: the least time, and who may answer all of them', () => {
    const both = policyOf(
      rules(
        '  - { id: a, decision: ESCALATE, when: { capability: SCREENSHOT }, escalate: { timeout: 30 } }\n' +
          '  - { id: b, decision: ESCALATE, when: { capability: SCREENSHOT, host: a.test }, escalate: { approvers: [payments, user] } }\n' +
          '  - { id: c, decision: ESCALATE, when: { capability: SCREENSHOT, host: b.test }, escalate: { approvers: [user, ana] } }',
      ),
    );
    const escalation = (host: string) => both.decide(facts({ capability: 'SCREENSHOT', host })).escalation;
    expect(escalation('a.test')).toEqual({ timeoutSeconds: 30, approvers: ['user'] });
    expect(escalation('b.test')).toEqual({ timeoutSeconds: 30, approvers: ['user'] });
  });

  test('entries that ask together and have no approver in common do not load', () => {
    const found = findings(
      rules(
        '  - { id: a, decision: ESCALATE, when: { capability: SCREENSHOT } }\n' +
          '  - { id: b, decision: ESCALATE, when: { capability: SCREENSHOT, host: b.test }, escalate: { approvers: [payments] } }',
      ),
    );
    expect(found).toMatchObject([
      {
        code: 'policy.escalate-nobody',
        message:
          '`host b.test, capability SCREENSHOT, executor HEADED_CHROMIUM` escalates to nobody: `rules.a` asks user, `rules.b` asks payments',
        details: { entry: 'rules.b', witness: { host: 'b.test', capability: 'SCREENSHOT' } },
      },
    ]);
  });
});

describe('facts that are none', () => {
  const policy = defaultPolicy();
  const good = facts({ capability: 'SCREENSHOT' });

  test.each([
    ['an unknown member', { capability: 'SCREENSHOTS' }],
    ['a list for a member', { capability: ['SCREENSHOT'] }],
    ['an unknown member of a fact that no entry tests', { purpose: 'OTHER' }],
    ['a missing fact', { provenance: undefined }],
    ['a prototype name', { executor: 'constructor' }],
    ['text for a boolean', { sandbox: 'true' }],
    ['a negative count', { downloads: -1 }],
    ['a count whose bits look like none', { downloads: -4294967296 }],
    ['a broken count', { downloads: 0.5 }],
    ['an act that no page has', { pageAct: 'TELEPORT' }],
    ['a port for its class', { portClass: 443 }],
    ['a role that no element has', { elementRole: 'BUTTON' }],
    ['a number for a boolean', { targetReadable: 1 }],
    ['a missing writable set', { targetWritable: undefined }],
    ['a list for a boolean', { valueHoldsSecret: [] }],
    ['nothing for a boolean', { valueFromAnotherSite: null }],
    ['text for a boolean of the value', { valueNotFromTask: '' }],
    ['more acts than are counted', { acts: 1001 }],
    ['a host that is not canonical', { host: 'EXAMPLE.com' }],
    ['a host with a dot behind it', { host: 'example.com.' }],
    ['a host with a port', { host: 'example.com:80' }],
    ['a URL for a host', { host: 'https://example.com' }],
    ['a number for a host', { host: 7 }],
  ])('%s is a DENY before any rule', (_what, wrong) => {
    const decision = policy.decide(Object.assign({ ...good }, wrong));
    expect(decision).toMatchObject({ decision: 'DENY', because: [{ entry: 'request' }] });
    expect(decision.obligations).toContain('AUDIT');
  });

  test('what throws when it is read is a DENY too', () => {
    const hostile: PolicyFacts = { ...good };
    Object.defineProperty(hostile, 'host', {
      get: () => {
        throw new Error('no');
      },
    });
    expect(policy.decide(hostile).decision).toBe('DENY');
    // @ts-expect-error -- what a caller without types may hand over
    expect(policy.decide(null).decision).toBe('DENY');
  });

  test('many hosts neither slow the memory nor change an answer', () => {
    for (let index = 0; index < 20_000; index++)
      expect(policy.decide({ ...good, host: `h${index}.test` }).decision).toBe('ALLOW');
    expect(policy.decide({ ...good, host: 'EVIL.test' }).decision).toBe('DENY');
  });
});

describe('what does not come into force', () => {
  test('a cell that allows ACCESS_PASSWORDS', () => {
    const [found] = findings(
      edited(['ACCESS_PASSWORDS: [NEVER, NEVER]', 'ACCESS_PASSWORDS: [NEVER, ALLOW]']),
    );
    expect(found).toMatchObject({
      code: 'policy.invariant-violated',
      span: { file: 'edited.yaml' },
      details: { invariant: 'INV-1', decision: 'ALLOW', entry: 'defaults.capability' },
    });
    expect(found?.message).toContain('capability ACCESS_PASSWORDS');
    expect(found?.span?.line).toBe(
      String(base.text)
        .split('\n')
        .findIndex((line) => line.includes('ACCESS_PASSWORDS: [')) + 1,
    );
  });

  test('a rule that allows ACCESS_PASSWORDS, alone or among others', () => {
    for (const list of ['ACCESS_PASSWORDS', '[SCREENSHOT, ACCESS_PASSWORDS]']) {
      const [found] = findings(rules(`  - { id: leak, decision: ALLOW, when: { capability: ${list} } }`));
      expect(found).toMatchObject({
        code: 'policy.grant-in-floor',
        details: { entry: 'rules.leak', member: 'ACCESS_PASSWORDS', floor: 'never.capability' },
      });
    }
  });

  test('a document that allows it and leaves the invariants out', () => {
    const text = String(
      edited(['ACCESS_PASSWORDS: [NEVER, NEVER]', 'ACCESS_PASSWORDS: [ALLOW, ALLOW]']).text,
    );
    const silent = text.replace(/invariants:[\s\S]*$/, '');
    expect(codes({ file: 'silent.yaml', text: silent })).toEqual(['policy.invariant-violated']);
    const downgraded = silent
      .replace('ACCESS_PASSWORDS: [ALLOW, ALLOW]', 'ACCESS_PASSWORDS: [DENY, DENY]')
      .replace(
        'rules:\n',
        'rules:\n  - { id: leak, decision: ALLOW, when: { capability: ACCESS_PASSWORDS } }\n',
      );
    expect(codes({ file: 'silent.yaml', text: downgraded })).toEqual(['policy.invariant-violated']);
  });

  test.each([
    ['history', 'ACCESS_HISTORY: [NEVER, NEVER]', 'ACCESS_HISTORY: [ESCALATE, NEVER]', 'INV-2'],
    ['extensions', 'INSTALL_EXTENSION: [NEVER, NEVER]', 'INSTALL_EXTENSION: [NEVER, ALLOW]', 'INV-3'],
    ['cross-origin storage', 'COOKIES: [ESCALATE, NEVER]', 'COOKIES: [ESCALATE, ESCALATE]', 'INV-4'],
    ['a second tab under SINGLE_TAB', 'OPEN_NEW_TAB: [DENY,', 'OPEN_NEW_TAB: [ESCALATE,', 'INV-5'],
    ['no AUDIT', 'always: [AUDIT]', 'always: [AUDIT_FULL]', 'INV-9'],
    ['profiles that stay', 'after: [CLEAR_STORAGE, DELETE_PROFILE]', 'after: [CLEAR_STORAGE]', 'INV-6'],
    ['a sandbox lost and only denied', 'decision: ABORT', 'decision: DENY', 'INV-7'],
    ['a forbidden flag that escalates', 'FORBIDDEN_FLAG: DENY', 'FORBIDDEN_FLAG: ESCALATE', 'INV-7b'],
    [
      'uploads without a person',
      'FILE_UPLOAD: [ESCALATE, ESCALATE]',
      'FILE_UPLOAD: [ESCALATE, ALLOW]',
      'INV-8',
    ],
    ['Edge without a person', 'HEADED_EDGE: ESCALATE', 'HEADED_EDGE: ALLOW', 'INV-8b'],
  ])('%s', (_what, from, to, invariant) => {
    const found = findings(edited([from, to])).filter((one) => one.code === 'policy.invariant-violated');
    expect(found.map((one) => one.details?.['invariant'])).toContain(invariant);
  });

  test('a delegation that would let a lower layer break an invariant: the envelope is proved too', () => {
    const [found] = findings(
      edited([
        'delegate:\n',
        'delegate:\n  - { id: uploads, to: ALLOW, when: { capability: FILE_UPLOAD } }\n',
      ]),
    );
    expect(found).toMatchObject({
      code: 'policy.invariant-violated',
      details: { invariant: 'INV-8', on: 'envelope', entry: 'delegate.uploads' },
    });
    expect(found?.message).toContain('a lower layer could make');
  });

  test('a delegation into a floor', () => {
    const found = findings(
      edited([
        'delegate:\n',
        'delegate:\n  - { id: edge, to: ALLOW, when: { capability: SCREENSHOT, executor: HEADED_EDGE } }\n',
      ]),
    );
    expect(found[0]).toMatchObject({
      code: 'policy.grant-in-floor',
      details: { entry: 'delegate.edge', floor: 'floors.executor' },
    });
  });

  test('a rule for hosts that a floor of its layer closes', () => {
    const text = edited(
      [
        'rules:\n',
        'rules:\n  - { id: news, decision: ALLOW, when: { capability: NAVIGATE_CROSS_ORIGIN, host: [news.test, ads.test] } }\n',
      ],
      ['floors:\n', 'floors:\n  - { id: ads, decision: DENY, when: { host: [ads.test, "*.ads.test"] } }\n'],
    );
    expect(findings(text)[0]).toMatchObject({
      code: 'policy.grant-in-floor',
      details: { member: 'ads.test', floor: 'floors.ads' },
    });
  });

  test('a witness really breaks the invariant', () => {
    const text = edited(['ACCESS_HISTORY: [NEVER, NEVER]', 'ACCESS_HISTORY: [ESCALATE, NEVER]']);
    const witness = findings(text)[0]?.details?.['witness'];
    expect(witness).toMatchObject({ capability: 'ACCESS_HISTORY', executor: 'HEADED_CHROMIUM' });
  });

  test('a test that fails, by decision or by entry', () => {
    expect(
      findings(
        edited(['expect: ALLOW\n      by: named-by-user', 'expect: DENY\n      by: named-by-user']),
      )[0],
    ).toMatchObject({
      code: 'policy.test-failed',
      message: 'the test `a named site opens` expects DENY and gets ALLOW',
    });
    expect(findings(edited(['by: named-by-user', 'by: somebody-else']))[0]?.message).toBe(
      'the test `a named site opens` is not decided by `somebody-else`',
    );
  });

  test('a space beyond the budget is unproven, and the fact that grew it is named', () => {
    const many = Array.from(
      { length: 12 },
      (_, index) => `{ "==": [{ var: downloads }, ${index * 7}] }`,
    ).join(', ');
    const text = rules(
      `  - { id: many, decision: ESCALATE, when: { capability: SCREENSHOT }, logic: { or: [${many}] } }`,
    );
    const { findings: found, policy } = checkPolicy([text], { today: TODAY, cellBudget: 40 });
    expect(policy).toBeNull();
    expect(found[0]?.code).toBe('policy.unproven');
    expect(found[0]?.message).toMatch(/`(capability|executor|downloads|storage)` grew them/);
    expect(checkPolicy([text], { today: TODAY }).findings).toEqual([]);
  });

  test('no document at all', () => {
    expect(codes()).toEqual(['policy.not-loaded']);
  });
});

describe('layers', () => {
  test('a lower layer tightens, and relaxes only what was delegated', () => {
    const policy = policyOf(
      base,
      layer(
        'rules:\n  - { id: up, decision: DENY, when: { capability: FILE_UPLOAD } }\n  - { id: dl, decision: ALLOW, when: { capability: FILE_DOWNLOAD } }\n  - { id: lan, decision: ALLOW, when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: PRIVATE, host: lan.test } }',
      ),
    );
    const ask = (request: Record<string, unknown>) => policy.decide(facts(request));
    expect(ask({ capability: 'FILE_UPLOAD' })).toMatchObject({
      decision: 'DENY',
      because: [{ layer: 'layer' }],
    });
    expect(ask({ capability: 'FILE_DOWNLOAD' })).toMatchObject({
      decision: 'ESCALATE',
      because: [{ layer: 'phase38-default' }],
    });
    expect(
      ask({ capability: 'NAVIGATE_CROSS_ORIGIN', addressClass: 'PRIVATE', host: 'lan.test' }).decision,
    ).toBe('ALLOW');
    expect(
      ask({ capability: 'NAVIGATE_CROSS_ORIGIN', addressClass: 'LINK_LOCAL', host: 'lan.test' }).decision,
    ).toBe('DENY');
    expect(policy.layers).toEqual(['phase38-default@1', 'layer@1']);
  });

  test('a layer passes on no more than it was given', () => {
    const policy = policyOf(
      base,
      layer('delegate:\n  - { id: all, to: ALLOW, when: { capability: [FILE_DOWNLOAD, SCREENSHOT] } }'),
      {
        file: 'third.yaml',
        text: 'policy: 1\nid: third\nextends: { id: layer }\nrules:\n  - { id: dl, decision: ALLOW, when: { capability: FILE_DOWNLOAD } }\n',
      },
    );
    // The first layer leaves headless downloads to a person at most, whatever the second one says.
    expect(
      policy.decide(facts({ capability: 'FILE_DOWNLOAD', executor: 'HEADLESS_CHROMIUM' })).decision,
    ).toBe('ESCALATE');
    expect(
      policy.decide(facts({ capability: 'FILE_DOWNLOAD', executor: 'HEADLESS_EDGE', sandbox: false }))
        .decision,
    ).toBe('ABORT');
    expect(policy.decide(facts({ capability: 'FILE_DOWNLOAD' })).decision).toBe('ESCALATE');
  });

  test('a layer brings in nobody who approves, and lengthens no time', () => {
    const body =
      'rules:\n  - { id: s, decision: ESCALATE, when: { capability: SCREENSHOT }, escalate: { approvers: [robot], timeout: 900 } }';
    expect(findings(base, layer(body))[0]).toMatchObject({
      code: 'policy.unknown-member',
      message: 'no layer above knows the approver `robot`',
    });
    const policy = policyOf(base, layer(body.replace('approvers: [robot], ', '')));
    expect(policy.decide(facts({ capability: 'SCREENSHOT' })).escalation).toEqual({
      timeoutSeconds: 120,
      approvers: ['user'],
    });
  });

  test('the parent is named, and by its hash if one wants', () => {
    const child = (extend: string) => ({
      file: 'child.yaml',
      text: `policy: 1\nid: child\nextends: ${extend}\n`,
    });
    const { semanticHash } = defaultPolicy();
    expect(codes(base, child(`{ id: phase38-default, hash: "${semanticHash}" }`))).toEqual([]);
    expect(codes(base, child(`{ id: phase38-default, hash: "sha256:${'0'.repeat(64)}" }`))).toEqual([
      'policy.bad-parent',
    ]);
    expect(codes(base, child('{ id: other }'))).toEqual(['policy.bad-parent']);
    expect(codes(child('{ id: phase38-default }'))).toEqual(['policy.bad-parent']);
    expect(codes(base, base)).toEqual(['policy.bad-parent']);
  });

  test('parents are found by id; a missing one and a circle are errors', () => {
    const options = { today: TODAY };
    expect(checkWithParents(shipped('demo'), [base], options).policy?.layers).toEqual([
      'phase38-default@1',
      'demo-world@1',
    ]);
    expect(checkWithParents(shipped('demo'), [], options).findings[0]?.code).toBe('policy.bad-parent');
    const [a, b] = ['a', 'b'].map((id) => ({
      file: `${id}.yaml`,
      text: `policy: 1\nid: ${id}\nextends: { id: ${id === 'a' ? 'b' : 'a'} }\n`,
    }));
    if (a === undefined || b === undefined) throw new Error('two documents');
    expect(checkWithParents(a, [b], options).findings[0]?.message).toContain('extends itself');
  });
});

describe('identity', () => {
  test('the source hash is of the bytes, the semantic hash of what is decided', () => {
    const one = defaultPolicy();
    const commented = policyOf({ file: 'x.yaml', text: `# more\n${String(base.text)}` });
    expect(commented.semanticHash).toBe(one.semanticHash);
    expect(commented.sourceHash).not.toBe(one.sourceHash);
    const tighter = policyOf(edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ALLOW, ESCALATE]']));
    expect(tighter.semanticHash).not.toBe(one.semanticHash);
    expect(one.semanticHash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('what a lower layer may get is part of it', () => {
    const one = defaultPolicy();
    const narrower = policyOf(
      edited(['addressClass: [LOOPBACK, PRIVATE] }\n    reason', 'addressClass: LOOPBACK }\n    reason']),
    );
    expect(narrower.semanticHash).not.toBe(one.semanticHash);
  });
});

describe('the example of the design', () => {
  test('loads, is proved, and passes its own tests', () => {
    const text = readFileSync(
      new URL('../../../fixtures/policy/phase38.policy.yaml', import.meta.url),
      'utf8',
    );
    const policy = policyOf({ file: 'phase38.policy.yaml', text });
    expect(
      policy.decide(facts({ capability: 'NAVIGATE_CROSS_ORIGIN', host: 'a.docs.example.com' })).because[0]
        ?.entry,
    ).toBe('rules.corp-docs');
    expect(
      policy.decide(
        facts({ capability: 'FORM_SUBMIT_DATA', host: 'x.test', origin: 'CROSS_ORIGIN', provenance: 'PAGE' }),
      ),
    ).toMatchObject({ decision: 'ESCALATE', because: [{ entry: 'floors.page-caused-exfiltration' }] });
    const task = {
      file: 'task.yaml',
      text: `policy: 1\nid: task-4711\nextends: { id: phase38-default, hash: "${policy.semanticHash}" }\nrules:\n  - { id: t1, decision: ALLOW, when: { capability: NAVIGATE_CROSS_ORIGIN, host: [shop.example.org] }, reason: compare prices }\n  - { id: t2, decision: ALLOW, when: { capability: ACCESS_COOKIES, host: [shop.example.org] }, reason: powerless }\n  - { id: t3, decision: DENY, when: { capability: FILE_UPLOAD }, reason: this task never uploads }\n`,
    };
    const layered = policyOf({ file: 'phase38.policy.yaml', text }, task);
    const ask = (request: Record<string, unknown>) =>
      layered.decide(facts({ host: 'shop.example.org', ...request })).decision;
    expect(ask({ capability: 'NAVIGATE_CROSS_ORIGIN' })).toBe('ALLOW');
    expect(ask({ capability: 'NAVIGATE_CROSS_ORIGIN', provenance: 'PAGE' })).toBe('ESCALATE');
    expect(ask({ capability: 'ACCESS_COOKIES' })).toBe('ESCALATE');
    expect(ask({ capability: 'FILE_UPLOAD' })).toBe('DENY');
  });
});
