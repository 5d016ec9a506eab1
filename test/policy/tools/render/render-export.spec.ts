// The exports say what the tables say: JSON Logic on every class of a small policy and on random ones, Cedar by its own
// engine on the same requests.
import { foldAscii, foldUnicode } from '#policy/requests/url-parts/path-case.ts';
import fc from 'fast-check';
import { isAuthorized, validate } from '@cedar-policy/cedar-wasm/nodejs';
import jsonLogic from 'json-logic-js';
import type { RulesLogic } from 'json-logic-js';
import { expect, test } from 'vitest';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { cellAt } from '#policy/engine/deciding/interpret.ts';
import { contains } from '#policy/engine/documents/condition.ts';
import { conditionsOf } from '#policy/tools/render/derived-texts.ts';
import { exportCedar } from '#policy/tools/render/cedar.ts';
import { exportJsonLogic } from '#policy/tools/render/json-logic.ts';
import { spacedWords } from '#test/fixtures/policy/spaced-words.ts';
import { FACT_COUNT } from '#policy/engine/space/space.ts';
import { build, factsOf, lowerLayer, request, upperLayer } from '#test/property/policy-arbitraries.ts';
import { defaultPolicy, edited, layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const NEUTRAL = Object.fromEntries(FACT_NAMES.map((name) => [name, factSpec(name).neutral]));

type Exported = {
  decision: RulesLogic;
  entries: { entry: string; layer: string; matches: RulesLogic; severity: RulesLogic }[];
};
/** As a file holds it. */
const logicOf = (policy: CompiledPolicy): Exported => JSON.parse(JSON.stringify(exportJsonLogic(policy)));

/** A witness of every class of hosts, capabilities and each other fact, the others as in a base request. */
function witnesses(policy: CompiledPolicy): readonly PolicyFacts[] {
  const { space } = policy;
  const base = Object.fromEntries(FACT_NAMES.map((name, fact) => [name, space.witness(fact, 0)]));
  const found: PolicyFacts[] = [];
  const classes = (fact: number): number[] =>
    Array.from({ length: space.counts[fact] ?? 1 }, (_, one) => one);
  for (let a = 0; a < FACT_COUNT; a++)
    for (let b = a + 1; b < FACT_COUNT; b++)
      for (const one of classes(a))
        for (const other of classes(b))
          found.push(
            factsOf({
              ...base,
              sandbox: true,
              [FACT_NAMES[a] ?? 'host']: space.witness(a, one),
              [FACT_NAMES[b] ?? 'host']: space.witness(b, other),
            }),
          );
  return found;
}

const SMALL = `policy: 1
id: small
revision: 1
vocabulary: phase38/1
defaults:
  - { id: base, by: [sandbox], rows: { 'true': ESCALATE, 'false': ABORT } }
  - id: pages
    by: [initiator]
    when: { host: ['*.example.com'] }
    rows: { USER: ALLOW, NAVIGATOR: ALLOW, PAGE: DENY, CLIENT: ALLOW }
floors:
  - { id: closed, decision: DENY, when: { capability: [ACCESS_PASSWORDS, ACCESS_HISTORY, INSTALL_EXTENSION] } }
  - { id: storage, decision: DENY, when: { origin: CROSS_ORIGIN } }
  - { id: tab, decision: DENY, when: { tabAction: OPEN_NEW_TAB } }
  - { id: sandbox, decision: ABORT, when: { sandbox: false } }
  - { id: flags, decision: DENY, when: { launchFlags: [FORBIDDEN_FLAG, REQUIRED_FLAG_MISSING] } }
  - { id: many, decision: ESCALATE, when: { capability: FILE_DOWNLOAD }, logic: { '>': [{ var: downloads }, 3] } }
rules:
  - { id: docs, decision: ALLOW, when: { host: [docs.example.com, '*.docs.example.com'] }, except: [{ host: old.docs.example.com }] }
  - { id: page, decision: DENY, when: { initiator: PAGE, capability: FILE_UPLOAD } }
  - { id: ended, decision: ALLOW, when: { host: gone.example.com }, expires: 2026-01-01 }
delegate:
  - { id: files, to: ALLOW, when: { capability: FILE_DOWNLOAD } }
`;
const CHILD = {
  file: 'child.yaml',
  text: `policy: 1
id: child
extends: { id: small }
rules:
  - { id: get, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: files.example.org } }
  - { id: none, decision: DENY, when: { capability: SCREENSHOT, host: '*.example.org' } }
defaults:
  - { id: named, by: [namedByUser], when: { capability: FILE_UPLOAD }, rows: { 'true': ALLOW, 'false': DENY } }
`,
};
const small = policyOf({ file: 'small.yaml', text: SMALL });
const two = policyOf({ file: 'small.yaml', text: SMALL }, CHILD);

/** Every `step`th of all combinations of the classes that a small policy tells apart. */
function everyClass(policy: CompiledPolicy, step = 1): readonly PolicyFacts[] {
  const { space } = policy;
  const classes = FACT_NAMES.map((name, fact) => ({
    name,
    witnesses: Array.from({ length: space.counts[fact] ?? 1 }, (_, index) => space.witness(fact, index)),
  }));
  const all = classes.reduce((product, { witnesses: of }) => product * of.length, 1);
  return Array.from({ length: Math.ceil(all / step) }, (_, index) => {
    let rest = index * step;
    const one: Record<string, unknown> = {};
    for (const { name, witnesses: of } of classes.toReversed()) {
      one[name] = of[rest % of.length];
      rest = Math.floor(rest / of.length);
    }
    return factsOf(one);
  });
}

test.each([
  ['every class of requests of a layer', small, 1],
  ['classes all over two layers with a delegation', two, 7],
])('JSON Logic decides %s as the tables do', (_, policy, step) => {
  const { decision } = logicOf(policy);
  const requests = everyClass(policy, step);
  expect(requests.length).toBeGreaterThan(2000);
  const wrong = requests.filter(
    (facts) => jsonLogic.apply(decision, facts) !== policy.decide(facts).decision,
  );
  expect(wrong).toEqual([]);
});

test('JSON Logic of the shipped policies decides as the tables do, at every pair of classes', () => {
  for (const policy of [defaultPolicy(), policyOf(shipped('default'), shipped('demo'))]) {
    const { decision } = logicOf(policy);
    const wrong = witnesses(policy).filter(
      (facts) => jsonLogic.apply(decision, facts) !== policy.decide(facts).decision,
    );
    expect(wrong).toEqual([]);
  }
});

test('every entry has an expression of where it holds and what it says', () => {
  const { entries } = logicOf(two);
  for (const facts of everyClass(two, 97))
    for (const [index, entry] of two.stack.entries.entries()) {
      const exported = entries[index];
      const cell = cellAt(entry, facts);
      expect(exported?.entry).toBe(entry.ref);
      expect(jsonLogic.apply(exported?.matches ?? false, facts)).toBe(cell !== null);
      expect(jsonLogic.apply(exported?.severity ?? false, facts)).toBe(cell?.severity ?? -1);
    }
});

test('JSON Logic of random layers decides random requests as the tables do', () => {
  fc.assert(
    fc.property(
      upperLayer,
      lowerLayer('upper', 'lower'),
      fc.array(request, { minLength: 30, maxLength: 30 }),
      (upper, lower, requests) => {
        const { policy } = build([upper, lower]);
        const { decision } = logicOf(policy);
        for (const facts of requests)
          expect(
            jsonLogic.apply(decision, {
              ...facts,
              elementSpaced: spacedWords(facts.elementName),
              valueSpaced: spacedWords(facts.value),
              conditionsMet: conditionsMet(policy, facts),
              pathAsciiFolded: foldAscii(facts.path),
              pathFolded: foldUnicode(facts.path),
            }),
          ).toBe(policy.decide(facts).decision);
      },
    ),
    { numRuns: drawn({ quick: 3, long: 8 }) },
  );
});

/** Which of the conditions that other languages have no operator for hold, as a request to an export carries them. */
const conditionsMet = (policy: CompiledPolicy, facts: PolicyFacts): string =>
  `|${[...conditionsOf(policy.stack.entries)]
    .filter(([, set]) => contains(set, facts[set.fact]))
    .map(([condition]) => condition)
    .join('|')}|`;

test('what is asked of parts of a text both exports ask for as a condition that holds', () => {
  const parts = policyOf(
    shipped('default'),
    layer(
      `floors:
  - { id: leads, decision: DENY, when: { query: { module: [Leads] } } }
  - { id: settings, decision: DENY, when: { path: /orgs/*/settings } }
  - { id: guests, decision: DENY, when: { groups: [guests] } }
  - { id: block, decision: DENY, when: { address: 10.20.0.0/16 } }
`,
    ),
  );
  const { decision } = logicOf(parts);
  const { policies: cedar } = exportCedar(parts);
  const base = { capability: 'SCREENSHOT', executor: 'HEADED_CHROMIUM', host: 'a.test', sandbox: true };
  for (const more of [
    {},
    { query: 'module=Leads' },
    { query: 'module=Other' },
    { query: 'module=Leads&module=Other' },
    { path: '/orgs/x/settings/y' },
    { path: '/orgs/settings' },
    { groups: 'guests,staff' },
    { groups: 'staff' },
    { address: '10.20.1.1' },
    { address: '10.21.1.1' },
  ]) {
    const facts = factsOf({ ...NEUTRAL, ...base, ...more });
    const asked = { ...facts, conditionsMet: conditionsMet(parts, facts) };
    expect(jsonLogic.apply(decision, asked)).toBe(parts.decide(facts).decision);
    expect(cedarDecides(cedar, asked)).toBe(parts.decide(facts).decision);
  }
});

/** What Cedar makes of a request: the mildest of the actions that it permits. */
function cedarDecides(policies: string, facts: PolicyFacts): string {
  const permits = (action: string): boolean => {
    const answer = isAuthorized({
      principal: { type: 'Agent', id: 'a' },
      action: { type: 'Action', id: action },
      resource: { type: 'Browser', id: 'b' },
      context: { ...facts },
      policies: { staticPolicies: policies },
      entities: [],
    });
    if (answer.type !== 'success' || answer.response.diagnostics.errors.length > 0)
      throw new Error(JSON.stringify(answer));
    return answer.response.decision === 'allow';
  };
  if (permits('allow')) return 'ALLOW';
  if (permits('ask')) return 'ESCALATE';
  return permits('refuse') ? 'DENY' : 'ABORT';
}

test('Cedar decides as the tables do, on its own engine', () => {
  const { policies } = exportCedar(small);
  const byDecision = Map.groupBy(everyClass(small), (facts) => small.decide(facts).decision);
  expect([...byDecision.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'ABORT',
    'ALLOW',
    'DENY',
    'ESCALATE',
  ]);
  const requests = [...byDecision.values()].flatMap((list) =>
    list.filter((_, index) => index % Math.ceil(list.length / 15) === 0),
  );
  const decided = requests.map((facts) => small.decide(facts).decision);
  expect(requests.map((facts) => cedarDecides(policies, facts))).toEqual(decided);
});

test('Cedar is never milder than the tables, and stricter only where a delegation is used', () => {
  const { policies } = exportCedar(two);
  const order = ['ALLOW', 'ESCALATE', 'DENY', 'ABORT'];
  for (const facts of everyClass(two, 401)) {
    const [ours, theirs] = [two.decide(facts), cedarDecides(policies, facts)];
    expect(order.indexOf(theirs)).toBeGreaterThanOrEqual(order.indexOf(ours.decision));
    if (theirs !== ours.decision) expect(facts.capability).toBe('FILE_DOWNLOAD');
  }
});

test('Cedar’s own validator accepts the export with its schema', () => {
  for (const policy of [small, two, defaultPolicy()]) {
    const { policies, schema } = exportCedar(policy);
    const answer = validate({
      schema,
      policies: { staticPolicies: policies },
      validationSettings: { mode: 'strict' },
    });
    expect(answer).toMatchObject({ type: 'success', validationErrors: [] });
  }
});

test('what Cedar cannot say stands in the comments, each thing by its entry', () => {
  const policy = policyOf(
    edited([
      'rules:\n',
      'rules:\n  - { id: shot, decision: ESCALATE, when: { capability: CLOSE_TAB }, obligations: [SCREENSHOT_BEFORE], escalate: { timeout: 5 } }\n  - { id: soon, decision: ALLOW, when: { host: a.test, capability: FILE_DOWNLOAD }, expires: 2026-12-01 }\n',
    ]),
    layer('owner: x'),
  );
  const { policies } = exportCedar(policy);
  for (const line of [
    '//   rules.shot: obligations SCREENSHOT_BEFORE',
    '//   rules.shot: who is asked, and for how long',
    '//   rules.soon: ends on 2026-12-01; Cedar has no clock',
    '//   delegate.supervised-login: Cedar cannot relax a forbid; a layer below gets nothing here (stricter)',
    '//   invariants.INV-1: a claim about all requests; it was proved before this export',
    '//   obligations of every decision: AUDIT, CLEAR_STORAGE, DELETE_PROFILE',
  ])
    expect(policies).toContain(line);
});
