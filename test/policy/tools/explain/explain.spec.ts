// Explanations: who decided, where it stands, who lost, and which invariants hold the answer.
import { describe, expect, test } from 'vitest';
import { explain, explainLine } from '#policy/tools/explain/explain.ts';
import { defaultPolicy, facts, policyOf, shipped } from '#test/fixtures/policy/policies.ts';

const policy = defaultPolicy();
const lineOf = (needle: string): number =>
  String(shipped('default').text)
    .split('\n')
    .findIndex((line) => line.includes(needle)) + 1;

describe('explain', () => {
  test('ACCESS_PASSWORDS is denied by an invariant', () => {
    const explained = explainLine(policy, { capability: 'ACCESS_PASSWORDS', executor: 'HEADED_CHROMIUM' });
    expect(explained).toMatchObject({
      decision: 'DENY',
      violation: 'CREDENTIAL_ACCESS_ATTEMPT',
      invariants: ['INV-1'],
    });
    expect(explained.because.map((reason) => reason.entry)).toEqual([
      'never.capability',
      'defaults.capability',
    ]);
  });

  test('a reason from a table points at its cell', () => {
    const { because } = explain(
      policy,
      facts({ capability: 'FILE_DOWNLOAD', executor: 'HEADLESS_CHROMIUM' }),
    );
    expect(because).toMatchObject([
      { entry: 'defaults.capability', at: `default.yaml:${lineOf('FILE_DOWNLOAD: [')}:33`, decision: 'DENY' },
    ]);
  });

  test('what spoke and lost is named with what it lost to', () => {
    const { decision, outvoted } = explain(
      policy,
      facts({ capability: 'NAVIGATE_CROSS_ORIGIN', namedByUser: true, executor: 'HEADED_EDGE' }),
    );
    expect(decision).toBe('ESCALATE');
    expect(outvoted).toContainEqual(
      expect.objectContaining({ entry: 'rules.named-by-user', decision: 'ALLOW', by: 'floors.executor' }),
    );
  });

  test('it says which policy decided, and on which facts', () => {
    const demo = policyOf(shipped('default'), shipped('demo'));
    const explained = explain(demo, facts({ capability: 'SCREENSHOT' }));
    expect(explained.policy).toEqual({
      id: 'demo-world',
      revision: 1,
      semantic: demo.semanticHash,
      source: demo.sourceHash,
      layers: ['phase38-default@1', 'demo-world@1'],
    });
    expect(explained.facts?.storage).toBe('NONE');
    expect(explained.error).toBeUndefined();
  });

  test('the layer that decides is the one that is named', () => {
    const demo = policyOf(shipped('default'), shipped('demo'));
    const login = explain(
      demo,
      facts({ capability: 'FORM_SUBMIT_CREDENTIALS', executor: 'HEADLESS_CHROMIUM', host: 'account.test' }),
    );
    expect(login.because).toMatchObject([{ entry: 'rules.demo-login', layer: 'demo-world' }]);
    expect(login.outvoted.map((one) => one.entry)).toEqual(
      expect.arrayContaining(['defaults.capability', 'delegate.supervised-login']),
    );
    expect(login.escalation).toEqual({ timeoutSeconds: 120, approvers: ['user'] });
    expect(login.invariants).toEqual(['INV-8']);
  });

  test('it is plain JSON', () => {
    const explained = explainLine(policy, '{"capability":"SCREENSHOT","executor":"HEADED_CHROMIUM"}');
    expect(JSON.parse(JSON.stringify(explained))).toEqual(explained);
  });
});
