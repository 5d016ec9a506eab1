// What a navigator's DONE comes to, from the looks and acts that the gateway has: no browser, the page is written down.
// INVARIANT: each claim that is turned down stands beside the same one about the right thing, which is DONE.
import { describe, expect, test } from 'vitest';
import type { Memory, MemoryEntry, Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Evidence, PageChange } from '#engines/navigator/evidence.ts';
import { Checker } from '#gateway/tasks/judging/checker.ts';
import { judge, type Judged } from '#gateway/tasks/judging/verdict.ts';
import { still } from '#test/fixtures/observations.ts';
import { says } from '#test/fixtures/proposals.ts';

const URL = 'http://shop.test/';
const NAMES = ['Save', 'Cancel', 'Delete', 'Account', 'Next', 'Send', 'Order', 'Prices'];
const nodes: Observation['nodes'] = NAMES.map((name, at) => ({
  ref: `e${at + 1}`,
  role: 'button',
  name,
  states: [],
  depth: 1,
  box: { x: 0, y: at * 30, width: 80, height: 20 },
  inView: true,
}));
const TERMS: Observation['nodes'] = nodes
  .slice(0, 1)
  .map((node) => ({ ...node, ref: 'e90', role: 'checkbox', name: 'Terms', states: ['checked'] }));
const observation: Observation = {
  url: URL,
  origin: 'http://shop.test',
  title: 'Shop',
  generation: 1,
  nodes: [...nodes, ...TERMS],
  scroll: { y: 0, height: 600, viewportHeight: 600 },
  structuredError: null,
  refusal: null,
};
const model: Navigator = { id: 'model', next: () => Promise.reject(new Error('it is not asked')) };

const refOf = (name: string): string => `e${NAMES.indexOf(name) + 1}`;
/** A press, and what the next look saw of it. */
const pressed = (name: string, change: Partial<PageChange>): MemoryEntry => ({
  url: URL,
  proposal: says('CLICK', { ref: refOf(name) }),
  outcome: 'done',
  note: '',
  element: { role: 'button', name },
  change: { ...still, ...change },
});
const claim = (clause: string, more: Partial<Evidence>): Evidence => ({
  clause,
  effect: 'CHANGE',
  entry: 0,
  ref: null,
  role: '',
  name: '',
  url: URL,
  quote: '',
  ...more,
});
function judged(intent: string, entries: readonly MemoryEntry[], done: Partial<Proposal> = {}): Judged {
  const checker = new Checker(model);
  const memory: Memory = {
    intent,
    subtask: intent,
    entries: [],
    facts: [],
    secrets: [],
    step: 0,
    stepLimit: 20,
  };
  for (const [at, entry] of entries.entries())
    checker.follow(observation, { ...memory, entries: entries.slice(0, at) }, entry.proposal);
  const words = nodes.map(({ name }) => name);
  const witness = {
    observation,
    entries,
    stood: (quote: string) =>
      [...words, ...entries.flatMap(({ change }) => change?.appeared ?? [])].some((one) =>
        one.includes(quote),
      ),
    heldBefore: () => false,
  };
  return judge(
    { intent },
    says('DONE', { text: 'it is done', ...done }),
    witness,
    checker.check(observation, { ...memory, entries }),
  );
}
const told = ({ clauses, failure }: Judged): string =>
  failure !== null
    ? 'FAILED'
    : clauses.length > 0 && clauses.every(({ outcome }) => outcome === 'SEEN')
      ? 'DONE'
      : 'UNCONFIRMED';

describe('a claim of a change', () => {
  const of = (clause: string, entry: MemoryEntry, more: Partial<Evidence> = {}): string =>
    told(judged(clause, [entry], { evidence: [claim(clause, more)] }));

  test.each<readonly [string, string, MemoryEntry, Partial<Evidence>]>([
    [
      'another’s message that went',
      'delete the message from Ana',
      pressed('Delete', { gone: ['Message from Bob'] }),
      {},
    ],
    [
      'the thing that was only opened',
      'delete the account',
      pressed('Account', { appeared: ['Delete account', 'Rename account'] }),
      {},
    ],
    [
      'the opposite, whose answer has the word',
      'press Save',
      pressed('Cancel', { appeared: ['The draft was left unsaved', 'Save it later'] }),
      {},
    ],
    [
      'the right element that was never pressed',
      'press Save',
      pressed('Cancel', { appeared: ['Closed'] }),
      { ref: refOf('Save') },
    ],
    [
      'words that came of another press',
      'press Save',
      pressed('Cancel', { appeared: ['Save discarded'] }),
      { effect: 'TEXT', quote: 'Save discarded', entry: null },
    ],
  ])('that is about %s is none', (_, clause, entry, more) => {
    expect(of(clause, entry, more)).toBe('UNCONFIRMED');
  });

  test.each<readonly [string, string, MemoryEntry]>([
    [
      'the message that went',
      'delete the message from Ana',
      pressed('Delete', { gone: ['Message from Ana'] }),
    ],
    ['the account that went', 'delete the account', pressed('Delete', { gone: ['Account'] })],
    ['the control itself', 'press the Save button', pressed('Save', { appeared: ['All kept'] })],
    [
      'the lamp that is named',
      'order the blue lamp',
      pressed('Order', { appeared: ['Your order: blue lamp'] }),
    ],
    ['another word for it', 'please submit the form', pressed('Send', { appeared: ['Thank you'] })],
    [
      'the address that it led to',
      'open the prices page',
      pressed('Prices', { address: `${URL}prices`, appeared: ['Plans'] }),
    ],
  ])('that is about %s is evidence', (_, clause, entry) => {
    expect(of(clause, entry)).toBe('DONE');
  });
});

describe('a page that denies it', () => {
  const denied = (words: string): Partial<PageChange> => ({
    appeared: [words],
    said: [{ role: 'alert', words }],
  });
  const NO = 'There was an error: the report could not be saved.';
  const press = (intent: string, change: Partial<PageChange>, done: Partial<Proposal> = {}): string =>
    told(judged(intent, [pressed('Save', change)], { evidence: [claim('press Save', {})], ...done }));

  test.each([
    ['an error is spoken of', 'press Save if there is an error in the report'],
    ['a warning is to be closed', 'close the warning and press Save'],
    ['a message is a field’s name', 'write the error message and press Save'],
    ['a longer word has the same letters', 'choose the other name and press Save'],
    ['what is asked for is another thing', 'press Save and tell me the fee'],
  ])('counts where %s', (_, intent) => {
    const fee = { label: 'fee', value: '€12', quote: 'Prices', url: URL };
    expect(press(intent, denied(NO), { text: 'Prices', facts: [fee] })).toBe('FAILED');
  });

  test('counts where a later press was not denied, and the clause rests on the first', () => {
    const entries = [pressed('Save', denied(NO)), pressed('Next', { appeared: ['Page 2'] })];
    const evidence = [claim('press Save', {}), claim('press Next', { entry: 1 })];
    expect(told(judged('press Save and press Next', entries, { evidence }))).toBe('FAILED');
    const again = entries.toSpliced(1, 0, pressed('Save', { appeared: ['All kept'] }));
    const other = [claim('press Save', { entry: 1 }), claim('press Next', { entry: 2 })];
    expect(told(judged('press Save and press Next', again, { evidence: other }))).toBe('DONE');
  });

  test('counts where it only marks a field as invalid', () => {
    const change = { changed: ['City'], invalid: ['City'] };
    expect(press('press Save', change)).toBe('FAILED');
    expect(press('press Save', { changed: ['City'] })).toBe('DONE');
  });

  test('is the answer where that is what is asked for, and told', () => {
    const intent = 'press Save and tell me what the error says';
    const facts = [{ label: 'error', value: NO, quote: NO, url: URL }];
    expect(press(intent, denied(NO), { text: NO, facts })).toBe('DONE');
    expect(press(intent, denied(NO), { text: 'Prices', facts: [] })).toBe('FAILED');
  });

  test('is none where it says how the thing is to be', () => {
    expect(press('press Save to have the ticket closed', denied('The ticket is closed.'))).not.toBe('FAILED');
  });
});

describe('an order that is said twice', () => {
  const TWICE = 'press Next, then press Next';
  const next = (page: number): MemoryEntry => pressed('Next', { appeared: [`Page ${page}`] });

  test('has two effects', () => {
    const evidence = [claim('press Next', {}), claim('press Next', { entry: 1 })];
    expect(told(judged(TWICE, [next(2), next(3)], { evidence }))).toBe('DONE');
    expect(told(judged(TWICE, [next(2), next(3)]))).toBe('DONE');
  });

  test('is not done by one, however often that is claimed', () => {
    expect(told(judged(TWICE, [next(2)], { evidence: [claim('press Next', {})] }))).toBe('UNCONFIRMED');
    const twice = [claim('press Next', {}), claim('press Next', {})];
    expect(told(judged(TWICE, [next(2)], { evidence: twice }))).toBe('UNCONFIRMED');
    expect(told(judged(TWICE, [next(2)]))).toBe('UNCONFIRMED');
  });
});

describe('the order of acts', () => {
  const evidence = (save: number, next: number) => [
    claim('click Save', { entry: save }),
    claim('click Next', { entry: next }),
  ];
  const [save, next] = [
    pressed('Save', { appeared: ['All kept'] }),
    pressed('Next', { appeared: ['Page 2'] }),
  ];

  test('is the one that was asked for', () => {
    const INTENT = 'click Save and then click Next';
    expect(told(judged(INTENT, [save, next], { evidence: evidence(0, 1) }))).toBe('DONE');
    expect(told(judged(INTENT, [next, save], { evidence: evidence(1, 0) }))).toBe('UNCONFIRMED');
    expect(told(judged(INTENT, [next, save, next], { evidence: evidence(1, 2) }))).toBe('DONE');
    const AGAIN = 'click Save, then click Next, then click Save';
    const both = [...evidence(0, 1), claim('click Save', { entry: 2 })];
    expect(told(judged(AGAIN, [save, next, save], { evidence: both }))).toBe('DONE');
    expect(told(judged(AGAIN, [save, next], { evidence: evidence(0, 1) }))).toBe('UNCONFIRMED');
  });
});

describe('what the task says to leave alone', () => {
  const INTENT = 'press Save, but do not tick Terms';
  const saving = (changed: readonly string[]) =>
    told(
      judged(INTENT, [pressed('Save', { appeared: ['All kept'], changed })], {
        evidence: [claim('press Save', {})],
      }),
    );

  test('is left alone by the page as well', () => {
    expect(saving(['Terms'])).toBe('FAILED');
    expect(saving([])).toBe('DONE');
    expect(saving(['Next'])).toBe('DONE');
  });
});

describe('an answer', () => {
  const fee = 'The fee is €12.50 a year.';
  const page = pressed('Prices', { appeared: [fee] });
  const answers = (text: string, evidence: readonly Evidence[] = []): string =>
    told(
      judged('tell me the fee', [page], {
        text,
        evidence,
        facts: [{ label: 'fee', value: fee, quote: fee, url: URL }],
      }),
    );

  test('with another figure does not rest on the words that were quoted', () => {
    expect(answers('The fee is €99 a year.')).toBe('UNCONFIRMED');
    expect(answers('The fee is €12.50 a year.')).toBe('DONE');
  });

  test('is not shown by what an act came to', () => {
    expect(answers('The fee is €99 a year.', [claim('tell me the fee', { quote: fee })])).toBe('UNCONFIRMED');
  });
});
