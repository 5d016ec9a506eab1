// A decision's line in the log (POLICY.md 6.10): all that it takes to decide it again exactly, and no more of the address.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decisionOn } from '#policy/engine/deciding/ruling.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { readLogged } from '#policy/tools/logs/logged-gate.ts';
import { pathDigestsOf } from '#gateway/audit/format/path-digests.ts';
import { possibleFacts } from '#policy/tools/logs/possible-facts.ts';
import { replay } from '#policy/tools/logs/replay.ts';
import { LifeHome } from '#test/fixtures/policy-life.ts';
import { DEFAULT_TEXT, TODAY } from '#test/fixtures/policy/policies.ts';

let home: LifeHome;
let leave: () => void;
beforeEach(async () => {
  home = await LifeHome.open();
  leave = home.consent.addChannel();
});
afterEach(async () => {
  leave();
  await home[Symbol.asyncDispose]();
});

test('it holds request, cells, duties, hashes and layers; of the address the facts, and the query in a digest alone', async () => {
  const life = await home.life([home.write('policy.yaml', DEFAULT_TEXT)]);
  const url = 'https://shop.example/orders/of-quentin?token=hunter2';
  void home.consult(life, { capability: 'NAVIGATE_CROSS_ORIGIN', url });
  await vi.waitFor(() => expect(home.entries('consent.asked')).toHaveLength(1), { timeout: 120_000 });
  home.consent.cancel();
  const [entry] = home.entries('decision');
  const policy = life.inForce();
  if (!policy.ok || entry === undefined) throw new Error('no decision was logged');
  expect(entry).toMatchObject({
    verdict: 'ESCALATE',
    where: 'shop.example',
    details: {
      vocabulary: 'phase38/1',
      policy: policy.value.semanticHash,
      source: policy.value.sourceHash,
      layers: ['phase38-default@1'],
      gates: [
        {
          url: 'https://shop.example',
          pathHash: expect.stringMatching(/^hmac-sha256:[a-p]{24}$/u),
          decision: 'ESCALATE',
          facts: { capability: 'NAVIGATE_CROSS_ORIGIN', host: 'shop.example', path: '/' },
          rest: { digests: [expect.any(String), expect.any(String)], more: false },
          cells: expect.arrayContaining([
            expect.stringMatching(/^defaults\.capability@.*policy\.yaml:\d+:\d+$/u),
          ]),
          obligations: expect.arrayContaining(['AUDIT']),
        },
      ],
    },
  });
  expect(JSON.stringify(entry)).not.toMatch(/hunter2|orders|quentin/u);
});

test('an answer is logged with the id of the approval', async () => {
  const life = await home.life([home.write('policy.yaml', DEFAULT_TEXT)]);
  const done = home.consult(life, { capability: 'NAVIGATE_CROSS_ORIGIN', url: 'https://shop.example/' });
  await vi.waitFor(() => expect(home.consent.list()).toHaveLength(1), { timeout: 120_000 });
  const id = home.consent.list()[0]?.card.id ?? '';
  home.consent.answer({ id, answer: 'ALLOW_ONCE', by: { kind: 'person', channel: 'ui', id: 'ui:1' } });
  expect(await done).toMatchObject({ ok: true, value: { error: null } });
  await vi.waitFor(() => expect(home.entries('consent.answered')).toHaveLength(1), { timeout: 120_000 });
  expect(home.entries('consent.answered')[0]).toMatchObject({ details: { approval: id, scope: 'ONCE' } });
});

test('the line is decided again exactly, by the same policy and by another one', async () => {
  const life = await home.life([home.write('policy.yaml', DEFAULT_TEXT)]);
  await home.consult(life, { capability: 'CLOSE_TAB' });
  await home.consult(life, { capability: 'ACCESS_PASSWORDS' });
  await vi.waitFor(() => expect(home.entries('decision')).toHaveLength(2), { timeout: 120_000 });
  const lines = home.entries('decision').map((entry) => readLogged(entry, `entry ${entry.seq}`));
  const under = (text: string) => {
    const { policy } = checkPolicy([{ file: 'policy.yaml', text }], { today: TODAY });
    if (policy === null) throw new Error('it does not load');
    return replay(lines, (facts) => decisionOn(policy, facts));
  };
  expect(under(DEFAULT_TEXT)).toMatchObject({ gates: 2, same: 2, changes: [], problems: [] });
  const other = DEFAULT_TEXT.replace('CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ESCALATE]');
  expect(under(other)).toMatchObject({
    same: 1,
    changes: [{ from: 'ALLOW', to: 'ESCALATE', capability: 'CLOSE_TAB' }],
  });
});

describe('paths', () => {
  /** What headless navigations get there, and below one path of it. */
  const withRule = (rule: string) => DEFAULT_TEXT.replace('rules:\n', `rules:\n  - ${rule}\n`);
  const ORDERS =
    '{ id: orders, decision: DENY, when: { capability: NAVIGATE_CROSS_ORIGIN, host: shop.example, path: /orders }, violation: NAVIGATION_DENIED }';
  const RESETS =
    '{ id: resets, decision: DENY, when: { capability: NAVIGATE_CROSS_ORIGIN, host: shop.example, path: /orders/reset }, violation: NAVIGATION_DENIED }';
  const compiled = (text: string) => {
    const { policy, findings } = checkPolicy([{ file: 'policy.yaml', text }], { today: TODAY });
    if (policy === null) throw new Error(JSON.stringify(findings));
    return policy;
  };
  const go = (path: string) => ({
    capability: 'NAVIGATE_CROSS_ORIGIN' as const,
    url: `https://shop.example${path}`,
  });

  test('the log keeps what the policy names of a path; the rest is open to whoever holds the key, and to nobody else', async () => {
    const life = await home.life([home.write('policy.yaml', withRule(ORDERS))]);
    await home.consult(life, go('/orders/reset/aB3xK9secret'));
    await home.consult(life, go('/orders/7'));
    await vi.waitFor(() => expect(home.entries('decision')).toHaveLength(2), { timeout: 120_000 });
    const entries = home.entries('decision');
    expect(entries).toMatchObject([
      { details: { gates: [{ facts: { path: '/orders' } }] } },
      { details: { gates: [{ facts: { path: '/orders' } }] } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/reset|secret/u);

    const lines = entries.map((one) => readLogged(one, `entry ${one.seq}`));
    const digests = pathDigestsOf(home.at('audit'));
    const under = (text: string, key: typeof digests) => {
      const policy = compiled(text);
      return replay(
        lines,
        (facts) => decisionOn(policy, facts),
        (gate) => possibleFacts(policy, gate, key),
      );
    };
    // The policy that decided needs no key: it looked at no more than what is in the log.
    expect(under(withRule(ORDERS), null)).toMatchObject({ gates: 2, same: 2, problems: [] });
    // One that tells more apart needs it.
    expect(under(withRule(RESETS), digests)).toMatchObject({
      gates: 2,
      same: 1,
      changes: [{ from: 'DENY', to: 'ESCALATE', times: 1 }],
      problems: [],
    });
    expect(under(withRule(RESETS), null)).toMatchObject({
      gates: 0,
      changes: [],
      problems: [{ code: 'policy.undecided' }, { code: 'policy.undecided' }],
    });
    const other = digests === null ? null : { ...digests, key: 'of another log' };
    expect(under(withRule(RESETS), other)).toMatchObject({ gates: 0 });
  });

  test('a candidate in shadow is logged with as much of the path as it looked at', async () => {
    const life = await home.life([home.write('policy.yaml', DEFAULT_TEXT)]);
    await life.shadowWith([home.write('candidate.yaml', withRule(RESETS))], 'person:terminal');
    void home.consult(life, go('/orders/reset/aB3xK9secret'));
    await vi.waitFor(() => expect(home.entries('policy.shadow').length).toBeGreaterThan(1), {
      timeout: 120_000,
    });
    expect(home.entries('policy.shadow').at(-1)).toMatchObject({
      details: { gates: [{ facts: { path: '/orders/reset' }, decision: 'ESCALATE', candidate: 'DENY' }] },
    });
    expect(home.entries('decision').at(-1)).toMatchObject({ details: { gates: [{ facts: { path: '/' } }] } });
    expect(JSON.stringify(home.entries('policy.shadow'))).not.toContain('secret');
  });
});
