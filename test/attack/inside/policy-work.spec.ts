// Whoever may propose a policy writes one that is valid, and that costs the gateway its time to compile or to lint.
// INVARIANT: work is counted, never timed: the same text has the same answer on every machine.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { WORK_BUDGET_STEPS, Work } from '#policy/collections/budget.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { lintPolicy } from '#policy/tools/lint/lint.ts';
import { drawn, sampled } from '#test/fixtures/how-much.ts';

const PARENT = {
  file: 'default.yaml',
  text: readFileSync(new URL('../../../policy/defaults/default.yaml', import.meta.url), 'utf8'),
};
const TODAY = '2026-11-22';
const HEAD = 'policy: 1\nid: layer\nextends: { id: phase38-default }\n';
const entries = (section: string, n: number, of: (index: number) => string): string =>
  `${HEAD}${section}:\n${Array.from({ length: n }, (_, at) => `  - { id: f${at}, decision: DENY, ${of(at)} }\n`).join('')}`;
const layer = (text: string): { file: string; text: string } => ({ file: 'p.yaml', text });

const thresholds = (n: number): string =>
  entries(
    'floors',
    n,
    (at) =>
      `when: { capability: SCREENSHOT }, logic: { and: [{ '>': [{ var: acts }, ${at}] }, { '>': [{ var: downloads }, ${n - at}] }] }`,
  );

/** `n` entries of a kind. */
const TEXTS: Readonly<Record<string, (n: number) => string>> = {
  'floors of hosts': (n) =>
    entries('floors', n, (at) => `when: { host: a${at}.test, capability: SCREENSHOT }`),
  'rules of hosts': (n) => entries('rules', n, (at) => `when: { host: a${at}.test, capability: SCREENSHOT }`),
  'rules of paths': (n) => entries('rules', n, (at) => `when: { path: /a${at}, capability: SCREENSHOT }`),
};

describe('policy compiler: valid texts that cost', () => {
  test.each(sampled(2, Object.keys(TEXTS)))(
    '%s take work in proportion to how many they are, or are refused',
    (name) => {
      const base = drawn({ quick: 25, long: 50 });
      const spent = [base, 2 * base, 4 * base, 8 * base].map((n) => {
        const work = new Work();
        const texts = [PARENT, layer((TEXTS[name] ?? String)(n))];
        const report = lintPolicy(texts, { today: TODAY, work }, new Set([PARENT.file]));
        return report.findings.some((one) => one.id === 'too-large') ? WORK_BUDGET_STEPS : work.spent;
      });
      expect(spent[0]).toBeGreaterThan(0);
      for (const [index, more] of spent.entries()) {
        const before = spent[index - 1] ?? more;
        expect(more === WORK_BUDGET_STEPS || more <= 4 * before).toBe(true);
      }
    },
  );

  test('five hundred floors over acts and downloads are compiled or refused, within the budget', () => {
    const work = new Work();
    const { policy, findings } = checkPolicy([PARENT, layer(thresholds(500))], { today: TODAY, work });
    expect(policy !== null || ['policy.too-large', 'policy.unproven'].includes(findings[0]?.code ?? '')).toBe(
      true,
    );
    expect(work.spent).toBeLessThanOrEqual(2 * WORK_BUDGET_STEPS);
  });

  test('a policy that takes more work than there is is refused by name, with the part and the mend', () => {
    const { policy, findings } = checkPolicy([PARENT, layer(thresholds(100))], {
      today: TODAY,
      work: new Work(20_000),
    });
    expect(policy).toBeNull();
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ code: 'policy.too-large', retryable: false });
    expect(findings[0]?.message).toMatch(/^the policy takes more than 20,000 steps; its \w+ took the most$/);
    expect(findings[0]?.help).toBeTruthy();
  });

  test('lints that take more work than there is say so, and the policy stands', () => {
    const texts = [PARENT, layer(thresholds(60))];
    const work = new Work();
    checkPolicy(texts, { today: TODAY, work });
    const options = { today: TODAY, work: new Work(work.spent + 1_000) };
    const report = lintPolicy(texts, options, new Set([PARENT.file]));
    expect(report.policy).not.toBeNull();
    expect(report.findings.map((one) => one.id)).toContain('too-large');
  });

  test('of invariants that do not hold a hundred are listed, and that there are more is said', () => {
    const text = `${HEAD}invariants:\n${Array.from({ length: 300 }, (_, at) => `  - { id: f${at}, at_least: ABORT, over: { host: a${at}.test } }\n`).join('')}`;
    const { findings } = checkPolicy([PARENT, layer(text)], { today: TODAY });
    expect(findings).toHaveLength(101);
    expect(findings.at(-1)?.message).toBe('… and more');
  });

  test('twin: a policy in force is asked as often as one likes, and its budget is not touched', () => {
    const work = new Work();
    const { policy } = checkPolicy([PARENT], { today: TODAY, work });
    const spent = work.spent;
    const facts = policy?.diagram.find(
      policy.decisionNode,
      () => true,
      () => false,
    );
    expect(facts).toBeNull();
    expect(work.spent).toBe(spent);
  });
});
