// Verification: what is proved of the shipped policies, what refutes an altered one, and claims of the moment.
import { describe, expect, test } from 'vitest';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { formatFailures } from '#test/fixtures/policy/failures.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { parseClaim } from '#policy/tools/testing/claim.ts';
import { renderVerify, verifyData } from '#policy/tools/render/render-verify.ts';
import { prepareProof, verifyExit } from '#policy/tools/verify/verify.ts';
import type { Proof, ClaimResult } from '#policy/tools/verify/verify.ts';
import type { PolicyDocument, Severity } from '#policy/engine/documents/document.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { stackOf } from '#test/fixtures/policy/stack.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import { golden } from '#test/golden/golden.ts';
import { TODAY, defaultPolicy, edited, layer, shipped } from '#test/fixtures/policy/policies.ts';

function documentsOf(texts: readonly PolicyText[]): readonly PolicyDocument[] {
  return texts.map((one) => {
    const loaded = loadPolicy(one.text, { file: one.file });
    if (!loaded.ok) throw new Error(loaded.error.map(({ message }) => message).join('\n'));
    return loaded.value;
  });
}

type Verified = { readonly proof: Proof; readonly verdicts: readonly ClaimResult[]; readonly exit: number };

function verify(
  texts: readonly PolicyText[],
  claims: readonly string[] = [],
  options: { cellBudget?: number } = {},
): Verified {
  const parsed = claims.flatMap((one) => {
    const claim = parseClaim(one, 'claim');
    if (!claim.ok) throw new Error(claim.error.map(({ message }) => message).join('\n'));
    return claim.value;
  });
  const proof = prepareProof(documentsOf(texts), { today: TODAY, ...options }, parsed);
  if (!proof.ok) throw new Error(proof.error.map(({ message }) => message).join('\n'));
  const verdicts = proof.value.run();
  return { proof: proof.value, verdicts, exit: verifyExit(proof.value, verdicts) };
}

const violated = (verdicts: readonly ClaimResult[]): readonly ClaimResult[] =>
  verdicts.filter(({ answer }) => answer === 'VIOLATED');

describe('verify', () => {
  test('every invariant of the default policy is proven, with its classes and cells', () => {
    const { proof, verdicts, exit } = verify([shipped('default')]);
    expect(exit).toBe(0);
    expect(proof.refused).toEqual([]);
    expect(verdicts.length).toBeGreaterThanOrEqual(13);
    for (const one of verdicts) {
      expect(one, one.id).toMatchObject({ answer: 'PROVEN', refutation: null });
      expect(one.classes).toBeGreaterThan(0n);
      expect(one.classes).toBeLessThanOrEqual(proof.classes);
      expect(one.cells).toBeGreaterThan(0);
    }
    golden('policy-verify.txt', `${renderVerify(proof, verdicts, 1)}\n`);
  });

  test('layers are verified together', () => {
    const { verdicts, exit } = verify([shipped('default'), shipped('demo')]);
    expect(exit).toBe(0);
    expect(verdicts[0]?.layers).toEqual(['phase38-default@1', 'demo-world@1']);
  });

  test('a claim is proven or refuted by a request, in both forms', () => {
    const { verdicts, exit } = verify(
      [shipped('default')],
      [
        '{over: {executor: HEADLESS_*}, never: [{capability: FILE_DOWNLOAD, decision: ALLOW}]}',
        '{"over": {"capability": "FILE_DOWNLOAD"}, "at_least": "DENY"}',
        'over: { host: secret.example, capability: SCREENSHOT }\nat_least: ESCALATE',
      ],
    );
    expect(exit).toBe(1);
    expect(verdicts.filter(({ source }) => source === 'claim')).toMatchObject([
      { answer: 'PROVEN' },
      {
        answer: 'VIOLATED',
        refutation: { on: 'policy', decision: 'ESCALATE', entry: 'defaults.capability' },
      },
      { answer: 'VIOLATED', refutation: { decision: 'ALLOW', witness: { host: 'secret.example' } } },
    ]);
  });

  test('a claim that the policy keeps and a lower layer could break is violated on the envelope', () => {
    const claim =
      '{over: {capability: FORM_SUBMIT_CREDENTIALS, executor: HEADLESS_CHROMIUM}, at_least: DENY}';
    expect(violated(verify([shipped('default')], [claim]).verdicts)).toMatchObject([
      { refutation: { on: 'envelope', decision: 'ESCALATE', entry: 'delegate.supervised-login' } },
    ]);
  });

  const CLAIMS = [
    '{over: {executor: HEADLESS_*}, never: [{capability: FILE_DOWNLOAD, decision: ALLOW}]}',
    '{over: {scheme: OTHER}, never: [{decision: ALLOW}, {decision: ESCALATE, sandbox: true}]}',
    '{never: [{capability: ACCESS_PASSWORDS, decision: ESCALATE}]}',
    '{over: {capability: SCREENSHOT}, never: [{decision: ALLOW}]}',
    '{over: {capability: FILE_DOWNLOAD}, at_least: DENY}',
    '{over: {host: secret.example, capability: SCREENSHOT}, at_least: ESCALATE}',
    '{at_least: ESCALATE}',
    '{requires: [AUDIT]}',
    '{over: {capability: FILE_DOWNLOAD}, requires: [AUDIT, SCAN_DOWNLOAD]}',
    '{over: {capability: FORM_SUBMIT_CREDENTIALS, executor: HEADLESS_CHROMIUM}, at_least: DENY, below: true}',
  ];

  test('every shape of claim is answered with the classes that it is about, and a request where it does not hold', () => {
    const { verdicts, proof } = verify([shipped('default')], CLAIMS);
    const claims = verdicts.filter(({ source }) => source === 'claim');
    for (const one of claims) {
      expect(one.classes).toBeGreaterThan(0n);
      expect(one.refutation === null).toBe(one.answer === 'PROVEN');
      const witness = one.refutation?.witness ?? null;
      if (witness === null || one.refutation?.on !== 'policy') continue;
      expect(defaultPolicy().decide(witness).decision).toBe(one.refutation.decision);
    }
    const text = renderVerify({ ...proof, run: () => [] }, claims, 0);
    // Classes move with the vocabulary, and lines with the default policy.
    const plain = text
      .replaceAll(/[\d,]+ (classes|cells|request classes)/gu, 'N $1')
      .replaceAll(/default\.yaml:\d+:\d+/gu, 'default.yaml:L:C');
    golden('policy-claims.txt', `${plain}\n`);
  });

  test('the words of every mistake in a claim are as agreed', () => {
    const wrong = [
      '',
      '{over: [',
      'DENY',
      '{over: {capabilty: X}, at_least: DENI}',
      '{over: {capability: SCREENSHOT}}',
      '{at_least: DENY, never: [{decision: ALLOW}]}',
      '{at_least: ALLOW}',
      '{never: []}',
      '{never: [{capability: SCREENSHOT}]}',
      '{never: [{decision: DENY}], below: true}',
      '{requires: [AUDITT]}',
      '{requires: []}',
      '{requires: [AUDIT], at_least: DENY}',
      '{over: {host: "https://a.test/"}, at_least: DENY}',
      '{equal_to: ./other.yaml}',
      '{equal_to: claim}',
      '{at_least: DENY, equal_to: claim}',
    ].map((text) => {
      const parsed = parseClaim(text, 'claim 1');
      return `# ${text}\n${parsed.ok ? 'taken' : formatFailures(parsed.error)}\n`;
    });
    golden('policy-claim-errors.txt', wrong.join('\n'));
  });

  test('a claim about no request proves nothing and is refused', () => {
    const claim = parseClaim(
      '{over: {display: HEADLESS, executor: HEADED_CHROMIUM}, at_least: DENY}',
      'claim 1',
    );
    if (!claim.ok) throw new Error('not taken');
    const documents = documentsOf([shipped('default')]);
    expect(prepareProof(documents, { today: TODAY }, claim.value)).toMatchObject({
      ok: false,
      error: [
        { code: 'policy.type-mismatch', message: 'no request is in this region', span: { file: 'claim 1' } },
      ],
    });
  });

  test('a claim with a mistake says where it is', () => {
    const wrong = parseClaim('{over: {capabilty: X}, at_least: DENI}', 'claim 1');
    expect(wrong.ok ? [] : wrong.error).toMatchObject([
      { code: 'policy.unknown-fact', help: 'did you mean `capability`?', span: { line: 1, column: 9 } },
      { code: 'policy.unknown-member', span: { line: 1, column: 34 } },
    ]);
    expect(parseClaim('{equal_to: ./other.yaml}', 'claim 1')).toMatchObject({ ok: false });
    expect(parseClaim('{over: [', 'claim 1')).toMatchObject({ ok: false });
    expect(parseClaim('', 'claim 1')).toMatchObject({ ok: false });
  });

  test('beyond the budget everything is unproven, never proven', () => {
    const { verdicts, exit, proof } = verify(
      [shipped('default')],
      ['{over: {sandbox: false}, at_least: DENY}'],
      {
        cellBudget: 50,
      },
    );
    expect(exit).toBe(4);
    expect(new Set(verdicts.map(({ answer }) => answer))).toEqual(new Set(['UNPROVEN']));
    expect(verdicts.length).toBeGreaterThanOrEqual(14);
    expect(proof.refused[0]?.code).toBe('policy.unproven');
  });

  test('a parent that does not hold by itself is reported, though the layer below tightens it', () => {
    const open = edited(['ACCESS_HISTORY: [NEVER, NEVER]', 'ACCESS_HISTORY: [ESCALATE, ESCALATE]']);
    const lower = layer('floors:\n  - { id: history, decision: DENY, when: { capability: ACCESS_HISTORY } }');
    const { verdicts, exit } = verify([open, lower]);
    expect(exit).toBe(1);
    expect(violated(verdicts).map(({ id, layers }) => [id, layers.length])).toContainEqual(['INV-2', 1]);
  });

  test('as data it is plain JSON', () => {
    const { proof, verdicts } = verify([shipped('default')]);
    const data: unknown = JSON.parse(JSON.stringify(verifyData(proof, verdicts, 2.5)));
    expect(data).toMatchObject({ ok: true, milliseconds: 2.5, classes: expect.any(Number) });
  });
});

const CELL = '      ACCESS_PASSWORDS: [NEVER, NEVER]';
const RULE = 'rules:\n';
/** Alterations of the default policy: `refuted` by a request, or `refused` before anything is proved. */
const MUTATIONS: readonly {
  readonly name: string;
  readonly edits: readonly (readonly [string, string])[];
  readonly refuted?: string;
  readonly refused?: string;
}[] = [
  {
    name: 'a NEVER cell allowed',
    edits: [[CELL, '      ACCESS_PASSWORDS: [ALLOW, NEVER]']],
    refuted: 'INV-1',
  },
  {
    name: 'a NEVER cell that asks',
    edits: [['ACCESS_HISTORY: [NEVER, NEVER]', 'ACCESS_HISTORY: [NEVER, ESCALATE]']],
    refuted: 'INV-2',
  },
  {
    name: 'extensions allowed',
    edits: [['INSTALL_EXTENSION: [NEVER, NEVER]', 'INSTALL_EXTENSION: [ALLOW, ALLOW]']],
    refuted: 'INV-3',
  },
  {
    name: 'headless credentials allowed',
    edits: [['FORM_SUBMIT_CREDENTIALS: [ESCALATE, DENY]', 'FORM_SUBMIT_CREDENTIALS: [ESCALATE, ALLOW]']],
    refuted: 'INV-8',
  },
  {
    name: 'uploads allowed',
    edits: [['FILE_UPLOAD: [ESCALATE, ESCALATE]', 'FILE_UPLOAD: [ALLOW, ESCALATE]']],
    refuted: 'INV-8',
  },
  {
    name: 'cross-origin storage allowed',
    edits: [['COOKIES: [ESCALATE, NEVER]', 'COOKIES: [ESCALATE, ALLOW]']],
    refuted: 'INV-4',
  },
  {
    name: 'cross-origin storage that asks',
    edits: [['CACHE_API: [ESCALATE, NEVER]', 'CACHE_API: [ESCALATE, ESCALATE]']],
    refuted: 'INV-4',
  },
  {
    name: 'the floor of a lost sandbox removed',
    edits: [
      [
        '  - id: sandbox-lost\n    decision: ABORT\n    when: { sandbox: false }\n    violation: SANDBOX_FLAG_VIOLATION\n    reason: The sandbox is always enabled; an execution without one is ended.\n',
        '',
      ],
    ],
    refuted: 'INV-7',
  },
  {
    name: 'a lost sandbox denied, not aborted',
    edits: [['decision: ABORT\n', 'decision: DENY\n']],
    refuted: 'INV-7',
  },
  {
    name: 'forbidden flags that ask',
    edits: [['FORBIDDEN_FLAG: DENY, REQ', 'FORBIDDEN_FLAG: ESCALATE, REQ']],
    refuted: 'INV-7b',
  },
  {
    name: 'missing flags allowed',
    edits: [['REQUIRED_FLAG_MISSING: DENY }', 'REQUIRED_FLAG_MISSING: ALLOW }']],
    refuted: 'INV-7b',
  },
  {
    name: 'a second tab under SINGLE_TAB',
    edits: [['OPEN_NEW_TAB: [DENY, ESCALATE', 'OPEN_NEW_TAB: [ESCALATE, ESCALATE']],
    refuted: 'INV-5',
  },
  {
    name: 'Edge without asking',
    edits: [['HEADLESS_EDGE: ESCALATE', 'HEADLESS_EDGE: ALLOW']],
    refuted: 'INV-8b',
  },
  { name: 'nothing is audited', edits: [['always: [AUDIT]\n', 'always: [MASK_VALUE]\n']], refuted: 'INV-9' },
  {
    name: 'the profile outlives the execution',
    edits: [['after: [CLEAR_STORAGE, DELETE_PROFILE]', 'after: [CLEAR_STORAGE]']],
    refuted: 'INV-6',
  },
  {
    name: 'a rule that allows uploads to one host',
    edits: [
      [
        RULE,
        'rules:\n  - { id: up, decision: ALLOW, when: { capability: FILE_UPLOAD, host: "*.drop.example" } }\n',
      ],
    ],
    refuted: 'INV-8',
  },
  {
    name: 'a delegation that lets a layer below allow logins',
    edits: [['    to: ESCALATE\n', '    to: ALLOW\n']],
    refuted: 'INV-8',
  },
  {
    name: 'an invariant removed, and what it held',
    edits: [
      [
        '  - id: INV-1\n    at_least: DENY\n    over: { capability: ACCESS_PASSWORDS }\n    reason: Saved passwords are never accessible.\n',
        '',
      ],
      [CELL, '      ACCESS_PASSWORDS: [ALLOW, NEVER]'],
    ],
    refuted: 'INV-1',
  },
  {
    name: 'a delegation into a floor',
    edits: [
      ['delegate:\n', 'delegate:\n  - { id: pw, to: ALLOW, when: { capability: ACCESS_PASSWORDS } }\n'],
    ],
    refused: 'policy.grant-in-floor',
  },
  {
    name: 'a rule into a floor',
    edits: [[RULE, 'rules:\n  - { id: pw, decision: ALLOW, when: { capability: ACCESS_PASSWORDS } }\n']],
    refused: 'policy.grant-in-floor',
  },
  {
    name: 'a misspelt capability',
    edits: [[CELL, '      ACCESS_PASWORDS: [NEVER, NEVER]']],
    refused: 'policy.unknown-member',
  },
  {
    name: 'a misspelt capability in a rule',
    edits: [[RULE, 'rules:\n  - { id: x, decision: DENY, when: { capability: FILE_DOWNLAOD } }\n']],
    refused: 'policy.unknown-member',
  },
  {
    name: 'a missing fact',
    edits: [['when: { sandbox: false }\n', 'when: { sandbx: false }\n']],
    refused: 'policy.unknown-fact',
  },
  { name: 'a row left out', edits: [[`${CELL}\n`, '']], refused: 'policy.incomplete-table' },
  { name: 'a key twice', edits: [[RULE, 'rules: []\nrules:\n']], refused: 'policy.duplicate-key' },
];

describe('alterations of the default policy', () => {
  test('are at least twenty', () => expect(MUTATIONS.length).toBeGreaterThanOrEqual(20));

  test.each(MUTATIONS)('$name', ({ edits, refuted, refused }) => {
    const altered = edited(...edits);
    const codes = checkPolicy([altered], { today: TODAY }).findings.map(({ code }) => code);
    expect(codes).toContain(refused ?? 'policy.invariant-violated');
    if (refuted === undefined) return;
    const { verdicts, exit } = verify([altered]);
    expect(exit).toBe(1);
    const found = violated(verdicts).find(({ id }) => id === refuted);
    const { over, least } = invariant(refuted);
    expect(found, verdicts.map(({ id, answer }) => `${id} ${answer}`).join()).toBeDefined();
    const witness = found?.refutation?.witness ?? null;
    if (witness === null) throw new Error('no request refutes it');
    // The request really breaks it, by the interpreter, which knows nothing of classes and diagrams.
    const stack = stackOf(documentsOf([altered]), TODAY);
    if (!stack.ok) throw new Error('no stack');
    const told = interpret(stack.value, witness);
    const got: Severity = found?.refutation?.on === 'envelope' ? told.envelope : told.severity;
    expect(BROWSER_DECISIONS[got]).toBe(found?.refutation?.decision);
    if (least !== null) expect(got).toBeLessThan(least);
    for (const [fact, values] of over) expect(values).toContain(Reflect.get(witness, fact));
  });
});

/** An invariant as the shipped file states it. */
function invariant(id: string): {
  readonly least: Severity | null;
  readonly over: readonly (readonly [string, readonly unknown[]])[];
} {
  const [first] = documentsOf([shipped('default')]);
  const found = first?.invariants.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no invariant ${id}`);
  if (found.kind === 'requires') return { least: null, over: [] };
  return {
    least: found.severity,
    over: found.over.map((set) => [set.fact, set.kind === 'members' ? set.members : []]),
  };
}
