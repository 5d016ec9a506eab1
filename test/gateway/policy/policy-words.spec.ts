// What a refusal and the log say of a change counts what it does not show.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adoptionOf } from '#gateway/policy/adopting/adoption.ts';
import { activeOf } from '#gateway/policy/state/in-force.ts';
import { LifeHome } from '#test/fixtures/policy-life.ts';
import { DEFAULT_TEXT, defaultPolicy, edited } from '#test/fixtures/policy/policies.ts';

let home: LifeHome;
beforeEach(async () => {
  home = await LifeHome.open();
});
afterEach(() => home[Symbol.asyncDispose]());

async function refusalOf(text: string): Promise<Readonly<Record<string, unknown>>> {
  const file = home.write('policy.yaml', DEFAULT_TEXT);
  const life = await home.life([file]);
  home.write('policy.yaml', text);
  const reloaded = await life.reload({ by: 'person:terminal', trigger: 'asked', acknowledge: null });
  if (reloaded.ok) throw new Error('it came into force');
  return reloaded.error.details ?? {};
}
const count = (value: unknown): number => (Array.isArray(value) ? value.length : Number.NaN);

describe('a refusal', () => {
  test('names ten guards that went, and how many more', async () => {
    const from = DEFAULT_TEXT.indexOf('\ntests:');
    const less = DEFAULT_TEXT.slice(0, from) + DEFAULT_TEXT.slice(DEFAULT_TEXT.indexOf('\nend: '));
    const cases = DEFAULT_TEXT.slice(from).match(/^ {4}- name: /gmu)?.length ?? 0;
    expect(cases).toBeGreaterThan(10);
    const details = await refusalOf(less);
    expect([count(details['guards']), details['moreGuards']]).toEqual([10, cases - 10]);
  });

  test('says nothing of more where all of it is shown', async () => {
    const details = await refusalOf(
      String(edited(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]']).text),
    );
    expect(count(details['changes'])).toBeGreaterThan(0);
    expect(details).not.toHaveProperty('moreChanges');
    expect(details).not.toHaveProperty('moreGuards');
  });
});

test('where nothing could be proved, the hash of what is decided acknowledges nothing: guards may have gone', () => {
  const policy = defaultPolicy();
  const sources = { texts: [], paths: [], bundles: [] };
  const about = { files: [], named: 'SETTINGS', now: 0, acknowledged: null } as const;
  const active = activeOf({ policy, sources }, about);
  const after = { semanticHash: policy.semanticHash, sourceHash: `sha256:${'0'.repeat(64)}` };
  const adopted = (inSettings: string) =>
    adoptionOf(
      { kind: 'KNOWN', active, running: true, otherFiles: false, bundled: false },
      { policy: after, sources },
      { by: 'gateway', reason: null, inSettings },
      () => ({ answer: 'UNPROVEN', compared: { proven: false, fact: 'path' } }),
    );
  expect(adopted(after.semanticHash)).toMatchObject({
    ok: false,
    error: { code: 'policy.loosens', help: expect.stringContaining(`acknowledged: ${after.sourceHash}`) },
  });
  expect(adopted(after.sourceHash)).toMatchObject({ ok: true });
});
