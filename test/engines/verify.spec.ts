// The check of one piece of evidence: what is not to be found is never seen, and what is otherwise is broken.
import { expect, test } from 'vitest';
import { still } from '#test/fixtures/observations.ts';
import { loggedClause } from '#gateway/tasks/judging/clause-view.ts';
import { judge } from '#gateway/tasks/judging/verdict.ts';
import type { MemoryEntry, ObservedNode, Observation } from '#engines/navigator/contract.ts';
import type { Evidence, PageChange } from '#engines/navigator/evidence.ts';
import { valueStands } from '#engines/navigator/written.ts';
import { verify, type Witness } from '#engines/navigator/verify.ts';

const URL_HERE = 'http://shop.test/';
const step = (change: PageChange, outcome: MemoryEntry['outcome'] = 'done'): MemoryEntry => ({
  url: URL_HERE,
  proposal: { action: 'CLICK', ref: 'e1', target: null, text: null, confidence: 0.9, reasoning: '' },
  outcome,
  note: '',
  element: { role: 'checkbox', name: 'Bread' },
  change,
});
const box = (states: readonly string[], value?: string): ObservedNode => ({
  ref: 'e1',
  role: 'checkbox',
  name: 'Bread',
  states,
  depth: 0,
  box: null,
  inView: true,
  ...(value === undefined ? {} : { value }),
});
const witness = (nodes: readonly ObservedNode[], entries: readonly MemoryEntry[]): Witness => {
  const observation: Observation = {
    url: URL_HERE,
    origin: 'http://shop.test',
    title: '',
    generation: 1,
    nodes,
    scroll: { y: 0, height: 100, viewportHeight: 100 },
    structuredError: null,
    refusal: null,
  };
  return { observation, entries, stood: (quote) => quote === 'From €4.', heldBefore: () => false };
};
const claim = (change: Partial<Evidence>): Evidence => ({
  clause: 'tick Bread',
  effect: 'STATE',
  entry: 0,
  ref: 'e1',
  role: 'checkbox',
  name: 'Bread',
  url: URL_HERE,
  quote: 'checked',
  ...change,
});
const after = (states: readonly string[]): PageChange => ({
  ...still,
  element: { before: { states: [] }, after: { states } },
});

test('a state that stands on the page is seen, and one that does not is broken', () => {
  expect(verify(claim({}), witness([box(['checked'])], [step(after(['checked']))]))).toBe('SEEN');
  expect(verify(claim({}), witness([box([])], [step(after(['checked']))]))).toBe('BROKEN');
});

test('what was held is seen where a later act sent it, and broken where nothing came of that act', () => {
  const ticked = step(after(['checked']));
  const sent = step({ ...still, appeared: ['Thank you'] });
  expect(verify(claim({}), witness([box([])], [ticked, sent]))).toBe('SEEN');
  expect(verify(claim({}), witness([box([])], [ticked, step(still)]))).toBe('BROKEN');
});

test('an act that was not made, failed or was refused is evidence of nothing', () => {
  const here = [box(['checked'])];
  expect(verify(claim({ entry: 7 }), witness(here, []))).toBe('BROKEN');
  for (const outcome of ['failed', 'refused'] as const)
    expect(verify(claim({}), witness(here, [step(after(['checked']), outcome)]))).toBe('BROKEN');
});

test('an act that changed nothing is unseen, whatever is claimed of it', () => {
  const claimed = claim({ effect: 'CHANGE', quote: 'Saved' });
  expect(verify(claimed, witness([], [step(still)]))).toBe('UNSEEN');
  expect(verify(claimed, witness([], [step({ ...still, appeared: ['Saved'] })]))).toBe('SEEN');
});

test('words answer where they stood on a page, and only there', () => {
  expect(verify(claim({ effect: 'TEXT', entry: null, quote: 'From €4.' }), witness([], []))).toBe('SEEN');
  expect(verify(claim({ effect: 'TEXT', entry: null, quote: 'From €5.' }), witness([], []))).toBe('UNSEEN');
});

test.each([
  ['Kiel', 'Kiel', true],
  ['Kiel', 'Kie', false],
  ['Kiel', '', false],
  ['hunter22', '•••(8)', true],
  ['hunter22', '•••(3)', false],
  ['secret:login:shop.test/password', '•••(8)', true],
  ['2026-03-14', '14/03/2026', true],
  ['2026-03-14', '15/03/2026', false],
])('%s put into a field that reads “%s” stands: %s', (put, there, stands) => {
  expect(valueStands(put, there)).toBe(stands);
});

const told = (evidence: Evidence, seen: Witness) =>
  judge(
    { intent: 'pay' },
    {
      action: 'DONE',
      ref: null,
      target: null,
      text: null,
      confidence: 1,
      reasoning: '',
      evidence: [evidence],
    },
    seen,
    {
      clauses: [{ words: 'pay', kind: 'ACT' }],
      own: () => ({ evidence: [], left: [] }),
      accounts: true,
    },
  ).clauses[0];

test('of a change that is seen it is told what changed and where, and not what a navigator says of it', () => {
  const seen = witness([], [step({ ...still, appeared: ['Menu', 'Saved'] })]);
  const forged = claim({ effect: 'CHANGE', ref: null, quote: 'Paid', url: 'http://bank.test/' });
  expect(told(forged, seen)).toMatchObject({ outcome: 'SEEN', quote: 'Menu', url: URL_HERE });
  expect(told(claim({ effect: 'CHANGE', quote: 'Saved' }), seen)).toMatchObject({
    outcome: 'SEEN',
    quote: 'Saved',
    url: URL_HERE,
  });
});

test('what became of one element is no evidence of another, and an element is called what the page calls it', () => {
  const ticked = step(after(['checked']));
  expect(verify(claim({ ref: 'e7' }), witness([], [ticked]))).toBe('UNSEEN');
  expect(verify(claim({}), witness([], [ticked]))).toBe('SEEN');
  const renamed = claim({ name: 'Insurance' });
  for (const nodes of [[box(['checked'])], []])
    expect(told(renamed, witness(nodes, [ticked]))).toMatchObject({
      outcome: 'SEEN',
      element: { name: 'Bread' },
    });
});

test('a credential that a navigator quotes is told by its length, as its field shows it', () => {
  const typed = claim({ effect: 'VALUE', entry: null, quote: 'hunter22' });
  const shown = told(typed, witness([box([], '•••(8)')], []));
  expect(shown).toMatchObject({ outcome: 'SEEN', quote: '•••(8)' });
  expect(JSON.stringify(shown)).not.toContain('hunter22');
  const plain = claim({ effect: 'VALUE', entry: null, quote: 'Kiel' });
  expect(told(plain, witness([box([], 'Kiel')], []))).toMatchObject({ outcome: 'SEEN', quote: 'Kiel' });
});

test('an error in quotes is a name that the person gives, and no error that they ask for', () => {
  const sent = step({ ...still, appeared: ['The report could not be sent'] });
  const failureOf = (intent: string) =>
    judge(
      { intent },
      { action: 'DONE', ref: null, target: null, text: '', confidence: 1, reasoning: '', evidence: [] },
      witness([], [sent]),
      {
        clauses: [{ words: intent, kind: 'ACT' }],
        own: () => ({ evidence: [], left: [] }),
        accounts: false,
      },
    ).failure;
  expect(failureOf('report the bug with the title "Error on the start page"')).toMatchObject({
    code: 'task.not-done',
    message: expect.stringContaining('The report could not be sent'),
  });
  expect(failureOf('press it until an error comes')).toBeNull();
});

test('a value that was entered stands in the log as its length, and a state as it is', () => {
  const value = told(claim({ effect: 'VALUE', quote: 'Tuesday' }), witness([box([], 'Tuesday')], []));
  const unmade = told(
    claim({ effect: 'VALUE', entry: null, quote: 'Tuesday' }),
    witness([box([], 'Tuesday')], []),
  );
  const state = told(claim({ entry: null }), witness([box(['checked'])], []));
  if (value === undefined || unmade === undefined || state === undefined) throw new Error('each is told');
  expect(unmade).toMatchObject({ outcome: 'SEEN', quote: 'Tuesday' });
  expect(loggedClause(unmade)).toMatchObject({ outcome: 'SEEN', effect: 'VALUE', quote: '•••(7)' });
  expect(JSON.stringify([loggedClause(value), loggedClause(unmade)])).not.toContain('Tuesday');
  expect(loggedClause(state)).toMatchObject({ effect: 'STATE', quote: 'checked' });
});
