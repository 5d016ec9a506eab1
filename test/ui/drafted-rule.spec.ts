// A rule drafted from one request: what it refuses then, that it allows nothing, and that the rest of the document stays.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { compareDecisions } from '#policy/tools/gate/compare-decisions.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { hashOfBytes } from '#policy/engine/reading/source.ts';
import { ruleDrafted } from '#ui/app/policy/editor/drafted-rule.ts';
import { textsInForce, textsWith } from '#ui/app/policy/editor/policy-check.ts';
import { need } from '#test/fixtures/tab.ts';

const TODAY = '2026-11-26';
const UPPER = { file: 'default.yaml', text: readFileSync(SHIPPED.default, 'utf8') };
const DEMO = readFileSync(SHIPPED.demo, 'utf8');

const loaded = (text: string) => {
  const { policy, findings } = checkPolicy([UPPER, { file: 'own.yaml', text }], { today: TODAY });
  if (policy === null) throw new Error(findings.map(({ message }) => message).join('; '));
  return policy;
};
const factsOf = (given: Readonly<Record<string, unknown>>): PolicyFacts =>
  need(
    parseRequest({
      capability: 'NAVIGATE_CROSS_ORIGIN',
      executor: 'HEADLESS_CHROMIUM',
      addressClass: 'LOOPBACK',
      scheme: 'HTTP',
      host: 'keyboards.test',
      ...given,
    }),
  );
const gateOf = (given: Readonly<Record<string, unknown>> = {}) =>
  ({ place: 'entry 17', at: '', facts: factsOf(given), decision: 'ESCALATE' }) as const;
const drafted = (text: string, given: Readonly<Record<string, unknown>> = {}) =>
  ruleDrafted([UPPER], { file: 'own.yaml', text }, gateOf(given), TODAY);

test('it comes with its tests, and every line of before stands in its order', () => {
  const draft = drafted(DEMO);
  if (draft.text === null) throw new Error(draft.against.join());
  const lines = draft.text.split('\n');
  let at = -1;
  for (const line of DEMO.split('\n')) {
    at = lines.indexOf(line, at + 1);
    expect(at, line).toBeGreaterThanOrEqual(0);
  }
  const tests = draft.text.slice(draft.text.indexOf('tests:'));
  expect(tests).toContain('NAVIGATE_CROSS_ORIGIN at keyboards.test is refused (entry 17)');
  expect(tests).toContain('expect: DENY');
});

test('what is refused each time is refused from then on, in a document without rules, too', () => {
  const bare = `policy: 1\nid: mine\nrevision: 1\nextends: { id: phase38-default }\n\nend: mine@1\n`;
  for (const text of [DEMO, bare]) {
    const draft = drafted(text);
    if (draft.text === null) throw new Error(draft.against.join());
    const policy = loaded(draft.text);
    expect(policy.decide(factsOf({})).because.map(({ entry }) => entry)).toContain(`rules.${draft.rule}`);
    expect(policy.decide(factsOf({})).decision).toBe('DENY');
    // Whoever is not meant is decided as before.
    for (const other of [{ initiator: 'PAGE' }, { host: 'shop.test' }, { capability: 'SCREENSHOT' }])
      expect(policy.decide(factsOf(other)).decision).toBe(loaded(text).decide(factsOf(other)).decision);
  }
});

test('no draft allows anything that was not allowed before', () => {
  for (const given of [{}, { path: '/login' }, { capability: 'FORM_SUBMIT_DATA', host: 'shop.test' }]) {
    const draft = drafted(DEMO, given);
    if (draft.text === null) throw new Error(draft.against.join());
    const compared = compareDecisions(loaded(DEMO), loaded(draft.text));
    expect(compared).toMatchObject({ proven: true, loosened: 0n });
  }
});

test('a second one of the same kind has an id of its own', () => {
  const first = drafted(DEMO);
  if (first.text === null) throw new Error(first.against.join());
  const second = drafted(first.text);
  expect(second.text === null ? null : second.rule).toBe(`${first.rule}-2`);
});

test('a question without a site becomes no rule, which would be one for every site', () => {
  const draft = drafted(DEMO, { host: undefined });
  expect(draft.text).toBeNull();
  expect(draft.text === null ? draft.against.join() : '').toContain('every site');
});

test('a document that includes lists is drafted with those beside it, in force and as it stands in its file', () => {
  const [now, then] = ['lists: { own: [a.example] }\n', 'lists: { own: [b.example] }\n'];
  const NAME = 'own.policy-lists.yaml';
  const textOf = (lists: string): string =>
    `${DEMO}\ninclude: [{ file: ${NAME}, hash: '${hashOfBytes(lists)}' }]\n`;
  const view = {
    file: '/own.yaml',
    name: 'own.yaml',
    text: textOf(now),
    inForce: textOf(then),
    digest: '',
    readOnly: null,
    lists: [{ name: NAME, text: now }],
    listsInForce: [{ name: NAME, text: then }],
  };
  const [edited] = textsWith([view], () => null);
  const [inForce] = textsInForce([view]);
  for (const one of [edited, inForce]) {
    if (one === undefined) throw new Error('there is no text');
    expect(ruleDrafted([UPPER], one, gateOf(), TODAY).text).toContain('refuse-');
    expect(ruleDrafted([UPPER], { file: one.file, text: one.text }, gateOf(), TODAY).text).toBeNull();
  }
});
