// What a loosening is said to open, and what is typed to take it on.
import { expect, test } from 'vitest';
import { changeRows } from '#gateway/policy/change-rows.ts';
import {
  conditionsInWords,
  hostsInWords,
  loosenedIn,
  LOOSEN_WORD,
  wordToLoosen,
} from '#gateway/policy/loosen-word.ts';
import { compareDecisions } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';
import { edited, layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';

const rule = (host: string): string =>
  `rules:\n  - { id: no-shots, decision: DENY, when: { capability: SCREENSHOT, host: ${host} } }`;
const changesOf = (compared: Comparison) => (compared.proven ? compared.changes : []);
/** What is opened where a rule that denied these hosts is gone. */
const wordFor = (host: string): string =>
  wordToLoosen(
    compareDecisions(policyOf(shipped('default'), layer(rule(host))), policyOf(shipped('default'))),
  );

test.each([
  ['a.example', 'a.example'],
  ['"*.a.example"', 'a.example'],
  ['["*.a.example", b.a.example, a.example]', 'a.example'],
  ['[b.example, "*.shop.test", a.example]', '3 sites'],
  ['["*.com", x.test]', 'every site'],
  ['"*.co.uk"', 'every site'],
  ['any.example', 'any.example'],
])('what opens %s is taken on by typing %s', (host, word) => {
  expect(wordFor(host)).toBe(word);
});

const OPEN = policyOf(shipped('default'));
const opened = (rules: string) => compareDecisions(policyOf(shipped('default'), layer(rules)), OPEN);

test('what opens every site but one says every site', () => {
  const but =
    'rules:\n  - { id: no-shots, decision: DENY, when: { capability: SCREENSHOT }, except: [{ host: a.example }] }';
  expect(wordToLoosen(opened(but))).toBe('every site');
});

test('where nothing says what is opened, the word is the plain one', () => {
  expect(wordToLoosen(null)).toBe(LOOSEN_WORD);
  expect(wordToLoosen({ proven: false, fact: 'host' })).toBe(LOOSEN_WORD);
});

test('a guard that goes has a word of its own, whatever small thing is opened beside it', () => {
  const invariant =
    '  - id: INV-1\n    at_least: DENY\n    over: { capability: ACCESS_PASSWORDS }\n    reason: Saved passwords are never accessible.\n';
  const compared = compareDecisions(
    policyOf(shipped('default'), layer(rule('a.test'))),
    policyOf(edited([invariant, ''])),
  );
  expect(wordToLoosen(compared)).toBe('loosen guards');
  expect(changeRows(compared).find(({ label }) => label === 'guard')?.value).toContain('invariants.INV-1');
});

/** Eight capabilities on one site, and one on a bank: more rows than were shown once. */
const MANY = [
  ...['SCREENSHOT', 'CLOSE_TAB', 'FORM_SUBMIT_DATA', 'EXECUTE_JAVASCRIPT', 'NAVIGATE_SAME_ORIGIN'].map(
    (capability) =>
      `  - { id: a-${capability.toLowerCase().replaceAll('_', '-')}, decision: DENY, when: { capability: ${capability}, host: [a.test, "*.a.test"] } }`,
  ),
  '  - { id: bank, decision: DENY, when: { capability: FORM_SUBMIT_DATA, host: bank.test } }',
].join('\n');

test('every row that loosens is on the card, the ones without asking first', () => {
  const compared = opened(`rules:\n${MANY}`);
  if (!compared.proven) throw new Error('unproven');
  const rows = changeRows(compared).filter(({ kind }) => kind === 'COVERS');
  expect(rows).toHaveLength(compared.changes.filter(({ direction }) => direction === 'LOOSENED').length);
  const labels = rows.map(({ label }) => label);
  expect(labels[0]).toBe('from now on, without asking');
  expect(labels.lastIndexOf('from now on, without asking')).toBeLessThan(
    labels.indexOf('from now on, after asking'),
  );
  const bank = rows.filter(({ label, host }) => label === labels[0] && host?.includes('bank.test'));
  expect(bank).toHaveLength(1);
});

test('no host that is opened is left out', () => {
  const hosts = Array.from({ length: 60 }, (_, at) => `h${at}.example`);
  const [change] = loosenedIn(changesOf(opened(rule(`[${hosts.join(', ')}]`))));
  if (change === undefined) throw new Error('nothing is loosened');
  expect(hostsInWords(change).split(', ').toSorted()).toEqual(hosts.toSorted());
});

test('what a policy’s author wrote is quoted in a condition', () => {
  const folder =
    'rules:\n  - { id: up, decision: DENY, when: { capability: FILE_UPLOAD, folder: "/srv/x; host a.test only" } }';
  const words = loosenedIn(changesOf(opened(folder))).map(conditionsInWords);
  expect(words.join()).toContain('folder "/srv/x; host a.test only');
});
