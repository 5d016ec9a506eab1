// What ends: seen by the difference, the hash, proofs and `why-not`, each with the days that it is about.
import { describe, expect, test } from 'vitest';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { parseClaim } from '#policy/tools/testing/claim.ts';
import { diffExit, diffPolicies } from '#policy/tools/compare/diff.ts';
import type { PolicyDiff } from '#policy/tools/compare/diff.ts';
import { diffData, renderDiffMarkdown, renderDiffText } from '#policy/tools/render/render-diff.ts';
import { renderVerify } from '#policy/tools/render/render-verify.ts';
import { prepareProof } from '#policy/tools/verify/verify.ts';
import { whyNot } from '#policy/tools/explain/why-not.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { compareDecisions, needsAcknowledgement } from '#policy/tools/gate/compare-decisions.ts';
import { facts, findings, layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';

const GUEST = 'when: { capability: CLOSE_TAB, host: guest.example }, reason: a guest';
/** A layer that asks before tabs are closed, and does not ask a guest, for as long as `expires` says. */
const text = (...rules: readonly string[]) =>
  layer(
    [
      'rules:',
      '  - { id: asks, decision: ESCALATE, when: { capability: CLOSE_TAB }, except: [{ host: guest.example }], reason: ask }',
      ...rules.map((rule) => `  - { ${rule} }`),
    ].join('\n'),
  );
const until = (day: string | null, id = 'guest'): string =>
  `id: ${id}, decision: ALLOW, ${GUEST}${day === null ? '' : `, expires: ${day}`}`;
/** Nobody closes a guest's tab but by the rule: what is left once it has ended is a question. */
const below = (...rules: readonly string[]): CompiledPolicy => {
  const asking = String(shipped('default').text).replace(
    'CLOSE_TAB: [ALLOW, ALLOW]',
    'CLOSE_TAB: [ESCALATE, ESCALATE]',
  );
  const given = asking.replace(
    '\nrules:\n',
    `\nrules:\n${rules.map((rule) => `  - { ${rule} }\n`).join('')}`,
  );
  const { policy, findings: found } = checkPolicy([{ file: 'p.yaml', text: given }], { today: '2026-11-21' });
  if (policy === null) throw new Error(found.map((one) => one.message).join('\n'));
  return policy;
};
const difference = (old: CompiledPolicy, renewed: CompiledPolicy): PolicyDiff => {
  const diff = diffPolicies(old, renewed);
  if (!diff.ok) throw new Error(diff.error.message);
  return diff.value;
};
const rowsOf = (diff: PolicyDiff) =>
  diff.rows
    .filter(({ about }) => about === 'decision')
    .map(({ direction, region, day, causes }) => [direction, region['day'], day, causes[0]?.how])
    .filter((row, at, all) => all.findIndex((one) => JSON.stringify(one) === JSON.stringify(row)) === at);

describe('a grant that ends', () => {
  test.each([
    [
      'loses its end',
      [until('2026-12-31')],
      [until(null)],
      ['LOOSENED', ['from 2027-01-01 on'], '2027-01-01', 'lasts longer'],
      3,
    ],
    [
      'lasts longer',
      [until('2026-12-31')],
      [until('2027-02-28')],
      ['LOOSENED', ['from 2027-01-01 until 2027-02-28'], '2027-01-01', 'lasts longer'],
      3,
    ],
    [
      'gets a twin that does not end',
      [until('2026-12-31')],
      [until('2026-12-31'), until(null, 'twin')],
      ['LOOSENED', ['from 2027-01-01 on'], '2027-01-01', 'added'],
      3,
    ],
    [
      'is over, and comes back',
      [until('2026-11-20')],
      [until('2026-12-31')],
      ['LOOSENED', ['until 2026-12-31'], '2026-11-21', 'lasts longer'],
      3,
    ],
    [
      'ends sooner',
      [until('2026-12-31')],
      [until('2026-12-24')],
      ['TIGHTENED', ['from 2026-12-25 until 2026-12-31'], '2026-12-25', 'ends earlier'],
      2,
    ],
    [
      'gets an end',
      [until(null)],
      [until('2026-12-31')],
      ['TIGHTENED', ['from 2027-01-01 on'], '2027-01-01', 'ends earlier'],
      2,
    ],
    [
      'goes before its end',
      [until('2026-12-31')],
      [],
      ['TIGHTENED', ['until 2026-12-31'], '2026-11-21', 'removed'],
      2,
    ],
  ] as const)('%s', (_, before, after, row, exit) => {
    const [old, renewed] = [below(...before), below(...after)];
    const diff = difference(old, renewed);
    expect(rowsOf(diff)).toEqual([row]);
    expect(diffExit(diff)).toBe(exit);
    expect(old.semanticHash).not.toBe(renewed.semanticHash);
    expect(needsAcknowledgement(compareDecisions(old, renewed))).toBe(exit === 3);
    const days = row[1][0];
    expect(renderDiffText(diff)).toContain(days);
    expect(renderDiffMarkdown(diff)).toContain(days);
  });

  test.each([
    [
      'in another layout',
      [`id: guest, expires: "2026-12-31", decision: ALLOW, ${GUEST}`],
      [until('2026-12-31')],
    ],
    ['that is over, or is not there', [until('2026-11-20')], []],
    ['on the last day that there is, or never', [until('9999-12-31')], [until(null)]],
    [
      'beside one that lasts longer',
      [until('2026-12-31'), until('2027-12-31', 'twin')],
      [until('2027-12-31')],
    ],
  ] as const)('%s changes nothing', (_, before, after) => {
    const diff = difference(below(...before), below(...after));
    expect(diff.rows).toEqual([]);
    expect(diff.differ).toBe(0n);
  });

  test('the semantic hash is the same on every day; what has ended is told by `asOf`', () => {
    const policy = below(until('2026-12-31'));
    const later = policy.on('2027-01-01');
    expect(later.semanticHash).toBe(policy.semanticHash);
    expect([policy.asOf, policy.on('2026-12-31').asOf, later.asOf]).toEqual([null, null, '2027-01-01']);
    const asked = facts({ capability: 'CLOSE_TAB', url: 'https://guest.example/' });
    expect(policy.on('2026-12-31').decide(asked).decision).toBe('ALLOW');
    expect(later.decide(asked).decision).toBe('ESCALATE');
  });

  test('a layer that names its parent by hash loads when an entry of the parent has ended', () => {
    const parent = String(shipped('default').text).replace(
      '\nrules:\n',
      `\nrules:\n  - { ${until('2026-12-31')} }\n`,
    );
    const on = (today: string, ...more: readonly string[]) =>
      checkPolicy(
        [parent, ...more].map((one, index) => ({ file: `${index}.yaml`, text: one })),
        { today },
      );
    const hash = on('2026-11-21').policy?.semanticHash ?? '';
    const child = `policy: 1\nid: child\nextends: { id: phase38-default, hash: "${hash}" }\nrules:\n  - { id: none, decision: DENY, when: { capability: FILE_UPLOAD }, reason: none }\n`;
    expect(on('2026-11-21', child).findings).toEqual([]);
    expect(on('2027-06-01', child).findings).toEqual([]);
  });

  test('one that would take a duty along does not load: nothing loosens on its own', () => {
    const duty = layer(
      `rules:\n  - { id: guest, decision: ALLOW, ${GUEST}, expires: 2026-12-31, obligations: [SCAN_DOWNLOAD] }`,
    );
    const [found] = findings(shipped('default'), duty);
    expect(found).toMatchObject({ code: 'policy.expiring-restriction', span: { file: 'layer.yaml' } });
    expect(found?.message).toContain('from 2027-01-01 on');
    expect(found?.message).toContain('without SCAN_DOWNLOAD');
    expect(findings(shipped('default'), text(until('2026-12-31')))).toEqual([]);
  });
});

test('what changes on its own is a row of the difference, of both sides', () => {
  const diff = difference(
    below(until('2026-12-31')),
    below(until('2026-12-24'), until('2027-12-31', 'other').replace('guest.example', 'other.example')),
  );
  const lines = renderDiffText(diff)
    .split('\n')
    .filter((line) => line.startsWith('on its own'));
  expect(lines.map((line) => line.split(';')[0])).toEqual([
    'on its own from 2026-12-25 on, new: rules.guest ends: ALLOW -> ESCALATE, CLOSE_TAB, host guest.example',
    'on its own from 2027-01-01 on, old: rules.guest ends: ALLOW -> ESCALATE, CLOSE_TAB, host guest.example',
    'on its own from 2028-01-01 on, new: rules.other ends: ALLOW -> ESCALATE, CLOSE_TAB, host other.example',
  ]);
  expect(diffData(diff)).toMatchObject({
    endings: { old: [{ day: '2027-01-01', entries: [{ entry: 'rules.guest' }] }], new: [{}, {}] },
  });
  const shadowed = difference(below(until('2026-12-31')), below(until('2026-12-31'), until(null, 'twin')));
  expect(renderDiffText(shadowed)).toContain('new: rules.guest ends: nothing is decided otherwise');
});

test('a headline says rows and entries; classes of requests stand below, in a line of their own', () => {
  const diff = difference(below(), below(until(null)));
  const [head = ''] = renderDiffText(diff).split('\n');
  expect(head).toMatch(/\d+ rows? differs? \(\d+ loosened\), because of 1 entry$/u);
  expect(renderDiffMarkdown(diff).split('\n')[2]).toContain('because of 1 entry');
  const all = renderDiffText(diff).split('\n');
  expect(all.filter((line) => /\d,\d{3}/u.test(line))).toEqual([
    expect.stringMatching(/^every request was compared: /u),
  ]);
  expect(String(diffData(diff)['compared'])).toMatch(/^\d+$/u);
});

test('a claim is proved on every day to come, and refuted with one', () => {
  const asking = String(shipped('default').text)
    .replace('CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ESCALATE]')
    .replace('\nrules:\n', `\nrules:\n  - { ${until('2026-12-31')} }\n`);
  const loaded = loadPolicy(asking, { file: 'p.yaml' });
  const claims = parseClaim(
    '{ over: { capability: CLOSE_TAB, host: guest.example }, never: [{ decision: ESCALATE }] }',
    'c',
  );
  if (!loaded.ok || !claims.ok) throw new Error('it loads');
  const proof = prepareProof([loaded.value], { today: '2026-11-21' }, claims.value);
  if (!proof.ok) throw new Error('it is prepared');
  const verdicts = proof.value.run();
  const own = verdicts.find(({ id }) => id === 'claim-1');
  expect(own).toMatchObject({ answer: 'VIOLATED', refutation: { decision: 'ESCALATE' } });
  expect(own?.refutation?.day).toMatch(/^20\d\d-\d\d-\d\d$/u);
  const said = renderVerify(proof.value, verdicts, 1).split('\n');
  expect(said[0]).toMatch(/^phase38-default@1: \d+ statements about \d+ entries$/u);
  expect(said.filter((line) => /\d,\d{3}/u.test(line))).toEqual([
    expect.stringMatching(/^every request was looked at, on every day from 2026-11-21 on: /u),
  ]);
});

test('why-not names a rule that has ended, and a day is nothing that could be changed', () => {
  const policy = below(until('2026-12-31')).on('2027-03-01');
  const asked = facts({ capability: 'CLOSE_TAB', url: 'https://guest.example/' });
  const answer = whyNot(policy, asked);
  expect(answer.almost[0]).toMatchObject({ entry: 'rules.guest', ended: '2026-12-31', needs: [] });
  expect(answer.nearestAllow?.change ?? {}).not.toHaveProperty('day');
  expect(whyNot(policy.on('2026-12-31'), asked).almost).toEqual([]);
});

test('a hundred dates in two thousand rules part no more than what ends', () => {
  const rules = (dates: number): string =>
    Array.from({ length: 2000 }, (_, index) => {
      const day = new Date(Date.UTC(2027, 0, 1 + (index % dates))).toISOString().slice(0, 10);
      return `  - { id: r${index}, decision: ALLOW, when: { capability: CLOSE_TAB, host: h${index}.example }, reason: r, expires: ${day} }`;
    }).join('\n');
  const built = (dates: number) => policyOf(shipped('default'), layer(`rules:\n${rules(dates)}`)).statistics;
  const [one, hundred] = [built(1), built(100)];
  expect(hundred.cells).toBeLessThan(3 * one.cells);
  expect(hundred.nodes).toBeLessThan(10 * one.nodes + 1000);
});
